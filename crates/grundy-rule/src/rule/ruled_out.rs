//! Rules in which one coordinate only says which of the moves are left: `(n,q) -> (n-k,k) for k in 1..=n if k != q`, or `for k in 1..=2*q`.
//!
//! All other conditions and what a move leads to do not speak of that coordinate. Then the same moves win at all positions that differ in it
//! alone, but for those that it rules out: where it forbids one number, a position is lost just if no other number wins; where it is a bound,
//! just if the least number that wins, or the greatest, lies beyond it (as in A. J. Schwenk's *Take-away games*, 1970). So one number for the
//! other coordinates decides all these positions.
//!
//! ```
//! use grundy::rule::{Rule, RuledOut};
//! let rule = Rule::parse("(n,q) -> (n-k,k) for k in 1..=n if k != q").unwrap();
//! let found = RuledOut::of(rule.expanded(), &[vec![]]).unwrap();
//! assert_eq!((found.place, found.opened.to_string().as_str()), (1, "(n,q) -> (n-k,k) for k in 1..=n"));
//! ```

use crate::rule::syntax::{
    Body, Clause, Comparison, Coordinate, Domain, Expression, Function as Of, Item, Kind, Operator,
    Pattern, Span, Syntax,
};
use crate::rule::{Given, Measure, Rule};

/// What the coordinate rules out: of a number that each move has, one value, or those beyond a bound.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum How {
    /// The number is not this.
    Forbids,
    /// The number is at most this, or below it.
    AtMost {
        /// Whether it may be this.
        included: bool,
    },
    /// The number is at least this, or above it.
    AtLeast {
        /// Whether it may be this.
        included: bool,
    },
}

/// The rule without what the coordinate rules out.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct RuledOut {
    /// The place of the coordinate.
    pub place: usize,
    /// What it rules out.
    pub how: How,
    /// The rule with the conditions on the coordinate left out.
    pub opened: Syntax,
    /// By clause, the number of a move that the coordinate is compared with; none where it rules out nothing.
    pub numbers: Vec<Option<Expression>>,
    /// What the number is compared with.
    pub with: Expression,
    /// The clause whose names that uses.
    pub of: usize,
}

/// Calls on every name in an expression.
fn each_name(of: &Expression, see: &mut dyn FnMut(&str)) {
    match &of.kind {
        Kind::Number(_) => {}
        Kind::Name(name) => see(name),
        Kind::Index(name, part) => {
            see(&name.text);
            each_name(part, see);
        }
        Kind::Negate(part) | Kind::Not(part) => each_name(part, see),
        Kind::Binary(_, pair) => pair.iter().for_each(|part| each_name(part, see)),
        Kind::Compare(first, rest) => {
            each_name(first, see);
            rest.iter().for_each(|(_, part)| each_name(part, see));
        }
        Kind::Call(_, parts) | Kind::Apply(_, parts) => {
            parts.iter().for_each(|part| each_name(part, see));
        }
        Kind::Fold(folding) => {
            folding
                .parts()
                .into_iter()
                .for_each(|part| each_name(part, see));
        }
    }
}

fn mentions(of: &Expression, names: &[&str]) -> bool {
    let mut found = false;
    each_name(of, &mut |name| found |= names.contains(&name));
    found
}

fn expression(kind: Kind) -> Expression {
    Expression {
        kind,
        span: Span::default(),
    }
}

fn conjuncts<'e>(guard: &'e Expression, all: &mut Vec<&'e Expression>) {
    match &guard.kind {
        Kind::Binary(Operator::And, pair) => pair.iter().for_each(|part| conjuncts(part, all)),
        _ => all.push(guard),
    }
}

/// Of an end that is the least, or the greatest, of several numbers, those that do not speak of a name, and the one that does.
fn parted(end: &Expression, function: Of, name: &str) -> Option<(Vec<Expression>, Expression)> {
    let Kind::Call(own, parts) = &end.kind else {
        return Some((Vec::new(), end.clone()));
    };
    if *own != function {
        return Some((Vec::new(), end.clone()));
    }
    let (with, without): (Vec<_>, Vec<_>) = parts
        .iter()
        .cloned()
        .partition(|part| mentions(part, &[name]));
    match <[Expression; 1]>::try_from(with) {
        Ok([with]) => Some((without, with)),
        Err(_) => None,
    }
}

/// Whether a number is plainly never below 0: made of coordinates and numbers by sums, products, the least and the greatest of them.
fn is_natural(of: &Expression, pattern: &Pattern) -> bool {
    let is = |part: &Expression| is_natural(part, pattern);
    match &of.kind {
        Kind::Number(number) => *number >= 0,
        Kind::Name(name) => pattern
            .coordinates
            .iter()
            .any(|coordinate| matches!(coordinate, Coordinate::Name(own) if own.text == *name)),
        Kind::Binary(Operator::Add | Operator::Multiply, pair) => pair.iter().all(is),
        Kind::Call(Of::Min | Of::Max, parts) => parts.iter().all(is),
        _ => false,
    }
}

/// Whether an expression may have no number for some numbers: it reads an array, divides by what may be 0, or grows beyond all bounds.
fn may_fail(of: &Expression) -> bool {
    match &of.kind {
        Kind::Number(_) | Kind::Name(_) => false,
        Kind::Negate(part) | Kind::Not(part) => may_fail(part),
        Kind::Binary(operator, pair) => {
            let is_number = matches!(pair[1].kind, Kind::Number(1..=32));
            let is_divisor = matches!(pair[1].kind, Kind::Number(1..));
            let fails = match operator {
                Operator::Divide | Operator::Remainder => !is_divisor,
                Operator::Power | Operator::ShiftLeft | Operator::ShiftRight => !is_number,
                _ => false,
            };
            fails || pair.iter().any(may_fail)
        }
        Kind::Compare(first, rest) => {
            may_fail(first) || rest.iter().any(|(_, part)| may_fail(part))
        }
        Kind::Call(Of::Min | Of::Max, parts) => parts.iter().any(may_fail),
        Kind::Call(..) | Kind::Index(..) | Kind::Apply(..) | Kind::Fold(_) => true,
    }
}

/// One end out of several.
fn joined(mut ends: Vec<Expression>, function: Of) -> Option<Expression> {
    match ends.len() {
        0 | 1 => ends.pop(),
        _ => Some(expression(Kind::Call(function, ends))),
    }
}

/// What a clause rules out: how, the number, and what it is compared with.
type Found = (How, Expression, Expression);

/// The clause without its conditions on a name, and what they say.
fn opened(clause: &Clause, place: usize) -> Option<(Clause, Option<Found>)> {
    let Body::Options(alternatives) = &clause.body else {
        return None;
    };
    let memory = match clause.pattern.coordinates.get(place)? {
        Coordinate::Name(name) => name.text.as_str(),
        Coordinate::Any => return Some((clause.clone(), None)),
        Coordinate::Number(_) => return None,
    };
    let speaks = |of: &Expression| mentions(of, &[memory]);
    let coordinates = || {
        alternatives
            .iter()
            .flatten()
            .flat_map(|term| &term.coordinates)
    };
    let sums = alternatives.iter().any(|sum| sum.len() > 1);
    if sums || coordinates().any(speaks) {
        return None;
    }
    let (mut tail, mut all) = (Vec::new(), Vec::new());
    for item in &clause.tail {
        match item {
            Item::Let(_, of) if speaks(of) => return None,
            Item::If(guard) if speaks(guard) => {
                let mut parts = Vec::new();
                conjuncts(guard, &mut parts);
                for part in parts {
                    match speaks(part) {
                        true => all.push(condition(part, memory)?),
                        false => tail.push(Item::If(part.clone())),
                    }
                }
            }
            Item::In(name, Domain::Range { from, to }) => {
                let number = expression(Kind::Name(name.text.clone()));
                let (mut from, mut to) = (from.clone(), to.clone());
                if speaks(&from) {
                    let (others, with) = parted(&from, Of::Max, memory)?;
                    // Where nothing else says where the numbers begin, it must not be below 0.
                    if others.is_empty() && !is_natural(&with, &clause.pattern) {
                        return None;
                    }
                    from = joined(others, Of::Max).unwrap_or(expression(Kind::Number(0)));
                    all.push((How::AtLeast { included: true }, number.clone(), with));
                }
                if let Some((end, included)) = to.as_ref().filter(|(end, _)| speaks(end)) {
                    let (others, with) = parted(end, Of::Min, memory)?;
                    let rules = How::AtMost {
                        included: *included,
                    };
                    all.push((rules, number, with));
                    to = joined(others, Of::Min).map(|end| (end, *included));
                }
                tail.push(Item::In(name.clone(), Domain::Range { from, to }));
            }
            Item::In(_, domain) => {
                let speaks = match domain {
                    Domain::Set(elements) => elements.iter().any(speaks),
                    Domain::Numbers(_, of) => speaks(of),
                    _ => false,
                };
                if speaks {
                    return None;
                }
                tail.push(item.clone());
            }
            item => tail.push(item.clone()),
        }
    }
    // What the coordinate is compared with is known before a move is chosen, and the number belongs to a move that is told by its option.
    let inner: Vec<&str> = (clause.tail.iter())
        .filter_map(|item| match item {
            Item::In(name, _) | Item::Let(name, _) => Some(name.text.as_str()),
            Item::If(_) => None,
        })
        .collect();
    let told = |name: &str| coordinates().any(|it| mentions(it, &[name]));
    let fits = |(_, number, with): &Found| {
        let mut shown = true;
        each_name(number, &mut |name| {
            shown &= !inner.contains(&name) || told(name);
        });
        shown && !mentions(with, &inner)
    };
    if all.len() > 1 || !all.iter().all(fits) {
        return None;
    }
    // What the coordinate kept from being evaluated must have a number everywhere.
    let of_tail = || {
        tail.iter().flat_map(|item| match item {
            Item::If(of) | Item::Let(_, of) => vec![of],
            Item::In(_, domain) => domain.parts(),
        })
    };
    if !all.is_empty() && of_tail().chain(coordinates()).any(may_fail) {
        return None;
    }
    let clause = Clause {
        tail,
        ..clause.clone()
    };
    Some((clause, all.pop()))
}

/// What a comparison rules out.
fn condition(guard: &Expression, memory: &str) -> Option<Found> {
    let Kind::Compare(first, rest) = &guard.kind else {
        return None;
    };
    let [(comparison, second)] = &rest[..] else {
        return None;
    };
    let first_speaks = mentions(first, &[memory]);
    if first_speaks && mentions(second, &[memory]) {
        return None;
    }
    let (number, with) = match first_speaks {
        true => (second.clone(), (**first).clone()),
        false => ((**first).clone(), second.clone()),
    };
    let rules = match (comparison, first_speaks) {
        (Comparison::Unequal, _) => How::Forbids,
        (Comparison::AtMost, false) | (Comparison::AtLeast, true) => How::AtMost { included: true },
        (Comparison::Less, false) | (Comparison::Greater, true) => How::AtMost { included: false },
        (Comparison::AtLeast, false) | (Comparison::AtMost, true) => {
            How::AtLeast { included: true }
        }
        (Comparison::Greater, false) | (Comparison::Less, true) => How::AtLeast { included: false },
        (Comparison::Equal, _) => return None,
    };
    Some((rules, number, with))
}

impl RuledOut {
    /// The coordinate that only rules out moves, if there is one. `given` are numbers for what cases give, one list after the other.
    pub fn of(syntax: &Syntax, given: &[Vec<(&str, Given)>]) -> Option<RuledOut> {
        let arity = syntax.clauses.first()?.pattern.coordinates.len();
        let mut places = (0..arity).rev().filter(|_| arity > 1);
        places.find_map(|place| RuledOut::at(syntax, place, given))
    }

    fn at(syntax: &Syntax, place: usize, given: &[Vec<(&str, Given)>]) -> Option<RuledOut> {
        let mut clauses = Vec::new();
        let mut numbers = Vec::new();
        let mut known: Option<(How, Expression, usize)> = None;
        for (at, clause) in syntax.clauses.iter().enumerate() {
            let (opened, found) = opened(clause, place)?;
            clauses.push(opened);
            numbers.push(found.as_ref().map(|(_, number, _)| number.clone()));
            let Some((rules, _, with)) = found else {
                continue;
            };
            match &known {
                None => known = Some((rules, with, at)),
                Some((other, what, of)) => {
                    let same = clause.pattern == syntax.clauses[*of].pattern;
                    if *other != rules || *what != with || !same {
                        return None;
                    }
                }
            }
        }
        let (how, with, of) = known?;
        let opened = Syntax {
            clauses,
            definitions: syntax.definitions.clone(),
        };
        // Of the other coordinates alone it is known that play ends.
        let text = opened.to_string();
        let falls = |given: &Vec<(&str, Given)>| {
            let rule = Rule::parse_with(&text, given);
            rule.is_ok_and(|rule| match rule.measure() {
                Measure::Sum(of) | Measure::Lexicographic(of) => !of.contains(&place),
                _ => false,
            })
        };
        given.iter().all(falls).then_some(RuledOut {
            place,
            how,
            opened,
            numbers,
            with,
            of,
        })
    }

    /// Whether moves come in the order of their numbers.
    pub fn is_rising(&self) -> bool {
        let ([clause], [Some(number)]) = (&self.opened.clauses[..], &self.numbers[..]) else {
            return false;
        };
        let mut loops = clause.tail.iter().filter_map(|item| match item {
            Item::In(name, domain) => Some((name, domain)),
            _ => None,
        });
        let (Some((name, Domain::Range { .. })), None) = (loops.next(), loops.next()) else {
            return false;
        };
        let one = matches!(&clause.body, Body::Options(alternatives) if alternatives.len() == 1);
        one && number.kind == Kind::Name(name.text.clone())
    }

    /// Without the entry of the coordinate.
    pub fn others<T: Clone>(&self, all: &[T]) -> Vec<T> {
        let all = all.iter().enumerate();
        all.filter(|(at, _)| *at != self.place)
            .map(|(_, it)| it.clone())
            .collect()
    }
}
