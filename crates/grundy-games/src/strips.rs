//! Coins on a strip that become Nim heaps: Nimble and Northcott's game.
//!
//! *Nimble*: coins on squares 0, 1, 2, …, any number on a square; a move takes one coin any distance to the left. A coin on
//! square n is a Nim heap of n. *Northcott's game*: in each row two opposing coins face each other; a player moves one
//! of his own along its row without jumping. Only the gaps count: closing a gap is taking from a Nim heap, and an opponent
//! who widens one is followed by as much, which runs out. The rules here are those moves that count, the ones that
//! close a gap, so that a row is a heap of its gap for either player. (Berlekamp, Conway and Guy 1982, chapter 3.)
//!
//! ```
//! use grundy::{solve, Game, Play};
//! let value = |text: &str| solve(&text.parse::<Game>().unwrap(), Play::Normal).value.unwrap().to_string();
//! assert_eq!((value("nimble 0 3 5"), value("northcott 2,7 5,3")), ("6".to_owned(), "5".to_owned()));
//! ```

use crate::component::{self, Part};
use crate::engine::heaps::HeapsByOptions;
use crate::message;
use crate::nimber::Nimber;
use crate::notation::{Clause, Listing, Notation, ParseError, only_by_name};
use crate::number::{self, Natural, decimal};
use crate::ruleset::{Capabilities, Moves, Options, Ruleset, Stop, ValueTheorem};
use crate::scene::{self, Cell, Clicks, Draw, Mark, Scene};
use crate::text::{Message, Text};

/// A strip game. A position is the size of the Nim heap that a coin, or a row, is.
#[derive(Clone, Copy, Debug)]
pub struct Strip {
    listing: &'static Listing,
    rows: bool,
}

/// The line of Nimble in the catalogue.
pub static NIMBLE: Listing = Listing {
    id: "A11",
    name: "nimble",
    aliases: &[],
    title: Text::new("Nimble", "Nimble（移硬币）"),
    rule: Text {
        en: "Coins on squares 0, 1, 2, …; move one coin any distance to the left; several may share a square.",
        zh: "硬币放在第 0、1、2…格；每次把一枚左移任意格，同格可有多枚。",
    },
    form: "nimble SQUARE …",
    example: "nimble 0 3 5",
    source: "E. R. Berlekamp, J. H. Conway and R. K. Guy, Winning Ways (1982), chapter 3",
    theorems: &["bouton", "end_in_one_paired"],
    recognises: only_by_name,
    parse: nimble,
};

/// The line of Northcott's game in the catalogue.
pub static NORTHCOTT: Listing = Listing {
    id: "A11",
    name: "northcott",
    aliases: &[],
    title: Text::new("Northcott's game", "Northcott 博弈"),
    rule: Text {
        en: "In each row two opposing coins stand on squares A and B; close the gap between them by any amount (moves back are answered by following).",
        zh: "每行有两枚相对的棋子，位于 A、B 格；每次把间隔缩小任意格（后退总被对手跟进而无效）。",
    },
    form: "northcott A,B …",
    example: "northcott 2,7 3,5",
    source: "E. R. Berlekamp, J. H. Conway and R. K. Guy, Winning Ways (1982), chapter 3",
    theorems: &["bouton", "end_in_one_paired"],
    recognises: only_by_name,
    parse: northcott,
};

fn nimble(clause: &Clause<'_>) -> Result<Part, ParseError> {
    clause.no_parameters()?;
    Ok(component::encoded_part(
        Strip {
            listing: &NIMBLE,
            rows: false,
        },
        clause.naturals()?,
    ))
}

fn northcott(clause: &Clause<'_>) -> Result<Part, ParseError> {
    clause.no_parameters()?;
    let mut gaps = Vec::with_capacity(clause.words.len());
    for word in &clause.words {
        let (first, second) = word.pair()?;
        if first == second {
            return Err(word.error(message!("two coins on one square", "两枚棋子在同一格")));
        }
        let (low, high) = if first < second {
            (first, second)
        } else {
            (second, first)
        };
        gaps.push(high - low - 1u8);
    }
    Ok(component::encoded_part(
        Strip {
            listing: &NORTHCOTT,
            rows: true,
        },
        gaps,
    ))
}

impl Strip {
    fn moved(&self, heap: &Natural, left: &Natural) -> Message {
        if self.rows {
            return message!(
                "close the gap from {heap} to {left}",
                "把间隔从 {heap} 缩到 {left}",
                heap = heap,
                left = left
            );
        }
        message!(
            "move the coin from square {heap} to {left}",
            "把硬币从第 {heap} 格移到第 {left} 格",
            heap = heap,
            left = left
        )
    }
}

impl Ruleset for Strip {
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
        self.moved(heap, left)
    }

    fn heap_bytes(&self, heap: &Natural) -> u64 {
        number::heap_bytes(heap)
    }

    fn capabilities(&self) -> Capabilities<'_, Strip> {
        Capabilities {
            values: Some(self),
            tame: Some(crate::nim::tame),
            heaps: Some(self),
            drawn: Some(self),
            ..Capabilities::NONE
        }
    }
}

impl HeapsByOptions for Strip {}

impl Draw<Natural, Natural> for Strip {
    fn scene(&self, heap: &Natural) -> Option<Scene> {
        let heap = u64::try_from(heap).ok()?;
        if self.rows {
            let right = heap.checked_add(1)?;
            return scene::strip([(right, Cell::Coin), (0, Cell::Coin)]);
        }
        scene::strip([(heap, Cell::Coin)])
    }

    fn clicks(&self, _: &Natural, left: &Natural, _: &[Natural]) -> Vec<Clicks> {
        let square = u64::try_from(left).ok();
        let square = square.and_then(|square| square.checked_add(u64::from(self.rows)));
        square
            .map(|square| vec![Mark::Cell(square)])
            .into_iter()
            .collect()
    }
}

impl ValueTheorem<Natural> for Strip {
    fn value(&self, heap: &Natural) -> Option<Nimber> {
        Some(Nimber(heap.clone()))
    }

    fn moves_to(&self, heap: &Natural, target: &Nimber, _: usize) -> Option<Moves<Natural>> {
        if target.0 >= *heap {
            return Some(Moves::none());
        }
        Some(Moves::one(self.moved(heap, &target.0), target.0.clone()))
    }

    fn because(&self, heap: &Natural) -> Message {
        if self.rows {
            return message!(
                "a gap of {heap} is a Nim heap of {heap}",
                "间隔 {heap} 等于 {heap} 颗的尼姆堆",
                heap = heap
            );
        }
        message!(
            "a coin on square {heap} is a Nim heap of {heap}",
            "第 {heap} 格的硬币等于 {heap} 颗的尼姆堆",
            heap = heap
        )
    }
}

impl Notation for Strip {
    fn listing(&self) -> &'static Listing {
        self.listing
    }
    fn read(clause: &Clause<'_>) -> Result<(Strip, Vec<Natural>), ParseError> {
        // Each game has a reader of its own, in its listing.
        Err(clause
            .name
            .error(message!("expected a strip of coins", "此处应为一行硬币")))
    }
    fn head(&self) -> String {
        self.listing.name.to_owned()
    }
    fn write(&self, heap: &Natural) -> String {
        if self.rows {
            format!("0,{}", decimal::print(&(heap + 1u8)))
        } else {
            decimal::print(heap)
        }
    }
    fn coordinates(&self) -> usize {
        usize::from(!self.rows)
    }
    fn at(&self, coordinates: &[u64]) -> Option<Natural> {
        let [heap] = coordinates[..] else { return None };
        (!self.rows).then(|| Natural::from(heap))
    }
}

#[cfg(test)]
mod tests {
    use crate::oracle;
    use crate::quotient::Play;

    #[test]
    fn theorem_agrees_with_search() {
        for play in [Play::Normal, Play::Misere] {
            for text in [
                "nimble 0 3 5",
                "nimble 2 2",
                "nimble 1 1 1",
                "northcott 2,7 3,5",
                "northcott 1,2 4,2 0,3",
            ] {
                oracle::game(text, play);
                oracle::engines(text, play);
            }
        }
        assert!("northcott 3,3".parse::<grundy::Game>().is_err());
    }
}
