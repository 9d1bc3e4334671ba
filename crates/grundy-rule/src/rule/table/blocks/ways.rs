//! An option of a rule of takes: by which numbers of its range each heap of a block has it, as words of bits.
//!
//! The guards are evaluated for all heaps together, number by number, and read off where they come again.

#![allow(
    unsafe_code,
    reason = "the same code for wider vectors, where the machine has them"
)]

use super::again::{Rows, common, evaluate, period};
use super::planes::WORD;
use super::{Block, Unsure};
use crate::budget::Meter;
use crate::rule::code::{Arrays, Code, Missing};
use crate::rule::columns::{Column, Columns, LANES, Lanes, Operand, Path, by_path};
use crate::rule::lines::{put_in, slope};
use crate::rule::program::MoveClause;
use crate::rule::step::Step;
use crate::rule::table::filling::OPTIONS_A_POSITION;

/// How far the range of a clause goes.
pub(super) enum End {
    /// To a number.
    At(i64),
    /// To one that depends on the heap.
    Of(Box<Columns>, Lanes),
    /// As far as the option is there.
    Open,
}

/// An alternative of a clause: the options n − k + c.
pub(super) struct Way<'r> {
    clause: &'r MoveClause,
    /// The slot of k.
    slot: usize,
    /// The c.
    pub(super) more: i64,
    /// The first k.
    pub(super) from: i64,
    pub(super) end: End,
    /// By lane, the last k, and the least of them.
    last: Column,
    least: i64,
    /// The greatest k of the block that leaves an option.
    pub(super) most: i64,
    guards: Columns,
    lanes: Lanes,
    /// What must come again for the guards to do so.
    told: Vec<Code>,
    rows: Rows,
    size: usize,
    /// Bytes that masks and rows may hold.
    share: u64,
    /// By 32 numbers from the greatest down, and by lane: at which of them the guards hold.
    pub(super) masks: Vec<u32>,
}

impl<'r> Way<'r> {
    pub(super) fn of(
        clause: &'r MoveClause,
        alternative: usize,
        slots: &[i64],
        size: usize,
        arrays: &Arrays,
    ) -> Option<Way<'r>> {
        if clause.fixed.iter().any(Option::is_some) {
            return None;
        }
        let at = (clause.steps.iter())
            .position(|step| !matches!(step, Step::Let(..) | Step::Guard(_)))?;
        let (slot, from) = match &clause.steps[at] {
            Step::Range(slot, from, _) | Step::Open(slot, from, _) => (*slot, from),
            _ => return None,
        };
        let mut names: Vec<(usize, Code)> = Vec::new();
        let (mut guards, mut told) = (Vec::new(), Vec::new());
        let mut end = End::Open;
        for (number, step) in clause.steps.iter().enumerate() {
            match step {
                Step::Let(name, value) => {
                    let value = put_in(value, &names)?;
                    told.push(value.clone());
                    names.push((*name, value));
                }
                Step::Guard(condition) => guards.push(put_in(condition, &names)?),
                Step::Range(_, _, to) if number == at => {
                    let to = put_in(to, &names)?;
                    end = if to.mentions(0) {
                        let columns = Columns::of_heaps(&[], &[], &[vec![vec![to]]])?;
                        End::Of(Box::new(columns), Lanes::default())
                    } else {
                        End::At(to.evaluate(slots, arrays).ok()?)
                    };
                }
                Step::Open(..) if number == at => {}
                _ => return None,
            }
        }
        let from = put_in(from, &names)?;
        if from.mentions(0) {
            return None;
        }
        let from = from.evaluate(slots, arrays).ok()?;
        let [term] = &clause.options[alternative][..] else {
            return None;
        };
        let option = put_in(term.first()?, &names)?;
        if slope(&option, 0)? != 1 || slope(&option, slot)? != -1 {
            return None;
        }
        let more = option.evaluate(&vec![0; slots.len()], arrays).ok()?;
        // Whatever it is made of changes evenly: if nothing is too large at the ends, nothing is between them.
        let last = i64::try_from(size).ok()?;
        for heap in [0, last] {
            for taken in [from, from.checked_add(last)?] {
                let mut ends = vec![0; slots.len()];
                (ends[0], ends[slot]) = (heap, taken);
                option.evaluate(&ends, arrays).ok()?;
            }
        }
        // Every option is smaller than the heap.
        if from.checked_sub(more)? < 1 || from.checked_abs()?.max(more.checked_abs()?) > 1 << 30 {
            return None;
        }
        // An open range goes on at least as long as this option is there.
        if let Step::Open(_, _, ends) = &clause.steps[at]
            && !ends.contains(term.first()?)
        {
            return None;
        }
        let columns = Columns::of_heaps(&told, &guards, &[])?;
        told.append(&mut guards);
        Some(Way {
            clause,
            slot,
            more,
            from,
            end,
            last: [0; LANES],
            least: 0,
            most: 0,
            guards: columns,
            lanes: Lanes::default(),
            told,
            rows: Rows::new(0),
            size,
            share: 0,
            masks: Vec::new(),
        })
    }

    /// That so many bytes may be held.
    pub(super) fn share(&mut self, share: u64) {
        self.share = share;
        self.rows = Rows::new(share / 2);
    }

    /// Evaluates the guards of a block.
    pub(super) fn prepare(
        &mut self,
        block: Block,
        slots: &mut [i64],
        arrays: &Arrays,
        singly: &mut usize,
        meter: &mut Meter,
    ) -> Result<(), Unsure> {
        self.ends(block, slots, arrays).ok_or(Unsure::Unknown)?;
        let ends = &self.last[..block.count];
        let last = i64::from(ends.iter().max().copied().unwrap_or(0));
        self.least = i64::from(ends.iter().min().copied().unwrap_or(0));
        // Greater numbers leave no option: it is only seen whether something goes wrong.
        self.most = last.min(block.last() + self.more);
        // What a number costs, as options cost that are looked at one after another.
        let cost = (block.count as u64).div_ceil(OPTIONS_A_POSITION);
        let mut row = [0; LANES];
        for number in (self.from.max(self.most + 1)..=last).rev() {
            meter.spend(cost, 0)?;
            self.guard(number, block, slots, arrays, singly, &mut row, 0)?;
        }
        self.masks.clear();
        let groups = usize::try_from(self.most - self.from + 1).unwrap_or(0);
        let groups = groups.div_ceil(WORD);
        if groups as u64 * 4 * LANES as u64 > self.share / 2 {
            return Err(Unsure::Unknown);
        }
        for group in 0..groups as i64 {
            row.fill(0);
            for bit in 0..WORD as i64 {
                let number = self.most - WORD as i64 * group - bit;
                if number < self.from {
                    break;
                }
                meter.spend(cost, 0)?;
                self.guard(number, block, slots, arrays, singly, &mut row, bit as u32)?;
            }
            self.masks.extend_from_slice(&row);
        }
        Ok(())
    }

    /// By lane, the last k.
    fn ends(&mut self, block: Block, slots: &mut [i64], arrays: &Arrays) -> Option<()> {
        match &mut self.end {
            End::At(last) => self.last.fill(i32::try_from(*last).ok()?),
            End::Open => {
                i32::try_from(block.last() + self.more).ok()?;
                for (lane, last) in (0..).zip(&mut self.last[..block.count]) {
                    *last = (block.first + lane + self.more) as i32;
                }
            }
            End::Of(columns, lanes) => {
                columns.begin(lanes, slots, arrays)?;
                columns.fill(lanes, block.first, block.count, arrays)?;
                let to = *columns.options.first()?.first()?.coordinates.first()?;
                match to {
                    Operand::Scalar(_) => self.last.fill(i32::try_from(lanes.at(to, 0)).ok()?),
                    Operand::Column(_) => self.last = *lanes.column(to)?,
                }
            }
        }
        Some(())
    }

    /// Sets a bit in the words of those heaps that have this option.
    #[expect(clippy::too_many_arguments, reason = "one number of a block")]
    fn guard(
        &mut self,
        number: i64,
        block: Block,
        slots: &mut [i64],
        arrays: &Arrays,
        singly: &mut usize,
        row: &mut Column32,
        bit: u32,
    ) -> Result<(), Unsure> {
        slots[self.slot] = number;
        let (lanes, guards) = (&mut self.lanes, &self.guards);
        // The last k of each lane counts where not all go so far.
        let last = (number > self.least).then_some(&self.last);
        let begun = number <= i64::from(i32::MAX);
        let place = usize::try_from(number - self.from).unwrap_or(usize::MAX);
        let told = &self.told;
        let heaps = (block.first, self.size as i64);
        let again = self.rows.row(
            place,
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
        );
        if let Some(holds) = again.filter(|_| begun) {
            set_again(row, bit, holds, last, number as i32, lanes.path);
            return Ok(());
        }
        let all = begun
            && guards.begin(lanes, slots, arrays).is_some()
            && guards
                .fill_again(lanes, block.first, block.count, arrays)
                .is_some();
        if all {
            if lanes.count > 0 {
                let guards = lanes.guards();
                set(row, bit, guards, last, number as i32, lanes.path);
            }
            return Ok(());
        }
        let begin = |lane: &i32| i64::from(*lane) >= number;
        let live = &self.last[..block.count];
        let Some(first) = live.iter().position(begin) else {
            return Ok(());
        };
        let behind = live.iter().rposition(begin).map_or(0, |last| last + 1);
        // Among those that do not go so far may be what goes wrong.
        let (from, count) = (block.first + first as i64, behind - first);
        let some = guards.begin(lanes, slots, arrays).is_some()
            && guards.fill(lanes, from, count, arrays).is_some();
        if some {
            for lane in 0..lanes.count {
                let holds = lanes.guards().is_none_or(|guards| guards[lane] != 0);
                if holds && i64::from(self.last[first + lane]) >= number {
                    row[first + lane] |= 1 << bit;
                }
            }
            return Ok(());
        }
        *singly = singly.checked_sub(count).ok_or(Unsure::Unknown)?;
        let lanes = row.iter_mut().enumerate().take(behind).skip(first);
        for (lane, word) in lanes {
            if i64::from(self.last[lane]) >= number {
                let has = self.has(block.first + lane as i64, number, slots, arrays);
                *word |= u32::from(has.ok_or(Unsure::Unknown)?) << bit;
            }
        }
        Ok(())
    }

    /// Whether a heap has this option by the number k, which is in its range; `None` where it cannot be evaluated.
    fn has(&self, heap: i64, number: i64, slots: &mut [i64], arrays: &Arrays) -> Option<bool> {
        slots[0] = heap;
        let there = |told: Result<i64, Missing>| match told {
            Ok(number) => Some(Some(number)),
            Err(Missing::Absent) => Some(None),
            Err(_) => None,
        };
        for step in &self.clause.steps {
            let holds = match step {
                Step::Let(name, value) => {
                    let value = there(value.evaluate(slots, arrays))?;
                    slots[*name] = value.unwrap_or(0);
                    value.is_some()
                }
                Step::Guard(condition) => {
                    let holds = there(condition.evaluate(slots, arrays))?;
                    holds.is_some_and(|holds| holds != 0)
                }
                _ => {
                    slots[self.slot] = number;
                    true
                }
            };
            if !holds {
                return Some(false);
            }
        }
        Some(true)
    }
}

/// A word for each lane.
pub(super) type Column32 = [u32; LANES];

/// Sets a bit in all lanes whose guard holds and whose range goes as far as this number.
fn set(
    row: &mut Column32,
    bit: u32,
    guards: Option<&Column>,
    last: Option<&Column>,
    number: i32,
    path: Path,
) {
    by_path!(path, set_by(row: &mut Column32, bit: u32, guards: Option<&Column>, last: Option<&Column>, number: i32) => row, bit, guards, last, number);
}

#[inline(always)]
fn set_by(
    row: &mut Column32,
    bit: u32,
    guards: Option<&Column>,
    last: Option<&Column>,
    number: i32,
) {
    let mask = 1 << bit;
    match (guards, last) {
        (None, None) => row.iter_mut().for_each(|word| *word |= mask),
        (None, Some(last)) => {
            for (word, last) in row.iter_mut().zip(last) {
                *word |= if *last >= number { mask } else { 0 };
            }
        }
        (Some(guards), None) => {
            for (word, guard) in row.iter_mut().zip(guards) {
                *word |= if *guard != 0 { mask } else { 0 };
            }
        }
        (Some(guards), Some(last)) => {
            for ((word, last), guard) in row.iter_mut().zip(last).zip(guards) {
                *word |= if *guard != 0 && *last >= number {
                    mask
                } else {
                    0
                };
            }
        }
    }
}

/// As [`set`], for guards that came again.
fn set_again(
    row: &mut Column32,
    bit: u32,
    holds: &[u8; LANES],
    last: Option<&Column>,
    number: i32,
    path: Path,
) {
    by_path!(path, again_by(row: &mut Column32, bit: u32, holds: &[u8; LANES], last: Option<&Column>, number: i32) => row, bit, holds, last, number);
}

#[inline(always)]
fn again_by(row: &mut Column32, bit: u32, holds: &[u8; LANES], last: Option<&Column>, number: i32) {
    match last {
        None => {
            for (word, holds) in row.iter_mut().zip(holds) {
                *word |= u32::from(*holds) << bit;
            }
        }
        Some(last) => {
            for ((word, last), holds) in row.iter_mut().zip(last).zip(holds) {
                *word |= if *last >= number {
                    u32::from(*holds) << bit
                } else {
                    0
                };
            }
        }
    }
}
