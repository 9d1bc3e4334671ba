//! TacTix as a game that falls apart: its parts are connected pieces of counters, each in the least of its eight images.

use std::convert::Infallible;
use std::ops::ControlFlow;

use crate::couples::{Couples, FallsApart, couples};
use crate::engine::split::keys::Numbered;
use crate::engine::split::search::Search;
use crate::engine::split::{Fact, Splits};

use super::{Board, Middle, TacTix};

impl Board {
    /// The value of counters in one line: their number. From n one gets to 0, …, n − 1, and a sum of two lines that have a + b < n counters
    /// in all, of values a and b by induction, is worth a ⊕ b ≤ a + b < n.
    fn line(&self) -> Option<u32> {
        (self.grid.rows() == 1).then_some(self.counters.count_ones())
    }

    /// The nim-sum of the lines among its pieces, and the others.
    fn told(&self, parts: &mut Vec<Board>) -> u32 {
        parts.clear();
        let mut told = 0;
        for piece in self.cut_apart() {
            match piece.line() {
                Some(value) => told ^= value,
                None => parts.push(piece),
            }
        }
        told
    }
}

impl FallsApart<Board> for TacTix {
    /// Every board.
    fn couples(&self, _: &Board, bytes: u64) -> Option<Box<dyn Couples<Board>>> {
        let search = Search::new(*self, bytes);
        Some(couples("tactix", search, |_: &TacTix, board: &Board| {
            let mut parts = Vec::new();
            let told = board.told(&mut parts);
            Some((told, parts))
        }))
    }
}

impl Splits for TacTix {
    type Part = Board;
    type Keys = Numbered<Board>;
    type Stop = Infallible;

    fn keys(&self, bytes: u64) -> Numbered<Board> {
        Numbered::new(|_| 0, bytes)
    }

    /// Counters.
    fn size(&self, part: &Board) -> u32 {
        part.counters.count_ones()
    }

    fn moves(&self, part: &Board) -> u32 {
        part.runs().count() as u32
    }

    /// The pairs of neighbours.
    fn shape(&self, part: &Board) -> u32 {
        let [right, below, ..] = part.grid.sides(part.counters);
        (right & part.counters).count_ones() + (below & part.counters).count_ones()
    }

    /// No play is longer than there are counters.
    fn fact(&self, part: &Board) -> Fact {
        if let Some(value) = part.line() {
            return Fact::Exact(value);
        }
        let Fact::Not(long) = Fact::at_most(part.counters.count_ones()) else {
            return Fact::NOTHING;
        };
        match part.middle() {
            Some(Middle::Nothing) => Fact::Exact(0),
            Some(Middle::One | Middle::Two) => Fact::Not(long | 1),
            None => Fact::Not(long),
        }
    }

    fn options<F>(&self, part: &Board, mut visit: F) -> Result<(), Infallible>
    where
        F: FnMut(u32, &[Board]) -> ControlFlow<()>,
    {
        let mut parts = Vec::new();
        for run in part.runs() {
            let told = part.after(&run).told(&mut parts);
            if visit(told, &parts).is_break() {
                break;
            }
        }
        Ok(())
    }
}
