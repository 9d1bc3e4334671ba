//! Tables of the values of all positions in a box, in the order in which they depend on each other.
//!
//! Values are the mex of the options' values (Sprague 1935, Grundy 1939). Where an option lies outside the box, or comes
//! later in the order, it is looked into first, with a stack of its own; a position that comes back to itself is noticed.

use std::fmt;

use crate::budget::{Exhausted, Meter};
use crate::engine::grid::queen::queen;
use crate::engine::sequence::{BLOCK, Limits, Rules, Sequence};
use crate::engine::subtraction;
use crate::quotient::Play;
use crate::reason::{NotCovered, Reason};
use crate::rule::recognise::WYTHOFF;
use crate::rule::{Evidence, Fault, Measure, Position, Rule};

mod blocks;
mod filling;
mod interval;
mod misere;
mod singles;
mod taking;

use blocks::Blocks;
use filling::{Filling, UNKNOWN, slowest_first};
pub(crate) use singles::Singles;

/// The values of the positions of a box: every coordinate from 0 to below its size.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Table {
    sizes: Vec<usize>,
    cells: Vec<u32>,
}

/// Why there is no table.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Unfilled {
    /// What ran out.
    Exhausted(Exhausted),
    /// The rule cannot be evaluated at a position.
    Fault(Fault, Position),
    /// Play can come back to this position, so that values are not defined.
    Repeats(Position),
    /// Not as many sizes as the rule has coordinates.
    Sizes,
}

impl Unfilled {
    /// The reason as callers see it: positions as the rule writes them, faults with their places in its text.
    pub fn reason(&self, rule: &Rule) -> Reason {
        match self {
            Unfilled::Exhausted(exhausted) => (*exhausted).into(),
            Unfilled::Fault(fault, position) => fault.at(position, rule).into(),
            Unfilled::Repeats(position) => Reason::Repeats(Some(position.write(rule.arity()))),
            Unfilled::Sizes => NotCovered::Sizes(rule.arity()).into(),
        }
    }
}

impl fmt::Display for Unfilled {
    /// In English, as far as it can be told without the rule.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Unfilled::Exhausted(exhausted) => exhausted.fmt(f),
            Unfilled::Fault(fault, position) => write!(f, "at {position:?}: {fault}"),
            Unfilled::Repeats(position) => write!(f, "play can come back to {position:?}"),
            Unfilled::Sizes => {
                f.write_str("the table has not as many sizes as the rule has coordinates")
            }
        }
    }
}

impl std::error::Error for Unfilled {
    fn source(&self) -> Option<&(dyn std::error::Error + 'static)> {
        match self {
            Unfilled::Exhausted(exhausted) => Some(exhausted),
            Unfilled::Fault(fault, _) => Some(fault),
            Unfilled::Repeats(_) | Unfilled::Sizes => None,
        }
    }
}

impl Table {
    /// By coordinate, how many numbers it runs through.
    pub fn sizes(&self) -> &[usize] {
        &self.sizes
    }

    /// All values, the first coordinate running fastest.
    pub fn cells(&self) -> &[u32] {
        &self.cells
    }

    /// All values, the first coordinate running fastest.
    pub fn into_cells(self) -> Vec<u32> {
        self.cells
    }

    /// The value of a position, or `None` outside the box.
    pub fn get(&self, coordinates: &[usize]) -> Option<u32> {
        if coordinates.len() != self.sizes.len() {
            return None;
        }
        let mut index = 0;
        for (&coordinate, &size) in coordinates.iter().zip(&self.sizes).rev() {
            if coordinate >= size {
                return None;
            }
            index = index * size + coordinate;
        }
        self.cells.get(index).copied()
    }
}

/// From so many heaps on it is worth looking for an engine that is not seen at once.
const LONG: usize = 2_000;

impl Rule {
    /// The values of all positions whose coordinates are below these sizes.
    ///
    /// Sets of takes, codes and Wythoff's game, where the form of the rule proves that it is one, are filled by engines of their
    /// own, and games that go any number of steps in some directions by a bit-set for each line. Where all options of a number are an interval of
    /// smaller ones, a position takes time in proportion to a logarithm. Otherwise time is in proportion to the options; memory is four bytes a position, some
    /// more for tables of one number, and more where options lie outside the box.
    ///
    /// # Errors
    /// [`Unfilled`].
    pub fn table(&self, sizes: &[usize], meter: &mut Meter) -> Result<Table, Unfilled> {
        match self.cells_by_form(sizes, meter) {
            Some(cells) => Ok(Table {
                sizes: sizes.to_vec(),
                cells: cells.map_err(Unfilled::Exhausted)?,
            }),
            None => self.table_by_options(sizes, meter),
        }
    }

    /// The values by an engine for the game that the form of the rule proves it to be; `None` where there is no such
    /// engine, or it declines.
    fn cells_by_form(
        &self,
        sizes: &[usize],
        meter: &mut Meter,
    ) -> Option<Result<Vec<u32>, Exhausted>> {
        match *sizes {
            [size] => {
                if size > meter.room(4) {
                    return None;
                }
                let Some(rules) = self.rules_by_form(size) else {
                    return self.cells_by_takes(size, meter);
                };
                let bytes = 4 * (size + BLOCK) as u64;
                meter.spend(0, bytes).ok()?;
                let memory = usize::try_from(meter.bytes_left() / 2).unwrap_or(usize::MAX);
                let mut sequence = Sequence::new(rules, Limits { memory });
                let mut values = Vec::with_capacity(size + BLOCK);
                while values.len() < size {
                    let before = values.len();
                    if sequence.next_block(&mut values).is_err() {
                        meter.release(bytes);
                        return None;
                    }
                    let more = (values.len() - before) as u64;
                    if let Err(exhausted) = meter.spend(more, 0) {
                        return Some(Err(exhausted));
                    }
                }
                values.truncate(size);
                Some(Ok(values))
            }
            [width, height] if width > 0 && height > 0 && self.heaps_by_form() == Some(WYTHOFF) => {
                let cells = width.checked_mul(height)?;
                if cells > meter.room(8) {
                    return None;
                }
                let limit = meter.bytes_left() / 2;
                let grid = queen(width, height, 1, limit, &|| meter.look().is_err()).ok()?;
                let cells = cells as u64;
                let spent = meter.spend(cells, cells.saturating_mul(4));
                Some(spent.map(|()| grid.iter().collect()))
            }
            _ if sizes.len() == self.arity() => self.rays()?.table(sizes, meter),
            _ => None,
        }
    }

    /// The set of takes or the code that the form of the rule proves it to be.
    fn rules_by_form(&self, size: usize) -> Option<Rules> {
        if let Some(takes) = self.takes_by_form() {
            return Rules::taking(takes).ok();
        }
        if size < LONG || self.arity() != 1 || !self.splits() {
            return None;
        }
        let known = self.shown_alone()?;
        known.rules.filter(|_| known.evidence == Evidence::Form)
    }

    /// The values of a set of takes that does not depend on the heap.
    fn cells_by_takes(
        &self,
        size: usize,
        meter: &mut Meter,
    ) -> Option<Result<Vec<u32>, Exhausted>> {
        let last = u64::try_from(size).ok()?.checked_sub(1)?;
        if size < LONG {
            return None;
        }
        // The takes, and their runs while they are put together.
        let held = last.saturating_mul(24);
        let limit = meter.bytes_left().checked_sub(held + 4 * last)?;
        let takes = self.takes_up_to(last)?;
        let stop = || meter.look().is_err();
        let table = subtraction::values(&takes, last, limit, &stop).ok()?;
        let spent = meter.spend(last, 4 * last);
        Some(spent.map(|()| table.iter().map(u32::from).collect()))
    }

    /// Whether some option is made of several positions.
    pub fn splits(&self) -> bool {
        let clauses = self.program().moves.iter();
        clauses
            .flat_map(|clause| &clause.options)
            .any(|sum| sum.len() > 1)
    }

    /// The table by going through the options of every position.
    pub(crate) fn table_by_options(
        &self,
        sizes: &[usize],
        meter: &mut Meter,
    ) -> Result<Table, Unfilled> {
        self.filled(sizes, Play::Normal, meter)
    }

    fn filled(&self, sizes: &[usize], play: Play, meter: &mut Meter) -> Result<Table, Unfilled> {
        if sizes.len() != self.arity() {
            return Err(Unfilled::Sizes);
        }
        let cells = sizes
            .iter()
            .try_fold(1usize, |cells, &size| cells.checked_mul(size));
        let cells = cells.filter(|&cells| cells <= meter.room(4));
        let cells = cells.ok_or(Unfilled::Exhausted(meter.full(4)))?;
        // Of one number their last digits are kept beside them.
        let each = if sizes.len() == 1 { 6 } else { 4 };
        let bytes = (cells as u64).saturating_mul(each);
        meter.spend(0, bytes).map_err(Unfilled::Exhausted)?;
        if let [size] = *sizes
            && play == Play::Normal
            && !Blocks::of(self, sizes, play, meter).is_some_and(|blocks| blocks.are_few())
            && let Some(told) = interval::cells(self, size, meter)
        {
            return told.map(|cells| Table {
                sizes: sizes.to_vec(),
                cells,
            });
        }
        Ok(Table {
            sizes: sizes.to_vec(),
            cells: self.in_order(sizes, play, true, meter)?,
        })
    }

    /// The values of a box, one position after another; many at once, if that is asked for, in so far as it can be done.
    fn in_order(
        &self,
        sizes: &[usize],
        play: Play,
        at_once: bool,
        meter: &mut Meter,
    ) -> Result<Vec<u32>, Unfilled> {
        let cells = sizes.iter().product::<usize>();
        let mut unknown = Vec::new();
        unknown
            .try_reserve_exact(cells)
            .map_err(|_| Unfilled::Exhausted(meter.full(4)))?;
        unknown.resize(cells, UNKNOWN);
        let mut filling = Filling::new(self, sizes, unknown, meter, play);
        match (self.measure(), sizes) {
            _ if cells == 0 => {}
            (Measure::Sum(of), &[width, height]) if of.len() == 2 => {
                for sum in 0..width.saturating_add(height).saturating_sub(1) {
                    let first = sum.saturating_sub(height - 1);
                    for x in first..=sum.min(width - 1) {
                        filling.fill_at(&[x, sum - x])?;
                    }
                }
            }
            (measure, _) => {
                if at_once {
                    filling.fill_by_blocks(self)?;
                }
                filling.fill_all(&slowest_first(measure, sizes.len()), cells)?;
            }
        }
        Ok(filling.cells)
    }

    /// The value of one position, by looking at everything that can follow it.
    ///
    /// # Errors
    /// [`Unfilled`].
    pub fn value(&self, position: &Position, meter: &mut Meter) -> Result<u32, Unfilled> {
        let mut filling = Filling::new(self, &[], Vec::new(), meter, Play::Normal);
        filling.fill(position.clone())?;
        Ok(filling.value(position))
    }
}

#[cfg(test)]
mod tests;
