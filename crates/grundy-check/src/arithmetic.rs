//! When values that grow by the saltus once do so for ever.
//!
//! Austin (1976) and Howse and Nowakowski (2004) gave conditions for games that leave three heaps, Siegel for sets of
//! all numbers but some; what is checked here is proved below. Let g be the sequence claimed, n₀ its pre-period, at
//! least 1, p its period, s > 0 its saltus, and G the true sequence. A heap is *large* from n₀ on: then
//! g(h + p) = g(h) + s, by the making of g. Write s = 2^γ σ with σ odd, and q(h) = ⌊g(h) / 2^γ⌋, r(h) = g(h) mod 2^γ;
//! so q(h + p) = q(h) + σ and r(h + p) = r(h) for large h. A nim-sum of values has the nim-sum of the r as its lower γ
//! digits and that of the q above them.
//!
//! # Breaking
//!
//! A move removes at most k stones and leaves at most three heaps. Let N₀ = 3 n₀ + k, or the least heap that is split
//! if that is greater. From N₀ on the conditions of a move are the same for all heaps: which numbers of stones may be
//! removed for how many heaps to be left. (All of a heap, N ≤ k, is not removed any more.) So if heaps that are left of
//! N are exchanged for others of at least one stone, and they have t stones more together, it is an option of N + t.
//!
//! **Good** is an option of N of which one heap, b, is large and the q of the others have the nim-sum 0: for one heap
//! always, for two if q of the smaller, or the other, is 0, for three if two have the same q. With R the nim-sum of all
//! r its value is 2^γ q(b) + R. With b + p for b it is an option of N + p, of value 2^γ (q(b) + σ) + R, greater by s,
//! and good, for the others are the same.
//!
//! **Steady** is an option of N of which two heaps a, a' are large and q(a) = q(a'). With a + p and a' + p for them it
//! is an option of N + 2 p, of the same value, for q(a) + σ = q(a') + σ, and steady.
//!
//! **Both** is an option of three heaps that is good and steady by the same two: a, a' and the third, c, are large and
//! q(a) = q(a'). With a + p and a' + p it is an option of N + 2 p of the same value, and both again. No option of two
//! heaps is: it may be steady by a, a' and good, if q(a) = q(a') = 0; but then q(a + p) = σ is not 0, and what it
//! becomes is good no longer.
//!
//! **Theorem.** Let N₁ ≥ N₀ and λ a multiple of s, λ ≥ s. Suppose that for all N with N₁ ≤ N < N₁ + 2 p
//!
//! 1. each value below λ is that of a steady option of N,
//! 2. each value v with λ - s ≤ v < λ is that of one that is both;
//!
//! that for all N with N₁ ≤ N < N₁ + p
//!
//! 3. each value v with λ ≤ v < g(N) is that of a good option;
//!
//! and that no option of any N ≥ N₀ has the value g(N). Here values of options are nim-sums of g. If G(N) = g(N) for
//! all N below N₁, it is so for all N.
//!
//! *Proof.* 1 and 2 hold for all N ≥ N₁: if for N, then for N + 2 p, as said of steady options and of those that are
//! both. 3 holds for all N ≥ N₁: let N ≥ N₁ + p and let it hold for N - p ≥ N₁, and let λ ≤ v < g(N), so that
//! λ - s ≤ v - s < g(N) - s = g(N - p). If v - s < λ, an option of N - p that is both has the value v - s by 2; else a
//! good one has by 3. Either is good, so a good option of N has the value v. Now let N ≥ N₁ and G(h) = g(h) for all
//! h < N. Options of N leave smaller heaps only, so that their true values are nim-sums of g. By 1 they have all values
//! below λ, by 3 all others below g(N), and not g(N): so G(N) = g(N). ∎
//!
//! **That g(N) is never met.** Let N ≥ N₀. What is left of N is at least 3 n₀ stones in at most three heaps, so that
//! one is large, and N is. If an option of heaps x has the value g(N), the nim-sum of the r(x) is r(N) and that of the
//! q(x) is q(N). A sum is at least the nim-sum and differs from it by an even number; so
//!
//! > d = Σ q(x) - q(N) is even and not negative.
//!
//! If a large heap and N both change by a multiple of p, both large before and after, d, the nim-sum of the r, and r(N)
//! stay as they are. So it suffices to look at N and all large heaps but one from n₀ to n₀ + p - 1, small heaps as they
//! are, and to let the last large heap, b, be what is left; its size may then be of any sign, and g(b) = g(b') + s
//! (b - b') / p, with b' of the same class, stands for its value. If no such d is even and not negative where the r
//! fit, g(N) is not met. One case can be told more exactly: if b is the only large heap and the q of the others have
//! the nim-sum 0, the nim-sum of all q is q(b), which must be q(N), and then d is the sum of the q of the others.
//!
//! `begin` is N₀, `start` N₁; the definition is asked for below N₁ + 2 p, further than the proof needs.
//!
//! # All but a finite set
//!
//! Let m be the greatest number that may not be taken, 0 if all may. The options of a heap n are all heaps below n - m,
//! and some of the m heaps before n, the same for all n ≥ m. Let S(n) be the set of the values of g below n - m.
//! Suppose that for some n with n - m ≥ n₀ (n₀ may be 0 here) S(n + p) consists of all numbers below s and those of
//! S(n) with s added.
//!
//! This is so for n + 1, too: S(n + 1) has g(n - m) more than S(n), and S(n + 1 + p) has g(n - m + p) = g(n - m) + s
//! more than S(n + p). So it is for all greater n. And the last m values before n + p are those before n with s added.
//! So the options of n + p have all values below s and otherwise those of n with s added: the least value that they
//! have not is greater by s. If G = g below n + p, then G(n + p) = G(n) + s = g(n + p), and so on for ever. The
//! definition is asked for below n + p.

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
