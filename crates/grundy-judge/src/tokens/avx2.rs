//! Marks of digits and blanks in 64 bytes by AVX2, then number by number: the eight bytes before
//! its end, shifted so that only its digits are left, and joined by three multiplications.

#![allow(unsafe_code, reason = "vector loads take pointers")]

use super::{DIGITS, Taken};
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
    // SAFETY: a path of this name is only made where `is_here` holds.
    unsafe { blocks(bytes, at, out) }
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

#[target_feature(enable = "avx2,bmi1,bmi2,lzcnt,popcnt")]
fn blocks(bytes: &[u8], at: usize, out: &mut [u64]) -> Taken {
    let (mut count, mut next, mut place) = (0, at, at);
    let mut carry = 0;
    // Where the number at hand begins, once it has begun.
    let mut begin = at;
    'blocks: while bytes.len() - place >= BLOCK {
        let halves: &[u8; BLOCK] = bytes[place..place + BLOCK]
            .try_into()
            .unwrap_or(&[0; BLOCK]);
        let (first, second) = halves.split_at(32);
        let (digits, blanks) = marks(first.try_into().unwrap_or(&[0; 32]));
        let (more_digits, more_blanks) = marks(second.try_into().unwrap_or(&[0; 32]));
        let digits = u64::from(more_digits) << 32 | u64::from(digits);
        let blanks = u64::from(more_blanks) << 32 | u64::from(blanks);
        let behind = digits << 1 | carry;
        let mut ends = blanks & behind;
        let mut starts = digits & !behind;
        let odd = !(digits | blanks);
        if odd != 0 {
            ends &= (odd & odd.wrapping_neg()) - 1;
        }
        if carry == 0 && starts != 0 {
            begin = place + starts.trailing_zeros() as usize;
            starts &= starts - 1;
        }
        while ends != 0 {
            let end = place + ends.trailing_zeros() as usize;
            ends &= ends - 1;
            let length = end - begin;
            if length > DIGITS || count == out.len() {
                break 'blocks;
            }
            out[count] = if end < 16 {
                let text = &bytes[begin..end];
                text.iter()
                    .fold(0, |number, &byte| 10 * number + u64::from(byte & 15))
            } else if length <= 8 {
                joined(last(bytes, end, length))
            } else {
                joined(last(bytes, end - 8, length - 8)) * 100_000_000 + joined(last(bytes, end, 8))
            };
            count += 1;
            next = end + 1;
            // The next number begins after this end, if it begins in this block.
            begin = place + starts.trailing_zeros() as usize;
            starts &= starts.wrapping_sub(1);
        }
        if odd != 0 {
            break;
        }
        carry = digits >> 63;
        place += BLOCK;
    }
    // What is left is less than a block, or odd, or more than there is room for.
    while count < out.len() {
        match short(bytes, next) {
            Some(found) if found.next - found.start <= DIGITS + 1 => {
                out[count] = found.value;
                count += 1;
                next = found.next;
            }
            _ => break,
        }
    }
    Taken {
        numbers: count,
        next,
    }
}
