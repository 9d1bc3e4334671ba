//! The moves of a subtraction game whose values are residues: with all takes below a number and no multiple of it.

use crate::nim::take_words;
use crate::nimber::Nimber;
use crate::number::Natural;
use crate::ruleset::{Moves, Step};

/// The takes, out of ascending runs of them, that leave a heap of the residue `target` modulo `period`: their exact number, and the first `limit`. In each run
/// it is every so many takes, so that the time goes by the number of runs.
pub(super) fn moves_to(
    runs: &[(u64, u64)],
    heap: &Natural,
    period: u64,
    target: &Nimber,
    limit: usize,
) -> Moves<Natural> {
    let Some(target) = target.to_u64().filter(|&target| target < period) else {
        return Moves::none();
    };
    let most = u64::try_from(heap).unwrap_or(u64::MAX);
    // (one − other) mod period.
    let less = |one: u64, other: u64| {
        let (one, other) = (u128::from(one % period), u128::from(other % period));
        ((one + u128::from(period) - other) % u128::from(period)) as u64
    };
    let residue = less(heap % period, target);
    let (mut count, mut listed) = (Natural::ZERO, Vec::new());
    for &(low, high) in runs {
        let high = high.min(most);
        let first = low.checked_add(less(residue, low));
        let Some(first) = first.filter(|&first| first <= high) else {
            continue;
        };
        count += (high - first) / period + 1;
        let takes = (first..=high).step_by(usize::try_from(period).unwrap_or(usize::MAX));
        for take in takes.take(limit.saturating_sub(listed.len())) {
            listed.push(Step {
                message: take_words(&take.into()),
                to: vec![heap - take],
            });
        }
    }
    Moves {
        count: Some(count),
        listed,
    }
}
