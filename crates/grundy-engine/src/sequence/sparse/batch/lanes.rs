//! Sixty-four heaps against a list of moves: which of a few numbers wanted of each heap none of its options has.
//!
//! The heaps being neighbours, the heaps that one move leaves of them are neighbours too, so that a move costs a vector
//! comparison for each number wanted. Numbers are bytes where they are small enough.

use super::super::super::path::Path;
use super::witnesses::Witness;
use super::{BATCH, Moves};

#[cfg(target_arch = "x86_64")]
mod avx2;
#[cfg(target_arch = "x86_64")]
mod avx512;

/// The numbers of consecutive heaps, in either width.
#[derive(Clone, Copy, Debug)]
pub(super) enum Numbers<'a> {
    /// Seven digits and above them the mark of rare ones, or eight digits where no rare value is read.
    Narrow(&'a [u8]),
    Wide(&'a [u16]),
}

/// Numbers wanted of each heap.
pub(super) type Wanted<const M: usize> = [[u16; BATCH]; M];

/// A number as a byte.
pub(super) fn narrow(code: u16) -> u8 {
    code as u8 ^ (code >> 8) as u8 & 0x80
}

/// Clears from `left` the heaps of which an option has the number wanted, by the moves `from..to`. The batch begins
/// behind the last of the numbers, and the moves reach back at least a batch and no farther than the first number.
pub(super) fn clear<const M: usize>(
    numbers: Numbers<'_>,
    moves: &Moves,
    (from, to): (usize, usize),
    wanted: &Wanted<M>,
    left: &mut [u64; M],
    path: Path,
) {
    let distances = &moves.distances[from..to];
    match numbers {
        Numbers::Narrow(codes) => {
            let changes = &moves.narrow[from..to];
            let wanted = wanted.map(|wanted| wanted.map(narrow));
            match path {
                Path::Portable => clear_with(codes, distances, changes, &wanted, left),
                // SAFETY: a path is one of `Path::all`, which has found the instructions.
                #[cfg(target_arch = "x86_64")]
                Path::Avx2 => unsafe {
                    avx2::clear_narrow(codes, distances, changes, &wanted, left);
                },
                // SAFETY: as above.
                #[cfg(target_arch = "x86_64")]
                Path::Avx512 => unsafe {
                    avx512::clear_narrow(codes, distances, changes, &wanted, left);
                },
            }
        }
        Numbers::Wide(codes) => {
            let changes = &moves.changes[from..to];
            match path {
                Path::Portable => clear_with(codes, distances, changes, wanted, left),
                // SAFETY: as above.
                #[cfg(target_arch = "x86_64")]
                Path::Avx2 => unsafe {
                    avx2::clear_wide(codes, distances, changes, wanted, left);
                },
                // SAFETY: as above.
                #[cfg(target_arch = "x86_64")]
                Path::Avx512 => unsafe {
                    avx512::clear_wide(codes, distances, changes, wanted, left);
                },
            }
        }
    }
}

/// Clears from `left` the heaps of which a move has the number wanted in the other heap, until there are `few`. The batch
/// begins behind the last of the numbers, and the moves reach back at least a batch and no farther than the first
/// number. How many comparisons of a vector that took is returned.
pub(super) fn absent(
    numbers: Numbers<'_>,
    moves: &[Witness],
    left: &mut u64,
    few: u32,
    path: Path,
) -> usize {
    match (numbers, path) {
        (Numbers::Narrow(codes), Path::Portable) => absent_with(codes, moves, left, few, narrow),
        (Numbers::Wide(codes), Path::Portable) => absent_with(codes, moves, left, few, |code| code),
        // SAFETY: a path is one of `Path::all`, which has found the instructions.
        #[cfg(target_arch = "x86_64")]
        (Numbers::Narrow(codes), Path::Avx2) => unsafe {
            avx2::absent_narrow(codes, moves, left, few)
        },
        // SAFETY: as above.
        #[cfg(target_arch = "x86_64")]
        (Numbers::Wide(codes), Path::Avx2) => unsafe { avx2::absent_wide(codes, moves, left, few) },
        // SAFETY: as above.
        #[cfg(target_arch = "x86_64")]
        (Numbers::Narrow(codes), Path::Avx512) => unsafe {
            avx512::absent_narrow(codes, moves, left, few)
        },
        // SAFETY: as above.
        #[cfg(target_arch = "x86_64")]
        (Numbers::Wide(codes), Path::Avx512) => unsafe {
            avx512::absent_wide(codes, moves, left, few)
        },
    }
}

/// What a move costs where numbers are not held in bytes, in comparisons of one vector.
pub(super) const WIDE: usize = 3;

/// Moves compared before it is seen what is left.
const AT_ONCE: usize = 16;

/// Without the processor's vectors.
fn absent_with<T: Copy + Eq>(
    codes: &[T],
    moves: &[Witness],
    left: &mut u64,
    few: u32,
    cell: impl Fn(u16) -> T,
) -> usize {
    for (tried, &Witness { distance, other }) in moves.iter().enumerate() {
        if left.count_ones() <= few {
            return tried;
        }
        let from = codes.len() - distance as usize;
        let other = cell(other);
        for (heap, &code) in codes[from..from + BATCH].iter().enumerate() {
            *left &= !(u64::from(code == other) << heap);
        }
    }
    moves.len()
}

/// Without the processor's vectors.
fn clear_with<T, const M: usize>(
    codes: &[T],
    distances: &[u32],
    changes: &[T],
    wanted: &[[T; BATCH]; M],
    left: &mut [u64; M],
) where
    T: Copy + Eq + std::ops::BitXor<Output = T>,
{
    let mut met = [[false; BATCH]; M];
    for (&distance, &change) in distances.iter().zip(changes) {
        let from = codes.len() - distance as usize;
        let from = &codes[from..from + BATCH];
        for (met, wanted) in met.iter_mut().zip(wanted) {
            for ((met, &code), &wanted) in met.iter_mut().zip(from).zip(wanted) {
                *met |= code ^ change == wanted;
            }
        }
    }
    for (left, met) in left.iter_mut().zip(&met) {
        for (heap, &met) in met.iter().enumerate() {
            *left &= !(u64::from(met) << heap);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::random::Random;

    #[test]
    fn vectors_clear_what_plain_comparisons_do() {
        let mut random = 7u64;
        let mut next = |below: u64| {
            random = random.wrapping_mul(0x5851_F42D_4C95_7F2D).wrapping_add(1);
            (random >> 33) % below
        };
        let codes: Vec<u16> = (0..600)
            .map(|_| (next(120) | (next(9) / 8) << 15) as u16)
            .collect();
        let bytes: Vec<u8> = codes.iter().copied().map(narrow).collect();
        let mut moves = Moves::default();
        for _ in 0..50 {
            moves.insert(64 + next(537) as u32, next(128) as u16);
        }
        let wanted: Wanted<4> = std::array::from_fn(|_| std::array::from_fn(|_| next(128) as u16));
        let asked = [u64::MAX, 0x0F0F_1234_5678_9ABC, 1, u64::MAX - 1];
        let expected: [u64; 4] = std::array::from_fn(|place| {
            let bits = (0..BATCH).map(|heap| {
                let given = |(&distance, &change): (&u32, &u16)| {
                    codes[600 + heap - distance as usize] ^ change == wanted[place][heap]
                };
                let mut options = moves.distances[3..].iter().zip(&moves.changes[3..]);
                u64::from(!options.any(given)) << heap
            });
            asked[place] & bits.fold(0, |all, bit| all | bit)
        });
        assert!(expected[0].count_ones() < 60 && expected[0].count_ones() > 10);
        for path in Path::all() {
            for numbers in [Numbers::Narrow(&bytes), Numbers::Wide(&codes)] {
                let mut left = asked;
                clear(numbers, &moves, (3, 50), &wanted, &mut left, path);
                assert_eq!(left, expected, "{path:?}");
            }
        }
    }

    #[test]
    fn moves_tell_what_is_absent() {
        let mut random = Random(3);
        let number = |random: &mut Random| (random.below(100) * random.below(2)) as u16;
        let codes: Vec<u16> = (0..700).map(|_| number(&mut random)).collect();
        let bytes: Vec<u8> = codes.iter().copied().map(narrow).collect();
        for count in [0, 1, 15, 16, 17, 90] {
            let witness = |_| Witness {
                distance: 64 + random.below(637) as u32,
                other: number(&mut random) + 1,
            };
            let moves: Vec<Witness> = (0..count).map(witness).collect();
            let absent_from = |heap: usize| {
                let other = |witness: &Witness| codes[700 + heap - witness.distance as usize];
                !moves.iter().any(|witness| other(witness) == witness.other)
            };
            let expected =
                (0..BATCH).fold(0, |bits, heap| bits | u64::from(absent_from(heap)) << heap);
            for path in Path::all() {
                for numbers in [Numbers::Narrow(&bytes), Numbers::Wide(&codes)] {
                    let mut left = u64::MAX;
                    absent(numbers, &moves, &mut left, 0, path);
                    assert_eq!(left, expected, "{count} {path:?}");
                    let mut some = 0xFF;
                    absent(numbers, &moves, &mut some, 7, path);
                    assert_eq!(some & expected, expected & 0xFF);
                    assert!(some == expected & 0xFF || some.count_ones() <= 7);
                }
            }
        }
    }
}
