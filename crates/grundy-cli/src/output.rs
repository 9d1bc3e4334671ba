//! Where answers go: standard output, whose reader may have left, or a file that is complete or not there.

use std::fs::{self, File};
use std::io::{self, BufWriter, IsTerminal, Write};
use std::path::{Path, PathBuf};

use crate::failure::Failure;
use crate::words;

/// Whether to colour what goes to standard output.
pub(crate) fn colours() -> bool {
    anstream::AutoStream::choice(&io::stdout()) != anstream::ColorChoice::Never
}

/// Whether to colour what goes to standard error.
pub(crate) fn error_colours() -> bool {
    anstream::AutoStream::choice(&io::stderr()) != anstream::ColorChoice::Never
}

/// Whether somebody watches standard error.
pub(crate) fn is_watched() -> bool {
    io::stderr().is_terminal()
}

/// Whether standard output is a terminal.
pub(crate) fn is_shown() -> bool {
    io::stdout().is_terminal()
}

/// Columns where nothing is told of them.
pub(crate) const COLUMNS: usize = 100;

/// Columns of the terminal as far as the environment tells, between 40 and 120.
pub(crate) fn columns() -> usize {
    let told = std::env::var("COLUMNS").ok();
    told.and_then(|columns| columns.parse().ok())
        .unwrap_or(COLUMNS)
        .clamp(40, 120)
}

/// Writes to standard output.
pub(crate) fn write(text: &[u8]) -> Result<(), Failure> {
    let mut out = io::stdout().lock();
    out.write_all(text)
        .and_then(|()| out.flush())
        .map_err(Failure::write)
}

/// Writes a file under another name and renames it when it is complete. A device or a pipe is written as it is, and
/// behind a link the file it leads to.
pub(crate) fn write_file(
    path: &Path,
    content: impl FnOnce(&mut dyn Write) -> Result<(), Failure>,
) -> Result<(), Failure> {
    let named = path;
    let failed = |error: io::Error| Failure::File(named.to_owned(), words::cannot_write(), error);
    let behind = fs::canonicalize(path);
    let path = behind.as_deref().unwrap_or(path);
    if fs::metadata(path).is_ok_and(|there| !there.is_file() && !there.is_dir()) {
        let mut file = BufWriter::new(File::options().write(true).open(path).map_err(failed)?);
        content(&mut file)?;
        return file.flush().map_err(failed);
    }
    let Some(name) = path.file_name() else {
        return Err(failed(io::ErrorKind::IsADirectory.into()));
    };
    let mut partial = name.to_owned();
    partial.push(format!(".{}.part", std::process::id()));
    let partial = Partial(path.with_file_name(partial));
    let mut file = BufWriter::new(File::create(&partial.0).map_err(failed)?);
    content(&mut file)?;
    file.flush().map_err(failed)?;
    fs::rename(&partial.0, path).map_err(failed)
}

/// A file that goes away unless it was renamed.
struct Partial(PathBuf);

impl Drop for Partial {
    fn drop(&mut self) {
        // After the rename there is nothing to remove.
        let _ = fs::remove_file(&self.0);
    }
}
