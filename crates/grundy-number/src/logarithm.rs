//! Discrete logarithms and orders in the fields of nimbers below 2^2, 2^4, …, 2^128.
//!
//! The numbers of such a field but 0 are a cyclic group of 2^bits − 1 elements, the product of Fermat's numbers 2^h + 1 for the h below. Those
//! up to 2^32 + 1 have small prime factors, and the largest of 2^64 + 1 (Landry 1880) is 67280421310721. So a logarithm is taken
//! modulo each prime by itself (Pohlig and Hellman 1978), there by small and large steps (Shanks 1971), and joined by the Chinese remainders. A
//! power y whose order divides 2^h + 1 has the inverse y^(2^h), which is aF ⊕ (a ⊕ b) for y = aF ⊕ b: so each small step finds two.
//! From 256 binary digits on, 2^128 + 1 has a prime factor of 22 digits, too large for this.

use std::collections::HashMap;

use grundy_base::budget::{Exhausted, Meter};

use crate::product::small_product;

/// The primes that divide 2^128 − 1, each once, and with it the h of the 2^h + 1 that it divides.
const PRIMES: [(u64, u32); 9] = [
    (3, 1),
    (5, 2),
    (17, 4),
    (257, 8),
    (641, 32),
    (65_537, 16),
    (274_177, 64),
    (6_700_417, 32),
    (67_280_421_310_721, 64),
];

/// Most small steps that are kept.
const MOST_KEPT: u64 = 1 << 22;

/// Bytes that one of them holds, roughly.
const BYTES: u64 = 72;

/// What an exponent to a given power is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Logarithm {
    /// The least exponent that is not negative.
    Exponent(u128),
    /// No power of the base is this number.
    None,
}

/// A power of a nimber below 2^128. Two products for each binary digit of the exponent.
///
/// ```
/// use grundy_number::logarithm::power;
/// assert_eq!((power(2, 2), power(2, 3)), (3, 1));
/// ```
pub fn power(mut base: u128, mut exponent: u128) -> u128 {
    let mut power = 1;
    while exponent > 0 {
        if exponent & 1 == 1 {
            power = small_product(power, base);
        }
        base = small_product(base, base);
        exponent >>= 1;
    }
    power
}

/// How many powers of a nimber below 2^128 there are: the least positive exponent to 1; 0 for 0, none of whose powers is 1.
///
/// ```
/// use grundy_number::logarithm::order;
/// assert_eq!((order(1), order(2), order(4)), (1, 3, 15));
/// ```
pub fn order(number: u128) -> u128 {
    if number == 0 {
        return 0;
    }
    let bits = (u128::BITS - number.leading_zeros()).next_power_of_two();
    let mut order = u128::MAX >> (u128::BITS - bits);
    for (prime, _) in PRIMES {
        let prime = u128::from(prime);
        if order.is_multiple_of(prime) && power(number, order / prime) == 1 {
            order /= prime;
        }
    }
    order
}

/// The least exponent to which the base is the number, both below 2^128. Up to 64 binary digits some thousand steps; up to 128 some
/// twelve million and 300 MB in the worst case.
///
/// # Errors
/// What has run out.
pub fn logarithm(base: u128, number: u128, meter: &mut Meter) -> Result<Logarithm, Exhausted> {
    match (base, number) {
        (_, 1) => return Ok(Logarithm::Exponent(0)),
        (0, 0) => return Ok(Logarithm::Exponent(1)),
        (0, _) | (_, 0) => return Ok(Logarithm::None),
        _ => {}
    }
    let order = order(base);
    // The powers of the base are all that have their order: the group is cyclic.
    if power(number, order) != 1 {
        return Ok(Logarithm::None);
    }
    let (mut exponent, mut modulus) = (0, 1u128);
    for (prime, half) in PRIMES {
        if !order.is_multiple_of(u128::from(prime)) {
            continue;
        }
        let cofactor = order / u128::from(prime);
        let (base, number) = (power(base, cofactor), power(number, cofactor));
        let Some(rest) = steps(base, number, prime, half, meter)? else {
            return Ok(Logarithm::None);
        };
        (exponent, modulus) = joined(exponent, modulus, rest, prime);
    }
    Ok(Logarithm::Exponent(exponent))
}

/// The number below the product of both moduli that leaves these remainders.
fn joined(exponent: u128, modulus: u128, rest: u64, prime: u64) -> (u128, u128) {
    let prime = u128::from(prime);
    let product = |a: u128, b: u128| a * b % prime;
    let (mut inverse, mut base, mut power) = (1, modulus % prime, prime - 2);
    while power > 0 {
        if power & 1 == 1 {
            inverse = product(inverse, base);
        }
        base = product(base, base);
        power >>= 1;
    }
    let missing = (u128::from(rest) + prime - exponent % prime) % prime;
    (
        exponent + modulus * product(missing, inverse),
        modulus * prime,
    )
}

/// The exponent of a base of prime order, which divides 2^half + 1.
fn steps(
    base: u128,
    number: u128,
    prime: u64,
    half: u32,
    meter: &mut Meter,
) -> Result<Option<u64>, Exhausted> {
    let inverse = |number: u128| number ^ number >> half;
    let key = |number: u128| number.min(inverse(number));
    let kept = (prime / 2).isqrt().min(MOST_KEPT) + 1;
    let mut small = HashMap::with_capacity(kept as usize);
    meter.spend(0, BYTES * kept)?;
    let (by_base, mut now) = (Times::new(base, kept), 1);
    for exponent in 0..kept {
        meter.spend(1, 0)?;
        small.entry(key(now)).or_insert(exponent);
        now = by_base.of(now);
    }
    // Now is the power `kept`: a large step goes over all that a small one finds, on both sides.
    let wide = 2 * kept - 1;
    let by_wide = Times::new(inverse(power(base, wide.into())), kept);
    let (mut rest, mut gone) = (number, 0);
    let found = loop {
        meter.spend(1, 0)?;
        if let Some(&exponent) = small.get(&key(rest)) {
            let exponent = match power(base, exponent.into()) == rest {
                true => gone + exponent,
                false => gone + prime - exponent,
            };
            break Some(exponent % prime);
        }
        gone += wide;
        if gone >= prime + wide {
            break None;
        }
        rest = by_wide.of(rest);
    };
    meter.release(BYTES * kept);
    Ok(found)
}

/// Products with one number: they are linear in the other, so where there will be many its bytes are looked up.
struct Times {
    by: u128,
    table: Option<Box<[[u128; 256]; 16]>>,
}

/// From so many products on, a table is worth it.
const MANY: u64 = 1 << 10;

impl Times {
    fn new(by: u128, uses: u64) -> Times {
        let table = (uses >= MANY).then(|| {
            let mut table = Box::new([[0; 256]; 16]);
            for (place, row) in (0u32..).step_by(8).zip(table.iter_mut()) {
                for bit in 0..8 {
                    let product = small_product(by, 1 << (place + bit));
                    let (below, above) = row.split_at_mut(1 << bit);
                    for (to, from) in above.iter_mut().zip(below) {
                        *to = *from ^ product;
                    }
                }
            }
            table
        });
        Times { by, table }
    }

    fn of(&self, number: u128) -> u128 {
        let Some(table) = &self.table else {
            return small_product(self.by, number);
        };
        let bytes = number.to_le_bytes();
        let rows = table.iter().zip(bytes);
        rows.fold(0, |sum, (row, byte)| sum ^ row[usize::from(byte)])
    }
}

#[cfg(test)]
mod tests {
    use grundy_base::Budget;

    use super::*;

    fn of(base: u128, number: u128) -> Logarithm {
        let mut meter = Meter::new(&Budget::of_positions(1 << 30));
        logarithm(base, number, &mut meter).expect("enough")
    }

    #[test]
    fn the_primes_are_those_of_the_group() {
        let product = PRIMES.iter().map(|&(prime, _)| u128::from(prime));
        assert_eq!(product.product::<u128>(), u128::MAX);
        for (prime, half) in PRIMES {
            assert!(crate::factor::is_prime(prime));
            assert_eq!(((1u128 << half) + 1) % u128::from(prime), 0, "{prime}");
        }
    }

    /// All powers of numbers of the field of eight binary digits, by going through them.
    #[test]
    fn small_numbers() {
        for base in (0..256).step_by(5) {
            let mut first = [None; 256];
            let (mut now, mut count) = (1u128, 0);
            while first[now as usize].is_none() {
                first[now as usize] = Some(count);
                count += 1;
                now = small_product(now, base);
            }
            if base > 0 {
                assert_eq!(order(base), count, "{base}");
            }
            for number in 0..256u128 {
                let expected = match first[number as usize] {
                    Some(exponent) => Logarithm::Exponent(exponent),
                    None => Logarithm::None,
                };
                assert_eq!(of(base, number), expected, "{base} {number}");
            }
        }
    }

    #[test]
    fn products_by_bytes() {
        let (by, number) = (0x0123_4567_89ab_cdef_0f1e_2d3c_4b5a_6978, u128::MAX / 7);
        for uses in [1, MANY] {
            assert_eq!(Times::new(by, uses).of(number), small_product(by, number));
        }
    }

    /// Powers of numbers of 64 binary digits, whose exponents are found again.
    #[test]
    fn words() {
        let mut seed = 1u128;
        for _ in 0..20 {
            seed = seed.wrapping_mul(6_364_136_223_846_793_005) + 1_442_695_040_888_963_407;
            let (base, exponent) = ((seed >> 20) as u64, (seed >> 33) as u64);
            let order = order(base.into());
            let exponent = u128::from(exponent) % order;
            let number = power(base.into(), exponent);
            assert_eq!(of(base.into(), number), Logarithm::Exponent(exponent));
        }
        // Beyond the powers of a number of a smaller field.
        assert_eq!(of(2, 1 << 40), Logarithm::None);
    }

    /// A prime of 14 digits; seconds, where it is built to be fast.
    #[test]
    #[ignore = "millions of steps"]
    fn long_words() {
        let base = 0xfedc_ba98_7654_3210_0123_4567_89ab_cdef;
        let exponent = 0x1234_5678_9abc_def0_1122_3344_5566_7788 % order(base);
        assert_eq!(
            of(base, power(base, exponent)),
            Logarithm::Exponent(exponent)
        );
    }

    #[test]
    fn what_runs_out_is_told() {
        let mut meter = Meter::new(&Budget::of_positions(1000));
        let base = 0xfedc_ba98_7654_3210_0123_4567_89ab_cdef;
        let number = power(base, 12_345_678_901_234_567_890_123);
        assert!(logarithm(base, number, &mut meter).is_err());
    }
}
