//! `grundy find`: the pattern in a rule's values, or in values of the user's own.

use std::path::Path;
use std::time::Duration;

use clap::ArgMatches;
use grundy::kinds::Kind;
use grundy::pattern::{Form, Subject};
use grundy::{Message, Play};
use grundy_service::find::{Of, Range, Request, Response, SMALL, Values};

use crate::commands::{place, ruled};
use crate::context::Context;
use crate::failure::{Exit, Failure};
use crate::limits::{self, text};
use crate::output;
use crate::picture::automaton::{self, Drawn};
use crate::print::find;
use crate::print::graph::note;
use crate::print::paint::Paint;
use crate::sink::Told;
use crate::words;

const EXAMPLE: &str = "grundy find --rule 'n -> n-k for k in 1..=3'";

/// An example of a family of rules.
const FAMILY: &str = "grundy find --rule 'n -> n-k for k in 1..=m' --for 'm in 2..12'";

/// An example of an automaton.
const AUTOMATON: &str =
    "grundy find --rule '\"ab\" -> \"b\" ; \"ba\" -> \"a\"' --automaton words.svg";

/// Runs the command.
pub(crate) fn run(matches: &ArgMatches, context: &Context) -> Result<Exit, Failure> {
    let interrupt = context.listen();
    let budget = limits::budget_of_whole(matches, Duration::from_secs(30), &interrupt, context)?;
    if let Some(file) = text_of(matches) {
        output::check_picture(file, "--automaton", "svg")
            .map_err(|message| Failure::Arguments(message, AUTOMATON.to_owned()))?;
    }
    let small = match text(matches, "small") {
        None => None,
        Some(told) => {
            let small = limits::count(told).and_then(|small| u32::try_from(small).ok());
            let small = small.filter(|small| SMALL.contains(small));
            Some(small.ok_or_else(|| refuse(words::no_small_range(told)))?)
        }
    };
    let given = (
        ruled::written(matches, budget.bytes, context)?,
        text(matches, "values"),
        place(matches, "GAME"),
    );
    let of = match given {
        (Some(rule), None, None) => Of::Rule(rule),
        (None, Some(file), None) => {
            let read = context.read(file, budget.bytes).map_err(Failure::Input)?;
            Of::Values(
                file.to_owned(),
                Values::read(&read).map_err(Failure::Input)?,
            )
        }
        (None, None, Some(game)) => Of::Game(game.to_owned()),
        (None, None, None) => return Err(refuse(words::nothing_to_look_at())),
        _ => return Err(refuse(words::one_thing_to_look_at())),
    };
    // As one word, or as the three that a shell makes of it.
    let ranges = matches.get_occurrences::<String>("for");
    let ranges = ranges.into_iter().flatten();
    let ranges = ranges.map(|words| words.map(String::as_str).collect::<Vec<_>>().join(" "));
    let ranges: Result<Vec<Range>, _> = ranges.map(|text| Range::read(&text)).collect();
    let request = Request {
        of,
        small,
        misere: matches.get_flag("misere"),
        family: ranges.map_err(|failure| Failure::of(failure, FAMILY))?,
    };
    let found = request.run(&budget, &mut Told::nothing(context));
    let found = found.map_err(|failure| Failure::of(failure, EXAMPLE))?;
    let text = if limits::as_json(matches) {
        found.json(context.lang)
    } else {
        find::text(
            &found,
            context.lang,
            Paint::new(context.colours()),
            context.columns(),
        )
    };
    context.write(text.as_bytes())?;
    if found.report.findings.is_empty()
        && found.report.strategies.is_empty()
        && !limits::as_json(matches)
    {
        hint(&found, matches, context);
    }
    if let Some(file) = text_of(matches) {
        draw(&found, file, context)?;
    }
    let report = &found.report;
    Ok(
        if report.findings.is_empty() && report.strategies.is_empty() {
            Exit::Unknown
        } else {
            Exit::Answered
        },
    )
}

/// Says what can be tried next where nothing was found.
fn hint(found: &Response, matches: &ArgMatches, context: &Context) {
    let message = match text(matches, "values") {
        Some(_) => words::more_values_to_try(),
        None => {
            // As many numbers of each coordinate as were looked at, which is ten times as many as were guessed from.
            let side = found.report.sizes.first().map(|&side| side as u64);
            let larger = side.filter(|side| *side >= 10).map(|side| side / 5);
            let larger = larger.filter(|&larger| larger <= u64::from(*SMALL.end()));
            // Lists, grids and graphs have no tables.
            let rule = text(matches, "rule");
            let has_tables = rule.is_none_or(|rule| Kind::of(rule) == Kind::Numbers);
            words::what_to_try(found.play == Play::Misere, larger, has_tables)
        }
    };
    note(&message, context);
}

fn text_of(matches: &ArgMatches) -> Option<&str> {
    text(matches, "automaton")
}

/// Draws the automaton that was found.
fn draw(found: &Response, file: &str, context: &Context) -> Result<(), Failure> {
    let drawn = found.report.findings.iter().find_map(|it| match &it.form {
        Form::Automaton {
            base,
            most_first,
            next,
            accepting,
        } => Some((
            Drawn {
                signs: (0..*base).map(|digit| digit.to_string()).collect(),
                next,
                states: (accepting.iter().enumerate())
                    .map(|(state, &lost)| (state.to_string(), lost))
                    .collect(),
            },
            words::automaton_legend(*base, *most_first),
        )),
        Form::Language {
            letters,
            next,
            told,
        } => {
            let has_values = it.subject == Subject::Values;
            let state = |(state, &told): (usize, &u32)| {
                let shown = if has_values { told } else { state as u32 };
                (shown.to_string(), told == 0)
            };
            Some((
                Drawn {
                    signs: letters.iter().map(char::to_string).collect(),
                    next,
                    states: told.iter().enumerate().map(state).collect(),
                },
                match has_values {
                    true => words::language_of_values_legend(),
                    false => words::language_legend(),
                },
            ))
        }
        _ => None,
    });
    let Some((drawn, legend)) = drawn else {
        return Err(Failure::Arguments(
            words::no_automaton_to_draw(),
            AUTOMATON.to_owned(),
        ));
    };
    let picture = automaton::svg(&drawn, &found.name, &legend, context.lang);
    context.write_file(Path::new(file), |out| {
        out.write_all(picture.as_bytes()).map_err(Failure::write)
    })
}

fn refuse(message: Message) -> Failure {
    Failure::Arguments(message, EXAMPLE.to_owned())
}
