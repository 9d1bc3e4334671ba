//! Every option of every heap: a move that leaves one heap is looked up, one that leaves two is a nim-sum of two
//! values, and the value is the least one not met.
//!
//! Two bytes a value and half a heap's size of work for each number of stones whose removal allows two heaps.

use serde::{Deserialize, Serialize};

use super::{BLOCK, Limits, Rules, Stop};

/// What is kept of a [`Dense`] sequence to go on with.
#[derive(Debug, Serialize, Deserialize)]
pub(super) struct Saved {
    rules: Rules,
    values: Vec<u16>,
}

/// The engine that looks at every option.
#[derive(Debug)]
pub(super) struct Dense {
    rules: Rules,
    limits: Limits,
    values: Vec<u16>,
    /// Which values have been met, a byte each; a power of two above all nim-sums of values.
    met: Vec<bool>,
}

impl Dense {
    pub(super) fn new(rules: Rules, limits: Limits) -> Dense {
        Dense {
            rules,
            limits,
            values: Vec::new(),
            met: vec![false; 2],
        }
    }

    pub(super) fn save(&self) -> Saved {
        Saved {
            rules: self.rules.clone(),
            values: self.values.clone(),
        }
    }

    /// `None` if what was saved is no such state.
    pub(super) fn restore(saved: Saved, limits: Limits) -> Option<Dense> {
        let most = saved
            .values
            .iter()
            .max()
            .map_or(0, |&most| usize::from(most));
        Some(Dense {
            rules: saved.rules,
            limits,
            values: saved.values,
            met: vec![false; (most + 2).next_power_of_two()],
        })
    }

    pub(super) fn len(&self) -> u64 {
        self.values.len() as u64
    }

    /// The values so far.
    pub(super) fn values(&self) -> &[u16] {
        &self.values
    }

    pub(super) fn rules(&self) -> &Rules {
        &self.rules
    }

    pub(super) fn limits(&self) -> Limits {
        self.limits
    }

    pub(super) fn next_block(&mut self, out: &mut Vec<u32>) -> Result<(), Stop> {
        let length = self.values.len();
        if length + BLOCK > self.values.capacity() {
            let bytes = 4 * (length + BLOCK) + self.met.len();
            if bytes > self.limits.memory {
                return Err(Stop::Memory(bytes));
            }
            self.values.reserve_exact(length.max(BLOCK));
        }
        for _ in 0..BLOCK {
            let value = self.next_value()?;
            self.values.push(value);
            out.push(u32::from(value));
        }
        Ok(())
    }

    /// The value of the next heap.
    fn next_value(&mut self) -> Result<u16, Stop> {
        let heap = self.values.len();
        let values = &self.values[..];
        self.met.fill(false);
        self.met[0] = self.rules.ends(heap);
        for removed in self.rules.singles() {
            if removed < heap {
                self.met[usize::from(values[heap - removed])] = true;
            }
        }
        for removed in self.rules.splits() {
            if removed + 1 < heap && heap as u64 >= self.rules.least_split() {
                let left = heap - removed;
                let most = (left - usize::from(self.rules.unequal())) / 2;
                let smaller = &values[1..=most];
                let larger = &values[left - most..left];
                for (one, other) in smaller.iter().zip(larger.iter().rev()) {
                    self.met[usize::from(one ^ other)] = true;
                }
            }
        }
        for take in (1..=heap).filter(|&take| {
            let takes = self.rules.takes();
            takes.is_some_and(|takes| takes.contains(take as u64))
        }) {
            self.met[usize::from(values[heap - take])] = true;
        }
        for parts in 3..=self.rules.parts() {
            for removed in self.rules.leaving(parts) {
                if removed <= heap && heap as u64 >= self.rules.least_split() {
                    mark(&mut self.met, values, heap - removed, 1, parts, 0);
                }
            }
        }
        let value = self.met.iter().position(|&met| !met);
        let value = value.unwrap_or(self.met.len());
        if value > usize::from(u16::MAX) {
            return Err(Stop::Wide);
        }
        while value >= self.met.len() {
            self.met.resize(2 * self.met.len(), false);
        }
        Ok(value as u16)
    }
}

/// Marks the nim-sums of the heaps into which `left` stones can be put, none smaller than `least`.
fn mark(met: &mut [bool], values: &[u16], left: usize, least: usize, parts: u32, sum: u16) {
    if parts == 1 {
        if left >= least && left < values.len() {
            met[usize::from(sum ^ values[left])] = true;
        }
        return;
    }
    for one in least..=left / parts as usize {
        mark(met, values, left - one, one, parts - 1, sum ^ values[one]);
    }
}
