//! The silver dollar game: coins on different squares 0, 1, 2, …; a move takes one coin any distance to the left, never onto
//! or over another.
//!
//! Without a dollar (N. G. de Bruijn; Conway 1976): from the right, the coins make pairs; the gap inside a pair is a Nim heap,
//! and a coin left over has its own square number as a heap. Moving the right coin of a pair is taking; moving the left one
//! adds to the gap, which the opponent takes away again.
//!
//! With the dollar: one coin is the silver dollar, square 0 is a bag that holds any number of coins, and when the dollar is
//! in the bag a player may take the bag, which ends the game. Search answers.
//!
//! ```
//! use grundy::{solve, Game, Play};
//! let answer = solve(&"silver 1 4 6".parse::<Game>()?, Play::Normal);
//! assert_eq!(answer.value.unwrap().to_string(), "0"); // gaps: 6 − 4 − 1 = 1, and the coin on square 1
//! # Ok::<(), grundy::ParseError>(())
//! ```

use crate::message;
use crate::nimber::Nimber;
use crate::notation::{self, Clause, Listing, Notation, ParseError, only_by_name};
use crate::ruleset::{Capabilities, Moves, Options, Ruleset, Step, Stop, ValueTheorem};
use crate::scene::{self, Cell, Clicks, Draw, Mark, Scene};
use crate::text::{Message, Text};

/// The game without a dollar. A position is the coins' squares, ascending.
#[derive(Clone, Copy, Debug)]
pub struct Silver;

/// Its line in the catalogue.
pub static LISTING: Listing = Listing {
    id: "A11",
    name: "silver",
    aliases: &[],
    title: Text::new(
        "The silver dollar game without the dollar",
        "银币博弈（无银元）",
    ),
    rule: Text {
        en: "Coins stand on different squares; move one any distance to the left, not onto or over another.",
        zh: "硬币各在不同的格；每次把一枚左移任意格，不得越过或重叠其他硬币。",
    },
    form: Text::new("silver SQUARE … (from 0)", "silver SQUARE …（从 0 起）"),
    example: "silver 1 4 6",
    source: "N. G. de Bruijn; J. H. Conway, On Numbers and Games (1976), chapter 11",
    theorems: &["silver_staircase", "silver_grundy"],
    recognises: only_by_name,
    parse: notation::parse::<Silver>,
};

type Coins = Box<[u64]>;

/// Squares go so far; sums stay far from overflow.
const FARTHEST: u64 = 1 << 62;

/// Different squares, ascending.
pub(crate) fn squares(clause: &Clause<'_>) -> Result<Vec<u64>, ParseError> {
    let mut squares = Vec::with_capacity(clause.words.len());
    for word in clause.words {
        squares.push((word.number_below(FARTHEST)?, *word));
    }
    squares.sort_by_key(|&(square, _)| square);
    if let Some(pair) = squares.windows(2).find(|pair| pair[0].0 == pair[1].0) {
        return Err((pair[1].1).error(message!(
            "two coins are on the same square",
            "两枚硬币在同一格"
        )));
    }
    Ok(squares.into_iter().map(|(square, _)| square).collect())
}

fn moved(coins: &Coins, coin: usize, to: u64) -> Coins {
    let mut coins = coins.clone();
    coins[coin] = to;
    coins
}

pub(crate) fn move_words(from: u64, to: u64) -> Message {
    message!(
        "move the coin from square {from} to {to}",
        "把硬币从第 {from} 格移到第 {to} 格",
        from = from,
        to = to
    )
}

/// The first square that a coin may go to.
fn leftmost(coins: &Coins, coin: usize) -> u64 {
    if coin == 0 { 0 } else { coins[coin - 1] + 1 }
}

/// The gap of the pair that a coin belongs to.
fn gap(coins: &Coins, coin: usize) -> u64 {
    let right = if (coins.len() - coin) % 2 == 1 {
        coin
    } else {
        coin + 1
    };
    coins[right] - leftmost(coins, right)
}

fn value(coins: &Coins) -> u64 {
    (0..coins.len())
        .rev()
        .step_by(2)
        .fold(0, |sum, coin| sum ^ gap(coins, coin))
}

impl Ruleset for Silver {
    type Position = Coins;
    /// Which coin, and the square it goes to.
    type Move = (usize, u64);

    fn options(
        &self,
        coins: &Coins,
        options: &mut Options<Coins, (usize, u64)>,
    ) -> Result<(), Stop> {
        for coin in 0..coins.len() {
            for to in leftmost(coins, coin)..coins[coin] {
                options.push((coin, to), &[moved(coins, coin, to)])?;
            }
        }
        Ok(())
    }

    fn describe(&self, coins: &Coins, &(coin, to): &(usize, u64)) -> Message {
        move_words(coins[coin], to)
    }

    fn heap_bytes(&self, coins: &Coins) -> u64 {
        8 * coins.len() as u64
    }

    fn capabilities(&self) -> Capabilities<'_, Silver> {
        Capabilities {
            values: Some(self),
            drawn: Some(self),
            ..Capabilities::NONE
        }
    }
}

impl Draw<Coins, (usize, u64)> for Silver {
    fn scene(&self, coins: &Coins) -> Option<Scene> {
        scene::strip(coins.iter().map(|&square| (square, Cell::Coin)))
    }

    fn clicks(&self, coins: &Coins, &(coin, to): &(usize, u64), _: &[Coins]) -> Vec<Clicks> {
        vec![vec![Mark::Cell(coins[coin]), Mark::Cell(to)]]
    }
}

impl ValueTheorem<Coins> for Silver {
    fn value(&self, coins: &Coins) -> Option<Nimber> {
        Some(Nimber::from(value(coins)))
    }

    fn moves_to(&self, coins: &Coins, target: &Nimber, limit: usize) -> Option<Moves<Coins>> {
        let Some(target) = target.to_u64() else {
            return Some(Moves::none());
        };
        let change = value(coins) ^ target;
        if change == 0 {
            return Some(Moves::none());
        }
        let mut steps = Vec::new();
        for coin in 0..coins.len() {
            let (now, wanted) = (gap(coins, coin), gap(coins, coin) ^ change);
            let room = coins[coin] - leftmost(coins, coin);
            // The right coin of a pair makes the gap smaller, the left one larger.
            let by = if (coins.len() - coin) % 2 == 1 {
                now.checked_sub(wanted)
            } else {
                wanted.checked_sub(now)
            };
            if let Some(by) = by.filter(|&by| by <= room) {
                let to = coins[coin] - by;
                steps.push(Step {
                    message: move_words(coins[coin], to),
                    to: vec![moved(coins, coin, to)],
                });
            }
        }
        Some(Moves::all(steps, limit))
    }

    fn because(&self, coins: &Coins) -> Message {
        let gaps: Vec<String> = (0..coins.len())
            .rev()
            .step_by(2)
            .map(|coin| gap(coins, coin).to_string())
            .collect();
        message!(
            "the coins pair off from the right; the gaps inside the pairs are Nim heaps: {gaps}, nim-sum {value}",
            "硬币从右往左两两配对，对内间隔为尼姆堆：{gaps}，异或和 {value}",
            gaps = gaps.join(" ⊕ "),
            value = value(coins)
        )
    }
}

impl Notation for Silver {
    const SINGLE_COMPONENT: bool = true;

    fn listing(&self) -> &'static Listing {
        &LISTING
    }
    fn read(clause: &Clause<'_>) -> Result<(Silver, Vec<Coins>), ParseError> {
        clause.no_parameters()?;
        Ok((Silver, vec![squares(clause)?.into()]))
    }
    fn head(&self) -> String {
        "silver".to_owned()
    }
    fn write(&self, coins: &Coins) -> String {
        joined(coins)
    }
}

pub(crate) fn joined(squares: &[u64]) -> String {
    squares
        .iter()
        .map(u64::to_string)
        .collect::<Vec<_>>()
        .join(" ")
}

/// The game with the dollar. A position is the other coins' squares, ascending and none in the bag, and the dollar's
/// square; without a dollar it is over.
#[derive(Clone, Copy, Debug)]
pub struct Dollar;

/// Its line in the catalogue.
pub static DOLLAR: Listing = Listing {
    id: "A11",
    name: "dollar",
    aliases: &["silver-dollar"],
    title: Text::new("The silver dollar game", "银元博弈"),
    rule: Text {
        en: "Like silver, but square 0 is a bag for any number of coins and the first coin named is the silver dollar: once it is in the bag, a player may take the bag, which ends the game.",
        zh: "同银币博弈，但第 0 格是可装任意多枚的钱袋，第一个数是银元；银元入袋后可拿走钱袋，对局即结束。",
    },
    form: Text::same("dollar DOLLAR SQUARE …"),
    example: "dollar 3 1 6",
    source: "J. H. Conway, On Numbers and Games (1976), chapter 11",
    theorems: &["silver_staircase", "silver_grundy"],
    recognises: only_by_name,
    parse: notation::parse::<Dollar>,
};

type Bag = (Option<u64>, Coins);

impl Ruleset for Dollar {
    type Position = Bag;
    /// From and to; `None` takes the bag.
    type Move = Option<(u64, u64)>;

    fn options(
        &self,
        (dollar, coins): &Bag,
        options: &mut Options<Bag, Option<(u64, u64)>>,
    ) -> Result<(), Stop> {
        let Some(dollar) = *dollar else { return Ok(()) };
        if dollar == 0 {
            options.push(None, &[(None, Box::default())])?;
        }
        let mut all: Vec<u64> = coins
            .iter()
            .copied()
            .chain([dollar])
            .filter(|&square| square > 0)
            .collect();
        all.sort_unstable();
        for (place, &from) in all.iter().enumerate() {
            let first = if place == 0 { 0 } else { all[place - 1] + 1 };
            for to in first..from {
                let rest = coins.iter().copied().filter(|&square| square != from);
                let left = if from == dollar {
                    (Some(to), coins.clone())
                } else {
                    let mut coins: Vec<u64> = rest.chain((to > 0).then_some(to)).collect();
                    coins.sort_unstable();
                    (Some(dollar), coins.into())
                };
                options.push(Some((from, to)), &[left])?;
            }
        }
        Ok(())
    }

    fn describe(&self, (dollar, _): &Bag, mv: &Option<(u64, u64)>) -> Message {
        match *mv {
            None => message!("take the bag", "拿走钱袋"),
            Some((from, to)) if *dollar == Some(from) => {
                message!(
                    "move the dollar from square {from} to {to}",
                    "把银元从第 {from} 格移到第 {to} 格",
                    from = from,
                    to = to
                )
            }
            Some((from, to)) => move_words(from, to),
        }
    }

    fn heap_bytes(&self, (_, coins): &Bag) -> u64 {
        8 * coins.len() as u64
    }

    fn capabilities(&self) -> Capabilities<'_, Dollar> {
        Capabilities {
            drawn: Some(self),
            ..Capabilities::NONE
        }
    }
}

impl Draw<Bag, Option<(u64, u64)>> for Dollar {
    /// Square 0 is the bag, which shows how much is in it.
    fn scene(&self, (dollar, coins): &Bag) -> Option<Scene> {
        let inside = coins.iter().filter(|&&square| square == 0).count() as u64;
        let lying = coins.iter().map(|&square| (square, Cell::Coin));
        let dollar = dollar.map(|square| (square, Cell::Dollar));
        let bag = match (inside, dollar) {
            (0, _) | (_, Some((0, _))) => None,
            (inside, _) => Some((0, Cell::Stack(inside))),
        };
        scene::strip(lying.chain(dollar).chain(bag))
    }

    fn clicks(&self, _: &Bag, mv: &Option<(u64, u64)>, _: &[Bag]) -> Vec<Clicks> {
        vec![match *mv {
            None => vec![Mark::Cell(0)],
            Some((from, to)) => vec![Mark::Cell(from), Mark::Cell(to)],
        }]
    }
}

impl Notation for Dollar {
    const SINGLE_COMPONENT: bool = true;

    fn listing(&self) -> &'static Listing {
        &DOLLAR
    }
    fn read(clause: &Clause<'_>) -> Result<(Dollar, Vec<Bag>), ParseError> {
        clause.no_parameters()?;
        let Some(first) = clause.words.first() else {
            return Ok((Dollar, vec![(None, Box::default())]));
        };
        let dollar = first.number_below(FARTHEST)?;
        squares(clause)?;
        let mut coins = Vec::new();
        for word in &clause.words[1..] {
            coins.push(word.number_below(FARTHEST)?);
        }
        coins.retain(|&square| square > 0);
        coins.sort_unstable();
        Ok((Dollar, vec![(Some(dollar), coins.into())]))
    }
    fn head(&self) -> String {
        "dollar".to_owned()
    }
    fn write(&self, (dollar, coins): &Bag) -> String {
        match dollar {
            None => String::new(),
            Some(dollar) if coins.is_empty() => dollar.to_string(),
            Some(dollar) => format!("{dollar} {}", joined(coins)),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::oracle;
    use crate::quotient::Play;

    #[test]
    fn theorem_agrees_with_search() {
        let mut positions: Vec<Coins> = Vec::new();
        for set in 0u64..1 << 8 {
            if set.count_ones() <= 4 {
                positions.push((0..8).filter(|bit| set >> bit & 1 == 1).collect());
            }
        }
        oracle::values(&Silver, positions);
        for coins in ["", "3", "1 4 6", "0 2 5 7"] {
            oracle::both(&format!("silver {coins}"));
        }
        oracle::engines("silver 1 4 6", Play::Normal);
        for coins in ["2", "0 3", "3 1 6", "1 4 5", ""] {
            oracle::both(&format!("dollar {coins}"));
        }
        assert_eq!(
            "silver 4 1 4"
                .parse::<grundy::Game>()
                .expect_err("twice")
                .column,
            12
        );
    }
}
