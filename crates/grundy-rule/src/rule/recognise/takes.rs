//! Which numbers may be taken from a heap, where that does not depend on the heap: squares, powers of two, primes, the
//! numbers of a table, those that pass a test of their own.

use std::collections::BTreeSet;

use crate::number::factor;
use crate::rule::Rule;
use crate::rule::code::{Code, Missing};
use crate::rule::program::MoveClause;
use crate::rule::step::Step;
use crate::rule::syntax::{Function, Numbers, Operator};

/// Most numbers gone through.
const MOST_STEPS: u64 = 4_000_000;

/// Most numbers that may be taken.
const MOST_TAKES: usize = 1 << 16;

struct Walk<'r> {
    rule: &'r Rule,
    slots: Vec<i64>,
    /// The largest heap.
    last: i64,
    steps: u64,
    takes: BTreeSet<u64>,
}

impl Rule {
    /// All numbers up to `last` that may be taken from a heap which has them, where every option takes a number that does
    /// not depend on the heap; `None` where that is not so or not seen.
    pub(crate) fn takes_up_to(&self, last: u64) -> Option<Vec<u64>> {
        let program = self.program();
        if program.arity != 1 || !program.values.is_empty() || program.moves.is_empty() {
            return None;
        }
        let mut walk = Walk {
            rule: self,
            slots: vec![0; program.slots.max(1)],
            last: i64::try_from(last).ok()?,
            steps: MOST_STEPS,
            takes: BTreeSet::new(),
        };
        for clause in &program.moves {
            if clause.fixed != [None] {
                return None;
            }
            let left: Option<Vec<&Code>> = clause.options.iter().map(|sum| left(sum)).collect();
            walk.clause(clause, &left?, 0)?;
        }
        Some(walk.takes.into_iter().collect())
    }
}

/// What an option leaves, where that is the heap with something added or taken away.
fn left(sum: &[Vec<Code>]) -> Option<&Code> {
    let [term] = sum else { return None };
    let [whole] = &term[..] else { return None };
    let mut code = whole;
    while let Code::Binary(Operator::Subtract | Operator::Add, pair, _) = code {
        if pair[1].mentions(0) {
            return None;
        }
        code = &pair[0];
    }
    (*code == Code::Slot(0)).then_some(whole)
}

/// Whether the heap without just this number is left.
fn takes_just(left: &Code, slot: usize) -> bool {
    match left {
        Code::Binary(Operator::Subtract, pair, _) => **pair == [Code::Slot(0), Code::Slot(slot)],
        _ => false,
    }
}

impl Walk<'_> {
    /// The number, if it does not depend on the heap.
    fn number(&self, code: &Code) -> Option<Option<i64>> {
        if code.mentions(0) {
            return None;
        }
        match code.evaluate(&self.slots, &self.rule.program().arrays) {
            Ok(number) => Some(Some(number)),
            Err(Missing::Absent) => Some(None),
            Err(_) => None,
        }
    }

    /// The end of a range of numbers that are themselves taken: that none is larger than the heap need not be said.
    fn end(&self, code: &Code, taken_itself: bool) -> Option<Option<i64>> {
        match code {
            Code::Slot(0) if taken_itself => Some(Some(self.last)),
            Code::Call(Function::Min, parts, _) if taken_itself => {
                let mut least = self.last;
                for part in parts.iter().filter(|part| **part != Code::Slot(0)) {
                    least = least.min(self.number(part)??);
                }
                Some(Some(least))
            }
            _ => self.number(code),
        }
    }

    /// Goes on with the steps of a clause from one of them; no deeper than there are steps.
    fn clause(&mut self, clause: &MoveClause, left: &[&Code], at: usize) -> Option<()> {
        self.steps = self.steps.checked_sub(1)?;
        let Some(step) = clause.steps.get(at) else {
            self.slots[0] = 0;
            for code in left {
                let arrays = &self.rule.program().arrays;
                let left = match code.evaluate(&self.slots, arrays) {
                    Ok(left) => left,
                    Err(Missing::Absent) => continue,
                    Err(_) => return None,
                };
                if left >= 0 {
                    return None;
                }
                let take = left.unsigned_abs();
                if take <= self.last.unsigned_abs() {
                    self.takes.insert(take);
                }
            }
            return (self.takes.len() <= MOST_TAKES).then_some(());
        };
        // Whether every option takes just this number.
        let itself = |slot: usize| left.iter().all(|code| takes_just(code, slot));
        match step {
            Step::Let(slot, code) => {
                let Some(value) = self.number(code)? else {
                    return Some(());
                };
                self.slots[*slot] = value;
                self.clause(clause, left, at + 1)
            }
            Step::Guard(code) => match self.number(code)? {
                None | Some(0) => Some(()),
                Some(_) => self.clause(clause, left, at + 1),
            },
            Step::Range(slot, from, to) => {
                let (Some(from), Some(to)) = (self.number(from)?, self.end(to, itself(*slot))?)
                else {
                    return Some(());
                };
                let to = if itself(*slot) { to.min(self.last) } else { to };
                self.each(clause, left, at, *slot, from..=to)
            }
            Step::Open(slot, from, ends) => {
                let Some(from) = self.number(from)? else {
                    return Some(());
                };
                for value in from.. {
                    self.slots[0] = self.last;
                    self.slots[*slot] = value;
                    let arrays = &self.rule.program().arrays;
                    let mut goes_on = false;
                    for end in ends {
                        goes_on |= end.evaluate(&self.slots, arrays).ok()? >= 0;
                    }
                    if !goes_on {
                        break;
                    }
                    self.clause(clause, left, at + 1)?;
                }
                Some(())
            }
            Step::Set(slot, elements) => {
                for element in elements {
                    if let Some(value) = self.number(element)? {
                        self.slots[*slot] = value;
                        self.clause(clause, left, at + 1)?;
                    }
                }
                Some(())
            }
            Step::Array(slot, array) => {
                let numbers = self.rule.program().arrays[*array].clone();
                self.each(clause, left, at, *slot, numbers.iter().copied())
            }
            Step::Numbers(slot, Numbers::Primes, of) => {
                let Some(of) = self.end(of, itself(*slot))? else {
                    return Some(());
                };
                let primes = (2..=of).filter(|number| factor::is_prime(number.unsigned_abs()));
                self.each(clause, left, at, *slot, primes)
            }
            Step::Numbers(..) => None,
        }
    }

    fn each(
        &mut self,
        clause: &MoveClause,
        left: &[&Code],
        at: usize,
        slot: usize,
        numbers: impl Iterator<Item = i64>,
    ) -> Option<()> {
        for number in numbers {
            self.slots[slot] = number;
            self.clause(clause, left, at + 1)?;
        }
        Some(())
    }
}
