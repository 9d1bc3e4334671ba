//! How far one must look before the numbers written in a rule have had their effect.
//!
//! A guard `n != 50000` or `n >> 14 & 1 == 1` changes nothing in a small range. The size of such numbers is estimated from
//! the rule's expressions: products for quotients, powers for shifts and for what is compared with the number of binary digits.

use crate::rule::Rule;
use crate::rule::code::Code;
use crate::rule::step::Step;
use crate::rule::syntax::{Function, Operator};

/// Powers of a generated number are counted up to this: what ends only with the numbers themselves is no limit.
const POWERS: u64 = 1_000_000;

/// What generated numbers come to, by slot.
type Slots = Vec<u64>;

/// An estimate from above of the positions at which a rule still changes because of a number in it; `usize::MAX` where it is huge.
pub(super) fn of(rule: &Rule) -> usize {
    let program = rule.program();
    let mut largest = 0u64;
    for clause in &program.values {
        let mut slots: Slots = vec![1; program.slots];
        for step in &clause.steps {
            largest = largest.max(step_of(step, &mut slots));
        }
        largest = largest.max(size(&clause.value, &slots));
        largest = largest.max(fixed(&clause.fixed));
    }
    for clause in &program.moves {
        let mut slots: Slots = vec![1; program.slots];
        for step in &clause.steps {
            largest = largest.max(step_of(step, &mut slots));
        }
        for code in clause.options.iter().flatten().flatten() {
            largest = largest.max(size(code, &slots));
        }
        largest = largest.max(fixed(&clause.fixed));
    }
    for array in &program.arrays {
        let numbers = array.iter().map(|number| number.unsigned_abs());
        largest = largest
            .max(numbers.max().unwrap_or(0))
            .max(array.len() as u64);
    }
    usize::try_from(largest).unwrap_or(usize::MAX)
}

fn fixed(numbers: &[Option<i64>]) -> u64 {
    let numbers = numbers.iter().flatten().map(|number| number.unsigned_abs());
    numbers.max().unwrap_or(0)
}

fn step_of(step: &Step, slots: &mut Slots) -> u64 {
    let (slot, written, values) = match step {
        Step::Guard(code) => return size(code, slots),
        Step::Let(slot, code) => {
            let size = size(code, slots);
            (*slot, size, size)
        }
        Step::Range(slot, from, to) => {
            let written = size(from, slots).max(size(to, slots));
            let ends = from.constant().zip(to.constant());
            let values = ends.map_or(1, |(from, to)| from.unsigned_abs().max(to.unsigned_abs()));
            (*slot, written, values)
        }
        Step::Open(slot, from, _) => (*slot, size(from, slots), 1),
        Step::Set(slot, elements) => {
            let sizes = elements.iter().map(|element| size(element, slots));
            let largest = sizes.max().unwrap_or(1);
            (*slot, largest, largest)
        }
        Step::Array(slot, _) => (*slot, 1, 1),
        Step::Numbers(slot, _, of) => (*slot, size(of, slots), 1),
    };
    if let Some(place) = slots.get_mut(slot) {
        *place = values.max(1);
    }
    written
}

fn power(base: u64, exponent: u64) -> u64 {
    let exponent = u32::try_from(exponent).unwrap_or(u32::MAX);
    base.max(2).checked_pow(exponent).unwrap_or(u64::MAX)
}

/// The size of the numbers in an expression, at least 1.
fn size(code: &Code, slots: &Slots) -> u64 {
    let of = |code: &Code| size(code, slots);
    match code {
        Code::Number(number) => number.unsigned_abs().max(1),
        Code::Slot(slot) => slots.get(*slot).copied().unwrap_or(1),
        Code::Length(_) => 1,
        Code::Fold(fold) => fold.parts().map(of).max().unwrap_or(1),
        Code::Not(part) => of(part),
        Code::Element(_, part, _) | Code::Of(_, part) => of(part),
        Code::Call(_, parts, _) => {
            let most = parts.iter().map(of).max().unwrap_or(1);
            // min(sqrt(n), 300) is settled from 90000 on.
            if parts.len() > 1 {
                most.max(met(parts, most))
            } else {
                most
            }
        }
        Code::Binary(operator, pair, _) => {
            let (left, right) = (of(&pair[0]), of(&pair[1]));
            match operator {
                Operator::Divide => left.saturating_mul(right).max(met(&pair[..1], right)),
                Operator::Multiply => left.saturating_mul(right),
                Operator::ShiftLeft | Operator::ShiftRight | Operator::Power => {
                    let base = if *operator == Operator::Power {
                        left
                    } else {
                        2
                    };
                    let raised = power(base, right);
                    // An exponent that a clause runs through is no limit of its own if it goes far.
                    if pair[1].constant().is_none() && raised > POWERS {
                        left
                    } else {
                        left.saturating_mul(raised)
                    }
                }
                Operator::Add | Operator::Subtract => {
                    left.max(right).max(met(&**pair, left.max(right)))
                }
                _ => left.max(right),
            }
        }
        Code::Compare(_, pair) => {
            let (left, right) = (of(&pair[0]), of(&pair[1]));
            // The base of a logarithm is not what it comes to.
            let most = pair.iter().map(|part| match part {
                Code::Call(Function::Valuation | Function::Log, ..) => 1,
                part => of(part),
            });
            left.saturating_mul(right)
                .max(met(&**pair, most.max().unwrap_or(1)))
        }
    }
}

/// The positions at which one of these expressions comes to such a size, where that is later than the size itself.
fn met(parts: &[Code], most: u64) -> u64 {
    let squeezed = parts.iter().filter(|part| squeezes(part));
    squeezed.map(|part| reached(part, most)).max().unwrap_or(0)
}

/// How large a number in an expression is where the expression comes to such a size.
fn reached(code: &Code, most: u64) -> u64 {
    let by = |code: &Code| code.constant().map_or(1, i64::unsigned_abs);
    match code {
        Code::Number(_) | Code::Length(_) => 0,
        // A count of divisors comes to such a number where the number has as many binary digits.
        Code::Fold(_) => power(2, most),
        Code::Slot(_) => most,
        Code::Not(part) | Code::Element(_, part, _) | Code::Of(_, part) => reached(part, most),
        Code::Binary(operator, pair, _) => {
            let most = match operator {
                Operator::Divide => most.saturating_mul(by(&pair[1])),
                Operator::ShiftRight => most.saturating_mul(power(2, by(&pair[1]))),
                Operator::Remainder => by(&pair[1]).max(1),
                _ => most,
            };
            reached(&pair[0], most).max(reached(&pair[1], most))
        }
        Code::Compare(_, pair) => reached(&pair[0], most).max(reached(&pair[1], most)),
        Code::Call(function, parts, _) => {
            let most = match function {
                Function::Sqrt => most.saturating_mul(most),
                Function::BitLength | Function::Popcount | Function::Omega | Function::BigOmega => {
                    power(2, most)
                }
                Function::DigitSum => {
                    let base = parts.get(1).map_or(10, by).max(2);
                    power(base, most / (base - 1) + 1)
                }
                Function::Valuation | Function::Log => power(parts.get(1).map_or(2, by), most),
                _ => most,
            };
            let parts = parts.iter().map(|part| reached(part, most));
            parts.max().unwrap_or(0)
        }
    }
}

/// Whether there is a function within an expression that makes large numbers small.
fn squeezes(code: &Code) -> bool {
    match code {
        Code::Number(_) | Code::Slot(_) | Code::Length(_) => false,
        Code::Fold(_) => true,
        Code::Not(part) | Code::Element(_, part, _) | Code::Of(_, part) => squeezes(part),
        Code::Binary(_, pair, _) | Code::Compare(_, pair) => pair.iter().any(squeezes),
        Code::Call(function, parts, _) => {
            matches!(
                function,
                Function::Popcount
                    | Function::BitLength
                    | Function::Sqrt
                    | Function::DigitSum
                    | Function::Valuation
                    | Function::Log
                    | Function::Omega
                    | Function::BigOmega
            ) || parts.iter().any(squeezes)
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn as_far_as_numbers_reach() {
        let scale = |text: &str| {
            let rule = Rule::parse(text).unwrap_or_else(|errors| panic!("{text}: {errors}"));
            of(&rule)
        };
        assert_eq!(scale("n -> n-k for k in 1..=100"), 100);
        assert!(scale("n -> n-2^k for k in 0..") <= 4);
        for (text, least) in [
            ("n -> n-1 if n >> 14 & 1 == 1", 1 << 14),
            ("n -> n-1 if bitlen(n) == 16", 1 << 16),
            ("n -> n-1 if popcount(n) == 16", 1 << 16),
            ("n -> n-1 if n*n < 10^9", 31_623),
            ("n -> n-1 if n/7 == 2000", 14_000),
            ("n -> n-1; 15000 = *5", 15_000),
            ("n -> n-1 if sqrt(n) == 300", 90_000),
            ("n -> n-1 if sqrt(sqrt(n)) > 40", 2_560_000),
            ("n -> n-1 if sqrt(bitlen(n)) > 4", 65_536),
            ("n -> n-k for k in 1..=3+bitlen(n)/20", 1 << 20),
            ("n -> n-k for k in 1..=min(sqrt(n),300)", 90_000),
            ("n -> n-k for k in 1..=3+max(0,sqrt(n)-300)", 90_000),
            (
                "(x,y) -> (x-1,y) | (x,y xor 2^k) for k in 0..=6 if y xor 2^k < y",
                64,
            ),
        ] {
            assert!(scale(text) >= least, "{text}: {}", scale(text));
        }
        // From the first number with a digit on, all have one.
        assert!(scale("n -> n-k for k in 1..=n if log(k,10) >= 0") <= 100);
        assert!(scale("n -> n-k for k in 1..=n if log(k,10) >= 3") >= 1000);
        // Digits of any number that there is.
        assert!(scale("n -> n-d for i in 0..=18, d = n/10^i%10 if d > 0") <= 1000);
    }
}
