//! The commands of grundy: arguments in, answers out.
//!
//! Commands read arguments and ask the library; printers turn its data into words, JSON and pictures; every sentence
//! for people stands in `words` in both languages. No command knows the rules of any game.
//!
//! The program works at the terminal ([`run`]); whoever has an answer of the library shows it as the commands do ([`shown`]).

mod commands;
mod context;
mod dots;
mod failure;
mod interface;
mod interrupt;
mod language;
mod limits;
mod output;
mod picture;
mod print;
mod progress;
mod shelf;
pub mod shown;
mod sink;
mod table_file;
mod watch;
mod words;

use std::ffi::OsString;

pub use commands::Checked;
use context::Context;
pub use failure::Exit;
pub use grundy_process::Heap;
pub use grundy_service::Why;

/// Runs the program at the terminal; the first of the arguments is its own name. What goes wrong is told on standard error.
pub fn run(arguments: &[OsString]) -> Exit {
    let exit = at(Context::terminal(language::chosen(arguments)), arguments);
    watch::over();
    exit
}

/// Runs the program `grundy` itself, which can be started once more to help: as a worker of the page's server, or of a search.
pub fn program(arguments: &[OsString]) -> Exit {
    interrupt::survive_full_files();
    if let Some(exit) = commands::crew_worker(arguments) {
        return exit;
    }
    #[cfg(feature = "web")]
    if let Some(exit) = commands::worker(arguments) {
        return exit;
    }
    let context = Context::terminal(language::chosen(arguments));
    at(context.of_program(), arguments)
}

fn at(context: Context, arguments: &[OsString]) -> Exit {
    let ended = commands::run(arguments, &context);
    ended.unwrap_or_else(|failure| watch::told(failure).report(context.lang))
}
