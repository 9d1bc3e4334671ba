//! How many moves are best made one by one before the rest is only compared with what is still wanted: found by
//! stepping up or down and turning round where the work grows.

/// Batches between two steps.
const BATCHES: u32 = 16;

/// A number of moves and the way it is changing.
#[derive(Clone, Copy, Debug)]
pub(super) struct Tuning {
    count: usize,
    down: bool,
    work: u64,
    batches: u32,
    before: u64,
    /// Always this number, in tests.
    fixed: Option<usize>,
}

impl Default for Tuning {
    fn default() -> Tuning {
        Tuning {
            count: 64,
            down: false,
            work: 0,
            batches: 0,
            before: u64::MAX,
            fixed: None,
        }
    }
}

impl Tuning {
    /// The number to use of `most` moves.
    pub(super) fn count(&self, most: usize) -> usize {
        self.fixed.unwrap_or(self.count).min(most)
    }

    /// Begins again with this number.
    pub(super) fn begin(&mut self, count: usize) {
        *self = Tuning {
            count,
            down: true,
            fixed: self.fixed,
            ..Tuning::default()
        };
    }

    /// Takes note of the work that a batch was, `most` moves being possible.
    pub(super) fn spent(&mut self, work: u64, most: usize) {
        self.work += work;
        self.batches += 1;
        if self.batches < BATCHES {
            return;
        }
        if self.work > self.before {
            self.down = !self.down;
        }
        self.before = self.work;
        self.work = 0;
        self.batches = 0;
        self.count = if self.down {
            self.count - self.count.div_ceil(9).min(self.count)
        } else {
            self.count + self.count / 8 + 1
        };
        self.count = self.count.min(most);
    }

    /// Always this number.
    #[cfg(test)]
    pub(super) fn fix(&mut self, count: usize) {
        self.fixed = Some(count);
    }
}
