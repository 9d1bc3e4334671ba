//! All numbers that leave certain remainders when divided by m: which values occurred at each remainder of heaps.
//!
//! An option of a heap is any smaller heap with a remainder that the set allows, so its value depends on the values that
//! occurred at each remainder only. These sets grow; if none does for m heaps in a row none will, and the values repeat
//! with period m. A bit is kept for each value at each remainder.

use super::Repeat;
use crate::sequence::Stop;

/// The values of a set of remainders.
#[derive(Debug)]
pub(super) struct Remainders {
    divisor: u64,
    /// Runs of remainders.
    allowed: Vec<(u64, u64)>,
    /// For each remainder the values that heaps with it have, as bits; the remainders of heaps so far.
    seen: Vec<Vec<u64>>,
    /// For each remainder a number not above the next value there: it never falls.
    least: Vec<u64>,
    /// For each remainder the last value.
    last: Vec<u32>,
    /// The remainder of the next heap.
    next: u64,
    /// For how many heaps no set has grown.
    quiet: u64,
    /// Bytes of the sets.
    bytes: usize,
}

impl Remainders {
    /// Begins with heap 0.
    pub(super) fn new(divisor: u64, allowed: Vec<(u64, u64)>) -> Remainders {
        Remainders {
            divisor,
            allowed,
            seen: Vec::new(),
            least: Vec::new(),
            last: Vec::new(),
            next: 0,
            quiet: 0,
            bytes: 0,
        }
    }

    pub(super) fn save(&self) -> Vec<Vec<u64>> {
        self.seen.clone()
    }

    /// Goes on after `length` values.
    pub(super) fn restore(mut self, seen: Vec<Vec<u64>>, length: u64) -> Option<Remainders> {
        if seen.len() as u64 != length.min(self.divisor) {
            return None;
        }
        self.bytes = seen.iter().map(|seen| 8 * seen.len()).sum();
        self.least = vec![0; seen.len()];
        self.last = vec![0; seen.len()];
        self.seen = seen;
        self.next = length % self.divisor;
        Some(self)
    }

    /// Appends at most `count` values, or tells how they repeat.
    pub(super) fn extend(
        &mut self,
        count: usize,
        memory: usize,
        out: &mut Vec<u32>,
    ) -> Result<Option<Repeat>, Stop> {
        if self.quiet >= self.divisor {
            let last = std::mem::take(&mut self.last);
            return Ok(Some(Repeat::new(last, self.next as usize, 0)));
        }
        // Lists double when they are full.
        let each = size_of::<Vec<u64>>() + 12;
        let bytes = 2 * (self.bytes + 8 * count + each * (self.seen.len() + count));
        if bytes > memory {
            return Err(Stop::Memory(bytes));
        }
        for _ in 0..count {
            let value = self.next_value();
            let value = u32::try_from(value).map_err(|_| Stop::Wide)?;
            self.push(value);
            out.push(value);
        }
        Ok(None)
    }

    fn next_value(&mut self) -> u64 {
        let remainder = self.next;
        let mut value = self.least.get(remainder as usize).copied().unwrap_or(0);
        loop {
            let place = (value / 64) as usize;
            let mut options = 0;
            for &(low, high) in &self.allowed {
                // The remainders of the heaps that these takes lead to: a run that may go around.
                let to = remainder
                    .checked_sub(low)
                    .map(|to| (remainder.saturating_sub(high), to));
                let around = (high > remainder).then(|| {
                    let shift = self.divisor - high + remainder;
                    let least_around = low.max(remainder + 1);
                    (shift, self.divisor - least_around + remainder)
                });
                for (first, last) in to.into_iter().chain(around) {
                    let first = first.min(self.seen.len() as u64) as usize;
                    let last = last.saturating_add(1).min(self.seen.len() as u64) as usize;
                    for seen in &self.seen[first..last] {
                        options |= seen.get(place).copied().unwrap_or(0);
                    }
                }
            }
            options |= (1 << (value % 64)) - 1;
            if options != u64::MAX {
                return 64 * place as u64 + u64::from(options.trailing_ones());
            }
            value = 64 * (place as u64 + 1);
        }
    }

    fn push(&mut self, value: u32) {
        let remainder = self.next as usize;
        if self.seen.len() == remainder {
            self.seen.push(Vec::new());
            self.least.push(0);
            self.last.push(0);
        }
        let (place, bit) = (value as usize / 64, 1u64 << (value % 64));
        let seen = &mut self.seen[remainder];
        if seen.len() <= place {
            self.bytes += 8 * (place + 1 - seen.len());
            seen.resize(place + 1, 0);
        }
        self.quiet = if seen[place] & bit != 0 {
            self.quiet + 1
        } else {
            0
        };
        seen[place] |= bit;
        self.least[remainder] = value.into();
        self.last[remainder] = value;
        self.next = (self.next + 1) % self.divisor;
    }
}
