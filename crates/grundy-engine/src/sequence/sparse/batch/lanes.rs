//! Sixty-four heaps against a list of moves: which of a few numbers wanted of each heap none of its options has.
//!
//! The heaps being neighbours, the heaps that one move leaves of them are neighbours too, so that a move costs a vector
//! comparison for each number wanted. Numbers are bytes where they are small enough.

use super::witnesses::Witness;
use super::{BATCH, Moves};

/// The numbers of consecutive heaps, in either width.
#[derive(Clone, Copy, Debug)]
pub(super) enum Numbers<'a> {
    /// Seven digits and above them the mark of rare ones, or eight digits where no rare value is read.
    Narrow(&'a [u8]),
    Wide(&'a [u16]),
}

/// Numbers wanted of each heap.
pub(super) type Wanted<const M: usize> = [[u16; BATCH]; M];

/// A number as a byte.
pub(super) fn narrow(code: u16) -> u8 {
    code as u8 ^ (code >> 8) as u8 & 0x80
}

/// Clears from `left` the heaps of which an option has the number wanted, by the moves `from..to`. The batch begins
/// behind the last of the numbers, and the moves reach back at least a batch and no farther than the first number.
pub(super) fn clear<const M: usize>(
    numbers: Numbers<'_>,
    moves: &Moves,
    (from, to): (usize, usize),
    wanted: &Wanted<M>,
    left: &mut [u64; M],
    vectors: bool,
) {
    let distances = &moves.distances[from..to];
    match numbers {
        Numbers::Narrow(codes) => {
            let changes = &moves.narrow[from..to];
            let wanted = wanted.map(|wanted| wanted.map(narrow));
            #[cfg(target_arch = "x86_64")]
            if vectors {
                // SAFETY: vectors are asked for only where the processor has them.
                return unsafe { vectors::clear_narrow(codes, distances, changes, &wanted, left) };
            }
            clear_with(codes, distances, changes, &wanted, left);
        }
        Numbers::Wide(codes) => {
            let changes = &moves.changes[from..to];
            #[cfg(target_arch = "x86_64")]
            if vectors {
                // SAFETY: as above.
                return unsafe { vectors::clear_wide(codes, distances, changes, wanted, left) };
            }
            clear_with(codes, distances, changes, wanted, left);
        }
    }
    let _ = vectors;
}

/// Clears from `left` the heaps of which a move has the number wanted in the other heap, until there are `few`. The batch
/// begins behind the last of the numbers, and the moves reach back at least a batch and no farther than the first
/// number. How many comparisons of a vector that took is returned.
pub(super) fn absent(
    numbers: Numbers<'_>,
    moves: &[Witness],
    left: &mut u64,
    few: u32,
    vectors: bool,
) -> usize {
    match numbers {
        // SAFETY: vectors are asked for only where the processor has them.
        #[cfg(target_arch = "x86_64")]
        Numbers::Narrow(codes) if vectors => unsafe {
            vectors::absent_narrow(codes, moves, left, few)
        },
        // SAFETY: as above.
        #[cfg(target_arch = "x86_64")]
        Numbers::Wide(codes) if vectors => unsafe { vectors::absent_wide(codes, moves, left, few) },
        Numbers::Narrow(codes) => absent_with(codes, moves, left, few, narrow),
        Numbers::Wide(codes) => absent_with(codes, moves, left, few, |code| code),
    }
}

/// What a move costs where numbers are not held in bytes, in comparisons of one vector.
pub(super) const WIDE: usize = 3;

/// Moves compared before it is seen what is left.
const AT_ONCE: usize = 16;

/// Without the processor's widest vectors.
fn absent_with<T: Copy + Eq>(
    codes: &[T],
    moves: &[Witness],
    left: &mut u64,
    few: u32,
    cell: impl Fn(u16) -> T,
) -> usize {
    for (tried, &Witness { distance, other }) in moves.iter().enumerate() {
        if left.count_ones() <= few {
            return tried;
        }
        let from = codes.len() - distance as usize;
        let other = cell(other);
        for (heap, &code) in codes[from..from + BATCH].iter().enumerate() {
            *left &= !(u64::from(code == other) << heap);
        }
    }
    moves.len()
}

/// Without the processor's widest vectors.
fn clear_with<T, const M: usize>(
    codes: &[T],
    distances: &[u32],
    changes: &[T],
    wanted: &[[T; BATCH]; M],
    left: &mut [u64; M],
) where
    T: Copy + Eq + std::ops::BitXor<Output = T>,
{
    let mut met = [[false; BATCH]; M];
    for (&distance, &change) in distances.iter().zip(changes) {
        let from = codes.len() - distance as usize;
        let from = &codes[from..from + BATCH];
        for (met, wanted) in met.iter_mut().zip(wanted) {
            for ((met, &code), &wanted) in met.iter_mut().zip(from).zip(wanted) {
                *met |= code ^ change == wanted;
            }
        }
    }
    for (left, met) in left.iter_mut().zip(&met) {
        for (heap, &met) in met.iter().enumerate() {
            *left &= !(u64::from(met) << heap);
        }
    }
}

#[cfg(target_arch = "x86_64")]
mod vectors {
    use std::arch::x86_64::*;

    use super::{AT_ONCE, BATCH, WIDE, Witness, narrow};

    #[target_feature(enable = "avx512f,avx512bw,popcnt")]
    pub(super) fn absent_narrow(
        codes: &[u8],
        moves: &[Witness],
        left: &mut u64,
        few: u32,
    ) -> usize {
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
}

#[cfg(test)]
mod tests {
    use super::super::wide_vectors;
    use super::*;
    use crate::random::Random;

    #[test]
    fn vectors_clear_what_plain_comparisons_do() {
        let mut random = 7u64;
        let mut next = |below: u64| {
            random = random.wrapping_mul(0x5851_F42D_4C95_7F2D).wrapping_add(1);
            (random >> 33) % below
        };
        let codes: Vec<u16> = (0..600)
            .map(|_| (next(120) | (next(9) / 8) << 15) as u16)
            .collect();
        let bytes: Vec<u8> = codes.iter().copied().map(narrow).collect();
        let mut moves = Moves::default();
        for _ in 0..50 {
            moves.insert(64 + next(537) as u32, next(128) as u16);
        }
        let wanted: Wanted<4> = std::array::from_fn(|_| std::array::from_fn(|_| next(128) as u16));
        let asked = [u64::MAX, 0x0F0F_1234_5678_9ABC, 1, u64::MAX - 1];
        let expected: [u64; 4] = std::array::from_fn(|place| {
            let bits = (0..BATCH).map(|heap| {
                let given = |(&distance, &change): (&u32, &u16)| {
                    codes[600 + heap - distance as usize] ^ change == wanted[place][heap]
                };
                let mut options = moves.distances[3..].iter().zip(&moves.changes[3..]);
                u64::from(!options.any(given)) << heap
            });
            asked[place] & bits.fold(0, |all, bit| all | bit)
        });
        assert!(expected[0].count_ones() < 60 && expected[0].count_ones() > 10);
        for vectors in [false, wide_vectors()] {
            for numbers in [Numbers::Narrow(&bytes), Numbers::Wide(&codes)] {
                let mut left = asked;
                clear(numbers, &moves, (3, 50), &wanted, &mut left, vectors);
                assert_eq!(left, expected, "{vectors}");
            }
        }
    }

    #[test]
    fn moves_tell_what_is_absent() {
        let mut random = Random(3);
        let number = |random: &mut Random| (random.below(100) * random.below(2)) as u16;
        let codes: Vec<u16> = (0..700).map(|_| number(&mut random)).collect();
        let bytes: Vec<u8> = codes.iter().copied().map(narrow).collect();
        for count in [0, 1, 15, 16, 17, 90] {
            let witness = |_| Witness {
                distance: 64 + random.below(637) as u32,
                other: number(&mut random) + 1,
            };
            let moves: Vec<Witness> = (0..count).map(witness).collect();
            let absent_from = |heap: usize| {
                let other = |witness: &Witness| codes[700 + heap - witness.distance as usize];
                !moves.iter().any(|witness| other(witness) == witness.other)
            };
            let expected =
                (0..BATCH).fold(0, |bits, heap| bits | u64::from(absent_from(heap)) << heap);
            for vectors in [false, wide_vectors()] {
                for numbers in [Numbers::Narrow(&bytes), Numbers::Wide(&codes)] {
                    let mut left = u64::MAX;
                    absent(numbers, &moves, &mut left, 0, vectors);
                    assert_eq!(left, expected, "{count} {vectors}");
                    let mut some = 0xFF;
                    absent(numbers, &moves, &mut some, 7, vectors);
                    assert_eq!(some & expected, expected & 0xFF);
                    assert!(some == expected & 0xFF || some.count_ones() <= 7);
                }
            }
        }
    }
}
