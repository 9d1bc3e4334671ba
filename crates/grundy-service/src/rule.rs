//! A rule of the user's own, in the place of a game of the catalogue.
//!
//! Where the form of the rule proves that it is a game of the catalogue, that game answers: its theorems and periods reach
//! farther. A game that only has the same options at all small positions is named, but answers nothing.

use grundy::component::Part;
use grundy::engine::sequence::Rules;
use grundy::kinds::AnyRule;
use grundy::rule::{Evidence, Given, Recognised, Rule};
use grundy::rulesets::CATALOGUE;
use grundy::{Game, Message};
use serde::{Deserialize, Serialize};

use crate::text::{count, plain};
use crate::{Failure, Refused};

/// A rule of one line as it is asked for, with numbers for its names.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Written {
    /// The rule.
    pub text: String,
    /// What is given to it, by name.
    #[serde(default)]
    pub given: Vec<(String, Value)>,
}

/// What is given to a rule.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(untagged)]
pub enum Value {
    /// A number.
    Number(i64),
    /// Numbers.
    Numbers(Vec<i64>),
}

impl Value {
    /// Reads `NAME=3` or `NAME=[1,2,3]`; `files` reads the numbers of a file behind `@`.
    ///
    /// # Errors
    /// That this is neither, or what `files` says.
    pub fn read<'t>(
        whole: &'t str,
        files: &dyn Fn(&str) -> Result<String, Message>,
    ) -> Result<(&'t str, Value), Failure> {
        let wrong = || Failure::Refused(Refused::NoGiven(whole.to_owned()));
        let (name, value) = whole.split_once(['=', '＝']).ok_or_else(wrong)?;
        let (name, value) = (name.trim(), value.trim());
        // A keyboard for Chinese writes signs of full width; the name of a file stays as it is.
        let narrow = plain(value);
        let value = &*narrow;
        if let Some(number) = integer(value) {
            return Ok((name, Value::Number(number)));
        }
        let text = contents(value, files)?;
        let inner = match text.trim().strip_prefix('[') {
            Some(inner) => inner.strip_suffix(']').ok_or_else(wrong)?,
            None if value.starts_with('@') => &text,
            None => return Err(wrong()),
        };
        let numbers = inner.split(|letter: char| letter == ',' || letter.is_whitespace());
        let numbers = numbers.filter(|number| !number.is_empty());
        let numbers: Option<Vec<i64>> = numbers.map(integer).collect();
        Ok((name, Value::Numbers(numbers.ok_or_else(wrong)?)))
    }
}

/// A whole number, as people write them: `-3`, `1_000`, `1e6`, `10^9`.
fn integer(text: &str) -> Option<i64> {
    if let Ok(number) = text.parse() {
        return Some(number);
    }
    let (minus, digits) = match text.strip_prefix('-') {
        Some(digits) => (true, digits),
        None => (false, text),
    };
    let number = i64::try_from(count(digits)?).ok()?;
    Some(if minus { -number } else { number })
}

/// The text itself, or that of the file behind `@`.
///
/// # Errors
/// What `files` says.
fn contents(
    written: &str,
    files: &dyn Fn(&str) -> Result<String, Message>,
) -> Result<String, Failure> {
    let Some(name) = written.strip_prefix('@') else {
        return Ok(written.to_owned());
    };
    let text = files(name).map_err(Failure::File)?;
    Ok(text.trim_start_matches('\u{feff}').trim_end().to_owned())
}

impl From<&Value> for Given {
    fn from(value: &Value) -> Given {
        match value {
            Value::Number(number) => Given::Number(*number),
            Value::Numbers(numbers) => Given::Array(numbers.clone()),
        }
    }
}

/// A rule that was read, and what is known of it.
#[derive(Clone, Debug)]
pub struct Ruled {
    /// The rule.
    pub rule: AnyRule,
    /// The game of the catalogue that it is or looks like.
    pub known: Option<Recognised>,
}

impl Written {
    /// A rule and what is given to it as they are typed: the rule itself or `@` and a file, `NAME=3` or `NAME=[1,2,3]`.
    ///
    /// # Errors
    /// That nothing of the kind can be given, a name is given twice, or what `files` says.
    pub fn typed<'g>(
        rule: Option<&str>,
        given: impl IntoIterator<Item = &'g str>,
        files: &dyn Fn(&str) -> Result<String, Message>,
    ) -> Result<Option<Written>, Failure> {
        let given = all_given(given, files)?;
        let Some(rule) = rule else {
            return match given.first() {
                None => Ok(None),
                Some(_) => Err(Refused::GivenWithoutRule.into()),
            };
        };
        let text = contents(rule, files)?;
        Ok(Some(Written { text, given }))
    }

    /// Reads the rule.
    ///
    /// # Errors
    /// That it is no rule, or a name is given twice.
    pub fn read(&self) -> Result<Ruled, Failure> {
        let given = self.bound()?;
        let rule = AnyRule::parse_with(&self.text, &given)
            .map_err(|errors| Failure::Rule(self.text.clone(), Box::new(errors)))?;
        let rule = rule.named("rule");
        let numbers = rule.numbers();
        let known = numbers.and_then(|rule| rule.recognise(CATALOGUE));
        Ok(Ruled { rule, known })
    }
}

impl Written {
    /// The rule alone, where it is one on numbers.
    ///
    /// # Errors
    /// That it is no rule on numbers, or a name is given twice.
    pub(crate) fn numbers(&self) -> Result<Rule, Failure> {
        Rule::parse_with(&self.text, &self.bound()?)
            .map_err(|errors| Failure::Rule(self.text.clone(), Box::new(errors)))
    }

    /// What is given to the rule, each name once and only names that stand in it.
    fn bound(&self) -> Result<Vec<(&str, Given)>, Failure> {
        let mut given: Vec<(&str, Given)> = Vec::with_capacity(self.given.len());
        for (name, value) in &self.given {
            if given.iter().any(|(known, _)| known == name) {
                return Err(Refused::GivenTwice(name.clone()).into());
            }
            if !names(&self.text, name) {
                return Err(Refused::GivenUnused(name.clone()).into());
            }
            given.push((name, value.into()));
        }
        Ok(given)
    }
}

/// Whether a name stands in a rule as a word of its own. What is no name is told by whoever reads the rule.
pub(crate) fn names(rule: &str, name: &str) -> bool {
    let is_part = |letter: char| letter.is_alphanumeric() || letter == '_';
    let rule = plain(rule);
    let name = plain(name);
    !name.chars().all(is_part)
        || rule
            .split(|letter| !is_part(letter))
            .any(|word| word == name)
}

/// What is given to a rule, each name once: `NAME=3` or `NAME=[1,2,3]`.
///
/// # Errors
/// That nothing of the kind can be given, a name is given twice, or what `files` says.
fn all_given<'g>(
    given: impl IntoIterator<Item = &'g str>,
    files: &dyn Fn(&str) -> Result<String, Message>,
) -> Result<Vec<(String, Value)>, Failure> {
    let mut all: Vec<(String, Value)> = Vec::new();
    for one in given {
        let (name, value) = Value::read(one, files)?;
        if all.iter().any(|(known, _)| known == name) {
            return Err(Refused::GivenTwice(name.to_owned()).into());
        }
        all.push((name.to_owned(), value));
    }
    Ok(all)
}

impl Written {
    /// The rule with what is given to it behind `where`, as one text.
    ///
    /// # Errors
    /// That a name is given twice.
    pub fn in_one(&self) -> Result<String, Failure> {
        let mut text = self.text.clone();
        for (place, (name, value)) in self.given.iter().enumerate() {
            if self.given[..place].iter().any(|(known, _)| known == name) {
                return Err(Refused::GivenTwice(name.clone()).into());
            }
            if !names(&self.text, name) {
                return Err(Refused::GivenUnused(name.clone()).into());
            }
            let more = place > 0 || self.text.split_whitespace().any(|word| word == "where");
            text.push_str(if more { ", " } else { " where " });
            text.push_str(name);
            text.push_str(" = ");
            text.push_str(&match value {
                Value::Number(number) => number.to_string(),
                Value::Numbers(numbers) => {
                    let numbers = numbers.iter().map(i64::to_string);
                    format!("[{}]", numbers.collect::<Vec<_>>().join(","))
                }
            });
        }
        Ok(text)
    }
}

impl Ruled {
    /// The game of the catalogue that the form of the rule proves it to be.
    pub fn proved(&self) -> Option<&str> {
        let known = self.known.as_ref()?;
        (known.evidence == Evidence::Form).then_some(known.head.as_str())
    }

    /// Its rules as a sequence, where the form of the rule proves them.
    pub fn proved_rules(&self) -> Option<&Rules> {
        let known = self.known.as_ref()?;
        known
            .rules
            .as_ref()
            .filter(|_| known.evidence == Evidence::Form)
    }

    /// The rule without a position, as [`Game::parse`] reads the name of a game.
    pub fn head(&self) -> Game {
        match self.proved().map(str::parse) {
            Some(Ok(game)) => game,
            _ => Game::from_parts(vec![self.rule.head()]),
        }
    }

    /// Reads positions of the rule, `7` or `3,5` or `(3,5)`, and behind a `+` further games of the catalogue, whose files `files`
    /// reads.
    ///
    /// # Errors
    /// That a word is no position of the rule, or what is behind the `+` no game.
    pub fn game(
        &self,
        asked: &str,
        files: &dyn Fn(&str) -> Result<String, Message>,
    ) -> Result<Game, Failure> {
        let (own, others) = match asked.split_once(" + ") {
            Some((own, others)) => (own, Some(others)),
            None => (asked, None),
        };
        let words: Vec<&str> = own.split_whitespace().collect();
        if words.is_empty() {
            return Err(self.no_position("", None));
        }
        let part = match &self.rule {
            AnyRule::Lists(_) => self.rule.known_part(CATALOGUE, &words, files),
            rule => rule.part_with(&words, files),
        };
        let part = part.map_err(|wrong| {
            let word = words.get(wrong.number).copied().unwrap_or("");
            self.no_position(word, Some(wrong.message))
        })?;
        let parsed =
            |text: &str| Game::parse(text, files).map_err(|error| Failure::game(text, error));
        let mut parts: Vec<Part> = match self.proved() {
            Some(head) => {
                let written = own.replace(['(', ')'], "");
                parsed(&format!("{head} {written}"))?.parts().to_vec()
            }
            None => vec![part],
        };
        if let Some(others) = others {
            parts.extend(parsed(others)?.parts().iter().cloned());
        }
        Ok(Game::from_parts(parts))
    }

    fn no_position(&self, found: &str, why: Option<Message>) -> Failure {
        let found = found.to_owned();
        match (self.rule.numbers(), why) {
            (Some(rule), _) => Refused::NoRulePosition {
                found,
                arity: rule.arity(),
            },
            (None, Some(why)) => Refused::NoPositionOfRule(why),
            (None, None) => Refused::NoPositionOfRule(self.rule.missing()),
        }
        .into()
    }

    /// The rule, for whoever needs one on numbers.
    ///
    /// # Errors
    /// That its positions are something else.
    pub fn numbers(&self) -> Result<&Rule, Failure> {
        let numbers = self.rule.numbers();
        numbers.ok_or_else(|| Refused::NeedsNumbers(self.rule.kind()).into())
    }

    /// The words by one number that a rule on words names, for whoever needs a sequence.
    ///
    /// # Errors
    /// That it names none.
    pub fn family(&self) -> Result<Part, Failure> {
        let head = self.rule.head();
        match head.rules.coordinates() {
            1 => Ok(head),
            _ => Err(Refused::NeedsFamily(self.rule.kind()).into()),
        }
    }

    /// What is known of the rule, as JSON has it.
    pub fn document(&self) -> Document<'_> {
        let known = self.known.as_ref();
        let (evidence, below) = match known.map(|known| known.evidence) {
            None => (None, None),
            Some(Evidence::Form) => (Some("form"), None),
            Some(Evidence::Compared(below)) => (Some("compared"), Some(below)),
        };
        Document {
            text: self.rule.text(),
            game: known.map(|known| known.head.as_str()),
            evidence,
            below,
            ends: self.rule.ends().then_some(true),
        }
    }
}

/// What is known of a rule.
#[derive(Debug, Serialize)]
#[cfg_attr(
    feature = "schema",
    derive(schemars::JsonSchema),
    schemars(rename = "Rule")
)]
pub struct Document<'a> {
    text: &'a str,
    game: Option<&'a str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "schema", schemars(with = "&str", extend("enum" = ["form", "compared"])))]
    evidence: Option<&'static str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "schema", schemars(with = "u64"))]
    below: Option<u64>,
    #[cfg_attr(feature = "schema", schemars(extend("enum" = [true, null])))]
    ends: Option<bool>,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_name_that_the_rule_does_not_use_is_refused() {
        let written = |rule: &str, name: &str| Written {
            text: rule.to_owned(),
            given: vec![(name.to_owned(), Value::Number(3))],
        };
        for (rule, name) in [
            ("n -> n-k for k in 1..=m", "m"),
            ("n -> n-k for k in 1..=m_2", "m_2"),
        ] {
            assert!(written(rule, name).read().is_ok(), "{rule}");
        }
        for (rule, name) in [
            ("n -> n-k for k in 1..=3", "x"),
            ("n -> n-k for k in 1..=3", "k1"),
            ("n -> n-max(1, n % 2)", "a"),
        ] {
            let refused = written(rule, name).read().expect_err("a name too many");
            assert!(
                matches!(&refused, Failure::Refused(Refused::GivenUnused(found)) if found == name),
                "{refused:?}"
            );
            assert!(written(rule, name).in_one().is_err());
        }
    }

    #[test]
    fn numbers_are_given_as_people_write_them() {
        let none = |_: &str| Ok(String::new());
        let read = |text: &str| Value::read(text, &none).ok().map(|(_, value)| value);
        for (text, number) in [
            ("m=20", 20),
            ("m=-3", -3),
            ("m=1_000", 1_000),
            ("m=1e3", 1_000),
            ("m=10^9", 1_000_000_000),
            ("m = -1e3", -1_000),
        ] {
            assert_eq!(read(text), Some(Value::Number(number)), "{text}");
        }
        let numbers = Value::Numbers(vec![1, 1_000, 100]);
        for text in ["v=[1,1e3,10^2]", "v＝［1，1e3、10^2］"] {
            assert_eq!(read(text), Some(numbers.clone()), "{text}");
        }
        for wrong in ["m=1e", "m=1e30", "m=x", "v=[1,y]"] {
            assert_eq!(read(wrong), None, "{wrong}");
        }
        let range = crate::find::Range::read("m in 2..1e2").expect("a range");
        assert_eq!((range.from, range.to), (2, 100));
    }
}
