//! The binary `grundy`: arguments in, answers out.

use std::process::ExitCode;

/// Counts what the program holds, so that no input takes more than it may.
#[global_allocator]
static HEAP: grundy_cli::Heap = grundy_cli::Heap;

fn main() -> ExitCode {
    let arguments: Vec<_> = std::env::args_os().collect();
    grundy_cli::program(&arguments).into()
}
