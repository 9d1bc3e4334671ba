//! The commands of the command line, for what they answer as JSON, as a program's text, or as a picture.

use std::ffi::OsString;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::mpsc::{RecvTimeoutError, channel};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;
use std::time::Duration;

use grundy::{Budget, message};
use grundy_cli::{Context, Exit};
use pyo3::exceptions::{PyRuntimeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::PyBytes;

use crate::error::{self, Untold, Wrong};
use crate::lang;
use crate::watch::Keeper;

/// Time between two looks at the interpreter.
const PAUSE: Duration = Duration::from_millis(30);

/// Most bytes of an answer.
const LONGEST: usize = 2 << 30;

/// Runs a command and returns its exit code, what it wrote, and what it said beside it.
///
/// The command works in a thread of its own, so that signals are heard meanwhile. What ends it early is raised, but
/// where it may be `partial` and answered something.
#[pyfunction]
#[pyo3(signature = (arguments, *, text = None, input = Vec::new(), lang = None, progress = None, partial = false))]
pub(crate) fn command<'py>(
    py: Python<'py>,
    arguments: Vec<String>,
    text: Option<&str>,
    input: Vec<u8>,
    lang: Option<&str>,
    progress: Option<Bound<'py, PyAny>>,
    partial: bool,
) -> PyResult<(u8, Bound<'py, PyBytes>, String)> {
    let lang = lang::chosen(lang)?;
    let (stop, counter) = (
        Arc::new(AtomicBool::new(false)),
        Arc::new(AtomicU64::new(0)),
    );
    let most = Budget {
        positions: u64::MAX,
        bytes: u64::MAX,
        time: None,
        stop: Some(Arc::clone(&stop)),
        ..Budget::default()
    };
    let context = Context::elsewhere(lang, most, input, LONGEST)
        .with_files()
        .counting(Arc::clone(&counter));
    let keeper = Keeper::new(progress, u64::MAX);
    let (sender, receiver) = channel();
    let receiver = Mutex::new(receiver);
    let worker = thread::spawn(move || {
        // Whoever waits is there until this is sent.
        let _ = sender.send(grundy_cli::answer(&arguments, context));
    });
    let answered = loop {
        match py.detach(|| {
            receiver
                .lock()
                .unwrap_or_else(PoisonError::into_inner)
                .recv_timeout(PAUSE)
        }) {
            Ok(answered) => break Some(answered),
            Err(RecvTimeoutError::Disconnected) => break None,
            Err(RecvTimeoutError::Timeout) => {
                if !keeper.looks(py, counter.load(Ordering::Relaxed)) {
                    stop.store(true, Ordering::Relaxed);
                }
            }
        }
    };
    let ended = py.detach(|| worker.join());
    keeper.end(py, counter.load(Ordering::Relaxed))?;
    let (Some(answered), Ok(())) = (answered, ended) else {
        let failed = message!(
            "the command failed; this is a defect of grundy",
            "命令出错；这是 grundy 的缺陷"
        );
        return Err(PyRuntimeError::new_err(failed.render(lang)));
    };
    let asides = in_python(&answered.asides);
    if let Some(mut told) = answered
        .told
        .filter(|_| !partial || answered.out.is_empty())
    {
        told.message = in_python(&told.message);
        return Err(match told.exit {
            Exit::Unknown => {
                let untold = Untold {
                    message: &told.message,
                    kind: &told.kind,
                    place: told.place.as_deref(),
                };
                error::unknown(py, &untold, None)
            }
            _ if told.line.is_some() => Wrong {
                message: told.message,
                text,
                line: told.line,
                column: told.column,
                length: told.length,
                example: told
                    .example
                    .filter(|example| !example.starts_with("grundy ")),
            }
            .raise(py),
            _ => PyValueError::new_err(told.message),
        });
    }
    Ok((
        answered.exit.code(),
        PyBytes::new(py, &answered.out),
        asides,
    ))
}

/// What messages call by the words of the command line, by those of Python.
const WORDS: [(&str, &str); 17] = [
    ("note: ", ""),
    ("注意：", ""),
    ("--budget-positions", "positions="),
    ("--budget-bytes", "memory="),
    ("--budget-time", "time="),
    ("--memory", "memory="),
    ("--small", "small="),
    ("--width", "width="),
    ("--height", "height="),
    ("--seconds", "time="),
    ("--number", "n="),
    ("--limit-time", "limit="),
    ("--cases", "cases="),
    ("--seed", "seed="),
    ("--table", "tables=True"),
    ("'grundy judge --list'", "grundy.problems()"),
    ("'grundy games'", "grundy.games()"),
];

/// A message in the words of Python.
fn in_python(message: &str) -> String {
    let all = WORDS.iter();
    all.fold(message.to_owned(), |text, (theirs, ours)| {
        text.replace(theirs, ours)
    })
}

/// Runs the program ``grundy`` at the terminal, and returns its exit code.
#[pyfunction]
pub(crate) fn main(py: Python<'_>, arguments: Vec<OsString>) -> u8 {
    py.detach(|| grundy_cli::run(&arguments)).code()
}
