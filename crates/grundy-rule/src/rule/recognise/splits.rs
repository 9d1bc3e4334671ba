//! When comparing small heaps proves that a rule is a code of taking and breaking.
//!
//! Let every option be n − c, or two heaps p ≤ q with p + q = n − c, for one of finitely many c, and let what says whether
//! it is an option be made of comparisons of a heap, or of the difference of two, with constants: `a` from 1 to `n-3`, up to
//! `n/2`, `a != b`. If all constants are at most C, then such an option depends only on p, d = q − p and n as far as
//! they are at most 2C + 3, and on the parity of d. Larger ones can be made smaller, to a heap of at most
//! 2(2C + 2) + (2C + 3) + C stones, without changing whether it is an option; the same holds for codes. So two
//! such rules that agree on all heaps up to 7C + 10 agree on all.
//!
//! A heap written as max(h, 0) is h where h >= 0, which is such a comparison; where h < 0, the number that runs through the range is
//! within C of its end, and what is left is one heap n − c, where c is at most twice as large as the constants: they count twice.

use crate::rule::Rule;
use crate::rule::code::Code;
use crate::rule::program::MoveClause;
use crate::rule::step::Step;
use crate::rule::syntax::{Function, Operator};

/// Most choices of constants in a clause.
const MOST_CHOICES: usize = 500;

/// n·`heap` + u·`free` + `constant`, where u is the one number that runs through a range.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Affine {
    heap: i64,
    free: i64,
    constant: i64,
}

impl Affine {
    fn constant(constant: i64) -> Affine {
        Affine {
            heap: 0,
            free: 0,
            constant,
        }
    }

    fn plus(self, other: Affine, sign: i64) -> Option<Affine> {
        Some(Affine {
            heap: self.heap.checked_add(other.heap.checked_mul(sign)?)?,
            free: self.free.checked_add(other.free.checked_mul(sign)?)?,
            constant: self
                .constant
                .checked_add(other.constant.checked_mul(sign)?)?,
        })
    }

    /// Whether comparing it with 0 compares a heap, or the difference of two, with a constant.
    fn is_told_by_heaps(self) -> bool {
        let Affine { heap, free, .. } = self;
        matches!(
            (heap, free),
            (0, -1..=1) | (1 | -1, 0) | (1, -1 | -2) | (-1, 1 | 2)
        )
    }
}

/// What the slots of a clause stand for, and the sum of all constants met.
struct Reading {
    slots: Vec<Option<Affine>>,
    has_free: bool,
    constants: u64,
}

impl Rule {
    /// The number of heaps, from 0 on, on which it is enough to compare the rule with a code; `None` where comparing proves
    /// nothing.
    pub(super) fn heaps_that_prove(&self) -> Option<u64> {
        let program = self.program();
        if program.arity != 1 || !program.values.is_empty() {
            return None;
        }
        let mut constants = 1;
        for clause in &program.moves {
            if clause.fixed != [None] {
                return None;
            }
            let mut reading = Reading {
                slots: vec![None; program.slots.max(1)],
                has_free: false,
                constants: 0,
            };
            reading.slots[0] = Some(Affine {
                heap: 1,
                free: 0,
                constant: 0,
            });
            let mut choices = MOST_CHOICES;
            constants = constants.max(self.clause(clause, 0, reading, &mut choices)?);
        }
        constants.checked_mul(7)?.checked_add(10)
    }

    /// The largest sum of constants in a clause from one of its steps on. No deeper than there are steps.
    fn clause(
        &self,
        clause: &MoveClause,
        at: usize,
        mut reading: Reading,
        choices: &mut usize,
    ) -> Option<u64> {
        let Some(step) = clause.steps.get(at) else {
            *choices = choices.checked_sub(1)?;
            for sum in &clause.options {
                reading.option(sum)?;
            }
            return Some(reading.constants);
        };
        let numbers: Vec<i64> = match step {
            Step::Let(slot, code) => {
                let value = reading.affine(code)?;
                reading.slots[*slot] = Some(value);
                return self.clause(clause, at + 1, reading, choices);
            }
            Step::Guard(code) => {
                reading.condition(code)?;
                return self.clause(clause, at + 1, reading, choices);
            }
            Step::Range(_, from, to) => match (from.constant(), to.constant()) {
                (Some(from), Some(to)) if to.checked_sub(from)? < MOST_CHOICES as i64 => {
                    (from..=to).collect()
                }
                _ => {
                    let slot = step.slot()?;
                    reading.bound(from)?;
                    reading.bound(to)?;
                    reading.free(slot)?;
                    return self.clause(clause, at + 1, reading, choices);
                }
            },
            Step::Open(slot, from, _) => {
                reading.bound(from)?;
                reading.free(*slot)?;
                return self.clause(clause, at + 1, reading, choices);
            }
            Step::Set(_, elements) => elements.iter().map(Code::constant).collect::<Option<_>>()?,
            Step::Array(_, array) => self.program().arrays[*array].to_vec(),
            Step::Numbers(..) => return None,
        };
        let slot = step.slot()?;
        let mut largest = 0;
        for number in numbers {
            let mut chosen = Reading {
                slots: reading.slots.clone(),
                ..reading
            };
            chosen.slots[slot] = Some(Affine::constant(number));
            chosen.constants = chosen.constants.checked_add(number.unsigned_abs())?;
            largest = largest.max(self.clause(clause, at + 1, chosen, choices)?);
        }
        Some(largest)
    }
}

impl Reading {
    /// The slot becomes the one number that runs through a range.
    fn free(&mut self, slot: usize) -> Option<()> {
        if self.has_free {
            return None;
        }
        self.has_free = true;
        self.slots[slot] = Some(Affine {
            heap: 0,
            free: 1,
            constant: 0,
        });
        Some(())
    }

    fn affine(&mut self, code: &Code) -> Option<Affine> {
        match code {
            Code::Number(number) => {
                self.constants = self.constants.checked_add(number.unsigned_abs())?;
                Some(Affine::constant(*number))
            }
            Code::Slot(slot) => {
                let known = (*self.slots.get(*slot)?)?;
                let constant = known.constant.unsigned_abs();
                self.constants = self.constants.checked_add(constant)?;
                Some(known)
            }
            Code::Binary(operator, pair, _) => {
                let sign = match operator {
                    Operator::Add => 1,
                    Operator::Subtract => -1,
                    _ => return None,
                };
                let left = self.affine(&pair[0])?;
                left.plus(self.affine(&pair[1])?, sign)
            }
            _ => None,
        }
    }

    /// The end of a range: a constant, n less a constant, or half of that.
    fn bound(&mut self, code: &Code) -> Option<()> {
        match code {
            Code::Call(Function::Min | Function::Max, parts, _) => {
                parts.iter().try_for_each(|part| self.bound(part))
            }
            // A half with a constant added is the half of something with twice the constant.
            Code::Binary(Operator::Add | Operator::Subtract, pair, _)
                if pair[1].constant().is_some() && self.affine(code).is_none() =>
            {
                let twice = pair[1].constant()?.unsigned_abs().checked_mul(2)?;
                self.constants = self.constants.checked_add(twice)?;
                self.bound(&pair[0])
            }
            Code::Binary(Operator::Divide, pair, _) if pair[1].constant() == Some(2) => {
                let whole = self.affine(&pair[0])?;
                (whole.free == 0 && (0..=1).contains(&whole.heap)).then_some(())
            }
            _ => {
                let end = self.affine(code)?;
                (end.free == 0 && (0..=1).contains(&end.heap)).then_some(())
            }
        }
    }

    fn condition(&mut self, code: &Code) -> Option<()> {
        match code {
            Code::Not(part) => self.condition(part),
            Code::Binary(Operator::And | Operator::Or, pair, _) => {
                self.condition(&pair[0])?;
                self.condition(&pair[1])
            }
            Code::Compare(_, pair) => {
                let left = self.affine(&pair[0])?;
                let difference = left.plus(self.affine(&pair[1])?, -1)?;
                difference.is_told_by_heaps().then_some(())
            }
            _ => None,
        }
    }

    /// A heap that is left, perhaps as max(heap, 0).
    fn heap(&mut self, code: &Code) -> Option<Affine> {
        let Code::Call(Function::Max, parts, _) = code else {
            return self.affine(code);
        };
        let heap = match &parts[..] {
            [heap, Code::Number(0)] | [Code::Number(0), heap] => self.affine(heap)?,
            _ => return None,
        };
        let twice = self.constants.checked_mul(2)?;
        self.constants = twice.checked_add(heap.constant.unsigned_abs())?;
        heap.is_told_by_heaps().then_some(heap)
    }

    /// n less a constant, or two heaps that make it.
    fn option(&mut self, sum: &[Vec<Code>]) -> Option<()> {
        let mut parts = Vec::new();
        for term in sum {
            let [code] = &term[..] else { return None };
            parts.push(self.heap(code)?);
        }
        match parts[..] {
            [one] => (one.heap == 1 && one.free == 0 && !self.has_free).then_some(()),
            [one, other] => {
                let both = one.plus(other, 1)?;
                let is_a_heap = |part: Affine| matches!((part.heap, part.free), (0, 1) | (1, -1));
                (both.heap == 1 && both.free == 0 && is_a_heap(one) && is_a_heap(other))
                    .then_some(())
            }
            _ => None,
        }
    }
}
