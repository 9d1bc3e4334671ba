//! Rectangles of letters, and the eight ways to turn them.

use crate::encoded::{Encoded, Undecodable};
use crate::words::syntax::Symmetry;

/// A cell that does not belong to a region.
pub(crate) const OUTSIDE: u8 = u8::MAX;

/// A rectangle of letters, by their places in the rule's alphabet; row after row.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Board {
    pub(crate) width: usize,
    pub(crate) cells: Box<[u8]>,
}

impl Encoded for Board {
    fn encode(&self, bytes: &mut Vec<u8>) {
        (self.width as u64, self.cells.to_vec()).encode(bytes);
    }

    fn decode(bytes: &mut &[u8]) -> Result<Board, Undecodable> {
        let (width, cells): (u64, Vec<u8>) = Encoded::decode(bytes)?;
        let width = usize::try_from(width).map_err(|_| Undecodable::OutOfRange)?;
        match cells.len().checked_rem(width).unwrap_or(cells.len()) {
            0 => Ok(Board {
                width,
                cells: cells.into(),
            }),
            _ => Err(Undecodable::OutOfRange),
        }
    }
}

/// One of the eight symmetries of a square: rows and columns exchanged or not, then either turned over or not.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Turn {
    exchanged: bool,
    down: bool,
    across: bool,
}

const fn turn(exchanged: bool, down: bool, across: bool) -> Turn {
    Turn {
        exchanged,
        down,
        across,
    }
}

/// All eight, the one that leaves all as it is first.
pub(crate) const TURNS: [Turn; 8] = [
    turn(false, false, false),
    turn(false, false, true),
    turn(false, true, false),
    turn(false, true, true),
    turn(true, false, false),
    turn(true, false, true),
    turn(true, true, false),
    turn(true, true, true),
];

impl Turn {
    /// Whether it is among these symmetries.
    pub(crate) fn is_of(self, symmetry: Symmetry) -> bool {
        match symmetry {
            Symmetry::All => true,
            // An even number of reflections.
            Symmetry::Turned => !(self.exchanged ^ self.down ^ self.across),
            Symmetry::Mirrored => !self.exchanged,
            Symmetry::Fixed => self == TURNS[0],
        }
    }

    /// Whether what is turned twice is as before.
    pub(crate) fn is_own_inverse(self) -> bool {
        !self.exchanged || self.down == self.across
    }

    /// A square of eight rows and columns turned, its rows byte by byte.
    pub(crate) fn of_bits(self, mut bits: u64) -> u64 {
        if self.exchanged {
            // Blocks of one, two and four cells on either side of the diagonal change places.
            for (by, mask) in [
                (7, 0x00aa_00aa_00aa_00aa),
                (14, 0x0000_cccc_0000_cccc),
                (28, 0x0000_0000_f0f0_f0f0),
            ] {
                let changed = (bits ^ bits >> by) & mask;
                bits ^= changed ^ changed << by;
            }
        }
        if self.down {
            bits = bits.swap_bytes();
        }
        if self.across {
            bits = bits.reverse_bits().swap_bytes();
        }
        bits
    }

    /// Whether it turns over rows and columns as told, and exchanges neither for the other.
    pub(crate) fn is_over(self, down: bool, across: bool) -> bool {
        self == turn(false, down, across)
    }

    /// The sides of what had so many rows and columns.
    pub(crate) fn sides(self, height: usize, width: usize) -> (usize, usize) {
        match self.exchanged {
            true => (width, height),
            false => (height, width),
        }
    }

    /// Where a cell goes of what has so many rows and columns.
    pub(crate) fn cell(
        self,
        row: usize,
        column: usize,
        height: usize,
        width: usize,
    ) -> (usize, usize) {
        let (new_height, new_width) = self.sides(height, width);
        let (row, column) = match self.exchanged {
            true => (column, row),
            false => (row, column),
        };
        let row = if self.down { new_height - 1 - row } else { row };
        let column = if self.across {
            new_width - 1 - column
        } else {
            column
        };
        (row, column)
    }
}

impl Board {
    pub(crate) fn height(&self) -> usize {
        self.cells.len().checked_div(self.width).unwrap_or(0)
    }

    /// The place of a cell, which on a torus may be counted on beyond the last row and column.
    pub(crate) fn place(&self, row: usize, column: usize) -> usize {
        row % self.height() * self.width + column % self.width
    }

    /// The board turned.
    pub(super) fn turned(&self, turn: Turn) -> Board {
        let (height, width) = (self.height(), self.width);
        let (_, new_width) = turn.sides(height, width);
        let mut cells = vec![OUTSIDE; self.cells.len()];
        for row in 0..height {
            for column in 0..width {
                let (down, across) = turn.cell(row, column, height, width);
                cells[down * new_width + across] = self.cells[row * width + column];
            }
        }
        Board {
            width: new_width,
            cells: cells.into(),
        }
    }

    /// The least rectangle around all cells that belong to the region.
    fn trimmed(&self) -> Board {
        let inside = |place: &usize| self.cells[*place] != OUTSIDE;
        let places: Vec<usize> = (0..self.cells.len()).filter(inside).collect();
        let rows = || places.iter().map(|place| place / self.width);
        let columns = || places.iter().map(|place| place % self.width);
        let (Some(top), Some(bottom)) = (rows().min(), rows().max()) else {
            return self.clone();
        };
        let (left, right) = (columns().min().unwrap_or(0), columns().max().unwrap_or(0));
        let rows = (top..=bottom).map(|row| &self.cells[row * self.width..][left..=right]);
        Board {
            width: right - left + 1,
            cells: rows.collect::<Vec<_>>().concat().into(),
        }
    }

    /// The board shifted around a torus.
    fn shifted(&self, down: usize, across: usize) -> Board {
        let places = (0..self.cells.len()).map(|place| {
            let (row, column) = (place / self.width, place % self.width);
            self.cells[self.place(row + down, column + across)]
        });
        Board {
            width: self.width,
            cells: places.collect(),
        }
    }

    /// The least of the forms that are worth the same: shifted, and turned so.
    pub(crate) fn least(&self, turns: &[Turn], torus: bool) -> Board {
        let all = |board: Board| turns.iter().map(move |turn| board.turned(*turn));
        if !torus {
            return all(self.trimmed()).min().unwrap_or_else(|| self.clone());
        }
        let shifts = (0..self.cells.len()).map(|place| (place / self.width, place % self.width));
        let shifted = shifts.map(|(down, across)| self.shifted(down, across));
        shifted.flat_map(all).min().unwrap_or_else(|| self.clone())
    }
}
