//! Rules made up by chance, and what they mean by the definition alone: every option of every position, and the least number
//! that is no option's value.
//!
//! Nothing of the library is used: a rule is made as a tree of this module's own, evaluated here, and written as a text only for the
//! library to read. It serves tests, the hunt for false patterns and the fuzzer.

#![allow(dead_code, reason = "each uses a part")]

mod make;
mod mean;

use std::collections::HashMap;
use std::fmt::{self, Display, Formatter};

#[allow(unused_imports, reason = "each uses a part")]
pub(crate) use make::{Bytes, Choose, Seeded, made};

/// A number in a rule.
#[derive(Clone, Debug)]
pub(crate) enum Number {
    Constant(i64),
    /// A coordinate, or a name of the clause behind the coordinates.
    Name(usize),
    Of(Operation, Box<[Number; 2]>),
    Call(Call, Vec<Number>),
}

/// What joins two numbers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Operation {
    Add,
    Subtract,
    Multiply,
    Divide,
    Rest,
    Power,
    And,
    Or,
    Xor,
    Left,
    Right,
}

/// A function of numbers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Call {
    Min,
    Max,
    Abs,
    Gcd,
    Sqrt,
    BitLength,
    Popcount,
    DigitSum,
}

/// A comparison of two numbers.
#[derive(Clone, Debug)]
pub(crate) struct Test(Number, &'static str, Number);

/// What a name stands for.
#[derive(Clone, Debug)]
pub(crate) enum Run {
    Is(Number),
    Through(Number, Number),
    Among(Vec<i64>),
}

/// `(x,y) -> (a,b) + (c,d) for a …, b … if …`
#[derive(Clone, Debug)]
pub(crate) struct Clause {
    /// Names behind the coordinates, in order.
    pub(crate) runs: Vec<Run>,
    /// Guards, all of which must hold; the first that does not ends it.
    pub(crate) tests: Vec<Test>,
    /// The positions that an option leads to: none is the end.
    pub(crate) sum: Vec<Vec<Number>>,
}

/// A rule, every option of which has a smaller sum of coordinates.
#[derive(Clone, Debug)]
pub(crate) struct Plain {
    pub(crate) arity: usize,
    pub(crate) clauses: Vec<Clause>,
}

/// A place of a rule.
pub(crate) type Place = Vec<i64>;

/// The rule cannot be evaluated: an overflow, a division by 0, a root of a negative number.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Undefined;

/// Values of places, as far as they were looked for; `None` where the rule is not defined, or below it somewhere.
#[derive(Debug, Default)]
pub(crate) struct Brute {
    known: HashMap<Place, Option<u32>>,
    /// Options that may still be gone through.
    pub(crate) left: u64,
}

impl Brute {
    pub(crate) fn new(left: u64) -> Brute {
        Brute {
            known: HashMap::new(),
            left,
        }
    }

    /// The value of a place: `Err` where it takes too long, `Ok(None)` where there is none.
    pub(crate) fn value(&mut self, rule: &Plain, place: &[i64]) -> Result<Option<u32>, ()> {
        let mut stack = vec![place.to_vec()];
        while let Some(top) = stack.last() {
            if self.known.contains_key(top) {
                stack.pop();
                continue;
            }
            let Ok(options) = rule.options(top, &mut self.left)? else {
                self.known.insert(top.clone(), None);
                stack.pop();
                continue;
            };
            let before = stack.len();
            let top = top.clone();
            let (mut values, mut there) = (Vec::with_capacity(options.len()), true);
            for sum in &options {
                let mut all = 0;
                for part in sum {
                    match self.known.get(part) {
                        Some(Some(value)) => all ^= value,
                        Some(None) => there = false,
                        None => stack.push(part.clone()),
                    }
                }
                values.push(all);
            }
            if stack.len() == before {
                self.known.insert(top, there.then(|| mex(&mut values)));
                stack.pop();
            } else if stack.len() > 100_000 {
                return Err(());
            }
        }
        Ok(self.known[place])
    }
}

/// The least number that is not among these.
pub(crate) fn mex(values: &mut Vec<u32>) -> u32 {
    values.sort_unstable();
    values.dedup();
    let gap = (0..)
        .zip(values.iter())
        .find(|(place, value)| place != *value);
    gap.map_or(values.len() as u32, |(place, _)| place)
}

/// The values of the heaps below a bound, as far as there are some and so many options suffice.
pub(crate) fn heaps(rule: &Plain, bound: usize, mut left: u64) -> Vec<Option<u32>> {
    let mut known: Vec<Option<u32>> = Vec::with_capacity(bound);
    let mut values = Vec::new();
    for heap in 0..bound {
        let Ok(options) = rule.options(&[heap as i64], &mut left) else {
            break;
        };
        let value = options.ok().and_then(|options| {
            values.clear();
            for sum in &options {
                let mut parts = sum.iter().map(|part| known[part[0] as usize]);
                values.push(parts.try_fold(0, |all, part| Some(all ^ part?))?);
            }
            Some(mex(&mut values))
        });
        known.push(value);
    }
    known
}

const NAMES: [[&str; 4]; 2] = [["n", "k", "j", "i"], ["x", "y", "k", "j"]];

impl Plain {
    fn name(&self, place: usize) -> &'static str {
        NAMES[self.arity - 1][place]
    }

    fn write(&self, number: &Number, out: &mut Formatter<'_>) -> fmt::Result {
        match number {
            Number::Constant(number) => write!(out, "{number}"),
            Number::Name(place) => out.write_str(self.name(*place)),
            Number::Of(operation, pair) => {
                out.write_str("(")?;
                self.write(&pair[0], out)?;
                out.write_str(match operation {
                    Operation::Add => "+",
                    Operation::Subtract => "-",
                    Operation::Multiply => "*",
                    Operation::Divide => "/",
                    Operation::Rest => "%",
                    Operation::Power => "^",
                    Operation::And => " & ",
                    Operation::Or => " bitor ",
                    Operation::Xor => " xor ",
                    Operation::Left => " << ",
                    Operation::Right => " >> ",
                })?;
                self.write(&pair[1], out)?;
                out.write_str(")")
            }
            Number::Call(call, parts) => {
                out.write_str(match call {
                    Call::Min => "min",
                    Call::Max => "max",
                    Call::Abs => "abs",
                    Call::Gcd => "gcd",
                    Call::Sqrt => "sqrt",
                    Call::BitLength => "bitlen",
                    Call::Popcount => "popcount",
                    Call::DigitSum => "digitsum",
                })?;
                for (place, part) in parts.iter().enumerate() {
                    out.write_str(if place == 0 { "(" } else { "," })?;
                    self.write(part, out)?;
                }
                out.write_str(")")
            }
        }
    }
}

struct Written<'p>(&'p Plain, &'p Number);

impl Display for Written<'_> {
    fn fmt(&self, out: &mut Formatter<'_>) -> fmt::Result {
        self.0.write(self.1, out)
    }
}

/// The rule in the notation.
impl Display for Plain {
    fn fmt(&self, out: &mut Formatter<'_>) -> fmt::Result {
        let shown = |number| Written(self, number);
        for (number, clause) in self.clauses.iter().enumerate() {
            out.write_str(if number == 0 { "" } else { "; " })?;
            let coordinates: Vec<&str> = (0..self.arity).map(|place| self.name(place)).collect();
            write!(out, "({}) -> ", coordinates.join(","))?;
            for (place, part) in clause.sum.iter().enumerate() {
                let part: Vec<String> = part.iter().map(|it| shown(it).to_string()).collect();
                let plus = if place == 0 { "" } else { " + " };
                write!(out, "{plus}({})", part.join(","))?;
            }
            if clause.sum.is_empty() {
                out.write_str("end")?;
            }
            for (place, run) in clause.runs.iter().enumerate() {
                let name = self.name(self.arity + place);
                out.write_str(if place == 0 { " for " } else { ", " })?;
                match run {
                    Run::Is(number) => write!(out, "{name} = {}", shown(number))?,
                    Run::Through(from, to) => {
                        write!(out, "{name} in {}..={}", shown(from), shown(to))?;
                    }
                    Run::Among(set) => {
                        let set: Vec<String> = set.iter().map(i64::to_string).collect();
                        write!(out, "{name} in {{{}}}", set.join(","))?;
                    }
                }
            }
            for (place, Test(left, compared, right)) in clause.tests.iter().enumerate() {
                out.write_str(if place == 0 { " if " } else { " and " })?;
                write!(out, "{} {compared} {}", shown(left), shown(right))?;
            }
        }
        Ok(())
    }
}
