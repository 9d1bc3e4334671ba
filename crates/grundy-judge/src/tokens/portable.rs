//! Byte by byte, for every machine: the reading of a plain number that the other paths must match.

use super::{DIGITS, Sums, Taken};

/// The meaning of [`take`](super::take).
pub(super) fn take(bytes: &[u8], at: usize, out: &mut [u64]) -> Taken {
    let mut next = at;
    let mut numbers = 0;
    for cell in out {
        let Some((value, behind)) = plain(bytes, next) else {
            break;
        };
        *cell = value;
        numbers += 1;
        next = behind;
    }
    Taken { numbers, next }
}

/// Adds up to `most` plain numbers from `at` on to `sums`.
pub(super) fn sum(bytes: &[u8], at: usize, most: usize, sums: &mut Sums) -> Taken {
    let mut taken = Taken {
        numbers: 0,
        next: at,
    };
    while taken.numbers < most
        && let Some((value, behind)) = plain(bytes, taken.next)
    {
        sums.xor ^= value;
        sums.or |= value;
        taken.numbers += 1;
        taken.next = behind;
    }
    taken
}

/// The plain number at or after `at`, and the index behind the blank that ends it.
#[inline(always)]
fn plain(bytes: &[u8], at: usize) -> Option<(u64, usize)> {
    let mut start = at;
    let mut value = loop {
        let byte = *bytes.get(start)?;
        let digit = byte.wrapping_sub(b'0');
        if digit < 10 {
            break u64::from(digit);
        }
        if !is_blank(byte) {
            return None;
        }
        start += 1;
    };
    let mut end = start + 1;
    loop {
        let byte = *bytes.get(end)?;
        let digit = byte.wrapping_sub(b'0');
        if digit >= 10 {
            return (is_blank(byte) && end - start <= DIGITS).then_some((value, end + 1));
        }
        // Wraps only where there are more than nineteen digits, and then it is not used.
        value = value.wrapping_mul(10).wrapping_add(u64::from(digit));
        end += 1;
    }
}

/// Whether `byte` may stand between numbers: C's `isspace`.
#[inline(always)]
fn is_blank(byte: u8) -> bool {
    byte == b' ' || byte.wrapping_sub(b'\t') < 5
}
