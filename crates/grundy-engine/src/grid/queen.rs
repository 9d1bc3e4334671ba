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

#![allow(unsafe_code, reason = "AVX-512 searches 512 values at once")]

use super::{Cell, Grid, TableError, Zeroable, area, filled, zeroed};

/// Cells are done in tiles of so many by so many, so that the bit-sets of their lines stay in the cache.
const TILE: usize = 64;

/// The Grundy values of the queen's game on a board of `width` by `height`.
///
/// Time is about 10 ns a cell on large boards. `limit` bounds the bytes allocated; `stop` is polled for each tile.
///
/// ```
/// let table = grundy_engine::grid::queen::queen(8, 8, 1 << 20, &|| false)?;
/// assert_eq!((table.get(1, 2), table.get(3, 5), table.get(2, 2)), (Some(0), Some(0), Some(1)));
/// # Ok::<(), grundy_engine::grid::TableError>(())
/// ```
///
/// # Errors
/// [`TableError::TooLarge`], [`TableError::Stopped`].
pub fn queen(
    width: usize,
    height: usize,
    limit: u64,
    stop: &dyn Fn() -> bool,
) -> Result<Grid, TableError> {
    queen_by(Path::best(), width, height, limit, stop)
}

fn queen_by(
    path: Path,
    width: usize,
    height: usize,
    limit: u64,
    stop: &dyn Fn() -> bool,
) -> Result<Grid, TableError> {
    match (width as u128 + height as u128).saturating_sub(2) {
        0..=0xFF => table::<u8>(path, width, height, limit, stop),
        0x100..=0xFFFF => table::<u16>(path, width, height, limit, stop),
        _ => table::<u32>(path, width, height, limit, stop),
    }
}

/// The Grundy value of the rook's game at `(x, y)`: two Nim heaps, so `x ⊕ y` (Bouton 1901).
#[must_use]
pub fn rook(x: u64, y: u64) -> u64 {
    x ^ y
}

/// 512 values of a bit-set: one line of the cache.
#[derive(Clone, Copy, Default)]
#[repr(align(64))]
struct Block([u64; 8]);

// SAFETY: eight times the number 0.
unsafe impl Zeroable for Block {}

/// Bit-sets of values, each from a base of its own, in one allocation.
struct Sets {
    blocks: Vec<Block>,
    places: Vec<Slot>,
}

/// Where a bit-set is.
#[derive(Clone, Copy, Default)]
struct Slot {
    /// The index in `blocks` of its first block.
    start: usize,
    /// The number of the block of values that first block stands for.
    base: usize,
    /// No block of values before this one has a free bit that could be wanted.
    hole: usize,
}

impl Slot {
    /// The index of the block that stands for the 512 values from `512 * block`; `block` is not before the base.
    #[inline(always)]
    fn at(&self, block: usize) -> usize {
        self.start + block - self.base
    }
}

impl Sets {
    /// One set for each range of values.
    fn new(ranges: impl Iterator<Item = (usize, usize)> + Clone) -> Result<Sets, TableError> {
        let total = ranges.clone().map(blocks).sum();
        let count = ranges.clone().count();
        let mut sets = Sets {
            blocks: zeroed(total)?,
            places: filled(count)?,
        };
        let mut start = 0;
        for (place, range) in sets.places.iter_mut().zip(ranges) {
            *place = Slot {
                start,
                base: range.0 / 512,
                hole: range.0 / 512,
            };
            start += blocks(range);
        }
        Ok(sets)
    }

    /// Puts a value into a set, and moves its hole on over blocks now full.
    #[inline(always)]
    fn insert(&mut self, set: usize, block: usize, word: usize, bit: u64) {
        let place = &mut self.places[set];
        let cell = &mut self.blocks[place.at(block)].0[word % 8];
        *cell |= bit;
        if *cell == u64::MAX && place.hole == block {
            // The last block of a set is spare and never fills.
            while self.blocks[place.at(place.hole)].0 == [u64::MAX; 8] {
                place.hole += 1;
            }
        }
    }
}

/// The blocks that hold the values `low..=high`, and a spare one.
fn blocks((low, high): (usize, usize)) -> usize {
    high / 512 - low / 512 + 2
}

/// How a block of three sets is searched.
trait Search: Copy {
    /// The first word that is not full in the union of the blocks, and its lowest free bit.
    fn first_free(self, one: &Block, two: &Block, three: &Block) -> Option<(usize, u64)>;
}

/// The search any machine can do.
#[derive(Clone, Copy)]
struct Portable;

impl Search for Portable {
    #[inline(always)]
    fn first_free(self, one: &Block, two: &Block, three: &Block) -> Option<(usize, u64)> {
        let used: [u64; 8] = std::array::from_fn(|word| one.0[word] | two.0[word] | three.0[word]);
        if used.iter().fold(u64::MAX, |all, &word| all & word) == u64::MAX {
            return None;
        }
        let word = used.iter().position(|&word| word != u64::MAX)?;
        Some((word, !used[word] & (used[word].wrapping_add(1))))
    }
}

/// One comparison for a block; made only where AVX-512 was detected.
#[cfg(target_arch = "x86_64")]
#[derive(Clone, Copy)]
struct Avx512(());

#[cfg(target_arch = "x86_64")]
impl Avx512 {
    fn detect() -> Option<Avx512> {
        use std::arch::is_x86_feature_detected as has;
        (has!("avx512f") && has!("bmi1") && has!("bmi2")).then_some(Avx512(()))
    }
}

#[cfg(target_arch = "x86_64")]
impl Search for Avx512 {
    #[inline(always)]
    fn first_free(self, one: &Block, two: &Block, three: &Block) -> Option<(usize, u64)> {
        use std::arch::x86_64::*;
        // SAFETY: the value `self` exists only where the instructions do; a block is 64 bytes, aligned to 64.
        unsafe {
            let load = |block: &Block| _mm512_load_si512(block.0.as_ptr().cast());
            let used = _mm512_ternarylogic_epi64::<0xFE>(load(one), load(two), load(three));
            let free = _mm512_cmpneq_epi64_mask(used, _mm512_set1_epi64(-1));
            if free == 0 {
                return None;
            }
            let first = _mm512_maskz_compress_epi64(free, used);
            let used = _mm_cvtsi128_si64(_mm512_castsi512_si128(first)) as u64;
            Some((free.trailing_zeros() as usize, !used & used.wrapping_add(1)))
        }
    }
}

/// The ways to fill a tile on this machine.
#[derive(Clone, Copy)]
enum Path {
    Portable,
    #[cfg(target_arch = "x86_64")]
    Avx512(Avx512),
}

impl Path {
    fn best() -> Path {
        #[cfg(target_arch = "x86_64")]
        if let Some(search) = Avx512::detect() {
            return Path::Avx512(search);
        }
        Path::Portable
    }

    fn fill<C: Cell>(
        self,
        lines: &mut Sets,
        diagonals: &mut Sets,
        corner: (usize, usize),
        size: (usize, usize),
        tile: &mut [[C; TILE]; TILE],
    ) {
        #[cfg(target_arch = "x86_64")]
        #[target_feature(enable = "avx512f,bmi1,bmi2")]
        fn wide<C: Cell>(
            search: Avx512,
            lines: &mut Sets,
            diagonals: &mut Sets,
            corner: (usize, usize),
            size: (usize, usize),
            tile: &mut [[C; TILE]; TILE],
        ) {
            fill(search, lines, diagonals, corner, size, tile);
        }
        match self {
            Path::Portable => fill(Portable, lines, diagonals, corner, size, tile),
            #[cfg(target_arch = "x86_64")]
            // SAFETY: `search` exists only where the instructions were detected.
            Path::Avx512(search) => unsafe { wide(search, lines, diagonals, corner, size, tile) },
        }
    }
}

fn table<C: Cell>(
    path: Path,
    width: usize,
    height: usize,
    limit: u64,
    stop: &dyn Fn() -> bool,
) -> Result<Grid, TableError> {
    let (short, long) = (width.min(height), width.max(height));
    // Two sets for each line of the long side: bounded before anything is summed up.
    let widest = (short.saturating_mul(3)).min(short.saturating_add(long)) as u128 / 512 + 3;
    let full = (short as u128 + long as u128) / 512 + 3;
    let working = 64 * (short as u128 * full + 2 * long as u128 * widest)
        + 2 * long as u128 * size_of::<Slot>() as u128;
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
                return Err(TableError::Stopped);
            }
            let (rows, columns) = (TILE.min(short - top), TILE.min(long - left));
            path.fill(
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
#[inline(always)]
fn fill<C: Cell>(
    search: impl Search,
    lines: &mut Sets,
    diagonals: &mut Sets,
    (top, left): (usize, usize),
    (rows, columns): (usize, usize),
    tile: &mut [[C; TILE]; TILE],
) {
    for sum in 0..rows + columns - 1 {
        let first = (sum + 1).saturating_sub(columns);
        for (i, row) in tile
            .iter_mut()
            .enumerate()
            .take(rows.min(sum + 1))
            .skip(first)
        {
            let j = sum - i;
            let (x, y) = (top + i, left + j);
            if x > y {
                break;
            }
            let (one, two, three) = (lines.places[x], lines.places[y], diagonals.places[y - x]);
            let mut block = one.hole.max(two.hole).max(three.hole);
            let (word, bit) = loop {
                let line = |place: &Slot| &lines.blocks[place.at(block)];
                let diagonal = &diagonals.blocks[three.at(block)];
                if let Some(found) = search.first_free(line(&one), line(&two), diagonal) {
                    break found;
                }
                block += 1;
            };
            lines.insert(x, block, word, bit);
            lines.insert(y, block, word, bit);
            diagonals.insert(y - x, block, word, bit);
            row[j] = C::of(512 * block + 64 * word + bit.trailing_zeros() as usize);
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn paths_agree() {
        for (width, height) in [(3, 700), (70, 200), (200, 200), (600, 1)] {
            let plain = queen_by(Path::Portable, width, height, 1 << 24, &|| false).unwrap();
            let best = queen_by(Path::best(), width, height, 1 << 24, &|| false).unwrap();
            assert_eq!(plain, best);
        }
    }

    #[test]
    fn refusals() {
        let side = 1 << 40;
        assert!(matches!(
            queen(side, side, u64::MAX, &|| false),
            Err(TableError::TooLarge { .. })
        ));
        assert!(matches!(
            queen(usize::MAX, usize::MAX, u64::MAX, &|| false),
            Err(TableError::TooLarge { .. })
        ));
        assert!(matches!(
            queen(100, 100, 10_000, &|| false),
            Err(TableError::TooLarge { .. })
        ));
        assert_eq!(queen(100, 100, 1 << 24, &|| true), Err(TableError::Stopped));
    }
}
