//! Marks of digits and blanks in 64 bytes by AVX2, then number by number: the eight bytes before
//! its end, shifted so that only its digits are left, and joined by three multiplications. Where
//! short numbers are only folded, each is built in the lane of the blank that ends it.

#![allow(unsafe_code, reason = "vector loads take pointers")]

use super::{DIGITS, Ends, Folded, Taken, ends, low};
use crate::scan::short;
use std::arch::x86_64::*;

/// Bytes of a block.
const BLOCK: usize = 64;

/// Whether this machine can.
pub(super) fn is_here() -> bool {
    is_x86_feature_detected!("avx2")
        && is_x86_feature_detected!("bmi1")
        && is_x86_feature_detected!("bmi2")
        && is_x86_feature_detected!("lzcnt")
        && is_x86_feature_detected!("popcnt")
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

/// Which of 32 bytes are digits, and which are blanks.
#[target_feature(enable = "avx2")]
#[inline]
fn marks(bytes: &[u8; 32]) -> (u32, u32) {
    // SAFETY: the array is 32 bytes long.
    let block = unsafe { _mm256_loadu_si256(bytes.as_ptr().cast()) };
    let below = |first: u8, count: i8| {
        let moved = _mm256_sub_epi8(block, _mm256_set1_epi8(first as i8));
        let least = _mm256_min_epu8(moved, _mm256_set1_epi8(count - 1));
        _mm256_cmpeq_epi8(least, moved)
    };
    let space = _mm256_cmpeq_epi8(block, _mm256_set1_epi8(b' ' as i8));
    let blanks = _mm256_or_si256(below(b'\t', 5), space);
    (
        _mm256_movemask_epi8(below(b'0', 10)) as u32,
        _mm256_movemask_epi8(blanks) as u32,
    )
}

/// The number whose digits, at most eight, are the highest bytes of `text`; the lower ones 0.
#[inline]
fn joined(text: u64) -> u64 {
    let digits = text & 0x0F0F_0F0F_0F0F_0F0F;
    let pairs = digits.wrapping_mul(10 << 8 | 1) >> 8 & 0x00FF_00FF_00FF_00FF;
    let fours = pairs.wrapping_mul(100 << 16 | 1) >> 16 & 0x0000_FFFF_0000_FFFF;
    fours.wrapping_mul(10_000 << 32 | 1) >> 32
}

/// The eight bytes before index `end`, without all but the last `count`.
#[inline]
fn last(bytes: &[u8], end: usize, count: usize) -> u64 {
    let eight = bytes[end - 8..end].try_into().unwrap_or_default();
    u64::from_le_bytes(eight) >> (64 - 8 * count) << (64 - 8 * count)
}

/// The numbers of at most four digits that end at the marked places of 32 bytes, whose first has
/// index `place` in `bytes`, folded by xor and by or in lanes of two bytes.
#[target_feature(enable = "avx2")]
#[inline]
fn folded_lanes(bytes: &[u8], place: usize, ends: u32) -> (__m256i, __m256i) {
    let nine = _mm256_set1_epi8(9);
    // The digit so many places before each byte, and whether it is one.
    let digit = |before: usize| {
        let text: &[u8; 32] = bytes[place - before..place - before + 32]
            .try_into()
            .unwrap_or(&[0; 32]);
        // SAFETY: the array is 32 bytes long.
        let text = unsafe { _mm256_loadu_si256(text.as_ptr().cast()) };
        let digit = _mm256_sub_epi8(text, _mm256_set1_epi8(b'0' as i8));
        (
            digit,
            _mm256_cmpeq_epi8(_mm256_min_epu8(digit, nine), digit),
        )
    };
    let ten = |digit: __m256i| {
        // No digit leaves its byte.
        let eight = _mm256_slli_epi16(digit, 3);
        _mm256_add_epi8(eight, _mm256_add_epi8(digit, digit))
    };
    let (first, _) = digit(1);
    let (second, is_second) = digit(2);
    let (third, is_third) = digit(3);
    let (fourth, is_fourth) = digit(4);
    let is_third = _mm256_and_si256(is_second, is_third);
    let is_fourth = _mm256_and_si256(is_third, is_fourth);
    let low = _mm256_add_epi8(first, ten(_mm256_and_si256(second, is_second)));
    let high = _mm256_add_epi8(
        _mm256_and_si256(third, is_third),
        ten(_mm256_and_si256(fourth, is_fourth)),
    );
    // Bit i of the marks to byte i.
    let marks = _mm256_set1_epi32(ends as i32);
    let spread = _mm256_setr_epi64x(
        0,
        0x0101_0101_0101_0101,
        0x0202_0202_0202_0202,
        0x0303_0303_0303_0303,
    );
    let bits = _mm256_set1_epi64x(0x8040_2010_0804_0201_u64 as i64);
    let chosen = _mm256_and_si256(_mm256_shuffle_epi8(marks, spread), bits);
    let chosen = _mm256_cmpeq_epi8(chosen, bits);
    let (low, high) = (
        _mm256_and_si256(low, chosen),
        _mm256_and_si256(high, chosen),
    );
    let weights = _mm256_set1_epi16(100 << 8 | 1);
    let left = _mm256_maddubs_epi16(_mm256_unpacklo_epi8(low, high), weights);
    let right = _mm256_maddubs_epi16(_mm256_unpackhi_epi8(low, high), weights);
    (_mm256_xor_si256(left, right), _mm256_or_si256(left, right))
}

/// The lanes of two bytes.
#[target_feature(enable = "avx2")]
#[inline]
fn lanes(vector: __m256i) -> [u16; 16] {
    let mut lanes = [0; 16];
    // SAFETY: the array is 32 bytes long.
    unsafe { _mm256_storeu_si256(lanes.as_mut_ptr().cast(), vector) };
    lanes
}

#[target_feature(enable = "avx2,bmi1,bmi2,lzcnt,popcnt")]
fn blocks<const FOLD: bool>(bytes: &[u8], at: usize, most: usize, out: &mut [u64]) -> Folded {
    let mut folded = Folded::default();
    let (mut xor, mut or) = (_mm256_setzero_si256(), _mm256_setzero_si256());
    let (mut count, mut next, mut place) = (0, at, at);
    let mut previous = 0u64;
    // Where the number at hand begins, once it has begun.
    let mut begin = at;
    let mut take = |count: usize, number: u64| {
        if FOLD {
            folded.xor ^= number;
            folded.or |= number;
        } else {
            out[count] = number;
        }
    };
    'blocks: while bytes.len() - place >= BLOCK && count < most {
        let halves: &[u8; BLOCK] = bytes[place..place + BLOCK]
            .try_into()
            .unwrap_or(&[0; BLOCK]);
        let (first, second) = halves.split_at(32);
        let (digits, blanks) = marks(first.try_into().unwrap_or(&[0; 32]));
        let (more_digits, more_blanks) = marks(second.try_into().unwrap_or(&[0; 32]));
        let digits = u64::from(more_digits) << 32 | u64::from(digits);
        let blanks = u64::from(more_blanks) << 32 | u64::from(blanks);
        let behind = digits << 1 | previous >> 63;
        let mut starts = digits & !behind;
        let Ends {
            mut ends,
            over_four,
            odd,
            ..
        } = ends(previous, digits, blanks);
        if FOLD && over_four {
            folded.long = true;
            break;
        }
        let found = ends.count_ones() as usize;
        if found > most - count {
            ends = _pdep_u64(low(most - count), ends);
        }
        if FOLD && place >= 4 {
            let halves = [(place, ends as u32), (place + 32, (ends >> 32) as u32)];
            for (place, ends) in halves {
                let (xors, ors) = folded_lanes(bytes, place, ends);
                xor = _mm256_xor_si256(xor, xors);
                or = _mm256_or_si256(or, ors);
            }
            count += ends.count_ones() as usize;
            if ends != 0 {
                next = place + BLOCK - ends.leading_zeros() as usize;
            }
            // The number that the block cuts, if it cuts one.
            let cut = (!digits).leading_zeros() as usize;
            if cut < BLOCK {
                begin = place + BLOCK - cut;
            }
        } else {
            if previous >> 63 == 0 && starts != 0 {
                begin = place + starts.trailing_zeros() as usize;
                starts &= starts - 1;
            }
            while ends != 0 {
                let end = place + ends.trailing_zeros() as usize;
                ends &= ends - 1;
                let length = end - begin;
                if length > DIGITS {
                    break 'blocks;
                }
                let number = if end < 16 {
                    let text = &bytes[begin..end];
                    let joined = |number, &byte: &u8| 10 * number + u64::from(byte & 15);
                    text.iter().fold(0, joined)
                } else if length <= 8 {
                    joined(last(bytes, end, length))
                } else {
                    joined(last(bytes, end - 8, length - 8)) * 100_000_000
                        + joined(last(bytes, end, 8))
                };
                take(count, number);
                count += 1;
                next = end + 1;
                // The next number begins after this end, if it begins in this block.
                begin = place + starts.trailing_zeros() as usize;
                starts &= starts.wrapping_sub(1);
            }
        }
        if odd {
            break;
        }
        previous = digits;
        place += BLOCK;
    }
    // What is left is less than a block, or odd, or more than there is room for.
    while count < most && !folded.long {
        match short(bytes, next) {
            Some(found) if found.next - found.start <= DIGITS + 1 => {
                take(count, found.value);
                count += 1;
                next = found.next;
            }
            _ => break,
        }
    }
    if FOLD {
        folded.xor ^= u64::from(lanes(xor).iter().fold(0, |all, lane| all ^ lane));
        folded.or |= u64::from(lanes(or).iter().fold(0, |all, lane| all | lane));
    }
    folded.taken = Taken {
        numbers: count,
        next,
    };
    folded
}
