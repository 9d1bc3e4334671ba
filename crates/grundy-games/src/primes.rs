//! Powers of a prime out of a list: choose a prime p and k ≥ 1 such that some number of the list is divisible by p^k; each one
//! that is, is divided by p^k.
//!
//! A move concerns one prime only, so that the list is a sum with a part for each prime; and of the numbers only the
//! exponents of that prime count, each once. A part is the set of the exponents, whatever the prime, and values come from search
//! by such parts. (Codeforces 850C.)
//!
//! ```
//! use grundy::{solve, Game, Play};
//! let answer = solve(&"primes 12 18".parse::<Game>()?, Play::Normal);
//! assert_eq!(answer.value.unwrap().to_string(), "0"); // the exponents of 2 are 2 and 1, and so are those of 3
//! # Ok::<(), grundy::ParseError>(())
//! ```

use std::collections::BTreeMap;
use std::convert::Infallible;
use std::ops::ControlFlow;

use crate::couples::{Couples, FallsApart, couples_of_positions};
use crate::divisors::positive;
use crate::engine::split::keys::Numbered;
use crate::engine::split::search::Search;
use crate::engine::split::{Fact, Splits, cancel};
use crate::message;
use crate::notation::{self, Clause, Listing, Notation, ParseError, only_by_name};
use crate::number::factor::factors;
use crate::ruleset::{Capabilities, Options, Ruleset, Stop};
use crate::scene::{self, Clicks, DotMark, Draw, Line, Mark, Scene};
use crate::text::{Message, Text};

/// The game.
#[derive(Clone, Copy, Debug)]
pub struct Primes;

/// A position: the numbers of the list, as they were written.
type Numbers = Vec<u64>;

/// A part: the exponents of one prime, bit e − 1 for the exponent e.
type Exponents = u64;

/// Its line in the catalogue.
pub static LISTING: Listing = Listing {
    id: "F9",
    name: "primes",
    aliases: &[],
    title: Text::new("Powers of a prime", "除以质数幂"),
    rule: Text {
        en: "Choose a prime p and k ≥ 1 such that p^k divides some number of the list; divide every number divisible by p^k by it.",
        zh: "选质数 p 与 k ≥ 1，使列表中至少一个数被 p^k 整除；凡被 p^k 整除的数都除以 p^k。",
    },
    form: Text::new("primes NUMBER … (one list)", "primes NUMBER …（一个列表）"),
    example: "primes 12 18 50",
    source: "a rule of contest problems (Codeforces 850C, 2017), by search (R. P. Sprague 1935, P. M. Grundy 1939)",
    theorems: &[],
    recognises: only_by_name,
    parse: notation::parse::<Primes>,
};

/// The exponents of each prime that divides some number.
fn by_prime(numbers: &[u64]) -> BTreeMap<u64, Exponents> {
    let mut by_prime = BTreeMap::new();
    for &number in numbers {
        for (prime, times) in factors(number) {
            *by_prime.entry(prime).or_default() |= 1 << (times - 1);
        }
    }
    by_prime
}

fn largest(exponents: Exponents) -> u32 {
    64 - exponents.leading_zeros()
}

/// What is left of the exponents after dividing by the prime's power k, which is at most the largest of them.
fn divided(exponents: Exponents, k: u32) -> Exponents {
    let smaller = exponents & ((1 << (k - 1)) - 1);
    smaller | exponents.checked_shr(k).unwrap_or(0)
}

/// The moves of a list: each prime with each exponent up to the largest, and the power.
fn powers(numbers: &[u64]) -> impl Iterator<Item = (u64, u32, u64)> {
    let of = |(prime, exponents): (u64, Exponents)| {
        (1..=largest(exponents)).map(move |k| (prime, k, prime.pow(k)))
    };
    by_prime(numbers).into_iter().flat_map(of)
}

impl Ruleset for Primes {
    type Position = Numbers;
    /// The prime and the exponent.
    type Move = (u64, u32);

    fn options(
        &self,
        numbers: &Numbers,
        options: &mut Options<Numbers, (u64, u32)>,
    ) -> Result<(), Stop> {
        for (prime, k, power) in powers(numbers) {
            let divide = |&number: &u64| match number % power {
                0 => number / power,
                _ => number,
            };
            options.push((prime, k), &[numbers.iter().map(divide).collect()])?;
        }
        Ok(())
    }

    fn describe(&self, _: &Numbers, &(prime, k): &(u64, u32)) -> Message {
        message!(
            "divide every multiple of {power} by {power}",
            "把能被 {power} 整除的数都除以它",
            power = match k {
                1 => prime.to_string(),
                _ => format!("{prime}^{k}"),
            }
        )
    }

    fn heap_bytes(&self, numbers: &Numbers) -> u64 {
        8 * numbers.len() as u64
    }

    fn capabilities(&self) -> Capabilities<'_, Primes> {
        Capabilities {
            couples: Some(self),
            drawn: Some(self),
            ..Capabilities::NONE
        }
    }
}

impl FallsApart<Numbers> for Primes {
    /// Every list; a part is written as powers of 2.
    fn couples(&self, _: &Numbers, bytes: u64) -> Option<Box<dyn Couples<Numbers>>> {
        let parts = |_: &Primes, numbers: &Numbers| {
            let mut parts: Vec<Exponents> = by_prime(numbers).into_values().collect();
            cancel(&mut parts);
            Some((0, parts))
        };
        let search = Search::new(*self, bytes);
        let written = |_: &Primes, &exponents: &Exponents| {
            let each = (0..63).filter(|place| exponents >> place & 1 == 1);
            each.map(|place| 2 << place).collect()
        };
        Some(couples_of_positions("primes", search, parts, written))
    }
}

impl Splits for Primes {
    type Part = Exponents;
    type Keys = Numbered<Exponents>;
    type Stop = Infallible;

    fn keys(&self, bytes: u64) -> Numbered<Exponents> {
        Numbered::new(|_| 0, bytes)
    }

    /// The largest exponent, which every move makes smaller.
    fn size(&self, &part: &Exponents) -> u32 {
        largest(part)
    }

    fn shape(&self, part: &Exponents) -> u32 {
        part.count_ones()
    }

    /// No play is longer than the largest exponent.
    fn fact(&self, &part: &Exponents) -> Fact {
        Fact::at_most(largest(part))
    }

    fn options<F>(&self, &part: &Exponents, mut visit: F) -> Result<(), Infallible>
    where
        F: FnMut(u32, &[Exponents]) -> ControlFlow<()>,
    {
        for k in 1..=largest(part) {
            let left = divided(part, k);
            let left = [left];
            if visit(0, if left[0] == 0 { &[] } else { &left }).is_break() {
                break;
            }
        }
        Ok(())
    }
}

impl Draw<Numbers, (u64, u32)> for Primes {
    /// The numbers, then the powers that a player may divide by, each joined to the numbers that it divides.
    fn scene(&self, numbers: &Numbers) -> Option<Scene> {
        let powers: Vec<u64> = powers(numbers).map(|(_, _, power)| power).collect();
        let names: Vec<String> = numbers.iter().chain(&powers).map(u64::to_string).collect();
        let joined = powers.iter().enumerate().flat_map(|(place, power)| {
            let divides = move |(_, number): &(usize, &u64)| *number % power == 0;
            let divided = numbers.iter().enumerate().filter(divides);
            let from = numbers.len() + place;
            divided.map(move |(number, _)| Line::new(from as u32, number as u32, true))
        });
        let mark = |place: usize| match numbers.get(place) {
            Some(1) => DotMark::Gone,
            Some(_) => DotMark::Token,
            None => DotMark::Plain,
        };
        scene::graph(names.iter().map(String::as_str), mark, joined)
    }

    fn clicks(&self, numbers: &Numbers, mv: &(u64, u32), _: &[Numbers]) -> Vec<Clicks> {
        let place = powers(numbers).position(|(prime, k, _)| (prime, k) == *mv);
        let mark = place.map(|place| vec![Mark::Vertex(numbers.len() + place)]);
        mark.into_iter().collect()
    }
}

impl Notation for Primes {
    const SINGLE_COMPONENT: bool = true;

    fn listing(&self) -> &'static Listing {
        &LISTING
    }
    fn read(clause: &Clause<'_>) -> Result<(Primes, Vec<Numbers>), ParseError> {
        clause.no_parameters()?;
        let parts = clause.words.iter().flat_map(|word| word.split(','));
        let numbers = parts.map(|part| positive(&part));
        Ok((Primes, vec![numbers.collect::<Result<_, _>>()?]))
    }
    fn head(&self) -> String {
        "primes".to_owned()
    }
    fn write(&self, numbers: &Numbers) -> String {
        let each: Vec<String> = numbers.iter().map(u64::to_string).collect();
        each.join(" ")
    }
}

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
    fn lists_stay_as_written() {
        let shown = |text: &str| text.parse::<grundy::Game>().expect(text).to_string();
        assert_eq!(shown("primes 12 18 50"), "primes 12 18 50");
        assert_eq!(shown("primes 12,18 1 50"), "primes 12 18 1 50");
        let error = "primes 3 2,0".parse::<grundy::Game>().expect_err("0");
        assert_eq!(error.column, 12);
    }

    #[test]
    fn parts_agree_with_search() {
        for exponents in 1..128u64 {
            let list: Vec<String> = (0..7)
                .filter(|place| exponents >> place & 1 == 1)
                .map(|place| (2u64 << place).to_string())
                .collect();
            oracle::game(&format!("primes {}", list.join(" ")), Play::Normal);
        }
    }
}
