//! What only the system can tell of a process, or do for it: the bytes that it [holds](heap) and the
//! [signals](is_ignored) that it was told to ignore; and how long it, or [others](spent), were [at work](worked).
//!
//! A crate of its own, so that the little code that is not safe here runs under the sanitizer without the program
//! around it.

pub mod heap;
mod signals;
mod spent;
mod work;

pub use heap::Heap;
pub use signals::is_ignored;
pub use spent::spent;
pub use work::worked;
