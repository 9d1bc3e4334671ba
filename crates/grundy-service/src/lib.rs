//! Questions and answers as typed values: what command line, page and Python share.
//!
//! A [`Request`] says what is asked, by fields with names and not by the words of a command; [`run`](Request::run) answers it within a
//! [`Budget`] and tells a [`Sink`] how far it is; what comes back is a [`Response`] that holds the library's data, or a [`Failure`] to be
//! matched. Requests are serde values, so they can be sent from one process to another. Responses are written as JSON by types whose
//! fields are the keys of the contract, in their order.
//!
//! Nothing here knows arguments, terminals, files or HTTP. What a notation or a rule calls a file is read by the sink, if it reads any.
//!
//! ```
//! use grundy::{Budget, Lang};
//! use grundy_service::{Quiet, Request, solve};
//! let mut request = solve::Request::default();
//! request.position.game = "nim 3 5 7".to_owned();
//! let response = Request::Solve(request).run(&Budget::default(), &mut Quiet)?;
//! assert!(response.json(Lang::En).contains(r#""outcome":"N","value":1"#));
//! # Ok::<(), grundy_service::Failure>(())
//! ```

pub mod answer;
pub mod atlas;
mod boards;
mod cells;
pub mod chart;
pub mod check;
pub mod emit;
mod failure;
mod filling;
pub mod find;
pub mod games;
pub mod graph;
pub mod json;
pub mod judge;
pub mod loopy;
pub mod mex;
pub mod moves;
pub mod nimber;
pub mod period;
pub mod problem;
pub mod problems;
mod proved;
pub mod quotient;
pub mod quotients;
pub mod range;
pub mod rows;
pub mod rule;
#[cfg(feature = "schema")]
pub mod schema;
pub mod sequence;
mod sink;
pub mod solve;
pub mod source;
pub mod states;
pub mod statistics;
pub mod steps;
mod still;
pub mod table;
pub mod text;
pub mod theorems;
mod verify;
mod why;

use grundy::{Budget, Lang, Play};
use serde::{Deserialize, Serialize};

pub use failure::{Failure, Refused};
pub use sink::{Attached, Quiet, Sink};
pub use verify::Verified;
pub use why::Why;

/// A question.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "ask", rename_all = "lowercase")]
#[non_exhaustive]
pub enum Request {
    /// Who wins a position, by which moves, and why.
    Solve(solve::Request),
    /// All moves of a position.
    Moves(moves::Request),
    /// Everything that can follow a small position.
    States(states::Request),
    /// Values and outcomes over a range.
    Table(table::Request),
    /// The period of a nim-sequence.
    Period(period::Request),
    /// Patterns in values.
    Find(find::Request),
    /// Games of the catalogue.
    Games(games::Request),
    /// Periods of octal codes.
    Atlas(atlas::Request),
    /// Misère quotients of short codes.
    Quotients(quotients::Request),
    /// Theorems that a machine has checked.
    Theorems(theorems::Request),
    /// Values of consecutive heaps.
    Sequence(sequence::Request),
    /// What a chart of values shows.
    Chart(chart::Request),
    /// The labelling of a graph, round by round.
    Steps(steps::Request),
    /// Problems of contests.
    Problems(problems::Request),
    /// The judge's answers to an input.
    Judge(judge::Request),
    /// A program for a judge.
    Emit(emit::Request),
    /// A misère quotient.
    Quotient(quotient::Request),
    /// A formula in the field of nimbers.
    Nimber(nimber::Request),
}

/// What a question comes to.
#[derive(Debug)]
#[non_exhaustive]
pub enum Response {
    /// Of [`Request::Solve`].
    Solve(solve::Response),
    /// Of [`Request::Moves`].
    Moves(moves::Response),
    /// Of [`Request::States`].
    States(states::Response),
    /// Of [`Request::Table`].
    Table(table::Response),
    /// Of [`Request::Period`].
    Period(period::Response),
    /// Of [`Request::Find`].
    Find(find::Response),
    /// Of [`Request::Games`].
    Games(games::Response),
    /// Of [`Request::Atlas`].
    Atlas(atlas::Response),
    /// Of [`Request::Quotients`].
    Quotients(quotients::Response),
    /// Of [`Request::Theorems`].
    Theorems(theorems::Response),
    /// Of [`Request::Sequence`].
    Sequence(sequence::Response),
    /// Of [`Request::Chart`].
    Chart(chart::Response),
    /// Of [`Request::Steps`].
    Steps(steps::Response),
    /// Of [`Request::Problems`].
    Problems(problems::Response),
    /// Of [`Request::Judge`].
    Judge(Box<judge::Response>),
    /// Of [`Request::Emit`].
    Emit(Box<emit::Response>),
    /// Of [`Request::Quotient`].
    Quotient(Box<quotient::Response>),
    /// Of [`Request::Nimber`].
    Nimber(nimber::Response),
}

impl Request {
    /// Answers within a budget, whose flag stops it.
    ///
    /// # Errors
    /// That the question is about nothing that there is, that the budget did not suffice, or that somebody stopped it.
    pub fn run(&self, budget: &Budget, sink: &mut dyn Sink) -> Result<Response, Failure> {
        Ok(match self {
            Request::Solve(request) => Response::Solve(request.run(budget, sink)?),
            Request::Moves(request) => Response::Moves(request.run(budget, sink)?),
            Request::States(request) => Response::States(request.run(budget, sink)?),
            Request::Table(request) => Response::Table(request.run(budget, sink)?),
            Request::Period(request) => Response::Period(request.run(budget, sink)?),
            Request::Find(request) => Response::Find(request.run(budget, sink)?),
            Request::Games(request) => Response::Games(request.run(budget, sink)?),
            Request::Atlas(request) => Response::Atlas(request.run(budget, sink)?),
            Request::Quotients(request) => Response::Quotients(request.run(budget, sink)?),
            Request::Theorems(request) => Response::Theorems(request.run(budget, sink)?),
            Request::Sequence(request) => Response::Sequence(request.run(budget, sink)?),
            Request::Chart(request) => Response::Chart(request.run(budget, sink)?),
            Request::Steps(request) => Response::Steps(request.run(budget, sink)?),
            Request::Problems(request) => Response::Problems(request.run(budget, sink)?),
            Request::Judge(request) => Response::Judge(Box::new(request.run(budget, sink)?)),
            Request::Emit(request) => Response::Emit(Box::new(request.run(budget, sink)?)),
            Request::Quotient(request) => Response::Quotient(Box::new(request.run(budget, sink)?)),
            Request::Nimber(request) => Response::Nimber(request.run(budget, sink)?),
        })
    }
}

impl Response {
    /// The JSON document of the schema, one line with its line end; its sentences are in a language.
    pub fn json(&self, lang: Lang) -> String {
        match self {
            Response::Solve(response) => response.json(lang),
            Response::Moves(response) => response.json(lang),
            Response::States(response) => response.json(lang),
            Response::Table(response) => response.json(),
            Response::Period(response) => response.json(lang),
            Response::Find(response) => response.json(lang),
            Response::Games(response) => response.json(),
            Response::Atlas(response) => response.json(),
            Response::Quotients(response) => response.json(),
            Response::Theorems(response) => response.json(),
            Response::Sequence(response) => response.json(),
            Response::Chart(response) => response.json(),
            Response::Steps(response) => response.json(),
            Response::Problems(response) => response.json(),
            Response::Judge(response) => response.json(),
            Response::Emit(response) => response.json(lang),
            Response::Quotient(response) => response.json(lang),
            Response::Nimber(response) => response.json(),
        }
    }
}

/// The play of a question.
fn play(is_misere: bool) -> Play {
    match is_misere {
        true => Play::Misere,
        false => Play::Normal,
    }
}

/// Whether somebody stopped the work.
fn stopped(budget: &Budget) -> bool {
    budget.is_stopped(0)
}
