//! Numbers on AVX2, by blocks of 64 bytes.
//!
//! The blanks right behind a digit end the numbers. Where none has more than four digits, the number that would end at
//! a byte is reckoned for each byte of the block, and picked up where one does; else each number has
//! the 16 bytes before its end in a register.

#![allow(
    unsafe_code,
    reason = "AVX2 loads and stores by pointers and the entry into code compiled for it"
)]

use super::{BLOCK, DIGITS, MOST, Sums, Taken};
use std::arch::x86_64::*;

/// Bytes before a block that its numbers may begin in.
const BEFORE: usize = 24;
/// A block and the bytes before it.
const WINDOW: usize = BEFORE + BLOCK;

/// Whether this machine has the instructions.
pub(super) fn available() -> bool {
    use std::arch::is_x86_feature_detected as has;
    has!("avx2") && has!("bmi1") && has!("lzcnt") && has!("popcnt")
}

/// The meaning of [`take`](super::take).
pub(super) fn take(bytes: &[u8], at: usize, out: &mut [u64]) -> Taken {
    assert!(available());
    // SAFETY: `available` has found all the instructions.
    unsafe { blocks(bytes, at, out) }
}

#[target_feature(enable = "avx2,bmi1,lzcnt,popcnt")]
fn blocks(bytes: &[u8], at: usize, out: &mut [u64]) -> Taken {
    let mut taken = Taken {
        numbers: 0,
        next: at,
    };
    let mut base = at;
    let mut copy;
    while base <= bytes.len() && taken.numbers < out.len() {
        let window = if base > at
            && let Some(window) = bytes[base - BEFORE..].first_chunk::<WINDOW>()
        {
            window
        } else {
            copy = border(bytes, at, base);
            &copy
        };
        let (block, odd) = Block::look(window);
        // Before the first odd byte; without one, all.
        let mut ends = block.ends() & !odd & odd.wrapping_sub(1);
        let mut last = odd != 0;
        if ends != 0 {
            let room = &mut out[taken.numbers..];
            let count = ends.count_ones() as usize;
            let mut spill = [0; MOST];
            let tight = room.len() < MOST;
            let cells = room.first_chunk_mut::<MOST>().unwrap_or(&mut spill);
            let mut fitting = block.decode(window, ends, cells);
            if tight {
                let room = &mut out[taken.numbers..];
                fitting = fitting.min(room.len());
                room[..fitting].copy_from_slice(&spill[..fitting]);
            }
            for _ in fitting..count {
                ends &= !(1 << (63 - (ends.leading_zeros() & 63)));
                last = true;
            }
            taken.numbers += fitting;
            if fitting > 0 {
                taken.next = base + BLOCK - ends.leading_zeros() as usize;
            }
        }
        if last {
            break;
        }
        base += BLOCK;
    }
    taken
}

/// Adds the numbers of the blocks from `at` on to `sums`, up to one that has anything but blanks and numbers of at most
/// four digits, or in which more than `most` are reached. A blank must stand before `at`.
pub(super) fn sum(bytes: &[u8], at: usize, most: usize, sums: &mut Sums) -> Taken {
    assert!(available());
    // SAFETY: `available` has found all the instructions.
    unsafe { sum_blocks(bytes, at, most, sums) }
}

#[target_feature(enable = "avx2,bmi1,lzcnt,popcnt")]
fn sum_blocks(bytes: &[u8], at: usize, most: usize, sums: &mut Sums) -> Taken {
    let mut taken = Taken {
        numbers: 0,
        next: at,
    };
    let mut xor = _mm256_setzero_si256();
    let mut or = xor;
    let mut base = at;
    while base >= BEFORE
        && let Some(rest) = bytes.get(base - BEFORE..)
        && let Some(window) = rest.first_chunk::<WINDOW>()
    {
        let (block, odd) = Block::look(window);
        let ends = block.ends();
        let count = ends.count_ones() as usize;
        if odd != 0 || block.long() || count > most - taken.numbers {
            break;
        }
        for half in &block.0 {
            for values in half.values() {
                xor = _mm256_xor_si256(xor, values);
                or = _mm256_or_si256(or, values);
            }
        }
        taken.numbers += count;
        if count > 0 {
            taken.next = base + BLOCK - ends.leading_zeros() as usize;
        }
        base += BLOCK;
    }
    let [low, high] = parts(xor);
    sums.xor ^= words(_mm_xor_si128(low, high)).fold(0, |sum, word| sum ^ word);
    let [low, high] = parts(or);
    sums.or |= words(_mm_or_si128(low, high)).fold(0, |sum, word| sum | word);
    taken
}

/// The words of a register.
#[inline]
#[target_feature(enable = "avx2")]
fn words(values: __m128i) -> impl Iterator<Item = u64> {
    let halves = [
        _mm_cvtsi128_si64(values) as u64,
        _mm_extract_epi64::<1>(values) as u64,
    ];
    (0..8).map(move |word| halves[word / 4] >> (16 * (word % 4)) & 0xFFFF)
}

/// The block at `base` and the bytes before it, where that is not all within the bytes from `at` on. What comes before byte
/// `at` counts as blank, what is behind the end as odd.
#[cold]
fn border(bytes: &[u8], at: usize, base: usize) -> [u8; WINDOW] {
    let mut window = [0; WINDOW];
    window[..BEFORE].fill(b' ');
    let front = BEFORE.min(base - at);
    let end = bytes.len().min(base + BLOCK);
    let part = &bytes[base - front..end];
    window[BEFORE - front..][..part.len()].copy_from_slice(part);
    window
}

/// A block, as two halves.
struct Block([Half; 2]);

/// What 32 bytes of digits and blanks hold. Where odd bytes are among them, it is true only before the
/// first of those.
struct Half {
    /// All ones at the bytes right behind a number.
    ends: __m256i,
    /// At those, the last four digits of the number, each as far as there is one.
    ones: __m256i,
    tens: __m256i,
    hundreds: __m256i,
    thousands: __m256i,
    /// Not zero at the ends of numbers of more than four digits.
    long: __m256i,
}

impl Half {
    #[inline]
    #[target_feature(enable = "avx2")]
    fn look(window: &[u8; WINDOW], at: usize) -> Half {
        let last = _mm256_set1_epi8(b'/' as i8);
        let ones = load(window, at, 1);
        let tens = load(window, at, 2);
        let hundreds = load(window, at, 3);
        let thousands = load(window, at, 4);
        let front = load(window, at, 5);
        let no_digit = _mm256_cmpgt_epi8(_mm256_set1_epi8(b'0' as i8), load(window, at, 0));
        let ends = _mm256_and_si256(no_digit, _mm256_cmpgt_epi8(ones, last));
        // The bits that give the value of a digit, as far as all bytes up to the end are digits.
        let bits = _mm256_and_si256(ends, _mm256_set1_epi8(15));
        let tens_bits = _mm256_and_si256(_mm256_cmpgt_epi8(tens, last), bits);
        let hundreds_bits = _mm256_and_si256(_mm256_cmpgt_epi8(hundreds, last), tens_bits);
        let thousands_bits = _mm256_and_si256(_mm256_cmpgt_epi8(thousands, last), hundreds_bits);
        Half {
            ends,
            ones: _mm256_and_si256(ones, bits),
            tens: _mm256_and_si256(tens, tens_bits),
            hundreds: _mm256_and_si256(hundreds, hundreds_bits),
            thousands: _mm256_and_si256(thousands, thousands_bits),
            long: _mm256_and_si256(_mm256_cmpgt_epi8(front, last), thousands_bits),
        }
    }

    /// The value of the last four digits before each end, and zero elsewhere: those of bytes 0..8 and 16..24,
    /// and those of the others.
    #[inline]
    #[target_feature(enable = "avx2")]
    fn values(&self) -> [__m256i; 2] {
        let low = _mm256_add_epi8(self.ones, ten_times(self.tens));
        let high = _mm256_add_epi8(self.hundreds, ten_times(self.thousands));
        let weights = _mm256_set1_epi16(0x6401);
        [
            _mm256_maddubs_epi16(_mm256_unpacklo_epi8(low, high), weights),
            _mm256_maddubs_epi16(_mm256_unpackhi_epi8(low, high), weights),
        ]
    }
}

impl Block {
    /// A block, and its odd bytes.
    #[inline]
    #[target_feature(enable = "avx2")]
    fn look(window: &[u8; WINDOW]) -> (Block, u64) {
        let odd = odd(load(window, 0, 0)) | odd(load(window, 32, 0)) << 32;
        (Block([Half::look(window, 0), Half::look(window, 32)]), odd)
    }

    /// The bytes right behind a number.
    #[inline]
    #[target_feature(enable = "avx2")]
    fn ends(&self) -> u64 {
        let [low, high] = &self.0;
        let low = _mm256_movemask_epi8(low.ends) as u32;
        let high = _mm256_movemask_epi8(high.ends) as u32;
        u64::from(low) | u64::from(high) << 32
    }

    /// Whether a number has more than four digits.
    #[inline]
    #[target_feature(enable = "avx2")]
    fn long(&self) -> bool {
        let long = _mm256_or_si256(self.0[0].long, self.0[1].long);
        _mm256_testz_si256(long, long) == 0
    }

    /// Writes the numbers that the bytes `ends` are right behind; how many, which is fewer than there are if one
    /// has too many digits.
    #[inline]
    #[target_feature(enable = "avx2,bmi1,lzcnt,popcnt")]
    fn decode(&self, window: &[u8; WINDOW], ends: u64, cells: &mut [u64; MOST]) -> usize {
        let count = ends.count_ones() as usize;
        if !self.long() {
            self.pack(ends, cells);
            return count;
        }
        let mut left = ends;
        let mut next = || {
            let end = left.trailing_zeros() as usize % BLOCK;
            left &= left.wrapping_sub(1);
            end
        };
        for (pair, cells) in cells.as_chunks_mut::<2>().0.iter_mut().enumerate() {
            if 2 * pair >= count {
                break;
            }
            let fitting = two(window, [next(), next()], cells);
            if fitting < 2 && 2 * pair + fitting < count {
                return 2 * pair + fitting;
            }
        }
        count
    }

    /// Writes the numbers that the bytes `ends` are right behind, if they have at most four digits.
    #[inline]
    #[target_feature(enable = "avx2,popcnt")]
    fn pack(&self, ends: u64, cells: &mut [u64; MOST]) {
        let [low, high] = &self.0;
        let [[a, c], [b, d]] = low.values().map(|values| parts(values));
        let [[e, g], [f, h]] = high.values().map(|values| parts(values));
        let mut written = 0;
        for (eighth, values) in [a, b, c, d, e, f, g, h].into_iter().enumerate() {
            let ends = (ends >> (8 * eighth)) as u8;
            let order = _mm_cvtsi64_si128(PACKED[usize::from(ends)]);
            let values = _mm256_cvtepu16_epi64(_mm_shuffle_epi8(values, order));
            let Some(cells) = cells[written..].first_chunk_mut::<4>() else {
                break;
            };
            // SAFETY: `cells` is 32 bytes to write.
            unsafe { _mm256_storeu_si256(cells.as_mut_ptr().cast(), values) };
            // Eight bytes have at most four ends.
            written += (ends.count_ones() & 7) as usize;
        }
    }
}

/// The two halves of a register.
#[inline]
#[target_feature(enable = "avx2")]
fn parts(values: __m256i) -> [__m128i; 2] {
    [
        _mm256_castsi256_si128(values),
        _mm256_extracti128_si256::<1>(values),
    ]
}

/// For each set of lanes of 16 bits the bytes that bring them to the front, of the first four of them.
static PACKED: [i64; 256] = {
    let mut table = [-1; 256];
    let mut set = 0;
    while set < 256 {
        let mut left: usize = set;
        let mut written = 0;
        while left != 0 && written < 4 {
            let lane = left.trailing_zeros() as i64;
            let keep = !(0xFFFF << (16 * written));
            let bytes = (2 * lane) | ((2 * lane + 1) << 8);
            table[set] = (table[set] & keep) | (bytes << (16 * written));
            left &= left - 1;
            written += 1;
        }
        set += 1;
    }
    table
};

/// The 32 bytes from `back` bytes before the byte `at` of the block.
#[inline]
#[target_feature(enable = "avx2")]
fn load(window: &[u8; WINDOW], at: usize, back: usize) -> __m256i {
    let bytes: &[u8] = &window[BEFORE + at - back..][..32];
    // SAFETY: `bytes` is 32 bytes to read.
    unsafe { _mm256_loadu_si256(bytes.as_ptr().cast()) }
}

/// The bytes that are neither digits nor blanks.
#[inline]
#[target_feature(enable = "avx2")]
fn odd(bytes: __m256i) -> u64 {
    // Bit h of a byte's entry by its low four bits: with h as high four bits it is a digit or a blank.
    let by_low = _mm256_setr_epi8(
        12, 8, 8, 8, 8, 8, 8, 8, 8, 9, 1, 1, 1, 1, 0, 0, 12, 8, 8, 8, 8, 8, 8, 8, 8, 9, 1, 1, 1, 1,
        0, 0,
    );
    let by_high = _mm256_setr_epi8(
        1, 2, 4, 8, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1, 2, 4, 8, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0,
        0, 0,
    );
    let high = _mm256_and_si256(_mm256_srli_epi16::<4>(bytes), _mm256_set1_epi8(15));
    let fit = _mm256_and_si256(
        _mm256_shuffle_epi8(by_low, bytes),
        _mm256_shuffle_epi8(by_high, high),
    );
    let none = _mm256_cmpeq_epi8(fit, _mm256_setzero_si256());
    u64::from(_mm256_movemask_epi8(none) as u32)
}

/// Ten times each byte below 26.
#[inline]
#[target_feature(enable = "avx2")]
fn ten_times(bytes: __m256i) -> __m256i {
    let twice = _mm256_add_epi8(bytes, bytes);
    _mm256_add_epi8(twice, _mm256_slli_epi16::<2>(twice))
}

/// Writes the numbers that end before the bytes `ends` of the block; how many do not have too many digits, up to
/// the first that has.
#[inline]
#[target_feature(enable = "avx2,bmi1,lzcnt,popcnt")]
fn two(window: &[u8; WINDOW], ends: [usize; 2], cells: &mut [u64; 2]) -> usize {
    // Sixteen bytes from n on keep the value bits of the last n.
    const KEEP: [u8; 32] = {
        let mut table = [0; 32];
        let mut byte = 16;
        while byte < 32 {
            table[byte] = 15;
            byte += 1;
        }
        table
    };
    let [first, second] = ends.map(|end| sixteen(&window[BEFORE - 16 + end..]));
    let bytes = _mm256_set_m128i(second, first);
    // Bit 4 parts digits from blanks.
    let blanks = !_mm256_movemask_epi8(_mm256_slli_epi16::<3>(bytes)) as u32;
    let runs =
        [blanks << 16 | 0x8000, blanks | 0x8000].map(|blanks| blanks.leading_zeros() as usize);
    let [first, second] = runs.map(|run| sixteen(&KEEP[run..]));
    let digits = _mm256_and_si256(bytes, _mm256_set_m128i(second, first));
    let twos = _mm256_maddubs_epi16(digits, _mm256_set1_epi16(0x010A));
    let fours = _mm256_madd_epi16(twos, _mm256_set1_epi32(0x0001_0064));
    let fours = _mm256_packus_epi32(fours, fours);
    let eights = _mm256_madd_epi16(fours, _mm256_set1_epi32(0x0001_2710));
    let high = _mm256_mul_epu32(eights, _mm256_set1_epi64x(100_000_000));
    let values = _mm256_add_epi64(high, _mm256_srli_epi64::<32>(eights));
    let values = _mm256_castsi256_si128(_mm256_permute4x64_epi64::<0b1000>(values));
    // SAFETY: `cells` is 16 bytes to write.
    unsafe { _mm_storeu_si128(cells.as_mut_ptr().cast(), values) };
    if runs.contains(&16) {
        for (index, cell) in cells.iter_mut().enumerate() {
            if runs[index] == 16 {
                let Some(front) = front(window, ends[index]) else {
                    return index;
                };
                *cell += front * 10_000_000_000_000_000;
            }
        }
    }
    2
}

/// The first 16 of `bytes`.
#[inline]
#[target_feature(enable = "avx2")]
fn sixteen(bytes: &[u8]) -> __m128i {
    let bytes = &bytes[..16];
    // SAFETY: `bytes` is 16 bytes to read.
    unsafe { _mm_loadu_si128(bytes.as_ptr().cast()) }
}

/// Of the number that ends before byte `end` of the block and has sixteen digits or more, the value of
/// those before the sixteen, unless they are too many.
#[cold]
fn front(window: &[u8; WINDOW], end: usize) -> Option<u64> {
    let mut value = 0;
    let mut weight = 1;
    let mut place = BEFORE - 16 + end;
    for digits in 16..=DIGITS {
        place -= 1;
        let digit = window[place].wrapping_sub(b'0');
        if digit >= 10 {
            return Some(value);
        }
        if digits == DIGITS {
            return None;
        }
        value += weight * u64::from(digit);
        weight *= 10;
    }
    None
}
