//! Errors of the library as exceptions, with the place of what is wrong.

use grundy::notation::shortened;
use grundy::rule::RuleErrors;
use grundy::{Exhausted, Lang, Message, ParseError, ParseErrorKind, Reason, message};
use grundy_service::{Failure, Refused, Why};
use pyo3::exceptions::{PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::PyDict;

use crate::lang;

/// The exception classes, written in Python.
const MODULE: &str = "grundy._errors";

/// What is wrong in a text, and where.
#[derive(Debug, Default)]
pub(crate) struct Wrong<'a> {
    pub(crate) message: String,
    pub(crate) text: Option<&'a str>,
    pub(crate) line: Option<usize>,
    pub(crate) column: Option<usize>,
    pub(crate) length: Option<usize>,
    pub(crate) example: Option<String>,
}

impl Wrong<'_> {
    /// The exception `grundy.ParseError`.
    pub(crate) fn raise(self, py: Python<'_>) -> PyErr {
        let arguments = || -> PyResult<Bound<'_, PyDict>> {
            let all = PyDict::new(py);
            all.set_item("text", self.text)?;
            all.set_item("line", self.line)?;
            all.set_item("column", self.column)?;
            all.set_item("length", self.length)?;
            all.set_item("example", &self.example)?;
            all.set_item("lang", lang::language())?;
            Ok(all)
        };
        let made = || {
            let class = py.import(MODULE)?.getattr("ParseError")?;
            class.call((&self.message,), Some(&arguments()?))
        };
        made().map_or_else(|error| error, PyErr::from_value)
    }
}

/// Text that is no game.
pub(crate) fn game(py: Python<'_>, text: &str, error: &ParseError) -> PyErr {
    game_in(py, text, error, lang::current())
}

fn game_in(py: Python<'_>, text: &str, error: &ParseError, lang: Lang) -> PyErr {
    let example = Some(error.example.clone());
    if error.file.is_some() {
        // The place is in another text, and stands in the sentence.
        return Wrong {
            message: error.render(lang),
            example,
            ..Wrong::default()
        }
        .raise(py);
    }
    Wrong {
        message: in_python(text, error).render(lang),
        text: Some(text),
        line: Some(error.line),
        column: Some(error.column),
        length: Some(error.length),
        example,
    }
    .raise(py)
}

/// What is wrong in this text, with the function of Python that tells more.
fn in_python(text: &str, error: &ParseError) -> Message {
    match error.kind {
        ParseErrorKind::UnknownGame => {
            let name = text
                .chars()
                .skip(error.column.saturating_sub(1))
                .take(error.length);
            message!(
                "there is no game '{found}'; grundy.games() lists them",
                "没有名为 '{found}' 的游戏；grundy.games() 列出全部",
                found = shortened(&name.collect::<String>())
            )
        }
        _ => error.message.clone(),
    }
}

/// Text that is no rule: the place is that of the first error, the message tells all.
pub(crate) fn rule(py: Python<'_>, text: &str, errors: &RuleErrors) -> PyErr {
    rule_in(py, text, errors, lang::current())
}

fn rule_in(py: Python<'_>, text: &str, errors: &RuleErrors, lang: Lang) -> PyErr {
    let first = errors.errors.first();
    Wrong {
        message: match &errors.errors[..] {
            [only] => only.message.render(lang),
            _ => errors.render(lang),
        },
        text: Some(text),
        line: first.map(|error| error.line),
        column: first.map(|error| error.column),
        length: first.map(|error| {
            let wrong = text.get(error.span.start..error.span.end);
            wrong.map_or(1, |wrong| wrong.chars().count()).max(1)
        }),
        example: first.map(|error| error.example.to_owned()),
    }
    .raise(py)
}

/// An argument that is no position, count or name: `ValueError` with a sentence.
pub(crate) fn value(message: &Message) -> PyErr {
    value_in(message, lang::current())
}

/// The same in a language.
pub(crate) fn value_in(message: &Message, lang: Lang) -> PyErr {
    PyValueError::new_err(message.render(lang))
}

/// An argument of another kind than expected: `TypeError` with a sentence that begins with what was expected.
pub(crate) fn kind(expected: &Message, found: &Bound<'_, PyAny>) -> PyErr {
    let message = message!(
        "expected {expected}; found {kind}",
        "此处应为{expected}；却是 {kind}",
        expected = expected.clone(),
        kind = name_of_kind(found)
    );
    PyTypeError::new_err(message.render(lang::current()))
}

/// The same, beginning with the name of the argument.
pub(crate) fn kind_of(name: &str, expected: &Message, found: &Bound<'_, PyAny>) -> PyErr {
    let message = message!(
        "{name}: expected {expected}; found {kind}",
        "{name}：此处应为{expected}；却是 {kind}",
        name = name,
        expected = expected.clone(),
        kind = name_of_kind(found)
    );
    PyTypeError::new_err(message.render(lang::current()))
}

fn name_of_kind(found: &Bound<'_, PyAny>) -> String {
    let name = found.get_type().name();
    let name = name.and_then(|name| name.extract::<String>());
    name.unwrap_or_else(|_| "object".to_owned())
}

/// Why an answer is not known, as the exception tells it: the sentence, a word for its kind, and the position that it is about.
pub(crate) struct Untold<'a> {
    pub(crate) message: &'a str,
    pub(crate) kind: &'a str,
    pub(crate) place: Option<&'a str>,
}

/// The exception `grundy.Unknown`, with why, and with what is known nevertheless.
pub(crate) fn unknown(py: Python<'_>, why: &Untold<'_>, known: Option<Py<PyAny>>) -> PyErr {
    let made = || {
        let class = py.import(MODULE)?.getattr("Unknown")?;
        class.call1((why.message, known, why.kind, why.place))
    };
    made().map_or_else(|error| error, PyErr::from_value)
}

/// The same with a reason of the library, or a sentence.
pub(crate) fn unknown_why(py: Python<'_>, why: impl Into<Why>) -> PyErr {
    unknown_in(py, &why.into(), lang::current())
}

fn unknown_in(py: Python<'_>, why: &Why, lang: Lang) -> PyErr {
    let untold = Untold {
        message: &why.message().render(lang),
        kind: why.word(),
        place: why.place(),
    };
    unknown(py, &untold, None)
}

/// What a question to the service comes to that has no response; `allows` are the arguments of the call by which it may be given
/// more: `positions=`, `memory=`, `time=`.
pub(crate) fn failure(
    py: Python<'_>,
    failure: Failure,
    allows: &[&'static str],
    lang: Lang,
) -> PyErr {
    match failure {
        Failure::Game(text, wrong) => game_in(py, &text, &wrong, lang),
        Failure::Rule(text, errors) => rule_in(py, &text, &errors, lang),
        Failure::Unknown(why) => unknown_in(py, &with_argument(why, allows), lang),
        Failure::Refused(refused) => value_in(&sentence(&refused), lang),
        Failure::Misplaced(..) | Failure::Formats(..) | Failure::Input(..) | Failure::File(_) => {
            value_in(&failure.describe(), lang)
        }
        // It needs too much: nothing is known.
        other => unknown_in(py, &other.describe().into(), lang),
    }
}

/// A reason with the argument that allows more of what was exhausted, where the call has it.
fn with_argument(why: Why, allows: &[&'static str]) -> Why {
    let argument = match why.reason() {
        Some(Reason::Exhausted(Exhausted::Bytes(_))) => "memory=",
        Some(Reason::Exhausted(Exhausted::Time(_))) => "time=",
        Some(Reason::Exhausted(_) | Reason::TooLarge(_)) => "positions=",
        _ => return why,
    };
    if !allows.contains(&argument) {
        return why;
    }
    why.in_words(|why| {
        message!(
            "{why}; {argument} allows more",
            "{why}；可用 {argument} 放宽",
            why = why,
            argument = argument
        )
    })
}

/// What there is not, with the function that tells what there is.
fn sentence(refused: &Refused) -> Message {
    match refused {
        Refused::NoFormat(..) => message!(
            "{refused}; grundy.problems() lists them",
            "{refused}；用 grundy.problems() 列出",
            refused = refused.describe()
        ),
        other => other.describe(),
    }
}

/// Sides that no picture has.
pub(crate) fn no_size() -> Message {
    message!(
        "expected a width from 240 to 4096 and a height from 160 to 2160",
        "宽应为 240 至 4096，高应为 160 至 2160"
    )
}
