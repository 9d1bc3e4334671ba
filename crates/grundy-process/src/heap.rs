//! The bytes that the program holds, counted where they are handed out.
//!
//! What an engine keeps it counts by itself, and stops with what it knows. But a command also holds its input, texts,
//! names and pictures, and a law that every line of code must remember is no law. So the program's allocator keeps the
//! sum. Two marks are set on it: past the first the command is asked to stop, as by Ctrl-C; an allocation that would
//! pass the second never returns, and whoever [watches](on_mark) ends the program with a sentence.
//!
//! Each thread tells of its bytes in pieces, so that to count costs an addition to a number of its own.

#![allow(
    unsafe_code,
    reason = "an allocator is an unsafe trait; it hands every call to the system's"
)]

use std::alloc::{GlobalAlloc, Layout, System};
use std::cell::Cell;
use std::sync::OnceLock;
use std::sync::atomic::{AtomicBool, AtomicIsize, Ordering};
use std::thread;
use std::time::Duration;

/// The system's allocator, with a count.
#[derive(Clone, Copy, Debug, Default)]
pub struct Heap;

/// Bytes that a thread holds or gives back before it tells.
const PIECE: isize = 64 << 10;

/// Bytes held, as far as threads have told.
static HELD: AtomicIsize = AtomicIsize::new(0);
/// Past so many the command is asked to stop.
static ENOUGH: AtomicIsize = AtomicIsize::new(isize::MAX);
/// So many are never passed.
static MOST: AtomicIsize = AtomicIsize::new(isize::MAX);
/// Whether either mark was reached.
static IS_ENOUGH: AtomicBool = AtomicBool::new(false);
static IS_FULL: AtomicBool = AtomicBool::new(false);

/// What a thread has not told yet; it tells the rest at its end. Else a program whose threads free what others made would
/// seem to hold more and more.
struct Untold(Cell<isize>);

impl Drop for Untold {
    fn drop(&mut self) {
        HELD.fetch_add(self.0.get(), Ordering::Relaxed);
    }
}

thread_local! {
    static UNTOLD: Untold = const { Untold(Cell::new(0)) };
    /// Whether this thread is never held up: the one that ends the program.
    static IS_FREE: Cell<bool> = const { Cell::new(false) };
}

/// Who is told when a mark is passed.
static WATCHED: OnceLock<fn()> = OnceLock::new();

/// Has this called whenever a mark is passed, on the thread that allocates: it must not allocate. The first call counts.
pub fn on_mark(wake: fn()) {
    let _ = WATCHED.set(wake);
}

fn wake() {
    if let Some(wake) = WATCHED.get() {
        wake();
    }
}

/// Sets the two marks, in bytes: past `enough` the process is asked to stop, and `most` is never passed.
pub fn mark(enough: u64, most: u64) {
    let bytes = |bytes| isize::try_from(bytes).unwrap_or(isize::MAX);
    ENOUGH.store(bytes(enough), Ordering::Relaxed);
    MOST.store(bytes(most), Ordering::Relaxed);
}

/// Whether the first mark was passed.
pub fn is_enough() -> bool {
    IS_ENOUGH.load(Ordering::Relaxed)
}

/// Whether the second mark was reached, so that some thread waits for the end.
pub fn is_full() -> bool {
    IS_FULL.load(Ordering::Relaxed)
}

/// This thread is never held up.
pub fn free_this_thread() {
    let _ = IS_FREE.try_with(|free| free.set(true));
}

/// Counts what is about to be held, or was given back.
#[inline]
fn count(change: isize) {
    let told = UNTOLD.try_with(|Untold(untold)| {
        let sum = untold.get().saturating_add(change);
        let is_piece = sum.abs() >= PIECE;
        untold.set(if is_piece { 0 } else { sum });
        if is_piece { sum } else { 0 }
    });
    // A thread at its end has no number of its own any more.
    let told = told.unwrap_or(change);
    if told != 0 {
        tell(told);
    }
}

/// Adds what a thread tells to what all hold.
#[cold]
fn tell(told: isize) {
    let held = HELD.fetch_add(told, Ordering::Relaxed).saturating_add(told);
    if told > 0 && held > ENOUGH.load(Ordering::Relaxed) {
        enough(held);
    }
}

fn enough(held: isize) {
    if IS_FREE.try_with(Cell::get).unwrap_or(true) {
        return;
    }
    if !IS_ENOUGH.swap(true, Ordering::Relaxed) {
        wake();
    }
    if held <= MOST.load(Ordering::Relaxed) {
        return;
    }
    IS_FULL.store(true, Ordering::Relaxed);
    wake();
    loop {
        thread::sleep(Duration::from_secs(1));
    }
}

/// What the system's allocator keeps beside each piece, roughly.
const BESIDE: isize = 16;

fn size(layout: Layout) -> isize {
    // A layout's size is far below the greatest number.
    layout.size() as isize + BESIDE
}

// SAFETY: every call goes to the system's allocator as it came, and what that answers is handed back; beside it only
// numbers are changed, which allocates nothing.
unsafe impl GlobalAlloc for Heap {
    #[inline]
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        count(size(layout));
        // SAFETY: the caller's promise about the layout is the one asked for here.
        unsafe { System.alloc(layout) }
    }

    #[inline]
    unsafe fn alloc_zeroed(&self, layout: Layout) -> *mut u8 {
        count(size(layout));
        // SAFETY: as above.
        unsafe { System.alloc_zeroed(layout) }
    }

    #[inline]
    unsafe fn dealloc(&self, pointer: *mut u8, layout: Layout) {
        // SAFETY: the pointer came from the system's allocator with this layout, by the calls here.
        unsafe { System.dealloc(pointer, layout) };
        count(-size(layout));
    }

    #[inline]
    unsafe fn realloc(&self, pointer: *mut u8, layout: Layout, new_size: usize) -> *mut u8 {
        count(new_size as isize - layout.size() as isize);
        // SAFETY: as above; the new size is the caller's to promise.
        unsafe { System.realloc(pointer, layout, new_size) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::sync::atomic::AtomicPtr;

    #[test]
    fn what_is_held_is_counted_and_given_back() {
        // The tests' own allocator is the system's: nothing else changes the count.
        let held = || HELD.load(Ordering::Relaxed) + UNTOLD.with(|untold| untold.0.get());
        let before = held();
        let layout = Layout::from_size_align(1 << 20, 8).expect("a layout");
        // SAFETY: the layout is not empty, and the memory is given back with the layout that it has then.
        unsafe {
            let memory = Heap.alloc(layout);
            assert!(!memory.is_null());
            assert_eq!(held() - before, (1 << 20) + BESIDE);
            let memory = Heap.realloc(memory, layout, 3 << 20);
            assert_eq!(held() - before, (3 << 20) + BESIDE);
            let layout = Layout::from_size_align(3 << 20, 8).expect("a layout");
            Heap.dealloc(memory, layout);
        }
        assert_eq!(held(), before);
        // What one thread makes and another frees, each too little to be told at once.
        let layout = Layout::from_size_align(10 << 10, 8).expect("a layout");
        for _ in 0..20 {
            // SAFETY: the layout is not empty.
            let memory = unsafe { Heap.alloc(layout) };
            assert!(!memory.is_null());
            let memory = AtomicPtr::new(memory);
            let freed = thread::spawn(move || {
                // SAFETY: the memory was made with this layout, and nobody else frees it.
                unsafe { Heap.dealloc(memory.into_inner(), layout) };
            });
            freed.join().expect("an end");
        }
        assert_eq!(held(), before);
    }
}
