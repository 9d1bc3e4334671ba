//! Cram: dominoes are laid on a board, either way, each on two free neighbouring squares.
//!
//! Gardner (1974), who credits Geoffrey Mott-Smith. On an even × even board the second player answers by the half turn
//! of the board and wins; on an even × odd board the first player lays on the middle two squares and does the same.
//! Other boards and values come from a search by components; a board falls apart into the connected pieces of its free squares, and a
//! piece is looked at in one of its eight turns only.
//!
//! ```
//! use grundy::{solve, Game, Outcome, Play};
//! let answer = solve(&"cram 4x5".parse::<Game>()?, Play::Normal);
//! assert_eq!((answer.outcome, answer.value.unwrap().to_string()), (Some(Outcome::N), "2".to_owned()));
//! # Ok::<(), grundy::ParseError>(())
//! ```

use std::cmp::Ordering;

use crate::chomp::sides;
use crate::couples::{Couples, FallsApart, couples_of_positions};
use crate::engine::split::board::Board as Squares;
use crate::engine::split::dominoes::{Dominoes, Kept};
use crate::engine::split::search::Search;
use crate::message;
use crate::notation::{self, Clause, Listing, Notation, ParseError, only_by_name};
use crate::quotient::{Outcome, Play};
use crate::ruleset::{Capabilities, Options, OutcomeTheorem, Ruleset, Stop};
use crate::scene::{Clicks, Draw, Mark, Scene, Square};
use crate::text::{Message, Text};

/// Cram. A position is a board of at most 128 squares.
#[derive(Clone, Copy, Debug)]
pub struct Cram;

/// A board with its free squares.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Board {
    rows: u8,
    columns: u8,
    /// Bit `row * columns + column`.
    free: u128,
}

/// Its line in the catalogue.
pub static LISTING: Listing = Listing {
    id: "D",
    name: "cram",
    aliases: &[],
    title: Text::new("Cram", "多米诺填格（Cram）"),
    rule: Text {
        en: "Lay a domino, horizontally or vertically, on two free neighbouring squares of the board.",
        zh: "在棋盘上相邻的两个空格放一块多米诺骨牌，横竖均可。",
    },
    form: Text::new(
        "cram ROWSxCOLUMNS … or rows of . (free) and x (taken) joined by /",
        "cram ROWSxCOLUMNS …，或由 .（空）与 x（已占）组成的各行，以 / 相连",
    ),
    example: "cram 4x5",
    source: "M. Gardner, Mathematical Games: Cram, crosscram and quadraphage, Scientific American 230 (1974)",
    theorems: &["cram_outcome", "half_turn_lost"],
    recognises: only_by_name,
    parse: notation::parse::<Cram>,
};

impl Board {
    /// A board of free squares; `None` where it has none or more than 128.
    fn whole(rows: usize, columns: usize) -> Option<Board> {
        let squares = rows
            .checked_mul(columns)
            .filter(|&squares| (1..=128).contains(&squares))?;
        Some(Board {
            rows: rows as u8,
            columns: columns as u8,
            free: u128::MAX >> (128 - squares),
        })
    }

    fn bit(&self, row: u8, column: u8) -> u128 {
        1 << (u32::from(row) * u32::from(self.columns) + u32::from(column))
    }

    fn is_free(&self, row: u8, column: u8) -> bool {
        row < self.rows && column < self.columns && self.free & self.bit(row, column) != 0
    }

    /// The board once a domino lies there.
    fn after(&self, (row, column, across): (u8, u8, bool)) -> Board {
        let (down, right) = if across { (0, 1) } else { (1, 0) };
        let laid = self.bit(row, column) | self.bit(row + down, column + right);
        Board {
            free: self.free & !laid,
            ..*self
        }
    }

    /// The connected pieces of two squares or more, each cut out and turned to its least form.
    fn pieces(&self) -> Vec<Board> {
        let (mut left, mut pieces) = (self.free, Vec::new());
        let rows = (0..self.rows).fold(0, |bits, row| bits | self.bit(row, 0));
        let not_first = !rows;
        let not_last = !(rows << (self.columns - 1));
        while left != 0 {
            let start = left & left.wrapping_neg();
            let (mut piece, mut edge) = (start, start);
            while edge != 0 {
                edge = self.neighbours(edge, not_first, not_last) & left & !piece;
                piece |= edge;
            }
            left &= !piece;
            if piece.count_ones() > 1 {
                pieces.push(self.cut_out(piece));
            }
        }
        pieces
    }

    /// The squares beside some, given those that are not in the first and in the last column.
    fn neighbours(&self, squares: u128, not_first: u128, not_last: u128) -> u128 {
        let width = u32::from(self.columns);
        let (down, up) = (
            squares.checked_shl(width).unwrap_or(0),
            squares.checked_shr(width).unwrap_or(0),
        );
        down | up | (squares & not_last) << 1 | (squares & not_first) >> 1
    }

    fn cut_out(&self, piece: u128) -> Board {
        let mut cells: Vec<(u8, u8)> = Vec::with_capacity(piece.count_ones() as usize);
        let mut left = piece;
        while left != 0 {
            let place = left.trailing_zeros();
            left &= left - 1;
            cells.push((
                (place / u32::from(self.columns)) as u8,
                (place % u32::from(self.columns)) as u8,
            ));
        }
        let top = cells.iter().map(|cell| cell.0).min().unwrap_or(0);
        let start = cells.iter().map(|cell| cell.1).min().unwrap_or(0);
        let height = cells.iter().map(|cell| cell.0 - top + 1).max().unwrap_or(1);
        let width = cells
            .iter()
            .map(|cell| cell.1 - start + 1)
            .max()
            .unwrap_or(1);
        let turned = |turn: u8| {
            let (rows, columns) = if turn & 4 == 0 {
                (height, width)
            } else {
                (width, height)
            };
            let mut board = Board {
                rows,
                columns,
                free: 0,
            };
            for &(row, column) in &cells {
                let (row, column) = (row - top, column - start);
                let row = if turn & 1 == 0 { row } else { height - 1 - row };
                let column = if turn & 2 == 0 {
                    column
                } else {
                    width - 1 - column
                };
                board.free |= if turn & 4 == 0 {
                    board.bit(row, column)
                } else {
                    board.bit(column, row)
                };
            }
            board
        };
        // The least has no more rows than columns.
        let turns = match height.cmp(&width) {
            Ordering::Less => 0..4,
            Ordering::Equal => 0..8,
            Ordering::Greater => 4..8,
        };
        turns.map(turned).min().unwrap_or(*self)
    }
}

impl Ruleset for Cram {
    type Position = Board;
    /// Row and column of the first square, from 0, and whether the domino lies across.
    type Move = (u8, u8, bool);

    fn options(
        &self,
        board: &Board,
        options: &mut Options<Board, (u8, u8, bool)>,
    ) -> Result<(), Stop> {
        for row in 0..board.rows {
            for column in 0..board.columns {
                for across in [true, false] {
                    let second = if across {
                        (row, column + 1)
                    } else {
                        (row + 1, column)
                    };
                    if board.is_free(row, column) && board.is_free(second.0, second.1) {
                        let mv = (row, column, across);
                        options.push(mv, &board.after(mv).pieces())?;
                    }
                }
            }
        }
        Ok(())
    }

    /// The pieces are turned, the board that the player sees is not.
    fn keeps_apart(&self) -> bool {
        true
    }

    fn seen(&self, board: &Board, mv: &(u8, u8, bool)) -> Option<Board> {
        Some(board.after(*mv))
    }

    fn describe(&self, _: &Board, &(row, column, across): &(u8, u8, bool)) -> Message {
        let (row, column) = (u32::from(row) + 1, u32::from(column) + 1);
        if across {
            return message!(
                "lay a domino across, from row {row}, column {column}",
                "在第 {row} 行第 {column} 列横放",
                row = row,
                column = column
            );
        }
        message!(
            "lay a domino down, from row {row}, column {column}",
            "在第 {row} 行第 {column} 列竖放",
            row = row,
            column = column
        )
    }

    fn capabilities(&self) -> Capabilities<'_, Cram> {
        Capabilities {
            outcomes: Some(self),
            couples: Some(self),
            drawn: Some(self),
            ..Capabilities::NONE
        }
    }
}

impl FallsApart<Board> for Cram {
    /// A board whose pieces all fit, turned, within eight columns of at most 128 squares.
    fn couples(&self, board: &Board, bytes: u64) -> Option<Box<dyn Couples<Board>>> {
        let sides = |side: fn(&Board) -> u8| board.pieces().iter().map(side).max().unwrap_or(1);
        let (rows, columns) = (sides(|piece| piece.rows), sides(|piece| piece.columns));
        search::<u64>(rows, columns, bytes).or_else(|| search::<u128>(rows, columns, bytes))
    }
}

/// The search on boards of which every piece fits within so many rows and columns.
fn search<B: Kept>(rows: u8, columns: u8, bytes: u64) -> Option<Box<dyn Couples<Board>>> {
    let squares = Squares::<B>::new(rows.into(), columns.into())?;
    Some(couples_of_positions(
        format!("cram {}x{}", squares.columns(), squares.rows()),
        Search::new(Dominoes::new(squares), bytes),
        |dominoes: &Dominoes<B>, board: &Board| {
            let mut parts = Vec::new();
            for piece in board.pieces() {
                // A piece has no more rows than columns, the search's board no more columns than rows.
                let squares = dominoes.board();
                if u32::from(piece.rows) > squares.columns()
                    || u32::from(piece.columns) > squares.rows()
                {
                    return None;
                }
                let mut free = B::NONE;
                for row in 0..piece.rows {
                    for column in 0..piece.columns {
                        if piece.is_free(row, column) {
                            free |= squares.square(column.into(), row.into());
                        }
                    }
                }
                parts.extend(dominoes.pieces(free));
            }
            Some((0, parts))
        },
        written,
    ))
}

/// A piece of the search as a board of its own.
fn written<B: Kept>(dominoes: &Dominoes<B>, piece: &B) -> Board {
    let squares = dominoes.board();
    let (rows, columns) = squares.extent(*piece);
    let mut board = Board {
        rows: rows as u8,
        columns: columns as u8,
        free: 0,
    };
    for row in 0..board.rows {
        for column in 0..board.columns {
            if *piece & squares.square(row.into(), column.into()) != B::NONE {
                board.free |= board.bit(row, column);
            }
        }
    }
    board
}

impl Draw<Board, (u8, u8, bool)> for Cram {
    /// The first row is drawn at the top.
    fn scene(&self, board: &Board) -> Option<Scene> {
        let row = |row: u8| {
            (0..board.columns).map(move |column| match board.is_free(row, column) {
                true => Square::Free,
                false => Square::Covered,
            })
        };
        Some(Scene::Board {
            width: board.columns.into(),
            squares: (0..board.rows).rev().flat_map(row).collect(),
        })
    }

    /// Its two squares, in either order.
    fn clicks(
        &self,
        board: &Board,
        &(row, column, across): &(u8, u8, bool),
        _: &[Board],
    ) -> Vec<Clicks> {
        let mark = |row: u8, column: u8| Mark::Square(column.into(), (board.rows - 1 - row).into());
        let second = match across {
            true => mark(row, column + 1),
            false => mark(row + 1, column),
        };
        let first = mark(row, column);
        vec![vec![first.clone(), second.clone()], vec![second, first]]
    }
}

impl OutcomeTheorem<Board> for Cram {
    fn outcome(&self, board: &Board, play: Play) -> Option<Outcome> {
        let whole = Board::whole(board.rows.into(), board.columns.into())?;
        if play != Play::Normal || whole.free != board.free {
            return None;
        }
        match (board.rows % 2, board.columns % 2) {
            (0, 0) => Some(Outcome::P),
            (1, 1) => None,
            _ => Some(Outcome::N),
        }
    }

    fn because(&self, board: &Board, _: Play) -> Message {
        let (rows, columns) = (board.rows, board.columns);
        if rows % 2 == 0 && columns % 2 == 0 {
            return message!(
                "{rows} × {columns} is even × even: the second player answers each domino by its image under the half turn",
                "{rows} × {columns} 为偶 × 偶：后手总放中心对称的位置",
                rows = rows,
                columns = columns
            );
        }
        message!(
            "{rows} × {columns} is even × odd: the first player lays a domino on the middle two squares, then answers each domino by its image under the half turn",
            "{rows} × {columns} 为偶 × 奇：先手先放正中两格，之后总放中心对称的位置",
            rows = rows,
            columns = columns
        )
    }
}

impl Notation for Cram {
    fn listing(&self) -> &'static Listing {
        &LISTING
    }
    fn read(clause: &Clause<'_>) -> Result<(Cram, Vec<Board>), ParseError> {
        clause.no_parameters()?;
        let too_large = || message!("a board has at most 128 squares", "棋盘最多 128 格");
        let mut boards = Vec::new();
        for word in clause.words {
            // A row of taken squares may itself hold an x between two others; only digits make it a size.
            let size = word.text.starts_with(|first: char| first.is_ascii_digit());
            if let Some((rows, columns)) = if size { sides(word, 128)? } else { None } {
                boards.push(Board::whole(rows, columns).ok_or_else(|| word.error(too_large()))?);
                continue;
            }
            let rows = word.split('/');
            let columns = rows.first().map_or(0, |row| row.text.len());
            let mut board =
                Board::whole(rows.len(), columns).ok_or_else(|| word.error(too_large()))?;
            for (row, part) in rows.iter().enumerate() {
                if part.text.len() != columns
                    || !part
                        .text
                        .bytes()
                        .all(|square| square == b'.' || square == b'x')
                {
                    return Err(part.error(message!(
                        "expected a row of {columns} squares, . for a free one and x for a taken one",
                        "此处应为 {columns} 格的一行，. 表示空，x 表示已占",
                        columns = columns
                    )));
                }
                for (column, square) in part.text.bytes().enumerate() {
                    if square == b'x' {
                        board.free &= !board.bit(row as u8, column as u8);
                    }
                }
            }
            boards.push(board);
        }
        Ok((Cram, boards))
    }
    fn head(&self) -> String {
        "cram".to_owned()
    }
    fn coordinates(&self) -> usize {
        2
    }
    /// A whole board: so many rows, so many columns.
    fn at(&self, coordinates: &[u64]) -> Option<Board> {
        let &[rows, columns] = coordinates else {
            return None;
        };
        Board::whole(rows.try_into().ok()?, columns.try_into().ok()?)
    }
    fn write(&self, board: &Board) -> String {
        if Board::whole(board.rows.into(), board.columns.into()) == Some(*board) {
            return format!("{}x{}", board.rows, board.columns);
        }
        let square = |row, column| if board.is_free(row, column) { '.' } else { 'x' };
        let row = |row| {
            (0..board.columns)
                .map(|column| square(row, column))
                .collect::<String>()
        };
        (0..board.rows).map(row).collect::<Vec<_>>().join("/")
    }
}

grundy_core::encoded!(Board { rows, columns, free } if |board| {
    let whole = Board::whole(board.rows.into(), board.columns.into());
    whole.is_some_and(|whole| board.free & !whole.free == 0)
});

#[cfg(test)]
mod tests {
    use super::*;
    use crate::oracle;

    #[test]
    fn theorem_agrees_with_search() {
        for (rows, columns) in [
            (1, 1),
            (1, 4),
            (1, 5),
            (2, 2),
            (2, 3),
            (3, 3),
            (2, 4),
            (2, 5),
            (4, 3),
            (3, 5),
        ] {
            oracle::game(&format!("cram {rows}x{columns}"), Play::Normal);
        }
        for board in ["1x6", "2x3", "..x/...", ".x./..."] {
            oracle::game(&format!("cram {board}"), Play::Misere);
            oracle::engines(&format!("cram {board} + nim 2"), Play::Normal);
        }
    }

    /// A row of cram is Dawson's Kayles; values of 2 × n boards: Schneider and Lemoine, among others.
    #[test]
    fn known_values() {
        let value = |text: &str| {
            grundy::solve(&text.parse().expect(text), Play::Normal)
                .value
                .expect(text)
        };
        let row: Vec<String> = (1..=12)
            .map(|columns| value(&format!("cram 1x{columns}")).to_string())
            .collect();
        assert_eq!(row.join(" "), "0 1 1 2 0 3 1 1 0 3 3 2");
        assert_eq!(value("cram 3x3").to_string(), "0");
        assert_eq!(value("cram 4x4").to_string(), "0");
    }

    #[test]
    fn whole_boards_have_coordinates() {
        assert_eq!(Cram.at(&[2, 3]), Board::whole(2, 3));
        for none in [
            &[0, 3][..],
            &[3, 0],
            &[129, 1],
            &[u64::MAX, 2],
            &[3],
            &[3, 3, 3],
        ] {
            assert_eq!(Cram.at(none), None);
        }
    }

    #[test]
    fn pieces_do_not_join_across_an_edge() {
        let board = Board {
            rows: 2,
            columns: 3,
            free: 0b001_100,
        };
        assert_eq!(board.pieces(), []);
    }
}
