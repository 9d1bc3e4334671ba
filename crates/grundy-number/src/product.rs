//! The product of nimbers, and division: with the nim-sum they are a field (J. H. Conway, *On Numbers and Games*, 1976,
//! chapter 6).
//!
//! The product of two nimbers is the mex of a'b ⊕ ab' ⊕ a'b' over all smaller a' and b'. With F a Fermat 2-power (2, 4, 16, 256, …) it
//! needs two facts only: the product of F and a smaller number is the ordinary one, and F ⊗ F = F ⊕ F/2. So
//! (a F + b) ⊗ (c F + d) is split like an ordinary product of two digits.

use std::sync::LazyLock;

use grundy_base::budget::pulse::step;

use crate::Natural;
use crate::nimber::Nimber;

/// Most binary digits of a factor.
pub const MOST_BITS: usize = 1 << 16;

/// About how many nanoseconds a product of machine words takes.
const SMALL_STEPS: u64 = 500;

/// The products of two numbers below 256.
static SMALL: LazyLock<Box<[[u8; 256]; 256]>> = LazyLock::new(|| {
    let mut table = Box::new([[0; 256]; 256]);
    for a in 0..256u128 {
        for b in 0..=a {
            // Below 256, where the products are.
            let product = split(a, b, 4, &|a, b| a & b) as u8;
            (table[a as usize][b as usize], table[b as usize][a as usize]) = (product, product);
        }
    }
    table
});

/// The product of numbers below 2^(2 half); `leaf` multiplies what is not split further.
fn split(a: u128, b: u128, half: u32, leaf: &impl Fn(u8, u8) -> u8) -> u128 {
    let mask = (1 << half) - 1;
    let (high, low) = (|n: u128| n >> half, |n: u128| n & mask);
    let next = |a: u128, b: u128| match half {
        // Both are below 2 or below 256.
        1 | 8 => leaf(a as u8, b as u8).into(),
        _ => split(a, b, half / 2, leaf),
    };
    if high(a) == 0 && high(b) == 0 {
        return next(a, b);
    }
    let below = next(low(a), low(b));
    let above = next(high(a), high(b));
    let both = next(high(a) ^ low(a), high(b) ^ low(b));
    ((both ^ below) << half) ^ below ^ next(above, 1 << (half - 1))
}

/// The product of two nimbers below 2^128. Some hundred nanoseconds for 64 binary digits.
///
/// ```
/// use grundy_number::product::small_product;
/// assert_eq!(small_product(3, 5), 15); // 5 is 4 ⊕ 1, and 3 ⊗ 4 is 3 · 4
/// assert_eq!(small_product(4, 4), 6); // 4 is a Fermat 2-power
/// ```
pub fn small_product(a: u128, b: u128) -> u128 {
    let small = &*SMALL;
    let half = if (a | b) >> 64 == 0 { 32 } else { 64 };
    split(a, b, half, &|a, b| small[usize::from(a)][usize::from(b)])
}

/// The product of two nimbers; `None` where one has more than [`MOST_BITS`] binary digits. The square of the number of
/// binary digits, some 100 ms for the longest.
pub fn product(a: &Nimber, b: &Nimber) -> Option<Nimber> {
    let half = half(&[&a.0, &b.0])?;
    Some(Nimber(large(&a.0, &b.0, half)))
}

/// The nimber whose product with this one is 1; `None` for 0, and where there are more than [`MOST_BITS`] binary digits.
///
/// ```
/// use grundy_number::{Nimber, product::{inverse, product}};
/// let five = Nimber::from(5u64);
/// assert_eq!(product(&five, &inverse(&five).unwrap()), Some(Nimber::from(1u64)));
/// ```
pub fn inverse(a: &Nimber) -> Option<Nimber> {
    if a.is_zero() {
        return None;
    }
    let half = half(&[&a.0])?;
    Some(Nimber(inverted(&a.0, half)))
}

/// The nimber whose square this is: every one has just one. `None` where there are more than [`MOST_BITS`] binary digits.
/// Time of a product.
pub fn root(a: &Nimber) -> Option<Nimber> {
    let half = half(&[&a.0])?;
    Some(Nimber(rooted(&a.0, half)))
}

/// Half the binary digits of the least field that holds these, at least 1 and a power of two.
pub(crate) fn half(numbers: &[&Natural]) -> Option<usize> {
    use dashu_int::ops::BitTest;
    let bits = numbers.iter().map(|number| number.bit_len()).max()?;
    (bits <= MOST_BITS).then(|| bits.max(2).next_power_of_two() / 2)
}

/// The number's digits from 2^half on, and those below.
pub(crate) fn halves(number: &Natural, half: usize) -> (Natural, Natural) {
    let high = number >> half;
    let low = number ^ (&high << half);
    (high, low)
}

pub(crate) fn large(a: &Natural, b: &Natural, half: usize) -> Natural {
    if let (Ok(a), Ok(b)) = (u128::try_from(a), u128::try_from(b)) {
        step(SMALL_STEPS);
        return Natural::from(small_product(a, b));
    }
    let ((a1, a0), (b1, b0)) = (halves(a, half), halves(b, half));
    let below = large(&a0, &b0, half / 2);
    let above = large(&a1, &b1, half / 2);
    let both = large(&(a1 ^ a0), &(b1 ^ b0), half / 2);
    let over = large(&above, &(Natural::ONE << (half - 1)), half / 2);
    ((both ^ &below) << half) ^ below ^ over
}

/// The inverse of a number that is not 0. The product of a F ⊕ b with a F ⊕ (a ⊕ b) is b(a ⊕ b) ⊕ a²(F/2), which lies in the smaller field.
fn inverted(number: &Natural, half: usize) -> Natural {
    if number.is_one() {
        return Natural::ONE;
    }
    let (a, b) = halves(number, half);
    if a.is_zero() {
        return inverted(&b, half / 2);
    }
    let other = &a ^ &b;
    let square = large(&a, &a, half);
    let norm = large(&b, &other, half) ^ large(&square, &(Natural::ONE << (half - 1)), half);
    let conjugate = (a << half) ^ other;
    large(&conjugate, &inverted(&norm, (half / 2).max(1)), half)
}

/// The root of a number. The square of a F ⊕ b is a² F ⊕ b² ⊕ a²(F/2).
fn rooted(number: &Natural, half: usize) -> Natural {
    if number.is_zero() || number.is_one() {
        return number.clone();
    }
    let (high, low) = halves(number, half);
    let rest = low ^ large(&high, &(Natural::ONE << (half - 1)), half);
    let next = (half / 2).max(1);
    (rooted(&high, next) << half) ^ rooted(&rest, next)
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::nimber::Mex;

    fn of(text: &str) -> Nimber {
        Nimber(text.parse().expect("a number"))
    }

    fn mul(a: &Nimber, b: &Nimber) -> Nimber {
        product(a, b).expect("few digits")
    }

    #[test]
    fn it_is_the_definition() {
        const SIZE: usize = 40;
        let mut table = [[0u32; SIZE]; SIZE];
        for a in 0..SIZE {
            for b in 0..SIZE {
                let mut mex = Mex::new();
                for x in 0..a {
                    for y in 0..b {
                        mex.insert(table[x][b] ^ table[a][y] ^ table[x][y]);
                    }
                }
                table[a][b] = mex.least_missing();
                assert_eq!(small_product(a as u128, b as u128), table[a][b].into());
            }
        }
    }

    #[test]
    fn every_number_but_zero_has_an_inverse_and_every_one_a_root() {
        for a in 0..1000u64 {
            let a = Nimber::from(a);
            let root = root(&a).expect("few digits");
            assert_eq!(mul(&root, &root), a);
            match inverse(&a) {
                None => assert!(a.is_zero()),
                Some(inverse) => assert_eq!(mul(&a, &inverse), Nimber::from(1u64)),
            }
        }
        assert_eq!(
            product(&Nimber(Natural::ONE << MOST_BITS), &Nimber::zero()),
            None
        );
    }

    proptest! {
        #[test]
        fn it_is_a_field(a in "[1-9][0-9]{0,200}", b in "[1-9][0-9]{0,90}", c in "[1-9][0-9]{0,120}") {
            let (a, b, c) = (of(&a), of(&b), of(&c));
            prop_assert_eq!(mul(&a, &b), mul(&b, &a));
            prop_assert_eq!(mul(&mul(&a, &b), &c), mul(&a, &mul(&b, &c)));
            prop_assert_eq!(mul(&a, &(&b ^ &c)), &mul(&a, &b) ^ &mul(&a, &c));
            prop_assert_eq!(mul(&a, &inverse(&a).expect("not 0")), Nimber::from(1u64));
            let root = root(&b).expect("few digits");
            prop_assert_eq!(mul(&root, &root), b);
        }
    }
}
