//! The moves from a list, one after another, with every step counted.
//!
//! Whatever is gone through (numbers of a range, sets of places, ways to write a number as a sum, entries that are put down) takes from
//! one number of steps; where it is used up, the moves of this list cannot be told. [Numbers](choose) are chosen, then entries
//! [put down](fill).

mod choose;
mod fill;

use std::cell::Cell;
use std::sync::Arc;

use crate::rule::code::{Code, Fault, FaultKind, Missing};
use crate::rule::fold::Fuel;
use crate::rule::step::Step as Numbers;
use crate::rule::syntax::Span;

use super::program::{Element, Move, Program, Step};
use super::runs::Run;

/// Why the moves are not gone through to the end.
#[derive(Debug)]
pub(super) enum Halt<E> {
    Fault(Fault),
    /// No steps are left.
    Steps,
    /// Whoever takes the moves takes no more.
    Taker(E),
}

/// What becomes of some entries, or of the whole list.
pub(super) struct Found<'f> {
    /// For each place, what comes there; none where the whole list becomes `entries`.
    pub(super) places: Option<&'f [(usize, usize, usize)]>,
    /// The new entries, of which each place has those from one number to another.
    pub(super) entries: &'f [i64],
    /// Further entries, where [runs](Walker::with_runs) are told.
    pub(super) runs: &'f [Run],
}

impl Found<'_> {
    /// The list that this makes of another, as it is written.
    pub(super) fn after(&self, list: &[i64]) -> Vec<i64> {
        let Some(places) = self.places else {
            return self.entries.to_vec();
        };
        let mut order: Vec<_> = places.to_vec();
        order.sort_unstable();
        let mut to = Vec::with_capacity(list.len() + self.entries.len());
        let mut next = 0;
        for (place, from, end) in order {
            to.extend_from_slice(&list[next..place]);
            to.extend_from_slice(&self.entries[from..end]);
            next = place + 1;
        }
        to.extend_from_slice(&list[next..]);
        to
    }
}

/// Goes through moves.
pub(super) struct Walker<'p> {
    program: &'p Program,
    /// The list first, then the arrays of the rule.
    arrays: Vec<Arc<[i64]>>,
    /// What is known of the list as a whole.
    wholes: [i64; 5],
    slots: Vec<i64>,
    /// Places of the set.
    set: Vec<usize>,
    /// Parts of sums.
    sums: Vec<Vec<i64>>,
    places: Vec<(usize, usize, usize)>,
    entries: Vec<i64>,
    /// Entries that two or three numbers tell, where they are kept apart.
    runs: Option<Vec<Run>>,
    /// What a step takes: more where a list is gone through to count entries.
    scale: u64,
    /// Steps that may still be taken.
    pub(super) steps: u64,
    /// Steps that expressions have taken since.
    within: Cell<u64>,
}

/// What is known of some numbers as a whole; `None` where the sum is asked for and too large.
pub(super) fn wholes(list: &[i64], sums: bool) -> Option<[i64; 5]> {
    let mut all = list.iter();
    let sum = all.try_fold(0i64, |sum, &entry| sum.checked_add(entry));
    let sum = sum.or((!sums).then_some(0))?;
    let mut sorted = list.to_vec();
    sorted.sort_unstable();
    let (least, most) = (sorted.first().copied(), sorted.last().copied());
    sorted.dedup();
    Some([
        list.len() as i64,
        sum,
        least.unwrap_or(0),
        most.unwrap_or(0),
        sorted.len() as i64,
    ])
}

type Walked<E> = Result<(), Halt<E>>;
type Visit<'v, E> = &'v mut dyn FnMut(Found<'_>) -> Result<(), E>;

fn there<E>(number: Result<i64, Missing>) -> Result<Option<i64>, Halt<E>> {
    match number {
        Ok(number) => Ok(Some(number)),
        Err(Missing::Absent) => Ok(None),
        Err(Missing::Fault(fault)) => Err(Halt::Fault(fault)),
        Err(Missing::Steps | Missing::Exhausted(_)) => Err(Halt::Steps),
    }
}

impl<'p> Walker<'p> {
    pub(super) fn new(program: &'p Program, steps: u64) -> Walker<'p> {
        Walker {
            program,
            arrays: program.arrays.clone(),
            wholes: [0; 5],
            slots: Vec::new(),
            set: Vec::new(),
            sums: Vec::new(),
            places: Vec::new(),
            entries: Vec::new(),
            runs: None,
            scale: 1,
            steps,
            within: Cell::new(0),
        }
    }

    /// One that tells equal entries and entries in arithmetic progression as runs, wherever that is seen; of rules on single entries.
    pub(super) fn with_runs(program: &'p Program, steps: u64) -> Walker<'p> {
        Walker {
            runs: Some(Vec::new()),
            ..Walker::new(program, steps)
        }
    }

    fn spend<E>(&mut self, steps: usize) -> Walked<E> {
        let steps = self.within.take().saturating_add(steps as u64);
        let steps = self.scale.saturating_mul(steps);
        self.steps = self.steps.checked_sub(steps).ok_or(Halt::Steps)?;
        Ok(())
    }

    fn number<E>(&self, code: &Code) -> Result<Option<i64>, Halt<E>> {
        let fuel = Fuel {
            taken: &self.within,
            most: self.steps / self.scale,
            clock: None,
        };
        there(code.evaluate_within(&self.slots, &self.arrays, fuel))
    }

    /// Tells every move from a list until `visit` says no.
    pub(super) fn moves<E>(&mut self, list: &Arc<[i64]>, visit: Visit<'_, E>) -> Walked<E> {
        self.scale = match self.program.counts {
            true => 1 + list.len() as u64 / 8,
            false => 1,
        };
        self.spend(list.len() / 8 + 1)?;
        self.arrays[0] = Arc::clone(list);
        self.wholes = wholes(list, self.program.sums).ok_or(Halt::Fault(Fault {
            span: Span::default(),
            kind: FaultKind::Overflow,
        }))?;
        let program = self.program;
        for mv in &program.moves {
            self.slots.clear();
            self.slots.resize(mv.slots, 0);
            self.slots[..5].copy_from_slice(&self.wholes);
            self.walk(mv, &mv.steps, visit)?;
        }
        Ok(())
    }

    /// The entries of the list of a family at some numbers.
    pub(super) fn built(
        &mut self,
        elements: &[Element],
        numbers: &[i64],
        slots: usize,
    ) -> Option<Vec<i64>> {
        self.slots.clear();
        self.slots.extend_from_slice(numbers);
        self.slots.resize(slots.max(numbers.len()), 0);
        self.entries.clear();
        match self.list::<()>(elements) {
            Ok(true) => Some(std::mem::take(&mut self.entries)),
            _ => None,
        }
    }

    /// Goes on with the steps of a clause; no deeper than there are steps.
    fn walk<E>(&mut self, mv: &'p Move, steps: &'p [Step], visit: Visit<'_, E>) -> Walked<E> {
        let Some((step, rest)) = steps.split_first() else {
            return self.give(mv, visit);
        };
        match step {
            Step::Plain(Numbers::Guard(condition)) => {
                match mv.set.filter(|&set| condition.mentions(set)) {
                    None => {
                        if !matches!(self.number(condition)?, Some(truth) if truth != 0) {
                            return Ok(());
                        }
                    }
                    // It must hold at every place of the set.
                    Some(slot) => {
                        for number in 0..self.set.len() {
                            self.spend(1)?;
                            self.slots[slot] = self.set[number] as i64;
                            if !matches!(self.number(condition)?, Some(truth) if truth != 0) {
                                return Ok(());
                            }
                        }
                    }
                }
                self.walk(mv, rest, visit)
            }
            Step::Plain(Numbers::Let(slot, code)) => {
                let Some(value) = self.number(code)? else {
                    return Ok(());
                };
                self.slots[*slot] = value;
                self.walk(mv, rest, visit)
            }
            Step::Plain(Numbers::Open(slot, from, ends)) => {
                let Some(from) = self.number(from)? else {
                    return Ok(());
                };
                for value in from.. {
                    self.spend(1)?;
                    self.slots[*slot] = value;
                    if let Some(set) = mv.set {
                        // Any place tells as well: a negative entry is none.
                        self.slots[set] = self.set.first().map_or(0, |&place| place as i64);
                    }
                    let mut goes_on = false;
                    for end in ends {
                        goes_on |= self.number(end)?.is_some_and(|number| number >= 0);
                    }
                    if !goes_on {
                        break;
                    }
                    self.walk(mv, rest, visit)?;
                }
                Ok(())
            }
            Step::Plain(step) => {
                let Some(slot) = step.slot() else {
                    return Ok(());
                };
                let Some(mut source) = self.source(step)? else {
                    return Ok(());
                };
                if let Some(divisors) = self.divisors(mv, (slot, &source), rest)? {
                    source = divisors;
                }
                for value in source.numbers() {
                    self.spend(1)?;
                    // Equal entries of a list without order lead to equal lists.
                    if mv.same == Some(slot) && self.repeats(value) {
                        continue;
                    }
                    self.slots[slot] = value;
                    self.walk(mv, rest, visit)?;
                }
                Ok(())
            }
            Step::All(slot) => {
                self.set = (0..self.arrays[0].len()).collect();
                self.spend(self.set.len())?;
                if self.set.is_empty() {
                    return Ok(());
                }
                self.slots[slot + 1] = self.set.len() as i64;
                self.walk(mv, rest, visit)
            }
            Step::Sets(slot, count) => self.sets(mv, (*slot, count.as_ref()), rest, visit),
            Step::Parts(slot, sum) => self.parts(mv, (*slot, sum), rest, visit),
        }
    }

    /// Whether the entry at a place is the one before it.
    fn repeats(&self, place: i64) -> bool {
        let list = &self.arrays[0];
        let before = usize::try_from(place - 1);
        before.is_ok_and(|before| list.get(before) == list.get(before + 1))
    }
}
