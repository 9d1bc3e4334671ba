//! Files that Python writes: complete or not there, as those of the command line.

use std::path::PathBuf;

use pyo3::exceptions::PyOSError;
use pyo3::prelude::*;

/// Writes a file, which appears only when it is complete; one that it replaces leaves it its permissions.
///
/// Raises ``OSError`` if it cannot be written; an older one is there then.
#[pyfunction]
pub(crate) fn write_file(py: Python<'_>, path: PathBuf, data: &[u8]) -> PyResult<()> {
    let written = py.detach(|| grundy_files::replace(&path, data));
    written.map_err(|error| match error.raw_os_error() {
        // Python finds the class by the number, and tells the file.
        Some(number) => PyOSError::new_err((number, reason(&error), path.into_os_string())),
        None => error.into(),
    })
}

/// What the system says, without the number, which Python adds.
fn reason(error: &std::io::Error) -> String {
    let text = error.to_string();
    match text.rfind(" (os error ") {
        Some(end) => text[..end].to_owned(),
        None => text,
    }
}
