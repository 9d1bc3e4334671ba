//! Northcott's game: in each row two opposing coins face each other; a player moves his own along its row without jumping.
//!
//! Only the gaps count: closing a gap is taking from a Nim heap, and an opponent who widens one is followed by as much, which runs out. The
//! moves here are those that count, which close a gap, so that a row is a heap of its gap for either player. (Berlekamp, Conway
//! and Guy 1982, chapter 3.) A row stays where it was put: whoever moves is shown moving the first of its coins.
//!
//! ```
//! use grundy::{solve, Game, Play};
//! let answer = solve(&"northcott 2,7 5,3".parse::<Game>()?, Play::Normal);
//! assert_eq!(answer.value.unwrap().to_string(), "5");
//! assert_eq!(answer.winning.listed[0].to[0].position(), "5,7");
//! # Ok::<(), grundy::ParseError>(())
//! ```

use dashu_int::ops::BitTest;

use crate::message;
use crate::nim;
use crate::nimber::Nimber;
use crate::notation::{self, Clause, Listing, Notation, ParseError, only_by_name};
use crate::number::{self, Natural, decimal};
use crate::ruleset::{Capabilities, Moves, Options, Ruleset, Stop, ValueTheorem};
use crate::scene::{self, Cell, Clicks, Draw, Mark, Scene};
use crate::text::{Message, Text};

/// Northcott's game.
#[derive(Clone, Copy, Debug)]
pub struct Northcott;

/// A row: the squares of its two coins, which differ.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Row {
    first: Natural,
    second: Natural,
}

grundy_core::encoded!(Row { first, second } if |row| row.first != row.second);

/// Its line in the catalogue.
pub static LISTING: Listing = Listing {
    id: "A11",
    name: "northcott",
    aliases: &[],
    title: Text::new("Northcott's game", "Northcott 博弈"),
    rule: Text {
        en: "In each row two opposing coins stand on squares A and B; close the gap between them by any amount (moves back are answered by following).",
        zh: "每行有两枚相对的棋子，位于 A、B 格；每次把间隔缩小任意格（后退总被对手跟进而无效）。",
    },
    form: Text::same("northcott A,B …"),
    example: "northcott 2,7 3,5",
    source: "E. R. Berlekamp, J. H. Conway and R. K. Guy, Winning Ways (1982), chapter 3",
    theorems: &["bouton", "end_in_one_paired"],
    recognises: only_by_name,
    parse: notation::parse::<Northcott>,
};

impl Row {
    /// The squares between the coins.
    fn gap(&self) -> Natural {
        match self.first < self.second {
            true => &self.second - &self.first - 1u8,
            false => &self.first - &self.second - 1u8,
        }
    }

    /// With the first coin so near to the second that this gap is left.
    fn closed(&self, gap: &Natural) -> Row {
        let first = match self.first < self.second {
            true => &self.second - gap - 1u8,
            false => &self.second + gap + 1u8,
        };
        Row {
            first,
            second: self.second.clone(),
        }
    }

    fn moved(&self, to: &Row) -> Message {
        message!(
            "move a coin from {from} to {to}, closing the gap from {gap} to {left}",
            "把棋子从 {from} 移到 {to}，间隔由 {gap} 缩到 {left}",
            from = &self.first,
            to = &to.first,
            gap = self.gap(),
            left = to.gap()
        )
    }
}

impl Ruleset for Northcott {
    type Position = Row;
    /// The row as it is left.
    type Move = Row;

    fn options(&self, row: &Row, options: &mut Options<Row, Row>) -> Result<(), Stop> {
        let mut gap = row.gap();
        while !gap.is_zero() {
            gap -= 1u8;
            let to = row.closed(&gap);
            options.push(to.clone(), &[to])?;
        }
        Ok(())
    }

    fn describe(&self, row: &Row, to: &Row) -> Message {
        row.moved(to)
    }

    fn heap_bytes(&self, row: &Row) -> u64 {
        number::heap_bytes(&row.first) + number::heap_bytes(&row.second)
    }

    fn capabilities(&self) -> Capabilities<'_, Northcott> {
        Capabilities {
            values: Some(self),
            tame: Some(nim::tame),
            drawn: Some(self),
            ..Capabilities::NONE
        }
    }
}

impl Draw<Row, Row> for Northcott {
    fn scene(&self, row: &Row) -> Option<Scene> {
        let squares = [&row.first, &row.second].map(|square| u64::try_from(square).ok());
        let [first, second] = squares;
        scene::strip([(first?, Cell::White), (second?, Cell::Black)])
    }

    fn clicks(&self, _: &Row, to: &Row, _: &[Row]) -> Vec<Clicks> {
        let square = u64::try_from(&to.first).ok();
        square.into_iter().map(|at| vec![Mark::Cell(at)]).collect()
    }
}

impl ValueTheorem<Row> for Northcott {
    fn value(&self, row: &Row) -> Option<Nimber> {
        Some(Nimber(row.gap()))
    }

    fn most_bits(&self, row: &Row) -> Option<usize> {
        Some(row.gap().bit_len())
    }

    fn moves_to(&self, row: &Row, target: &Nimber, _: usize) -> Option<Moves<Row>> {
        if target.0 >= row.gap() {
            return Some(Moves::none());
        }
        let to = row.closed(&target.0);
        Some(Moves::one(row.moved(&to), to))
    }

    fn because(&self, row: &Row) -> Message {
        message!(
            "a gap of {gap} is a Nim heap of {gap}",
            "间隔 {gap} 等于 {gap} 颗的尼姆堆",
            gap = row.gap()
        )
    }
}

impl Notation for Northcott {
    fn listing(&self) -> &'static Listing {
        &LISTING
    }
    fn read(clause: &Clause<'_>) -> Result<(Northcott, Vec<Row>), ParseError> {
        clause.no_parameters()?;
        let mut rows = Vec::with_capacity(clause.words.len());
        for word in clause.words {
            let (first, second) = word.pair()?;
            if first == second {
                return Err(word.error(message!(
                    "two coins are on the same square",
                    "两枚棋子在同一格"
                )));
            }
            rows.push(Row { first, second });
        }
        Ok((Northcott, rows))
    }
    fn head(&self) -> String {
        "northcott".to_owned()
    }
    fn write(&self, row: &Row) -> String {
        let squares = [&row.first, &row.second].map(decimal::print);
        squares.join(",")
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::oracle;
    use crate::quotient::Play;

    #[test]
    fn theorem_agrees_with_search() {
        let squares = || (0u32..9).map(Natural::from);
        let pairs =
            squares().flat_map(|first| squares().map(move |second| (first.clone(), second)));
        let rows = pairs.filter(|(first, second)| first != second);
        oracle::values(
            &Northcott,
            rows.map(|(first, second)| Row { first, second }),
        );
        for play in [Play::Normal, Play::Misere] {
            for text in ["northcott 2,7 3,5", "northcott 1,2 4,2 0,3"] {
                oracle::game(text, play);
                oracle::engines(text, play);
            }
        }
    }

    #[test]
    fn rows_stay_where_they_are() {
        for text in [
            "northcott 2,7 5,3",
            "northcott 10,9 0,100000000000000000000",
        ] {
            let game: grundy::Game = text.parse().expect(text);
            assert_eq!(game.to_string(), text);
        }
        let row = Row {
            first: Natural::from(7u8),
            second: Natural::from(2u8),
        };
        assert_eq!(Northcott.write(&row.closed(&Natural::ONE)), "4,2");
        let error = "northcott 1,2 3,3"
            .parse::<grundy::Game>()
            .expect_err("one square");
        assert_eq!(error.column, 15);
    }
}
