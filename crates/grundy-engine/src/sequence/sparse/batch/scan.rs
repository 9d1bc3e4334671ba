//! All pairs of heaps that a split leaves of one heap, looked through for a few rare values at once.

use super::super::super::path::Path;

/// How many numbers are looked for at once.
pub(super) const AT_ONCE: usize = 4;

/// How many heaps are compared at a time.
const VECTOR: usize = 32;

/// For each number wanted, how far from the front of `small` (and from the end of `large`, which is as long) the first
/// pair with it as nim-sum is.
pub(super) fn scan(
    small: &[u16],
    large: &[u16],
    wanted: &[u16; AT_ONCE],
    path: Path,
) -> [Option<usize>; AT_ONCE] {
    match path {
        Path::Portable => scan_plain(small, large, wanted, 0, [None; AT_ONCE]),
        // SAFETY: a path is one of `Path::all`, which has found the instructions.
        #[cfg(target_arch = "x86_64")]
        Path::Avx2 => unsafe { scan_avx2(small, large, wanted) },
        // SAFETY: as above.
        #[cfg(target_arch = "x86_64")]
        Path::Avx512 => unsafe { scan_avx512(small, large, wanted) },
    }
}

/// From the place `from` on, one vector's worth after the other.
fn scan_plain(
    small: &[u16],
    large: &[u16],
    wanted: &[u16; AT_ONCE],
    from: usize,
    mut found: [Option<usize>; AT_ONCE],
) -> [Option<usize>; AT_ONCE] {
    let small = small[from..].chunks(VECTOR);
    let large = large[..large.len() - from].rchunks(VECTOR);
    for (place, (small, large)) in small.zip(large).enumerate() {
        let mut sums = [0; VECTOR];
        for ((sum, one), other) in sums.iter_mut().zip(small).zip(large.iter().rev()) {
            *sum = one ^ other;
        }
        let sums = &sums[..small.len()];
        for (found, wanted) in found.iter_mut().zip(wanted) {
            if found.is_none() && sums.contains(wanted) {
                let first = sums.iter().position(|sum| sum == wanted);
                *found = first.map(|first| from + place * VECTOR + first);
            }
        }
        if found.iter().all(Option::is_some) {
            break;
        }
    }
    found
}

/// Numbers that are looked for, and where they were found.
#[cfg(target_arch = "x86_64")]
struct Sought<V> {
    looked: [V; AT_ONCE],
    found: [Option<usize>; AT_ONCE],
}

#[cfg(target_arch = "x86_64")]
impl<V: Copy> Sought<V> {
    /// Takes note of where each number is within the vectors at a place; whether all have been found.
    fn note(&mut self, place: usize, masks: [u32; AT_ONCE]) -> bool {
        for (found, mask) in self.found.iter_mut().zip(masks) {
            if found.is_none() && mask != 0 {
                *found = Some(place * VECTOR + mask.trailing_zeros() as usize);
            }
        }
        // What was found is no longer looked for.
        let Some(still) = self.found.iter().position(Option::is_none) else {
            return true;
        };
        let still = self.looked[still];
        for (looked, found) in self.looked.iter_mut().zip(&self.found) {
            if found.is_some() {
                *looked = still;
            }
        }
        false
    }
}

#[cfg(target_arch = "x86_64")]
#[target_feature(enable = "avx512f,avx512bw")]
fn scan_avx512(small: &[u16], large: &[u16], wanted: &[u16; AT_ONCE]) -> [Option<usize>; AT_ONCE] {
    use std::arch::x86_64::*;
    let back: [u16; VECTOR] = std::array::from_fn(|place| (VECTOR - 1 - place) as u16);
    // SAFETY: as many numbers are read as there are.
    let back = unsafe { _mm512_loadu_si512(back.as_ptr().cast()) };
    let mut sought = Sought {
        looked: wanted.map(|wanted| _mm512_set1_epi16(wanted as i16)),
        found: [None; AT_ONCE],
    };
    let wholes = small.as_chunks::<VECTOR>().0;
    for (place, one) in wholes.iter().enumerate() {
        let end = large.len() - place * VECTOR;
        let other = &large[end - VECTOR..end];
        // SAFETY: both have 32 numbers.
        let (one, other) = unsafe {
            (
                _mm512_loadu_si512(one.as_ptr().cast()),
                _mm512_loadu_si512(other.as_ptr().cast()),
            )
        };
        let sums = _mm512_xor_si512(one, _mm512_permutexvar_epi16(back, other));
        let masks = sought
            .looked
            .map(|looked| _mm512_cmpeq_epi16_mask(sums, looked));
        if masks.iter().fold(0, |all, mask| all | mask) != 0 && sought.note(place, masks) {
            return sought.found;
        }
    }
    scan_plain(small, large, wanted, wholes.len() * VECTOR, sought.found)
}

#[cfg(target_arch = "x86_64")]
#[target_feature(enable = "avx2")]
fn scan_avx2(small: &[u16], large: &[u16], wanted: &[u16; AT_ONCE]) -> [Option<usize>; AT_ONCE] {
    use std::arch::x86_64::*;
    // Within each half of a vector; the halves are exchanged besides.
    let back = _mm256_set_epi64x(
        0x0100_0302_0504_0706,
        0x0908_0B0A_0D0C_0F0E,
        0x0100_0302_0504_0706,
        0x0908_0B0A_0D0C_0F0E,
    );
    let mut sought = Sought {
        looked: wanted.map(|wanted| _mm256_set1_epi16(wanted as i16)),
        found: [None; AT_ONCE],
    };
    let wholes = small.as_chunks::<VECTOR>().0;
    for (place, ones) in wholes.iter().enumerate() {
        let end = large.len() - place * VECTOR;
        let others = &large[end - VECTOR..end];
        let halves = ones.as_chunks::<{ VECTOR / 2 }>().0;
        let other_halves = others.as_chunks::<{ VECTOR / 2 }>().0;
        let mut sums = [_mm256_setzero_si256(); 2];
        for ((sum, one), other) in sums.iter_mut().zip(halves).zip(other_halves.iter().rev()) {
            // SAFETY: both have 16 numbers.
            let (one, other) = unsafe {
                (
                    _mm256_loadu_si256(one.as_ptr().cast()),
                    _mm256_loadu_si256(other.as_ptr().cast()),
                )
            };
            let other = _mm256_permute4x64_epi64::<0b0100_1110>(_mm256_shuffle_epi8(other, back));
            *sum = _mm256_xor_si256(one, other);
        }
        let found = sought
            .looked
            .map(|looked| sums.map(|sum| _mm256_cmpeq_epi16(sum, looked)));
        let any = found
            .iter()
            .flatten()
            .fold(_mm256_setzero_si256(), |any, &found| {
                _mm256_or_si256(any, found)
            });
        if _mm256_testz_si256(any, any) != 0 {
            continue;
        }
        let masks = found.map(|[first, second]| {
            let bytes = _mm256_packs_epi16(first, second);
            // The bytes of either half of the vectors are side by side.
            _mm256_movemask_epi8(_mm256_permute4x64_epi64::<0b1101_1000>(bytes)) as u32
        });
        if sought.note(place, masks) {
            return sought.found;
        }
    }
    scan_plain(small, large, wanted, wholes.len() * VECTOR, sought.found)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_first_pairs_are_found() {
        let number = |place: u32| (place.wrapping_mul(0x9E37_79B9) >> 23) as u16;
        for length in [0, 1, 31, 32, 33, 64, 700] {
            let small: Vec<u16> = (0..length).map(number).collect();
            let large: Vec<u16> = (5_000..5_000 + length).map(number).collect();
            for first in (0..512).step_by(4) {
                let wanted = [first, first + 1, first + 3, first];
                let expected = wanted.map(|wanted| {
                    let mut pairs = small.iter().zip(large.iter().rev());
                    pairs.position(|(one, other)| one ^ other == wanted)
                });
                for path in Path::all() {
                    assert_eq!(
                        scan(&small, &large, &wanted, path),
                        expected,
                        "{length} {path:?}"
                    );
                }
            }
        }
    }
}
