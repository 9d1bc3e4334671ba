//! The game `(x, y) -> (x, j) + (i, y)` for `i < x` and `j < y`: a move leaves two components, and a pair with a 0 is
//! a Nim heap of the other number.
//!
//! The options' values are all `a ⊕ b`, `a` a value met in line `x` before `y` and `b` one met in line `y` before
//! `x`. So the set of them is the union over the `b` of the set of the `a` moved by `⊕ b`. With `b = 64 h + l`: a move by
//! `64 h` exchanges words, and for the moves by `l` the line `x` keeps its set in all 64 forms; hence 512 candidates
//! cost one load for each `b`. The table is symmetric, and half of it is computed.

#![allow(
    unsafe_code,
    reason = "entering code compiled for detected instructions"
)]

use super::{Cells, Grid, TableError, area, filled, zeroed};

/// 512 values of a set.
type Chunk = [u64; 8];

/// The Grundy values of the splitting game on a board of `width` by `height`.
///
/// Time is about a quarter of a microsecond a cell at side 200, and grows with the side and with the values (some 18 times the side).
/// `limit` bounds the bytes allocated; `stop` is polled every 64 cells.
///
/// ```
/// let table = grundy_engine::grid::split::split(9, 9, 1 << 20, &|| false)?;
/// assert_eq!((table.get(5, 0), table.get(1, 1), table.get(1, 2)), (Some(5), Some(1), Some(0)));
/// # Ok::<(), grundy_engine::grid::TableError>(())
/// ```
///
/// # Errors
/// [`TableError::TooLarge`], [`TableError::Stopped`].
pub fn split(
    width: usize,
    height: usize,
    limit: u64,
    stop: &dyn Fn() -> bool,
) -> Result<Grid, TableError> {
    split_by(Path::best(), width, height, limit, stop)
}

/// The instructions the search is compiled for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Path {
    Portable,
    #[cfg(target_arch = "x86_64")]
    Avx2,
    #[cfg(target_arch = "x86_64")]
    Avx512,
}

impl Path {
    /// All this machine has, the best last.
    fn all() -> Vec<Path> {
        #[allow(unused_mut, reason = "other machines have one path only")]
        let mut paths = vec![Path::Portable];
        #[cfg(target_arch = "x86_64")]
        {
            if std::arch::is_x86_feature_detected!("avx2") {
                paths.push(Path::Avx2);
            }
            if std::arch::is_x86_feature_detected!("avx512f") {
                paths.push(Path::Avx512);
            }
        }
        paths
    }

    fn best() -> Path {
        Path::all().pop().unwrap_or(Path::Portable)
    }

    fn least_missing(self, line: &Line, other: &Met) -> usize {
        #[cfg(target_arch = "x86_64")]
        #[target_feature(enable = "avx2")]
        fn avx2(line: &Line, other: &Met) -> usize {
            least_missing(line, other)
        }
        #[cfg(target_arch = "x86_64")]
        #[target_feature(enable = "avx512f")]
        fn avx512(line: &Line, other: &Met) -> usize {
            least_missing(line, other)
        }
        match self {
            Path::Portable => least_missing(line, other),
            #[cfg(target_arch = "x86_64")]
            // SAFETY: a path is made by `all` only, where its instructions were detected.
            Path::Avx2 => unsafe { avx2(line, other) },
            #[cfg(target_arch = "x86_64")]
            // SAFETY: as above.
            Path::Avx512 => unsafe { avx512(line, other) },
        }
    }
}

/// The values met in a line, in lists by the word of a chunk that a move by them exchanges with the first.
#[derive(Clone, Default)]
struct Met([Vec<u32>; 8]);

impl Met {
    fn push(&mut self, value: u32) {
        let list = &mut self.0[value as usize / 64 % 8];
        // Small values come again and again.
        if !list.iter().take(8).any(|&known| known == value) {
            list.push(value);
        }
    }
}

/// The set of the values met in the line being computed: form `l`, at `l * chunks`, is the set moved by `⊕ l`.
struct Line {
    /// A power of two.
    chunks: usize,
    forms: Vec<Chunk>,
}

impl Line {
    fn new(chunks: usize, left: u128) -> Result<Line, TableError> {
        let bytes = 64 * chunks as u128 * size_of::<Chunk>() as u128;
        if bytes > left {
            return Err(TableError::TooLarge { bytes });
        }
        Ok(Line {
            chunks,
            forms: filled(64 * chunks)?,
        })
    }

    /// Adds a value below `512 * chunks`.
    fn insert(&mut self, value: u32) {
        let value = value as usize;
        let (chunk, word, bit) = (value / 512, value / 64 % 8, value % 64);
        for (low, form) in self.forms.chunks_exact_mut(self.chunks).enumerate() {
            form[chunk][word] |= 1 << (bit ^ low);
        }
    }
}

/// The least value that is no `a ⊕ b` with `a` in `line` and `b` in `other`.
#[inline(always)]
fn least_missing(line: &Line, other: &Met) -> usize {
    for number in 0..line.chunks {
        let mut union = [0u64; 8];
        for (exchange, values) in other.0.iter().enumerate() {
            let mut moved = [0u64; 8];
            for &value in values {
                let value = value as usize;
                // Values are below `512 * chunks`, a power of two: the moved chunk is one of the line's.
                let chunk = &line.forms[value % 64 * line.chunks + (number ^ (value / 512))];
                for (moved, word) in moved.iter_mut().zip(chunk) {
                    *moved |= word;
                }
            }
            for word in 0..8 {
                union[word] |= moved[word ^ exchange];
            }
        }
        if let Some(word) = union.iter().position(|&word| word != u64::MAX) {
            return 512 * number + 64 * word + union[word].trailing_ones() as usize;
        }
    }
    512 * line.chunks
}

fn split_by(
    path: Path,
    width: usize,
    height: usize,
    limit: u64,
    stop: &dyn Fn() -> bool,
) -> Result<Grid, TableError> {
    let (short, long) = (width.min(height), width.max(height));
    // A value is listed once for each cell computed, in lists that grow by doubling.
    let lists = (size_of::<Met>() as u128 + 64 + 8 * short as u128).saturating_mul(long as u128);
    let area = area(width, height, 4, lists, limit)?;
    let left = u128::from(limit) - 4 * area as u128 - lists;
    let mut met = filled::<Met>(long)?;
    let mut values = zeroed::<u32>(area)?;
    let mut line_values = Vec::new();
    line_values
        .try_reserve_exact(long)
        .map_err(|_| TableError::TooLarge { bytes: lists })?;
    // The heap of long - 1 is a value.
    let mut chunks = (long / 512 + 1).next_power_of_two();
    for x in 0..short {
        let mut line = Line::new(chunks, left)?;
        line_values.clear();
        for &value in met[x].0.iter().flatten() {
            line.insert(value);
            line_values.push(value);
        }
        for y in x..long {
            if (y - x).is_multiple_of(64) && stop() {
                return Err(TableError::Stopped);
            }
            let value = if x == 0 {
                y
            } else {
                path.least_missing(&line, &met[y])
            };
            let cell = u32::try_from(value).map_err(|_| TableError::TooLarge {
                bytes: 8 * area as u128,
            })?;
            if value / 512 >= chunks {
                chunks = (value / 512 + 1).next_power_of_two();
                line = Line::new(chunks, left)?;
                line_values.iter().for_each(|&value| line.insert(value));
            }
            line.insert(cell);
            line_values.push(cell);
            met[y].push(cell);
            if x < height && y < width {
                values[x * width + y] = cell;
            }
            if y < height && x < width {
                values[y * width + x] = cell;
            }
        }
    }
    Ok(Grid {
        width,
        height,
        cells: Cells::U32(values),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn paths_agree() {
        for (width, height) in [(70, 70), (3, 300), (300, 2)] {
            let plain = split_by(Path::Portable, width, height, 1 << 24, &|| false).unwrap();
            for path in Path::all() {
                let table = split_by(path, width, height, 1 << 24, &|| false).unwrap();
                assert_eq!(table, plain, "{path:?}");
            }
        }
    }

    #[test]
    fn refusals() {
        assert!(matches!(
            split(usize::MAX, 2, u64::MAX, &|| false),
            Err(TableError::TooLarge { .. })
        ));
        assert!(matches!(
            split(1 << 33, 1 << 33, u64::MAX, &|| false),
            Err(TableError::TooLarge { .. })
        ));
        assert!(matches!(
            split(200, 200, 100_000, &|| false),
            Err(TableError::TooLarge { .. })
        ));
        assert!(matches!(
            split(1, 600, 1 << 30, &|| true),
            Err(TableError::Stopped)
        ));
    }
}
