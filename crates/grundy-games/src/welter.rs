//! Welter's game: coins on different squares; a move takes one coin to any lower square that is free.
//!
//! Welter (1954) and Conway (1976, chapter 13): with (a|b) = 2^(k+1) − 1, where 2^k is the largest power of two that divides
//! a − b, the value of squares a, b, c, … is their nim-sum together with (a|b) for every pair. Changing one coin changes
//! the value one to one, and the bits of the wanted square can be found from the lowest up. Bit j of (a|b) says that a and
//! b agree in their j lowest bits, so that coins sorted by their lowest bits are counted by classes instead of in pairs.
//!
//! ```
//! use grundy::{solve, Game, Play};
//! let answer = solve(&"welter 0 3 5".parse::<Game>()?, Play::Normal);
//! assert_eq!(answer.value.unwrap().to_string(), "5"); // 0 ⊕ 3 ⊕ 5 ⊕ 1 ⊕ 1 ⊕ 3
//! # Ok::<(), grundy::ParseError>(())
//! ```

use crate::message;
use crate::nimber::Nimber;
use crate::notation::{self, Clause, Listing, Notation, ParseError, only_by_name};
use crate::ruleset::{Capabilities, Moves, Options, Ruleset, Step, Stop, ValueTheorem};
use crate::scene::{self, Cell, Clicks, Draw, Mark, Scene};
use crate::silver::{joined, move_words, squares};
use crate::text::{Message, Text};

/// Welter's game. A position is the coins' squares, ascending.
#[derive(Clone, Copy, Debug)]
pub struct Welter;

/// Its line in the catalogue.
pub static LISTING: Listing = Listing {
    id: "A15",
    name: "welter",
    aliases: &["welters-game"],
    title: Text::new("Welter's game", "Welter 博弈"),
    rule: Text {
        en: "Coins stand on different squares; move one coin to any lower square that is free, over others if need be.",
        zh: "硬币各在不同的格；每次把一枚移到任意编号更小的空格，可越过其他硬币。",
    },
    form: Text::new("welter SQUARE … (from 0)", "welter SQUARE …（从 0 起）"),
    example: "welter 0 3 5",
    source: "C. P. Welter, The theory of a class of games on a sequence of squares, Indagationes Mathematicae 16 (1954); J. H. Conway, On Numbers and Games (1976), chapter 13",
    theorems: &[
        "grundy_welter",
        "even_alteration",
        "mate_divides",
        "square_for_correct",
        "welter_digit",
    ],
    recognises: only_by_name,
    parse: notation::parse::<Welter>,
};

type Coins = Box<[u64]>;

/// Squares have so many bits at most.
const BITS: u32 = 62;

/// The coins with the bits of their squares turned round, ascending: those that agree in their lowest bits stand together.
struct Classes(Vec<u64>);

impl Classes {
    fn new(coins: &[u64]) -> Classes {
        let mut turned: Vec<u64> = coins.iter().map(|coin| coin.reverse_bits()).collect();
        turned.sort_unstable();
        Classes(turned)
    }

    /// The value, in a few passes over the coins for each bit in which some still agree.
    fn value(&self) -> u64 {
        let mut value = self.0.iter().fold(0, |sum, coin| sum ^ coin.reverse_bits());
        for bit in 0..BITS {
            // Of n coins, n (n − 1) / 2 pairs: an odd number where n is 2 or 3 more than a multiple of 4.
            let (mut pairs, mut agree) = (false, false);
            for class in self.0.chunk_by(|a, b| (a ^ b).leading_zeros() >= bit) {
                pairs ^= class.len() % 4 >= 2;
                agree |= class.len() > 1;
            }
            value ^= u64::from(pairs) << bit;
            if !agree {
                break;
            }
        }
        value
    }

    /// What one of the coins adds to the value: its square, and its mating with all others.
    fn adds(&self, coin: u64) -> u64 {
        let (mut sum, mut class) = (coin, &self.0[..]);
        for bit in 0..BITS {
            if class.len() < 2 {
                break;
            }
            sum ^= ((class.len() as u64 - 1) & 1) << bit;
            class = narrowed(class, bit, coin >> bit & 1 == 1);
        }
        sum
    }

    /// The square x for which x and its mating with all coins but one come to `wanted`: from the lowest bit up, a bit of x
    /// is the bit wanted, turned once for each other coin that agrees with x below it. `None` where that never ends.
    fn square_for(&self, wanted: u64, but: u64) -> Option<u64> {
        let (mut square, mut class, mut with) = (0u64, &self.0[..], true);
        for bit in 0..BITS {
            let others = class.len() as u64 - u64::from(with);
            let one = (wanted >> bit ^ others) & 1;
            square |= one << bit;
            class = narrowed(class, bit, one == 1);
            with &= but >> bit & 1 == one;
        }
        // What still agrees is another coin on the same square.
        let free = class.len() == usize::from(with);
        (wanted >> BITS == 0 && free).then_some(square)
    }
}

/// Of coins that agree in the bits below this one, those that have it, or those that have it not.
fn narrowed(class: &[u64], bit: u32, one: bool) -> &[u64] {
    let (zeros, ones) = class.split_at(class.partition_point(|coin| coin << bit >> 63 == 0));
    if one { ones } else { zeros }
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

    fn options(&self, coins: &Coins, options: &mut Options<Coins, (u64, u64)>) -> Result<(), Stop> {
        for (coin, &from) in coins.iter().enumerate() {
            for to in 0..from {
                if coins.binary_search(&to).is_err() {
                    options.push((from, to), &[moved(coins, coin, to)])?;
                }
            }
        }
        Ok(())
    }

    fn describe(&self, _: &Coins, &(from, to): &(u64, u64)) -> Message {
        move_words(from, to)
    }

    fn heap_bytes(&self, coins: &Coins) -> u64 {
        8 * coins.len() as u64
    }

    fn capabilities(&self) -> Capabilities<'_, Welter> {
        Capabilities {
            values: Some(self),
            drawn: Some(self),
            ..Capabilities::NONE
        }
    }
}

impl Draw<Coins, (u64, u64)> for Welter {
    fn scene(&self, coins: &Coins) -> Option<Scene> {
        scene::strip(coins.iter().map(|&square| (square, Cell::Coin)))
    }

    fn clicks(&self, _: &Coins, &(from, to): &(u64, u64), _: &[Coins]) -> Vec<Clicks> {
        vec![vec![Mark::Cell(from), Mark::Cell(to)]]
    }
}

impl ValueTheorem<Coins> for Welter {
    fn value(&self, coins: &Coins) -> Option<Nimber> {
        Some(Nimber::from(Classes::new(coins).value()))
    }

    fn moves_to(&self, coins: &Coins, target: &Nimber, limit: usize) -> Option<Moves<Coins>> {
        let Some(target) = target.to_u64() else {
            return Some(Moves::none());
        };
        let classes = Classes::new(coins);
        let change = classes.value() ^ target;
        let (mut count, mut listed) = (0u64, Vec::new());
        for (coin, &from) in coins.iter().enumerate() {
            let wanted = change ^ classes.adds(from);
            let Some(to) = classes.square_for(wanted, from).filter(|&to| to < from) else {
                continue;
            };
            count += 1;
            if listed.len() < limit {
                listed.push(Step {
                    message: move_words(from, to),
                    to: vec![moved(coins, coin, to)],
                });
            }
        }
        Some(Moves {
            count: Some(count.into()),
            listed,
        })
    }

    fn because(&self, coins: &Coins) -> Message {
        let sum = coins.iter().fold(0, |sum, coin| sum ^ coin);
        message!(
            "Welter 1954: the nim-sum of the squares, {sum}, and of 2^(k+1) − 1 for each pair of coins, 2^k being the largest power of 2 that divides their difference, is {value}",
            "Welter 1954：格号的异或和 {sum}，再对每对硬币异或 2^(k+1) − 1（2^k 恰整除其差），得 {value}",
            sum = sum,
            value = Classes::new(coins).value()
        )
    }
}

impl Notation for Welter {
    const SINGLE_COMPONENT: bool = true;

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
    use crate::oracle;
    use crate::quotient::Play;

    #[test]
    fn theorem_agrees_with_search() {
        let mut positions: Vec<Coins> = Vec::new();
        for set in 0u64..1 << 9 {
            if set.count_ones() <= 5 {
                positions.push((0..9).filter(|bit| set >> bit & 1 == 1).collect());
            }
        }
        oracle::values(&Welter, positions);
        for coins in ["", "3", "1 4 6", "0 2 5 7"] {
            oracle::both(&format!("welter {coins}"));
        }
        oracle::engines("welter 1 4 6", Play::Normal);
    }

    #[test]
    fn large_squares() {
        let game: grundy::Game = "welter 1000000000000000000 3 77 4000000000000000000"
            .parse()
            .expect("coins");
        let answer = grundy::solve(&game, Play::Normal);
        for found in &answer.winning.listed {
            assert_eq!(
                grundy::solve(
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

    /// 2^(k+1) − 1 where 2^k is the lowest bit in which the two differ.
    fn mating(a: u64, b: u64) -> u64 {
        let apart = a ^ b;
        apart ^ apart.wrapping_sub(1)
    }

    /// Classes of coins, against Welter's pairs.
    #[test]
    fn classes_are_pairs() {
        let mut state = 1u64;
        for coins in [0, 1, 2, 3, 5, 40, 150] {
            for mask in [0xff, 0xffff_0000_0000, 0x3fff_ffff_ffff_ffff] {
                let mut squares: Vec<u64> = (0..coins)
                    .map(|_| {
                        state = state.wrapping_mul(6_364_136_223_846_793_005) + 1;
                        (state ^ state >> 29) & mask
                    })
                    .collect();
                squares.sort_unstable();
                squares.dedup();
                let matings = |square: u64| {
                    let others = squares.iter().filter(move |&&other| other != square);
                    others.fold(0, |sum, &other| sum ^ mating(square, other))
                };
                let classes = Classes::new(&squares);
                let mut value = 0;
                for (place, &square) in squares.iter().enumerate() {
                    let pairs = squares[..place].iter();
                    value = pairs.fold(value ^ square, |sum, &other| sum ^ mating(square, other));
                    assert_eq!(classes.adds(square), square ^ matings(square));
                    assert_eq!(
                        classes.square_for(classes.adds(square), square),
                        Some(square)
                    );
                    assert_eq!(classes.square_for(1 << 63, square), None);
                }
                assert_eq!(classes.value(), value, "{squares:?}");
            }
        }
    }

    #[test]
    fn many_coins() {
        let coins: Coins = (0..30_000u64).map(|coin| coin * coin + coin).collect();
        let moves = Welter.moves_to(&coins, &Nimber::zero(), 3).expect("moves");
        assert!(Welter.value(&coins).is_some_and(|value| !value.is_zero()));
        assert!(moves.count > Some(grundy::Natural::ZERO) && !moves.listed.is_empty());
        for step in &moves.listed {
            assert_eq!(Welter.value(&step.to[0]), Some(Nimber::zero()));
        }
    }
}
