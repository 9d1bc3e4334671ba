//! Nimbers, the values of impartial games under normal play, and the mex that makes them.
//!
//! Sprague (1935) and Grundy (1939): under normal play every position equals a Nim heap; its size is the position's
//! Grundy value, the least natural number that no option has (the *mex*). A sum has the nim-sum (XOR) of its
//! components' values.

use std::fmt;
use std::ops::BitXor;

use crate::{Natural, decimal};
use grundy_base::text::Fact;

/// A Grundy value: the size of the Nim heap that a position equals. Of any size.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Nimber(pub Natural);

impl Nimber {
    /// The value of a P-position.
    #[inline]
    pub fn zero() -> Nimber {
        Nimber::default()
    }

    /// Whether this is the value of a P-position.
    #[inline]
    pub fn is_zero(&self) -> bool {
        self.0.is_zero()
    }

    /// The value as a machine integer, where it fits.
    #[inline]
    pub fn to_u64(&self) -> Option<u64> {
        u64::try_from(&self.0).ok()
    }
}

impl From<u64> for Nimber {
    #[inline]
    fn from(value: u64) -> Nimber {
        Nimber(Natural::from(value))
    }
}

impl From<u32> for Nimber {
    #[inline]
    fn from(value: u32) -> Nimber {
        Nimber(Natural::from(value))
    }
}

impl From<&Nimber> for Fact {
    fn from(nimber: &Nimber) -> Fact {
        Fact::Number(nimber.0.clone())
    }
}

impl fmt::Display for Nimber {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match u64::try_from(&self.0) {
            Ok(word) => fmt::Display::fmt(&word, f),
            Err(_) => f.pad_integral(true, "", &decimal::print(&self.0)),
        }
    }
}

impl BitXor for &Nimber {
    type Output = Nimber;
    /// The nim-sum: addition of binary digits without carries.
    #[inline]
    fn bitxor(self, other: &Nimber) -> Nimber {
        Nimber(&self.0 ^ &other.0)
    }
}

/// Collects values and tells the least that is missing, without clearing anything between uses.
///
/// Each `insert` and each step of `least_missing` is O(1); the array grows to the largest value inserted.
#[derive(Clone, Debug, Default)]
pub struct Mex {
    seen_in: Vec<u32>,
    epoch: u32,
}

impl Mex {
    /// A set without any value.
    #[inline]
    pub fn new() -> Mex {
        Mex {
            seen_in: Vec::new(),
            epoch: 1,
        }
    }

    /// Forgets all values.
    #[inline]
    pub fn clear(&mut self) {
        if self.epoch == u32::MAX {
            self.seen_in.fill(0);
            self.epoch = 0;
        }
        self.epoch += 1;
    }

    /// Adds a value.
    #[inline]
    pub fn insert(&mut self, value: u32) {
        let place = value as usize;
        if place >= self.seen_in.len() {
            self.seen_in
                .resize((place + 1).next_power_of_two().max(64), 0);
        }
        self.seen_in[place] = self.epoch;
    }

    /// The least natural number not inserted since the last `clear`.
    #[inline]
    pub fn least_missing(&self) -> u32 {
        let found = self.seen_in.iter().position(|&epoch| epoch != self.epoch);
        found.unwrap_or(self.seen_in.len()) as u32
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn mex_is_the_least_missing() {
        let mut mex = Mex::new();
        assert_eq!(mex.least_missing(), 0);
        for value in [0, 1, 3, 1] {
            mex.insert(value);
        }
        assert_eq!(mex.least_missing(), 2);
        mex.clear();
        assert_eq!(mex.least_missing(), 0);
        (0..64).for_each(|value| mex.insert(value));
        assert_eq!(mex.least_missing(), 64);
    }
}
