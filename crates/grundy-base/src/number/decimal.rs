//! Natural numbers as decimal text, with a bound on the number of digits.
//!
//! Text is checked once into [`Digits`]; some theorems are then answered from the digits alone,
//! without building the number. Building it divides and conquers: 10^5 digits take a few milliseconds.

use crate::message;
use crate::text::Message;
use std::fmt::{self, Write as _};

use dashu_int::ops::BitTest;

use super::{Natural, long};

/// The number of significant digits allowed where the caller has no bound of its own.
///
/// The numbers stay near 4 MB, and reading or printing one takes seconds at worst; what theorems
/// compute from it needs a small multiple of that.
pub const MOST_DIGITS: usize = 10_000_000;

/// Checked decimal digits without leading zeros; zero is the empty string of digits.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Digits<'a>(&'a str);

/// Why a text is no natural number within the bound.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum DecimalError {
    /// There is no text at all.
    Empty,
    /// Something else than a digit.
    NotADigit {
        /// Byte offset of the character in the text.
        at: usize,
        /// The character.
        found: char,
    },
    /// More significant digits than allowed.
    TooLong {
        /// How many there are.
        digits: usize,
        /// How many are allowed.
        most: usize,
    },
}

impl DecimalError {
    /// The sentence.
    pub fn message(self) -> Message {
        match self {
            DecimalError::Empty => message!("expected a number", "此处应为一个数"),
            DecimalError::NotADigit { found, .. } => message!(
                "expected a whole number, found '{found}'",
                "此处应为非负整数，却是 '{found}'",
                found = found.escape_debug().to_string()
            ),
            DecimalError::TooLong { digits, most } => message!(
                "a number of {digits} digits; at most {most} are read",
                "数有 {digits} 位；最多读 {most} 位",
                digits = digits,
                most = most
            ),
        }
    }
}

impl fmt::Display for DecimalError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.message().fmt(f)
    }
}

impl std::error::Error for DecimalError {}

impl<'a> Digits<'a> {
    /// Checks that `text` consists of the digits 0–9, at least one; leading zeros are dropped, and
    /// at most `most` digits may then remain.
    ///
    /// # Errors
    /// [`DecimalError`] names the first offence. Linear time, no allocation.
    pub fn new(text: &'a str, most: usize) -> Result<Digits<'a>, DecimalError> {
        if text.is_empty() {
            return Err(DecimalError::Empty);
        }
        // PERF: the test of all bytes without an early exit is vectorised.
        if !text
            .bytes()
            .fold(true, |all, byte| all & byte.is_ascii_digit())
            && let Some((at, found)) = text.char_indices().find(|(_, c)| !c.is_ascii_digit())
        {
            return Err(DecimalError::NotADigit { at, found });
        }
        let significant = text.trim_start_matches('0');
        if significant.len() > most {
            return Err(DecimalError::TooLong {
                digits: significant.len(),
                most,
            });
        }
        Ok(Digits(significant))
    }

    /// The digits, ASCII, the highest first; empty for zero.
    pub fn bytes(self) -> &'a [u8] {
        self.0.as_bytes()
    }

    /// The number of significant digits, 0 for zero.
    pub fn count(self) -> usize {
        self.0.len()
    }

    /// The number, if it is below 2^128.
    pub fn small(self) -> Option<u128> {
        if self.0.is_empty() {
            Some(0)
        } else {
            self.0.parse().ok()
        }
    }

    /// Builds the number. Subquadratic.
    pub fn natural(self) -> Natural {
        match self.small() {
            Some(number) => Natural::from(number),
            None => long::parse(self.0),
        }
    }
}

/// Reads a natural number of at most `most` significant digits. Subquadratic.
///
/// # Errors
/// [`DecimalError`] if the text is empty, holds anything but digits, or is too long.
///
/// ```
/// use grundy_base::number::decimal::{parse, MOST_DIGITS};
/// assert_eq!(parse("0042", MOST_DIGITS), Ok(42u8.into()));
/// assert!(parse("4_2", MOST_DIGITS).is_err());
/// ```
pub fn parse(text: &str, most: usize) -> Result<Natural, DecimalError> {
    Digits::new(text, most).map(Digits::natural)
}

/// Prints a natural number in decimal. Subquadratic.
pub fn print(number: &Natural) -> String {
    long::print(number)
}

/// Adds the decimal digits of a number to a text.
///
/// ```
/// use grundy_base::number::{Natural, decimal::print_into};
/// let mut text = "nim ".to_owned();
/// print_into(&Natural::from(35u8), &mut text);
/// assert_eq!(text, "nim 35");
/// ```
pub fn print_into(number: &Natural, text: &mut String) {
    match u64::try_from(number) {
        // A string takes all that is written.
        Ok(word) => _ = write!(text, "{word}"),
        Err(_) => text.push_str(&long::print(number)),
    }
}

/// What of a number is printed by those who have no room for all of it: the first and the last 20 digits, and how many there are,
/// where there are more than 60. Takes no longer for longer numbers but for one pass over them.
///
/// ```
/// use grundy_base::number::{Natural, decimal::abridged};
/// let long = Natural::from(10u8).pow(99);
/// assert_eq!(abridged(&long), Err(("10000000000000000000".to_owned(), "00000000000000000000".to_owned(), 100)));
/// assert_eq!(abridged(&Natural::from(7u8)), Ok("7".to_owned()));
/// ```
///
/// # Errors
/// What is left where the number is abridged.
pub fn abridged(number: &Natural) -> Result<String, (String, String, usize)> {
    const ENDS: usize = 20;
    if number.bit_len() > 256
        && let Some((first, digits)) = long::leading(number, ENDS)
    {
        return Err((first, long::trailing(number, ENDS), digits));
    }
    let text = print(number);
    if text.len() <= 3 * ENDS {
        return Ok(text);
    }
    let (first, last) = (&text[..ENDS], &text[text.len() - ENDS..]);
    Err((first.to_owned(), last.to_owned(), text.len()))
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn errors_name_the_place() {
        assert_eq!(parse("", 9), Err(DecimalError::Empty));
        for (text, at, found) in [
            ("12a", 2, 'a'),
            ("+1", 0, '+'),
            ("1_0", 1, '_'),
            ("１", 0, '１'),
            ("4 ", 1, ' '),
            ("0é", 1, 'é'),
        ] {
            assert_eq!(
                parse(text, 9),
                Err(DecimalError::NotADigit { at, found }),
                "{text}"
            );
        }
        assert_eq!(
            parse("1234", 3),
            Err(DecimalError::TooLong { digits: 4, most: 3 })
        );
        assert_eq!(parse("000123", 3), Ok(Natural::from(123u8)));
        assert_eq!(parse("000", 0), Ok(Natural::ZERO));
        assert_eq!(
            parse("1", 0),
            Err(DecimalError::TooLong { digits: 1, most: 0 })
        );
    }

    /// The definition: ten times what was read, plus the next digit.
    fn slowly(text: &str) -> Natural {
        text.bytes()
            .fold(Natural::ZERO, |sum, byte| sum * 10u8 + (byte - b'0'))
    }

    #[test]
    fn long_numbers_come_back() {
        let mut state = 1u64;
        for length in [38, 39, 40, 19, 20, 4_800, 4_900, 5_000, 20_000] {
            let text: String = (0..length)
                .map(|i| {
                    state = state
                        .wrapping_mul(6_364_136_223_846_793_005)
                        .wrapping_add(1);
                    char::from(b'0' + if i == 0 { 7 } else { (state >> 33) as u8 % 10 })
                })
                .collect();
            let number = parse(&text, MOST_DIGITS).unwrap();
            assert_eq!(print(&number), text);
            if length <= 5_000 {
                assert_eq!(number, slowly(&text));
            }
        }
    }

    proptest! {
        #[test]
        fn agrees_with_the_definition(text in "[0-9]{1,60}") {
            let digits = Digits::new(&text, MOST_DIGITS).unwrap();
            prop_assert_eq!(digits.natural(), slowly(&text));
            prop_assert_eq!(digits.small().map(Natural::from).unwrap_or_else(|| slowly(&text)), slowly(&text));
            let shortest = text.trim_start_matches('0');
            prop_assert_eq!(print(&digits.natural()), if shortest.is_empty() { "0" } else { shortest });
        }
    }
}
