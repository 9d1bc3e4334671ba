//! Sets of numbers below 256: vertices of a graph, squares of a board.

use std::ops::{BitAnd, BitOr};

/// How many numbers there are.
pub(super) const ROOM: usize = 256;

/// A set, a bit each.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Set([u64; ROOM / 64]);

impl Set {
    /// All numbers below one that is at most [`ROOM`].
    pub(super) fn below(bound: usize) -> Set {
        let mut set = Set::default();
        (0..bound).for_each(|number| set.insert(number));
        set
    }

    pub(super) fn of(number: usize) -> Set {
        let mut set = Set::default();
        set.insert(number);
        set
    }

    pub(super) fn insert(&mut self, number: usize) {
        self.0[number / 64] |= 1 << (number % 64);
    }

    pub(super) fn has(self, number: usize) -> bool {
        self.0[number / 64] >> (number % 64) & 1 == 1
    }

    pub(super) fn without(self, other: Set) -> Set {
        Set(std::array::from_fn(|at| self.0[at] & !other.0[at]))
    }

    pub(super) fn is_empty(self) -> bool {
        self == Set::default()
    }

    pub(super) fn len(self) -> usize {
        let words = self.0.iter().map(|word| word.count_ones());
        words.sum::<u32>() as usize
    }

    pub(super) fn first(self) -> Option<usize> {
        let at = self.0.iter().position(|&word| word != 0)?;
        Some(64 * at + self.0[at].trailing_zeros() as usize)
    }

    /// Its numbers, rising.
    pub(super) fn iter(self) -> impl Iterator<Item = usize> {
        self.0.into_iter().enumerate().flat_map(|(at, mut word)| {
            std::iter::from_fn(move || {
                let bit = (word != 0).then(|| word.trailing_zeros() as usize)?;
                word &= word - 1;
                Some(64 * at + bit)
            })
        })
    }
}

impl BitAnd for Set {
    type Output = Set;
    fn bitand(self, other: Set) -> Set {
        Set(std::array::from_fn(|at| self.0[at] & other.0[at]))
    }
}

impl BitOr for Set {
    type Output = Set;
    fn bitor(self, other: Set) -> Set {
        Set(std::array::from_fn(|at| self.0[at] | other.0[at]))
    }
}
