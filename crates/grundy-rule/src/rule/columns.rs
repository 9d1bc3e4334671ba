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
use crate::rule::syntax::{Comparison, Function, Operator, Span};

mod again;
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
    #[cfg(target_arch = "x86_64")]
    Avx512,
}

impl Path {
    /// Those that the machine has, the best last.
    pub(crate) fn all() -> Vec<Path> {
        #[cfg_attr(
            not(target_arch = "x86_64"),
            expect(unused_mut, reason = "there is one")
        )]
        let mut paths = vec![Path::Portable];
        #[cfg(target_arch = "x86_64")]
        {
            use std::arch::is_x86_feature_detected as has;
            if has!("avx2") && has!("bmi1") && has!("bmi2") && has!("lzcnt") && has!("popcnt") {
                paths.push(Path::Avx2);
                let whole = has!("avx512f") && has!("avx512bw") && has!("avx512dq");
                if whole && has!("avx512vl") && has!("avx512vpopcntdq") {
                    paths.push(Path::Avx512);
                }
            }
        }
        paths
    }

    /// The best that the machine has.
    pub(crate) fn best() -> Path {
        Path::all().pop().unwrap_or(Path::Portable)
    }
}

/// A function that is compiled for each of the paths, and called by the one that the machine has.
macro_rules! by_path {
    ($path:expr, $name:ident($($given:ident: $type:ty),*) $(-> $told:ty)? => $($with:expr),*) => {{
        #[cfg(target_arch = "x86_64")]
        #[target_feature(enable = "avx2,bmi1,bmi2,lzcnt,popcnt")]
        fn by_avx2($($given: $type),*) $(-> $told)? {
            $name($($given),*)
        }
        #[cfg(target_arch = "x86_64")]
        #[target_feature(
            enable = "avx512f,avx512bw,avx512dq,avx512vl,avx512vpopcntdq,avx2,bmi1,bmi2,lzcnt,popcnt"
        )]
        fn by_avx512($($given: $type),*) $(-> $told)? {
            $name($($given),*)
        }
        match $path {
            $crate::rule::columns::Path::Portable => $name($($with),*),
            // SAFETY: the path was chosen because the machine has these instructions.
            #[cfg(target_arch = "x86_64")]
            $crate::rule::columns::Path::Avx2 => unsafe { by_avx2($($with),*) },
            // SAFETY: as above.
            #[cfg(target_arch = "x86_64")]
            $crate::rule::columns::Path::Avx512 => unsafe { by_avx512($($with),*) },
        }
    }};
}
pub(crate) use by_path;

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
    /// Which of them depend on more than the slot of the lanes.
    varying: Vec<bool>,
    /// Which of them say nothing but a coordinate that changes by a constant: the first lane tells the others.
    affine: Vec<bool>,
    /// Which of them are for a guard alone that is the same again after so many lanes.
    again: Vec<Option<usize>>,
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
    /// The first number of the generator's column, and how many lanes of it stand there.
    first: (i32, usize),
    /// The column that is not 0 where the guards hold.
    guard: Option<usize>,
    /// From which number on, and how many: what depends on nothing else stands there for these.
    kept: Option<(i64, usize)>,
    /// Whether coordinates that change by a constant are asked for their first lane only.
    pub(crate) by_first: bool,
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
            first: (0, 0),
            guard: None,
            kept: None,
            by_first: false,
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
            varying: Vec::new(),
            affine: Vec::new(),
            again: Vec::new(),
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
                    let condition = put_in(condition, &names)?;
                    columns.again.resize(columns.operations.len(), None);
                    let guard = columns.put(&condition)?;
                    let again = again::lanes(&condition, slot);
                    columns.again.resize(columns.operations.len(), again);
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
        columns.affine = columns.told_by_the_first();
        Some(columns)
    }

    /// By operation, whether nothing needs it but coordinates whose slope is known.
    fn told_by_the_first(&self) -> Vec<bool> {
        let mut needed = vec![false; self.operations.len()];
        let mut need = |operand: &Operand| {
            if let Operand::Column(column @ 1..) = operand {
                needed[column - 1] = true;
            }
        };
        self.guards.iter().for_each(&mut need);
        if let Source::Open(_, ends) = &self.source {
            ends.iter().for_each(&mut need);
        }
        let terms = self.options.iter().flatten();
        for term in terms {
            for (place, operand) in term.coordinates.iter().enumerate() {
                let slope = term.slopes.as_ref().and_then(|slopes| slopes.get(place));
                if slope.is_none_or(|&slope| slope == 0) {
                    need(operand);
                }
            }
        }
        for operation in &self.operations {
            // Each has a column of its own, so that what an expression needs is needed only where it is.
            match operation {
                Operation::Binary(Operator::Add | Operator::Subtract, ..) => {}
                Operation::Binary(_, one, other) | Operation::Compare(_, one, other) => {
                    need(one);
                    need(other);
                }
                Operation::Not(one) | Operation::Element(_, one) => need(one),
                Operation::Call(_, parts) => parts.iter().for_each(&mut need),
            }
        }
        for (number, operation) in self.operations.iter().enumerate().rev() {
            if let Operation::Binary(Operator::Add | Operator::Subtract, one, other) = operation
                && needed[number]
            {
                for operand in [one, other] {
                    if let Operand::Column(column @ 1..) = operand {
                        needed[column - 1] = true;
                    }
                }
            }
        }
        let sums = self.operations.iter().map(|operation| {
            let sum = [Operator::Add, Operator::Subtract];
            matches!(operation, Operation::Binary(operator, ..) if sum.contains(operator))
        });
        (needed.iter().zip(sums))
            .map(|(needed, is_sum)| !needed && is_sum)
            .collect()
    }

    /// Columns with the heaps in their lanes, for generators whose numbers the caller knows: of positions, by alternative, where
    /// these guards hold. What is `told` beside them is computed too: it may fail.
    pub(crate) fn of_heaps(
        told: &[Code],
        guards: &[Code],
        options: &[Vec<Vec<Code>>],
    ) -> Option<Columns> {
        let mut columns = Columns::none(0, 0);
        for told in told {
            columns.put(told)?;
        }
        // One column, as those that are kept may not be changed.
        let all = guards.iter().cloned().reduce(|all, guard| {
            let place = Span::default();
            Code::binary(Operator::And, all, guard, place)
        });
        for guard in all.iter() {
            let guard = columns.put(guard)?;
            columns.guards.push(guard);
        }
        for sum in options {
            let mut positions = Vec::new();
            for term in sum {
                let coordinates = term.iter().map(|code| columns.put(code));
                positions.push(Term {
                    coordinates: coordinates.collect::<Option<Vec<Operand>>>()?,
                    slopes: None,
                });
            }
            columns.options.push(positions);
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
        let mut varying = false;
        code.slots(&mut |slot| varying |= slot != self.slot);
        self.varying.push(varying);
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
        lanes.kept = None;
        fill(self, lanes, from, count, arrays)
    }

    /// As [`fill`](Columns::fill), where what depends on the lanes alone is not computed again for the same ones.
    pub(crate) fn fill_again(
        &self,
        lanes: &mut Lanes,
        from: i64,
        count: usize,
        arrays: &[Arc<[i64]>],
    ) -> Option<bool> {
        let same = lanes.kept == Some((from, count));
        if !same {
            lanes.kept = None;
        }
        let filled = fill(self, lanes, from, count, arrays);
        // What may go wrong ends it, and then something may be missing.
        lanes.kept = match filled {
            Some(_) => Some((from, count)),
            None => lanes.kept,
        };
        filled
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
        if lanes.first.0 != first || lanes.first.1 < count {
            let whole = count.next_multiple_of(16).min(LANES);
            lanes.first = (first, whole);
            for (number, lane) in (0..).zip(&mut lanes.columns[0][..whole]) {
                *lane = first.wrapping_add(number);
            }
        }
        lanes.bounds[0] = (from, last);
        lanes.count = count;
        for (number, operation) in self.operations.iter().enumerate() {
            if lanes.kept.is_some() && !self.varying[number] {
                continue;
            }
            let used = match self.again.get(number) {
                _ if lanes.by_first && self.affine.get(number) == Some(&true) => 1,
                Some(Some(again)) => count.min(*again),
                _ => count,
            };
            let bounds = lanes.apply(operation, number + 1, used, arrays)?;
            if 1 < used && used < count && self.guards.contains(&Operand::Column(number + 1)) {
                again::copy(&mut lanes.columns[number + 1], used, count);
            }
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

fn fill(
    columns: &Columns,
    lanes: &mut Lanes,
    from: i64,
    count: usize,
    arrays: &[Arc<[i64]>],
) -> Option<bool> {
    by_path!(lanes.path, filled(columns: &Columns, lanes: &mut Lanes, from: i64, count: usize, arrays: &[Arc<[i64]>]) -> Option<bool> => columns, lanes, from, count, arrays)
}

#[inline(always)]
fn filled(
    columns: &Columns,
    lanes: &mut Lanes,
    from: i64,
    count: usize,
    arrays: &[Arc<[i64]>],
) -> Option<bool> {
    columns.fill_by(lanes, from, count, arrays)
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
