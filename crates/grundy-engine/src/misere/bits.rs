//! Rows of bits: sets of elements.

/// How many words a row has.
pub(super) fn words(bits: usize) -> usize {
    bits.div_ceil(64)
}

pub(super) fn has(row: &[u64], at: u32) -> bool {
    row[at as usize / 64] >> (at % 64) & 1 != 0
}

pub(super) fn put(row: &mut [u64], at: u32) {
    row[at as usize / 64] |= 1 << (at % 64);
}

pub(super) fn take(row: &mut [u64], at: u32) {
    row[at as usize / 64] &= !(1 << (at % 64));
}

/// The bits that are set, in order.
pub(super) fn set(row: &[u64]) -> impl Iterator<Item = u32> + '_ {
    row.iter().zip(0u32..).flat_map(|(&word, place)| {
        let mut word = word;
        std::iter::from_fn(move || {
            let bit = (word != 0).then(|| word.trailing_zeros())?;
            word &= word - 1;
            Some(64 * place + bit)
        })
    })
}

/// The first bit that is set in both.
pub(super) fn first_common(a: &[u64], b: &[u64]) -> Option<u32> {
    let mut words = a.iter().zip(b).map(|(a, b)| a & b).zip(0u32..);
    words.find_map(|(word, place)| (word != 0).then(|| 64 * place + word.trailing_zeros()))
}
