//! What one question may use of time and memory.

use std::time::Duration;

/// What one question may use.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Bounds {
    /// As [`Limits::time`](crate::Limits::time).
    pub(crate) time: Duration,
    pub(crate) bytes: u64,
    pub(crate) positions: u64,
    pub(crate) output: usize,
}

impl Bounds {
    /// The command's own bound on its time: shorter, so that it ends by itself and says what it does not know.
    pub(crate) fn budget_time(&self) -> Duration {
        self.time * 4 / 5
    }
}
