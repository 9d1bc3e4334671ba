//! A hint to the processor that a place in memory is needed soon.
//!
//! Who is told of an answer lies anywhere in memory; asked for some vertices ahead, the waits overlap.
#![allow(unsafe_code, reason = "the hint has no safe form")]

/// How many vertices ahead the row is asked for, and then what the row leads to.
pub(crate) const ROW_AHEAD: usize = 12;
pub(crate) const ITEMS_AHEAD: usize = 6;

/// Asks for an element; nothing happens if there is none.
#[inline(always)]
pub(crate) fn soon<T>(slice: &[T], at: usize) {
    #[cfg(target_arch = "x86_64")]
    if let Some(element) = slice.get(at) {
        use std::arch::x86_64::{_MM_HINT_T0, _mm_prefetch};
        // SAFETY: a prefetch reads nothing and cannot fault, and the instruction is part of every x86-64.
        unsafe { _mm_prefetch::<_MM_HINT_T0>(std::ptr::from_ref(element).cast()) };
    }
    #[cfg(not(target_arch = "x86_64"))]
    let _ = (slice, at);
}
