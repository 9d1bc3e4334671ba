//! Byte by byte, for every machine: the reading of a plain number that the other paths must match.

use super::{Sums, Taken};
use crate::text::scan::short;

/// The meaning of [`take`](super::take).
pub(super) fn take(bytes: &[u8], at: usize, out: &mut [u64]) -> Taken {
    let mut next = at;
    let mut numbers = 0;
    for cell in out {
        let Some(found) = short(bytes, next) else {
            break;
        };
        *cell = found.value;
        numbers += 1;
        next = found.next;
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
        && let Some(found) = short(bytes, taken.next)
    {
        sums.xor ^= found.value;
        sums.or |= found.value;
        taken.numbers += 1;
        taken.next = found.next;
    }
    taken
}
