//! `grundy judge`: a contest's input to the judge's output, by formats that are data.

pub(crate) mod explain;
mod source;

use std::io::{self, Write};
use std::time::Duration;

use clap::ArgMatches;
use grundy::Message;
use grundy_judge::{Format, JudgeError};
use grundy_service::judge;
use grundy_service::problem::{FORMAT_BYTES, Problem};

use crate::commands::{place, ruled};
use crate::context::Context;
use crate::failure::{Exit, Failure};
use crate::limits;
use crate::output;
use crate::print::format as printed;
use crate::print::paint::Paint;
use crate::sink::Told;
use crate::words;
use source::Source;

/// A valid call.
const EXAMPLE: &str = "grundy judge nyoj585 < input.txt";

/// Runs the command.
pub(crate) fn run(matches: &ArgMatches, context: &Context) -> Result<Exit, Failure> {
    if matches.get_flag("show") {
        return show(matches, context);
    }
    let file = limits::problem(matches);
    let words = sought(matches);
    let (list, about, json) = (
        words.is_some(),
        matches.get_flag("about"),
        limits::as_json(matches),
    );
    let name = place(matches, "NAME");
    let ruled = limits::text(matches, "rule").is_some();
    let of = |failure| Failure::of(failure, EXAMPLE);
    let sink = &mut Told::nothing(context);
    if list || (name.is_none() && file.is_none() && !ruled) {
        let asked = Problem {
            formats: file.map(str::to_owned),
            ..Problem::default()
        };
        let own = asked.own(sink).map_err(of)?;
        let all: Vec<&Format> = own.iter().chain(grundy_judge::formats()).collect();
        let words = words.unwrap_or_default();
        let all = grundy_judge::sought(&all, &words).map_err(|none| {
            let example = "grundy judge --list nim".to_owned();
            Failure::Arguments(words::no_formats(&none), example)
        })?;
        let text = if json {
            judge::formats(&all)
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
    let (format, input) = chosen(matches, context)?;
    let (format, input) = (&format, input.as_deref());
    warn(format, context);
    if about {
        let text = if json {
            judge::formats(&[format])
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
    let budget = limits::budget(matches, Some(Duration::from_secs(10)), &interrupt, context)?;
    let mut limits = judge::limits(&budget);
    limits.assume_finite = matches.get_flag("assume-finite");
    if limits.assume_finite && !format.ends() {
        aside(&words::assumed_finite(), context);
    }
    let source = Source::open(input, context)?;
    let result = if matches.get_flag("explain") || json {
        explain::run(format, &limits, &source, &interrupt, context, json)
    } else {
        let threads = match limits::text(matches, "threads") {
            Some(text) => text.parse().unwrap_or(1),
            None => limits::processors().min(2),
        };
        source.judge(format, limits, threads, &interrupt, context)
    };
    match result {
        Ok(()) => {
            io::stdout().lock().flush().map_err(Failure::write)?;
            Ok(Exit::Answered)
        }
        Err(JudgeError::Write(error)) => Err(Failure::write(error)),
        Err(JudgeError::Read(error)) => Err(Failure::Input(words::cannot_read_input(&error))),
        Err(other) => Err(of(judge::failure(format, other, &budget))),
    }
}

/// The words that a format is sought by, where formats are to be listed; what stands before the flag is among them.
fn sought(matches: &ArgMatches) -> Option<Vec<String>> {
    matches.value_source("list")?;
    let before = ["NAME", "INPUT"].map(|name| place(matches, name));
    let before = before.into_iter().flatten().map(str::to_owned);
    let behind = matches.get_many::<String>("list").into_iter().flatten();
    Some(before.chain(behind.cloned()).collect())
}

/// Prints a known format as it is written.
fn show(matches: &ArgMatches, context: &Context) -> Result<Exit, Failure> {
    let problem = problem(matches, context)?;
    if problem.name.is_none() || problem.rule.is_some() || problem.formats.is_some() {
        let example = "grundy judge --show hdu1847 > mine.toml".to_owned();
        return Err(Failure::Arguments(words::show_one(), example));
    }
    let format = problem.among(&[]);
    let format = format.map_err(|failure| Failure::of(failure, EXAMPLE))?;
    let text = grundy_judge::written(&format.name).unwrap_or_default();
    context.write(text.as_bytes())?;
    Ok(Exit::Answered)
}

/// Says on standard error which names a format makes and nothing reads.
pub(crate) fn warn(format: &Format, context: &Context) {
    if format.unused.is_empty() {
        return;
    }
    aside(&words::unused_names(&format.unused), context);
}

/// Says something on standard error that is beside the answer.
fn aside(message: &Message, context: &Context) {
    let paint = Paint::new(output::error_colours());
    let word = paint.open(words::Word::Warning.of(context.lang));
    let message = message.render(context.lang);
    context.aside(&format!("{word}{message}\n"));
}

/// The problem that the arguments name.
pub(crate) fn problem(matches: &ArgMatches, context: &Context) -> Result<Problem, Failure> {
    let owned = |text: Option<&str>| text.map(str::to_owned);
    let rule = ruled::written(matches, FORMAT_BYTES, context)?;
    let misere = matches.get_flag("misere");
    if misere && rule.is_none() {
        let example = "grundy judge cses1098 --misere --rule 'n -> n-k for k in 1..=3'";
        return Err(Failure::Arguments(
            words::misere_needs_rule(),
            example.into(),
        ));
    }
    Ok(Problem {
        name: owned(place(matches, "NAME")),
        formats: owned(limits::problem(matches)),
        rule,
        misere,
    })
}

/// Whether no problem is named in any way.
pub(crate) fn is_missing(problem: &Problem) -> bool {
    problem.name.is_none() && problem.formats.is_none() && problem.rule.is_none()
}

/// The format that the arguments name, and the file to read: where no name is needed and none is known, the one word that there
/// is names the input.
fn chosen(matches: &ArgMatches, context: &Context) -> Result<(Format, Option<String>), Failure> {
    let of = |failure| Failure::of(failure, EXAMPLE);
    let mut problem = problem(matches, context)?;
    let own = problem.own(&Told::nothing(context)).map_err(of)?;
    let mut input = limits::text(matches, "INPUT").map(str::to_owned);
    let is_called = |name: &str| {
        let mut known = own.iter().chain(grundy_judge::formats());
        known.any(|format| format.is_called(name))
    };
    let is_meant = match &own[..] {
        [] => problem.rule.is_some(),
        [_] => true,
        _ => false,
    };
    if is_meant && input.is_none() && !problem.name.as_deref().is_some_and(is_called) {
        input = problem.name.take();
    }
    let format = problem.among(&own).map_err(of)?;
    Ok((format, input))
}
