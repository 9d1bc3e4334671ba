//! TacTix, also Bulo: counters on a board; a move takes any number of counters that stand side by side in one row or column without gaps.
//!
//! By Piet Hein; Gardner, *Concerning the game of Nim; TacTix* (Scientific American, February 1958), where who takes the last counter
//! loses. Under normal play it is a matter of the half turn: where it leaves the counters as they are, and the middle of the board is empty, the second
//! player answers each move by its image; where the middle is a counter or two, the first player takes that and does the same. The
//! misère game is found by search; on 4 × 4 the second player wins (HAKMEM, item 74).
//!
//! What is taken is taken from one connected piece of counters, and pieces never join, so a board is the sum of its pieces.
//!
//! ```
//! use grundy::{solve, Game, Outcome, Play};
//! let answer = solve(&"tactix 4x4".parse::<Game>()?, Play::Misere);
//! assert_eq!(answer.outcome, Some(Outcome::P));
//! # Ok::<(), grundy::ParseError>(())
//! ```

mod parts;

use crate::chomp::sides;
use crate::message;
use crate::notation::{self, Clause, Listing, Notation, ParseError, only_by_name};
use crate::quotient::{Outcome, Play};
use crate::ruleset::{Capabilities, Options, OutcomeTheorem, Ruleset, Stop};
use crate::scene::{Clicks, Draw, Mark, Scene, Square};
use crate::squares::{Grid, HALF, MOST, each, read_rows, too_large};
use crate::text::{Message, Text};

/// TacTix. A position is a board of at most 128 squares.
#[derive(Clone, Copy, Debug)]
pub struct TacTix;

/// A board with its counters.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Board {
    grid: Grid,
    /// The squares that have a counter.
    counters: u128,
}

grundy_core::encoded!(Board { grid, counters } if |board| board.counters & !board.grid.whole() == 0);

/// Counters side by side that are taken.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Run {
    /// The square of the first, as a bit.
    first: u128,
    /// That of the last, to the right of it or below.
    last: u128,
    /// All of them.
    taken: u128,
}

/// Its line in the catalogue.
pub static LISTING: Listing = Listing {
    id: "D",
    name: "tactix",
    aliases: &["bulo"],
    title: Text::new("TacTix", "TacTix 取子（Bulo）"),
    rule: Text {
        en: "Take one or more counters that lie side by side in one row or column, without gaps.",
        zh: "取走同一行或同一列中连续相邻的若干枚棋子，至少一枚，中间不得有空格。",
    },
    form: Text::new(
        "tactix ROWSxCOLUMNS … or rows of o (counters) and . (empty) joined by /",
        "tactix ROWSxCOLUMNS …，或由 o（棋子）与 .（空）组成的各行，以 / 相连",
    ),
    example: "tactix 3x4",
    source: "M. Gardner, Mathematical Games: Concerning the game of Nim and its mathematical analysis, Scientific American 198 (1958)",
    theorems: &[],
    recognises: only_by_name,
    parse: notation::parse::<TacTix>,
};

/// What stands in the middle of a board that the half turn leaves as it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Middle {
    Nothing,
    One,
    Two,
}

impl Board {
    /// The runs that can be taken, each once.
    fn runs(&self) -> impl Iterator<Item = Run> {
        let (grid, counters) = (self.grid, self.counters);
        each(counters).flat_map(move |first| {
            [0, 1].into_iter().flat_map(move |way| {
                let whole = Run {
                    first,
                    last: first,
                    taken: first,
                };
                let longer = move |run: &Run| {
                    let last = grid.sides(run.last)[way] & counters;
                    let taken = run.taken | last;
                    (last != 0).then_some(Run { first, last, taken })
                };
                // A single counter is one run, whichever way it is looked at.
                std::iter::successors(Some(whole), longer).skip(way)
            })
        })
    }

    /// What a move leaves.
    fn after(&self, run: &Run) -> Board {
        let counters = self.counters & !run.taken;
        Board { counters, ..*self }
    }

    /// The connected pieces, each in its least form.
    fn cut_apart(&self) -> impl Iterator<Item = Board> + use<> {
        let grid = self.grid;
        let cut_out = move |piece| {
            let (grid, counters, _) = grid.least(piece, 0);
            Board { grid, counters }
        };
        grid.pieces(self.counters).map(cut_out)
    }

    /// What stands in the middle, where the half turn leaves the board as it is.
    ///
    /// A run that meets its own image lies in a row or column that the half turn leaves in its place, and holds the middle of it: a
    /// counter that stays, or two neighbours that are exchanged. Where neither is there, every run can be answered by its image.
    fn middle(&self) -> Option<Middle> {
        let grid = self.grid;
        let mut middle = Middle::Nothing;
        for counter in each(self.counters) {
            let place = grid.first(counter);
            let (row, column) = grid.image(HALF, place);
            if self.counters & grid.bit(row, column) == 0 {
                return None;
            }
            match place.0.abs_diff(row) + place.1.abs_diff(column) {
                0 => middle = Middle::One,
                1 => middle = Middle::Two,
                _ => {}
            }
        }
        Some(middle)
    }
}

impl Ruleset for TacTix {
    type Position = Board;
    type Move = Run;

    fn options(&self, board: &Board, options: &mut Options<Board, Run>) -> Result<(), Stop> {
        let mut pieces = Vec::new();
        for run in board.runs() {
            pieces.clear();
            pieces.extend(board.after(&run).cut_apart());
            options.push(run, &pieces)?;
        }
        Ok(())
    }

    /// The pieces are turned, the board that the player sees is not.
    fn keeps_apart(&self) -> bool {
        true
    }

    fn seen(&self, board: &Board, run: &Run) -> Option<Board> {
        Some(board.after(run))
    }

    fn describe(&self, board: &Board, run: &Run) -> Message {
        let place = |square| {
            let (row, column) = board.grid.first(square);
            (u32::from(row) + 1, u32::from(column) + 1)
        };
        let ((row, column), (last_row, last_column)) = (place(run.first), place(run.last));
        if run.first == run.last {
            return message!(
                "take row {row}, column {column}",
                "取第 {row} 行第 {column} 列",
                row = row,
                column = column
            );
        }
        if row == last_row {
            return message!(
                "take row {row}, columns {first} to {last}",
                "取第 {row} 行第 {first} 至 {last} 列",
                row = row,
                first = column,
                last = last_column
            );
        }
        message!(
            "take column {column}, rows {first} to {last}",
            "取第 {column} 列第 {first} 至 {last} 行",
            column = column,
            first = row,
            last = last_row
        )
    }

    fn capabilities(&self) -> Capabilities<'_, TacTix> {
        Capabilities {
            outcomes: Some(self),
            couples: Some(self),
            drawn: Some(self),
            ..Capabilities::NONE
        }
    }
}

impl Draw<Board, Run> for TacTix {
    /// The first row is drawn at the top.
    fn scene(&self, board: &Board) -> Option<Scene> {
        let grid = board.grid;
        let square = |(row, column)| match board.counters & grid.bit(row, column) {
            0 => Square::Free,
            _ => Square::Counter,
        };
        let row = |row| (0..grid.columns()).map(move |column| (row, column));
        Some(Scene::Board {
            width: grid.columns().into(),
            squares: (0..grid.rows()).rev().flat_map(row).map(square).collect(),
        })
    }

    /// The two ends, in either order; the one counter twice.
    fn clicks(&self, board: &Board, run: &Run, _: &[Board]) -> Vec<Clicks> {
        let mark = |square| {
            let (row, column) = board.grid.first(square);
            Mark::Square(column.into(), (board.grid.rows() - 1 - row).into())
        };
        let (first, last) = (mark(run.first), mark(run.last));
        match first == last {
            true => vec![vec![first, last]],
            false => vec![vec![first.clone(), last.clone()], vec![last, first]],
        }
    }
}

impl OutcomeTheorem<Board> for TacTix {
    fn outcome(&self, board: &Board, play: Play) -> Option<Outcome> {
        if play != Play::Normal {
            return None;
        }
        board.middle().map(|middle| match middle {
            Middle::Nothing => Outcome::P,
            Middle::One | Middle::Two => Outcome::N,
        })
    }

    fn because(&self, board: &Board, _: Play) -> Message {
        match board.middle() {
            None | Some(Middle::Nothing) => message!(
                "the half turn leaves the counters as they are, and none stands in the middle: the second player answers each move by its image",
                "棋盘转半圈后不变，正中没有棋子：后手总取中心对称的棋子"
            ),
            Some(Middle::One) => message!(
                "the half turn leaves the counters as they are: the first player takes the one in the middle, then answers each move by its image",
                "棋盘转半圈后不变：先手先取正中一枚，之后总取中心对称的棋子"
            ),
            Some(Middle::Two) => message!(
                "the half turn leaves the counters as they are: the first player takes the two in the middle, then answers each move by its image",
                "棋盘转半圈后不变：先手先取正中两枚，之后总取中心对称的棋子"
            ),
        }
    }
}

impl Notation for TacTix {
    fn listing(&self) -> &'static Listing {
        &LISTING
    }
    fn read(clause: &Clause<'_>) -> Result<(TacTix, Vec<Board>), ParseError> {
        clause.no_parameters()?;
        let mut boards = Vec::with_capacity(clause.words.len());
        for word in clause.words {
            if let Some((rows, columns)) = sides(word, MOST as u64)? {
                let grid = Grid::new(rows, columns).ok_or_else(|| word.error(too_large()))?;
                let counters = grid.whole();
                boards.push(Board { grid, counters });
                continue;
            }
            let (grid, [counters, _]) = read_rows(word, b"o.", |columns| {
                message!(
                    "expected a row of {columns} squares, o for a counter and . for an empty one",
                    "此处应为 {columns} 格的一行，o 表示棋子，. 表示空格",
                    columns = columns
                )
            })?;
            boards.push(Board { grid, counters });
        }
        Ok((TacTix, boards))
    }
    fn head(&self) -> String {
        "tactix".to_owned()
    }
    fn coordinates(&self) -> usize {
        2
    }
    /// A full board: so many rows, so many columns.
    fn at(&self, coordinates: &[u64]) -> Option<Board> {
        let grid = Grid::at(coordinates)?;
        let counters = grid.whole();
        Some(Board { grid, counters })
    }
    fn write(&self, board: &Board) -> String {
        let grid = board.grid;
        if board.counters == grid.whole() {
            return format!("{}x{}", grid.rows(), grid.columns());
        }
        grid.write(|square| {
            if board.counters & square == 0 {
                '.'
            } else {
                'o'
            }
        })
    }
}

#[cfg(test)]
mod tests;
