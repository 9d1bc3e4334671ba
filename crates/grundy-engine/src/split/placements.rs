//! Shapes laid on free squares (Cram with dominoes, and any other connected shapes, turned and mirrored): what is free falls apart.
//!
//! A piece is a set of free squares, each of which some shape can still cover; a shape that is connected never covers squares of two pieces. Where the half
//! turn leaves a piece as it is and no shape laid there meets its own image, the second player answers by images: the value is 0
//! (Gardner 1974, for dominoes). No play is longer than the squares divided by those of the smallest shape.

use std::convert::Infallible;
use std::ops::ControlFlow;

use super::board::{Board, is_none};
use super::dominoes::Kept;
use super::{Fact, Splits, cancel};

/// A shape in one of its turns, in the corner of a board.
#[derive(Clone, Debug)]
struct Shape<B> {
    squares: B,
    /// By square, how far it is from the corner.
    apart: Vec<u32>,
    /// The columns in which its corner may lie.
    columns: B,
}

/// The game on boards of one size.
#[derive(Clone, Debug)]
pub struct Placements<B> {
    board: Board<B>,
    shapes: Vec<Shape<B>>,
    /// Squares of the smallest shape.
    least: u32,
}

impl<B: Kept> Placements<B> {
    /// The game with these shapes, each as rows and columns of its squares from 0 on, connected, in all its turns and mirror images. `None` where there
    /// is none, or one is not connected.
    pub fn new(board: Board<B>, shapes: &[Vec<(u32, u32)>]) -> Option<Placements<B>> {
        let least = shapes.iter().map(Vec::len).min()?;
        if least == 0 || !shapes.iter().all(|shape| is_connected(shape)) {
            return None;
        }
        // A shape larger than the board lies nowhere on it.
        let fits = |shape: &&Vec<(u32, u32)>| {
            let mut squares = shape.iter();
            squares.all(|&(row, column)| row < board.rows() && column < board.columns())
        };
        let shapes = shapes.iter().filter(fits).map(|shape| {
            let width = shape.iter().map(|&(_, column)| column).max().unwrap_or(0) + 1;
            let mut columns = B::NONE;
            for row in 0..board.rows() {
                for column in 0..=board.columns() - width {
                    columns |= board.square(row, column);
                }
            }
            Shape {
                squares: (shape.iter()).fold(B::NONE, |all, &(row, column)| {
                    all | board.square(row, column)
                }),
                apart: (shape.iter())
                    .map(|&(row, column)| row * board.columns() + column)
                    .collect(),
                columns,
            }
        });
        Some(Placements {
            shapes: shapes.collect(),
            board,
            least: u32::try_from(least).ok()?,
        })
    }

    /// The pieces of the free squares that can be covered, each in its least form; pairs of equal ones are dropped.
    pub fn pieces(&self, free: B) -> Vec<B> {
        let mut pieces = Vec::new();
        self.split(free, &mut pieces);
        cancel(&mut pieces);
        pieces
    }

    /// Where the corner of a shape may lie on free squares.
    #[inline]
    fn corners(&self, shape: &Shape<B>, free: B) -> B {
        let corners = shape.apart.iter();
        corners.fold(shape.columns, |all, &apart| all & free >> apart)
    }

    #[inline]
    fn split(&self, free: B, pieces: &mut Vec<B>) {
        let mut left = B::NONE;
        for shape in &self.shapes {
            let corners = self.corners(shape, free);
            if !is_none(corners) {
                left = (shape.apart.iter()).fold(left, |all, &apart| all | corners << apart);
            }
        }
        while !is_none(left) {
            let mut piece = left.lowest();
            loop {
                let more = piece | (self.board.around(piece) & left);
                if more == piece {
                    break;
                }
                piece = more;
            }
            left &= !piece;
            pieces.push(self.board.least_image(piece));
        }
    }

    /// Every shape laid on a piece, until `visit` breaks.
    #[inline]
    fn laid(&self, piece: B, mut visit: impl FnMut(B) -> ControlFlow<()>) {
        for shape in &self.shapes {
            let mut corners = self.corners(shape, piece);
            while !is_none(corners) {
                let corner = corners.least();
                corners &= !corners.lowest();
                if visit(shape.squares << corner).is_break() {
                    return;
                }
            }
        }
    }
}

/// Whether squares hang together by their sides.
fn is_connected(shape: &[(u32, u32)]) -> bool {
    let mut reached = vec![false; shape.len()];
    let mut open = vec![0];
    while let Some(at) = open.pop() {
        if std::mem::replace(&mut reached[at], true) {
            continue;
        }
        let (row, column) = shape[at];
        let beside = |&(_, &(other, across)): &(usize, &(u32, u32))| {
            row.abs_diff(other) + column.abs_diff(across) == 1
        };
        open.extend(shape.iter().enumerate().filter(beside).map(|(at, _)| at));
    }
    reached.into_iter().all(|is| is)
}

impl<B: Kept> Splits for Placements<B> {
    type Part = B;
    type Keys = B::Keys;
    type Stop = Infallible;

    fn keys(&self, bytes: u64) -> B::Keys {
        B::keys(&self.board, bytes)
    }

    fn size(&self, piece: &B) -> u32 {
        piece.count()
    }

    fn moves(&self, piece: &B) -> u32 {
        let corners = self.shapes.iter();
        corners
            .map(|shape| self.corners(shape, *piece).count())
            .sum()
    }

    fn shape(&self, piece: &B) -> u32 {
        self.moves(piece)
    }

    fn fact(&self, piece: &B) -> Fact {
        let most = Fact::at_most(piece.count() / self.least);
        let (height, width) = self.board.extent(*piece);
        let image = |set: B| self.board.half_turn(set, height, width);
        if image(*piece) != *piece {
            return most;
        }
        let mut apart = true;
        self.laid(*piece, |laid| {
            apart = is_none(laid & image(laid));
            match apart {
                true => ControlFlow::Continue(()),
                false => ControlFlow::Break(()),
            }
        });
        match apart {
            true => Fact::Exact(0),
            false => most,
        }
    }

    fn options<F>(&self, piece: &B, mut visit: F) -> Result<(), Infallible>
    where
        F: FnMut(u32, &[B]) -> ControlFlow<()>,
    {
        let mut pieces = Vec::new();
        self.laid(*piece, |laid| {
            pieces.clear();
            self.split(*piece & !laid, &mut pieces);
            cancel(&mut pieces);
            visit(0, &pieces)
        });
        Ok(())
    }
}
