//! `grundy judge`: a contest's input to the judge's output, by formats that are data.

mod explain;
mod source;

use std::io::{self, Write};
use std::path::Path;
use std::time::Duration;

use clap::ArgMatches;
use grundy::Lang;
use grundy_judge::{Format, InputError, JudgeError, Limits, Problem};

use crate::commands::{files, place};
use crate::failure::{Exit, Failure};
use crate::interrupt::Interrupt;
use crate::limits;
use crate::output;
use crate::print::format as printed;
use crate::print::paint::Paint;
use crate::words;
use source::Source;

/// Largest file of formats.
const FORMAT_BYTES: u64 = 1 << 20;

/// Runs the command.
pub(crate) fn run(matches: &ArgMatches, lang: Lang) -> Result<Exit, Failure> {
    let file = limits::text(matches, "format");
    let own = file.map_or(Ok(Vec::new()), own)?;
    let (list, about, json) = (
        matches.get_flag("list"),
        matches.get_flag("about"),
        matches.get_flag("json"),
    );
    let name = place(matches, "NAME");
    if list || (name.is_none() && file.is_none()) {
        let all: Vec<&Format> = own.iter().chain(grundy_judge::formats()).collect();
        let text = if json {
            printed::json(&all)
        } else {
            printed::all(&all, lang, Paint::new(output::colours()), output::columns())
        };
        output::write(text.as_bytes())?;
        return Ok(Exit::Answered);
    }
    let (format, input) = chosen(matches, &own)?;
    if about {
        let text = if json {
            printed::json(&[format])
        } else {
            printed::one(
                format,
                lang,
                Paint::new(output::colours()),
                output::columns(),
            )
        };
        output::write(text.as_bytes())?;
        return Ok(Exit::Answered);
    }
    let interrupt = Interrupt::listen();
    let mut limits = Limits::default();
    limits.budget = limits::budget(matches, Some(Duration::from_secs(10)), &interrupt)?;
    limits.stop = Some(interrupt.flag());
    let source = Source::open(input)?;
    let result = if matches.get_flag("explain") || json {
        explain::run(format, &limits, &source, &interrupt, lang, json)
    } else {
        let threads = match limits::text(matches, "threads") {
            Some(text) => text.parse().unwrap_or(1),
            None => std::thread::available_parallelism()
                .map_or(1, usize::from)
                .min(2),
        };
        source.judge(format, limits, threads, &interrupt)
    };
    match result {
        Ok(()) => {
            io::stdout().lock().flush().map_err(Failure::write)?;
            Ok(Exit::Answered)
        }
        Err(JudgeError::Write(error)) => Err(Failure::write(error)),
        Err(JudgeError::Read(error)) => Err(Failure::Input(words::cannot_read_input(&error))),
        Err(JudgeError::Input(error)) => Err(match error.problem {
            Problem::Stopped => Failure::Interrupted,
            Problem::Unknown(_) if interrupt.was_pressed() => Failure::Interrupted,
            Problem::Unknown(_) => {
                Failure::Unknown(words::as_it_is(error.to_string(), error.chinese()))
            }
            _ => Failure::Input(refused(format, &error)),
        }),
        Err(other) => Err(Failure::Input(words::as_it_is(
            other.to_string(),
            other.chinese(),
        ))),
    }
}

/// The format that the arguments name, and the file to read: where a file of formats has just one, its name need not be said.
fn chosen<'a>(
    matches: &'a ArgMatches,
    own: &'a [Format],
) -> Result<(&'a Format, Option<&'a str>), Failure> {
    let (name, input) = (place(matches, "NAME"), place(matches, "INPUT"));
    let all = || own.iter().chain(grundy_judge::formats());
    let named = name.and_then(|name| all().find(|format| format.is_called(name)));
    match (named, own, name, input) {
        (Some(format), ..) => Ok((format, input)),
        // The one word that there is names the input.
        (None, [only], file, None) => Ok((only, file)),
        (None, [], ..) | (None, _, Some(_), _) => {
            let name = name.unwrap_or_default();
            let known = all().flat_map(|format| format.aliases.iter().chain([&format.name]));
            let said = words::no_such_format(name, &near(name, known.map(String::as_str)));
            let example = "grundy judge nyoj585 < input.txt".to_owned();
            Err(Failure::Arguments(said, example))
        }
        (None, own, None, _) => {
            let known: Vec<&str> = own.iter().map(|format| format.name.as_str()).collect();
            let example = format!(
                "grundy judge --format formats.toml {} < input.txt",
                known[0]
            );
            Err(Failure::Arguments(
                words::which_format(known.join(", ")),
                example,
            ))
        }
    }
}

/// At most three names that are like another, the likest first.
fn near<'n>(name: &str, known: impl Iterator<Item = &'n str>) -> Vec<&'n str> {
    let lower = name.to_lowercase();
    let mut near: Vec<(usize, &str)> = known
        .map(|known| {
            (
                strsim::damerau_levenshtein(&lower, &known.to_lowercase()),
                known,
            )
        })
        .filter(|(distance, _)| *distance <= 2)
        .collect();
    near.sort_unstable();
    near.into_iter().take(3).map(|(_, known)| known).collect()
}

/// The formats of a user's file.
fn own(path: &str) -> Result<Vec<Format>, Failure> {
    let text = files::read(path, FORMAT_BYTES).map_err(Failure::Input)?;
    Format::parse_all(&text).map_err(|error| {
        let path = Path::new(path).display().to_string();
        Failure::Input(words::no_formats(
            path,
            error.line,
            error.column,
            error.message,
        ))
    })
}

/// An error in the input, with the format's sample where it has one.
fn refused(format: &Format, error: &InputError) -> grundy::Said {
    let said = words::as_it_is(error.to_string(), error.chinese());
    match &format.sample {
        None => said,
        Some(sample) => {
            let lines: Vec<&str> = sample.input.lines().collect();
            words::with_example(said, lines.join(" / "))
        }
    }
}
