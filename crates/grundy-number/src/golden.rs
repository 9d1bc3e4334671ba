//! Wythoff's game exactly, for numbers of any size (Wythoff 1907; the two Beatty sequences).
//!
//! The P-positions are the pairs `(⌊φz⌋, ⌊φz⌋ + z)`. Every natural number stands in exactly one of
//! them and every difference `z` belongs to exactly one, so from an N-position at most three options
//! win: one for each heap kept and one for the difference kept. Whether `x = ⌊φz⌋` is decided
//! without roots: `x² − xz − z² ≤ 0 < (x+1)² − (x+1)z − z²`, where only `x = z = 0` gives equality.
//! The mate of `a` is found from `k = ⌊(a+1)/φ⌋`: it is `a + k` if `a = ⌊φk⌋` and else `k`.
//!
//! In misère play the P-positions are the same but for `(0,0)` and `(1,2)`, in whose place stand
//! `(0,1)` and `(2,2)`.

use super::{Natural, batch, long};

/// `⌊2^64/φ⌋`.
const INVERSE: u128 = 0x9E37_79B9_7F4A_7C15;

/// Whether `(x, y)` is a P-position of normal play, exactly for all arguments. Two products of words.
///
/// ```
/// assert!(grundy_number::golden::is_p(267_914_295, 165_580_140)); // floating point says no
/// ```
#[inline]
pub fn is_p(x: u64, y: u64) -> bool {
    let (low, high) = if x <= y { (x, y) } else { (y, x) };
    let (low, high, apart) = (u128::from(low), u128::from(high), u128::from(high - low));
    // With a = low and z = apart, z² + az = z·high. Each product is below 2^128, and so is
    // z·high + z. The second condition is 0 < (a² − az − z²) + 2a + 1 − z.
    let (square, other) = (low * low, apart * high);
    square <= other && other.wrapping_sub(square).wrapping_add(apart) <= 2 * low
}

/// Whether `(x, y)` is a P-position of misère play (the player who makes the last move loses).
#[inline]
pub fn is_misere_p(x: u64, y: u64) -> bool {
    match if x <= y { (x, y) } else { (y, x) } {
        (0, 1) | (2, 2) => true,
        (0, 0) | (1, 2) => false,
        _ => is_p(x, y),
    }
}

/// Writes [`is_p`] of each pair to `out`, up to the shorter length; gives the number written.
pub fn p_positions(pairs: &[(u64, u64)], out: &mut [bool]) -> usize {
    batch::p_positions(pairs, out)
}

/// [`is_p`] for numbers of any size. Two products.
pub fn is_p_natural(x: &Natural, y: &Natural) -> bool {
    if let (Ok(x), Ok(y)) = (u64::try_from(x), u64::try_from(y)) {
        return is_p(x, y);
    }
    let (low, high) = if x <= y { (x, y) } else { (y, x) };
    let apart = high - low;
    // φ lies between 7/5 and 5/3: most pairs are refused without a product.
    if low * 5u8 + 5u8 < &apart * 7u8 || low * 3u8 > &apart * 5u8 {
        return false;
    }
    let (square, other) = (long::square(low), long::product(&apart, high));
    square <= other && other - square + apart <= low * 2u8
}

/// [`is_misere_p`] for numbers of any size.
pub fn is_misere_p_natural(x: &Natural, y: &Natural) -> bool {
    match (u64::try_from(x), u64::try_from(y)) {
        (Ok(x), Ok(y)) => is_misere_p(x, y),
        _ => is_p_natural(x, y),
    }
}

/// `⌊m/φ⌋` for `m = a + 1`.
fn over_golden(a: u64) -> u64 {
    // The product's high half is the wanted number or one less: INVERSE is short by less than 1.
    let next = (((u128::from(a) + 1) * INVERSE) >> 64) as u64 + 1;
    // next ≤ m/φ ⟺ next·(next + m) ≤ m², never equal, and m² − 1 = a(a + 2) where m² may not fit.
    let (n, a) = (u128::from(next), u128::from(a));
    match n.checked_mul(n + a + 1) {
        Some(product) if product <= a * (a + 2) => next,
        _ => next - 1,
    }
}

/// The number that makes a P-position together with `a`. It may exceed 64 bits.
pub fn mate(a: u64) -> u128 {
    let k = over_golden(a);
    let (wide, a) = (u128::from(k), u128::from(a));
    // a = ⌊φk⌋ ⟺ a < φk, given that k < (a+1)/φ. A product past 2^128 is more than a².
    match wide.checked_mul(a + wide) {
        Some(product) if product < a * a => wide,
        _ => a + wide,
    }
}

/// The smaller number of the P-position whose numbers differ by `apart`: `⌊φ·apart⌋`.
pub fn lower(apart: u64) -> u128 {
    // ⌊φz⌋ = z + ⌊z/φ⌋.
    u128::from(apart)
        + apart
            .checked_sub(1)
            .map_or(0, |a| u128::from(over_golden(a)))
}

/// `⌊m/φ⌋` for a number of any size: one square root.
fn over_golden_natural(m: &Natural) -> Natural {
    (long::root(&(long::square(m) * 5u8)) - m) >> 1
}

/// [`mate`] for numbers of any size. One square root.
pub fn mate_natural(a: &Natural) -> Natural {
    if let Ok(a) = u64::try_from(a) {
        return mate(a).into();
    }
    let k = over_golden_natural(&(a + 1u8));
    let sum = a + &k;
    if long::product(&k, &sum) < long::square(a) {
        k
    } else {
        sum
    }
}

/// [`lower`] for numbers of any size. One square root.
pub fn lower_natural(apart: &Natural) -> Natural {
    match u64::try_from(apart) {
        Ok(apart) => lower(apart).into(),
        Err(_) => apart + over_golden_natural(apart),
    }
}

/// [`mate`] in misère play, where the pairs {0, 1} and {2, 2} replace {0, 0} and {1, 2}.
fn misere_mate(a: u64) -> u128 {
    match a {
        0 => 1,
        1 => 0,
        2 => 2,
        _ => mate(a),
    }
}

/// [`lower`] in misère play.
fn misere_lower(apart: u64) -> u128 {
    match apart {
        0 => 2,
        1 => 0,
        _ => lower(apart),
    }
}

fn options(x: u64, y: u64, mate: fn(u64) -> u128, lower: fn(u64) -> u128) -> Vec<(u64, u64)> {
    let mut winning = Vec::new();
    let below = |number: u128, bound: u64| u64::try_from(number).ok().filter(|&n| n < bound);
    if let Some(less) = below(mate(y), x) {
        winning.push((less, y));
    }
    if let Some(less) = below(mate(x), y) {
        winning.push((x, less));
    }
    if let Some(less) = below(lower(x.abs_diff(y)), x.min(y)) {
        let gone = x.min(y) - less;
        winning.push((x - gone, y - gone));
    }
    winning
}

/// Every option of `(x, y)` that is a P-position of normal play: taking from `x`, then from `y`,
/// then from both; at most three, none from a P-position.
pub fn winning(x: u64, y: u64) -> Vec<(u64, u64)> {
    options(x, y, mate, lower)
}

/// Every option of `(x, y)` that is a P-position of misère play, in the order of [`winning`].
///
/// From `(0, 0)` there is no option, although the player to move has won.
pub fn misere_winning(x: u64, y: u64) -> Vec<(u64, u64)> {
    options(x, y, misere_mate, misere_lower)
}

fn options_natural(x: &Natural, y: &Natural, misere: bool) -> Vec<(Natural, Natural)> {
    if let (Ok(x), Ok(y)) = (u64::try_from(x), u64::try_from(y)) {
        let small = if misere {
            misere_winning(x, y)
        } else {
            winning(x, y)
        };
        return small
            .into_iter()
            .map(|(x, y)| (x.into(), y.into()))
            .collect();
    }
    let mate = |a: &Natural| match u64::try_from(a) {
        Ok(a) if misere => misere_mate(a).into(),
        _ => mate_natural(a),
    };
    let mut winning = Vec::new();
    let less = mate(y);
    if less < *x {
        winning.push((less, y.clone()));
    }
    let less = mate(x);
    if less < *y {
        winning.push((x.clone(), less));
    }
    let (low, apart) = if x <= y { (x, y - x) } else { (y, x - y) };
    let less = match u64::try_from(&apart) {
        Ok(apart) if misere => misere_lower(apart).into(),
        _ => lower_natural(&apart),
    };
    if less < *low {
        let gone = low - less;
        winning.push((x - &gone, y - gone));
    }
    winning
}

/// [`winning`] for numbers of any size. At most three square roots.
pub fn winning_natural(x: &Natural, y: &Natural) -> Vec<(Natural, Natural)> {
    options_natural(x, y, false)
}

/// [`misere_winning`] for numbers of any size.
pub fn misere_winning_natural(x: &Natural, y: &Natural) -> Vec<(Natural, Natural)> {
    options_natural(x, y, true)
}

#[cfg(test)]
mod tests {
    use super::*;
    use dashu_int::ops::SquareRoot;
    use proptest::prelude::*;

    /// The rules and nothing else.
    fn all_options(x: u64, y: u64) -> Vec<(u64, u64)> {
        let mut options: Vec<_> = (0..x).map(|less| (less, y)).collect();
        options.extend((0..y).map(|less| (x, less)));
        options.extend((1..=x.min(y)).map(|take| (x - take, y - take)));
        options
    }

    fn agrees_with_search(
        misere: bool,
        is_p: fn(u64, u64) -> bool,
        winning: fn(u64, u64) -> Vec<(u64, u64)>,
    ) {
        const SIZE: u64 = 90;
        let mut lost = vec![vec![false; SIZE as usize]; SIZE as usize];
        for sum in 0..2 * SIZE - 1 {
            for x in (sum + 1).saturating_sub(SIZE)..SIZE.min(sum + 1) {
                let y = sum - x;
                let mut wins: Vec<_> = all_options(x, y)
                    .into_iter()
                    .filter(|&(x, y)| lost[x as usize][y as usize])
                    .collect();
                let p = wins.is_empty() && !(misere && sum == 0);
                lost[x as usize][y as usize] = p;
                assert_eq!(is_p(x, y), p, "({x},{y}) misère {misere}");
                let mut found = winning(x, y);
                found.sort_unstable();
                wins.sort_unstable();
                assert_eq!(found, wins, "({x},{y}) misère {misere}");
            }
        }
    }

    #[test]
    fn search_agrees() {
        agrees_with_search(false, is_p, winning);
        agrees_with_search(true, is_misere_p, misere_winning);
    }

    /// By square root, a definition apart from the products.
    fn lower_by_root(apart: &Natural) -> Natural {
        (apart + (apart.sqr() * 5u8).sqrt()) >> 1
    }

    fn p_by_root(x: &Natural, y: &Natural) -> bool {
        let (low, high) = if x <= y { (x, y) } else { (y, x) };
        lower_by_root(&(high - low)) == *low
    }

    #[test]
    fn the_usual_formula_fails_first_here() {
        let usual = |z: u64| ((z as f64) * (1.0 + 5f64.sqrt()) / 2.0) as u64;
        // All of them in release mode; a debug build looks at the last stretch only.
        let from = if cfg!(debug_assertions) {
            102_000_000
        } else {
            0
        };
        let first = (from..).find(|&z| !is_p(usual(z), usual(z) + z));
        assert_eq!(first, Some(102_334_155));
        assert_eq!(lower(102_334_155), 165_580_140);
        assert!(is_p(165_580_140, 267_914_295));
        assert_eq!(usual(102_334_155), 165_580_141);
    }

    #[test]
    fn the_largest_words() {
        // ⌊φz⌋ + z passes 2^64 at z = ⌈2^64/φ²⌉.
        let last = (Natural::ONE << 64) - 1u8;
        let z = &last - over_golden_natural(&last) - 1u8;
        let mut seen = 0;
        for step in 0..1000u64 {
            let z = &z - step;
            let low = lower_by_root(&z);
            if let (Ok(low), Ok(high)) = (u64::try_from(&low), u64::try_from(&low + &z)) {
                seen += 1;
                assert!(is_p(low, high) && is_p(high, low));
                assert!(!is_p(low - 1, high) && !is_p(low, high - 1) && !is_p(low + 1, high));
                assert_eq!((mate(low), mate(high)), (high.into(), low.into()));
                assert_eq!(lower(high - low), low.into());
            }
        }
        assert!(seen > 990);
        for a in (0..300).chain((0..300).map(|less| u64::MAX - less)) {
            assert!(!is_p(a, a) || a == 0);
            let mate = Natural::from(mate(a));
            assert!(p_by_root(&a.into(), &mate), "{a}");
            for b in [0, 1, 2, u64::MAX, u64::MAX - 1, a / 2, a.saturating_mul(2)] {
                assert_eq!(is_p(a, b), p_by_root(&a.into(), &b.into()), "({a},{b})");
            }
            assert_eq!(Natural::from(lower(a)), lower_by_root(&a.into()));
        }
    }

    fn fibonacci_pairs() -> Vec<(Natural, Natural)> {
        let (mut a, mut b) = (Natural::ONE, Natural::from(2u8));
        let mut pairs = Vec::new();
        for _ in 0..300 {
            (a, b) = (b.clone(), a + b);
            pairs.push((a.clone(), b.clone()));
        }
        pairs
    }

    #[test]
    fn beside_the_convergents() {
        for (a, b) in fibonacci_pairs() {
            for x in [&a - 1u8, a.clone(), &a + 1u8] {
                for y in [&b - 1u8, b.clone(), &b + 1u8] {
                    assert_eq!(is_p_natural(&x, &y), p_by_root(&x, &y), "({x},{y})");
                    assert_eq!(is_p_natural(&y, &x), p_by_root(&x, &y), "({x},{y})");
                    let wins = winning_natural(&x, &y);
                    assert_eq!(wins.is_empty(), p_by_root(&x, &y), "({x},{y})");
                    assert!(wins.iter().all(|(x, y)| p_by_root(x, y)));
                }
                let mate = mate_natural(&x);
                assert!(p_by_root(&x, &mate), "{x}");
                assert_eq!(mate_natural(&mate), x);
            }
        }
    }

    #[test]
    fn misere_differs_in_small_pairs_only() {
        let big = Natural::ONE << 100;
        for (x, wins) in [(0u8, 1u8), (1, 0), (2, 2)] {
            let found = misere_winning_natural(&x.into(), &big);
            assert_eq!(found, vec![(x.into(), wins.into())]);
            assert!(!is_misere_p_natural(&x.into(), &big));
        }
        let found = misere_winning_natural(&(&big + 1u8), &big);
        assert!(found.contains(&(1u8.into(), 0u8.into())));
    }

    fn number() -> impl Strategy<Value = Natural> {
        (any::<[u64; 4]>(), 0usize..256)
            .prop_map(|(words, less)| Natural::from_words(&words.map(|w| w as _)) >> less)
    }

    proptest! {
        #[test]
        fn words_and_naturals_agree(x: u64, y: u64, less in 0u32..64) {
            let (x, y) = (x >> less, y >> less);
            let (bx, by) = (Natural::from(x), Natural::from(y));
            prop_assert_eq!(is_p(x, y), p_by_root(&bx, &by));
            prop_assert!(p_by_root(&bx, &Natural::from(mate(x))));
            prop_assert_eq!(Natural::from(lower(x)), lower_by_root(&bx));
            for (x, y) in winning(x, y) {
                prop_assert!(p_by_root(&x.into(), &y.into()));
            }
            if let Ok(partner) = u64::try_from(mate(x)) {
                prop_assert!(is_p(x, partner));
                prop_assert!(partner == 0 || !is_p(x, partner - 1));
            }
        }

        #[test]
        fn any_size(x in number(), y in number()) {
            prop_assert_eq!(is_p_natural(&x, &y), p_by_root(&x, &y));
            let mate = mate_natural(&x);
            prop_assert!(is_p_natural(&x, &mate) && is_p_natural(&mate, &x));
            prop_assert!(p_by_root(&x, &mate));
            prop_assert!(!is_p_natural(&x, &(&mate + 1u8)));
            prop_assert_eq!(lower_natural(&x), lower_by_root(&x));
            for (left, right) in winning_natural(&x, &y) {
                prop_assert!(p_by_root(&left, &right));
                let (from_x, from_y) = (&x - left, &y - right);
                prop_assert!(from_x.is_zero() != from_y.is_zero() || (from_x == from_y && !from_x.is_zero()));
            }
        }

        #[test]
        fn batch_agrees(pairs in proptest::collection::vec(any::<(u64, u64)>(), 0..40), room in 0usize..50) {
            let mut out = vec![true; room];
            let written = p_positions(&pairs, &mut out);
            prop_assert_eq!(written, room.min(pairs.len()));
            for (&(x, y), &p) in pairs.iter().zip(&out) {
                prop_assert_eq!(p, is_p(x, y));
            }
        }
    }
}
