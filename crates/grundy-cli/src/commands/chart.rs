//! `grundy chart`: the values of heaps as a picture.

use std::path::Path;

use clap::ArgMatches;
use grundy::Message;
use grundy_service::chart::{FARTHEST, Request};

use crate::commands::place;
use crate::commands::ruled;
use crate::commands::table::axis;
use crate::context::Context;
use crate::failure::{Exit, Failure};
use crate::limits::{self, count, text};
use crate::picture::chart::{Chart, HEIGHT, LEAST, MOST, WIDTH};
use crate::sink::Told;
use crate::words;

const EXAMPLE: &str = "grundy chart kayles 0..200 -o kayles.svg";

/// Runs the command.
pub(crate) fn run(matches: &ArgMatches, context: &Context) -> Result<Exit, Failure> {
    let interrupt = context.listen();
    let mut budget = limits::budget(matches, None, &interrupt, context)?;
    if text(matches, "positions").is_none() {
        budget.positions = budget.positions.max(FARTHEST);
    }
    let rule = ruled::written(matches, budget.bytes, context)?;
    let places = [place(matches, "GAME"), place(matches, "RANGE")];
    // With a rule there is no game before the range.
    let (game, range) = match (&rule, places) {
        (Some(_), [range, None]) => (None, range),
        (_, [game, range]) => (game, range),
    };
    let request = Request {
        game: game.map(str::to_owned),
        rule,
        window: range.map(axis).transpose()?,
    };
    let size = [
        side(matches, "width", 0, WIDTH)?,
        side(matches, "height", 1, HEIGHT)?,
    ];
    let file = text(matches, "output").map(Path::new);
    if let Some(path) = file.filter(|path| path.extension().is_some_and(|name| name != "svg")) {
        return Err(refuse(words::chart_is_svg(path)));
    }
    if file.is_none() && context.is_shown() {
        return Err(refuse(words::picture_needs_file()));
    }
    let shown = request.run(&budget, &mut Told::nothing(context));
    let shown = shown.map_err(|failure| Failure::of(failure, EXAMPLE))?;
    let chart = Chart::of(&shown, matches.get_flag("log"), size);
    let picture = chart.svg(context.lang);
    match file {
        Some(path) => context.write_file(path, |out| {
            out.write_all(picture.as_bytes()).map_err(Failure::write)
        })?,
        None => context.write(picture.as_bytes())?,
    }
    Ok(Exit::Answered)
}

/// A side of the picture, in pixels.
fn side(matches: &ArgMatches, flag: &str, place: usize, default: usize) -> Result<usize, Failure> {
    let (least, most) = (LEAST[place], MOST[place]);
    let Some(text) = text(matches, flag) else {
        return Ok(default);
    };
    let side = count(text).and_then(|side| usize::try_from(side).ok());
    side.filter(|side| (least..=most).contains(side))
        .ok_or_else(|| refuse(words::no_side(flag, text, least, most)))
}

fn refuse(message: Message) -> Failure {
    Failure::Arguments(message, EXAMPLE.to_owned())
}
