//! 64 bytes at a time by AVX-512: marks of digits and blanks as bit masks; the places where numbers
//! end, squeezed together; and for eight numbers at once the digits before those places, by one
//! permutation of the last 128 bytes. Multiply-and-add joins digits to pairs, fours and eights.
//! Numbers of at most four digits go sixteen at a time.

#![allow(unsafe_code, reason = "vector loads and stores take pointers")]

use super::Taken;
use std::arch::x86_64::*;

/// Bytes of a block.
const BLOCK: usize = 64;

/// Whether this machine can.
pub(super) fn is_here() -> bool {
    is_x86_feature_detected!("avx512f")
        && is_x86_feature_detected!("avx512bw")
        && is_x86_feature_detected!("avx512cd")
        && is_x86_feature_detected!("avx512vbmi")
        && is_x86_feature_detected!("avx512vbmi2")
        && is_x86_feature_detected!("lzcnt")
        && is_x86_feature_detected!("popcnt")
        && is_x86_feature_detected!("bmi1")
        && is_x86_feature_detected!("bmi2")
}

pub(super) fn take(bytes: &[u8], at: usize, out: &mut [u64]) -> Taken {
    debug_assert!(is_here());
    // SAFETY: a path of this name is only made where `is_here` holds.
    unsafe { blocks(bytes, at, out) }
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

#[target_feature(enable = "avx512f,avx512bw")]
#[inline]
fn table(bytes: &'static [u8; BLOCK]) -> __m512i {
    // SAFETY: the array is 64 bytes long.
    unsafe { _mm512_loadu_si512(bytes.as_ptr().cast()) }
}

/// The digits of each lane, counted from its end backwards until something else comes; the rest 0.
/// Also which lanes are digits through and through.
#[target_feature(enable = "avx512f,avx512bw,avx512cd")]
#[inline]
fn digits_of_eight(window: __m512i) -> (__m512i, __mmask8) {
    let digits = _mm512_sub_epi8(window, _mm512_set1_epi8(b'0' as i8));
    let other = _mm512_cmpgt_epu8_mask(digits, _mm512_set1_epi8(9));
    let other = _mm512_movm_epi8(other);
    let ending = _mm512_lzcnt_epi64(other);
    let rest = _mm512_srlv_epi64(_mm512_set1_epi64(-1), ending);
    let full = _mm512_testn_epi64_mask(other, other);
    (_mm512_andnot_si512(rest, digits), full)
}

/// The same for lanes of four bytes.
#[target_feature(enable = "avx512f,avx512bw,avx512cd")]
#[inline]
fn digits_of_four(window: __m512i) -> __m512i {
    let digits = _mm512_sub_epi8(window, _mm512_set1_epi8(b'0' as i8));
    let other = _mm512_cmpgt_epu8_mask(digits, _mm512_set1_epi8(9));
    let ending = _mm512_lzcnt_epi32(_mm512_movm_epi8(other));
    let rest = _mm512_srlv_epi32(_mm512_set1_epi32(-1), ending);
    _mm512_andnot_si512(rest, digits)
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

/// The lowest `count` bits.
fn low(count: usize) -> u64 {
    if count < 64 {
        (1 << count) - 1
    } else {
        u64::MAX
    }
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

/// Where numbers end in a block.
struct Ends {
    /// The blanks that end plain numbers.
    ends: u64,
    /// Whether some of them have more than four digits.
    over_four: bool,
    /// Whether some of them have more than eight.
    over_eight: bool,
    /// Whether something odd follows.
    odd: bool,
}

/// Finds the ends by the marks of digits and blanks in the last block and this.
#[inline]
fn ends(previous: u64, digits: u64, blanks: u64) -> Ends {
    let marks = u128::from(digits) << 64 | u128::from(previous);
    // Bit i of `run`: whether so many digits end at i.
    let two = marks & (marks << 1);
    let four = two & (two << 2);
    let eight = four & (four << 4);
    let sixteen = eight & (eight << 8);
    let behind = |run: u128| (run >> 63) as u64;
    let mut ends = blanks & behind(marks);
    let odd = !(digits | blanks);
    let too_long = ends & behind(sixteen & (marks << 16));
    let stop = odd | too_long;
    if stop != 0 {
        ends &= (stop & stop.wrapping_neg()) - 1;
    }
    Ends {
        ends,
        over_four: ends & behind(four & (marks << 4)) != 0,
        over_eight: ends & behind(eight & (marks << 8)) != 0,
        odd: stop != 0,
    }
}

#[target_feature(
    enable = "avx512f,avx512bw,avx512cd,avx512vbmi,avx512vbmi2,lzcnt,popcnt,bmi1,bmi2"
)]
fn blocks(bytes: &[u8], at: usize, out: &mut [u64]) -> Taken {
    let (zero, nine) = (_mm512_set1_epi8(b'0' as i8), _mm512_set1_epi8(9));
    let (tab, space) = (_mm512_set1_epi8(b'\t' as i8), _mm512_set1_epi8(b' ' as i8));
    let iota = table(&IOTA);
    let (before_eight, before_four) = (table(&BEFORE_EIGHT), table(&BEFORE_FOUR));
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
        let digits = _mm512_cmple_epu8_mask(_mm512_sub_epi8(block, zero), nine);
        let blanks = _mm512_cmplt_epu8_mask(_mm512_sub_epi8(block, tab), _mm512_set1_epi8(5))
            | _mm512_cmpeq_epi8_mask(block, space);
        let Ends {
            mut ends,
            over_four,
            over_eight,
            odd,
        } = ends(previous_digits, digits, blanks);
        let mut found = ends.count_ones() as usize;
        let slots = &mut out[count..];
        if found > slots.len() {
            found = slots.len();
            ends = _pdep_u64(low(found), ends);
        }
        let places = _mm512_maskz_compress_epi8(ends, iota);
        if !over_four {
            for (lanes, done) in FOURS.iter().zip((0..found).step_by(16)) {
                let index = _mm512_permutexvar_epi8(table(lanes), places);
                let index = _mm512_add_epi8(index, before_four);
                let window = _mm512_permutex2var_epi8(previous, index, block);
                let fours = pairs_of_pairs(digits_of_four(window));
                let first = _mm512_cvtepu32_epi64(_mm512_castsi512_si256(fours));
                store(&mut slots[done..], found - done, first);
                if done + 8 < found {
                    let second = _mm512_cvtepu32_epi64(_mm512_extracti64x4_epi64(fours, 1));
                    store(&mut slots[done + 8..], found - done - 8, second);
                }
            }
        } else {
            for (lanes, done) in EIGHTS.iter().zip((0..found).step_by(8)) {
                let index = _mm512_permutexvar_epi8(table(lanes), places);
                let index = _mm512_add_epi8(index, before_eight);
                let window = _mm512_permutex2var_epi8(previous, index, block);
                let (digits, full) = digits_of_eight(window);
                let mut numbers = numbers_of_eight(digits);
                if over_eight {
                    let index = _mm512_sub_epi8(index, _mm512_set1_epi8(8));
                    let window = _mm512_permutex2var_epi8(previous, index, block);
                    let high = numbers_of_eight(digits_of_eight(window).0);
                    let high = _mm512_mul_epu32(high, _mm512_set1_epi64(100_000_000));
                    numbers = _mm512_mask_add_epi64(numbers, full, numbers, high);
                }
                store(&mut slots[done..], found - done, numbers);
            }
        }
        count += found;
        if ends != 0 {
            next = place + BLOCK - ends.leading_zeros() as usize;
        }
        if odd || count == out.len() {
            break;
        }
        previous = block;
        previous_digits = digits;
        place += BLOCK;
    }
    Taken {
        numbers: count,
        next,
    }
}
