//! Bounded Nim, where each heap has its own limit: the arithmetic, in batches and for any size.
//!
//! A heap of `a` from which 1 to `limit` stones may be taken has value `a mod (limit + 1)`, by
//! induction: its options are the `limit` heaps before it, whose values are all the others. A limit
//! of 0 is a dead heap of value 0, and a limit of `u64::MAX` leaves the heap as it is.

use super::{Natural, batch, decimal::Digits, long};

/// The value of a heap of `size` with a limit of `limit`.
#[inline]
pub fn value(size: u64, limit: u64) -> u64 {
    match limit.checked_add(1) {
        Some(modulus) => size % modulus,
        None => size,
    }
}

/// The nim-sum of the values of heaps, each a pair of size and limit.
pub fn nim_sum(heaps: &[(u64, u64)]) -> u64 {
    batch::nim_sum(heaps)
}

/// The value of a heap of any size with a limit of any size. One division.
pub fn value_natural(size: &Natural, limit: &Natural) -> Natural {
    if size <= limit {
        size.clone()
    } else {
        long::remainder(size, &(limit + 1u8))
    }
}

/// The number written in decimal modulo `modulus`, without building the number; `None` modulo 0.
///
/// One division for 19 digits.
pub fn decimal_mod(digits: Digits<'_>, modulus: u64) -> Option<u64> {
    (modulus != 0).then(|| remainder(digits, modulus.into()))
}

/// The value of a heap whose size is written in decimal, with a limit of `limit`.
///
/// ```
/// use grundy_number::{bounded, decimal::Digits};
/// let digits = Digits::new("1000000000000000000000000000000000000000000000000", 99)?;
/// assert_eq!(bounded::decimal_value(digits, 6), 1); // 10^48 mod 7
/// # Ok::<(), grundy_number::decimal::DecimalError>(())
/// ```
pub fn decimal_value(digits: Digits<'_>, limit: u64) -> u64 {
    remainder(digits, u128::from(limit) + 1)
}

/// `1 ≤ modulus ≤ 2^64`.
fn remainder(digits: Digits<'_>, modulus: u128) -> u64 {
    let mut rest = 0;
    for chunk in digits.bytes().chunks(19) {
        let (mut part, mut scale) = (0u64, 1u64);
        for digit in chunk {
            part = part * 10 + u64::from(digit - b'0');
            scale *= 10;
        }
        // rest < 2^64 and scale ≤ 10^19 with part < scale: the sum is below 2^64·10^19 < 2^128.
        rest = (rest * u128::from(scale) + u128::from(part)) % modulus;
    }
    rest as u64
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::decimal::MOST_DIGITS;
    use proptest::prelude::*;

    #[test]
    fn search_agrees() {
        for limit in 0..12u64 {
            let mut values: Vec<u64> = Vec::new();
            for size in 0..60usize {
                let least = (0..)
                    .find(|v| !values[size.saturating_sub(limit as usize)..size].contains(v))
                    .unwrap();
                values.push(least);
                assert_eq!(value(size as u64, limit), least, "{size},{limit}");
            }
        }
    }

    #[test]
    fn the_edges() {
        assert_eq!(value(u64::MAX, u64::MAX), u64::MAX);
        assert_eq!(value(u64::MAX, u64::MAX - 1), 0);
        assert_eq!(value(u64::MAX, 0), 0);
        assert_eq!(nim_sum(&[]), 0);
        assert_eq!(nim_sum(&[(5, 2), (7, u64::MAX), (9, 0)]), 2 ^ 7);
        let digits = Digits::new("18446744073709551616", MOST_DIGITS).unwrap();
        assert_eq!(decimal_value(digits, u64::MAX), 0);
        assert_eq!(decimal_mod(digits, u64::MAX), Some(1));
        assert_eq!(decimal_mod(digits, 0), None);
        assert_eq!(decimal_mod(digits, 1), Some(0));
        let zero = Digits::new("000", MOST_DIGITS).unwrap();
        assert_eq!(decimal_mod(zero, 7), Some(0));
    }

    proptest! {
        #[test]
        fn digits_words_and_naturals_agree(text in "[0-9]{1,90}", limit: u64, less in 0u32..64) {
            let limit = limit >> less;
            let digits = Digits::new(&text, MOST_DIGITS).unwrap();
            let number = digits.natural();
            let slow = &number % (Natural::from(limit) + 1u8);
            prop_assert_eq!(Natural::from(decimal_value(digits, limit)), slow.clone());
            prop_assert_eq!(value_natural(&number, &limit.into()), slow.clone());
            if let Ok(size) = u64::try_from(&number) {
                prop_assert_eq!(Natural::from(value(size, limit)), slow);
            }
            if limit != 0 {
                prop_assert_eq!(decimal_mod(digits, limit).map(Natural::from), Some(number % Natural::from(limit)));
            }
        }

        #[test]
        fn the_batch_agrees(heaps in proptest::collection::vec(any::<(u64, u64, u32)>(), 0..50)) {
            let heaps: Vec<_> = heaps.into_iter().map(|(size, limit, less)| (size, limit >> (less % 64))).collect();
            let slow = heaps.iter().fold(0, |sum, &(size, limit)| {
                sum ^ (u128::from(size) % (u128::from(limit) + 1)) as u64
            });
            prop_assert_eq!(nim_sum(&heaps), slow);
        }
    }
}
