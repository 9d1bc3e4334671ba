//! Quadratic equations between nimbers. The nimbers below all 2^(2^k) are closed under them (J. H. Conway, *On Numbers and Games*,
//! 1976, chapter 6): each has its roots among them.
//!
//! With x = b ⊗ y, the equation x² ⊕ b ⊗ x = c becomes y² ⊕ y = d, whose two roots differ by 1. With F the Fermat 2-power that halves the
//! digits of d = d₁F ⊕ d₀, and F² = F ⊕ F/2, y = y₁F ⊕ y₀ solves it exactly if
//!
//! > y₁² ⊕ y₁ = d₁ and y₀² ⊕ y₀ = d₀ ⊕ y₁² ⊗ (F/2).
//!
//! In a field of so many binary digits an equation has a root exactly if the trace of its right side is 0, and the trace is the highest of
//! the digits: that of d₁F ⊕ d₀ over the smaller field is d₁. Of the two y₁ just one makes the second equation solvable, since
//! F/2 has trace 1. Where the highest digit of d itself is 1, the roots lie in the next larger field.

use crate::Natural;
use crate::nimber::Nimber;
use crate::product::{self, MOST_BITS, half, halves, inverse, large};

use dashu_int::ops::BitTest;

/// The two roots of x² ⊕ b ⊗ x = c, the smaller first; for b = 0 they are the same. `None` where a number on the way has more than
/// [`MOST_BITS`] binary digits. The time of some products.
///
/// ```
/// use grundy_number::{Nimber, quadratic::roots};
/// let of = |number: u64| Nimber::from(number);
/// assert_eq!(roots(&of(1), &of(1)), Some((of(2), of(3)))); // 2 ⊗ 2 is 3
/// ```
pub fn roots(b: &Nimber, c: &Nimber) -> Option<(Nimber, Nimber)> {
    if b.is_zero() {
        let root = product::root(c)?;
        return Some((root.clone(), root));
    }
    let inverse = inverse(b)?;
    let right = product::product(c, &product::product(&inverse, &inverse)?)?;
    let one = product::product(b, &Nimber(unit_root(&right.0)?))?;
    let other = &one ^ b;
    Some(if one < other {
        (one, other)
    } else {
        (other, one)
    })
}

/// A root of y² ⊕ y = d.
fn unit_root(right: &Natural) -> Option<Natural> {
    let mut bits = 2 * half(&[right])?;
    if right.bit(bits - 1) {
        bits *= 2;
    }
    (bits <= MOST_BITS).then(|| within(right, bits))
}

/// The same in a field of so many binary digits, of which the highest is 0.
fn within(right: &Natural, bits: usize) -> Natural {
    if bits == 1 {
        return Natural::ZERO;
    }
    let half = bits / 2;
    let (high, low) = halves(right, half);
    let mut above = within(&high, half);
    let over = Natural::ONE << (half - 1);
    let mut rest = low ^ large(&large(&above, &above, half), &over, half);
    if rest.bit(half - 1) {
        above ^= Natural::ONE;
        rest ^= over;
    }
    (above << half) ^ within(&rest, half)
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn left(b: &Nimber, x: &Nimber) -> Nimber {
        let of = |one, other| product::product(one, other).expect("few digits");
        &of(x, x) ^ &of(b, x)
    }

    /// Both roots, and no others, by trying all numbers of the field.
    #[test]
    fn small_equations() {
        for b in 0u64..16 {
            for c in 0u64..16 {
                let (b, c) = (Nimber::from(b), Nimber::from(c));
                let (one, other) = roots(&b, &c).expect("small");
                let all = (0u64..256).map(Nimber::from);
                let mut found: Vec<Nimber> = all.filter(|x| left(&b, x) == c).collect();
                if b.is_zero() {
                    found.extend(found.clone());
                }
                assert_eq!(found, [one, other], "{b} {c}");
            }
        }
    }

    proptest! {
        #[test]
        fn roots_solve(b in "[1-9][0-9]{0,90}", c in "[1-9][0-9]{0,120}") {
            let of = |text: String| Nimber(text.parse().expect("a number"));
            let (b, c) = (of(b), of(c));
            let (one, other) = roots(&b, &c).expect("few digits");
            prop_assert_eq!(left(&b, &one), c.clone());
            prop_assert_eq!(left(&b, &other), c);
            prop_assert!(one < other);
        }
    }

    #[test]
    fn the_largest_field_has_an_end() {
        let one = Nimber::from(1u64);
        assert_eq!(roots(&one, &Nimber(Natural::ONE << (MOST_BITS - 1))), None);
    }
}
