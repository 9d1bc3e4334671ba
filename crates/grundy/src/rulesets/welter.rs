//! Welter's game: coins on different squares; a move takes one coin to any lower square that is free.
//!
//! Welter (1954) and Conway (1976, chapter 13): with (a|b) = 2^(k+1) − 1, where 2^k is the largest power of two that divides
//! a − b, the value of squares a, b, c, … is their nim-sum together with (a|b) for every pair. Changing one coin changes
//! the value one to one, and the bits of the wanted square can be found from the lowest up.
//!
//! ```
//! use grundy::{solve, Game, Play};
//! let answer = solve(&"welter 0 3 5".parse::<Game>()?, Play::Normal);
//! assert_eq!(answer.value.unwrap().to_string(), "5"); // 0 ⊕ 3 ⊕ 5 ⊕ 1 ⊕ 1 ⊕ 3
//! # Ok::<(), grundy::ParseError>(())
//! ```

use crate::component;
use crate::nimber::Nimber;
use crate::notation::{Clause, Listing, Notation, ParseError, only_by_name};
use crate::ruleset::{Full, Moves, Options, Ruleset, Step, ValueTheorem};
use crate::rulesets::silver::{joined, move_words, squares};
use crate::said;
use crate::text::{Said, Text};

/// Welter's game. A position is the coins' squares, ascending.
#[derive(Clone, Copy, Debug)]
pub struct Welter;

/// Its line in the catalogue.
pub static LISTING: Listing = Listing {
    id: "A15",
    name: "welter",
    aliases: &["welters-game"],
    title: Text {
        en: "Welter's game",
        zh: "Welter 博弈",
    },
    rule: Text {
        en: "Coins on different squares; move one coin to any lower square that is free, over others if need be.",
        zh: "硬币各在不同的格;每次把一枚移到任意编号更小的空格,可越过其他硬币。",
    },
    form: "welter SQUARE … (from 0)",
    example: "welter 0 3 5",
    source: "C. P. Welter, The theory of a class of games on a sequence of squares, Indagationes Mathematicae 16 (1954); J. H. Conway, On Numbers and Games (1976), chapter 13",
    recognises: only_by_name,
    parse: component::parse::<Welter>,
};

type Coins = Box<[u64]>;

/// 2^(k+1) − 1 where 2^k is the lowest bit in which the two differ.
fn mating(a: u64, b: u64) -> u64 {
    let apart = a ^ b;
    apart ^ apart.wrapping_sub(1)
}

/// Coins beyond this many are left to nobody: the pairs are counted one by one.
const MOST_COINS: usize = 20_000;

fn value(coins: &[u64]) -> u64 {
    let mut sum = 0;
    for (place, &coin) in coins.iter().enumerate() {
        sum ^= coin;
        sum = coins[..place]
            .iter()
            .fold(sum, |sum, &other| sum ^ mating(coin, other));
    }
    sum
}

/// The square x for which x and its mating with all others come to `wanted`: from the lowest bit up, a bit of x is the
/// bit wanted, turned once for each other coin that agrees with x below it. `None` where that never ends.
fn square_for(wanted: u64, others: impl Iterator<Item = u64> + Clone) -> Option<u64> {
    let mut square = 0u64;
    for bit in 0..63 {
        let below = (1u64 << bit) - 1;
        let agree = others
            .clone()
            .filter(|other| (other ^ square) & below == 0)
            .count() as u64;
        square |= ((wanted >> bit) ^ agree & 1) << bit & (1 << bit);
    }
    // Squares are below 2^62; one that still agrees with another coin there is that coin.
    (square < 1 << 62 && others.clone().all(|other| other != square)).then_some(square)
}

fn moved(coins: &Coins, coin: usize, to: u64) -> Coins {
    let mut coins = coins.clone();
    coins[coin] = to;
    coins.sort_unstable();
    coins
}

impl Ruleset for Welter {
    type Position = Coins;
    /// From which square to which.
    type Move = (u64, u64);

    fn options(&self, coins: &Coins, options: &mut Options<Coins, (u64, u64)>) -> Result<(), Full> {
        for (coin, &from) in coins.iter().enumerate() {
            for to in 0..from {
                if coins.binary_search(&to).is_err() {
                    options.push((from, to), &[moved(coins, coin, to)])?;
                }
            }
        }
        Ok(())
    }

    fn tell(&self, _: &Coins, &(from, to): &(u64, u64)) -> Said {
        move_words(from, to)
    }

    fn weight(&self, coins: &Coins) -> u64 {
        8 * coins.len() as u64
    }

    fn value_theorem(&self) -> Option<&dyn ValueTheorem<Coins>> {
        Some(self)
    }
}

impl ValueTheorem<Coins> for Welter {
    fn value(&self, coins: &Coins) -> Option<Nimber> {
        (coins.len() <= MOST_COINS).then(|| Nimber::from(value(coins)))
    }

    fn moves_to(&self, coins: &Coins, target: &Nimber, limit: usize) -> Option<Moves<Coins>> {
        let Some(target) = target.to_u64() else {
            return Some(Moves::none());
        };
        let now = value(coins);
        let mut steps = Vec::new();
        for (coin, &from) in coins.iter().enumerate() {
            let others = coins
                .iter()
                .copied()
                .enumerate()
                .filter(|&(other, _)| other != coin)
                .map(|(_, square)| square);
            // What this coin adds to the value now, and what it must add.
            let adds = others
                .clone()
                .fold(from, |sum, other| sum ^ mating(from, other));
            if let Some(to) = square_for(now ^ target ^ adds, others).filter(|&to| to < from) {
                steps.push(Step {
                    said: move_words(from, to),
                    to: vec![moved(coins, coin, to)],
                });
            }
        }
        Some(Moves::all(steps, limit))
    }

    fn because(&self, coins: &Coins) -> Said {
        let sum = coins.iter().fold(0, |sum, coin| sum ^ coin);
        said!(
            "Welter 1954: the nim-sum of the squares, {sum}, with 2^(k+1) − 1 for each pair of coins whose difference 2^k divides exactly, comes to {value}",
            "Welter 1954:格号的异或和 {sum},再对每对硬币异或 2^(k+1) − 1(2^k 恰整除其差),得 {value}",
            sum = sum,
            value = value(coins)
        )
    }
}

impl Notation for Welter {
    const WHOLE: bool = true;

    fn listing(&self) -> &'static Listing {
        &LISTING
    }
    fn read(clause: &Clause<'_>) -> Result<(Welter, Vec<Coins>), ParseError> {
        clause.no_parameters()?;
        Ok((Welter, vec![squares(clause)?.into()]))
    }
    fn head(&self) -> String {
        "welter".to_owned()
    }
    fn write(&self, coins: &Coins) -> String {
        joined(coins)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::quotient::Play;
    use crate::rulesets::doubt;

    #[test]
    fn doubted() {
        let mut positions: Vec<Coins> = Vec::new();
        for set in 0u64..1 << 9 {
            if set.count_ones() <= 5 {
                positions.push((0..9).filter(|bit| set >> bit & 1 == 1).collect());
            }
        }
        doubt::values(&Welter, positions);
        for coins in ["", "3", "1 4 6", "0 2 5 7"] {
            doubt::game(&format!("welter {coins}"), Play::Normal);
            doubt::game(&format!("welter {coins}"), Play::Misere);
        }
        doubt::engines("welter 1 4 6", Play::Normal);
    }

    #[test]
    fn large_squares() {
        let game: crate::Game = "welter 1000000000000000000 3 77 4000000000000000000"
            .parse()
            .expect("coins");
        let answer = crate::solve(&game, Play::Normal);
        for found in &answer.winning.listed {
            assert_eq!(
                crate::solve(
                    &format!("welter {}", found.to[0].position())
                        .parse()
                        .expect("coins"),
                    Play::Normal
                )
                .value,
                Some(Nimber::zero())
            );
        }
        assert!(!answer.winning.listed.is_empty());
    }
}
