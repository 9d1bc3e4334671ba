//! One token with any moves that cannot come back: the cells by rising measure.
//!
//! If play cannot come back, some linear measure of the board falls with every move; the cells are done by rising
//! measure. What a rider can reach from a cell is what lies before it on its line, so one bit-set of values for
//! each line and each rider suffices; each remembers its first hole.

use super::{Cell, Grid, TableError, area, filled, zeroed};

/// A displacement `(dx, dy)`.
pub type Vector = (i64, i64);

/// The moves short enough to be made somewhere on the board, sorted, each once.
pub(super) fn possible(
    moves: &[Vector],
    width: usize,
    height: usize,
) -> Result<Vec<Vector>, TableError> {
    if moves.contains(&(0, 0)) {
        return Err(TableError::Standstill);
    }
    let fits = |length: i64, side: usize| length.unsigned_abs() < side as u64;
    let mut moves: Vec<Vector> = moves
        .iter()
        .copied()
        .filter(|&(dx, dy)| fits(dx, width) && fits(dy, height))
        .collect();
    moves.sort_unstable();
    moves.dedup();
    if moves.len() > 1 << 16 {
        Err(TableError::TooManyMoves)
    } else {
        Ok(moves)
    }
}

/// A measure `across · x + down · y` that falls with every move.
///
/// The moves must lie in an open half-plane. With `u` and `v` its outermost ones, `v` to the left of `u`, any other `w`
/// has `u × w >= 0` and `w × v >= 0`, not both 0; the sum of the two is the measure's fall.
fn measure(moves: &[Vector]) -> Result<(i128, i128), TableError> {
    let cross = |u: Vector, v: Vector| {
        i128::from(u.0) * i128::from(v.1) - i128::from(u.1) * i128::from(v.0)
    };
    let Some(&first) = moves.first() else {
        return Ok((1, 0));
    };
    let (mut right, mut left) = (first, first);
    for &step in moves {
        if cross(right, step) < 0 {
            right = step;
        }
        if cross(left, step) > 0 {
            left = step;
        }
    }
    // Between the outermost ones, or it was no half-plane.
    let (across, down) = if cross(right, left) == 0 {
        (-i128::from(right.0), -i128::from(right.1))
    } else {
        (
            i128::from(right.1) - i128::from(left.1),
            i128::from(left.0) - i128::from(right.0),
        )
    };
    let falls = |&(dx, dy): &Vector| across * i128::from(dx) + down * i128::from(dy) < 0;
    if !moves.iter().all(falls) {
        return Err(TableError::Unordered);
    }
    Ok((across, down))
}

/// Calls `each` for all cells, by rising measure.
fn visit(
    (width, height): (usize, usize),
    (across, down): (i128, i128),
    mut each: impl FnMut(usize, usize) -> Result<(), TableError>,
) -> Result<(), TableError> {
    let (mut a, mut b) = (across.unsigned_abs(), down.unsigned_abs());
    let common = gcd(a, b).max(1);
    (a, b) = (a / common, b / common);
    let mut turned = |x: u128, y: u128| {
        let (x, y) = (x as usize, y as usize);
        each(
            if across < 0 { width - 1 - x } else { x },
            if down < 0 { height - 1 - y } else { y },
        )
    };
    let (columns, rows) = (width as u128, height as u128);
    if columns == 0 || rows == 0 {
        return Ok(());
    }
    if b == 0 {
        return (0..columns).try_for_each(|x| (0..rows).try_for_each(|y| turned(x, y)));
    }
    if a == 0 {
        return (0..rows).try_for_each(|y| (0..columns).try_for_each(|x| turned(x, y)));
    }
    // a and b are coprime: the cells of a level are b columns apart.
    let inverse = (0..b)
        .find(|&inverse| a * inverse % b == 1 % b)
        .unwrap_or(0);
    for level in 0..=a * (columns - 1) + b * (rows - 1) {
        let least = level.saturating_sub(b * (rows - 1)).div_ceil(a);
        let residue = (level % b) * inverse % b;
        let mut x = least + (residue + b - least % b) % b;
        while x < columns && a * x <= level {
            turned(x, (level - a * x) / b)?;
            x += b;
        }
    }
    Ok(())
}

fn gcd(a: u128, b: u128) -> u128 {
    let (mut a, mut b) = (a, b);
    while b != 0 {
        (a, b) = (b, a % b);
    }
    a
}

/// Any moves, cell by cell; `leaps` and `riders` as [`possible`] gives them.
pub(super) fn in_order(
    leaps: &[Vector],
    riders: &[Vector],
    width: usize,
    height: usize,
    limit: u64,
    stop: &dyn Fn() -> bool,
) -> Result<Grid, TableError> {
    let all: Vec<Vector> = leaps.iter().chain(riders).copied().collect();
    let measure = measure(&all)?;
    // A rider has at most as many options as the board's longer side has cells.
    let most = leaps.len() as u128 + riders.len() as u128 * width.max(height) as u128;
    let board = Board {
        width,
        height,
        measure,
        most,
        limit,
        stop,
    };
    match most {
        0..=0xFF => fill::<u8>(leaps, riders, &board),
        0x100..=0xFFFF => fill::<u16>(leaps, riders, &board),
        0x1_0000..=0xFFFF_FFFF => fill::<u32>(leaps, riders, &board),
        _ => Err(TableError::TooLarge { bytes: most }),
    }
}

struct Board<'a> {
    width: usize,
    height: usize,
    measure: (i128, i128),
    /// No cell has more options.
    most: u128,
    limit: u64,
    stop: &'a dyn Fn() -> bool,
}

/// The lines of one rider, each with the values met on it.
struct Lines {
    rider: Vector,
    /// `words` words for each line.
    sets: Vec<u64>,
    /// For each line the first word not full.
    holes: Vec<usize>,
}

impl Lines {
    /// The number of the line through a cell, by its last cell, which lies within a step of the border.
    fn number(&self, x: usize, y: usize, width: usize, height: usize) -> usize {
        let (dx, dy) = (
            self.rider.0.unsigned_abs() as usize,
            self.rider.1.unsigned_abs() as usize,
        );
        // Distances to the side the rider goes to.
        let x = if self.rider.0 > 0 { width - 1 - x } else { x };
        let y = if self.rider.1 > 0 { height - 1 - y } else { y };
        let steps = x
            .checked_div(dx)
            .unwrap_or(usize::MAX)
            .min(y.checked_div(dy).unwrap_or(usize::MAX));
        let (x, y) = (x - steps * dx, y - steps * dy);
        if y < dy {
            y * width + x
        } else {
            dy * width + x * height + y
        }
    }
}

fn fill<C: Cell>(
    leaps: &[Vector],
    riders: &[Vector],
    board: &Board<'_>,
) -> Result<Grid, TableError> {
    let &Board {
        width,
        height,
        measure,
        most,
        limit,
        stop,
    } = board;
    // One word to spare, which never fills.
    let words = most as usize / 64 + 2;
    let lines = |&(dx, dy): &Vector| {
        u128::from(dy.unsigned_abs()) * width as u128
            + u128::from(dx.unsigned_abs()) * height as u128
    };
    let working = riders
        .iter()
        .map(lines)
        .fold(0u128, u128::saturating_add)
        .saturating_mul(8 * (words as u128 + 1));
    let area = area(width, height, size_of::<C>(), working, limit)?;
    let mut values = zeroed::<C>(area)?;
    let mut ridden = Vec::new();
    for rider in riders {
        let count = lines(rider) as usize;
        ridden.push(Lines {
            rider: *rider,
            sets: filled(count * words)?,
            holes: filled(count)?,
        });
    }
    let mut seen: Vec<usize> = Vec::new();
    let mut through: Vec<usize> = vec![0; riders.len()];
    let mut done = 0u64;
    visit((width, height), measure, |x, y| {
        if done.is_multiple_of(1 << 12) && stop() {
            return Err(TableError::Stopped);
        }
        done += 1;
        seen.clear();
        for &(dx, dy) in leaps {
            // The leap is shorter than the board.
            if let (Some(i), Some(j)) = (
                x.checked_add_signed(dx as isize),
                y.checked_add_signed(dy as isize),
            ) && i < width
                && j < height
            {
                seen.push(values[j * width + i].value());
            }
        }
        let mut word = 0;
        for (number, lines) in through.iter_mut().zip(&ridden) {
            *number = lines.number(x, y, width, height);
            word = word.max(lines.holes[*number]);
        }
        let free = loop {
            let mut used = 0;
            for (number, lines) in through.iter().zip(&ridden) {
                used |= lines.sets[number * words + word];
            }
            for value in seen.iter().filter(|&value| value / 64 == word) {
                used |= 1 << (value % 64);
            }
            if used != u64::MAX {
                break used.trailing_ones();
            }
            word += 1;
        };
        for (number, lines) in through.iter().zip(&mut ridden) {
            let set = &mut lines.sets[number * words..][..words];
            set[word] |= 1 << free;
            while set[lines.holes[*number]] == u64::MAX {
                lines.holes[*number] += 1;
            }
        }
        values[y * width + x] = C::of(64 * word + free as usize);
        Ok(())
    })?;
    Ok(Grid {
        width,
        height,
        cells: C::cells(values),
    })
}
