//! A table whose cells are piles, judged by the nim-sum of each diagonal: Codeforces 1451F.
//!
//! A move takes from one cell and then changes cells on a way right and down from it as it likes. The positions in which
//! each diagonal (row + column constant) has the nim-sum 0 are lost: whatever is done to the first diagonal that a move
//! touches leaves it with another sum, and from every other position that sum can be mended, diagonal by diagonal.

use super::Tally;
use crate::error::Problem;
use crate::format::{Numbers, Parameter};
use crate::source::Sink;

/// A table at work.
pub(crate) struct Diagonals {
    width: Parameter,
    columns: u64,
    column: u64,
    row: u64,
    kept: usize,
    sums: Vec<u128>,
}

impl Diagonals {
    pub(crate) fn new(width: Parameter, kept: usize) -> Diagonals {
        Diagonals {
            width,
            columns: 1,
            column: 0,
            row: 0,
            kept,
            sums: Vec::new(),
        }
    }
}

impl Sink for Diagonals {
    #[inline]
    fn narrow(&mut self, number: u64) -> Result<(), Problem> {
        self.wide(number.into())
    }

    #[inline]
    fn wide(&mut self, number: u128) -> Result<(), Problem> {
        let diagonal = (self.row + self.column) as usize;
        if diagonal >= self.sums.len() {
            if diagonal >= self.kept {
                return Err(Problem::CaseTooLong {
                    limit: self.kept as u64,
                });
            }
            self.sums.resize(diagonal + 1, 0);
        }
        self.sums[diagonal] ^= number;
        self.column += 1;
        if self.column == self.columns {
            (self.row, self.column) = (self.row + 1, 0);
        }
        Ok(())
    }
}

impl Tally for Diagonals {
    fn set(&mut self, numbers: &Numbers) -> Result<(), Problem> {
        let columns = numbers.parameter(self.width);
        self.columns = u64::try_from(columns).unwrap_or(u64::MAX).max(1);
        Ok(())
    }

    fn begin(&mut self) {
        (self.row, self.column) = (0, 0);
        self.sums.clear();
    }

    fn mover_wins(&mut self) -> Result<bool, Problem> {
        Ok(self.sums.iter().any(|&sum| sum != 0))
    }
}
