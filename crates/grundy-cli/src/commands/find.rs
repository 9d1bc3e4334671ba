//! `grundy find`: the pattern in a rule's values, or in values of the user's own.

use std::time::Duration;

use clap::ArgMatches;
use grundy::Message;
use grundy_service::find::{Of, Request, SMALL, Values};

use crate::commands::{place, ruled};
use crate::context::Context;
use crate::failure::{Exit, Failure};
use crate::limits::{self, text};
use crate::print::find;
use crate::print::paint::Paint;
use crate::sink::Told;
use crate::words;

const EXAMPLE: &str = "grundy find --rule 'n -> n-k for k in 1..=3'";

/// Runs the command.
pub(crate) fn run(matches: &ArgMatches, context: &Context) -> Result<Exit, Failure> {
    let interrupt = context.listen();
    let budget = limits::budget(matches, Some(Duration::from_secs(30)), &interrupt, context)?;
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
            Of::Values(file.to_owned(), values(&read)?)
        }
        (None, None, Some(game)) => Of::Game(game.to_owned()),
        (None, None, None) => return Err(refuse(words::nothing_to_look_at())),
        _ => return Err(refuse(words::one_thing_to_look_at())),
    };
    let found = Request { of, small }.run(&budget, &mut Told::nothing(context));
    let found = found.map_err(|failure| Failure::of(failure, EXAMPLE))?;
    let text = if matches.get_flag("json") {
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
    Ok(if found.report.findings.is_empty() {
        Exit::Unknown
    } else {
        Exit::Answered
    })
}

fn refuse(message: Message) -> Failure {
    Failure::Arguments(message, EXAMPLE.to_owned())
}

/// Reads numbers; several lines of the same length, two numbers at least, are a table.
fn values(text: &str) -> Result<Values, Failure> {
    let mut rows: Vec<Vec<u32>> = Vec::new();
    for (number, line) in (1..).zip(text.lines()) {
        let mut row = Vec::new();
        let mut at = 0;
        for word in line.split(|letter: char| letter == ',' || letter.is_whitespace()) {
            let column = line[..at].chars().count() + 1;
            at += word.len()
                + line[at + word.len()..]
                    .chars()
                    .next()
                    .map_or(0, char::len_utf8);
            if word.is_empty() {
                continue;
            }
            let value = word.parse().ok().filter(|&value: &u32| value < 1 << 31);
            row.push(
                value
                    .ok_or_else(|| Failure::Input(words::no_value_in_file(number, column, word)))?,
            );
        }
        if !row.is_empty() {
            rows.push(row);
        }
    }
    let width = rows.first().map_or(0, Vec::len);
    if rows.is_empty() {
        return Err(Failure::Input(words::no_values()));
    }
    // A sequence may be broken into lines, all of the same length but for the last.
    let (last, before) = rows
        .split_last()
        .map_or((0, &rows[..0]), |(last, before)| (last.len(), before));
    let odd = before.iter().position(|row| row.len() != width);
    let odd = odd.or((last > width).then_some(rows.len() - 1));
    if let Some(odd) = odd.filter(|_| width > 0) {
        let found = rows[odd].len();
        return Err(Failure::Input(words::ragged(odd + 1, found, width)));
    }
    if rows.len() < 2 || width < 2 || last < width {
        return Ok(Values::Line(rows.concat()));
    }
    // A row for each x: the first coordinate is the row.
    let height = rows.len();
    let cells = (0..width).flat_map(|y| rows.iter().map(move |row| row[y]));
    Ok(Values::Grid(cells.collect(), height, width))
}
