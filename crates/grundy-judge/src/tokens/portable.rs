//! Byte by byte.

use super::{DIGITS, Taken};
use crate::scan::short;

pub(super) fn take(bytes: &[u8], at: usize, out: &mut [u64]) -> Taken {
    let (mut numbers, mut next) = (0, at);
    for slot in out {
        match short(bytes, next) {
            // The blank that ends it is counted in.
            Some(found) if found.next - found.start <= DIGITS + 1 => {
                *slot = found.value;
                numbers += 1;
                next = found.next;
            }
            _ => break,
        }
    }
    Taken { numbers, next }
}
