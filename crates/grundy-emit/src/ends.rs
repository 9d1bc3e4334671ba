//! Where an open range ends: the coordinates that become negative as its number grows.
//!
//! That there are such coordinates was checked when the rule was read; here they are found again, to be written into the
//! condition of a loop.

use grundy::rule::syntax::{Domain, Expression, Item, Kind, Operator, Span, Term};

use crate::facts::Facts;

/// How an expression changes as a name grows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Course {
    Same,
    Rises,
    Falls,
}

use Course::{Falls, Rises, Same};

impl Course {
    fn reversed(self) -> Course {
        match self {
            Same => Same,
            Rises => Falls,
            Falls => Rises,
        }
    }

    fn with(self, other: Course) -> Option<Course> {
        match (self, other) {
            (Same, course) | (course, Same) => Some(course),
            (one, other) => (one == other).then_some(one),
        }
    }
}

/// For each alternative the coordinate that falls as `name` grows, with the numbers generated behind it at what makes it
/// greatest; nothing where some alternative has none.
pub(crate) fn stoppers(
    name: &str,
    inner: &[Item],
    alternatives: &[Vec<Term>],
    facts: &Facts,
) -> Option<Vec<Expression>> {
    let mut found: Vec<Expression> = Vec::new();
    for sum in alternatives {
        let mut coordinates = sum.iter().flat_map(|term| &term.coordinates);
        let stopper = coordinates.find_map(|coordinate| {
            let highest = highest(coordinate, inner, facts)?;
            (course(&highest, name, facts) == Some(Falls)).then_some(highest)
        })?;
        if !found.contains(&stopper) {
            found.push(stopper);
        }
    }
    Some(found)
}

/// The expression with the numbers of the inner generators at what makes it greatest.
fn highest(coordinate: &Expression, inner: &[Item], facts: &Facts) -> Option<Expression> {
    let mut highest = coordinate.clone();
    for item in inner.iter().rev() {
        match item {
            Item::If(_) => {}
            Item::Let(name, value) => highest = replaced(&highest, &name.text, value)?,
            Item::In(name, domain) => {
                highest = match (course(&highest, &name.text, facts)?, domain) {
                    (Same, _) => continue,
                    (Falls, Domain::Range { from, .. }) => replaced(&highest, &name.text, from)?,
                    (
                        Rises,
                        Domain::Range {
                            to: Some((to, true)),
                            ..
                        },
                    ) => replaced(&highest, &name.text, to)?,
                    (
                        Rises,
                        Domain::Range {
                            to: Some((to, false)),
                            ..
                        },
                    ) => {
                        let one = made(Kind::Number(1));
                        let pair = Box::new([to.clone(), one]);
                        let last = made(Kind::Binary(Operator::Subtract, pair));
                        replaced(&highest, &name.text, &last)?
                    }
                    (Falls, Domain::Numbers(..)) => {
                        replaced(&highest, &name.text, &made(Kind::Number(1)))?
                    }
                    (Falls, Domain::Set(elements)) => {
                        let least: Option<Vec<i64>> = elements
                            .iter()
                            .map(|element| facts.least(element))
                            .collect();
                        let least = least?.into_iter().min()?;
                        replaced(&highest, &name.text, &made(Kind::Number(least)))?
                    }
                    _ => return None,
                };
            }
        }
    }
    Some(highest)
}

fn made(kind: Kind) -> Expression {
    Expression {
        kind,
        span: Span::default(),
    }
}

/// How the expression changes; names are taken to be natural numbers.
fn course(expression: &Expression, name: &str, facts: &Facts) -> Option<Course> {
    let of = |part: &Expression| course(part, name, facts);
    match &expression.kind {
        Kind::Number(_) => Some(Same),
        Kind::Name(own) => Some(if own == name { Rises } else { Same }),
        Kind::Negate(part) => Some(of(part)?.reversed()),
        Kind::Binary(operator, pair) => {
            let [left, right] = &**pair;
            let (a, b) = (of(left), of(right));
            if a == Some(Same) && b == Some(Same) {
                return Some(Same);
            }
            match operator {
                Operator::Add => a?.with(b?),
                Operator::Subtract => a?.with(b?.reversed()),
                Operator::Multiply => match (&left.kind, &right.kind) {
                    (Kind::Number(factor), _) => signed(b?, *factor),
                    (_, Kind::Number(factor)) => signed(a?, *factor),
                    _ => {
                        let (a, b) = (a?, b?);
                        let strictly = (a == Rises || facts.is_positive(left))
                            && (b == Rises || facts.is_positive(right));
                        (a != Falls && b != Falls && strictly).then_some(Rises)
                    }
                },
                Operator::Power => match (&left.kind, &right.kind) {
                    (Kind::Number(base), _) if *base >= 2 => b,
                    (_, Kind::Number(exponent)) if *exponent >= 1 => a,
                    _ => None,
                },
                Operator::ShiftLeft => {
                    let rises = a? != Falls && b? != Falls && facts.is_positive(left);
                    rises.then_some(Rises)
                }
                _ => None,
            }
        }
        Kind::Call(_, parts) => {
            let same = parts.iter().all(|part| of(part) == Some(Same));
            same.then_some(Same)
        }
        Kind::Index(_, place) => (of(place)? == Same).then_some(Same),
        Kind::Not(_) | Kind::Compare(..) | Kind::Apply(..) | Kind::Fold(_) => None,
    }
}

fn signed(course: Course, factor: i64) -> Option<Course> {
    match factor {
        0 => Some(Same),
        factor if factor > 0 => Some(course),
        _ => Some(course.reversed()),
    }
}

/// Most parts of an expression into which another is put.
const LARGEST: usize = 4096;

/// Another expression in place of a name, where that does not grow too large.
fn replaced(expression: &Expression, name: &str, value: &Expression) -> Option<Expression> {
    let mut room = LARGEST;
    put(expression, name, value, &mut room)
}

fn put(
    expression: &Expression,
    name: &str,
    value: &Expression,
    room: &mut usize,
) -> Option<Expression> {
    *room = room.checked_sub(1)?;
    let kind = match &expression.kind {
        Kind::Name(own) if own == name => {
            *room = room.checked_sub(size(value))?;
            return Some(value.clone());
        }
        Kind::Number(_) | Kind::Name(_) => expression.kind.clone(),
        Kind::Negate(part) => Kind::Negate(Box::new(put(part, name, value, room)?)),
        Kind::Not(part) => Kind::Not(Box::new(put(part, name, value, room)?)),
        Kind::Binary(operator, pair) => {
            let left = put(&pair[0], name, value, room)?;
            let right = put(&pair[1], name, value, room)?;
            Kind::Binary(*operator, Box::new([left, right]))
        }
        Kind::Compare(first, rest) => {
            let first = put(first, name, value, room)?;
            let mut all = Vec::with_capacity(rest.len());
            for (comparison, part) in rest {
                all.push((*comparison, put(part, name, value, room)?));
            }
            Kind::Compare(Box::new(first), all)
        }
        Kind::Call(function, parts) => {
            let mut all = Vec::with_capacity(parts.len());
            for part in parts {
                all.push(put(part, name, value, room)?);
            }
            Kind::Call(*function, all)
        }
        // There are none in what functions were replaced in.
        Kind::Apply(..) | Kind::Fold(_) => return None,
        Kind::Index(array, place) => {
            Kind::Index(array.clone(), Box::new(put(place, name, value, room)?))
        }
    };
    Some(made(kind))
}

fn size(expression: &Expression) -> usize {
    1 + match &expression.kind {
        Kind::Number(_) | Kind::Name(_) => 0,
        Kind::Negate(part) | Kind::Not(part) | Kind::Index(_, part) => size(part),
        Kind::Binary(_, pair) => size(&pair[0]) + size(&pair[1]),
        Kind::Compare(first, rest) => {
            size(first) + rest.iter().map(|(_, part)| size(part)).sum::<usize>()
        }
        Kind::Call(_, parts) | Kind::Apply(_, parts) => parts.iter().map(size).sum(),
        Kind::Fold(folding) => folding.parts().into_iter().map(size).sum(),
    }
}
