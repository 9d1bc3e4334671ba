//! Nim: heaps of stones; a move takes any number of stones, at least one, from one heap.
//!
//! Bouton (1901): the value of a heap is its size, by induction: from `n` one can reach every smaller heap and no
//! other, so its value is the mex of `0..n`. Under misère play the mover wins as in normal play as long as some heap
//! has two stones or more; when none has, the parity of the number of heaps turns round.
//!
//! A value is written `*n` (Conway 1976), and so is a heap that has it: `*2` is `nim 2`, and a star alone is `*1`.
//!
//! ```
//! use grundy::{solve, Game, Outcome, Play};
//! let game: Game = "nim 3 5 7".parse()?;
//! let answer = solve(&game, Play::Normal);
//! assert_eq!(answer.outcome, Some(Outcome::N));
//! assert_eq!(answer.winning.listed.len(), 3); // 3 → 2, 5 → 4, 7 → 6
//! # Ok::<(), grundy::ParseError>(())
//! ```

use crate::engine::heaps::HeapsByOptions;
use crate::message;
use crate::nimber::Nimber;
use crate::notation::{self, Clause, Listing, Notation, ParseError, Word};
use crate::number::{self, Natural};
use crate::ruleset::{Capabilities, Moves, Options, Ruleset, Stop, ValueTheorem};
use crate::text::{Message, Text};
use dashu_int::ops::BitTest;

/// Nim. A position is the size of a heap.
#[derive(Clone, Copy, Debug)]
pub struct Nim;

/// Its line in the catalogue.
pub static LISTING: Listing = Listing {
    id: "A1",
    name: "nim",
    aliases: &[],
    title: Text::new("Nim", "尼姆博弈"),
    rule: Text {
        en: "Heaps of stones; take any number of stones, at least one, from one heap.",
        zh: "若干堆石子；每次从某一堆取走至少一颗。",
    },
    form: Text::new(
        "nim HEAP …, or *N for one heap",
        "nim HEAP …，一堆也可写作 *N",
    ),
    example: "nim 3 5 7",
    source: "C. L. Bouton, Nim, a game with a complete mathematical theory, Annals of Mathematics 3 (1901)",
    theorems: &[
        "bouton",
        "bouton_move",
        "bouton_misere",
        "bouton_misere_move",
        "grundy_nim",
        "end_in_one_paired",
        "winning_heap",
        "winning_heaps_odd",
    ],
    recognises: |name| name.starts_with(STAR),
    parse: notation::parse::<Nim>,
};

/// What a value as a component begins with.
const STAR: char = '*';

impl Ruleset for Nim {
    type Position = Natural;
    type Move = Natural;

    fn options(&self, heap: &Natural, options: &mut Options<Natural, Natural>) -> Result<(), Stop> {
        let mut left = heap.clone();
        while !left.is_zero() {
            left -= 1u8;
            options.push(heap - &left, std::slice::from_ref(&left))?;
        }
        Ok(())
    }

    fn describe(&self, _: &Natural, stones: &Natural) -> Message {
        take_words(stones)
    }

    fn heap_bytes(&self, heap: &Natural) -> u64 {
        number::heap_bytes(heap)
    }

    fn capabilities(&self) -> Capabilities<'_, Nim> {
        Capabilities {
            values: Some(self),
            tame: Some(tame),
            heaps: Some(self),
            ..Capabilities::NONE
        }
    }
}

impl HeapsByOptions for Nim {}

/// Why sums are tame under misère play.
pub(crate) fn tame() -> Message {
    message!(
        "Bouton 1901: as in normal play while a heap has two stones or more; with heaps of at most one stone, the player to move wins exactly if their number is even",
        "Bouton 1901：只要某堆不少于两颗，胜负与正常规则相同；若各堆均不超过一颗，则堆数为偶数时先手胜"
    )
}

/// "take 3", the words that many rulesets share.
pub(crate) fn take_words(stones: &Natural) -> Message {
    message!("take {stones}", "取 {stones} 颗", stones = stones)
}

impl ValueTheorem<Natural> for Nim {
    fn value(&self, heap: &Natural) -> Option<Nimber> {
        Some(Nimber(heap.clone()))
    }

    fn most_bits(&self, heap: &Natural) -> Option<usize> {
        Some(heap.bit_len())
    }

    fn moves_to(&self, heap: &Natural, target: &Nimber, _: usize) -> Option<Moves<Natural>> {
        if target.0 >= *heap {
            return Some(Moves::none());
        }
        Some(Moves::one(
            take_words(&(heap - &target.0)),
            target.0.clone(),
        ))
    }

    fn because(&self, heap: &Natural) -> Message {
        message!(
            "a Nim heap of {heap} has the value {heap}",
            "{heap} 颗的尼姆堆，SG 值为 {heap}",
            heap = heap
        )
    }
}

impl Notation for Nim {
    fn listing(&self) -> &'static Listing {
        &LISTING
    }
    fn read(clause: &Clause<'_>) -> Result<(Nim, Vec<Natural>), ParseError> {
        clause.no_parameters()?;
        let Some(value) = clause.name.text.strip_prefix(STAR) else {
            return Ok((Nim, clause.naturals()?));
        };
        if let Some(more) = clause.words.first() {
            return Err(more.error(message!(
                "{value} is a whole component: expected '+', found '{found}'",
                "{value} 已是一个完整的分量：此处应为 '+'，却是 '{found}'",
                value = notation::shortened(clause.name.text),
                found = notation::shortened(more.text)
            )));
        }
        let digits = Word {
            text: value,
            at: clause.name.at + STAR.len_utf8(),
        };
        let heap = match value {
            "" => Natural::ONE,
            _ => digits.natural()?,
        };
        Ok((Nim, vec![heap]))
    }
    fn head(&self) -> String {
        "nim".to_owned()
    }
    crate::single_heaps!();
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::oracle;
    use crate::quotient::Play;

    #[test]
    fn theorem_agrees_with_search() {
        oracle::values(&Nim, (0u64..40).map(Natural::from));
        for a in 0..6 {
            for b in 0..=a {
                for c in 0..=b {
                    oracle::both(&format!("nim {a} {b} {c}"));
                }
            }
        }
        oracle::engines("nim 3 5 6", Play::Normal);
        oracle::engines("nim 3 5 7", Play::Normal);
        oracle::engines("nim 3 5 7", Play::Misere);
        oracle::both("nim");
    }

    #[test]
    fn stars_are_heaps() {
        for (text, printed) in [
            ("*2", "nim 2"),
            ("*", "nim 1"),
            ("*0 + nim 3", "nim 0 3"),
            (
                "*2 + nim 3 + *123456789012345678901",
                "nim 2 3 123456789012345678901",
            ),
        ] {
            let game: grundy::Game = text.parse().expect(text);
            assert_eq!(game.to_string(), printed);
            assert_eq!(printed.parse::<grundy::Game>().expect("reads back"), game);
        }
        let column = |text: &str| text.parse::<grundy::Game>().expect_err(text).column;
        assert_eq!(column("*2x"), 3);
        assert_eq!(column("*2 3"), 4);
        assert_eq!(column("nim 1 + *2:5"), 12);
    }

    #[test]
    fn numbers_of_many_digits() {
        let long = Natural::from(7u8).pow(2400);
        let game = format!("nim {long} {} 5", &long ^ Natural::from(9u8))
            .parse()
            .expect("a game");
        let answer = grundy::solve(&game, Play::Normal);
        assert_eq!(answer.value, Some(Nimber::from(9u64 ^ 5)));
        // The heap that has the digit of 8 in it alone is lowered.
        assert_eq!(answer.winning.count, Some(Natural::ONE));
        assert!(answer.game.len() > 4000);
    }
}
