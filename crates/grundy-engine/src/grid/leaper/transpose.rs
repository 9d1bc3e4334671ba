//! Sixteen rows out of sixty-four steps: the transposition that ends a skewed band.
//!
//! Interleaving the bytes of row `i` with those of row `i + 8`, four times over, transposes a square of 16 × 16.

use super::{GROUP, LANES, Path, SIDE};

/// Sixteen rows, each of as many cells as there are steps in a stretch.
#[repr(align(64))]
struct Rows([[u8; GROUP]; SIDE]);

/// Puts a stretch of steps, each [`LANES`] bytes, the first of them step `first`, back into the rows of a band: row
/// `i` is `skew * i` steps late.
pub(super) fn put_back(
    path: Path,
    steps: &[u8],
    band: &mut [u8],
    width: usize,
    first: usize,
    skew: usize,
) {
    #[cfg(target_arch = "x86_64")]
    #[target_feature(enable = "avx512f,avx512bw")]
    fn avx512(steps: &[u8], band: &mut [u8], width: usize, first: usize, skew: usize) {
        rows_back(|lane| at_once(steps, lane), band, width, first, skew);
    }
    assert!(steps.len() >= GROUP * LANES && band.len() <= LANES * width);
    match path {
        Path::Portable => rows_back(|lane| plainly(steps, lane), band, width, first, skew),
        #[cfg(target_arch = "x86_64")]
        Path::Avx2 => rows_back(|lane| by_squares(steps, lane), band, width, first, skew),
        #[cfg(target_arch = "x86_64")]
        // SAFETY: the path exists only where its instructions were detected.
        Path::Avx512 => unsafe { avx512(steps, band, width, first, skew) },
    }
}

#[inline(always)]
fn rows_back(
    turned: impl Fn(usize) -> Rows,
    band: &mut [u8],
    width: usize,
    first: usize,
    skew: usize,
) {
    for (block, rows) in band.chunks_mut(SIDE * width).enumerate() {
        let turned = turned(block * SIDE);
        for (i, (row, found)) in rows.chunks_mut(width).zip(&turned.0).enumerate() {
            // The first cell of `found` is that of column `first - late`.
            let late = skew * (block * SIDE + i);
            if let Some(cells) = first
                .checked_sub(late)
                .and_then(|x| row.get_mut(x..))
                .and_then(|row| row.first_chunk_mut())
            {
                *cells = *found;
            } else {
                let skip = late.saturating_sub(first).min(GROUP);
                let row = row
                    .get_mut((first + skip).saturating_sub(late)..)
                    .unwrap_or_default();
                let end = GROUP.min(skip + row.len());
                row[..end - skip].copy_from_slice(&found[skip..end]);
            }
        }
    }
}

fn plainly(steps: &[u8], lane: usize) -> Rows {
    Rows(std::array::from_fn(|row| {
        std::array::from_fn(|step| steps[step * LANES + lane + row])
    }))
}

/// The sixteen bytes of a step from `at` on.
#[cfg(target_arch = "x86_64")]
#[inline]
fn load(steps: &[u8], at: usize) -> std::arch::x86_64::__m128i {
    debug_assert!(at + SIDE <= steps.len());
    // SAFETY: the callers pass `at = step * LANES + lane` with `step < GROUP`; `put_back` has asserted that the sixteen
    // bytes from there are in `steps`. SSE2 belongs to every x86-64 machine.
    unsafe { std::arch::x86_64::_mm_loadu_si128(steps.as_ptr().add(at).cast()) }
}

/// Square by square, with SSE2.
#[cfg(target_arch = "x86_64")]
fn by_squares(steps: &[u8], lane: usize) -> Rows {
    use std::arch::x86_64::{_mm_storeu_si128, _mm_unpackhi_epi8, _mm_unpacklo_epi8};
    let mut turned = Rows([[0; GROUP]; SIDE]);
    for part in 0..GROUP / SIDE {
        let mut rows: [_; SIDE] =
            std::array::from_fn(|row| load(steps, (part * SIDE + row) * LANES + lane));
        for _ in 0..4 {
            rows = std::array::from_fn(|row| {
                let (one, two) = (rows[row / 2], rows[row / 2 + 8]);
                // SAFETY: SSE2 belongs to every x86-64 machine.
                unsafe {
                    if row % 2 == 0 {
                        _mm_unpacklo_epi8(one, two)
                    } else {
                        _mm_unpackhi_epi8(one, two)
                    }
                }
            });
        }
        for (row, found) in turned.0.iter_mut().zip(rows) {
            let cells = &mut row[part * SIDE..][..SIDE];
            // SAFETY: `cells` is sixteen bytes to write.
            unsafe { _mm_storeu_si128(cells.as_mut_ptr().cast(), found) };
        }
    }
    turned
}

/// Four squares side by side in the quarters of a register.
#[cfg(target_arch = "x86_64")]
#[target_feature(enable = "avx512f,avx512bw")]
fn at_once(steps: &[u8], lane: usize) -> Rows {
    use std::arch::x86_64::*;
    let mut rows: [__m512i; SIDE] = std::array::from_fn(|row| {
        let part = |part: usize| load(steps, (part * SIDE + row) * LANES + lane);
        let quarters = _mm512_castsi128_si512(part(0));
        let quarters = _mm512_inserti32x4::<1>(quarters, part(1));
        let quarters = _mm512_inserti32x4::<2>(quarters, part(2));
        _mm512_inserti32x4::<3>(quarters, part(3))
    });
    for _ in 0..4 {
        rows = std::array::from_fn(|row| {
            let (one, two) = (rows[row / 2], rows[row / 2 + 8]);
            if row % 2 == 0 {
                _mm512_unpacklo_epi8(one, two)
            } else {
                _mm512_unpackhi_epi8(one, two)
            }
        });
    }
    let mut turned = Rows([[0; GROUP]; SIDE]);
    for (row, found) in turned.0.iter_mut().zip(rows) {
        // SAFETY: `row` is 64 bytes to write.
        unsafe { _mm512_storeu_si512(row.as_mut_ptr().cast(), found) };
    }
    turned
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_path_transposes() {
        let steps: Vec<u8> = (0..GROUP * LANES)
            .map(|at| (at * 7 + at / 250) as u8)
            .collect();
        for path in Path::all() {
            for (width, rows, first, skew) in [
                (64, 256, 0, 0),
                (500, 256, 320, 1),
                (100, 37, 64, 2),
                (9, 256, 128, 1),
            ] {
                let mut band = vec![0; width * rows];
                put_back(path, &steps, &mut band, width, first, skew);
                for (at, &value) in band.iter().enumerate() {
                    let (x, row) = (at % width, at / width);
                    let step = (x + skew * row)
                        .checked_sub(first)
                        .filter(|&step| step < GROUP);
                    assert_eq!(
                        value,
                        step.map_or(0, |step| steps[step * LANES + row]),
                        "{path:?} {width} {at}"
                    );
                }
            }
        }
    }
}
