//! Heaps of which a part may be taken: `n -> n-k for k in 1..=n/3`.
//!
//! Let a heap of n become every heap from h(n) to n−1 and no other, where h(0) = 0 and h(n+1) is h(n) or h(n)+1. Then the values of the
//! heaps from h(n) to n are the numbers 0 to n−h(n), each once. For h(n+1) = h(n) the options of n+1 are these heaps, so that its value is
//! n+1−h(n+1); and for h(n+1) = h(n)+1 they are the same without h(n), so that its value is that of h(n), which alone is missing. In both
//! cases the heaps from h(n+1) to n+1 have again the values 0 to n+1−h(n+1): by induction.
//!
//! With t(n) = ⌊(a·n + c)/b⌋ to be taken at most, and a at most b, h(n) = n − t(n) is such a function, and which case holds depends on the
//! remainder of n modulo b only.

use super::super::data::{Data, Hypothesis};
use super::super::descent::{self, Case};
use crate::message;
use crate::rule::Rule;
use crate::rule::code::Code;
use crate::rule::step::Step;
use crate::rule::syntax::Operator;
use crate::text::Message;

/// The largest denominator, of which each remainder is a case.
const LARGEST: i64 = 64;

/// ⌊(a·n + c)/b⌋ with b > 0.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Floor {
    a: i64,
    c: i64,
    b: i64,
}

/// The values of a rule of which a part of the heap may be taken, and why they are so.
pub(crate) fn values(rule: &Rule, data: &Data) -> Option<(Hypothesis, Message)> {
    let most = most(rule)?;
    let Floor { a, c, b } = most;
    if !(0..=b).contains(&a) || b > LARGEST || c.abs() > LARGEST * b {
        return None;
    }
    let at = |number: i64| (a * number + c).div_euclid(b);
    let case = |rest: i64| {
        let here = at(rest);
        if here > at(rest - 1) {
            Case::Value {
                times: a,
                plus: here,
            }
        } else {
            Case::Of {
                times: b - a,
                plus: rest - here - 1,
                more: 0,
            }
        }
    };
    let cases: Vec<Case> = (0..b).map(case).collect();
    // Where t(n) is below 0 nothing may be taken; nor may any of the heap of 0.
    let known = (0..data.cells.len() as i64).find(|&number| at(number - 1) >= 0)?;
    let first = data
        .cells
        .get(..usize::try_from(known).ok()?.max(1))?
        .to_vec();
    let first = descent::shortest(data, first, &cases);
    let found = descent::held(data, first, cases)?;
    let theorem = message!(
        "one may take 1 to t(n), where t(n) stays or grows by 1 as n grows by 1: where it grows, the value is t(n), elsewhere that of the heap that is just out of reach, by induction",
        "可取 1 到 t(n)，而 n 加 1 时 t(n) 不变或加 1：若增大，则值为 t(n)；否则等于恰好取不到的那一堆的值，由归纳即得"
    );
    Some((found, theorem))
}

/// How much of a heap may be taken at most, where each smaller number may be taken, too, and there is no other move.
fn most(rule: &Rule) -> Option<Floor> {
    let program = rule.program();
    let ([clause], true) = (&program.moves[..], program.values.is_empty()) else {
        return None;
    };
    let ([None], [Step::Range(slot, from, to)], [option]) =
        (&clause.fixed[..], &clause.steps[..], &clause.options[..])
    else {
        return None;
    };
    let [coordinates] = &option[..] else {
        return None;
    };
    let [left] = &coordinates[..] else {
        return None;
    };
    let (from, to) = (floor(from)?, floor(to)?);
    match left {
        Code::Binary(Operator::Subtract, both, _) => {
            let takes = both[0] == Code::Slot(0) && both[1] == Code::Slot(*slot);
            (takes && from == Floor { a: 0, c: 1, b: 1 }).then_some(to)
        }
        // The heaps that may be left, from h(n) to n-1.
        Code::Slot(own) if own == slot && to == (Floor { a: 1, c: -1, b: 1 }) => {
            Floor { a: 1, c: 0, b: 1 }.minus(from)
        }
        _ => None,
    }
}

impl Floor {
    fn number(c: i64) -> Floor {
        Floor { a: 0, c, b: 1 }
    }

    /// Where one of both is no fraction.
    fn plus(self, other: Floor) -> Option<Floor> {
        let (whole, other) = if self.b == 1 {
            (self, other)
        } else {
            (other, self)
        };
        (whole.b == 1).then_some(())?;
        Some(Floor {
            a: whole.a.checked_mul(other.b)?.checked_add(other.a)?,
            c: whole.c.checked_mul(other.b)?.checked_add(other.c)?,
            b: other.b,
        })
    }

    /// −⌊x/b⌋ = ⌊(b−1−x)/b⌋.
    fn negated(self) -> Option<Floor> {
        Some(Floor {
            a: self.a.checked_neg()?,
            c: self.c.checked_neg()?.checked_add(self.b - 1)?,
            b: self.b,
        })
    }

    fn minus(self, other: Floor) -> Option<Floor> {
        self.plus(other.negated()?)
    }
}

/// An expression of n alone that is rounded down once.
fn floor(code: &Code) -> Option<Floor> {
    let (operator, both) = match code {
        Code::Number(number) => return Some(Floor::number(*number)),
        Code::Slot(0) => return Some(Floor { a: 1, c: 0, b: 1 }),
        Code::Binary(operator, both, _) => (operator, both),
        _ => return None,
    };
    let (one, other) = (floor(&both[0])?, floor(&both[1])?);
    let constant = |it: Floor| (it.a == 0 && it.b == 1).then_some(it.c);
    match operator {
        Operator::Add => one.plus(other),
        Operator::Subtract => one.minus(other),
        Operator::Multiply => {
            let (factor, it) = match constant(one) {
                Some(factor) => (factor, other),
                None => (constant(other)?, one),
            };
            (it.b == 1).then_some(())?;
            Some(Floor {
                a: it.a.checked_mul(factor)?,
                c: it.c.checked_mul(factor)?,
                b: 1,
            })
        }
        // A quotient of a quotient is a quotient; those of numbers below 0 are rounded otherwise.
        Operator::Divide => {
            let by = constant(other).filter(|&by| by > 0)?;
            (one.a >= 0 && one.c >= 0).then_some(Floor {
                b: one.b.checked_mul(by)?,
                ..one
            })
        }
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::super::super::{Evidence, Form, Scope, Teller, find};
    use crate::budget::{Budget, Meter};
    use crate::rule::Rule;

    /// What is found of the values, and whether it is proved.
    fn found(text: &str) -> Option<(String, bool)> {
        let rule = Rule::parse(text).expect(text);
        let mut meter = Meter::new(&Budget::default());
        let report = find(&[], &rule, &Scope::default(), &mut meter).expect(text);
        let finding =
            (report.findings.iter()).find(|it| matches!(it.form, Form::Descent { .. }))?;
        let is_proved = matches!(finding.evidence, Evidence::Proved { .. });
        let teller = Teller::new(&finding.form, finding.subject, &report.names)?;
        let length = 3_000;
        let table = rule.table(&[length], &mut meter).expect(text);
        for (number, &value) in (0..).zip(table.cells()) {
            assert_eq!(teller.tell(&[number]), Some(value), "{text}: {number}");
        }
        let told = finding.message().to_string();
        Some((told.split("; ").next()?.to_owned(), is_proved))
    }

    #[test]
    fn parts_of_heaps() {
        for (text, expected) in [
            ("n -> n-k for k in 1..=n/2", "G(2i) = i, G(2i+1) = G(i)"),
            (
                "n -> n-k for k in 1..=n/3",
                "G(3i) = i, G(3i+1) = G(2i), G(3i+2) = G(2i+1)",
            ),
            (
                "n -> n-k for k in 1..=n/4",
                "G(4i) = i, G(4i+1) = G(3i), G(4i+2) = G(3i+1), G(4i+3) = G(3i+2)",
            ),
            ("n -> m for m in (n+1)/2..n", "G(2i) = i, G(2i+1) = G(i)"),
            (
                "n -> n-k for k in 1..=2*n/3",
                "G(3i) = 2i, G(3i+1) = G(i), G(3i+2) = 2i+1",
            ),
            (
                "n -> n-k for k in 1..=(n+1)/2",
                "the first values are 0, and from n = 1 on G(2i) = G(i-1), G(2i+1) = i+1",
            ),
        ] {
            assert_eq!(found(text), Some((expected.to_owned(), true)), "{text}");
        }
        for text in [
            "n -> n-k for k in 1..=n/2+1 if n > 1",
            "n -> n-k for k in 1..=n/5-3",
            "n -> n-k for k in 1..=n-n/3",
            "n -> n-k for k in 1..=(3*n+2)/7",
        ] {
            if let Some((_, is_proved)) = found(text) {
                assert!(is_proved || text.contains("if"), "{text}");
            }
        }
    }
}
