//! Impartial Clobber as a game that falls apart: its parts are connected pieces of stones, each in the least of its eight images with colours
//! kept or exchanged.

use std::convert::Infallible;
use std::ops::ControlFlow;

use crate::couples::{Couples, FallsApart, couples};
use crate::engine::split::keys::Numbered;
use crate::engine::split::search::Search;
use crate::engine::split::{Fact, Splits};

use super::{Board, Clobber};

impl Clobber {
    /// The value of a part of two or three stones.
    ///
    /// Two stones make one move. Three are a path, as squares have no triangles. Whatever moves from or onto the middle of `xox` leaves
    /// nothing to do. In `xxo` the middle may clobber the end, which leaves nothing, and the end the middle, which leaves `xo`. In cannibal
    /// Clobber taking the middle leaves nothing, and taking an end leaves two stones.
    fn few(self, part: &Board) -> Option<u32> {
        match part.stones.count_ones() {
            2 => Some(1),
            3 if self.cannibal => Some(2),
            3 if self.movable(part) == part.stones => Some(1),
            3 => Some(2),
            _ => None,
        }
    }

    /// How many pairs of neighbours can clobber each other.
    fn fronts(self, part: &Board) -> u32 {
        let (grid, crosses) = (part.grid, part.crosses);
        let noughts = part.stones ^ crosses;
        let pairs = |one: u128, other: u128| {
            let sides = grid.sides(one).into_iter();
            sides.map(|side| (side & other).count_ones()).sum::<u32>()
        };
        match self.cannibal {
            true => pairs(noughts, noughts) / 2,
            false => pairs(noughts, crosses),
        }
    }

    /// The nim-sum of the pieces that are told by a table, and the others.
    pub(super) fn told(self, pieces: impl Iterator<Item = Board>, parts: &mut Vec<Board>) -> u32 {
        parts.clear();
        let mut told = 0;
        for piece in pieces {
            match self.few(&piece) {
                Some(value) => told ^= value,
                None => parts.push(piece),
            }
        }
        told
    }
}

impl FallsApart<Board> for Clobber {
    /// Every board.
    fn couples(&self, _: &Board, bytes: u64) -> Option<Box<dyn Couples<Board>>> {
        let search = Search::new(*self, bytes);
        Some(couples(
            crate::notation::Notation::head(self),
            search,
            |game: &Clobber, board: &Board| {
                let mut parts = Vec::new();
                let told = game.told(game.cut_apart(board), &mut parts);
                Some((told, parts))
            },
        ))
    }
}

impl Splits for Clobber {
    type Part = Board;
    type Keys = Numbered<Board>;
    type Stop = Infallible;

    fn keys(&self, bytes: u64) -> Numbered<Board> {
        Numbered::new(|_| 0, bytes)
    }

    /// Stones: each move takes one.
    fn size(&self, part: &Board) -> u32 {
        part.stones.count_ones()
    }

    fn moves(&self, part: &Board) -> u32 {
        match self.cannibal {
            true => part.stones.count_ones(),
            false => 2 * self.fronts(part),
        }
    }

    /// The pairs of neighbours that can clobber each other.
    fn shape(&self, part: &Board) -> u32 {
        self.fronts(part)
    }

    /// No play is longer than all stones but one.
    fn fact(&self, part: &Board) -> Fact {
        if let Some(value) = self.few(part) {
            return Fact::Exact(value);
        }
        match self.symmetry(part) {
            Some(_) => Fact::Exact(0),
            None => Fact::at_most(part.stones.count_ones() - 1),
        }
    }

    fn options<F>(&self, part: &Board, mut visit: F) -> Result<(), Infallible>
    where
        F: FnMut(u32, &[Board]) -> ControlFlow<()>,
    {
        let mut parts = Vec::new();
        for (from, to) in Clobber::moves(*self, part) {
            let told = self.told(self.cut_apart(&part.after(from, to)), &mut parts);
            if visit(told, &parts).is_break() {
                break;
            }
        }
        Ok(())
    }
}
