//! Sets of squares of a board, shifted to its corner, turned and mirrored.
//!
//! Where two squares are joined by their difference alone, the subgraph on a set of them does not change when the set is shifted; where the
//! sign of the difference does not matter either, nor which of its numbers is the rows', it does not change under the eight symmetries of
//! the square. Of the images that lie on the board the least stands for all.

use crate::set::Set;
use std::cmp::Ordering;

/// How many rows and columns a board has, at most 64 of each. Its squares are numbered row by row.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Board {
    rows: usize,
    columns: usize,
}

/// Most rows, and most columns.
const MOST: usize = 64;

/// Rows upwards, columns backwards, and then rows as columns: together one of the eight symmetries of the square.
const ROWS: u8 = 1;
const COLUMNS: u8 = 2;
const TRANSPOSED: u8 = 4;

/// Whether a symmetry done twice does nothing: all but the quarter turns.
pub(super) fn is_involution(which: u8) -> bool {
    !matches!(which, 5 | 6)
}

impl Board {
    /// A board, of 1 to 64 rows and columns.
    pub fn new(rows: usize, columns: usize) -> Option<Board> {
        let fits = |side| (1..=MOST).contains(&side);
        (fits(rows) && fits(columns)).then_some(Board { rows, columns })
    }

    /// How many squares it has.
    pub fn squares(self) -> usize {
        self.rows * self.columns
    }

    /// How many columns it has.
    pub fn columns(self) -> usize {
        self.columns
    }
}

/// The rows of a set of squares, from the first that is not empty and the first such column on.
#[derive(Clone, Copy)]
pub(super) struct Frame {
    rows: [u64; MOST],
    height: usize,
    width: usize,
}

impl Frame {
    /// The frame around a set that is not empty, with its top row and its left column.
    #[inline]
    pub(super) fn of<const WORDS: usize>(board: Board, part: Set<WORDS>) -> (Frame, usize, usize) {
        let top = part.first().unwrap_or(0) / board.columns;
        let mut rows = [0; MOST];
        let (mut all, mut height) = (0, 0);
        for row in top..board.rows {
            let bits = part.bits(row * board.columns, board.columns);
            rows[row - top] = bits;
            all |= bits;
            if bits != 0 {
                height = row - top + 1;
            }
        }
        let left = all.trailing_zeros().min(63);
        for row in &mut rows[..height] {
            *row >>= left;
        }
        let width = (u64::BITS - (all >> left).leading_zeros()) as usize;
        let frame = Frame {
            rows,
            height,
            width,
        };
        (frame, top, left as usize)
    }

    /// Rows as columns.
    fn transposed(&self) -> Frame {
        let mut rows = [0; MOST];
        for (at, &row) in self.rows[..self.height].iter().enumerate() {
            let mut left = row;
            while left != 0 {
                rows[left.trailing_zeros() as usize] |= 1 << at;
                left &= left - 1;
            }
        }
        Frame {
            rows,
            height: self.width,
            width: self.height,
        }
    }

    /// A row after rows and columns are turned round, or not.
    #[inline]
    fn row(&self, at: usize, flips: u8) -> u64 {
        let at = match flips & ROWS {
            0 => at,
            _ => self.height - 1 - at,
        };
        match flips & COLUMNS {
            0 => self.rows[at],
            _ => self.rows[at].reverse_bits() >> (MOST - self.width),
        }
    }

    /// The order of two images of the same height, by their rows.
    #[inline]
    fn compare(&self, flips: u8, other: &Frame, other_flips: u8) -> Ordering {
        (0..self.height)
            .map(|at| self.row(at, flips).cmp(&other.row(at, other_flips)))
            .find(|order| order.is_ne())
            .unwrap_or(Ordering::Equal)
    }

    /// The least image that lies in the corner of the board, one that is no higher than wide if there is.
    #[inline]
    pub(super) fn least<const WORDS: usize>(&self, board: Board) -> Set<WORDS> {
        let (low, wide) = (self.height.min(self.width), self.height.max(self.width));
        let lies = low <= board.rows && wide <= board.columns;
        let height = if lies { low } else { wide };
        let across;
        let mut candidates: [Option<&Frame>; 2] = [None, None];
        if self.height == height {
            candidates[0] = Some(self);
        }
        if self.width == height {
            across = self.transposed();
            candidates[1] = Some(&across);
        }
        let mut best: Option<(&Frame, u8)> = None;
        for frame in candidates.into_iter().flatten() {
            for flips in 0..TRANSPOSED {
                let better = best.is_none_or(|(least, least_flips)| {
                    frame.compare(flips, least, least_flips).is_lt()
                });
                if better {
                    best = Some((frame, flips));
                }
            }
        }
        let (whole, flips) = best.unwrap_or((self, 0));
        let mut set = Set::EMPTY;
        for at in 0..whole.height {
            set.put(at * board.columns, whole.row(at, flips));
        }
        set
    }

    /// The symmetries of the set, but for doing nothing: a bit each.
    pub(super) fn symmetries(&self) -> u8 {
        let mut found = 0;
        for flips in 1..TRANSPOSED {
            if self.compare(0, self, flips).is_eq() {
                found |= 1 << flips;
            }
        }
        if self.height == self.width {
            let across = self.transposed();
            for flips in 0..TRANSPOSED {
                if across.compare(0, self, flips).is_eq() {
                    found |= 1 << (flips | TRANSPOSED);
                }
            }
        }
        found
    }

    /// Where the frame of a set stands.
    pub(super) fn place(&self, top: usize, left: usize) -> Place {
        Place {
            top,
            left,
            height: self.height,
            width: self.width,
        }
    }
}

/// Where the frame of a set stands on the board.
#[derive(Clone, Copy, Debug)]
pub(super) struct Place {
    top: usize,
    left: usize,
    height: usize,
    width: usize,
}

impl Place {
    /// Where a symmetry of the set takes a square.
    #[inline]
    pub(super) fn image(self, board: Board, which: u8, square: usize) -> usize {
        let (row, column) = (square / board.columns, square % board.columns);
        let (row, column) = (row - self.top, column - self.left);
        let row = match which & ROWS {
            0 => row,
            _ => self.height - 1 - row,
        };
        let column = match which & COLUMNS {
            0 => column,
            _ => self.width - 1 - column,
        };
        let (row, column) = match which & TRANSPOSED {
            0 => (row, column),
            _ => (column, row),
        };
        (row + self.top) * board.columns + column + self.left
    }
}
