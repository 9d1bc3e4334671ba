//! Impartial Toppling Dominoes: rows of dominoes on end; a move topples one of them to the left or to the right, and with it all that stand on that side.
//!
//! Toppling Dominoes is by Albert, Nowakowski and Wolfe, *Lessons in Play* (2007), where the colours of the dominoes say who may topple them; here either player
//! may topple any. Of n dominoes any smaller number can be left and no other, so that a row is a Nim heap of its dominoes.
//!
//! ```
//! use grundy::{solve, Game, Play};
//! let value = |text: &str| solve(&text.parse::<Game>().unwrap(), Play::Normal).value.unwrap().to_string();
//! assert_eq!(value("toppling-dominoes 3 5"), "6");
//! ```

use dashu_int::ops::BitTest;

use crate::engine::heaps::HeapsByOptions;
use crate::message;
use crate::nim::tame;
use crate::nimber::Nimber;
use crate::notation::{self, Clause, Listing, Notation, ParseError, only_by_name};
use crate::number::{self, Natural};
use crate::ruleset::{Capabilities, Moves, Options, Ruleset, Stop, ValueTheorem};
use crate::text::{Message, Text};

/// The game. A position is the number of dominoes in a row.
#[derive(Clone, Copy, Debug)]
pub struct Toppling;

/// Its line in the catalogue.
pub static LISTING: Listing = Listing {
    id: "D",
    name: "toppling-dominoes",
    aliases: &["toppling"],
    title: Text::new("Impartial Toppling Dominoes", "公平推骨牌"),
    rule: Text {
        en: "Rows of dominoes stand on end; topple one of them to the left or to the right, and all on that side of it fall too.",
        zh: "若干行竖立的骨牌；将其中一块向左或向右推倒，该侧的骨牌随之全部倒下。",
    },
    form: Text::same("toppling-dominoes DOMINOES …"),
    example: "toppling-dominoes 3 5",
    source: "M. H. Albert, R. J. Nowakowski and D. Wolfe, Lessons in Play (2007), with dominoes that either player may topple",
    theorems: &["grundy_nim"],
    recognises: only_by_name,
    parse: notation::parse::<Toppling>,
};

/// Toppling this domino, counted from the left, and all to the right of it.
fn topple(left: &Natural) -> Message {
    message!(
        "topple domino {number} to the right",
        "将第 {number} 块向右推倒",
        number = left + 1u8
    )
}

impl Ruleset for Toppling {
    type Position = Natural;
    /// How many are left standing.
    type Move = Natural;

    /// As many are left by toppling another to the left, which is the same move.
    fn options(&self, row: &Natural, options: &mut Options<Natural, Natural>) -> Result<(), Stop> {
        let mut left = row.clone();
        while !left.is_zero() {
            left -= 1u8;
            options.push(left.clone(), std::slice::from_ref(&left))?;
        }
        Ok(())
    }

    fn describe(&self, _: &Natural, left: &Natural) -> Message {
        topple(left)
    }

    fn heap_bytes(&self, row: &Natural) -> u64 {
        number::heap_bytes(row)
    }

    fn capabilities(&self) -> Capabilities<'_, Toppling> {
        Capabilities {
            values: Some(self),
            tame: Some(tame),
            heaps: Some(self),
            ..Capabilities::NONE
        }
    }
}

impl HeapsByOptions for Toppling {}

impl ValueTheorem<Natural> for Toppling {
    fn value(&self, row: &Natural) -> Option<Nimber> {
        Some(Nimber(row.clone()))
    }

    fn most_bits(&self, row: &Natural) -> Option<usize> {
        Some(row.bit_len())
    }

    fn moves_to(&self, row: &Natural, target: &Nimber, _: usize) -> Option<Moves<Natural>> {
        Some(match target.0 < *row {
            true => Moves::one(topple(&target.0), target.0.clone()),
            false => Moves::none(),
        })
    }

    fn because(&self, row: &Natural) -> Message {
        message!(
            "of {row} dominoes any smaller number can be left standing: a Nim heap of {row}",
            "{row} 块骨牌可剩下任意更少的块数：即 {row} 颗的尼姆堆",
            row = row
        )
    }
}

impl Notation for Toppling {
    fn listing(&self) -> &'static Listing {
        &LISTING
    }
    fn read(clause: &Clause<'_>) -> Result<(Toppling, Vec<Natural>), ParseError> {
        clause.no_parameters()?;
        Ok((Toppling, clause.naturals()?))
    }
    fn head(&self) -> String {
        "toppling-dominoes".to_owned()
    }
    crate::single_heaps!();
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::oracle;
    use crate::quotient::Play;

    /// The rules once more, on dominoes that stand in their places: topple one to a side, and all on that side fall.
    #[test]
    fn any_smaller_number_can_be_left() {
        for dominoes in 0u64..12 {
            let row: Vec<usize> = (0..dominoes as usize).collect();
            let mut left: Vec<usize> = Vec::new();
            for at in 0..row.len() {
                left.push(row[..at].len());
                left.push(row[at + 1..].len());
            }
            left.sort_unstable();
            left.dedup();
            let mut options = Options::with_limit(usize::MAX);
            options
                .fill(&Toppling, &Natural::from(dominoes))
                .expect("no limit");
            let mut told: Vec<Natural> = options.positions().to_vec();
            told.sort();
            let left: Vec<Natural> = left.into_iter().map(Natural::from).collect();
            assert_eq!(told, left);
        }
    }

    #[test]
    fn theorem_agrees_with_search() {
        oracle::values(&Toppling, (0u64..30).map(Natural::from));
        for text in ["toppling-dominoes 1 2 3", "toppling 2 4 5", "toppling 1 1"] {
            oracle::both(text);
            oracle::engines(text, Play::Normal);
        }
        let game: grundy::Game = "toppling 3 5".parse().expect("rows");
        assert_eq!(game.to_string(), "toppling-dominoes 3 5");
    }
}
