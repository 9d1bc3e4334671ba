//! The certificate of a proved period, as a file.

use std::path::Path;

use grundy::engine::period::{Period, Search};

use crate::failure::Failure;
use crate::words;

/// Writes the certificate of what a search has proved.
pub(super) fn write(_: &Path, _: &str, _: &Search, _: Period) -> Result<(), Failure> {
    Err(Failure::Unknown(words::no_certificate()))
}
