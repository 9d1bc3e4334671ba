//! Where bytes of some kinds stand in a block: a bit for each byte of it.
//!
//! A block of letters and line ends becomes a few numbers of 64 bits, and what would be a loop over the letters of a short word, or over the
//! cells of a board, is a shift and a mask.

#![allow(
    unsafe_code,
    reason = "AVX loads by pointers, and functions compiled for a machine's features are called where it has them"
)]

use super::tokens::Path;

/// Bytes of a block.
pub const BLOCK: usize = 64;

/// For each of some bytes, where it stands in a block.
type Marks<const N: usize> = fn(&[u8; BLOCK], &[u8; N]) -> [u64; N];

/// Looks for some bytes in blocks.
#[derive(Clone, Copy, Debug)]
pub struct Marker<const N: usize> {
    wanted: [u8; N],
    marks: Marks<N>,
}

impl<const N: usize> Marker<N> {
    /// For these bytes, by the instructions of a path where this machine has them.
    pub fn new(path: Path, wanted: [u8; N]) -> Marker<N> {
        let marks: Marks<N> = match path {
            #[cfg(target_arch = "x86_64")]
            Path::Avx512 if path.is_here() => vectors::by_avx512,
            #[cfg(target_arch = "x86_64")]
            Path::Avx2 if path.is_here() => vectors::by_avx2,
            _ => portable,
        };
        Marker { wanted, marks }
    }

    /// For each of the bytes, where it stands: bit k is set where byte k of the block is this one.
    #[inline]
    pub fn marks(&self, block: &[u8; BLOCK]) -> [u64; N] {
        (self.marks)(block, &self.wanted)
    }
}

/// All but the highest bit of each byte.
const LOW: u64 = 0x7f7f_7f7f_7f7f_7f7f;

/// Eight bytes at a time in a number.
fn portable<const N: usize>(block: &[u8; BLOCK], wanted: &[u8; N]) -> [u64; N] {
    let (eights, _) = block.as_chunks::<8>();
    wanted.map(|byte| {
        let every = u64::from(byte) * 0x0101_0101_0101_0101;
        let marks = eights.iter().zip(0..).map(|(eight, place)| {
            let other = u64::from_le_bytes(*eight) ^ every;
            // The highest bit of a byte is set where some bit of it is; the sum never goes beyond the byte.
            let others = ((other & LOW) + LOW) | other;
            let same = (!others & !LOW) >> 7;
            // Bit 8k goes to bit 56 + k; everything else ends below or falls out.
            (same.wrapping_mul(0x0102_0408_1020_4080) >> 56) << (8 * place)
        });
        marks.sum()
    })
}

#[cfg(target_arch = "x86_64")]
mod vectors {
    use super::BLOCK;
    use std::arch::x86_64::*;

    pub(super) fn by_avx512<const N: usize>(block: &[u8; BLOCK], wanted: &[u8; N]) -> [u64; N] {
        // SAFETY: this function is chosen only where the machine has these instructions, and more.
        unsafe { avx512(block, wanted) }
    }

    pub(super) fn by_avx2<const N: usize>(block: &[u8; BLOCK], wanted: &[u8; N]) -> [u64; N] {
        // SAFETY: as above.
        unsafe { avx2(block, wanted) }
    }

    #[target_feature(enable = "avx512f,avx512bw")]
    fn avx512<const N: usize>(block: &[u8; BLOCK], wanted: &[u8; N]) -> [u64; N] {
        // SAFETY: the block is 64 bytes to read.
        let block = unsafe { _mm512_loadu_si512(block.as_ptr().cast()) };
        let mut marks = [0; N];
        for (marks, &byte) in marks.iter_mut().zip(wanted) {
            *marks = _mm512_cmpeq_epi8_mask(block, _mm512_set1_epi8(byte.cast_signed()));
        }
        marks
    }

    #[target_feature(enable = "avx2")]
    fn avx2<const N: usize>(block: &[u8; BLOCK], wanted: &[u8; N]) -> [u64; N] {
        let (low, high) = block.split_at(BLOCK / 2);
        // SAFETY: each half is 32 bytes to read.
        let [low, high] =
            [low, high].map(|half| unsafe { _mm256_loadu_si256(half.as_ptr().cast()) });
        let mut marks = [0; N];
        for (marks, &byte) in marks.iter_mut().zip(wanted) {
            let every = _mm256_set1_epi8(byte.cast_signed());
            let low = _mm256_movemask_epi8(_mm256_cmpeq_epi8(low, every)).cast_unsigned();
            let high = _mm256_movemask_epi8(_mm256_cmpeq_epi8(high, every)).cast_unsigned();
            *marks = u64::from(low) | (u64::from(high) << 32);
        }
        marks
    }
}

#[cfg(test)]
mod tests {
    use super::{BLOCK, Marker};
    use crate::text::tokens::Path;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn every_path_marks_what_is_there(
            bytes in prop::collection::vec(any::<u8>(), BLOCK),
            chosen in prop::collection::vec(0usize..8, BLOCK),
            wanted in any::<[u8; 6]>(),
        ) {
            let mut block = [0; BLOCK];
            for ((place, byte), chosen) in block.iter_mut().zip(bytes).zip(chosen) {
                *place = *wanted.get(chosen).unwrap_or(&byte);
            }
            let expected = wanted.map(|wanted| {
                let marks = block.iter().zip(0..).map(|(&byte, place)| u64::from(byte == wanted) << place);
                marks.sum::<u64>()
            });
            for path in Path::all_here() {
                prop_assert_eq!(Marker::new(path, wanted).marks(&block), expected, "{:?}", path);
            }
        }
    }
}
