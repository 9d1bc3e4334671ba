//! Where answers go: standard output, whose reader may have left, or a file that is complete or not there.

use std::io::{self, BufWriter, IsTerminal, Write};
use std::path::Path;

use grundy_files::{Lock, NotLocked, Partial};

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
    let failed = |error: io::Error| Failure::File(path.to_owned(), words::cannot_write(), error);
    let mut file = BufWriter::new(Partial::create(path).map_err(failed)?);
    // Whoever writes rows does not know where they go.
    content(&mut file).map_err(|failure| match failure {
        Failure::Write(error) => failed(error),
        other => other,
    })?;
    let file = file
        .into_inner()
        .map_err(|error| failed(error.into_error()))?;
    file.finish().map_err(failed)
}

/// Writes a file, on the disk, so that there is always the old one or the new one.
pub(crate) fn replace_file(path: &Path, bytes: &[u8]) -> Result<(), Failure> {
    grundy_files::replace(path, bytes)
        .map_err(|error| Failure::File(path.to_owned(), words::cannot_write(), error))
}

/// Sees to it that only one run goes on with a file.
pub(crate) fn lock(path: &Path) -> Result<Lock, Failure> {
    Lock::on(path).map_err(|why| match why {
        NotLocked::InUse => Failure::Input(words::in_use(path)),
        NotLocked::File(error) => Failure::File(path.to_owned(), words::cannot_write(), error),
    })
}
