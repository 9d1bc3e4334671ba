//! `grundy find`: the pattern in a rule's values, or in values of the user's own.

use std::time::Duration;

use clap::ArgMatches;
use grundy::budget::{Exhausted, Meter};
use grundy::engine::period::Search;
use grundy::engine::sequence::Rules;
use grundy::pattern::{self, Evidence, Form, Report, Scope, Subject};
use grundy::rule::Unfilled;
use grundy::{Game, Message, Reason, Solver};

use crate::commands::place;
use crate::commands::ruled::Ruled;
use crate::context::Context;
use crate::failure::{Exit, Failure};
use crate::limits::{self, text};
use crate::print::find::{self, Shown};
use crate::print::paint::Paint;
use crate::words;

const EXAMPLE: &str = "grundy find --rule 'n -> n-k for k in 1..=3'";

/// Values of a game of the catalogue that are looked at: of one coordinate, and of each of two.
const HEAPS: u64 = 11_000;
const SIDE: usize = 110;

/// Runs the command.
pub(crate) fn run(matches: &ArgMatches, context: &Context) -> Result<Exit, Failure> {
    let interrupt = context.listen();
    let budget = limits::budget(matches, Some(Duration::from_secs(30)), &interrupt, context)?;
    let small = match text(matches, "small") {
        None => None,
        Some(told) => {
            let small = limits::count(told).and_then(|small| u32::try_from(small).ok());
            let small = small.filter(|small| (5..=1_000_000).contains(small));
            Some(small.ok_or_else(|| refuse(words::no_small_range(told)))?)
        }
    };
    let ruled = Ruled::read(matches, budget.bytes, context)?;
    let given = (
        ruled.as_ref(),
        text(matches, "values"),
        place(matches, "GAME"),
    );
    let mut meter = Meter::new(&budget);
    let stopped = |why: Reason| {
        if interrupt.was_pressed() {
            Failure::Interrupted
        } else {
            Failure::unknown(why)
        }
    };
    let ran_out = |exhausted: Exhausted| stopped(exhausted.into());
    let (name, report): (String, Report) = match given {
        (Some(ruled), None, None) => {
            let scope = Scope { small };
            let found = pattern::find(&ruled.rule, &scope, &mut meter);
            let found =
                found.map_err(|unfilled: Unfilled| stopped(unfilled.reason(&ruled.rule)))?;
            (ruled.rule.text().to_owned(), found)
        }
        (None, Some(file), None) => {
            let most = budget.bytes;
            let name = if file == "-" { "-" } else { file };
            let read = context.read(name, most).map_err(Failure::Input)?;
            let report = match values(&read)? {
                Values::Line(values) => pattern::find_in_values(&values, &mut meter),
                Values::Grid(cells, width, height) => {
                    pattern::find_in_grid(&cells, width, height, &mut meter)
                }
            };
            (file.to_owned(), report.map_err(ran_out)?)
        }
        (None, None, Some(game)) => {
            let mut solver = Solver::new();
            solver.budget = budget.clone();
            (
                game.to_owned(),
                of_game(game, solver, &mut meter, budget.bytes, &stopped, context)?,
            )
        }
        (None, None, None) => return Err(refuse(words::nothing_to_look_at())),
        _ => return Err(refuse(words::one_thing_to_look_at())),
    };
    let shown = Shown {
        name: &name,
        report: &report,
        ruled: ruled.as_ref(),
    };
    let text = if matches.get_flag("json") {
        find::json(&shown, context.lang)
    } else {
        find::text(
            &shown,
            context.lang,
            Paint::new(context.colours()),
            context.columns(),
        )
    };
    context.write(text.as_bytes())?;
    Ok(if report.findings.is_empty() {
        Exit::Unknown
    } else {
        Exit::Answered
    })
}

/// The values of a game of the catalogue.
fn of_game(
    game: &str,
    mut solver: Solver,
    meter: &mut Meter,
    most: u64,
    stopped: &dyn Fn(Reason) -> Failure,
    context: &Context,
) -> Result<Report, Failure> {
    let files = |name: &str| context.read(name, most);
    let parsed = Game::parse(game, &files).map_err(|error| Failure::game(game, error))?;
    let [part] = parsed.parts() else {
        return Err(refuse(words::one_head(game)));
    };
    let rules = part.rules.as_ref();
    let ran_out = |exhausted: Exhausted| stopped(exhausted.into());
    let mut work = solver.work();
    match rules.coordinates() {
        1 => {
            let values = match rules.heap_values(HEAPS - 1, &mut work) {
                Some(values) => values.map_err(stopped)?,
                None => {
                    let mut value = |heap: u64| {
                        let component = rules.at(&[heap])?;
                        let engines = [
                            grundy::Engine::Theorem,
                            grundy::Engine::Table,
                            grundy::Engine::Search,
                        ];
                        let value = engines
                            .into_iter()
                            .find_map(|engine| component.value_by(engine, &mut work).ok())?;
                        u32::try_from(&value.0).ok()
                    };
                    (0..HEAPS).map_while(&mut value).collect()
                }
            };
            let mut report = pattern::find_in_values(&values, meter).map_err(ran_out)?;
            if let Ok(rules) = game.parse::<Rules>() {
                prove(&mut report, rules, most);
            }
            Ok(report)
        }
        2 => {
            let grid = rules.pair_values(SIDE, SIDE, &mut work);
            let grid = grid.ok_or_else(|| refuse(words::no_coordinates(rules.head())))?;
            let cells: Vec<u32> = grid.map_err(stopped)?.iter().collect();
            pattern::find_in_grid(&cells, SIDE, SIDE, meter).map_err(ran_out)
        }
        _ => Err(refuse(words::no_coordinates(rules.head()))),
    }
}

/// Marks the period that was found as proved, if the values looked at prove it.
fn prove(report: &mut Report, rules: Rules, memory: u64) {
    let mut search = Search::new(rules, usize::try_from(memory).unwrap_or(usize::MAX));
    while search.len() < HEAPS && matches!(search.advance(), Ok(None)) {}
    let Some(proved) = search.look() else {
        return;
    };
    let theorem = words::theorem(proved.theorem());
    let known = (proved.preperiod(), proved.period(), proved.saltus());
    for finding in &mut report.findings {
        if let Form::Periodic {
            preperiod,
            period,
            saltus,
            ..
        } = finding.form
            && finding.subject == Subject::Values
            && (preperiod, period, u64::from(saltus)) == known
        {
            finding.evidence = Evidence::Proved {
                theorem: theorem.clone(),
                checked_to: HEAPS,
            };
        }
    }
}

fn refuse(message: Message) -> Failure {
    Failure::Arguments(message, EXAMPLE.to_owned())
}

/// Values from a file.
enum Values {
    Line(Vec<u32>),
    /// Cells, x running fastest, and how many there are of x and of y.
    Grid(Vec<u32>, usize, usize),
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
