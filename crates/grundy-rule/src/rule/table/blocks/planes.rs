//! The positions of each value as bits: which values some options have is told by an *and* with the bits of the options.
//!
//! A word holds 32 positions; the words of all values for the same positions stand side by side, so that values are asked for by whole vectors.
//! The least value that no option has is found without a look at greater ones.

#![allow(
    unsafe_code,
    reason = "the same code for wider vectors, where the machine has them"
)]

use crate::budget::Meter;
use crate::rule::columns::{Path, by_path};

/// Positions of a word.
pub(super) const WORD: usize = u32::BITS as usize;

/// Values that are asked for at once.
const TOGETHER: usize = 16;

/// With more values than this the options are gone through.
const MOST: usize = 512;

/// Words that are looked at before it is seen whether all values are found.
const PIECE: usize = 16;

/// A bit for each value and position.
pub(super) struct Planes {
    /// By word of positions, that of each value.
    words: Vec<u32>,
    /// How many values there is room for.
    values: usize,
    /// Words of positions.
    positions: usize,
    path: Path,
}

impl Planes {
    /// For positions below this number.
    pub(super) fn new(positions: usize, meter: &Meter) -> Option<Planes> {
        let mut planes = Planes {
            words: Vec::new(),
            values: 0,
            positions: positions.div_ceil(WORD) + 1,
            path: Path::best(),
        };
        planes.hold(TOGETHER, meter).then_some(planes)
    }

    /// Makes room for more values; says whether there is any.
    #[cold]
    fn hold(&mut self, values: usize, meter: &Meter) -> bool {
        let Some(all) = self.positions.checked_mul(values) else {
            return false;
        };
        // Old and new words stand there together for a while; more than the half is left to others.
        if values > MOST || all as u64 > meter.bytes_left() / 16 {
            return false;
        }
        let mut words = Vec::new();
        if words.try_reserve_exact(all).is_err() {
            return false;
        }
        words.resize(all, 0);
        if self.values > 0 {
            let old = self.words.chunks_exact(self.values);
            for (new, old) in words.chunks_exact_mut(values).zip(old) {
                new[..self.values].copy_from_slice(old);
            }
        }
        (self.words, self.values) = (words, values);
        true
    }

    /// Notes the value of a position; says whether there was room for it.
    #[inline]
    pub(super) fn note(&mut self, position: usize, value: u32, meter: &Meter) -> bool {
        let value = value as usize;
        if value >= self.values && !self.hold((value + 1).next_power_of_two(), meter) {
            return false;
        }
        self.words[position / WORD * self.values + value] |= 1 << (position % WORD);
        true
    }

    /// The least value of none of these positions: the first word is the one so numbered.
    pub(super) fn least(&self, first: usize, among: &[u32]) -> u32 {
        match self.path {
            // SAFETY: the path was chosen because the machine has these instructions.
            #[cfg(target_arch = "x86_64")]
            Path::Avx512 => unsafe { least_avx512(self, first, among) },
            path => by_path!(
                path,
                least(planes: &Planes, first: usize, among: &[u32]) -> u32 => self, first, among
            ),
        }
    }

    /// Whether some of these positions has the value 0, and whether some has 1.
    pub(super) fn outcomes(&self, first: usize, among: &[u32]) -> (bool, bool) {
        let found = self.found(first, among, 0);
        (found[0] != 0, found[1] != 0)
    }

    /// For values in a row, a word that is not 0 where some of these positions has it.
    #[inline(always)]
    fn found(&self, first: usize, among: &[u32], from: usize) -> [u32; TOGETHER] {
        let mut found = [0; TOGETHER];
        let mut at = first * self.values + from;
        for piece in among.chunks(PIECE) {
            for &among in piece {
                let words = self.words.get(at..).and_then(<[u32]>::first_chunk);
                let Some::<&[u32; TOGETHER]>(words) = words else {
                    return found;
                };
                for place in 0..TOGETHER {
                    found[place] |= among & words[place];
                }
                at += self.values;
            }
            if piece.len() == PIECE && missing(&found).is_none() {
                break;
            }
        }
        found
    }
}

/// The first of these that is 0.
#[inline(always)]
fn missing(found: &[u32; TOGETHER]) -> Option<u32> {
    // A byte for each, so that all are asked at once.
    let missing = u128::from_le_bytes(found.map(|found| u8::from(found == 0)));
    (missing != 0).then(|| missing.trailing_zeros() / u8::BITS)
}

#[inline(always)]
fn least(planes: &Planes, first: usize, among: &[u32]) -> u32 {
    for from in (0..planes.values).step_by(TOGETHER) {
        if let Some(place) = missing(&planes.found(first, among, from)) {
            return from as u32 + place;
        }
    }
    planes.values as u32
}

/// The same; the compiler does not find the comparison of a whole vector by itself, which makes it three times as fast.
#[cfg(target_arch = "x86_64")]
#[target_feature(enable = "avx512f")]
fn least_avx512(planes: &Planes, first: usize, among: &[u32]) -> u32 {
    use grundy_engine::vectors::of_words;
    use std::arch::x86_64::{
        _mm512_and_si512, _mm512_or_si512, _mm512_set1_epi32, _mm512_setzero_si512,
        _mm512_testn_epi32_mask,
    };
    let rows = planes.values / TOGETHER;
    let (words, _) = planes.words.as_chunks::<TOGETHER>();
    for row in 0..rows {
        let mut found = _mm512_setzero_si512();
        let mut at = first * rows + row;
        for piece in among.chunks(PIECE) {
            for &among in piece {
                let Some(words) = words.get(at) else { break };
                let words = of_words(words);
                let among = _mm512_set1_epi32(among.cast_signed());
                found = _mm512_or_si512(found, _mm512_and_si512(words, among));
                at += rows;
            }
            if piece.len() == PIECE && _mm512_testn_epi32_mask(found, found) == 0 {
                break;
            }
        }
        let missing = _mm512_testn_epi32_mask(found, found);
        if missing != 0 {
            return (row * TOGETHER) as u32 + missing.trailing_zeros();
        }
    }
    planes.values as u32
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::budget::Budget;

    /// On every path of instructions, with values above those that there is room for at first.
    #[test]
    fn the_least_value_of_none() {
        let meter = Meter::new(&Budget::default());
        let mut number = 5u64;
        let mut next = |below: u64| {
            number = number
                .wrapping_mul(6_364_136_223_846_793_005)
                .wrapping_add(1_442_695_040_888_963_407);
            (number >> 33) % below
        };
        for values in [3, 15, 17, 60, 400] {
            let mut planes = Planes::new(3_000, &meter).expect("memory");
            let all: Vec<u32> = (0..3_000).map(|_| next(values) as u32).collect();
            for (position, &value) in all.iter().enumerate() {
                assert!(planes.note(position, value, &meter));
            }
            for _ in 0..100 {
                let (first, words) = (next(90) as usize, next(60) as usize);
                let dense = next(3);
                let among: Vec<u32> = (0..words)
                    .map(|_| match dense {
                        0 => u32::MAX,
                        1 => next(1 << 32) as u32 & next(1 << 32) as u32,
                        _ => next(1 << 32) as u32,
                    })
                    .collect();
                let of = |value: u32| {
                    let mut positions = (first * WORD..).zip(all.iter().skip(first * WORD));
                    positions.any(|(position, &own)| {
                        let place = position - first * WORD;
                        let word = among.get(place / WORD).copied().unwrap_or(0);
                        own == value && word >> (place % WORD) & 1 == 1
                    })
                };
                let right = (0..).find(|&value| !of(value));
                for path in Path::all() {
                    planes.path = path;
                    assert_eq!(Some(planes.least(first, &among)), right, "{path:?}");
                }
                assert_eq!(planes.outcomes(first, &among), (of(0), of(1)));
            }
        }
    }
}
