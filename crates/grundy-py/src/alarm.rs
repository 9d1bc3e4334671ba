//! A Python function that still runs when its time is over is ended from outside.
//!
//! No meter is asked while a function runs. So a thread waits beside it, and once the time is over it has the interpreter raise an
//! exception in the function's thread at its next instruction: what Ctrl-C does, from another thread. Work within one call of a function
//! written in C ends only when that returns.

use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

use pyo3::prelude::*;

/// What raises the exception, written in Python.
const MODULE: &str = "grundy._late";

/// Time behind the end in which a function that returns is not disturbed: whoever called it looks at the time.
const GRACE: Duration = Duration::from_millis(50);

/// Time between two exceptions, where a function goes on in spite of one.
const AGAIN: Duration = Duration::from_millis(100);

/// Ends what the thread that made it still runs at a certain time.
pub(crate) struct Alarm(Arc<Clock>);

struct Clock {
    /// When to ring.
    end: Instant,
    state: Mutex<State>,
    changed: Condvar,
    /// The thread, by the number that Python has for it.
    thread: u64,
}

/// What goes on. The interpreter is never entered while this is locked.
#[derive(Default)]
struct State {
    /// Whether a function runs.
    runs: bool,
    /// Whether an exception is being raised in its thread.
    rings: bool,
    /// Whether one was.
    has_rung: bool,
    /// Whether nobody needs the alarm any more.
    is_over: bool,
}

/// What came of a function.
pub(crate) enum Ran<T> {
    /// It returned, or raised something of its own.
    Done(PyResult<T>),
    /// It was ended.
    Late,
}

impl Clock {
    fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Rings from the end on, now and then, as long as a function runs.
    fn watch(&self) {
        let mut state = self.state();
        while !state.is_over {
            let left = self.end.saturating_duration_since(Instant::now());
            if left.is_zero() && state.runs {
                (state.rings, state.has_rung) = (true, true);
                drop(state);
                // Where the interpreter is gone, so is the function.
                let _ = Python::try_attach(|py| self.call(py, "raise_in"));
                state = self.state();
                state.rings = false;
                self.changed.notify_all();
            }
            let wait = if left.is_zero() { AGAIN } else { left };
            let waited = self.changed.wait_timeout(state, wait);
            state = waited.unwrap_or_else(PoisonError::into_inner).0;
        }
    }

    /// Waits until no exception is about to be raised.
    fn settle(&self) {
        let mut state = self.state();
        while state.rings {
            let waited = self.changed.wait(state);
            state = waited.unwrap_or_else(PoisonError::into_inner);
        }
    }

    fn call(&self, py: Python<'_>, name: &str) -> PyResult<()> {
        let function = py.import(MODULE)?.getattr(name)?;
        function.call1((self.thread,)).map(drop)
    }
}

impl Alarm {
    /// An alarm for what this thread runs at `end`.
    pub(crate) fn at(py: Python<'_>, end: Instant) -> PyResult<Alarm> {
        let thread = py.import("threading")?.call_method0("get_ident")?;
        let clock = Arc::new(Clock {
            end: end.checked_add(GRACE).unwrap_or(end),
            state: Mutex::default(),
            changed: Condvar::new(),
            thread: thread.extract()?,
        });
        // Loading takes time, which there will be none of.
        py.import(MODULE)?;
        let watched = Arc::clone(&clock);
        // Where there can be no more threads, functions are trusted to return.
        let _ = thread::Builder::new().spawn(move || watched.watch());
        Ok(Alarm(clock))
    }

    /// Runs what may call a function.
    pub(crate) fn run<T>(&self, py: Python<'_>, work: impl FnOnce() -> PyResult<T>) -> Ran<T> {
        self.0.state().runs = true;
        let done = work();
        let has_rung = {
            let mut state = self.0.state();
            state.runs = false;
            state.has_rung
        };
        if !has_rung {
            return Ran::Done(done);
        }
        py.detach(|| self.0.settle());
        // What was raised and not heard is heard here, or taken back.
        if let Err(error) = self.0.call(py, "calm")
            && !is_late(&error, py)
        {
            return Ran::Done(Err(error));
        }
        match done {
            Err(error) if is_late(&error, py) => Ran::Late,
            done => Ran::Done(done),
        }
    }
}

impl Drop for Alarm {
    fn drop(&mut self) {
        self.0.state().is_over = true;
        self.0.changed.notify_all();
    }
}

/// Whether it is what an alarm raises.
fn is_late(error: &PyErr, py: Python<'_>) -> bool {
    let class = py.import(MODULE).and_then(|module| module.getattr("Late"));
    class.is_ok_and(|class| error.is_instance(py, &class))
}
