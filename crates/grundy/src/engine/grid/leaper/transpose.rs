//! Sixteen rows out of sixty-four steps: the transposition that ends a skewed band.
//!
//! Interleaving the bytes of row `i` with those of row `i + 8`, four times over, transposes a square of 16 × 16.

use super::{GROUP, LANES, Path, SIDE};

/// The rows `lane..lane + 16` of a stretch of steps, each step [`LANES`] bytes.
#[inline]
pub(super) fn turned(path: Path, steps: &[u8], lane: usize) -> [[u8; GROUP]; SIDE] {
    assert!(steps.len() >= GROUP * LANES && lane + SIDE <= LANES);
    match path {
        Path::Portable => {
            std::array::from_fn(|row| std::array::from_fn(|step| steps[step * LANES + lane + row]))
        }
        #[cfg(target_arch = "x86_64")]
        Path::Avx2 => by_squares(steps, lane),
        #[cfg(target_arch = "x86_64")]
        // SAFETY: the path exists only where its instructions were detected.
        Path::Avx512 => unsafe { at_once(steps, lane) },
    }
}

/// The sixteen bytes of a step from `at` on.
#[cfg(target_arch = "x86_64")]
#[inline]
fn load(steps: &[u8], at: usize) -> std::arch::x86_64::__m128i {
    debug_assert!(at + SIDE <= steps.len());
    // SAFETY: the callers pass `at = step * LANES + lane` with `step < GROUP`; `turned` has asserted that the sixteen
    // bytes from there are in `steps`. SSE2 belongs to every x86-64 machine.
    unsafe { std::arch::x86_64::_mm_loadu_si128(steps.as_ptr().add(at).cast()) }
}

/// Square by square, with SSE2.
#[cfg(target_arch = "x86_64")]
fn by_squares(steps: &[u8], lane: usize) -> [[u8; GROUP]; SIDE] {
    use std::arch::x86_64::{_mm_storeu_si128, _mm_unpackhi_epi8, _mm_unpacklo_epi8};
    let mut turned = [[0; GROUP]; SIDE];
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
        for (row, found) in turned.iter_mut().zip(rows) {
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
fn at_once(steps: &[u8], lane: usize) -> [[u8; GROUP]; SIDE] {
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
    let mut turned = [[0; GROUP]; SIDE];
    for (row, found) in turned.iter_mut().zip(rows) {
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
            for lane in [0, 16, 33, LANES - SIDE] {
                for (row, found) in turned(path, &steps, lane).iter().enumerate() {
                    for (step, &value) in found.iter().enumerate() {
                        assert_eq!(value, steps[step * LANES + lane + row], "{path:?} {lane}");
                    }
                }
            }
        }
    }
}
