//! `grundy emit`: the program for a judge, from a rule and a format.

use std::path::Path;
use std::time::Duration;

use clap::ArgMatches;
use grundy::pattern::Finding;
use grundy_emit::{Language, Way};
use grundy_service::emit::{Basis, Request, Response};

use crate::commands::judge;
use crate::context::Context;
use crate::failure::{Exit, Failure};
use crate::interface;
use crate::limits::{self, text};
use crate::output;
use crate::print::paint::Paint;
use crate::sink::Told;
use crate::words;

const EXAMPLE: &str = "grundy emit hdu1847 --to cpp";

/// Runs the command.
pub(crate) fn run(matches: &ArgMatches, context: &Context) -> Result<Exit, Failure> {
    let language = language(matches)?;
    let problem = judge::problem(matches, context)?;
    if judge::is_missing(&problem) {
        return Err(Failure::Arguments(words::which_problem(), EXAMPLE.into()));
    }
    let interrupt = context.listen();
    let budget = limits::budget_of_whole(matches, Duration::from_secs(30), &interrupt, context)?;
    let request = Request {
        problem,
        language,
        tables: matches.get_flag("table"),
        assume_finite: matches.get_flag("assume-finite"),
        comments: context.lang,
    };
    let emitted = request.run(&budget, &mut Told::nothing(context));
    let emitted = emitted.map_err(|failure| Failure::of(failure, EXAMPLE))?;
    judge::warn(&emitted.format, context);
    warn(&emitted, context);
    let program = emitted.program.as_bytes();
    match text(matches, "output").filter(|file| *file != "-") {
        Some(file) => context.write_file(Path::new(file), |out| {
            out.write_all(program).map_err(Failure::write)
        })?,
        None => context.write(program)?,
    }
    Ok(Exit::Answered)
}

/// Says on standard error what the program rests on, where that is not proved, or may not reach the limits of a problem.
fn warn(emitted: &Response, context: &Context) {
    let caution = || emitted.finding.as_ref().and_then(Finding::caution);
    let message = match emitted.basis() {
        Basis::Checked => caution().map(words::program_by_checked_pattern),
        Basis::Search => Some(words::program_by_search()),
        Basis::Tables => Some(match emitted.way {
            Way::Tables(Some(cells)) => words::program_by_tables_of(cells),
            _ => words::program_by_tables(),
        }),
        _ => None,
    };
    let Some(message) = message else {
        return;
    };
    let message = message.render(context.lang);
    // What warns says so itself.
    if emitted.basis() == Basis::Checked {
        context.aside(&format!("{message}\n"));
        return;
    }
    let paint = Paint::new(output::error_colours());
    let note = paint.dim(words::Word::Note.of(context.lang));
    context.aside(&format!("{note}{message}\n"));
    if let Some(why) = &emitted.cut_short {
        let why = words::pattern_cut_short(why.clone()).render(context.lang);
        context.aside(&format!("{note}{why}\n"));
    }
}

/// The language of `--to`, or the last of `--lang` that is one of programs.
fn language(matches: &ArgMatches) -> Result<Language, Failure> {
    let former = matches.get_many::<String>("lang").into_iter().flatten();
    let told = former.map(String::as_str).chain(text(matches, "to"));
    let named = told.filter_map(interface::language);
    let mut languages = named.filter_map(|word| {
        let mut all = Language::ALL.into_iter();
        all.find(|language| language.name() == word)
    });
    let last = languages.next_back();
    last.ok_or_else(|| Failure::Arguments(words::which_language(), EXAMPLE.into()))
}
