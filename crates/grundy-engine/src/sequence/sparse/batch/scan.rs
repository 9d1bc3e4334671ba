//! All pairs of heaps that a split leaves of one heap, looked through for a few rare values at once.

/// How many numbers are looked for at once.
pub(super) const AT_ONCE: usize = 4;

/// How many heaps a vector has.
const VECTOR: usize = 32;

/// For each number wanted, how far from the front of `small` (and from the end of `large`, which is as long) the first
/// pair with it as nim-sum is.
pub(super) fn scan(
    small: &[u16],
    large: &[u16],
    wanted: &[u16; AT_ONCE],
    vectors: bool,
) -> [Option<usize>; AT_ONCE] {
    #[cfg(target_arch = "x86_64")]
    if vectors {
        // SAFETY: vectors are asked for only where the processor has them.
        return unsafe { scan_vectors(small, large, wanted) };
    }
    let _ = vectors;
    scan_plain(small, large, wanted, 0, [None; AT_ONCE])
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

#[cfg(target_arch = "x86_64")]
#[target_feature(enable = "avx512f,avx512bw")]
fn scan_vectors(small: &[u16], large: &[u16], wanted: &[u16; AT_ONCE]) -> [Option<usize>; AT_ONCE] {
    use std::arch::x86_64::*;
    let back: [u16; VECTOR] = std::array::from_fn(|place| (VECTOR - 1 - place) as u16);
    // SAFETY: as many numbers are read as there are.
    let back = unsafe { _mm512_loadu_si512(back.as_ptr().cast()) };
    let mut looked = wanted.map(|wanted| _mm512_set1_epi16(wanted as i16));
    let mut found = [None; AT_ONCE];
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
        let masks = looked.map(|looked| _mm512_cmpeq_epi16_mask(sums, looked));
        if masks.iter().fold(0, |all, mask| all | mask) == 0 {
            continue;
        }
        for (found, mask) in found.iter_mut().zip(masks) {
            if found.is_none() && mask != 0 {
                *found = Some(place * VECTOR + mask.trailing_zeros() as usize);
            }
        }
        // What was found is no longer looked for.
        let Some(still) = found.iter().position(Option::is_none) else {
            return found;
        };
        let still = looked[still];
        for (looked, found) in looked.iter_mut().zip(&found) {
            if found.is_some() {
                *looked = still;
            }
        }
    }
    scan_plain(small, large, wanted, wholes.len() * VECTOR, found)
}

#[cfg(test)]
mod tests {
    use super::super::wide_vectors;
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
                for vectors in [false, wide_vectors()] {
                    assert_eq!(scan(&small, &large, &wanted, vectors), expected, "{length}");
                }
            }
        }
    }
}
