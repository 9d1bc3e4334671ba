//! One operation on columns: the bounds of what comes out, and then the numbers, without a check each.

use std::sync::Arc;

use super::{Lanes, Operand, Operation};
use crate::rule::code;
use crate::rule::syntax::{Comparison, Function, Operator};

/// One number, or one for each lane.
#[derive(Clone, Copy)]
enum Numbers<'c> {
    All(i32),
    Each(&'c [i32]),
}

/// Fills a column from another.
#[inline(always)]
fn map(to: &mut [i32], one: Numbers<'_>, apply: impl Fn(i32) -> i32) {
    match one {
        Numbers::All(one) => to.fill(apply(one)),
        Numbers::Each(ones) => {
            for (to, one) in to.iter_mut().zip(ones) {
                *to = apply(*one);
            }
        }
    }
}

/// Fills a column from two.
#[inline(always)]
fn zip(to: &mut [i32], one: Numbers<'_>, other: Numbers<'_>, apply: impl Fn(i32, i32) -> i32) {
    match (one, other) {
        (_, Numbers::All(other)) => map(to, one, |one| apply(one, other)),
        (Numbers::All(one), _) => map(to, other, |other| apply(one, other)),
        (Numbers::Each(ones), Numbers::Each(others)) => {
            for ((to, one), other) in to.iter_mut().zip(ones).zip(others) {
                *to = apply(*one, *other);
            }
        }
    }
}

/// The least and the greatest of four products or the like.
fn hull(numbers: [Option<i64>; 4]) -> Option<(i64, i64)> {
    let numbers = numbers.into_iter().collect::<Option<Vec<i64>>>()?;
    Some((*numbers.iter().min()?, *numbers.iter().max()?))
}

/// All numbers with as many binary digits as the larger, from 0 on.
fn digits(one: (i64, i64), other: (i64, i64)) -> Option<(i64, i64)> {
    let most = u64::try_from(one.1.max(other.1)).ok()?;
    let least = one.0.min(other.0);
    (least >= 0).then_some((
        0,
        i64::try_from(most.checked_add(1)?.next_power_of_two()).ok()? - 1,
    ))
}

impl Lanes {
    /// Fills a column, and tells between which numbers it lies; `None` where something might go wrong.
    #[inline(always)]
    pub(super) fn apply(
        &mut self,
        operation: &Operation,
        to: usize,
        count: usize,
        arrays: &[Arc<[i64]>],
    ) -> Option<(i64, i64)> {
        // Whole vectors: what stands behind the lanes in use is computed too and never looked at.
        let lanes = count.next_multiple_of(16);
        let (before, behind) = self.columns.split_at_mut(to);
        let column = &mut behind[0][..lanes];
        let (bounds, scalars) = (&self.bounds, &self.scalars);
        let between = |operand: Operand| match operand {
            Operand::Column(column) => bounds[column],
            Operand::Scalar(scalar) => (scalars[scalar], scalars[scalar]),
        };
        let numbers = |operand: Operand| match operand {
            Operand::Column(column) => Numbers::Each(&before[column][..lanes]),
            // Scalars were seen to fit.
            Operand::Scalar(scalar) => Numbers::All(scalars[scalar] as i32),
        };
        match operation {
            Operation::Binary(operator, one, other) => binary(
                *operator,
                column,
                (numbers(*one), between(*one)),
                (numbers(*other), between(*other)),
            ),
            Operation::Compare(comparison, one, other) => {
                compare(*comparison, column, numbers(*one), numbers(*other));
                Some((0, 1))
            }
            Operation::Not(one) => {
                map(column, numbers(*one), |one| i32::from(one == 0));
                Some((0, 1))
            }
            Operation::Call(Function::Min | Function::Max, parts) if parts.len() > 2 => None,
            Operation::Call(function, parts) => {
                let one = parts.first()?;
                let one = (numbers(*one), between(*one));
                let other = parts.get(1).map(|part| (numbers(*part), between(*part)));
                call(*function, column, count, one, other)
            }
            Operation::Element(array, index) => {
                let array = &arrays[*array];
                let (least, greatest) = between(*index);
                let part =
                    array.get(usize::try_from(least).ok()?..=usize::try_from(greatest).ok()?)?;
                let bounds = (*part.iter().min()?, *part.iter().max()?);
                i32::try_from(bounds.0).ok()?;
                i32::try_from(bounds.1).ok()?;
                let element = |index: i32| {
                    let element = usize::try_from(index)
                        .ok()
                        .and_then(|index| array.get(index));
                    element.map_or(0, |element| *element as i32)
                };
                map(column, numbers(*index), element);
                Some(bounds)
            }
        }
    }
}

/// Numbers and between which they lie.
type Known<'c> = (Numbers<'c>, (i64, i64));

fn fits(bounds: (i64, i64)) -> Option<(i64, i64)> {
    let inside = i32::try_from(bounds.0).is_ok() && i32::try_from(bounds.1).is_ok();
    inside.then_some(bounds)
}

#[inline(always)]
fn binary(
    operator: Operator,
    to: &mut [i32],
    one: Known<'_>,
    other: Known<'_>,
) -> Option<(i64, i64)> {
    let ((one, a), (other, b)) = (one, other);
    Some(match operator {
        Operator::Add => {
            let bounds = fits((a.0.checked_add(b.0)?, a.1.checked_add(b.1)?))?;
            zip(to, one, other, i32::wrapping_add);
            bounds
        }
        Operator::Subtract => {
            let bounds = fits((a.0.checked_sub(b.1)?, a.1.checked_sub(b.0)?))?;
            zip(to, one, other, i32::wrapping_sub);
            bounds
        }
        Operator::Multiply => {
            let products = [(a.0, b.0), (a.0, b.1), (a.1, b.0), (a.1, b.1)];
            let bounds = fits(hull(products.map(|(a, b)| a.checked_mul(b)))?)?;
            zip(to, one, other, i32::wrapping_mul);
            bounds
        }
        Operator::Xor => {
            let bounds = fits(digits(a, b)?)?;
            zip(to, one, other, |one, other| one ^ other);
            bounds
        }
        Operator::BitOr => {
            let bounds = fits(digits(a, b)?)?;
            zip(to, one, other, |one, other| one | other);
            bounds
        }
        Operator::BitAnd => {
            let bounds = fits(digits(a, b)?)?;
            zip(to, one, other, |one, other| one & other);
            bounds
        }
        Operator::And => {
            zip(to, one, other, |one, other| {
                i32::from(one != 0 && other != 0)
            });
            (0, 1)
        }
        Operator::Or => {
            zip(to, one, other, |one, other| {
                i32::from(one != 0 || other != 0)
            });
            (0, 1)
        }
        Operator::ShiftLeft => {
            if a.0 < 0 || b.0 < 0 || b.1 > 31 {
                return None;
            }
            let bounds = fits((a.0 << b.0, a.1.checked_mul(1 << b.1)?))?;
            zip(to, one, other, |one, by| one.wrapping_shl(by as u32));
            bounds
        }
        Operator::ShiftRight => {
            if b.0 < 0 || a.0 < 0 {
                return None;
            }
            zip(to, one, other, |one, by| one >> by.clamp(0, 31));
            (0, a.1)
        }
        Operator::Divide => {
            // Between which numbers quotients lie is easily said of numbers from 0 on.
            if b.0 < 1 || a.0 < 0 {
                return None;
            }
            match other {
                Numbers::All(by) if by.count_ones() == 1 => {
                    let by = by.trailing_zeros();
                    map(to, one, |one| one >> by);
                }
                Numbers::All(by) if a.1 < SMALL => {
                    let inverse = 1.0 / by as f32;
                    map(to, one, |one| near(one, by, one as f32 * inverse).0);
                }
                Numbers::All(by) => {
                    let divisor = Divisor::new(by);
                    map(to, one, |one| divisor.quotient(one));
                }
                Numbers::Each(_) if a.1 < SMALL => zip(to, one, other, |one, by| {
                    near(one, by, one as f32 / by as f32).0
                }),
                Numbers::Each(_) => zip(to, one, other, quotient),
            }
            (a.0 / b.1, a.1 / b.0)
        }
        Operator::Remainder => {
            if b.0 < 1 || a.0 < 0 {
                return None;
            }
            match other {
                Numbers::All(by) if by.count_ones() == 1 => map(to, one, |one| one & (by - 1)),
                Numbers::All(by) if a.1 < SMALL => {
                    let inverse = 1.0 / by as f32;
                    map(to, one, |one| near(one, by, one as f32 * inverse).1);
                }
                Numbers::All(by) => {
                    let divisor = Divisor::new(by);
                    map(to, one, |one| divisor.rest(one));
                }
                Numbers::Each(_) if a.1 < SMALL => zip(to, one, other, |one, by| {
                    near(one, by, one as f32 / by as f32).1
                }),
                Numbers::Each(_) => zip(to, one, other, |one, by| {
                    one.wrapping_sub(by.wrapping_mul(quotient(one, by)))
                }),
            }
            (0, (b.1 - 1).min(a.1))
        }
        Operator::Power => {
            let exponent = match other {
                Numbers::All(exponent) => exponent,
                Numbers::Each(_) if a == (2, 2) && b.0 >= 0 && b.1 < 31 => {
                    map(to, other, |exponent| 1i32.wrapping_shl(exponent as u32));
                    return Some((1 << b.0, 1 << b.1));
                }
                Numbers::Each(_) => return None,
            };
            let exponent = u32::try_from(exponent)
                .ok()
                .filter(|&exponent| exponent < 32)?;
            if a.0 < 0 {
                return None;
            }
            let bounds = fits((a.0.checked_pow(exponent)?, a.1.checked_pow(exponent)?))?;
            match exponent {
                2 => map(to, one, |one| one.wrapping_mul(one)),
                _ => map(to, one, |one| one.wrapping_pow(exponent)),
            }
            bounds
        }
    })
}

/// Division of numbers from 0 to 2^31 − 1 by one and the same number, as a product (T. Granlund and P. Montgomery 1994).
#[derive(Clone, Copy)]
pub(super) struct Divisor {
    by: i32,
    factor: u32,
    shift: u32,
}

impl Divisor {
    /// `by` is at least 1.
    pub(super) fn new(by: i32) -> Divisor {
        let shift = 31
            + (by.unsigned_abs() - 1)
                .checked_ilog2()
                .map_or(0, |log| log + 1);
        // At most 2^32, and below it but for the divisor 1, where the shift is 31 and it is 2^31.
        let factor = (1u64 << shift).div_ceil(u64::from(by.unsigned_abs())) as u32;
        Divisor { by, factor, shift }
    }

    #[inline(always)]
    pub(super) fn quotient(self, one: i32) -> i32 {
        ((u64::from(one as u32) * u64::from(self.factor)) >> self.shift) as i32
    }

    #[inline(always)]
    pub(super) fn rest(self, one: i32) -> i32 {
        one.wrapping_sub(self.by.wrapping_mul(self.quotient(one)))
    }
}

/// 2^52: a number from 0 to 2^31 added to it stands in its last digits, rounded.
const ROUND: f64 = 4_503_599_627_370_496.0;

/// The quotient of two numbers, the divisor at least 1.
#[inline(always)]
pub(super) fn quotient(one: i32, by: i32) -> i32 {
    let near = (f64::from(one) / f64::from(by) + ROUND).to_bits() as u32 as i32;
    let rest = one.wrapping_sub(near.wrapping_mul(by));
    near.wrapping_sub(i32::from(rest < 0))
}

/// Numbers below it are divided with half the digits, for twice as many lanes: a quotient that was rounded three times is wrong by
/// less than a half.
pub(super) const SMALL: i64 = 1 << 21;

/// 2^23: what [`ROUND`] is, with half the digits.
const SMALL_ROUND: f32 = 8_388_608.0;

/// The quotient of a number below [`SMALL`] by one that is at least 1, and what is left; `quotient` is wrong by less than a half.
#[inline(always)]
pub(super) fn near(one: i32, by: i32, quotient: f32) -> (i32, i32) {
    let near = (quotient + SMALL_ROUND).to_bits() as i32 & 0x7f_ffff;
    let rest = one.wrapping_sub(near.wrapping_mul(by));
    let over = i32::from(rest < 0);
    (
        near.wrapping_sub(over),
        rest.wrapping_add(over.wrapping_neg() & by),
    )
}

#[inline(always)]
fn compare(comparison: Comparison, to: &mut [i32], one: Numbers<'_>, other: Numbers<'_>) {
    match comparison {
        Comparison::Equal => zip(to, one, other, |one, other| i32::from(one == other)),
        Comparison::Unequal => zip(to, one, other, |one, other| i32::from(one != other)),
        Comparison::Less => zip(to, one, other, |one, other| i32::from(one < other)),
        Comparison::AtMost => zip(to, one, other, |one, other| i32::from(one <= other)),
        Comparison::Greater => zip(to, one, other, |one, other| i32::from(one > other)),
        Comparison::AtLeast => zip(to, one, other, |one, other| i32::from(one >= other)),
    }
}

#[inline(always)]
fn call(
    function: Function,
    to: &mut [i32],
    count: usize,
    one: Known<'_>,
    other: Option<Known<'_>>,
) -> Option<(i64, i64)> {
    let (one, a) = one;
    let from_zero = || (a.0 >= 0).then_some(());
    Some(match function {
        Function::Min | Function::Max => {
            let Some((other, b)) = other else {
                map(to, one, |one| one);
                return Some(a);
            };
            if function == Function::Min {
                zip(to, one, other, i32::min);
                (a.0.min(b.0), a.1.min(b.1))
            } else {
                zip(to, one, other, i32::max);
                (a.0.max(b.0), a.1.max(b.1))
            }
        }
        Function::Abs => {
            let bounds = fits((0, a.0.checked_abs()?.max(a.1.checked_abs()?)))?;
            map(to, one, i32::wrapping_abs);
            bounds
        }
        Function::Popcount => {
            from_zero()?;
            map(to, one, |one| one.count_ones() as i32);
            (0, 31)
        }
        Function::BitLength => {
            from_zero()?;
            map(to, one, |one| 32 - one.leading_zeros() as i32);
            (0, 31)
        }
        Function::Sqrt => {
            from_zero()?;
            // Exact: the root of a number below 2^31 is not rounded up to a whole number.
            map(to, one, |one| f64::from(one).sqrt() as i32);
            (0, a.1)
        }
        Function::Gcd => {
            let (other, b) = other?;
            let most = a.0.abs().max(a.1.abs()).max(b.0.abs()).max(b.1.abs());
            let bounds = fits((0, most))?;
            gcds(to, one, other, most < SMALL);
            bounds
        }
        Function::DigitSum => {
            from_zero()?;
            let base = match other {
                None => 10,
                Some((Numbers::All(base), _)) if base >= 2 => base,
                Some(_) => return None,
            };
            map(to, one, |one| {
                let (mut rest, mut sum) = (one, 0);
                while rest > 0 {
                    sum += rest % base;
                    rest /= base;
                }
                sum
            });
            (0, a.1)
        }
        Function::Valuation
        | Function::Log
        | Function::Zeckendorf
        | Function::IsPrime
        | Function::Omega
        | Function::BigOmega
        | Function::NumDiv => {
            return one_by_one(
                function,
                to.get_mut(..count)?,
                one,
                other.map(|(other, _)| other),
            );
        }
    })
}

/// What has no form for many numbers at once.
fn one_by_one(
    function: Function,
    to: &mut [i32],
    one: Numbers<'_>,
    other: Option<Numbers<'_>>,
) -> Option<(i64, i64)> {
    let number = |numbers: Numbers<'_>, lane: usize| match numbers {
        Numbers::All(number) => number.into(),
        Numbers::Each(numbers) => i64::from(numbers[lane]),
    };
    let mut bounds = (i64::MAX, i64::MIN);
    for (lane, to) in to.iter_mut().enumerate() {
        let told = match other {
            Some(other) => code::call(function, &[number(one, lane), number(other, lane)]),
            None => code::call(function, &[number(one, lane)]),
        };
        let told = told.ok()?;
        *to = i32::try_from(told).ok()?;
        bounds = (bounds.0.min(told), bounds.1.max(told));
    }
    Some(bounds)
}

/// Numbers whose divisors are looked for side by side.
const TOGETHER: usize = 16;

/// Greatest common divisors by Euclid's algorithm, each pair as far as it goes.
#[inline(always)]
fn gcds(to: &mut [i32], one: Numbers<'_>, other: Numbers<'_>, small: bool) {
    let piece = |numbers: Numbers<'_>, from: usize| {
        let mut piece = [0; TOGETHER];
        match numbers {
            Numbers::All(number) => piece.fill(number),
            Numbers::Each(numbers) => piece.copy_from_slice(&numbers[from..from + TOGETHER]),
        }
        piece.map(i32::wrapping_abs)
    };
    // Columns are filled by whole vectors.
    for (number, to) in to.chunks_exact_mut(TOGETHER).enumerate() {
        let (mut a, mut b) = (
            piece(one, number * TOGETHER),
            piece(other, number * TOGETHER),
        );
        // Below 2^31 no two numbers need more steps; what stands in lanes that are not in use may be anything.
        for _ in 0..46 {
            if b.iter().fold(0, |all, b| all | b) == 0 {
                break;
            }
            let mut rests = [0; TOGETHER];
            for ((rest, &a), &b) in rests.iter_mut().zip(&a).zip(&b) {
                let by = b.max(1);
                *rest = match small {
                    true => near(a, by, a as f32 / by as f32).1,
                    false => a.wrapping_sub(by.wrapping_mul(quotient(a, by))),
                };
            }
            for ((a, b), rest) in a.iter_mut().zip(&mut b).zip(rests) {
                *a = if *b != 0 { *b } else { *a };
                *b = if *b != 0 { rest } else { 0 };
            }
        }
        to.copy_from_slice(&a);
    }
}
