//! What is remembered of sums: most are of few parts, and stand in the table without a box of their own.

use rustc_hash::FxHashMap;

use crate::budget::{Exhausted, Meter};

/// As many parts have room in the table.
const SHORT: usize = 4;

/// A sum of few parts, filled up with what is no part.
type Short = [u32; SHORT];

fn short(sum: &[u32]) -> Option<Short> {
    let mut short = [u32::MAX; SHORT];
    short.get_mut(..sum.len())?.copy_from_slice(sum);
    Some(short)
}

/// What is known of a sum that has been met.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Known {
    /// It is being searched.
    Open,
    /// The player to move wins.
    Won,
    /// The other wins.
    Lost,
}

/// Sums, rising, with what is known of them.
#[derive(Debug, Default)]
pub(super) struct Memo {
    short: FxHashMap<Short, Known>,
    long: FxHashMap<Box<[u32]>, Known>,
}

impl Memo {
    /// How many sums there are.
    pub(super) fn len(&self) -> usize {
        self.short.len() + self.long.len()
    }

    /// What is known of a sum.
    pub(super) fn get(&self, sum: &[u32]) -> Option<Known> {
        match short(sum) {
            Some(short) => self.short.get(&short).copied(),
            None => self.long.get(sum).copied(),
        }
    }

    /// A sum that has not been met is being searched from now on.
    ///
    /// # Errors
    /// What ran out.
    pub(super) fn open(&mut self, sum: &[u32], meter: &mut Meter) -> Result<(), Exhausted> {
        // A table is half empty at the worst.
        match short(sum) {
            Some(short) => {
                meter.spend(1, 2 * (size_of::<(Short, Known)>() as u64 + 1))?;
                self.short.insert(short, Known::Open);
            }
            None => {
                meter.spend(1, 2 * 25 + 16 + 4 * sum.len() as u64)?;
                self.long.insert(sum.into(), Known::Open);
            }
        }
        Ok(())
    }

    /// A sum that was open is known now.
    pub(super) fn close(&mut self, sum: &[u32], wins: bool) {
        let known = match wins {
            true => Known::Won,
            false => Known::Lost,
        };
        let entry = match short(sum) {
            Some(short) => self.short.get_mut(&short),
            None => self.long.get_mut(sum),
        };
        if let Some(entry) = entry {
            *entry = known;
        }
    }

    /// A sum is no longer being searched, and not known.
    pub(super) fn forget(&mut self, sum: &[u32]) {
        match short(sum) {
            Some(short) => self.short.remove(&short),
            None => self.long.remove(sum),
        };
    }
}
