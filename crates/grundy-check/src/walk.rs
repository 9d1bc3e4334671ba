//! Coming to a window: the values of a sequence with few rare ones, from its beginning to those that recur.
//!
//! Each value follows from the first A and the last W (see `window`), so that no more than these need be kept, and a value
//! costs about as much as there are rare heaps instead of as many as its heap has stones. Where one does not, the plain
//! definition tells it as long as all values are kept. From the pre-period and a window on each must follow, to the end of
//! the first period and a window behind that: then the values behind follow from the same ones again. So the claim is a theorem
//! once the sequence is seen to come to the values stored.

use crate::certificate::{Certificate, Stretch};
use crate::definition::{self, Definition};
use crate::rules::Rules;
use crate::space::Continuation;
use crate::verdict::{Fault, Refusal, Refutation};

/// So many values are kept, and more if the window is longer.
const KEPT: usize = 1 << 22;

/// How far the sequence was followed.
pub(crate) struct Walk {
    /// How many values were computed.
    pub(crate) end: u64,
    /// How many of them by the plain definition.
    pub(crate) first: u64,
    /// The value before the pre-period, if there is one, and that a period on.
    pub(crate) exception: Option<[u32; 2]>,
}

/// How many heaps the definition is needed for, and how many values a walk has; `None` if it is too long.
pub(crate) fn lengths(certificate: &Certificate, window: u64) -> Option<(u64, u64)> {
    // One more than the window, so that no option is read from heap 0, which is never left.
    let first = certificate.stretches[0].end().max(window.checked_add(1)?);
    let ends = certificate.stretches.iter().map(Stretch::end);
    let end = ends.max()?.max(first);
    (end < u64::MAX / 2).then_some((first, end))
}

/// Follows the sequence to the end of the last stretch; `None` if some value does not follow from the first and the
/// last ones where it must, or looking at so many options as `most` does not suffice.
pub(crate) fn walk(
    certificate: &Certificate,
    rules: &Rules,
    continuation: &mut Continuation<'_>,
    window: u64,
    most: u128,
) -> Result<Option<Walk>, Fault> {
    let Some((first, end)) = lengths(certificate, window) else {
        return Ok(None);
    };
    let claim = &certificate.claim;
    let exception = claim.preperiod.checked_sub(1);
    let exception = exception.map(|heap| [heap, heap.saturating_add(claim.period)]);
    let mut exceptions = [None; 2];
    let mut definition = Definition::new(rules);
    // The values of the heaps before the next one: all at first, later the last.
    let mut last: Vec<u32> = certificate.stretches[0].values.clone();
    let kept = usize::try_from(first).map_err(|_| Refusal::Costly(first.into()))?;
    let room = KEPT.max(4 * kept);
    let tail = claim.preperiod.saturating_add(window);
    if tail < first {
        return Ok(None);
    }
    let (mut whole, mut by_definition) = (true, 0);
    for (heap, &value) in (0..).zip(&last) {
        note(exception, &mut exceptions, heap, value);
    }
    for heap in last.len() as u64..end {
        let mut value = match heap < first {
            true => None,
            false => continuation.next(heap, &last),
        };
        if value.is_none() && whole && heap < tail {
            continuation.looked += definition::options(rules, heap);
            let all = definition.value(heap as usize, &last);
            if !continuation.is_common(heap, all) {
                return Err(Refutation::Rare(heap).into());
            }
            by_definition += 1;
            value = Some(all);
        }
        let Some(value) = value.filter(|_| continuation.looked <= most) else {
            return Ok(None);
        };
        for stretch in &certificate.stretches {
            if let Some(stored) = stretch.value(heap)
                && stored != value
            {
                return Err(Refutation::Value {
                    heap,
                    expected: value.into(),
                    stored: stored.into(),
                }
                .into());
            }
        }
        note(exception, &mut exceptions, heap, value);
        if last.len() >= room {
            last.drain(..last.len() - kept);
            whole = false;
        }
        last.push(value);
    }
    let [before, later] = exceptions;
    Ok(Some(Walk {
        end,
        first: certificate.stretches[0].end() + by_definition,
        exception: before.zip(later).map(|(before, later)| [before, later]),
    }))
}

fn note(heaps: Option<[u64; 2]>, found: &mut [Option<u32>; 2], heap: u64, value: u32) {
    for (&wanted, found) in heaps.iter().flatten().zip(found) {
        if wanted == heap {
            *found = Some(value);
        }
    }
}
