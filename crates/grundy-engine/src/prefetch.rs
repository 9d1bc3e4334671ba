//! A hint to bring one element into the cache before it is needed.

#![allow(
    unsafe_code,
    reason = "the prefetch instruction has no safe form; it reads nothing that can be observed"
)]

/// Asks for `slice[at]` to be brought near. Does nothing where there is no such element or no such instruction.
#[inline(always)]
pub fn prefetch<T>(slice: &[T], at: usize) {
    #[cfg(all(target_arch = "x86_64", not(miri)))]
    if let Some(element) = slice.get(at) {
        use std::arch::x86_64::{_MM_HINT_T0, _mm_prefetch};
        // SAFETY: the address is that of a live element, and SSE is part of every x86_64.
        unsafe { _mm_prefetch::<_MM_HINT_T0>(std::ptr::from_ref(element).cast()) };
    }
    #[cfg(not(all(target_arch = "x86_64", not(miri))))]
    let _ = (slice, at);
}
