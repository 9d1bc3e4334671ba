//! One run at a time.
//!
//! The lock on a file is a lock, by the system's own means, on an empty one beside it: the file itself is replaced again and
//! again, and a lock would stay with the old one. It ends with its holder, however that ends. The empty file goes when the
//! lock is given back; after `kill -9` it stays, and means nothing. What a killed holder was writing for the
//! [file](crate::replace) goes when the next one takes the lock.

use std::fmt;
use std::fs::{self, File, TryLockError};
use std::io;
use std::path::{Path, PathBuf};

use crate::left::remove_left;
use crate::{Temporary, behind, beside};

/// That no other run has a file, as long as this is kept.
#[derive(Debug)]
pub struct Lock {
    // The name goes before the lock does.
    _path: Temporary,
    _file: File,
}

/// Why a file cannot be had.
#[derive(Debug)]
pub enum NotLocked {
    /// Another run has it.
    InUse,
    /// A file has the name of the lock, which holds something and is not to be lost.
    Taken(PathBuf),
    /// There can be no lock beside it.
    File(io::Error),
}

impl fmt::Display for NotLocked {
    /// In English.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            NotLocked::InUse => f.write_str("another run has it"),
            NotLocked::Taken(path) => {
                write!(f, "{} holds something and is no lock", path.display())
            }
            NotLocked::File(error) => error.fmt(f),
        }
    }
}

impl std::error::Error for NotLocked {
    fn source(&self) -> Option<&(dyn std::error::Error + 'static)> {
        match self {
            NotLocked::File(error) => Some(error),
            NotLocked::InUse | NotLocked::Taken(_) => None,
        }
    }
}

impl Lock {
    /// The lock on a file or folder, which need not be there.
    ///
    /// # Errors
    /// If another run has it, or nothing can be written beside it. A file system without locks lets everybody have everything.
    pub fn on(path: &Path) -> Result<Lock, NotLocked> {
        let own = behind(path);
        let path = beside(&own, ".lock");
        loop {
            let file = File::options()
                .write(true)
                .create(true)
                .truncate(false)
                .open(&path)
                .map_err(NotLocked::File)?;
            if file.metadata().is_ok_and(|there| there.len() > 0) {
                return Err(NotLocked::Taken(path));
            }
            let is_held = match file.try_lock() {
                Err(TryLockError::WouldBlock) => return Err(NotLocked::InUse),
                Err(TryLockError::Error(_)) => false,
                Ok(()) => true,
            };
            // Whoever had it may have removed the name after it was opened here.
            if is_named(&file, &path) {
                if is_held {
                    // Nobody else writes it.
                    remove_left(&own, |_, _| true);
                }
                return Ok(Lock {
                    _path: Temporary::new(path),
                    _file: file,
                });
            }
        }
    }
}

/// Whether an open file still has this name.
#[cfg(unix)]
fn is_named(file: &File, path: &Path) -> bool {
    use std::os::unix::fs::MetadataExt;
    let same = |here: fs::Metadata, there: fs::Metadata| {
        (here.dev(), here.ino()) == (there.dev(), there.ino())
    };
    match (file.metadata(), fs::metadata(path)) {
        (Ok(here), Ok(there)) => same(here, there),
        _ => false,
    }
}

/// An open file cannot be removed.
#[cfg(not(unix))]
fn is_named(_: &File, path: &Path) -> bool {
    fs::metadata(path).is_ok()
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::sync::atomic::{AtomicU32, Ordering};

    #[test]
    fn one_at_a_time() {
        let path = std::env::temp_dir().join(format!("grundy-lock-{}", std::process::id()));
        let lock = Lock::on(&path).expect("nobody has it");
        assert!(matches!(Lock::on(&path), Err(NotLocked::InUse)));
        drop(lock);
        assert!(!beside(&path, ".lock").exists());
        // What a killed run leaves means nothing.
        fs::write(beside(&path, ".lock"), b"").expect("a file");
        // Nor does what it was writing; what only looks like it stays.
        for ending in [".123.part", ".part", ".1x.part"] {
            fs::write(beside(&path, ending), b"half").expect("a file");
        }
        drop(Lock::on(&path).expect("nobody has it"));
        assert!(!beside(&path, ".123.part").exists());
        for ending in [".part", ".1x.part"] {
            fs::remove_file(beside(&path, ending)).expect("still there");
        }
        // Somebody else's file of the name stays.
        fs::write(beside(&path, ".lock"), b"notes").expect("a file");
        assert!(matches!(Lock::on(&path), Err(NotLocked::Taken(_))));
        assert_eq!(fs::read(beside(&path, ".lock")).expect("a file"), b"notes");
        fs::remove_file(beside(&path, ".lock")).expect("a file");
        assert!(matches!(
            Lock::on(Path::new("/nowhere/at/all")),
            Err(NotLocked::File(_))
        ));
        // Many who want it all the time: never two have it.
        let (holders, turns) = (AtomicU32::new(0), AtomicU32::new(0));
        std::thread::scope(|scope| {
            for _ in 0..4 {
                scope.spawn(|| {
                    for _ in 0..300 {
                        if let Ok(lock) = Lock::on(&path) {
                            assert_eq!(holders.fetch_add(1, Ordering::SeqCst), 0);
                            turns.fetch_add(1, Ordering::SeqCst);
                            holders.fetch_sub(1, Ordering::SeqCst);
                            drop(lock);
                        }
                    }
                });
            }
        });
        assert!(turns.into_inner() > 0);
    }
}
