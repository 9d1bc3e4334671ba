//! `grundy table`: values or outcomes over a range, or two.

use std::io::{self, Write};
use std::path::Path;

use clap::ArgMatches;
use grundy::Lang;
use grundy_service::Refused;
use grundy_service::range::{Axis, Grid};
use grundy_service::table::{self as service, Request, Response};

use crate::commands::{place, ruled};
use crate::context::Context;
use crate::failure::{Exit, Failure};
use crate::limits::{self, text};
use crate::output;
use crate::picture::{png, svg};
use crate::print::paint::Paint;
use crate::print::poured::{Pieces, Poured};
use crate::print::{csv, table};
use crate::sink::Told;
use crate::watch;
use crate::words;

/// Most cells as text.
const TEXT_CELLS: usize = 20_000_000;

const EXAMPLE: &str = "grundy table take:1,3,4 0..30";

/// Runs the command.
pub(crate) fn run(matches: &ArgMatches, context: &Context) -> Result<Exit, Failure> {
    let interrupt = context.listen();
    let mut budget = limits::budget(matches, None, &interrupt, context)?;
    let rule = ruled::written(matches, budget.bytes, context)?;
    let mut ranges: Vec<&str> = (matches.get_many::<String>("RANGE").into_iter().flatten())
        .map(String::as_str)
        .collect();
    // With a rule there is no game before the ranges.
    let head = place(matches, "GAME").ok_or_else(|| match &rule {
        None => refuse(words::game_or_rule_missing()),
        Some(_) => {
            let example = "grundy table --rule 'n -> n-k for k in {1,3,4}' 0..30".to_owned();
            Failure::Arguments(words::range_missing(), example)
        }
    })?;
    if rule.is_some() {
        ranges.insert(0, head);
    }
    let is_ruled = rule.is_some();
    let request = Request {
        game: (!is_ruled).then(|| head.to_owned()),
        rule,
        ranges: ranges.into_iter().map(axis).collect::<Result<_, _>>()?,
        misere: matches.get_flag("misere"),
        threads: limits::threads(matches, "grundy table cram 0..6 0..6 --threads 2")?
            .unwrap_or_else(limits::processors),
    };
    let asked = request.read(&budget, &Told::nothing(context));
    let asked = asked.map_err(|failure| refused(failure, is_ruled))?;
    let cells = asked.cells();
    if text(matches, "positions").is_none() {
        // A table is asked for cell by cell: as many positions as its memory allows.
        budget.positions = budget.bytes / 4;
    }
    let (format, file) = target(matches)?;
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
    if ["png", "svg"].contains(&format) && file.is_none() && context.is_shown() {
        return Err(refuse(words::picture_needs_file()));
    }
    let all = u64::try_from(cells).unwrap_or(u64::MAX);
    let filled = asked.run(&budget, &mut Told::of(all, context));
    let Response { grid, unknown } = filled.map_err(|failure| refused(failure, is_ruled))?;
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
    // A document of which a part is missing is none: what is known is written whole, whatever time that takes.
    let ended = stopped.then(|| watch::told(Failure::Interrupted));
    if format == "json" {
        watch::over();
    }
    match file {
        Some(path) => context.write_file(path, |out| print(out))?,
        None => {
            let mut out = io::BufWriter::new(context.writer());
            print(&mut out)?;
            out.flush().map_err(Failure::write)?;
        }
    }
    match (ended, unknown) {
        (Some(ended), _) => Err(ended),
        (None, None) => Ok(Exit::Answered),
        (None, Some(why)) => Err(Failure::unknown(why)),
    }
}

/// What the service says, with an example of the same game where it is about its ranges.
fn refused(failure: grundy_service::Failure, is_ruled: bool) -> Failure {
    let example = match &failure {
        grundy_service::Failure::Refused(Refused::Ranges { head, needed }) => {
            let head = match is_ruled {
                true => "--rule '(x,y) -> (x-1,y) | (x,y-1)'",
                false => head,
            };
            let needed = if is_ruled { 2 } else { *needed };
            format!("grundy table {head}{}", " 0..20".repeat(needed))
        }
        _ => EXAMPLE.to_owned(),
    };
    Failure::of(failure, &example)
}

fn refuse(message: grundy::Message) -> Failure {
    Failure::Arguments(message, EXAMPLE.to_owned())
}

/// The format and the file to write to.
fn target(matches: &ArgMatches) -> Result<(&str, Option<&Path>), Failure> {
    let file = text(matches, "output").filter(|file| *file != "-");
    let file = file.map(Path::new);
    let asked = limits::form(matches);
    let endings = ["csv", "json", "svg", "png"].map(|form| (form, form));
    let format = output::format_of(file, asked, &endings).map_err(refuse)?;
    Ok((format.unwrap_or("text"), file))
}

/// Reads `A..B`, `A..=B` or a single number.
pub(crate) fn axis(text: &str) -> Result<Axis, Failure> {
    text.parse()
        .map_err(|refused: Refused| refuse(refused.describe()))
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
        if self.format == "json" {
            let mut pieces = Pieces::new(out, self.goes_on);
            let written = service::write(grid, &mut pieces);
            return pieces.finish(written);
        }
        let mut poured = Poured::new(out, self.goes_on);
        match self.format {
            "svg" => {
                poured.text = svg::svg(grid, outcomes, self.lang);
                poured.finish()
            }
            "csv" => csv::csv(&mut poured, grid, outcomes),
            _ => {
                let paint = Paint::new(self.colours);
                table::text(&mut poured, grid, outcomes, self.lang, paint)
            }
        }
    }
}
