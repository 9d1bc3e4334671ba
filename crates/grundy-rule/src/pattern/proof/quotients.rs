//! Rules whose moves lead to quotients of the number by constants: `n -> n/k for k in 2..=6 if n > 0`.
//!
//! Let the answers be constant on intervals whose ends, from t on, repeat by a factor b: t is an end just if b·t is, with the same answer
//! behind it. Since n/k is at least t just where n is at least k·t, what n/k is worth changes only at the numbers k·t, and these repeat by
//! b too. So the equation "the value of n is the least that no option has", which speaks of n and of these quotients, holds at all numbers
//! if it holds at those from K·t to b·K·t, K being the greatest divisor: of a larger number, look at the greatest end up to it and divide
//! that by b until it lies there. Quotients of quotients are quotients: floor(floor(n/a)/b) = floor(n/(a·b)).

use super::super::data::Data;
use super::super::finding::{Form, Subject};
use super::super::intervals;
use crate::message;
use crate::rule::Rule;
use crate::rule::code::Code;
use crate::rule::step::Step;
use crate::rule::syntax::{Comparison, Operator};
use crate::text::Message;

/// Most moves that are looked at.
const MOST_MOVES: usize = 4_096;

/// Larger divisors and bounds are not followed.
const LARGEST: i64 = 1 << 24;

/// What an expression is of large numbers n.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Far {
    Number(i64),
    /// n divided by this.
    Quotient(i64),
}

/// What is known of the moves.
struct Moves<'r> {
    rule: &'r Rule,
    /// The greatest divisor.
    most: i64,
    /// From this number on the moves are the same.
    from: i64,
    slots: Vec<Option<i64>>,
    left: usize,
}

/// Why a pattern of a rule of quotients holds for all numbers.
pub(crate) fn follows(rule: &Rule, data: &Data, subject: Subject, form: &Form) -> Option<Message> {
    let name = data.names.first()?;
    let (most, from) = quotients(rule)?;
    let bound = data.cells.len() as u64;
    // Of the values themselves, whatever the pattern is about: they tell those of the options.
    intervals::scales(&data.cells).into_iter().find_map(|scale| {
        let own = intervals::repeats_from(form, subject, name, scale.factor)?;
        let start = most.checked_mul(scale.first)?.max(from).max(own);
        let needed = scale.factor.checked_mul(start)?;
        (needed <= bound).then(|| {
            message!(
                "every move divides n by a number up to {most}, and the places where the value changes repeat with the factor {factor}, so what holds below {needed} holds for all numbers (induction)",
                "每步把 n 除以不超过 {most} 的数，而值变化之处按因子 {factor} 重复，故在 {needed} 以下成立即对所有数成立（归纳）",
                most = most,
                factor = scale.factor,
                needed = needed
            )
        })
    })
}

/// The greatest divisor of the moves, and the number from which on they are the same.
fn quotients(rule: &Rule) -> Option<(u64, u64)> {
    let program = rule.program();
    if program.arity != 1 {
        return None;
    }
    let mut moves = Moves {
        rule,
        most: 1,
        from: 0,
        slots: vec![None; program.slots],
        left: MOST_MOVES,
    };
    for clause in &program.values {
        match clause.fixed[..] {
            [Some(number)] => moves.read_behind(number)?,
            // A value of all large numbers, or of some of them, is another matter.
            _ => {
                let mut never = false;
                for step in &clause.steps {
                    let Step::Guard(guard) = step else {
                        return None;
                    };
                    never |= moves.far(guard)? == Far::Number(0);
                }
                never.then_some(())?;
            }
        }
    }
    for clause in &program.moves {
        match clause.fixed[..] {
            [Some(number)] => moves.read_behind(number)?,
            _ => moves.walk(&clause.steps, &clause.options)?,
        }
    }
    Some((
        u64::try_from(moves.most).ok()?,
        u64::try_from(moves.from).ok()?,
    ))
}

impl Moves<'_> {
    /// What a clause says of one number says nothing of larger ones.
    fn read_behind(&mut self, number: i64) -> Option<()> {
        self.from = self.from.max(number.checked_add(1)?);
        Some(())
    }

    /// All moves of a clause behind these steps.
    fn walk(&mut self, steps: &[Step], options: &[Vec<Vec<Code>>]) -> Option<()> {
        self.left = self.left.checked_sub(1)?;
        let Some((step, rest)) = steps.split_first() else {
            for coordinates in options.iter().flatten() {
                let [code] = &coordinates[..] else {
                    return None;
                };
                match self.far(code)? {
                    // A sum with a constant heap.
                    Far::Number(number) if number >= 0 => self.read_behind(number)?,
                    Far::Quotient(by) if by >= 2 => self.most = self.most.max(by),
                    _ => return None,
                }
            }
            return Some(());
        };
        let with = |moves: &mut Self, slot: usize, number: i64| {
            moves.slots[slot] = Some(number);
            moves.walk(rest, options)
        };
        match step {
            Step::Guard(guard) => match self.far(guard)? {
                Far::Number(0) => Some(()),
                Far::Number(_) => self.walk(rest, options),
                Far::Quotient(_) => None,
            },
            Step::Let(slot, code) => match self.far(code)? {
                Far::Number(number) => with(self, *slot, number),
                Far::Quotient(_) => None,
            },
            Step::Range(slot, from, to) => {
                let (Far::Number(from), Far::Number(to)) = (self.far(from)?, self.far(to)?) else {
                    return None;
                };
                for number in from..=to {
                    with(self, *slot, number)?;
                }
                Some(())
            }
            Step::Set(slot, elements) => {
                for element in elements {
                    let Far::Number(number) = self.far(element)? else {
                        return None;
                    };
                    with(self, *slot, number)?;
                }
                Some(())
            }
            Step::Array(slot, array) => {
                let numbers = self.rule.program().arrays.get(*array)?.clone();
                for &number in numbers.iter() {
                    with(self, *slot, number)?;
                }
                Some(())
            }
            Step::Open(..) | Step::Numbers(..) => None,
        }
    }

    /// What an expression is of all numbers from `from` on, which grows as need be.
    fn far(&mut self, code: &Code) -> Option<Far> {
        if !code.mentions(0) {
            let slots: Vec<i64> = (0..self.slots.len())
                .map(|slot| self.slots[slot].unwrap_or(0))
                .collect();
            let arrays = &self.rule.program().arrays;
            return code.evaluate(&slots, arrays).ok().map(Far::Number);
        }
        let truth = |holds: bool| Some(Far::Number(holds.into()));
        match code {
            Code::Slot(0) => Some(Far::Quotient(1)),
            Code::Binary(operator, pair, _) => {
                match (operator, self.far(&pair[0])?, self.far(&pair[1])?) {
                    (Operator::Divide, Far::Quotient(by), Far::Number(more)) if more >= 1 => {
                        let by = by.checked_mul(more)?;
                        (by <= LARGEST).then_some(Far::Quotient(by))
                    }
                    (Operator::ShiftRight, Far::Quotient(by), Far::Number(more))
                        if (0..24).contains(&more) =>
                    {
                        let by = by.checked_mul(1 << more)?;
                        (by <= LARGEST).then_some(Far::Quotient(by))
                    }
                    (Operator::And, Far::Number(a), Far::Number(b)) => truth(a != 0 && b != 0),
                    (Operator::Or, Far::Number(a), Far::Number(b)) => truth(a != 0 || b != 0),
                    _ => None,
                }
            }
            Code::Compare(comparison, pair) => {
                let order = match (self.far(&pair[0])?, self.far(&pair[1])?) {
                    (Far::Number(a), Far::Number(b)) => a.cmp(&b),
                    (Far::Quotient(by), Far::Number(number)) => {
                        self.read_behind(above(by, number)?)?;
                        std::cmp::Ordering::Greater
                    }
                    (Far::Number(number), Far::Quotient(by)) => {
                        self.read_behind(above(by, number)?)?;
                        std::cmp::Ordering::Less
                    }
                    (Far::Quotient(a), Far::Quotient(b)) if a == b => std::cmp::Ordering::Equal,
                    // floor(n/a) > floor(n/b) from n = a·b on at the latest, for a < b.
                    (Far::Quotient(a), Far::Quotient(b)) => {
                        self.read_behind(a.checked_mul(b)?)?;
                        b.cmp(&a)
                    }
                };
                truth(match comparison {
                    Comparison::Equal => order.is_eq(),
                    Comparison::Unequal => order.is_ne(),
                    Comparison::Less => order.is_lt(),
                    Comparison::AtMost => order.is_le(),
                    Comparison::Greater => order.is_gt(),
                    Comparison::AtLeast => order.is_ge(),
                })
            }
            Code::Not(part) => match self.far(part)? {
                Far::Number(number) => truth(number == 0),
                Far::Quotient(_) => None,
            },
            _ => None,
        }
    }
}

/// The first number whose quotient is above another.
fn above(by: i64, number: i64) -> Option<i64> {
    by.checked_mul(number.max(0).checked_add(1)?)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn moves_that_divide_are_seen() {
        for (text, expected) in [
            ("n -> n/k for k in 2..=6 if n > 0", Some((6, 2))),
            ("n -> n/2 | n/3 if n >= 1", Some((3, 3))),
            ("n -> n/2 + n/3 if n > 5", Some((3, 7))),
            ("n -> n/k/2 for k in {2,5} if n/k < n", Some((10, 6))),
            ("n -> n/2 if n > 0; n -> 0 if n > 0", Some((2, 2))),
            ("n -> n-1 | n/2 if n > 0", None),
            ("n -> n/k for k in 2..=n", None),
            ("n -> n/2 if n%2 == 0 and n > 0", None),
            ("n -> (n+1)/2 if n > 1", None),
        ] {
            let rule = Rule::parse(text).unwrap_or_else(|errors| panic!("{text}: {errors}"));
            let found = quotients(&rule).map(|(most, _)| most);
            assert_eq!(found, expected.map(|(most, _): (u64, u64)| most), "{text}");
        }
    }
}
