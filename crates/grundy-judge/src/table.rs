//! Values of the heaps of a subtraction set, as far as they were asked for: the engine of the
//! theory crate, with a table that grows and a memory of how far it grew for the sets before.

use crate::error::Problem;
use grundy::engine::subtraction::{TableError, Values, values};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

/// Values of heaps 0, 1, 2, … of one subtraction set.
pub(crate) struct Table {
    /// In growing order, without repetition, none above `limit`.
    takes: Vec<u64>,
    /// The largest heap that may be asked for.
    limit: u64,
    values: Values,
    /// How far the tables of earlier sets were asked for.
    usual: u64,
    largest: u64,
    stop: Option<Arc<AtomicBool>>,
}

impl Table {
    /// A table for heaps up to `limit`; a set stop flag ends its work.
    pub(crate) fn new(limit: u32, stop: Option<Arc<AtomicBool>>) -> Table {
        Table {
            takes: Vec::new(),
            limit: limit.into(),
            values: Values::U8(Vec::new()),
            usual: 0,
            largest: 0,
            stop,
        }
    }

    /// The largest heap that may be asked for.
    pub(crate) fn limit(&self) -> u64 {
        self.limit
    }

    /// The takes that matter to heaps up to the limit, in growing order.
    pub(crate) fn takes(&self) -> &[u64] {
        &self.takes
    }

    /// Forgets the set and its values for another set.
    pub(crate) fn set(&mut self, takes: impl Iterator<Item = u128>) -> Result<(), Problem> {
        self.usual = self.usual.max(self.largest);
        self.largest = 0;
        self.values = Values::U8(Vec::new());
        self.takes.clear();
        let mut any = false;
        for take in takes {
            if take == 0 {
                return Err(Problem::ZeroTake);
            }
            any = true;
            // A take beyond the limit is open to no heap that may be asked for.
            if take <= u128::from(self.limit) {
                self.takes.push(take as u64);
            }
        }
        if !any {
            return Err(Problem::NoTakes);
        }
        self.takes.sort_unstable();
        self.takes.dedup();
        Ok(())
    }

    /// The value of a heap up to the limit.
    #[inline]
    pub(crate) fn value(&mut self, heap: u64) -> Result<u64, Problem> {
        match self.values.get(heap) {
            Some(value) => Ok(value.into()),
            None => self.grow(heap),
        }
    }

    /// Fills the table up to `heap` at least and gives its value.
    #[cold]
    fn grow(&mut self, heap: u64) -> Result<u64, Problem> {
        if heap > self.limit {
            return Err(Problem::HeapBeyondTable { limit: self.limit });
        }
        self.largest = heap;
        // As far as it was usual, or half as much again: so that slowly growing heaps do not start over for each.
        let more = if self.values.is_empty() {
            heap
        } else {
            heap + heap / 2
        };
        let goal = more.max(self.usual).min(self.limit);
        let stop = || {
            let flag = self.stop.as_ref();
            flag.is_some_and(|flag| flag.load(Ordering::Relaxed))
        };
        self.values =
            values(&self.takes, goal, u64::MAX, &stop).map_err(|refused| match refused {
                TableError::TooManyTakes => Problem::TooManyTakes,
                TableError::Stopped => Problem::Stopped,
                _ => Problem::HeapBeyondTable { limit: heap - 1 },
            })?;
        Ok(self.values.get(heap).unwrap_or_default().into())
    }
}

#[cfg(test)]
mod tests {
    use super::Table;
    use crate::error::Problem;

    /// The values by the definition alone.
    fn slow(takes: &[u64], most: u64) -> Vec<u64> {
        let mut values: Vec<u64> = Vec::new();
        for heap in 0..=most {
            let options: Vec<u64> = takes
                .iter()
                .filter(|&&take| take <= heap)
                .map(|&take| values[(heap - take) as usize])
                .collect();
            values.extend((0..).find(|value| !options.contains(value)));
        }
        values
    }

    #[test]
    fn values_are_those_of_the_definition_in_any_order() {
        let mut table = Table::new(700, None);
        for takes in [
            vec![1],
            vec![5, 2, 5],
            vec![1, 63, 64, 65, 128],
            (1..=90).collect(),
            vec![9, u64::MAX],
        ] {
            let expected = slow(&takes, 700);
            for backwards in [false, true] {
                table.set(takes.iter().map(|&take| take.into())).unwrap();
                for heap in 0..=700u64 {
                    let heap = if backwards { 700 - heap } else { heap };
                    assert_eq!(
                        table.value(heap),
                        Ok(expected[heap as usize]),
                        "{takes:?} {heap}"
                    );
                }
            }
            assert_eq!(
                table.value(701),
                Err(Problem::HeapBeyondTable { limit: 700 })
            );
        }
        assert_eq!(table.set([1, 0].into_iter()), Err(Problem::ZeroTake));
        assert_eq!(table.set([].into_iter()), Err(Problem::NoTakes));
    }
}
