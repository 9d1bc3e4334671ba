//! `grundy emit`: the program for a judge, from a rule and a format.

use std::path::Path;
use std::time::Duration;

use clap::ArgMatches;
use grundy::Budget;
use grundy::budget::Meter;
use grundy::pattern::{self, Evidence, Finding, Scope};
use grundy::rule::{Given, Rule};
use grundy_emit::{Language, Task};
use grundy_judge::Format;

use crate::commands::judge;
use crate::context::Context;
use crate::failure::{Exit, Failure};
use crate::limits::{self, text};
use crate::output;
use crate::print::paint::Paint;
use crate::words;

const EXAMPLE: &str = "grundy emit hdu1847 --lang cpp";

/// Runs the command.
pub(crate) fn run(matches: &ArgMatches, context: &Context) -> Result<Exit, Failure> {
    let language = language(matches)?;
    let own = judge::own_formats(matches, context)?;
    let is_named = matches.contains_id("NAME") || text(matches, "rule").is_some();
    if !is_named && own.is_empty() {
        return Err(Failure::Arguments(words::which_problem(), EXAMPLE.into()));
    }
    let (format, rest) = judge::chosen(matches, &own, EXAMPLE, context)?;
    if let Some(word) = rest {
        return Err(judge::no_such_format(word, &own, EXAMPLE));
    }
    let interrupt = context.listen();
    let budget = limits::budget(matches, Some(Duration::from_secs(30)), &interrupt, context)?;
    let task = Task {
        lang: context.lang,
        ..Task::of(&format)
    };
    let found = if matches.get_flag("table") {
        Vec::new()
    } else {
        findings(&format, &budget)
    };
    if interrupt.was_pressed() {
        return Err(Failure::Interrupted);
    }
    let with = |finding| Task {
        finding: Some(finding),
        ..task
    };
    let finding = found
        .iter()
        .find(|finding| grundy_emit::uses_finding(&with(finding)));
    let task = Task { finding, ..task };
    let program = grundy_emit::emit(&task, language);
    let program = program.map_err(|why| Failure::unknown(why.message().clone()))?;
    warn(finding, &format, context);
    match text(matches, "output").filter(|file| *file != "-") {
        Some(file) => context.write_file(Path::new(file), |out| {
            out.write_all(program.as_bytes()).map_err(Failure::write)
        })?,
        None => context.write(program.as_bytes())?,
    }
    Ok(Exit::Answered)
}

/// Says on standard error what the program rests on, where that is not proved, or may not reach the limits of a problem.
fn warn(finding: Option<&Finding>, format: &Format, context: &Context) {
    let is_nim = format.options.as_ref().is_some_and(|options| {
        let rule = Rule::parse(options.text()).ok();
        let known = rule.and_then(|rule| rule.recognise(grundy::rulesets::CATALOGUE));
        known.is_some_and(|known| known.head == "nim" || known.head == "rook")
    });
    let message = match finding.map(|finding| &finding.evidence) {
        Some(Evidence::Proved { .. }) => return,
        Some(Evidence::Checked { .. }) => match finding.and_then(Finding::caution) {
            Some(caution) => words::program_by_checked_pattern(caution),
            None => return,
        },
        None if is_nim => return,
        None => words::program_by_tables(),
    };
    let paint = Paint::new(output::error_colours());
    let note = paint.dim(words::Word::Note.of(context.lang));
    context.aside(&format!("{note}{}\n", message.render(context.lang)));
}

/// The last programming language of `--lang`.
fn language(matches: &ArgMatches) -> Result<Language, Failure> {
    let told = matches.get_many::<String>("lang").into_iter().flatten();
    let mut languages = told.filter_map(|word| {
        let mut all = Language::ALL.into_iter();
        all.find(|language| language.name() == word)
    });
    let last = languages.next_back();
    last.ok_or_else(|| Failure::Arguments(words::which_language(), EXAMPLE.into()))
}

/// The patterns of the format's rule. What a case gives is a further coordinate: a pattern holds for all its values.
fn findings(format: &Format, budget: &Budget) -> Vec<Finding> {
    let Some(options) = &format.options else {
        return Vec::new();
    };
    let fields = format.layout.names();
    let names: Vec<&str> = options
        .parameters()
        .iter()
        .map(|&field| fields[field].as_ref())
        .collect();
    let given: Vec<(&str, Given)> = names.iter().map(|name| (*name, Given::Number(1))).collect();
    let rule = Rule::parse_with(options.text(), &given).ok();
    let rule = rule.and_then(|rule| rule.with_constants_as_coordinates(&names));
    let report = rule.and_then(|rule| {
        let mut meter = Meter::new(budget);
        pattern::find(&rule, &Scope::default(), &mut meter).ok()
    });
    report.map_or_else(Vec::new, |report| report.findings)
}
