//! Numbers on AVX-512, by blocks of 64 bytes.
//!
//! The blanks right behind a digit end the numbers. Their positions are compressed to a list, and
//! for each of 8 (or 16) of them at a time the 8 (or 4) bytes before it are permuted into a lane, so that the digits
//! stand right-aligned. Numbers of more than 8 digits have the 8 bytes before those in a second
//! register, and then in a third.

#![allow(
    unsafe_code,
    reason = "AVX-512 loads and stores by pointers and the entry into code compiled for it"
)]

use super::{BLOCK, DIGITS, MOST, Runs, Sums, Taken};
use std::arch::x86_64::*;

/// Whether this machine has the instructions.
pub(super) fn available() -> bool {
    use std::arch::is_x86_feature_detected as has;
    has!("avx512f")
        && has!("avx512bw")
        && has!("avx512cd")
        && has!("avx512dq")
        && has!("avx512vbmi")
        && has!("avx512vbmi2")
        && has!("bmi1")
        && has!("bmi2")
        && has!("lzcnt")
        && has!("popcnt")
}

/// The meaning of [`take`](super::take).
pub(super) fn take(bytes: &[u8], at: usize, out: &mut [u64]) -> Taken {
    assert!(available());
    // SAFETY: `available` has found all the instructions.
    unsafe { blocks(bytes, at, out) }
}

#[target_feature(
    enable = "avx512f,avx512bw,avx512cd,avx512dq,avx512vbmi,avx512vbmi2,bmi1,bmi2,lzcnt,popcnt"
)]
fn blocks(bytes: &[u8], at: usize, out: &mut [u64]) -> Taken {
    let mut taken = Taken {
        numbers: 0,
        next: at,
    };
    let mut previous = _mm512_set1_epi8(b' ' as i8);
    let mut runs = Runs::default();
    let mut base = at;
    while let Some(rest) = bytes.get(base..)
        && taken.numbers < out.len()
    {
        let current = load(rest);
        let odd = odd(current);
        // Among digits and blanks, bit 4 tells which.
        let digits = _mm512_test_epi8_mask(current, _mm512_set1_epi8(0x10));
        let (mut ends, mut long) = runs.follow(digits);
        let mut last = odd != 0;
        // Before the first odd byte; without one, all.
        ends &= !odd & odd.wrapping_sub(1);
        long &= ends;
        if ends != 0 {
            let room = &mut out[taken.numbers..];
            let mut count = ends.count_ones() as usize;
            let fitting = if let Some(cells) = room.first_chunk_mut::<MOST>() {
                decode(previous, current, ends, long, cells)
            } else {
                let mut cells = [0; MOST];
                let fitting = decode(previous, current, ends, long, &mut cells).min(room.len());
                room[..fitting].copy_from_slice(&cells[..fitting]);
                fitting
            };
            if fitting < count {
                ends = _pdep_u64((1 << fitting) - 1, ends);
                count = fitting;
                last = true;
            }
            taken.numbers += count;
            if count > 0 {
                taken.next = base + BLOCK - ends.leading_zeros() as usize;
            }
        }
        if last {
            break;
        }
        previous = current;
        base += BLOCK;
    }
    taken
}

/// Bytes before a block that its numbers of at most four digits, and the blank before, may begin in.
const BEFORE: usize = 5;

/// Adds the numbers of the blocks from `at` on to `sums`, up to one that has anything but blanks and numbers of at most
/// four digits, or in which more than `most` are reached. A blank must stand before `at`.
pub(super) fn sum(bytes: &[u8], at: usize, most: usize, sums: &mut Sums) -> Taken {
    assert!(available());
    // SAFETY: `available` has found all the instructions.
    unsafe { sum_blocks(bytes, at, most, sums) }
}

#[target_feature(
    enable = "avx512f,avx512bw,avx512cd,avx512dq,avx512vbmi,avx512vbmi2,bmi1,bmi2,lzcnt,popcnt"
)]
fn sum_blocks(bytes: &[u8], at: usize, most: usize, sums: &mut Sums) -> Taken {
    let mut taken = Taken {
        numbers: 0,
        next: at,
    };
    // What a digit is worth, by its lower four bits; lower and upper bytes.
    let tens = register(const { &weights(10, 0) });
    let hundreds = [
        register(const { &weights(100, 0) }),
        register(const { &weights(100, 8) }),
    ];
    let thousands = [
        register(const { &weights(1000, 0) }),
        register(const { &weights(1000, 8) }),
    ];
    let digit = _mm512_set1_epi8(0x10);
    // The lower and upper bytes of the sums.
    let mut xor = [_mm512_setzero_si512(); 2];
    let mut or = xor;
    let mut base = at;
    while base >= BEFORE
        && let Some(rest) = bytes.get(base - BEFORE..)
        && let Some(window) = rest.first_chunk::<{ BEFORE + BLOCK }>()
    {
        let [block, one, two, three, four, five] =
            [0, 1, 2, 3, 4, 5].map(|back| load(&window[BEFORE - back..]));
        let ones = _mm512_mask_test_epi8_mask(_mm512_testn_epi8_mask(block, digit), one, digit);
        let twos = _mm512_mask_test_epi8_mask(ones, two, digit);
        let threes = _mm512_mask_test_epi8_mask(twos, three, digit);
        let fours = _mm512_mask_test_epi8_mask(threes, four, digit);
        let fives = _mm512_mask_test_epi8_mask(fours, five, digit);
        let count = ones.count_ones() as usize;
        if odd(block) | fives != 0 || count > most - taken.numbers {
            break;
        }
        let units = _mm512_maskz_sub_epi8(ones, one, _mm512_set1_epi8(b'0' as i8));
        let below = _mm512_add_epi8(units, _mm512_maskz_shuffle_epi8(twos, tens, two));
        let more = [0, 1].map(|byte| _mm512_maskz_shuffle_epi8(threes, hundreds[byte], three));
        let [mut low, mut high] = plus([below, _mm512_setzero_si512()], more);
        if fours != 0 {
            let more = [0, 1].map(|byte| _mm512_maskz_shuffle_epi8(fours, thousands[byte], four));
            [low, high] = plus([low, high], more);
        }
        xor = [
            _mm512_xor_si512(xor[0], low),
            _mm512_xor_si512(xor[1], high),
        ];
        or = [_mm512_or_si512(or[0], low), _mm512_or_si512(or[1], high)];
        taken.numbers += count;
        if count > 0 {
            taken.next = base + BLOCK - ones.leading_zeros() as usize;
        }
        base += BLOCK;
    }
    for (byte, (xor, or)) in xor.into_iter().zip(or).enumerate() {
        let fold = |sum: u64, byte: u8| sum ^ u64::from(byte);
        sums.xor ^= cells(xor).into_iter().fold(0, fold) << (8 * byte);
        let fold = |sum: u64, byte: u8| sum | u64::from(byte);
        sums.or |= cells(or).into_iter().fold(0, fold) << (8 * byte);
    }
    taken
}

/// Sums of words, given as their lower and their upper bytes.
#[inline]
#[target_feature(enable = "avx512f,avx512bw")]
fn plus(some: [__m512i; 2], more: [__m512i; 2]) -> [__m512i; 2] {
    let low = _mm512_add_epi8(some[0], more[0]);
    let high = _mm512_add_epi8(some[1], more[1]);
    let carry = _mm512_cmplt_epu8_mask(low, more[0]);
    let high = _mm512_mask_add_epi8(high, carry, high, _mm512_set1_epi8(1));
    [low, high]
}

/// For each digit the byte from bit `shift` on of `weight` times it, in each 16 bytes.
const fn weights(weight: i32, shift: u32) -> [i8; BLOCK] {
    let mut table = [0; BLOCK];
    let mut byte = 0;
    while byte < BLOCK {
        if byte % 16 < 10 {
            table[byte] = ((weight * (byte % 16) as i32) >> shift) as i8;
        }
        byte += 1;
    }
    table
}

/// The bytes of a register.
#[inline]
#[target_feature(enable = "avx512f")]
fn cells(values: __m512i) -> [u8; BLOCK] {
    let mut cells = [0; BLOCK];
    // SAFETY: `cells` is 64 bytes to write.
    unsafe { _mm512_storeu_si512(cells.as_mut_ptr().cast(), values) };
    cells
}

/// A block from the first bytes of `rest`, filled up with zeros.
#[inline]
#[target_feature(enable = "avx512f,avx512bw,bmi2")]
fn load(rest: &[u8]) -> __m512i {
    if let Some(block) = rest.first_chunk::<BLOCK>() {
        // SAFETY: `block` is 64 bytes to read.
        unsafe { _mm512_loadu_si512(block.as_ptr().cast()) }
    } else {
        let mask = _bzhi_u64(u64::MAX, rest.len() as u32);
        // SAFETY: `mask` has one bit for each byte of `rest`, and no byte without its bit is read.
        unsafe { _mm512_maskz_loadu_epi8(mask, rest.as_ptr().cast()) }
    }
}

/// The bytes that are neither digits nor blanks.
#[inline]
#[target_feature(enable = "avx512f,avx512bw,avx512vbmi")]
fn odd(block: __m512i) -> u64 {
    // Digits and blanks stand for themselves at the index they have; each other index has a byte
    // that is not found there by any byte of those lowest six bits.
    const SELF: [i8; BLOCK] = {
        let mut table = [0; BLOCK];
        table[0] = 1;
        let mut byte = b'\t';
        while byte <= b'\r' {
            table[byte as usize] = byte as i8;
            byte += 1;
        }
        table[b' ' as usize] = b' ' as i8;
        let mut byte = b'0';
        while byte <= b'9' {
            table[byte as usize] = byte as i8;
            byte += 1;
        }
        table
    };
    let found = _mm512_permutexvar_epi8(block, register(&SELF));
    _mm512_cmpneq_epi8_mask(found, block)
}

/// Writes the numbers ended by the bytes `ends` of `current`, of which those in `long` have more than
/// four digits; how many, which is fewer than there are if one has too many digits. All bytes from
/// the one before the first number to the last in `ends` are digits or blanks.
#[inline]
#[target_feature(
    enable = "avx512f,avx512bw,avx512cd,avx512dq,avx512vbmi,avx512vbmi2,bmi1,bmi2,lzcnt,popcnt"
)]
fn decode(
    previous: __m512i,
    current: __m512i,
    ends: u64,
    long: u64,
    cells: &mut [u64; MOST],
) -> usize {
    let count = ends.count_ones() as usize;
    let places = _mm512_maskz_compress_epi8(ends, register(&PLACES));
    if long == 0 {
        for (group, cells) in cells.as_chunks_mut::<16>().0.iter_mut().enumerate() {
            if 16 * group >= count {
                break;
            }
            let values = up_to_4(previous, current, places, group);
            let ([low, high], _) = cells.as_chunks_mut::<8>() else {
                break;
            };
            store(low, _mm512_cvtepu32_epi64(_mm512_castsi512_si256(values)));
            store(
                high,
                _mm512_cvtepu32_epi64(_mm512_extracti64x4_epi64::<1>(values)),
            );
        }
        return count;
    }
    for (group, cells) in cells.as_chunks_mut::<8>().0.iter_mut().enumerate() {
        if 8 * group >= count {
            break;
        }
        let real = _bzhi_u32(0xFF, (count - 8 * group) as u32) as __mmask8;
        let (mut values, run) = eight::<8>(previous, current, places, group);
        let full = _mm512_mask_cmpeq_epi64_mask(real, run, _mm512_set1_epi64(63));
        if full == 0 {
            store(cells, values);
            continue;
        }
        let (middle, run) = eight::<16>(previous, current, places, group);
        let scaled = _mm512_maskz_mul_epu32(full, middle, _mm512_set1_epi64(100_000_000));
        values = _mm512_add_epi64(values, scaled);
        let full = _mm512_mask_cmpeq_epi64_mask(full, run, _mm512_set1_epi64(63));
        if full == 0 {
            store(cells, values);
            continue;
        }
        let (front, run) = eight::<24>(previous, current, places, group);
        let scaled =
            _mm512_maskz_mullo_epi64(full, front, _mm512_set1_epi64(10_000_000_000_000_000));
        store(cells, _mm512_add_epi64(values, scaled));
        let most = _mm512_set1_epi64(8 * (DIGITS as i64 - 16) + 7);
        let over = _mm512_mask_cmpgt_epi64_mask(full, run, most);
        if over != 0 {
            return 8 * group + over.trailing_zeros() as usize;
        }
    }
    count
}

/// The numbers that end before the 16 places of a group of `places`, in lanes of 32 bits, if they have at most four
/// digits.
#[inline]
#[target_feature(enable = "avx512f,avx512bw,avx512cd,avx512vbmi")]
fn up_to_4(previous: __m512i, current: __m512i, places: __m512i, group: usize) -> __m512i {
    const LANES: [[i8; BLOCK]; 2] = lanes(4);
    const BEFORE: [i8; BLOCK] = before(4, 4);
    let place = _mm512_permutexvar_epi8(register(&LANES[group & 1]), places);
    let index = _mm512_add_epi8(place, register(&BEFORE));
    let bytes = _mm512_permutex2var_epi8(previous, index, current);
    let run = _mm512_lzcnt_epi32(blanks(bytes, _mm512_set1_epi32(1)));
    let others = _mm512_srlv_epi32(_mm512_set1_epi32(i32::MAX), run);
    let digits = value_bits(bytes, others);
    let twos = _mm512_maddubs_epi16(digits, _mm512_set1_epi16(0x010A));
    _mm512_madd_epi16(twos, _mm512_set1_epi32(0x0001_0064))
}

/// Of the numbers that end before the 8 places of a group of `places`, the part in the 8 bytes from `BACK` bytes before the
/// end; and a measure of its digits: 63 for 8, and for fewer 8 for each and 3.
#[inline]
#[target_feature(enable = "avx512f,avx512bw,avx512cd,avx512vbmi")]
fn eight<const BACK: u8>(
    previous: __m512i,
    current: __m512i,
    places: __m512i,
    group: usize,
) -> (__m512i, __m512i) {
    const LANES: [[i8; BLOCK]; 4] = lanes(8);
    let place = _mm512_permutexvar_epi8(register(&LANES[group & 3]), places);
    let index = _mm512_add_epi8(place, register(const { &before(8, BACK) }));
    let bytes = _mm512_permutex2var_epi8(previous, index, current);
    let run = _mm512_lzcnt_epi64(blanks(bytes, _mm512_set1_epi64(1)));
    let others = _mm512_srlv_epi64(_mm512_set1_epi64(i64::MAX), run);
    let digits = value_bits(bytes, others);
    let twos = _mm512_maddubs_epi16(digits, _mm512_set1_epi16(0x010A));
    let fours = _mm512_madd_epi16(twos, _mm512_set1_epi32(0x0001_0064));
    let high = _mm512_mul_epu32(fours, _mm512_set1_epi64(10_000));
    (_mm512_add_epi64(high, _mm512_srli_epi64::<32>(fours)), run)
}

/// Bit 4 of each byte that is a blank, and `stop`, which is bit 0 of each lane: with zeros counted from the top, that
/// many bits and one more, up to all, are digits and the upper half of the blank before them.
#[inline]
#[target_feature(enable = "avx512f")]
fn blanks(bytes: __m512i, stop: __m512i) -> __m512i {
    // !bytes & 0x10 | stop
    _mm512_ternarylogic_epi32::<0b1010_1110>(bytes, _mm512_set1_epi8(0x10), stop)
}

/// What the digits of `bytes` are worth, and zero where `others` has ones.
#[inline]
#[target_feature(enable = "avx512f")]
fn value_bits(bytes: __m512i, others: __m512i) -> __m512i {
    // bytes & 15 & !others
    _mm512_ternarylogic_epi32::<0b0100_0000>(bytes, _mm512_set1_epi8(15), others)
}

/// For each group of lanes `width` bytes wide, and each byte, the lane it belongs to.
const fn lanes<const GROUPS: usize>(width: usize) -> [[i8; BLOCK]; GROUPS] {
    let mut table = [[0; BLOCK]; GROUPS];
    let mut byte = 0;
    while byte < GROUPS * BLOCK {
        table[byte / BLOCK][byte % BLOCK] = (byte / width) as i8;
        byte += 1;
    }
    table
}

/// What leads from a place in a block to the bytes from `back` bytes before it, in lanes `width` bytes wide,
/// counted from the block before.
const fn before(width: usize, back: u8) -> [i8; BLOCK] {
    let mut table = [0; BLOCK];
    let mut byte = 0;
    while byte < BLOCK {
        table[byte] = (BLOCK + byte % width) as i8 - back as i8;
        byte += 1;
    }
    table
}

/// 0 to 63.
const PLACES: [i8; BLOCK] = {
    let mut table = [0; BLOCK];
    let mut place = 0;
    while place < BLOCK {
        table[place] = place as i8;
        place += 1;
    }
    table
};

#[inline]
#[target_feature(enable = "avx512f")]
fn register(bytes: &[i8; BLOCK]) -> __m512i {
    // SAFETY: `bytes` is 64 bytes to read.
    unsafe { _mm512_loadu_si512(bytes.as_ptr().cast()) }
}

#[inline]
#[target_feature(enable = "avx512f")]
fn store(cells: &mut [u64; 8], values: __m512i) {
    // SAFETY: `cells` is 64 bytes to write.
    unsafe { _mm512_storeu_si512(cells.as_mut_ptr().cast(), values) };
}
