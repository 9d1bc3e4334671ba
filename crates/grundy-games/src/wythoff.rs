//! Wythoff's game: two heaps; take from one, or the same from both.
//!
//! Wythoff (1907): the P-positions are (⌊kφ⌋, ⌊kφ⌋ + k), φ the golden ratio; every number but 0 is in exactly one of
//! them and every difference in exactly one, so no move joins two and some move reaches one from anywhere else. The
//! test is exact for numbers of any size. Under misère play (0, 1) and (2, 2) take the place of (0, 0) and (1, 2). For
//! Grundy values no formula is known; the table of the queen tells them.
//!
//! ```
//! use grundy::{solve, Game, Outcome, Play};
//! // Where the usual floating-point formula first errs.
//! let answer = solve(&"wythoff 165580140,267914295".parse::<Game>()?, Play::Normal);
//! assert_eq!(answer.outcome, Some(Outcome::P));
//! # Ok::<(), grundy::ParseError>(())
//! ```

use crate::budget::Meter;
use crate::engine::grid::{Grid, queen::queen};
use crate::engine::pairs;
use crate::message;
use crate::notation::{self, Clause, Listing, Notation, ParseError, only_by_name};
use crate::number::{self, Natural, golden};
use crate::quotient::{Outcome, Play};
use crate::reason::Reason;
use crate::ruleset::{Capabilities, Moves, OnPairs, Options, OutcomeTheorem, Ruleset, Step, Stop};
use crate::scene::{Draw, MOST_DRAWN, Piece, Scene};
use crate::text::{Message, Text};

/// Wythoff's game. A position is its two heaps.
#[derive(Clone, Copy, Debug)]
pub struct Wythoff;

/// Its line in the catalogue.
pub static LISTING: Listing = Listing {
    id: "A6",
    name: "wythoff",
    aliases: &[],
    title: Text::new("Wythoff's game", "威佐夫博弈"),
    rule: Text {
        en: "Two heaps; take any number from one heap, or the same number from both.",
        zh: "两堆石子；每次从一堆取任意多颗，或从两堆取同样多颗。",
    },
    form: Text::same("wythoff A,B …"),
    example: "wythoff 3,5",
    source: "W. A. Wythoff, A modification of the game of nim, Nieuw Archief voor Wiskunde 7 (1907)",
    theorems: &[
        "wythoff_lost",
        "wythoff_is_p",
        "wythoff_is_p_natural",
        "wythoff_is_misere_p",
        "wythoff_winning",
        "wythoff_misere_winning",
    ],
    recognises: only_by_name,
    parse: notation::parse::<Wythoff>,
};

/// What is taken from the first and the second heap.
type Taken = (Natural, Natural);
type Pair = (Natural, Natural);

impl Ruleset for Wythoff {
    type Position = Pair;
    type Move = Taken;

    fn options(&self, (x, y): &Pair, options: &mut Options<Pair, Taken>) -> Result<(), Stop> {
        for (most, first, second) in [(x, true, false), (y, false, true), (x.min(y), true, true)] {
            let mut stones = Natural::ONE;
            while stones <= *most {
                let part = |taken: bool| if taken { stones.clone() } else { Natural::ZERO };
                let taken = (part(first), part(second));
                let left = (x - &taken.0, y - &taken.1);
                options.push(taken, &[left])?;
                stones += 1u8;
            }
        }
        Ok(())
    }

    fn describe(&self, _: &Pair, (first, second): &Taken) -> Message {
        if first.is_zero() {
            message!(
                "take {stones} from the second heap",
                "从第二堆取 {stones} 颗",
                stones = second
            )
        } else if second.is_zero() {
            message!(
                "take {stones} from the first heap",
                "从第一堆取 {stones} 颗",
                stones = first
            )
        } else {
            message!(
                "take {stones} from both heaps",
                "从两堆各取 {stones} 颗",
                stones = first
            )
        }
    }

    fn heap_bytes(&self, (x, y): &Pair) -> u64 {
        number::heap_bytes(x) + number::heap_bytes(y)
    }

    /// Both heaps can be lowered one by one: all smaller pairs are reached.
    fn reached_at_least(&self, (x, y): &Pair) -> Option<u64> {
        let heaps = |heap: &Natural| u64::try_from(heap).unwrap_or(u64::MAX).saturating_add(1);
        Some(heaps(x).saturating_mul(heaps(y)))
    }

    fn capabilities(&self) -> Capabilities<'_, Wythoff> {
        Capabilities {
            outcomes: Some(self),
            pairs: Some(self),
            drawn: Some(self),
            ..Capabilities::NONE
        }
    }
}

impl OnPairs<Pair> for Wythoff {
    fn pair(&self, (x, y): &Pair) -> Option<(u64, u64)> {
        Some((u64::try_from(x).ok()?, u64::try_from(y).ok()?))
    }

    fn fill_pairs(
        &self,
        width: usize,
        height: usize,
        threads: usize,
        meter: &mut Meter,
    ) -> Result<Grid, Reason> {
        let limit = meter.bytes_left();
        queen(width, height, threads, limit, &|| meter.look().is_err())
            .map_err(|refused| pairs::ran_out(refused, meter))
    }
}

impl Draw<Pair, Taken> for Wythoff {
    fn scene(&self, position: &Pair) -> Option<Scene> {
        let at = self.pair(position)?;
        let piece = Piece::Queen;
        (at.0.max(at.1) < MOST_DRAWN as u64).then_some(Scene::Piece { piece, at })
    }
}

impl OutcomeTheorem<Pair> for Wythoff {
    fn outcome(&self, (x, y): &Pair, play: Play) -> Option<Outcome> {
        let is_p = match (play, u64::try_from(x), u64::try_from(y)) {
            (Play::Normal, Ok(x), Ok(y)) => golden::is_p(x, y),
            (Play::Misere, Ok(x), Ok(y)) => golden::is_misere_p(x, y),
            (Play::Normal, ..) => golden::is_p_natural(x, y),
            (Play::Misere, ..) => golden::is_misere_p_natural(x, y),
        };
        Some(if is_p { Outcome::P } else { Outcome::N })
    }

    fn winning(&self, position: &Pair, play: Play, limit: usize) -> Option<Moves<Pair>> {
        let (x, y) = position;
        let wide = |pairs: Vec<(u64, u64)>| {
            let pairs = pairs.into_iter();
            pairs.map(|(x, y)| (x.into(), y.into())).collect()
        };
        let options: Vec<Pair> = match (play, u64::try_from(x), u64::try_from(y)) {
            (Play::Normal, Ok(x), Ok(y)) => wide(golden::winning(x, y)),
            (Play::Misere, Ok(x), Ok(y)) => wide(golden::misere_winning(x, y)),
            (Play::Normal, ..) => golden::winning_natural(x, y),
            (Play::Misere, ..) => golden::misere_winning_natural(x, y),
        };
        let step = |to: Pair| Step {
            message: self.describe(position, &(x - &to.0, y - &to.1)),
            to: vec![to],
        };
        Some(Moves::all(options.into_iter().map(step).collect(), limit))
    }

    fn because(&self, (x, y): &Pair, play: Play) -> Message {
        let (small, large) = (x.min(y), x.max(y));
        if play == Play::Misere {
            return message!(
                "under misère play the P-positions are those of Wythoff 1907, but with (0, 1) and (2, 2) in place of (0, 0) and (1, 2)",
                "反常规则下必败态与 Wythoff 1907 相同，只是以 (0, 1)、(2, 2) 代替 (0, 0)、(1, 2)"
            );
        }
        let apart = large - small;
        let lower = golden::lower_natural(&apart);
        if lower == *small {
            return message!(
                "Wythoff 1907: the difference is k = {k} and ⌊kφ⌋ = {lower} is the smaller heap, φ = (1+√5)/2",
                "Wythoff 1907：差 k = {k}，⌊kφ⌋ = {lower} 正是较小的堆，φ = (1+√5)/2",
                k = apart,
                lower = lower
            );
        }
        message!(
            "Wythoff 1907: the difference is k = {k}, but ⌊kφ⌋ = {lower} is not the smaller heap {small}, φ = (1+√5)/2",
            "Wythoff 1907：差 k = {k}，但 ⌊kφ⌋ = {lower} 不等于较小的堆 {small}，φ = (1+√5)/2",
            k = apart,
            lower = lower,
            small = small
        )
    }
}

impl Notation for Wythoff {
    fn listing(&self) -> &'static Listing {
        &LISTING
    }
    fn read(clause: &Clause<'_>) -> Result<(Wythoff, Vec<Pair>), ParseError> {
        clause.no_parameters()?;
        Ok((Wythoff, clause.pairs()?))
    }
    fn head(&self) -> String {
        "wythoff".to_owned()
    }
    crate::pairs_of_numbers!();
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::oracle;

    #[test]
    fn theorem_agrees_with_search() {
        for x in 0..12 {
            for y in 0..12 {
                oracle::both(&format!("wythoff {x},{y}"));
            }
        }
        oracle::game("wythoff 4,3 + nim 3", Play::Normal);
        oracle::game("wythoff 4,3 2,2 + nim 3", Play::Misere);
        oracle::engines("wythoff 9,4 3,3", Play::Normal);
    }

    #[test]
    fn winning_moves_of_large_heaps_are_listed() {
        for (text, to) in [
            ("wythoff 6000,3", vec!["wythoff 5,3"]),
            ("wythoff 1000000,1000000", vec!["wythoff 0,0"]),
            ("wythoff 1000000000000000000000,1", vec!["wythoff 2,1"]),
        ] {
            let answer = grundy::solve(&text.parse().expect("a pair"), Play::Normal);
            let listed = answer.winning.listed.iter();
            let left: Vec<String> = listed
                .map(|mv| format!("wythoff {}", mv.to[0].position()))
                .collect();
            assert_eq!(left, to, "{text}");
            assert_eq!(answer.winning.count, Some(Natural::from(to.len())));
        }
    }

    #[test]
    fn numbers_of_many_digits() {
        let lower = golden::lower_natural(&Natural::from(10u8).pow(2000));
        let upper = &lower + Natural::from(10u8).pow(2000);
        let outcome =
            |text: String| grundy::solve(&text.parse().expect("a pair"), Play::Normal).outcome;
        assert_eq!(
            outcome(format!("wythoff {lower},{upper}")),
            Some(Outcome::P)
        );
        assert_eq!(
            outcome(format!("wythoff {lower},{}", &upper + 1u8)),
            Some(Outcome::N)
        );
    }
}
