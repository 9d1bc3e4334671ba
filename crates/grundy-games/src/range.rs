//! Takes from `least` to `most` of a heap: the theorem behind Bash's game, bounded Nim and ranges of takes.
//!
//! The value of a heap of `n` is ⌊(n mod (least + most)) / least⌋, by induction: modulo least + most the options of `n` are
//! all residues but those from `n − least + 1` to `n + least − 1`, and they show every smaller value and no equal one.

use crate::nim::take_words;
use crate::number::{Natural, long};
use crate::ruleset::{Moves, Step};

/// Takes from `least` to `most`; `least` is positive, and where `most` is less nobody can move.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Range {
    least: Natural,
    most: Natural,
}

impl Range {
    /// `None` where the least take is 0, which would be no move.
    pub fn new(least: Natural, most: Natural) -> Option<Range> {
        (!least.is_zero()).then_some(Range { least, most })
    }

    /// Takes from 1 to `most`.
    pub fn up_to(most: Natural) -> Range {
        Range {
            least: Natural::ONE,
            most,
        }
    }

    /// The least take.
    pub fn least(&self) -> &Natural {
        &self.least
    }

    /// The greatest take.
    pub fn most(&self) -> &Natural {
        &self.most
    }

    /// After so many the values repeat: least + most.
    pub fn period(&self) -> Natural {
        &self.least + &self.most
    }

    /// The value of a heap. One or two divisions.
    pub fn value(&self, heap: &Natural) -> Natural {
        if self.most < self.least {
            return Natural::ZERO;
        }
        let residue = long::remainder(heap, &self.period());
        if self.least == Natural::ONE {
            residue
        } else {
            long::quotient(&residue, &self.least)
        }
    }

    /// The heaps that a move leaves with the value `target`: their exact number, and the first `limit`, the least take
    /// first.
    pub fn moves_to(&self, heap: &Natural, target: &Natural, limit: usize) -> Moves<Natural> {
        if self.most < self.least || *heap < self.least {
            return Moves::none();
        }
        let period = self.period();
        // The heaps that a move leaves, fewer than a period.
        let low = if *heap > self.most {
            heap - &self.most
        } else {
            Natural::ZERO
        };
        let high = heap - &self.least;
        // The residues of the value.
        let first = long::product(target, &self.least);
        if first >= period {
            return Moves::none();
        }
        let last = (&first + &self.least).min(period.clone()) - 1u8;
        by_residue(heap, (&low, &high), &period, (&first, &last), limit)
    }
}

/// The heaps from `low` to `high` whose residues modulo `period` are from `first` to `last`, as what takes from `heap` leave:
/// their exact number, and the first `limit`, the least take first. Time goes by the periods between `low` and `high`.
pub(crate) fn by_residue(
    heap: &Natural,
    (low, high): (&Natural, &Natural),
    period: &Natural,
    (first, last): (&Natural, &Natural),
    limit: usize,
) -> Moves<Natural> {
    let (mut count, mut listed) = (Natural::ZERO, Vec::new());
    let mut base = high - high % period;
    loop {
        let (from, to) = (
            low.clone().max(&base + first),
            high.clone().min(&base + last),
        );
        if from <= to {
            count += &to - &from + 1u8;
            let mut left = to;
            while listed.len() < limit && left >= from {
                listed.push(Step {
                    message: take_words(&(heap - &left)),
                    to: vec![left.clone()],
                });
                if left.is_zero() {
                    break;
                }
                left -= 1u8;
            }
        }
        if base <= *low {
            return Moves {
                count: Some(count),
                listed,
            };
        }
        base -= period;
    }
}
