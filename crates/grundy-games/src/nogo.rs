//! Impartial NoGo: put a stone of either colour on an empty square so that every block of stones keeps an empty square beside it.
//!
//! NoGo, also Anti-Atari Go, is Go in which neither capture nor suicide is allowed; a block is a connected set of stones of one colour, and the empty squares
//! beside it are its liberties (J. Davies at the Banff workshop of 2011; C.-W. Chou, O. Teytaud, S.-J. Yen, *Revisiting Monte-Carlo tree search on a normal form
//! game: NoGo*, 2011). There each player puts stones of one colour; here either player may put both. Squares may be blocked.
//!
//! Liberties only become fewer, so a square on which a colour is forbidden stays forbidden. A position falls apart where nothing is shared: empty squares that are
//! neighbours, and what touches one block, belong together; neighbours of different colours do not by themselves.
//!
//! ```
//! use grundy::{solve, Game, Play};
//! let value = |text: &str| solve(&text.parse::<Game>().unwrap(), Play::Normal).value.unwrap().to_string();
//! assert_eq!((value("nogo 1x5"), value("nogo 2x2")), ("2".to_owned(), "1".to_owned()));
//! ```

use crate::fields::{Field, Fields, OnFields};
use crate::message;
use crate::notation::{self, Listing, only_by_name};
use crate::scene::Square;
use crate::squares::each;
use crate::text::{Message, Text};

/// Impartial NoGo.
#[derive(Clone, Copy, Debug, Default)]
pub struct NoGo;

/// Its line in the catalogue.
pub static LISTING: Listing = Listing {
    id: "D",
    name: "nogo",
    aliases: &["anti-atari-go"],
    title: Text::new("Impartial NoGo", "公平不围棋"),
    rule: Text {
        en: "Put a stone of either colour on an empty square; afterwards every block of stones of one colour must have an empty square beside it.",
        zh: "在空格上放一枚任一颜色的棋子；落子后每块同色相连的棋子旁都须有空格（气）。",
    },
    form: Text::new(
        "nogo ROWSxCOLUMNS … (empty) or rows of x and o (stones), . (empty) and # (blocked) joined by /",
        "nogo ROWSxCOLUMNS …（空棋盘），或由 x 与 o（棋子）、.（空）与 #（障碍）组成的各行，以 / 相连",
    ),
    example: "nogo 2x3",
    source: "C.-W. Chou, O. Teytaud, S.-J. Yen, Revisiting Monte-Carlo tree search on a normal form game: NoGo, EvoApplications (2011)",
    theorems: &[],
    recognises: only_by_name,
    parse: notation::parse::<Fields<NoGo>>,
};

/// Whether every block that touches some squares has a liberty.
fn breathe(field: &Field, squares: u128) -> bool {
    let (grid, empty) = (field.grid, field.empty());
    let touched = squares | grid.beside(squares);
    field.pieces.iter().all(|&stones| {
        let mut blocks = grid.pieces(stones).filter(|block| block & touched != 0);
        blocks.all(|block| grid.beside(block) & empty != 0)
    })
}

impl OnFields for NoGo {
    /// The colour, 0 or 1, and the square.
    type Move = (usize, u128);
    const SORTS: bool = true;
    const PIECE: Square = Square::Black;

    fn listing() -> &'static Listing {
        &LISTING
    }

    fn moves(field: &Field) -> Vec<((usize, u128), Field)> {
        let mut moves = Vec::new();
        for square in each(field.empty()) {
            for colour in [0, 1] {
                let left = Self::after(field, &(colour, square));
                if breathe(&left, square) {
                    moves.push(((colour, square), left));
                }
            }
        }
        moves
    }

    fn after(field: &Field, &(colour, square): &(usize, u128)) -> Field {
        let mut left = *field;
        left.pieces[colour] |= square;
        left
    }

    fn regions(field: &Field) -> Vec<u128> {
        let empty = field.empty();
        let joined = |piece: u128| {
            let from = |squares: u128, to: u128| field.grid.beside(piece & squares) & to;
            let [one, two] = field.pieces;
            from(empty, field.open) | from(one, empty | one) | from(two, empty | two)
        };
        field.grid.pieces_by(field.open, joined).collect()
    }

    fn describe(field: &Field, &(colour, square): &(usize, u128)) -> Message {
        let (row, column) = field.grid.first(square);
        message!(
            "put {letter} at row {row}, column {column}",
            "在第 {row} 行第 {column} 列放 {letter}",
            letter = ["x", "o"][colour],
            row = u32::from(row) + 1,
            column = u32::from(column) + 1
        )
    }

    /// The square leaves a choice of colours.
    fn marks(_: &Field, &(_, square): &(usize, u128)) -> Vec<Vec<u128>> {
        vec![vec![square]]
    }

    fn wrong(field: &Field) -> Option<Message> {
        (!breathe(field, field.open)).then(|| {
            message!(
                "every block of stones must have an empty square beside it",
                "每块相连的同色棋子旁都须有空格"
            )
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::fields::tests::{self, Plain};

    /// Whether every stone is joined to an empty square through stones of its colour, on rows of letters.
    fn is_allowed(cells: &Plain) -> bool {
        let mut reached: Vec<(i32, i32)> = cells.places();
        reached.retain(|&(row, column)| cells.at(row, column) == b'.');
        let mut next = 0;
        while next < reached.len() {
            let (row, column) = reached[next];
            next += 1;
            for place in [
                (row + 1, column),
                (row - 1, column),
                (row, column + 1),
                (row, column - 1),
            ] {
                let letter = cells.at(place.0, place.1);
                let joins = cells.at(row, column) == b'.' || cells.at(row, column) == letter;
                if b"xo".contains(&letter) && joins && !reached.contains(&place) {
                    reached.push(place);
                }
            }
        }
        let mut stones = cells.places().into_iter();
        stones
            .all(|(row, column)| cells.at(row, column) == b'#' || reached.contains(&(row, column)))
    }

    fn options(cells: &Plain) -> Vec<Plain> {
        let empty = cells
            .places()
            .into_iter()
            .filter(|&(row, column)| cells.at(row, column) == b'.');
        let put = empty.flat_map(|(row, column)| {
            [b'x', b'o'].map(|letter| {
                let mut left = cells.clone();
                left.put(row, column, letter);
                left
            })
        });
        put.filter(is_allowed).collect()
    }

    #[test]
    fn parts_are_worth_what_the_boards_are() {
        tests::parts::<NoGo>(b".xo", &[(1, 8), (2, 4)], 1, options);
        tests::parts::<NoGo>(b".xo#", &[(1, 6), (2, 3)], 1, options);
        tests::parts::<NoGo>(b".xo", &[(3, 3)], 7, options);
        tests::parts::<NoGo>(b".xo#", &[(2, 4)], 13, options);
    }

    #[test]
    fn moves_agree_with_search() {
        for board in ["1x5", "2x3", "x../..o", "x.#/.o.", "xo./...", "1x1"] {
            tests::whole(&format!("nogo {board}"));
        }
    }

    /// Values that MCGS (University of Alberta, Müller's group) tells in its tests.
    #[test]
    fn values_of_mcgs() {
        let row = (1..=10).map(|columns| tests::value(&format!("nogo 1x{columns}")));
        assert_eq!(row.collect::<Vec<_>>(), [0, 1, 0, 1, 2, 0, 1, 0, 1, 2]);
        for (board, value) in [("2x2", 1), ("2x3", 1), ("2x4", 0), ("2x5", 0), ("3x3", 0)] {
            assert_eq!(tests::value(&format!("nogo {board}")), value, "{board}");
        }
    }

    #[test]
    fn text_reads_back_and_errors_have_a_place() {
        tests::reads_back(&[
            ("nogo x.o/...", "nogo x.o/..."),
            ("anti-atari-go 2x3 x.", "nogo 2x3 x."),
            ("nogo .../...", "nogo 2x3"),
        ]);
        tests::refused(&[
            ("nogo x.o/..", 10),
            ("nogo xo", 6),
            ("nogo x.o,", 6),
            ("nogo:2 x.", 6),
            ("nogo 0x3", 6),
        ]);
    }
}
