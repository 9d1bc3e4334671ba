//! Rules that look the same everywhere, a block of numbers away: a pattern of remainders is proved by the first blocks.
//!
//! Let every move change each number by no more than A, whichever numbers they are, and let what moves there are depend on nothing but
//! remainders modulo p and on whether a number is below T. A formula that repeats with the period p in each number, and tells the values
//! of all positions below T + A + p + A, then tells them everywhere, whatever p is a multiple of: a position with a number n ≥ T + A + p
//! has the same moves as that with n − p, to positions of which the formula tells the same, so the formula is the mex of what it tells of
//! the options there too; and where every play ends only the values are that (induction along play).

use std::collections::HashSet;

use super::super::data::Data;
use super::super::finding::{Form, Subject};
use super::super::remainders::{lcm, period};
use crate::message;
use crate::rule::syntax::{Body, Coordinate, Domain, Expression, Item, Kind, Operator};
use crate::rule::{Formula, Rule};
use crate::text::Message;

/// What the form of a rule tells of its moves.
struct Moves {
    /// By so much a number changes at most.
    step: u64,
    /// From this on only remainders matter.
    from: u64,
    /// Modulo what.
    period: u64,
}

/// Why a formula holds of all positions that holds of those of a box; none where this says nothing of it.
pub(crate) fn follows(rule: &Rule, data: &Data, subject: Subject, form: &Form) -> Option<Message> {
    let Form::Formula {
        expression,
        exceptions,
    } = form
    else {
        return None;
    };
    if !exceptions.is_empty()
        || !rule.measure().is_known()
        || subject == Subject::Losing && sums(rule)
    {
        return None;
    }
    let names: Vec<&str> = data.names.iter().map(String::as_str).collect();
    let formula = Formula::parse(expression, &names).ok()?;
    let moves = moves(rule)?;
    let all = lcm(period(formula.expression())?, moves.period)?;
    let needed = moves.from + 2 * moves.step + all;
    let enough = data.first.is_empty() && data.checked() >= needed;
    enough.then(|| {
        message!(
            "a move changes each number by at most {step}, and from {from} on the available moves depend only on remainders modulo {period}: so what holds below {needed} holds for all numbers, by induction",
            "每步使各数的改变不超过 {step}，且自 {from} 起有哪些走法只取决于模 {period} 的余数：故对小于 {needed} 的数成立即对一切数成立（归纳）",
            step = moves.step,
            period = all,
            from = moves.from,
            needed = needed
        )
    })
}

/// Whether a move may lead to a sum of positions: who loses it is not told by who loses them.
fn sums(rule: &Rule) -> bool {
    let bodies = rule.syntax().clauses.iter().map(|clause| &clause.body);
    bodies.into_iter().any(|body| match body {
        Body::Options(sums) => sums.iter().any(|sum| sum.len() != 1),
        Body::Value(_) => true,
    })
}

fn moves(rule: &Rule) -> Option<Moves> {
    let mut told = Moves {
        step: 0,
        from: 0,
        period: 1,
    };
    for clause in &rule.syntax().clauses {
        let mut names = Vec::new();
        for coordinate in &clause.pattern.coordinates {
            names.push(match coordinate {
                Coordinate::Name(name) => name.text.as_str(),
                Coordinate::Any => "",
                Coordinate::Number(_) => return None,
            });
        }
        let distinct: HashSet<&&str> = names.iter().filter(|name| !name.is_empty()).collect();
        if distinct.len() != names.iter().filter(|name| !name.is_empty()).count() {
            return None;
        }
        // Names bound behind `for`, and the largest number that each may be.
        let mut bound: Vec<(&str, u64)> = Vec::new();
        for item in &clause.tail {
            match item {
                Item::In(name, domain) => bound.push((&name.text, largest(domain)?)),
                Item::Let(..) => return None,
                Item::If(condition) => {
                    let (from, by) = guard(condition, &names)?;
                    told.from = told.from.max(from);
                    told.period = lcm(told.period, by)?;
                }
            }
        }
        let Body::Options(sums) = &clause.body else {
            return None;
        };
        for term in sums.iter().flatten() {
            for (place, expression) in term.coordinates.iter().enumerate() {
                let step = change(expression, names.get(place)?, &bound)?;
                told.step = told.step.max(step);
            }
        }
    }
    Some(told)
}

/// The largest number of a generator whose numbers are written out.
fn largest(domain: &Domain) -> Option<u64> {
    let number = |expression: &Expression| match expression.kind {
        Kind::Number(number) => u64::try_from(number)
            .ok()
            .filter(|&number| number <= LARGEST),
        _ => None,
    };
    match domain {
        Domain::Range {
            from,
            to: Some((to, _)),
        } => Some(number(from)?.max(number(to)?)),
        Domain::Set(all) => {
            let all: Option<Vec<u64>> = all.iter().map(number).collect();
            all?.into_iter().max()
        }
        _ => None,
    }
}

/// Largest constant that is looked at.
const LARGEST: u64 = 1 << 16;

/// By how much a coordinate changes at most: it is its own name, and a number or a bound name is added or taken away.
fn change(expression: &Expression, name: &str, bound: &[(&str, u64)]) -> Option<u64> {
    match &expression.kind {
        Kind::Name(own) if own == name && !bound.iter().any(|(known, _)| known == own) => Some(0),
        Kind::Binary(Operator::Add | Operator::Subtract, pair) => {
            let by = match &pair[1].kind {
                Kind::Number(by) => u64::try_from(*by).ok().filter(|&by| by <= LARGEST)?,
                Kind::Name(by) => bound.iter().find(|(known, _)| known == by)?.1,
                _ => return None,
            };
            change(&pair[0], name, bound)?.checked_add(by)
        }
        _ => None,
    }
}

/// From which number on a condition depends on remainders only, and modulo what.
fn guard(condition: &Expression, names: &[&str]) -> Option<(u64, u64)> {
    if let Some(by) = period(condition) {
        return Some((0, by));
    }
    match &condition.kind {
        Kind::Binary(Operator::And | Operator::Or, pair) => {
            let (one, other) = (guard(&pair[0], names)?, guard(&pair[1], names)?);
            Some((one.0.max(other.0), lcm(one.1, other.1)?))
        }
        Kind::Not(part) => guard(part, names),
        Kind::Compare(first, rest) => match (&first.kind, &rest[..]) {
            (Kind::Name(name), [(_, last)]) if names.contains(&name.as_str()) => match last.kind {
                Kind::Number(number) => {
                    let number = u64::try_from(number).ok().filter(|&it| it <= LARGEST)?;
                    Some((number + 1, 1))
                }
                _ => None,
            },
            _ => None,
        },
        _ => None,
    }
}
