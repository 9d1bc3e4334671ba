//! Takes of at most 32: all options of a heap are among the last 32 heaps, and nothing is looked up in memory.
//!
//! For each value a word says which of the last 32 heaps have it, the last heap in the highest bit. The options of the next heap are such a
//! word too, so that its value is the least one whose word has no bit in common with that. No heap has a value above the number of its options:
//! values from 32 on, which a longer reach may have left, are of no account.

#![allow(
    unsafe_code,
    reason = "the same code for wider vectors, where the machine has them"
)]

use crate::quotient::Play;
use crate::rule::columns::{Path, by_path};

/// How far before a heap its options may lie.
pub(super) const REACH: usize = u32::BITS as usize;

/// By value, which of the last heaps have it.
type Words = [u32; REACH];

/// Fills the cells from a heap on, whose options are these.
pub(super) fn fill(path: Path, play: Play, options: &[u32], heap: usize, cells: &mut [u32]) {
    let (before, cells) = cells.split_at_mut(heap);
    let mut words = [0; REACH];
    for (bit, &value) in (0..REACH).rev().zip(before.iter().rev()) {
        if let Some(word) = words.get_mut(value as usize) {
            *word |= 1 << bit;
        }
    }
    match (play, path) {
        (Play::Misere, _) => outcomes(words, options, cells),
        // SAFETY: the path was chosen because the machine has these instructions.
        #[cfg(target_arch = "x86_64")]
        (Play::Normal, Path::Avx512) => unsafe { values_avx512(&words, options, cells) },
        (Play::Normal, path) => {
            by_path!(path, values(words: &Words, options: &[u32], cells: &mut [u32]) => &words, options, cells);
        }
    }
}

fn outcomes([mut lost, mut won, ..]: Words, options: &[u32], cells: &mut [u32]) {
    for (cell, options) in cells.iter_mut().zip(options) {
        let wins = lost & options != 0 || won & options == 0;
        *cell = u32::from(wins);
        lost = lost >> 1 | u32::from(!wins) << (REACH - 1);
        won = won >> 1 | u32::from(wins) << (REACH - 1);
    }
}

#[inline(always)]
fn values(words: &Words, options: &[u32], cells: &mut [u32]) {
    // With the last 32 heaps in the lower half, the upper one has room for 32 more before anything has to be moved.
    let mut words = words.map(u64::from);
    for (options, cells) in options.chunks(REACH).zip(cells.chunks_mut(REACH)) {
        for (place, (cell, &options)) in cells.iter_mut().zip(options).enumerate() {
            let options = u64::from(options) << place;
            let value = words.iter().position(|word| word & options == 0);
            let value = value.unwrap_or(REACH);
            if let Some(word) = words.get_mut(value) {
                *word |= 1 << (REACH + place);
            }
            *cell = value as u32;
        }
        words = words.map(|word| word >> REACH);
    }
}

/// The same with all words in two vectors.
#[cfg(target_arch = "x86_64")]
#[target_feature(enable = "avx512f")]
fn values_avx512(words: &Words, options: &[u32], cells: &mut [u32]) {
    use grundy_engine::vectors::of_words;
    use std::arch::x86_64::{
        __m512i, _mm512_mask_or_epi32, _mm512_set1_epi32, _mm512_srli_epi32,
        _mm512_testn_epi32_mask,
    };
    const HALF: usize = REACH / 2;
    let (halves, _) = words.as_chunks::<HALF>();
    let [low, high] = halves else { return };
    let (mut low, mut high) = (of_words(low), of_words(high));
    let last = _mm512_set1_epi32(i32::MIN);
    let moved = |words: __m512i, new: u16| {
        let words = _mm512_srli_epi32::<1>(words);
        _mm512_mask_or_epi32(words, new, words, last)
    };
    for (cell, options) in cells.iter_mut().zip(options) {
        let options = _mm512_set1_epi32(options.cast_signed());
        let mut free = u32::from(_mm512_testn_epi32_mask(low, options));
        if free == 0 {
            free = u32::from(_mm512_testn_epi32_mask(high, options)) << HALF;
        }
        let least = free & free.wrapping_neg();
        *cell = free.trailing_zeros();
        low = moved(low, least as u16);
        high = moved(high, (least >> HALF) as u16);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rule::marks::Marks;

    /// On every path of instructions, with more and with fewer options, from heaps on that have others before them or none.
    #[test]
    fn as_one_option_after_another() {
        let mut number = 3u64;
        let mut next = || {
            number = number
                .wrapping_mul(6_364_136_223_846_793_005)
                .wrapping_add(1_442_695_040_888_963_407);
            (number >> 32) as u32
        };
        for (round, heap) in [0, 1, 20, 32, 50, 300]
            .into_iter()
            .cycle()
            .take(60)
            .enumerate()
        {
            let before: Vec<u32> = (0..heap).map(|_| next() % 40).collect();
            let options: Vec<u32> = (0..200)
                .map(|_| match round % 4 {
                    0 => u32::MAX,
                    1 => next() & next(),
                    2 => next() | next(),
                    _ => next() << (next() % 33).min(31),
                })
                .collect();
            for play in [Play::Normal, Play::Misere] {
                let mut right: Vec<u32> = match play {
                    Play::Normal => before.clone(),
                    Play::Misere => before.iter().map(|value| value % 2).collect(),
                };
                let start = right.clone();
                for options in &options {
                    let mut marks = Marks::default();
                    marks.begin();
                    for (bit, &value) in (0..REACH).rev().zip(right.iter().rev()) {
                        if options >> bit & 1 == 1 {
                            marks.insert(value);
                        }
                    }
                    right.push(match play {
                        Play::Normal => marks.mex(),
                        Play::Misere => marks.misere(),
                    });
                }
                for path in Path::all() {
                    let mut cells = start.clone();
                    cells.resize(heap + options.len(), 0);
                    fill(path, play, &options, heap, &mut cells);
                    assert!(cells == right, "{path:?} {play:?} {heap}");
                }
            }
        }
    }
}
