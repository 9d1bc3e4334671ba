//! Euclid: a pair of numbers; subtract a positive multiple of the smaller from the larger, both staying at least 0.
//!
//! Cole and Davie (1969): the mover wins exactly if the larger is more than φ times the smaller, or equals it (with a 0
//! nobody can move and the mover has lost). Grundy values follow from the quotient; see `number/euclid.rs`.
//!
//! ```
//! use grundy::{solve, Game, Outcome, Play};
//! let answer = solve(&"euclid 34,21".parse::<Game>()?, Play::Normal);
//! assert_eq!(answer.outcome, Some(Outcome::N)); // 34/21 = 1.61905 is just above φ = 1.61803
//! # Ok::<(), grundy::ParseError>(())
//! ```

use crate::message;
use crate::nimber::Nimber;
use crate::notation::{self, Clause, Listing, Notation, ParseError, only_by_name};
use crate::number::{self, Natural, euclid};
use crate::quotient::{Outcome, Play};
use crate::ruleset::{Capabilities, Moves, Options, OutcomeTheorem, Ruleset, Stop, ValueTheorem};
use crate::scene::{Clicks, Draw, MOST_DRAWN, Mark, Piece, Scene};
use crate::text::{Message, Text};

/// Euclid's game. A position is its two numbers.
#[derive(Clone, Copy, Debug)]
pub struct Euclid;

/// Its line in the catalogue.
pub static LISTING: Listing = Listing {
    id: "A14",
    name: "euclid",
    aliases: &[],
    title: Text::new("Euclid's game", "欧几里得博弈"),
    rule: Text {
        en: "Two numbers; subtract a positive multiple of the smaller from the larger, leaving at least 0.",
        zh: "两个数；每次从较大数减去较小数的正整数倍，结果不得小于 0。",
    },
    form: Text::same("euclid A,B …"),
    example: "euclid 34,21",
    source: "A. J. Cole and A. J. T. Davie, A game based on the Euclidean algorithm, Mathematical Gazette 53 (1969); values after G. Nivasch, The Sprague–Grundy function of the game Euclid, Discrete Mathematics 306 (2006)",
    theorems: &[
        "euclid_grundy",
        "euclid_value",
        "euclid_value_natural",
        "euclid_is_p",
        "euclid_is_misere_p",
        "euclid_move_to",
        "euclid_options_kept",
    ],
    recognises: only_by_name,
    parse: notation::parse::<Euclid>,
};

type Pair = (Natural, Natural);

fn subtract_words(times: &Natural) -> Message {
    message!(
        "subtract {times} times the smaller from the larger",
        "从较大数减去较小数的 {times} 倍",
        times = times
    )
}

impl Ruleset for Euclid {
    type Position = Pair;
    type Move = Natural;

    fn options(&self, (x, y): &Pair, options: &mut Options<Pair, Natural>) -> Result<(), Stop> {
        if x.is_zero() || y.is_zero() {
            return Ok(());
        }
        let (small, mut left) = if x < y {
            (x, y.clone())
        } else {
            (y, x.clone())
        };
        let mut times = Natural::ZERO;
        while left >= *small {
            left -= small;
            times += 1u8;
            let to = if x < y {
                (x.clone(), left.clone())
            } else {
                (left.clone(), y.clone())
            };
            options.push(times.clone(), &[to])?;
        }
        Ok(())
    }

    fn describe(&self, _: &Pair, times: &Natural) -> Message {
        subtract_words(times)
    }

    fn heap_bytes(&self, (x, y): &Pair) -> u64 {
        number::heap_bytes(x) + number::heap_bytes(y)
    }

    fn capabilities(&self) -> Capabilities<'_, Euclid> {
        Capabilities {
            values: Some(self),
            outcomes: Some(self),
            drawn: Some(self),
            ..Capabilities::NONE
        }
    }
}

impl Draw<Pair, Natural> for Euclid {
    fn scene(&self, (x, y): &Pair) -> Option<Scene> {
        let at = (u64::try_from(x).ok()?, u64::try_from(y).ok()?);
        let piece = Piece::Token;
        (at.0.max(at.1) < MOST_DRAWN as u64).then_some(Scene::Piece { piece, at })
    }

    fn clicks(&self, _: &Pair, _: &Natural, to: &[Pair]) -> Vec<Clicks> {
        let square = |(x, y): &Pair| {
            let (x, y) = (u64::try_from(x).ok()?, u64::try_from(y).ok()?);
            Some(vec![Mark::Square(x, y)])
        };
        to.first().and_then(square).into_iter().collect()
    }
}

impl ValueTheorem<Pair> for Euclid {
    fn value(&self, (x, y): &Pair) -> Option<Nimber> {
        Some(Nimber(euclid::value_natural(x, y)))
    }

    fn moves_to(&self, (x, y): &Pair, target: &Nimber, _: usize) -> Option<Moves<Pair>> {
        Some(match euclid::move_to_natural(x, y, &target.0) {
            None => Moves::none(),
            Some(found) => Moves::one(subtract_words(&found.times), found.left),
        })
    }

    fn because(&self, (x, y): &Pair) -> Message {
        if x.is_zero() || y.is_zero() {
            return message!(
                "one number is 0, so nobody can move",
                "有一个数为 0，无法行动"
            );
        }
        message!(
            "the value of {x},{y} is {value}: the quotient of the larger by the smaller, or one less where the position after the division is worth at least as much (Nivasch 2006); it is 0 exactly if the numbers differ and their ratio is below φ (Cole and Davie 1969)",
            "{x},{y} 的 SG 值为 {value}：等于较大数除以较小数的商，若除后局面的值不小于它则减一（Nivasch 2006）；当且仅当两数不等且比值小于 φ 时为 0（Cole 与 Davie 1969）",
            x = x,
            y = y,
            value = euclid::value_natural(x, y)
        )
    }
}

/// Normal play is decided by the value; this is the theorem for misère play, and for both where values are off.
impl OutcomeTheorem<Pair> for Euclid {
    fn outcome(&self, (x, y): &Pair, play: Play) -> Option<Outcome> {
        let is_p = match play {
            Play::Normal => euclid::is_p_natural(x, y),
            Play::Misere => euclid::is_misere_p_natural(x, y),
        };
        Some(if is_p { Outcome::P } else { Outcome::N })
    }

    fn winning(&self, (x, y): &Pair, play: Play, _: usize) -> Option<Moves<Pair>> {
        let found = match play {
            Play::Normal => euclid::winning(x, y),
            Play::Misere => euclid::misere_winning(x, y),
        };
        Some(found.map_or_else(Moves::none, |found| {
            Moves::one(subtract_words(&found.times), found.left)
        }))
    }

    fn because(&self, (x, y): &Pair, play: Play) -> Message {
        match play {
            Play::Normal => ValueTheorem::because(self, &(x.clone(), y.clone())),
            Play::Misere => message!(
                "under misère play {x},{y} is a P-position exactly if both numbers are positive and their ratio is below φ",
                "反常规则下，{x},{y} 为必败态当且仅当两数均为正且比值小于 φ",
                x = x,
                y = y
            ),
        }
    }
}

impl Notation for Euclid {
    fn listing(&self) -> &'static Listing {
        &LISTING
    }
    fn read(clause: &Clause<'_>) -> Result<(Euclid, Vec<Pair>), ParseError> {
        clause.no_parameters()?;
        Ok((Euclid, clause.pairs()?))
    }
    fn head(&self) -> String {
        "euclid".to_owned()
    }
    crate::pairs_of_numbers!();
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::oracle;

    #[test]
    fn theorem_agrees_with_search() {
        let pairs = || (0u32..25).flat_map(|x| (0u32..25).map(move |y| (x.into(), y.into())));
        oracle::values(&Euclid, pairs());
        for x in 0..14 {
            for y in 0..14 {
                oracle::both(&format!("euclid {x},{y}"));
            }
        }
        oracle::game("euclid 9,4 + nim 2", Play::Normal);
        oracle::engines("euclid 34,21", Play::Normal);
    }
}
