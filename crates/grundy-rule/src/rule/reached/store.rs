//! Positions with their numbers, in the order in which they were met, and what is known of each.
//!
//! A table of numbers, half empty at the least, with linear probing; a position stands only once, in the list of keys.

use std::hash::{Hash, Hasher};

use rustc_hash::FxHasher;

use super::{Coordinates, Position, UNKNOWN};

/// Coordinates in one word or a few.
pub(super) trait Key: Clone + Eq {
    /// The key of numbers from 0 on; none where one of them is too large.
    fn of(numbers: &Coordinates) -> Option<Self>;
    /// The position again, of so many coordinates.
    fn position(&self, arity: usize) -> Position;
    /// A number whose upper digits differ where keys do.
    fn mixed(&self) -> u64;
    /// Bytes beside the key itself.
    fn apart(_: usize) -> u64 {
        0
    }
}

/// 2^64 divided by the golden ratio, odd: products with it spread over the upper digits (D. Knuth, volume 3, 6.4).
const SPREAD: u64 = 0x9E37_79B9_7F4A_7C15;

#[inline]
fn word(number: i64) -> Option<u64> {
    Some(u32::try_from(number).ok()?.into())
}

/// The position of so many numbers.
#[inline]
fn made(arity: usize, number: impl Fn(usize) -> i64) -> Position {
    let mut numbers = Coordinates::zeros(arity);
    for (place, to) in numbers[..arity].iter_mut().enumerate() {
        *to = number(place);
    }
    Position::of(numbers).unwrap_or(Position::nim_heap(0))
}

/// Two numbers of 32 binary digits.
impl Key for u64 {
    #[inline]
    fn of(numbers: &Coordinates) -> Option<u64> {
        Some(word(numbers[0])? | word(numbers[1])? << 32)
    }
    #[inline]
    fn position(&self, arity: usize) -> Position {
        made(arity, |place| (self >> (32 * place)) as u32 as i64)
    }
    #[inline]
    fn mixed(&self) -> u64 {
        let mixed = self.wrapping_mul(SPREAD);
        (mixed ^ mixed >> 32).wrapping_mul(SPREAD)
    }
}

/// Four numbers of 32 binary digits.
impl Key for u128 {
    #[inline]
    fn of(numbers: &Coordinates) -> Option<u128> {
        let low = u64::of(numbers)?;
        let high = word(numbers[2])? | word(numbers[3])? << 32;
        Some(u128::from(high) << 64 | u128::from(low))
    }
    #[inline]
    fn position(&self, arity: usize) -> Position {
        made(arity, |place| (self >> (32 * place)) as u32 as i64)
    }
    #[inline]
    fn mixed(&self) -> u64 {
        ((*self as u64).mixed() ^ (self >> 64) as u64).mixed()
    }
}

/// Up to 16 numbers of 8 binary digits.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Bytes(u128);

impl Bytes {
    /// How many there may be.
    pub(super) const MOST: usize = 16;
}

impl Key for Bytes {
    #[inline]
    fn of(numbers: &Coordinates) -> Option<Bytes> {
        let mut all = 0;
        for (place, &number) in numbers.iter().enumerate() {
            all |= u128::from(u8::try_from(number).ok()?) << (8 * place);
        }
        Some(Bytes(all))
    }
    #[inline]
    fn position(&self, arity: usize) -> Position {
        made(arity, |place| (self.0 >> (8 * place)) as u8 as i64)
    }
    #[inline]
    fn mixed(&self) -> u64 {
        self.0.mixed()
    }
}

impl Key for Position {
    fn of(numbers: &Coordinates) -> Option<Position> {
        Position::of(numbers.clone())
    }
    fn position(&self, _: usize) -> Position {
        self.clone()
    }
    fn mixed(&self) -> u64 {
        let mut hasher = FxHasher::default();
        self.hash(&mut hasher);
        hasher.finish().mixed()
    }
    fn apart(arity: usize) -> u64 {
        Coordinates::apart(arity)
    }
}

/// Positions by their numbers.
#[derive(Debug)]
pub(super) struct Store<K> {
    pub(super) keys: Vec<K>,
    /// What is known of each.
    pub(super) known: Vec<u32>,
    /// Coordinates, or [`UNKNOWN`] where there is none.
    table: Vec<u32>,
}

impl<K> Default for Store<K> {
    fn default() -> Store<K> {
        Store {
            keys: Vec::new(),
            known: Vec::new(),
            table: Vec::new(),
        }
    }
}

impl<K: Key> Store<K> {
    /// What a position of so many coordinates costs, with the room that lists and the table leave.
    pub(super) fn bytes(arity: usize) -> u64 {
        2 * (size_of::<K>() as u64 + 4) + 16 + K::apart(arity)
    }

    pub(super) fn len(&self) -> usize {
        self.keys.len()
    }

    /// The number of a position, and whether it is met for the first time.
    #[inline]
    pub(super) fn number(&mut self, key: K) -> (u32, bool) {
        if 2 * self.keys.len() >= self.table.len() {
            self.grow();
        }
        let mut place = self.place(&key);
        loop {
            match self.table[place] {
                UNKNOWN => break,
                node if self.keys[node as usize] == key => return (node, false),
                _ => place = (place + 1) & (self.table.len() - 1),
            }
        }
        // Whoever asks stops at 2^31 of them.
        let node = self.keys.len() as u32;
        self.table[place] = node;
        self.keys.push(key);
        self.known.push(UNKNOWN);
        (node, true)
    }

    #[inline]
    fn place(&self, key: &K) -> usize {
        (key.mixed() >> 32) as usize & (self.table.len() - 1)
    }

    #[cold]
    fn grow(&mut self) {
        let size = (2 * self.table.len()).max(64);
        self.table.clear();
        self.table.resize(size, UNKNOWN);
        for (node, key) in self.keys.iter().enumerate() {
            let mut place = (key.mixed() >> 32) as usize & (size - 1);
            while self.table[place] != UNKNOWN {
                place = (place + 1) & (size - 1);
            }
            self.table[place] = node as u32;
        }
    }
}
