//! Fibonacci Nim exactly, for numbers of any size (Whinihan 1963; Zeckendorf's form).
//!
//! A position is `n` stones and the most that may be taken now; after a take of `k` the next player may
//! take up to `2k`. At the opening all but the whole heap may be taken. The position is P if and
//! only if `n = 0` or the limit is below the smallest part of Zeckendorf's form of `n` (the sum of
//! Fibonacci numbers no two of which are neighbours); so the opening is lost exactly for 0 and Fibonacci numbers.
//!
//! **All winning moves.** A take of `k` wins if `m = n − k` is 0 or has a smallest part `F_s > 2k`.
//! Then `k < F_{s−1}`, so the forms of `m` and `k` together are the form of `n`: the winning takes
//! are sums of the lowest parts. The sum below `F_s` with highest part `F_t` wins if `s − t ≥ 3`, since
//! `2k < 2F_{t+1} < F_{t+3}`; and if `s − t = 2` when the part below `F_t` is absent or at
//! distance 4 or more, or at distance 3 and the same holds there in turn.
//!
//! **Misère play.** Taking everything loses at once, so a position in which a move exists is as `n − 1` stones
//! with the same limit in normal play.

use super::{Natural, decimal::Digits, zeckendorf};

/// Whether the player to move loses at the opening with `n` stones, that is, whether `n` is 0 or a Fibonacci number.
///
/// Straight from the digits: the leading ones leave one candidate, which is almost always refused by the
/// remainder modulo `2^61 − 1`; only then is the number built and compared.
///
/// ```
/// use grundy_number::{decimal::Digits, fibonacci};
/// assert!(fibonacci::opening_is_p_decimal(Digits::new("21", 9)?));
/// assert!(!fibonacci::opening_is_p_decimal(Digits::new("20", 9)?));
/// # Ok::<(), grundy_number::decimal::DecimalError>(())
/// ```
pub fn opening_is_p_decimal(n: Digits<'_>) -> bool {
    if let Some(n) = n.small() {
        return n == 0 || zeckendorf::is_fibonacci_small(n);
    }
    let leading = n.bytes()[..17]
        .iter()
        .fold(0u64, |sum, digit| sum * 10 + u64::from(digit - b'0'));
    let logarithm = (leading as f64).log10() + (n.count() - 17) as f64;
    let Some(index) = candidate(logarithm) else {
        return false;
    };
    remainder(n.bytes()) == zeckendorf::fibonacci_modulo(index)
        && n.natural() == zeckendorf::fibonacci(index)
}

/// [`opening_is_p_decimal`] for a number already built.
pub fn opening_is_p(n: &Natural) -> bool {
    if let Ok(n) = u128::try_from(n) {
        return n == 0 || zeckendorf::is_fibonacci_small(n);
    }
    zeckendorf::fibonacci_index(n).is_some()
}

/// The one index whose Fibonacci number can have this decimal logarithm, if there is one; for numbers above 2^128.
///
/// F_k = φ^k/√5 to within 2^-170 of itself. The logarithm is known to some 10^-15 of itself and an index of
/// up to 10^10 is thus found to within 10^-4.
fn candidate(logarithm: f64) -> Option<u64> {
    let golden = ((1.0 + 5f64.sqrt()) / 2.0).log10();
    let index = (logarithm + 5f64.sqrt().log10()) / golden;
    if index > 1e10 {
        // So many digits are beyond memory; no claim is made from rounded numbers.
        return Some(index.round() as u64);
    }
    ((index - index.round()).abs() < 1e-3).then_some(index.round() as u64)
}

/// The number written in decimal modulo `2^61 − 1`.
fn remainder(digits: &[u8]) -> u64 {
    digits.chunks(18).fold(0, |rest, chunk| {
        let (mut part, mut scale) = (0u64, 1u64);
        for digit in chunk {
            part = part * 10 + u64::from(digit - b'0');
            scale *= 10;
        }
        zeckendorf::reduce(u128::from(rest) * u128::from(scale) + u128::from(part))
    })
}

/// Whether `(n, most)`, at most `most` stones to be taken now, is a P-position of normal play.
pub fn is_p(n: &Natural, most: &Natural) -> bool {
    match zeckendorf::smallest_part(n) {
        None => true,
        Some(index) => zeckendorf::below_fibonacci(most, index),
    }
}

/// Whether `(n, most)` is a P-position of misère play. Where nothing can be taken the player to move has won.
pub fn is_misere_p(n: &Natural, most: &Natural) -> bool {
    !n.is_zero() && !most.is_zero() && is_p(&(n - 1u8), most)
}

/// The winning takes of a position.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Takes {
    /// How many there are.
    pub count: u64,
    /// The smallest of them, ascending, as many as were asked for.
    pub first: Vec<Natural>,
}

/// The winning takes from `(n, most)` in normal play: all are counted, the `list` smallest given.
///
/// The opening is `most = n − 1`. Zeckendorf's form of `n` is computed by divide and conquer; each take given
/// costs a few multiplications of its size.
pub fn winning(n: &Natural, most: &Natural, list: usize) -> Takes {
    let form = zeckendorf::parts(n);
    let affordable = affordable(n, &form, most);
    let mut takes = Takes::default();
    let mut sum = Natural::ZERO;
    let mut part = zeckendorf::Walk::new();
    // Whether twice the sum below a part F_t is below F_{t−1}, which a distance of 2 above it asks for.
    let mut slack = true;
    for (at, &index) in form.iter().enumerate().rev().take(affordable) {
        if let Some(&below) = form.get(at + 1) {
            slack = match index - below {
                2 => false,
                3 => slack,
                _ => true,
            };
        }
        let wanted = takes.first.len() < list;
        if wanted {
            sum += part.to(index);
        }
        let above = at.checked_sub(1).map(|above| form[above]);
        if slack || above.is_none_or(|above| above - index >= 3) {
            takes.count += 1;
            if wanted {
                takes.first.push(sum.clone());
            }
        }
    }
    takes
}

/// How many of the sums of lowest parts are at most `most`.
fn affordable(n: &Natural, form: &[u64], most: &Natural) -> usize {
    if most >= n {
        return form.len();
    }
    if most + 1u8 == *n {
        return form.len() - 1;
    }
    // Forms are ordered as the numbers are, by their indices from the highest down.
    let limit = zeckendorf::parts(most);
    let from = form.partition_point(|&index| limit.first().is_none_or(|&highest| index > highest));
    let tail = &form[from..];
    // Only the sum that starts with the limit's own highest part needs more than its first index.
    tail.len() - usize::from(tail > &limit[..])
}

/// The smallest winning take from `(n, most)`, if any: the smallest part of Zeckendorf's form. Much cheaper than
/// [`winning`], as only the low part of the form is needed.
pub fn smallest_winning(n: &Natural, most: &Natural) -> Option<Natural> {
    let index = zeckendorf::smallest_part(n)?;
    (!zeckendorf::below_fibonacci(most, index)).then(|| zeckendorf::fibonacci(index))
}

/// The winning takes from `(n, most)` in misère play.
pub fn misere_winning(n: &Natural, most: &Natural, list: usize) -> Takes {
    if n.is_zero() || most.is_zero() {
        Takes::default()
    } else {
        winning(&(n - 1u8), most, list)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::decimal::{MOST_DIGITS, print};
    use proptest::prelude::*;

    const SIZE: usize = 130;

    /// The rules and nothing else: P-positions `[n][most]` with `most ≤ 2·SIZE`.
    fn search(misere: bool) -> Vec<Vec<bool>> {
        let mut p: Vec<Vec<bool>> = Vec::new();
        for n in 0..SIZE {
            let mut row = Vec::new();
            let mut wins = false;
            for most in 0..=2 * SIZE {
                if (1..=n).contains(&most) {
                    wins |= p[n - most][2 * most];
                }
                let stuck = n == 0 || most == 0;
                row.push(!(wins || misere && stuck));
            }
            p.push(row);
        }
        p
    }

    #[test]
    fn search_agrees() {
        for misere in [false, true] {
            let p = search(misere);
            for n in 0..SIZE {
                let (large, opening) = (Natural::from(n), n.saturating_sub(1));
                if misere {
                    assert!(!p[n][opening], "every opening is N: {n}");
                } else {
                    assert_eq!(opening_is_p(&large), p[n][opening], "{n}");
                    let digits = n.to_string();
                    assert_eq!(
                        opening_is_p_decimal(Digits::new(&digits, 9).unwrap()),
                        p[n][opening]
                    );
                }
                for most in 0..n + 3 {
                    let limit = Natural::from(most);
                    let wanted: Vec<Natural> = (1..=most.min(n))
                        .filter(|&k| p[n - k][2 * k])
                        .map(Natural::from)
                        .collect();
                    let (told, takes) = if misere {
                        (
                            is_misere_p(&large, &limit),
                            misere_winning(&large, &limit, SIZE),
                        )
                    } else {
                        (is_p(&large, &limit), winning(&large, &limit, SIZE))
                    };
                    assert_eq!(told, p[n][most], "({n},{most}) misère {misere}");
                    assert_eq!(
                        takes.count,
                        wanted.len() as u64,
                        "({n},{most}) misère {misere}"
                    );
                    assert_eq!(takes.first, wanted, "({n},{most}) misère {misere}");
                    if !misere {
                        assert_eq!(smallest_winning(&large, &limit), wanted.first().cloned());
                        assert_eq!(
                            winning(&large, &limit, 1).first,
                            wanted[..wanted.len().min(1)]
                        );
                    }
                }
            }
        }
    }

    /// A take wins if what it leaves is P, which the search above has confirmed for small numbers.
    #[test]
    fn large_takes_leave_p_positions() {
        let mut n = Natural::ZERO;
        let mut index = 0;
        for (at, gap) in [
            2, 2, 3, 3, 2, 4, 2, 2, 3, 5, 3, 3, 2, 90, 2, 3, 91, 2, 2, 200, 3,
        ]
        .into_iter()
        .enumerate()
        {
            index += gap;
            n += zeckendorf::fibonacci(index);
            let form = zeckendorf::parts(&n);
            assert_eq!(form.len(), at + 1);
            // Every sum of lowest parts: exactly those that leave P are given.
            let mut sum = Natural::ZERO;
            let mut wanted = Vec::new();
            for &index in form.iter().rev() {
                sum += zeckendorf::fibonacci(index);
                if is_p(&(&n - &sum), &(&sum << 1)) {
                    wanted.push(sum.clone());
                }
            }
            assert_eq!(winning(&n, &n, 99).first, wanted);
            for limit in wanted
                .iter()
                .flat_map(|take| [take - 1u8, take.clone(), take + 1u8])
            {
                let fewer: Vec<_> = wanted
                    .iter()
                    .filter(|take| **take <= limit)
                    .cloned()
                    .collect();
                let takes = winning(&n, &limit, 99);
                assert_eq!(takes.count, fewer.len() as u64);
                assert_eq!(takes.first, fewer);
            }
        }
    }

    #[test]
    fn long_openings() {
        for index in (170..1200).step_by(29).chain([20_000, 20_001]) {
            let exact = zeckendorf::fibonacci(index);
            for (n, p) in [
                (&exact - 1u8, false),
                (exact.clone(), true),
                (&exact + 1u8, false),
            ] {
                let text = print(&n);
                assert_eq!(
                    opening_is_p_decimal(Digits::new(&text, MOST_DIGITS).unwrap()),
                    p,
                    "F_{index}"
                );
                assert_eq!(opening_is_p(&n), p, "F_{index}");
                let takes = winning(&n, &(&n - 1u8), 2);
                assert_eq!(takes.count == 0, p);
                assert_eq!(is_p(&n, &(&n - 1u8)), p);
                if let Some(take) = takes.first.first() {
                    assert!(is_p(&(&n - take), &(take << 1)));
                }
            }
            // The same remainder modulo 2^61 − 1, and another number.
            let off = &exact + (Natural::ONE << 61) - 1u8;
            assert!(!opening_is_p_decimal(
                Digits::new(&print(&off), MOST_DIGITS).unwrap()
            ));
            assert!(!opening_is_p(&off));
        }
    }

    proptest! {
        #[test]
        fn digits_and_number_agree(text in "[0-9]{1,80}") {
            let digits = Digits::new(&text, MOST_DIGITS).unwrap();
            let n = digits.natural();
            prop_assert_eq!(opening_is_p_decimal(digits), opening_is_p(&n));
            prop_assert_eq!(opening_is_p(&n), zeckendorf::parts(&n).len() <= 1);
            prop_assert_eq!(u128::from(remainder(digits.bytes())), u128::try_from(n % ((Natural::ONE << 61) - 1u8)).unwrap());
        }

        #[test]
        fn takes_leave_p_positions(text in "[0-9]{1,60}", limit in "[0-9]{1,60}") {
            let n = Digits::new(&text, MOST_DIGITS).unwrap().natural();
            let most = Digits::new(&limit, MOST_DIGITS).unwrap().natural();
            let takes = winning(&n, &most, usize::MAX);
            prop_assert_eq!(takes.count == 0, is_p(&n, &most));
            prop_assert_eq!(takes.count, takes.first.len() as u64);
            prop_assert_eq!(takes.first.first().cloned(), smallest_winning(&n, &most));
            for take in takes.first {
                prop_assert!(take <= most && take <= n && is_p(&(&n - &take), &(&take << 1)));
            }
        }
    }
}
