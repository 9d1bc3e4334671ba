//! Wythoff and bounded Nim for many positions at once, with wide registers where the processor has them.
//!
//! Blocks whose numbers are all below 2^52 take a path without branches that the compiler vectorises: for
//! baseline, AVX2 and AVX-512 instructions from the same source. Floating point serves there only as an estimate
//! whose error is bounded, and integers decide. All other blocks take the scalar functions; both always agree.

#![allow(
    unsafe_code,
    reason = "calls of functions compiled for instructions found at run time"
)]

use super::{bounded, golden};

/// Positions in a block.
const BLOCK: usize = 16;

/// Converts a number below 2^52 exactly: it is put into the digits of 2^52, which is then subtracted.
#[inline(always)]
fn float(number: u64) -> f64 {
    const ONE: f64 = (1u64 << 52) as f64;
    f64::from_bits(number | ONE.to_bits()) - ONE
}

/// The integer nearest to a number from 0 to 2^52 − 1.
#[inline(always)]
fn nearest(number: f64) -> u64 {
    const ONE: f64 = (1u64 << 52) as f64;
    (number + ONE).to_bits() ^ ONE.to_bits()
}

/// [`golden::is_p`] for numbers below 2^52, as 1 or 0.
#[inline(always)]
fn is_p((x, y): (u64, u64)) -> u64 {
    const GOLDEN: f64 = 1.618_033_988_749_895;
    let (low, high) = (x.min(y), x.max(y));
    let apart = high - low;
    // The estimate is wrong by less than 2. So where it is below 4, z·high − low² = (φz − low)(low + z/φ)
    // has an absolute value below 6·2^53, and its remainder modulo 2^64 is itself.
    let near = (float(low) - GOLDEN * float(apart)).abs() < 4.0;
    let excess = apart.wrapping_mul(high).wrapping_sub(low.wrapping_mul(low)) as i64;
    u64::from(near) & u64::from(excess >= 0) & u64::from(excess <= (2 * low) as i64 - apart as i64)
}

/// [`bounded::value`] for numbers below 2^52.
#[inline(always)]
fn value((size, limit): (u64, u64)) -> u64 {
    let modulus = limit + 1;
    // A rounded quotient is nearest to an integer at most 1 from the true one: the remainder is above −modulus.
    let quotient = nearest(float(size) / (float(limit) + 1.0));
    let rest = size.wrapping_sub(quotient.wrapping_mul(modulus));
    if (rest as i64) < 0 {
        rest.wrapping_add(modulus)
    } else {
        rest
    }
}

#[inline(always)]
fn small(block: &[(u64, u64); BLOCK]) -> bool {
    block.iter().fold(0, |all, &(x, y)| all | x | y) >> 52 == 0
}

#[inline(always)]
fn p_positions_portable(pairs: &[(u64, u64)], out: &mut [bool]) {
    let ((blocks, rest), (out, last)) = (pairs.as_chunks::<BLOCK>(), out.as_chunks_mut::<BLOCK>());
    for (block, out) in blocks.iter().zip(out) {
        if small(block) {
            // PERF: through words of the width of the numbers, or the loop is not vectorised.
            let mut found = [0u64; BLOCK];
            for (found, &pair) in found.iter_mut().zip(block) {
                *found = is_p(pair);
            }
            for (out, found) in out.iter_mut().zip(found) {
                *out = found != 0;
            }
        } else {
            for (out, &(x, y)) in out.iter_mut().zip(block) {
                *out = golden::is_p(x, y);
            }
        }
    }
    for (&(x, y), out) in rest.iter().zip(last) {
        *out = golden::is_p(x, y);
    }
}

#[inline(always)]
fn nim_sum_portable(heaps: &[(u64, u64)]) -> u64 {
    let (blocks, rest) = heaps.as_chunks::<BLOCK>();
    let mut sums = [0; BLOCK];
    for block in blocks {
        if small(block) {
            for (sum, &heap) in sums.iter_mut().zip(block) {
                *sum ^= value(heap);
            }
        } else {
            for (sum, &(size, limit)) in sums.iter_mut().zip(block) {
                *sum ^= bounded::value(size, limit);
            }
        }
    }
    let rest = rest
        .iter()
        .fold(0, |sum, &(size, limit)| sum ^ bounded::value(size, limit));
    sums.iter().fold(rest, |all, sum| all ^ sum)
}

/// The loops of this module compiled for wide vector registers (AVX2 or AVX-512); only called where the processor has them.
#[cfg(target_arch = "x86_64")]
mod wide {
    #[target_feature(enable = "avx512f,avx512dq,avx512bw,avx512vl")]
    pub(super) fn p_positions_avx512(pairs: &[(u64, u64)], out: &mut [bool]) {
        super::p_positions_portable(pairs, out);
    }

    #[target_feature(enable = "avx2")]
    pub(super) fn p_positions_avx2(pairs: &[(u64, u64)], out: &mut [bool]) {
        super::p_positions_portable(pairs, out);
    }

    #[target_feature(enable = "avx512f,avx512dq,avx512bw,avx512vl")]
    pub(super) fn nim_sum_avx512(heaps: &[(u64, u64)]) -> u64 {
        super::nim_sum_portable(heaps)
    }

    #[target_feature(enable = "avx2")]
    pub(super) fn nim_sum_avx2(heaps: &[(u64, u64)]) -> u64 {
        super::nim_sum_portable(heaps)
    }

    pub(super) fn has_avx512() -> bool {
        is_x86_feature_detected!("avx512f")
            && is_x86_feature_detected!("avx512dq")
            && is_x86_feature_detected!("avx512bw")
            && is_x86_feature_detected!("avx512vl")
    }

    pub(super) fn has_avx2() -> bool {
        is_x86_feature_detected!("avx2")
    }
}

/// Writes [`golden::is_p`] of each pair to `out`, up to the shorter length; gives the number written.
pub(super) fn p_positions(pairs: &[(u64, u64)], out: &mut [bool]) -> usize {
    let count = pairs.len().min(out.len());
    let (pairs, out) = (&pairs[..count], &mut out[..count]);
    #[cfg(target_arch = "x86_64")]
    {
        if wide::has_avx512() {
            // SAFETY: the instructions the function is compiled for are there.
            unsafe { wide::p_positions_avx512(pairs, out) };
            return count;
        }
        if wide::has_avx2() {
            // SAFETY: the instructions the function is compiled for are there.
            unsafe { wide::p_positions_avx2(pairs, out) };
            return count;
        }
    }
    p_positions_portable(pairs, out);
    count
}

/// The nim-sum of [`bounded::value`] of each heap.
pub(super) fn nim_sum(heaps: &[(u64, u64)]) -> u64 {
    #[cfg(target_arch = "x86_64")]
    {
        if wide::has_avx512() {
            // SAFETY: the instructions the function is compiled for are there.
            return unsafe { wide::nim_sum_avx512(heaps) };
        }
        if wide::has_avx2() {
            // SAFETY: the instructions the function is compiled for are there.
            return unsafe { wide::nim_sum_avx2(heaps) };
        }
    }
    nim_sum_portable(heaps)
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    type Wythoff = fn(&[(u64, u64)], &mut [bool]);
    type Bounded = fn(&[(u64, u64)]) -> u64;

    /// Every path that this processor can take.
    fn paths() -> Vec<(Wythoff, Bounded)> {
        let mut paths: Vec<(Wythoff, Bounded)> = vec![(p_positions_portable, nim_sum_portable)];
        #[cfg(target_arch = "x86_64")]
        {
            if wide::has_avx2() {
                // SAFETY: the instructions the functions are compiled for are there.
                paths.push((
                    |p, o| unsafe { wide::p_positions_avx2(p, o) },
                    |h| unsafe { wide::nim_sum_avx2(h) },
                ));
            }
            if wide::has_avx512() {
                // SAFETY: the instructions the functions are compiled for are there.
                paths.push((
                    |p, o| unsafe { wide::p_positions_avx512(p, o) },
                    |h| unsafe { wide::nim_sum_avx512(h) },
                ));
            }
        }
        paths
    }

    fn agree(pairs: &[(u64, u64)]) {
        let exact: Vec<bool> = pairs.iter().map(|&(x, y)| golden::is_p(x, y)).collect();
        let sum = pairs
            .iter()
            .fold(0, |sum, &(size, limit)| sum ^ bounded::value(size, limit));
        for (at, (wythoff, bounded)) in paths().into_iter().enumerate() {
            let mut out: Vec<bool> = exact.iter().map(|p| !p).collect();
            wythoff(pairs, &mut out);
            assert_eq!(out, exact, "path {at}: {pairs:?}");
            assert_eq!(bounded(pairs), sum, "path {at}: {pairs:?}");
        }
    }

    /// Blocks of pairs around P-positions of every size, and around exact quotients.
    #[test]
    fn near_misses() {
        for digits in 0..64 {
            for step in 0..4u64 {
                let apart =
                    (1u64 << digits).wrapping_add(step * 0x1234_5678_9abc % (1 << digits)) >> 1;
                let Ok(low) = u64::try_from(golden::lower(apart)) else {
                    continue;
                };
                let Some(high) = low.checked_add(apart) else {
                    continue;
                };
                let around: Vec<(u64, u64)> = (0..5)
                    .flat_map(|x| {
                        (0..5).map(move |y| {
                            (
                                low.saturating_add(x).saturating_sub(2),
                                high.saturating_add(y).saturating_sub(2),
                            )
                        })
                    })
                    .flat_map(|(x, y)| [(x, y), (y, x)])
                    .collect();
                agree(&around);
            }
        }
        let top = (1u64 << 52) - 1;
        for limit in (0..40).chain([top, top - 1, top / 2, 1 << 26, (1 << 26) - 1, 67_108_859]) {
            for size in [
                0,
                1,
                top,
                top - 1,
                top - top % (limit + 1),
                (top - top % (limit + 1)).saturating_sub(1),
            ] {
                // One heap in a block of its own, so that an error cannot cancel.
                let mut block = [(0, 0); BLOCK];
                block[3] = (size, limit);
                agree(&block);
            }
        }
        for at in 0..BLOCK {
            let mut block = [(3, 5); BLOCK + 3];
            block[at] = (1 << 52, u64::MAX);
            agree(&block);
        }
    }

    proptest! {
        #[test]
        fn every_path_agrees(pairs in proptest::collection::vec((any::<(u64, u64)>(), 0u32..64, 0u32..64), 0..50), less in 0u32..14) {
            let pairs: Vec<_> = pairs.into_iter().map(|((x, y), a, b)| (x >> a.max(less), y >> b.max(less))).collect();
            agree(&pairs);
        }

        #[test]
        fn one_heap_in_a_block(size: u64, limit: u64, a in 12u32..64, b in 12u32..64) {
            let mut block = [(0, 0); BLOCK];
            block[7] = (size >> a, limit >> b);
            agree(&block);
        }
    }
}
