//! `grundy table`: values or outcomes over a range, or two.

use std::io::{self, Write};
use std::path::Path;
use std::time::{Duration, Instant};

use clap::ArgMatches;
use grundy::budget::Meter;
use grundy::{Budget, Game, Lang, Outcome, Play, Solver};

use crate::commands::place;
use crate::commands::ruled::Ruled;
use crate::context::Context;
use crate::failure::{Exit, Failure};
use crate::grid::{Axis, Filling, Grid};
use crate::limits::{self, natural, text};
use crate::picture::{png, svg};
use crate::print::paint::Paint;
use crate::print::poured::Poured;
use crate::print::{csv, table};
use crate::why::Why;
use crate::words;

/// Most cells as text.
const TEXT_CELLS: usize = 20_000_000;

const EXAMPLE: &str = "grundy table take:1,3,4 0..30";

/// Runs the command.
pub(crate) fn run(matches: &ArgMatches, context: &Context) -> Result<Exit, Failure> {
    let interrupt = context.listen();
    let mut budget = limits::budget(matches, None, &interrupt, context)?;
    let ruled = Ruled::read(matches, budget.bytes, context)?;
    let mut words_given: Vec<&str> = (matches.get_many::<String>("RANGE").into_iter().flatten())
        .map(String::as_str)
        .collect();
    // With a rule there is no game before the ranges.
    let head = place(matches, "GAME").ok_or_else(|| refuse(words::game_or_rule_missing()))?;
    let game = match &ruled {
        Some(ruled) => {
            words_given.insert(0, head);
            ruled.head()?
        }
        None => {
            let files = |name: &str| context.read(name, budget.bytes);
            Game::parse(head, &files).map_err(|error| Failure::game(head, error))?
        }
    };
    let [part] = game.parts() else {
        return Err(refuse(words::one_head(head)));
    };
    let rules = part.rules.as_ref();
    let ranges = words_given
        .into_iter()
        .map(axis)
        .collect::<Result<Vec<Axis>, Failure>>()?;
    let (down, across) = match (rules.coordinates(), &ranges[..]) {
        (0, _) => return Err(refuse(words::no_coordinates(rules.head()))),
        (1, &[across]) => (None, across),
        (1 | 2, &[down, across]) => (Some(down), across),
        (3.., _) => return Err(refuse(words::too_many_coordinates(rules.coordinates()))),
        (needed, _) if ruled.is_some() => {
            let message = words::ranges_needed(rules.head(), needed);
            let example = format!(
                "grundy table --rule '(x,y) -> (x-1,y) | (x,y-1)'{}",
                " 0..20".repeat(2)
            );
            return Err(Failure::Arguments(message, example));
        }
        (needed, _) => {
            let message = words::ranges_needed(rules.head(), needed);
            let ranges = " 0..20".repeat(needed);
            let example = format!("grundy table {}{ranges}", rules.head());
            return Err(Failure::Arguments(message, example));
        }
    };
    let cells = down.map_or(1, |down| down.count as u128) * across.count as u128;
    if text(matches, "budget-positions").is_none() {
        // A table is asked for cell by cell: as many positions as its memory allows.
        let cells = budget.bytes / 4;
        budget.positions = context
            .most()
            .map_or(cells, |most| cells.min(most.positions));
    }
    let (format, file) = target(matches);
    let limit = match format {
        "svg" => svg::CELLS as u128,
        "png" => png::CELLS,
        _ => TEXT_CELLS as u128,
    };
    if cells > limit {
        let limit = usize::try_from(limit).unwrap_or(usize::MAX);
        return Err(refuse(if cells <= png::CELLS {
            words::use_other_format(cells, limit, "png")
        } else {
            words::too_many_cells(cells, png::CELLS)
        }));
    }
    let play = if matches.get_flag("misere") {
        Play::Misere
    } else {
        Play::Normal
    };
    if format == "png" && file.is_none() && context.is_shown() {
        return Err(refuse(words::picture_needs_file()));
    }
    let by_rule = match (&ruled, play) {
        (Some(ruled), Play::Misere) => ruled_outcomes(ruled, down, across, &budget),
        _ => None,
    };
    let (mut grid, unknown) = match by_rule {
        Some(grid) => (grid, None),
        None => filled(rules, play, down, across, budget.clone(), context).map_err(|why| {
            if interrupt.was_pressed() {
                Failure::Interrupted
            } else {
                Failure::unknown(why)
            }
        })?,
    };
    if let Some(ruled) = ruled.as_ref().filter(|ruled| ruled.proved().is_none()) {
        grid.head = ruled.rule.text().to_owned();
    }
    let outcomes = table::shows_outcomes(&grid, matches.get_flag("outcomes"));
    let colours = file.is_none() && context.colours();
    // What was known when somebody asked to stop is still told.
    let stopped = interrupt.was_pressed();
    let goes_on = || stopped || !interrupt.was_pressed();
    let drawing = Drawing {
        format,
        outcomes,
        lang: context.lang,
        colours,
        goes_on: &goes_on,
    };
    let print = |out: &mut dyn Write| drawing.print(&grid, out);
    match file {
        Some(path) => context.write_file(path, |out| print(out))?,
        None => {
            let mut out = io::BufWriter::new(context.writer());
            print(&mut out)?;
            out.flush().map_err(Failure::write)?;
        }
    }
    if stopped {
        return Err(Failure::Interrupted);
    }
    match unknown {
        None => Ok(Exit::Answered),
        Some((count, why)) => {
            let all = u64::try_from(grid.len()).unwrap_or(u64::MAX);
            let why = Why::from(why).in_words(|why| words::unknown_cells(count, all, why));
            Err(Failure::unknown(why))
        }
    }
}

/// The sizes of the box that the ranges are in.
fn sizes(ruled: &Ruled, down: Option<Axis>, across: Axis) -> Option<Vec<usize>> {
    let axes = [down, Some(across)];
    let sizes = axes.into_iter().flatten();
    let sizes = sizes.map(|axis| usize::try_from(axis.last()).ok()?.checked_add(1));
    let sizes: Vec<usize> = sizes.collect::<Option<_>>()?;
    (sizes.len() == ruled.rule.arity()).then_some(sizes)
}

/// Outcomes under misère play by one pass over all smaller positions, where the rule allows it.
fn ruled_outcomes(
    ruled: &Ruled,
    down: Option<Axis>,
    across: Axis,
    budget: &Budget,
) -> Option<Grid> {
    let sizes = sizes(ruled, down, across)?;
    let table = ruled
        .rule
        .misere_table(&sizes, &mut Meter::new(budget))?
        .ok()?;
    let place = |axis: Axis, at: usize| usize::try_from(axis.first).ok()?.checked_add(at);
    let outcomes = (0..down.map_or(1, |down| down.count)).flat_map(|row| {
        let table = &table;
        (0..across.count).filter_map(move |column| {
            let column = place(across, column)?;
            let value = match down {
                None => table.get(&[column]),
                Some(down) => table.get(&[place(down, row)?, column]),
            };
            Some(if value? == 0 { Outcome::P } else { Outcome::N })
        })
    });
    let mut grid = Grid::of_outcomes((Play::Misere, down, across), outcomes);
    grid.head = ruled
        .proved()
        .unwrap_or_else(|| ruled.rule.text())
        .to_owned();
    Some(grid)
}

fn refuse(message: grundy::Message) -> Failure {
    Failure::Arguments(message, EXAMPLE.to_owned())
}

/// The format and the file to write to.
fn target(matches: &ArgMatches) -> (&str, Option<&Path>) {
    let file = text(matches, "output").filter(|file| *file != "-");
    let file = file.map(Path::new);
    let by_name = file
        .and_then(Path::extension)
        .and_then(|extension| extension.to_str())
        .filter(|extension| ["csv", "json", "svg", "png"].contains(extension));
    let format = text(matches, "format").or(by_name).unwrap_or("text");
    (format, file)
}

/// Reads `A..B`, `A..=B` or a single number.
pub(crate) fn axis(text: &str) -> Result<Axis, Failure> {
    let wrong = || refuse(words::no_range(text));
    let (first, last) = match text.split_once("..") {
        None => {
            let only = natural(text).ok_or_else(wrong)?;
            (only, Some(only))
        }
        Some((first, last)) => {
            let first = natural(first).ok_or_else(wrong)?;
            let last = match last.strip_prefix('=') {
                Some(last) => Some(natural(last).ok_or_else(wrong)?),
                None => natural(last).ok_or_else(wrong)?.checked_sub(1),
            };
            (first, last)
        }
    };
    let count = last
        .and_then(|last| last.checked_sub(first))
        .and_then(|span| usize::try_from(span).ok())
        .and_then(|span| span.checked_add(1));
    match (last, count) {
        (Some(last), None) if last < first => Err(refuse(words::empty_range(text))),
        (None, _) => Err(refuse(words::empty_range(text))),
        (_, None) => Err(wrong()),
        (_, Some(count)) => Ok(Axis { first, count }),
    }
}

/// Fills the grid, telling on a watched terminal how far it is.
fn filled(
    rules: &dyn grundy::component::Rules,
    play: Play,
    down: Option<Axis>,
    across: Axis,
    budget: Budget,
    context: &Context,
) -> Result<crate::grid::Filled, Why> {
    let all = down.map_or(1, |down| down.count as u64) * across.count as u64;
    let watched = context.is_watched();
    let begun = Instant::now();
    let mut told: Option<Instant> = None;
    let mut progress = |done: u64| {
        let due = told.map_or(begun.elapsed() > Duration::from_secs(1), |told| {
            told.elapsed() > Duration::from_millis(200)
        });
        if watched && due {
            told = Some(Instant::now());
            let _ = write!(io::stderr(), "\r{:3} % ", done * 100 / all.max(1));
        }
    };
    let mut solver = Solver::new();
    solver.budget = budget;
    let filling = Filling {
        rules,
        play,
        down,
        across,
        solver,
        progress: &mut progress,
    };
    let filled = filling.fill();
    if told.is_some() {
        let _ = write!(io::stderr(), "\r      \r");
    }
    filled
}

/// How a grid is written.
struct Drawing<'d> {
    format: &'d str,
    outcomes: bool,
    lang: Lang,
    colours: bool,
    /// Asked now and then whether to go on.
    goes_on: &'d dyn Fn() -> bool,
}

impl Drawing<'_> {
    /// Writes the grid in its format.
    fn print(&self, grid: &Grid, out: &mut dyn Write) -> Result<(), Failure> {
        let outcomes = self.outcomes;
        if self.format == "png" {
            return png::png(grid, outcomes, out, self.goes_on);
        }
        let mut poured = Poured::new(out, self.goes_on);
        match self.format {
            "svg" => {
                poured.text = svg::svg(grid, outcomes, self.lang);
                poured.finish()
            }
            "csv" => csv::csv(&mut poured, grid, outcomes),
            "json" => table::json(&mut poured, grid),
            _ => {
                let paint = Paint::new(self.colours);
                table::text(&mut poured, grid, outcomes, self.lang, paint)
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ranges() {
        let read = |text: &str| axis(text).ok().map(|axis| (axis.first, axis.count));
        assert_eq!(read("0..10"), Some((0, 10)));
        assert_eq!(read("3..=5"), Some((3, 3)));
        assert_eq!(read("7"), Some((7, 1)));
        let last = u64::MAX;
        assert_eq!(read(&format!("{last}")), Some((last, 1)));
        assert_eq!(read(&format!("{}..={last}", last - 2)), Some((last - 2, 3)));
        for wrong in [
            "5..5",
            "5..3",
            "5..=4",
            "0..0",
            "",
            "..",
            "..5",
            "5..",
            "a..b",
            "-1..3",
            "0...3",
            "0..=18446744073709551615",
            "18446744073709551616",
        ] {
            assert_eq!(read(wrong), None, "{wrong}");
        }
    }
}
