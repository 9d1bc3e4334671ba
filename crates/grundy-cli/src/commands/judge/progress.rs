//! How far a file was read, on standard error, once it takes longer than a second and somebody watches.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::thread::{self, JoinHandle};
use std::time::Duration;

use indicatif::{ProgressBar, ProgressStyle};

use crate::output;

/// Files shorter than this are read before a bar could be drawn.
const LONG: u64 = 64 << 20;

/// A bar that draws itself until it is dropped.
pub(super) struct Progress {
    read: Arc<AtomicU64>,
    done: Arc<AtomicBool>,
    drawer: Option<JoinHandle<()>>,
}

impl Progress {
    /// Watches the reading of so many bytes.
    pub(super) fn watch(length: u64) -> Progress {
        let (read, done) = (
            Arc::new(AtomicU64::new(0)),
            Arc::new(AtomicBool::new(false)),
        );
        let drawer = (length >= LONG && output::is_watched()).then(|| {
            let (read, done) = (Arc::clone(&read), Arc::clone(&done));
            thread::spawn(move || draw(length, &read, &done))
        });
        Progress { read, done, drawer }
    }

    /// What the reader raises.
    pub(super) fn counter(&self) -> Arc<AtomicU64> {
        Arc::clone(&self.read)
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

fn draw(length: u64, read: &AtomicU64, done: &AtomicBool) {
    thread::park_timeout(Duration::from_secs(1));
    if done.load(Ordering::Relaxed) {
        return;
    }
    let bar = ProgressBar::new(length);
    if let Ok(style) =
        ProgressStyle::with_template("{wide_bar} {bytes} / {total_bytes}  {bytes_per_sec}  {eta}")
    {
        bar.set_style(style);
    }
    while !done.load(Ordering::Relaxed) {
        bar.set_position(read.load(Ordering::Relaxed).min(length));
        thread::park_timeout(Duration::from_millis(100));
    }
    bar.finish_and_clear();
}
