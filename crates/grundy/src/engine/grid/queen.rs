//! Wythoff's queen: the Grundy values of moves to the left, up, or along the diagonal, any number of squares.
//!
//! The P-positions are Wythoff's (1907); the values have no known formula (Blass and Fraenkel 1990, Dress,
//! Flammenkamp and Pink 1999), so they are computed. A line `k` is the column `x = k` and the row `y = k` together:
//! the table is symmetric, and in the order used a cell `x <= y` finds in the bit-sets of the lines `x` and `y` and
//! of its diagonal exactly the values of its options. Only half the board is computed.
//!
//! *Where the values lie* (`x <= y`): `y - 2x <= value <= x + y`. The upper bound is the longest play. For the lower,
//! let the value be `v`; the `y` cells before it in line `x` have other values, at most `v` of them smaller.
//! Each of the rest has an option of value `v`, not in line `x`, so in one of the `x` lines before, each of
//! which has value `v` at most once, and that cell is an option (straight or diagonal) of at most two of them.
//! So `y <= v + 2x`. This keeps the bit-sets of a long narrow board short.

use super::{Cell, Grid, Refused, area, zeroed};

/// Cells are done in tiles of so many by so many, so that the bit-sets of their lines stay in the cache.
const TILE: usize = 64;

/// The Grundy values of the queen's game on a board of `width` by `height`.
///
/// Time is about 10 ns a cell on large boards. `limit` bounds the bytes allocated; `stop` is polled for each tile.
///
/// ```
/// let table = grundy::engine::grid::queen::queen(8, 8, 1 << 20, &|| false)?;
/// assert_eq!((table.get(1, 2), table.get(3, 5), table.get(2, 2)), (Some(0), Some(0), Some(1)));
/// # Ok::<(), grundy::engine::grid::Refused>(())
/// ```
///
/// # Errors
/// [`Refused::TooLarge`], [`Refused::Stopped`].
pub fn queen(
    width: usize,
    height: usize,
    limit: u64,
    stop: &dyn Fn() -> bool,
) -> Result<Grid, Refused> {
    match (width as u128 + height as u128).saturating_sub(2) {
        0..=0xFF => table::<u8>(width, height, limit, stop),
        0x100..=0xFFFF => table::<u16>(width, height, limit, stop),
        _ => table::<u32>(width, height, limit, stop),
    }
}

/// The Grundy value of the rook's game at `(x, y)`: two Nim heaps, so `x ⊕ y` (Bouton 1901).
#[must_use]
pub fn rook(x: u64, y: u64) -> u64 {
    x ^ y
}

/// Bit-sets of values, each from a base of its own, in one allocation.
struct Sets {
    words: Vec<u64>,
    places: Vec<Place>,
}

/// Where a bit-set is.
#[derive(Clone, Copy, Default)]
struct Place {
    /// The index in `words` of its first word.
    start: usize,
    /// The word of values that first word stands for.
    base: usize,
    /// No word of values before this one has a free bit that could be wanted.
    hole: usize,
}

impl Place {
    /// The index of the word that stands for the 64 values from `64 * word`; `word` is not before the base.
    #[inline(always)]
    fn at(&self, word: usize) -> usize {
        self.start + word - self.base
    }
}

impl Sets {
    /// One set for each range of values.
    fn new(ranges: impl Iterator<Item = (usize, usize)> + Clone) -> Result<Sets, Refused> {
        let words = ranges.clone().map(words_of).sum();
        let count = ranges.clone().count();
        let mut sets = Sets {
            words: zeroed(words)?,
            places: zeroed(count)?,
        };
        let mut start = 0;
        for (place, range) in sets.places.iter_mut().zip(ranges) {
            *place = Place {
                start,
                base: range.0 / 64,
                hole: range.0 / 64,
            };
            start += words_of(range);
        }
        Ok(sets)
    }

    /// Puts a bit of a word of values into a set, and moves its hole on over words now full.
    #[inline(always)]
    fn insert(&mut self, set: usize, word: usize, bit: u64) {
        let place = &mut self.places[set];
        let at = place.at(word);
        self.words[at] |= bit;
        if place.hole == word {
            // The last word of a set is spare and never fills.
            while self.words[place.at(place.hole)] == u64::MAX {
                place.hole += 1;
            }
        }
    }
}

/// The words that hold the values `low..=high`, and a spare one.
fn words_of((low, high): (usize, usize)) -> usize {
    high / 64 - low / 64 + 2
}

fn table<C: Cell>(
    width: usize,
    height: usize,
    limit: u64,
    stop: &dyn Fn() -> bool,
) -> Result<Grid, Refused> {
    let (short, long) = (width.min(height), width.max(height));
    // Two sets for each line of the long side: bounded before anything is summed up.
    let widest = (short.saturating_mul(3)).min(short.saturating_add(long)) as u128 / 64 + 3;
    let full = (short as u128 + long as u128) / 64 + 3;
    let working = 8 * (short as u128 * full + 2 * long as u128 * widest)
        + 2 * long as u128 * size_of::<Place>() as u128;
    let area = area(width, height, size_of::<C>(), working, limit)?;
    let mut values = zeroed::<C>(area)?;
    if short == 0 {
        return Ok(Grid {
            width,
            height,
            cells: C::cells(values),
        });
    }
    let last = short - 1;
    let mut lines = Sets::new((0..long).map(|line| {
        if line < short {
            (0, line + long - 1)
        } else {
            (line.saturating_sub(2 * last), line + last)
        }
    }))?;
    let mut diagonals =
        Sets::new((0..long).map(|distance| (distance.saturating_sub(last), distance + 2 * last)))?;
    let mut tile = [[C::default(); TILE]; TILE];
    for top in (0..short).step_by(TILE) {
        for left in (top..long).step_by(TILE) {
            if stop() {
                return Err(Refused::Stopped);
            }
            let (rows, columns) = (TILE.min(short - top), TILE.min(long - left));
            fill(
                &mut lines,
                &mut diagonals,
                (top, left),
                (rows, columns),
                &mut tile,
            );
            write(
                &mut values,
                (width, height),
                (top, left),
                (rows, columns),
                &tile,
            );
        }
    }
    Ok(Grid {
        width,
        height,
        cells: C::cells(values),
    })
}

/// Computes a tile: its cells `(top + i, left + j)`, lesser coordinate first, by rising `i + j`, so that neighbours in
/// time share no set and their searches overlap.
fn fill<C: Cell>(
    lines: &mut Sets,
    diagonals: &mut Sets,
    (top, left): (usize, usize),
    (rows, columns): (usize, usize),
    tile: &mut [[C; TILE]; TILE],
) {
    for sum in 0..rows + columns - 1 {
        let first = (sum + 1).saturating_sub(columns);
        for i in first..rows.min(sum + 1) {
            let j = sum - i;
            let (x, y) = (top + i, left + j);
            if x > y {
                break;
            }
            let (one, two, three) = (lines.places[x], lines.places[y], diagonals.places[y - x]);
            let mut word = one.hole.max(two.hole).max(three.hole);
            let free = loop {
                let used = lines.words[one.at(word)]
                    | lines.words[two.at(word)]
                    | diagonals.words[three.at(word)];
                if used != u64::MAX {
                    break !used;
                }
                word += 1;
            };
            let bit = free & free.wrapping_neg();
            lines.insert(x, word, bit);
            lines.insert(y, word, bit);
            diagonals.insert(y - x, word, bit);
            tile[i][j] = C::of(64 * word + bit.trailing_zeros() as usize);
        }
    }
}

/// Copies a tile to its place and to its mirror image, as far as they are on the board.
fn write<C: Cell>(
    values: &mut [C],
    (width, height): (usize, usize),
    (top, left): (usize, usize),
    (rows, columns): (usize, usize),
    tile: &[[C; TILE]; TILE],
) {
    // The lesser coordinate as y: a row of the tile is part of a row of the board.
    for (y, row) in (top..height).zip(&tile[..rows]) {
        let skip = y.saturating_sub(left).min(columns);
        let end = (left + columns).min(width);
        if left + skip < end {
            values[y * width + left + skip..y * width + end]
                .copy_from_slice(&row[skip..end - left]);
        }
    }
    // The greater coordinate as y.
    for (j, y) in (left..height).enumerate().take(columns) {
        for (x, row) in (top..width.min(y + 1)).zip(&tile[..rows]) {
            values[y * width + x] = row[j];
        }
    }
}
