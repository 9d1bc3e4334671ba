//! Digits of an entry: numbers that are scattered and come back, and numbers that are rounded up to fit.
//!
//! A number of k digits goes to another of k by steps that can each be undone: an exclusive or with its own upper half, and a product with an odd
//! number modulo 2^k. So two numbers never become one, and the table need not keep the digits that name the bucket.

/// The lowest `bits` digits.
#[inline]
pub(super) const fn mask(bits: u32) -> u64 {
    match bits {
        0..64 => (1 << bits) - 1,
        _ => u64::MAX,
    }
}

/// A bijection of the numbers of `bits` digits that scatters them.
#[inline]
pub(super) fn scatter(number: u64, bits: u32) -> u64 {
    let half = bits.div_ceil(2);
    let mixed = (number ^ number >> half).wrapping_mul(ODD) & mask(bits);
    let mixed = (mixed ^ mixed >> half).wrapping_mul(ODD) & mask(bits);
    mixed ^ mixed >> half
}

/// What [`scatter`] made a number of.
pub(super) fn gather(mixed: u64, bits: u32) -> u64 {
    let half = bits.div_ceil(2);
    // Twice as many digits make the shift its own inverse.
    let number = (mixed ^ mixed >> half).wrapping_mul(INVERSE) & mask(bits);
    let number = (number ^ number >> half).wrapping_mul(INVERSE) & mask(bits);
    number ^ number >> half
}

/// An odd number with digits like those of chance, and its inverse modulo 2^64.
pub(super) const ODD: u64 = 0x9e37_79b9_7f4a_7c15;
const INVERSE: u64 = {
    let mut inverse = ODD;
    let mut round = 0;
    while round < 6 {
        inverse = inverse.wrapping_mul(2u64.wrapping_sub(ODD.wrapping_mul(inverse)));
        round += 1;
    }
    inverse
};

/// A number in `bits` digits, five of them an exponent, rounded up: what is stored is never less than what was found, or search would come
/// back to it for nothing. The largest stands for what can never be.
#[inline]
pub(super) fn float(number: u32, bits: u32) -> u64 {
    let fraction = bits - 5;
    if fraction >= 32 {
        return u64::from(number);
    }
    if number == u32::MAX {
        return mask(bits);
    }
    if u64::from(number) < 1 << fraction {
        return u64::from(number);
    }
    // 1.fraction × 2^shift, of which the first digit is not written.
    let shift = number.ilog2() - fraction;
    let rounded = (u64::from(number) + mask(shift)) >> shift;
    ((u64::from(shift) << fraction) + rounded).min(mask(bits) - 1)
}

/// What [`float`] wrote.
#[inline]
pub(super) fn unfloat(written: u64, bits: u32) -> u32 {
    let fraction = bits - 5;
    if fraction >= 32 {
        return written as u32;
    }
    if written == mask(bits) {
        return u32::MAX;
    }
    if written < 1 << fraction {
        return written as u32;
    }
    let shift = (written >> fraction) - 1;
    let number = (written - (shift << fraction)) << shift;
    u32::try_from(number).unwrap_or(u32::MAX - 1)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::random::Random;

    #[test]
    fn scattered_numbers_come_back() {
        let mut random = Random(7);
        for bits in 1..=64 {
            for _ in 0..200 {
                let number = random.below(u64::MAX) & mask(bits);
                let mixed = scatter(number, bits);
                assert_eq!(mixed & !mask(bits), 0);
                assert_eq!(gather(mixed, bits), number, "{bits} digits");
            }
        }
    }

    #[test]
    fn efforts_are_rounded_up_and_never_far() {
        let mut random = Random(8);
        for bits in 8..=28 {
            assert_eq!(unfloat(float(u32::MAX, bits), bits), u32::MAX);
            for _ in 0..2000 {
                let number = (random.below(u64::MAX) >> (32 + random.below(u64::MAX) % 31)) as u32;
                let read = unfloat(float(number, bits), bits);
                assert!(
                    read >= number || read == u32::MAX - 1,
                    "{number} in {bits}: {read}"
                );
                assert!(
                    read - number <= number >> (bits - 5),
                    "{number} in {bits}: {read}"
                );
            }
        }
    }
}
