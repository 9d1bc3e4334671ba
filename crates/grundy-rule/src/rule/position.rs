//! A position of a rule: its coordinates, or the nimber that a clause says a position is worth.

use std::fmt;

use crate::encoded::{Encoded, Undecodable};

/// Most coordinates of a rule.
pub const MOST: usize = 8;

/// Coordinates; those that a rule does not use are 0.
pub(crate) type Coordinates = [i64; MOST];

/// Up to eight numbers from 0 to 2^63 − 1, or a Nim heap.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Position(Coordinates);

/// The first coordinate of Nim heaps.
const NIMBER: i64 = -1;

impl Position {
    /// The position with these coordinates; those that a rule does not use are 0. `None` where there are more than
    /// [`MOST`] or one is 2^63 or more.
    pub fn new(coordinates: &[u64]) -> Option<Position> {
        let mut numbers = [0; MOST];
        if coordinates.len() > numbers.len() {
            return None;
        }
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
        let mut numbers = [0; MOST];
        (numbers[0], numbers[1]) = (NIMBER, i64::from(size));
        Position(numbers)
    }

    /// The size, if it is a Nim heap.
    pub fn as_nim_heap(&self) -> Option<u32> {
        match self.0 {
            [NIMBER, size, ..] => u32::try_from(size).ok(),
            _ => None,
        }
    }

    /// The coordinates, if it is no Nim heap; those not used are 0.
    pub fn coordinates(&self) -> Option<[u64; MOST]> {
        let number = |number: i64| u64::try_from(number).unwrap_or(0);
        self.as_nim_heap().is_none().then(|| self.0.map(number))
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

/// The numbers, the first one greater: 0 stands before a Nim heap.
impl Encoded for Position {
    #[inline]
    fn encode(&self, bytes: &mut Vec<u8>) {
        let [first, rest @ ..] = self.0.map(|number| number as u64);
        first.wrapping_add(1).encode(bytes);
        rest.encode(bytes);
    }

    #[inline]
    fn decode(bytes: &mut &[u8]) -> Result<Position, Undecodable> {
        let (first, rest): (u64, [u64; MOST - 1]) = Encoded::decode(bytes)?;
        let too_large = |_| Undecodable::OutOfRange;
        if first == 0 {
            let size = u32::try_from(rest[0]).map_err(too_large)?;
            return match rest[1..].iter().all(|&number| number == 0) {
                true => Ok(Position::nim_heap(size)),
                false => Err(Undecodable::OutOfRange),
            };
        }
        let mut numbers = [0; MOST];
        numbers[0] = first - 1;
        numbers[1..].copy_from_slice(&rest);
        Position::new(&numbers).ok_or(Undecodable::OutOfRange)
    }
}
