//! `grundy completions`: a completion script from the table of flags.

use clap::ArgMatches;
use clap_complete::Shell;

use crate::commands::place;
use crate::context::Context;
use crate::failure::{Exit, Failure};
use crate::interface;

/// Runs the command.
pub(crate) fn run(matches: &ArgMatches, context: &Context) -> Result<Exit, Failure> {
    let shell = match place(matches, "SHELL") {
        Some("zsh") => Shell::Zsh,
        Some("fish") => Shell::Fish,
        Some("powershell") => Shell::PowerShell,
        Some("elvish") => Shell::Elvish,
        _ => Shell::Bash,
    };
    let mut script = Vec::new();
    clap_complete::generate(
        shell,
        &mut interface::command(context.lang),
        "grundy",
        &mut script,
    );
    context.write(&script)?;
    Ok(Exit::Answered)
}
