//! `grundy completions`: a completion script from the table of flags.

use clap::ArgMatches;
use clap_complete::Shell;
use grundy::Lang;

use crate::commands::place;
use crate::failure::{Exit, Failure};
use crate::interface;
use crate::output;

/// Runs the command.
pub(crate) fn run(matches: &ArgMatches, lang: Lang) -> Result<Exit, Failure> {
    let shell = match place(matches, "SHELL") {
        Some("zsh") => Shell::Zsh,
        Some("fish") => Shell::Fish,
        Some("powershell") => Shell::PowerShell,
        Some("elvish") => Shell::Elvish,
        _ => Shell::Bash,
    };
    let mut script = Vec::new();
    clap_complete::generate(shell, &mut interface::command(lang), "grundy", &mut script);
    output::write(&script)?;
    Ok(Exit::Answered)
}
