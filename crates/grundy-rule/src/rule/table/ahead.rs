//! Tables of one number filled forwards: a value, as soon as it is known, is marked at all positions that have it as an option.
//!
//! Where an option is the heap less the number of a range, `n -> n-k for k in 1..=100 if …`, the position m is an option exactly of
//! m + k for these k. A value then goes to neighbouring positions: the guard is evaluated for 256 of them at once, and each
//! holds its values as a bit-set, so that marking is an *or* of whole vectors instead of one store an option. The mex of a
//! position is read off its bits when its turn comes.

#![allow(
    unsafe_code,
    reason = "the same code for wider vectors, where the machine has them"
)]

use super::Unfilled;
use super::filling::OPTIONS_A_POSITION;
use crate::budget::Meter;
use crate::quotient::Play;
use crate::rule::Rule;
use crate::rule::code::{Arrays, Code, Missing};
use crate::rule::columns::{Columns, LANES, Lanes, Path};
use crate::rule::lines::{put_in, slope};
use crate::rule::program::MoveClause;
use crate::rule::step::Step;
use crate::rule::syntax::{Comparison, Operator, Span};

/// Options that going forwards may look at for each one that the rule looks at.
const WASTE: u64 = 2;

/// Numbers that may be evaluated one by one, for each position, before going forwards is given up.
const SINGLY: usize = 4;

/// Most numbers in the rows of guards that come again.
const KEPT: i64 = 1 << 18;

/// Values of a bit-set's word.
const WORD: u32 = u32::BITS;

/// An alternative of a clause: the options n − k + c.
struct Way<'p> {
    clause: &'p MoveClause,
    /// The slot of k.
    slot: usize,
    /// The c.
    more: i64,
    /// Between which numbers k lies.
    from: i64,
    last: i64,
    /// The guards, in m and k.
    columns: Columns,
    /// The guards are the same for m and for so much more.
    period: Option<i64>,
}

/// The values below a size, of rules whose every option is the heap less the number of a range; `None` for other rules, and where
/// something cannot be evaluated, which is told where positions are looked at one after another.
pub(super) fn cells(
    rule: &Rule,
    size: usize,
    play: Play,
    meter: &mut Meter,
) -> Option<Result<Vec<u32>, Unfilled>> {
    let most = i64::try_from(size).ok().filter(|_| size < 1 << 30)?;
    let program = rule.program();
    if program.arity != 1 || !program.values.is_empty() || size == 0 {
        return None;
    }
    let slots = vec![0; program.slots];
    let (mut ways, mut options, mut beyond) = (Vec::new(), 0u64, 0);
    for clause in &program.moves {
        for alternative in 0..clause.options.len() {
            let way = Way::of(clause, alternative, &slots, &program.arrays, most)?;
            let (all, below) = way.options(&slots, &program.arrays, most)?;
            options = options.checked_add(all)?;
            beyond = below.max(beyond);
            ways.push(way);
        }
    }
    let looked: u64 = ways.iter().map(|way| way.looked(most)).sum();
    if looked > WASTE.saturating_mul(options) + 64 * size as u64 {
        return None;
    }
    // Whoever looks at positions one after another has the whole budget.
    let mut own = meter.clone();
    let mut forwards = Forwards {
        arrays: &program.arrays,
        slots,
        lanes: Lanes::default(),
        cells: Vec::new(),
        words: Vec::new(),
        rows: ways
            .iter()
            .map(|way| vec![Vec::new(); way.period.map_or(0, |period| period as usize)])
            .collect(),
        singly: SINGLY * size,
        size,
        play,
        each: options / size as u64,
        held: 0,
    };
    let done = forwards.fill(&ways, -beyond, &mut own)?;
    own.release(forwards.held);
    *meter = own;
    Some(done.map(|()| forwards.cells))
}

impl<'p> Way<'p> {
    fn of(
        clause: &'p MoveClause,
        alternative: usize,
        slots: &[i64],
        arrays: &Arrays,
        size: i64,
    ) -> Option<Way<'p>> {
        if clause.fixed.iter().any(Option::is_some) {
            return None;
        }
        let at = clause
            .steps
            .iter()
            .position(|step| !matches!(step, Step::Let(..) | Step::Guard(_)))?;
        let (slot, from) = match &clause.steps[at] {
            Step::Range(slot, from, _) | Step::Open(slot, from, _) => (*slot, from),
            _ => return None,
        };
        let mut names: Vec<(usize, Code)> = Vec::new();
        let (mut guards, mut told) = (Vec::new(), Vec::new());
        let mut last = size;
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
                    match to.mentions(0) {
                        false => last = last.min(to.evaluate(slots, arrays).ok()?),
                        // Up to the heap: what is left is not below 0.
                        true if to == Code::Slot(0) => {}
                        true => {
                            if let Some(most) = bound(&to) {
                                last = last.min(most);
                            }
                            let within = Box::new([Code::Slot(slot), to]);
                            guards.push(Code::Compare(Comparison::AtMost, within));
                        }
                    }
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
        let mut zero = slots.to_vec();
        zero[0] = 0;
        zero[slot] = 0;
        let more = option.evaluate(&zero, arrays).ok()?;
        // Every option is smaller than the heap.
        if from.checked_sub(more)? < 1 || more.checked_abs()? > size {
            return None;
        }
        // An open range goes on at least as long as this option is there.
        if let Step::Open(_, _, ends) = &clause.steps[at]
            && !ends.contains(term.first()?)
        {
            return None;
        }
        // n = m + k - c.
        let add = |one, other| Code::binary(Operator::Add, one, other, Span::default());
        let mut heap = add(Code::Slot(0), Code::Slot(slot));
        if more != 0 {
            heap = add(heap, Code::Number(-more));
        }
        let in_option = |codes: Vec<Code>| -> Option<Vec<Code>> {
            codes.iter().map(|code| code.with(0, &heap)).collect()
        };
        let (told, guards) = (in_option(told)?, in_option(guards)?);
        let all = told.iter().chain(&guards);
        let period = all.map(|code| period(code, slot)).try_fold(1, common);
        let room = KEPT / last.saturating_sub(from).saturating_add(1).max(1);
        Some(Way {
            clause,
            slot,
            more,
            from,
            last,
            columns: Columns::of_guards(slot, &told, &guards)?,
            period: period.filter(|&period| period <= room),
        })
    }

    /// How many options the heaps below a size have if all guards hold, and how far below 0 they go.
    fn options(&self, slots: &[i64], arrays: &Arrays, size: i64) -> Option<(u64, i64)> {
        let steps = &self.clause.steps;
        let range = steps.iter().find(|step| step.slot() == Some(self.slot));
        let Some(Step::Range(_, _, to)) = range else {
            return Some((u64::try_from(size.checked_mul(size)? / 2).ok()?, 0));
        };
        let mut slots = slots.to_vec();
        let (mut all, mut below) = (0u64, 0);
        for heap in 0..size {
            slots[0] = heap;
            for step in steps {
                match step {
                    Step::Let(name, value) if !value.mentions(self.slot) => {
                        slots[*name] = value.evaluate(&slots, arrays).ok()?;
                    }
                    Step::Let(..) | Step::Guard(_) => {}
                    _ => break,
                }
            }
            let to = to.evaluate(&slots, arrays).ok()?;
            let many = to.checked_sub(self.from)?.checked_add(1)?;
            all = all.checked_add(u64::try_from(many).unwrap_or(0))?;
            below = to.checked_sub(heap)?.checked_sub(self.more)?.max(below);
        }
        // No number above the last is looked at.
        (below <= self.last - self.more).then_some((all, below))
    }

    /// Options that going forwards looks at.
    fn looked(&self, size: i64) -> u64 {
        let most = u64::try_from(self.last - self.from + 1).unwrap_or(0);
        let size = size.unsigned_abs();
        size.saturating_mul(if most >= size { size / 2 } else { most })
    }

    /// The numbers k with m + k − c from 0 to below the size.
    fn range(&self, option: i64, size: i64) -> Option<(i64, i64)> {
        let from = self.from.max(self.more - option);
        let last = self.last.min(size - 1 - option + self.more);
        (from <= last).then_some((from, last))
    }

    /// Whether a heap has this option by the number k; `None` where it cannot be evaluated.
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
                Step::Range(_, _, to) => {
                    let to = there(to.evaluate(slots, arrays))?;
                    slots[self.slot] = number;
                    to.is_some_and(|to| number <= to)
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

/// A number that an expression does not exceed, as the smallest part of a minimum tells.
fn bound(code: &Code) -> Option<i64> {
    use crate::rule::syntax::Function;
    match code {
        Code::Number(number) => Some(*number),
        Code::Call(Function::Min, parts, _) => parts.iter().filter_map(bound).min(),
        _ => None,
    }
}

/// After how much more in slot 0 an expression is surely the same again: it stands in remainders of affine expressions only.
fn period(code: &Code, slot: usize) -> Option<i64> {
    if !code.mentions(0) {
        return Some(1);
    }
    let small = |of: &Code, slot| slope(of, slot).is_some_and(|slope| slope.abs() < 1 << 20);
    match code {
        Code::Number(_) | Code::Slot(_) | Code::Of(..) => None,
        Code::Length(_) | Code::Fold(_) => None,
        Code::Binary(Operator::Remainder, pair, _)
            if small(&pair[0], 0) && small(&pair[0], slot) && pair[1].constant() > Some(0) =>
        {
            pair[1].constant()
        }
        Code::Binary(_, pair, _) | Code::Compare(_, pair) => {
            common(period(&pair[0], slot)?, period(&pair[1], slot))
        }
        Code::Not(part) | Code::Element(_, part, _) => period(part, slot),
        Code::Call(_, parts, _) => {
            let mut parts = parts.iter().map(|part| period(part, slot));
            parts.try_fold(1, common)
        }
    }
}

/// The least common multiple, where it is small.
fn common(one: i64, other: Option<i64>) -> Option<i64> {
    let other = other?;
    let (mut a, mut b) = (one, other);
    while b != 0 {
        (a, b) = (b, a % b);
    }
    (one / a).checked_mul(other).filter(|&all| all <= KEPT)
}

struct Forwards<'r> {
    arrays: &'r Arrays,
    slots: Vec<i64>,
    lanes: Lanes,
    cells: Vec<u32>,
    /// By word, that of each heap: which of 32 values its options have.
    words: Vec<Vec<u32>>,
    /// By way and by the rest of m, the guards from the first number to the last.
    rows: Vec<Vec<Vec<i32>>>,
    /// Numbers that may still be evaluated one by one.
    singly: usize,
    size: usize,
    play: Play,
    /// Options of a heap on an average: what the meter is told of, whatever is looked at.
    each: u64,
    /// Bytes that the meter was told of for the bit-sets.
    held: u64,
}

impl Forwards<'_> {
    /// Options below 0 are none, but what cannot be evaluated is told there too.
    fn fill(
        &mut self,
        ways: &[Way<'_>],
        first: i64,
        meter: &mut Meter,
    ) -> Option<Result<(), Unfilled>> {
        self.cells.try_reserve_exact(self.size).ok()?;
        let size = self.size as i64;
        for option in first..size {
            let heap = usize::try_from(option).ok();
            let value = heap.map(|heap| self.value(heap));
            self.cells.extend(value);
            if let Some(value) = value {
                self.hold(value, meter)?;
            }
            for (number, way) in ways.iter().enumerate() {
                self.mark(number, way, option, value)?;
            }
            if let Err(exhausted) = meter.spend(1 + self.each / OPTIONS_A_POSITION, 0) {
                return Some(Err(Unfilled::Exhausted(exhausted)));
            }
        }
        Some(Ok(()))
    }

    /// The value of a heap, all of whose options have been marked.
    fn value(&self, heap: usize) -> u32 {
        if self.play == Play::Misere {
            let has = |outcome: u32| {
                let first = self.words.first();
                first.is_some_and(|words| words[heap] >> outcome & 1 == 1)
            };
            return u32::from(has(0) || !has(1));
        }
        let mut mex = 0;
        for words in &self.words {
            let ones = words[heap].trailing_ones();
            mex += ones;
            if ones < WORD {
                break;
            }
        }
        mex
    }

    /// Makes room for a value.
    fn hold(&mut self, value: u32, meter: &mut Meter) -> Option<()> {
        while self.words.len() <= (value / WORD) as usize {
            let bytes = 4 * (self.size + LANES) as u64;
            if bytes > meter.bytes_left() / 2 {
                return None;
            }
            meter.spend(0, bytes).ok()?;
            self.held += bytes;
            let mut words = Vec::new();
            words.try_reserve_exact(self.size + LANES).ok()?;
            words.resize(self.size + LANES, 0);
            self.words.push(words);
        }
        Some(())
    }

    /// Marks a value at all heaps that have this option; `None` where that cannot be told.
    fn mark(&mut self, at: usize, way: &Way<'_>, option: i64, value: Option<u32>) -> Option<()> {
        let Some((from, last)) = way.range(option, self.size as i64) else {
            return Some(());
        };
        let row = way.period.map(|period| option.rem_euclid(period) as usize);
        if let (Some(row), Some(value)) = (row, value) {
            self.remember(at, way, row);
            let row = &self.rows[at][row];
            if let Some(guards) = row.get((from - way.from) as usize..=(last - way.from) as usize) {
                let heap = (option + from - way.more) as usize;
                let words = &mut self.words[(value / WORD) as usize][heap..];
                put(words, 1 << (value % WORD), Some(guards), self.lanes.path);
                return Some(());
            }
        }
        self.slots[0] = option;
        let begun = way.columns.begin(&mut self.lanes, &self.slots, self.arrays);
        let mut number = from;
        while number <= last {
            let count = LANES.min((last - number + 1) as usize);
            let heap = (option + number - way.more) as usize;
            let filled = begun.and_then(|()| {
                let columns = &way.columns;
                columns.fill(&mut self.lanes, number, count, self.arrays)
            });
            match (filled, value) {
                (Some(_), None) => {}
                (Some(_), Some(value)) => {
                    let words = &mut self.words[(value / WORD) as usize];
                    let bit = 1 << (value % WORD);
                    let words = &mut words[heap..heap + self.lanes.count];
                    let guards = self.lanes.guards().map(|guards| &guards[..]);
                    put(words, bit, guards, self.lanes.path);
                }
                (None, value) => {
                    self.singly = self.singly.checked_sub(count)?;
                    for lane in 0..count {
                        let (heap, number) = (heap + lane, number + lane as i64);
                        let has = way.has(heap as i64, number, &mut self.slots, self.arrays)?;
                        if let (true, Some(value)) = (has, value) {
                            self.words[(value / WORD) as usize][heap] |= 1 << (value % WORD);
                        }
                    }
                    self.slots[0] = option;
                }
            }
            number += count as i64;
        }
        Some(())
    }

    /// Evaluates the guards of a row that will come again, if that goes without a fault.
    fn remember(&mut self, at: usize, way: &Way<'_>, rest: usize) {
        if !self.rows[at][rest].is_empty() {
            return;
        }
        // A heap below 0 has the guards of those that come a whole number of periods later.
        self.slots[0] = rest as i64;
        let begun = way.columns.begin(&mut self.lanes, &self.slots, self.arrays);
        let mut row = Vec::new();
        let mut number = way.from;
        while begun.is_some() && number <= way.last {
            let count = LANES.min((way.last - number + 1) as usize);
            let columns = &way.columns;
            if (columns.fill(&mut self.lanes, number, count, self.arrays)).is_none() {
                return;
            }
            let held = self.lanes.count;
            match self.lanes.guards() {
                Some(guards) => row.extend_from_slice(&guards[..held]),
                None => row.resize(row.len() + held, 1),
            }
            // A guard that no lane changes may leave none.
            row.resize(row.len() + count - held, 0);
            number += count as i64;
        }
        self.rows[at][rest] = row;
    }
}

/// Sets a bit in the words whose guard holds.
fn put(words: &mut [u32], bit: u32, guards: Option<&[i32]>, path: Path) {
    match path {
        Path::Portable => put_by(words, bit, guards),
        // SAFETY: the path was chosen because the machine has these instructions.
        #[cfg(target_arch = "x86_64")]
        Path::Avx2 => unsafe { put_avx2(words, bit, guards) },
    }
}

#[cfg(target_arch = "x86_64")]
#[target_feature(enable = "avx2,bmi1,bmi2,lzcnt,popcnt")]
fn put_avx2(words: &mut [u32], bit: u32, guards: Option<&[i32]>) {
    put_by(words, bit, guards);
}

#[inline(always)]
fn put_by(words: &mut [u32], bit: u32, guards: Option<&[i32]>) {
    match guards {
        None => words.iter_mut().for_each(|word| *word |= bit),
        Some(guards) => {
            for (word, guard) in words.iter_mut().zip(guards) {
                *word |= if *guard != 0 { bit } else { 0 };
            }
        }
    }
}
