//! `grundy solve`: one position from the arguments, or one a line from standard input.

use std::time::Duration;

use clap::ArgMatches;
use grundy::{Outcome, Play, Solver};
use grundy_service::answer::Detail;
use grundy_service::solve::Request;

use crate::commands::{crew, lines, position, ruled, tree};
use crate::context::Context;
use crate::failure::{Exit, Failure};
use crate::limits::{self, text};
use crate::picture::binary;
use crate::print::answer::{self, Manner};
use crate::print::paint::Paint;
use crate::sink::Told;
use crate::words;

/// Runs the command.
pub(crate) fn run(matches: &ArgMatches, context: &Context) -> Result<Exit, Failure> {
    let asked: Vec<&str> = matches
        .get_many::<String>("GAME")
        .into_iter()
        .flatten()
        .map(String::as_str)
        .collect();
    let interrupt = context.listen();
    let time = Some(Duration::from_secs(10));
    let budget = match asked == ["-"] {
        true => limits::of_conversation(matches, time, &interrupt, context)?,
        false => limits::budget(matches, time, &interrupt, context)?,
    };
    let most_bytes = budget.bytes;
    if let Some(exit) = crew::join(matches, &asked.join(" "), most_bytes, &interrupt)? {
        return Ok(exit);
    }
    let genus = matches.get_flag("genus");
    let (all, explain) = (matches.get_flag("all"), matches.get_flag("explain"));
    let play = if matches.get_flag("misere") {
        Play::Misere
    } else {
        Play::Normal
    };
    let mut solver = Solver::new();
    solver.budget = budget;
    // Whoever names a limit wants what can be had within it.
    solver.thorough = limits::is_chosen(matches);
    if asked == ["-"] {
        let ruled = ruled::read(matches, most_bytes, context)?;
        if matches.contains_id("tree") {
            let example = "grundy solve --tree nim 1 2".to_owned();
            return Err(Failure::Arguments(words::tree_needs_one(), example));
        }
        if genus {
            let example = "grundy solve --misere --genus kayles 10".to_owned();
            return Err(Failure::Arguments(words::genus_needs_one(), example));
        }
        solver.reasons = explain;
        let detail = if explain {
            Detail::Explained
        } else {
            Detail::Line
        };
        return lines::run(
            solver,
            play,
            ruled.as_ref(),
            all,
            detail,
            &interrupt,
            context,
        );
    }
    let position = position::asked(matches, most_bytes, context)?;
    if let Some(format) = text(matches, "tree") {
        let chosen = text(matches, "budget-positions").is_some();
        return tree::run(position, format, &solver.budget, chosen, context);
    }
    let request = Request {
        position,
        all,
        explain,
        genus,
        thorough: solver.thorough,
    };
    let text = &request.position.game;
    let called = crew::call(matches, text, &mut solver.budget.bytes, context)?;
    let searching = called.searching.clone();
    let solved = request.run_with(&solver.budget, searching, &mut Told::nothing(context));
    drop(called);
    let solved = solved.map_err(|failure| Failure::of(failure, ruled::EXAMPLE))?;
    let stopped = interrupt.was_pressed();
    let answer = &solved.answer;
    let mut out;
    if matches.get_flag("binary") {
        out = match binary::widest(answer) {
            Some(bits) if bits <= binary::BITS => binary::binary(answer, context.lang),
            Some(bits) => {
                return Err(Failure::unknown(words::binary_too_wide(bits, binary::BITS)));
            }
            None => return Err(Failure::unknown(words::no_binary())),
        };
    } else if matches.get_flag("json") {
        out = solved.json(context.lang);
    } else {
        let manner = Manner {
            lang: context.lang,
            paint: Paint::new(context.colours()),
            columns: context.columns(),
            all,
            most: solved.most,
            explain,
        };
        out = answer::answer(&solved.game, answer, &manner);
        if let Some(genera) = &solved.genera {
            answer::genera(&mut out, &solved.game, genera, &manner);
        }
        if let Some(own) = &solved.ruled {
            answer::notes(&mut out, own.rule.text(), &ruled::notes(own), &manner);
        }
    }
    context.write(out.as_bytes())?;
    match stopped {
        // What is known was told; it would have been more.
        true => Err(Failure::Interrupted),
        false => Ok(exit(answer.outcome)),
    }
}

/// Whether the outcome is known.
pub(crate) fn exit(outcome: Option<Outcome>) -> Exit {
    match outcome {
        Some(_) => Exit::Answered,
        None => Exit::Unknown,
    }
}
