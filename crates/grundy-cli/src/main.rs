//! The binary `grundy`: arguments in, answers out.

use std::process::ExitCode;

fn main() -> ExitCode {
    let arguments: Vec<_> = std::env::args_os().collect();
    grundy_cli::program(&arguments).into()
}
