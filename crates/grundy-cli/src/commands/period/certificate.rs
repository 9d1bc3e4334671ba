//! The certificate of a proved period, as a file.

use std::path::Path;

use grundy::engine::period::Search;
use grundy_service::period;

use crate::context::Context;
use crate::failure::Failure;
use crate::words;

/// Writes the certificate of what a search has proved.
pub(super) fn write(path: &Path, search: &Search, context: &Context) -> Result<(), Failure> {
    let certificate = period::certificate(search).map_err(Failure::Unknown)?;
    context.write_file(path, |mut out| {
        certificate
            .write(&mut out)
            .map_err(|error| Failure::File(path.to_owned(), words::cannot_write(), error))
    })
}
