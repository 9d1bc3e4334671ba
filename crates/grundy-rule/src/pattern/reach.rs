//! Whether a rule says of large numbers what it says of small ones, told from its form alone.
//!
//! Sums, differences, constant multiples, remainders by constants and comparisons go on as they began, once the numbers are beyond
//! the constants. A root, a count of digits, a quotient, a divisor or an operation on bits does not: what is seen of them among small
//! numbers may be an accident of their size. So `n -> y for y in 1..=sqrt(n) if y^4 >= n` is worth 0 from 82 to 6723, and another
//! number after that.

use crate::rule::Rule;
use crate::rule::code::Code;
use crate::rule::step::Step;
use crate::rule::syntax::{Function, Operator};

/// How what a rule says depends on the size of numbers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Reach {
    /// As it began.
    Steady,
    /// It changes as numbers grow by such a factor.
    Factor(u64),
    /// It changes as slowly as a root or a logarithm.
    Slow,
}

impl Reach {
    /// The reach of what has parts of these.
    fn with(self, other: Reach) -> Reach {
        match (self, other) {
            (Reach::Slow, _) | (_, Reach::Slow) => Reach::Slow,
            (Reach::Factor(a), Reach::Factor(b)) => Reach::Factor(a.saturating_mul(b)),
            (Reach::Steady, other) => other,
            (own, Reach::Steady) => own,
        }
    }

    /// Whether it shows itself in numbers below a bound: a factor in those up to its square.
    pub(super) fn is_seen_below(self, bound: u64) -> bool {
        match self {
            Reach::Steady => true,
            Reach::Factor(by) => by.saturating_mul(by) <= bound,
            Reach::Slow => false,
        }
    }

    fn most(self, other: Reach) -> Reach {
        match (self, other) {
            (Reach::Factor(a), Reach::Factor(b)) => Reach::Factor(a.max(b)),
            _ => self.with(other),
        }
    }
}

/// The reach of a rule.
pub(super) fn of(rule: &Rule) -> Reach {
    let program = rule.program();
    let mut all = Reach::Steady;
    let mut see = |code: &Code| all = all.most(reach(code));
    for clause in &program.values {
        clause.steps.iter().for_each(|step| codes(step, &mut see));
        see(&clause.value);
    }
    for clause in &program.moves {
        clause.steps.iter().for_each(|step| codes(step, &mut see));
        clause.options.iter().flatten().flatten().for_each(&mut see);
    }
    let steps = program.moves.iter().flat_map(|clause| &clause.steps);
    let divides = steps.clone().any(|step| matches!(step, Step::Numbers(..)));
    if divides {
        all.most(Reach::Factor(2))
    } else {
        all
    }
}

/// Calls on every expression of a step.
fn codes(step: &Step, see: &mut impl FnMut(&Code)) {
    match step {
        Step::Let(_, code) | Step::Guard(code) | Step::Numbers(_, _, code) => see(code),
        Step::Range(_, from, to) => {
            see(from);
            see(to);
        }
        Step::Open(_, from, ends) => {
            see(from);
            ends.iter().for_each(see);
        }
        Step::Set(_, elements) => elements.iter().for_each(see),
        Step::Array(..) => {}
    }
}

fn reach(code: &Code) -> Reach {
    let constant = |code: &Code| code.constant().map(i64::unsigned_abs);
    match code {
        Code::Number(_) | Code::Slot(_) | Code::Length(_) => Reach::Steady,
        Code::Fold(_) => Reach::Slow,
        Code::Not(part) | Code::Element(_, part, _) | Code::Of(_, part) => reach(part),
        Code::Compare(_, pair) => reach(&pair[0]).most(reach(&pair[1])),
        Code::Binary(operator, pair, _) => {
            let own = match (operator, constant(&pair[0]), constant(&pair[1])) {
                (_, Some(_), Some(_)) => Reach::Steady,
                (Operator::Or | Operator::And | Operator::Add | Operator::Subtract, ..)
                | (Operator::Remainder, _, Some(_)) => Reach::Steady,
                (Operator::Multiply, Some(_), _) | (Operator::Multiply, _, Some(_)) => {
                    Reach::Steady
                }
                (Operator::Divide, _, Some(by)) => Reach::Factor(by.max(2)),
                (Operator::ShiftRight, _, Some(by)) => Reach::Factor(1 << by.clamp(1, 63)),
                (Operator::Power, _, Some(0 | 1)) => Reach::Steady,
                (Operator::Power, ..) => Reach::Slow,
                _ => Reach::Factor(2),
            };
            own.with(reach(&pair[0]).most(reach(&pair[1])))
        }
        Code::Call(function, parts, _) => {
            let parts_reach = parts.iter().map(reach).fold(Reach::Steady, Reach::most);
            let own = match function {
                Function::Min | Function::Max | Function::Abs => Reach::Steady,
                Function::Gcd if parts.iter().any(|part| part.constant().is_some()) => {
                    Reach::Steady
                }
                Function::Gcd => Reach::Factor(2),
                // It tells the remainders by powers.
                Function::Valuation => match parts.get(1).and_then(Code::constant) {
                    Some(base) => Reach::Factor(base.unsigned_abs().max(2)),
                    None => Reach::Slow,
                },
                Function::Popcount
                | Function::BitLength
                | Function::Sqrt
                | Function::DigitSum
                | Function::Log
                | Function::Zeckendorf
                | Function::IsPrime
                | Function::Omega
                | Function::BigOmega
                | Function::NumDiv => Reach::Slow,
            };
            own.with(parts_reach)
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_form_tells_the_reach() {
        for (text, expected) in [
            ("n -> n-k for k in {1,3,4}", Reach::Steady),
            ("n -> n-k for k in 1..=4 if (n+k) % 3 != 0", Reach::Steady),
            ("n -> n-1 if gcd(n,6) == 1", Reach::Steady),
            ("n -> n-2*k for k in 1.. if n > 3 and k != 5", Reach::Steady),
            ("(x,y) -> (x-k,y) | (x,y-k) for k in 1..", Reach::Steady),
            ("n -> n-1 | n/2 if n > 0", Reach::Factor(2)),
            ("n -> n/3/4 if n > 0", Reach::Factor(12)),
            ("n -> n >> 3 if n > 0", Reach::Factor(8)),
            ("n -> n-d for d in divisors(n)", Reach::Factor(2)),
            ("n -> n - (n & -n) if n > 0", Reach::Factor(2)),
            ("n -> y for y in 1..=sqrt(n) if y < n", Reach::Slow),
            ("n -> n-2^k for k in 0..", Reach::Slow),
            ("n -> n-1 if bitlen(n) % 2 == 0", Reach::Slow),
            ("n -> n-1 if 5 > digitsum(n)", Reach::Slow),
        ] {
            let rule = Rule::parse(text).unwrap_or_else(|errors| panic!("{text}: {errors}"));
            assert_eq!(of(&rule), expected, "{text}");
        }
    }
}
