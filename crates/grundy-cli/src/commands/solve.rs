//! `grundy solve`: one position from the arguments, or one a line from standard input.

use std::time::Duration;

use clap::ArgMatches;
use grundy::{Game, Outcome, Play, Solver};

use crate::commands::ruled::Ruled;
use crate::commands::{lines, tree};
use crate::context::Context;
use crate::failure::{Exit, Failure};
use crate::limits::{self, text};
use crate::picture::binary;
use crate::print::answer::{self, Manner};
use crate::print::json::{self, Detail};
use crate::print::paint::Paint;
use crate::words;

/// Most winning moves that `--all` lists of a position of ordinary length.
const MOST_MOVES: usize = 100_000;
/// Bytes that a listed move takes for each byte of the position, roughly.
const MOVE_BYTES: u64 = 64;

/// Most winning moves that `--all` lists: fewer where each repeats a long position.
pub(crate) fn most_moves(text: &str, bytes: u64) -> usize {
    let one = (text.len() as u64 + 16).saturating_mul(MOVE_BYTES);
    usize::try_from(bytes / one).map_or(MOST_MOVES, |most| most.clamp(10, MOST_MOVES))
}

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
    let ruled = Ruled::read(matches, most_bytes, context)?;
    if asked == ["-"] {
        if matches.contains_id("tree") {
            let example = "grundy solve --tree nim 1 2".to_owned();
            return Err(Failure::Arguments(words::tree_needs_one(), example));
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
    let asked = asked.join(" ");
    let files = |name: &str| context.read(name, most_bytes);
    let game = match &ruled {
        None => Game::parse(&asked, &files).map_err(|error| Failure::game(&asked, error))?,
        Some(ruled) => ruled.game(&asked, most_bytes, context)?,
    };
    if let Some(format) = text(matches, "tree") {
        let chosen = text(matches, "budget-positions").is_some();
        return tree::run(&game, play, format, &solver.budget, chosen, context);
    }
    let most = most_moves(&asked, most_bytes);
    if all {
        solver.listed = most;
    }
    let answer = solver.solve(&game, play);
    let stopped = interrupt.was_pressed();
    if stopped && answer.outcome.is_none() && answer.value.is_none() {
        return Err(Failure::Interrupted);
    }
    let mut out;
    if matches.get_flag("binary") {
        out = match binary::widest(&answer) {
            Some(bits) if bits <= binary::BITS => binary::binary(&answer, context.lang),
            Some(bits) => {
                return Err(Failure::unknown(words::binary_too_wide(bits, binary::BITS)));
            }
            None => return Err(Failure::unknown(words::no_binary())),
        };
    } else if matches.get_flag("json") {
        let detail = if explain {
            Detail::Explained
        } else {
            Detail::Full
        };
        out = String::new();
        json::answer(&mut out, &answer, context.lang, detail);
        if let Some(ruled) = &ruled {
            json::added(&mut out, "rule", &ruled.json());
        }
        out.push('\n');
    } else {
        let manner = Manner {
            lang: context.lang,
            paint: Paint::new(context.colours()),
            columns: context.columns(),
            all,
            most,
            explain,
        };
        out = answer::answer(&game, &answer, &manner);
        if let Some(ruled) = &ruled {
            answer::notes(&mut out, ruled.rule.text(), &ruled.notes(), &manner);
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
