//! Where an open range such as `1..` ends: at the first number for which every alternative has a coordinate that is
//! negative and falls further.
//!
//! Whether an expression falls is told from its form alone: sums, differences and products of what rises and falls.

use std::sync::Arc;

use crate::rule::code::Code;
use crate::rule::step::Step;
use crate::rule::syntax::{Function, Operator};

/// What a slot does to an expression as it grows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Course {
    Same,
    Rises { strictly: bool },
    Falls { strictly: bool },
}

use Course::{Falls, Rises, Same};

impl Course {
    fn reversed(self) -> Course {
        match self {
            Same => Same,
            Rises { strictly } => Falls { strictly },
            Falls { strictly } => Rises { strictly },
        }
    }

    fn weakly(self) -> Course {
        match self {
            Same => Same,
            Rises { .. } => Rises { strictly: false },
            Falls { .. } => Falls { strictly: false },
        }
    }

    fn plus(self, other: Course) -> Option<Course> {
        match (self, other) {
            (Same, course) | (course, Same) => Some(course),
            (Rises { strictly: a }, Rises { strictly: b }) => Some(Rises { strictly: a || b }),
            (Falls { strictly: a }, Falls { strictly: b }) => Some(Falls { strictly: a || b }),
            _ => None,
        }
    }
}

/// Least numbers that slots can hold, where known.
pub(crate) type Least = [Option<i64>];

/// A number that an expression is never below, told from its form.
pub(crate) fn least(code: &Code, known: &Least, arrays: &[Arc<[i64]>]) -> Option<i64> {
    let of = |code: &Code| least(code, known, arrays);
    match code {
        Code::Number(number) => Some(*number),
        Code::Slot(slot) => known.get(*slot).copied().flatten(),
        Code::Compare(..) | Code::Not(_) | Code::Of(..) | Code::Length(_) => Some(0),
        Code::Fold(_) => None,
        Code::Element(array, ..) => Some(arrays[*array].iter().copied().min().unwrap_or(0)),
        Code::Binary(operator, pair, _) => {
            let [left, right] = &**pair;
            match operator {
                Operator::Add => of(left)?.checked_add(of(right)?),
                Operator::Subtract => of(left)?.checked_sub(right.constant()?),
                Operator::Multiply => {
                    let (a, b) = (of(left)?, of(right)?);
                    (a >= 0 && b >= 0).then(|| a.saturating_mul(b))
                }
                Operator::Divide => {
                    let (a, b) = (of(left)?, right.constant()?);
                    (b > 0).then(|| a.div_euclid(b))
                }
                Operator::Remainder => (of(right)? > 0).then_some(0),
                Operator::Power => {
                    let (a, b) = (of(left)?, of(right)?);
                    (a >= 1 && b >= 0).then_some(1)
                }
                Operator::And | Operator::Or => Some(0),
                Operator::BitAnd => (of(left).max(of(right))? >= 0).then_some(0),
                Operator::Xor | Operator::BitOr => (of(left)?.min(of(right)?) >= 0).then_some(0),
                Operator::ShiftRight => (of(left)? >= 0).then_some(0),
                Operator::ShiftLeft => (of(left)? >= 0).then_some(of(left)?),
            }
        }
        Code::Call(Function::Min, parts, _) => {
            let all: Option<Vec<i64>> = parts.iter().map(of).collect();
            all?.into_iter().min()
        }
        Code::Call(Function::Max, parts, _) => parts.iter().filter_map(of).max(),
        Code::Call(..) => Some(0),
    }
}

fn course(code: &Code, slot: usize, known: &Least, arrays: &[Arc<[i64]>]) -> Option<Course> {
    if !code.mentions(slot) {
        return Some(Same);
    }
    let of = |code: &Code| course(code, slot, known, arrays);
    let at_least = |code: &Code, bound: i64| least(code, known, arrays) >= Some(bound);
    match code {
        Code::Slot(_) => Some(Rises { strictly: true }),
        Code::Binary(operator, pair, _) => {
            let [left, right] = &**pair;
            match operator {
                Operator::Add => of(left)?.plus(of(right)?),
                Operator::Subtract => of(left)?.plus(of(right)?.reversed()),
                Operator::Multiply => match (left.constant(), right.constant()) {
                    (Some(factor), _) if factor != 0 => signed(of(right)?, factor),
                    (_, Some(factor)) if factor != 0 => signed(of(left)?, factor),
                    _ if at_least(left, 0) && at_least(right, 0) => {
                        let rises = of(left)?.plus(of(right)?)?;
                        let strictly = match (of(left)?, of(right)?) {
                            (Rises { .. }, Same) => at_least(right, 1),
                            (Same, Rises { .. }) => at_least(left, 1),
                            // 0·0 < 1·1: two that rise strictly from 0 or more.
                            (Rises { strictly: a }, Rises { strictly: b }) => a && b,
                            _ => false,
                        };
                        let strict = matches!(rises, Rises { strictly: true }) && strictly;
                        if strict {
                            Some(rises)
                        } else {
                            Some(rises.weakly())
                        }
                    }
                    _ => None,
                },
                Operator::Divide => match right.constant() {
                    Some(divisor) if divisor > 0 => Some(of(left)?.weakly()),
                    _ => None,
                },
                Operator::Power => match (left.constant(), right.constant()) {
                    (Some(base), _) if base >= 2 && at_least(right, 0) => of(right),
                    (_, Some(exponent)) if exponent >= 1 && at_least(left, 0) => of(left),
                    _ => None,
                },
                Operator::ShiftLeft if at_least(left, 1) && at_least(right, 0) => {
                    of(left)?.plus(of(right)?)
                }
                _ => None,
            }
        }
        Code::Call(Function::Min | Function::Max, parts, _) => {
            let mut all = Same;
            for part in parts {
                all = all.plus(of(part)?.weakly())?;
            }
            Some(all)
        }
        _ => None,
    }
}

fn signed(course: Course, factor: i64) -> Option<Course> {
    Some(if factor > 0 {
        course
    } else {
        course.reversed()
    })
}

/// The expressions that end an open range over `slot`, one for each alternative; none where some alternative has no
/// coordinate that is sure to fall. `inner` are the generators behind it.
pub(crate) fn stoppers(
    slot: usize,
    inner: &[Step],
    options: &[Vec<Vec<Code>>],
    known: &Least,
    arrays: &[Arc<[i64]>],
) -> Option<Vec<Code>> {
    let falls = |coordinate: &Code| {
        let highest = without(coordinate, inner, known, arrays)?;
        let falls = course(&highest, slot, known, arrays) == Some(Falls { strictly: true });
        falls.then_some(highest)
    };
    let stopper = |sum: &Vec<Vec<Code>>| sum.iter().flatten().find_map(falls);
    options.iter().map(stopper).collect()
}

/// The expression with the inner slots at what makes it greatest.
fn without(
    coordinate: &Code,
    inner: &[Step],
    known: &Least,
    arrays: &[Arc<[i64]>],
) -> Option<Code> {
    let mut code = coordinate.clone();
    for step in inner.iter().rev() {
        let Some(slot) = step.slot().filter(|&slot| code.mentions(slot)) else {
            continue;
        };
        if let Step::Let(_, value) = step {
            code = code.with(slot, value)?;
            continue;
        }
        let falls = match course(&code, slot, known, arrays)? {
            Same => continue,
            Falls { .. } => true,
            Rises { .. } => false,
        };
        code = match step {
            Step::Range(_, from, _) | Step::Open(_, from, _) if falls => code.with(slot, from)?,
            Step::Range(_, _, to) => code.with(slot, to)?,
            _ if falls => code.with(slot, &Code::Number(known.get(slot).copied().flatten()?))?,
            _ => return None,
        };
    }
    Some(code)
}
