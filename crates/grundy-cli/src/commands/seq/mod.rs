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
use crate::words;
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
    let asked = Asked::read(matches, budget.bytes, context)?;
    if asked.memory > budget.bytes {
        // The engine alone was allowed more than is the custom.
        watch::limit(context.begun, budget.time, asked.memory, false);
    }
    scout(&asked)?;
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

/// Says before anything is begun that memory will not suffice, where that can be known.
fn scout(asked: &Asked) -> Result<(), Failure> {
    match asked.game.needs_more(asked.count, asked.memory) {
        None => Ok(()),
        Some(needed) => {
            // The engine has half of what the whole command is allowed.
            let needed = limits::shown_size(needed.saturating_mul(2));
            let allowed = asked.allowed.as_str();
            let why = words::too_little_memory(asked.count, &needed, allowed);
            Err(Failure::unknown(why))
        }
    }
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
        engine: done.engine,
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
