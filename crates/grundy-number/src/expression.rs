//! Formulas in the field of nimbers: `3*5+7`, `1/6`, `2^10`, `sqrt(5)`, `quadratic(1, 6)`; and, of ordinary numbers, `log(2, 3)`, `order(4)`.
//!
//! `+` (also `-`, which is the same here, and `⊕`) is the nim-sum, `*` (`⊗`) the nim product, `/` (`⊘`) undoes it. `x^n` is the product of n
//! factors x: the exponent is an ordinary number, perhaps negative, or the `log` or `order` of something. `log(B, X)` is the least n with
//! B^n = X, `order(X)` the least positive n with X^n = 1. `quadratic(B, C)` is the smaller root of x² ⊕ B ⊗ x = C, and tells the other
//! where it is the whole formula.
//!
//! ```
//! use grundy_base::{Budget, budget::Meter};
//! use grundy_number::expression::Expression;
//! let formula: Expression = "3*5 + 7".parse()?;
//! let value = formula.evaluate(&mut Meter::new(&Budget::default())).unwrap();
//! assert_eq!((formula.to_string(), value.to_string()), ("3 ⊗ 5 ⊕ 7".into(), "8".into()));
//! # Ok::<(), grundy_base::word::ParseError>(())
//! ```

mod parse;

use std::fmt;

use dashu_int::ops::BitTest;
use grundy_base::budget::{Exhausted, Meter};
use grundy_base::message;
use grundy_base::number::long;
use grundy_base::text::Message;
use grundy_base::word::ParseError;

use crate::logarithm::{self, Logarithm};
use crate::nimber::Nimber;
use crate::product::{self, MOST_BITS};
use crate::quadratic;
use crate::{Natural, decimal};

/// A formula that is accepted.
pub const EXAMPLE: &str = "3*5+7";

/// A formula whose value is a nimber, or an ordinary number.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Expression {
    whole: Whole,
    text: String,
}

#[derive(Clone, Debug, PartialEq, Eq)]
enum Whole {
    Nimber(Term),
    Ordinary(Count),
}

/// A nimber.
#[derive(Clone, Debug, PartialEq, Eq)]
enum Term {
    Number(Natural),
    /// Two or more.
    Sum(Vec<Term>),
    /// The first factor, and those behind it with the place of their sign: multiplied or divided by.
    Product(Box<Term>, Vec<(Sign, usize, Term)>),
    /// With the place of the sign.
    Power(Box<Term>, usize, Exponent),
    Root(Box<Term>),
    /// The smaller root, by its two coefficients.
    Quadratic(Box<[Term; 2]>),
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Sign {
    Times,
    Over,
}

#[derive(Clone, Debug, PartialEq, Eq)]
struct Exponent {
    is_negative: bool,
    count: Count,
}

/// An ordinary number.
#[derive(Clone, Debug, PartialEq, Eq)]
enum Count {
    Literal(Natural),
    /// Of the second to the base of the first.
    Logarithm(Box<[Term; 2]>),
    /// With the place of the word.
    Order(usize, Box<Term>),
}

/// What a formula comes to.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Value {
    /// A nimber.
    Nimber(Nimber),
    /// The two roots of a quadratic equation, the smaller first; they may be the same.
    Roots(Nimber, Nimber),
    /// An ordinary number.
    Ordinary(Natural),
    /// No power of the one is the other.
    NoPower,
}

/// Why a formula has no value.
#[derive(Clone, Debug)]
pub enum NoValue {
    /// A division by 0 or the like.
    Undefined(Box<ParseError>),
    /// A number on the way is too long for what is asked of it.
    TooLong(Message),
    /// What has run out.
    Exhausted(Exhausted),
}

impl From<Exhausted> for NoValue {
    fn from(exhausted: Exhausted) -> NoValue {
        NoValue::Exhausted(exhausted)
    }
}

impl Expression {
    /// What the formula comes to. Numbers have at most [`MOST_BITS`] binary digits on the way where they are multiplied, and at
    /// most 128 where their order or logarithm is taken. Sums are linear in the digits, products quadratic, and powers take some two
    /// products for each digit of the field.
    ///
    /// # Errors
    /// That something is divided by 0, that a number is too long, or what has run out.
    pub fn evaluate(&self, meter: &mut Meter) -> Result<Value, NoValue> {
        self.whole.value(meter).map_err(|error| match error {
            NoValue::Undefined(error) => {
                NoValue::Undefined(Box::new(error.placed(&self.text, EXAMPLE)))
            }
            other => other,
        })
    }
}

impl Whole {
    fn value(&self, meter: &mut Meter) -> Result<Value, NoValue> {
        Ok(match self {
            Whole::Nimber(Term::Quadratic(sides)) => {
                let (one, other) = roots(sides, meter)?;
                Value::Roots(one, other)
            }
            Whole::Nimber(term) => Value::Nimber(term.value(meter)?),
            Whole::Ordinary(count) => match count.value(meter)? {
                Some(count) => Value::Ordinary(count),
                None => Value::NoPower,
            },
        })
    }
}

fn undefined(at: usize, length: usize, message: Message) -> NoValue {
    NoValue::Undefined(Box::new(ParseError::at(at, length, message)))
}

fn by_zero(at: usize) -> NoValue {
    undefined(at, 1, message!("0 has no inverse", "0 没有逆元"))
}

fn too_long(most: usize) -> NoValue {
    NoValue::TooLong(message!(
        "an intermediate number has more than {most} binary digits, too many for this operation",
        "计算途中的数超过 {most} 个二进制位，此运算无法处理",
        most = most
    ))
}

/// Work on nimbers, that the meter gives up where something runs out, and that says nothing of too long numbers.
fn of_field<T>(meter: &mut Meter, work: impl FnOnce() -> Option<T>) -> Result<T, NoValue> {
    meter.run(work)?.ok_or_else(|| too_long(MOST_BITS))
}

fn inverse(number: &Nimber, at: usize, meter: &mut Meter) -> Result<Nimber, NoValue> {
    match number.is_zero() {
        true => Err(by_zero(at)),
        false => of_field(meter, || product::inverse(number)),
    }
}

fn roots(sides: &[Term; 2], meter: &mut Meter) -> Result<(Nimber, Nimber), NoValue> {
    let [b, c] = sides;
    let (b, c) = (b.value(meter)?, c.value(meter)?);
    of_field(meter, || quadratic::roots(&b, &c))
}

/// A number below 2^128.
fn small(number: &Nimber) -> Result<u128, NoValue> {
    u128::try_from(&number.0).map_err(|_| too_long(u128::BITS as usize))
}

impl Term {
    fn value(&self, meter: &mut Meter) -> Result<Nimber, NoValue> {
        match self {
            Term::Number(number) => Ok(Nimber(number.clone())),
            Term::Sum(terms) => {
                let mut sum = Nimber::zero();
                for term in terms {
                    sum = &sum ^ &term.value(meter)?;
                }
                Ok(sum)
            }
            Term::Product(first, factors) => {
                let mut value = first.value(meter)?;
                for (sign, at, factor) in factors {
                    let mut factor = factor.value(meter)?;
                    if *sign == Sign::Over {
                        factor = inverse(&factor, *at, meter)?;
                    }
                    value = of_field(meter, || product::product(&value, &factor))?;
                }
                Ok(value)
            }
            Term::Power(base, at, exponent) => {
                let base = base.value(meter)?;
                let Some(count) = exponent.count.value(meter)? else {
                    let no_power = message!(
                        "there is no such exponent: no power of the one is the other",
                        "指数不存在：一数的任何幂都不等于另一数"
                    );
                    return Err(undefined(*at, 1, no_power));
                };
                match exponent.is_negative && !count.is_zero() {
                    true => {
                        let inverse = inverse(&base, *at, meter)?;
                        power(inverse, &count, meter)
                    }
                    false => power(base, &count, meter),
                }
            }
            Term::Root(of) => {
                let of = of.value(meter)?;
                of_field(meter, || product::root(&of))
            }
            Term::Quadratic(sides) => Ok(roots(sides, meter)?.0),
        }
    }
}

/// A power; the one to 0 is 1.
fn power(base: Nimber, exponent: &Natural, meter: &mut Meter) -> Result<Nimber, NoValue> {
    let one = || Nimber::from(1u64);
    if exponent.is_zero() {
        return Ok(one());
    }
    if base.is_zero() {
        return Ok(base);
    }
    let half = product::half(&[&base.0]).ok_or_else(|| too_long(MOST_BITS))?;
    // The numbers of the field but 0 are a group of so many elements.
    let order = (Natural::ONE << (2 * half)) - Natural::ONE;
    let exponent = meter.run(|| long::remainder(exponent, &order))?;
    let mut power = one();
    for bit in (0..exponent.bit_len()).rev() {
        power = of_field(meter, || product::product(&power, &power))?;
        if exponent.bit(bit) {
            power = of_field(meter, || product::product(&power, &base))?;
        }
    }
    Ok(power)
}

impl Count {
    /// `None` where there is no such power.
    fn value(&self, meter: &mut Meter) -> Result<Option<Natural>, NoValue> {
        match self {
            Count::Literal(number) => Ok(Some(number.clone())),
            Count::Order(at, of) => match small(&of.value(meter)?)? {
                0 => Err(undefined(
                    *at,
                    "order".len(),
                    message!(
                        "no power of 0 is 1, so it has no order",
                        "0 的任何幂都不是 1，所以没有阶"
                    ),
                )),
                number => Ok(Some(Natural::from(logarithm::order(number)))),
            },
            Count::Logarithm(sides) => {
                let [base, number] = &**sides;
                let (base, number) = (small(&base.value(meter)?)?, small(&number.value(meter)?)?);
                Ok(match logarithm::logarithm(base, number, meter)? {
                    Logarithm::Exponent(exponent) => Some(Natural::from(exponent)),
                    Logarithm::None => None,
                })
            }
        }
    }
}

impl fmt::Display for Value {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Value::Nimber(value) => value.fmt(f),
            Value::Roots(one, other) if one == other => one.fmt(f),
            Value::Roots(one, other) => write!(f, "{one}, {other}"),
            Value::Ordinary(count) => f.write_str(&decimal::print(count)),
            Value::NoPower => f.write_str("–"),
        }
    }
}

impl fmt::Display for Expression {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.whole {
            Whole::Nimber(term) => term.fmt(f),
            Whole::Ordinary(count) => count.fmt(f),
        }
    }
}

/// In parentheses if it is a sum or, where a single factor is wanted, a product.
struct Inner<'t>(&'t Term, bool);

impl fmt::Display for Inner<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Inner(term, is_factor) = self;
        match term {
            Term::Sum(_) => write!(f, "({term})"),
            Term::Product(..) | Term::Power(..) if *is_factor => write!(f, "({term})"),
            _ => term.fmt(f),
        }
    }
}

impl fmt::Display for Term {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Term::Number(number) => f.write_str(&decimal::print(number)),
            Term::Sum(terms) => {
                for (place, term) in terms.iter().enumerate() {
                    f.write_str(if place > 0 { " ⊕ " } else { "" })?;
                    match term {
                        Term::Sum(_) => write!(f, "({term})")?,
                        _ => term.fmt(f)?,
                    }
                }
                Ok(())
            }
            Term::Product(first, factors) => {
                Inner(first, false).fmt(f)?;
                for (sign, _, factor) in factors {
                    f.write_str(match sign {
                        Sign::Times => " ⊗ ",
                        Sign::Over => " ⊘ ",
                    })?;
                    match factor {
                        Term::Product(..) => write!(f, "({factor})")?,
                        _ => Inner(factor, false).fmt(f)?,
                    }
                }
                Ok(())
            }
            Term::Power(base, _, exponent) => {
                let sign = if exponent.is_negative { "-" } else { "" };
                write!(f, "{}^{sign}{}", Inner(base, true), exponent.count)
            }
            Term::Root(of) => write!(f, "sqrt({of})"),
            Term::Quadratic(sides) => write!(f, "quadratic({}, {})", sides[0], sides[1]),
        }
    }
}

impl fmt::Display for Count {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Count::Literal(number) => f.write_str(&decimal::print(number)),
            Count::Logarithm(sides) => write!(f, "log({}, {})", sides[0], sides[1]),
            Count::Order(_, of) => write!(f, "order({of})"),
        }
    }
}

#[cfg(test)]
mod tests {
    use grundy_base::Budget;

    use super::*;

    fn value(text: &str) -> Result<Value, NoValue> {
        let formula: Expression = text.parse().expect(text);
        let printed = formula.to_string();
        let again: Expression = printed.parse().expect(&printed);
        assert_eq!(again.to_string(), printed);
        let mut meter = Meter::new(&Budget::of_positions(1 << 30));
        let (one, other) = (formula.evaluate(&mut meter), again.evaluate(&mut meter));
        if let (Ok(one), Ok(other)) = (&one, other) {
            assert_eq!(*one, other, "{text}: {printed}");
        }
        one
    }

    #[test]
    fn formulas() {
        for (text, expected) in [
            ("3*5+7", "8"),
            ("3 ⊗ 5 ⊕ 7", "8"),
            ("7 - 3", "4"),
            ("4*4", "6"),
            ("3*(5+7)", "1"),
            ("12/4/4*4", "3"),
            ("(12/4)/(4*4)*4*4", "3"),
            ("1/(2)", "3"),
            ("2^-1", "3"),
            ("(3*5+8)^2", "4"),
            ("2^0", "1"),
            ("0^0", "1"),
            ("0^7", "0"),
            ("5^340282366920938463463374607431768211457", "7"),
            ("sqrt(6)", "4"),
            ("quadratic(1, 1)", "2, 3"),
            ("quadratic(0, 6)", "4"),
            ("quadratic(1, 1) + 1", "3"),
            ("*2 + *3", "1"),
            ("3**5", "15"),
            ("log(2, 3)", "2"),
            ("log(2, 4)", "–"),
            ("order(4)", "15"),
            ("2^log(2, 3)", "3"),
            (
                "18446744073709551616*18446744073709551616",
                "27670116110564327424",
            ),
        ] {
            assert_eq!(value(text).expect(text).to_string(), expected, "{text}");
        }
    }

    #[test]
    fn what_has_no_value() {
        let column = |text| match value(text) {
            Err(NoValue::Undefined(error)) => error.column,
            other => panic!("{text}: {other:?}"),
        };
        assert_eq!(column("1 + 3/(2+2)"), 6);
        assert_eq!(column("0^-1"), 2);
        assert_eq!(column("order(0)"), 1);
        assert_eq!(column("2^log(2,4)"), 2);
        let long = "9".repeat(60);
        assert!(matches!(
            value(&format!("log(2, {long})")),
            Err(NoValue::TooLong(_))
        ));
        let long = "9".repeat(20_000);
        assert!(matches!(
            value(&format!("2*{long}")),
            Err(NoValue::TooLong(_))
        ));
        assert!(value(&format!("2+{long}")).is_ok());
    }

    /// A power whose squares take long is given up.
    #[test]
    fn long_powers_are_given_up() {
        let long = "9".repeat(15_000);
        let formula: Expression = format!("{long}^{long}").parse().expect("a formula");
        let mut meter = Meter::new(&Budget {
            time: Some(std::time::Duration::from_millis(50)),
            ..Budget::default()
        });
        let begun = std::time::Instant::now();
        assert!(matches!(
            formula.evaluate(&mut meter),
            Err(NoValue::Exhausted(Exhausted::Time(_)))
        ));
        assert!(begun.elapsed().as_secs() < 5);
    }
}
