//! The one table of what may be asked: path, command, parameters. From it come the reading of a request, the OpenAPI
//! document and the index of the interface.
//!
//! Only what stands here can reach a command. A value is always joined to its flag (`--name=value`) or stands behind
//! `--`, so no text becomes a flag; and no flag of the table names a file.

mod parameters;
mod questions;
mod table;

use grundy::Text;
use grundy_service::{Failure, Request};
use serde_json::{Map, Value};

pub use table::ROUTES;

/// Where all paths begin.
pub const ROOT: &str = "/api/v1/";

/// Something that may be asked.
#[derive(Debug)]
pub struct Route {
    /// The end of its path, behind [`ROOT`].
    pub name: &'static str,
    /// What it answers, in a line.
    pub about: Text,
    /// The command, and the arguments that are always given.
    pub command: &'static [&'static str],
    /// What may be said.
    pub parameters: &'static [Parameter],
    /// The bounds that the command takes.
    pub budgets: &'static [Budget],
    /// What it answers, where no parameter chooses.
    pub answer: Answer,
    /// Makes a question of the parameters' values.
    pub(crate) read: Option<Read>,
}

/// Makes a question of values by their names.
pub(crate) type Read = fn(Map<String, Value>) -> Result<Asks, Failure>;

/// What a request asks for.
#[derive(Debug)]
pub(crate) struct Asks {
    pub(crate) request: Request,
    pub(crate) form: Form,
    /// The text that `@-` in a position stands for.
    pub(crate) input: Option<String>,
}

/// The form of an answer.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Form {
    /// The document of the question.
    #[default]
    Json,
    /// A picture that grows and shrinks: of a position its binary columns, of anything else the thing itself.
    Svg,
}

/// What an answer is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Answer {
    /// Its media type.
    pub media: &'static str,
    /// The name of its schema in the OpenAPI document, where it is JSON.
    pub schema: Option<&'static str>,
}

/// A parameter: of the query, or a key of the object in the body.
#[derive(Debug)]
pub struct Parameter {
    /// Its name.
    pub name: &'static str,
    /// What it takes.
    pub kind: Kind,
    /// How the command is told.
    pub goes: Goes,
    /// Whether it must be given.
    pub required: bool,
    /// What it is.
    pub help: Text,
    /// A value.
    pub example: &'static str,
}

/// What a parameter takes.
#[derive(Clone, Copy, Debug)]
pub enum Kind {
    /// Nothing, or a truth value.
    Flag,
    /// A text; an empty one is as none.
    Text,
    /// Texts: the parameter may be repeated.
    Texts,
    /// A natural number from `least` to `most`.
    Number {
        /// The least.
        least: u64,
        /// The largest.
        most: u64,
    },
    /// A natural number as the command line reads it: also `1_000_000`, `1e6` and `10^6`.
    Count,
    /// One of a few; the first where none is given.
    Choice(&'static [Choice]),
}

/// One of a few.
#[derive(Debug)]
pub struct Choice {
    /// Its name.
    pub name: &'static str,
    /// What the command is told.
    pub argument: &'static str,
    /// What the answer then is, where that depends on it.
    pub answer: Option<Answer>,
}

/// How the command is told of a parameter.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Goes {
    /// Behind `--`, in the order of the table.
    Place,
    /// As this flag, a value joined to it by `=`.
    Flag(&'static str),
    /// As the first number of a range behind `--`, 0 where it is not given; [`Goes::End`] follows in the table.
    First,
    /// As the number before which that range ends.
    End,
    /// On standard input, with this argument if it is not empty.
    Input(&'static str),
    /// As the argument of the choice.
    Choice,
}

/// A bound that a command takes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Budget {
    /// Time, by this flag.
    Time(&'static str),
    /// Memory, by this flag.
    Bytes(&'static str),
    /// Positions, by this flag.
    Positions(&'static str),
}

/// The route of a name.
pub fn route(name: &str) -> Option<&'static Route> {
    ROUTES.iter().find(|route| route.name == name)
}

impl Route {
    /// All that it may answer, the usual first.
    pub fn answers(&self) -> Vec<Answer> {
        let mut answers = Vec::new();
        for parameter in self.parameters {
            if let Kind::Choice(choices) = parameter.kind {
                answers.extend(choices.iter().filter_map(|choice| choice.answer));
            }
        }
        if answers.is_empty() {
            answers.push(self.answer);
        }
        answers
    }
}
