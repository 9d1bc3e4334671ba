//! A token on a graph: answers for all vertices at once, for arrays of edges and for files.
//!
//! What comes from Python in other forms is made numbers there, and what is found goes back as the engine's own arrays, from which
//! `python/grundy/_graph.py` makes what a user sees.

use std::io;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::mpsc::{RecvTimeoutError, channel};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;
use std::time::Duration;

use grundy::engine::graph::{Arranged, Loopy};
use grundy::reason::Other;
use grundy::{Play, Reason, message};
use grundy_graph::{
    Answers, BothWays, Cause, Input, Memory, Names, Options, ReadError, Sink, SinkError, Where,
    read,
};
use numpy::ndarray::{ArrayView1, Axis, Slice};
use numpy::{Element, IntoPyArray, PyReadonlyArray1, PyUntypedArrayMethods};
use pyo3::exceptions::{PyOSError, PyRuntimeError};
use pyo3::prelude::*;
use pyo3::types::PyDict;

use crate::error::{self, Wrong};
use crate::game::play;
use crate::lang;
use crate::watch::{self, Keeper, Time};

/// Time between two looks at the interpreter.
const PAUSE: Duration = Duration::from_millis(30);

/// Edges that are handed on at once.
const BATCH: usize = 1 << 14;

/// Pictures are drawn of graphs so small, whose edges are kept for them.
const DRAWN: (usize, usize) = (400, 20_000);

/// Numbers of vertices, whatever their type.
#[derive(FromPyObject)]
pub(crate) enum Numbers<'py> {
    U32(PyReadonlyArray1<'py, u32>),
    I64(PyReadonlyArray1<'py, i64>),
    I32(PyReadonlyArray1<'py, i32>),
}

/// Takes edges into memory, and keeps the few of a graph that can be drawn.
struct Taking {
    memory: Memory,
    few: Option<Vec<(u32, u32)>>,
}

impl Taking {
    fn new(bytes: u64) -> Taking {
        Taking {
            memory: Memory::new(bytes).by_threads(2),
            few: Some(Vec::new()),
        }
    }
}

impl Sink for Taking {
    fn edges(&mut self, edges: &[(u32, u32)]) -> Result<(), SinkError> {
        Sink::edges(&mut self.memory, edges)?;
        match &mut self.few {
            Some(few) if few.len() + edges.len() <= DRAWN.1 => few.extend_from_slice(edges),
            few => *few = None,
        }
        Ok(())
    }

    fn vertex(&mut self, vertex: u32) -> Result<(), SinkError> {
        self.memory.vertex(vertex)
    }
}

/// What is found of all vertices.
struct Found {
    /// How many edges there are, parallel ones counted each.
    edges: u64,
    /// `u32::MAX` for draws.
    remoteness: Vec<u32>,
    /// `u32::MAX` where there is no move.
    best: Vec<u32>,
    /// `u32::MAX` for ∞; none under misère.
    values: Option<Vec<u32>>,
    /// Of the vertices of value ∞, in their order, the ends of their sets.
    ends: Vec<u32>,
    sets: Vec<u32>,
    cycle: Option<Vec<u32>>,
    few: Option<Vec<(u32, u32)>>,
}

/// Works out everything.
fn found(taking: Taking, play: Play) -> (Arranged, Found) {
    let Taking { memory, few } = taking;
    let arranged = memory.arranged();
    let worth = || {
        let values = (play == Play::Normal).then(|| arranged.values());
        let cycle = match &values {
            Some(values) if !values.cyclic() => None,
            _ => arranged.cycle(),
        };
        let (mut ends, mut sets) = (Vec::new(), Vec::new());
        let numbers = values.map(|values| {
            let number = |vertex| match values.value(vertex) {
                Some(Loopy::Finite(value)) => value,
                Some(Loopy::Infinite(set)) => {
                    sets.extend_from_slice(set);
                    ends.push(sets.len() as u32);
                    u32::MAX
                }
                None => u32::MAX,
            };
            (0..values.vertices() as u32).map(number).collect()
        });
        (numbers, ends, sets, cycle.map(|cycle| cycle.vertices))
    };
    let (remoteness, best, (values, ends, sets, cycle)) = thread::scope(|scope| {
        let worth = scope.spawn(worth);
        let outcomes = arranged.outcomes(play);
        let best = arranged.best(&outcomes);
        match worth.join() {
            Ok(worth) => (outcomes.into_remoteness(), best, worth),
            Err(panic) => std::panic::resume_unwind(panic),
        }
    });
    let found = Found {
        edges: arranged.edges() as u64,
        remoteness,
        best,
        values,
        ends,
        sets,
        cycle,
        few,
    };
    (arranged, found)
}

impl Found {
    /// The same without the numbers that are no vertices: `vertices` are those that are, in rising order.
    fn only(mut self, vertices: &[u32]) -> Found {
        if vertices.len() == self.remoteness.len() {
            return self;
        }
        // Numbers that are no vertices have no edges, and so are nobody's option, nor of value ∞.
        let place = |vertex: u32| match vertex {
            u32::MAX => u32::MAX,
            vertex => vertices
                .binary_search(&vertex)
                .map_or(u32::MAX, |at| at as u32),
        };
        let kept = |all: &[u32]| -> Vec<u32> {
            let kept = vertices.iter().map(|&vertex| all[vertex as usize]);
            kept.collect()
        };
        self.remoteness = kept(&self.remoteness);
        self.best = kept(&self.best).into_iter().map(place).collect();
        self.values = self.values.map(|values| kept(&values));
        self.cycle = self
            .cycle
            .map(|cycle| cycle.into_iter().map(place).collect());
        self.few = self.few.map(|few| {
            let edges = few.into_iter().map(|(from, to)| (place(from), place(to)));
            edges.collect()
        });
        self
    }

    /// As a dictionary of arrays.
    fn told<'py>(self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        let told = PyDict::new(py);
        let drawn = self.remoteness.len() <= DRAWN.0;
        told.set_item("edge_count", self.edges)?;
        told.set_item("remoteness", self.remoteness.into_pyarray(py))?;
        told.set_item("best", self.best.into_pyarray(py))?;
        told.set_item("values", self.values.map(|values| values.into_pyarray(py)))?;
        told.set_item("ends", self.ends.into_pyarray(py))?;
        told.set_item("sets", self.sets.into_pyarray(py))?;
        told.set_item("cycle", self.cycle)?;
        told.set_item("edges", self.few.filter(|_| drawn))?;
        Ok(told)
    }
}

/// Why edges were not taken.
enum Untaken {
    /// The row, and the number in it that is no vertex.
    Wrong(usize, i64),
    SinkError(SinkError),
}

/// Hands on the edges of two arrays of equal length.
fn take<Number: Copy + Into<i64>>(
    from: ArrayView1<'_, Number>,
    to: ArrayView1<'_, Number>,
    sink: &mut dyn Sink,
    keeper: &Keeper,
) -> Result<(), Untaken> {
    let mut batch = Vec::with_capacity(BATCH);
    let fits = |number: i64| (0..i64::from(u32::MAX)).contains(&number);
    for begin in (0..from.len()).step_by(BATCH) {
        let piece = Slice::from(begin..from.len().min(begin + BATCH));
        let (from, to) = (
            from.slice_axis(Axis(0), piece),
            to.slice_axis(Axis(0), piece),
        );
        let mut all_fit = true;
        batch.clear();
        batch.extend(from.iter().zip(&to).map(|(&from, &to)| {
            let (from, to): (i64, i64) = (from.into(), to.into());
            all_fit &= fits(from) & fits(to);
            (from as u32, to as u32)
        }));
        if !all_fit {
            for (at, (&from, &to)) in from.iter().zip(&to).enumerate() {
                if let Some(wrong) = [from.into(), to.into()].into_iter().find(|&it| !fits(it)) {
                    return Err(Untaken::Wrong(begin + at, wrong));
                }
            }
        }
        sink.edges(&batch).map_err(Untaken::SinkError)?;
        if !keeper.goes_on((begin + batch.len()) as u64) {
            return Err(Untaken::SinkError(SinkError::Interrupted));
        }
    }
    Ok(())
}

/// Takes the edges of two arrays, without the interpreter's lock.
fn fill<Number: Element + Copy + Into<i64> + Sync>(
    py: Python<'_>,
    from: &PyReadonlyArray1<'_, Number>,
    to: &PyReadonlyArray1<'_, Number>,
    taking: &mut Taking,
    both: bool,
    keeper: &Keeper,
) -> PyResult<Result<(), Untaken>> {
    if from.len() != to.len() {
        return Err(error::value(&message!(
            "expected two arrays of equal length, found {first} numbers and {second}",
            "两个数组应等长，却分别有 {first} 个和 {second} 个数",
            first = from.len(),
            second = to.len()
        )));
    }
    let (from, to) = (from.as_array(), to.as_array());
    Ok(py.detach(|| match both {
        true => take(from, to, &mut BothWays::new(taking), keeper),
        false => take(from, to, taking, keeper),
    }))
}

/// Works in a thread of its own, so that signals are heard meanwhile; after one, the work is left to itself and its end not awaited.
fn apart<Done: Send + 'static>(
    py: Python<'_>,
    keeper: &Keeper,
    work: impl FnOnce(&AtomicU64, &Arc<AtomicBool>) -> Done + Send + 'static,
) -> PyResult<Done> {
    let (stop, counter) = (
        Arc::new(AtomicBool::new(false)),
        Arc::new(AtomicU64::new(0)),
    );
    let (sender, receiver) = channel();
    let receiver = Mutex::new(receiver);
    let (stopped, counting) = (Arc::clone(&stop), Arc::clone(&counter));
    thread::spawn(move || {
        // Nobody may be waiting any more.
        let _ = sender.send(work(&counting, &stopped));
    });
    loop {
        match py.detach(|| {
            receiver
                .lock()
                .unwrap_or_else(PoisonError::into_inner)
                .recv_timeout(PAUSE)
        }) {
            Ok(done) => return Ok(done),
            Err(RecvTimeoutError::Disconnected) => {
                let failed = message!(
                    "the work failed; this is a defect of grundy",
                    "运行出错；这是 grundy 的缺陷"
                );
                return Err(PyRuntimeError::new_err(
                    failed.render(crate::lang::current()),
                ));
            }
            Err(RecvTimeoutError::Timeout) => {
                let done = counter.load(Ordering::Relaxed);
                if !keeper.looks(py, done) {
                    stop.store(true, Ordering::Relaxed);
                    keeper.end(py, done)?;
                }
            }
        }
    }
}

/// What a sink that takes no more says.
fn refused(py: Python<'_>, refused: SinkError) -> PyErr {
    match refused {
        SinkError::TooLarge(why) => {
            let why = message!(
                "{why}; allow more with memory=, in bytes",
                "{why}；可用 memory= 放宽，单位为字节",
                why = why
            );
            let (word, place) = ("bytes".to_owned(), None);
            let message = why;
            let other = Other {
                word,
                place,
                message,
            };
            error::unknown_why(py, Reason::Other(Box::new(other)))
        }
        SinkError::File(error) => error.into(),
        _ => error::unknown_why(py, Reason::Interrupted),
    }
}

/// Everything of the graph whose edges lead from the numbers of one array to those of another, on at least so many vertices.
#[pyfunction]
#[pyo3(signature = (from_, to, *, vertices = 0, both = false, misere = false, memory = None, progress = None))]
#[expect(
    clippy::too_many_arguments,
    reason = "each is a keyword of the Python function"
)]
pub(crate) fn graph_of_numbers<'py>(
    py: Python<'py>,
    from_: Numbers<'py>,
    to: Numbers<'py>,
    vertices: u32,
    both: bool,
    misere: bool,
    memory: Option<&Bound<'py, PyAny>>,
    progress: Option<Bound<'py, PyAny>>,
) -> PyResult<Bound<'py, PyDict>> {
    let mut taking = Taking::new(watch::budget(None, memory, Time(None))?.bytes);
    let count = match &from_ {
        Numbers::U32(numbers) => numbers.len(),
        Numbers::I64(numbers) => numbers.len(),
        Numbers::I32(numbers) => numbers.len(),
    };
    let keeper = Keeper::new(progress, count as u64);
    let taken = match (&from_, &to) {
        (Numbers::U32(from), Numbers::U32(to)) => fill(py, from, to, &mut taking, both, &keeper)?,
        (Numbers::I64(from), Numbers::I64(to)) => fill(py, from, to, &mut taking, both, &keeper)?,
        (Numbers::I32(from), Numbers::I32(to)) => fill(py, from, to, &mut taking, both, &keeper)?,
        _ => {
            return Err(error::value(&message!(
                "expected two arrays of the same type of numbers",
                "两个数组的数应为同一类型"
            )));
        }
    };
    let taken = taken.and_then(|()| match vertices.checked_sub(1) {
        Some(last) => taking.vertex(last).map_err(Untaken::SinkError),
        None => Ok(()),
    });
    match taken {
        Ok(()) => keeper.end(py, count as u64)?,
        Err(Untaken::Wrong(row, number)) => {
            return Err(error::value(&message!(
                "row {row} (counted from 0): {number} is no vertex; expected whole numbers from 0 to 4294967294",
                "第 {row} 行（从 0 起）：{number} 不是顶点；应为 0 到 4294967294 的整数",
                row = row,
                number = number.to_string()
            )));
        }
        Err(Untaken::SinkError(why)) => {
            // What ended the work, if it was a signal.
            keeper.end(py, 0)?;
            return Err(refused(py, why));
        }
    }
    let found = apart(py, &keeper, move |_, _| found(taking, play(misere)).1)?;
    found.told(py)
}

/// A graph that was read from a file.
struct Filed {
    found: Found,
    /// The numbers that the vertices are in the file, where all are numbers; else their names.
    names: Called,
    /// The first line, where it was taken for a header.
    header: Option<String>,
}

enum Called {
    Numbers(Vec<u32>),
    Words(Vec<u32>, Names),
}

/// Reads a file, and works out everything.
fn filed(
    path: &Path,
    options: &Options,
    play: Play,
    mut taking: Taking,
    counter: &AtomicU64,
) -> Result<Filed, ReadError> {
    let mut told = |progress: grundy_graph::Progress| {
        counter.store(progress.edges, Ordering::Relaxed);
    };
    let input = Input::path(path);
    let read = match options.undirected {
        true => read(input, options, &mut BothWays::new(&mut taking), &mut told),
        false => read(input, options, &mut taking, &mut told),
    }?;
    let header = read.header.map(|header| header.line);
    let names = read.names;
    let (arranged, found) = found(taking, play);
    let vertices: Vec<u32> = Answers::new(&arranged, &names, play, &[], 1)
        .vertices()
        .collect();
    drop(arranged);
    Ok(Filed {
        header,
        found: found.only(&vertices),
        names: match names {
            Names::Numbers { .. } => Called::Numbers(vertices),
            names => Called::Words(vertices, names),
        },
    })
}

/// Everything of the graph in a file, with the names of its vertices: their numbers in the file where all are numbers, else texts.
#[pyfunction]
#[pyo3(signature = (path, *, columns = None, header = None, both = false, misere = false, memory = None, progress = None))]
#[expect(
    clippy::too_many_arguments,
    reason = "each is a keyword of the Python function"
)]
pub(crate) fn graph_of_file<'py>(
    py: Python<'py>,
    path: PathBuf,
    columns: Option<[String; 2]>,
    header: Option<bool>,
    both: bool,
    misere: bool,
    memory: Option<&Bound<'py, PyAny>>,
    progress: Option<Bound<'py, PyAny>>,
) -> PyResult<Bound<'py, PyDict>> {
    let bytes = watch::budget(None, memory, Time(None))?.bytes;
    let keeper = Keeper::new(progress, u64::MAX);
    let mut options = Options::default();
    (options.threads, options.undirected) = (2, both);
    (options.columns, options.header) = (columns, header);
    let file = path.clone();
    let filed = apart(py, &keeper, move |counter, stop| {
        let mut taking = Taking::new(bytes);
        taking.memory = taking.memory.stopped_by(Arc::clone(stop));
        filed(&file, &options, play(misere), taking, counter)
    })?;
    let Filed {
        found,
        names,
        header,
    } = filed.map_err(|error| unread(py, &path, error))?;
    keeper.end(py, found.edges)?;
    let told = found.told(py)?;
    told.set_item("header", header)?;
    match names {
        Called::Numbers(numbers) => told.set_item("numbers", numbers.into_pyarray(py))?,
        Called::Words(vertices, names) => {
            let all = vertices.into_iter().map(|vertex| names.name(vertex));
            told.set_item("names", all.collect::<Vec<_>>())?;
        }
    }
    Ok(told)
}

/// What a file that was not read says.
fn unread(py: Python<'_>, path: &Path, error: ReadError) -> PyErr {
    let file = path.display().to_string();
    let place = match error.place {
        Some(Where::Text(place)) => Some(place),
        _ => None,
    };
    match error.cause {
        Cause::SinkError(why) => refused(py, why),
        Cause::File(error) => of_file(path, &error),
        Cause::Wrong { what, example } if let Some(place) = place => Wrong {
            message: message!(
                "{what} (in the file '{file}')",
                "{what}（文件 '{file}' 中）",
                what = what,
                file = file
            )
            .render(lang::current()),
            line: Some(place.line),
            column: Some(place.column),
            example: Some(example.to_owned()).filter(|example| !example.is_empty()),
            ..Wrong::default()
        }
        .raise(py),
        _ => Wrong {
            message: message!(
                "{file}: {what}",
                "{file}：{what}",
                file = file,
                what = error.message()
            )
            .render(lang::current()),
            ..Wrong::default()
        }
        .raise(py),
    }
}

/// As Python's own functions raise it.
fn of_file(path: &Path, error: &io::Error) -> PyErr {
    match error.raw_os_error() {
        Some(number) => {
            let told = error.to_string();
            let why = told.split(" (os error").next().unwrap_or_default();
            PyOSError::new_err((number, why.to_owned(), path.as_os_str().to_owned()))
        }
        None => PyOSError::new_err(error.to_string()),
    }
}
