//! The one-line rule notation: a game said as papers and problem statements say it.
//!
//! A rule is a comprehension over positions: a pattern, the options, what the numbers in them run through. It has no
//! loops and no recursion of its own; every evaluation is counted, and every number checked.
//!
//! ```
//! use grundy::rule::Rule;
//! let rule = Rule::parse("n -> n-k for k in {1,3,4}").unwrap();
//! let values = rule.table(&[12], &mut grundy::budget::Meter::new(&grundy::Budget::default())).unwrap();
//! assert_eq!(values.cells(), [0, 1, 0, 1, 2, 3, 2, 0, 1, 0, 1, 2]);
//! assert_eq!(rule.to_string(), "n -> n-k for k in {1,3,4}");
//! ```
//!
//! What is wrong is told with its place and an example, all at once:
//!
//! ```
//! use grundy::rule::Rule;
//! let wrong = Rule::parse("n -> n-j for k in 1..=3; 0 = 1").unwrap_err();
//! assert_eq!(wrong.errors.len(), 2);
//! assert_eq!((wrong.errors[0].line, wrong.errors[0].column), (1, 8));
//! ```

pub(crate) mod check;
pub(crate) mod code;
mod columns;
mod comprehension;
mod error;
pub(crate) mod evaluate;
pub(crate) mod expand;
pub(crate) mod fold;
mod formula;
mod guards;
pub(crate) mod lexer;
mod linear;
mod lines;
mod marks;
pub(crate) mod measure;
mod monotone;
pub(crate) mod parse;
mod places;
mod play;
mod position;
pub(crate) mod program;
mod proved;
mod rays;
mod reached;
mod recognise;
mod ruled_out;
pub(crate) mod step;
pub mod syntax;
mod table;

use std::fmt;
use std::str::FromStr;
use std::sync::OnceLock;

pub use code::{Fault, FaultKind};
pub use comprehension::{Comprehension, Unfinished};
pub use error::{RuleError, RuleErrors};
pub use fold::Gathered;
pub use formula::Formula;
use measure::Measured;
pub use measure::{Measure, Quantity};
pub use parse::LONGEST;
pub use play::{LISTING, Listed, RuleMove};
pub use position::{MOST, Position};
pub use reached::Reached;
pub use recognise::{Evidence, Recognised};
pub use ruled_out::{How, RuledOut};
pub(crate) use table::Singles;
pub use table::{Table, Unfilled};

use crate::budget::pulse;
use evaluate::Evaluator;
use program::Program;
use syntax::{Body, Coordinate, Defined, Definition, Expression, Kind, Name, Span, Syntax};

use crate::message;

/// A rule: what a text of the notation says.
#[derive(Clone, Debug)]
pub struct Rule {
    text: String,
    name: Option<String>,
    syntax: Syntax,
    /// The same without functions.
    expanded: Syntax,
    program: Program,
    measured: OnceLock<Measured>,
}

/// A number or an array that the caller gives to a rule.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Given {
    /// A number.
    Number(i64),
    /// An array.
    Array(Vec<i64>),
}

/// Bytes, and steps, that reading a rule takes for each byte of its text at most.
const READ: u64 = 250;

impl Rule {
    /// Reads a rule. Time and memory are in proportion to the length of the text.
    ///
    /// # Errors
    /// All that is wrong, each with its place, what was expected, and an example.
    pub fn parse(text: &str) -> Result<Rule, RuleErrors> {
        Rule::parse_with(text, &[])
    }

    /// Reads a rule whose constants and arrays are given beside the text; they take the place of those in it.
    ///
    /// ```
    /// use grundy::rule::{Given, Rule};
    /// let data = Given::Array(vec![2, 1, 1]);
    /// let rule = Rule::parse_with("n -> n-1-v[n-1]", &[("v", data)]).unwrap();
    /// assert_eq!(rule.to_string(), "n -> n-1-v[n-1] where v = [2,1,1]");
    /// ```
    ///
    /// # Errors
    /// Those of [`parse`](Rule::parse), and names that cannot be names.
    pub fn parse_with(text: &str, given: &[(&str, Given)]) -> Result<Rule, RuleErrors> {
        // Tokens, syntax and code of short words take some hundred bytes and steps for each byte of the text.
        pulse::room(READ.saturating_mul(text.len() as u64));
        pulse::step(READ.saturating_mul(text.len() as u64));
        let reading = parse::parse(text);
        let (mut syntax, mut errors) = (reading.syntax, reading.errors);
        errors.extend(take(&mut syntax.definitions, given));
        let checked = expand::expanded(&syntax).and_then(|expanded| {
            let program = check::check(&expanded, !given.is_empty())?;
            Ok((expanded, program))
        });
        match checked {
            Ok((expanded, program)) if errors.is_empty() => Ok(Rule {
                text: text.to_owned(),
                name: None,
                syntax,
                expanded,
                program,
                measured: OnceLock::new(),
            }),
            checked => {
                // Names whose definitions could not be read would only seem to be missed.
                let wrong = checked.err().filter(|_| !reading.lost_definitions);
                errors.extend(wrong.unwrap_or_default());
                Err(RuleErrors::placed(errors, text))
            }
        }
    }

    /// The rule with some of its constants as further coordinates, which no move changes: what is found of it holds for all their values.
    /// `None` where one is no constant, or there would be more than [`MOST`] coordinates.
    ///
    /// ```
    /// use grundy::rule::Rule;
    /// let rule = Rule::parse("n -> n-k for k in 1..=m where m = 3").unwrap();
    /// let all = rule.with_constants_as_coordinates(&["m"]).unwrap();
    /// assert_eq!(all.to_string(), "(n,m) -> (n-k,m) for k in 1..=m");
    /// ```
    pub fn with_constants_as_coordinates(&self, names: &[&str]) -> Option<Rule> {
        let mut syntax = self.expanded.clone();
        for name in names {
            let is_meant = |definition: &Definition| definition.name.text == *name;
            let constant = syntax.definitions.iter().find(|one| is_meant(one))?;
            if !matches!(constant.value, Defined::Number(_)) {
                return None;
            }
            syntax.definitions.retain(|one| !is_meant(one));
            let place = Span::default();
            for clause in &mut syntax.clauses {
                clause.pattern.coordinates.push(Coordinate::Name(Name {
                    text: (*name).to_owned(),
                    span: place,
                }));
                let Body::Options(sums) = &mut clause.body else {
                    continue;
                };
                for term in sums.iter_mut().flatten() {
                    let kind = Kind::Name((*name).to_owned());
                    term.coordinates.push(Expression { kind, span: place });
                }
            }
        }
        Rule::parse(&syntax.to_string()).ok()
    }

    /// The rule under a name, which answers use instead of its text. A solver takes rules of the same name for the same rule.
    pub fn named(mut self, name: &str) -> Rule {
        self.name = Some(name.to_owned());
        self
    }

    pub(crate) fn name(&self) -> Option<&str> {
        self.name.as_deref()
    }

    /// How many coordinates a position has, from 1 to [`MOST`].
    pub fn arity(&self) -> usize {
        self.program.arity
    }

    /// The text that was read.
    pub fn text(&self) -> &str {
        &self.text
    }

    /// The rule as it is written.
    pub fn syntax(&self) -> &Syntax {
        &self.syntax
    }

    /// The rule with what they stand for in the place of functions behind `where`: there are none in it.
    ///
    /// ```
    /// use grundy::rule::Rule;
    /// let rule = Rule::parse("n -> n-f(k) for k in 1..=n where f(k) = k*(k+1)/2").unwrap();
    /// assert_eq!(rule.expanded().to_string(), "n -> n-k*(k+1)/2 for k in 1..=n");
    /// ```
    pub fn expanded(&self) -> &Syntax {
        &self.expanded
    }

    /// The position with these coordinates; `None` where they are not as many as the rule has, or 2^63 or more.
    pub fn position(&self, coordinates: &[u64]) -> Option<Position> {
        if coordinates.len() != self.arity() {
            return None;
        }
        Position::new(coordinates)
    }

    /// Reads a position: `7`, `3,5`, `(3,5)`, or a Nim heap `*2`; `None` where it is none of this rule.
    ///
    /// ```
    /// use grundy::rule::Rule;
    /// let rule = Rule::parse("(x,y) -> (x-1,y); (x,y) -> (x,y-1)").unwrap();
    /// assert_eq!(rule.read_position("(3,5)"), rule.position(&[3, 5]));
    /// assert_eq!(rule.read_position("3"), None);
    /// ```
    pub fn read_position(&self, text: &str) -> Option<Position> {
        let plain = |number: &str| {
            let number = number.trim();
            let digits = !number.is_empty() && number.bytes().all(|byte| byte.is_ascii_digit());
            digits.then(|| number.parse::<u64>().ok()).flatten()
        };
        if let Some(size) = text.strip_prefix('*') {
            return Some(Position::nim_heap(u32::try_from(plain(size)?).ok()?));
        }
        let inner = match text.strip_prefix('(') {
            Some(inner) => inner.strip_suffix(')')?,
            None => text,
        };
        let numbers: Option<Vec<u64>> = inner.split(',').map(plain).collect();
        self.position(&numbers?)
    }

    pub(crate) fn program(&self) -> &Program {
        &self.program
    }

    pub(crate) fn evaluator(&self, steps: u64) -> Evaluator<'_> {
        Evaluator::new(&self.program, steps)
    }
}

/// Puts what is given in the place of definitions, and in front of the others; tells what cannot be given.
pub(crate) fn take(definitions: &mut Vec<Definition>, given: &[(&str, Given)]) -> Vec<RuleError> {
    let errors = given.iter().filter_map(|(name, value)| unfit(name, value));
    let errors = errors.collect();
    let mut all: Vec<Definition> = (given.iter())
        .map(|(name, value)| definition(name, value))
        .collect();
    definitions.retain(|own| given.iter().all(|(name, _)| *name != own.name.text));
    all.append(definitions);
    *definitions = all;
    errors
}

/// What keeps something given from being printed and read back.
fn unfit(name: &str, value: &Given) -> Option<RuleError> {
    let (tokens, errors) = lexer::tokens(name);
    let word =
        matches!(tokens[..], [(lexer::Token::Word(word), _), _] if word == name && word != "_");
    let least = match value {
        Given::Number(number) => *number,
        Given::Array(numbers) => numbers.iter().min().copied().unwrap_or(0),
    };
    let message = if !word || !errors.is_empty() || parse::is_reserved(name) {
        message!(
            "'{name}' cannot name what is given",
            "'{name}' 不能作为所给数据的名字",
            name = crate::notation::shortened(name)
        )
    } else if least == i64::MIN {
        message!(
            "numbers in a rule must be above -2^63",
            "规则中的数须大于 -2^63"
        )
    } else {
        return None;
    };
    Some(RuleError::new(Span::default(), message, parse::GIVEN))
}

fn definition(name: &str, value: &Given) -> Definition {
    let span = Span::default();
    let number = |&number: &i64| Expression {
        kind: Kind::Number(number),
        span,
    };
    Definition {
        name: Name {
            text: name.to_owned(),
            span,
        },
        value: match value {
            Given::Number(value) => Defined::Number(number(value)),
            Given::Array(numbers) => Defined::Array(numbers.iter().map(number).collect()),
        },
    }
}

impl FromStr for Rule {
    type Err = RuleErrors;
    fn from_str(text: &str) -> Result<Rule, RuleErrors> {
        Rule::parse(text)
    }
}

impl fmt::Display for Rule {
    /// The rule with all that was given to it: it reads back to the same.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(&self.syntax, f)
    }
}

impl PartialEq for Rule {
    fn eq(&self, other: &Rule) -> bool {
        self.syntax == other.syntax
    }
}

#[cfg(test)]
mod examples;
#[cfg(test)]
mod tests;
