//! A number or a condition for each of what generators run through: `d >= k for d in divisors(n) if d < n`.
//!
//! Generators and guards are those of rules, read, checked and gone through by the same code; arrays are given when it is evaluated.

use std::cell::Cell;
use std::fmt;
use std::sync::Arc;

use crate::budget::{Exhausted, Meter};
use crate::rule::code::{Code, Missing, UNKNOWN};
use crate::rule::error::RuleErrors;
use crate::rule::evaluate::{Evaluator, Found, Halt};
use crate::rule::fold::{self, Fuel};
use crate::rule::program::Program;
use crate::rule::syntax::{Expression, Item};
use crate::rule::{Fault, FaultKind, check, parse};

/// A number or a condition for each of what generators run through.
///
/// ```
/// use grundy_base::{Budget, budget::Meter};
/// use grundy_rule::rule::Comprehension;
/// let each = Comprehension::parse("x - d for d in divisors(n), x in v if x > d", &[("n", false)], &["v"]).unwrap();
/// let mut found = Vec::new();
/// let mut meter = Meter::new(&Budget::default());
/// each.each(&[6], &[[5, 2].into()], &mut meter, |number| { found.push(number); true }).unwrap();
/// assert_eq!(found, [4, 1, 3, 2]);
/// ```
#[derive(Clone, Debug)]
pub struct Comprehension {
    program: Program,
    code: Code,
    condition: bool,
    text: String,
    body: Expression,
    items: Vec<Item>,
    names: Vec<String>,
    arrays: Vec<String>,
}

/// Why not all numbers were gone through.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Unfinished {
    /// One of them is none.
    Fault(Fault),
    /// What ran out.
    Exhausted(Exhausted),
}

/// Steps that cost as much as a position.
const STEPS_A_POSITION: u64 = 16;

/// Why no more is taken.
enum Stop {
    /// It is not wanted.
    Enough,
    Fault(Fault),
    Steps,
    Exhausted(Exhausted),
}

impl Comprehension {
    /// Reads it over these names, of which some are conditions, and arrays of natural numbers.
    ///
    /// # Errors
    /// What is wrong, each with its place, what was expected, and an example.
    pub fn parse(
        text: &str,
        names: &[(&str, bool)],
        arrays: &[&str],
    ) -> Result<Comprehension, RuleErrors> {
        let placed = |errors| RuleErrors::placed(errors, text);
        let mut read = parse::comprehension(text).map_err(placed)?;
        fold::rows(&mut read.0, arrays);
        for item in &mut read.1 {
            match item {
                Item::Let(_, one) | Item::If(one) => fold::rows(one, arrays),
                Item::In(_, domain) => {
                    let parts = domain.parts_mut().into_iter();
                    parts.for_each(|part| fold::rows(part, arrays));
                }
            }
        }
        let (program, code, condition) =
            check::comprehension(&read, names, arrays).map_err(placed)?;
        let (body, items) = read;
        Ok(Comprehension {
            program,
            code,
            condition,
            text: text.to_owned(),
            body,
            items,
            names: names.iter().map(|&(name, _)| name.to_owned()).collect(),
            arrays: arrays.iter().map(|&name| name.to_owned()).collect(),
        })
    }

    /// What is made or asked of each.
    pub fn body(&self) -> &Expression {
        &self.body
    }

    /// The generators and guards, in their order.
    pub fn items(&self) -> &[Item] {
        &self.items
    }

    /// The names that it is read over, in their order.
    pub fn names(&self) -> &[String] {
        &self.names
    }

    /// The arrays that it is read over, in their order.
    pub fn arrays(&self) -> &[String] {
        &self.arrays
    }

    /// Whether it asks a condition of each; otherwise it makes a number of each.
    pub fn is_condition(&self) -> bool {
        self.condition
    }

    /// What stands in an array where no number is known yet: reading it is a fault, as beyond the end of the array.
    pub const UNKNOWN: i64 = UNKNOWN;

    /// The number where nothing is run through.
    ///
    /// # Errors
    /// [`Unfinished`]; what reads an array before its beginning has no number either. What it goes through within its expressions is spent.
    pub fn at(
        &self,
        numbers: &[i64],
        arrays: &[Arc<[i64]>],
        meter: &mut Meter,
    ) -> Result<i64, Unfinished> {
        debug_assert!(self.items.is_empty() && numbers.len() == self.program.arity);
        let taken = Cell::new(0);
        let clock = meter.clone();
        let fuel = Fuel {
            taken: &taken,
            most: meter.positions_left().saturating_mul(STEPS_A_POSITION),
            clock: Some(&clock),
        };
        let told = self.code.evaluate_within(numbers, arrays, &fuel);
        let spent = meter.spend(1 + taken.get() / STEPS_A_POSITION, 0);
        match told {
            Ok(number) => spent.map(|()| number).map_err(Unfinished::Exhausted),
            Err(Missing::Fault(fault)) => Err(Unfinished::Fault(fault)),
            Err(Missing::Absent) => Err(Unfinished::Fault(Fault {
                span: self.body.span,
                kind: FaultKind::Beyond,
            })),
            Err(Missing::Steps) => Err(Unfinished::Exhausted(meter.full(0))),
            Err(Missing::Exhausted(exhausted)) => Err(Unfinished::Exhausted(exhausted)),
        }
    }

    /// The number for each, until `take` is false; of a condition 1 where it holds and 0 elsewhere. What reads an array before its beginning
    /// is not there.
    ///
    /// # Errors
    /// [`Unfinished`]; as many numbers and arrays are needed as there are names for them.
    pub fn each(
        &self,
        numbers: &[i64],
        arrays: &[Arc<[i64]>],
        meter: &mut Meter,
        mut take: impl FnMut(i64) -> bool,
    ) -> Result<(), Unfinished> {
        debug_assert_eq!(numbers.len(), self.program.arity);
        debug_assert_eq!(arrays.len(), self.program.arrays.len());
        let steps = meter.positions_left().saturating_mul(STEPS_A_POSITION);
        let mut evaluator = Evaluator::with(&self.program, arrays, steps);
        evaluator.clock = Some(meter.clone());
        let body = &self.code;
        let gone_through = evaluator.first_clause(numbers, &mut |found: Found<'_>| match body
            .evaluate_within(found.slots, arrays, &found.fuel)
        {
            Ok(number) if take(number) => Ok(()),
            Ok(_) => Err(Stop::Enough),
            Err(Missing::Absent) => Ok(()),
            Err(Missing::Fault(fault)) => Err(Stop::Fault(fault)),
            Err(Missing::Steps) => Err(Stop::Steps),
            Err(Missing::Exhausted(exhausted)) => Err(Stop::Exhausted(exhausted)),
        });
        let taken = steps.saturating_sub(evaluator.left());
        let spent = meter.spend(1 + taken / STEPS_A_POSITION, 0);
        match gone_through {
            Ok(()) | Err(Halt::Taker(Stop::Enough)) => spent.map_err(Unfinished::Exhausted),
            Err(Halt::Fault(fault) | Halt::Taker(Stop::Fault(fault))) => {
                Err(Unfinished::Fault(fault))
            }
            Err(Halt::Steps | Halt::Taker(Stop::Steps)) => {
                Err(Unfinished::Exhausted(meter.full(0)))
            }
            Err(Halt::Exhausted(exhausted) | Halt::Taker(Stop::Exhausted(exhausted))) => {
                Err(Unfinished::Exhausted(exhausted))
            }
        }
    }
}

impl fmt::Display for Comprehension {
    /// As it is written.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.text)
    }
}

impl PartialEq for Comprehension {
    fn eq(&self, other: &Comprehension) -> bool {
        self.text == other.text
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::budget::Budget;

    fn all(text: &str, numbers: &[i64], arrays: &[&[i64]]) -> Result<Vec<i64>, Unfinished> {
        let names = ["n", "k"].map(|name| (name, false));
        let each = Comprehension::parse(text, &names[..numbers.len()], &["a", "b"]);
        let each = each.unwrap_or_else(|errors| panic!("{text}: {errors}"));
        let mut arrays: Vec<Arc<[i64]>> = arrays.iter().map(|&array| array.into()).collect();
        arrays.resize(2, Arc::from([]));
        let mut found = Vec::new();
        each.each(
            numbers,
            &arrays,
            &mut Meter::new(&Budget::of_positions(1000)),
            |number| {
                found.push(number);
                true
            },
        )?;
        Ok(found)
    }

    #[test]
    fn numbers_and_conditions_are_gone_through() {
        for (text, numbers, arrays, expected) in [
            (
                "d for d in divisors(n)",
                &[12i64][..],
                &[][..],
                &[1i64, 2, 3, 4, 6, 12][..],
            ),
            (
                "d >= k for d in divisors(n) if d < n",
                &[12, 3],
                &[],
                &[0, 0, 1, 1, 1],
            ),
            ("x - n for x in a", &[3], &[&[1i64, 7][..]], &[-2, 4]),
            (
                "a[i] * b[i] for i in 0..=1",
                &[0],
                &[&[2, 3], &[5, 7]],
                &[10, 21],
            ),
            ("a[i] - a[i-1] for i in 0..3", &[0], &[&[2, 3, 9]], &[1, 6]),
            (
                "x + y for x in a, y in b if x != y",
                &[0],
                &[&[1, 2], &[2, 1]],
                &[3, 3],
            ),
            ("a[0]", &[0], &[&[4]], &[4]),
            ("n + 1 if n > 5", &[7], &[], &[8]),
            ("1 for k in 1..=n", &[0], &[], &[]),
        ] {
            assert_eq!(all(text, numbers, arrays), Ok(expected.to_vec()), "{text}");
        }
    }

    #[test]
    fn inner_folds_see_the_names_around_them() {
        for (text, numbers, arrays, expected) in [
            (
                "sum(1 for x in a if x % d == 0) for d in 1..=n",
                &[4i64][..],
                &[&[2i64, 4, 6, 3][..]][..],
                &[4i64, 3, 2, 1][..],
            ),
            // Without for a list stands for its entry in each row; its length is a number.
            (
                "count(a % d == 0) for d in 1..=n",
                &[4],
                &[&[2, 4, 6, 3]],
                &[4, 3, 2, 1],
            ),
            (
                "sum(a * b if a > d) for d in 0..n",
                &[2],
                &[&[1, 5], &[7, 3]],
                &[22, 15],
            ),
            (
                "len(a) - i for i in 0..len(a)",
                &[0],
                &[&[7, 7, 7]],
                &[3, 2, 1],
            ),
            // A name used anew within is the one within.
            (
                "sum(x for x in 1..=x) for x in 1..=n",
                &[4],
                &[],
                &[1, 3, 6, 10],
            ),
            (
                "max(min(j * k for k in i..=j) for j in i..=n) for i in 1..=n",
                &[3],
                &[],
                &[3, 6, 9],
            ),
            // What is not asked for has no fault.
            (
                "d == 0 or any(x % d == 0 for x in a) for d in 0..=n",
                &[3],
                &[&[3, 5]],
                &[1, 1, 0, 1],
            ),
            (
                "i for i in 0..n if all(a[t] > 0 for t in 0..=i)",
                &[4],
                &[&[1, 2, 0, 3]],
                &[0, 1],
            ),
            (
                "gcd(x for x in a if x > k) + min(k, 1) for k in {0,3}",
                &[0],
                &[&[3, 6, 8]],
                &[1, 3],
            ),
            (
                "sum(p for p in primes(k)) + xor(d for d in divisors(k)) for k in 2..=n",
                &[5],
                &[],
                &[5, 7, 12, 14],
            ),
            (
                "len(primefactors(k)) + max(divisors(k)) for k in 1..=n",
                &[6],
                &[],
                &[1, 3, 4, 5, 6, 8],
            ),
            (
                "100*numdiv(k) + 10*omega(k) + bigomega(k) for k in 1..=n if not isprime(k)",
                &[8],
                &[],
                &[100, 312, 422, 413],
            ),
            (
                "last(x for x in a if x < k) for k in 5..=n",
                &[6],
                &[&[4, 5, 9]],
                &[4, 5],
            ),
        ] {
            assert_eq!(all(text, numbers, arrays), Ok(expected.to_vec()), "{text}");
        }
        let fault = |told: Result<Vec<i64>, Unfinished>| matches!(told, Err(Unfinished::Fault(_)));
        assert!(fault(all(
            "first(x for x in a if x > k) for k in 1..=n",
            &[9],
            &[&[4]]
        )));
        assert!(fault(all(
            "sum(x / k for x in a) for k in 0..=n",
            &[9],
            &[&[4]]
        )));
        // Its steps are counted, however long a range is.
        let long = all("sum(1 for t in 1..=10^15) for k in 1..=n", &[3], &[]);
        assert!(matches!(long, Err(Unfinished::Exhausted(_))));
        for (text, place) in [
            ("sum(1 for x in a if x % e == 0) for d in 1..=n", 24),
            ("sum(n) for d in 1..=n", 0),
            ("sum(1 for x in 1..) for d in 1..=n", 10),
            ("count(x for x in a) for d in 1..=n", 6),
            ("sum(x for x in a, x in a) for d in 1..=n", 18),
            ("count(divisors(n)) for d in 1..=n", 6),
            ("sum(divisors(n) + 1) for d in 1..=n", 16),
        ] {
            let read = Comprehension::parse(text, &[("n", false)], &["a"]);
            let errors = read.err().unwrap_or_else(|| panic!("{text}"));
            assert_eq!(errors.errors[0].span.start, place, "{text}: {errors}");
        }
    }

    #[test]
    fn what_is_wrong_and_what_runs_out_is_told() {
        for text in [
            "d for d in 1..",
            "x for x in c",
            "x for",
            "n for n in a",
            "n >",
            "c[0]",
        ] {
            let read = Comprehension::parse(text, &[("n", false)], &["a"]);
            assert!(read.is_err(), "{text}");
        }
        let fault = |told: Result<Vec<i64>, Unfinished>| matches!(told, Err(Unfinished::Fault(_)));
        assert!(fault(all("a[n]", &[1], &[&[4]])));
        assert!(fault(all("n/k for k in 0..=n", &[3], &[])));
        let long = all("k for k in 1..=n", &[1_000_000_000_000], &[]);
        assert!(matches!(long, Err(Unfinished::Exhausted(_))));
    }
}
