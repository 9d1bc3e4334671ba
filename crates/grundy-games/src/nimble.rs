//! Nimble: coins on squares 0, 1, 2, …, any number on a square; a move takes one coin any distance to the left. A coin on square n is a Nim heap
//! of n. (Berlekamp, Conway and Guy 1982, chapter 3.)
//!
//! ```
//! use grundy::{solve, Game, Play};
//! let value = |text: &str| solve(&text.parse::<Game>().unwrap(), Play::Normal).value.unwrap().to_string();
//! assert_eq!(value("nimble 0 3 5"), "6");
//! ```

use crate::engine::heaps::HeapsByOptions;
use crate::message;
use crate::nimber::Nimber;
use crate::notation::{self, Clause, Listing, Notation, ParseError, only_by_name};
use crate::number::{self, Natural};
use crate::ruleset::{Capabilities, Moves, Options, Ruleset, Stop, ValueTheorem};
use crate::scene::{self, Cell, Clicks, Draw, Mark, Scene};
use crate::text::{Message, Text};

/// Nimble. A position is the square of a coin.
#[derive(Clone, Copy, Debug)]
pub struct Nimble;

/// Its line in the catalogue.
pub static LISTING: Listing = Listing {
    id: "A11",
    name: "nimble",
    aliases: &[],
    title: Text::new("Nimble", "Nimble（移硬币）"),
    rule: Text {
        en: "Coins stand on squares 0, 1, 2, …; move one coin any distance to the left; several may share a square.",
        zh: "硬币放在第 0、1、2…格；每次把一枚硬币左移任意格，同格可有多枚。",
    },
    form: Text::same("nimble SQUARE …"),
    example: "nimble 0 3 5",
    source: "E. R. Berlekamp, J. H. Conway and R. K. Guy, Winning Ways (1982), chapter 3",
    theorems: &["bouton", "end_in_one_paired"],
    recognises: only_by_name,
    parse: notation::parse::<Nimble>,
};

fn moved(square: &Natural, left: &Natural) -> Message {
    message!(
        "move the coin from square {square} to {left}",
        "把硬币从第 {square} 格移到第 {left} 格",
        square = square,
        left = left
    )
}

impl Ruleset for Nimble {
    type Position = Natural;
    type Move = Natural;

    fn options(&self, heap: &Natural, options: &mut Options<Natural, Natural>) -> Result<(), Stop> {
        let mut left = heap.clone();
        while !left.is_zero() {
            left -= 1u8;
            options.push(left.clone(), std::slice::from_ref(&left))?;
        }
        Ok(())
    }

    fn describe(&self, heap: &Natural, left: &Natural) -> Message {
        moved(heap, left)
    }

    fn heap_bytes(&self, heap: &Natural) -> u64 {
        number::heap_bytes(heap)
    }

    fn capabilities(&self) -> Capabilities<'_, Nimble> {
        Capabilities {
            values: Some(self),
            tame: Some(crate::nim::tame),
            heaps: Some(self),
            drawn: Some(self),
            ..Capabilities::NONE
        }
    }
}

impl HeapsByOptions for Nimble {}

impl Draw<Natural, Natural> for Nimble {
    fn scene(&self, heap: &Natural) -> Option<Scene> {
        let heap = u64::try_from(heap).ok()?;
        scene::strip([(heap, Cell::Coin)])
    }

    fn clicks(&self, _: &Natural, left: &Natural, _: &[Natural]) -> Vec<Clicks> {
        let square = u64::try_from(left).ok();
        square.into_iter().map(|at| vec![Mark::Cell(at)]).collect()
    }
}

impl ValueTheorem<Natural> for Nimble {
    fn value(&self, heap: &Natural) -> Option<Nimber> {
        Some(Nimber(heap.clone()))
    }

    fn moves_to(&self, heap: &Natural, target: &Nimber, _: usize) -> Option<Moves<Natural>> {
        if target.0 >= *heap {
            return Some(Moves::none());
        }
        Some(Moves::one(moved(heap, &target.0), target.0.clone()))
    }

    fn because(&self, heap: &Natural) -> Message {
        message!(
            "a coin on square {heap} is a Nim heap of {heap}",
            "第 {heap} 格的硬币等于 {heap} 颗的尼姆堆",
            heap = heap
        )
    }
}

impl Notation for Nimble {
    fn listing(&self) -> &'static Listing {
        &LISTING
    }
    fn read(clause: &Clause<'_>) -> Result<(Nimble, Vec<Natural>), ParseError> {
        clause.no_parameters()?;
        Ok((Nimble, clause.naturals()?))
    }
    fn head(&self) -> String {
        "nimble".to_owned()
    }
    crate::single_heaps!();
}

#[cfg(test)]
mod tests {
    use crate::oracle;
    use crate::quotient::Play;

    #[test]
    fn theorem_agrees_with_search() {
        for play in [Play::Normal, Play::Misere] {
            for text in ["nimble 0 3 5", "nimble 2 2", "nimble 1 1 1"] {
                oracle::game(text, play);
                oracle::engines(text, play);
            }
        }
    }
}
