//! The program `grundy`, which comes with the package.

use std::ffi::OsString;

use pyo3::prelude::*;

/// Runs the program ``grundy`` at the terminal, and returns its exit code.
#[pyfunction]
pub(crate) fn main(py: Python<'_>, arguments: Vec<OsString>) -> u8 {
    py.detach(|| grundy_cli::run(&arguments)).code()
}
