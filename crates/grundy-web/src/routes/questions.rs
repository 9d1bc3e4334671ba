//! Questions as types: a struct for each route, whose fields are its parameters, and the request of the service that comes of it.

use std::cell::RefCell;

use grundy::Message;
use grundy_service::rule::Written;
use grundy_service::solve::{self, Position};
use grundy_service::{Failure, Quiet, Request, Sink};
use serde::Deserialize;
use serde::de::DeserializeOwned;
use serde_json::{Map, Value};

use super::{Asks, Form};
use crate::words;

/// A route's parameters.
pub(super) trait Question: DeserializeOwned {
    /// What they ask for.
    ///
    /// # Errors
    /// That there is no such thing to ask for.
    fn asks(self) -> Result<Asks, Failure>;
}

/// Makes a question of values that are of the parameters' kinds.
pub(super) fn read<Q: Question>(values: Map<String, Value>) -> Result<Asks, Failure> {
    let question: Result<Q, _> = serde_json::from_value(Value::Object(values));
    let wrong = |error: serde_json::Error| Failure::File(words::no_question(&error.to_string()));
    question.map_err(wrong)?.asks()
}

/// A rule in the place of a game, and what is given to it.
#[derive(Deserialize)]
struct Rule {
    rule: Option<String>,
    #[serde(default)]
    r#let: Vec<String>,
}

impl Rule {
    /// The rule, where there is one. Of files it has the text that came with the question, under the name `-`.
    fn written(&self, input: &Input) -> Result<Option<Written>, Failure> {
        let files = |name: &str| input.read(name);
        Written::typed(
            self.rule.as_deref(),
            self.r#let.iter().map(String::as_str),
            &files,
        )
    }
}

/// The text that came with a question, to be read once.
struct Input(RefCell<Option<String>>);

impl Input {
    fn new(text: Option<String>) -> Input {
        Input(RefCell::new(text))
    }

    fn read(&self, name: &str) -> Result<String, Message> {
        match name {
            "-" => Ok(self.0.take().unwrap_or_default()),
            _ => Quiet.read(name, 0),
        }
    }
}

/// A position, by itself or of a rule.
#[derive(Deserialize)]
struct Asked {
    game: String,
    #[serde(flatten)]
    rule: Rule,
    #[serde(default)]
    misere: bool,
    input: Option<String>,
}

impl Asked {
    /// The position, and what is left of the text that came with it.
    fn position(self) -> Result<(Position, Option<String>), Failure> {
        let input = Input::new(self.input);
        let position = Position {
            game: self.game,
            rule: self.rule.written(&input)?,
            misere: self.misere,
        };
        Ok((position, input.0.into_inner()))
    }
}

#[derive(Deserialize)]
pub(super) struct Solve {
    #[serde(flatten)]
    asked: Asked,
    #[serde(default)]
    all: bool,
    #[serde(default)]
    explain: bool,
}

impl Question for Solve {
    fn asks(self) -> Result<Asks, Failure> {
        let (position, input) = self.asked.position()?;
        let request = solve::Request {
            position,
            all: self.all,
            explain: self.explain,
            // Who asks wants what can be had within the limits of a question.
            thorough: true,
        };
        Ok(Asks {
            request: Request::Solve(request),
            form: Form::Json,
            input,
        })
    }
}
