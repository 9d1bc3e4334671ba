//! A rule on grids as a ruleset: what the solver, the graph of positions and every engine see of it.

use std::ops::ControlFlow;

use crate::couples::{Couples, FallsApart, couples};
use crate::engine::split::keys::Numbered;
use crate::engine::split::search::Search;
use crate::engine::split::{Splits, cancel};
use crate::kinds;
use crate::message;
use crate::notation::{Clause, Listing, Notation, ParseError};
use crate::ruleset::{Capabilities, Options, Ruleset, Stop};
use crate::scene::{Clicks, Draw, MOST_DRAWN, Mark, Scene, Square};
use crate::text::Message;

use super::board::OUTSIDE;
use super::laid;
use super::{Board, Pattern, Patterns};

/// Cells, by their places, and what they hold then.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Placed(Vec<(usize, u8)>);

/// A board after a move.
fn after(board: &Board, pattern: &Pattern, row: usize, column: usize) -> (Placed, Board) {
    let mut to = board.clone();
    let mut placed = Vec::with_capacity(pattern.cells.len());
    for &(down, right, _, letter) in &pattern.cells {
        let place = board.place(row + down, column + right);
        to.cells[place] = letter;
        placed.push((place, letter));
    }
    (Placed(placed), to)
}

impl Ruleset for Patterns {
    type Position = Board;
    type Move = Placed;

    fn options(&self, board: &Board, options: &mut Options<Board, Placed>) -> Result<(), Stop> {
        let mut stopped = Ok(());
        self.moves(board, |pattern, row, column| {
            let (placed, to) = after(board, pattern, row, column);
            stopped = options.push(placed, &[to]);
            match stopped {
                Ok(()) => ControlFlow::Continue(()),
                Err(_) => ControlFlow::Break(()),
            }
        });
        stopped
    }

    fn describe(&self, board: &Board, mv: &Placed) -> Message {
        let letter = |letter: u8| self.inner.letters[usize::from(letter)];
        let cells = mv.0.iter().map(|&(place, to)| {
            let (row, column) = (place / board.width + 1, place % board.width + 1);
            match board.cells[place] == to {
                true => format!("{row},{column}"),
                false => format!(
                    "{row},{column} {}→{}",
                    letter(board.cells[place]),
                    letter(to)
                ),
            }
        });
        let cells = cells.collect::<Vec<_>>().join("; ");
        message!("row, column: {cells}", "行、列：{cells}", cells = cells)
    }

    /// Whether a measure was seen that every move makes smaller.
    fn ends(&self, _: &Board) -> bool {
        self.measures().is_some()
    }

    fn heap_bytes(&self, board: &Board) -> u64 {
        board.cells.len() as u64
    }

    fn capabilities(&self) -> Capabilities<'_, Patterns> {
        Capabilities {
            couples: Some(self),
            drawn: Some(self),
            ..Capabilities::NONE
        }
    }
}

impl Draw<Board, Placed> for Patterns {
    /// The letters on squares, as the board is written.
    fn scene(&self, board: &Board) -> Option<Scene> {
        if board.cells.len() > MOST_DRAWN || board.cells.is_empty() {
            return None;
        }
        // The lowest row comes first.
        let rows = board.cells.chunks(board.width).rev();
        let squares = rows
            .flatten()
            .map(|&letter| {
                let known = self.inner.letters.get(usize::from(letter));
                known.map_or(Square::Gone, |&known| Square::Letter(known))
            })
            .collect();
        Some(Scene::Board {
            width: board.width,
            squares,
        })
    }

    /// The cells of the pattern, in the order of rows.
    fn clicks(&self, board: &Board, mv: &Placed, _: &[Board]) -> Vec<Clicks> {
        let square = |&(place, _): &(usize, u8)| {
            let (row, column) = (place / board.width, place % board.width);
            Mark::Square(column as u64, (board.height() - 1 - row) as u64)
        };
        vec![mv.0.iter().map(square).collect()]
    }
}

impl Notation for Patterns {
    fn listing(&self) -> &'static Listing {
        &crate::rule::LISTING
    }

    fn read(clause: &Clause<'_>) -> Result<(Patterns, Vec<Board>), ParseError> {
        kinds::positions(clause, Patterns::parse_with, Patterns::read_board)
    }

    fn head(&self) -> String {
        kinds::head(self.name.as_deref(), self)
    }

    fn write(&self, board: &Board) -> String {
        self.write_board(board)
    }

    fn coordinates(&self) -> usize {
        if self.inner.full.is_some() { 2 } else { 0 }
    }

    fn at(&self, sides: &[u64]) -> Option<Board> {
        self.board_at(sides)
    }
}

/// A rule whose boards are cut, for a search by couples.
#[derive(Clone, Debug)]
struct Cuts(Patterns);

impl Splits for Cuts {
    type Part = Board;
    type Keys = Numbered<Board>;
    type Stop = Stop;

    fn keys(&self, bytes: u64) -> Numbered<Board> {
        Numbered::new(|board| board.cells.len() as u64 + 16, bytes)
    }

    fn size(&self, region: &Board) -> u32 {
        region.cells.iter().filter(|cell| **cell != OUTSIDE).count() as u32
    }

    fn options<F>(&self, region: &Board, mut visit: F) -> Result<(), Stop>
    where
        F: FnMut(u32, &[Board]) -> ControlFlow<()>,
    {
        let mut regions = Vec::new();
        self.0.moves(region, |pattern, row, column| {
            regions.clear();
            let (_, to) = after(region, pattern, row, column);
            self.0.regions(&to, &mut regions);
            regions.retain(|region| self.0.has_moves(region));
            cancel(&mut regions);
            visit(0, &regions)
        });
        Ok(())
    }
}

impl FallsApart<Board> for Patterns {
    /// Boards of rules of which it is proved that every play ends.
    fn couples(&self, board: &Board, bytes: u64) -> Option<Box<dyn Couples<Board>>> {
        self.measures()?;
        if let Some(search) = laid::search(self, board, bytes) {
            return Some(search);
        }
        let name = Notation::head(self);
        let search = Search::new(Cuts(self.clone()), bytes);
        Some(couples(name, search, |cuts: &Cuts, board: &Board| {
            let mut regions = Vec::new();
            cuts.0.regions(board, &mut regions);
            regions.retain(|region| cuts.0.has_moves(region));
            cancel(&mut regions);
            Some((0, regions))
        }))
    }
}
