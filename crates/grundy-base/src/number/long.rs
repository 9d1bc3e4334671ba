//! Arithmetic of long numbers in pieces, so that it can be given up between them.
//!
//! A number of millions of digits is multiplied in tenths of a second, and divided, read or printed in seconds, and no call of
//! the arithmetic below can be interrupted. Above some thousands of words each operation is therefore led back to
//! shorter ones: products by A. Karatsuba and Yu. Ofman (1962), divisions by C. Burnikel and J. Ziegler (1998), square roots by
//! P. Zimmermann (1999), digits by halves. Each piece takes some milliseconds and is [counted](pulse). Short
//! numbers go straight through.

use std::fmt::Write;

use dashu_int::ops::{BitTest, DivRem, SquareRootRem};

use super::{Natural, heap_bytes};
use crate::budget::pulse;

/// Binary digits of a factor up to which it is multiplied at once. Not above 256,000: from 4,000 words on dashu-int 0.6.2
/// multiplies by transforms, and some products are wrong; a test holds such a square.
const PRODUCT: usize = 250_000;
/// Binary digits of the other factor up to which it is multiplied at once.
const LONG: usize = 1 << 21;
/// Binary digits of a divisor or a root up to which it is found at once, so that no product of such length is made.
const DIVISION: usize = 1 << 18;
/// Decimal digits that are read or printed at once.
const DIGITS: usize = 1 << 15;

/// Counts an operation on numbers of so many binary digits, if it is long enough to matter.
fn count(one: usize, other: usize) {
    let (less, more) = (one.min(other) as u64 / 64, one.max(other) as u64 / 64);
    if more > 64 {
        // The square of the words while they are few, then some hundred nanoseconds a word.
        pulse::step(more * (less + 1).min(600));
    }
}

/// The digits from 2^at on, and those below.
fn split(number: &Natural, at: usize) -> (Natural, Natural) {
    let (low, high) = number.clone().split_bits(at);
    (high, low)
}

/// The product. Its steps are counted, and it is given up where the thread's meter says so.
pub fn product(one: &Natural, other: &Natural) -> Natural {
    let (more, less) = if one.bit_len() >= other.bit_len() {
        (one, other)
    } else {
        (other, one)
    };
    let (long, short) = (more.bit_len(), less.bit_len());
    if short <= 64 || (short <= PRODUCT && long <= LONG) {
        count(long, short);
        return more * less;
    }
    let half = long / 2;
    let (high, low) = split(more, half);
    if short <= half {
        return (product(&high, less) << half) + product(&low, less);
    }
    let (other_high, other_low) = split(less, half);
    let above = product(&high, &other_high);
    let below = product(&low, &other_low);
    let both = product(&(high + low), &(other_high + other_low)) - &above - &below;
    (((above << half) + both) << half) + below
}

/// The square.
pub fn square(number: &Natural) -> Natural {
    let long = number.bit_len();
    if long <= PRODUCT {
        count(long, long);
        return number.sqr();
    }
    let half = long / 2;
    let (high, low) = split(number, half);
    let (above, below) = (square(&high), square(&low));
    let both = square(&(high + low)) - &above - &below;
    (((above << half) + both) << half) + below
}

/// Quotient and remainder; the divisor is not 0.
pub fn div_rem(number: &Natural, divisor: &Natural) -> (Natural, Natural) {
    let (long, short) = (number.bit_len(), divisor.bit_len());
    if number < divisor {
        return (Natural::ZERO, number.clone());
    }
    if short <= 128 || (short <= DIVISION && long <= 2 * DIVISION) {
        count(long - short + 64, 8 * short);
        return number.div_rem(divisor);
    }
    let places = long - short + 1;
    if places < short / 2 {
        // So many leading digits tell the quotient, but for an excess of one or two.
        let dropped = short - places - 2;
        let (leading, low) = split(number, dropped);
        let (divisor_leading, divisor_low) = split(divisor, dropped);
        let (mut quotient, rest) = div_rem(&leading, &divisor_leading);
        let mut rest = (rest << dropped) + low;
        let less = product(&quotient, &divisor_low);
        while rest < less {
            quotient -= 1u8;
            rest += divisor;
        }
        return (quotient, rest - less);
    }
    let half = places / 2;
    let (high, low) = split(number, half);
    let (above, rest) = div_rem(&high, divisor);
    let (below, rest) = div_rem(&((rest << half) + low), divisor);
    ((above << half) + below, rest)
}

/// The quotient; the divisor is not 0.
pub fn quotient(number: &Natural, divisor: &Natural) -> Natural {
    div_rem(number, divisor).0
}

/// The remainder; the divisor is not 0.
pub fn remainder(number: &Natural, divisor: &Natural) -> Natural {
    if divisor.bit_len() <= 128 {
        count(number.bit_len(), 512);
        return number % divisor;
    }
    div_rem(number, divisor).1
}

/// The square root rounded down, and what is left over.
pub fn root_rem(number: &Natural) -> (Natural, Natural) {
    let long = number.bit_len();
    if long <= DIVISION {
        count(long, long);
        return number.sqrt_rem();
    }
    let quarter = long / 4;
    let (leading, low) = split(number, 2 * quarter);
    let (middle, low) = split(&low, quarter);
    let (root, rest) = root_rem(&leading);
    let (next, rest) = div_rem(&((rest << quarter) + middle), &(&root << 1));
    let mut root = (root << quarter) + &next;
    let mut rest = (rest << quarter) + low;
    let less = square(&next);
    while rest < less {
        rest += (&root << 1) - 1u8;
        root -= 1u8;
    }
    (root, rest - less)
}

/// The square root, rounded down.
pub fn root(number: &Natural) -> Natural {
    root_rem(number).0
}

/// The largest power of a base of at least 2 that is less than a number of at least 2.
pub fn power_below(base: &Natural, number: &Natural) -> Natural {
    // The powers whose exponents are powers of two.
    let mut squares = Vec::new();
    let mut next = base.clone();
    while next < *number {
        let short = 2 * next.bit_len() <= number.bit_len() + 1;
        squares.push(next);
        match squares.last() {
            Some(last) if short => next = square(last),
            _ => break,
        }
    }
    squares.iter().rev().fold(Natural::ONE, |power, factor| {
        if power.bit_len() + factor.bit_len() > number.bit_len() + 1 {
            return power;
        }
        let more = product(&power, factor);
        if more < *number { more } else { power }
    })
}

/// 5 to the powers `DIGITS`, `2 DIGITS`, `4 DIGITS`, … below so many decimal digits.
fn fives(digits: usize) -> Vec<Natural> {
    let mut powers = Vec::new();
    let mut length = DIGITS;
    while length < digits {
        let next = match powers.last() {
            None => Natural::from(5u8).pow(length),
            Some(last) => square(last),
        };
        powers.push(next);
        length *= 2;
    }
    powers
}

/// The number that decimal digits tell: there are only digits, and at least one.
pub fn parse(digits: &str) -> Natural {
    let short = |digits: &str| {
        pulse::step(100 * digits.len() as u64);
        Natural::from_str_radix(digits, 10).unwrap_or_default()
    };
    if digits.len() <= DIGITS {
        return short(digits);
    }
    // The number, its powers and what is multiplied take some ten times the number's own bytes.
    pulse::room(4 * digits.len() as u64);
    let powers = fives(digits.len());
    let parse = Parse {
        short: &short,
        powers: &powers,
    };
    parse.read(digits, powers.len())
}

struct Parse<'p> {
    short: &'p dyn Fn(&str) -> Natural,
    powers: &'p [Natural],
}

impl Parse<'_> {
    fn read(&self, digits: &str, level: usize) -> Natural {
        let Some(below) = level.checked_sub(1) else {
            return (self.short)(digits);
        };
        let low = DIGITS << below;
        if digits.len() <= low {
            return self.read(digits, below);
        }
        let (high, lower) = digits.split_at(digits.len() - low);
        let high = product(&self.read(high, below), &self.powers[below]);
        (high << low) + self.read(lower, below)
    }
}

/// The decimal digits.
pub fn print(number: &Natural) -> String {
    if let Ok(word) = u64::try_from(number) {
        return word.to_string();
    }
    let bits = number.bit_len();
    // log 2 < 0.30103
    let digits = (bits as u64 * 30_103 / 100_000) as usize + 1;
    if digits <= DIGITS {
        pulse::step(150 * digits as u64);
        return number.to_string();
    }
    pulse::room(10 * heap_bytes(number) + digits as u64);
    let powers = fives(digits);
    let mut text = String::with_capacity(digits);
    // What is still to be printed, the highest digits last, each with its level and how many digits it is to have.
    let mut waiting = vec![(powers.len(), number.clone(), 0)];
    while let Some((level, number, width)) = waiting.pop() {
        match level.checked_sub(1) {
            None => {
                pulse::step(150 * DIGITS as u64);
                // A string takes all that is written.
                let _ = write!(text, "{number:0>width$}");
            }
            Some(below) => {
                let length = DIGITS << below;
                // By 5^length once the lowest binary digits are away.
                let (high, low_bits) = split(&number, length);
                let (high, rest) = div_rem(&high, &powers[below]);
                let low = (rest << length) + low_bits;
                if width == 0 && high.is_zero() {
                    waiting.push((below, low, 0));
                } else {
                    waiting.push((below, low, length));
                    waiting.push((below, high, width.saturating_sub(length)));
                }
            }
        }
    }
    text
}

/// A number between two others, all to be multiplied by a power of two: a number of which only the leading digits are known.
struct Near {
    low: Natural,
    high: Natural,
    power: usize,
}

impl Near {
    /// Leading binary digits that are kept.
    const KEPT: usize = 320;

    fn of(low: Natural, high: Natural, power: usize) -> Near {
        let dropped = high.bit_len().saturating_sub(Near::KEPT);
        if dropped == 0 {
            return Near { low, high, power };
        }
        Near {
            low: low >> dropped,
            high: (high >> dropped) + 1u8,
            power: power + dropped,
        }
    }

    fn by(&self, other: &Near) -> Near {
        let (low, high) = (&self.low * &other.low, &self.high * &other.high);
        Near::of(low, high, self.power + other.power)
    }

    fn power_of_ten(exponent: usize) -> Near {
        let exactly = |number: u8| Near::of(number.into(), number.into(), 0);
        let digits = (usize::BITS - exponent.leading_zeros()) as usize;
        (0..digits).rev().fold(exactly(1), |power, digit| {
            let square = power.by(&power);
            match exponent >> digit & 1 {
                0 => square,
                _ => square.by(&exactly(10)),
            }
        })
    }
}

/// The leading `shown` decimal digits of a number that has more, and how many it has in all. Takes no longer for longer
/// numbers, but for those so near to a rounder one that some hundred binary digits do not tell: then two products.
pub fn leading(number: &Natural, shown: usize) -> Option<(String, usize)> {
    let bits = number.bit_len();
    let dropped = bits.saturating_sub(Near::KEPT);
    let first = leading_bits(number, dropped);
    let above = if dropped == 0 { 0u8 } else { 1 };
    let near = Near::of(first.clone(), first + above, dropped);
    let guess = (bits as u64 * 30_103 / 100_000) as usize;
    // The count of digits is the guess, or one beside it.
    for digits in [guess, guess + 1, guess.saturating_sub(1)] {
        let Some(gone) = digits.checked_sub(shown) else {
            continue;
        };
        let ten = Near::power_of_ten(gone);
        let shift = near.power as i64 - ten.power as i64;
        let part = |number: &Natural, divisor: &Natural| match shift {
            0.. => (number << shift as usize) / divisor,
            _ => number / (divisor << shift.unsigned_abs() as usize),
        };
        let (low, mut high) = (part(&near.low, &ten.high), part(&near.high, &ten.low));
        if low != high && *number < product(&high, &power_of_ten(gone)) {
            high -= 1u8;
        }
        let text = high.to_string();
        if text.len() == shown {
            return Some((text, digits));
        }
    }
    None
}

/// A power of ten.
fn power_of_ten(exponent: usize) -> Natural {
    let digits = (usize::BITS - exponent.leading_zeros()) as usize;
    let five = (0..digits).rev().fold(Natural::ONE, |power, digit| {
        let squared = square(&power);
        match exponent >> digit & 1 {
            0 => squared,
            _ => squared * 5u8,
        }
    });
    five << exponent
}

/// The digits from 2^dropped on, copying no more than those.
fn leading_bits(number: &Natural, dropped: usize) -> Natural {
    let words = number.as_words();
    let whole = dropped / dashu_int::Word::BITS as usize;
    let part = Natural::from_words(words.get(whole..).unwrap_or(&[]));
    part >> (dropped % dashu_int::Word::BITS as usize)
}

/// The last `shown` decimal digits, with zeros before them; at most 38.
pub fn trailing(number: &Natural, shown: usize) -> String {
    let rest = remainder(number, &Natural::from(10u8).pow(shown));
    format!("{:0>shown$}", rest.to_string())
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    /// A number of so many binary digits, of no pattern, or of many ones and zeros together.
    fn number(bits: usize, seed: u64) -> Natural {
        let mut state = seed;
        let mut words = Vec::new();
        for _ in 0..bits.div_ceil(64) {
            state = state
                .wrapping_mul(6_364_136_223_846_793_005)
                .wrapping_add(1_442_695_040_888_963_407);
            words.push(match seed % 3 {
                0 => state ^ (state >> 29),
                1 => ((((state >> 60) as i64) - 8) >> 63) as u64,
                _ => 0,
            });
        }
        let number = Natural::from_words(&words.iter().map(|&word| word as _).collect::<Vec<_>>());
        let (_, low) = split(&number, bits - 1);
        low + (Natural::ONE << (bits - 1))
    }

    #[test]
    fn pieces_make_the_whole() {
        let lengths = [DIVISION - 1, DIVISION + 1, 2 * DIVISION + 77, 3 * DIVISION];
        for (seed, &one) in lengths.iter().enumerate() {
            for (other_seed, &other) in lengths.iter().chain(&[64, 129, 70_000]).enumerate() {
                let a = number(one, seed as u64);
                let b = number(other, 3 + (seed + other_seed) as u64);
                let (both, prime) = (product(&a, &b), (1u64 << 61) - 1);
                let residue = |number: &Natural| u128::from(number % prime);
                let expected = residue(&a) * residue(&b) % u128::from(prime);
                assert_eq!(residue(&both), expected, "{one} {other}");
                let whole = both + (&b - 1u8);
                assert_eq!(div_rem(&whole, &b), (a.clone(), &b - 1u8), "{one} {other}");
                let (quotient, rest) = div_rem(&a, &b);
                assert!(
                    rest < b && product(&quotient, &b) + rest == a,
                    "{one} {other}"
                );
            }
            let a = number(one, seed as u64);
            let squared = square(&a);
            assert_eq!(squared, product(&a, &a));
            assert_eq!(root_rem(&squared), (a.clone(), Natural::ZERO));
            assert_eq!(root_rem(&(&squared - 1u8)), (&a - 1u8, (&a << 1) - 2u8));
            assert_eq!(root(&(&squared + (&a << 1))), a);
        }
    }

    /// 4,097 words, all ones or zeros: the arithmetic below gets the square of these wrong, here it is put together from parts.
    #[test]
    fn a_square_of_long_runs() {
        let long = number(262_145, 1);
        let (high, low) = split(&long, 131_072);
        let both = (&high * &low) << 131_073;
        assert_eq!(square(&long), (high.sqr() << 262_144) + both + low.sqr());
        assert_eq!(product(&long, &long), square(&long));
        let above = square(&long) + 1u8;
        assert_eq!(power_below(&long, &above), square(&long));
        assert_eq!(power_below(&long, &(above - 1u8)), long);
    }

    /// The same for a quotient, which is wrong by one there.
    #[test]
    fn a_quotient_of_long_runs() {
        let (quotient, divisor) = (number(262_144, 1), number(524_287, 1));
        let whole = product(&quotient, &divisor) + (&divisor - 1u8);
        assert_eq!(div_rem(&whole, &divisor), (quotient, divisor - 1u8));
    }

    #[test]
    fn digits_come_back() {
        for (seed, digits) in [
            DIGITS,
            DIGITS + 1,
            2 * DIGITS,
            3 * DIGITS + 7,
            5 * DIGITS - 1,
        ]
        .into_iter()
        .enumerate()
        {
            for number in [
                number(digits * 332 / 100, seed as u64),
                Natural::from(10u8).pow(digits),
                Natural::from(10u8).pow(digits) - 1u8,
            ] {
                let text = number.to_string();
                assert_eq!(print(&number), text);
                assert_eq!(parse(&text), number);
            }
        }
    }

    #[test]
    fn the_ends_are_those_of_all_digits() {
        let tens = (61..400).map(|digits| Natural::from(10u8).pow(digits));
        let numbers = tens
            .flat_map(|ten| [&ten - 1u8, ten.clone(), &ten + 1u8, &ten << 9])
            .chain((0..40).map(|seed| number(3000 + 97 * seed as usize, seed)));
        for number in numbers {
            let text = number.to_string();
            assert_eq!(trailing(&number, 20), text[text.len() - 20..]);
            let told = leading(&number, 20);
            assert_eq!(told, Some((text[..20].to_owned(), text.len())));
        }
    }

    proptest! {
        #[test]
        fn the_power_below_is_the_last(base in 2u64.., number in 2u128..) {
            let power = power_below(&base.into(), &number.into());
            prop_assert!(power < number.into() && &power * base >= number.into());
            prop_assert_eq!(power.ilog(&base.into()), (Natural::from(number) - 1u8).ilog(&base.into()));
        }

        #[test]
        fn short_numbers_go_straight_through(a: u128, b in 1u128.., c: u64) {
            let (a, b, c) = (Natural::from(a), Natural::from(b), Natural::from(c));
            prop_assert_eq!(product(&a, &b), &a * &b);
            prop_assert_eq!(div_rem(&(&a * &c), &b), (&a * &c).div_rem(&b));
            prop_assert_eq!(root(&a).sqr() <= a, true);
            prop_assert_eq!(parse(&a.to_string()), a.clone());
            prop_assert_eq!(print(&a), a.to_string());
        }
    }
}
