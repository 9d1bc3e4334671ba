//! A position of a rule: its coordinates, or the nimber that a clause says a position is worth.

use std::fmt;
use std::ops::{Deref, DerefMut};

use crate::encoded::{Encoded, Undecodable};

/// Most coordinates of a rule.
pub const MOST: usize = 64;

/// So many coordinates stand in the position itself; more have a place of their own.
const FEW: usize = 8;

/// The numbers of a position; up to eight of them need no memory but their own, and those that a rule does not use are 0.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(crate) enum Coordinates {
    Few([i64; FEW]),
    /// As many as the rule has.
    Many(Box<[i64]>),
}

impl Coordinates {
    /// So many zeros.
    #[inline]
    pub(crate) fn zeros(arity: usize) -> Coordinates {
        match arity {
            0..=FEW => Coordinates::Few([0; FEW]),
            _ => Coordinates::Many(vec![0; arity].into()),
        }
    }

    /// Bytes that so many take beside the position itself.
    pub(crate) const fn apart(arity: usize) -> u64 {
        match arity {
            0..=FEW => 0,
            _ => 8 * arity as u64 + 16,
        }
    }
}

impl Deref for Coordinates {
    type Target = [i64];
    #[inline]
    fn deref(&self) -> &[i64] {
        match self {
            Coordinates::Few(numbers) => numbers,
            Coordinates::Many(numbers) => numbers,
        }
    }
}

impl DerefMut for Coordinates {
    #[inline]
    fn deref_mut(&mut self) -> &mut [i64] {
        match self {
            Coordinates::Few(numbers) => numbers,
            Coordinates::Many(numbers) => numbers,
        }
    }
}

/// Up to 64 numbers from 0 to 2^63 − 1, or a Nim heap.
#[derive(Clone, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Position(Coordinates);

/// The first coordinate of Nim heaps.
const NIMBER: i64 = -1;

impl Position {
    /// The position with these coordinates. `None` where there are more than [`MOST`] or one is 2^63 or more.
    pub fn new(coordinates: &[u64]) -> Option<Position> {
        if coordinates.len() > MOST {
            return None;
        }
        let mut numbers = Coordinates::zeros(coordinates.len());
        for (number, &coordinate) in numbers.iter_mut().zip(coordinates) {
            *number = i64::try_from(coordinate).ok()?;
        }
        Some(Position(numbers))
    }

    /// From numbers; `None` where one of them is negative.
    #[inline]
    pub(crate) fn of(numbers: Coordinates) -> Option<Position> {
        let negative = numbers.iter().any(|&number| number < 0);
        (!negative).then_some(Position(numbers))
    }

    /// A Nim heap of this size: what `= *3` makes of a position.
    pub fn nim_heap(size: u32) -> Position {
        let mut numbers = [0; FEW];
        (numbers[0], numbers[1]) = (NIMBER, i64::from(size));
        Position(Coordinates::Few(numbers))
    }

    /// The size, if it is a Nim heap.
    #[inline]
    pub fn as_nim_heap(&self) -> Option<u32> {
        match &self.0 {
            Coordinates::Few([NIMBER, size, ..]) => u32::try_from(*size).ok(),
            _ => None,
        }
    }

    /// The coordinates, if it is no Nim heap: numbers from 0 on, of which up to eight may be zeros that the rule does not use.
    #[inline]
    pub fn coordinates(&self) -> Option<&[i64]> {
        self.as_nim_heap().is_none().then_some(&*self.0)
    }

    pub(crate) fn numbers(&self) -> &Coordinates {
        &self.0
    }

    /// As it is written: `7`, `3,5`, `*2`.
    pub(crate) fn write(&self, arity: usize) -> String {
        if let Some(size) = self.as_nim_heap() {
            return format!("*{size}");
        }
        let numbers = self.0.iter().take(arity).map(i64::to_string);
        numbers.collect::<Vec<_>>().join(",")
    }
}

impl fmt::Debug for Position {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.write(MOST))
    }
}

/// The first number, one greater, so that 0 stands before a Nim heap; how many numbers there are beyond eight, where it has a digit of
/// its own at the top; and the other numbers.
impl Encoded for Position {
    #[inline]
    fn encode(&self, bytes: &mut Vec<u8>) {
        let (first, rest) = match &*self.0 {
            [first, rest @ ..] => (*first, rest),
            [] => (0, &[][..]),
        };
        let first = (first as u64).wrapping_add(1);
        if rest.len() < FEW {
            first.encode(bytes);
        } else {
            (MORE | rest.len() as u64).encode(bytes);
            first.encode(bytes);
        }
        rest.iter()
            .for_each(|&number| (number as u64).encode(bytes));
    }

    #[inline]
    fn decode(bytes: &mut &[u8]) -> Result<Position, Undecodable> {
        let mut first = u64::decode(bytes)?;
        let mut rest = FEW - 1;
        // No first number is so large.
        if first > MORE {
            rest = usize::try_from(first - MORE).map_err(|_| Undecodable::OutOfRange)?;
            if !(FEW..MOST).contains(&rest) {
                return Err(Undecodable::OutOfRange);
            }
            first = u64::decode(bytes)?;
        }
        let mut numbers = Coordinates::zeros(1 + rest);
        for number in &mut numbers[1..] {
            let read = i64::try_from(u64::decode(bytes)?);
            *number = read.map_err(|_| Undecodable::OutOfRange)?;
        }
        if first == 0 {
            let size = u32::try_from(numbers[1]).map_err(|_| Undecodable::OutOfRange)?;
            let alone = rest < FEW && numbers[2..].iter().all(|&number| number == 0);
            return match alone {
                true => Ok(Position::nim_heap(size)),
                false => Err(Undecodable::OutOfRange),
            };
        }
        numbers[0] = i64::try_from(first - 1).map_err(|_| Undecodable::OutOfRange)?;
        Ok(Position(numbers))
    }
}

/// What says how many numbers follow: above the first number of any position, which is at most 2^63 when one greater.
const MORE: u64 = 1 << 63;
