//! The multiplication game: from p = 1 the players multiply p in turn by LO, …, HI (2 to 9 where nothing is said); who
//! reaches n wins.
//!
//! What counts is ⌈n / p⌉, how much is still to be multiplied; a move makes m into ⌈m / k⌉, and at 1 the game is over. The
//! outcomes come in intervals, with B = LO · HI: under normal play P exactly if Bᵗ⁻¹ · HI < m ≤ Bᵗ for some t ≥ 0. For from
//! above Bᵗ up to Bᵗ · HI some k leads into the interval before (steps of ⌈m / k⌉ are too small to leap it), and from
//! there up to Bᵗ⁺¹ every k leads beyond it. Under misère play it is Bᵗ < m ≤ Bᵗ · LO in the same way.
//!
//! ```
//! use grundy::{solve, Game, Outcome, Play};
//! let outcome = |text: &str| solve(&text.parse::<Game>().unwrap(), Play::Normal).outcome;
//! assert_eq!(outcome("multiply 162"), Some(Outcome::N));
//! assert_eq!(outcome("multiply 34012226"), Some(Outcome::N));
//! assert_eq!(outcome("multiply 34012224"), Some(Outcome::P)); // 18^6
//! # Ok::<(), grundy::ParseError>(())
//! ```

use crate::message;
use crate::notation::{self, Clause, Listing, Notation, ParseError, only_by_name};
use crate::number::decimal::print;
use crate::number::{self, Natural, long};
use crate::quotient::{Outcome, Play};
use crate::ruleset::{Capabilities, Moves, Options, OutcomeTheorem, Ruleset, Step, Stop};
use crate::scene::{self, Clicks, DotMark, Draw, Line, Mark, Scene};
use crate::text::{Message, Text};

/// The game. A position is how much is still to be multiplied: ⌈n / p⌉. 2 ≤ low ≤ high.
#[derive(Clone, Debug)]
pub struct Multiply {
    low: Natural,
    high: Natural,
}

/// Its line in the catalogue.
pub static LISTING: Listing = Listing {
    id: "F3",
    name: "multiply",
    aliases: &["multiplication"],
    title: Text::new("The multiplication game", "乘法博弈"),
    rule: Text {
        en: "Starting with p = 1, multiply p by a number from 2 to 9 (or from LO to HI); whoever makes p at least N wins.",
        zh: "从 p = 1 开始，每次把 p 乘以 2 到 9（或 LO 到 HI）中的一个数；先使 p 不小于 N 者胜。",
    },
    form: Text::new(
        "multiply N … or multiply:LO-HI N …",
        "multiply N …，或 multiply:LO-HI N …",
    ),
    example: "multiply 1000",
    source: "a rule of contest problems (HDU 1517, POJ 2505, UVa 847), by induction over intervals",
    theorems: &["multiply_lost", "multiply_misere", "multiply_intervals"],
    recognises: only_by_name,
    parse: notation::parse::<Multiply>,
};

/// ⌈number / by⌉.
fn divided(number: &Natural, by: &Natural) -> Natural {
    long::quotient(&(number + by - 1u8), by)
}

impl Multiply {
    /// `None` where a factor is less than 2 or there is none.
    pub fn new(low: Natural, high: Natural) -> Option<Multiply> {
        (low > Natural::ONE && low <= high).then_some(Multiply { low, high })
    }

    /// Of the factors from `first` to `last`, which are at least 2, one for each number that they leave of `number`: the least.
    fn leaving(number: &Natural, first: Natural, last: &Natural) -> impl Iterator<Item = Natural> {
        let below = number - 1u8;
        // ⌈n / k⌉ − 1 = ⌊(n − 1) / k⌋, which is the same up to k = ⌊(n − 1) / that⌋.
        let next = move |factor: &Natural| match long::quotient(&below, factor) {
            same if same.is_zero() => None,
            same => Some(long::quotient(&below, &same) + 1u8),
        };
        std::iter::successors(Some(first), next).take_while(move |factor| factor <= last)
    }

    /// How many numbers those factors leave of a number of at least 2.
    fn count_leaving(number: &Natural, first: &Natural, last: &Natural) -> Natural {
        if first > last {
            return Natural::ZERO;
        }
        let below = number - 1u8;
        // While k (k − 1) ≤ n − 1, each k leaves less than the one before; from there on no number is passed over.
        let steep = (long::root(&((&below << 2usize) + 1u8)) + 1u8) >> 1usize;
        let steep = steep.max(first.clone()).min(last.clone());
        let passed = long::quotient(&below, &steep) - long::quotient(&below, last);
        steep - first + passed + 1u8
    }

    fn both(&self) -> Natural {
        long::product(&self.low, &self.high)
    }

    /// The largest power of LO · HI that is less than the number, which is at least 2.
    fn power_below(&self, number: &Natural) -> Natural {
        long::power_below(&self.both(), number)
    }

    /// The interval, without its lower end, that the number is in, and whether it is one of P-positions.
    fn interval(&self, number: &Natural, play: Play) -> (Natural, Natural, bool) {
        if *number <= Natural::ONE {
            return (Natural::ZERO, Natural::ONE, play == Play::Normal);
        }
        let power = self.power_below(number);
        let (factor, lost_first) = match play {
            Play::Normal => (&self.high, false),
            Play::Misere => (&self.low, true),
        };
        let middle = long::product(&power, factor);
        if *number <= middle {
            (power, middle, lost_first)
        } else {
            let end = power * self.both();
            (middle, end, !lost_first)
        }
    }
}

impl Ruleset for Multiply {
    type Position = Natural;
    /// The factor.
    type Move = Natural;

    fn options(
        &self,
        number: &Natural,
        options: &mut Options<Natural, Natural>,
    ) -> Result<(), Stop> {
        if *number <= Natural::ONE {
            return Ok(());
        }
        for factor in Multiply::leaving(number, self.low.clone(), &self.high) {
            let left = divided(number, &factor);
            options.push(factor, &[left])?;
        }
        Ok(())
    }

    fn describe(&self, _: &Natural, factor: &Natural) -> Message {
        describe(factor)
    }

    fn heap_bytes(&self, number: &Natural) -> u64 {
        number::heap_bytes(number)
    }

    fn capabilities(&self) -> Capabilities<'_, Multiply> {
        Capabilities {
            outcomes: Some(self),
            drawn: Some(self),
            ..Capabilities::NONE
        }
    }
}

fn describe(factor: &Natural) -> Message {
    message!("multiply by {factor}", "乘以 {factor}", factor = factor)
}

/// Factors that lead to different numbers, beyond which they are only written.
const MOST_FACTORS: usize = 24;

impl Draw<Natural, Natural> for Multiply {
    /// A token on what is still to be multiplied, and an arrow with its factor to each number that it may become.
    fn scene(&self, number: &Natural) -> Option<Scene> {
        if *number <= Natural::ONE {
            return None;
        }
        let factors = Multiply::leaving(number, self.low.clone(), &self.high);
        let factors: Vec<Natural> = factors.take(MOST_FACTORS + 1).collect();
        let counts = factors.iter().map(|factor| u64::try_from(factor).ok());
        let counts: Vec<u64> = counts.collect::<Option<_>>()?;
        if counts.len() > MOST_FACTORS {
            return None;
        }
        let left = factors.iter().map(|factor| divided(number, factor));
        let names: Vec<String> = std::iter::once(number.clone())
            .chain(left)
            .map(|number| print(&number))
            .collect();
        let mark = |place: usize| match place {
            0 => DotMark::Token,
            _ => DotMark::Plain,
        };
        let lines = (1..).zip(counts).map(|(to, factor)| Line {
            count: Some(factor),
            ..Line::new(0, to, true)
        });
        scene::graph(names.iter().map(String::as_str), mark, lines)
    }

    fn clicks(&self, number: &Natural, factor: &Natural, _: &[Natural]) -> Vec<Clicks> {
        let mut factors = Multiply::leaving(number, self.low.clone(), &self.high);
        let place = factors.position(|one| one == *factor);
        place
            .map(|place| vec![Mark::Vertex(place + 1)])
            .into_iter()
            .collect()
    }
}

impl OutcomeTheorem<Natural> for Multiply {
    fn outcome(&self, number: &Natural, play: Play) -> Option<Outcome> {
        let (_, _, lost) = self.interval(number, play);
        Some(if lost { Outcome::P } else { Outcome::N })
    }

    /// The factors that lead into the interval of P-positions before; they are neighbours. Factors that leave the same are one
    /// move.
    fn winning(&self, number: &Natural, play: Play, limit: usize) -> Option<Moves<Natural>> {
        let (below, _, lost) = self.interval(number, play);
        if lost || below.is_zero() {
            return Some(Moves::none());
        }
        // The interval before ends where this one begins.
        let (before, last, _) = self.interval(&below, play);
        let least = divided(number, &last).max(self.low.clone());
        let most = if before.is_zero() {
            self.high.clone()
        } else {
            (divided(number, &before) - 1u8).min(self.high.clone())
        };
        let count = Multiply::count_leaving(number, &least, &most);
        let step = |factor: Natural| Step {
            message: describe(&factor),
            to: vec![divided(number, &factor)],
        };
        let factors = Multiply::leaving(number, least, &most);
        Some(Moves {
            count: Some(count),
            listed: factors.take(limit).map(step).collect(),
        })
    }

    fn because(&self, number: &Natural, play: Play) -> Message {
        let (below, last, lost) = self.interval(number, play);
        if *number <= Natural::ONE {
            return message!(
                "the number is reached: the game is over",
                "已达到目标，对局结束"
            );
        }
        let winner = if lost {
            message!("the player to move loses", "后手必胜")
        } else {
            message!("the player to move wins", "先手必胜")
        };
        message!(
            "the outcome alternates on intervals whose ends are multiplied by {low} and {high} in turn; {number} is more than {below} and at most {last}, where {winner}",
            "胜负按区间交替，区间端点轮流乘以 {low} 与 {high}；{number} 大于 {below} 且不超过 {last}，在此区间{winner}",
            low = &self.low,
            high = &self.high,
            number = number,
            below = below,
            last = last,
            winner = winner
        )
    }
}

impl Notation for Multiply {
    fn listing(&self) -> &'static Listing {
        &LISTING
    }
    fn read(clause: &Clause<'_>) -> Result<(Multiply, Vec<Natural>), ParseError> {
        let Some(word) = clause.parameters else {
            let (low, high) = (2u8.into(), 9u8.into());
            return Ok((Multiply { low, high }, clause.naturals()?));
        };
        let (low, Some(high)) = word.cut('-') else {
            return Err(word.error(message!(
                "expected the smallest and the largest factor: LO-HI",
                "此处应为最小与最大的乘数：LO-HI"
            )));
        };
        let (least, most) = (low.natural()?, high.natural()?);
        if least <= Natural::ONE {
            return Err(low.error(message!(
                "with a factor below 2 play would not end",
                "乘数小于 2 时对局不会结束"
            )));
        }
        let less = || {
            high.error(message!(
                "the largest factor is smaller than the smallest",
                "最大的乘数小于最小的乘数"
            ))
        };
        let rules = Multiply::new(least, most).ok_or_else(less)?;
        Ok((rules, clause.naturals()?))
    }
    fn head(&self) -> String {
        if self.low == Natural::from(2u8) && self.high == Natural::from(9u8) {
            return "multiply".to_owned();
        }
        format!("multiply:{}-{}", print(&self.low), print(&self.high))
    }
    crate::single_heaps!();
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::oracle;

    /// The game as it is told: p grows, and who reaches n wins or, under misère play, loses.
    fn wins(p: u64, n: u64, factors: &std::ops::RangeInclusive<u64>, play: Play) -> bool {
        factors.clone().any(|factor| {
            if p * factor >= n {
                play == Play::Normal
            } else {
                !wins(p * factor, n, factors, play)
            }
        })
    }

    #[test]
    fn theorem_agrees_with_search() {
        for low in 2u64..6 {
            for high in low..10 {
                for play in [Play::Normal, Play::Misere] {
                    for n in (2..90).chain([161, 162, 163, 324, 325]) {
                        let rules = Multiply::new(low.into(), high.into()).expect("factors");
                        let outcome = rules.outcome(&n.into(), play);
                        let wins = wins(1, n, &(low..=high), play);
                        assert_eq!(outcome == Some(Outcome::N), wins, "{low}-{high} {n}");
                    }
                    for n in [0, 1, 2, 7, 19, 50, 100, 163, 700] {
                        oracle::game(&format!("multiply:{low}-{high} {n}"), play);
                    }
                }
            }
        }
        oracle::game("multiply 20 300 + nim 2", Play::Normal);
        oracle::engines("multiply 400", Play::Normal);
    }

    #[test]
    fn numbers_of_many_digits() {
        let eighteen = Natural::from(18u8);
        let power = eighteen.pow(2000);
        for (number, outcome) in [
            (power.clone(), Outcome::P),
            (&power + 1u8, Outcome::N),
            (&power * 9u8, Outcome::N),
            (&power * 9u8 + 1u8, Outcome::P),
        ] {
            let game = format!("multiply {number}").parse().expect("a game");
            let answer = grundy::solve(&game, Play::Normal);
            assert_eq!(answer.outcome, Some(outcome));
            assert!(answer.winning.count.is_some());
        }
        let column = |text: &str| text.parse::<grundy::Game>().expect_err(text).column;
        assert_eq!(column("multiply:3 3"), 10);
        assert_eq!(column("multiply:1-3 3"), 10);
        assert_eq!(column("multiply:3-2 3"), 12);
    }
}
