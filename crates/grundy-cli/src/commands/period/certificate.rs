//! The certificate of a proved period, as a file.

use std::path::Path;

use grundy::certificate::{Certificate, Claim};
use grundy::engine::period::{Period, Search};

use crate::failure::Failure;
use crate::output;
use crate::words;

/// Writes the certificate of what a search has proved.
pub(super) fn write(path: &Path, search: &Search, proved: Period) -> Result<(), Failure> {
    let claim = Claim {
        period: proved.period(),
        preperiod: proved.preperiod(),
        saltus: proved.saltus(),
        checked_to: search.len(),
    };
    let values: Vec<u32> = search.finder().values().iter().collect();
    let code = search.rules().to_string();
    let certificate = Certificate::of_values(&code, proved.theorem(), claim, &values)
        .map_err(|_| Failure::Unknown(words::no_certificate()))?;
    output::write_file(path, |out| {
        certificate
            .write(out)
            .map_err(|error| Failure::File(path.to_owned(), words::cannot_write(), error))
    })
}
