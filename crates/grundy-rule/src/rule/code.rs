//! Expressions ready to be evaluated: names are slots, constants are folded, conditions are 0 and 1.
//!
//! Arithmetic is that of 64-bit integers, and checked: what overflows, divides by 0 or reads beyond an array is a
//! [`Fault`] with its place. Division rounds down, and a remainder has the sign of the divisor, so that `n % m` is from 0
//! to m−1 for every n.

use std::cell::Cell;
use std::fmt;
use std::sync::Arc;

use crate::budget::Exhausted;
use crate::fault;
pub use crate::fault::FaultKind;
use crate::message;
use crate::number::factor;
use crate::rule::fold::{FoldCode, Fuel};
use crate::rule::syntax::{Comparison, Function, IgnoredSpan, Operator, Span};
use crate::rule::{Position, Rule};
use crate::text::Message;

/// A number, or a condition as 0 and 1.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Code {
    Number(i64),
    Slot(usize),
    Binary(Operator, Box<[Code; 2]>, IgnoredSpan),
    Compare(Comparison, Box<[Code; 2]>),
    Not(Box<Code>),
    Call(Function, Vec<Code>, IgnoredSpan),
    /// An element of the array so numbered.
    Element(usize, Box<Code>, IgnoredSpan),
    /// What the list says of a number, in rules on lists: the first array is the list.
    Of(Listed, Box<Code>),
    /// How many elements the array so numbered has.
    Length(usize),
    /// What becomes of several numbers.
    Fold(Box<FoldCode>),
}

/// What a list says of a number.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Listed {
    /// The entry at that place, from 0; what stands beyond either end is not there.
    Entry,
    /// How many entries are equal to it.
    Count,
}

/// What went wrong in an evaluation, and where in the text of the rule.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Fault {
    /// The expression.
    pub span: Span,
    /// What is wrong with it.
    pub kind: FaultKind,
}

impl Fault {
    /// The fault with the position at which the rule was evaluated.
    pub(crate) fn at(&self, position: &Position, rule: &Rule) -> fault::Fault {
        let place = position.write(rule.arity());
        fault::Fault::new(self.kind, place, self.message(rule.text()))
    }

    /// The sentence; the text of the rule tells the place.
    pub fn message(&self, text: &str) -> Message {
        let (line, column) = super::error::place(text, self.span.start);
        let what = text
            .get(self.span.start..self.span.end)
            .map_or(String::new(), crate::notation::shortened);
        message!(
            "line {line}, column {column}: '{what}' {kind}",
            "第 {line} 行第 {column} 列：'{what}' {kind}",
            line = line,
            column = column,
            what = what,
            kind = self.kind.describe()
        )
    }
}

impl fmt::Display for Fault {
    /// In English, as far as it can be told without the text of the rule.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (span, what) = (self.span, self.kind.describe());
        write!(
            f,
            "bytes {}..{} of the rule: the expression {what}",
            span.start, span.end
        )
    }
}

impl std::error::Error for Fault {}

/// Why an expression has no number.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Missing {
    /// It reads an array before its beginning: what depends on it is not there, as a position with a negative coordinate
    /// is not there.
    Absent,
    Fault(Fault),
    /// No steps are left for what it goes through.
    Steps,
    Exhausted(Exhausted),
}

impl From<Fault> for Missing {
    fn from(fault: Fault) -> Missing {
        Missing::Fault(fault)
    }
}

/// Steps that may be taken where nobody counts them.
const FEW: u64 = 1 << 16;

/// Most parts of an expression into which another is put.
const LARGEST: usize = 4096;

pub(crate) type Arrays = [Arc<[i64]>];

/// What stands in an array where no number is known yet: it cannot be read.
pub(crate) const UNKNOWN: i64 = i64::MIN;

impl Code {
    pub(crate) fn binary(operator: Operator, left: Code, right: Code, span: Span) -> Code {
        Code::Binary(operator, Box::new([left, right]), IgnoredSpan(span))
    }

    /// The number, if it depends on no slot and no array.
    pub(crate) fn constant(&self) -> Option<i64> {
        match self {
            Code::Number(number) => Some(*number),
            _ => None,
        }
    }

    /// The number, given the slots; what it goes through takes few steps.
    #[inline]
    pub(crate) fn evaluate(&self, slots: &[i64], arrays: &Arrays) -> Result<i64, Missing> {
        let fuel = Fuel {
            taken: &Cell::new(0),
            most: FEW,
            clock: None,
        };
        self.evaluate_within(slots, arrays, &fuel)
    }

    /// The number, given the slots.
    pub(crate) fn evaluate_within(
        &self,
        slots: &[i64],
        arrays: &Arrays,
        fuel: &Fuel<'_>,
    ) -> Result<i64, Missing> {
        match self {
            Code::Number(number) => Ok(*number),
            Code::Slot(slot) => Ok(slots[*slot]),
            Code::Binary(operator, pair, span) => {
                let left = pair[0].evaluate_within(slots, arrays, fuel)?;
                match operator {
                    Operator::And if left == 0 => return Ok(0),
                    Operator::Or if left != 0 => return Ok(1),
                    _ => {}
                }
                let right = pair[1].evaluate_within(slots, arrays, fuel)?;
                Ok(apply(*operator, left, right).map_err(|kind| Fault { span: span.0, kind })?)
            }
            Code::Compare(comparison, pair) => {
                let left = pair[0].evaluate_within(slots, arrays, fuel)?;
                let right = pair[1].evaluate_within(slots, arrays, fuel)?;
                Ok(comparison.holds(left, right).into())
            }
            Code::Not(condition) => {
                Ok((condition.evaluate_within(slots, arrays, fuel)? == 0).into())
            }
            Code::Call(function, arguments, span) => {
                let mut numbers = [0; 8];
                for (number, argument) in numbers.iter_mut().zip(arguments) {
                    *number = argument.evaluate_within(slots, arrays, fuel)?;
                }
                let numbers = &numbers[..arguments.len().min(8)];
                Ok(call(*function, numbers).map_err(|kind| Fault { span: span.0, kind })?)
            }
            Code::Element(array, index, span) => {
                let index = index.evaluate_within(slots, arrays, fuel)?;
                let index = usize::try_from(index).map_err(|_| Missing::Absent)?;
                let element = arrays[*array].get(index).copied();
                let element = element.filter(|&element| element != UNKNOWN);
                let kind = FaultKind::Beyond;
                element.ok_or(Missing::Fault(Fault { span: span.0, kind }))
            }
            Code::Of(what, of) => {
                let of = of.evaluate_within(slots, arrays, fuel)?;
                let list: &[i64] = arrays.first().map_or(&[], |list| list);
                match what {
                    Listed::Entry => {
                        let place = usize::try_from(of).map_err(|_| Missing::Absent)?;
                        list.get(place).copied().ok_or(Missing::Absent)
                    }
                    Listed::Count => Ok(list.iter().filter(|&&entry| entry == of).count() as i64),
                }
            }
            Code::Length(array) => {
                let numbers = &arrays[*array];
                let known = match numbers.last() {
                    Some(&UNKNOWN) => numbers.iter().position(|&number| number == UNKNOWN),
                    _ => None,
                };
                Ok(known.unwrap_or(numbers.len()) as i64)
            }
            Code::Fold(fold) => fold.evaluate(slots, arrays, fuel),
        }
    }

    /// Calls on every slot that is read.
    pub(crate) fn slots(&self, visit: &mut dyn FnMut(usize)) {
        match self {
            Code::Number(_) | Code::Length(_) => {}
            Code::Fold(fold) => fold.slots(visit),
            Code::Slot(slot) => visit(*slot),
            Code::Binary(_, pair, _) | Code::Compare(_, pair) => {
                pair.iter().for_each(|part| part.slots(visit));
            }
            Code::Not(part) | Code::Element(_, part, _) | Code::Of(_, part) => part.slots(visit),
            Code::Call(_, parts, _) => parts.iter().for_each(|part| part.slots(visit)),
        }
    }

    /// Whether it reads a slot.
    pub(crate) fn mentions(&self, slot: usize) -> bool {
        let mut found = false;
        self.slots(&mut |read| found |= read == slot);
        found
    }

    /// How many parts it has.
    fn size(&self) -> usize {
        1 + match self {
            Code::Number(_) | Code::Slot(_) | Code::Length(_) => 0,
            Code::Fold(fold) => fold.parts().map(Code::size).sum(),
            Code::Binary(_, pair, _) | Code::Compare(_, pair) => pair[0].size() + pair[1].size(),
            Code::Not(part) | Code::Element(_, part, _) | Code::Of(_, part) => part.size(),
            Code::Call(_, parts, _) => parts.iter().map(Code::size).sum(),
        }
    }

    /// Another expression in place of a slot, where that does not grow too large.
    pub(crate) fn with(&self, slot: usize, value: &Code) -> Option<Code> {
        let mut times = 0usize;
        self.slots(&mut |read| times += usize::from(read == slot));
        let size = self.size() + times.saturating_mul(value.size());
        (size <= LARGEST && self.takes(value)).then(|| self.replaced(slot, value))
    }

    /// Whether no slot of another expression is another one within this.
    pub(crate) fn takes(&self, value: &Code) -> bool {
        match self {
            Code::Number(_) | Code::Slot(_) | Code::Length(_) => true,
            Code::Binary(_, pair, _) | Code::Compare(_, pair) => {
                pair.iter().all(|part| part.takes(value))
            }
            Code::Not(part) | Code::Element(_, part, _) | Code::Of(_, part) => part.takes(value),
            Code::Call(_, parts, _) => parts.iter().all(|part| part.takes(value)),
            Code::Fold(fold) => fold.takes(value),
        }
    }

    pub(super) fn replaced(&self, slot: usize, value: &Code) -> Code {
        let pair = |pair: &[Code; 2]| {
            Box::new([pair[0].replaced(slot, value), pair[1].replaced(slot, value)])
        };
        match self {
            Code::Number(_) | Code::Length(_) => self.clone(),
            Code::Fold(fold) => Code::Fold(Box::new(fold.replaced(slot, value))),
            Code::Slot(own) if *own == slot => value.clone(),
            Code::Slot(_) => self.clone(),
            Code::Binary(operator, parts, span) => Code::Binary(*operator, pair(parts), *span),
            Code::Compare(comparison, parts) => Code::Compare(*comparison, pair(parts)),
            Code::Not(part) => Code::Not(Box::new(part.replaced(slot, value))),
            Code::Call(function, parts, span) => {
                let parts = parts
                    .iter()
                    .map(|part| part.replaced(slot, value))
                    .collect();
                Code::Call(*function, parts, *span)
            }
            Code::Element(array, part, span) => {
                Code::Element(*array, Box::new(part.replaced(slot, value)), *span)
            }
            Code::Of(what, part) => Code::Of(*what, Box::new(part.replaced(slot, value))),
        }
    }
}

fn apply(operator: Operator, a: i64, b: i64) -> Result<i64, FaultKind> {
    let number = match operator {
        Operator::Or => Some(i64::from(a != 0 || b != 0)),
        Operator::And => Some(i64::from(a != 0 && b != 0)),
        Operator::BitOr => Some(a | b),
        Operator::Xor => Some(a ^ b),
        Operator::BitAnd => Some(a & b),
        Operator::ShiftLeft => shifted(a, b)?,
        Operator::ShiftRight if b < 0 => return Err(FaultKind::Undefined),
        Operator::ShiftRight => Some(a >> b.min(63)),
        Operator::Add => a.checked_add(b),
        Operator::Subtract => a.checked_sub(b),
        Operator::Multiply => a.checked_mul(b),
        Operator::Divide | Operator::Remainder if b == 0 => {
            return Err(FaultKind::DivisionByZero);
        }
        Operator::Divide => a
            .checked_div(b)
            .map(|quotient| quotient - i64::from(a % b != 0 && (a < 0) != (b < 0))),
        Operator::Remainder => a.checked_rem(b).map(|rest| match rest {
            0 => 0,
            rest if (rest < 0) != (b < 0) => rest + b,
            rest => rest,
        }),
        Operator::Power if b < 0 => return Err(FaultKind::Undefined),
        Operator::Power => power(a, b),
    };
    number.ok_or(FaultKind::Overflow)
}

fn shifted(a: i64, by: i64) -> Result<Option<i64>, FaultKind> {
    if by < 0 {
        return Err(FaultKind::Undefined);
    }
    if a == 0 {
        return Ok(Some(0));
    }
    let factor = u32::try_from(by).ok().and_then(|by| 1i64.checked_shl(by));
    Ok(factor
        .filter(|&factor| factor > 0)
        .and_then(|factor| a.checked_mul(factor)))
}

fn power(a: i64, b: i64) -> Option<i64> {
    match a {
        0 | 1 => Some(if b == 0 { 1 } else { a }),
        -1 => Some(if b % 2 == 0 { 1 } else { -1 }),
        _ => a.checked_pow(u32::try_from(b).ok()?),
    }
}

/// What a function makes of numbers.
pub(super) fn call(function: Function, numbers: &[i64]) -> Result<i64, FaultKind> {
    let first = numbers.first().copied().unwrap_or(0);
    let natural = || u64::try_from(first).map_err(|_| FaultKind::Undefined);
    Ok(match function {
        Function::Min => numbers.iter().copied().min().unwrap_or(0),
        Function::Max => numbers.iter().copied().max().unwrap_or(0),
        Function::Abs => first.checked_abs().ok_or(FaultKind::Overflow)?,
        Function::Popcount => i64::from(natural()?.count_ones()),
        Function::BitLength => i64::from(u64::BITS - natural()?.leading_zeros()),
        Function::Sqrt => i64::try_from(natural()?.isqrt()).unwrap_or(i64::MAX),
        Function::Gcd => {
            let (mut a, mut b) = (first.unsigned_abs(), numbers[1].unsigned_abs());
            while b != 0 {
                (a, b) = (b, a % b);
            }
            i64::try_from(a).map_err(|_| FaultKind::Overflow)?
        }
        Function::DigitSum => {
            let base = numbers.get(1).copied().unwrap_or(10);
            let base = u64::try_from(base).map_err(|_| FaultKind::Undefined)?;
            if base < 2 {
                return Err(FaultKind::Undefined);
            }
            let (mut rest, mut sum) = (natural()?, 0);
            while rest > 0 {
                sum += rest % base;
                rest /= base;
            }
            i64::try_from(sum).map_err(|_| FaultKind::Overflow)?
        }
        Function::Valuation | Function::Log => {
            let base = numbers.get(1).copied().unwrap_or(2);
            if first < 1 || base < 2 {
                return Err(FaultKind::Undefined);
            }
            let (mut rest, mut times) = (first, 0);
            while rest >= base && (function == Function::Log || rest % base == 0) {
                rest /= base;
                times += 1;
            }
            times
        }
        Function::Zeckendorf => {
            let by = numbers.get(1).copied().unwrap_or(2);
            if first < 0 || !(1..=SCHWENK).contains(&by) {
                return Err(FaultKind::Undefined);
            }
            smallest_part(first, by)
        }
        Function::IsPrime => i64::from(u64::try_from(first).is_ok_and(factor::is_prime)),
        Function::Omega | Function::BigOmega | Function::NumDiv => {
            let factors = match natural()? {
                0 => return Err(FaultKind::Undefined),
                number => factor::factors(number),
            };
            let times = factors.iter().map(|&(_, times)| i64::from(times));
            match function {
                Function::Omega => factors.len() as i64,
                Function::BigOmega => times.sum(),
                // A number below 2^63 has no more than 103,680.
                _ => times.map(|times| times + 1).product(),
            }
        }
    })
}

/// The greatest number by which one may take as much as was taken, so that its parts are few.
const SCHWENK: i64 = 64;

/// The smallest part of a number as the greatest parts first make it up; 0 of 0.
fn smallest_part(number: i64, by: i64) -> i64 {
    let (mut parts, mut least, mut last) = (vec![1], 0, 1);
    loop {
        while parts[least] <= (last - 1) / by {
            least += 1;
        }
        if parts[least] > number - last {
            break;
        }
        last += parts[least];
        parts.push(last);
    }
    let (mut rest, mut smallest) = (number, 0);
    for &part in parts.iter().rev() {
        if part <= rest {
            rest -= part;
            smallest = part;
        }
    }
    smallest
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn division_rounds_down() {
        for a in -20..=20i64 {
            for b in (-7..=7i64).filter(|&b| b != 0) {
                let quotient = apply(Operator::Divide, a, b).expect("no zero");
                let rest = apply(Operator::Remainder, a, b).expect("no zero");
                assert_eq!(quotient, (a as f64 / b as f64).floor() as i64, "{a}/{b}");
                assert_eq!(quotient * b + rest, a);
                assert!(rest.abs() < b.abs() && rest * b >= 0);
            }
        }
    }

    #[test]
    fn nothing_overflows_silently() {
        use FaultKind::{DivisionByZero, Overflow, Undefined};
        let (least, most) = (i64::MIN, i64::MAX);
        for (operator, a, b, kind) in [
            (Operator::Add, most, 1, Overflow),
            (Operator::Subtract, least, 1, Overflow),
            (Operator::Multiply, most, 2, Overflow),
            (Operator::Divide, least, -1, Overflow),
            (Operator::Remainder, least, -1, Overflow),
            (Operator::Divide, 1, 0, DivisionByZero),
            (Operator::Remainder, 1, 0, DivisionByZero),
            (Operator::Power, 2, 63, Overflow),
            (Operator::Power, 2, most, Overflow),
            (Operator::Power, 2, -1, Undefined),
            (Operator::ShiftLeft, 1, 63, Overflow),
            (Operator::ShiftLeft, 1, most, Overflow),
            (Operator::ShiftLeft, 3, 62, Overflow),
            (Operator::ShiftLeft, 1, -1, Undefined),
            (Operator::ShiftRight, 1, -1, Undefined),
        ] {
            assert_eq!(apply(operator, a, b), Err(kind), "{a} {operator:?} {b}");
        }
        assert_eq!(apply(Operator::ShiftRight, -1, most), Ok(-1));
        assert_eq!(apply(Operator::ShiftLeft, 0, most), Ok(0));
        assert_eq!(apply(Operator::Power, -1, most), Ok(-1));
        assert_eq!(call(Function::Abs, &[least]), Err(Overflow));
        assert_eq!(call(Function::Gcd, &[least, 0]), Err(Overflow));
        assert_eq!(call(Function::Sqrt, &[-1]), Err(Undefined));
        assert_eq!(call(Function::Sqrt, &[most]), Ok(3_037_000_499));
        assert_eq!(call(Function::DigitSum, &[1999]), Ok(28));
        assert_eq!(call(Function::DigitSum, &[255, 2]), Ok(8));
        assert_eq!(call(Function::DigitSum, &[5, 1]), Err(Undefined));
        assert_eq!(call(Function::Valuation, &[48, 2]), Ok(4));
        assert_eq!(call(Function::Valuation, &[0, 2]), Err(Undefined));
        assert_eq!(call(Function::Valuation, &[8, 1]), Err(Undefined));
        assert_eq!(call(Function::Log, &[most, 2]), Ok(62));
        assert_eq!(call(Function::Log, &[80, 3]), Ok(3));
        assert_eq!(call(Function::Log, &[0, 3]), Err(Undefined));
        assert_eq!(call(Function::Zeckendorf, &[-1]), Err(Undefined));
        assert_eq!(call(Function::Zeckendorf, &[5, 65]), Err(Undefined));
        assert!((1..=64).all(|by| call(Function::Zeckendorf, &[most, by]).is_ok()));
        for function in [Function::Omega, Function::BigOmega, Function::NumDiv] {
            assert_eq!(call(function, &[0]), Err(Undefined));
            assert_eq!(call(function, &[-6]), Err(Undefined));
        }
        assert_eq!(call(Function::IsPrime, &[least]), Ok(0));
    }

    #[test]
    fn prime_factors_are_those_that_division_finds() {
        for number in 1..2000i64 {
            let divisors = (1..=number).filter(|d| number % d == 0);
            let primes = (2..=number).filter(|&p| number % p == 0 && (2..p).all(|d| p % d > 0));
            let (mut rest, mut times) = (number, 0);
            for d in 2..=number {
                while rest % d == 0 {
                    (rest, times) = (rest / d, times + 1);
                }
            }
            let divisors = divisors.count() as i64;
            assert_eq!(call(Function::NumDiv, &[number]), Ok(divisors));
            assert_eq!(call(Function::Omega, &[number]), Ok(primes.count() as i64));
            assert_eq!(call(Function::BigOmega, &[number]), Ok(times));
            let is_prime = i64::from(divisors == 2);
            assert_eq!(call(Function::IsPrime, &[number]), Ok(is_prime));
        }
        let most_divisors = [897_612_484_786_617_600];
        assert_eq!(call(Function::NumDiv, &most_divisors), Ok(103_680));
        assert_eq!(call(Function::IsPrime, &[i64::MAX - 24]), Ok(1));
    }

    #[test]
    fn smallest_parts_are_those_of_all_sums() {
        // 1, 2, 3, 5, 8, …: the only sum of parts that are no neighbours.
        let mut fibonacci = vec![1i64, 2];
        while fibonacci.len() < 14 {
            fibonacci.push(fibonacci[fibonacci.len() - 1] + fibonacci[fibonacci.len() - 2]);
        }
        for chosen in (1u32..1 << 14).filter(|chosen| chosen & chosen << 1 == 0) {
            let parts = fibonacci.iter().enumerate();
            let parts = parts.filter(|(place, _)| chosen >> place & 1 == 1);
            let parts: Vec<i64> = parts.map(|(_, part)| *part).collect();
            let told = call(Function::Zeckendorf, &[parts.iter().sum()]);
            assert_eq!(told, Ok(parts[0]), "{parts:?}");
        }
        // Who may take no more than was taken needs the powers of 2.
        assert!((1..3000).all(|n| call(Function::Zeckendorf, &[n, 1]) == Ok(n & -n)));
        // 1, 2, 3, 4, 6, 8, 11, 15, 21, 29, 40, …: A. J. Schwenk, with 3.
        for (number, part) in [(4, 4), (5, 1), (7, 1), (8, 8), (10, 2), (40, 40), (44, 4)] {
            assert_eq!(
                call(Function::Zeckendorf, &[number, 3]),
                Ok(part),
                "{number}"
            );
        }
    }
}
