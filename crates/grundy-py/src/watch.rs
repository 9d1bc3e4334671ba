//! Long work: without the interpreter's lock, stopped by whatever signal the interpreter hears, telling how far it is.

use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

use grundy::budget::Watch;
use grundy::notation::shortened;
use grundy::{Budget, message};
use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;

use crate::{error, lang, number};

/// Time between two looks at the interpreter.
const PAUSE: Duration = Duration::from_millis(50);

/// Looks after a piece of work: hears Ctrl-C, and passes on how far the work is.
///
/// Progress is told as *how much was done since the last call*, so that the `update` of a progress bar will do.
#[derive(Clone)]
pub(crate) struct Keeper(Arc<Kept>);

struct Kept {
    begun: Instant,
    /// Microseconds from the beginning to the next look at the interpreter.
    next: AtomicU64,
    progress: Option<Py<PyAny>>,
    /// How much has been told.
    told: AtomicU64,
    /// More than this is never told.
    all: u64,
    /// Whether the work is to end.
    is_over: AtomicBool,
    failed: Mutex<Option<PyErr>>,
}

impl Keeper {
    /// Looks after work of at most `all` units, with a callback for its progress.
    pub(crate) fn new(progress: Option<Bound<'_, PyAny>>, all: u64) -> Keeper {
        Keeper(Arc::new(Kept {
            begun: Instant::now(),
            next: AtomicU64::new(PAUSE.as_micros() as u64),
            progress: progress.map(Bound::unbind),
            told: AtomicU64::new(0),
            all,
            is_over: AtomicBool::new(false),
            failed: Mutex::default(),
        }))
    }

    /// Whether to go on, `done` units of the work being done. Nothing happens but now and then.
    pub(crate) fn goes_on(&self, done: u64) -> bool {
        if self.0.is_over.load(Ordering::Relaxed) {
            return false;
        }
        let now = self.0.begun.elapsed().as_micros() as u64;
        if now < self.0.next.load(Ordering::Relaxed) {
            return true;
        }
        let next = now + PAUSE.as_micros() as u64;
        self.0.next.store(next, Ordering::Relaxed);
        Python::attach(|py| self.looks(py, done))
    }

    /// Looks now.
    pub(crate) fn looks(&self, py: Python<'_>, done: u64) -> bool {
        let looked = py.check_signals().and_then(|()| self.tell(py, done));
        match looked {
            Ok(()) => true,
            Err(error) => {
                self.fail(error);
                false
            }
        }
    }

    fn tell(&self, py: Python<'_>, done: u64) -> PyResult<()> {
        let Some(progress) = &self.0.progress else {
            return Ok(());
        };
        let done = done.min(self.0.all);
        let before = self.0.told.fetch_max(done, Ordering::Relaxed);
        if done > before {
            progress.call1(py, (done - before,))?;
        }
        Ok(())
    }

    /// Keeps an exception, which ends the work.
    pub(crate) fn fail(&self, error: PyErr) {
        self.0.is_over.store(true, Ordering::Relaxed);
        let mut failed = self.0.failed.lock().unwrap_or_else(PoisonError::into_inner);
        failed.get_or_insert(error);
    }

    /// The work is over, `done` units of it: raises what ended it early, tells the rest of the progress.
    pub(crate) fn end(&self, py: Python<'_>, done: u64) -> PyResult<()> {
        let failed = {
            let mut failed = self.0.failed.lock().unwrap_or_else(PoisonError::into_inner);
            failed.take()
        };
        match failed {
            Some(error) => Err(error),
            None => self.tell(py, done),
        }
    }

    /// A budget that is watched over.
    pub(crate) fn budget(&self, mut budget: Budget) -> Budget {
        let keeper = self.clone();
        budget.watch = Some(Watch::new(move |positions| keeper.goes_on(positions)));
        budget
    }
}

/// What a call may use, as its arguments say; what they leave out is as on the command line.
pub(crate) fn budget(
    positions: Option<&Bound<'_, PyAny>>,
    memory: Option<&Bound<'_, PyAny>>,
    time: Time,
) -> PyResult<Budget> {
    let whole = |name: &str, given: Option<&Bound<'_, PyAny>>, usual: u64| {
        let given = given
            .map(|given| number::of_keyword(name, given))
            .transpose()?;
        PyResult::Ok(given.map_or(usual, |number| u64::try_from(&number).unwrap_or(u64::MAX)))
    };
    let usual = Budget::default();
    Ok(Budget {
        positions: whole("positions", positions, usual.positions)?,
        bytes: whole("memory", memory, usual.bytes)?,
        time: time.0,
        ..usual
    })
}

/// Seconds that a call may take, or a time as on the command line: `"500ms"`, `"30s"`, `"5m"`, `"2h"`. `None` is as long as it takes.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Time(pub(crate) Option<Duration>);

impl Default for Time {
    fn default() -> Time {
        Time(Budget::default().time)
    }
}

/// The units of a time, in seconds.
const UNITS: [(&str, f64); 4] = [("ms", 0.001), ("s", 1.0), ("m", 60.0), ("h", 3600.0)];

/// The seconds of a text.
fn seconds(text: &str) -> Option<f64> {
    if text == "none" {
        return Some(f64::INFINITY);
    }
    let mut units = UNITS.iter();
    let found = units.find_map(|(unit, seconds)| Some((text.strip_suffix(unit)?, *seconds)));
    let (digits, unit) = found.unwrap_or((text, 1.0));
    digits
        .trim()
        .parse::<f64>()
        .ok()
        .map(|number| number * unit)
}

impl<'py> FromPyObject<'_, 'py> for Time {
    type Error = PyErr;

    fn extract(time: Borrowed<'_, 'py, PyAny>) -> PyResult<Time> {
        if time.is_none() {
            return Ok(Time(None));
        }
        let expected = || {
            let found = time.repr().map(|found| shortened(&found.to_string()));
            message!(
                "time: expected seconds, for example time=10 or time='500ms', '30s', '5m', '2h'; found {found}",
                "time：此处应为秒数，例如 time=10，或 time='500ms'、'30s'、'5m'、'2h'；却是 {found}",
                found = found.unwrap_or_default()
            )
        };
        let given = match time.extract::<String>() {
            Ok(text) => seconds(text.trim()).ok_or_else(|| error::value(&expected()))?,
            Err(_) => time
                .extract::<f64>()
                .map_err(|_| PyTypeError::new_err(expected().render(lang::current())))?,
        };
        if given == f64::INFINITY {
            return Ok(Time(None));
        }
        let duration = Duration::try_from_secs_f64(given);
        let duration = duration.map_err(|_| error::value(&expected()))?;
        Ok(Time(Some(duration)))
    }
}
