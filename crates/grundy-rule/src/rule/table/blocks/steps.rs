//! Clauses whose guards come again: of each number of the generator the guards are worked out once, and so is how far before its heap an option
//! lies that lies equally far before all heaps, as `n-k*k` does. Only what other options are, as `n/2`, is evaluated for every block.

#![allow(
    unsafe_code,
    reason = "the same code for wider vectors, where the machine has them"
)]

use super::Block;
use super::again::{Rows, common, evaluate, period};
use super::lookup::Places;
use crate::rule::code::{Arrays, Code};
use crate::rule::columns::{Columns, LANES, Lanes, Path, by_path};
use crate::rule::lines::slope;

/// Distances are smaller; no coordinate of a heap is too large for a lane then.
const LARGEST: i32 = 1 << 29;

/// What is written down of options.
#[derive(Default)]
pub(super) struct Written {
    /// By summand, and by lane, its coordinate, or −1.
    pub(super) places: Vec<i32>,
    /// By summand, how far before its heaps it is, where that is known to be the same for all.
    pub(super) apart: Vec<Option<usize>>,
}

impl Written {
    pub(super) fn clear(&mut self) {
        self.places.clear();
        self.apart.clear();
    }

    /// Room for one more.
    fn more(&mut self, apart: Option<usize>) -> Option<&mut Places> {
        self.apart.push(apart);
        self.places.resize(self.places.len() + LANES, 0);
        self.places.last_chunk_mut()
    }
}

/// A clause all of whose options are single positions.
pub(super) struct Steps {
    /// The coordinates that lie equally far before all heaps.
    steps: Vec<Code>,
    /// By number of the generator, how far.
    apart: Vec<Option<Box<[i32]>>>,
    /// The others.
    others: Columns,
    their_lanes: Lanes,
    guards: Columns,
    lanes: Lanes,
    /// What must come again for the guards to do so.
    told: Vec<Code>,
    rows: Rows,
    size: usize,
}

impl Steps {
    pub(super) fn of(
        told: &[Code],
        guards: &[Code],
        options: &[Vec<Vec<Code>>],
        size: usize,
        room: u64,
    ) -> Option<Steps> {
        if options.iter().any(|sum| sum.len() != 1) {
            return None;
        }
        let is_step =
            |sum: &&Vec<Vec<Code>>| sum.iter().flatten().all(|it| slope(it, 0) == Some(1));
        let (steps, others): (Vec<_>, Vec<_>) = options.iter().partition(is_step);
        let others: Vec<Vec<Vec<Code>>> = others.into_iter().cloned().collect();
        Some(Steps {
            steps: steps.into_iter().flatten().flatten().cloned().collect(),
            apart: Vec::new(),
            others: Columns::of_heaps(&[], &[], &others)?,
            their_lanes: Lanes::default(),
            guards: Columns::of_heaps(told, guards, &[])?,
            lanes: Lanes::default(),
            told: [told, guards].concat(),
            rows: Rows::new(room),
            size,
        })
    }

    /// Writes down the options for the number of the generator that is so numbered in every block, if the guards are known to come again,
    /// and tells how many there are.
    pub(super) fn write(
        &mut self,
        number: usize,
        block: Block,
        slots: &[i64],
        arrays: &Arrays,
        written: &mut Written,
    ) -> Option<usize> {
        let Steps {
            guards,
            lanes,
            told,
            others,
            their_lanes,
            ..
        } = self;
        let path = lanes.path;
        let heaps = (block.first, self.size as i64);
        let holds = self.rows.row(
            number,
            block.first,
            self.size,
            || {
                let mut periods = told.iter().map(|code| period(code, slots, arrays, heaps));
                periods.try_fold(1, |all, one| common(all, one?))
            },
            |first, count, holds| {
                guards.begin(lanes, slots, arrays)?;
                evaluate(guards, lanes, arrays, (first, count), holds)
            },
        )?;
        if self.apart.len() <= number {
            self.apart.resize_with(number + 1, || None);
        }
        let apart = match &mut self.apart[number] {
            Some(apart) => apart,
            unknown => {
                let apart = self.steps.iter();
                let apart = apart.map(|code| distance(code, self.size, slots, arrays));
                unknown.insert(apart.collect::<Option<_>>()?)
            }
        };
        let first = i32::try_from(block.first).ok()?;
        if !others.options.is_empty() {
            others.begin(their_lanes, slots, arrays)?;
            others.fill_again(their_lanes, block.first, block.count, arrays)?;
        }
        for &apart in apart.iter() {
            // Where an option is not before its heap nothing is known of it.
            let known = usize::try_from(apart).ok().filter(|&apart| apart > 0);
            write_side_by_side(path, written.more(known)?, holds, first - apart);
        }
        for sum in &others.options {
            let coordinate = *sum.first()?.coordinates.first()?;
            let to = written.more(None)?;
            match their_lanes.column(coordinate) {
                Some(column) => *to = *column,
                None => to.fill(i32::try_from(their_lanes.bounds(coordinate).0).ok()?),
            }
            leave_out(path, to, holds);
        }
        Some(apart.len() + others.options.len())
    }
}

/// How far before every heap an option lies.
fn distance(code: &Code, size: usize, slots: &[i64], arrays: &Arrays) -> Option<i32> {
    let at = |heap| {
        let mut slots = slots.to_vec();
        slots[0] = heap;
        code.evaluate(&slots, arrays).ok()
    };
    // Whatever it is made of changes evenly: if nothing is too large at the ends, nothing is between them.
    at(i64::try_from(size).ok()?)?;
    let apart = at(0)?.checked_neg()?;
    i32::try_from(apart)
        .ok()
        .filter(|apart| apart.abs() < LARGEST)
}

/// Writes down coordinates side by side, −1 where the guards do not hold.
fn write_side_by_side(path: Path, to: &mut Places, holds: &[u8; LANES], first: i32) {
    by_path!(path, side_by_side_by(to: &mut Places, holds: &[u8; LANES], first: i32) => to, holds, first);
}

#[inline(always)]
fn side_by_side_by(to: &mut Places, holds: &[u8; LANES], first: i32) {
    for (lane, (to, holds)) in to.iter_mut().zip(holds).enumerate() {
        let place = first + lane as i32;
        *to = if *holds != 0 { place } else { -1 };
    }
}

/// Writes −1 where the guards do not hold.
fn leave_out(path: Path, to: &mut Places, holds: &[u8; LANES]) {
    by_path!(path, leave_out_by(to: &mut Places, holds: &[u8; LANES]) => to, holds);
}

#[inline(always)]
fn leave_out_by(to: &mut Places, holds: &[u8; LANES]) {
    for (to, holds) in to.iter_mut().zip(holds) {
        *to = if *holds != 0 { *to } else { -1 };
    }
}
