//! Numbers out of a slice of bytes: the short common form, at the speed of a plain loop.
//!
//! What is not plain — a sign, twenty digits, a byte that does not belong, a number that
//! the slice cuts — is left where it stands, for an exact reader.

use super::tokens::{DIGITS, Path};

/// A number of at most nineteen digits, with the places where it begins and where the byte
/// after it is used up.
#[derive(Clone, Copy)]
pub struct Short {
    /// What it is.
    pub value: u64,
    /// Its first digit.
    pub start: usize,
    /// The byte behind the blank that ends it.
    pub next: usize,
}

/// Whether `byte` may stand between numbers: C's `isspace`.
#[inline(always)]
pub fn is_blank(byte: u8) -> bool {
    byte == b' ' || byte.wrapping_sub(b'\t') < 5
}

/// The next number at or after `at`, if it is plain and ended by a blank within `bytes`.
#[inline(always)]
pub fn short(bytes: &[u8], at: usize) -> Option<Short> {
    let mut start = at;
    let first = loop {
        let byte = *bytes.get(start)?;
        let digit = byte.wrapping_sub(b'0');
        if digit < 10 {
            break digit;
        }
        if !is_blank(byte) {
            return None;
        }
        start += 1;
    };
    let mut value = u64::from(first);
    let mut end = start + 1;
    loop {
        let byte = *bytes.get(end)?;
        let digit = byte.wrapping_sub(b'0');
        if digit >= 10 {
            return (is_blank(byte) && end - start <= DIGITS).then_some(Short {
                value,
                start,
                next: end + 1,
            });
        }
        // Wraps only where there are more than nineteen digits, and then it is not used.
        value = value.wrapping_mul(10).wrapping_add(u64::from(digit));
        end += 1;
    }
}

/// The number of line ends in `bytes`, and the index after the last of them.
pub fn lines(bytes: &[u8]) -> (u64, Option<usize>) {
    let count = super::lanes::line_ends(Path::best(), bytes);
    let last = memchr::memrchr(b'\n', bytes);
    (count, last.map(|index| index + 1))
}
