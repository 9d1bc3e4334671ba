//! Boards as bits: the squares of a board row by row, in one machine word or two.
//!
//! The rows are the shorter side, so that no digit is lost between them: a board of up to 64 squares is a number of 64 digits, and that number is
//! its key. A piece is in the corner where it has a square in the first row and one in the first column.

use std::fmt::Debug;
use std::hash::Hash;
use std::ops::{BitAnd, BitAndAssign, BitOr, BitOrAssign, BitXor, BitXorAssign, Not, Shl, Shr};

/// A set of squares: u64 or u128.
pub trait Bits:
    Copy
    + Debug
    + Default
    + Eq
    + Hash
    + Ord
    + Send
    + Sync
    + BitAnd<Output = Self>
    + BitAndAssign
    + BitOr<Output = Self>
    + BitOrAssign
    + BitXor<Output = Self>
    + BitXorAssign
    + Not<Output = Self>
    + Shl<u32, Output = Self>
    + Shr<u32, Output = Self>
    + From<u64>
    + 'static
{
    /// How many squares there can be.
    const BITS: u32;
    /// No square.
    const NONE: Self;

    /// How many squares.
    fn count(self) -> u32;
    /// The number of the least square; [`BITS`](Bits::BITS) if there is none.
    fn least(self) -> u32;
    /// The least square alone.
    fn lowest(self) -> Self;
    /// One more than the greatest square; 0 if there is none.
    fn end(self) -> u32;
    /// The squares in the opposite order.
    fn reversed(self) -> Self;
    /// The first 64 squares.
    fn low(self) -> u64;
}

macro_rules! bits {
    ($($word:ty)*) => {$(
        impl Bits for $word {
            const BITS: u32 = <$word>::BITS;
            const NONE: $word = 0;

            #[inline]
            fn count(self) -> u32 {
                self.count_ones()
            }
            #[inline]
            fn least(self) -> u32 {
                self.trailing_zeros()
            }
            #[inline]
            fn lowest(self) -> $word {
                self & self.wrapping_neg()
            }
            #[inline]
            fn end(self) -> u32 {
                <$word>::BITS - self.leading_zeros()
            }
            #[inline]
            fn reversed(self) -> $word {
                self.reverse_bits()
            }
            #[inline]
            fn low(self) -> u64 {
                self as u64
            }
        }
    )*};
}

bits!(u64 u128);

/// Whether no square is in a set.
#[inline]
pub fn is_none<B: Bits>(set: B) -> bool {
    set == B::NONE
}

/// The form of a board: its rows, of at most eight squares.
#[derive(Clone, Copy, Debug)]
pub struct Board<B> {
    /// Squares in a row.
    columns: u32,
    rows: u32,
    /// The squares of the first column and of the last.
    first: B,
    last: B,
    /// The squares of one colour of the chessboard.
    colour: B,
    /// The first row.
    row: B,
    /// By what rows are shifted onto one another, half of them first.
    folds: [u32; 4],
    /// Of every eight, four and two rows the first half; in rows of eight squares that of every two.
    halves: [u64; 3],
}

impl<B: Bits> Board<B> {
    /// A board; none where its shorter side is more than eight squares or there are more than fit.
    pub fn new(rows: u32, columns: u32) -> Option<Board<B>> {
        let (columns, rows) = (rows.min(columns), rows.max(columns));
        if !(1..=8).contains(&columns) || rows.checked_mul(columns)? > B::BITS {
            return None;
        }
        let one = B::from(1);
        let (mut first, mut colour) = (B::NONE, B::NONE);
        for row in 0..rows {
            first |= one << (row * columns);
            for column in (row % 2..columns).step_by(2) {
                colour |= one << (row * columns + column);
            }
        }
        let low = |digits: u32| match digits {
            64.. => u64::MAX,
            _ => (1 << digits) - 1,
        };
        Some(Board {
            columns,
            rows,
            first,
            last: first << (columns - 1),
            colour,
            row: (0..columns).fold(B::NONE, |row, column| row | one << column),
            // Nothing is laid on a row from beyond the last bit.
            folds: [8, 4, 2, 1]
                .map(|half| half * columns)
                .map(|by| if by < B::BITS { by } else { 0 }),
            halves: [
                low(4 * columns),
                low(2 * columns) | low(2 * columns) << 32,
                low(columns) * 0x0001_0001_0001_0001,
            ],
        })
    }

    /// Squares in a row.
    pub fn columns(&self) -> u32 {
        self.columns
    }

    /// How many squares the board has.
    pub fn squares(&self) -> u32 {
        self.rows * self.columns
    }

    /// How many rows there are.
    pub fn rows(&self) -> u32 {
        self.rows
    }

    /// The squares of the colour of the first one.
    pub fn colour(&self) -> B {
        self.colour
    }

    /// A square.
    pub fn square(&self, row: u32, column: u32) -> B {
        B::from(1) << (row * self.columns + column)
    }

    /// The squares to the right, to the left, below and above those of a set; the last may lie beyond the last row.
    #[inline]
    pub fn beside(&self, set: B) -> [B; 4] {
        [
            (set & !self.last) << 1,
            (set & !self.first) >> 1,
            set << self.columns,
            set >> self.columns,
        ]
    }

    /// All of these.
    #[inline]
    pub fn around(&self, set: B) -> B {
        let [a, b, c, d] = self.beside(set);
        a | b | c | d
    }

    /// Rows and columns from the corner on that a piece needs.
    #[inline]
    pub fn extent(&self, set: B) -> (u32, u32) {
        (set.end().div_ceil(self.columns), self.folded(set).end())
    }

    /// All rows laid on one another.
    #[inline]
    fn folded(&self, set: B) -> B {
        let mut all = set;
        for rows in self.folds {
            all |= all >> rows;
        }
        all & self.row
    }

    /// The half turn of a piece in the corner.
    #[inline]
    pub fn half_turn(&self, set: B, height: u32, width: u32) -> B {
        set.reversed() >> (B::BITS - (height - 1) * self.columns - width)
    }

    /// A piece in the corner with left and right exchanged. All columns are, and the piece moved back: so the way does not depend on it.
    #[inline]
    fn mirrored(&self, mut set: B, width: u32) -> B {
        for column in 0..self.columns / 2 {
            let apart = self.columns - 1 - 2 * column;
            let differ = (set ^ set >> apart) & self.first << column;
            set ^= differ | differ << apart;
        }
        set >> (self.columns - width)
    }

    /// A piece in the corner of at most eight rows and as many columns as a row has, with rows and columns exchanged.
    #[inline]
    fn transposed(&self, set: B) -> B {
        let [four, two, one] = self.halves;
        let mut b = set.low();
        for (half, apart) in [
            (four, 32 - 4 * self.columns),
            (two, 16 - 2 * self.columns),
            (one, 8 - self.columns),
        ] {
            b = b & half | (b & !half) << apart;
        }
        let t = (b ^ b >> 7) & 0x00aa_00aa_00aa_00aa;
        b ^= t ^ t << 7;
        let t = (b ^ b >> 14) & 0x0000_cccc_0000_cccc;
        b ^= t ^ t << 14;
        let t = (b ^ b >> 28) & 0x0000_0000_f0f0_f0f0;
        b ^= t ^ t << 28;
        for (half, apart) in [
            (one, 8 - self.columns),
            (two, 16 - 2 * self.columns),
            (four, 32 - 4 * self.columns),
        ] {
            b = b & half | (b >> apart) & !half;
        }
        B::from(b)
    }

    /// The least of the images of a piece under the turns and mirrors of the square, in the corner, with no fewer rows than columns.
    #[inline]
    pub fn least_image(&self, set: B) -> B {
        let columns = self.folded(set);
        let (top, left) = (set.least() / self.columns, columns.least());
        let mut width = columns.end() - left;
        let mut height = set.end().div_ceil(self.columns) - top;
        let mut set = set >> (top * self.columns + left);
        if height < width {
            set = self.transposed(set);
            (height, width) = (width, height);
        }
        let least = self.least_upright(set, height, width);
        match height == width {
            true => least.min(self.least_upright(self.transposed(set), height, width)),
            false => least,
        }
    }

    #[inline]
    fn least_upright(&self, set: B, height: u32, width: u32) -> B {
        let mirrored = self.mirrored(set, width);
        let turned = self.half_turn(set, height, width);
        let over = self.half_turn(mirrored, height, width);
        set.min(mirrored).min(turned).min(over)
    }
}
