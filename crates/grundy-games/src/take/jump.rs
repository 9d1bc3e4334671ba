//! Takes from 1 to m, and one that is a multiple K of m + 1: as 1, 2, 9.
//!
//! The values have the period K + 1. Within it a heap of K has the value m + 1, for its options are all
//! residues modulo m + 1 but 0, and by K the empty heap; every other heap r has the value r mod (m + 1):
//! the takes up to m, which reach back over the heap of K in the period before, lead to every other
//! residue but one of those beyond it, which the take of K gives.

use crate::nim::take_words;
use crate::nimber::Nimber;
use crate::number::Natural;
use crate::ruleset::{Moves, Step};

/// The takes: all up to `most`, and `far`, a multiple of `most + 1`.
#[derive(Clone, Copy, Debug)]
pub(super) struct Jump {
    pub(super) most: u64,
    pub(super) far: u64,
}

impl Jump {
    /// The period.
    pub(super) fn period(&self) -> u128 {
        u128::from(self.far) + 1
    }

    /// The heap within its period.
    pub(super) fn residue(&self, heap: &Natural) -> u128 {
        // The remainder is below the period.
        u128::try_from(heap % Natural::from(self.period())).unwrap_or_default()
    }

    /// The value of a heap by its residue.
    pub(super) fn value(&self, residue: u128) -> u128 {
        let all = u128::from(self.most) + 1;
        if residue == self.far.into() {
            all
        } else {
            residue % all
        }
    }

    /// The takes that leave a heap of value `target`. Takes up to m leave different values, so at most one of
    /// them does: one that stays within the period, or the one to its end, or one beyond.
    pub(super) fn moves_to(&self, heap: &Natural, target: &Nimber, limit: usize) -> Moves<Natural> {
        let Some(target) = target.to_u64().map(u128::from) else {
            return Moves::none();
        };
        let (all, residue) = (u128::from(self.most) + 1, self.residue(heap));
        if target > all {
            return Moves::none();
        }
        let within = (residue + all - target % all) % all;
        let beyond = residue + all + 1 - target.min(all);
        let mut takes = vec![within, residue + 1, beyond];
        takes.retain(|&take| (1..all).contains(&take));
        takes.push(self.far.into());
        takes.sort_unstable();
        takes.dedup();
        takes.retain(|&take| {
            let take = Natural::from(take);
            take <= *heap && self.value(self.residue(&(heap - take))) == target
        });
        let step = |&take: &u128| Step {
            message: take_words(&take.into()),
            to: vec![heap - Natural::from(take)],
        };
        Moves {
            count: Some(takes.len().into()),
            listed: takes.iter().take(limit).map(step).collect(),
        }
    }
}
