//! Arrays in registers of 512 bits.
//!
//! The few lines that read memory by a pointer stand here, so that code for wide vectors elsewhere needs none of its own.

#![cfg(target_arch = "x86_64")]
#![allow(unsafe_code, reason = "AVX-512 loads by pointers")]

use std::arch::x86_64::{__m512i, _mm512_loadu_si512};

/// Sixteen numbers of 32 bits, the first in the lowest bits.
///
/// # Safety
/// The machine has AVX-512F; in functions that are compiled for it nothing more need be shown.
#[must_use]
#[inline]
#[target_feature(enable = "avx512f")]
pub fn of_words(words: &[u32; 16]) -> __m512i {
    // SAFETY: the array is 64 bytes to read, wherever it lies.
    unsafe { _mm512_loadu_si512(words.as_ptr().cast()) }
}

/// Thirty-two numbers of 16 bits, the first in the lowest bits.
///
/// # Safety
/// The machine has AVX-512F; in functions that are compiled for it nothing more need be shown.
#[must_use]
#[inline]
#[target_feature(enable = "avx512f")]
pub fn of_halves(halves: &[u16; 32]) -> __m512i {
    // SAFETY: as above.
    unsafe { _mm512_loadu_si512(halves.as_ptr().cast()) }
}

#[cfg(test)]
mod tests {
    use std::arch::x86_64::{_mm512_reduce_add_epi32, _mm512_sad_epu8, _mm512_setzero_si512};

    #[target_feature(enable = "avx512f,avx512bw")]
    fn sums(words: &[u32; 16], halves: &[u16; 32]) -> (i32, i32) {
        let bytes = |all| _mm512_reduce_add_epi32(_mm512_sad_epu8(all, _mm512_setzero_si512()));
        (
            bytes(super::of_words(words)),
            bytes(super::of_halves(halves)),
        )
    }

    /// All bytes of both are read, and no other: they lie at the very ends of what is allocated.
    #[test]
    fn arrays_are_read_to_their_ends() {
        if !is_x86_feature_detected!("avx512bw") {
            return;
        }
        let (words, halves) = (vec![0x0102_0304; 16], vec![0x0506; 32]);
        let (words, halves) = (words.first_chunk(), halves.first_chunk());
        // SAFETY: the machine has these instructions.
        let told = unsafe { sums(words.unwrap(), halves.unwrap()) };
        assert_eq!(told, (16 * 10, 32 * 11));
    }
}
