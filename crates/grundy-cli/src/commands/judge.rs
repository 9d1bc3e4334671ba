//! `grundy judge`: a contest's input to the judge's output.

use clap::ArgMatches;
use grundy::Lang;

use crate::failure::{Exit, Failure};

/// Runs the command.
pub(crate) fn run(_: &ArgMatches, _: Lang) -> Result<Exit, Failure> {
    Ok(Exit::Unknown)
}
