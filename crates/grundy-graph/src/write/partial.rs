//! A file that is complete or not there.

use std::fs::{self, File};
use std::io::{self, Write};
use std::path::{Path, PathBuf};

/// A file that is written under another name beside its own, and renamed when it is complete. If it never is, nothing
/// stays behind. A device or a pipe is written as it is, and behind a link the file it leads to.
pub(crate) struct Partial {
    file: File,
    /// Its name while it is written and the one after; none for a device.
    paths: Option<(PathBuf, PathBuf)>,
}

impl Partial {
    pub(crate) fn create(path: &Path) -> io::Result<Partial> {
        let behind = fs::canonicalize(path);
        let path = behind.as_deref().unwrap_or(path);
        match fs::metadata(path) {
            Ok(there) if there.is_dir() => return Err(io::ErrorKind::IsADirectory.into()),
            Ok(there) if !there.is_file() => {
                let file = File::options().write(true).open(path)?;
                return Ok(Partial { file, paths: None });
            }
            _ => {}
        }
        let mut name = path
            .file_name()
            .ok_or(io::ErrorKind::IsADirectory)?
            .to_owned();
        name.push(format!(".{}.part", std::process::id()));
        let part = path.with_file_name(name);
        let file = File::options()
            .read(true)
            .write(true)
            .create(true)
            .truncate(true)
            .open(&part)?;
        Ok(Partial {
            file,
            paths: Some((part, path.to_owned())),
        })
    }

    /// Gives the complete file its name.
    pub(crate) fn finish(mut self) -> io::Result<()> {
        self.file.flush()?;
        if let Some((part, path)) = self.paths.take() {
            fs::rename(&part, path).inspect_err(|_| {
                let _ = fs::remove_file(&part);
            })?;
        }
        Ok(())
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

impl Drop for Partial {
    fn drop(&mut self) {
        if let Some((part, _)) = &self.paths {
            // It may have gone already; nobody can be told.
            let _ = fs::remove_file(part);
        }
    }
}
