//! Questions to the service: made by Python as data, answered here as the JSON of the contract, as pictures or as text.
//!
//! The work is done in a thread of its own while the one that asked looks at the interpreter, so Ctrl-C is heard whatever the work is.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::mpsc::{RecvTimeoutError, channel};
use std::thread;
use std::time::Duration;

use grundy::engine::graph::Graph;
use grundy::engine::misere::Element;
use grundy::{Budget, Lang, Outcome, message};
use grundy_cli::{Checked, shown};
use grundy_service::{Failure, Request, Sink, chart, check, judge, period, quotient, states};
use numpy::{PyArray1, PyArray2, PyArrayMethods, PyReadonlyArray1};
use pyo3::exceptions::PyRuntimeError;
use pyo3::prelude::*;
use pyo3::types::PyBytes;
use serde::de::DeserializeOwned;

use crate::game::play;
use crate::watch::{self, Keeper, Time};
use crate::{error, game, lang};

/// Time between two looks at the interpreter.
const PAUSE: Duration = Duration::from_millis(30);

/// Bytes of the stack of whoever works: as many as a program's own thread has on most systems.
const STACK: usize = 8 << 20;

/// Whoever asks from Python: is told how far the work is, and has files.
struct Caller<'c>(&'c AtomicU64);

impl Sink for Caller<'_> {
    fn progress(&mut self, done: u64) {
        self.0.store(done, Ordering::Relaxed);
    }

    fn read(&self, name: &str, _most: u64) -> Result<String, grundy::Message> {
        game::read(name)
    }
}

/// What a request comes to; whatever the interpreter has heard meanwhile is raised.
///
/// Of a failure `allows` names the arguments by which the call may be given more.
fn worked<T: Send>(
    py: Python<'_>,
    how: (Budget, Lang, &[&'static str]),
    progress: Option<Bound<'_, PyAny>>,
    work: impl FnOnce(&Budget, &mut dyn Sink) -> Result<T, Failure> + Send,
) -> PyResult<T> {
    let (budget, lang, allows) = how;
    let (stop, done) = (Arc::new(AtomicBool::new(false)), AtomicU64::new(0));
    let budget = Budget {
        stop: Some(Arc::clone(&stop)),
        ..budget
    };
    let keeper = Keeper::new(progress, u64::MAX);
    let (sender, receiver) = channel();
    let ended = py.detach(|| {
        let receiver = receiver;
        thread::scope(|scope| {
            let worker = thread::Builder::new().stack_size(STACK);
            let worker = worker.spawn_scoped(scope, || {
                let answered = work(&budget, &mut Caller(&done));
                // Whoever waits is there until this is sent.
                let _ = sender.send(());
                drop(sender);
                answered
            });
            let Ok(worker) = worker else { return None };
            while receiver.recv_timeout(PAUSE) == Err(RecvTimeoutError::Timeout) {
                let done = done.load(Ordering::Relaxed);
                if !Python::attach(|py| keeper.looks(py, done)) {
                    stop.store(true, Ordering::Relaxed);
                }
            }
            worker.join().ok()
        })
    });
    keeper.end(py, done.load(Ordering::Relaxed))?;
    let failed = message!(
        "the work failed; this is a defect of grundy",
        "运算出错；这是 grundy 的缺陷"
    );
    let answered = ended.ok_or_else(|| PyRuntimeError::new_err(failed.render(lang)))?;
    answered.map_err(|failure| error::failure(py, failure, allows, lang))
}

/// A request, which is an object of JSON.
fn request<T: DeserializeOwned>(question: &str) -> PyResult<T> {
    serde_json::from_str(question).map_err(|wrong| {
        error::value(&message!(
            "this is no question: {wrong}",
            "这不是查询：{wrong}",
            wrong = wrong.to_string()
        ))
    })
}

/// The arguments by which the call of a request may be given more.
fn allows(request: &Request) -> &'static [&'static str] {
    match request {
        Request::Find(_) | Request::Emit(_) => &["positions=", "memory=", "time="],
        Request::Moves(_) => &["positions=", "time="],
        _ => &[],
    }
}

/// Answers a question, which is an object of JSON with the fields of a request, by a line of JSON.
#[pyfunction]
#[pyo3(signature = (question, *, positions = None, memory = None, time = Time(None), lang = None))]
pub(crate) fn answered(
    py: Python<'_>,
    question: &str,
    positions: Option<&Bound<'_, PyAny>>,
    memory: Option<&Bound<'_, PyAny>>,
    time: Time,
    lang: Option<&str>,
) -> PyResult<String> {
    let lang = lang::chosen(lang)?;
    let request: Request = request(question)?;
    let how = (
        watch::budget(positions, memory, time)?,
        lang,
        allows(&request),
    );
    worked(py, how, None, |budget, sink| {
        Ok(request.run(budget, sink)?.json(lang))
    })
}

/// The period of a sequence by a line of JSON, and the bytes of its certificate where it was asked for.
#[pyfunction]
#[pyo3(signature = (question, *, memory = None, time = Time(None), progress = None, lang = None))]
pub(crate) fn proved<'py>(
    py: Python<'py>,
    question: &str,
    memory: Option<&Bound<'py, PyAny>>,
    time: Time,
    progress: Option<Bound<'py, PyAny>>,
    lang: Option<&str>,
) -> PyResult<(String, Option<Bound<'py, PyBytes>>)> {
    let lang = lang::chosen(lang)?;
    let request: period::Request = request(question)?;
    let how = (watch::budget(None, memory, time)?, lang, &["memory="][..]);
    let found = worked(py, how, progress, |budget, sink| request.run(budget, sink))?;
    let mut written = Vec::new();
    let certificate = found.certificate.as_ref().map(|certificate| {
        certificate.write(&mut written)?;
        PyResult::Ok(PyBytes::new(py, &written))
    });
    Ok((found.json(lang), certificate.transpose()?))
}

/// A misère quotient: a line of JSON, the words of all elements, their products, which of them are in P, and the values of the heaps of
/// the first game that are covered one by one, of other letters where it has none.
type Quotient<'py> = (
    String,
    Vec<String>,
    Bound<'py, PyArray2<u16>>,
    Bound<'py, PyArray1<bool>>,
    Bound<'py, PyArray1<u32>>,
);

/// A misère quotient, with its products and P as arrays.
#[pyfunction]
#[pyo3(signature = (question, *, memory = None, time = Time::default(), progress = None, lang = None))]
pub(crate) fn quotient_of<'py>(
    py: Python<'py>,
    question: &str,
    memory: Option<&Bound<'py, PyAny>>,
    time: Time,
    progress: Option<Bound<'py, PyAny>>,
    lang: Option<&str>,
) -> PyResult<(Quotient<'py>, Option<String>)> {
    let lang = lang::chosen(lang)?;
    let request: quotient::Request = request(question)?;
    let allows = &["memory=", "time="][..];
    let how = (watch::budget(None, memory, time)?, lang, allows);
    let told = worked(py, how, progress, |budget, sink| {
        let found = request.run(budget, sink)?;
        let of = found.quotient();
        let order = of.order() as u32;
        let products = (0..order).flat_map(|a| (0..order).map(move |b| (a, b)));
        let products: Vec<u16> = products.map(|(a, b)| of.product_of(a, b) as u16).collect();
        let in_p = (0..order).map(|x| of.outcome(Element(x)) == Outcome::P);
        let in_p: Vec<bool> = in_p.collect();
        let words = found.words();
        let certificate = found.built.certificate();
        let heaps = found.heap_values();
        Ok((found.json(lang), words, products, in_p, heaps, certificate))
    });
    let (json, words, products, in_p, heaps, certificate) = told?;
    let order = words.len();
    let products = PyArray1::from_vec(py, products).reshape([order, order])?;
    let in_p = PyArray1::from_vec(py, in_p);
    let heaps = PyArray1::from_vec(py, heaps);
    Ok(((json, words, products, in_p, heaps), certificate))
}

/// What is judged, position by position, in words.
#[pyfunction]
#[pyo3(signature = (question, *, time = Time::default(), lang = None))]
pub(crate) fn explained(
    py: Python<'_>,
    question: &str,
    time: Time,
    lang: Option<&str>,
) -> PyResult<String> {
    let lang = lang::chosen(lang)?;
    let request: judge::Request = request(question)?;
    let how = (watch::budget(None, None, time)?, lang, &[][..]);
    worked(py, how, None, |budget, sink| {
        let judged = request.run(budget, sink)?;
        Ok(shown::judged(&judged, budget, lang))
    })
}

/// Whether a program was right on all made-up inputs, and what was found by a line of JSON.
#[pyfunction]
#[pyo3(signature = (question, *, lang = None))]
pub(crate) fn checked(
    py: Python<'_>,
    question: &str,
    lang: Option<&str>,
) -> PyResult<(bool, String)> {
    let lang = lang::chosen(lang)?;
    let request: check::Request = request(question)?;
    let how = (watch::budget(None, None, Time::default())?, lang, &[][..]);
    worked(py, how, None, |budget, sink| {
        let mut checked = Checked::of(&request, budget, sink)?;
        checked.conduct(budget, sink)?;
        Ok((checked.agrees(), checked.json()))
    })
}

/// The values of a game or a rule as an SVG file, with the period where it is proved.
#[pyfunction]
#[pyo3(signature = (question, size, *, log = false, time = Time(None), lang = None))]
pub(crate) fn drawn_window(
    py: Python<'_>,
    question: &str,
    size: [usize; 2],
    log: bool,
    time: Time,
    lang: Option<&str>,
) -> PyResult<String> {
    let lang = lang::chosen(lang)?;
    let request: chart::Request = request(question)?;
    let usual = watch::budget(None, None, time)?;
    let budget = Budget {
        positions: usual.positions.max(chart::FARTHEST),
        ..usual
    };
    let how = (budget, lang, &["time="][..]);
    let drawn = worked(py, how, None, |budget, sink| {
        let shown = request.run(budget, sink)?;
        Ok(shown::chart_of(&shown, size, log, lang))
    })?;
    drawn.ok_or_else(|| error::value_in(&error::no_size(), lang))
}

/// Everything that can follow a position as an SVG file.
#[pyfunction]
#[pyo3(signature = (question, *, positions = None, lang = None))]
pub(crate) fn drawn_states(
    py: Python<'_>,
    question: &str,
    positions: Option<&Bound<'_, PyAny>>,
    lang: Option<&str>,
) -> PyResult<String> {
    let lang = lang::chosen(lang)?;
    let request: states::Request = request(question)?;
    let mut budget = watch::budget(positions, None, Time::default())?;
    if positions.is_none() {
        budget.positions = states::POSITIONS;
    }
    let how = (budget, lang, &["positions="][..]);
    worked(py, how, None, |budget, sink| {
        let states = request.run(budget, sink)?;
        Ok(shown::states(&states, lang)?)
    })
}

/// A graph as an SVG file, marked by who wins, or its marking round by round.
#[pyfunction]
#[pyo3(signature = (names, sources, targets, *, misere = false, steps = false, lang = None))]
pub(crate) fn drawn_graph(
    py: Python<'_>,
    names: Vec<String>,
    sources: PyReadonlyArray1<'_, u32>,
    targets: PyReadonlyArray1<'_, u32>,
    misere: bool,
    steps: bool,
    lang: Option<&str>,
) -> PyResult<String> {
    let lang = lang::chosen(lang)?;
    let edges = sources.as_array().into_iter().copied();
    let edges: Vec<(u32, u32)> = edges.zip(targets.as_array().iter().copied()).collect();
    let drawn = py.detach(|| {
        let graph = Graph::new(names.len(), &edges).ok()?;
        let title = message!("graph", "图").render(lang);
        shown::vertices(&title, &graph, &names, play(misere), steps, lang)
    });
    drawn.ok_or_else(|| {
        let why = message!(
            "the graph is too large to draw: at most 400 vertices and 20000 edges",
            "图太大，无法绘出：最多 400 个顶点、20000 条边"
        );
        error::failure(py, Failure::Unknown(why.into()), &[], lang)
    })
}
