//! Tables in two coordinates: the Grundy values of all cells `(x, y)` of a board, for games on pairs.
//!
//! Each engine is a function of the board's size (and its moves) alone; the board is the table, and a move that
//! would leave it on any side is no move.

#![allow(unsafe_code, reason = "zeroed memory without a pass over it")]

mod in_order;
pub mod leaper;
pub mod moves;
pub mod queen;
pub mod split;
#[cfg(test)]
mod tests;

use crate::pages::by_large_pages;
use grundy_base::message;
use grundy_base::text::Message;

/// The Grundy values of the cells `(x, y)`, `x < width` and `y < height`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Grid {
    width: usize,
    height: usize,
    cells: Cells,
}

/// The values row by row, the cell `(x, y)` at `y * width + x`, as narrow as the engine could promise.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Cells {
    /// Values up to 255.
    U8(Vec<u8>),
    /// Values up to 65535.
    U16(Vec<u16>),
    /// Values up to 2^32 − 1.
    U32(Vec<u32>),
}

impl Grid {
    /// A finished table: `width` × `height` values, row by row.
    pub fn of(width: usize, height: usize, cells: Cells) -> Grid {
        Grid {
            width,
            height,
            cells,
        }
    }

    /// The number of columns: `x` runs below it.
    #[must_use]
    pub fn width(&self) -> usize {
        self.width
    }

    /// The number of rows: `y` runs below it.
    #[must_use]
    pub fn height(&self) -> usize {
        self.height
    }

    /// The value of `(x, y)`, or `None` off the board.
    #[must_use]
    pub fn get(&self, x: usize, y: usize) -> Option<u32> {
        if x >= self.width || y >= self.height {
            return None;
        }
        let index = y * self.width + x;
        match &self.cells {
            Cells::U8(cells) => cells.get(index).map(|&value| value.into()),
            Cells::U16(cells) => cells.get(index).map(|&value| value.into()),
            Cells::U32(cells) => cells.get(index).copied(),
        }
    }

    /// All values, row by row.
    #[must_use]
    pub fn cells(&self) -> &Cells {
        &self.cells
    }

    /// The part of the table below `width` and `height`.
    #[must_use]
    pub fn cut(&self, width: usize, height: usize) -> Grid {
        fn rows<T: Copy>(cells: &[T], from: usize, width: usize, height: usize) -> Vec<T> {
            let rows = cells.chunks(from.max(1)).take(height);
            rows.flat_map(|row| row[..width].iter().copied()).collect()
        }
        let (width, height) = (width.min(self.width), height.min(self.height));
        let cells = match &self.cells {
            Cells::U8(cells) => Cells::U8(rows(cells, self.width, width, height)),
            Cells::U16(cells) => Cells::U16(rows(cells, self.width, width, height)),
            Cells::U32(cells) => Cells::U32(rows(cells, self.width, width, height)),
        };
        Grid {
            width,
            height,
            cells,
        }
    }

    /// All values, row by row: `(0, 0), (1, 0), (2, 0), …`.
    pub fn iter(&self) -> impl Iterator<Item = u32> + '_ {
        let (bytes, words, longs): (&[u8], &[u16], &[u32]) = match &self.cells {
            Cells::U8(cells) => (cells, &[], &[]),
            Cells::U16(cells) => (&[], cells, &[]),
            Cells::U32(cells) => (&[], &[], cells),
        };
        let narrow = bytes
            .iter()
            .map(|&value| u32::from(value))
            .chain(words.iter().map(|&value| u32::from(value)));
        narrow.chain(longs.iter().copied())
    }
}

/// Why there is no table.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum TableError {
    /// The table needs more memory than the limit allows (or than there is).
    TooLarge {
        /// The bytes the table and its working memory need.
        bytes: u128,
    },
    /// The move stays in place: a player could pass for ever.
    Standstill,
    /// Some sequence of these moves could come back to where it began: there is no order to fill the table in.
    Unordered,
    /// More moves than the engine provides for.
    TooManyMoves,
    /// The caller's `stop` said so.
    Stopped,
}

impl TableError {
    /// The sentence.
    #[must_use]
    pub fn message(self) -> Message {
        match self {
            TableError::TooLarge { bytes } => message!(
                "the table needs {bytes#byte}, more than allowed",
                "此表需要 {bytes} 字节，超过允许的内存",
                bytes = bytes
            ),
            TableError::Standstill => message!(
                "the move (0,0) is not allowed",
                "不允许原地不动的走法 (0,0)"
            ),
            TableError::Unordered => message!(
                "the moves can lead back to their start",
                "这些走法可能回到出发点"
            ),
            TableError::TooManyMoves => message!("too many moves", "走法太多"),
            TableError::Stopped => message!("stopped", "已停止"),
        }
    }
}

impl std::fmt::Display for TableError {
    fn fmt(&self, out: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        self.message().fmt(out)
    }
}

impl std::error::Error for TableError {}

/// An unsigned integer that holds the values of a table.
pub(crate) trait Cell: Zeroable + Default + Send {
    /// The cell for a value the caller knows to fit.
    fn of(value: usize) -> Self;
    /// The value held.
    fn value(self) -> usize;
    /// The finished table.
    fn cells(values: Vec<Self>) -> Cells;
}

macro_rules! cells {
    ($($integer:ty => $name:ident)*) => {$(
        impl Cell for $integer {
            #[inline(always)]
            fn of(value: usize) -> Self {
                value as $integer
            }
            #[inline(always)]
            fn value(self) -> usize {
                self as usize
            }
            fn cells(values: Vec<Self>) -> Cells {
                Cells::$name(values)
            }
        }
    )*};
}
cells!(u8 => U8 u16 => U16 u32 => U32);

/// The number of cells of a board, if the table at so many bytes a cell, with `working` bytes beside it, is within
/// the limit.
///
/// # Errors
/// That it is not.
pub fn area(
    width: usize,
    height: usize,
    bytes: usize,
    working: u128,
    limit: u64,
) -> Result<usize, TableError> {
    let cells = width as u128 * height as u128;
    let total = cells.saturating_mul(bytes as u128).saturating_add(working);
    if total > u128::from(limit) || total > isize::MAX as u128 {
        return Err(TableError::TooLarge { bytes: total });
    }
    Ok(cells as usize)
}

/// So many elements of a default value.
///
/// # Errors
/// That memory does not suffice.
pub fn filled<T: Clone + Default>(count: usize) -> Result<Vec<T>, TableError> {
    let mut elements = Vec::new();
    let bytes = count as u128 * size_of::<T>() as u128;
    elements
        .try_reserve_exact(count)
        .map_err(|_| TableError::TooLarge { bytes })?;
    elements.resize(count, T::default());
    Ok(elements)
}

/// Integers and arrays of them: all bits zero is a value.
///
/// # Safety
/// Memory of zeros must be a valid value of the type.
pub(crate) unsafe trait Zeroable: Copy {}

macro_rules! zeroable {
    ($($integer:ty)*) => {$(
        // SAFETY: the number 0.
        unsafe impl Zeroable for $integer {}
    )*};
}
zeroable!(u8 u16 u32 u64);

/// So many elements of zeros, or a refusal where memory does not suffice.
///
/// PERF: fresh pages come zeroed from the system, and are touched only once, when their values are written; by
/// large pages that takes a quarter of the time.
pub(crate) fn zeroed<T: Zeroable>(count: usize) -> Result<Vec<T>, TableError> {
    let too_large = TableError::TooLarge {
        bytes: count as u128 * size_of::<T>() as u128,
    };
    let layout = std::alloc::Layout::array::<T>(count).map_err(|_| too_large)?;
    if layout.size() == 0 {
        return Ok(Vec::new());
    }
    // SAFETY: the layout is not of size 0. The memory is `count` elements of zeros, which `Zeroable` says are
    // values, in the layout in which a `Vec` of them is freed.
    let mut cells = unsafe {
        let cells = std::alloc::alloc_zeroed(layout);
        if cells.is_null() {
            return Err(too_large);
        }
        Vec::from_raw_parts(cells.cast::<T>(), count, count)
    };
    by_large_pages(&mut cells);
    Ok(cells)
}
