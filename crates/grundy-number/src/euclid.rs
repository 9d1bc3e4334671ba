//! Euclid's game exactly, for numbers of any size.
//!
//! A move subtracts a positive multiple of the smaller number from the larger, both staying at
//! least 0, so `(a, 0)` is the end (Cole and Davie 1969, who found that the player to move wins when
//! the ratio exceeds φ or the numbers are equal).
//!
//! Let `a ≥ b > 0` and `q = ⌊a/b⌋`. Where play stops at equal numbers the value is `⌊a/b − b/a⌋`
//! (Nivasch 2006), which is `q` if `a² − qab − b² > 0` and else `q − 1`. Here, where 0 can be reached,
//! the two are exchanged when all the quotients of Euclid's algorithm are equal to `q` (the values of
//! this game: Cairns, Ho and Lengyel 2011). For `q ≥ 2` that is so exactly when
//! `|a² − qab − b²| = gcd(a, b)²`; for `q = 1`, exactly when `a = b`.

use super::{Natural, long};

/// A move: how many times the smaller number is subtracted from the larger, and the pair it leaves,
/// in the order of the pair it starts from.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Subtraction<N> {
    /// How many times the smaller number is subtracted.
    pub times: N,
    /// The pair left.
    pub left: (N, N),
}

/// Whether `(x, y)` is a P-position of normal play. Two products.
pub fn is_p(x: u64, y: u64) -> bool {
    let (low, high) = if x <= y { (x, y) } else { (y, x) };
    low == 0 || (low != high && ratio_below_golden(low, high))
}

/// Whether `(x, y)` is a P-position of misère play: both positive, and the ratio below φ.
///
/// Taking a number down to 0 loses at once, so play is as where it stops at equal numbers.
pub fn is_misere_p(x: u64, y: u64) -> bool {
    let (low, high) = if x <= y { (x, y) } else { (y, x) };
    low != 0 && ratio_below_golden(low, high)
}

/// `high/low < φ`, that is `high² − high·low − low² < 0`, for `0 < low ≤ high`.
fn ratio_below_golden(low: u64, high: u64) -> bool {
    u128::from(high) * u128::from(high - low) < u128::from(low) * u128::from(low)
}

fn ratio_below_golden_natural(low: &Natural, high: &Natural) -> bool {
    let apart = high - low;
    apart < *low && long::product(high, &apart) < long::square(low)
}

/// [`is_p`] for numbers of any size.
pub fn is_p_natural(x: &Natural, y: &Natural) -> bool {
    let (low, high) = if x <= y { (x, y) } else { (y, x) };
    low.is_zero() || (low != high && ratio_below_golden_natural(low, high))
}

/// [`is_misere_p`] for numbers of any size.
pub fn is_misere_p_natural(x: &Natural, y: &Natural) -> bool {
    let (low, high) = if x <= y { (x, y) } else { (y, x) };
    !low.is_zero() && ratio_below_golden_natural(low, high)
}

/// The Grundy value of `(x, y)`, by the quotients of Euclid's algorithm.
///
/// It is the quotient, unless the position after the division has at least that value: then it is one less.
///
/// ```
/// assert_eq!(grundy_number::euclid::value(7, 2), 3); // 7/2 = [3; 2]
/// assert_eq!(grundy_number::euclid::value(5, 2), 1); // 5/2 = [2; 2]
/// ```
pub fn value(x: u64, y: u64) -> u64 {
    let (mut high, mut low) = (x.max(y), x.min(y));
    if low == 0 {
        return 0;
    }
    let quotient = high / low;
    // The next quotient decides if it differs; each equal one turns the answer around.
    let mut turned = false;
    loop {
        (high, low) = (low, high % low);
        let below = low == 0 || high / low < quotient;
        if below || high / low > quotient {
            return if below != turned {
                quotient
            } else {
                quotient - 1
            };
        }
        turned = !turned;
    }
}

/// [`value`] for numbers of any size: a division and products, never a gcd.
pub fn value_natural(x: &Natural, y: &Natural) -> Natural {
    if let (Ok(x), Ok(y)) = (u64::try_from(x), u64::try_from(y)) {
        return value(x, y).into();
    }
    let (low, high) = if x <= y { (x, y) } else { (y, x) };
    if low.is_zero() {
        return Natural::ZERO;
    }
    if low == high {
        return Natural::ONE;
    }
    let (quotient, rest) = long::div_rem(high, low);
    // a² − qab − b² = a(a − qb) − b².
    let (left, right) = (long::product(high, &rest), long::square(low));
    let above = left > right;
    let apart = if above { left - right } else { right - left };
    let exchanged = !quotient.is_one() && is_square_of_divisor(&apart, low, high);
    if above != exchanged {
        quotient
    } else {
        quotient - 1u8
    }
}

/// Whether `number` is the square of a divisor of both `low` and `high`.
///
/// With `number = |a² − qab − b²|` such a divisor is the gcd, since the square of what `a` and `b`
/// have in common beyond it would divide 1.
fn is_square_of_divisor(number: &Natural, low: &Natural, high: &Natural) -> bool {
    let (root, rest) = long::root_rem(number);
    let divides = |number| long::remainder(number, &root).is_zero();
    rest.is_zero() && !root.is_zero() && divides(low) && divides(high)
}

/// The one move from `(x, y)` to a position of value `target`, if there is one.
///
/// With quotient `q` there are `q` options, of different values. With `target` 0 it is the winning move.
pub fn move_to(x: u64, y: u64, target: u64) -> Option<Subtraction<u64>> {
    let (low, high) = (x.min(y), x.max(y));
    let (quotient, rest) = (high.checked_div(low)?, high.checked_rem(low)?);
    // The option that keeps `i` times the lower number: i = 0 has the value `last`; the others take
    // the values from 0 up, without it, in turn.
    let last = value(low, rest);
    let kept = match target.cmp(&last) {
        std::cmp::Ordering::Equal => 0,
        std::cmp::Ordering::Less => target + 1,
        std::cmp::Ordering::Greater => target,
    };
    (kept < quotient).then(|| {
        let less = rest + kept * low;
        Subtraction {
            times: quotient - kept,
            left: if x >= y { (less, y) } else { (x, less) },
        }
    })
}

/// [`move_to`] for numbers of any size.
pub fn move_to_natural(x: &Natural, y: &Natural, target: &Natural) -> Option<Subtraction<Natural>> {
    let (low, high) = if x <= y { (x, y) } else { (y, x) };
    if low.is_zero() {
        return None;
    }
    let (quotient, rest) = long::div_rem(high, low);
    let last = value_natural(low, &rest);
    let kept = match target.cmp(&last) {
        std::cmp::Ordering::Equal => Natural::ZERO,
        std::cmp::Ordering::Less => target + 1u8,
        std::cmp::Ordering::Greater => target.clone(),
    };
    (kept < quotient).then(|| leave(x, y, &quotient, kept, rest))
}

/// The move that keeps `rest` and `kept` times the lower number.
fn leave(
    x: &Natural,
    y: &Natural,
    quotient: &Natural,
    kept: Natural,
    rest: Natural,
) -> Subtraction<Natural> {
    let low = x.min(y);
    let less = rest + long::product(&kept, low);
    let left = if x >= y {
        (less, y.clone())
    } else {
        (x.clone(), less)
    };
    Subtraction {
        times: quotient - kept,
        left,
    }
}

/// The one winning move of normal play; none from a P-position.
///
/// Only two options can be P-positions: the one that keeps the remainder, and the one that keeps the
/// remainder and the smaller number once.
pub fn winning(x: &Natural, y: &Natural) -> Option<Subtraction<Natural>> {
    let (low, high) = if x <= y { (x, y) } else { (y, x) };
    if low.is_zero() {
        return None;
    }
    let (quotient, rest) = long::div_rem(high, low);
    let kept = if is_p_natural(low, &rest) {
        Natural::ZERO
    } else {
        Natural::ONE
    };
    (kept < quotient).then(|| leave(x, y, &quotient, kept, rest))
}

/// The one winning move of misère play; none from a P-position, nor where a number is 0, though
/// the player to move has then won.
pub fn misere_winning(x: &Natural, y: &Natural) -> Option<Subtraction<Natural>> {
    let (low, high) = if x <= y { (x, y) } else { (y, x) };
    if low.is_zero() {
        return None;
    }
    let (quotient, rest) = long::div_rem(high, low);
    let kept = if is_misere_p_natural(low, &rest) {
        Natural::ZERO
    } else {
        Natural::ONE
    };
    (kept < quotient).then(|| leave(x, y, &quotient, kept, rest))
}

#[cfg(test)]
mod tests {
    use super::*;
    use dashu_int::ops::DivRem;
    use proptest::prelude::*;

    /// The rules and nothing else.
    fn all_options(x: usize, y: usize) -> Vec<(usize, usize)> {
        let (low, high) = (x.min(y), x.max(y));
        let times = high.checked_div(low).unwrap_or(0);
        let option = |times| {
            if x >= y {
                (x - times * y, y)
            } else {
                (x, y - times * x)
            }
        };
        (1..=times).map(option).collect()
    }

    #[test]
    fn search_agrees() {
        const SIZE: usize = 90;
        let mut values = vec![vec![0u64; SIZE]; SIZE];
        let mut misere = vec![vec![false; SIZE]; SIZE];
        for sum in 0..2 * SIZE - 1 {
            for x in (sum + 1).saturating_sub(SIZE)..SIZE.min(sum + 1) {
                let y = sum - x;
                let options = all_options(x, y);
                let reached: Vec<u64> = options.iter().map(|&(x, y)| values[x][y]).collect();
                let least = (0..).find(|v| !reached.contains(v)).unwrap();
                values[x][y] = least;
                misere[x][y] = !options.is_empty() && !options.iter().any(|&(x, y)| misere[x][y]);

                let (a, b) = (x as u64, y as u64);
                let (na, nb) = (Natural::from(a), Natural::from(b));
                assert_eq!(value(a, b), least, "({x},{y})");
                assert_eq!(is_p(a, b), least == 0, "({x},{y})");
                assert_eq!(is_p_natural(&na, &nb), least == 0);
                assert_eq!(is_misere_p(a, b), misere[x][y], "({x},{y})");
                assert_eq!(is_misere_p_natural(&na, &nb), misere[x][y]);
                for target in 0..least + 3 {
                    let found = move_to(a, b, target);
                    let wanted: Vec<_> = (1u64..)
                        .zip(options.iter().zip(&reached))
                        .filter(|&(_, (_, &v))| v == target)
                        .map(|(times, (&(x, y), _))| Subtraction {
                            times,
                            left: (x as u64, y as u64),
                        })
                        .collect();
                    assert_eq!(
                        Vec::from_iter(found.clone()),
                        wanted,
                        "({x},{y}) to {target}"
                    );
                    let found = found.map(large);
                    assert_eq!(move_to_natural(&na, &nb, &target.into()), found);
                    if target == 0 {
                        assert_eq!(winning(&na, &nb), found, "({x},{y})");
                    }
                }
                let wanted: Vec<_> = (1u64..)
                    .zip(&options)
                    .filter(|&(_, &(x, y))| misere[x][y])
                    .map(|(times, &(x, y))| {
                        large(Subtraction {
                            times,
                            left: (x as u64, y as u64),
                        })
                    })
                    .collect();
                assert_eq!(
                    Vec::from_iter(misere_winning(&na, &nb)),
                    wanted,
                    "({x},{y}) misère"
                );
            }
        }
    }

    fn large(small: Subtraction<u64>) -> Subtraction<Natural> {
        Subtraction {
            times: small.times.into(),
            left: (small.left.0.into(), small.left.1.into()),
        }
    }

    /// The value by Euclid's algorithm to its end, with the mex written out.
    fn value_slowly(x: &Natural, y: &Natural) -> Natural {
        let (low, high) = if x <= y { (x, y) } else { (y, x) };
        let (mut high, mut low) = (high.clone(), low.clone());
        let mut quotients = Vec::new();
        while !low.is_zero() {
            let (quotient, rest) = (&high).div_rem(&low);
            quotients.push(quotient);
            (high, low) = (low, rest);
        }
        quotients.into_iter().rev().fold(
            Natural::ZERO,
            |after, q| if after < q { q } else { q - 1u8 },
        )
    }

    #[test]
    fn equal_quotients() {
        for q in [1u64, 2, 3, 7, 1 << 40] {
            for common in [Natural::ONE, Natural::from(6u8), Natural::ONE << 150] {
                let (mut low, mut high) = (Natural::ZERO, common.clone());
                for _ in 0..60 {
                    for (x, y) in [
                        (high.clone(), low.clone()),
                        (high.clone(), &low + &common),
                        (&high + &common, low.clone()),
                        (&high * 2u8 + &low, high.clone()),
                    ] {
                        let slow = value_slowly(&x, &y);
                        assert_eq!(value_natural(&x, &y), slow, "({x},{y})");
                        assert_eq!(is_p_natural(&x, &y), slow.is_zero());
                        assert_eq!(winning(&x, &y).is_none(), slow.is_zero());
                    }
                    (low, high) = (high.clone(), high * q + low);
                }
            }
        }
    }

    #[test]
    fn the_largest_words() {
        for a in (0..40).chain((0..40).map(|less| u64::MAX - less)) {
            for b in [
                0,
                1,
                2,
                3,
                u64::MAX,
                u64::MAX - 1,
                u64::MAX / 2,
                u64::MAX / 2 + 1,
                11_400_714_819_323_198_485,
            ] {
                let (na, nb) = (Natural::from(a), Natural::from(b));
                assert_eq!(
                    Natural::from(value(a, b)),
                    value_slowly(&na, &nb),
                    "({a},{b})"
                );
                assert_eq!(is_p(a, b), value(a, b) == 0, "({a},{b})");
                assert_eq!(move_to(a, b, 0).map(large), winning(&na, &nb), "({a},{b})");
            }
        }
    }

    fn number() -> impl Strategy<Value = Natural> {
        (any::<[u64; 4]>(), 0usize..256)
            .prop_map(|(words, less)| Natural::from_words(&words.map(|w| w as _)) >> less)
    }

    proptest! {
        #[test]
        fn any_size(x in number(), y in number(), times in 0u64..5) {
            for (x, y) in [(x.clone(), y.clone()), (&x * times + &y, x.clone())] {
                let slow = value_slowly(&x, &y);
                prop_assert_eq!(value_natural(&x, &y), slow.clone());
                prop_assert_eq!(is_p_natural(&x, &y), slow.is_zero());
                prop_assert_eq!(winning(&x, &y), move_to_natural(&x, &y, &Natural::ZERO));
                prop_assert!(move_to_natural(&x, &y, &slow).is_none());
                if !slow.is_zero() {
                    let target = &slow - 1u8;
                    let found = move_to_natural(&x, &y, &target).unwrap();
                    prop_assert_eq!(value_slowly(&found.left.0, &found.left.1), target);
                    let low = x.clone().min(y.clone());
                    let (rest_x, rest_y) = (&x - &found.left.0, &y - &found.left.1);
                    prop_assert_eq!(rest_x + rest_y, found.times * low);
                }
            }
        }

        #[test]
        fn words_and_naturals_agree(x: u64, y: u64, less in 0u32..64) {
            let (x, y) = (x >> less, y);
            let (nx, ny) = (Natural::from(x), Natural::from(y));
            prop_assert_eq!(Natural::from(value(x, y)), value_slowly(&nx, &ny));
            prop_assert_eq!(is_misere_p(x, y), is_misere_p_natural(&nx, &ny));
            prop_assert_eq!(move_to(x, y, 0).map(large), winning(&nx, &ny));
        }
    }
}
