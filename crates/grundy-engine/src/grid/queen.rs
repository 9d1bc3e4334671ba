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
//!
//! *Several threads.* Tiles whose coordinates have the same sum share no line, no diagonal and no row of the table, and their options lie
//! in tiles of smaller sums or in themselves. So they are filled side by side, sum after sum.

#![allow(unsafe_code, reason = "AVX-512 searches 512 values at once")]

mod sets;

use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::thread;

use super::{Cell, Grid, TableError, area, zeroed};
#[cfg(target_arch = "x86_64")]
use sets::Avx512;
use sets::{Portable, Search, Sets, Slot, least};

/// Cells are done in tiles of so many by so many, so that the bit-sets of their lines stay in the cache.
const TILE: usize = 64;

/// The Grundy values of the queen's game on a board of `width` by `height`.
///
/// Time is about 10 ns a cell on large boards by one of `threads`. `limit` bounds the bytes allocated; `stop` is polled for each tile that
/// the calling thread fills.
///
/// ```
/// let table = grundy_engine::grid::queen::queen(8, 8, 1, 1 << 20, &|| false)?;
/// assert_eq!((table.get(1, 2), table.get(3, 5), table.get(2, 2)), (Some(0), Some(0), Some(1)));
/// # Ok::<(), grundy_engine::grid::TableError>(())
/// ```
///
/// # Errors
/// [`TableError::TooLarge`], [`TableError::Stopped`].
pub fn queen(
    width: usize,
    height: usize,
    threads: usize,
    limit: u64,
    stop: &dyn Fn() -> bool,
) -> Result<Grid, TableError> {
    queen_by(Path::best(), width, height, threads, limit, stop)
}

fn queen_by(
    path: Path,
    width: usize,
    height: usize,
    threads: usize,
    limit: u64,
    stop: &dyn Fn() -> bool,
) -> Result<Grid, TableError> {
    match (width as u128 + height as u128).saturating_sub(2) {
        0..=0xFF => table::<u8>(path, width, height, threads, limit, stop),
        0x100..=0xFFFF => table::<u16>(path, width, height, threads, limit, stop),
        _ => table::<u32>(path, width, height, threads, limit, stop),
    }
}

/// The Grundy value of the rook's game at `(x, y)`: two Nim heaps, so `x ⊕ y` (Bouton 1901).
#[must_use]
pub fn rook(x: u64, y: u64) -> u64 {
    x ^ y
}

/// The ways to fill a tile on this machine.
#[derive(Clone, Copy)]
enum Path {
    Portable,
    /// What any machine can do, compiled for vectors of 256 bits: made only where they were detected.
    #[cfg(target_arch = "x86_64")]
    Avx2,
    #[cfg(target_arch = "x86_64")]
    Avx512(Avx512),
}

impl Path {
    fn best() -> Path {
        #[cfg(target_arch = "x86_64")]
        {
            use std::arch::is_x86_feature_detected as has;
            if let Some(search) = Avx512::detect() {
                return Path::Avx512(search);
            }
            if has!("avx2") && has!("bmi1") && has!("bmi2") {
                return Path::Avx2;
            }
        }
        Path::Portable
    }

    fn fill<C: Cell>(self, work: &mut TileWork<'_>, tile: &mut [[C; TILE]; TILE]) {
        #[cfg(target_arch = "x86_64")]
        #[target_feature(enable = "avx512f,bmi1,bmi2")]
        fn wide<C: Cell>(search: Avx512, work: &mut TileWork<'_>, tile: &mut [[C; TILE]; TILE]) {
            fill(search, work, tile);
        }
        #[cfg(target_arch = "x86_64")]
        #[target_feature(enable = "avx2,bmi1,bmi2")]
        fn half<C: Cell>(work: &mut TileWork<'_>, tile: &mut [[C; TILE]; TILE]) {
            fill(Portable, work, tile);
        }
        match self {
            Path::Portable => fill(Portable, work, tile),
            #[cfg(target_arch = "x86_64")]
            // SAFETY: the path is chosen only where the instructions were detected.
            Path::Avx2 => unsafe { half(work, tile) },
            #[cfg(target_arch = "x86_64")]
            // SAFETY: `search` exists only where the instructions were detected.
            Path::Avx512(search) => unsafe { wide(search, work, tile) },
        }
    }
}

/// The lines of a tile's side, and the rows of the table with the same numbers, as far as there are any.
struct Stripe<'v, C> {
    lines: Sets,
    values: &'v mut [C],
}

/// All that the tiles share, a side of a tile at a time.
struct Board<'v, C> {
    path: Path,
    short: usize,
    long: usize,
    width: usize,
    height: usize,
    stripes: Vec<Mutex<Stripe<'v, C>>>,
    diagonals: Vec<Mutex<Sets>>,
}

/// Threads that would have fewer cells than this are not begun.
const FEWEST: usize = 1 << 16;

fn table<C: Cell>(
    path: Path,
    width: usize,
    height: usize,
    threads: usize,
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
    if short > 0 {
        let board = Board::new(path, (width, height), &mut values)?;
        let threads = threads.min(area / FEWEST).clamp(1, short.div_ceil(TILE));
        if !board.fill(threads, stop) {
            return Err(TableError::Stopped);
        }
    }
    Ok(Grid {
        width,
        height,
        cells: C::cells(values),
    })
}

impl<'v, C: Cell> Board<'v, C> {
    fn new(
        path: Path,
        (width, height): (usize, usize),
        values: &'v mut [C],
    ) -> Result<Board<'v, C>, TableError> {
        let (short, long) = (width.min(height), width.max(height));
        let last = short - 1;
        // What the sets of a line and of a diagonal may hold.
        let of_line = |line: usize| match line < short {
            true => (0, line + long - 1),
            false => (line.saturating_sub(2 * last), line + last),
        };
        let of_diagonal = |distance: usize| (distance.saturating_sub(last), distance + 2 * last);
        let side = |first: usize| first..long.min(first + TILE);
        let mut rows = values.chunks_mut(TILE * width);
        let stripe = |first: usize| {
            Ok(Mutex::new(Stripe {
                lines: Sets::new(side(first).map(of_line))?,
                values: rows.next().unwrap_or_default(),
            }))
        };
        let stripes = (0..long).step_by(TILE).map(stripe);
        let stripes = stripes.collect::<Result<Vec<_>, TableError>>()?;
        let diagonals = (0..long).step_by(TILE);
        let diagonals =
            diagonals.map(|first| Sets::new(side(first).map(of_diagonal)).map(Mutex::new));
        Ok(Board {
            path,
            short,
            long,
            width,
            height,
            stripes,
            diagonals: diagonals.collect::<Result<_, _>>()?,
        })
    }

    /// Fills the table by so many threads, this one among them; whether nobody asked to stop.
    fn fill(&self, threads: usize, stop: &dyn Fn() -> bool) -> bool {
        let (down, across) = (self.short.div_ceil(TILE), self.long.div_ceil(TILE));
        let stopped = AtomicBool::new(false);
        // How many tiles of each sum somebody has taken, and how many are filled.
        let counts = || (1..down + across).map(|_| AtomicUsize::new(0));
        let (taken, filled): (Vec<_>, Vec<_>) = (counts().collect(), counts().collect());
        let work = |stop: &dyn Fn() -> bool| {
            let _ends = Ends(&stopped);
            let mut tile = [[C::default(); TILE]; TILE];
            for (sum, (taken, filled)) in taken.iter().zip(&filled).enumerate() {
                // The tiles in row `top` and column `sum - top`, which is not before the row.
                let first = (sum + 1).saturating_sub(across);
                let count = (sum / 2 + 1).min(down) - first;
                loop {
                    let place = taken.fetch_add(1, Ordering::Relaxed);
                    if place >= count {
                        break;
                    }
                    if stop() {
                        stopped.store(true, Ordering::Relaxed);
                    }
                    if stopped.load(Ordering::Relaxed) {
                        return;
                    }
                    self.tile((first + place, sum - first - place), &mut tile);
                    filled.fetch_add(1, Ordering::Release);
                }
                // The others are within a tile of being done.
                while filled.load(Ordering::Acquire) < count {
                    if stopped.load(Ordering::Relaxed) {
                        return;
                    }
                    thread::yield_now();
                }
            }
        };
        thread::scope(|scope| {
            for _ in 1..threads {
                scope.spawn(|| work(&|| false));
            }
            work(stop);
        });
        !stopped.into_inner()
    }

    /// Fills the tile in a row of tiles and a column, both counted from 0.
    fn tile(&self, (row, column): (usize, usize), tile: &mut [[C; TILE]; TILE]) {
        let (top, left) = (row * TILE, column * TILE);
        let size = (TILE.min(self.short - top), TILE.min(self.long - left));
        // Always in the same order; nobody else has any of them meanwhile.
        let mut upper = lock(&self.stripes[row]);
        let mut lower = (row < column).then(|| lock(&self.stripes[column]));
        let distance = column - row;
        let mut near = (distance > 0).then(|| lock(&self.diagonals[distance - 1]));
        let mut far = lock(&self.diagonals[distance]);
        let mut work = TileWork {
            short: &mut upper.lines,
            long: lower.as_mut().map(|lower| &mut lower.lines),
            near: near.as_deref_mut(),
            far: &mut far,
            size,
        };
        self.path.fill(&mut work, tile);
        let lower = lower.as_mut().map(|lower| &mut *lower.values);
        self.write((&mut *upper.values, lower), (top, left), size, tile);
    }

    /// Copies a tile to its place and to its mirror image, as far as they are on the board.
    fn write(
        &self,
        (upper, lower): (&mut [C], Option<&mut [C]>),
        (top, left): (usize, usize),
        (rows, columns): (usize, usize),
        tile: &[[C; TILE]; TILE],
    ) {
        let (width, height) = (self.width, self.height);
        // The lesser coordinate as y: a row of the tile is part of a row of the board.
        for (y, row) in (top..height).zip(&tile[..rows]) {
            let skip = y.saturating_sub(left).min(columns);
            let end = (left + columns).min(width);
            if left + skip < end {
                let first = (y - top) * width;
                upper[first + left + skip..first + end].copy_from_slice(&row[skip..end - left]);
            }
        }
        // The greater coordinate as y.
        let lower = lower.unwrap_or(upper);
        for (j, y) in (left..height).enumerate().take(columns) {
            for (x, row) in (top..width.min(y + 1)).zip(&tile[..rows]) {
                lower[j * width + x] = row[j];
            }
        }
    }
}

/// Has the other threads end where one ends early.
struct Ends<'a>(&'a AtomicBool);

impl Drop for Ends<'_> {
    fn drop(&mut self) {
        if thread::panicking() {
            self.0.store(true, Ordering::Relaxed);
        }
    }
}

/// The sets or rows; whoever panicked takes the panic along.
fn lock<T>(shared: &Mutex<T>) -> MutexGuard<'_, T> {
    shared.lock().unwrap_or_else(PoisonError::into_inner)
}

/// The sets that a tile needs: those of its lines by the lesser coordinate and by the greater one, which are the same on the diagonal of
/// the board, and those of the diagonals that pass through it.
struct TileWork<'s> {
    short: &'s mut Sets,
    long: Option<&'s mut Sets>,
    /// Diagonals nearer to that of the board than the tile's corner.
    near: Option<&'s mut Sets>,
    far: &'s mut Sets,
    /// Its rows and its columns.
    size: (usize, usize),
}

/// Computes a tile: its cells, lesser coordinate first, by the rising sum of both, so that neighbours in time share no set and their
/// searches overlap.
#[inline(always)]
fn fill<C: Cell>(search: impl Search, work: &mut TileWork<'_>, tile: &mut [[C; TILE]; TILE]) {
    let (size, far) = (work.size, &mut *work.far);
    match (&mut work.long, &mut work.near) {
        (Some(long), Some(near)) => fill_apart(search, (work.short, long), (near, far), size, tile),
        _ => fill_on_diagonal(search, work.short, far, size, tile),
    }
}

/// The places within a tile of which the first and second coordinate have this sum.
#[inline(always)]
fn places(sum: usize, (rows, columns): (usize, usize)) -> impl Iterator<Item = (usize, usize)> {
    let first = (sum + 1).saturating_sub(columns);
    (first..rows.min(sum + 1)).map(move |i| (i, sum - i))
}

/// A tile on the diagonal of the board, of which only the half with the greater second coordinate is computed.
#[inline(always)]
fn fill_on_diagonal<C: Cell>(
    search: impl Search,
    lines: &mut Sets,
    diagonals: &mut Sets,
    size: (usize, usize),
    tile: &mut [[C; TILE]; TILE],
) {
    for sum in 0..size.0 + size.1 - 1 {
        for (i, j) in places(sum, size).take_while(|(i, j)| i <= j) {
            let slots = (lines.places[i], lines.places[j], diagonals.places[j - i]);
            let found = least(search, (&*lines, &*lines, &*diagonals), slots);
            lines.insert(i, found);
            lines.insert(j, found);
            diagonals.insert(j - i, found);
            tile[i][j] = C::of(found.value());
        }
    }
}

/// A tile off the diagonal of the board.
#[inline(always)]
fn fill_apart<C: Cell>(
    search: impl Search,
    (short, long): (&mut Sets, &mut Sets),
    (near, far): (&mut Sets, &mut Sets),
    size: (usize, usize),
    tile: &mut [[C; TILE]; TILE],
) {
    for sum in 0..size.0 + size.1 - 1 {
        for (i, j) in places(sum, size) {
            let (diagonals, place) = match j.checked_sub(i) {
                Some(place) => (&mut *far, place),
                None => (&mut *near, TILE + j - i),
            };
            let slots = (short.places[i], long.places[j], diagonals.places[place]);
            let found = least(search, (&*short, &*long, &*diagonals), slots);
            short.insert(i, found);
            long.insert(j, found);
            diagonals.insert(place, found);
            tile[i][j] = C::of(found.value());
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn paths_and_threads_agree() {
        for (width, height) in [
            (3, 700),
            (70, 200),
            (200, 200),
            (600, 1),
            (500, 700),
            (900, 300),
        ] {
            let plain = queen_by(Path::Portable, width, height, 1, 1 << 24, &|| false).unwrap();
            for threads in [1, 2, 3, 8] {
                let best = queen(width, height, threads, 1 << 24, &|| false).unwrap();
                assert_eq!(plain, best, "{width} × {height}, {threads} threads");
            }
        }
    }

    #[test]
    fn refusals() {
        let side = 1 << 40;
        for side in [side, usize::MAX] {
            let refused = queen(side, side, 2, u64::MAX, &|| false);
            assert!(matches!(refused, Err(TableError::TooLarge { .. })));
        }
        let refused = queen(100, 100, 1, 10_000, &|| false);
        assert!(matches!(refused, Err(TableError::TooLarge { .. })));
        for (side, threads) in [(100, 1), (700, 2)] {
            let stopped = queen(side, side, threads, 1 << 24, &|| true);
            assert_eq!(stopped, Err(TableError::Stopped));
        }
    }
}
