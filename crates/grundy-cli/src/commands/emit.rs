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
    check_ending(text(matches, "output"), language)?;
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
    let language = emitted.language;
    let name = match language {
        Language::Cpp => "C++",
        Language::Python => "Python",
        Language::Rust => "Rust",
        Language::Java => "Java",
    };
    let rate = rate(language);
    let message = match emitted.basis() {
        Basis::Checked => caution().map(words::program_by_checked_pattern),
        Basis::Search => Some(words::program_by_search()),
        Basis::Tables => Some(match emitted.way {
            Way::Tables(Some(cells)) => {
                let bytes = u64::try_from(cells).unwrap_or(u64::MAX).saturating_mul(8);
                let size = limits::shown_size(bytes.max(1024));
                words::program_by_tables_of(cells, &size, name, rate)
            }
            _ => words::program_by_tables(name, rate),
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

/// How many options a program that fills a table looks at in a second, to an order of magnitude.
fn rate(language: Language) -> &'static str {
    match language {
        Language::Python => "10^6–10^7",
        _ => "10^8–10^9",
    }
}

/// Refuses a file whose ending says another language.
fn check_ending(file: Option<&str>, language: Language) -> Result<(), Failure> {
    let endings = [
        ("cpp", "cpp"),
        ("cc", "cpp"),
        ("cxx", "cpp"),
        ("py", "python"),
        ("rs", "rust"),
        ("java", "java"),
    ];
    let name = language.name();
    let asked = Some((format!("--to {name}"), name));
    let agreed = output::format_of(file.map(Path::new), asked, &endings);
    agreed.map(drop).map_err(|message| {
        let example = format!(
            "grundy emit hdu1847 --to {name} -o {}",
            language.file_name()
        );
        Failure::Arguments(message, example)
    })
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
