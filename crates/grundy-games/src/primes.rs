//! Powers of a prime out of a list: choose a prime p and k ≥ 1 such that some number of the list is divisible by p^k; each one
//! that is, is divided by p^k.
//!
//! A move concerns one prime only, so that the list is a sum with a component for each prime; and of the numbers only the
//! exponents of that prime count, each once. A component is the set of the exponents, and its value goes by search through
//! such sets. (Codeforces 850C.)
//!
//! ```
//! use grundy::{solve, Game, Play};
//! let answer = solve(&"primes 12 18".parse::<Game>()?, Play::Normal);
//! assert_eq!(answer.game, "primes 2,4 3,9"); // by primes: the exponents 1 and 2 of each
//! assert_eq!(answer.value.unwrap().to_string(), "0");
//! # Ok::<(), grundy::ParseError>(())
//! ```

use std::collections::BTreeMap;

use crate::divisors::positive;
use crate::message;
use crate::notation::{self, Clause, Listing, Notation, ParseError, only_by_name};
use crate::number::factor::factors;
use crate::ruleset::{Options, Ruleset, Stop};
use crate::text::{Message, Text};

/// The game.
#[derive(Clone, Copy, Debug)]
pub struct Primes;

/// A position: a prime and the exponents with which it divides numbers of the list.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Exponents {
    prime: u64,
    /// Bit e − 1 stands for the exponent e.
    exponents: u64,
}

/// Its line in the catalogue.
pub static LISTING: Listing = Listing {
    id: "F9",
    name: "primes",
    aliases: &[],
    title: Text::new("Powers of a prime", "除以质数幂"),
    rule: Text {
        en: "Choose a prime p and k ≥ 1 such that p^k divides some number of the list; every number that p^k divides is divided by it.",
        zh: "选质数 p 与 k ≥ 1，使列表中至少一个数被 p^k 整除；凡被 p^k 整除的数都除以 p^k。",
    },
    form: "primes NUMBER … (one list; 2,4 for what is left of the prime 2)",
    example: "primes 12 18 50",
    source: "a rule of contest problems (Codeforces 850C, 2017), by search (R. P. Sprague 1935, P. M. Grundy 1939)",
    theorems: &[],
    recognises: only_by_name,
    parse: notation::parse::<Primes>,
};

impl Exponents {
    fn largest(self) -> u32 {
        64 - self.exponents.leading_zeros()
    }

    /// What is left after dividing by the prime's power k, which is at most the largest exponent.
    fn divided(self, k: u32) -> Exponents {
        let smaller = self.exponents & ((1 << (k - 1)) - 1);
        Exponents {
            exponents: smaller | self.exponents.checked_shr(k).unwrap_or(0),
            ..self
        }
    }
}

impl Ruleset for Primes {
    type Position = Exponents;
    /// The exponent.
    type Move = u32;

    fn options(&self, of: &Exponents, options: &mut Options<Exponents, u32>) -> Result<(), Stop> {
        for k in 1..=of.largest() {
            options.push(k, &[of.divided(k)])?;
        }
        Ok(())
    }

    /// Equal exponents are kept once; in the list they stand apart.
    fn keeps_apart(&self) -> bool {
        true
    }

    fn describe(&self, of: &Exponents, &k: &u32) -> Message {
        message!(
            "divide by {power} all that it divides",
            "把能被 {power} 整除的数都除以它",
            power = match k {
                1 => of.prime.to_string(),
                _ => format!("{}^{k}", of.prime),
            }
        )
    }
}

impl Notation for Primes {
    fn listing(&self) -> &'static Listing {
        &LISTING
    }
    fn read(clause: &Clause<'_>) -> Result<(Primes, Vec<Exponents>), ParseError> {
        clause.no_parameters()?;
        let mut by_prime: BTreeMap<u64, u64> = BTreeMap::new();
        for word in &clause.words {
            for part in word.split(',') {
                for (prime, times) in factors(positive(&part)?) {
                    *by_prime.entry(prime).or_default() |= 1 << (times - 1);
                }
            }
        }
        let positions = by_prime
            .into_iter()
            .map(|(prime, exponents)| Exponents { prime, exponents });
        Ok((Primes, positions.collect()))
    }
    fn head(&self) -> String {
        "primes".to_owned()
    }
    fn write(&self, of: &Exponents) -> String {
        let powers: Vec<String> = (1..=of.largest())
            .filter(|exponent| of.exponents >> (exponent - 1) & 1 == 1)
            .map(|exponent| of.prime.saturating_pow(exponent).to_string())
            .collect();
        if powers.is_empty() {
            return "1".to_owned();
        }
        powers.join(",")
    }
}

grundy_core::encoded!(Exponents { prime, exponents });

#[cfg(test)]
mod tests {
    use super::*;
    use crate::oracle;
    use crate::quotient::{Outcome, Play};
    use std::collections::HashMap;

    /// The game as it is told, on the list itself.
    fn value(list: Vec<u64>, known: &mut HashMap<Vec<u64>, u32>) -> u32 {
        if let Some(&known) = known.get(&list) {
            return known;
        }
        let mut mex = crate::nimber::Mex::new();
        for prime in [2u64, 3, 5, 7] {
            for k in 1..8 {
                let power = prime.pow(k);
                if list.iter().any(|number| number % power == 0) {
                    let divide = |&number: &u64| match number % power {
                        0 => number / power,
                        _ => number,
                    };
                    mex.insert(value(list.iter().map(divide).collect(), known));
                }
            }
        }
        let value = mex.least_missing();
        known.insert(list, value);
        value
    }

    #[test]
    fn theorem_agrees_with_search() {
        let mut known = HashMap::new();
        let mut lost = 0;
        for one in 1..50u64 {
            for (other, third) in [(1, 1), (8, 12), (18, 4), (32, one), (50, 81)] {
                let text = format!("primes {one} {other} {third}");
                if factors(one).iter().any(|&(prime, _)| prime > 7) {
                    continue;
                }
                let answer = grundy::solve(&text.parse().expect("a list"), Play::Normal);
                let value = value(vec![one, other, third], &mut known);
                assert_eq!(answer.value, Some(value.into()), "{text}");
                lost += u32::from(answer.outcome == Some(Outcome::P));
            }
        }
        assert!(lost > 0);
        for numbers in ["", "1", "12 18", "8 2 9", "2,8"] {
            oracle::both(&format!("primes {numbers}"));
        }
        oracle::engines("primes 48 18", Play::Normal);
    }

    #[test]
    fn lists_are_read_by_primes() {
        let shown = |text: &str| text.parse::<grundy::Game>().expect(text).to_string();
        assert_eq!(shown("primes 12 18 50"), "primes 2,4 3,9 25");
        assert_eq!(shown("primes 2,4 3,9 25"), "primes 2,4 3,9 25");
        assert_eq!(
            shown("primes 9223372036854775808"),
            "primes 9223372036854775808"
        );
        assert_eq!(
            "primes 3 2,0"
                .parse::<grundy::Game>()
                .expect_err("0")
                .column,
            12
        );
    }
}
