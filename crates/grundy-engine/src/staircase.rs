//! Chomp: the Grundy values of all staircases within a bar, one after another.
//!
//! A staircase is the lengths of its rows from the bottom, none longer than the one below it: λ₁ ≥ λ₂ ≥ … ≥ λ_R ≥ 0, within R rows of C
//! squares. A *bite* at a row i and a column c < λᵢ, counted from 0, cuts that row and all above it down to c; at the very first square, which
//! is poisoned, nobody may bite. There are C(R + C, C) staircases, and in lexicographic order
//!
//! > Σ C(λᵢ + R − i, R − i + 1), summed over the rows,
//!
//! of them stand before λ (the combinatorial number system: D. H. Lehmer, *The machine tools of combinatorics*, 1964). A bite leads to an
//! earlier one, whose number differs by the cut rows only. So one pass fills the table, and no position is ever looked up by its rows.
//!
//! A value is at most the number of bites: below the number of squares, and one byte each up to 256 squares.
//!
//! Who wins without the value takes less: a bit each in a table of the same order, [`Lost`], and for three rows of any length a pass without a
//! table, [`lost_below`].

mod lost;
mod pass;
mod three;

use grundy_base::budget::{Exhausted, Meter};

use crate::grid::Cells;
use pass::filled;

pub use lost::{BITS_A_POSITION, Lost};
pub use three::{WORDS_A_POSITION, lost_below};

/// The largest bar that sets of values are provided for, in squares.
const MOST_SQUARES: usize = 1024;

/// How many staircases count as one position of a budget: each takes about as long as a search needs for one of the options of a position.
pub const STAIRCASES_A_POSITION: u64 = 8;

/// How many staircases there are within a bar: C(rows + columns, columns), or 2^64 − 1 where it is more.
///
/// ```
/// use grundy_engine::staircase;
/// assert_eq!(staircase::within_bar(14, 14), 40_116_600);
/// ```
pub fn within_bar(rows: usize, columns: usize) -> u64 {
    let (short, long) = (rows.min(columns) as u128, rows.max(columns) as u128);
    let mut count: u128 = 1;
    for place in 1..=short {
        count = count * (long + place) / place;
        if count > u128::from(u64::MAX) {
            return u64::MAX;
        }
    }
    count as u64
}

/// How many staircases there are within a staircase, whose rows are told from the bottom, or 2^64 − 1 where it is more.
/// Takes rows · columns steps.
///
/// ```
/// use grundy_engine::staircase;
/// assert_eq!(staircase::within(&[3, 3, 3]), 20);
/// assert_eq!(staircase::within(&[100, 1, 1]), 301);
/// ```
pub fn within(rows: &[u32]) -> u64 {
    // How many ways the rows from the top down to here can be, by the length of the last of them.
    let mut ways: Vec<u64> = vec![1];
    for &row in rows.iter().rev() {
        ways.resize(row as usize + 1, 0);
        let mut sum: u64 = 0;
        for way in &mut ways {
            sum = sum.saturating_add(*way);
            *way = sum;
        }
    }
    ways.iter().fold(0, |sum, &way| sum.saturating_add(way))
}

/// The Grundy values of all staircases within a bar.
#[derive(Debug)]
pub struct Staircases {
    numbers: Numbers,
    cells: Cells,
}

/// How staircases are numbered.
#[derive(Debug)]
struct Numbers {
    rows: usize,
    columns: usize,
    /// At `n * (columns + 2) + x` how many staircases of `n` rows there are whose lowest row is shorter than `x`: C(x + n − 1, n).
    shorter: Vec<usize>,
}

impl Numbers {
    fn new(rows: usize, columns: usize) -> Numbers {
        let width = columns + 2;
        let mut shorter = vec![0; (rows + 1) * width];
        shorter[..width].fill(1);
        for n in 1..=rows {
            for x in 1..width {
                shorter[n * width + x] = shorter[n * width + x - 1] + shorter[(n - 1) * width + x];
            }
        }
        Numbers {
            rows,
            columns,
            shorter,
        }
    }

    #[inline(always)]
    fn shorter(&self, n: usize, x: usize) -> usize {
        self.shorter[n * (self.columns + 2) + x]
    }

    /// How many there are of so many rows.
    fn count(&self, rows: usize) -> usize {
        self.shorter(rows, self.columns + 1)
    }

    /// The number of a staircase among those of as many rows.
    fn of(&self, lengths: &[usize]) -> usize {
        let rows = (1..=lengths.len()).rev();
        rows.zip(lengths).map(|(n, &x)| self.shorter(n, x)).sum()
    }

    /// The number of a staircase or of its mirror image, whichever lies within the bar; none for what is no staircase of a square or more.
    fn within(&self, rows: &[u32]) -> Option<usize> {
        let widest = *rows.first()? as usize;
        if !rows.is_sorted_by(|below, above| below >= above) || widest == 0 {
            return None;
        }
        let high = rows.partition_point(|&length| length > 0);
        let rows = &rows[..high];
        let mut lengths: Vec<usize> = match (high <= self.rows, widest <= self.columns) {
            (true, true) => rows.iter().map(|&length| length as usize).collect(),
            _ if widest > self.rows || high > self.columns => return None,
            _ => (0..widest as u32)
                .map(|column| rows.partition_point(|&length| length > column))
                .collect(),
        };
        lengths.resize(self.rows, 0);
        Some(self.of(&lengths))
    }

    /// At column c and i how many the lowest i rows of length c leave behind, for up to so many rows.
    fn columns_of(&self, lower_rows: usize) -> Vec<Vec<usize>> {
        let columns = (0..=self.columns).map(|column| {
            let mut sum = 0;
            let lowest = |rows: usize| {
                let before = sum;
                sum += self.shorter(self.rows - rows, column);
                before
            };
            (0..=lower_rows).map(lowest).collect()
        });
        columns.collect()
    }
}

impl Staircases {
    /// The table for a bar: within C(rows + columns, columns) bytes, or twice as many beyond 256 squares, and a few million beside them.
    ///
    /// It takes about 30 ns for each staircase of a bar of 14 × 14, and of others in proportion to rows · columns.
    /// [`STAIRCASES_A_POSITION`] count as one position.
    ///
    /// ```
    /// use grundy_base::{Budget, budget::Meter};
    /// use grundy_engine::staircase::Staircases;
    /// let table = Staircases::fill(3, 4, &mut Meter::new(&Budget::default()))?;
    /// assert_eq!(table.value(&[4, 4, 4]), Some(9));
    /// assert_eq!(table.value(&[4, 2, 2]), Some(0));
    /// # Ok::<(), grundy_engine::staircase::Unfilled>(())
    /// ```
    ///
    /// # Errors
    /// [`Unfilled`], before anything is held where it is seen that the budget does not suffice.
    pub fn fill(rows: usize, columns: usize, meter: &mut Meter) -> Result<Staircases, Unfilled> {
        let squares = rows.saturating_mul(columns);
        match squares {
            0..=64 => filled::<1, u8>(rows, columns, meter),
            65..=128 => filled::<2, u8>(rows, columns, meter),
            129..=256 => filled::<4, u8>(rows, columns, meter),
            257..=512 => filled::<8, u16>(rows, columns, meter),
            513..=MOST_SQUARES => filled::<16, u16>(rows, columns, meter),
            _ => Err(Unfilled::TooManySquares(MOST_SQUARES)),
        }
    }

    /// Rows and columns of the bar, the longer side first.
    pub fn sides(&self) -> (usize, usize) {
        (self.numbers.rows, self.numbers.columns)
    }

    /// Bytes that the values take.
    pub fn bytes(&self) -> u64 {
        match &self.cells {
            Cells::U8(values) => values.len() as u64,
            Cells::U16(values) => 2 * values.len() as u64,
            Cells::U32(values) => 4 * values.len() as u64,
        }
    }

    /// All values, in lexicographic order from the staircase of one square on, by the longer side as rows.
    pub fn iter(&self) -> impl Iterator<Item = u32> + '_ {
        let (bytes, words): (&[u8], &[u16]) = match &self.cells {
            Cells::U8(values) => (values, &[]),
            Cells::U16(values) => (&[], values),
            Cells::U32(_) => (&[], &[]),
        };
        let bytes = bytes.iter().map(|&value| u32::from(value));
        bytes.chain(words.iter().map(|&value| value.into())).skip(1)
    }

    /// The value of a staircase, told by its rows from the bottom, none longer than the one below it; none for what does not lie within the
    /// bar or has no square. Staircases that are each other's mirror image are worth the same, and one of them suffices.
    pub fn value(&self, rows: &[u32]) -> Option<u32> {
        let number = self.numbers.within(rows)?;
        match &self.cells {
            Cells::U8(values) => values.get(number).map(|&value| value.into()),
            Cells::U16(values) => values.get(number).map(|&value| value.into()),
            Cells::U32(values) => values.get(number).copied(),
        }
    }
}

/// Why there is no table.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Unfilled {
    /// What ran out, or would.
    Exhausted(Exhausted),
    /// The bar has more squares than this: values would be larger than sets of them are provided for.
    TooManySquares(usize),
}

impl From<Exhausted> for Unfilled {
    fn from(exhausted: Exhausted) -> Unfilled {
        Unfilled::Exhausted(exhausted)
    }
}

impl std::fmt::Display for Unfilled {
    fn fmt(&self, out: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Unfilled::Exhausted(exhausted) => exhausted.fmt(out),
            Unfilled::TooManySquares(most) => write!(out, "a bar of more than {most} squares"),
        }
    }
}

impl std::error::Error for Unfilled {}

#[cfg(test)]
mod tests;
