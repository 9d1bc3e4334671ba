//! When values grow by a saltus for ever: takes of all numbers but finitely many.
//!
//! Let x be the greatest number that may not be taken. From heap n every heap below n − x is an option, and of the x heaps
//! before n some are. So the value of n is a function of the set S(n) of values below n − x and of the last x values. If
//! for some n these values before n + p are those before n, plus s, and S(n + p) = {0, …, s − 1} ∪ (S(n) + s), then
//! G(n + p) = G(n) + s, the same is true of n + 1, and so on for ever. (The least excluded value of {0, …, s − 1} ∪ (T + s) is s
//! plus that of T.) That such sequences grow by a saltus is known from *Winning Ways*, chapter 4.

use super::{Period, Subject, Theorem, Values};

/// The numbers that may not be taken, as far as the theorem asks.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct AllBut {
    /// The greatest of them.
    greatest: usize,
}

impl AllBut {
    /// All numbers but these runs of them, in order; `None` if they go beyond memory.
    pub fn new(runs: &[(u64, u64)]) -> Option<AllBut> {
        let greatest = runs.last().map_or(0, |run| run.1);
        let greatest = usize::try_from(greatest).ok()?;
        (greatest < usize::MAX / 4).then_some(AllBut { greatest })
    }

    /// The least period, with its least pre-period, that these values prove, if they prove one.
    pub fn period(&self, values: &Values) -> Option<Period> {
        let all: Vec<u32> = values.iter().collect();
        let length = all.len();
        let half = length.checked_sub(2 * self.greatest + 2)? / 2;
        // Values a period apart differ by the saltus if the steps from value to value repeat.
        let steps = all.windows(2).map(|pair| pair[1].wrapping_sub(pair[0]));
        let mut kept = Values::default();
        kept.extend(&steps.collect::<Vec<u32>>());
        let period = kept.repeats_from(half, half)?;
        let (first, second) = (length - period, length);
        let saltus = all[second - 1].checked_sub(all[first - 1])?;
        let grows = |heap: &usize| all[heap + period].checked_sub(all[*heap]) == Some(saltus);
        let preperiod = (0..first)
            .rev()
            .find(|heap| !grows(heap))
            .map_or(0, |heap| heap + 1);
        let window = first.checked_sub(self.greatest)?;
        if window < preperiod {
            return None;
        }
        // Both sets of values, the second with the saltus taken off.
        let greatest = all.iter().max().copied().unwrap_or(0) as usize;
        let (mut before, mut after) = (vec![false; greatest + 1], vec![false; greatest + 1]);
        all[..window]
            .iter()
            .for_each(|&value| before[value as usize] = true);
        let mut low = vec![false; saltus as usize];
        for &value in &all[..second - self.greatest] {
            match value.checked_sub(saltus) {
                Some(value) => after[value as usize] = true,
                None => low[value as usize] = true,
            }
        }
        (before == after && low.iter().all(|&met| met)).then_some(Period {
            preperiod: preperiod as u64,
            period: period as u64,
            saltus: saltus.into(),
            theorem: if saltus == 0 {
                Theorem::Subtraction
            } else {
                Theorem::Arithmetic
            },
            subject: Subject::AllBut,
        })
    }
}
