//! A number or a condition of the notation on its own, over named coordinates: `n % 4`, `x xor y`, `n % (m+1) == 0`.
//!
//! What stands in a rule and what stands here is read, checked and evaluated by the same code, so that a formula means
//! the same wherever it is printed.

use std::fmt;

use crate::rule::code::{Code, Missing};
use crate::rule::error::RuleErrors;
use crate::rule::position::Coordinates;
use crate::rule::syntax::{Expression, Span};
use crate::rule::{Fault, FaultKind, check, parse};

/// A number or a condition over named coordinates.
///
/// ```
/// use grundy::rule::Formula;
/// let value = Formula::parse("(x/3) xor (y/3)", &["x", "y"]).unwrap();
/// assert_eq!(value.value(&[7, 3]), Ok(3));
/// let losing = Formula::parse("n % (m+1) == 0", &["n", "m"]).unwrap();
/// assert!(losing.is_condition() && losing.holds(&[12, 3]) == Ok(true));
/// ```
#[derive(Clone, Debug)]
pub struct Formula {
    names: Vec<String>,
    expression: Expression,
    code: Code,
    condition: bool,
}

impl Formula {
    /// Reads a formula over these names. There are no arrays in it and no constants but those written out.
    ///
    /// # Errors
    /// What is wrong, each with its place, what was expected, and an example.
    pub fn parse(text: &str, names: &[&str]) -> Result<Formula, RuleErrors> {
        let names: Vec<(&str, bool)> = names.iter().map(|&name| (name, false)).collect();
        Formula::parse_over(text, &names)
    }

    /// Reads a formula over these names, of which some are conditions: 1 where they hold, 0 elsewhere.
    ///
    /// # Errors
    /// Those of [`parse`](Formula::parse).
    pub fn parse_over(text: &str, names: &[(&str, bool)]) -> Result<Formula, RuleErrors> {
        let read = parse::formula(text).map_err(|errors| RuleErrors::placed(errors, text))?;
        let (code, condition) =
            check::formula(&read, names).map_err(|errors| RuleErrors::placed(errors, text))?;
        Ok(Formula {
            names: names.iter().map(|&(name, _)| name.to_owned()).collect(),
            expression: read,
            code,
            condition,
        })
    }

    /// The names of the coordinates, in their order.
    pub fn names(&self) -> &[String] {
        &self.names
    }

    /// The formula as it is written.
    pub fn expression(&self) -> &Expression {
        &self.expression
    }

    /// Whether it is a condition; otherwise it is a number.
    pub fn is_condition(&self) -> bool {
        self.condition
    }

    pub(crate) fn code(&self) -> &Code {
        &self.code
    }

    /// The number at a position; of a condition, 1 where it holds and 0 elsewhere.
    ///
    /// # Errors
    /// A number that exceeds 64 bits, a division by 0, a function that is not defined there; as many coordinates as
    /// there are names are needed, and each below 2^63.
    pub fn value(&self, coordinates: &[u64]) -> Result<i64, Fault> {
        let fault = |kind| Fault {
            span: Span::default(),
            kind,
        };
        if coordinates.len() != self.names.len() {
            return Err(fault(FaultKind::Undefined));
        }
        let mut numbers = Coordinates::zeros(coordinates.len());
        for (number, &coordinate) in numbers.iter_mut().zip(coordinates) {
            *number = i64::try_from(coordinate).map_err(|_| fault(FaultKind::Overflow))?;
        }
        self.value_at(&numbers[..coordinates.len()])
    }

    /// The number where the names stand for these numbers, which may be negative.
    ///
    /// # Errors
    /// Those of [`value`](Formula::value).
    pub fn value_at(&self, numbers: &[i64]) -> Result<i64, Fault> {
        let fault = |kind| Fault {
            span: Span::default(),
            kind,
        };
        if numbers.len() != self.names.len() {
            return Err(fault(FaultKind::Undefined));
        }
        let mut slots = Coordinates::zeros(numbers.len());
        slots[..numbers.len()].copy_from_slice(numbers);
        match self.code.evaluate(&slots, &[]) {
            Ok(number) => Ok(number),
            Err(Missing::Fault(found)) => Err(found),
            Err(Missing::Absent | Missing::Steps | Missing::Exhausted(_)) => {
                Err(fault(FaultKind::Undefined))
            }
        }
    }

    /// Whether the condition holds at a position; of a number, whether it is not 0.
    ///
    /// # Errors
    /// Those of [`value`](Formula::value).
    pub fn holds(&self, coordinates: &[u64]) -> Result<bool, Fault> {
        self.value(coordinates).map(|number| number != 0)
    }
}

impl fmt::Display for Formula {
    /// The formula, normalised; it reads back to the same.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(&self.expression, f)
    }
}

impl PartialEq for Formula {
    fn eq(&self, other: &Formula) -> bool {
        self.names == other.names && self.expression == other.expression
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn formulas_are_read_and_evaluated() {
        for (text, names, at, value) in [
            ("n % 4", &["n"][..], &[7u64][..], 3),
            ("x xor y", &["x", "y"], &[5, 3], 6),
            ("popcount(n) % 2 == 0", &["n"], &[3], 1),
            ("(n & -n) + 1", &["n"], &[12], 5),
            ("3*(n%2 == 0) + (n > 7)", &["n"], &[12], 4),
            ("(n + sqrt(5*n^2))/2", &["n"], &[10], 16),
        ] {
            let formula = Formula::parse(text, names).expect(text);
            assert_eq!(formula.value(at), Ok(value), "{text}");
            let again = Formula::parse(&formula.to_string(), names).expect("printed");
            assert_eq!(again, formula);
        }
    }

    #[test]
    fn what_is_wrong_is_told() {
        for text in [
            "", "n +", "m", "n n", "n % 0 ==", "v[n]", "1 + f(n)", "n -> n-1",
        ] {
            assert!(Formula::parse(text, &["n"]).is_err(), "{text}");
        }
        let many: Vec<String> = (0..65).map(|place| format!("x{place}")).collect();
        let many: Vec<&str> = many.iter().map(String::as_str).collect();
        assert!(Formula::parse("x3", &many).is_err());
        let formula = Formula::parse("6 / n", &["n"]).expect("a formula");
        assert_eq!(
            formula.value(&[0]).map_err(|fault| fault.kind),
            Err(FaultKind::DivisionByZero)
        );
        assert!(formula.value(&[]).is_err() && formula.value(&[u64::MAX]).is_err());
    }
}
