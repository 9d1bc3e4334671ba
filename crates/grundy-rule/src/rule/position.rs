//! A position of a rule: up to four coordinates, or the nimber that a clause says a position is worth.

use std::fmt;

use crate::encoded::{Encoded, Undecodable};

/// Up to four numbers from 0 to 2^63 − 1, or a Nim heap.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Position([i64; 4]);

/// The first coordinate of Nim heaps.
const NIMBER: i64 = -1;

impl Position {
    /// The position with these coordinates; those that a rule does not use are 0. `None` where there are more than four
    /// or one is 2^63 or more.
    pub fn new(coordinates: &[u64]) -> Option<Position> {
        let mut numbers = [0; 4];
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
    pub(crate) fn of(numbers: [i64; 4]) -> Option<Position> {
        let negative = numbers.iter().any(|&number| number < 0);
        (!negative).then_some(Position(numbers))
    }

    /// A Nim heap of this size: what `= *3` makes of a position.
    pub fn nim_heap(size: u32) -> Position {
        Position([NIMBER, i64::from(size), 0, 0])
    }

    /// The size, if it is a Nim heap.
    pub fn as_nim_heap(&self) -> Option<u32> {
        match self.0 {
            [NIMBER, size, ..] => u32::try_from(size).ok(),
            _ => None,
        }
    }

    /// The coordinates, if it is no Nim heap; those not used are 0.
    pub fn coordinates(&self) -> Option<[u64; 4]> {
        let number = |number: i64| u64::try_from(number).unwrap_or(0);
        self.as_nim_heap().is_none().then(|| self.0.map(number))
    }

    pub(crate) fn numbers(&self) -> &[i64; 4] {
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
        f.write_str(&self.write(4))
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
        let (first, rest): (u64, [u64; 3]) = Encoded::decode(bytes)?;
        let too_large = |_| Undecodable::OutOfRange;
        if first == 0 {
            let size = u32::try_from(rest[0]).map_err(too_large)?;
            return match rest {
                [_, 0, 0] => Ok(Position::nim_heap(size)),
                _ => Err(Undecodable::OutOfRange),
            };
        }
        Position::new(&[first - 1, rest[0], rest[1], rest[2]]).ok_or(Undecodable::OutOfRange)
    }
}
