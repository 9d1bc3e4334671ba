//! A rule of the user's own (`--rule`), in the place of a game of the catalogue.
//!
//! Where the form of the rule proves that it is a game of the catalogue, that game answers: its theorems and periods reach
//! farther. A game that only has the same options at all small positions is named, but answers nothing.

use clap::ArgMatches;
use grundy::component::{self, Part};
use grundy::engine::sequence::Rules;
use grundy::rule::{Evidence, Given, Measure, Position, Recognised, Rule};
use grundy::{Game, Message};

use crate::context::Context;
use crate::failure::Failure;
use crate::limits::text;
use crate::words;

const EXAMPLE: &str = "grundy solve --rule 'n -> n-k for k in {1,3,4}' 10 12";

/// The rule that was given, and what is known of it.
#[derive(Debug)]
pub(crate) struct Ruled {
    pub(crate) rule: Rule,
    pub(crate) known: Option<Recognised>,
}

impl Ruled {
    /// Reads `--rule` and what `--let` gives to it, if there is a rule. `most` bytes are read of a file.
    pub(crate) fn read(
        matches: &ArgMatches,
        most: u64,
        context: &Context,
    ) -> Result<Option<Ruled>, Failure> {
        let given = all_given(matches, most, context)?;
        let Some(written) = text(matches, "rule") else {
            return match given.first() {
                None => Ok(None),
                Some(_) => Err(refuse(words::let_without_rule())),
            };
        };
        let written = contents(written, most, context)?;
        let rule = Rule::parse_with(&written, &given);
        let rule = rule.map_err(|errors| Failure::rule(&written, errors))?;
        let rule = rule.named("rule");
        let known = rule.recognise(grundy::rulesets::CATALOGUE);
        Ok(Some(Ruled { rule, known }))
    }

    /// The game of the catalogue that the form of the rule proves it to be.
    pub(crate) fn proved(&self) -> Option<&str> {
        let known = self.known.as_ref()?;
        (known.evidence == Evidence::Form).then_some(known.head.as_str())
    }

    /// Its rules as a sequence, where the form of the rule proves them.
    pub(crate) fn proved_rules(&self) -> Option<&Rules> {
        let known = self.known.as_ref()?;
        known
            .rules
            .as_ref()
            .filter(|_| known.evidence == Evidence::Form)
    }

    /// The rule without a position, as [`Game::parse`] reads the name of a game.
    pub(crate) fn head(&self) -> Result<Game, Failure> {
        match self.proved().map(str::parse) {
            Some(Ok(game)) => Ok(game),
            _ => Ok(Game::from_parts(vec![component::part(
                self.rule.clone(),
                Vec::new(),
            )])),
        }
    }

    /// Reads positions of the rule, `7` or `3,5` or `(3,5)`, and behind a `+` further games of the catalogue.
    pub(crate) fn game(&self, asked: &str, most: u64, context: &Context) -> Result<Game, Failure> {
        let (own, others) = match asked.split_once(" + ") {
            Some((own, others)) => (own, Some(others)),
            None => (asked, None),
        };
        let positions = own
            .split_whitespace()
            .map(|word| self.position(word))
            .collect::<Result<Vec<Position>, Failure>>()?;
        if positions.is_empty() {
            return Err(refuse(words::no_rule_position("", self.rule.arity())));
        }
        let files = |name: &str| context.read(name, most);
        let parsed =
            |text: &str| Game::parse(text, &files).map_err(|error| Failure::game(text, error));
        let mut parts: Vec<Part> = match self.proved() {
            Some(head) => {
                let written = own.replace(['(', ')'], "");
                parsed(&format!("{head} {written}"))?.parts().to_vec()
            }
            None => vec![component::part(self.rule.clone(), positions)],
        };
        if let Some(others) = others {
            parts.extend(parsed(others)?.parts().iter().cloned());
        }
        Ok(Game::from_parts(parts))
    }

    fn position(&self, word: &str) -> Result<Position, Failure> {
        let read = self.rule.read_position(word);
        read.ok_or_else(|| refuse(words::no_rule_position(word, self.rule.arity())))
    }

    /// What is known of the rule, in sentences: which game it is, and whether every play ends.
    pub(crate) fn notes(&self) -> Vec<Message> {
        let known = self.known.iter().map(words::recognised);
        known.chain([words::measure(self.rule.measure())]).collect()
    }

    /// The same as a JSON object.
    pub(crate) fn json(&self) -> String {
        use crate::print::json;
        let mut out = String::from("{");
        json::field(&mut out, "text", self.rule.text());
        json::key(&mut out, "game");
        match &self.known {
            None => out.push_str("null"),
            Some(known) => {
                json::string(&mut out, &known.head);
                match known.evidence {
                    Evidence::Form => json::field(&mut out, "evidence", "form"),
                    Evidence::Compared(below) => {
                        json::field(&mut out, "evidence", "compared");
                        json::number(&mut out, "below", below);
                    }
                }
            }
        }
        json::key(&mut out, "ends");
        out.push_str(match self.rule.measure() {
            Measure::Unknown => "null",
            _ => "true",
        });
        out.push('}');
        out
    }
}

/// What `--let` gives, each name once.
pub(crate) fn all_given<'m>(
    matches: &'m ArgMatches,
    most: u64,
    context: &Context,
) -> Result<Vec<(&'m str, Given)>, Failure> {
    let mut all: Vec<(&str, Given)> = Vec::new();
    for one in matches.get_many::<String>("let").into_iter().flatten() {
        let (name, value) = one.split_once('=').ok_or_else(|| no_given(one))?;
        let name = name.trim();
        if all.iter().any(|(known, _)| *known == name) {
            return Err(refuse(words::given_twice(name)));
        }
        all.push((name, given(one, value, most, context)?));
    }
    Ok(all)
}

/// A rule's text with what is given to it written behind `where`.
pub(crate) fn with_given(rule: &str, all: &[(&str, Given)]) -> String {
    let mut text = rule.to_owned();
    for (place, (name, value)) in all.iter().enumerate() {
        let more = place > 0 || rule.split_whitespace().any(|word| word == "where");
        text.push_str(if more { ", " } else { " where " });
        text.push_str(name);
        text.push_str(" = ");
        text.push_str(&match value {
            Given::Number(number) => number.to_string(),
            Given::Array(numbers) => {
                let numbers = numbers.iter().map(i64::to_string);
                format!("[{}]", numbers.collect::<Vec<_>>().join(","))
            }
        });
    }
    text
}

/// The text itself, or that of the file behind `@`.
pub(crate) fn contents(written: &str, most: u64, context: &Context) -> Result<String, Failure> {
    match written.strip_prefix('@') {
        None => Ok(written.to_owned()),
        Some(name) => context
            .read(name, most)
            .map(|text| text.trim_start_matches('\u{feff}').trim_end().to_owned())
            .map_err(Failure::Input),
    }
}

/// `3`, `[1,2,3]`, or numbers in the file behind `@`.
fn given(whole: &str, value: &str, most: u64, context: &Context) -> Result<Given, Failure> {
    let value = value.trim();
    if let Ok(number) = value.parse::<i64>() {
        return Ok(Given::Number(number));
    }
    let from_file = value.starts_with('@');
    let text = contents(value, most, context)?;
    let inner = match text.trim().strip_prefix('[') {
        Some(inner) => inner.strip_suffix(']').ok_or_else(|| no_given(whole))?,
        None if from_file => text.as_str(),
        None => return Err(no_given(whole)),
    };
    let numbers = inner.split(|letter: char| letter == ',' || letter.is_whitespace());
    let numbers = numbers.filter(|number| !number.is_empty());
    let numbers: Option<Vec<i64>> = numbers.map(|number| number.parse().ok()).collect();
    numbers.map(Given::Array).ok_or_else(|| no_given(whole))
}

fn no_given(found: &str) -> Failure {
    let example = "grundy table --rule 'n -> n-k for k in v' --let 'v=[1,3,4]' 0..20".to_owned();
    Failure::Arguments(words::no_given(found), example)
}

fn refuse(message: Message) -> Failure {
    Failure::Arguments(message, EXAMPLE.to_owned())
}
