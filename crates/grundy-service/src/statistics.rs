//! What is counted while values stream by: how often each occurred and where last, and the largest.

use grundy::engine::sequence::{Frequencies, Rules, SparseSpace};
use serde::{Deserialize, Serialize};

/// Values from this on are counted together.
const COUNTED: usize = 1 << 16;

/// One value on the even heaps, or on the odd ones.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
struct Seen {
    count: u64,
    last: u64,
}

/// Statistics of the values of consecutive heaps.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Statistics {
    /// How many values there were.
    pub count: u64,
    /// The largest.
    pub largest: u32,
    /// The first heap that has it.
    pub largest_at: u64,
    /// By twice the value, and one more on odd heaps.
    seen: Vec<Seen>,
    /// How many values were not counted one by one.
    pub beyond: u64,
}

/// What is known of one value.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(
    feature = "schema",
    derive(schemars::JsonSchema),
    schemars(rename = "Frequency")
)]
pub struct Row {
    /// The value.
    pub value: u32,
    /// On how many heaps it is.
    pub count: u64,
    /// The last of them.
    pub last: u64,
}

/// Rare and common values, where that tells them apart.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Rare {
    /// What tells them apart.
    pub space: SparseSpace,
    /// The rare values, each with its rare heaps.
    pub rows: Vec<Row>,
}

impl Rare {
    /// The last rare heap.
    pub fn last(&self) -> u64 {
        self.rows.iter().map(|row| row.last).max().unwrap_or(0)
    }
}

impl Statistics {
    /// Whether these are statistics of so many values: what was read may be none.
    pub fn is_of(&self, count: u64) -> bool {
        let counts = self.seen.iter().map(|seen| seen.count).chain([self.beyond]);
        let sum = counts
            .into_iter()
            .try_fold(0u64, |sum, count| sum.checked_add(count));
        self.count == count && sum == Some(count) && self.seen.len() <= 2 * COUNTED
    }

    /// Counts values, the first of which is that of heap `first`.
    pub fn count(&mut self, first: u64, values: &[u32]) {
        let most = values.iter().copied().max().unwrap_or(0);
        if most > self.largest || self.count == 0 {
            let place = values.iter().position(|&value| value == most);
            self.largest = most;
            self.largest_at = first + place.unwrap_or(0) as u64;
        }
        let room = 2 * (most as usize + 1).min(COUNTED);
        if self.seen.len() < room {
            self.seen.resize(room.next_power_of_two(), Seen::default());
        }
        for (heap, &value) in (first..).zip(values) {
            let place = 2 * value as usize + (heap & 1) as usize;
            match self.seen.get_mut(place) {
                Some(seen) => {
                    seen.count += 1;
                    seen.last = heap;
                }
                None => self.beyond += 1,
            }
        }
        self.count += values.len() as u64;
    }

    /// Each value that occurred and is below 65,536, the smallest first.
    pub fn rows(&self) -> Vec<Row> {
        self.rows_where(|_, _| true)
    }

    /// The split into rare and common values that makes the fewest heaps rare, where those are at most a quarter.
    pub fn rare(&self, rules: &Rules) -> Option<Rare> {
        if self.beyond > 0 {
            return None;
        }
        let frequencies: Frequencies = [0, 1].map(|odd| {
            self.seen
                .iter()
                .skip(odd)
                .step_by(2)
                .map(|seen| seen.count)
                .collect()
        });
        let space = SparseSpace::sparsest(rules, &frequencies)?;
        if space.rare > self.count / 4 {
            return None;
        }
        let rows = self.rows_where(|heap, value| space.is_rare(heap, value));
        Some(Rare { space, rows })
    }

    /// The values on those of even (0) and odd (1) heaps that are `wanted`.
    fn rows_where(&self, wanted: impl Fn(u64, u32) -> bool) -> Vec<Row> {
        let pairs = (0..).zip(self.seen.as_chunks::<2>().0);
        let row = |(value, pair): (u32, &[Seen; 2])| {
            let kept = (0..).zip(pair).filter(|&(odd, _)| wanted(odd, value));
            let kept = kept.map(|(_, seen)| seen).filter(|seen| seen.count > 0);
            let (count, last) = kept.fold((0, 0), |(count, last), seen| {
                (count + seen.count, seen.last.max(last))
            });
            (count > 0).then_some(Row { value, count, last })
        };
        pairs.filter_map(row).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn counts_are_those_of_a_plain_loop() {
        let values: Vec<u32> = (0..10_000u32).map(|n| n * 7919 % 101 % 37).collect();
        for first in [0, 17] {
            let mut statistics = Statistics::default();
            let mut heap = first;
            for piece in values.chunks(333) {
                statistics.count(heap, piece);
                heap += piece.len() as u64;
            }
            assert!(statistics.is_of(10_000) && !statistics.is_of(9999));
            assert_eq!((statistics.largest, statistics.beyond), (36, 0));
            let place = values.iter().position(|&value| value == 36).expect("36");
            assert_eq!(statistics.largest_at, first + place as u64);
            let rows = statistics.rows();
            assert_eq!(rows.len(), 37);
            for row in rows {
                let places: Vec<u64> = (first..)
                    .zip(&values)
                    .filter(|(_, value)| **value == row.value)
                    .map(|(heap, _)| heap)
                    .collect();
                assert_eq!(row.count, places.len() as u64);
                assert_eq!(Some(&row.last), places.last());
            }
        }
    }

    #[test]
    fn huge_values_are_counted_together() {
        let mut statistics = Statistics::default();
        statistics.count(0, &[0, u32::MAX, 65_536, 65_535]);
        statistics.count(4, &[u32::MAX, 3]);
        assert_eq!((statistics.beyond, statistics.rows().len()), (3, 3));
        assert_eq!((statistics.largest, statistics.largest_at), (u32::MAX, 1));
        assert_eq!(statistics.rare(&"0.77".parse().expect("a code")), None);
    }
}
