//! When the values of heaps repeat for ever.
//!
//! The heaps below M are covered: Φ and the conditions on their sums are verified. Let n₀ ≥ 1, p ≥ 1 and n₀ + p ≤ M, and Φ(n + p) = Φ(n)
//! whenever n ≥ n₀ and n + p < M. Then Φ is told for all heaps by going on so: Φ(m) = Φ(m − p) for m ≥ M, and Φ(n + p) = Φ(n) for all n ≥ n₀.
//! The conditions ask of a letter only what its value and the values E of its options are. So if for each m ≥ M there is a smaller heap m′
//! with Φ(m′) = Φ(m) and E(m′) = E(m), they hold of all heaps as of those below M, heap by heap; and a heap without options is worth
//! 1, as m′ is. The monoid is reduced and made by heaps below M: it is the quotient of all heaps.
//!
//! In what follows m ≥ M, and M is at least the bound that is proved in each case.
//!
//! # Codes
//!
//! A move of m takes r ≤ k stones and leaves j ≤ t heaps, 1 ≤ t. Let m′ = m − p, and M ≥ t(n₀ + p) + k + 1 − t, and M ≥ s + p where heaps below s
//! are not split. As m and m′ are at least s, both are split or not as their digits say.
//!
//! - *No heap is left* only if r is all of it. But m′ ≥ M − p ≥ tn₀ + (t − 1)(p − 1) + k > k, and m > m′: this is an option of neither.
//! - *An option a₁ + … + aⱼ of m*, a₁ the largest, has m − r ≥ M − k > t(n₀ + p − 1) stones, so that not all aᵢ are below n₀ + p: a₁ is not.
//!   With a₁ − p ≥ n₀ ≥ 1 in its place it is an option of m′ after taking r, of the same value.
//! - *An option b₁ + … + bⱼ of m′*, b₁ the largest, has m′ − r ≥ M − p − k ≥ t(n₀ − 1) + (t − 1)p + 1 > t(n₀ − 1) stones, so that b₁ ≥ n₀. With b₁ + p
//!   in its place it is an option of m, of the same value.
//!
//! Where the two heaps of a split must differ (t = 2), let M ≥ 2n₀ + 3p + k besides, which is no less than the bound above as p ≥ 1.
//!
//! - An option a > b of m becomes (a − p) + b, as above, unless a − p = b. Then 2b = m − r − p ≥ M − k − p ≥ 2(n₀ + p), so that b − p ≥ n₀, and
//!   (b + p) + (b − p) is an option of m′ with the value of a + b: Φ(b + p) = Φ(a), Φ(b − p) = Φ(b), and the heaps differ.
//! - An option b₁ > b₂ of m′ becomes (b₁ + p) + b₂, and b₁ + p > b₂.
//!
//! # A finite set of takes
//!
//! With g the greatest number and M ≥ n₀ + p + g: after any take r ≤ g the heaps m − r and m − p − r, which is at least n₀, are worth the same.
//! So E(m − p) = E(m).
//!
//! # Takes by remainders modulo d
//!
//! Let q be the least common multiple of p and d, m′ = m − q, and M ≥ n₀ + 2q. Φ(c) = Φ(c − q) wherever c − q ≥ n₀, as p divides q; so Φ(m′) = Φ(m).
//!
//! - What a take r leaves of m′ the take r + q, of the same remainder, leaves of m.
//! - What a take r > q leaves of m the take r − q leaves of m′. For r ≤ q what is left of m, c = m − r, is worth c − q = m′ − r, which is at least
//!   m − 2q ≥ n₀ and an option of m′.
//!
//! # All numbers but some
//!
//! Nothing is proved: a heap has all that are much smaller as options.

use super::verdict::Fault;
use super::written::Claim;
use crate::least::primes;
use crate::repeating::breaking;
use crate::rules::Rules;

/// Checks the period of a claim, if it has one, for heaps that are verified otherwise.
pub(super) fn check(claim: &Claim, rules: &Rules) -> Result<(), Fault> {
    let (Some(preperiod), Some(period)) = (claim.preperiod, claim.period) else {
        return Ok(());
    };
    // Both are within the values stored.
    let (first, step) = (preperiod as usize, period as usize);
    let values = &claim.phi;
    for heap in first..values.len() - step {
        let (value, later) = (values[heap], values[heap + step]);
        if value != later {
            let heap = heap as u64;
            return Err(Fault::NoRepetition { heap, value, later });
        }
    }
    let bound = bound(rules, preperiod, period).ok_or(Fault::Game)?;
    if u128::from(claim.heaps) < bound {
        return Err(Fault::Reach(bound));
    }
    for prime in primes(period).unwrap_or_default() {
        let part = step / prime as usize;
        let again = |heap: usize| values[first + (heap + part - first) % step] == values[heap];
        if (first..first + step).all(again) {
            return Err(Fault::SmallerPeriod(part as u64));
        }
    }
    if first > 1 && values[first - 1] == values[first - 1 + step] {
        return Err(Fault::SmallerPreperiod(preperiod - 1));
    }
    Ok(())
}

/// How many heaps must be covered; `None` where nothing is proved.
fn bound(rules: &Rules, preperiod: u64, period: u64) -> Option<u128> {
    let (first, wide) = (u128::from(preperiod), u128::from(period));
    match rules {
        Rules::Break(rules) => Some(breaking(rules, preperiod, period)),
        Rules::Take(rules) if rules.all_but => None,
        Rules::Take(rules) => Some(first + wide + u128::from(rules.greatest())),
        Rules::Remainders(rules) => Some(rules.bound(preperiod, period)),
    }
}
