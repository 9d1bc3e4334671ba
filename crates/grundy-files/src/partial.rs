//! A file that is complete or not there.

use std::fs::{self, File, TryLockError};
use std::io::{self, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};

use crate::left::{remove_left_over, unfinished};
use crate::{Temporary, behind, is_device};

/// A file that is written under another name beside its own, and renamed when it is complete. If it never is, nothing
/// stays behind. A device or a pipe is written as it is, and behind a link the file it leads to.
#[derive(Debug)]
pub struct Partial {
    file: File,
    /// Its name while it is written and the one after; none for a device.
    names: Option<(Temporary, PathBuf)>,
}

impl Partial {
    /// Begins a file.
    ///
    /// # Errors
    /// If the path is a folder, somebody is writing it under the same name, or no file can be made beside it.
    pub fn create(path: &Path) -> io::Result<Partial> {
        let path = behind(path);
        // A link that leads round in a circle.
        if path.is_symlink() {
            path.metadata()?;
        }
        if path.is_dir() || path.file_name().is_none() {
            return Err(io::ErrorKind::IsADirectory.into());
        }
        if is_device(&path) {
            let file = File::options().write(true).open(&path)?;
            return Ok(Partial { file, names: None });
        }
        let part = Temporary::new(unfinished(&path));
        let file = File::options()
            .read(true)
            .write(true)
            .create(true)
            .truncate(false)
            .open(part.path())?;
        // Others see by it that somebody writes here; a file system without locks is none the worse. Another thread may be
        // writing it, or a process of the same number in another container.
        if let Err(TryLockError::WouldBlock) = file.try_lock() {
            part.keep();
            return Err(io::ErrorKind::ResourceBusy.into());
        }
        file.set_len(0)?;
        remove_left_over(&path);
        keep_permissions(&file, &path);
        Ok(Partial {
            file,
            names: Some((part, path)),
        })
    }

    /// Gives the complete file its name. It survives the end of the process.
    ///
    /// # Errors
    /// If it cannot be renamed; nothing stays behind then.
    pub fn finish(self) -> io::Result<()> {
        match &self.names {
            Some((part, path)) => fs::rename(part.path(), path),
            None => Ok(()),
        }
    }

    /// Gives the file its name after all of it was brought to the disk, so that it survives a loss of power too.
    ///
    /// # Errors
    /// If it cannot be brought there or renamed; nothing stays behind then.
    pub fn finish_on_disk(self) -> io::Result<()> {
        let Some((_, path)) = &self.names else {
            return Ok(());
        };
        self.file.sync_all()?;
        let folder = path.parent().filter(|folder| *folder != Path::new(""));
        let folder = folder.unwrap_or(Path::new(".")).to_owned();
        self.finish()?;
        // The name is on the disk when the folder is; not every system lets a folder be opened.
        if let Ok(folder) = File::open(folder) {
            let _ = folder.sync_all();
        }
        Ok(())
    }
}

/// Lets a file that takes the place of another one be read and written by those who might read and write that one. Some
/// file systems know nothing of it, and what is written is not given up for its sake.
pub fn keep_permissions(file: &File, of: &Path) {
    if cfg!(unix)
        && let Ok(there) = fs::metadata(of)
    {
        let _ = file.set_permissions(there.permissions());
    }
}

impl Write for Partial {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.file.write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.file.flush()
    }
}

impl Seek for Partial {
    fn seek(&mut self, to: SeekFrom) -> io::Result<u64> {
        self.file.seek(to)
    }
}

/// Writes a file, on the disk, so that there is always the old one or the new one.
///
/// # Errors
/// If it cannot be written; the old one is there then.
pub fn replace(path: &Path, bytes: &[u8]) -> io::Result<()> {
    let mut file = Partial::create(path)?;
    file.write_all(bytes)?;
    file.finish_on_disk()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nothing_stays_of_what_was_not_finished() {
        let folder = std::env::temp_dir().join(format!("grundy-partial-{}", std::process::id()));
        fs::create_dir_all(&folder).expect("a folder");
        let path = folder.join("answers");
        let count = || fs::read_dir(&folder).expect("the folder").count();
        replace(&path, b"old").expect("a file");
        let mut file = Partial::create(&path).expect("a file");
        file.write_all(b"new").expect("room");
        assert_eq!(count(), 2);
        drop(file);
        assert_eq!(
            (count(), fs::read(&path).expect("a file")),
            (1, b"old".to_vec())
        );
        // Two at once are in each other's way; the first goes on.
        let mut first = Partial::create(&path).expect("a file");
        first.write_all(b"first").expect("room");
        assert!(Partial::create(&path).is_err());
        first.finish().expect("a file");
        assert_eq!(
            (count(), fs::read(&path).expect("a file")),
            (1, b"first".to_vec())
        );
        // A folder came into the way.
        let file = Partial::create(&folder.join("taken")).expect("a file");
        fs::create_dir_all(folder.join("taken/within")).expect("a folder");
        assert!(file.finish().is_err());
        assert_eq!(count(), 2);
        assert!(Partial::create(&folder).is_err());
        // Behind a link.
        #[cfg(unix)]
        {
            std::os::unix::fs::symlink(&path, folder.join("link")).expect("a link");
            replace(&folder.join("link"), b"newer").expect("a file");
            assert_eq!(fs::read(&path).expect("a file"), b"newer");
            assert!(folder.join("link").is_symlink());
            // And one that leads to what is not there yet, and one to itself.
            fs::create_dir(folder.join("within")).expect("a folder");
            let links = [("../early", "within/link"), ("round", "round")];
            for (to, name) in links {
                std::os::unix::fs::symlink(to, folder.join(name)).expect("a link");
            }
            replace(&folder.join("within/link"), b"first").expect("a file");
            assert_eq!(fs::read(folder.join("early")).expect("a file"), b"first");
            assert!(folder.join("within/link").is_symlink());
            assert!(Partial::create(&folder.join("round")).is_err());
            // Whoever may read the old one may read the new one, and nobody else.
            use std::os::unix::fs::PermissionsExt;
            for mode in [0o640, 0o600, 0o444, 0o666] {
                fs::set_permissions(&path, fs::Permissions::from_mode(mode)).expect("a file");
                replace(&path, b"new").expect("a file");
                let now = fs::metadata(&path).expect("a file").permissions().mode();
                assert_eq!(now & 0o777, mode, "{mode:o}");
            }
            // What is no file is written as it is.
            replace(Path::new("/dev/null"), b"nothing").expect("a device");
            assert!(is_device(Path::new("/dev/null")));
        }
        fs::remove_dir_all(&folder).expect("an end");
    }
}
