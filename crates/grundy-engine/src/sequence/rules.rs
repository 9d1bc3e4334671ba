//! Rules of games on heaps that have a nim-sequence: codes of taking and breaking (R. K. Guy and C. A. B. Smith, 1956),
//! with more than two heaps left if wanted, with splits restricted as in Grundy's game (1939) and in Couples are Forever
//! (I. Caines, C. Gates, R. K. Guy and R. J. Nowakowski, 1999), and sets of numbers that may be taken.
//!
//! Written as the games of the catalogue are:
//!
//! ```
//! use grundy_engine::sequence::Rules;
//! for text in [
//!     "0.77", "4.3", "0.8f", "0.3{4}", "grundy", "couples", "0.6:unequal,least5",
//!     "take:1,3,4", "take:1-3,7", "take:!1,2", "take:1,4mod5",
//! ] {
//!     assert_eq!(text.parse::<Rules>().unwrap().to_string(), text);
//! }
//! assert_eq!("kayles".parse::<Rules>(), "0.77".parse());
//! assert_eq!("0.79x".parse::<Rules>().unwrap_err().column, 5);
//! ```

use std::fmt;

use serde::{Deserialize, Serialize};

mod text;

pub use text::{named, read_takes, run};

/// The moves of a game on heaps: by a code, or by a set of numbers that may be taken.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(try_from = "Written", into = "Written")]
pub struct Rules {
    kind: Kind,
}

#[derive(Clone, Debug, PartialEq, Eq, Hash)]
enum Kind {
    Code(Code),
    Takes(Takes),
}

/// A code and what restricts its splits.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
struct Code {
    /// The digits, that of no removal first, without zeros at the end.
    digits: Vec<u8>,
    unequal: bool,
    least_split: u64,
}

/// Numbers of stones that may be taken, as runs from a least to a greatest number; [`Rules::taking`] puts them in order.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Takes {
    /// These.
    These(Vec<(u64, u64)>),
    /// All positive numbers but these.
    AllBut(Vec<(u64, u64)>),
    /// All positive numbers that leave one of these remainders when divided by the first number.
    Modulo(u64, Vec<(u64, u64)>),
}

impl Takes {
    /// Whether so many may be taken, the runs being in order.
    pub fn contains(&self, take: u64) -> bool {
        let within = |runs: &[(u64, u64)], number: u64| {
            let next = runs.partition_point(|&(_, high)| high < number);
            runs.get(next).is_some_and(|&(low, _)| low <= number)
        };
        match self {
            Takes::These(runs) => within(runs, take),
            Takes::AllBut(runs) => take > 0 && !within(runs, take),
            Takes::Modulo(divisor, runs) => take > 0 && within(runs, take % divisor),
        }
    }
}

/// What is no set of rules.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum NotRules {
    /// The digit of no removal allows nothing or one heap to be left: leaving a heap as it is would be an endless move.
    Endless,
    /// More digits than [`MOST_DIGITS`].
    Long,
    /// Heaps of different sizes asked for where more than two may be left.
    Unequal,
    /// Nothing may be taken, or 0, or a run of takes ends before it begins, or a remainder is not below the divisor.
    Takes,
}

impl fmt::Display for NotRules {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            NotRules::Endless => "leaving a heap as it is would be an endless move",
            NotRules::Long => "a code has at most 4096 digits",
            NotRules::Unequal => "only two heaps can be asked to be unequal",
            NotRules::Takes => "not a set of positive numbers",
        })
    }
}

impl std::error::Error for NotRules {}

/// Most digits of [`Rules`] by a code.
pub const MOST_DIGITS: usize = 4096;

impl Rules {
    /// The rules of a code by its digits, that of no removal first. Bit j of digit k: k stones may be removed leaving
    /// exactly j heaps, none of them empty.
    ///
    /// # Errors
    /// [`NotRules::Endless`], [`NotRules::Long`].
    pub fn new(digits: &[u8]) -> Result<Rules, NotRules> {
        Rules::splitting(digits, false, 2)
    }

    /// The rules of a code whose splits are restricted: to heaps of different sizes if `unequal`, and to splitting heaps
    /// of at least `least_split` stones, before any are removed.
    ///
    /// # Errors
    /// Those of [`Rules::new`], and [`NotRules::Unequal`] if a digit is above 7.
    pub fn splitting(digits: &[u8], unequal: bool, least_split: u64) -> Result<Rules, NotRules> {
        let length = digits.iter().rposition(|&digit| digit != 0);
        let digits = &digits[..length.map_or(0, |last| last + 1)];
        if digits.len() > MOST_DIGITS {
            return Err(NotRules::Long);
        }
        if digits.first().is_some_and(|first| first & 3 != 0) {
            return Err(NotRules::Endless);
        }
        if unequal && digits.iter().any(|&digit| digit > 7) {
            return Err(NotRules::Unequal);
        }
        let splits = digits.iter().any(|&digit| digit > 3);
        Ok(Rules {
            kind: Kind::Code(Code {
                digits: digits.to_vec(),
                unequal: unequal && splits,
                least_split: if splits { least_split.max(2) } else { 2 },
            }),
        })
    }

    /// The rules of taking a number that a set allows. Runs may overlap and come in any order.
    ///
    /// # Errors
    /// [`NotRules::Takes`].
    pub fn taking(takes: Takes) -> Result<Rules, NotRules> {
        let takes = match takes {
            Takes::These(runs) => Takes::These(joined_within(runs, 1, u64::MAX)?),
            Takes::AllBut(runs) => Takes::AllBut(joined_within(runs, 1, u64::MAX)?),
            Takes::Modulo(0, _) => return Err(NotRules::Takes),
            Takes::Modulo(divisor, runs) => {
                Takes::Modulo(divisor, joined_within(runs, 0, divisor - 1)?)
            }
        };
        let none = match &takes {
            Takes::These(runs) | Takes::Modulo(_, runs) => runs.is_empty(),
            Takes::AllBut(runs) => runs[..] == [(1, u64::MAX)],
        };
        if none {
            return Err(NotRules::Takes);
        }
        Ok(Rules {
            kind: Kind::Takes(takes),
        })
    }

    /// The digits of the code, that of no removal first, without zeros at the end; none where the rules are a set of
    /// [`takes`](Rules::takes).
    pub fn digits(&self) -> &[u8] {
        match &self.kind {
            Kind::Code(code) => &code.digits,
            Kind::Takes(_) => &[],
        }
    }

    /// What may be taken, where the rules are a set; its runs are ascending and do not touch.
    pub fn takes(&self) -> Option<&Takes> {
        match &self.kind {
            Kind::Code(_) => None,
            Kind::Takes(takes) => Some(takes),
        }
    }

    /// Whether the two heaps of a split must be of different sizes.
    pub fn unequal(&self) -> bool {
        matches!(&self.kind, Kind::Code(code) if code.unequal)
    }

    /// The least heap that may be split, before stones are removed: 2 where nothing is said of it.
    pub fn least_split(&self) -> u64 {
        match &self.kind {
            Kind::Code(code) => code.least_split,
            Kind::Takes(_) => 2,
        }
    }

    /// The largest number of heaps that a move leaves.
    pub fn parts(&self) -> u32 {
        match &self.kind {
            Kind::Code(code) => {
                let highest = |digit: &u8| (u8::BITS - digit.leading_zeros()).saturating_sub(1);
                code.digits.iter().map(highest).max().unwrap_or(0)
            }
            Kind::Takes(_) => 1,
        }
    }

    /// Whether this is a code with digits up to 7 and any split allowed.
    pub fn octal(&self) -> bool {
        self.takes().is_none() && self.parts() <= 2 && !self.unequal() && self.least_split() == 2
    }

    /// Whether `removed` stones may be all of the heap.
    pub(super) fn ends(&self, removed: usize) -> bool {
        self.digits()
            .get(removed)
            .is_some_and(|digit| digit & 1 != 0)
    }

    /// After which removals one heap may be left.
    pub(super) fn singles(&self) -> impl Iterator<Item = usize> + '_ {
        self.leaving(1)
    }

    /// After which removals two heaps may be left.
    pub(super) fn splits(&self) -> impl Iterator<Item = usize> + '_ {
        self.leaving(2)
    }

    /// After which removals so many heaps may be left.
    pub(super) fn leaving(&self, parts: u32) -> impl Iterator<Item = usize> + '_ {
        let digits = self.digits().iter().enumerate();
        digits
            .filter(move |(_, digit)| *digit >> parts & 1 != 0)
            .map(|(removed, _)| removed)
    }
}

/// The runs in order, those that touch made one; all numbers must be from `least` to `most`.
fn joined_within(
    runs: Vec<(u64, u64)>,
    least: u64,
    most: u64,
) -> Result<Vec<(u64, u64)>, NotRules> {
    if runs
        .iter()
        .any(|&(low, high)| low < least || high < low || high > most)
    {
        return Err(NotRules::Takes);
    }
    Ok(joined(runs))
}

/// Runs of numbers in order, those that touch made one.
pub fn joined(mut runs: Vec<(u64, u64)>) -> Vec<(u64, u64)> {
    runs.sort_unstable();
    let mut joined: Vec<(u64, u64)> = Vec::with_capacity(runs.len());
    for (low, high) in runs {
        match joined.last_mut() {
            Some(last) if low <= last.1.saturating_add(1) => last.1 = last.1.max(high),
            _ => joined.push((low, high)),
        }
    }
    joined
}

/// The form in which rules are kept with a saved sequence.
#[derive(Serialize, Deserialize)]
enum Written {
    Code(Vec<u8>, bool, u64),
    Takes(Takes),
}

impl From<Rules> for Written {
    fn from(rules: Rules) -> Written {
        match rules.kind {
            Kind::Code(code) => Written::Code(code.digits, code.unequal, code.least_split),
            Kind::Takes(takes) => Written::Takes(takes),
        }
    }
}

impl TryFrom<Written> for Rules {
    type Error = NotRules;

    fn try_from(written: Written) -> Result<Rules, NotRules> {
        match written {
            Written::Code(digits, unequal, least) => Rules::splitting(&digits, unequal, least),
            Written::Takes(takes) => Rules::taking(takes),
        }
    }
}

#[cfg(test)]
mod tests;
