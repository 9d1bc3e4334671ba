//! `grundy seq`: the nim-sequence of a take-and-break game, streamed in constant memory where the game allows it.

mod checkpoint;
mod encode;
mod options;
mod output;
mod parquet;
mod run;
mod sums;
mod thrift;
mod width;

use std::path::Path;

use clap::ArgMatches;
use grundy_service::sequence::Report;
use grundy_service::source::Game;

use crate::context::Context;
use crate::failure::{Exit, Failure};
use crate::limits;
use crate::output as terminal;
use crate::picture::scatter;
use crate::print::paint::Paint;
use crate::print::sequence;
use crate::watch;
#[cfg(feature = "web")]
pub(super) use encode::{Encoder, Format, TooWide};
use options::{Asked, Picture, Target};
use run::{Done, Run};
#[cfg(feature = "web")]
pub(super) use width::Width;

/// Runs the command.
pub(crate) fn run(matches: &ArgMatches, context: &Context) -> Result<Exit, Failure> {
    let interrupt = context.listen();
    let budget = limits::budget(matches, None, &interrupt, context)?;
    let asked = Asked::read(matches, &budget, context)?;
    if asked.memory > budget.bytes {
        // The engine alone was allowed more than is the custom.
        watch::limit(context.begun, budget.time, asked.memory, false);
    }
    let mut done = Run::begin(&asked, &interrupt)?.finish(&interrupt, context)?;
    if let Some(ended) = done.ended.take() {
        report(&asked, &done, context)?;
        return Err(ended);
    }
    if let Some((path, picture)) = &asked.plot
        && let Some(dots) = &done.dots
    {
        if path == Path::new("-") {
            context.write(scatter::svg(dots, &asked.code, context.lang).as_bytes())?;
        } else {
            context.write_file(path, |out| match picture {
                Picture::Png => scatter::png(dots, &asked.code, context.lang, out),
                Picture::Svg => out
                    .write_all(scatter::svg(dots, &asked.code, context.lang).as_bytes())
                    .map_err(Failure::write),
            })?;
        }
    }
    report(&asked, &done, context)?;
    Ok(Exit::Answered)
}

/// Prints the statistics: on standard output, or on standard error where the values are there.
fn report(asked: &Asked, done: &Done, context: &Context) -> Result<(), Failure> {
    let Some(statistics) = &done.statistics else {
        return Ok(());
    };
    let is_free = !matches!(asked.target, Target::Stdout);
    let report = Report {
        code: &asked.code,
        rules: match &asked.game {
            Game::Code(rules) => Some(rules),
            Game::Rule(_) | Game::Family(_) => None,
        },
        from: asked.from,
        basis: done.basis,
        statistics,
        time: done.time,
        computed: done.computed,
        values: done.values.as_deref(),
    };
    let text = if asked.json {
        report.json()
    } else {
        let colours = match is_free {
            true => context.colours(),
            false => terminal::error_colours(),
        };
        sequence::text(&report, context.lang, Paint::new(colours))
    };
    if is_free {
        context.write(text.as_bytes())
    } else {
        context.aside(&text);
        Ok(())
    }
}
