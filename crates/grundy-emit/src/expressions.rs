//! Numbers and conditions of a rule as those of a program.
//!
//! What a language would do otherwise (round towards 0, shift too far, read an array before its beginning) is
//! written out with care where it can happen, and plainly where it cannot.

use grundy::rule::syntax::{Comparison, Expression, Function, Kind, Operator};

use crate::asked::Asked;
use crate::facts::{Facts, Known};
use crate::places::Places;
use crate::tree::{Expr, Native, Op};

/// The names that are bound at a place of the rule, and what is known of them.
#[derive(Clone, Debug, Default)]
pub(crate) struct Scope {
    bound: Vec<(String, Expr)>,
    /// Names that are conditions.
    pub(crate) conditions: Vec<String>,
    /// Arrays that a number may share its name with.
    arrays: Vec<(String, Expr)>,
    pub(crate) facts: Facts,
    /// In rules on lists.
    pub(crate) list: Option<Entries>,
    /// Arrays of which the program can go through the places of a number.
    pub(crate) places: Vec<Places>,
    /// The functions that expressions ask.
    pub(crate) asked: Asked,
}

/// The list of a rule on lists: what stands beyond either end of it is not there.
#[derive(Clone, Debug)]
pub(crate) struct Entries {
    /// Its name in the rule.
    pub(crate) name: String,
    /// Its last place.
    pub(crate) last: Expression,
    /// Places that are known to be there.
    pub(crate) there: Vec<Expression>,
}

/// In rules on lists, `count[x]` is how many entries are x.
pub(crate) const COUNT: &str = "count";

impl Scope {
    /// Without names; what expressions ask becomes functions of these.
    pub(crate) fn new(asked: Asked) -> Scope {
        Scope {
            asked,
            ..Scope::default()
        }
    }

    /// From here on the name stands for that.
    pub(crate) fn bind(&mut self, known: Known, written: Expr) {
        self.bound.push((known.name.clone(), written));
        self.facts.add(known);
    }

    /// From here on the name stands for that condition.
    pub(crate) fn bind_condition(&mut self, known: Known, written: Expr) {
        self.conditions.push(known.name.clone());
        self.bind(known, written);
    }

    /// From here on the name stands for that array where an array is meant.
    pub(crate) fn bind_array(&mut self, known: Known, written: Expr) {
        self.arrays.push((known.name.clone(), written));
        self.facts.add(Known {
            name: format!("len({})", known.name),
            least: Some(0),
            ..Known::default()
        });
        self.facts.add(known);
    }

    /// What an array is written as.
    pub(crate) fn array(&self, name: &str) -> Expr {
        let found = self.arrays.iter().find(|(bound, _)| bound == name);
        found.map_or_else(|| self.named(name), |(_, written)| written.clone())
    }

    /// What a name is written as.
    pub(crate) fn named(&self, name: &str) -> Expr {
        let found = self.bound.iter().rev().find(|(bound, _)| bound == name);
        if let Some((_, written)) = found {
            return written.clone();
        }
        let list = name
            .strip_prefix("len(")
            .and_then(|name| name.strip_suffix(')'));
        let list = self.arrays.iter().find(|(bound, _)| Some(&**bound) == list);
        list.map_or(Expr::Number(0), |(_, list)| Expr::length(list.clone()))
    }

    /// Whether something is bound to this name.
    pub(crate) fn binds(&self, name: &str) -> bool {
        self.bound.iter().any(|(bound, _)| bound == name)
    }

    /// Whether anything is bound.
    pub(crate) fn has_names(&self) -> bool {
        !self.bound.is_empty()
    }

    /// The numbers that are bound.
    pub(crate) fn numbers(&self) -> Vec<String> {
        self.bound.iter().map(|(name, _)| name.clone()).collect()
    }

    /// The number; a condition counts as 1 where it holds and as 0 where it does not.
    pub(crate) fn number(&self, expression: &Expression) -> Expr {
        let translated = self.translate(expression);
        match self.is_condition(expression) {
            true => Expr::Call("holds".into(), vec![translated]),
            false => translated,
        }
    }

    /// Whether it holds or does not, rather than being a number.
    fn is_condition(&self, expression: &Expression) -> bool {
        match &expression.kind {
            Kind::Not(_) | Kind::Compare(..) => true,
            Kind::Binary(operator, _) => operator.joins_conditions(),
            Kind::Name(name) => self.conditions.contains(name),
            Kind::Fold(folding) => folding.fold.is_condition(),
            Kind::Call(function, _) => function.is_condition(),
            _ => false,
        }
    }

    /// The number or the condition.
    pub(crate) fn translate(&self, expression: &Expression) -> Expr {
        match &expression.kind {
            Kind::Number(number) => Expr::Number(*number),
            Kind::Name(name) => self.named(name),
            Kind::Negate(part) => folded(Op::Subtract, Expr::Number(0), self.number(part)),
            Kind::Not(part) => Expr::Not(Box::new(self.translate(part))),
            Kind::Binary(operator, pair) => self.binary(*operator, &pair[0], &pair[1]),
            Kind::Compare(first, rest) => {
                let mut left = self.number(first);
                let mut all = Expr::Flag(true);
                for (comparison, right) in rest {
                    let right = self.number(right);
                    let one = Expr::binary(compared(*comparison), left, right.clone());
                    all = Expr::and(all, one);
                    left = right;
                }
                all
            }
            Kind::Call(function, parts) => self.call(*function, parts),
            Kind::Fold(folding) => self.fold(folding),
            // There are none in what functions were replaced in.
            Kind::Apply(..) => Expr::Number(0),
            Kind::Index(name, of) if name.text == COUNT && self.list.is_some() => {
                let list = self.list.as_ref().map_or("", |list| &list.name);
                Expr::Call("count_of".into(), vec![self.named(list), self.number(of)])
            }
            Kind::Index(name, place) => Expr::element(self.array(&name.text), self.number(place)),
        }
    }

    fn binary(&self, operator: Operator, first: &Expression, second: &Expression) -> Expr {
        let (left, right) = match operator.joins_conditions() {
            true => (self.translate(first), self.translate(second)),
            false => (self.number(first), self.number(second)),
        };
        let plain = || self.facts.is_natural(first) && self.facts.is_natural(second);
        let op = match operator {
            Operator::Or => Op::Or,
            Operator::And => Op::And,
            Operator::BitOr => Op::BitOr,
            Operator::Xor => Op::Xor,
            Operator::BitAnd => Op::BitAnd,
            Operator::Add => Op::Add,
            Operator::Subtract => Op::Subtract,
            Operator::Multiply => Op::Multiply,
            Operator::Divide if plain() => Op::PlainDivide,
            Operator::Divide => Op::Divide,
            Operator::Remainder if plain() => Op::PlainRemainder,
            Operator::Remainder => Op::Remainder,
            Operator::ShiftLeft => Op::ShiftLeft,
            Operator::ShiftRight => {
                let by = match right {
                    Expr::Number(by) => Expr::Number(by.min(63)),
                    by => Expr::Native(Native::Min, vec![by, Expr::Number(63)]),
                };
                return Expr::binary(Op::ShiftRight, left, by);
            }
            Operator::Power => return power(left, right),
        };
        folded(op, left, right)
    }

    fn call(&self, function: Function, parts: &[Expression]) -> Expr {
        let all: Vec<Expr> = parts.iter().map(|part| self.number(part)).collect();
        let native = |native: Native| Expr::Native(native, all.clone());
        match function {
            Function::Min => native(Native::Min),
            Function::Max => native(Native::Max),
            Function::Abs => native(Native::Abs),
            Function::Popcount => native(Native::Popcount),
            Function::BitLength => native(Native::BitLength),
            Function::Gcd => Expr::Call("gcd".into(), all),
            Function::Sqrt => Expr::Call("isqrt".into(), all),
            Function::DigitSum => {
                let mut all = all;
                all.resize(2, Expr::Number(10));
                Expr::Call("digit_sum".into(), all)
            }
            Function::Valuation => Expr::Call("valuation".into(), all),
            Function::Log => Expr::Call("floor_log".into(), all),
            Function::IsPrime => Expr::Call("is_prime".into(), all),
            Function::Omega => Expr::length(Expr::Call("prime_factors".into(), all)),
            Function::BigOmega => Expr::Call("big_omega".into(), all),
            Function::NumDiv => Expr::length(Expr::Call("divisors".into(), all)),
            Function::Zeckendorf => {
                let mut all = all;
                all.resize(2, Expr::Number(2));
                Expr::Call("smallest_part".into(), all)
            }
        }
    }

    /// The condition that the expression has a number: that no array is read before its beginning, and nothing divided by 0. What is not looked
    /// at, behind `and` and `or`, does not count.
    pub(crate) fn present(&self, expression: &Expression) -> Expr {
        let all = |parts: &[Expression]| {
            let parts = parts.iter().map(|part| self.present(part));
            parts.fold(Expr::Flag(true), Expr::and)
        };
        match &expression.kind {
            // The function leaves out what is not there.
            Kind::Number(_) | Kind::Name(_) | Kind::Fold(_) => Expr::Flag(true),
            Kind::Negate(part) | Kind::Not(part) => self.present(part),
            Kind::Binary(operator, pair) if operator.joins_conditions() => {
                let right = self.present(&pair[1]);
                if right == Expr::Flag(true) {
                    return self.present(&pair[0]);
                }
                let left = self.translate(&pair[0]);
                let skips = match operator {
                    Operator::And => Expr::Not(Box::new(left)),
                    _ => left,
                };
                let right = Expr::binary(Op::Or, skips, right);
                Expr::and(self.present(&pair[0]), right)
            }
            Kind::Binary(Operator::Divide | Operator::Remainder, pair) => {
                let present = all(&**pair);
                if self.facts.least(&pair[1]).is_some_and(|least| least > 0) {
                    return present;
                }
                // A table may hold positions that no input asks for and that the rule cannot evaluate.
                match self.number(&pair[1]) {
                    Expr::Number(number) if number != 0 => present,
                    divisor => {
                        let some = Expr::binary(Op::Unequal, divisor, Expr::Number(0));
                        Expr::and(present, some)
                    }
                }
            }
            Kind::Binary(_, pair) => all(&**pair),
            Kind::Compare(first, rest) => {
                // A chain ends where it first fails, as conditions joined by `and` do.
                let mut present = self.present(first);
                let mut left = self.number(first);
                let mut before = Expr::Flag(true);
                for (comparison, right) in rest {
                    let there = self.present(right);
                    if there != Expr::Flag(true) {
                        let needed = match &before {
                            Expr::Flag(true) => there,
                            before => {
                                let skips = Expr::Not(Box::new(before.clone()));
                                Expr::binary(Op::Or, skips, there)
                            }
                        };
                        present = Expr::and(present, needed);
                    }
                    let right = self.number(right);
                    let one = Expr::binary(compared(*comparison), left, right.clone());
                    before = Expr::and(before, one);
                    left = right;
                }
                present
            }
            Kind::Call(_, parts) | Kind::Apply(_, parts) => all(parts),
            Kind::Index(name, place) => {
                let present = self.present(place);
                if let Some(list) = &self.list {
                    if name.text == COUNT {
                        return present;
                    }
                    if name.text == list.name {
                        return Expr::and(present, self.is_place(place, list));
                    }
                }
                if self.facts.is_natural(place) {
                    return present;
                }
                let begun = Expr::binary(Op::AtLeast, self.number(place), Expr::Number(0));
                Expr::and(present, begun)
            }
        }
    }

    /// The condition that a place is one of the list.
    pub(crate) fn is_place(&self, place: &Expression, list: &Entries) -> Expr {
        if list.there.contains(place) {
            return Expr::Flag(true);
        }
        let mut there = Expr::Flag(true);
        if !self.facts.is_natural(place) {
            there = Expr::binary(Op::AtLeast, self.number(place), Expr::Number(0));
        }
        if !self.facts.is_at_most(place, &list.last) {
            let length = Expr::length(self.named(&list.name));
            let below = Expr::binary(Op::Less, self.number(place), length);
            there = Expr::and(there, below);
        }
        there
    }

    /// The condition that a guard has a number and holds.
    pub(crate) fn holds(&self, guard: &Expression) -> Expr {
        if let Kind::Binary(operator, pair) = &guard.kind
            && operator.joins_conditions()
            && self.present(&pair[0]) == Expr::Flag(true)
        {
            let (left, right) = (self.holds(&pair[0]), self.holds(&pair[1]));
            return match operator {
                Operator::And => Expr::and(left, right),
                _ => Expr::binary(Op::Or, left, right),
            };
        }
        Expr::and(self.present(guard), self.translate(guard))
    }

    /// The condition that the expression has a number that is not negative.
    pub(crate) fn inside(&self, expression: &Expression) -> Expr {
        let present = self.present(expression);
        if self.facts.is_natural(expression) {
            return present;
        }
        let inside = Expr::binary(Op::AtLeast, self.translate(expression), Expr::Number(0));
        Expr::and(present, inside)
    }
}

pub(crate) fn compared(comparison: Comparison) -> Op {
    match comparison {
        Comparison::Equal => Op::Equal,
        Comparison::Unequal => Op::Unequal,
        Comparison::Less => Op::Less,
        Comparison::AtMost => Op::AtMost,
        Comparison::Greater => Op::Greater,
        Comparison::AtLeast => Op::AtLeast,
    }
}

/// The operation, done at once where both numbers are written out: in the programs it could overflow a narrower type.
pub(crate) fn folded(op: Op, left: Expr, right: Expr) -> Expr {
    if let (Expr::Number(a), Expr::Number(b)) = (&left, &right) {
        let (a, b) = (*a, *b);
        let number = match op {
            Op::Equal => return Expr::Flag(a == b),
            Op::Unequal => return Expr::Flag(a != b),
            Op::Less => return Expr::Flag(a < b),
            Op::AtMost => return Expr::Flag(a <= b),
            Op::Greater => return Expr::Flag(a > b),
            Op::AtLeast => return Expr::Flag(a >= b),
            Op::Add => a.checked_add(b),
            Op::Subtract => a.checked_sub(b),
            Op::Multiply => a.checked_mul(b),
            Op::PlainDivide => a.checked_div(b),
            Op::PlainRemainder => a.checked_rem(b),
            Op::BitAnd => Some(a & b),
            Op::BitOr => Some(a | b),
            Op::Xor => Some(a ^ b),
            _ => None,
        };
        if let Some(number) = number {
            return Expr::Number(number);
        }
    }
    Expr::binary(op, left, right)
}

fn power(base: Expr, exponent: Expr) -> Expr {
    match (&base, &exponent) {
        (Expr::Number(a), Expr::Number(b)) => {
            let number = u32::try_from(*b).ok().and_then(|b| a.checked_pow(b));
            if let Some(number) = number {
                return Expr::Number(number);
            }
        }
        (Expr::Number(2), _) => return Expr::binary(Op::ShiftLeft, Expr::Number(1), exponent),
        (Expr::Local(_) | Expr::Global(_), Expr::Number(2)) => {
            return Expr::binary(Op::Multiply, base.clone(), base);
        }
        _ => {}
    }
    Expr::Call("power".into(), vec![base, exponent])
}
