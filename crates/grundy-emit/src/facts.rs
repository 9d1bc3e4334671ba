//! What is plain from the form of expressions: that a number is never negative, or never above another.
//!
//! Checks that always hold are then left out of a program, and division needs no care for signs. All of it errs to one side:
//! what is told is right.

use std::cell::Cell;

use grundy::rule::syntax::{Domain, Expression, Function, Item, Kind, Numbers, Operator};

use crate::gathering::is_natural_by_itself;

/// What is known of a name.
#[derive(Clone, Debug, Default)]
pub(crate) struct Known {
    pub(crate) name: String,
    /// A number that it is never below.
    pub(crate) least: Option<i64>,
    /// A number that it is never above.
    pub(crate) most: Option<Expression>,
    /// The number that it stands for.
    pub(crate) equals: Option<Expression>,
    /// A number that a case gives: a rule whose ranges end by it is wrong where it is 0.
    pub(crate) given: bool,
}

/// What is known at a place of a rule.
#[derive(Clone, Debug, Default)]
pub(crate) struct Facts {
    known: Vec<Known>,
    /// Expressions that were seen not to be negative.
    natural: Vec<Expression>,
}

/// How many parts are looked at before a question is given up.
const EFFORT: u32 = 2000;

impl Facts {
    pub(crate) fn add(&mut self, known: Known) {
        self.known.push(known);
    }

    /// From here on the expression is not negative.
    pub(crate) fn add_natural(&mut self, expression: &Expression) {
        self.natural.push(expression.clone());
    }

    fn of(&self, name: &str) -> Option<&Known> {
        self.known.iter().rev().find(|known| known.name == name)
    }

    /// A number that what is so named is never below.
    pub(crate) fn least_of(&self, name: &str) -> Option<i64> {
        self.of(name)?.least
    }

    /// What is known of a number that runs through a domain.
    pub(crate) fn running(&self, name: &str, domain: &Domain) -> Known {
        let (least, most) = match domain {
            Domain::Range { from, to } => (self.least(from), to.as_ref().map(|(to, _)| to.clone())),
            Domain::Set(elements) => {
                let all: Option<Vec<i64>> = elements.iter().map(|it| self.least(it)).collect();
                (all.and_then(|all| all.into_iter().min()), None)
            }
            Domain::Array(array) => (self.of(&array.text).and_then(|known| known.least), None),
            Domain::Numbers(numbers, of) => {
                let least = match numbers {
                    Numbers::Divisors | Numbers::Submasks => 1,
                    Numbers::Primes | Numbers::PrimeFactors => 2,
                };
                (Some(least), Some(of.clone()))
            }
        };
        Known {
            name: name.to_owned(),
            least,
            most,
            ..Known::default()
        }
    }

    /// Whether the number is never negative.
    pub(crate) fn is_natural(&self, expression: &Expression) -> bool {
        self.natural_within(expression, &Cell::new(EFFORT))
    }

    /// Whether the first number is never above the second.
    pub(crate) fn is_at_most(&self, expression: &Expression, bound: &Expression) -> bool {
        self.at_most_within(expression, bound, &Cell::new(EFFORT))
    }

    /// Whether the number is above 0 wherever the rule is right.
    pub(crate) fn is_positive(&self, expression: &Expression) -> bool {
        let given = match &expression.kind {
            Kind::Name(name) => self.of(name).is_some_and(|known| known.given),
            _ => false,
        };
        given || self.least(expression) >= Some(1)
    }

    /// A number that the expression is never below.
    pub(crate) fn least(&self, expression: &Expression) -> Option<i64> {
        self.least_within(expression, &Cell::new(EFFORT))
    }

    fn natural_within(&self, expression: &Expression, effort: &Cell<u32>) -> bool {
        if self.natural.contains(expression) || self.least_within(expression, effort) >= Some(0) {
            return true;
        }
        match &expression.kind {
            Kind::Binary(Operator::Subtract, pair) => {
                // (a-b)-c is not negative where c is at most a-b.
                self.at_most_within(&pair[1], &pair[0], effort)
            }
            Kind::Name(name) => match self.of(name).and_then(|known| known.equals.as_ref()) {
                Some(equals) if spend(effort) => self.natural_within(equals, effort),
                _ => false,
            },
            _ => false,
        }
    }

    fn least_within(&self, expression: &Expression, effort: &Cell<u32>) -> Option<i64> {
        if !spend(effort) {
            return None;
        }
        let of = |part: &Expression| self.least_within(part, effort);
        match &expression.kind {
            Kind::Number(number) => Some(*number),
            Kind::Name(name) => {
                let known = self.of(name)?;
                known.least.or_else(|| of(known.equals.as_ref()?))
            }
            Kind::Index(name, _) => self.of(&name.text)?.least,
            Kind::Binary(operator, pair) => {
                let [left, right] = &**pair;
                match operator {
                    Operator::Add => of(left)?.checked_add(of(right)?),
                    Operator::Subtract => match right.kind {
                        Kind::Number(number) => of(left)?.checked_sub(number),
                        _ => None,
                    },
                    Operator::Multiply => {
                        let (a, b) = (of(left)?, of(right)?);
                        (a >= 0 && b >= 0).then(|| a.saturating_mul(b))
                    }
                    Operator::Divide => (of(left)? >= 0 && of(right)? >= 0).then_some(0),
                    Operator::Remainder => (of(right)? >= 0).then_some(0),
                    Operator::Power => {
                        let (a, b) = (of(left)?, of(right)?);
                        (a >= 0 && b >= 0).then(|| a.min(1))
                    }
                    Operator::BitAnd => (of(left).max(of(right))? >= 0).then_some(0),
                    Operator::Xor | Operator::BitOr => {
                        (of(left)?.min(of(right)?) >= 0).then_some(0)
                    }
                    Operator::ShiftRight => (of(left)? >= 0).then_some(0),
                    Operator::ShiftLeft => of(left).filter(|&least| least >= 0),
                    Operator::And | Operator::Or => Some(0),
                }
            }
            Kind::Call(Function::Min, parts) => {
                let all: Option<Vec<i64>> = parts.iter().map(of).collect();
                all?.into_iter().min()
            }
            Kind::Call(Function::Max, parts) => parts.iter().filter_map(of).max(),
            Kind::Fold(folding) => {
                if is_natural_by_itself(folding.fold) {
                    return Some(0);
                }
                let mut within = self.clone();
                for item in &folding.items {
                    match item {
                        Item::In(name, domain) => within.add(within.running(&name.text, domain)),
                        Item::Let(name, value) => within.add(Known {
                            name: name.text.clone(),
                            least: within.least_within(value, effort),
                            ..Known::default()
                        }),
                        Item::If(_) => {}
                    }
                }
                let least = within.least_within(&folding.body, effort)?;
                (least >= 0).then_some(0)
            }
            Kind::Apply(..) => None,
            Kind::Call(..) => Some(0),
            Kind::Not(_) | Kind::Compare(..) => Some(0),
            Kind::Negate(_) => None,
        }
    }

    fn at_most_within(
        &self,
        expression: &Expression,
        bound: &Expression,
        effort: &Cell<u32>,
    ) -> bool {
        if !spend(effort) {
            return false;
        }
        if expression == bound {
            return true;
        }
        let at_most = |part: &Expression| self.at_most_within(part, bound, effort);
        let natural = |part: &Expression| self.natural_within(part, effort);
        match &expression.kind {
            Kind::Number(number) => self.least_within(bound, effort) >= Some(*number),
            Kind::Name(name) => self.of(name).is_some_and(|known| {
                known.equals.as_ref().is_some_and(at_most)
                    || known.most.as_ref().is_some_and(at_most)
            }),
            Kind::Binary(operator, pair) => {
                let [left, right] = &**pair;
                match operator {
                    Operator::Subtract => natural(right) && at_most(left),
                    // What is negative stays so, and the bound is not.
                    Operator::Divide => {
                        self.least_within(right, effort) >= Some(1)
                            && natural(bound)
                            && at_most(left)
                    }
                    Operator::Remainder => {
                        self.least_within(right, effort) >= Some(1)
                            && natural(left)
                            && at_most(left)
                    }
                    Operator::ShiftRight => natural(bound) && at_most(left),
                    _ => false,
                }
            }
            Kind::Call(Function::Min, parts) => parts.iter().any(at_most),
            Kind::Call(Function::Max, parts) => parts.iter().all(at_most),
            // None of these is above the number itself.
            Kind::Call(Function::Sqrt | Function::Popcount | Function::BitLength, parts) => {
                parts.iter().all(|part| natural(part) && at_most(part))
            }
            _ => false,
        }
    }
}

fn spend(effort: &Cell<u32>) -> bool {
    effort.set(effort.get().saturating_sub(1));
    effort.get() > 0
}
