//! Candidates by vectors of 512 bits, for sequences whose common values have numbers below 16 or below 32.
//!
//! A heap's excluded numbers are a word of 16 or 32 bits, and moves are made in ranges of distance. Those that reach
//! behind a batch of 64 heaps look up, for 64 heaps at once, the bit that each number excludes, a byte of the words
//! at a time. Nearer ones do so for 16 or 8 heaps at once, the last 64 numbers being held in a register. The nearest, up
//! to as many heaps behind, are made the other way round: when the number of a heap is known, one row of a table tells
//! what it excludes for each of the heaps that follow, so that the number of moves does not matter.

use std::arch::x86_64::*;

use super::super::super::BLOCK;
use super::super::space::RARE;
use super::planes::{Planes, WORDS};
use super::probes::{Probes, list};

/// Moves farther than this are made for so many heaps at once.
const CLOSE: usize = 16;

/// Moves as far as this are made for so many heaps before any of the sixteen just behind are known, or all of them: the
/// numbers need not come back from the registers first.
const AHEAD: usize = 32;
const HALFWAY: usize = 24;

/// So many heaps are done together by the moves that are farther than any of them.
const BATCH: usize = 64;

/// The bits that each number excludes, a table for each byte of a word. Whole lines of the cache are read the faster.
#[derive(Clone, Debug)]
#[repr(C, align(64))]
struct Tables<const BYTES: usize> {
    bits: [[u8; 64]; BYTES],
    /// For moves within a batch: where in the last 64 numbers those of the next 16 heaps' options are.
    places: [u8; 64],
    distance: usize,
}

impl<const BYTES: usize> Tables<BYTES> {
    fn new(distance: usize, change: u16) -> Tables<BYTES> {
        let mut bits = [[0; 64]; BYTES];
        for number in 0..63u16 {
            // Short tables are looked up by the lowest four digits.
            let number = if BYTES == 2 { number & 15 } else { number };
            let excluded = usize::from(number ^ change);
            if excluded < 8 * BYTES {
                let place = usize::from(number);
                for copy in (place..64).step_by(if BYTES == 2 { 16 } else { 64 }) {
                    bits[excluded / 8][copy] |= 1 << (excluded % 8);
                }
            }
        }
        let unknown = match distance {
            AHEAD.. => CLOSE,
            HALFWAY.. => CLOSE / 2,
            _ => 0,
        };
        let place = |heap: usize| (128 + unknown + heap).wrapping_sub(distance) as u8 % 64;
        Tables {
            distance,
            places: std::array::from_fn(place),
            bits,
        }
    }
}

macro_rules! kernel {
    (
        $(#[$doc:meta])* $name:ident, words of $word:ty, $bytes:literal bytes, $lanes:literal to 64 bits,
        rows of $row:literal, $numbers:literal numbers, $near:literal near,
        $look_up:expr, $look_up_some:expr, $weave:ident,
        now $($now:ident)*, then $($then:ident)*,
        steps $($place:literal $lane:literal $first:ident $($following:ident)*;)*
    ) => {
        $(#[$doc])*
        #[derive(Clone, Debug)]
        pub(super) struct $name {
            far: Vec<Tables<$bytes>>,
            ahead: Vec<Tables<$bytes>>,
            halfway: Vec<Tables<$bytes>>,
            middle: Vec<Tables<$bytes>>,
            close: Vec<Tables<$bytes>>,
            /// For the place of a heap in a word of 64 bits, a word from this one on, and the heap's number: what the heaps
            /// of the word may still have.
            rows: Box<[[[u64; ROWS]; $row]; $lanes]>,
            /// The least distance of a near move, if there is one.
            nearest: usize,
        }

        impl $name {
            /// How many numbers there may be.
            pub(super) const NUMBERS: u8 = $numbers;

            /// The kernel of these moves: pairs of a distance and a change.
            pub(super) fn new(taps: &[(usize, u16)]) -> $name {
                let mut kernel = $name {
                    far: Vec::new(),
                    ahead: Vec::new(),
                    halfway: Vec::new(),
                    middle: Vec::new(),
                    close: Vec::new(),
                    rows: Box::new([[[u64::MAX; ROWS]; $row]; $lanes]),
                    nearest: $near,
                };
                for &(distance, change) in taps.iter().filter(|tap| tap.1 & RARE == 0) {
                    let list = match distance {
                        BATCH.. => &mut kernel.far,
                        AHEAD.. => &mut kernel.ahead,
                        HALFWAY.. => &mut kernel.halfway,
                        17.. => &mut kernel.middle,
                        9.. if $near == 8 => &mut kernel.close,
                        _ => {
                            kernel.near(distance, change);
                            continue;
                        }
                    };
                    list.push(Tables::new(distance, change));
                }
                kernel
            }

            fn near(&mut self, distance: usize, change: u16) {
                self.nearest = self.nearest.min(distance);
                for (lane, rows) in self.rows.iter_mut().enumerate() {
                    for number in 0..$numbers {
                        let excluded: u16 = number ^ change;
                        if excluded < $numbers {
                            let place = lane + distance;
                            let bit = <$word>::BITS as usize * (place % $lanes);
                            rows[place / $lanes][usize::from(number)] &= !(1 << (bit + usize::from(excluded)));
                        }
                    }
                }
            }

            /// Replaces the block of numbers from `start` on by candidates. If one is not below [`Self::NUMBERS`], the
            /// block is of no use. There must be 80 numbers before, and as many as the farthest move reaches back.
            #[target_feature(enable = "avx512f,avx512bw,avx512vl,avx512dq,avx512vbmi,bmi1,bmi2,popcnt")]
            pub(super) fn fill(&self, numbers: &mut [u8], start: usize) {
                match self.nearest.min($lanes) {
                    4 => self.fill_by::<4>(numbers, start),
                    3 => self.fill_by::<3>(numbers, start),
                    2 => self.fill_by::<2>(numbers, start),
                    _ => self.fill_by::<1>(numbers, start),
                }
            }

            /// Fills the block where no heap is an option of the `APART` - 1 heaps after it, so that so many heaps are computed at once.
            #[target_feature(enable = "avx512f,avx512bw,avx512vl,avx512dq,avx512vbmi,bmi1,bmi2,popcnt")]
            fn fill_by<const APART: usize>(&self, numbers: &mut [u8], start: usize) {
                $(let mut $now = u64::MAX;)*
                $(let mut $then = u64::MAX;)*
                let before: [u8; $near] = std::array::from_fn(|place| numbers[start - $near + place]);
                $(
                    let rows = &self.rows[$lane];
                    let number = usize::from(before[$place]).min(ROWS - 1);
                    kernel!(exclude rows, number, 0, $first $($following)*);
                )*
                // Those before the block are known.
                let _ = [$($now),*];
                // The word of the next heap and the one behind it as they were 0, 1, 2 and 3 heaps ago.
                let mut ago = [[kernel!(first $($then)*), u64::MAX]; 4];
                let mut last = load(numbers, start - 64);
                let mut halfway = load(numbers, start - 64 - CLOSE / 2);
                let mut earlier = load(numbers, start - 64 - CLOSE);
                for batch in (start..start + BLOCK).step_by(BATCH) {
                    let mut excluded = [_mm512_setzero_si512(); $bytes];
                    for tap in &self.far {
                        let from = load(numbers, batch - tap.distance);
                        for (excluded, bits) in excluded.iter_mut().zip(&tap.bits) {
                            *excluded = _mm512_or_si512(*excluded, ($look_up)(load(bits, 0), from));
                        }
                    }
                    let excluded = excluded.map(|excluded| bytes(excluded));
                    for sixteen in 0..BATCH / CLOSE {
                        let mut excluded: [__m128i; $bytes] =
                            std::array::from_fn(|byte| load_some(&excluded[byte], CLOSE * sixteen));
                        for (taps, from) in [
                            (&self.ahead, earlier),
                            (&self.halfway, halfway),
                            (&self.middle, last),
                        ] {
                            for tap in taps {
                                let from = _mm512_permutexvar_epi8(load(&tap.places, 0), from);
                                let from = _mm512_castsi512_si128(from);
                                for (excluded, bits) in excluded.iter_mut().zip(&tap.bits) {
                                    *excluded = _mm_or_si128(*excluded, ($look_up_some)(bits, from));
                                }
                            }
                        }
                        earlier = last;
                        for part in 0..CLOSE / $near {
                            for tap in &self.close {
                                let from = _mm512_permutexvar_epi8(load(&tap.places, 0), last);
                                let from = _mm512_castsi512_si128(from);
                                for (excluded, bits) in excluded.iter_mut().zip(&tap.bits) {
                                    // What this says of the upper eight is not known yet.
                                    let bits = _mm_move_epi64(($look_up_some)(bits, from));
                                    *excluded = _mm_or_si128(*excluded, bits);
                                }
                            }
                            let woven = $weave(excluded);
                            ago = ago.map(|[first, _]| [first & !woven[0], u64::MAX]);
                            let [$($now),*] = {
                                $(let $now = $then;)*
                                let [$($then),*] = woven;
                                [$($now & !$then),*]
                            };
                            $(let mut $now = $now;)*
                            $($then = u64::MAX;)*
                            excluded = excluded.map(|excluded| _mm_srli_si128::<8>(excluded));
                            let mut found = 0u128;
                            $(
                                let bit = <$word>::BITS * $lane;
                                let number = (ago[APART - 1][0] >> bit).trailing_zeros();
                                let rows = &self.rows[$lane];
                                kernel!(exclude rows, number as usize, 0, $first $($following)*);
                                found |= u128::from(number) << (8 * $place);
                                ago = [[$first, kernel!(first $($following)*)], ago[0], ago[1], ago[2]];
                                if $lane + 1 == $lanes {
                                    ago = ago.map(|[_, next]| [next, u64::MAX]);
                                }
                            )*
                            let place = batch + CLOSE * sixteen + $near * part;
                            numbers[place..place + $near].copy_from_slice(&found.to_le_bytes()[..$near]);
                            if part == 0 {
                                let eight = _mm512_castsi128_si512(_mm_cvtsi64_si128(found as i64));
                                halfway = _mm512_alignr_epi64::<1>(eight, last);
                            }
                            let found = _mm_set_epi64x((found >> 64) as i64, found as i64);
                            last = _mm512_alignr_epi64::<{ $near / 8 }>(_mm512_castsi128_si512(found), last);
                            // All of them are found.
                            let _ = [$($now),*];
                        }
                    }
                }
            }
        }
    };
    (exclude $rows:ident, $number:expr, $place:expr, $first:ident $($following:ident)*) => {
        $first &= $rows[$place][$number];
        kernel!(exclude $rows, $number, $place + 1, $($following)*);
    };
    (exclude $rows:ident, $number:expr, $place:expr,) => {};
    (first $first:ident $($following:ident)*) => { $first };
}

/// For numbers to 64, found in a word without bits, and one for rare values.
const ROWS: usize = 66;

kernel! {
    /// For numbers below 16.
    Of16, words of u16, 2 bytes, 4 to 64 bits, rows of 5, 16 numbers, 16 near,
    |bits, from| _mm512_shuffle_epi8(bits, from),
    |bits: &[u8; 64], from| _mm_shuffle_epi8(load_some(bits, 0), from),
    weave_2,
    now a b c d, then e f g h,
    steps
    0 0 a b c d e;
    1 1 a b c d e;
    2 2 a b c d e;
    3 3 a b c d e;
    4 0 b c d e f;
    5 1 b c d e f;
    6 2 b c d e f;
    7 3 b c d e f;
    8 0 c d e f g;
    9 1 c d e f g;
    10 2 c d e f g;
    11 3 c d e f g;
    12 0 d e f g h;
    13 1 d e f g h;
    14 2 d e f g h;
    15 3 d e f g h;
}

kernel! {
    /// For numbers below 32.
    Of32, words of u32, 4 bytes, 2 to 64 bits, rows of 5, 32 numbers, 8 near,
    |bits, from| _mm512_permutexvar_epi8(from, bits),
    |bits: &[u8; 64], from| {
        _mm512_castsi512_si128(_mm512_permutexvar_epi8(_mm512_castsi128_si512(from), load(bits, 0)))
    },
    weave_4,
    now a b c d, then e f g h,
    steps
    0 0 a b c d e; 1 1 a b c d e;
    2 0 b c d e f; 3 1 b c d e f;
    4 0 c d e f g; 5 1 c d e f g;
    6 0 d e f g h; 7 1 d e f g h;
}

/// Words of 16 bits for sixteen heaps, from their low bytes and their high ones.
#[inline]
#[target_feature(enable = "avx512f")]
fn weave_2([low, high]: [__m128i; 2]) -> [u64; 4] {
    let [a, b] = halves(_mm_unpacklo_epi8(low, high));
    let [c, d] = halves(_mm_unpackhi_epi8(low, high));
    [a, b, c, d]
}

/// Words of 32 bits for eight heaps, from their bytes.
#[inline]
#[target_feature(enable = "avx512f")]
fn weave_4([first, second, third, fourth]: [__m128i; 4]) -> [u64; 4] {
    let (low, high) = (
        _mm_unpacklo_epi8(first, second),
        _mm_unpacklo_epi8(third, fourth),
    );
    let [a, b] = halves(_mm_unpacklo_epi16(low, high));
    let [c, d] = halves(_mm_unpackhi_epi16(low, high));
    [a, b, c, d]
}

#[inline]
#[target_feature(enable = "avx512f")]
fn halves(vector: __m128i) -> [u64; 2] {
    [
        _mm_cvtsi128_si64(vector) as u64,
        _mm_extract_epi64::<1>(vector) as u64,
    ]
}

/// 64 bytes from the place `at` on.
#[inline]
#[target_feature(enable = "avx512f")]
fn load(from: &[u8], at: usize) -> __m512i {
    let from = &from[at..at + 64];
    // SAFETY: there are 64 bytes, and the load asks for no alignment.
    unsafe { _mm512_loadu_si512(from.as_ptr().cast()) }
}

/// 16 bytes from the place `at` on.
#[inline]
#[target_feature(enable = "avx512f")]
fn load_some(from: &[u8; 64], at: usize) -> __m128i {
    let from = &from[at..at + 16];
    // SAFETY: there are 16 bytes, and the load asks for no alignment.
    unsafe { _mm_loadu_si128(from.as_ptr().cast()) }
}

#[inline]
#[target_feature(enable = "avx512f")]
fn bytes(vector: __m512i) -> [u8; 64] {
    let mut bytes = [0; 64];
    // SAFETY: there are 64 bytes, and the store asks for no alignment.
    unsafe { _mm512_storeu_si512(bytes.as_mut_ptr().cast(), vector) };
    bytes
}

/// The values of numbers by a table for even heaps and one for odd ones. The numbers begin with an even heap, are in
/// whole vectors, and only their lowest six digits count.
#[target_feature(enable = "avx512f,avx512bw,avx512vbmi")]
pub(super) fn emit(numbers: &[u8], [even, odd]: &[[u8; 64]; 2], out: &mut [u32]) {
    let (even, odd) = (load(even, 0), load(odd, 0));
    for (numbers, out) in numbers
        .as_chunks::<64>()
        .0
        .iter()
        .zip(out.as_chunks_mut::<64>().0)
    {
        let numbers = load(numbers, 0);
        let values = _mm512_mask_permutexvar_epi8(
            _mm512_permutexvar_epi8(numbers, even),
            u64::MAX / 3 * 2,
            numbers,
            odd,
        );
        for (out, value) in out.iter_mut().zip(bytes(values)) {
            *out = value.into();
        }
    }
}

/// Where in a block each number is: a bit for each heap, in the number's plane.
#[target_feature(enable = "avx512f,avx512bw")]
pub(super) fn mark<'a>(block: &[u8], planes: impl Iterator<Item = &'a mut [u8; BLOCK / 8]>) {
    for (number, plane) in (0..).zip(planes) {
        let wanted = _mm512_set1_epi8(number);
        for (word, eight) in plane.as_chunks_mut::<8>().0.iter_mut().enumerate() {
            let found = _mm512_cmpeq_epi8_mask(load(block, 64 * word), wanted);
            *eight = found.to_le_bytes();
        }
    }
}

/// Lists the rare values below the candidates of the block at `place` of the planes that no probe shows to be excluded.
/// The chosen probes are made only if there are `enough` heaps before.
#[target_feature(enable = "avx512f,avx512bw")]
pub(super) fn prove(
    probes: &[Probes],
    planes: &Planes,
    (place, enough): (usize, bool),
    open: &mut Vec<(usize, u16)>,
) {
    let bytes = planes.all();
    // Heaps that need the rare value: all whose candidate is above it.
    let mut needing = _mm512_setzero_si512();
    for (rare, probes) in probes.iter().enumerate().rev() {
        for &(plane, heaps) in &probes.above {
            let block = load(bytes, planes.start(plane) + place);
            let block = _mm512_and_si512(block, _mm512_set1_epi64(heaps as i64));
            needing = _mm512_or_si512(needing, block);
        }
        let mut left = needing;
        for four in probes.chosen.iter().filter(|_| enough) {
            if _mm512_test_epi64_mask(left, left) == 0 {
                break;
            }
            let [a, b, c, d] =
                four.map(|offset| load(bytes, place + offset as usize - Planes::BEFORE));
            let seen = _mm512_or_si512(_mm512_or_si512(a, b), _mm512_or_si512(c, d));
            left = _mm512_andnot_si512(seen, left);
        }
        for spot in &probes.others {
            if _mm512_test_epi64_mask(left, left) == 0 {
                break;
            }
            if let Some(from) = planes.place(*spot, place) {
                // As planes are looked at by words.
                let bits = (spot.distance % 8) as i64;
                let behind = _mm512_srl_epi64(load(bytes, from), _mm_cvtsi64_si128(8 - bits));
                let ahead = _mm512_sll_epi64(load(bytes, from + 1), _mm_cvtsi64_si128(bits));
                left = _mm512_andnot_si512(_mm512_or_si512(behind, ahead), left);
            }
        }
        if _mm512_test_epi64_mask(left, left) != 0 {
            let mut words = [0; WORDS];
            // SAFETY: eight words are 64 bytes, and the store asks for no alignment.
            unsafe { _mm512_storeu_si512(words.as_mut_ptr().cast(), left) };
            list(rare, words, open);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::{RARE_BYTE, wide_vectors};
    use super::*;

    /// Numbers with a rare value now and then, and a block of the least ones not excluded.
    fn example(taps: &[(usize, u16)], below: u64, seed: u64) -> (Vec<u8>, Vec<u8>) {
        let mut random = seed;
        let mut next = |below: u64| {
            random = random.wrapping_mul(0x5851_F42D_4C95_7F2D).wrapping_add(1);
            (random >> 33) % below
        };
        let mut numbers: Vec<u8> = (0..2048)
            .map(|_| {
                if next(9) == 0 {
                    RARE_BYTE
                } else {
                    next(below) as u8
                }
            })
            .collect();
        let mut plain = numbers.clone();
        for heap in 2048..2048 + BLOCK {
            let excluded = |number: u8| {
                taps.iter().any(|&(distance, change)| {
                    let other = plain[heap - distance];
                    other != RARE_BYTE && u16::from(other) ^ change == u16::from(number)
                })
            };
            plain.push(
                (0..RARE_BYTE)
                    .find(|&number| !excluded(number))
                    .expect("a number"),
            );
        }
        numbers.resize(2048 + BLOCK, 7);
        (numbers, plain)
    }

    #[test]
    fn the_kernels_find_the_least_not_excluded() {
        if !wide_vectors() {
            return;
        }
        let mut random = 5u64;
        let mut next = |below: u64| {
            random = random.wrapping_mul(0x5851_F42D_4C95_7F2D).wrapping_add(1);
            (random >> 33) % below
        };
        let mut filled = [0; 2];
        for round in 0..400 {
            let (least, reach) = (
                1 + next(7) as usize,
                [6, 20, 70, 400, 1900][next(5) as usize],
            );
            let below = [16, 32][round % 2];
            let count = next([16, 40][round % 2]);
            let mut taps: Vec<(usize, u16)> = (0..count)
                .map(|_| (least + next(reach) as usize, next(below) as u16))
                .collect();
            taps.sort_unstable();
            if next(2) == 0 {
                taps.push((1999, RARE));
            }
            let (mut numbers, plain) = example(&taps, below, round as u64);
            let widest = u64::from(*plain[2048..].iter().max().expect("a block"));
            // SAFETY: the processor has the features, as was just asked.
            unsafe {
                match below {
                    16 => Of16::new(&taps).fill(&mut numbers, 2048),
                    _ => Of32::new(&taps).fill(&mut numbers, 2048),
                }
            };
            let found = numbers[2048..].iter().max();
            let done = found.is_some_and(|&found| u64::from(found) < below);
            assert_eq!(done, widest < below, "{taps:?}");
            if done {
                filled[round % 2] += 1;
                assert_eq!(numbers, plain, "{taps:?}");
            }
        }
        assert!(filled[0] > 50 && filled[1] > 50, "{filled:?}");
    }
}
