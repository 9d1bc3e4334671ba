//! Tables of one number by blocks of 256 heaps: what the guards and options of a rule say is worked out for all heaps of a block at
//! once, each heap in a lane of its own, before the values of the block are told one after another.
//!
//! The numbers of a generator are gone through outside: for one k a remainder by it is a remainder by a constant, what depends on the heap
//! alone is computed once a block, and what depends on k alone once for all lanes. Two forms are enough:
//!
//! - [`takes`]: every option is the heap less the number of a range. Guards become a bit for each option ([`ways`]), and a bit-set of
//!   positions for each value tells by an *and* which values are among them; where all options are [`near`], that is a word a value.
//! - [`points`]: few options, whatever they are. Their coordinates are written down, those of [`steps`] without evaluating anything; what is
//!   left is to look up values, far ones for many heaps together ([`lookup`]).
//!
//! Where it is not known beforehand that nothing goes wrong in a block, its heaps are looked at one by one, which tells what is wrong and
//! where.

mod again;
mod lookup;
mod near;
mod planes;
mod points;
mod steps;
mod takes;
mod ways;

use crate::budget::{Exhausted, Meter};
use crate::quotient::Play;
use crate::rule::Rule;
use crate::rule::columns::LANES;
use points::Points;
use takes::Takes;

/// The heaps of a block, and how far the table goes.
#[derive(Clone, Copy, Debug)]
struct Block {
    first: i64,
    count: usize,
}

impl Block {
    fn last(self) -> i64 {
        self.first + self.count as i64 - 1
    }
}

/// Why a block is not told here.
enum Unsure {
    /// Something may go wrong, or there is too much of it.
    Unknown,
    Exhausted(Exhausted),
}

impl From<Exhausted> for Unsure {
    fn from(exhausted: Exhausted) -> Unsure {
        Unsure::Exhausted(exhausted)
    }
}

enum Form<'r> {
    Takes(Takes<'r>),
    Points(Points<'r>),
}

/// A rule whose table is told by blocks.
pub(super) struct Blocks<'r> {
    form: Form<'r>,
    block: Block,
    /// Whether the block can be told.
    sure: bool,
    /// Blocks one after another that could not.
    unsure: usize,
    size: usize,
}

/// Tables that are shorter are told as fast one by one.
const SHORT: usize = 64;

/// So many blocks one after another that cannot be told are enough.
const ENOUGH: usize = 8;

impl<'r> Blocks<'r> {
    /// Of rules in one number none of whose values is said; `None` for the others.
    pub(super) fn of(rule: &'r Rule, sizes: &[usize], play: Play, meter: &Meter) -> Option<Self> {
        let &[size] = sizes else { return None };
        let program = rule.program();
        if program.arity != 1 || !program.values.is_empty() || !(SHORT..1 << 30).contains(&size) {
            return None;
        }
        let form = match Takes::of(program, size, play, meter) {
            Some(takes) => Form::Takes(takes),
            None => Form::Points(Points::of(program, size, play, meter)?),
        };
        Some(Blocks {
            form,
            block: Block { first: 0, count: 0 },
            sure: false,
            unsure: 0,
            size,
        })
    }

    /// Whether no other way is faster.
    pub(super) fn are_few(&self) -> bool {
        matches!(&self.form, Form::Takes(takes) if takes.are_few())
    }

    /// Whether it is worth going on with.
    pub(super) fn serves(&self) -> bool {
        self.unsure < ENOUGH
    }

    /// The heap behind the block.
    pub(super) fn end(&self) -> usize {
        self.block.last() as usize + 1
    }

    /// Fills cells from a heap on, to the end of its block or as far as it can be done, and tells the heap behind them.
    pub(super) fn run(
        &mut self,
        heap: usize,
        cells: &mut [u32],
        meter: &mut Meter,
    ) -> Result<usize, Exhausted> {
        if heap.is_multiple_of(LANES) {
            self.begin(heap, meter)?;
        }
        if !self.sure {
            return Ok(heap);
        }
        let end = self.end().min(cells.len());
        let behind = match &mut self.form {
            Form::Takes(takes) => {
                takes.run(heap..end, cells, meter);
                end
            }
            Form::Points(points) => points.run(heap..end, cells),
        };
        meter.spend((behind - heap) as u64, 0)?;
        Ok(behind)
    }

    fn begin(&mut self, heap: usize, meter: &mut Meter) -> Result<(), Exhausted> {
        self.block = Block {
            first: heap as i64,
            count: LANES.min(self.size - heap),
        };
        let prepared = match &mut self.form {
            Form::Takes(takes) => takes.prepare(self.block, meter),
            Form::Points(points) => points.prepare(self.block, meter),
        };
        self.sure = prepared.is_ok();
        match prepared {
            Ok(()) => self.unsure = 0,
            Err(Unsure::Unknown) => self.unsure += 1,
            Err(Unsure::Exhausted(exhausted)) => return Err(exhausted),
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests;
