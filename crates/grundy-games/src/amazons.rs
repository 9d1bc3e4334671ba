//! Impartial Amazons: move a queen, then shoot from where it stands; the square that is hit is blocked for ever.
//!
//! Amazons is by W. Zamkauskas (1988). Each player has queens there; here either player may move every queen, so that their colours make no difference. Queens move
//! and arrows fly as chess queens do, over empty squares only; the square that the queen has left is empty.
//!
//! Blocked squares never open, so the board falls apart into regions connected by side or corner, and only those with a queen that can move count.
//!
//! Along a row a queen with n empty squares on its sides together is a Nim heap of n: after every move m squares are left to it, and each smaller m can be had.
//!
//! ```
//! use grundy::{solve, Game, Play};
//! let value = |text: &str| solve(&text.parse::<Game>().unwrap(), Play::Normal).value.unwrap().to_string();
//! assert_eq!((value("amazons ..x.."), value("amazons x./..")), ("4".to_owned(), "1".to_owned()));
//! ```

use crate::fields::{Field, Fields, OnFields};
use crate::message;
use crate::notation::{self, Listing, only_by_name};
use crate::scene::Square;
use crate::squares::each;
use crate::text::{Message, Text};

/// Impartial Amazons.
#[derive(Clone, Copy, Debug, Default)]
pub struct Amazons;

/// Its line in the catalogue.
pub static LISTING: Listing = Listing {
    id: "D",
    name: "amazons",
    aliases: &[],
    title: Text::new("Impartial Amazons", "公平亚马逊棋"),
    rule: Text {
        en: "Move any queen as in chess over empty squares, then shoot from it in the same way; the square that is hit is blocked for ever.",
        zh: "任选一枚皇后，按国际象棋走法走过空格，再从落点以同样方式射箭；中箭的格从此堵住。双方可移动任一枚皇后。",
    },
    form: Text::new(
        "amazons ROWS … of x (queens), . (empty) and # (blocked) joined by /",
        "amazons ROWS …，由 x（皇后）、.（空）与 #（障碍）组成的各行，以 / 相连",
    ),
    example: "amazons x../...",
    source: "W. Zamkauskas, El juego de las amazonas, El Acertijo 4 (1992); A. N. Siegel, Combinatorial Game Suite 2, game.grid.Amazons and its impartial variant",
    theorems: &[],
    recognises: only_by_name,
    parse: notation::parse::<Fields<Amazons>>,
};

/// The eight ways of a queen.
const WAYS: [(i8, i8); 8] = [
    (0, 1),
    (1, 1),
    (1, 0),
    (1, -1),
    (0, -1),
    (-1, -1),
    (-1, 0),
    (-1, 1),
];

/// A queen's move: where it stood, where it goes, and what it hits.
#[derive(Clone, Copy, Debug)]
pub struct Shot {
    from: u128,
    to: u128,
    hit: u128,
}

impl OnFields for Amazons {
    type Move = Shot;
    const SORTS: bool = false;
    const PIECE: Square = Square::Queen;

    fn listing() -> &'static Listing {
        &LISTING
    }

    fn moves(field: &Field) -> Vec<(Shot, Field)> {
        let (grid, queens) = (field.grid, field.pieces[0]);
        let reached = |from, empty| {
            WAYS.into_iter()
                .flat_map(move |way| grid.ray(from, way, empty))
        };
        let mut moves = Vec::new();
        for from in each(queens) {
            for to in reached(from, field.empty()) {
                for hit in reached(to, (field.empty() | from) & !to) {
                    let shot = Shot { from, to, hit };
                    moves.push((shot, Self::after(field, &shot)));
                }
            }
        }
        moves
    }

    fn after(field: &Field, &Shot { from, to, hit }: &Shot) -> Field {
        Field {
            open: field.open & !hit,
            pieces: [field.pieces[0] & !from | to, 0],
            ..*field
        }
    }

    fn regions(field: &Field) -> Vec<u128> {
        let grid = field.grid;
        let regions = grid.pieces_by(field.open, |piece| grid.around(piece));
        regions.collect()
    }

    fn describe(field: &Field, shot: &Shot) -> Message {
        let place = |square| {
            let (row, column) = field.grid.first(square);
            (u32::from(row) + 1, u32::from(column) + 1)
        };
        let [from, to, hit] = [shot.from, shot.to, shot.hit].map(place);
        message!(
            "move from row {row}, column {column} to row {to_row}, column {to_column} and shoot at row {hit_row}, column {hit_column}",
            "从第 {row} 行第 {column} 列走到第 {to_row} 行第 {to_column} 列，射第 {hit_row} 行第 {hit_column} 列",
            row = from.0,
            column = from.1,
            to_row = to.0,
            to_column = to.1,
            hit_row = hit.0,
            hit_column = hit.1
        )
    }

    /// The queen, where it goes, and what it hits.
    fn marks(_: &Field, shot: &Shot) -> Vec<Vec<u128>> {
        vec![vec![shot.from, shot.to, shot.hit]]
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::fields::tests::{self, Plain};

    /// What a queen reaches, on rows of letters.
    fn reached(cells: &Plain, (row, column): (i32, i32)) -> Vec<(i32, i32)> {
        let mut reached = Vec::new();
        for (down, right) in (-1..=1).flat_map(|down| (-1..=1).map(move |right| (down, right))) {
            let (mut row, mut column) = (row + down, column + right);
            while (down, right) != (0, 0) && cells.at(row, column) == b'.' {
                reached.push((row, column));
                (row, column) = (row + down, column + right);
            }
        }
        reached
    }

    fn options(cells: &Plain) -> Vec<Plain> {
        let mut options = Vec::new();
        for from in cells.places() {
            if cells.at(from.0, from.1) != b'x' {
                continue;
            }
            for to in reached(cells, from) {
                let mut moved = cells.clone();
                moved.put(from.0, from.1, b'.');
                moved.put(to.0, to.1, b'x');
                for hit in reached(&moved, to) {
                    let mut left = moved.clone();
                    left.put(hit.0, hit.1, b'#');
                    options.push(left);
                }
            }
        }
        options
    }

    #[test]
    fn parts_are_worth_what_the_boards_are() {
        tests::parts::<Amazons>(b".x#", &[(1, 7), (2, 3)], 1, options);
        tests::parts::<Amazons>(b".x#", &[(2, 4), (3, 3)], 37, options);
    }

    #[test]
    fn moves_agree_with_search() {
        for board in ["..x.", "x./..", "x#./.x.", "x../..#", "x"] {
            tests::whole(&format!("amazons {board}"));
        }
    }

    /// Values worked out by CGSuite 2.1.1, as the tests of MCGS (University of Alberta, Müller's group) tell them.
    #[test]
    fn values_of_cgsuite() {
        for (board, value) in [
            (".O./#.#/O..", 3),
            ("#../#../...", 0),
            (".X#/.X./..O", 1),
            (".../.../#X.", 1),
            ("..O/.OX/..X", 1),
            ("OX#/X../.O.", 0),
            ("..#/#XX/...", 3),
            (".#./X../..X", 0),
            (".X./O../...", 1),
            (".../..X/...", 0),
            ("#.O/O../..#", 1),
            (".#../X.#./#X#./#..#", 3),
            ("##X./#.../#.../#...", 0),
            ("..O..", 4),
            ("...O....", 7),
            ("O...X", 3),
            ("O...X..", 5),
        ] {
            let text = format!("amazons {}", board.to_lowercase());
            assert_eq!(tests::value(&text), value, "{text}");
        }
    }

    #[test]
    fn text_reads_back_and_errors_have_a_place() {
        tests::reads_back(&[
            ("amazons x.#/.o.", "amazons x.#/.x."),
            ("amazons 2x3 .x.", "amazons 2x3 .x."),
        ]);
        tests::refused(&[("amazons x./x", 12), ("amazons q.", 9), ("amazons:2 x", 9)]);
    }
}
