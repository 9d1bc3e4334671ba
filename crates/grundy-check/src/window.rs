//! Claims on sequences too long to keep: a window of last values determines the next one.
//!
//! Values are split into *rare* and *common* ones by the parity of the digits they share with a mask (R. K. Guy; A. Flammenkamp;
//! J. P. Grossman, *Games of No Chance* 5), for games whose moves leave at most two heaps. If two common heaps never have a common
//! sum, the options of a heap with common values are those that leave a rare heap, or one heap only; when all rare heaps
//! are at most r, these read only the last r + k values. The least common value c that no such option has is the value of the
//! heap if each rare value below c is the value of some option; here it must be one of a heap among the first A and one among the last W.
//! So the value, and its proof, is a function of the first A and the last W values. If W values recur at the distance p (and p is even
//! where the parity of heaps counts), and no heap between was an exception, then the sequence repeats for ever.
//!
//! Checked here: the first A values by the plain definition, the list of all rare heaps among them, the conditions above, each
//! value stored with W values before it (among them, for a pre-period to be called the least, the last exception and the value a
//! period on), and a pair of stretches that repeats over W values from the pre-period on. Not checked, for it takes as long as finding the period: that the sequence, going on, comes to the values stored.

use crate::certificate::{Certificate, Stretch};
use crate::definition::{self, Definition};
use crate::least::primes;
use crate::rules::Rules;
use crate::sample::Draw;
use crate::space::{Continuation, Space};
use crate::verdict::{Condition, Effort, Fault, Least, Method, Refusal, Refutation, Verified};
use crate::walk;

pub(crate) fn check(
    certificate: &Certificate,
    rules: &Rules,
    effort: &Effort,
) -> Result<Verified, Fault> {
    if !certificate.intact {
        return Err(Refusal::Damaged.into());
    }
    let claim = &certificate.claim;
    let Rules::Break(breaks) = rules else {
        return Err(Condition::Game.into());
    };
    if claim.saltus != 0 {
        return Err(Condition::Saltus.into());
    }
    let space = Space::new(certificate, breaks)?;
    if space.odd[0] != space.odd[1] && !claim.period.is_multiple_of(2) {
        return Err(Condition::OddPeriod.into());
    }
    let (first, others) = certificate
        .stretches
        .split_first()
        .ok_or(Refusal::Truncated)?;
    let reach = u128::from(claim.preperiod) + u128::from(claim.period) + u128::from(space.window);
    if u128::from(claim.checked_to) < reach {
        let reach = u64::try_from(reach).map_err(|_| Refusal::Costly(reach))?;
        return Err(Condition::Reach(reach).into());
    }

    let of: u64 = (others.iter())
        .map(|stretch| (stretch.values.len() as u64).saturating_sub(space.window))
        .sum();
    if others.iter().any(|stretch| stretch.start < first.end()) {
        return Err(Refusal::Contradiction("a stretch begins among the first values").into());
    }
    if claim.preperiod.saturating_add(space.window) < first.end() {
        return Err(Refusal::Contradiction("the window ends among the first values").into());
    }
    // Else an option of unequal heaps, one of them among the first, might be one of equal ones a period on.
    let near = (first.end().saturating_mul(2)).saturating_add(breaks.farthest());
    if breaks.unequal && claim.preperiod.saturating_add(space.window) < near {
        return Err(Refusal::Contradiction("the window ends too near to the first values").into());
    }
    let continued = effort.sample.map_or(of, |windows| windows.min(of));
    let pairs = u128::from(space.window.min(first.end())) + 2 * space.rare.len() as u128 + 16;
    let per_value = pairs * breaks.digits.len() as u128;
    let stored: usize = (others.iter()).map(|stretch| stretch.values.len()).sum();
    let cost = definition::effort(rules, first.end())
        + per_value * u128::from(continued)
        + stored as u128 * others.len() as u128;
    if cost > effort.most_options.into() {
        return Err(Refusal::Costly(cost).into());
    }

    let mut definition = Definition::new(rules);
    for (heap, &stored) in first.values.iter().enumerate() {
        let expected = definition.value(heap, &first.values);
        if expected != stored {
            return Err(Refutation::Value {
                heap: heap as u64,
                expected: expected.into(),
                stored: stored.into(),
            }
            .into());
        }
    }
    space.all_rare(certificate)?;
    agree(certificate)?;
    repeats(certificate, space.window)?;
    let least_period = shorter(certificate)?;

    let mut continuation = space.continuation();
    let least_preperiod = last_exception(certificate, &mut continuation)?;
    if continued == of {
        for stretch in others {
            for place in space.window as usize..stretch.values.len() {
                continuation.check(stretch, place)?;
            }
        }
    } else {
        let mut draw = Draw::new(effort.seed);
        for _ in 0..continued {
            let mut place = draw.below(of);
            for stretch in others {
                let more = (stretch.values.len() as u64).saturating_sub(space.window);
                if place < more {
                    continuation.check(stretch, (space.window + place) as usize)?;
                    break;
                }
                place -= more;
            }
        }
    }
    if effort.sample.is_none()
        && let Some(verified) = walked(certificate, rules, &mut continuation, effort, least_period)?
    {
        return Ok(verified);
    }
    let as_stored = |least: Option<bool>| match least {
        Some(_) => Least::AsStored,
        None => Least::Unknown,
    };
    Ok(Verified {
        method: Method::Window {
            first: first.end(),
            rare: space.rare.len() as u64,
            window: space.window,
            stretches: others.len() as u64,
            continued,
            of,
        },
        recomputed: first.end() + continued,
        least_period: as_stored(least_period),
        least_preperiod: match claim.preperiod {
            0 => Least::Proved,
            _ => as_stored(least_preperiod),
        },
    })
}

/// So many options are looked at on the way to a window at most, unless it is asked for: some twenty minutes.
const LONGEST_WALK: u64 = 1_000_000_000_000;

/// The proof, if there is time to come to the values stored from the first ones.
fn walked(
    certificate: &Certificate,
    rules: &Rules,
    continuation: &mut Continuation<'_>,
    effort: &Effort,
    least_period: Option<bool>,
) -> Result<Option<Verified>, Fault> {
    let (claim, window) = (&certificate.claim, continuation.space.window);
    let Some((first, end)) = walk::lengths(certificate, window) else {
        return Ok(None);
    };
    let most = match effort.walk {
        true => u128::MAX,
        false => effort.most_options.min(LONGEST_WALK).into(),
    };
    let cost = definition::effort(rules, first)
        .saturating_add(continuation.least_cost().saturating_mul(end.into()));
    if cost > most {
        return Ok(None);
    }
    let Some(walk) = walk::walk(certificate, rules, continuation, window, most)? else {
        return Ok(None);
    };
    if let Some([before, later]) = walk.exception
        && before == later
    {
        return Err(Refutation::SmallerPreperiod(claim.preperiod - 1).into());
    }
    Ok(Some(Verified {
        method: Method::Walked {
            end: walk.end,
            first: walk.first,
            window,
        },
        recomputed: walk.end,
        least_period: least_period.map_or(Least::Unknown, |_| Least::Proved),
        least_preperiod: Least::Proved,
    }))
}

/// That values stored twice are the same.
fn agree(certificate: &Certificate) -> Result<(), Refutation> {
    each_pair(certificate, 0, |heap, value, again| {
        if value == again {
            Ok(())
        } else {
            Err(Refutation::Value {
                heap,
                expected: value.into(),
                stored: again.into(),
            })
        }
    })
}

/// That values repeat wherever two are stored at the distance of the period, among them a whole window from the
/// pre-period on; and not from the heap before it on.
fn repeats(certificate: &Certificate, window: u64) -> Result<(), Fault> {
    let claim = &certificate.claim;
    let (mut repeats_before, mut latest_run) = (false, 0u64);
    let (mut run, mut next) = (0u64, None);
    each_pair(certificate, claim.period, |heap, value, later| {
        if heap >= claim.preperiod && value != later {
            return Err(Refutation::NoRepetition {
                heap,
                value: value.into(),
                later: later.into(),
            });
        }
        if heap + 1 == claim.preperiod {
            repeats_before = value == later;
        }
        if heap == claim.preperiod {
            (run, next) = (0, Some(heap));
        }
        if next == Some(heap) {
            run += 1;
            next = Some(heap + 1);
            latest_run = latest_run.max(run);
        }
        Ok(())
    })?;
    if latest_run < window {
        return Err(Condition::NoPair.into());
    }
    if repeats_before {
        return Err(Refutation::SmallerPreperiod(claim.preperiod - 1).into());
    }
    Ok(())
}

/// Whether the pre-period is shown to be the least: the value before it and the one a period on, which were seen to
/// differ if both are stored, can both be recomputed. Nothing else rests on the former: it is not believed as stored.
fn last_exception(
    certificate: &Certificate,
    continuation: &mut Continuation<'_>,
) -> Result<Option<bool>, Refutation> {
    let claim = &certificate.claim;
    let Some(exception) = claim.preperiod.checked_sub(1) else {
        return Ok(Some(true));
    };
    let (first, others) = (&certificate.stretches[0], &certificate.stretches[1..]);
    let mut recomputed = |heap: u64| {
        if heap < first.end() {
            return Ok(true);
        }
        let behind = |stretch: &&Stretch| {
            heap < stretch.end() && heap.saturating_sub(stretch.start) >= continuation.space.window
        };
        let Some(stretch) = others.iter().find(behind) else {
            return Ok(false);
        };
        let place = (heap - stretch.start) as usize;
        continuation.check(stretch, place).map(|()| true)
    };
    let both = recomputed(exception)? && recomputed(exception.saturating_add(claim.period))?;
    Ok(both.then_some(true))
}

/// Whether the values stored show that no quotient of the period is one.
fn shorter(certificate: &Certificate) -> Result<Option<bool>, Fault> {
    let claim = &certificate.claim;
    let Some(primes) = primes(claim.period) else {
        return Ok(None);
    };
    for prime in primes {
        let step = claim.period / prime;
        if !differs(certificate, step) {
            return Ok(None);
        }
    }
    Ok(Some(true))
}

/// Whether two heaps from the pre-period on whose distance is a multiple of `step` are stored with different values.
fn differs(certificate: &Certificate, step: u64) -> bool {
    let from = certificate.claim.preperiod;
    let stretches = &certificate.stretches;
    let mut pairs = stretches
        .iter()
        .flat_map(|one| stretches.iter().map(move |other| (one, other)));
    pairs.any(|(one, other)| {
        // The least multiple that brings the one to the other, and the next.
        let least = (other.start + 1).saturating_sub(one.end()).max(1);
        let nearest = least.div_ceil(step).checked_mul(step);
        let distances = [nearest, nearest.and_then(|first| first.checked_add(step))];
        distances.into_iter().flatten().any(|distance| {
            let first = from
                .max(one.start)
                .max(other.start.saturating_sub(distance));
            let last = one.end().min(other.end().saturating_sub(distance));
            (first..last).any(|heap| one.value(heap) != other.value(heap + distance))
        })
    })
}

/// Visits all heaps whose value is stored in one stretch and that of the heap `distance` greater in another (or in
/// the same, unless the distance is 0).
fn each_pair<E>(
    certificate: &Certificate,
    distance: u64,
    mut visit: impl FnMut(u64, u32, u32) -> Result<(), E>,
) -> Result<(), E> {
    let stretches = &certificate.stretches;
    for (place, one) in stretches.iter().enumerate() {
        for (other_place, other) in stretches.iter().enumerate() {
            if distance == 0 && other_place <= place {
                continue;
            }
            let from = one.start.max(other.start.saturating_sub(distance));
            let to = one.end().min(other.end().saturating_sub(distance));
            for heap in from..to {
                if let (Some(value), Some(later)) =
                    (one.value(heap), other.value(heap.saturating_add(distance)))
                {
                    visit(heap, value, later)?;
                }
            }
        }
    }
    Ok(())
}
