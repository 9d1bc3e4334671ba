//! What a check costs, counted as it goes.

use crate::verdict::Refusal;

/// Steps done, and how many there may be.
#[derive(Debug)]
pub(super) struct Work {
    done: u64,
    most: u64,
}

impl Work {
    pub(super) fn new(most: u64) -> Work {
        Work { done: 0, most }
    }

    /// Counts steps that are to be done.
    pub(super) fn steps(&mut self, steps: u128) -> Result<(), Refusal> {
        let steps = u64::try_from(steps).unwrap_or(u64::MAX);
        self.done = self.done.saturating_add(steps);
        // Without a limit any number of steps will do.
        match self.done > self.most {
            true => Err(Refusal::Long(self.most)),
            false => Ok(()),
        }
    }
}
