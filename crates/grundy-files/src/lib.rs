//! Files that are complete or not there, and locks that end with their holder.
//!
//! Whatever grundy writes to a file is written to a [`Partial`]: under a temporary name, which becomes the file's own when all
//! is there. A failure removes what was begun, since that is what dropping a [`Partial`] does; and a program that is about to
//! end without unwinding, as after a signal, calls [`remove_unfinished`]. Only `kill -9` leaves the temporary file,
//! beside an untouched older one; on Linux it goes when the same file is written again.
//!
//! A run that goes on from a file takes a [`Lock`] on it first, so that no second run does.
//!
//! ```
//! use std::io::Write;
//! use grundy_files::Partial;
//! let path = std::env::temp_dir().join(format!("grundy-files-{}", std::process::id()));
//! let mut file = Partial::create(&path)?;
//! file.write_all(b"half")?;
//! drop(file);
//! assert!(!path.exists());
//! grundy_files::replace(&path, b"all")?;
//! assert_eq!(std::fs::read(&path)?, b"all");
//! # std::fs::remove_file(&path)?;
//! # Ok::<(), std::io::Error>(())
//! ```

mod identity;
mod left;
mod lock;
mod partial;
mod temporary;

use std::fs;
use std::path::{Path, PathBuf};

pub use identity::Identity;
pub use left::{remove_left_over, unfinished};
pub use lock::{Lock, NotLocked};
pub use partial::{Partial, keep_permissions, replace};
pub use temporary::{Temporary, remove_unfinished};

/// Most links in a row that are followed, as in the systems themselves.
const LINKS: usize = 40;

/// The file that a name leads to, behind links, be it there or not; the name itself where there is neither.
pub fn behind(path: &Path) -> PathBuf {
    let mut path = path.to_owned();
    for _ in 0..LINKS {
        if let Ok(there) = fs::canonicalize(&path) {
            return there;
        }
        match fs::read_link(&path) {
            Ok(to) => path = path.with_file_name("").join(to),
            Err(_) => break,
        }
    }
    path
}

/// The path with `ending` added to its file name: `a.csv` and `.part` make `a.csv.part`.
pub fn beside(path: &Path, ending: &str) -> PathBuf {
    let mut name = path.file_name().unwrap_or_default().to_owned();
    name.push(ending);
    path.with_file_name(name)
}

/// Whether a path leads to what is written as it is: a device or a pipe.
pub fn is_device(path: &Path) -> bool {
    fs::metadata(path).is_ok_and(|there| !there.is_file() && !there.is_dir())
}
