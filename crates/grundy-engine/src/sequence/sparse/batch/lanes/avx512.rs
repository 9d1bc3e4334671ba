//! By vectors of 64 bytes: a batch of small numbers each.

use std::arch::x86_64::*;

use super::{AT_ONCE, BATCH, WIDE, Witness, narrow};

#[target_feature(enable = "avx512f,avx512bw,popcnt")]
pub(super) fn absent_narrow(codes: &[u8], moves: &[Witness], left: &mut u64, few: u32) -> usize {
    for (tried, moves) in moves.chunks(AT_ONCE).enumerate() {
        if left.count_ones() <= few {
            return tried * AT_ONCE;
        }
        // Not a mask after the other, each of which would wait for the one before.
        let mut least = _mm512_set1_epi8(-1);
        for &Witness { distance, other } in moves {
            let from = codes.len() - distance as usize;
            let from = &codes[from..from + BATCH];
            // SAFETY: the slice has 64 bytes.
            let codes = unsafe { _mm512_loadu_si512(from.as_ptr().cast()) };
            let differs = _mm512_xor_si512(codes, _mm512_set1_epi8(narrow(other) as i8));
            least = _mm512_min_epu8(least, differs);
        }
        *left = _mm512_mask_test_epi8_mask(*left, least, least);
    }
    moves.len()
}

#[target_feature(enable = "avx512f,avx512bw,popcnt")]
pub(super) fn absent_wide(codes: &[u16], moves: &[Witness], left: &mut u64, few: u32) -> usize {
    for (tried, moves) in moves.chunks(AT_ONCE).enumerate() {
        if left.count_ones() <= few {
            return WIDE * tried * AT_ONCE;
        }
        let mut least = [_mm512_set1_epi16(-1); 2];
        for &Witness { distance, other } in moves {
            let from = codes.len() - distance as usize;
            let (first, second) = codes[from..from + BATCH].split_at(BATCH / 2);
            let other = _mm512_set1_epi16(other as i16);
            for (least, half) in least.iter_mut().zip([first, second]) {
                // SAFETY: either half has 32 numbers.
                let codes = unsafe { _mm512_loadu_si512(half.as_ptr().cast()) };
                *least = _mm512_min_epu16(*least, _mm512_xor_si512(codes, other));
            }
        }
        let [low, high] = least.map(|least| _mm512_test_epi16_mask(least, least));
        *left &= u64::from(low) | u64::from(high) << 32;
    }
    WIDE * moves.len()
}

#[target_feature(enable = "avx512f,avx512bw")]
pub(super) fn clear_narrow<const M: usize>(
    codes: &[u8],
    distances: &[u32],
    changes: &[u8],
    wanted: &[[u8; BATCH]; M],
    left: &mut [u64; M],
) {
    // SAFETY: as many bytes are read as there are.
    let wanted = wanted.map(|wanted| unsafe { _mm512_loadu_si512(wanted.as_ptr().cast()) });
    let mut masks = *left;
    for (&distance, &change) in distances.iter().zip(changes) {
        let from = codes.len() - distance as usize;
        let from = &codes[from..from + BATCH];
        // SAFETY: the slice has 64 bytes.
        let codes = unsafe { _mm512_loadu_si512(from.as_ptr().cast()) };
        let options = _mm512_xor_si512(codes, _mm512_set1_epi8(change as i8));
        for (mask, &wanted) in masks.iter_mut().zip(&wanted) {
            *mask = _mm512_mask_cmpneq_epi8_mask(*mask, options, wanted);
        }
    }
    *left = masks;
}

#[target_feature(enable = "avx512f,avx512bw")]
pub(super) fn clear_wide<const M: usize>(
    codes: &[u16],
    distances: &[u32],
    changes: &[u16],
    wanted: &[[u16; BATCH]; M],
    left: &mut [u64; M],
) {
    // Half a batch at a time: more masks than the processor holds would be slower.
    for half in [0, BATCH / 2] {
        // SAFETY: 32 numbers are read of the 64 from the first or the middle one on.
        let wanted =
            wanted.map(|wanted| unsafe { _mm512_loadu_si512(wanted[half..].as_ptr().cast()) });
        let mut masks = left.map(|left| (left >> half) as u32);
        for (&distance, &change) in distances.iter().zip(changes) {
            let from = codes.len() - distance as usize + half;
            let from = &codes[from..from + BATCH / 2];
            // SAFETY: the slice has 32 numbers.
            let codes = unsafe { _mm512_loadu_si512(from.as_ptr().cast()) };
            let options = _mm512_xor_si512(codes, _mm512_set1_epi16(change as i16));
            for (mask, &wanted) in masks.iter_mut().zip(&wanted) {
                *mask = _mm512_mask_cmpneq_epi16_mask(*mask, options, wanted);
            }
        }
        for (left, &mask) in left.iter_mut().zip(&masks) {
            *left &= u64::from(mask) << half | !(u64::from(u32::MAX) << half);
        }
    }
}
