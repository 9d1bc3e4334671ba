//! Games whose moves are a finite set of leaps on a board: king, knight and their like, one token.
//!
//! A cell keeps `1 << value`, so the set of the options' values is an OR of loads and the mex is the lowest clear
//! bit. Many cells are done at once, in one of two ways:
//! * if every leap goes to an earlier row, a row depends on earlier rows only: it is done from left to right,
//!   each leap an unaligned load from an earlier row;
//! * else (king) a band of rows is skewed until every leap goes to an earlier column: row `i` of the band is done
//!   `c · i` steps later than row 0, so that one step is a slanting column of independent cells. Steps are
//!   transposed back, a tile at a time, into the rows of the table.
//!
//! Leaps in an order that fits neither are left to [`moves`](super::moves).

#![allow(
    unsafe_code,
    reason = "entering code compiled for detected instructions"
)]

mod transpose;

use super::in_order::{self, Vector};
use super::{Cells, Grid, TableError, area, filled, zeroed};
use std::ops::BitOr;

/// The Grundy values of one token that makes any of the leaps `(dx, dy)`: from `(x, y)` to `(x + dx, y + dy)`, if
/// that is on the board.
///
/// The board is the table, so a knight that may also go `(+1, −2)` is stopped by the far side. Leaps longer than
/// the board are allowed and never made. Time on large boards is some 0.2 ns a cell and leap for up to 7 leaps,
/// each of which goes up, or along the row to the left; more leaps, up to 63, use wider cells, and any others cost
/// some nanoseconds a cell and leap.
///
/// ```
/// use grundy_engine::grid::leaper::leaper;
/// let king = leaper(&[(-1, 0), (0, -1), (-1, -1)], 50, 50, 1 << 20, &|| false)?;
/// assert_eq!((king.get(2, 4), king.get(3, 3), king.get(2, 3)), (Some(0), Some(2), Some(1)));
/// # Ok::<(), grundy_engine::grid::TableError>(())
/// ```
///
/// # Errors
/// [`TableError::Standstill`], [`TableError::Unordered`] where the leaps do not all lie in one open half-plane, so that
/// on a board large enough they lead back to where they began, [`TableError::TooManyMoves`] beyond 2^16,
/// [`TableError::TooLarge`], [`TableError::Stopped`].
pub fn leaper(
    leaps: &[Vector],
    width: usize,
    height: usize,
    limit: u64,
    stop: &dyn Fn() -> bool,
) -> Result<Grid, TableError> {
    leaper_by(Path::best(), leaps, width, height, limit, stop)
}

fn leaper_by(
    path: Path,
    leaps: &[Vector],
    width: usize,
    height: usize,
    limit: u64,
    stop: &dyn Fn() -> bool,
) -> Result<Grid, TableError> {
    let board = Board {
        width,
        height,
        limit,
        stop,
    };
    let possible = in_order::possible(leaps, width, height)?;
    let Some(plan) = Plan::new(&possible, width) else {
        return in_order::in_order(&possible, &[], width, height, limit, stop);
    };
    let cells = match possible.len() {
        ..8 => table::<u8>(path, &plan, &board),
        8..16 => table::<u16>(path, &plan, &board),
        16..32 => table::<u32>(path, &plan, &board),
        _ => table::<u64>(path, &plan, &board),
    }?;
    Ok(Grid {
        width,
        height,
        cells: Cells::U8(cells),
    })
}

struct Board<'a> {
    width: usize,
    height: usize,
    limit: u64,
    stop: &'a dyn Fn() -> bool,
}

/// A leap as the way back: so many rows up, so many columns to the left (or, negative, to the right).
#[derive(Clone, Copy, Debug)]
struct Leap {
    up: usize,
    left: isize,
}

/// How a board is done.
#[derive(Debug)]
struct Plan {
    leaps: Vec<Leap>,
    /// How many steps a row of a band comes after the row before; `None` if whole rows are done at once.
    skew: Option<usize>,
}

/// The rows of a band.
const LANES: usize = 512;

/// Cells done at once, and the steps transposed at once.
const GROUP: usize = 64;

/// The rows transposed at once.
const SIDE: usize = 16;

impl Plan {
    /// `None` if the leaps fit neither way: more than 63 of them, one that goes down, or a skew out of proportion.
    fn new(possible: &[Vector], width: usize) -> Option<Plan> {
        if possible.len() > 63 {
            return None;
        }
        let mut leaps = Vec::new();
        let mut skew = None;
        for &(dx, dy) in possible {
            let leap = Leap {
                up: usize::try_from(dy.checked_neg()?).ok()?,
                left: isize::try_from(dx.checked_neg()?).ok()?,
            };
            if leap.up == 0 {
                if leap.left <= 0 {
                    return None;
                }
                skew = Some(0);
            }
            leaps.push(leap);
        }
        if skew.is_some() {
            // The least c with left + c · up >= 1 for every leap.
            let needed = |leap: &Leap| {
                if leap.up == 0 {
                    0
                } else {
                    (1 - leap.left).max(0).unsigned_abs().div_ceil(leap.up)
                }
            };
            let least = leaps.iter().map(needed).max().unwrap_or(0);
            let reach = leaps.iter().map(|leap| leap.up).max().unwrap_or(0);
            if least > 1 + width / LANES || reach > 4 * LANES {
                return None;
            }
            skew = Some(least);
        }
        Some(Plan { leaps, skew })
    }
}

/// A one-hot value, or nothing; also a set of values.
trait Set: Copy + Default + BitOr<Output = Self> {
    fn least_absent(self) -> Self;
    fn only(value: u8) -> Self;
    fn value(self) -> u8;
}

macro_rules! sets {
    ($($integer:ty)*) => {$(
        impl Set for $integer {
            #[inline(always)]
            fn least_absent(self) -> Self {
                !self & self.wrapping_add(1)
            }
            #[inline(always)]
            fn only(value: u8) -> Self {
                1 << value
            }
            #[inline(always)]
            fn value(self) -> u8 {
                self.trailing_zeros() as u8
            }
        }
    )*};
}
sets!(u8 u16 u32 u64);

/// The instructions a group of cells is compiled for.
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
            use std::arch::is_x86_feature_detected as has;
            if has!("avx2") {
                paths.push(Path::Avx2);
            }
            if has!("avx512f")
                && has!("avx512bw")
                && has!("avx512vl")
                && has!("avx512bitalg")
                && has!("avx512vpopcntdq")
            {
                paths.push(Path::Avx512);
            }
        }
        paths
    }

    fn best() -> Path {
        Path::all().pop().unwrap_or(Path::Portable)
    }

    /// [`gather`] with these instructions.
    #[inline]
    fn gather<T: Set>(self, sources: &[usize], cells: &mut [T], target: usize, values: &mut [u8]) {
        #[cfg(target_arch = "x86_64")]
        #[target_feature(enable = "avx2")]
        fn avx2<T: Set>(sources: &[usize], cells: &mut [T], target: usize, values: &mut [u8]) {
            gather(sources, cells, target, values);
        }
        #[cfg(target_arch = "x86_64")]
        #[target_feature(enable = "avx512f,avx512bw,avx512vl,avx512bitalg,avx512vpopcntdq")]
        fn avx512<T: Set>(sources: &[usize], cells: &mut [T], target: usize, values: &mut [u8]) {
            gather(sources, cells, target, values);
        }
        match self {
            Path::Portable => gather(sources, cells, target, values),
            #[cfg(target_arch = "x86_64")]
            // SAFETY: a path is made by `all` only, where its instructions were detected.
            Path::Avx2 => unsafe { avx2(sources, cells, target, values) },
            #[cfg(target_arch = "x86_64")]
            // SAFETY: as above.
            Path::Avx512 => unsafe { avx512(sources, cells, target, values) },
        }
    }
}

/// Does as many cells as there are `values` (whole groups), at `cells[target..]`: the options of the first are
/// at the `sources`, and of each following one place on.
#[inline(always)]
fn gather<T: Set>(sources: &[usize], cells: &mut [T], target: usize, values: &mut [u8]) {
    // Few leaps are unrolled.
    match *sources {
        [a, b] => groups(&[a, b], cells, target, values),
        [a, b, c] => groups(&[a, b, c], cells, target, values),
        [a, b, c, d] => groups(&[a, b, c, d], cells, target, values),
        _ => groups(sources, cells, target, values),
    }
}

#[inline(always)]
fn groups<T: Set>(sources: &[usize], cells: &mut [T], target: usize, values: &mut [u8]) {
    for (group, values) in values.as_chunks_mut::<GROUP>().0.iter_mut().enumerate() {
        let at = group * GROUP;
        let mut sets = [T::default(); GROUP];
        for &source in sources {
            let Some(seen) = cells[source + at..].first_chunk::<GROUP>() else {
                continue;
            };
            for (set, &one) in sets.iter_mut().zip(seen) {
                *set = *set | one;
            }
        }
        let Some(found) = cells[target + at..].first_chunk_mut::<GROUP>() else {
            continue;
        };
        for ((cell, set), value) in found.iter_mut().zip(sets).zip(values) {
            *cell = set.least_absent();
            *value = cell.value();
        }
    }
}

fn table<T: Set>(path: Path, plan: &Plan, board: &Board<'_>) -> Result<Vec<u8>, TableError> {
    match plan.skew {
        None => by_rows::<T>(path, &plan.leaps, board),
        Some(skew) => by_bands::<T>(path, &plan.leaps, skew, board),
    }
}

/// Bytes of a line of the cache, and at least as many elements as fit one.
const CACHE_LINE: usize = 64;

/// The elements from the first that begins a cache line, so that whole groups written there do not cross one.
fn aligned<T>(cells: &mut [T]) -> &mut [T] {
    let skip = cells.as_ptr().align_offset(CACHE_LINE).min(CACHE_LINE);
    &mut cells[skip..]
}

/// How many rows of a band are fetched at each step of a stretch.
const PER_STEP: usize = LANES / GROUP;

/// Asks for a cell's memory to be fetched for writing; any index will do.
#[inline(always)]
fn soon(values: &[u8], at: usize) {
    #[cfg(target_arch = "x86_64")]
    if let Some(cell) = values.get(at) {
        use std::arch::x86_64::{_MM_HINT_ET0, _mm_prefetch};
        // SAFETY: a hint, for memory that exists.
        unsafe { _mm_prefetch::<_MM_HINT_ET0>(std::ptr::from_ref(cell).cast()) }
    }
    #[cfg(not(target_arch = "x86_64"))]
    let _ = (values, at);
}

/// Whole rows, from a ring of the last rows; off the sides and above the top there is nothing.
fn by_rows<T: Set>(path: Path, leaps: &[Leap], board: &Board<'_>) -> Result<Vec<u8>, TableError> {
    let &Board {
        width,
        height,
        limit,
        stop,
    } = board;
    let side = leaps
        .iter()
        .map(|leap| leap.left.unsigned_abs())
        .max()
        .unwrap_or(0)
        .next_multiple_of(GROUP);
    let ring = leaps.iter().map(|leap| leap.up).max().unwrap_or(0) as u128 + 1;
    let full = (width as u128).next_multiple_of(GROUP as u128);
    let stride = full + 2 * side as u128;
    let working = ring
        .saturating_mul(stride)
        .saturating_mul(size_of::<T>() as u128)
        .saturating_add(full + 2 * CACHE_LINE as u128);
    let area = area(width, height, 1, working, limit)?;
    // Both are within the limit, as part of the working memory.
    let (ring, stride, full) = (ring as usize, stride as usize, full as usize);
    let (mut cells, mut line) = (
        filled::<T>(ring * stride + CACHE_LINE)?,
        filled::<u8>(full + CACHE_LINE)?,
    );
    let (cells, line) = (aligned(&mut cells), &mut aligned(&mut line)[..full]);
    let mut values = zeroed::<u8>(area)?;
    let mut sources = Vec::with_capacity(leaps.len());
    for (y, row) in values.chunks_mut(width.max(1)).enumerate() {
        if y.is_multiple_of(1 + (1 << 20) / full.max(1)) && stop() {
            return Err(TableError::Stopped);
        }
        sources.clear();
        for leap in leaps.iter().filter(|leap| leap.up <= y) {
            sources.push(((y - leap.up) % ring * stride + side).wrapping_add_signed(-leap.left));
        }
        let target = y % ring * stride + side;
        path.gather(&sources, cells, target, line);
        cells[target + width..target + full].fill(T::default());
        row.copy_from_slice(&line[..width]);
    }
    Ok(values)
}

/// Skewed bands of rows: at step `t` the cells `(t - skew · i, top + i)` for all rows `i` of the band.
fn by_bands<T: Set>(
    path: Path,
    leaps: &[Leap],
    skew: usize,
    board: &Board<'_>,
) -> Result<Vec<u8>, TableError> {
    let &Board {
        width,
        height,
        limit,
        stop,
    } = board;
    let above = leaps.iter().map(|leap| leap.up).max().unwrap_or(0);
    // How many steps ago each leap's end was done: positive, by the choice of the skew.
    let ago = |leap: &Leap| (leap.left + (skew * leap.up) as isize).unsigned_abs();
    let ring = leaps.iter().map(ago).max().unwrap_or(0) as u128 + 1;
    let ring = ring.next_power_of_two();
    // Before the band's own lanes there is room for those of the rows above it.
    let own = above.next_multiple_of(GROUP);
    let stride = own + LANES;
    let working =
        ring * stride as u128 * size_of::<T>() as u128 + (GROUP * LANES + 16 * CACHE_LINE) as u128;
    let area = area(width, height, 1, working, limit)?;
    let mut values = zeroed::<u8>(area)?;
    let ring = ring as usize;
    let (mut cells, mut steps) = (
        filled::<T>(ring * stride + CACHE_LINE)?,
        filled::<u8>(GROUP * LANES + CACHE_LINE)?,
    );
    let (cells, steps) = (aligned(&mut cells), aligned(&mut steps));
    let mut sources = vec![0; leaps.len()];
    // Puts the `above` rows above a band, as far as a step meets them, before the band's own lanes.
    let finished = |cells: &mut [T], step: isize, values: &[u8], top: usize| {
        let target = (step as usize & (ring - 1)) * stride + own;
        for (lane, cell) in cells[target - above..target].iter_mut().enumerate() {
            let up = above - lane;
            *cell = match step.checked_add_unsigned(skew * up).map(usize::try_from) {
                Some(Ok(x)) if up <= top && x < width => T::only(values[(top - up) * width + x]),
                _ => T::default(),
            };
        }
    };
    for top in (0..height).step_by(LANES) {
        let rows = LANES.min(height - top);
        cells.fill(T::default());
        for step in 1 - ring as isize..0 {
            finished(cells, step, &values, top);
        }
        let last = width + skew * (rows - 1);
        for first in (0..last).step_by(GROUP) {
            if stop() {
                return Err(TableError::Stopped);
            }
            for step in first..first + GROUP {
                for (source, leap) in sources.iter_mut().zip(leaps) {
                    *source = (step.wrapping_sub(ago(leap)) & (ring - 1)) * stride + own - leap.up;
                }
                let target = (step & (ring - 1)) * stride + own;
                finished(cells, step as isize, &values, top);
                let line = &mut steps[(step - first) * LANES..][..rows.next_multiple_of(GROUP)];
                path.gather(&sources, cells, target, line);
                // PERF: the rows are far apart in memory; fetched in advance, a board is a fifth faster.
                for row in (step - first) * PER_STEP..((step - first + 1) * PER_STEP).min(rows) {
                    soon(
                        &values,
                        ((top + row) * width + first + GROUP - 1).wrapping_sub(skew * row),
                    );
                }
                // Rows not yet begun, rows at their end, and rows below the board hold nothing.
                if step < skew * rows || rows < LANES {
                    let begun = step
                        .checked_div(skew)
                        .map_or(rows, |row| (row + 1).min(rows));
                    cells[target + begun..target + LANES].fill(T::default());
                }
                if let Some(past) = step.checked_sub(width) {
                    let ended = past
                        .checked_div(skew)
                        .map_or(rows, |row| (row + 1).min(rows));
                    cells[target..target + ended].fill(T::default());
                }
            }
            let band = &mut values[top * width..(top + rows) * width];
            transpose::put_back(path, steps, band, width, first, skew);
        }
    }
    Ok(values)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn paths_agree() {
        let sets: [&[Vector]; 5] = [
            &[(-1, 0), (0, -1), (-1, -1)],
            &[(-1, -2), (-2, -1)],
            &[
                (-1, -2),
                (1, -1),
                (0, -3),
                (-3, 0),
                (5, -2),
                (-7, 0),
                (-1, -1),
                (2, -3),
                (0, -1),
            ],
            &[(3, -1), (-1, 0)],
            &[],
        ];
        for leaps in sets {
            for (width, height) in [(300, 310), (1, 9), (257, 64), (64, 257), (63, 600)] {
                let plain =
                    leaper_by(Path::Portable, leaps, width, height, 1 << 24, &|| false).unwrap();
                let possible = in_order::possible(leaps, width, height).unwrap();
                let slow =
                    in_order::in_order(&possible, &[], width, height, 1 << 24, &|| false).unwrap();
                assert!(plain.iter().eq(slow.iter()), "{leaps:?} {width} {height}");
                for path in Path::all() {
                    let table = leaper_by(path, leaps, width, height, 1 << 24, &|| false).unwrap();
                    assert_eq!(table, plain, "{path:?} {leaps:?} {width} {height}");
                }
            }
        }
    }
}
