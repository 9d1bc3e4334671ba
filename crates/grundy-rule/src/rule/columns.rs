//! Many options at once: what stands behind the innermost generator of a clause, computed for 256 of its numbers in a row.
//!
//! Expressions become a list of operations on columns of 32-bit numbers. From the least and the greatest number of each column it is
//! known beforehand that nothing overflows, divides by 0 or reads beside an array; where it is not known, the rule is
//! evaluated number by number, which tells what is wrong and where.

#![allow(
    unsafe_code,
    reason = "the same code for wider vectors, where the machine has them"
)]

use std::sync::Arc;

use crate::rule::code::{Arrays, Code};
use crate::rule::lines::{put_in, slope};
use crate::rule::step::Step;
use crate::rule::syntax::{Comparison, Function, Operator};

mod operations;

/// Numbers in a column.
pub(crate) const LANES: usize = 256;

pub(crate) type Column = [i32; LANES];

/// Most columns of a clause.
const MOST: usize = 64;

/// For which instructions the operations are compiled.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Path {
    Portable,
    #[cfg(target_arch = "x86_64")]
    Avx2,
}

impl Path {
    /// The best that the machine has.
    fn best() -> Path {
        #[cfg(target_arch = "x86_64")]
        {
            use std::arch::is_x86_feature_detected as has;
            if has!("avx2") && has!("bmi1") && has!("bmi2") && has!("lzcnt") && has!("popcnt") {
                return Path::Avx2;
            }
        }
        Path::Portable
    }
}

/// Where a number stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Operand {
    /// A number for each lane.
    Column(usize),
    /// One number for all.
    Scalar(usize),
}

/// What fills a column.
#[derive(Clone, Debug)]
enum Operation {
    Binary(Operator, Operand, Operand),
    Compare(Comparison, Operand, Operand),
    Not(Operand),
    Call(Function, Vec<Operand>),
    Element(usize, Operand),
}

/// Where the numbers of the generator come from.
#[derive(Clone, Debug)]
enum Source {
    Range(Code, Code),
    /// From a number on, as long as one of these is not negative.
    Open(Code, Vec<Operand>),
}

/// The innermost generator of a clause and what follows it.
#[derive(Clone, Debug)]
pub(crate) struct Columns {
    /// How many steps of the clause this is.
    pub(crate) steps: usize,
    /// The slot of the generator.
    pub(crate) slot: usize,
    source: Source,
    /// Expressions without the generator, evaluated once.
    scalars: Vec<Code>,
    /// The operation numbered i fills the column i + 1; column 0 is the generator.
    operations: Vec<Operation>,
    guards: Vec<Operand>,
    /// By alternative, the positions.
    pub(crate) options: Vec<Vec<Term>>,
}

/// A position in an option.
#[derive(Clone, Debug)]
pub(crate) struct Term {
    /// Its coordinates.
    pub(crate) coordinates: Vec<Operand>,
    /// What one more of the generator adds to each, where that is always the same.
    pub(crate) slopes: Option<Vec<i64>>,
}

/// The columns themselves, used again and again.
#[derive(Debug)]
pub(crate) struct Lanes {
    columns: Vec<Column>,
    bounds: Vec<(i64, i64)>,
    scalars: Vec<i64>,
    /// The first number of the generator's column, as long as it stands there.
    first: Option<i32>,
    /// The column that is not 0 where the guards hold.
    guard: Option<usize>,
    /// How many lanes are in use.
    pub(crate) count: usize,
    pub(crate) path: Path,
}

impl Default for Lanes {
    fn default() -> Lanes {
        Lanes {
            columns: Vec::new(),
            bounds: Vec::new(),
            scalars: Vec::new(),
            first: None,
            guard: None,
            count: 0,
            path: Path::best(),
        }
    }
}

impl Columns {
    /// Nothing yet behind a generator.
    fn none(steps: usize, slot: usize) -> Columns {
        Columns {
            steps,
            slot,
            source: Source::Range(Code::Number(0), Code::Number(0)),
            scalars: Vec::new(),
            operations: Vec::new(),
            guards: Vec::new(),
            options: Vec::new(),
        }
    }

    /// The columns of a clause whose last generator is a range.
    pub(crate) fn of(steps: &[Step], options: &[Vec<Vec<Code>>]) -> Option<Columns> {
        let last = steps
            .iter()
            .rposition(|step| !matches!(step, Step::Let(..) | Step::Guard(_)))?;
        let slot = steps[last].slot()?;
        let mut columns = Columns::none(steps.len() - last, slot);
        columns.source = match &steps[last] {
            Step::Range(_, from, to) => Source::Range(from.clone(), to.clone()),
            Step::Open(_, from, ends) => {
                let ends: Option<Vec<Operand>> = ends.iter().map(|end| columns.put(end)).collect();
                Source::Open(from.clone(), ends?)
            }
            _ => return None,
        };
        let mut names: Vec<(usize, Code)> = Vec::new();
        for step in &steps[last + 1..] {
            match step {
                Step::Let(name, value) => {
                    let value = put_in(value, &names)?;
                    // It is computed even if nothing uses it: it may fail.
                    columns.put(&value)?;
                    names.push((*name, value));
                }
                Step::Guard(condition) => {
                    let guard = columns.put(&put_in(condition, &names)?)?;
                    columns.guards.push(guard);
                }
                _ => return None,
            }
        }
        for sum in options {
            let mut positions = Vec::new();
            for term in sum {
                let codes = term.iter().map(|code| put_in(code, &names));
                let codes = codes.collect::<Option<Vec<Code>>>()?;
                let coordinates = codes.iter().map(|code| columns.put(code));
                positions.push(Term {
                    coordinates: coordinates.collect::<Option<Vec<Operand>>>()?,
                    slopes: codes.iter().map(|code| slope(code, slot)).collect(),
                });
            }
            columns.options.push(positions);
        }
        Some(columns)
    }

    /// Columns of these guards alone, for a generator that runs through numbers which the caller knows.
    /// What is `told` beside them is computed too: it may fail.
    pub(crate) fn of_guards(slot: usize, told: &[Code], guards: &[Code]) -> Option<Columns> {
        let mut columns = Columns::none(0, slot);
        for told in told {
            columns.put(told)?;
        }
        for guard in guards {
            let guard = columns.put(guard)?;
            columns.guards.push(guard);
        }
        Some(columns)
    }

    /// Where the number that an expression says will stand.
    fn put(&mut self, code: &Code) -> Option<Operand> {
        if !code.mentions(self.slot) {
            let known = self.scalars.iter().position(|scalar| scalar == code);
            return Some(Operand::Scalar(known.unwrap_or_else(|| {
                self.scalars.push(code.clone());
                self.scalars.len() - 1
            })));
        }
        let operation = match code {
            Code::Number(_) => return None,
            Code::Slot(_) => return Some(Operand::Column(0)),
            Code::Binary(operator, pair, _) => {
                Operation::Binary(*operator, self.put(&pair[0])?, self.put(&pair[1])?)
            }
            Code::Compare(comparison, pair) => {
                Operation::Compare(*comparison, self.put(&pair[0])?, self.put(&pair[1])?)
            }
            Code::Not(part) => Operation::Not(self.put(part)?),
            Code::Call(function, parts, _) => {
                let parts: Option<Vec<Operand>> = parts.iter().map(|part| self.put(part)).collect();
                Operation::Call(*function, parts?)
            }
            Code::Of(..) | Code::Length(_) | Code::Fold(_) => return None,
            Code::Element(array, index, _) => Operation::Element(*array, self.put(index)?),
        };
        self.operations.push(operation);
        (self.operations.len() < MOST).then_some(Operand::Column(self.operations.len()))
    }

    /// The first number of the generator and the last, if that can be told.
    pub(crate) fn range(&self, slots: &[i64], arrays: &Arrays) -> Option<(i64, Option<i64>)> {
        match &self.source {
            Source::Range(from, to) => {
                let from = from.evaluate(slots, arrays).ok()?;
                Some((from, Some(to.evaluate(slots, arrays).ok()?)))
            }
            Source::Open(from, _) => Some((from.evaluate(slots, arrays).ok()?, None)),
        }
    }

    /// Evaluates what does not depend on the generator.
    pub(crate) fn begin(&self, lanes: &mut Lanes, slots: &[i64], arrays: &Arrays) -> Option<()> {
        lanes.scalars.clear();
        for code in &self.scalars {
            let number = code.evaluate(slots, arrays).ok()?;
            i32::try_from(number).ok()?;
            lanes.scalars.push(number);
        }
        let columns = self.operations.len() + 1;
        if lanes.columns.len() < columns {
            lanes.columns.resize(columns, [0; LANES]);
            lanes.bounds.resize(columns, (0, 0));
        }
        Some(())
    }

    /// Fills the columns for `count` numbers from `from` on; an open range may be found to end earlier, which the second
    /// answer says. `None` where it is not known that nothing goes wrong.
    pub(crate) fn fill(
        &self,
        lanes: &mut Lanes,
        from: i64,
        count: usize,
        arrays: &[Arc<[i64]>],
    ) -> Option<bool> {
        match lanes.path {
            Path::Portable => self.fill_by(lanes, from, count, arrays),
            // SAFETY: the path was chosen because the machine has these instructions.
            #[cfg(target_arch = "x86_64")]
            Path::Avx2 => unsafe { self.fill_avx2(lanes, from, count, arrays) },
        }
    }

    #[cfg(target_arch = "x86_64")]
    #[target_feature(enable = "avx2,bmi1,bmi2,lzcnt,popcnt")]
    fn fill_avx2(
        &self,
        lanes: &mut Lanes,
        from: i64,
        count: usize,
        arrays: &[Arc<[i64]>],
    ) -> Option<bool> {
        self.fill_by(lanes, from, count, arrays)
    }

    #[inline(always)]
    fn fill_by(
        &self,
        lanes: &mut Lanes,
        from: i64,
        count: usize,
        arrays: &[Arc<[i64]>],
    ) -> Option<bool> {
        let last = from.checked_add(i64::try_from(count).ok()? - 1)?;
        let (first, _) = (i32::try_from(from).ok()?, i32::try_from(last).ok()?);
        if lanes.first != Some(first) {
            lanes.first = Some(first);
            for (number, lane) in (0..).zip(&mut lanes.columns[0]) {
                *lane = first.wrapping_add(number);
            }
        }
        lanes.bounds[0] = (from, last);
        lanes.count = count;
        for (number, operation) in self.operations.iter().enumerate() {
            let bounds = lanes.apply(operation, number + 1, arrays)?;
            if i32::try_from(bounds.0).is_err() || i32::try_from(bounds.1).is_err() {
                return None;
            }
            lanes.bounds[number + 1] = bounds;
        }
        let mut ended = false;
        if let Source::Open(_, ends) = &self.source {
            let goes_on = |lane: usize| ends.iter().any(|end| lanes.at(*end, lane) >= 0);
            if let Some(end) = (0..count).find(|&lane| !goes_on(lane)) {
                (lanes.count, ended) = (end, true);
            }
        }
        lanes.guard = None;
        for &guard in &self.guards {
            match guard {
                Operand::Scalar(scalar) if lanes.scalars[scalar] != 0 => {}
                Operand::Scalar(_) => lanes.count = 0,
                Operand::Column(column) => match lanes.guard {
                    None => lanes.guard = Some(column),
                    Some(all) => lanes.both(all, column),
                },
            }
        }
        Some(ended)
    }
}

impl Lanes {
    /// The number of a lane.
    #[inline]
    pub(crate) fn at(&self, operand: Operand, lane: usize) -> i64 {
        match operand {
            Operand::Column(column) => self.columns[column][lane].into(),
            Operand::Scalar(scalar) => self.scalars[scalar],
        }
    }

    pub(crate) fn bounds(&self, operand: Operand) -> (i64, i64) {
        match operand {
            Operand::Column(column) => self.bounds[column],
            Operand::Scalar(scalar) => (self.scalars[scalar], self.scalars[scalar]),
        }
    }

    /// The numbers of the lanes, where they differ.
    pub(crate) fn column(&self, operand: Operand) -> Option<&Column> {
        match operand {
            Operand::Column(column) => Some(&self.columns[column]),
            Operand::Scalar(_) => None,
        }
    }

    /// Leaves in a column of conditions what holds in another one too.
    #[inline(always)]
    fn both(&mut self, one: usize, other: usize) {
        let lanes = self.count.next_multiple_of(16).min(LANES);
        let (low, high) = (one.min(other), one.max(other));
        let (before, behind) = self.columns.split_at_mut(high);
        let (into, from) = if one == low {
            (&mut before[low], &behind[0])
        } else {
            (&mut behind[0], &before[low])
        };
        if one != other {
            for (into, from) in into[..lanes].iter_mut().zip(from) {
                *into = i32::from(*into != 0 && *from != 0);
            }
        }
    }

    /// The lanes in which the guards hold; `None` where there are none.
    pub(crate) fn guards(&self) -> Option<&Column> {
        self.guard.map(|guard| &self.columns[guard])
    }
}

#[cfg(test)]
mod tests;
