//! When values that grow by the saltus once do so for ever.
//!
//! Austin (1976) and Howse and Nowakowski (2004) gave conditions for games that leave three heaps, Siegel for sets of
//! all numbers but some; what is checked here is proved in a few lines. Let g be the sequence claimed, n₀ ≥ 1 its
//! pre-period, p its period, s its saltus. A heap is *large* from n₀ on: then g(h + p) = g(h) + s. Write s = 2^γ σ with σ odd,
//! and q(h) = ⌊g(h) / 2^γ⌋, r(h) = g(h) mod 2^γ.
//!
//! **Breaking.** An option of N is *good* if one of its heaps, b, is large and the q of the others have the nim-sum 0. Putting
//! b + p for b makes of it an option of N + p with a value greater by s, good again. An option is *steady* if two of its
//! heaps, a and a', are large and q(a) = q(a'). Putting a + p and a' + p makes of it an option of N + 2 p with the same value,
//! steady again, and good again if the third heap is large. Let λ be a multiple of s. If for N₀ ≤ N < N₀ + 2 p steady options
//! have all values below λ, and good steady ones all from λ - s to λ, and for N₀ ≤ N < N₀ + p good ones have all values
//! from λ to g(N), then for every N ≥ N₀ options have all values below g(N): by induction, those below λ as for N - 2 p, the others
//! as values smaller by s for N - p.
//!
//! No option of N has the value g(N): at least one heap is large if N ≥ N₀ ≥ 3 n₀ + k, k the most stones removed. The r of the heaps would have
//! the nim-sum r(N), and the q the nim-sum q(N), which needs that d = Σq - q(N) is even and not negative; but d stays
//! the same when N and a large heap grow by p, so that all cases are finitely many. If only one heap is large and the others'
//! q have the nim-sum 0, d must be the sum of these.
//!
//! **All but a finite set.** From a heap n with m the greatest number that may not be taken, all heaps below n - m can be
//! reached; the value is told by the set of their values and by the last m values. If at some n ≥ n₀ + m that set at n + p is
//! that at n with s added and all numbers below s, it is so for all greater n, and all values go on.
//!
//! In both cases the definition must hold below the bound returned, where the induction begins.

use std::collections::BTreeSet;

use crate::certificate::Certificate;
use crate::claimed::extended;
use crate::definition::greatest;
use crate::rules::{Break, Take};
use crate::verdict::{Condition, Effort, Fault, Refusal};

/// After how many periods the induction may begin.
const BEGINNINGS: [u64; 6] = [0, 1, 2, 4, 8, 16];

/// After how many periods it begins at the latest for sets of all numbers but some.
const TURNS: u64 = 16;

/// How many times the saltus λ may be.
const TIMES: [u64; 5] = [1, 2, 3, 4, 8];

/// Below which heap the definition is needed.
pub(crate) fn all_but(certificate: &Certificate, rules: &Take) -> Result<u128, Fault> {
    let claim = &certificate.claim;
    let far = claim.period.saturating_mul(TURNS);
    let Some(end) =
        (claim.preperiod.checked_add(far)).and_then(|end| end.checked_add(claim.period))
    else {
        return Err(Refusal::Costly(u128::MAX).into());
    };
    let values = extended(certificate, end)?;
    // All are within the values; the induction begins with heap n + m.
    let (period, first) = (claim.period as usize, claim.preperiod as usize);
    let goes_on = |heap: usize| {
        let distinct = |values: &[u32]| -> BTreeSet<u64> {
            values.iter().map(|&value| value.into()).collect()
        };
        let before = distinct(&values[..heap]);
        let after = distinct(&values[..heap + period]);
        // Counting first: the sets are no greater than what is stored, the saltus may be.
        claim.saltus.checked_add(before.len() as u64) == Some(after.len() as u64)
            && (0..claim.saltus).all(|value| after.contains(&value))
            && before
                .iter()
                .all(|value| after.contains(&(value + claim.saltus)))
    };
    let (mut low, mut high) = (first, values.len() - period);
    if !goes_on(high) {
        return Err(Condition::Arithmetic(high as u64).into());
    }
    // What goes on from a heap does so from the next one.
    while low < high {
        let middle = low + (high - low) / 2;
        if goes_on(middle) {
            high = middle;
        } else {
            low = middle + 1;
        }
    }
    Ok(low as u128 + u128::from(claim.period) + u128::from(rules.greatest()))
}

/// Below which heap the definition is needed.
pub(crate) fn breaking(
    certificate: &Certificate,
    rules: &Break,
    effort: &Effort,
) -> Result<u128, Fault> {
    let claim = &certificate.claim;
    let growth = Growth::new(certificate, rules);
    let begin = 3 * u128::from(growth.first) + u128::from(rules.farthest());
    let begin = begin.max(rules.least as u128);
    let (period, end) = (
        u128::from(claim.period),
        begin + 18 * u128::from(claim.period),
    );
    // All classes of the heaps left and of the heap moved in; all options while the beginning is looked for.
    let classes = u128::from(growth.first) + period;
    let removals = rules.digits.len() as u128;
    let cost = (classes.saturating_mul(classes).saturating_mul(period))
        .saturating_add((period * 4).saturating_mul(end).saturating_mul(end))
        .saturating_mul(removals);
    if cost > u128::from(effort.most_options) {
        return Err(Refusal::Costly(cost).into());
    }
    growth.never_met()?;
    let mut failed = 0;
    for periods in BEGINNINGS {
        // Costs are bounded, so are these.
        let start = begin as u64 + periods * claim.period;
        let values = extended(certificate, start + 2 * claim.period)?;
        let mut times = TIMES.to_vec();
        for heap in start..start + 2 * claim.period {
            let own = heap < start + claim.period;
            growth.retain(&mut times, heap as usize, own, &values);
            if times.is_empty() {
                failed = heap;
                break;
            }
        }
        if !times.is_empty() {
            return Ok(u128::from(start) + 2 * period);
        }
    }
    Err(Condition::Arithmetic(failed).into())
}

/// What the proof for breaking looks at.
struct Growth<'c> {
    rules: &'c Break,
    /// The values up to the end of the first period of large heaps.
    values: Vec<u32>,
    /// The first large heap.
    first: u64,
    period: u64,
    saltus: u64,
    /// How many digits the saltus ends with zeros in.
    low: u32,
}

impl<'c> Growth<'c> {
    fn new(certificate: &Certificate, rules: &'c Break) -> Growth<'c> {
        let claim = &certificate.claim;
        let first = claim.preperiod.max(1);
        // One value more at most, and that one fits or the whole would not.
        let end = first + claim.period;
        let values = extended(certificate, end).unwrap_or_default();
        Growth {
            rules,
            values,
            first,
            period: claim.period,
            saltus: claim.saltus,
            low: claim.saltus.trailing_zeros(),
        }
    }

    /// The upper digits of a value.
    fn upper(&self, value: u32) -> u32 {
        value.checked_shr(self.low).unwrap_or(0)
    }

    fn lower(&self, value: u32) -> u32 {
        value ^ (u64::from(self.upper(value)) << self.low) as u32
    }

    /// That no option of a heap has the heap's own value, by the classes of heaps.
    fn never_met(&self) -> Result<(), Fault> {
        let classes = self.values.len() as u64;
        if classes != self.first + self.period {
            return Err(Refusal::Wide(classes).into());
        }
        for heap in self.first..classes {
            for (removed, &digit) in (0..).zip(&self.rules.digits) {
                let alone = digit & 2 != 0 && self.meets(heap, removed, &[]);
                let pair =
                    digit & 4 != 0 && (1..classes).any(|other| self.meets(heap, removed, &[other]));
                let three = digit & 8 != 0
                    && (1..classes).any(|other| {
                        (other..classes).any(|third| self.meets(heap, removed, &[other, third]))
                    });
                if alone || pair || three {
                    return Err(Condition::Arithmetic(heap).into());
                }
            }
        }
        Ok(())
    }

    /// Whether removing so many stones from a heap of the class of `heap` may leave the heaps `others` and a large one, with
    /// the value of the heap.
    fn meets(&self, heap: u64, removed: u64, others: &[u64]) -> bool {
        let period = i128::from(self.period);
        let left: i128 = others.iter().map(|&other| i128::from(other)).sum();
        let left = i128::from(heap) - i128::from(removed) - left;
        // The heap of the class, and by how many periods the true one is beyond it.
        let first = i128::from(self.first);
        let class = first + (left - first).rem_euclid(period);
        let beyond = (left - class) / period;
        let all = others.iter().map(|&other| self.values[other as usize]);
        let large = self.values[class as usize];
        let lower = |sum, value| sum ^ self.lower(value);
        let of_heap = self.values[heap as usize];
        if all.clone().fold(self.lower(large), lower) != self.lower(of_heap) {
            return false;
        }
        let upper = |value| i128::from(self.upper(value));
        let of_others: i128 = all.clone().map(upper).sum();
        let step = i128::from(self.saltus >> self.low);
        let beyond_heap = of_others + upper(large) + step * beyond - upper(of_heap);
        let small = others.iter().all(|&other| other < self.first);
        if small && all.fold(0, |sum, value| sum ^ self.upper(value)) == 0 {
            return beyond_heap == of_others;
        }
        beyond_heap >= 0 && beyond_heap % 2 == 0
    }

    /// Keeps those of the multiples of the saltus that will do for λ at this heap, whose own value counts if asked.
    fn retain(&self, times: &mut Vec<u64>, heap: usize, own: bool, values: &[u32]) {
        let value = values[heap] as usize;
        if value > greatest(heap) || self.saltus > greatest(heap) as u64 {
            times.clear();
            return;
        }
        let saltus = self.saltus as usize;
        let most = times
            .iter()
            .max()
            .map_or(0, |&times| saltus * times as usize);
        let mut seen = Seen::new(most.max(value));
        self.see(&mut seen, heap, values);
        times.retain(|&times| {
            let bound = saltus * times as usize;
            (0..bound).all(|value| seen.steady[value])
                && (bound - saltus..bound).all(|value| seen.both[value])
                && (!own || (bound..value).all(|value| seen.good[value]))
        });
    }

    fn see(&self, seen: &mut Seen, heap: usize, values: &[u32]) {
        let first = self.first as usize;
        let upper = |heap: usize| self.upper(values[heap]);
        for (removed, &digit) in self.rules.digits.iter().enumerate() {
            let Some(left) = heap.checked_sub(removed).filter(|&left| left > 0) else {
                break;
            };
            if digit & 2 != 0 {
                seen.mark(values[left], left >= first, false);
            }
            if digit & 4 != 0 {
                for one in 1..left {
                    let other = left - one;
                    let value = values[one] ^ values[other];
                    let steady = one >= first && other >= first && upper(one) == upper(other);
                    // Apart: a pair that grows by two periods keeps its value and is good no longer.
                    seen.mark(value, false, steady);
                    seen.mark(value, other >= first && upper(one) == 0, false);
                }
            }
            if digit & 8 != 0 {
                for one in 1..left {
                    for other in one..left - one {
                        let third = left - one - other;
                        let same = upper(one) == upper(other);
                        let good = same && third >= first;
                        let steady = same && one >= first;
                        seen.mark(values[one] ^ values[other] ^ values[third], good, steady);
                    }
                }
            }
        }
    }
}

/// Which values options of each kind have.
struct Seen {
    good: Vec<bool>,
    steady: Vec<bool>,
    both: Vec<bool>,
}

impl Seen {
    fn new(most: usize) -> Seen {
        let none = || vec![false; most];
        Seen {
            good: none(),
            steady: none(),
            both: none(),
        }
    }

    fn mark(&mut self, value: u32, good: bool, steady: bool) {
        let value = value as usize;
        if value < self.good.len() {
            self.good[value] |= good;
            self.steady[value] |= steady;
            self.both[value] |= good && steady;
        }
    }
}
