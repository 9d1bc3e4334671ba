//! Impartial Clobber: stones of two colours on a board; a stone is moved onto a neighbour of the other colour, which goes.
//!
//! Clobber is by Albert, Grossman, Nowakowski and Wolfe (*An introduction to Clobber*, Integers 5(2), 2005); there each player moves stones
//! of one colour. Here both may move every stone. In cannibal Clobber a stone may clobber its own colour too; then colours make no
//! difference, a move takes a stone that has a neighbour, and stones are written alike.
//!
//! A move empties a square and fills none, so stones that are not connected, whatever their colours, never meet: a board is the sum of its
//! connected pieces of stones. Within a piece every stone counts, even one among its own colour: it may be beside another once its neighbour
//! has been clobbered. A piece of one colour has no move and never will.
//!
//! Where a turn or mirror of the board moves every stone to a stone of the same colour elsewhere, the second player answers each move by its
//! image and wins: stone and image are never of different colours, so that neither move is in the way of the other. The same where it moves
//! every stone to one of the other colour that is not beside it. So it is with an even × even board of alternating colours.
//!
//! ```
//! use grundy::{solve, Game, Outcome, Play};
//! let answer = solve(&"clobber 3x3".parse::<Game>()?, Play::Normal);
//! assert_eq!((answer.outcome, answer.value.unwrap().to_string()), (Some(Outcome::N), "1".to_owned()));
//! # Ok::<(), grundy::ParseError>(())
//! ```

mod parts;

use crate::chomp::sides;
use crate::message;
use crate::nimber::Nimber;
use crate::notation::{self, Clause, Listing, Notation, ParseError, only_by_name};
use crate::ruleset::{Capabilities, Options, Ruleset, Stop, ValueTheorem};
use crate::scene::{Clicks, Draw, Mark, Scene, Square};
use crate::squares::{Grid, HALF, MOST, each, read_rows, too_large};
use crate::text::{Message, Text};

/// Impartial Clobber. A position is a board of at most 128 squares.
#[derive(Clone, Copy, Debug)]
pub struct Clobber {
    /// Whether a stone may clobber its own colour.
    cannibal: bool,
}

/// A board with its stones.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Board {
    grid: Grid,
    /// The squares that have a stone.
    stones: u128,
    /// Those whose stone is of the second colour; none in cannibal Clobber.
    crosses: u128,
}

grundy_core::encoded!(Board { grid, stones, crosses } if |board| {
    board.stones & !board.grid.whole() == 0 && board.crosses & !board.stones == 0
});

/// Its line in the catalogue.
pub static LISTING: Listing = Listing {
    id: "D",
    name: "clobber",
    aliases: &[],
    title: Text::new("Impartial Clobber", "公平 Clobber"),
    rule: Text {
        en: "Move a stone, of either colour, onto a neighbouring stone of the other colour, which is taken off the board.",
        zh: "将任一颗棋子移到相邻的异色棋子上，并把后者移出棋盘；双方可移动任一颜色的棋子。",
    },
    form: Text::new(
        "clobber ROWSxCOLUMNS … (colours alternate) or rows of x and o (stones) and . (empty) joined by /",
        "clobber ROWSxCOLUMNS …（两色相间），或由 x 与 o（棋子）、.（空）组成的各行，以 / 相连",
    ),
    example: "clobber 3x4",
    source: "M. H. Albert, J. P. Grossman, R. J. Nowakowski, D. Wolfe, An introduction to Clobber, Integers 5(2) (2005)",
    theorems: &[],
    recognises: only_by_name,
    parse: notation::parse::<Clobber>,
};

/// The line in the catalogue of the game in which colours make no difference.
pub static CANNIBAL: Listing = Listing {
    id: "D",
    name: "cannibal-clobber",
    aliases: &["cannibal_clobber"],
    title: Text::new("Impartial Cannibal Clobber", "公平同色 Clobber"),
    rule: Text {
        en: "Move a stone onto a neighbouring stone, of whatever colour, which is taken off the board.",
        zh: "将一颗棋子移到相邻的棋子上，颜色不限，并把后者移出棋盘。",
    },
    form: Text::new(
        "cannibal-clobber ROWSxCOLUMNS … or rows of o (or x: stones) and . (empty) joined by /",
        "cannibal-clobber ROWSxCOLUMNS …，或由 o（或 x：棋子）与 .（空）组成的各行，以 / 相连",
    ),
    example: "cannibal-clobber 3x4",
    source: "M. H. Albert, J. P. Grossman, R. J. Nowakowski, D. Wolfe, An introduction to Clobber, Integers 5(2) (2005)",
    theorems: &[],
    recognises: only_by_name,
    parse: notation::parse::<Clobber>,
};

/// How stones lie under a turn of the board that leaves them as they are.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Symmetry {
    /// Each comes to lie on another of its colour.
    Kept,
    /// Each comes to lie on one of the other colour that is not beside it.
    Exchanged,
}

impl Clobber {
    /// The start of a game on a board.
    fn start(self, grid: Grid) -> Board {
        let stones = grid.whole();
        let crosses = if self.cannibal { 0 } else { grid.checkered() };
        Board {
            grid,
            stones,
            crosses,
        }
    }

    /// The stones that the stone on a square can clobber; in cannibal Clobber it makes no difference which of them.
    fn prey(self, board: &Board, from: u128) -> u128 {
        let others = match board.crosses & from {
            _ if self.cannibal => board.stones,
            0 => board.crosses,
            _ => board.stones ^ board.crosses,
        };
        board.grid.beside(from) & others
    }

    /// The stones that can be moved.
    fn movable(self, board: &Board) -> u128 {
        let (grid, crosses) = (board.grid, board.crosses);
        let noughts = board.stones ^ crosses;
        match self.cannibal {
            true => grid.beside(noughts) & noughts,
            false => grid.beside(noughts) & crosses | grid.beside(crosses) & noughts,
        }
    }

    /// Every move once: the square left and the square gone to.
    fn moves(self, board: &Board) -> impl Iterator<Item = (u128, u128)> {
        let ways = if self.cannibal { 1 } else { 4 };
        each(self.movable(board)).flat_map(move |from| {
            let onto = each(self.prey(board, from)).take(ways);
            onto.map(move |to| (from, to))
        })
    }

    /// The connected pieces in which something can be moved, each in its least form.
    fn cut_apart(self, board: &Board) -> impl Iterator<Item = Board> + use<> {
        let board = *board;
        let alive = move |stones: &u128| match self.cannibal {
            true => !stones.is_power_of_two(),
            false => stones & board.crosses != 0 && stones & !board.crosses != 0,
        };
        let cut_out = move |stones| {
            let (grid, stones, crosses) = board.grid.least(stones, board.crosses);
            Board {
                grid,
                stones,
                crosses,
            }
        };
        board.grid.pieces(board.stones).filter(alive).map(cut_out)
    }

    /// A turn of the board under which the second player can answer every move by its image, if there is one.
    ///
    /// Let σ be the turn, its own inverse, and a move go from u to v. Its image from σu to σv is a move as long as these four squares differ:
    /// u and v do; u ≠ σu, as no stone stays; and were v = σu, stone and image would be neighbours, of different colours as the move is one.
    /// If colours are kept they are not of different colours, and if they are exchanged they are not neighbours. After both moves σ
    /// is again such a turn of the fewer stones: v and σv have the colours of u and σu.
    ///
    /// Where colours make no difference, stone and image may not be neighbours either.
    fn symmetry(self, board: &Board) -> Option<(u8, Symmetry)> {
        let grid = board.grid;
        let under = |turn: u8| {
            let mut kept = None;
            for stone in each(board.stones) {
                let place = grid.first(stone);
                let (row, column) = grid.image(turn, place);
                let image = grid.bit(row, column);
                let keeps = (board.crosses & stone == 0) == (board.crosses & image == 0);
                let apart =
                    !self.cannibal && keeps || place.0.abs_diff(row) + place.1.abs_diff(column) > 1;
                if board.stones & image == 0
                    || image == stone
                    || !apart
                    || *kept.get_or_insert(keeps) != keeps
                {
                    return None;
                }
            }
            kept.map(|kept| match kept {
                true => Symmetry::Kept,
                false => Symmetry::Exchanged,
            })
        };
        let mut found = grid.mirrors().iter();
        found.find_map(|&turn| Some((turn, under(turn)?)))
    }
}

impl Board {
    /// The stone on one square has clobbered that on another.
    fn after(&self, from: u128, to: u128) -> Board {
        let crosses = match self.crosses & from {
            0 => self.crosses & !to,
            _ => self.crosses & !from | to,
        };
        let stones = self.stones & !from;
        Board {
            stones,
            crosses,
            ..*self
        }
    }

    fn letter(&self, square: u128) -> char {
        match (self.stones & square, self.crosses & square) {
            (0, _) => '.',
            (_, 0) => 'o',
            _ => 'x',
        }
    }
}

impl Ruleset for Clobber {
    type Position = Board;
    /// The square that the stone leaves and that to which it goes.
    type Move = (u128, u128);

    fn options(
        &self,
        board: &Board,
        options: &mut Options<Board, (u128, u128)>,
    ) -> Result<(), Stop> {
        let mut pieces = Vec::new();
        for (from, to) in self.moves(board) {
            pieces.clear();
            pieces.extend(self.cut_apart(&board.after(from, to)));
            options.push((from, to), &pieces)?;
        }
        Ok(())
    }

    /// The pieces are turned, the board that the player sees is not.
    fn keeps_apart(&self) -> bool {
        true
    }

    fn seen(&self, board: &Board, &(from, to): &(u128, u128)) -> Option<Board> {
        Some(board.after(from, to))
    }

    fn describe(&self, board: &Board, &(from, to): &(u128, u128)) -> Message {
        let (row, column) = board.grid.first(from);
        let (row, column) = (u32::from(row) + 1, u32::from(column) + 1);
        if self.cannibal {
            return message!(
                "clobber a neighbour with the stone at row {row}, column {column}",
                "以第 {row} 行第 {column} 列的棋子吃掉一个相邻的棋子",
                row = row,
                column = column
            );
        }
        let (row_to, column_to) = board.grid.first(to);
        message!(
            "move from row {row}, column {column} onto row {to_row}, column {to_column}",
            "从第 {row} 行第 {column} 列移到第 {to_row} 行第 {to_column} 列",
            row = row,
            column = column,
            to_row = u32::from(row_to) + 1,
            to_column = u32::from(column_to) + 1
        )
    }

    fn capabilities(&self) -> Capabilities<'_, Clobber> {
        Capabilities {
            values: Some(self),
            couples: Some(self),
            drawn: Some(self),
            ..Capabilities::NONE
        }
    }
}

impl Draw<Board, (u128, u128)> for Clobber {
    /// The first row is drawn at the top.
    fn scene(&self, board: &Board) -> Option<Scene> {
        let grid = board.grid;
        let square = |(row, column)| match board.letter(grid.bit(row, column)) {
            '.' => Square::Free,
            _ if self.cannibal => Square::Counter,
            'o' => Square::White,
            _ => Square::Black,
        };
        let row = |row| (0..grid.columns()).map(move |column| (row, column));
        Some(Scene::Board {
            width: grid.columns().into(),
            squares: (0..grid.rows()).rev().flat_map(row).map(square).collect(),
        })
    }

    /// The stone, and then the neighbour that it clobbers.
    fn clicks(&self, board: &Board, &(from, to): &(u128, u128), _: &[Board]) -> Vec<Clicks> {
        let mark = |square: u128| {
            let (row, column) = board.grid.first(square);
            Mark::Square(column.into(), (board.grid.rows() - 1 - row).into())
        };
        let onto = if self.cannibal {
            self.prey(board, from)
        } else {
            to
        };
        each(onto).map(|to| vec![mark(from), mark(to)]).collect()
    }
}

/// Boards that a turn or mirror leaves as they are have value 0.
impl ValueTheorem<Board> for Clobber {
    fn value(&self, board: &Board) -> Option<Nimber> {
        self.symmetry(board).map(|_| Nimber::from(0u32))
    }

    fn because(&self, board: &Board) -> Message {
        let Some((turn, symmetry)) = self.symmetry(board) else {
            return message!("no stone is on the board", "棋盘上没有棋子");
        };
        match (turn == HALF, symmetry) {
            (true, Symmetry::Kept) => message!(
                "a half turn of the board maps every stone to one of the same colour: the second player answers each move by its image",
                "棋盘转半圈后，每颗棋子落到另一颗同类棋子处：后手总以中心对称的一步应对"
            ),
            (true, Symmetry::Exchanged) => message!(
                "a half turn of the board maps every stone to one of the other colour that is not beside it: the second player answers each move by its image",
                "棋盘转半圈后，每颗棋子落到一颗不相邻的异色棋子处：后手总以中心对称的一步应对"
            ),
            (false, Symmetry::Kept) => message!(
                "a reflection of the board maps every stone to one of the same colour: the second player answers each move by its image",
                "棋盘作轴对称后，每颗棋子落到另一颗同类棋子处：后手总以轴对称的一步应对"
            ),
            (false, Symmetry::Exchanged) => message!(
                "a reflection of the board maps every stone to one of the other colour that is not beside it: the second player answers each move by its image",
                "棋盘作轴对称后，每颗棋子落到一颗不相邻的异色棋子处：后手总以轴对称的一步应对"
            ),
        }
    }
}

impl Notation for Clobber {
    fn listing(&self) -> &'static Listing {
        if self.cannibal { &CANNIBAL } else { &LISTING }
    }
    fn read(clause: &Clause<'_>) -> Result<(Clobber, Vec<Board>), ParseError> {
        clause.no_parameters()?;
        let cannibal = clause.listing.name == CANNIBAL.name;
        let game = Clobber { cannibal };
        let mut boards = Vec::with_capacity(clause.words.len());
        for word in clause.words {
            // A row may have an x between two other letters; only digits make it a size.
            let size = word.text.starts_with(|first: char| first.is_ascii_digit());
            if let Some((rows, columns)) = if size {
                sides(word, MOST as u64)?
            } else {
                None
            } {
                let grid = Grid::new(rows, columns).ok_or_else(|| word.error(too_large()))?;
                boards.push(game.start(grid));
                continue;
            }
            let (grid, [noughts, crosses, _]) = read_rows(word, b"ox.", |columns| {
                message!(
                    "expected a row of {columns} squares, x and o for stones and . for empty ones",
                    "此处应为 {columns} 格的一行，x 和 o 表示棋子，. 表示空格",
                    columns = columns
                )
            })?;
            boards.push(Board {
                grid,
                stones: noughts | crosses,
                crosses: if cannibal { 0 } else { crosses },
            });
        }
        Ok((game, boards))
    }
    fn head(&self) -> String {
        self.listing().name.to_owned()
    }
    fn coordinates(&self) -> usize {
        2
    }
    /// The start of a game: so many rows, so many columns.
    fn at(&self, coordinates: &[u64]) -> Option<Board> {
        Some(self.start(Grid::at(coordinates)?))
    }
    fn write(&self, board: &Board) -> String {
        if *board == self.start(board.grid) {
            return format!("{}x{}", board.grid.rows(), board.grid.columns());
        }
        board.grid.write(|square| board.letter(square))
    }
}

#[cfg(test)]
mod tests;
