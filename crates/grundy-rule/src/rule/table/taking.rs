//! What is done with the options of a position while a table is filled: the values of those that are known are marked, the
//! others are noted.

#![allow(
    unsafe_code,
    reason = "the same code for wider vectors, where the machine has them"
)]

use std::ops::Range;

use rustc_hash::FxHashMap;

use super::filling::{OPEN, UNKNOWN, value};
use crate::rule::Position;
use crate::rule::columns::{Column, Columns, LANES, Lanes, Term, by_path};
use crate::rule::evaluate::{Found, Take};
use crate::rule::lines::Line;
use crate::rule::marks::{Marks, NO_HALF};
use crate::rule::position::Coordinates;

/// Takes the values of options, or the positions that have none yet.
pub(super) struct Taking<'t> {
    pub(super) marks: &'t mut Marks,
    pub(super) unknown: &'t mut Vec<Position>,
    pub(super) sizes: &'t [usize],
    pub(super) cells: &'t [u32],
    pub(super) beyond: &'t FxHashMap<Position, u32>,
    pub(super) room: usize,
    pub(super) repeats: Option<Position>,
    pub(super) scratch: &'t mut Scratch,
    pub(super) known: Known,
    /// The last 16 digits of the values of known cells, in tables of one number.
    pub(super) halves: &'t [u16],
}

/// What is known of the first cells when positions are filled in their order.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Known {
    /// So many cells hold values.
    pub(super) cells: usize,
    /// All binary digits of these values: none of them, and no sum of them, is above it.
    pub(super) digits: u32,
}

/// Values of many options, before it is known that all of them are known.
#[derive(Debug)]
pub(super) struct Scratch {
    values: [u32; LANES],
    places: [i32; LANES],
    part: [u32; LANES],
    /// Where no coordinate is negative, if some are.
    positive: Column,
}

impl Default for Scratch {
    fn default() -> Scratch {
        Scratch {
            values: [0; LANES],
            places: [0; LANES],
            part: [0; LANES],
            positive: [0; LANES],
        }
    }
}

impl Taking<'_> {
    fn sum(&mut self, parts: impl Iterator<Item = Position>) -> Result<(), ()> {
        let mut sum = 0;
        let mut known = true;
        for part in parts {
            match value(&part, self.sizes, self.cells, self.beyond) {
                // Whatever is open waits for the position looked at.
                OPEN => {
                    self.repeats = Some(part);
                    return Err(());
                }
                UNKNOWN => {
                    known = false;
                    self.unknown.push(part);
                }
                value => sum ^= value,
            }
        }
        if known {
            self.marks.insert(sum);
        }
        if self.unknown.len() > self.room {
            return Err(());
        }
        Ok(())
    }

    /// The cell at which a summand of a line begins, and how far apart its cells are, if all of them are in the box.
    fn cells_of(&self, (start, slopes): &(Coordinates, Coordinates), count: u64) -> Option<Stride> {
        let (mut first, mut apart) = (0, 0i64);
        let more = i64::try_from(count - 1).ok()?;
        let places = start.iter().zip(&**slopes).zip(self.sizes);
        for ((start, slope), &size) in places.rev() {
            let inside = |number: i64| usize::try_from(number).ok().filter(|&it| it < size);
            inside(start.checked_add(slope.checked_mul(more)?)?)?;
            first = first * size + inside(*start)?;
            apart = apart
                .checked_mul(i64::try_from(size).ok()?)?
                .checked_add(*slope)?;
        }
        let beyond = start.get(self.sizes.len()..)?;
        let apart = isize::try_from(apart).ok()?;
        beyond
            .iter()
            .all(|&number| number == 0)
            .then_some((first, apart))
    }

    /// Marks the values of the options of an alternative, if all of them are told by cells.
    fn many(&mut self, sum: &[Term], lanes: &Lanes) -> bool {
        many(self, sum, lanes)
    }

    #[inline(always)]
    fn many_by(&mut self, sum: &[Term], lanes: &Lanes) -> bool {
        // Lanes in which a coordinate is negative, or a guard fails, have no option.
        let mut some_negative = false;
        let mut range = 0..lanes.count;
        for term in sum {
            let positive = (&mut self.scratch.positive, &mut some_negative);
            if !in_box(term, self.sizes, lanes, &mut range, positive) {
                return false;
            }
        }
        if range.is_empty() {
            return true;
        }
        if !some_negative && self.by_halves(sum, lanes, range.clone()) {
            return true;
        }
        let Scratch {
            values,
            places,
            part,
            positive,
        } = &mut *self.scratch;
        let cells = self.cells;
        if sum.is_empty() {
            // Nothing is left: the empty sum is worth 0.
            values[range.clone()].fill(0);
        }
        let mut greatest = self.known.digits;
        for (number, term) in sum.iter().enumerate() {
            let mut sure = false;
            let out = if number == 0 {
                &mut *values
            } else {
                &mut *part
            };
            let out = &mut out[range.clone()];
            let cell = |place: i64| {
                let place = usize::try_from(place).ok();
                place
                    .and_then(|place| cells.get(place))
                    .copied()
                    .unwrap_or(OPEN)
            };
            match stride(term, self.sizes, lanes, range.start) {
                Some((first, 0)) => out.fill(cell(first)),
                Some((first, 1)) if first >= 0 => {
                    let first = first as usize;
                    let Some(read) = cells.get(first..first + out.len()) else {
                        return false;
                    };
                    out.copy_from_slice(read);
                    sure = first + out.len() <= self.known.cells;
                }
                Some((first, -1)) if first >= out.len() as i64 - 1 => {
                    let first = first as usize;
                    let Some(read) = cells.get(first + 1 - out.len()..=first) else {
                        return false;
                    };
                    for (value, cell) in out.iter_mut().zip(read.iter().rev()) {
                        *value = *cell;
                    }
                    sure = first < self.known.cells;
                }
                Some((first, apart)) => {
                    for (value, place) in out.iter_mut().zip(0..) {
                        *value = cell(first + apart * place);
                    }
                }
                None => {
                    note_places(term, self.sizes, lanes, places);
                    for (value, place) in out.iter_mut().zip(&places[range.clone()]) {
                        *value = cell(i64::from(*place));
                    }
                }
            }
            if !sure {
                let most = out.iter().fold(0, |most, &value| most.max(value));
                if most >= OPEN {
                    return false;
                }
                // A sum has no digits beyond those of its summands.
                greatest |= digits(most);
            }
            if number > 0 {
                for (value, part) in values[range.clone()].iter_mut().zip(&part[range.clone()]) {
                    *value ^= *part;
                }
            }
        }
        let values = &mut values[range.clone()];
        match (some_negative, lanes.guards()) {
            (false, None) => self.marks.insert_all(values, greatest),
            (false, Some(holds)) => self.marks.insert_where(values, greatest, &holds[range]),
            (true, guards) => {
                if let Some(guards) = guards {
                    for (positive, guard) in positive.iter_mut().zip(guards) {
                        *positive &= i32::from(*guard != 0);
                    }
                }
                self.marks.insert_where(values, greatest, &positive[range]);
            }
        }
        true
    }
}

impl Taking<'_> {
    /// Marks the values of sums whose summands lie side by side among the known cells, all values of which have few digits.
    #[inline(always)]
    fn by_halves(&mut self, sum: &[Term], lanes: &Lanes, range: Range<usize>) -> bool {
        let Ok(digits) = u16::try_from(self.known.digits) else {
            return false;
        };
        if digits == NO_HALF || sum.is_empty() {
            return false;
        }
        let count = range.len();
        let values = self.marks.room_for_halves(count);
        for (number, term) in sum.iter().enumerate() {
            let stride = stride(term, self.sizes, lanes, range.start);
            let Some((first, apart)) = stride else {
                return false;
            };
            let Ok(first) = usize::try_from(first) else {
                return false;
            };
            let read = match apart {
                0 => self.halves.get(first..=first),
                1 => self.halves.get(first..first + count),
                -1 if first + 1 >= count => self.halves.get(first + 1 - count..=first),
                _ => None,
            };
            let Some(read) = read else { return false };
            let pairs = values.iter_mut();
            match (apart, number) {
                (1, 0) => values.copy_from_slice(read),
                (1, _) => pairs.zip(read).for_each(|(value, read)| *value ^= read),
                (0, 0) => values.fill(read[0]),
                (0, _) => pairs.for_each(|value| *value ^= read[0]),
                (_, 0) => pairs
                    .zip(read.iter().rev())
                    .for_each(|(value, read)| *value = *read),
                _ => pairs
                    .zip(read.iter().rev())
                    .for_each(|(value, read)| *value ^= read),
            }
        }
        if let Some(guards) = lanes.guards() {
            for (value, guard) in values.iter_mut().zip(&guards[range]) {
                *value = if *guard != 0 { *value } else { NO_HALF };
            }
        }
        self.marks.add_halves(count, digits);
        true
    }
}

fn many(taking: &mut Taking<'_>, sum: &[Term], lanes: &Lanes) -> bool {
    by_path!(lanes.path, many_by(taking: &mut Taking<'_>, sum: &[Term], lanes: &Lanes) -> bool => taking, sum, lanes)
}

#[inline(always)]
fn many_by(taking: &mut Taking<'_>, sum: &[Term], lanes: &Lanes) -> bool {
    taking.many_by(sum, lanes)
}

/// The greatest number with as many binary digits.
fn digits(number: u32) -> u32 {
    u32::MAX.checked_shr(number.leading_zeros()).unwrap_or(0)
}

/// Whether no position of the lanes in `range` is beyond the box; those with a negative coordinate are left out.
#[inline(always)]
fn in_box(
    term: &Term,
    sizes: &[usize],
    lanes: &Lanes,
    range: &mut Range<usize>,
    (positive, some_negative): (&mut Column, &mut bool),
) -> bool {
    let cells = sizes
        .iter()
        .try_fold(1usize, |cells, &size| cells.checked_mul(size));
    let few = cells.is_some_and(|cells| i32::try_from(cells).is_ok());
    if sizes.len() != term.coordinates.len() || !few {
        return false;
    }
    for (place, (operand, &size)) in term.coordinates.iter().zip(sizes).enumerate() {
        let (least, greatest) = lanes.bounds(*operand);
        if greatest >= size as i64 {
            return false;
        }
        if least >= 0 {
            continue;
        }
        let Some(column) = lanes.column(*operand) else {
            *range = 0..0;
            return true;
        };
        match term.slopes.as_ref().and_then(|slopes| slopes.get(place)) {
            Some(&slope) if slope != 0 => {
                let first = i64::from(column[0]);
                if slope > 0 {
                    let low = (-first + slope - 1).div_euclid(slope).max(0);
                    range.start = range.start.max(low as usize);
                } else {
                    let high = first.div_euclid(-slope) + 1;
                    range.end = range.end.min(high.max(0) as usize);
                }
            }
            _ => {
                if !*some_negative {
                    *some_negative = true;
                    positive.fill(1);
                }
                for (positive, number) in positive.iter_mut().zip(column) {
                    *positive &= i32::from(*number >= 0);
                }
            }
        }
    }
    true
}

/// The cell of a position in a lane, and how far that of the next lane is, where that is always the same.
#[inline(always)]
fn stride(term: &Term, sizes: &[usize], lanes: &Lanes, lane: usize) -> Option<(i64, i64)> {
    let slopes = term.slopes.as_ref()?;
    let (mut first, mut stride, mut apart) = (0, 0, 1i64);
    for ((operand, slope), &size) in term.coordinates.iter().zip(slopes).zip(sizes) {
        let number = match lanes.column(*operand) {
            // Only the first lane is sure to be filled.
            Some(column) => i64::from(column[0]) + slope * lane as i64,
            None => lanes.bounds(*operand).0,
        };
        // A step may be large where there is only one lane.
        first = apart.checked_mul(number)?.checked_add(first)?;
        stride = apart.checked_mul(*slope)?.checked_add(stride)?;
        apart = apart.checked_mul(size as i64)?;
    }
    Some((first, stride))
}

/// Notes the cells of a position in all lanes; where a coordinate is negative, any cell.
#[inline(always)]
fn note_places(term: &Term, sizes: &[usize], lanes: &Lanes, places: &mut [i32; LANES]) {
    places.fill(0);
    let mut apart = 1i32;
    for (operand, &size) in term.coordinates.iter().zip(sizes) {
        match lanes.column(*operand) {
            Some(column) => {
                for (place, number) in places.iter_mut().zip(column) {
                    *place = place.wrapping_add(apart.wrapping_mul((*number).max(0)));
                }
            }
            None => {
                let number = lanes.bounds(*operand).0 as i32;
                let more = apart.wrapping_mul(number);
                places
                    .iter_mut()
                    .for_each(|place| *place = place.wrapping_add(more));
            }
        }
        apart = apart.wrapping_mul(size as i32);
    }
}

/// A cell, and how far the next one is.
type Stride = (usize, isize);

impl Take<()> for Taking<'_> {
    const LINES: bool = true;

    fn columns(&mut self, columns: &Columns, lanes: &Lanes) -> Result<bool, ()> {
        let mut alternatives = columns.options.iter();
        Ok(lanes.count == 0 || alternatives.all(|sum| self.many(sum, lanes)))
    }

    fn option(&mut self, found: Found<'_>) -> Result<(), ()> {
        self.sum(found.to.iter().cloned())
    }

    fn line(&mut self, line: &Line) -> Result<(), ()> {
        let count = usize::try_from(line.count).map_err(|_| ())?;
        let strides: Option<Vec<Stride>> = match self.sizes {
            [] => None,
            _ => line
                .parts
                .iter()
                .map(|part| self.cells_of(part, line.count))
                .collect(),
        };
        let cells = self.cells;
        let at = |(first, apart): Stride, place: usize| {
            // Both ends are in the box, and so is all that lies between them.
            cells[first.wrapping_add_signed(apart.wrapping_mul(place as isize))]
        };
        let marks = &mut *self.marks;
        let known = match strides.as_deref() {
            Some(&[one]) => {
                let mut known = true;
                for first in (0..count).step_by(LANES) {
                    let many = LANES.min(count - first);
                    let values = &mut self.scratch.values[..many];
                    for (place, value) in (first..).zip(values.iter_mut()) {
                        *value = at(one, place);
                    }
                    // What is not known is asked for again, one by one.
                    let greatest = values.iter().fold(0, |most, &value| most.max(value));
                    if greatest >= OPEN {
                        known = false;
                        break;
                    }
                    marks.insert_all(values, greatest);
                }
                known
            }
            Some(&[one, other]) => {
                let mut known = true;
                for first in (0..count).step_by(LANES) {
                    let many = LANES.min(count - first);
                    let values = &mut self.scratch.values[..many];
                    let mut greatest = 0;
                    for (place, value) in (first..).zip(values.iter_mut()) {
                        let (one, other) = (at(one, place), at(other, place));
                        greatest = greatest.max(one).max(other);
                        *value = one ^ other;
                    }
                    if greatest >= OPEN {
                        known = false;
                        break;
                    }
                    marks.insert_all(values, digits(greatest));
                }
                known
            }
            _ => false,
        };
        if known {
            return Ok(());
        }
        for place in 0..i64::try_from(count).map_err(|_| ())? {
            let part = |(start, slopes): &(Coordinates, Coordinates)| {
                let mut numbers = start.clone();
                for (number, slope) in numbers.iter_mut().zip(&**slopes) {
                    *number += slope * place;
                }
                Position::of(numbers).unwrap_or(Position::nim_heap(0))
            };
            self.sum(line.parts.iter().map(part))?;
        }
        Ok(())
    }
}
