//! The game `(x, y) -> (x, j) + (i, y)` for `i < x` and `j < y`: a move leaves two components, and a pair with a 0 is
//! a Nim heap of the other number.
//!
//! The options' values are all `a ⊕ b`, `a` a value met in line `x` before `y` and `b` one met in line `y` before
//! `x`. The value is the least `m` that is no such sum, that is, for which the set of the `b` moved by `⊕ m` does not
//! meet the set of the `a`. With `m = 64 h + l`: moving by `64 h` exchanges words, and for the moves by `l` each
//! line keeps its set in all 64 forms, so that 64 candidates are tried by one pass over words. The table is symmetric.

#![allow(
    unsafe_code,
    reason = "entering code compiled for detected instructions"
)]

use super::{Cells, Grid, Refused, area, filled, zeroed};

/// A word of a set in its 64 forms: bit `i` stands in form `l` at `i ^ l`.
type Forms = [u64; 64];

/// The Grundy values of the splitting game on a board of `width` by `height`.
///
/// Time grows with the square of the number of words (64 values) a line has: 0.1 µs a cell at side 200. `limit`
/// bounds the bytes allocated; `stop` is polled often.
///
/// ```
/// let table = grundy::engine::grid::split::split(9, 9, 1 << 20, &|| false)?;
/// assert_eq!((table.get(5, 0), table.get(1, 1), table.get(1, 2)), (Some(5), Some(0), Some(1)));
/// # Ok::<(), grundy::engine::grid::Refused>(())
/// ```
///
/// # Errors
/// [`Refused::TooLarge`], also where a value does not fit 16 bits, and [`Refused::Stopped`].
pub fn split(
    width: usize,
    height: usize,
    limit: u64,
    stop: &dyn Fn() -> bool,
) -> Result<Grid, Refused> {
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
            if std::arch::is_x86_feature_detected!("avx512f")
                && std::arch::is_x86_feature_detected!("avx512bw")
            {
                paths.push(Path::Avx512);
            }
        }
        paths
    }

    fn best() -> Path {
        Path::all().pop().unwrap_or(Path::Portable)
    }

    fn least_missing(self, line: &[u64], other: &[Forms]) -> usize {
        #[cfg(target_arch = "x86_64")]
        #[target_feature(enable = "avx2")]
        fn avx2(line: &[u64], other: &[Forms]) -> usize {
            least_missing(line, other)
        }
        #[cfg(target_arch = "x86_64")]
        #[target_feature(enable = "avx512f,avx512bw")]
        fn avx512(line: &[u64], other: &[Forms]) -> usize {
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

/// The least value that is no `a ⊕ b` with `a` in `line` and `b` in `other`; both have the same number of words, a
/// power of two.
#[inline(always)]
fn least_missing(line: &[u64], other: &[Forms]) -> usize {
    for high in 0..line.len() {
        let mut met = [0u64; 64];
        for (index, forms) in other.iter().enumerate() {
            let word = line[index ^ high];
            if word == 0 {
                continue;
            }
            for (met, form) in met.iter_mut().zip(forms) {
                *met |= word & form;
            }
        }
        if let Some(low) = met.iter().position(|&met| met == 0) {
            return 64 * high + low;
        }
    }
    64 * line.len()
}

/// The values met in each line so far: plain, and in all forms.
struct Lines {
    /// Words of a set: a power of two.
    words: usize,
    plain: Vec<u64>,
    forms: Vec<Forms>,
}

impl Lines {
    /// `None` where they take more memory than is left.
    fn new(lines: usize, words: usize, left: u128) -> Result<Lines, Refused> {
        let bytes = lines as u128 * words as u128 * (8 + size_of::<Forms>() as u128);
        if bytes > left {
            return Err(Refused::TooLarge { bytes });
        }
        let mut forms = Vec::new();
        forms
            .try_reserve_exact(lines * words)
            .map_err(|_| Refused::TooLarge { bytes })?;
        forms.resize(lines * words, [0; 64]);
        Ok(Lines {
            words,
            plain: filled(lines * words)?,
            forms,
        })
    }

    fn insert(&mut self, line: usize, value: usize) {
        self.plain[line * self.words + value / 64] |= 1 << (value % 64);
        for (low, form) in self.forms[line * self.words + value / 64]
            .iter_mut()
            .enumerate()
        {
            *form |= 1 << ((value % 64) ^ low);
        }
    }

    /// The same lines with room for larger values.
    fn widened(&self, lines: usize, words: usize, left: u128) -> Result<Lines, Refused> {
        let mut wider = Lines::new(lines, words, left)?;
        for line in 0..lines {
            let (old, new) = (
                line * self.words..(line + 1) * self.words,
                line * words..line * words + self.words,
            );
            wider.plain[new.clone()].copy_from_slice(&self.plain[old.clone()]);
            wider.forms[new].copy_from_slice(&self.forms[old]);
        }
        Ok(wider)
    }
}

fn split_by(
    path: Path,
    width: usize,
    height: usize,
    limit: u64,
    stop: &dyn Fn() -> bool,
) -> Result<Grid, Refused> {
    let (short, long) = (width.min(height), width.max(height));
    // The heap of long - 1 is a value.
    let words = (long / 64 + 1)
        .checked_next_power_of_two()
        .ok_or(Refused::TooLarge { bytes: u128::MAX })?;
    let area = area(width, height, 2, 0, limit)?;
    let left = u128::from(limit) - 2 * area as u128;
    let mut lines = Lines::new(long, words, left)?;
    let mut values = zeroed::<u16>(area)?;
    for x in 0..short {
        for y in x..long {
            if (y - x).is_multiple_of(256) && stop() {
                return Err(Refused::Stopped);
            }
            let value = if x == 0 {
                y
            } else {
                let (line, other) = (
                    x * lines.words..(x + 1) * lines.words,
                    y * lines.words..(y + 1) * lines.words,
                );
                path.least_missing(&lines.plain[line], &lines.forms[other])
            };
            let cell = u16::try_from(value).map_err(|_| Refused::TooLarge {
                bytes: 4 * area as u128,
            })?;
            if value / 64 >= lines.words {
                // Both are held while one is copied to the other.
                let held = long as u128 * lines.words as u128 * (8 + size_of::<Forms>() as u128);
                lines = lines.widened(
                    long,
                    (value / 64 + 1).next_power_of_two(),
                    left.saturating_sub(held),
                )?;
            }
            lines.insert(x, value);
            lines.insert(y, value);
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
        cells: Cells::U16(values),
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
                assert_eq!(
                    split_by(path, width, height, 1 << 24, &|| false).unwrap(),
                    plain,
                    "{path:?}"
                );
            }
        }
    }

    #[test]
    fn refusals() {
        assert!(matches!(
            split(usize::MAX, 2, u64::MAX, &|| false),
            Err(Refused::TooLarge { .. })
        ));
        assert!(matches!(
            split(200, 200, 100_000, &|| false),
            Err(Refused::TooLarge { .. })
        ));
        assert!(matches!(
            split(1, 600, 1 << 30, &|| true),
            Err(Refused::Stopped)
        ));
    }
}
