//! A rule on grids as a ruleset: what the solver, the graph of positions and every engine see of it.

use std::ops::ControlFlow;

use crate::budget::pulse;
use crate::couples::{Couples, FallsApart, couples};
use crate::engine::split::keys::Numbered;
use crate::engine::split::search::Search;
use crate::engine::split::{Splits, cancel};
use crate::kinds;
use crate::message;
use crate::notation::{Clause, Listing, Notation, ParseError};
use crate::ruleset::{Capabilities, Options, Ruleset, Stop};
use crate::scene::{Clicks, Draw, MOST_DRAWN, Mark, Scene, Square, in_any_order};
use crate::text::{Message, all_of};

use super::board::OUTSIDE;
use super::shapes::{self, Lines};
use super::{Board, Pattern, Patterns, laid, small};

/// What a move does.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Change {
    /// Cells, by their places, and what they hold then.
    Placed(Vec<(usize, u8)>),
    /// The cells of a group, in the order of rows, and the letter that fills them.
    Filled(Vec<usize>, u8),
    /// The board is cut.
    Cut(Lines),
}

/// A board after a move.
fn after(board: &Board, pattern: &Pattern, row: usize, column: usize) -> (Change, Board) {
    let mut to = board.clone();
    let mut placed = Vec::with_capacity(pattern.cells.len());
    for &(down, right, _, letter) in &pattern.cells {
        let place = board.place(row + down, column + right);
        to.cells[place] = letter;
        placed.push((place, letter));
    }
    (Change::Placed(placed), to)
}

impl Patterns {
    /// Refuses boards with more ways to cut them than are gone through.
    fn room_for_cuts(&self, board: &Board) -> Result<(), Stop> {
        let mut cuts = self.inner.shapes.cuts.iter();
        match cuts.any(|cut| cut.is_too_much(board)) {
            true => Err(Stop::Full),
            false => Ok(()),
        }
    }

    /// Tells every move, and the boards that it leaves, until `visit` breaks.
    pub(super) fn changes(
        &self,
        board: &Board,
        visit: &mut dyn FnMut(Change, &[Board]) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        let mut goes_on = ControlFlow::Continue(());
        self.moves(board, |pattern, row, column| {
            let (placed, to) = after(board, pattern, row, column);
            goes_on = visit(placed, &[to]);
            goes_on
        });
        goes_on?;
        let (shapes, torus) = (&self.inner.shapes, self.inner.torus);
        let symmetry = self.symmetry();
        if !shapes.floods.is_empty() {
            pulse::count(board.cells.len() as u64);
            for group in shapes::groups(board, torus) {
                let mut told: Vec<u8> = Vec::new();
                for flood in &shapes.floods {
                    if told.contains(&flood.to) || !flood.fills(board, &group, torus, symmetry) {
                        continue;
                    }
                    told.push(flood.to);
                    let mut to = board.clone();
                    for &cell in &group {
                        to.cells[cell] = flood.to;
                    }
                    visit(Change::Filled(group.clone(), flood.to), &[to])?;
                }
            }
        }
        for cut in &shapes.cuts {
            cut.each(board, symmetry, &mut |lines, stay| {
                visit(Change::Cut(lines), &stay)
            })?;
        }
        ControlFlow::Continue(())
    }
}

impl Ruleset for Patterns {
    type Position = Board;
    type Move = Change;

    fn options(&self, board: &Board, options: &mut Options<Board, Change>) -> Result<(), Stop> {
        self.room_for_cuts(board)?;
        let mut stopped = Ok(());
        let _ = self.changes(board, &mut |change, to| {
            stopped = options.push(change, to);
            match stopped {
                Ok(()) => ControlFlow::Continue(()),
                Err(_) => ControlFlow::Break(()),
            }
        });
        stopped
    }

    fn describe(&self, board: &Board, mv: &Change) -> Message {
        let letter = |letter: u8| self.inner.letters[usize::from(letter)];
        let placed = match mv {
            Change::Placed(placed) => placed,
            Change::Filled(cells, to) => {
                let first = cells.first().copied().unwrap_or(0);
                return message!(
                    "row, column: the group of {row},{column} {from}→{to}",
                    "行、列：{row},{column} 所在的连通块 {from}→{to}",
                    row = first / board.width + 1,
                    column = first % board.width + 1,
                    from = letter(board.cells[first]).to_string(),
                    to = letter(*to).to_string()
                );
            }
            Change::Cut(lines) => return self.describe_cut(board, lines),
        };
        let cells = placed.iter().map(|&(place, to)| {
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

impl Patterns {
    /// Where a board is cut, and what of it stays unless all does.
    fn describe_cut(&self, board: &Board, lines: &Lines) -> Message {
        let before = all_of(&lines.before);
        if lines.kept.len() > lines.before.len() {
            return match lines.across {
                false => message!(
                    "cut below row {before}",
                    "沿第 {before} 行之下切开",
                    before = before
                ),
                true => message!(
                    "cut right of column {before}",
                    "沿第 {before} 列之右切开",
                    before = before
                ),
            };
        }
        let long = match lines.across {
            false => board.height(),
            true => board.width,
        };
        let ends: Vec<usize> = [0]
            .into_iter()
            .chain(lines.before.iter().copied())
            .chain([long])
            .collect();
        let kept = lines.kept.iter().map(|&part| {
            let (from, to) = (ends[part] + 1, ends[part + 1]);
            match from == to {
                true => from.to_string(),
                false => format!("{from}-{to}"),
            }
        });
        let kept = all_of(&kept.collect::<Vec<_>>());
        match lines.across {
            false => message!("keep rows {kept}", "保留第 {kept} 行", kept = kept),
            true => message!("keep columns {kept}", "保留第 {kept} 列", kept = kept),
        }
    }
}

impl Draw<Board, Change> for Patterns {
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

    /// The cells of the pattern, in the order of rows; any cell of a group that is filled; the cells on both sides of a line.
    fn clicks(&self, board: &Board, mv: &Change, _: &[Board]) -> Vec<Clicks> {
        let square = |place: usize| {
            let (row, column) = (place / board.width, place % board.width);
            Mark::Square(column as u64, (board.height() - 1 - row) as u64)
        };
        match mv {
            Change::Placed(placed) => {
                vec![placed.iter().map(|&(place, _)| square(place)).collect()]
            }
            Change::Filled(cells, to) => {
                // Where a group may be filled with several letters, a cell with the wanted one is clicked next.
                let like = board.cells.iter().position(|letter| letter == to);
                let several = self.inner.shapes.floods.iter().any(|flood| flood.to != *to);
                match (several, like) {
                    (true, None) => Vec::new(),
                    (true, Some(like)) => {
                        let ways = cells.iter();
                        ways.map(|&cell| vec![square(cell), square(like)]).collect()
                    }
                    (false, _) => cells.iter().map(|&cell| vec![square(cell)]).collect(),
                }
            }
            Change::Cut(lines) => match (lines.before.as_slice(), lines.kept.as_slice()) {
                // Of two parts the one that goes is clicked last.
                (&[before], kept) => {
                    let wide = match lines.across {
                        false => board.width,
                        true => board.height(),
                    };
                    let at = |line: usize, along: usize| match lines.across {
                        false => square(line * board.width + along),
                        true => square(along * board.width + line),
                    };
                    let ways = (0..wide).flat_map(|along| {
                        let sides = [at(before - 1, along), at(before, along)];
                        let [near, far] = sides.clone();
                        match kept {
                            [0] => vec![vec![near, far]],
                            [1] => vec![vec![far, near]],
                            _ => in_any_order(&sides),
                        }
                    });
                    ways.collect()
                }
                _ => Vec::new(),
            },
        }
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
        self.0.room_for_cuts(region)?;
        let mut regions = Vec::new();
        let _ = self.0.changes(region, &mut |_, to| {
            regions.clear();
            for to in to {
                self.0.regions(to, &mut regions);
            }
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
        if let Some(search) = small::search(self, board, bytes) {
            return Some(search);
        }
        Some(by_letters(self, bytes))
    }
}

/// The search for boards of any size and any letters.
pub(super) fn by_letters(rule: &Patterns, bytes: u64) -> Box<dyn Couples<Board>> {
    let search = Search::new(Cuts(rule.clone()), bytes);
    couples(
        Notation::head(rule),
        search,
        |cuts: &Cuts, board: &Board| {
            let mut regions = Vec::new();
            cuts.0.regions(board, &mut regions);
            regions.retain(|region| cuts.0.has_moves(region));
            cancel(&mut regions);
            Some((0, regions))
        },
    )
}
