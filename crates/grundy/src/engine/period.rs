//! Proved periods of sequences of heap values.
//!
//! A [`Period`] is made only by a proof. For games that leave at most `t` heaps after taking up to `k` (Guy and Smith
//! 1956, for t = 2): if G(n + p) = G(n) for all n with n₀ ≤ n < t·n₀ + (t − 1)·p + k, then it holds for all n ≥ n₀. The reason:
//! beyond, every option of n + p has a heap of at least n₀ + p among its at most t, which a heap smaller by p
//! can stand for, and the other way round.

use crate::engine::subtraction;
use crate::number::Natural;

/// From `preperiod` on, the value of heap n + `period` is the value of heap n.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Period {
    preperiod: u64,
    period: u64,
}

impl Period {
    /// How many heaps, from 0, come before the repetition.
    pub fn preperiod(&self) -> u64 {
        self.preperiod
    }

    /// After how many heaps the values repeat.
    pub fn period(&self) -> u64 {
        self.period
    }

    /// The smallest heap that this one shares its value with by repetition: below preperiod + period.
    pub fn reduce(&self, heap: &Natural) -> Natural {
        let preperiod = Natural::from(self.preperiod);
        if *heap < preperiod {
            return heap.clone();
        }
        let beyond = (heap - &preperiod) % self.period;
        preperiod + beyond
    }

    /// The period of a game that leaves at most `parts` heaps after taking at most `most`, if these values of the heaps
    /// from 0 up prove one: the least period that they prove, with its least pre-period.
    ///
    /// Time is about the number of values, more where they nearly repeat.
    pub fn by_breaking(values: &[u32], parts: usize, most: usize) -> Option<Period> {
        let parts = parts.max(1);
        let length = values.len();
        // The values needed reach to t·n₀ + t·p + k.
        (1..=length / parts).find_map(|period| {
            let room = length.checked_sub(most)?.checked_sub(parts * period)?;
            let last_change = (0..length - period)
                .rev()
                .find(|&heap| values[heap] != values[heap + period]);
            let preperiod = last_change.map_or(0, |heap| heap + 1);
            (parts * preperiod <= room).then_some(Period {
                preperiod: preperiod as u64,
                period: period as u64,
            })
        })
    }
}

/// The period of a finite subtraction set, proved by a window of values that recurs.
impl From<&subtraction::Period> for Period {
    fn from(proved: &subtraction::Period) -> Period {
        Period {
            preperiod: proved.preperiod(),
            period: proved.period(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn needs_enough_values() {
        // Takes of 1 or 2: the period is 3, t = 1, k = 2.
        let values: Vec<u32> = (0..20).map(|heap| heap % 3).collect();
        assert_eq!(Period::by_breaking(&values[..4], 1, 2), None);
        let found = Period::by_breaking(&values[..5], 1, 2).expect("a window of two recurs");
        assert_eq!((found.preperiod(), found.period()), (0, 3));
        assert_eq!(
            found.reduce(&Natural::from(1_000_000_000_001u64)),
            Natural::from(2u8)
        );
        // With two parts more is needed.
        assert_eq!(Period::by_breaking(&values[..7], 2, 2), None);
        assert!(Period::by_breaking(&values[..8], 2, 2).is_some());
        let mut late = values.clone();
        late[3] = 7;
        assert_eq!(
            Period::by_breaking(&late, 2, 2).map(|found| found.preperiod()),
            Some(4)
        );
    }
}
