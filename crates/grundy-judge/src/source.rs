//! What stands at the two ends of a reader: where input comes from, and what takes its numbers.

use crate::error::Problem;
use grundy_number::text::tokens::{Path, Sums};
use std::io::{self, Read};

/// Where input comes from. It may pause between two cases, at a limit that can be lifted.
pub(crate) trait Source: Read {
    /// Whether reading found nothing because of a limit.
    fn at_limit(&self) -> bool {
        false
    }
    /// Reads on beyond the limit.
    fn lift(&mut self) {}
    /// Passes over plain numbers, at most so many, from so many bytes back on, and says what they sum to; nothing where it cannot, and
    /// then nothing was read.
    fn ahead(&mut self, _back: u64, _most: u64, _path: Path) -> Option<Ahead> {
        None
    }
}

/// What was passed over of an input.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Ahead {
    /// How many numbers.
    pub(crate) numbers: u64,
    pub(crate) sums: Sums,
    /// How many bytes, up to behind the last number.
    pub(crate) bytes: u64,
    /// Line ends among them, and the place behind the last, counted from where it began.
    pub(crate) lines: u64,
    pub(crate) last_line: Option<u64>,
}

/// A reader without limits.
pub(crate) struct Unlimited<'f>(pub(crate) &'f mut dyn Read);

impl Read for Unlimited<'_> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        self.0.read(buffer)
    }
}

impl Source for Unlimited<'_> {}

/// Takes numbers one by one: those below 2^64 quickly, wider ones exactly.
pub(crate) trait Sink {
    /// A number below 2^64.
    fn narrow(&mut self, number: u64) -> Result<(), Problem>;
    /// A number of 2^64 or more.
    fn wide(&mut self, number: u128) -> Result<(), Problem>;
    /// Whether [`fold`](Sink::fold) says all that must be known of numbers below 2^64.
    const FOLDS: bool = false;
    /// Several numbers that are not needed one by one: their xor and their or.
    fn fold(&mut self, _xor: u64, _or: u64) {}
    /// A row that is all there: by default like [`many`](Sink::many).
    #[inline]
    fn row(&mut self, numbers: &[u64]) -> Result<(), (usize, Problem)> {
        self.many(numbers)
    }
    /// Several numbers; where one is refused, the index of that one.
    #[inline]
    fn many(&mut self, numbers: &[u64]) -> Result<(), (usize, Problem)> {
        for (index, &number) in numbers.iter().enumerate() {
            self.narrow(number).map_err(|problem| (index, problem))?;
        }
        Ok(())
    }
}
