//! `grundy judge`: a contest's input to the judge's output, by formats that are data.

pub(crate) mod explain;
mod source;

use std::borrow::Cow;
use std::io::{self, Write};
use std::path::Path;
use std::time::Duration;

use clap::ArgMatches;
use grundy::Lang;
use grundy_judge::{Format, InputError, JudgeError, Limits, OptionsError, Problem};

use crate::commands::{place, ruled};
use crate::context::Context;
use crate::failure::{Exit, Failure};
use crate::limits;
use crate::print::format as printed;
use crate::print::paint::Paint;
use crate::words;
use source::Source;

/// A valid call.
const EXAMPLE: &str = "grundy judge nyoj585 < input.txt";

/// Largest file of formats.
const FORMAT_BYTES: u64 = 1 << 20;

/// Runs the command.
pub(crate) fn run(matches: &ArgMatches, context: &Context) -> Result<Exit, Failure> {
    let file = limits::text(matches, "format");
    let own = own_formats(matches, context)?;
    let (list, about, json) = (
        matches.get_flag("list"),
        matches.get_flag("about"),
        matches.get_flag("json"),
    );
    let name = place(matches, "NAME");
    let ruled = limits::text(matches, "rule").is_some();
    if list || (name.is_none() && file.is_none() && !ruled) {
        let all: Vec<&Format> = own.iter().chain(grundy_judge::formats()).collect();
        let text = if json {
            grundy_service::judge::formats(&all)
        } else {
            printed::all(
                &all,
                context.lang,
                Paint::new(context.colours()),
                context.columns(),
            )
        };
        context.write(text.as_bytes())?;
        return Ok(Exit::Answered);
    }
    let (format, input) = chosen(matches, &own, EXAMPLE, context)?;
    let format = &*format;
    if about {
        let text = if json {
            grundy_service::judge::formats(&[format])
        } else {
            printed::one(
                format,
                context.lang,
                Paint::new(context.colours()),
                context.columns(),
            )
        };
        context.write(text.as_bytes())?;
        return Ok(Exit::Answered);
    }
    let interrupt = context.listen();
    let mut limits = Limits::default();
    limits.budget = limits::budget(matches, Some(Duration::from_secs(10)), &interrupt, context)?;
    limits.stop = Some(interrupt.flag());
    within_bytes(&mut limits);
    let source = Source::open(input, context)?;
    let result = if matches.get_flag("explain") || json {
        explain::run(format, &limits, &source, &interrupt, context, json)
    } else {
        let threads = match limits::text(matches, "threads") {
            Some(text) => text.parse().unwrap_or(1),
            None => std::thread::available_parallelism()
                .map_or(1, usize::from)
                .min(2),
        };
        source.judge(format, limits, threads, &interrupt, context)
    };
    match result {
        Ok(()) => {
            if !context.is_elsewhere() {
                io::stdout().lock().flush().map_err(Failure::write)?;
            }
            Ok(Exit::Answered)
        }
        Err(JudgeError::Write(error)) => Err(Failure::write(error)),
        Err(JudgeError::Read(error)) => Err(Failure::Input(words::cannot_read_input(&error))),
        Err(JudgeError::Input(error)) => Err(match error.problem {
            Problem::Stopped => Failure::Interrupted,
            Problem::Unknown(_) if interrupt.was_pressed() => Failure::Interrupted,
            Problem::Unknown(_) => {
                Failure::unknown(words::as_it_is(error.to_string(), error.chinese()))
            }
            _ => Failure::Input(refused(format, &error)),
        }),
        Err(other) => Err(Failure::Input(words::as_it_is(
            other.to_string(),
            other.chinese(),
        ))),
    }
}

/// What a case may keep, within the bytes of the whole command.
pub(crate) fn within_bytes(limits: &mut Limits) {
    let bytes = limits.budget.bytes;
    let at_most =
        |most: u32, bytes: u64| u32::try_from(bytes).map_or(most, |bytes| most.min(bytes));
    limits.table = at_most(limits.table, bytes / 16);
    limits.kept = at_most(limits.kept, bytes / 64);
}

/// The formats of the file that the arguments name, if they name one.
pub(crate) fn own_formats(matches: &ArgMatches, context: &Context) -> Result<Vec<Format>, Failure> {
    limits::text(matches, "format").map_or(Ok(Vec::new()), |path| own(path, context))
}

/// The format that the arguments name, with the rule that they give it, and the file to read. A rule without a format
/// gets the plain one.
pub(crate) fn chosen<'a>(
    matches: &'a ArgMatches,
    own: &'a [Format],
    example: &str,
    context: &Context,
) -> Result<(Cow<'a, Format>, Option<&'a str>), Failure> {
    let Some(rule) = limits::text(matches, "rule") else {
        if matches.contains_id("let") {
            let example = "grundy judge --rule 'n -> n-k for k in 1..=m' --let m=3";
            return Err(Failure::Arguments(
                words::let_without_rule(),
                example.into(),
            ));
        }
        if matches.get_flag("misere") {
            let example = "grundy judge cses1098 --misere --rule 'n -> n-k for k in 1..=3'";
            return Err(Failure::Arguments(
                words::misere_needs_rule(),
                example.into(),
            ));
        }
        return named(matches, own, example).map(|(format, input)| (Cow::Borrowed(format), input));
    };
    let misere = matches.get_flag("misere");
    let (name, input) = (place(matches, "NAME"), input(matches));
    let known = own.iter().chain(grundy_judge::formats());
    let is_known = |name| known.into_iter().any(|format| format.is_called(name));
    let given = ruled::all_given(matches, FORMAT_BYTES, context)?;
    let text = ruled::with_given(&ruled::contents(rule, FORMAT_BYTES, context)?, &given);
    let refused = |error: OptionsError| match error {
        OptionsError::Rule(errors) => Failure::rule(&text, errors),
        other => {
            let (en, zh) = (other.render(Lang::En), other.render(Lang::Zh));
            Failure::Input(words::no_rule(&text, en, zh))
        }
    };
    // Without a format that is meant, the one word that there is names the input.
    if own.is_empty() && input.is_none() && !name.is_some_and(is_known) {
        let plain = Format::plain(&text, misere).map_err(refused)?;
        return Ok((Cow::Owned(plain), name));
    }
    let (format, input) = named(matches, own, example)?;
    let format = format.with_options(&text, misere).map_err(refused)?;
    Ok((Cow::Owned(format), input))
}

/// The file to read, for commands that have one.
fn input(matches: &ArgMatches) -> Option<&str> {
    let input = matches.try_get_one::<String>("INPUT").ok().flatten();
    input.map(String::as_str)
}

/// The format that the arguments name, and the file to read: where a file of formats has just one, its name need not be said.
fn named<'a>(
    matches: &'a ArgMatches,
    own: &'a [Format],
    example: &str,
) -> Result<(&'a Format, Option<&'a str>), Failure> {
    let (name, input) = (place(matches, "NAME"), input(matches));
    let all = || own.iter().chain(grundy_judge::formats());
    let named = name.and_then(|name| all().find(|format| format.is_called(name)));
    match (named, own, name, input) {
        (Some(format), ..) => Ok((format, input)),
        // The one word that there is names the input.
        (None, [only], file, None) => Ok((only, file)),
        (None, [], ..) | (None, _, Some(_), _) => {
            Err(no_such_format(name.unwrap_or_default(), own, example))
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

/// A name that no format has, with those that are like it.
pub(crate) fn no_such_format(name: &str, own: &[Format], example: &str) -> Failure {
    let all = own.iter().chain(grundy_judge::formats());
    let known = all.flat_map(|format| format.aliases.iter().chain([&format.name]));
    let message = words::no_such_format(name, &near(name, known.map(String::as_str)));
    Failure::Arguments(message, example.to_owned())
}

/// At most three names that are like another, the likest first.
fn near<'n>(name: &str, known: impl Iterator<Item = &'n str>) -> Vec<&'n str> {
    let lower = name.to_lowercase();
    let mut near: Vec<(usize, &str)> = known
        // Two letters have eight bytes at most; to compare a long text takes long.
        .filter(|known| known.len().abs_diff(name.len()) <= 8)
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
fn own(path: &str, context: &Context) -> Result<Vec<Format>, Failure> {
    let text = context.read(path, FORMAT_BYTES).map_err(Failure::Input)?;
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
fn refused(format: &Format, error: &InputError) -> grundy::Message {
    let message = words::as_it_is(error.to_string(), error.chinese());
    match &format.sample {
        None => message,
        Some(sample) => {
            let lines: Vec<&str> = sample.input.lines().collect();
            words::with_example(message, lines.join(" / "))
        }
    }
}
