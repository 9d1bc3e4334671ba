//! A rule of the user's own, of any kind: what its positions are is told by how it is written.
//!
//! Each kind of positions has a notation of its own and is a ruleset of its own. What all of them share stands here: a rule is read
//! from a text, written so that it reads back to itself, and makes components of positions as people write them. Whoever asks a
//! rule for more (tables of numbers, patterns, programs) asks first whether it is [on numbers](AnyRule::numbers).
//!
//! A new kind is a variant of [`AnyRule`], and the first sign of its rules in [`Kind::of`].

use std::fmt;

use crate::catalogue::{self, Catalogue};
use crate::component::{self, Part};
use crate::graphs::GraphRule;
use crate::grids::Patterns;
use crate::lists::ListRule;
use crate::message;
use crate::notation::{Clause, Files, ParseError, QUOTE, Word, no_files};
use crate::rule::{Given, Rule, RuleErrors};
use crate::text::Message;
use crate::words::Rewriting;

/// What the positions of a rule are.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Kind {
    /// Numbers, as many as the rule has coordinates: [`Rule`].
    Numbers,
    /// Words: [`Rewriting`].
    Words,
    /// Rectangles of letters: [`Patterns`].
    Grids,
    /// Graphs and rooted trees: [`GraphRule`].
    Graphs,
    /// Lists and multisets of numbers: [`ListRule`].
    Lists,
}

impl Kind {
    /// The kind of the rule that a text is meant to be, by its beginning; numbers where nothing tells another.
    pub fn of(text: &str) -> Kind {
        if GraphRule::begins(text) {
            return Kind::Graphs;
        }
        if ListRule::begins(text) {
            return Kind::Lists;
        }
        let first = text.trim_start();
        let first = first.split(|c: char| !c.is_alphanumeric()).next();
        match first {
            Some("cyclic") => Kind::Words,
            Some("grid") => Kind::Grids,
            // Letters stand between quotation marks, and no number does.
            _ if text.contains(['"', '\u{201c}']) => Kind::Words,
            _ => Kind::Numbers,
        }
    }

    /// What the positions are, in words that stand behind "a rule on".
    pub fn describe(self) -> Message {
        match self {
            Kind::Numbers => message!("numbers", "数"),
            Kind::Words => message!("words", "字"),
            Kind::Grids => message!("grids", "网格"),
            Kind::Graphs => message!("graphs", "图"),
            Kind::Lists => message!("lists", "列表"),
        }
    }

    /// A rule of the kind with a position, as a game is written.
    pub const fn example(self) -> &'static str {
        match self {
            Kind::Numbers => "rule 'n -> n-1 | n/2 if n > 0' 10 12",
            Kind::Words => "rule '\"++\" -> \"--\"' ++-+++",
            Kind::Grids => "rule 'grid \"..\" -> \"##\"' ..../.#../....",
            Kind::Graphs => "rule 'graph remove vertex with neighbours' a-b,b-c,c-a",
            Kind::Lists => "rule 'multiset a[i] -> a[i]-k for k in 1..' 3,5",
        }
    }

    /// Its name in data.
    pub fn word(self) -> &'static str {
        match self {
            Kind::Numbers => "numbers",
            Kind::Words => "words",
            Kind::Grids => "grids",
            Kind::Graphs => "graphs",
            Kind::Lists => "lists",
        }
    }
}

/// A rule of any kind.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub enum AnyRule {
    /// On numbers.
    Numbers(Rule),
    /// On words.
    Words(Rewriting),
    /// On grids.
    Grids(Patterns),
    /// On graphs and rooted trees.
    Graphs(GraphRule),
    /// On lists and multisets of numbers.
    Lists(ListRule),
}

impl From<Rule> for AnyRule {
    fn from(rule: Rule) -> AnyRule {
        AnyRule::Numbers(rule)
    }
}

/// A word that is no position of a rule.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NoPosition {
    /// Which of the words, from 0; as many as there are words where one is missing.
    pub number: usize,
    /// The bytes of the word that are wrong; none where it is the word as a whole.
    pub place: Option<(usize, usize)>,
    /// What was expected there.
    pub message: Message,
}

impl AnyRule {
    /// Reads a rule, what is [given](Given) to it beside its text.
    ///
    /// # Errors
    /// All that is wrong, each with its place, what was expected, and an example.
    pub fn parse_with(text: &str, given: &[(&str, Given)]) -> Result<AnyRule, RuleErrors> {
        match Kind::of(text) {
            Kind::Numbers => Rule::parse_with(text, given).map(AnyRule::Numbers),
            Kind::Words => Rewriting::parse_with(text, given).map(AnyRule::Words),
            Kind::Grids => Patterns::parse_with(text, given).map(AnyRule::Grids),
            Kind::Graphs => GraphRule::parse_with(text, given).map(AnyRule::Graphs),
            Kind::Lists => ListRule::parse_with(text, given).map(AnyRule::Lists),
        }
    }

    /// What its positions are.
    pub fn kind(&self) -> Kind {
        match self {
            AnyRule::Numbers(_) => Kind::Numbers,
            AnyRule::Words(_) => Kind::Words,
            AnyRule::Grids(_) => Kind::Grids,
            AnyRule::Graphs(_) => Kind::Graphs,
            AnyRule::Lists(_) => Kind::Lists,
        }
    }

    /// The rule, where it is one on numbers.
    pub fn numbers(&self) -> Option<&Rule> {
        match self {
            AnyRule::Numbers(rule) => Some(rule),
            _ => None,
        }
    }

    /// The text that was read.
    pub fn text(&self) -> &str {
        match self {
            AnyRule::Numbers(rule) => rule.text(),
            AnyRule::Words(rule) => rule.text(),
            AnyRule::Grids(rule) => rule.text(),
            AnyRule::Graphs(rule) => rule.text(),
            AnyRule::Lists(rule) => rule.text(),
        }
    }

    /// The rule under a name, which answers use instead of its text. A solver takes rules of the same name for the same rule.
    pub fn named(self, name: &str) -> AnyRule {
        match self {
            AnyRule::Numbers(rule) => AnyRule::Numbers(rule.named(name)),
            AnyRule::Words(rule) => AnyRule::Words(rule.named(name)),
            AnyRule::Grids(rule) => AnyRule::Grids(rule.named(name)),
            AnyRule::Graphs(rule) => AnyRule::Graphs(rule.named(name)),
            AnyRule::Lists(rule) => AnyRule::Lists(rule.named(name)),
        }
    }

    /// Whether it is seen that every play ends.
    pub fn ends(&self) -> bool {
        match self {
            AnyRule::Numbers(rule) => rule.measure().is_known(),
            AnyRule::Words(rule) => rule.ends(),
            AnyRule::Grids(rule) => rule.ends(),
            AnyRule::Graphs(rule) => rule.takes(),
            AnyRule::Lists(rule) => rule.ends(),
        }
    }

    /// Whether every play ends, and why, in a sentence.
    pub fn ending(&self) -> Message {
        match self {
            AnyRule::Numbers(rule) => rule.ending(),
            AnyRule::Words(rule) => rule.ending(),
            AnyRule::Grids(rule) => rule.ending(),
            AnyRule::Graphs(rule) => rule.ending(),
            AnyRule::Lists(rule) => rule.ending(),
        }
    }

    /// A component of each position, as these words write them, none of which names a file.
    ///
    /// # Errors
    /// The first word that is no position.
    pub fn part(&self, words: &[&str]) -> Result<Part, NoPosition> {
        self.part_with(words, &no_files)
    }

    /// The same; `files` gives the text behind `@name`.
    ///
    /// # Errors
    /// The first word that is no position.
    pub fn part_with(&self, words: &[&str], files: Files<'_>) -> Result<Part, NoPosition> {
        match self {
            AnyRule::Graphs(rule) => {
                let read = |(number, word): (usize, &&str)| {
                    let position = rule.read_position(word, files);
                    position.map_err(|wrong| NoPosition {
                        number,
                        place: Some(wrong.place),
                        message: wrong.message,
                    })
                };
                let positions = words.iter().enumerate().map(read);
                let positions = positions.collect::<Result<_, _>>()?;
                Ok(component::part(rule.clone(), positions))
            }
            AnyRule::Numbers(rule) => {
                let read = |(number, word): (usize, &&str)| {
                    let position = rule.read_position(word);
                    position.ok_or_else(|| NoPosition {
                        number,
                        place: None,
                        message: rule.expected(word),
                    })
                };
                let positions = words.iter().enumerate().map(read);
                let positions = positions.collect::<Result<_, _>>()?;
                Ok(component::part(rule.clone(), positions))
            }
            AnyRule::Words(rule) => {
                let read = |(number, word): (usize, &&str)| {
                    let read = rule.read_word(word);
                    read.map_err(|(place, message)| NoPosition {
                        number,
                        place: Some(place),
                        message,
                    })
                };
                let words = words.iter().enumerate().map(read);
                let words = words.collect::<Result<_, _>>()?;
                Ok(component::encoded_part(rule.clone(), words))
            }
            AnyRule::Grids(rule) => {
                let read = |(number, word): (usize, &&str)| {
                    let read = rule.read_board(word);
                    read.map_err(|(place, message)| NoPosition {
                        number,
                        place: Some(place),
                        message,
                    })
                };
                let boards = words.iter().enumerate().map(read);
                let boards = boards.collect::<Result<_, _>>()?;
                Ok(component::encoded_part(rule.clone(), boards))
            }
            AnyRule::Lists(rule) => {
                let read = |(number, word): (usize, &&str)| {
                    let read = rule.read_list(word);
                    read.map_err(|(place, message)| NoPosition {
                        number,
                        place: Some(place),
                        message,
                    })
                };
                let lists = words.iter().enumerate().map(read);
                let lists = lists.collect::<Result<_, _>>()?;
                Ok(component::encoded_part(rule.clone(), lists))
            }
        }
    }

    /// What is expected where no position stands.
    pub fn missing(&self) -> Message {
        match self {
            AnyRule::Numbers(rule) => rule.expected(""),
            AnyRule::Words(rule) => rule.missing(),
            AnyRule::Grids(rule) => rule.missing(),
            AnyRule::Graphs(rule) => rule.expected(),
            AnyRule::Lists(rule) => rule.missing(),
        }
    }

    /// The rule as a part without a position.
    pub fn head(&self) -> Part {
        match self {
            AnyRule::Numbers(rule) => component::part(rule.clone(), Vec::new()),
            AnyRule::Words(rule) => component::encoded_part(rule.clone(), Vec::new()),
            AnyRule::Grids(rule) => component::encoded_part(rule.clone(), Vec::new()),
            AnyRule::Graphs(rule) => component::part(rule.clone(), Vec::new()),
            AnyRule::Lists(rule) => component::encoded_part(rule.clone(), Vec::new()),
        }
    }

    /// A part of a game: these positions. Where the form of a rule proves that it is a game of the catalogue, that game it is.
    ///
    /// # Errors
    /// The first word that is no position.
    pub fn known_part(
        &self,
        catalogue: Catalogue,
        words: &[&str],
        files: Files<'_>,
    ) -> Result<Part, NoPosition> {
        let part = self.part_with(words, files)?;
        match self {
            AnyRule::Numbers(rule) => {
                let positions = words.iter().filter_map(|word| rule.read_position(word));
                Ok(rule.clone().part(catalogue, positions.collect()))
            }
            AnyRule::Lists(rule) if rule.form().is_some() => {
                let lists = words.iter().filter_map(|word| rule.read_list(word).ok());
                let named = lists.filter_map(|list| rule.by_name(&list));
                let text = named.collect::<Vec<_>>().join(" + ");
                let game = catalogue::read(catalogue, &text, &no_files).ok();
                Ok(match game.as_ref().map(|game| game.parts()) {
                    Some([known]) => known.clone(),
                    _ => part,
                })
            }
            _ => Ok(part),
        }
    }
}

impl fmt::Display for AnyRule {
    /// The rule with all that was given to it: it reads back to the same.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            AnyRule::Numbers(rule) => rule.fmt(f),
            AnyRule::Words(rule) => rule.fmt(f),
            AnyRule::Grids(rule) => rule.fmt(f),
            AnyRule::Graphs(rule) => rule.fmt(f),
            AnyRule::Lists(rule) => rule.fmt(f),
        }
    }
}

/// The rule of a clause such as `rule 'n -> n-1' 3`, which stands between quotation marks, with its word.
pub(crate) fn quoted<'c, 't>(
    clause: &'c Clause<'t>,
) -> Result<(&'c Word<'t>, &'t str, &'c [Word<'t>]), ParseError> {
    clause.no_parameters()?;
    let expected = || message!("expected a rule in quotation marks", "此处应为引号内的规则");
    let Some((first, positions)) = clause.words.split_first() else {
        let end = clause.name.at + clause.name.text.len();
        return Err(ParseError::at(end, 1, expected()));
    };
    let inner = first.text.strip_prefix(QUOTE);
    match inner.and_then(|inner| inner.strip_suffix(QUOTE)) {
        Some(inner) => Ok((first, inner, positions)),
        None => Err(first.error(expected())),
    }
}

/// The rule of a clause and its positions, each a word of its own.
pub(crate) fn positions<R, P>(
    clause: &Clause<'_>,
    parse: impl Fn(&str, &[(&str, Given)]) -> Result<R, RuleErrors>,
    read: impl Fn(&R, &str) -> Result<P, ((usize, usize), Message)>,
) -> Result<(R, Vec<P>), ParseError> {
    let (first, text, words) = quoted(clause)?;
    let rule = parse(text, &[]).map_err(|errors| misread(first, &errors))?;
    let position = |word: &Word<'_>| {
        let read = read(&rule, word.text);
        read.map_err(|((from, to), message)| ParseError::at(word.at + from, to - from, message))
    };
    let positions = words.iter().map(position).collect::<Result<_, _>>()?;
    Ok((rule, positions))
}

/// What stands in front of positions: the rule's name, or the rule itself.
pub(crate) fn head(name: Option<&str>, rule: &impl fmt::Display) -> String {
    match name {
        Some(name) => name.to_owned(),
        None => format!("rule '{rule}'"),
    }
}

/// Whether every play ends, in a sentence, by the measures that no move makes greater and the first that changes smaller.
pub(crate) fn ending(measures: Option<impl Iterator<Item = Message>>) -> Message {
    let Some(mut measures) = measures else {
        return message!(
            "termination is not proved: Grundy values are given only for positions whose every continuation ends",
            "未能证明对局必然结束：只对后续全部终止的局面给出 SG 值"
        );
    };
    let Some(first) = measures.next() else {
        return message!(
            "every play ends: there is no move",
            "对局必然结束：没有走法"
        );
    };
    let Some(second) = measures.next() else {
        return message!(
            "every play ends: each move makes {what} smaller",
            "对局必然结束：每步都使{what}变小",
            what = first
        );
    };
    let listed = [second]
        .into_iter()
        .chain(measures)
        .fold(first, |before, next| {
            message!(
                "{before}, {next}",
                "{before}、{next}",
                before = before,
                next = next
            )
        });
    message!(
        "every play ends: of these, in this order, the first that changes becomes smaller: {listed}",
        "对局必然结束：依次看下列各量，首个改变的变小：{listed}",
        listed = listed
    )
}

/// The first thing that is wrong with a rule within a game.
pub(crate) fn misread(word: &Word<'_>, errors: &RuleErrors) -> ParseError {
    match errors.errors.first() {
        None => word.error(message!("expected a rule", "此处应为规则")),
        Some(first) => {
            let bytes = first.span.end.saturating_sub(first.span.start);
            let at = word.at + QUOTE.len_utf8() + first.span.start;
            ParseError::at(at, bytes, first.message.clone())
        }
    }
}

/// Reads a rule and its positions, as the catalogue's line of rules does.
pub(crate) fn read(clause: &Clause<'_>) -> Result<Part, ParseError> {
    let (first, text, positions) = quoted(clause)?;
    let read = read_quoted(clause, first, text, positions);
    read.map_err(|mut error| {
        if error.example.is_empty() {
            Kind::of(text).example().clone_into(&mut error.example);
        }
        error
    })
}

fn read_quoted(
    clause: &Clause<'_>,
    first: &Word<'_>,
    text: &str,
    positions: &[Word<'_>],
) -> Result<Part, ParseError> {
    let rule = AnyRule::parse_with(text, &[]).map_err(|errors| misread(first, &errors))?;
    let words: Vec<&str> = positions.iter().map(|word| word.text).collect();
    let part = rule.known_part(clause.catalogue, &words, clause.files);
    part.map_err(|wrong| match positions.get(wrong.number) {
        None => first.error(wrong.message),
        Some(word) => match wrong.place {
            None => word.error(wrong.message),
            Some((from, to)) => ParseError::at(word.at + from, to - from, wrong.message),
        },
    })
}
