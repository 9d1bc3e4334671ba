//! By vectors of 32 bytes: half a batch of small numbers each, or a quarter of a batch of wide ones.

use std::arch::x86_64::*;

use super::{AT_ONCE, BATCH, WIDE, Witness, narrow};

/// The kernels for one width: of how many heaps a vector has the numbers, what a move costs, and the instructions.
macro_rules! of_width {
    (
        $absent:ident, $clear:ident: $cell:ty, $heaps:literal, $cost:expr,
        $number:expr, $all:ident, $least:ident, $equal:ident, $bits:ident
    ) => {
        #[target_feature(enable = "avx2,popcnt")]
        pub(super) fn $absent(
            codes: &[$cell],
            moves: &[Witness],
            left: &mut u64,
            few: u32,
        ) -> usize {
            for (tried, moves) in moves.chunks(AT_ONCE).enumerate() {
                if left.count_ones() <= few {
                    return $cost * tried * AT_ONCE;
                }
                let mut least = [_mm256_set1_epi8(-1); BATCH / $heaps];
                for &Witness { distance, other } in moves {
                    let from = codes.len() - distance as usize;
                    let parts = codes[from..from + BATCH].as_chunks::<$heaps>().0;
                    let other = $all($number(other) as _);
                    for (least, part) in least.iter_mut().zip(parts) {
                        // SAFETY: a part has 32 bytes.
                        let codes = unsafe { _mm256_loadu_si256(part.as_ptr().cast()) };
                        *least = $least(*least, _mm256_xor_si256(codes, other));
                    }
                }
                for (part, least) in least.into_iter().enumerate() {
                    let met = $equal(least, _mm256_setzero_si256());
                    *left &= !($bits(met) << (part * $heaps));
                }
            }
            $cost * moves.len()
        }

        #[target_feature(enable = "avx2")]
        pub(super) fn $clear<const M: usize>(
            codes: &[$cell],
            distances: &[u32],
            changes: &[$cell],
            wanted: &[[$cell; BATCH]; M],
            left: &mut [u64; M],
        ) {
            // A part of the batch at a time: the numbers wanted of all would not stay in the processor.
            for first in (0..BATCH).step_by($heaps) {
                let wanted = wanted.map(|wanted| {
                    let part = &wanted[first..first + $heaps];
                    // SAFETY: a part has 32 bytes.
                    unsafe { _mm256_loadu_si256(part.as_ptr().cast()) }
                });
                let mut met = [_mm256_setzero_si256(); M];
                for (&distance, &change) in distances.iter().zip(changes) {
                    let from = codes.len() - distance as usize + first;
                    let part = &codes[from..from + $heaps];
                    // SAFETY: as above.
                    let codes = unsafe { _mm256_loadu_si256(part.as_ptr().cast()) };
                    let options = _mm256_xor_si256(codes, $all(change as _));
                    for (met, &wanted) in met.iter_mut().zip(&wanted) {
                        *met = _mm256_or_si256(*met, $equal(options, wanted));
                    }
                }
                for (left, met) in left.iter_mut().zip(met) {
                    *left &= !($bits(met) << first);
                }
            }
        }
    };
}

of_width!(
    absent_narrow, clear_narrow: u8, 32, 1,
    narrow, _mm256_set1_epi8, _mm256_min_epu8, _mm256_cmpeq_epi8, bits_of_bytes
);
of_width!(
    absent_wide, clear_wide: u16, 16, WIDE,
    u16::from, _mm256_set1_epi16, _mm256_min_epu16, _mm256_cmpeq_epi16, bits_of_halves
);

/// A bit for each byte, all digits of which are the same.
#[target_feature(enable = "avx2")]
fn bits_of_bytes(mask: __m256i) -> u64 {
    u64::from(_mm256_movemask_epi8(mask) as u32)
}

/// A bit for each pair of bytes, all digits of which are the same.
#[target_feature(enable = "avx2")]
fn bits_of_halves(mask: __m256i) -> u64 {
    let bytes = _mm256_packs_epi16(mask, _mm256_setzero_si256());
    // The bytes of either half of the vector stay in it.
    bits_of_bytes(_mm256_permute4x64_epi64::<0b1000>(bytes)) & 0xFFFF
}
