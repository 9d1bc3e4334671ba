//! The local page of grundy: a small HTTP server with a JSON interface that answers what the command line answers.
//!
//! The crate knows no game. A [`Question`] is a request of the service with the form of its answer, and whoever runs the server
//! implements [`Answers`]: runs the request, and writes the answer in its form. What may be asked stands in types, from which come the
//! reading of an address, the OpenAPI document and the index of the interface ([`routes`]).
//!
//! ```no_run
//! use std::sync::Arc;
//! use std::sync::atomic::AtomicBool;
//! use grundy_service::{Failure, Quiet};
//! use grundy_web::{Answers, Question, Server, Settings};
//!
//! struct Documents;
//! impl Answers for Documents {
//!     fn answer(&self, question: &Question, stop: &Arc<AtomicBool>) -> Result<Vec<u8>, Failure> {
//!         let budget = question.budget(stop);
//!         let response = question.request.run(&budget, &mut Quiet)?;
//!         Ok(response.json(question.lang).into_bytes())
//!     }
//! }
//! let server = Server::bind(Settings::default(), Arc::new(Documents))?;
//! println!("http://{}/", server.address());
//! server.run(Arc::new(AtomicBool::new(false)))?;
//! # Ok::<(), std::io::Error>(())
//! ```
//!
//! # What a stranger may do
//!
//! The server listens on this machine alone unless told otherwise, and it holds what comes in to be hostile. A request
//! must name the server by a name that is its own (else a page of another host could reach it by a name it makes point
//! here), must not come from another site's page, and is bound in the size of its head and body, in the time it takes to
//! arrive, to be computed and to be fetched, and in memory. See [`Limits`] for each bound and for what they add up to.

mod ask;
mod book;
mod bounds;
mod client;
mod frame;
mod guard;
mod handle;
mod index;
mod openapi;
mod page;
mod query;
mod question;
mod reading;
mod rehearsal;
mod reply;
pub mod routes;
mod server;
mod settings;
mod shares;
mod spare;
mod staff;
mod turns;
mod words;
mod worker;
mod write_timeout;

use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::{Duration, Instant};

use grundy::{Budget, Lang};
use grundy_service::{Failure, Request};

pub use openapi::document;
pub use rehearsal::Rehearsal;
pub use routes::{Form, Look};
pub use server::Server;
pub use settings::{Limits, Log, Settings};
pub use staff::Start;
pub use worker::work;

/// Whoever answers questions.
pub trait Answers: Send + Sync + 'static {
    /// Runs the request of a question and writes its answer in the form that is asked for.
    ///
    /// Called on a thread that may block. When `stop` becomes true nobody waits for the answer any longer, or only for a moment: the
    /// question ends as interrupted. No file is read and none written, whatever the question says.
    ///
    /// # Errors
    /// Why there is no answer.
    fn answer(&self, question: &Question, stop: &Arc<AtomicBool>) -> Result<Vec<u8>, Failure>;

    /// The same answer, byte for byte, of a question that costs hardly anything: some microseconds and kilobytes. None where it may
    /// cost more, which must be seen as fast: a server with workers asks this itself, on its only thread, before a worker is asked.
    fn at_once(&self, question: &Question) -> Option<Vec<u8>> {
        let _ = question;
        None
    }
}

/// A question.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Question {
    /// What is asked.
    pub request: Request,
    /// The form of the answer.
    pub form: Form,
    /// How it looks, where it is a picture or a table.
    pub look: Look,
    /// The text that came with the question, which a position calls `@-`.
    pub input: Option<String>,
    /// The language of sentences.
    pub lang: Lang,
    /// Most bytes of an answer that are of use: a longer one is refused.
    pub most_output: usize,
    /// Most time that it may take by itself; then it is stopped.
    pub most_time: Option<Duration>,
    /// Most memory for its tables.
    pub most_bytes: u64,
    /// Most positions to look at.
    pub most_positions: u64,
}

impl Question {
    /// What may be spent on it from now on, until it is stopped.
    pub fn budget(&self, stop: &Arc<AtomicBool>) -> Budget {
        Budget {
            positions: self.most_positions,
            bytes: self.most_bytes,
            time: self.most_time,
            since: Some(Instant::now()),
            stop: Some(Arc::clone(stop)),
            watch: None,
        }
    }
}

/// Why a question has no answer.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Problem {
    /// The sentence, in the language of the question.
    pub message: Box<str>,
    /// A word for what is wrong, for programs.
    pub kind: Option<Box<str>>,
    /// The position at which a rule cannot be evaluated, as it is written.
    pub at: Option<Box<str>>,
    /// The line of what is wrong, from 1.
    pub line: Option<usize>,
    /// Its column in characters, from 1.
    pub column: Option<usize>,
    /// Its length in characters.
    pub length: Option<usize>,
    /// A question of the same kind that is understood.
    pub example: Option<Box<str>>,
}

impl Problem {
    /// Why the service has no answer; the example is shown where the question asks for what there is not.
    pub fn of(failure: &Failure, example: Option<&str>, lang: Lang) -> Problem {
        let problem = Problem {
            kind: Some(failure.word().into()),
            ..Problem::new(failure.describe().render(lang))
        };
        match failure {
            // The place is in another text than the position, and stands in the sentence.
            Failure::Game(_, error) if error.file.is_some() => Problem {
                message: error.render(lang).into(),
                example: Some(error.example.as_str().into()),
                ..problem
            },
            Failure::Game(_, error) => Problem {
                line: Some(error.line),
                column: Some(error.column),
                length: Some(error.length),
                example: Some(error.example.as_str().into()),
                ..problem
            },
            Failure::Rule(text, errors) => {
                let all = match &errors.errors[..] {
                    [_] => problem.message,
                    _ => errors.render(lang).into(),
                };
                let first = errors.errors.first();
                Problem {
                    message: all,
                    line: first.map(|first| first.line),
                    column: first.map(|first| first.column),
                    length: first.map(|first| first.length(text)),
                    example: first.map(|first| first.example.into()),
                    ..problem
                }
            }
            // In the input of a contest.
            Failure::Input(error, _) => Problem {
                line: usize::try_from(error.place.line).ok(),
                column: usize::try_from(error.place.column).ok(),
                ..problem
            },
            Failure::Refused(_) => Problem {
                example: example.map(Into::into),
                ..problem
            },
            Failure::Unknown(why) => Problem {
                at: why.place().map(Into::into),
                ..problem
            },
            _ => problem,
        }
    }

    /// A sentence without a place.
    pub fn new(message: impl Into<Box<str>>) -> Problem {
        Problem {
            message: message.into(),
            ..Problem::default()
        }
    }
}
