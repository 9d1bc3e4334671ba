//! The commands: each reads its arguments, asks the library and hands the answer to a printer.

mod agree;
mod arguments;
mod chart;
mod check;
mod completions;
mod crew;
#[cfg(feature = "web")]
mod docs;
mod emit;
mod find;
mod games;
mod graph;
mod hints;
pub(crate) mod judge;
mod lines;
mod man;
mod moves;
mod nimber;
mod period;
mod play;
mod position;
mod quotient;
pub(crate) mod ruled;
mod seq;
#[cfg(feature = "web")]
mod serve;
mod solve;
mod table;
mod tree;

pub use check::Checked;

use std::ffi::OsString;
use std::path::Path;

use clap::ArgMatches;
use grundy::Lang;

pub(crate) use crew::worker as crew_worker;
#[cfg(feature = "web")]
pub(crate) use serve::worker;

use crate::context::Context;
use crate::failure::{Exit, Failure};
use crate::interface;
use crate::output::Written;
use crate::words::{self, Word};

/// Runs what the arguments say, of which the first is the name of the program. Where they are not understood, it is told what was probably
/// meant.
pub(crate) fn run(arguments: &[OsString], context: &Context) -> Result<Exit, Failure> {
    command(arguments, context).map_err(|failure| hints::better(failure, arguments))
}

fn command(arguments: &[OsString], context: &Context) -> Result<Exit, Failure> {
    let matches =
        match interface::command_for(arguments, context.lang).try_get_matches_from(arguments) {
            Ok(matches) => matches,
            Err(error) => return arguments::told(&error, arguments, context),
        };
    let Some((name, matches)) = matches.subcommand() else {
        return Ok(Exit::Usage);
    };
    if let Some(entry) = interface::entry(name) {
        agree::check(entry, matches)?;
    }
    context.will_write(outputs(matches))?;
    match name {
        "solve" => solve::run(matches, context),
        "table" => table::run(matches, context),
        "find" => find::run(matches, context),
        "emit" => emit::run(matches, context),
        "moves" => moves::run(matches, context),
        "play" => play::run(matches, context),
        "chart" => chart::run(matches, context),
        "period" => period::run(matches, context),
        "quotient" => quotient::run(matches, context),
        "nimber" => nimber::run(matches, context),
        "seq" => seq::run(matches, context),
        "check" => check::run(matches, context),
        "graph" => graph::run(matches, context),
        "judge" => judge::run(matches, context),
        "serve" => serve::run(matches, context),
        "docs" => docs::run(matches, context),
        "games" => games::run(matches, context),
        "completions" => completions::run(matches, context),
        "man" => man::run(matches, context),
        _ => help(matches, context),
    }
}

/// The files and folders that a command is to write, behind the flags that name them.
fn outputs(matches: &ArgMatches) -> Vec<Written> {
    let flags = [
        ("output", "-o"),
        ("plot", "--plot"),
        ("svg", "--svg"),
        ("dot", "--dot"),
        ("certificate", "--certificate"),
        ("checkpoint", "--checkpoint"),
        ("atlas", "--atlas"),
    ];
    let named = |flag| matches.try_get_one::<String>(flag).ok().flatten();
    let is_kept = named("checkpoint").is_some();
    let written = flags.into_iter().filter_map(|(name, flag)| {
        let path = named(name).filter(|path| *path != "-")?;
        Some(Written::new(
            flag,
            Path::new(path),
            match name {
                "checkpoint" | "atlas" => &[".lock"],
                "output" if is_kept => &[".part"],
                _ => &[],
            },
        ))
    });
    written.collect()
}

/// A positional argument that may be missing.
fn place<'m>(matches: &'m ArgMatches, name: &str) -> Option<&'m str> {
    matches.get_one::<String>(name).map(String::as_str)
}

/// Prints the help of a command, or of all.
fn help(matches: &ArgMatches, context: &Context) -> Result<Exit, Failure> {
    let mut command = interface::command(context.lang);
    let help = match place(matches, "COMMAND") {
        None => command.render_help(),
        Some(name) => arguments::subcommand(&mut command, name)?.render_help(),
    };
    print_styled(&help, context)
}

/// Prints help, in colours only on a terminal.
fn print_styled(help: &clap::builder::StyledStr, context: &Context) -> Result<Exit, Failure> {
    let text = if context.colours() {
        help.ansi().to_string()
    } else {
        help.to_string()
    };
    let text = headed(text, context.lang);
    context.write(text.as_bytes())?;
    Ok(Exit::Answered)
}

/// Help with the colon of the language behind each heading: the library writes a colon of half width.
fn headed(help: String, lang: Lang) -> String {
    if lang == Lang::En {
        return help;
    }
    let headings = [Word::Commands, Word::Arguments, Word::Options].map(|word| word.of(lang));
    headings.iter().fold(help, |help, heading| {
        let colon = words::colon(lang);
        help.replace(&format!("{heading}:"), &format!("{heading}{colon}"))
    })
}

/// What there is instead where the program was built without a server.
#[cfg(not(feature = "web"))]
mod serve {
    use clap::ArgMatches;

    use crate::context::Context;
    use crate::failure::{Exit, Failure};
    use crate::words;

    pub(super) fn run(_: &ArgMatches, _: &Context) -> Result<Exit, Failure> {
        Err(Failure::Input(words::no_web()))
    }
}

#[cfg(not(feature = "web"))]
use serve as docs;
