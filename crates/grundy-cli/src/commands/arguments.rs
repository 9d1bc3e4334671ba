//! Arguments that were not understood, told in the reader's language.

use std::ffi::OsString;
use std::io::Write;

use clap::error::{ContextKind, ContextValue, ErrorKind};
use clap::{Command, Error};
use grundy::notation::near;
use grundy::{Message, game};

use crate::commands::{position, print_styled, ruled};
use crate::context::Context;
use crate::failure::{Exit, Failure};
use crate::interface::{self, Takes};
use crate::print::listing::solved;
use crate::words;

/// What an error of the argument parser means: help and version are answers, the rest is told.
pub(crate) fn told(
    error: &Error,
    arguments: &[OsString],
    context: &Context,
) -> Result<Exit, Failure> {
    let found = Found(error);
    let message = match error.kind() {
        ErrorKind::DisplayHelp => return print_styled(&error.render(), context),
        ErrorKind::DisplayVersion => {
            context.write(format!("grundy {}\n", env!("CARGO_PKG_VERSION")).as_bytes())?;
            return Ok(Exit::Answered);
        }
        ErrorKind::MissingSubcommand | ErrorKind::DisplayHelpOnMissingArgumentOrSubcommand => {
            // Whoever asks for nothing is shown what could be asked, but asked nothing that could be answered.
            let _ = write!(
                anstream::stderr(),
                "{}",
                words::FIRST_STEPS.of(context.lang)
            );
            return Ok(Exit::Usage);
        }
        ErrorKind::InvalidSubcommand => return Err(unknown_command(&found)),
        ErrorKind::UnknownArgument => {
            let argument = found.argument();
            let number = |rest: &str| rest.starts_with(|first: char| first.is_ascii_digit());
            if argument.strip_prefix('-').is_some_and(number) {
                // The parser tells of the first digit only.
                let mut given = arguments.iter().filter_map(|given| given.to_str());
                let whole = given.find(|given| given.starts_with(&argument));
                words::negative(whole.unwrap_or(&argument))
            } else if argument.starts_with('-') {
                let format = as_format(&argument, arguments);
                let nearest = format.or_else(|| found.text(ContextKind::SuggestedArg));
                match nearest.as_deref() {
                    // The option is right, and more stands with it between quotation marks.
                    Some(nearest) if nearest == argument => words::option_with_more(&argument),
                    nearest => words::no_such_argument(&argument, nearest),
                }
            } else {
                words::one_too_many(&argument)
            }
        }
        ErrorKind::InvalidValue => invalid_value(&found),
        ErrorKind::MissingRequiredArgument if found.argument() == "GAME" => {
            let example = ruled::example_of(rule(arguments), command(arguments));
            let example = example.unwrap_or_else(|| self::example(arguments));
            return Err(Failure::Arguments(words::position_missing(), example));
        }
        ErrorKind::MissingRequiredArgument => words::argument_missing(&found.argument()),
        ErrorKind::NoEquals | ErrorKind::TooFewValues | ErrorKind::WrongNumberOfValues => {
            words::value_missing(&found.argument())
        }
        ErrorKind::ArgumentConflict => words::twice(&found.argument()),
        ErrorKind::TooManyValues => {
            let argument = found.argument();
            match found.text(ContextKind::InvalidValue) {
                Some(value) if !argument.starts_with('-') => words::one_too_many(&value),
                _ => words::takes_no_value(&argument),
            }
        }
        ErrorKind::InvalidUtf8 => words::argument_not_utf8(),
        other => words::not_understood(other.to_string()),
    };
    Err(Failure::Arguments(message, example(arguments)))
}

/// A form of output in the place of a flag: `--csv` is `--format csv`.
fn as_format(argument: &str, arguments: &[OsString]) -> Option<String> {
    let name = argument.strip_prefix("--")?;
    let flags = command(arguments)?.flags.iter();
    let mut formats = flags.filter(|flag| flag.name == "format");
    formats.find_map(|flag| match flag.takes {
        Takes::Choice(choices) if choices.contains(&name) => Some(format!("--format {name}")),
        _ => None,
    })
}

fn invalid_value(found: &Found<'_>) -> Message {
    let value = found.text(ContextKind::InvalidValue).unwrap_or_default();
    let choices = found.text(ContextKind::ValidValue).unwrap_or_default();
    if value.is_empty() {
        return words::value_missing(&found.argument());
    }
    words::no_such_value(&found.argument(), &value, &choices)
}

fn unknown_command(found: &Found<'_>) -> Failure {
    let name = found
        .text(ContextKind::InvalidSubcommand)
        .unwrap_or_default();
    command_refused(&name)
}

/// Most commands that are named where none is meant plainly.
const MOST_NEAR: usize = 3;

/// The commands that a word may mean, the nearest first: those with one letter wrong, or if there is none, those that are near it.
fn near_commands(name: &str) -> Vec<&'static str> {
    let names = || interface::COMMANDS.iter().map(|entry| entry.name);
    let mut found = near(name, names(), |_| 1);
    if found.is_empty() {
        found = near(name, names(), |known| 1 + known.len() / 3);
    }
    found.truncate(MOST_NEAR);
    found
}

/// Words for what some commands do under other names, these commands, and a valid call of one of them.
const MEANT: &[(&str, &[&str], &str)] = &[
    ("states", &["graph", "solve"], "grundy solve --tree nim 1 2"),
    ("tree", &["graph", "solve"], "grundy solve --tree nim 1 2"),
    ("edges", &["graph"], "grundy graph roads.txt"),
    ("sequence", &["seq"], "grundy seq kayles -n 40"),
    ("values", &["seq", "table"], "grundy seq kayles -n 40"),
    (
        "pattern",
        &["find"],
        "grundy find --rule 'n -> n-k for k in 1..=3'",
    ),
    ("list", &["games"], "grundy games"),
    ("web", &["serve"], "grundy serve"),
    ("version", &["--version"], "grundy --version"),
];

/// A word that is no command; where it is a game, the example shows how to ask about it.
fn command_refused(name: &str) -> Failure {
    let head = name.split(':').next().unwrap_or_default();
    match game::listing(head) {
        Some(listing) => {
            // A code of one's own is asked about by itself.
            let example = position::bare(name).map(|(_, example)| example);
            let example = solved(example.as_deref().unwrap_or(listing.example));
            Failure::Arguments(words::game_as_command(name), example)
        }
        None if let Some((_, meant, example)) = MEANT.iter().find(|(word, ..)| *word == name) => {
            let message = words::no_such_command(name, meant);
            Failure::Arguments(message, (*example).to_owned())
        }
        None => {
            let message = words::no_such_command(name, &near_commands(name));
            Failure::Arguments(message, "grundy solve nim 3 5 7".to_owned())
        }
    }
}

/// A sub-command by its name.
pub(crate) fn subcommand<'c>(
    command: &'c mut Command,
    name: &str,
) -> Result<&'c mut Command, Failure> {
    command.build();
    command
        .find_subcommand_mut(name)
        .ok_or_else(|| command_refused(name))
}

/// The command that was asked for.
fn command(arguments: &[OsString]) -> Option<&'static interface::Entry> {
    let asked = arguments.iter().skip(1);
    asked
        .filter_map(|argument| argument.to_str())
        .find_map(interface::entry)
}

/// What stands behind `--rule`.
fn rule(arguments: &[OsString]) -> Option<&str> {
    let mut arguments = arguments.iter().filter_map(|argument| argument.to_str());
    let first = arguments.find(|argument| argument.starts_with("--rule"))?;
    match first.strip_prefix("--rule=") {
        Some(rule) => Some(rule),
        None => arguments.next(),
    }
}

/// The example of the command that was asked for.
fn example(arguments: &[OsString]) -> String {
    command(arguments)
        .map_or("grundy solve nim 3 5 7", |entry| entry.example)
        .to_owned()
}

/// What the parser tells of an error.
struct Found<'e>(&'e Error);

impl Found<'_> {
    fn text(&self, kind: ContextKind) -> Option<String> {
        match self.0.get(kind)? {
            ContextValue::String(text) => Some(text.clone()),
            ContextValue::Strings(texts) => Some(texts.join(", ")),
            ContextValue::StyledStr(text) => Some(text.to_string()),
            ContextValue::Number(number) => Some(number.to_string()),
            _ => None,
        }
    }

    /// The argument without the marks of a usage line: `--lang` rather than `--lang <LANG>`.
    fn argument(&self) -> String {
        let text = self.text(ContextKind::InvalidArg).unwrap_or_default();
        let first = text.split([' ', '[', '=']).find(|part| !part.is_empty());
        let first = first.unwrap_or_default();
        first.trim_matches(['<', '>', '.', ']']).to_owned()
    }
}
