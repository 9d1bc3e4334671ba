//! The commands: each reads its arguments, asks the library and hands the answer to a printer.

mod arguments;
mod check;
mod completions;
mod emit;
mod files;
mod find;
mod games;
mod graph;
mod judge;
mod lines;
mod man;
mod period;
pub(crate) mod ruled;
mod seq;
mod solve;
mod table;
mod tree;

use std::ffi::OsString;

use clap::ArgMatches;
use grundy::Lang;

use crate::failure::{Exit, Failure};
use crate::interface;
use crate::output;

/// Runs what the arguments say.
pub(crate) fn run(arguments: Vec<OsString>, lang: Lang) -> Result<Exit, Failure> {
    let matches = match interface::command(lang).try_get_matches_from(arguments) {
        Ok(matches) => matches,
        Err(error) => return arguments::told(&error, lang),
    };
    let Some((name, matches)) = matches.subcommand() else {
        return Ok(Exit::Usage);
    };
    match name {
        "solve" => solve::run(matches, lang),
        "table" => table::run(matches, lang),
        "find" => find::run(matches, lang),
        "emit" => emit::run(matches, lang),
        "period" => period::run(matches, lang),
        "seq" => seq::run(matches, lang),
        "check" => check::run(matches, lang),
        "graph" => graph::run(matches, lang),
        "judge" => judge::run(matches, lang),
        "games" => games::run(matches, lang),
        "completions" => completions::run(matches, lang),
        "man" => man::run(matches, lang),
        _ => help(matches, lang),
    }
}

/// A positional argument that may be missing.
fn place<'m>(matches: &'m ArgMatches, name: &str) -> Option<&'m str> {
    matches.get_one::<String>(name).map(String::as_str)
}

/// Prints the help of a command, or of all.
fn help(matches: &ArgMatches, lang: Lang) -> Result<Exit, Failure> {
    let mut command = interface::command(lang);
    let help = match place(matches, "COMMAND") {
        None => command.render_help(),
        Some(name) => arguments::subcommand(&mut command, name)?.render_help(),
    };
    print_styled(&help)
}

/// Prints help, in colours only on a terminal.
fn print_styled(help: &clap::builder::StyledStr) -> Result<Exit, Failure> {
    let text = if output::colours() {
        help.ansi().to_string()
    } else {
        help.to_string()
    };
    output::write(text.as_bytes())?;
    Ok(Exit::Answered)
}
