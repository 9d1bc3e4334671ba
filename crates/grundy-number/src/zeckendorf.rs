//! Fibonacci numbers and Zeckendorf's form, for numbers of any size (Zeckendorf 1972; Lekkerkerker 1952).
//!
//! Every natural number is in one way a sum of Fibonacci numbers `F_2 = 1, F_3 = 2, …` no two of which are
//! neighbours. The greedy way to it subtracts the largest again and again: quadratic. Here the
//! parts from `F_m` up are split off at once: they are
//! `F_{m−1}·y + F_{m−2}·⌊(y+1)/φ⌋`, where `y` is the number whose form is theirs with all indices
//! lowered by `m − 2`; `y` is the quotient by `φ^{m−2}`, but for a correction of 1. Then both halves are treated alike.

use dashu_int::ops::BitTest;

use super::{Natural, heap_bytes, long};
use grundy_base::budget::pulse;

/// The Mersenne prime `2^61 − 1`.
const PRIME: u64 = (1 << 61) - 1;

/// The number of indices in a form that fits 128 bits: all parts below `F_{2+WORD}`.
const WORD: u64 = 184;

/// `F_0 … F_186`, all that are below 2^128.
static SMALL: [u128; 187] = {
    let mut table = [0u128; 187];
    table[1] = 1;
    let mut at = 2;
    while at < table.len() {
        table[at] = table[at - 1] + table[at - 2];
        at += 1;
    }
    table
};

/// Whether `n` is a Fibonacci number (0 is one).
pub(super) fn is_fibonacci_small(n: u128) -> bool {
    // F_1 = F_2 leaves the table ordered.
    SMALL.binary_search(&n).is_ok()
}

/// The remainder modulo `2^61 − 1` of a number below `2^125`.
pub(super) fn reduce(number: u128) -> u64 {
    let folded = (number & u128::from(PRIME)) + (number >> 61);
    let folded = (folded as u64 & PRIME) + (folded >> 61) as u64;
    if folded >= PRIME {
        folded - PRIME
    } else {
        folded
    }
}

/// `F_index` modulo `2^61 − 1`, by doubling the index.
pub(super) fn fibonacci_modulo(index: u64) -> u64 {
    let product = |a: u64, b: u64| reduce(u128::from(a) * u128::from(b));
    let (mut a, mut b) = (0, 1);
    for bit in (0..u64::BITS - index.leading_zeros()).rev() {
        // F_2k = F_k(2F_{k+1} − F_k), F_{2k+1} = F_k² + F_{k+1}².
        let even = product(a, (2 * b + PRIME - a) % PRIME);
        let odd = (product(a, a) + product(b, b)) % PRIME;
        (a, b) = if index >> bit & 1 == 0 {
            (even, odd)
        } else {
            (odd, (even + odd) % PRIME)
        };
    }
    a
}

/// `F_index`, by doubling the index: the cost of a few multiplications of its size.
pub(super) fn fibonacci(index: u64) -> Natural {
    match usize::try_from(index)
        .ok()
        .and_then(|index| SMALL.get(index))
    {
        Some(&small) => small.into(),
        // The last doubling needs only one of the two numbers.
        None => {
            let (a, b) = pair(index / 2);
            if index.is_multiple_of(2) {
                long::product(&a, &((b << 1) - &a))
            } else {
                long::square(&a) + long::square(&b)
            }
        }
    }
}

/// `(F_index, F_{index+1})`.
fn pair(index: u64) -> (Natural, Natural) {
    let mut top = u64::BITS - index.leading_zeros();
    // Start in the table.
    let mut start = 0;
    while top > 0 && start * 2 + 1 < SMALL.len() as u64 - 1 {
        top -= 1;
        start = start * 2 + (index >> top & 1);
    }
    let mut a = Natural::from(SMALL[start as usize]);
    let mut b = Natural::from(SMALL[start as usize + 1]);
    for bit in (0..top).rev() {
        let even = long::product(&a, &((&b << 1) - &a));
        let odd = long::square(&a) + long::square(&b);
        (a, b) = if index >> bit & 1 == 0 {
            (even, odd)
        } else {
            let next = even + &odd;
            (odd, next)
        };
    }
    (a, b)
}

/// An index of a Fibonacci number above all numbers of so many binary digits.
fn index_above(bits: usize) -> u64 {
    // F_k ≥ φ^{k−2} and 1/log2(φ) = 1.44042…
    (bits as u64).saturating_mul(14_405) / 10_000 + 4
}

/// Whether `number < F_index`, at the cost of a multiplication only if their lengths do not tell.
pub(super) fn below_fibonacci(number: &Natural, index: u64) -> bool {
    let bits = number.bit_len();
    if index_above(bits) <= index {
        return true;
    }
    // F_k < φ^k, and log2(φ) = 0.69424…; a number of b digits is at least 2^{b−1}.
    if bits as u64 > index.saturating_mul(69_425) / 100_000 + 2 {
        return false;
    }
    *number < fibonacci(index)
}

/// The index of `n` among the Fibonacci numbers from `F_2` up, if it is one.
pub fn fibonacci_index(n: &Natural) -> Option<u64> {
    if let Ok(small) = u128::try_from(n) {
        return (small > 0)
            .then(|| SMALL[2..].binary_search(&small).ok())?
            .map(|at| at as u64 + 2);
    }
    // φ^k = √5·F_k up to a part in 2^170: the two leading words tell the index.
    let bits = n.bit_len();
    let leading = u64::try_from(n >> (bits - 64)).unwrap_or(u64::MAX);
    let logarithm = (leading as f64).log2() + (bits - 64) as f64;
    let near = (logarithm + 5f64.sqrt().log2()) / ((1.0 + 5f64.sqrt()) / 2.0).log2();
    let index = near.round() as u64;
    // An index below 10^11 is found to within 10^-4; beyond that no machine holds the number.
    if near < 1e11 && (near - near.round()).abs() > 1e-3 {
        return None;
    }
    (remainder(n) == fibonacci_modulo(index) && *n == fibonacci(index)).then_some(index)
}

/// The remainder modulo `2^61 − 1`.
fn remainder(n: &Natural) -> u64 {
    n % PRIME
}

/// What it takes to split a number below `F_{2 + 2·half}` into the parts from `F_m` up and those
/// below, where `m = 2 + half`.
struct Level {
    half: u64,
    /// `F_{m−1}`.
    upper: Natural,
    /// `F_{m−2}`.
    lower: Natural,
    /// The Lucas number nearest to `φ^{m−2}`.
    power: Natural,
    /// `⌊2^bits/φ⌋`, with 64 digits more than the numbers it multiplies.
    inverse: Natural,
    bits: usize,
}

impl Level {
    /// `⌊m/φ⌋` and `⌊(m + 1)/φ⌋`, for `m` up to about `F_{2 + half}`.
    fn over_golden(&self, m: &Natural) -> (Natural, Natural) {
        let product = long::product(m, &self.inverse);
        let next = &product + &self.inverse;
        (self.whole(product, m), self.whole(next, &(m + 1u8)))
    }

    /// `⌊m/φ⌋` from `product = m·inverse`, which is short of `2^bits·m/φ` by less than `m`.
    fn whole(&self, product: Natural, m: &Natural) -> Natural {
        let (fraction, whole) = product.split_bits(self.bits);
        if (fraction + m).bit_len() <= self.bits {
            return whole;
        }
        // Too near to the next number to tell: n ≤ m/φ ⟺ n(n + m) ≤ m².
        let next = &whole + 1u8;
        if long::product(&next, &(&next + m)) <= long::square(m) {
            next
        } else {
            whole
        }
    }

    /// `(y, low)`: the form of `y`, its indices raised by `half`, and the form of `low` are that of `n`.
    fn split(&self, n: &Natural) -> (Natural, Natural) {
        let mut y = long::quotient(n, &self.power);
        loop {
            let (shifted, next) = self.over_golden(&(&y + 1u8));
            let high = long::product(&self.upper, &y) + long::product(&self.lower, &shifted);
            if high > *n {
                y -= 1u8;
                continue;
            }
            let low = n - high;
            // The high part of y + 1 is this much more.
            let step = if next == shifted {
                self.upper.clone()
            } else {
                &self.upper + &self.lower
            };
            if low < step {
                return (y, low);
            }
            y += 1u8;
        }
    }
}

/// The levels for numbers up to `n`, from the smallest up; none if `n` fits the table.
fn levels(n: &Natural) -> Vec<Level> {
    let above = index_above(n.bit_len());
    let mut levels = Vec::new();
    let (mut half, mut numbers) = (WORD, pair(WORD));
    while 2 + half < above {
        if !levels.is_empty() {
            let (a, b) = numbers;
            numbers = (
                long::product(&a, &((&b << 1) - &a)),
                long::square(&a) + long::square(&b),
            );
        }
        let (lower, upper) = numbers.clone();
        let power = (&upper << 1) - &lower;
        let bits = upper.bit_len() + 2 + 64;
        levels.push(Level {
            half,
            upper,
            lower,
            power,
            inverse: Natural::ZERO,
            bits,
        });
        half *= 2;
    }
    if let Some(most) = levels.last().map(|level| level.bits) {
        // ⌊2^b/φ⌋ = ⌊(⌊√5·2^b⌋ − 2^b)/2⌋, and leading digits of it are the same for less.
        let inverse =
            (long::root(&(Natural::from(5u8) << (2 * most))) - (Natural::ONE << most)) >> 1;
        for level in &mut levels {
            level.inverse = &inverse >> (most - level.bits);
        }
    }
    levels
}

/// The indices of the parts of Zeckendorf's form of `n`, from the highest down; none for 0.
///
/// Divide and conquer: a few multiplications and a division of the size of `n`, times the logarithm of its length.
pub fn parts(n: &Natural) -> Vec<u64> {
    // The levels and what waits take some ten times the number's own bytes, a part eight bytes for three digits or four.
    pulse::room(24 * heap_bytes(n));
    let levels = levels(n);
    let mut parts = Vec::new();
    // What is still to be split, the highest last: at most one number for each level.
    let mut waiting = vec![(levels.len(), n.clone(), 0)];
    while let Some((height, n, raised)) = waiting.pop() {
        match u128::try_from(&n) {
            Ok(small) if small < SMALL[2 + WORD as usize] => greedy(small, raised, &mut parts),
            _ => {
                let Some(below) = height.checked_sub(1) else {
                    continue;
                };
                if n < levels[below].power {
                    waiting.push((below, n, raised));
                    continue;
                }
                let (y, low) = levels[below].split(&n);
                waiting.push((below, low, raised));
                waiting.push((below, y, raised + levels[below].half));
            }
        }
    }
    parts
}

/// The parts of a number below `F_{2 + WORD}`, with indices raised.
fn greedy(mut n: u128, raised: u64, parts: &mut Vec<u64>) {
    let mut bound = SMALL.len();
    while n > 0 {
        let at = SMALL[..bound].partition_point(|&part| part <= n) - 1;
        parts.push(at as u64 + raised);
        n -= SMALL[at];
        bound = at;
    }
}

/// The index of the smallest part of Zeckendorf's form of `n`; none for 0.
///
/// Only the low half is followed: the cost of a few multiplications and a division of the size of `n`.
pub fn smallest_part(n: &Natural) -> Option<u64> {
    pulse::room(16 * heap_bytes(n));
    let levels = levels(n);
    let (mut n, mut raised) = (n.clone(), 0);
    for level in levels.iter().rev() {
        if n < level.power {
            continue;
        }
        let (y, low) = level.split(&n);
        n = if low.is_zero() {
            raised += level.half;
            y
        } else {
            low
        };
    }
    let mut parts = Vec::new();
    greedy(u128::try_from(&n).unwrap_or(0), raised, &mut parts);
    parts.pop()
}

/// Fibonacci numbers of ascending indices, each from the one before.
pub(super) struct Walk {
    index: u64,
    pair: (Natural, Natural),
}

impl Walk {
    pub(super) fn new() -> Walk {
        Walk {
            index: 0,
            pair: (Natural::ZERO, Natural::ONE),
        }
    }

    /// `F_index`, where `index` is not below the one asked for before.
    pub(super) fn to(&mut self, index: u64) -> &Natural {
        let distance = index.saturating_sub(self.index);
        if distance > 90 {
            self.pair = pair(index);
        } else if distance > 0 {
            // F_{i+d} = F_{d−1}·F_i + F_d·F_{i+1}, with factors below 2^64.
            let [before, here, after] = [0, 1, 2].map(|more| SMALL[distance as usize - 1 + more]);
            let (a, b) = &self.pair;
            self.pair = (a * before + b * here, a * here + b * after);
        }
        self.index = index;
        &self.pair.0
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn table(count: usize) -> Vec<Natural> {
        let mut table = vec![Natural::ZERO, Natural::ONE];
        while table.len() < count {
            table.push(&table[table.len() - 1] + &table[table.len() - 2]);
        }
        table
    }

    /// Subtracts the largest again and again.
    fn slowly(n: &Natural, table: &[Natural]) -> Vec<u64> {
        let (mut n, mut parts) = (n.clone(), Vec::new());
        while !n.is_zero() {
            let at = table.partition_point(|part| *part <= n) - 1;
            parts.push(at as u64);
            n -= &table[at];
        }
        parts
    }

    #[test]
    fn doubling_agrees_with_addition() {
        let table = table(1500);
        let mut walk = Walk::new();
        for (index, number) in table.iter().enumerate() {
            assert_eq!(fibonacci(index as u64), *number, "{index}");
            assert_eq!(fibonacci_modulo(index as u64), remainder(number), "{index}");
            assert_eq!(
                remainder(number),
                u64::try_from(number % Natural::from(PRIME)).unwrap()
            );
            if index % 7 == 0 || index % 101 > 99 {
                assert_eq!(walk.to(index as u64), number);
            }
            for (near, less) in [
                (number - number.min(&Natural::ONE), true),
                (number.clone(), false),
            ] {
                assert_eq!(
                    below_fibonacci(&near, index as u64),
                    less && index > 0,
                    "{index}"
                );
                let expected = table[2..].binary_search(&near).ok().map(|at| at as u64 + 2);
                assert_eq!(fibonacci_index(&near), expected, "{index}");
            }
        }
        let mut walk = Walk::new();
        for index in [0, 3, 90, 180, 271, 1000, 1000, 1090, 1400] {
            assert_eq!(*walk.to(index as u64), table[index]);
        }
    }

    #[test]
    fn forms_of_small_numbers() {
        let table = table(40);
        for n in 0..3000u32 {
            let n = Natural::from(n);
            let form = parts(&n);
            assert_eq!(form, slowly(&n, &table));
            assert_eq!(smallest_part(&n), form.last().copied());
            assert_eq!(
                form.iter().map(|&at| &table[at as usize]).sum::<Natural>(),
                n
            );
            assert!(form.windows(2).all(|w| w[0] >= w[1] + 2) && form.iter().all(|&at| at >= 2));
        }
    }

    /// Around Fibonacci numbers, their sums and the bounds of the levels, where the quotient is least certain.
    #[test]
    fn forms_beside_fibonacci_numbers() {
        let table = table(1700);
        for at in (180..1600)
            .filter(|at| at % 23 == 0 || [185, 186, 187, 369, 370, 371, 737, 738, 739].contains(at))
        {
            for other in [
                &table[3],
                &table[at - 2],
                &table[at - 3],
                &table[at / 2],
                &table[at / 2 + 1],
            ] {
                for base in [table[at].clone(), &table[at] + other, &table[at] - other] {
                    for n in [&base - 1u8, base.clone(), &base + 1u8] {
                        let slow = slowly(&n, &table);
                        assert_eq!(parts(&n), slow, "{n}");
                        assert_eq!(smallest_part(&n), slow.last().copied(), "{n}");
                    }
                }
            }
        }
    }

    fn number() -> impl Strategy<Value = Natural> {
        (proptest::collection::vec(any::<u64>(), 0..18), 0usize..64).prop_map(|(words, less)| {
            let bytes: Vec<u8> = words.iter().flat_map(|word| word.to_le_bytes()).collect();
            Natural::from_le_bytes(&bytes) >> less
        })
    }

    proptest! {
        #[test]
        fn forms_of_large_numbers(n in number()) {
            let slow = slowly(&n, &table(1700));
            prop_assert_eq!(smallest_part(&n), slow.last().copied());
            prop_assert_eq!(parts(&n), slow);
        }

        #[test]
        fn reduction(number: u128) {
            let number = number >> 3;
            prop_assert_eq!(u128::from(reduce(number)), number % u128::from(PRIME));
        }
    }
}
