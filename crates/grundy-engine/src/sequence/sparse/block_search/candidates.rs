//! The least common value that no given move excludes, for a block of heaps.
//!
//! A word of bits for each heap collects the numbers of excluded values. Moves that reach behind a batch of heaps are
//! made for all of it at once, and only the nearest heap by heap.

use super::super::BLOCK;

/// A block is done in batches of so many heaps, and those in shorter ones.
const BATCH: usize = 64;
const SHORT: usize = 8;

/// Replaces the last block of `codes`, from the place `start` on, by the least numbers that no tap excludes. Taps are
/// pairs of a distance, ascending, at least 1 and at most `start`, and of the change to the number found there. `false`
/// if a number is too large for a word; the block is then of no use.
#[inline(always)]
pub(super) fn fill(codes: &mut [u16], start: usize, taps: &[(usize, u16)]) -> bool {
    if taps.len() < 32 {
        narrow(codes, start, taps)
    } else {
        wide(codes, start, taps)
    }
}

macro_rules! filling {
    ($name:ident, $word:ty) => {
        #[inline(always)]
        fn $name(codes: &mut [u16], start: usize, taps: &[(usize, u16)]) -> bool {
            let bit = |code: u16| (1 as $word).checked_shl(u32::from(code)).unwrap_or(0);
            let split = |distance| taps.partition_point(|tap| tap.0 < distance);
            let (near, behind) = taps.split_at(split(BATCH));
            let (nearest, near) = near.split_at(split(SHORT));
            let mut full = false;
            for batch in (start..start + BLOCK).step_by(BATCH) {
                let mut excluded = [0 as $word; BATCH];
                for &(distance, change) in behind {
                    let from = &codes[batch - distance..][..BATCH];
                    for (excluded, code) in excluded.iter_mut().zip(from) {
                        *excluded |= bit(code ^ change);
                    }
                }
                for (excluded, short) in excluded.as_chunks_mut::<SHORT>().0.iter_mut().zip(0..) {
                    let short = batch + SHORT * short;
                    for &(distance, change) in near {
                        let from = &codes[short - distance..][..SHORT];
                        for (excluded, code) in excluded.iter_mut().zip(from) {
                            *excluded |= bit(code ^ change);
                        }
                    }
                    for (place, mut excluded) in (short..).zip(*excluded) {
                        for &(distance, change) in nearest {
                            excluded |= bit(codes[place - distance] ^ change);
                        }
                        let least = excluded.trailing_ones();
                        full |= least == <$word>::BITS;
                        codes[place] = least as u16;
                    }
                }
            }
            !full
        }
    };
}

filling!(narrow, u32);
filling!(wide, u64);

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn candidates_are_the_least_not_excluded() {
        let mut random = 1u64;
        let mut next = |below: u64| {
            random = random.wrapping_mul(0x5851_F42D_4C95_7F2D).wrapping_add(1);
            (random >> 33) % below
        };
        for count in [0, 1, 3, 31, 32, 60, 70] {
            let mut codes: Vec<u16> = (0..2048).map(|_| next(70) as u16).collect();
            let reach = [5, 60, 400, 2000][next(4) as usize];
            let mut taps: Vec<(usize, u16)> = (0..count)
                .map(|_| (1 + next(reach) as usize, next(64) as u16))
                .collect();
            taps.sort_unstable();
            let start = codes.len();
            let mut plain = codes.clone();
            for heap in start..start + BLOCK {
                let options: Vec<u16> = taps
                    .iter()
                    .map(|&(distance, change)| plain[heap - distance] ^ change)
                    .collect();
                plain.extend((0..).find(|value| !options.contains(value)));
            }
            codes.resize(start + BLOCK, 0);
            if fill(&mut codes, start, &taps) {
                assert_eq!(codes, plain);
            } else {
                assert!(plain[start..].iter().any(|&code| code >= 32));
            }
        }
    }
}
