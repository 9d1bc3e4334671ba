//! 64 bytes at a time by AVX-512: marks of digits and blanks as bit masks; the places where numbers
//! end, squeezed together; and for eight numbers at once the digits before those places, by one
//! permutation of the last 128 bytes. Multiply-and-add joins digits to pairs, fours and eights.
//! Numbers of at most four digits go sixteen at a time; where they are only folded, each is built
//! in the lane of the blank that ends it, without being moved.

#![allow(unsafe_code, reason = "vector loads and stores take pointers")]

use super::{DIGITS, Ends, Folded, Taken, ends, low};
use std::arch::x86_64::*;

/// Bytes of a block.
const BLOCK: usize = 64;

/// Whether this machine can.
pub(super) fn is_here() -> bool {
    is_x86_feature_detected!("avx512f")
        && is_x86_feature_detected!("avx512bw")
        && is_x86_feature_detected!("avx512cd")
        && is_x86_feature_detected!("avx512dq")
        && is_x86_feature_detected!("avx512vbmi")
        && is_x86_feature_detected!("avx512vbmi2")
        && is_x86_feature_detected!("lzcnt")
        && is_x86_feature_detected!("popcnt")
        && is_x86_feature_detected!("bmi1")
        && is_x86_feature_detected!("bmi2")
}

pub(super) fn take(bytes: &[u8], at: usize, out: &mut [u64]) -> Taken {
    debug_assert!(is_here());
    let most = out.len();
    // SAFETY: a path of this name is only made where `is_here` holds.
    unsafe { blocks::<false>(bytes, at, most, out) }.taken
}

pub(super) fn fold(bytes: &[u8], at: usize, most: usize) -> Folded {
    debug_assert!(is_here());
    // SAFETY: as above.
    unsafe { blocks::<true>(bytes, at, most, &mut []) }
}

/// The bytes 0, 1, 2, …, 63.
static IOTA: [u8; BLOCK] = {
    let mut table = [0; BLOCK];
    let mut index = 0;
    while index < BLOCK {
        table[index] = index as u8;
        index += 1;
    }
    table
};

/// Each number of a group repeated over the bytes of its lane: lanes of `width` bytes.
const fn lanes(group: usize, width: usize) -> [u8; BLOCK] {
    let mut table = [0; BLOCK];
    let mut index = 0;
    while index < BLOCK {
        table[index] = (group * (BLOCK / width) + index / width) as u8;
        index += 1;
    }
    table
}

/// How far before the window's place of an end each byte of a lane lies: the window begins 64 bytes
/// before the block.
const fn before(width: usize) -> [u8; BLOCK] {
    let mut table = [0; BLOCK];
    let mut index = 0;
    while index < BLOCK {
        table[index] = (BLOCK - width + index % width) as u8;
        index += 1;
    }
    table
}

static EIGHTS: [[u8; BLOCK]; 4] = [lanes(0, 8), lanes(1, 8), lanes(2, 8), lanes(3, 8)];
static FOURS: [[u8; BLOCK]; 2] = [lanes(0, 4), lanes(1, 4)];
static BEFORE_EIGHT: [u8; BLOCK] = before(8);
static BEFORE_FOUR: [u8; BLOCK] = before(4);

/// The blank that has each lower half byte; 1 where there is none, which has another half byte.
static BLANK_OF: [u8; BLOCK] = {
    let mut table = [1; BLOCK];
    let mut index = 0;
    while index < BLOCK {
        table[index] = match index % 16 {
            0 => b' ',
            1 => 0,
            half @ 9..=13 => half as u8,
            _ => 1,
        };
        index += 1;
    }
    table
};

#[target_feature(enable = "avx512f,avx512bw")]
#[inline]
fn table(bytes: &'static [u8; BLOCK]) -> __m512i {
    // SAFETY: the array is 64 bytes long.
    unsafe { _mm512_loadu_si512(bytes.as_ptr().cast()) }
}

/// Not 0 in the bytes of a window that are blanks: digits have a bit that no blank has.
#[target_feature(enable = "avx512f")]
#[inline]
fn blank_bytes(window: __m512i) -> __m512i {
    _mm512_andnot_si512(window, _mm512_set1_epi8(0x10))
}

/// The digits of a window where `rest` has no bits; 0 elsewhere.
#[target_feature(enable = "avx512f")]
#[inline]
fn digits(window: __m512i, rest: __m512i) -> __m512i {
    // The first and the second and not the third.
    _mm512_ternarylogic_epi64(window, _mm512_set1_epi8(0x0F), rest, 0x40)
}

/// The digits of each lane of digits and blanks, counted from its end backwards until a blank comes; the rest 0.
/// Also which lanes are digits through and through.
#[target_feature(enable = "avx512f,avx512bw,avx512cd")]
#[inline]
fn digits_of_eight(window: __m512i) -> (__m512i, __mmask8) {
    let blanks = blank_bytes(window);
    let rest = _mm512_srlv_epi64(_mm512_set1_epi64(-1), _mm512_lzcnt_epi64(blanks));
    (
        digits(window, rest),
        _mm512_testn_epi64_mask(blanks, blanks),
    )
}

/// The same for lanes of four bytes.
#[target_feature(enable = "avx512f,avx512bw,avx512cd")]
#[inline]
fn digits_of_four(window: __m512i) -> __m512i {
    let rest = _mm512_lzcnt_epi32(blank_bytes(window));
    digits(window, _mm512_srlv_epi32(_mm512_set1_epi32(-1), rest))
}

/// Digits to numbers of four digits each.
#[target_feature(enable = "avx512f,avx512bw")]
#[inline]
fn pairs_of_pairs(digits: __m512i) -> __m512i {
    let pairs = _mm512_maddubs_epi16(digits, _mm512_set1_epi16(0x010A));
    _mm512_madd_epi16(pairs, _mm512_set1_epi32(0x0001_0064))
}

/// Lanes of eight digits to numbers.
#[target_feature(enable = "avx512f,avx512bw")]
#[inline]
fn numbers_of_eight(digits: __m512i) -> __m512i {
    let fours = pairs_of_pairs(digits);
    let high = _mm512_mul_epu32(fours, _mm512_set1_epi64(10_000));
    _mm512_add_epi64(high, _mm512_srli_epi64(fours, 32))
}

/// Stores the first of eight numbers, at most `count`; all eight where there is room.
#[target_feature(enable = "avx512f,avx512bw")]
#[inline]
fn store(slots: &mut [u64], count: usize, numbers: __m512i) {
    if slots.len() >= 8 {
        // SAFETY: there is room for eight numbers.
        unsafe { _mm512_storeu_si512(slots.as_mut_ptr().cast(), numbers) }
    } else {
        let mask = low(count.min(slots.len())) as u8;
        // SAFETY: the mask has no more bits than there are slots.
        unsafe { _mm512_mask_storeu_epi64(slots.as_mut_ptr().cast(), mask, numbers) }
    }
}

#[target_feature(
    enable = "avx512f,avx512bw,avx512cd,avx512vbmi,avx512vbmi2,lzcnt,popcnt,bmi1,bmi2"
)]
fn blocks<const FOLD: bool>(bytes: &[u8], at: usize, most: usize, out: &mut [u64]) -> Folded {
    let (zero, nine) = (_mm512_set1_epi8(b'0' as i8), _mm512_set1_epi8(9));
    let space = _mm512_set1_epi8(b' ' as i8);
    let blank_of = table(&BLANK_OF);
    let iota = table(&IOTA);
    let (before_eight, before_four) = (table(&BEFORE_EIGHT), table(&BEFORE_FOUR));
    // Where numbers are folded: by lanes of two bytes and of four.
    let mut long = false;
    let (mut xor_pairs, mut or_pairs) = (_mm512_setzero_si512(), _mm512_setzero_si512());
    let (mut xor_fours, mut or_fours) = (_mm512_setzero_si512(), _mm512_setzero_si512());
    let mut previous = space;
    let mut previous_digits = 0;
    let (mut count, mut next, mut place) = (0, at, at);
    loop {
        let left = bytes.len() - place;
        let block = if left >= BLOCK {
            // SAFETY: 64 bytes are left from `place` on.
            unsafe { _mm512_loadu_si512(bytes.as_ptr().add(place).cast()) }
        } else if left > 0 {
            // What lies behind the slice becomes NUL, which is odd and ends the loop.
            // SAFETY: only the bytes of the mask are read, and they are in the slice.
            unsafe { _mm512_maskz_loadu_epi8(low(left), bytes.as_ptr().add(place).cast()) }
        } else {
            break;
        };
        let digits_here = _mm512_cmple_epu8_mask(_mm512_sub_epi8(block, zero), nine);
        let blanks = _mm512_cmpeq_epi8_mask(_mm512_shuffle_epi8(blank_of, block), block);
        let Ends {
            mut ends,
            at_least,
            over_four,
            mut odd,
        } = ends(previous_digits, digits_here, blanks);
        if FOLD && over_four {
            long = true;
            break;
        }
        let mut found = ends.count_ones() as usize;
        if found > most - count {
            found = most - count;
            ends = _pdep_u64(low(found), ends);
        }
        let slots = if FOLD { &mut [] } else { &mut out[count..] };
        let places = || _mm512_maskz_compress_epi8(ends, iota);
        if FOLD && place >= 4 && left >= BLOCK {
            let [second, third, fourth] = at_least.map(|marks| marks & ends);
            // The digit so many places before each marked byte.
            let digit = |before: usize, marks: u64| {
                // SAFETY: `before` is at most 4, and so many bytes precede the block, which is whole.
                let text = unsafe { _mm512_loadu_si512(bytes.as_ptr().add(place - before).cast()) };
                _mm512_maskz_sub_epi8(marks, text, zero)
            };
            // The last two digits of each number, and the two before, below 100 in their bytes.
            let low = _mm512_add_epi8(digit(1, ends), ten_times(digit(2, second)));
            let high = _mm512_add_epi8(digit(3, third), ten_times(digit(4, fourth)));
            let weights = _mm512_set1_epi16(100 << 8 | 1);
            let left_half = _mm512_maddubs_epi16(_mm512_unpacklo_epi8(low, high), weights);
            let right_half = _mm512_maddubs_epi16(_mm512_unpackhi_epi8(low, high), weights);
            // Of three: xor, and or.
            xor_pairs = _mm512_ternarylogic_epi64(xor_pairs, left_half, right_half, 0x96);
            or_pairs = _mm512_ternarylogic_epi64(or_pairs, left_half, right_half, 0xFE);
        } else if !over_four {
            let places = places();
            for (lanes, done) in FOURS.iter().zip((0..found).step_by(16)) {
                let index = _mm512_permutexvar_epi8(table(lanes), places);
                let index = _mm512_add_epi8(index, before_four);
                let window = _mm512_permutex2var_epi8(previous, index, block);
                let fours = pairs_of_pairs(digits_of_four(window));
                if FOLD {
                    let mask = low(found - done) as u16;
                    xor_fours = _mm512_mask_xor_epi32(xor_fours, mask, xor_fours, fours);
                    or_fours = _mm512_mask_or_epi32(or_fours, mask, or_fours, fours);
                    continue;
                }
                let first = _mm512_cvtepu32_epi64(_mm512_castsi512_si256(fours));
                store(&mut slots[done..], found - done, first);
                if done + 8 < found {
                    let second = _mm512_cvtepu32_epi64(_mm512_extracti64x4_epi64(fours, 1));
                    store(&mut slots[done + 8..], found - done - 8, second);
                }
            }
        } else {
            let places = places();
            for (lanes, done) in EIGHTS.iter().zip((0..).step_by(8)) {
                if done >= found {
                    break;
                }
                let index = _mm512_permutexvar_epi8(table(lanes), places);
                let index = _mm512_add_epi8(index, before_eight);
                let window = _mm512_permutex2var_epi8(previous, index, block);
                let (digits, full) = digits_of_eight(window);
                let mut numbers = numbers_of_eight(digits);
                if full != 0 {
                    let index = _mm512_sub_epi8(index, _mm512_set1_epi8(8));
                    let window = _mm512_permutex2var_epi8(previous, index, block);
                    let (digits, longest) = digits_of_eight(window);
                    let high =
                        _mm512_mul_epu32(numbers_of_eight(digits), _mm512_set1_epi64(100_000_000));
                    numbers = _mm512_mask_add_epi64(numbers, full, numbers, high);
                    if longest & full != 0 {
                        let marks = too_long(previous_digits, digits_here, ends);
                        if marks != 0 {
                            ends &= (marks & marks.wrapping_neg()) - 1;
                            found = ends.count_ones() as usize;
                            odd = true;
                        }
                    }
                }
                store(&mut slots[done..], found.saturating_sub(done), numbers);
            }
        }
        count += found;
        if ends != 0 {
            next = place + BLOCK - ends.leading_zeros() as usize;
        }
        if odd || count == most {
            break;
        }
        previous = block;
        previous_digits = digits_here;
        place += BLOCK;
    }
    let taken = Taken {
        numbers: count,
        next,
    };
    if !FOLD {
        return Folded {
            taken,
            ..Folded::default()
        };
    }
    // Lanes of two bytes fold into lanes of four, those into lanes of eight, and those into one.
    let pairs = _mm512_xor_si512(_mm512_srli_epi32(xor_pairs, 16), xor_pairs);
    let pairs = _mm512_and_si512(pairs, _mm512_set1_epi32(0xFFFF));
    let xor_fours = _mm512_xor_si512(xor_fours, pairs);
    let fours = _mm512_xor_si512(_mm512_srli_epi64(xor_fours, 32), xor_fours);
    let fours = _mm512_and_si512(fours, _mm512_set1_epi64(0xFFFF_FFFF));
    let pairs = _mm512_or_si512(_mm512_srli_epi32(or_pairs, 16), or_pairs);
    let pairs = _mm512_and_si512(pairs, _mm512_set1_epi32(0xFFFF));
    let or_fours = _mm512_or_si512(or_fours, pairs);
    let ors = _mm512_or_si512(_mm512_srli_epi64(or_fours, 32), or_fours);
    let ors = _mm512_and_si512(ors, _mm512_set1_epi64(0xFFFF_FFFF));
    let (xors, ors) = (words(fours), words(ors));
    Folded {
        taken,
        long,
        xor: xors.iter().fold(0, |all, word| all ^ word),
        or: ors.iter().fold(0, |all, word| all | word),
    }
}

/// Ten times each byte, which is below 10.
#[target_feature(enable = "avx512f,avx512bw")]
#[inline]
fn ten_times(digit: __m512i) -> __m512i {
    // No digit leaves its byte.
    let eight = _mm512_slli_epi16(digit, 3);
    _mm512_add_epi8(eight, _mm512_add_epi8(digit, digit))
}

/// The ends whose numbers have more digits than a plain number.
#[cold]
fn too_long(previous: u64, digits: u64, ends: u64) -> u64 {
    let behind = |places: u32| digits << places | previous >> (BLOCK as u32 - places);
    (1..=DIGITS as u32 + 1).fold(ends, |marks, places| marks & behind(places))
}

/// The lanes of eight bytes.
#[target_feature(enable = "avx512f")]
#[inline]
fn words(vector: __m512i) -> [u64; 8] {
    let mut words = [0; 8];
    // SAFETY: the array is 64 bytes long.
    unsafe { _mm512_storeu_si512(words.as_mut_ptr().cast(), vector) };
    words
}
