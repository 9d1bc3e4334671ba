//! Proper divisors: replace a number by one of its proper divisors.
//!
//! The value is the number of prime factors, each as often as it divides: a proper divisor has fewer, and any smaller number of
//! them can be kept. So every number is a Nim heap, under misère play too. (ABC 368 F.)
//!
//! ```
//! use grundy::{solve, Game, Play};
//! let answer = solve(&"divisors 12 7".parse::<Game>()?, Play::Normal);
//! assert_eq!(answer.value.unwrap().to_string(), "2"); // 12 = 2 · 2 · 3 has three prime factors, 7 has one
//! # Ok::<(), grundy::ParseError>(())
//! ```

use crate::message;
use crate::nimber::Nimber;
use crate::notation::{self, Clause, Listing, Notation, ParseError, Word, only_by_name};
use crate::number::factor::factors;
use crate::ruleset::{Capabilities, Moves, Options, Ruleset, Step, Stop, ValueTheorem};
use crate::scene::{self, Clicks, DotMark, Draw, Line, MOST_DRAWN, Mark, Scene};
use crate::text::{Message, Text};

/// The game. A position is a positive number.
#[derive(Clone, Copy, Debug)]
pub struct Divisors;

/// Its line in the catalogue.
pub static LISTING: Listing = Listing {
    id: "F9",
    name: "divisors",
    aliases: &[],
    title: Text::new("Proper divisors", "真因数博弈"),
    rule: Text {
        en: "Replace a number by one of its proper divisors (any but itself).",
        zh: "把一个数换成它的一个真因数（不等于自身的因数）。",
    },
    form: Text::new(
        "divisors NUMBER …, from 1 to 2^64 − 1",
        "divisors NUMBER …，从 1 到 2^64 − 1",
    ),
    example: "divisors 12 7",
    source: "a rule of contest problems (AtCoder ABC 368 F, 2024), as Nim: C. L. Bouton (1902)",
    theorems: &["divisors_grundy", "divisors_misere", "end_in_one_paired"],
    recognises: only_by_name,
    parse: notation::parse::<Divisors>,
};

/// A positive number below 2^64.
pub(crate) fn positive(word: &Word<'_>) -> Result<u64, ParseError> {
    match word.number()? {
        0 => Err(word.error(message!("expected a positive number", "此处应为正整数"))),
        number => Ok(number),
    }
}

/// A number by its prime factors: 2^3 · 5.
pub(crate) fn factored(number: u64) -> String {
    let powers: Vec<String> = factors(number)
        .into_iter()
        .map(|(prime, times)| match times {
            1 => prime.to_string(),
            _ => format!("{prime}^{times}"),
        })
        .collect();
    if powers.is_empty() {
        return number.to_string();
    }
    powers.join(" · ")
}

fn value(number: u64) -> u32 {
    factors(number).iter().map(|(_, times)| times).sum()
}

/// All divisors, ascending, each with its number of prime factors. A number below 2^64 has at most 103680.
fn divisors(number: u64) -> Vec<(u64, u32)> {
    let mut divisors = vec![(1u64, 0u32)];
    for (prime, times) in factors(number) {
        let before = divisors.clone();
        let mut power = 1;
        for count in 1..=times {
            power *= prime;
            let more = before
                .iter()
                .map(|&(divisor, of)| (divisor * power, of + count));
            divisors.extend(more);
        }
    }
    divisors.sort_unstable();
    divisors
}

fn describe(divisor: u64) -> Message {
    message!(
        "replace it by {divisor}",
        "换成 {divisor}",
        divisor = divisor
    )
}

impl Ruleset for Divisors {
    type Position = u64;
    /// The divisor.
    type Move = u64;

    fn options(&self, &number: &u64, options: &mut Options<u64, u64>) -> Result<(), Stop> {
        for (divisor, _) in divisors(number) {
            if divisor < number {
                options.push(divisor, &[divisor])?;
            }
        }
        Ok(())
    }

    fn describe(&self, _: &u64, &divisor: &u64) -> Message {
        describe(divisor)
    }

    fn capabilities(&self) -> Capabilities<'_, Divisors> {
        Capabilities {
            values: Some(self),
            tame: Some(tame),
            drawn: Some(self),
            ..Capabilities::NONE
        }
    }
}

impl Draw<u64, u64> for Divisors {
    /// The divisors, each joined to those that are it divided by a prime; a token stands on the number itself.
    fn scene(&self, &number: &u64) -> Option<Scene> {
        let divisors = divisors(number);
        if divisors.len() > MOST_DRAWN {
            return None;
        }
        let place = |divisor: u64| divisors.binary_search_by_key(&divisor, |&(known, _)| known);
        let primes = factors(number);
        let below = |(from, &(divisor, _)): (usize, &(u64, u32))| {
            let by = primes.iter().filter(move |(prime, _)| divisor % prime == 0);
            by.filter_map(move |(prime, _)| place(divisor / prime).ok())
                .map(move |to| Line::new(from as u32, to as u32, true))
                .collect::<Vec<Line>>()
        };
        let lines: Vec<Line> = divisors.iter().enumerate().flat_map(below).collect();
        let names: Vec<String> = divisors.iter().map(|(own, _)| own.to_string()).collect();
        let last = divisors.len() - 1;
        let mark = |place: usize| match place == last {
            true => DotMark::Token,
            false => DotMark::Plain,
        };
        scene::graph(names.iter().map(String::as_str), mark, lines)
    }

    fn clicks(&self, &number: &u64, &divisor: &u64, _: &[u64]) -> Vec<Clicks> {
        let place = divisors(number).iter().position(|&(own, _)| own == divisor);
        place
            .map(|place| vec![Mark::Vertex(place)])
            .into_iter()
            .collect()
    }
}

/// Why sums are tame under misère play.
fn tame() -> Message {
    message!(
        "every number is a Nim heap of as many stones as it has prime factors, so Bouton's rule for misère play holds",
        "每个数等同于以其质因数个数为大小的尼姆堆，故适用 Bouton 的反常规则结论"
    )
}

impl ValueTheorem<u64> for Divisors {
    fn value(&self, &number: &u64) -> Option<Nimber> {
        Some(Nimber::from(value(number)))
    }

    fn moves_to(&self, &number: &u64, target: &Nimber, limit: usize) -> Option<Moves<u64>> {
        let steps = divisors(number)
            .into_iter()
            .filter(|&(divisor, of)| divisor < number && Nimber::from(of) == *target)
            .map(|(divisor, _)| Step {
                message: describe(divisor),
                to: vec![divisor],
            });
        Some(Moves::all(steps.collect(), limit))
    }

    fn because(&self, &number: &u64) -> Message {
        if number == 1 {
            return message!(
                "1 has no proper divisor, so the value is 0",
                "1 没有真因数，SG 值为 0"
            );
        }
        message!(
            "{number} = {factors}: the value is the number of prime factors with multiplicity, {value}",
            "{number} = {factors}：SG 值为质因数个数（计重数）{value}",
            number = number,
            factors = factored(number),
            value = value(number)
        )
    }
}

impl Notation for Divisors {
    fn listing(&self) -> &'static Listing {
        &LISTING
    }
    fn read(clause: &Clause<'_>) -> Result<(Divisors, Vec<u64>), ParseError> {
        clause.no_parameters()?;
        let numbers = clause.words.iter().map(positive);
        Ok((Divisors, numbers.collect::<Result<_, _>>()?))
    }
    fn head(&self) -> String {
        "divisors".to_owned()
    }
    fn write(&self, number: &u64) -> String {
        number.to_string()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::oracle;
    use crate::quotient::Play;

    #[test]
    fn theorem_agrees_with_search() {
        for number in 1..400u64 {
            let expected: Vec<u64> = (1..=number).filter(|small| number % small == 0).collect();
            let told: Vec<u64> = divisors(number)
                .iter()
                .map(|&(divisor, _)| divisor)
                .collect();
            assert_eq!(told, expected);
        }
        oracle::values(&Divisors, 1..200);
        for numbers in ["1", "12", "8 30", "2 3 5", "4 9 6"] {
            oracle::both(&format!("divisors {numbers}"));
        }
        oracle::engines("divisors 12 60", Play::Normal);
        assert_eq!(
            "divisors 3 0"
                .parse::<grundy::Game>()
                .expect_err("0")
                .column,
            12
        );
    }

    #[test]
    fn large_numbers() {
        let text = "divisors 18446744073709551557 9223372036854775808";
        let answer = grundy::solve(&text.parse().expect("a game"), Play::Normal);
        assert_eq!(answer.value, Some(Nimber::from(62u64)));
    }
}
