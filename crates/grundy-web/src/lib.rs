//! The local page of grundy: a small HTTP server with a JSON interface that answers what the command line answers.
//!
//! The crate knows no game. Whoever runs it implements [`Answers`]: a [`Question`] is the arguments of one command, an
//! [`Answered`] what that command wrote and how it ended. What may be asked stands in one table, from which come the
//! reading of an address, the OpenAPI document and the index of the interface ([`routes`]).
//!
//! ```no_run
//! use std::sync::Arc;
//! use std::sync::atomic::AtomicBool;
//! use grundy_web::{Answered, Answers, Question, Server, Settings};
//!
//! struct Echo;
//! impl Answers for Echo {
//!     fn answer(&self, question: &Question, _stop: &Arc<AtomicBool>) -> Answered {
//!         Answered { exit: 0, out: format!("{:?}\n", question.arguments).into_bytes(), error: None }
//!     }
//! }
//! let server = Server::bind(Settings::default(), Arc::new(Echo))?;
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

mod arguments;
mod ask;
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
mod rehearsal;
mod reply;
pub mod routes;
mod server;
mod settings;
mod shares;
mod staff;
mod turns;
mod words;
mod worker;
mod write_timeout;

use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

use grundy::Lang;
use grundy_service::{Failure, Request};

pub use openapi::document;
pub use rehearsal::Rehearsal;
pub use routes::Form;
pub use server::Server;
pub use settings::{Limits, Log, Settings};
pub use staff::Start;
pub use worker::work;

/// Whoever answers questions: the commands of the command line.
pub trait Answers: Send + Sync + 'static {
    /// Runs one command to its end and says what came of it.
    ///
    /// Called on a thread that may block. When `stop` becomes true nobody waits
    /// for the answer any longer, or only for a moment: the command ends as after Ctrl-C. It reads no file and writes
    /// none, whatever the arguments say.
    fn answer(&self, question: &Question, stop: &Arc<AtomicBool>) -> Answered;
}

/// One command to run.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Question {
    /// The arguments after the program's name: `["solve", "--json", "--lang=en", "--", "nim 3 5 7"]`.
    pub arguments: Vec<String>,
    /// What the command finds on its standard input.
    pub input: Option<Vec<u8>>,
    /// The question, where it is one of the service; then there are no arguments.
    pub request: Option<Request>,
    /// The form of its answer.
    pub form: Form,
    /// The language of sentences; the arguments say it too.
    pub lang: Lang,
    /// Most bytes of output that are of use: a command that has written more may end, and its answer is refused.
    pub most_output: usize,
    /// Most time that it may take, whatever the arguments say.
    pub most_time: Duration,
    /// Most memory for its tables, likewise.
    pub most_bytes: u64,
    /// Most positions to look at, likewise.
    pub most_positions: u64,
}

/// What came of a command.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Answered {
    /// Its exit code: 0 answered, 1 unknown, 2 not understood, 130 stopped.
    pub exit: u8,
    /// What it wrote on standard output.
    pub out: Vec<u8>,
    /// What it complained of.
    pub error: Option<Problem>,
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
