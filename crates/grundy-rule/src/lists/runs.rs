//! Many entries of which two or three numbers tell: in arithmetic progression, or equal.
//!
//! The nim-sum of the heaps a, a+d, …, b is that of two sums that begin at the bottom, as with any group: of all heaps b, b−d, … and of
//! all heaps a−d, a−2d, …; and of equal heaps there is left one or none, since every nimber is its own inverse (C. L. Bouton 1902). So
//! a heap that is divided into runs (Codeforces 87C) or into equal parts costs no more than to name the parts.

/// The entries from `first` to `last`, one every `by`; all of them together once, or an even number of times.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Run {
    pub(super) first: i64,
    pub(super) last: i64,
    pub(super) by: i64,
    pub(super) odd: bool,
}

impl Run {
    /// So many equal entries.
    pub(super) fn equal(entry: i64, times: i64) -> Run {
        Run {
            first: entry,
            last: entry,
            by: 1,
            odd: times % 2 != 0,
        }
    }
}

/// Most distances of which sums are kept: a table for each, as long as that of the values.
const MOST: usize = 8;

/// The nim-sums of the values of n, n−d, n−2d, … for the distances d that were asked for.
#[derive(Debug, Default)]
pub(super) struct Sums(Vec<(usize, Vec<u32>)>);

impl Sums {
    /// The nim-sum of a run, all of whose entries have a value here. What was summed before must not have changed.
    pub(super) fn of(&mut self, values: &[u32], run: Run) -> u32 {
        let bounds = [run.first, run.last, run.by].map(|number| usize::try_from(number).ok());
        let [Some(first), Some(last), Some(by)] = bounds else {
            return 0;
        };
        if !run.odd || by == 0 {
            return 0;
        }
        if first == last {
            return values[last];
        }
        let place = match self.0.iter().position(|(distance, _)| *distance == by) {
            Some(place) => place,
            None if self.0.len() < MOST => {
                self.0.push((by, Vec::new()));
                self.0.len() - 1
            }
            None => {
                let all = values[first..=last].iter().step_by(by);
                return all.fold(0, |sum, value| sum ^ value);
            }
        };
        let sums = &mut self.0[place].1;
        for value in &values[sums.len().min(last + 1)..=last] {
            let before = sums.len().checked_sub(by).map_or(0, |n| sums[n]);
            sums.push(before ^ value);
        }
        sums[last] ^ first.checked_sub(by).map_or(0, |n| sums[n])
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn runs_are_summed_as_entry_by_entry() {
        let values: Vec<u32> = (0..60u32).map(|n| n * n % 37).collect();
        let mut sums = Sums::default();
        // More distances than are kept.
        for by in 1..=12 {
            for first in 0..30i64 {
                for count in 1..=((60 - first - 1) / by + 1) {
                    let last = first + (count - 1) * by;
                    let one_by_one =
                        (0..count).fold(0, |sum, n| sum ^ values[(first + n * by) as usize]);
                    for odd in [false, true] {
                        let run = Run {
                            first,
                            last,
                            by,
                            odd,
                        };
                        let expected = if odd { one_by_one } else { 0 };
                        assert_eq!(sums.of(&values, run), expected, "{run:?}");
                    }
                }
            }
        }
        for times in 0..5 {
            let expected = if times % 2 == 1 { values[7] } else { 0 };
            assert_eq!(sums.of(&values, Run::equal(7, times)), expected);
        }
    }
}
