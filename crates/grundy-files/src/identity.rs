//! Which file a name stands for.
//!
//! `values`, `./values`, a path from the root and a link can all be one file. Two names are the same where they have the same
//! name in the same folder when all links are followed, which is known before there is a file, or where the system gives
//! what is there the same number.

use std::fs;
use std::path::{Path, PathBuf};

use crate::behind;

/// A file or folder by whatever name, which need not be there.
#[derive(Clone, Debug)]
pub struct Identity {
    path: PathBuf,
    number: Option<(u64, u64)>,
}

impl Identity {
    /// What a name stands for now.
    pub fn of(path: &Path) -> Identity {
        let path = behind(path);
        Identity {
            number: number(&path),
            path: from_the_root(&path),
        }
    }

    /// Whether this is the same file or folder.
    pub fn is(&self, other: &Identity) -> bool {
        self.path == other.path || (self.number.is_some() && self.number == other.number)
    }
}

/// The path from the root, through no link.
fn from_the_root(path: &Path) -> PathBuf {
    if let Ok(path) = fs::canonicalize(path) {
        return path;
    }
    let folder = path.parent().filter(|folder| *folder != Path::new(""));
    let folder = fs::canonicalize(folder.unwrap_or(Path::new(".")));
    match (folder, path.file_name()) {
        (Ok(folder), Some(name)) => folder.join(name),
        // Nothing can be written there.
        _ => std::path::absolute(path).unwrap_or_else(|_| path.to_owned()),
    }
}

/// The number of the device and that of the file on it.
#[cfg(unix)]
fn number(path: &Path) -> Option<(u64, u64)> {
    use std::os::unix::fs::MetadataExt;
    let there = fs::metadata(path).ok()?;
    Some((there.dev(), there.ino()))
}

#[cfg(not(unix))]
fn number(_: &Path) -> Option<(u64, u64)> {
    None
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn one_file_has_many_names() {
        let folder = std::env::temp_dir().join(format!("grundy-identity-{}", std::process::id()));
        fs::create_dir_all(folder.join("within")).expect("a folder");
        let same = |one: &str, other: &str| {
            Identity::of(&folder.join(one)).is(&Identity::of(&folder.join(other)))
        };
        for is_there in [false, true] {
            if is_there {
                fs::write(folder.join("a"), b"").expect("a file");
            }
            assert!(same("a", "a"));
            assert!(same("a", "./a"));
            assert!(same("a", "within/../a"));
            assert!(!same("a", "b"));
            assert!(!same("a", "within/a"));
        }
        assert!(same("within", "within/"));
        assert!(same("nowhere/a", "nowhere/a"));
        assert!(Identity::of(Path::new("a")).is(&Identity::of(Path::new("./a"))));
        #[cfg(unix)]
        {
            let link = |to: &str, name: &str| {
                std::os::unix::fs::symlink(to, folder.join(name)).expect("a link");
            };
            link("a", "link");
            link("not-yet", "early");
            link("within", "folder");
            link("round", "round");
            fs::hard_link(folder.join("a"), folder.join("hard")).expect("a link");
            assert!(same("a", "link"));
            assert!(same("a", "hard"));
            assert!(same("early", "not-yet"));
            assert!(same("folder/b", "within/b"));
            assert!(same("round", "round"));
        }
        fs::remove_dir_all(&folder).expect("an end");
    }
}
