//! Subtraction sets: the value of each heap from a table that grows as far as heaps ask for it.

use super::{Tally, put_number};
use crate::error::Problem;
use crate::format::{Numbers, Takes};
use crate::source::Sink;
use crate::table::Table;

/// A subtraction set, with its table.
pub(crate) struct Subtraction {
    takes: Takes,
    table: Table,
    sum: u64,
    /// The heaps, where winning moves are asked for.
    kept: Option<Vec<u32>>,
    keep_limit: usize,
}

impl Subtraction {
    pub(crate) fn new(takes: Takes, table: Table, moves: bool, keep_limit: usize) -> Subtraction {
        Subtraction {
            takes,
            table,
            sum: 0,
            kept: moves.then(Vec::new),
            keep_limit,
        }
    }
}

impl Sink for Subtraction {
    #[inline(always)]
    fn narrow(&mut self, heap: u64) -> Result<(), Problem> {
        self.sum ^= self.table.value(heap)?;
        if let Some(kept) = &mut self.kept {
            if kept.len() == self.keep_limit {
                return Err(Problem::CaseTooLong {
                    limit: self.keep_limit as u64,
                });
            }
            // Within the table, whose limit is below 2^32.
            kept.push(heap as u32);
        }
        Ok(())
    }

    fn wide(&mut self, _: u128) -> Result<(), Problem> {
        Err(Problem::HeapBeyondTable {
            limit: self.table.limit(),
        })
    }
}

impl Tally for Subtraction {
    fn set(&mut self, numbers: &Numbers) -> Result<(), Problem> {
        match &self.takes {
            Takes::Fixed(takes) if self.table.takes().is_empty() => {
                self.table.set(takes.iter().map(|&take| take.into()))
            }
            Takes::Fixed(_) => Ok(()),
            Takes::Named(field) => self.table.set(numbers.0[*field].iter().copied()),
        }
    }

    fn begin(&mut self) {
        self.sum = 0;
        if let Some(kept) = &mut self.kept {
            kept.clear();
        }
    }

    fn mover_wins(&mut self) -> Result<bool, Problem> {
        Ok(self.sum != 0)
    }

    fn value(&mut self, out: &mut Vec<u8>) -> Result<(), Problem> {
        put_number(out, self.sum)
    }

    fn count(&mut self, out: &mut Vec<u8>) -> Result<(), Problem> {
        let mut moves = 0u128;
        if self.sum == 0 {
            return put_number(out, moves);
        }
        for &heap in self.kept.as_deref().unwrap_or_default() {
            let heap = u64::from(heap);
            let target = self.table.value(heap)? ^ self.sum;
            for index in 0..self.table.takes().len() {
                let take = self.table.takes()[index];
                if take > heap {
                    break;
                }
                moves += u128::from(self.table.value(heap - take)? == target);
            }
        }
        put_number(out, moves)
    }
}
