//! Sets of small numbers, a bit each: vertices of a graph, squares of a board.
//!
//! A machine word holds a set of numbers below 64; a [`Set`] of two words goes to 128, one of four to 256. What a set costs is its words, so
//! that code is written once for all of them and stays as fast as on a word where a word will do.

use std::ops::{BitAnd, BitAndAssign, BitOr, BitOrAssign, Not};

/// A set of numbers below 64 · `WORDS`.
///
/// Sets are in the order of their words, the first word being that of the least numbers.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Set<const WORDS: usize>(pub [u64; WORDS]);

/// How many bits a word has.
const BITS: usize = u64::BITS as usize;

impl<const WORDS: usize> Default for Set<WORDS> {
    fn default() -> Self {
        Set::EMPTY
    }
}

impl<const WORDS: usize> Set<WORDS> {
    /// The set of nothing.
    pub const EMPTY: Self = Set([0; WORDS]);
    /// How many numbers there are, from 0, that a set may hold.
    pub const ROOM: usize = BITS * WORDS;

    /// The set of one number, which must be below [`ROOM`](Set::ROOM).
    #[inline]
    pub fn of(number: usize) -> Self {
        let mut set = Set::EMPTY;
        set.insert(number);
        set
    }

    /// The numbers below `bound`, as far as there is room.
    pub fn below(bound: usize) -> Self {
        let mut set = Set::EMPTY;
        for (at, word) in set.0.iter_mut().enumerate() {
            *word = match bound.saturating_sub(BITS * at) {
                0 => 0,
                left => u64::MAX >> (BITS - left.min(BITS)),
            };
        }
        set
    }

    /// Adds a number, which must be below [`ROOM`](Set::ROOM).
    #[inline]
    pub fn insert(&mut self, number: usize) {
        self.0[number / BITS] |= 1 << (number % BITS);
    }

    /// Takes a number away, which must be below [`ROOM`](Set::ROOM).
    #[inline]
    pub fn remove(&mut self, number: usize) {
        self.0[number / BITS] &= !(1 << (number % BITS));
    }

    /// Whether a number is in the set.
    #[inline]
    pub fn has(&self, number: usize) -> bool {
        self.0
            .get(number / BITS)
            .is_some_and(|word| word >> (number % BITS) & 1 == 1)
    }

    /// Whether there is nothing in it.
    #[inline]
    pub fn is_empty(&self) -> bool {
        self.0.iter().all(|&word| word == 0)
    }

    /// How many numbers are in it.
    #[inline]
    pub fn len(&self) -> u32 {
        self.0.iter().map(|word| word.count_ones()).sum()
    }

    /// The least number in it.
    #[inline]
    pub fn first(&self) -> Option<usize> {
        let at = self.0.iter().position(|&word| word != 0)?;
        Some(BITS * at + self.0[at].trailing_zeros() as usize)
    }

    /// All but the least number in it.
    #[inline]
    pub fn without_first(mut self) -> Self {
        for word in &mut self.0 {
            if *word != 0 {
                *word &= *word - 1;
                break;
            }
        }
        self
    }

    /// What is in this set and not in another.
    #[inline]
    pub fn without(self, other: Self) -> Self {
        self & !other
    }

    /// Its numbers, in rising order.
    #[inline]
    pub fn iter(self) -> impl Iterator<Item = usize> {
        let mut left = self;
        std::iter::from_fn(move || {
            let first = left.first()?;
            left = left.without_first();
            Some(first)
        })
    }

    /// `length` bits from `from` on as a number, `length` being at most 64; what is beyond the room is 0.
    #[inline]
    pub fn bits(&self, from: usize, length: usize) -> u64 {
        let (at, shift) = (from / BITS, from % BITS);
        let word = |at: usize| self.0.get(at).copied().unwrap_or(0);
        let low = word(at) >> shift;
        let high = match shift {
            0 => 0,
            _ => word(at + 1) << (BITS - shift),
        };
        match length {
            0 => 0,
            _ => (low | high) & u64::MAX >> (BITS - length),
        }
    }

    /// Adds the numbers `from` + i for the bits i of `bits`; what is beyond the room is left out.
    #[inline]
    pub fn put(&mut self, from: usize, bits: u64) {
        let (at, shift) = (from / BITS, from % BITS);
        if let Some(word) = self.0.get_mut(at) {
            *word |= bits << shift;
        }
        if shift > 0
            && let Some(word) = self.0.get_mut(at + 1)
        {
            *word |= bits >> (BITS - shift);
        }
    }
}

impl<const WORDS: usize> FromIterator<usize> for Set<WORDS> {
    fn from_iter<I: IntoIterator<Item = usize>>(numbers: I) -> Self {
        let mut set = Set::EMPTY;
        for number in numbers {
            set.insert(number);
        }
        set
    }
}

impl<const WORDS: usize> BitOr for Set<WORDS> {
    type Output = Self;
    #[inline]
    fn bitor(mut self, other: Self) -> Self {
        self |= other;
        self
    }
}

impl<const WORDS: usize> BitAnd for Set<WORDS> {
    type Output = Self;
    #[inline]
    fn bitand(mut self, other: Self) -> Self {
        self &= other;
        self
    }
}

impl<const WORDS: usize> BitOrAssign for Set<WORDS> {
    #[inline]
    fn bitor_assign(&mut self, other: Self) {
        for (word, other) in self.0.iter_mut().zip(other.0) {
            *word |= other;
        }
    }
}

impl<const WORDS: usize> BitAndAssign for Set<WORDS> {
    #[inline]
    fn bitand_assign(&mut self, other: Self) {
        for (word, other) in self.0.iter_mut().zip(other.0) {
            *word &= other;
        }
    }
}

impl<const WORDS: usize> Not for Set<WORDS> {
    type Output = Self;
    #[inline]
    fn not(mut self) -> Self {
        for word in &mut self.0 {
            *word = !*word;
        }
        self
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeSet;

    #[test]
    fn as_sets_of_the_library() {
        let numbers = [0, 1, 5, 63, 64, 65, 100, 127, 128, 191, 192, 255];
        for chosen in 0..1u32 << numbers.len() {
            let of = |bits: u32| -> BTreeSet<usize> {
                let chosen = (0..numbers.len()).filter(|at| bits >> at & 1 == 1);
                chosen.map(|at| numbers[at]).collect()
            };
            let (one, other) = (of(chosen), of(chosen.wrapping_mul(2_654_435_761) >> 20));
            let set = |of: &BTreeSet<usize>| of.iter().copied().collect::<Set<4>>();
            let (first, second) = (set(&one), set(&other));
            assert!(first.iter().eq(one.iter().copied()));
            assert_eq!(first.len() as usize, one.len());
            assert_eq!(first.first(), one.first().copied());
            assert_eq!(first.is_empty(), one.is_empty());
            assert!(first.without_first().iter().eq(one.iter().copied().skip(1)));
            assert!((first | second).iter().eq(one.union(&other).copied()));
            assert!(
                (first & second)
                    .iter()
                    .eq(one.intersection(&other).copied())
            );
            assert!(
                first
                    .without(second)
                    .iter()
                    .eq(one.difference(&other).copied())
            );
            assert!(
                numbers
                    .iter()
                    .all(|number| first.has(*number) == one.contains(number))
            );
        }
        assert!(!Set::<1>::of(3).has(400));
    }

    #[test]
    fn bits_are_taken_and_put() {
        for bound in [0, 1, 63, 64, 65, 127, 128, 130] {
            let below = Set::<2>::below(bound);
            assert!(below.iter().eq(0..bound.min(128)), "{bound}");
        }
        let set: Set<2> = [3, 60, 63, 64, 70, 127].into_iter().collect();
        for from in 0..140 {
            for length in [0, 1, 7, 13, 63, 64] {
                let bits = set.bits(from, length);
                let mut put = Set::<2>::EMPTY;
                put.put(from, bits);
                let within = set.iter().filter(|at| (from..from + length).contains(at));
                assert!(put.iter().eq(within), "{from} {length}");
            }
        }
    }
}
