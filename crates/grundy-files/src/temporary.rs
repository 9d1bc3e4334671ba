//! Files that go away with their owner, or with the program.

use std::fs;
use std::path::{Path, PathBuf};
use std::sync::{Mutex, MutexGuard, PoisonError, TryLockError};
use std::thread;
use std::time::{Duration, Instant};

/// The temporary files of this process.
static THERE: Mutex<Vec<PathBuf>> = Mutex::new(Vec::new());

fn there() -> MutexGuard<'static, Vec<PathBuf>> {
    THERE.lock().unwrap_or_else(PoisonError::into_inner)
}

/// The name of a file that is removed when this is dropped, or by [`remove_unfinished`]. Where it has another name by then,
/// nothing is removed.
#[derive(Debug)]
pub struct Temporary(PathBuf);

impl Temporary {
    /// A name, before there is a file of it.
    pub fn new(path: PathBuf) -> Temporary {
        there().push(path.clone());
        Temporary(path)
    }

    /// The name.
    pub fn path(&self) -> &Path {
        &self.0
    }

    /// Lets the file stay.
    pub fn keep(mut self) {
        self.forget();
        self.0 = PathBuf::new();
    }

    fn forget(&self) {
        let mut there = there();
        if let Some(place) = there.iter().rposition(|path| *path == self.0) {
            there.swap_remove(place);
        }
    }
}

impl Drop for Temporary {
    fn drop(&mut self) {
        // It may have its lasting name by now; and nobody is left to be told.
        let _ = fs::remove_file(&self.0);
        self.forget();
    }
}

/// How long the list is waited for: whoever has it may wait for ever, as for memory that there is not.
const PATIENCE: Duration = Duration::from_millis(100);

/// Removes all temporary files of this process, which is to end right after: whoever would begin another one waits for ever.
pub fn remove_unfinished() {
    let begun = Instant::now();
    let there = loop {
        match THERE.try_lock() {
            Ok(there) => break there,
            Err(TryLockError::Poisoned(there)) => break there.into_inner(),
            Err(TryLockError::WouldBlock) if begun.elapsed() > PATIENCE => return,
            Err(TryLockError::WouldBlock) => thread::sleep(Duration::from_millis(1)),
        }
    };
    for path in there.iter() {
        let _ = fs::remove_file(path);
    }
    std::mem::forget(there);
}
