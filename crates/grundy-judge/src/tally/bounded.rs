//! Bounded Nim, and Bash's game of one limit: heap a with limit l is worth a mod (l + 1).

use super::{Tally, put_number};
use crate::error::Problem;
use crate::format::{Numbers, Parameter};
use crate::source::Sink;
use grundy_number::text::lanes;
use grundy_number::text::tokens::Path;

/// The value of a bounded heap, and where its options' values lie: every value below `reach` but its own.
fn bounded(heap: u128, limit: u128) -> (u128, u128) {
    if heap <= limit {
        (heap, heap)
    } else {
        (heap % (limit + 1), limit + 1)
    }
}

/// Bounded Nim; heaps and limits come in turn, or all heaps have one limit.
pub(crate) struct Bounded {
    /// The limit of all heaps, where they have one.
    parameter: Option<Parameter>,
    common: Option<u128>,
    heap: Option<u128>,
    sum: u128,
    /// Value and reach of each heap, where winning moves are asked for.
    kept: Option<Vec<(u128, u128)>>,
    keep_limit: usize,
    path: Path,
}

impl Bounded {
    pub(crate) fn new(
        parameter: Option<Parameter>,
        moves: bool,
        keep_limit: usize,
        path: Path,
    ) -> Bounded {
        Bounded {
            parameter,
            common: None,
            heap: None,
            sum: 0,
            kept: moves.then(Vec::new),
            keep_limit,
            path,
        }
    }

    #[inline(always)]
    fn add(&mut self, heap: u128, limit: u128) -> Result<(), Problem> {
        let (value, reach) = match (u64::try_from(heap), u64::try_from(limit)) {
            // One division of 64 bits, where the compiler would make one of 128.
            (Ok(heap), Ok(limit)) if heap > limit => {
                (u128::from(heap % (limit + 1)), u128::from(limit) + 1)
            }
            _ => bounded(heap, limit),
        };
        self.sum ^= value;
        if let Some(kept) = &mut self.kept {
            if kept.len() == self.keep_limit {
                return Err(Problem::CaseTooLong {
                    limit: self.keep_limit as u64,
                });
            }
            kept.push((value, reach));
        }
        Ok(())
    }
}

impl Sink for Bounded {
    /// Pairs of moderate numbers go many at a time.
    fn many(&mut self, numbers: &[u64]) -> Result<(), (usize, Problem)> {
        let one_by_one = |tally: &mut Bounded, from: usize, numbers: &[u64]| {
            for (index, &number) in numbers.iter().enumerate() {
                let taken = tally.narrow(number);
                taken.map_err(|problem| (from + index, problem))?;
            }
            Ok(())
        };
        if self.kept.is_some() || self.common.is_some() {
            return one_by_one(self, 0, numbers);
        }
        let pending = usize::from(self.heap.is_some()).min(numbers.len());
        one_by_one(self, 0, &numbers[..pending])?;
        let (pairs, rest) = numbers[pending..].as_chunks::<2>();
        match lanes::bounded(self.path, pairs) {
            Some(sum) => self.sum ^= u128::from(sum),
            None => one_by_one(self, pending, pairs.as_flattened())?,
        }
        one_by_one(self, numbers.len() - rest.len(), rest)
    }

    #[inline(always)]
    fn narrow(&mut self, number: u64) -> Result<(), Problem> {
        self.wide(u128::from(number))
    }

    #[inline(always)]
    fn wide(&mut self, number: u128) -> Result<(), Problem> {
        match (self.common, self.heap.take()) {
            (Some(limit), _) => self.add(number, limit),
            (None, Some(heap)) => self.add(heap, number),
            (None, None) => {
                self.heap = Some(number);
                Ok(())
            }
        }
    }
}

impl Tally for Bounded {
    fn set(&mut self, numbers: &Numbers) -> Result<(), Problem> {
        self.common = self.parameter.map(|parameter| numbers.parameter(parameter));
        Ok(())
    }

    fn begin(&mut self) {
        (self.heap, self.sum) = (None, 0);
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
        // The options of a heap have different values, so each heap has one winning move at most.
        let kept = self.kept.as_deref().unwrap_or_default();
        let wins = |(value, reach): &&(u128, u128)| self.sum != 0 && value ^ self.sum < *reach;
        put_number(out, kept.iter().filter(wins).count() as u64)
    }
}
