//! Dominoes on a board of any shape (Cram): what is free falls apart into connected pieces.
//!
//! A piece is the graph of its squares, and a domino takes two neighbours. What makes no difference is dropped, until nothing more is:
//!
//! - a square without neighbours: no domino covers it;
//! - of several *leaves* (squares with one neighbour) on one square all but one: whatever takes the square leaves the others alone, and it makes no
//!   difference which of them is taken with it;
//! - a square that is neither a leaf nor has one, all of whose neighbours have leaves. Taking it with a neighbour is as taking that
//!   neighbour with its leaf: in what is left, such a square still has only neighbours with leaves, for a leaf goes only with
//!   the square that it hangs on; by induction it can be dropped on either side, and without neighbours it is nothing.
//!
//! Two theorems tell something of whole pieces. Where the half turn leaves a piece as it is and fixes neither a square nor two neighbours as a pair, every
//! domino is answered by its image: the value is 0 (Gardner 1974). Where it fixes two neighbours, taking them first leaves such a
//! piece: the value is not 0. And no play is longer than the squares of either colour of the chessboard, so no value is larger.

use std::convert::Infallible;
use std::ops::ControlFlow;

use super::board::{Bits, Board, is_none};
use super::keys::Numbered;
use super::{Fact, Keys, Splits, cancel};

/// The game on boards of one size, u64 for up to 64 squares.
#[derive(Clone, Copy, Debug)]
pub struct Dominoes<B> {
    board: Board<B>,
}

impl<B: Bits> Dominoes<B> {
    /// The game on boards that fit within this one.
    pub fn new(board: Board<B>) -> Dominoes<B> {
        Dominoes { board }
    }

    /// The board.
    pub fn board(&self) -> &Board<B> {
        &self.board
    }

    /// The pieces of the free squares that make a difference, each in its least form; pairs of equal ones are dropped.
    pub fn pieces(&self, free: B) -> Vec<B> {
        let mut pieces = Vec::new();
        self.split(self.reduced(free), &mut pieces);
        cancel(&mut pieces);
        pieces
    }

    /// A board without what makes no difference.
    #[inline]
    fn reduced(&self, mut free: B) -> B {
        let board = &self.board;
        loop {
            let [left, right, up, down] = board.beside(free);
            let two = (left & right) | (up & down) | ((left | right) & (up | down));
            if is_none(free & !two) {
                return free;
            }
            let (across, along) = ((left ^ right) & !(up | down), (up ^ down) & !(left | right));
            let leaves = free & (across | along);
            let [by_left, by_right, by_up, by_down] = board.beside(leaves).map(|at| at & free);
            let centres = by_left | by_right | by_up | by_down;
            // A square keeps one leaf, the first of left, right, up and down.
            let spare = ((by_right & by_left) << 1)
                | ((by_up & (by_left | by_right)) >> board.columns())
                | ((by_down & (by_left | by_right | by_up)) << board.columns());
            let idle = free & !(leaves | centres | board.around(free & !centres));
            let kept = free & !(spare | idle) & (left | right | up | down);
            if kept == free {
                return free;
            }
            free = kept;
        }
    }

    /// The connected pieces, each in its least form.
    #[inline]
    fn split(&self, mut free: B, pieces: &mut Vec<B>) {
        while !is_none(free) {
            let mut piece = free.lowest();
            loop {
                let more = piece | (self.board.around(piece) & free);
                if more == piece {
                    break;
                }
                piece = more;
            }
            free &= !piece;
            pieces.push(self.board.least_image(piece));
        }
    }

    /// Whether a piece without a domino is seen to be one piece from the squares around the domino alone.
    #[inline]
    fn holds_together(&self, left: B, domino: B) -> bool {
        let [a, b, c, d] = self.board.beside(domino);
        let near = (a | b | c | d) & left;
        let row = domino | a | b;
        let [_, _, above, below] = self.board.beside(row);
        let around = (row | above | below) & left;
        let mut reached = near.lowest();
        // Most are held together within so many steps: none is decided by itself.
        for _ in 0..4 {
            reached |= self.board.around(reached) & around;
        }
        loop {
            let more = reached | (self.board.around(reached) & around);
            if is_none(near & !more) {
                return !is_none(near);
            }
            if more == reached {
                return false;
            }
            reached = more;
        }
    }
}

/// Pieces of at most 64 squares are their own keys.
#[derive(Clone, Copy, Debug)]
pub struct Squares(u32);

impl Keys<u64> for Squares {
    fn bits(&self) -> u32 {
        self.0
    }
    fn lasts(&self) -> bool {
        true
    }
    #[inline]
    fn number(&self, piece: &u64) -> Option<u64> {
        Some(*piece)
    }
    fn part(&self, number: u64) -> Option<u64> {
        Some(number)
    }
}

/// What keeps pieces of a kind.
pub trait Kept: Bits {
    /// The keys.
    type Keys: Keys<Self>;
    /// Keys for the pieces of a board.
    fn keys(board: &Board<Self>, bytes: u64) -> Self::Keys;
}

impl Kept for u64 {
    type Keys = Squares;
    fn keys(board: &Board<u64>, _: u64) -> Squares {
        Squares(board.squares())
    }
}

impl Kept for u128 {
    type Keys = Numbered<u128>;
    fn keys(_: &Board<u128>, bytes: u64) -> Numbered<u128> {
        Numbered::new(|_| 0, bytes)
    }
}

impl<B: Kept> Splits for Dominoes<B> {
    type Part = B;
    type Keys = B::Keys;
    type Stop = Infallible;

    fn keys(&self, bytes: u64) -> B::Keys {
        B::keys(&self.board, bytes)
    }

    #[inline]
    fn size(&self, piece: &B) -> u32 {
        piece.count()
    }

    #[inline]
    fn moves(&self, piece: &B) -> u32 {
        let [right, _, below, _] = self.board.beside(*piece);
        (right & *piece).count() + (below & *piece).count()
    }

    #[inline]
    fn shape(&self, piece: &B) -> u32 {
        (self.moves(piece) + 1).saturating_sub(piece.count())
    }

    #[inline]
    fn fact(&self, piece: &B) -> Fact {
        let piece = *piece;
        let white = (piece & self.board.colour()).count();
        let most = white.min(piece.count() - white);
        let (height, width) = self.board.extent(piece);
        if self.board.half_turn(piece, height, width) != piece {
            return Fact::at_most(most);
        }
        let middle = self.board.square((height - 1) / 2, (width - 1) / 2);
        let corner = height % 2 == 0 && width % 2 == 0;
        let fixed = !(corner || is_none(piece & middle));
        match (fixed, height % 2 == 1 && width % 2 == 1) {
            (false, _) => Fact::Exact(0),
            (true, false) => match Fact::at_most(most) {
                Fact::Not(never) => Fact::Not(never | 1),
                exact @ Fact::Exact(_) => exact,
            },
            (true, true) => Fact::at_most(most),
        }
    }

    #[inline]
    fn options<F>(&self, piece: &B, mut visit: F) -> Result<(), Infallible>
    where
        F: FnMut(u32, &[B]) -> ControlFlow<()>,
    {
        let piece = *piece;
        let [right, _, below, _] = self.board.beside(piece);
        let mut pieces = Vec::new();
        for (mut seconds, back) in [(right & piece, 1), (below & piece, self.board.columns())] {
            while !is_none(seconds) {
                let second = seconds.lowest();
                seconds &= !second;
                let domino = second | second >> back;
                let left = piece & !domino;
                let told = self.reduced(left);
                let seen = if left == told && self.holds_together(left, domino) {
                    visit(0, &[self.board.least_image(left)])
                } else {
                    pieces.clear();
                    self.split(told, &mut pieces);
                    cancel(&mut pieces);
                    visit(0, &pieces)
                };
                if seen.is_break() {
                    return Ok(());
                }
            }
        }
        Ok(())
    }
}
