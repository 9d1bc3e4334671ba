//! `grundy completions`: a completion script from the table of flags, with the names of all games and problems where one may stand.

use clap::builder::{PossibleValue, PossibleValuesParser};
use clap::{ArgAction, ArgMatches, Command};
use clap_complete::Shell;

use crate::commands::place;
use crate::context::Context;
use crate::failure::{Exit, Failure};
use crate::interface;

/// Where the name of a game may stand, and where that of a problem.
const GAMES: &[(&str, &str)] = &[
    ("solve", "GAME"),
    ("table", "GAME"),
    ("moves", "GAME"),
    ("play", "GAME"),
    ("find", "GAME"),
    ("chart", "GAME"),
    ("quotient", "GAME"),
    ("games", "NAME"),
];
const PROBLEMS: &[(&str, &str)] = &[("judge", "NAME"), ("check", "NAME"), ("emit", "NAME")];

/// The command with the names that its arguments may be.
fn named(mut command: Command) -> Command {
    let games = grundy::rulesets::CATALOGUE.iter();
    let games: Vec<&str> = games.map(|listing| listing.name).collect();
    let problems = grundy_judge::formats().iter();
    let problems: Vec<&str> = problems.map(|format| format.name.as_str()).collect();
    let commands: Vec<&str> = interface::COMMANDS.iter().map(|entry| entry.name).collect();
    let of_commands = [("help", "COMMAND"), ("man", "COMMAND")];
    for (places, names) in [
        (GAMES, &games),
        (PROBLEMS, &problems),
        (&of_commands[..], &commands),
    ] {
        for (name, place) in places {
            command = command.mut_subcommand(name, |command| {
                let names =
                    PossibleValuesParser::new(names.iter().map(|name| PossibleValue::new(*name)));
                command.mut_arg(place, |arg| arg.value_parser(names))
            });
        }
    }
    command
}

/// The command with the flags that are given once as such: a shell offers none of them a second time.
fn once(mut command: Command) -> Command {
    for entry in interface::COMMANDS {
        for flag in entry.flags.iter().filter(|flag| flag.takes.is_single()) {
            command = command.mut_subcommand(entry.name, |command| {
                command.mut_arg(flag.name, |arg| arg.action(ArgAction::Set))
            });
        }
    }
    command
}

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
        &mut once(named(interface::command(context.lang))),
        "grundy",
        &mut script,
    );
    context.write(&script)?;
    Ok(Exit::Answered)
}
