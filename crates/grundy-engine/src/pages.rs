//! Large pages for large tables: fewer misses of the translation cache where memory is read at random, and fewer faults
//! where it is first touched.

#![allow(unsafe_code, reason = "advice to the system about memory")]

/// Asks the system to back a large table by large pages; nothing depends on whether it does.
#[cfg(all(target_os = "linux", not(miri)))]
pub(crate) fn by_large_pages<T>(cells: &mut [T]) {
    const PAGE: usize = 1 << 21;
    const MADV_HUGEPAGE: std::ffi::c_int = 14;
    unsafe extern "C" {
        fn madvise(
            start: *mut std::ffi::c_void,
            length: usize,
            advice: std::ffi::c_int,
        ) -> std::ffi::c_int;
    }
    let range = cells.as_mut_ptr_range();
    let start = range.start.cast::<u8>();
    let skip = start.align_offset(PAGE);
    let whole = size_of_val(cells).saturating_sub(skip) / PAGE * PAGE;
    if whole > 0 {
        // SAFETY: the range lies within `cells`, begins at a page and ends at one; the advice changes no contents.
        unsafe { madvise(start.wrapping_add(skip).cast(), whole, MADV_HUGEPAGE) };
    }
}

#[cfg(not(all(target_os = "linux", not(miri))))]
pub(crate) fn by_large_pages<T>(_cells: &mut [T]) {}
