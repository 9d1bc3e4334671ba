//! How far a file was read or a sequence computed, on standard error, once it takes longer than a second and somebody
//! watches.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::thread::{self, JoinHandle};
use std::time::{Duration, Instant};

use indicatif::{ProgressBar, ProgressStyle};

use crate::context::Context;

/// Files shorter than this are read before a bar could be drawn.
const LONG: u64 = 64 << 20;

/// What is counted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Measure {
    /// Bytes of a file.
    Bytes,
    /// Values of a sequence.
    Values,
    /// Cases of a check.
    Cases,
    /// Positions.
    Positions,
}

impl Measure {
    /// How a bar is drawn.
    fn template(self) -> &'static str {
        match self {
            Measure::Bytes => "{wide_bar} {bytes} / {total_bytes}  {bytes_per_sec}  {eta}",
            Measure::Values | Measure::Cases | Measure::Positions => {
                "{wide_bar} {human_pos} / {human_len}  {per_sec}  {eta}"
            }
        }
    }
}

/// A bar for so much, or for as much as there will be.
pub(crate) fn bar(measure: Measure, length: Option<u64>) -> ProgressBar {
    let (bar, template) = match length {
        Some(length) => (ProgressBar::new(length), measure.template()),
        None => (
            ProgressBar::no_length(),
            "{human_pos}  {per_sec}  {elapsed}",
        ),
    };
    match ProgressStyle::with_template(template) {
        Ok(style) => bar.with_style(style),
        Err(_) => bar,
    }
}

/// A bar that draws itself until it is dropped.
pub(crate) struct Progress {
    counter: Arc<AtomicU64>,
    done: Arc<AtomicBool>,
    drawer: Option<JoinHandle<()>>,
}

impl Progress {
    /// Watches the reading of so many bytes.
    pub(crate) fn of_bytes(length: u64, context: &Context) -> Progress {
        Progress::watch(
            Measure::Bytes,
            0,
            length,
            context.is_watched() && length >= LONG,
        )
    }

    /// Watches the computing of so many values, of which some are there; nothing is drawn unless it is `shown`.
    pub(crate) fn of_values(there: u64, count: u64, shown: bool, context: &Context) -> Progress {
        Progress::watch(Measure::Values, there, count, shown && context.is_watched())
    }

    /// Watches the trying of so many cases.
    pub(crate) fn of_cases(count: u64, context: &Context) -> Progress {
        Progress::watch(Measure::Cases, 0, count, context.is_watched())
    }

    fn watch(measure: Measure, there: u64, length: u64, is_drawn: bool) -> Progress {
        let counter = Arc::new(AtomicU64::new(there));
        let done = Arc::new(AtomicBool::new(false));
        let drawer = is_drawn.then(|| {
            let (counter, done) = (Arc::clone(&counter), Arc::clone(&done));
            thread::spawn(move || draw(measure, there, length, &counter, &done))
        });
        Progress {
            counter,
            done,
            drawer,
        }
    }

    /// What is raised by who works.
    pub(crate) fn counter(&self) -> Arc<AtomicU64> {
        Arc::clone(&self.counter)
    }
}

impl Drop for Progress {
    fn drop(&mut self) {
        self.done.store(true, Ordering::Relaxed);
        if let Some(drawer) = self.drawer.take() {
            drawer.thread().unpark();
            // A drawer that failed has drawn nothing worth waiting for.
            let _ = drawer.join();
        }
    }
}

fn draw(measure: Measure, there: u64, length: u64, counter: &AtomicU64, done: &AtomicBool) {
    let begun = Instant::now();
    while begun.elapsed() < Duration::from_secs(1) {
        thread::park_timeout(Duration::from_secs(1));
        if done.load(Ordering::Relaxed) {
            return;
        }
    }
    let bar = bar(measure, Some(length)).with_position(there);
    // The rate is that of this run, not of what was there before.
    bar.reset_eta();
    while !done.load(Ordering::Relaxed) {
        bar.set_position(counter.load(Ordering::Relaxed).min(length));
        thread::park_timeout(Duration::from_millis(100));
    }
    bar.finish_and_clear();
}
