//! What the threads of one process tell each other besides the job: that it failed, that it should stop, how far it is.

use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Arc, Mutex, PoisonError};

use crate::Failure;

/// Shared by all threads of a process during one job.
#[derive(Debug, Default)]
pub(crate) struct JobState {
    failed: AtomicBool,
    failure: Mutex<Option<Failure>>,
    /// Set from outside to stop.
    stop: Option<Arc<AtomicBool>>,
    /// All workers have all they need: a connection that ends now does no harm.
    pub(crate) finished: AtomicBool,
    /// Nobody needs to hear of progress any more.
    pub(crate) reported: AtomicBool,
    /// Vertices answered so far, and how many there are.
    pub(crate) done: AtomicU64,
    pub(crate) total: AtomicU64,
    /// Bytes given to other workers.
    pub(crate) sent: AtomicU64,
}

impl JobState {
    pub(crate) fn new(stop: Option<Arc<AtomicBool>>) -> JobState {
        JobState {
            stop,
            ..JobState::default()
        }
    }

    /// The first failure counts.
    pub(crate) fn fail(&self, failure: Failure) {
        let mut first = self.failure.lock().unwrap_or_else(PoisonError::into_inner);
        first.get_or_insert(failure);
        self.failed.store(true, Ordering::Release);
    }

    pub(crate) fn failure(&self) -> Option<Failure> {
        if !self.failed.load(Ordering::Acquire) {
            return None;
        }
        self.failure
            .lock()
            .unwrap_or_else(PoisonError::into_inner)
            .clone()
    }

    /// To be asked again and again by whoever works or waits.
    pub(crate) fn check(&self) -> Result<(), Failure> {
        if let Some(stop) = &self.stop
            && stop.load(Ordering::Relaxed)
            && !self.finished.load(Ordering::Relaxed)
        {
            self.fail(Failure::Interrupted);
        }
        match self.failed.load(Ordering::Relaxed) {
            false => Ok(()),
            true => Err(self.failure().unwrap_or(Failure::Interrupted)),
        }
    }

    /// Bytes that this process gave to other workers so far.
    pub(crate) fn sent_bytes(&self) -> u64 {
        self.sent.load(Ordering::Relaxed)
    }
}
