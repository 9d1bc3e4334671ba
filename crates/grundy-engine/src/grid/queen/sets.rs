//! Bit-sets of values, and the least value that is in none of three.
//!
//! A set holds the values from a base of its own on, 512 to a block, which is a line of the cache. It remembers how far it is full, and no
//! search begins before that.

use crate::grid::{TableError, Zeroable, filled, zeroed};

/// 512 values of a bit-set: one line of the cache.
#[derive(Clone, Copy, Default)]
#[repr(align(64))]
pub(super) struct Block([u64; 8]);

// SAFETY: eight times the number 0.
unsafe impl Zeroable for Block {}

/// Bit-sets of values, each from a base of its own, in one allocation.
pub(super) struct Sets {
    blocks: Vec<Block>,
    /// Where each of them is.
    pub(super) places: Vec<Slot>,
}

/// Where a bit-set is.
#[derive(Clone, Copy, Default)]
pub(super) struct Slot {
    /// The index in `blocks` of its first block.
    start: usize,
    /// The number of the block of values that first block stands for.
    base: usize,
    /// No block of values before this one has a free bit that could be wanted.
    hole: usize,
}

impl Slot {
    /// The index of the block that stands for the 512 values from `512 * block`; `block` is not before the base.
    #[inline(always)]
    fn at(&self, block: usize) -> usize {
        self.start + block - self.base
    }
}

impl Sets {
    /// One set for each range of values.
    pub(super) fn new(
        ranges: impl Iterator<Item = (usize, usize)> + Clone,
    ) -> Result<Sets, TableError> {
        let total = ranges.clone().map(blocks).sum();
        let count = ranges.clone().count();
        let mut sets = Sets {
            blocks: zeroed(total)?,
            places: filled(count)?,
        };
        let mut start = 0;
        for (place, range) in sets.places.iter_mut().zip(ranges) {
            *place = Slot {
                start,
                base: range.0 / 512,
                hole: range.0 / 512,
            };
            start += blocks(range);
        }
        Ok(sets)
    }

    /// Puts a value into a set, and moves its hole on over blocks now full.
    #[inline(always)]
    pub(super) fn insert(&mut self, set: usize, Found { block, word, bit }: Found) {
        let place = &mut self.places[set];
        let cell = &mut self.blocks[place.at(block)].0[word % 8];
        *cell |= bit;
        if *cell == u64::MAX && place.hole == block {
            // The last block of a set is spare and never fills.
            while self.blocks[place.at(place.hole)].0 == [u64::MAX; 8] {
                place.hole += 1;
            }
        }
    }
}

/// The blocks that hold the values `low..=high`, and a spare one.
fn blocks((low, high): (usize, usize)) -> usize {
    high / 512 - low / 512 + 2
}

/// How a block of three sets is searched.
pub(super) trait Search: Copy {
    /// The first word that is not full in the union of the blocks, and its lowest free bit.
    fn first_free(self, one: &Block, two: &Block, three: &Block) -> Option<(usize, u64)>;
}

/// The search any machine can do.
#[derive(Clone, Copy)]
pub(super) struct Portable;

impl Search for Portable {
    #[inline(always)]
    fn first_free(self, one: &Block, two: &Block, three: &Block) -> Option<(usize, u64)> {
        let used: [u64; 8] = std::array::from_fn(|word| one.0[word] | two.0[word] | three.0[word]);
        if used.iter().fold(u64::MAX, |all, &word| all & word) == u64::MAX {
            return None;
        }
        let word = used.iter().position(|&word| word != u64::MAX)?;
        Some((word, !used[word] & (used[word].wrapping_add(1))))
    }
}

/// One comparison for a block; made only where AVX-512 was detected.
#[cfg(target_arch = "x86_64")]
#[derive(Clone, Copy)]
pub(super) struct Avx512(());

#[cfg(target_arch = "x86_64")]
impl Avx512 {
    pub(super) fn detect() -> Option<Avx512> {
        use std::arch::is_x86_feature_detected as has;
        (has!("avx512f") && has!("bmi1") && has!("bmi2")).then_some(Avx512(()))
    }
}

#[cfg(target_arch = "x86_64")]
impl Search for Avx512 {
    #[inline(always)]
    fn first_free(self, one: &Block, two: &Block, three: &Block) -> Option<(usize, u64)> {
        use std::arch::x86_64::*;
        // SAFETY: the value `self` exists only where the instructions do; a block is 64 bytes, aligned to 64.
        unsafe {
            let load = |block: &Block| _mm512_load_si512(block.0.as_ptr().cast());
            let used = _mm512_ternarylogic_epi64::<0xFE>(load(one), load(two), load(three));
            let free = _mm512_cmpneq_epi64_mask(used, _mm512_set1_epi64(-1));
            if free == 0 {
                return None;
            }
            let first = _mm512_maskz_compress_epi64(free, used);
            let used = _mm_cvtsi128_si64(_mm512_castsi512_si128(first)) as u64;
            Some((free.trailing_zeros() as usize, !used & used.wrapping_add(1)))
        }
    }
}

/// A value as its place in a set.
#[derive(Clone, Copy)]
pub(super) struct Found {
    block: usize,
    word: usize,
    bit: u64,
}

impl Found {
    #[inline(always)]
    pub(super) fn value(self) -> usize {
        512 * self.block + 64 * self.word + self.bit.trailing_zeros() as usize
    }
}

/// The least value that is in none of three sets.
#[inline(always)]
pub(super) fn least(
    search: impl Search,
    (short, long, diagonal): (&Sets, &Sets, &Sets),
    (one, two, three): (Slot, Slot, Slot),
) -> Found {
    let mut block = one.hole.max(two.hole).max(three.hole);
    loop {
        let (one, two) = (&short.blocks[one.at(block)], &long.blocks[two.at(block)]);
        if let Some((word, bit)) = search.first_free(one, two, &diagonal.blocks[three.at(block)]) {
            return Found { block, word, bit };
        }
        block += 1;
    }
}
