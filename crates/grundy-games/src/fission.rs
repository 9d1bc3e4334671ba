//! Impartial Fission: a stone is split into two that move apart by one square, to both sides of it in its row or in its column.
//!
//! Fission is told by A. N. Siegel's CGSuite 2 (`game.grid.Fission`), where Left splits stones upwards and downwards, Right sideways; here either player
//! may do both. Both squares beside the stone must be there and empty; its own becomes empty. Squares may be blocked.
//!
//! A stone that is blocked for ever on a side of its row and on a side of its column never moves again, and blocks its own square; others may be blocked by
//! it. What is left of the open squares falls apart into connected regions.
//!
//! ```
//! use grundy::{solve, Game, Play};
//! let answer = solve(&"fission ..../..x./....".parse::<Game>()?, Play::Normal);
//! assert_eq!(answer.value.unwrap().to_string(), "1");
//! # Ok::<(), grundy::ParseError>(())
//! ```

use crate::fields::{Field, Fields, OnFields};
use crate::message;
use crate::notation::{self, Listing, only_by_name};
use crate::scene::Square;
use crate::squares::each;
use crate::text::{Message, Text};

/// Impartial Fission.
#[derive(Clone, Copy, Debug, Default)]
pub struct Fission;

/// Its line in the catalogue.
pub static LISTING: Listing = Listing {
    id: "D",
    name: "fission",
    aliases: &[],
    title: Text::new("Impartial Fission", "公平裂变"),
    rule: Text {
        en: "Split a stone into two, onto the squares on both sides of it in its row or in its column, which must be empty; its own square becomes empty.",
        zh: "将一颗棋子分裂成两颗，放到同一行或同一列中紧挨它两侧的格上；这两格须为空，原来的格变空。",
    },
    form: Text::new(
        "fission ROWS … of x (stones), . (empty) and # (blocked) joined by /",
        "fission ROWS …，由 x（棋子）、.（空）与 #（障碍）组成的各行，以 / 相连",
    ),
    example: "fission ..../..x./....",
    source: "A. N. Siegel, Combinatorial Game Suite 2, game.grid.Fission and its impartial variant",
    theorems: &[],
    recognises: only_by_name,
    parse: notation::parse::<Fields<Fission>>,
};

/// The squares that have open ones on both sides in their row, and in their column.
fn between(field: &Field, open: u128) -> [u128; 2] {
    let [right, below, left, above] = field.grid.sides(open);
    [right & left, below & above]
}

impl OnFields for Fission {
    /// The stone, and the squares that it is split to.
    type Move = (u128, u128);
    const SORTS: bool = false;
    const PIECE: Square = Square::Counter;

    fn listing() -> &'static Listing {
        &LISTING
    }

    fn moves(field: &Field) -> Vec<((u128, u128), Field)> {
        let stones = field.pieces[0];
        let [across, along] = between(field, field.empty());
        let mut moves = Vec::new();
        let split = |stone: u128, to: u128| ((stone, to), Self::after(field, &(stone, to)));
        for stone in each(stones & across) {
            let [right, _, left, _] = field.grid.sides(stone);
            moves.push(split(stone, right | left));
        }
        for stone in each(stones & along) {
            let [_, below, _, above] = field.grid.sides(stone);
            moves.push(split(stone, below | above));
        }
        moves
    }

    fn after(field: &Field, &(stone, to): &(u128, u128)) -> Field {
        Field {
            pieces: [field.pieces[0] & !stone | to, 0],
            ..*field
        }
    }

    fn regions(field: &Field) -> Vec<u128> {
        let mut open = field.open;
        loop {
            let [across, along] = between(field, open);
            let dead = field.pieces[0] & open & !across & !along;
            if dead == 0 {
                break;
            }
            open &= !dead;
        }
        field.grid.pieces(open).collect()
    }

    fn describe(field: &Field, &(stone, to): &(u128, u128)) -> Message {
        let (row, column) = field.grid.first(stone);
        let is_across = field.grid.first(to).0 == row;
        let (row, column) = (u32::from(row) + 1, u32::from(column) + 1);
        match is_across {
            true => message!(
                "split the stone at row {row}, column {column} to the left and right",
                "将第 {row} 行第 {column} 列的棋子向左右分裂",
                row = row,
                column = column
            ),
            false => message!(
                "split the stone at row {row}, column {column} upwards and downwards",
                "将第 {row} 行第 {column} 列的棋子向上下分裂",
                row = row,
                column = column
            ),
        }
    }

    /// The stone, and then one of the two squares.
    fn marks(_: &Field, &(stone, to): &(u128, u128)) -> Vec<Vec<u128>> {
        each(to).map(|to| vec![stone, to]).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::fields::tests::{self, Plain};

    /// The rules once more, on rows of letters.
    fn options(cells: &Plain) -> Vec<Plain> {
        let mut options = Vec::new();
        for (row, column) in cells.places() {
            if cells.at(row, column) != b'x' {
                continue;
            }
            for (down, right) in [(0, 1), (1, 0)] {
                let sides = [(row + down, column + right), (row - down, column - right)];
                if sides
                    .iter()
                    .all(|&(row, column)| cells.at(row, column) == b'.')
                {
                    let mut left = cells.clone();
                    left.put(row, column, b'.');
                    sides
                        .iter()
                        .for_each(|&(row, column)| left.put(row, column, b'x'));
                    options.push(left);
                }
            }
        }
        options
    }

    #[test]
    fn parts_are_worth_what_the_boards_are() {
        tests::parts::<Fission>(b".x#", &[(1, 7), (2, 4), (3, 3)], 1, options);
        tests::parts::<Fission>(b".x#", &[(3, 4)], 211, options);
        tests::parts::<Fission>(b".x", &[(3, 4), (4, 4)], 101, options);
    }

    #[test]
    fn moves_agree_with_search() {
        for board in [
            ".x.",
            "...x/..../.x.x",
            "..../..x./....",
            ".x./#.x/...",
            "3x3",
        ] {
            tests::whole(&format!("fission {board}"));
        }
    }

    /// Values worked out by CGSuite 2.1.1, as the tests of MCGS (University of Alberta, Müller's group) tell them.
    #[test]
    fn values_of_cgsuite() {
        for (board, value) in [
            ("..#../...../...#./..X#./.....", 0),
            ("...../.X.../.X.../..X##/...#.", 1),
            (".X.../.#.#./.XX../#X#../#.X..", 1),
            ("....X/.X.../...X./...../.....", 0),
            ("...../X..X#/X..#X/...X./#....", 0),
            (".X..X/...#./...X./...../..#..", 2),
            (".X.../X..../...X./.#..X/.....", 3),
            ("...#./....#/...##/.X.../.X.XX", 1),
            ("....X/...../#.#../...#./..#..", 0),
            ("..#.../..#.../...X.#/....X#/...X../.X....", 4),
            ("....../.X..../#.#.../....##/.#...X/#...#.", 2),
            ("..#.#X/..XX../..#.#./....../#.#..#/.#....", 0),
        ] {
            let text = format!("fission {}", board.to_lowercase());
            assert_eq!(tests::value(&text), value, "{text}");
        }
    }

    #[test]
    fn text_reads_back_and_errors_have_a_place() {
        tests::reads_back(&[
            ("fission x.#/.o.", "fission x.#/.x."),
            ("fission 2x3 .x.", "fission 2x3 .x."),
            ("fission .../...", "fission 2x3"),
            ("fission #./..", "fission #./.."),
        ]);
        tests::refused(&[
            ("fission x./x", 12),
            ("fission x,", 9),
            ("fission:2 x", 9),
            ("fission 12x12", 9),
        ]);
    }
}
