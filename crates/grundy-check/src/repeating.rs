//! Claims whose values are all stored up to the end of the first period.
//!
//! The values stored, going on by period and saltus, are the values of the game if they fulfil the definition below a
//! bound that the theorem gives. With n₀ the pre-period, at least 1, and p the period:
//!
//! - Breaking (Guy and Smith 1956). A move removes at most k stones and leaves at most t heaps. A heap N + p with N + p - k >
//!   t (n₀ + p - 1) leaves some heap of at least n₀ + p, for which the heap smaller by p can stand, and a heap N leaves one for
//!   which the heap greater by p can; so both have options of the same values. The definition is needed below
//!   t (n₀ + p) + k + 1 - t. If the two heaps left must differ, the smaller heap may turn out equal to the other one; the
//!   option then has the value 0, as has the pair one period further apart, from N ≥ 2 n₀ + 2 p + k on.
//! - Taking from a finite set. The value is told by the last m ones, m the greatest number; the definition is needed below
//!   n₀ + p + m.
//! - Taking what leaves certain remainders when divided by m. With q the least common multiple of p and m, a heap n of at least n₀ + 2q can
//!   leave what n - q can, and among the q heaps before it only such as have the value of the heap q below; so both have options of the
//!   same values. The definition is needed below n₀ + 2q.
//! - For values that grow see `arithmetic`.

use crate::arithmetic;
use crate::certificate::Certificate;
use crate::claim::Theorem;
use crate::claimed::extended;
use crate::definition::{self, Definition};
use crate::least;
use crate::rules::{Break, Rules};
use crate::sample::Draw;
use crate::verdict::{Condition, Effort, Fault, Least, Method, Refusal, Refutation, Verified};

/// How many values a window drawn has.
const WIDTH: u64 = 16;

/// So many first values are always recomputed.
const FIRST: u64 = 1024;

pub(crate) fn check(
    certificate: &Certificate,
    rules: &Rules,
    effort: &Effort,
) -> Result<Verified, Fault> {
    if !certificate.intact {
        return Err(Refusal::Damaged.into());
    }
    let claim = &certificate.claim;
    if (claim.saltus == 0) == (claim.theorem == Theorem::Arithmetic) {
        return Err(match claim.saltus {
            0 => Condition::NoSaltus,
            _ => Condition::Saltus,
        }
        .into());
    }
    least::check(certificate)?;
    let bound = match (claim.theorem, rules) {
        (Theorem::GuySmith, Rules::Break(rules)) => breaking(rules, claim.preperiod, claim.period),
        (Theorem::Subtraction, Rules::Break(rules)) if rules.parts() == 1 => {
            breaking(rules, claim.preperiod, claim.period)
        }
        (Theorem::Subtraction, Rules::Take(rules)) if !rules.all_but => {
            u128::from(claim.preperiod) + u128::from(claim.period) + u128::from(rules.greatest())
        }
        (Theorem::Subtraction, Rules::Remainders(rules)) => {
            rules.bound(claim.preperiod, claim.period)
        }
        (Theorem::Arithmetic, Rules::Take(rules)) if rules.all_but => {
            arithmetic::all_but(certificate, rules)?
        }
        (Theorem::Arithmetic, Rules::Break(rules)) if rules.parts() <= 3 && !rules.unequal => {
            arithmetic::breaking(certificate, rules, effort)?
        }
        _ => return Err(Condition::Game.into()),
    };
    let bound = u64::try_from(bound).map_err(|_| Refusal::Costly(bound))?;
    if claim.checked_to < bound {
        return Err(Condition::Reach(bound).into());
    }
    let (cost, most) = match effort.sample {
        None => (definition::effort(rules, bound), effort.most_options.into()),
        Some(windows) => {
            let heaps = u128::from(WIDTH) * u128::from(windows);
            let windows = definition::options(rules, bound).saturating_mul(heaps);
            let first = definition::effort(rules, FIRST.min(bound));
            // Whoever asks for so many windows will wait longer.
            (
                windows.saturating_add(first),
                u128::from(effort.most_options) * 100,
            )
        }
    };
    if cost > most {
        return Err(Refusal::Costly(cost).into());
    }
    let values = extended(certificate, bound)?;
    let mut definition = Definition::new(rules);
    let mut recompute = |heaps: std::ops::Range<u64>| -> Result<(), Fault> {
        for heap in heaps {
            // A heap is a place in the values.
            let stored = values[heap as usize];
            let expected = definition.value(heap as usize, &values);
            if expected != stored || stored as usize > definition::greatest(heap as usize) {
                return Err(Refutation::Value {
                    heap,
                    expected: expected.into(),
                    stored: stored.into(),
                }
                .into());
            }
        }
        Ok(())
    };
    let (method, recomputed) = match effort.sample {
        None => {
            recompute(0..bound)?;
            (Method::Full { bound }, bound)
        }
        Some(windows) => {
            let first = FIRST.min(bound);
            recompute(0..first)?;
            let mut draw = Draw::new(effort.seed);
            let mut recomputed = first;
            for _ in 0..windows {
                let start = draw.below(bound.div_ceil(WIDTH)) * WIDTH;
                let end = bound.min(start + WIDTH);
                recompute(start..end)?;
                recomputed += end - start;
            }
            let method = Method::Sampled {
                bound,
                windows,
                width: WIDTH,
                first,
                seed: effort.seed,
            };
            (method, recomputed)
        }
    };
    let least = match method {
        Method::Full { .. } => Least::Proved,
        _ => Least::AsStored,
    };
    Ok(Verified {
        method,
        recomputed,
        least_period: least,
        least_preperiod: least,
    })
}

/// Below which heap the definition is needed.
pub(crate) fn breaking(rules: &Break, preperiod: u64, period: u64) -> u128 {
    let (first, period) = (u128::from(preperiod.max(1)), u128::from(period));
    let parts = u128::from(rules.parts());
    let bound = if rules.unequal {
        2 * first + 3 * period + u128::from(rules.farthest())
    } else {
        parts * (first + period) + u128::from(rules.farthest()) + 1 - parts
    };
    bound.max(rules.least as u128 + period)
}
