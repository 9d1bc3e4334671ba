//! What ends a command early, how it is told, and the exit codes.

use std::fmt;
use std::io::{self, Write};
use std::path::PathBuf;
use std::process::ExitCode;

use grundy::rule::RuleErrors;
use grundy::{Lang, Message, ParseError};
use grundy_judge::FormatError;
use grundy_service::{Refused, Why};

use crate::commands::ruled;
use crate::interrupt;
use crate::output;
use crate::print::paint::{Paint, clean};
use crate::print::pointer;
use crate::words;

/// How a command ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Exit {
    /// The question was answered.
    Answered,
    /// The answer is not known.
    Unknown,
    /// A program that was checked is wrong.
    Mismatch,
    /// A part of what was asked for is known, and where it ends.
    Partial,
    /// The question was not understood.
    Usage,
    /// Somebody pressed Ctrl-C.
    Interrupted,
}

impl Exit {
    /// What a program ends with that ended one part so and another so: the first that is no answer, but for what was not understood.
    pub(crate) fn and(self, other: Exit) -> Exit {
        match (self, other) {
            (Exit::Answered, exit) | (_, exit @ Exit::Usage) => exit,
            (exit, _) => exit,
        }
    }

    /// The process's exit code.
    pub fn code(self) -> u8 {
        match self {
            Exit::Answered => 0,
            Exit::Unknown | Exit::Mismatch => 1,
            Exit::Usage => 2,
            Exit::Partial => 3,
            Exit::Interrupted => 130,
        }
    }
}

impl From<Exit> for ExitCode {
    fn from(exit: Exit) -> ExitCode {
        // What ended the program is told apart only for whoever started it.
        ExitCode::from(match exit {
            Exit::Interrupted => interrupt::exit_code(),
            other => other.code(),
        })
    }
}

/// What ends a command early.
#[derive(Debug)]
pub(crate) enum Failure {
    /// Text that is no game.
    Game(String, Box<ParseError>),
    /// Text that is no rule.
    Rule(String, Box<RuleErrors>),
    /// Arguments that are not understood, with an example of better ones.
    Arguments(Message, String),
    /// Input of another kind that is not as expected.
    Input(Message),
    /// The same, with several places.
    Inputs(Vec<Message>),
    /// A file and what cannot be done to it.
    File(PathBuf, Message, io::Error),
    /// The question cannot be answered.
    Unknown(Why),
    /// Standard output cannot be written.
    Write(io::Error),
    /// Nobody reads standard output any more: no failure at all.
    Closed,
    /// Ctrl-C.
    Interrupted,
    /// Ctrl-C in a run that says how far it was.
    InterruptedAt(Message),
}

impl Failure {
    /// Text that is no game.
    pub(crate) fn game(text: &str, error: ParseError) -> Failure {
        Failure::Game(text.to_owned(), Box::new(error))
    }

    /// A question that cannot be answered.
    pub(crate) fn unknown(why: impl Into<Why>) -> Failure {
        Failure::Unknown(why.into())
    }

    /// What the service says, in the words of the command line; `example` is of a better question.
    pub(crate) fn of(failure: grundy_service::Failure, example: &str) -> Failure {
        use grundy_service::Failure as Of;
        match failure {
            Of::Game(text, error) => Failure::Game(text, error),
            Of::Rule(text, errors) => Failure::Rule(text, errors),
            Of::Refused(refused) => {
                let example = match &refused {
                    Refused::NoRulePosition { .. }
                    | Refused::GivenTwice(_)
                    | Refused::GivenUnused(_)
                    | Refused::GivenWithoutRule => ruled::EXAMPLE.into(),
                    Refused::PowerOfTen(_) => "grundy solve nim 1e20000 3".to_owned(),
                    Refused::NoBoards => {
                        "grundy solve cram 4x5 --certificate cram.boards".to_owned()
                    }
                    Refused::NoGiven(_) => ruled::GIVEN.into(),
                    Refused::WhichFormat(known) => {
                        let first = known.first().map_or("", String::as_str);
                        format!("grundy judge --problem formats.toml {first} < input.txt")
                    }
                    _ => example.to_owned(),
                };
                Failure::Arguments(words::refused(&refused), example)
            }
            Of::Unknown(why) => Failure::Unknown(why),
            Of::Cells { cells, most } => Failure::unknown(words::cells_beyond_budget(cells, most)),
            Of::Interrupted => Failure::Interrupted,
            Of::Formats(file, errors) => {
                let one = |error: &FormatError| {
                    Of::Formats(file.clone(), Box::new(error.clone())).describe()
                };
                Failure::Inputs(errors.all().map(one).collect())
            }
            other @ (Of::Misplaced(..) | Of::Input(..) | Of::File(_)) => {
                Failure::Input(other.describe())
            }
            other => Failure::unknown(other.describe()),
        }
    }

    /// A failure to write answers.
    pub(crate) fn write(error: io::Error) -> Failure {
        let too_long = error.get_ref().and_then(|inner| inner.downcast_ref());
        if let Some(TooLong(most)) = too_long {
            Failure::unknown(words::answer_too_long(*most))
        } else if error.kind() == io::ErrorKind::BrokenPipe {
            Failure::Closed
        } else {
            Failure::Write(error)
        }
    }

    /// What is wrong, in one line.
    pub(crate) fn sentence(&self, lang: Lang) -> String {
        match self {
            Failure::Game(_, error) => error.render(lang),
            Failure::Rule(_, errors) => errors.render(lang),
            Failure::Arguments(message, _)
            | Failure::Input(message)
            | Failure::InterruptedAt(message) => message.render(lang),
            Failure::Inputs(messages) => {
                let first = messages.first();
                first.map_or_else(String::new, |first| first.render(lang))
            }
            Failure::Unknown(why) => why.message().render(lang),
            Failure::File(path, message, error) => {
                words::file_error(message.clone(), path, error).render(lang)
            }
            Failure::Write(error) => words::cannot_print(error).render(lang),
            Failure::Closed => String::new(),
            Failure::Interrupted => words::interrupted().render(lang),
        }
    }

    /// How a command ends that ends with this.
    fn exit(&self) -> Exit {
        match self {
            Failure::Closed => Exit::Answered,
            Failure::Game(..)
            | Failure::Rule(..)
            | Failure::Arguments(..)
            | Failure::Input(_)
            | Failure::Inputs(_)
            | Failure::File(..)
            | Failure::Write(_) => Exit::Usage,
            Failure::Unknown(_) => Exit::Unknown,
            Failure::InterruptedAt(_) | Failure::Interrupted => Exit::Interrupted,
        }
    }

    /// Tells it on standard error.
    pub(crate) fn report(&self, lang: Lang) -> Exit {
        if let Failure::Inputs(messages) = self {
            for message in messages {
                Failure::Input(message.clone()).report(lang);
            }
            return self.exit();
        }
        let line = match self {
            Failure::Closed => return self.exit(),
            Failure::Rule(text, errors) => return rule_errors(text, errors, lang),
            Failure::Game(text, error) => return game_errors(text, error, lang),
            Failure::Arguments(message, example) => {
                words::with_example(message.clone(), example.clone()).render(lang)
            }
            other => other.sentence(lang),
        };
        let paint = Paint::new(output::error_colours());
        let text = format!(
            "{}{}\n",
            paint.error(words::Word::Error.of(lang)),
            clean(&line)
        );
        // There is nowhere left to complain to.
        let _ = io::stderr().lock().write_all(text.as_bytes());
        self.exit()
    }
}

/// An answer is longer than so many bytes, which is all that is kept of one.
#[derive(Debug)]
#[cfg_attr(
    not(feature = "web"),
    allow(dead_code, reason = "only the page keeps answers")
)]
pub(crate) struct TooLong(pub(crate) usize);

impl fmt::Display for TooLong {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "longer than {} bytes", self.0)
    }
}

impl std::error::Error for TooLong {}

/// Tells everything that is wrong with a position, each with its place.
fn game_errors(text: &str, error: &ParseError, lang: Lang) -> Exit {
    let paint = Paint::new(output::error_colours());
    let mut told = String::new();
    for error in error.all() {
        let line = clean(&error.render(lang));
        let word = words::Word::Error.of(lang);
        told.push_str(&format!("{}{line}\n", paint.error(word)));
        if error.file.is_none() {
            told.push_str(&pointer::pointed(text, error.column, error.length, paint));
        }
    }
    let _ = io::stderr().lock().write_all(told.as_bytes());
    Exit::Usage
}

/// Tells everything that is wrong with a rule, each with its place.
fn rule_errors(text: &str, errors: &RuleErrors, lang: Lang) -> Exit {
    let paint = Paint::new(output::error_colours());
    let mut told = String::new();
    for error in &errors.errors {
        let line = clean(&error.render(lang));
        let word = words::Word::Error.of(lang);
        told.push_str(&format!("{}{line}\n", paint.error(word)));
        if let Some(line) = text.lines().nth(error.line.saturating_sub(1)) {
            let length = error.length(text);
            told.push_str(&pointer::pointed(line, error.column, length, paint));
        }
    }
    // Every command that takes a rule takes numbers for its names.
    let is_name = |name: &&str| name.chars().all(|c| c.is_alphanumeric() || c == '_');
    let mut unbound = (errors.errors.iter()).filter_map(|error| error.unbound.as_deref());
    if let Some(name) = unbound.find(is_name) {
        let hint = clean(&words::given_by_let(name).render(lang));
        told.push_str(&format!("{hint}\n"));
    }
    let _ = io::stderr().lock().write_all(told.as_bytes());
    Exit::Usage
}
