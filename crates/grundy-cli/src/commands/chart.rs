//! `grundy chart`: the values of heaps as a picture.

use std::path::Path;

use clap::ArgMatches;
use grundy::budget::Meter;
use grundy::engine::period::Search;
use grundy::engine::sequence::{Limits, Rules, Sequence};
use grundy::{Budget, Game, Message, Reason, Solver};
use grundy_service::Why;
use grundy_service::range::Axis;
use grundy_service::rule::Ruled;

use crate::commands::place;
use crate::commands::ruled;
use crate::commands::table::axis;
use crate::context::Context;
use crate::failure::{Exit, Failure};
use crate::limits::{self, natural, text};
use crate::picture::chart::{Chart, LEAST, MOST};
use crate::shown;
use crate::words;

const EXAMPLE: &str = "grundy chart kayles 0..200 -o kayles.svg";

/// The farthest heap that is drawn.
const FARTHEST: u64 = 100_000_000;
/// The heaps that are drawn where it is not said which.
const WINDOW: Axis = Axis {
    first: 0,
    count: 200,
};
/// Values in which a period is looked for besides those that are drawn.
const LOOKED: u64 = 20_000;

/// Runs the command.
pub(crate) fn run(matches: &ArgMatches, context: &Context) -> Result<Exit, Failure> {
    let interrupt = context.listen();
    let mut budget = limits::budget(matches, None, &interrupt, context)?;
    if text(matches, "budget-positions").is_none() {
        budget.positions = budget.positions.max(FARTHEST);
    }
    let ruled = ruled::read(matches, budget.bytes, context)?;
    let places = [place(matches, "GAME"), place(matches, "RANGE")];
    // With a rule there is no game before the range.
    let (head, range) = match (&ruled, places) {
        (Some(_), [range, None]) => (None, range),
        (Some(_), [Some(game), Some(_)]) => return Err(refuse(words::game_beside_rule(game))),
        (_, [head, range]) => (head, range),
    };
    let window = range.map_or(Ok(WINDOW), axis)?;
    let end = window.first.saturating_add(window.count as u64);
    if end > FARTHEST {
        return Err(refuse(words::window_too_long(end, FARTHEST)));
    }
    let size = [
        side(matches, "width", 0, 960)?,
        side(matches, "height", 1, 480)?,
    ];
    let file = text(matches, "output").map(Path::new);
    if let Some(path) = file.filter(|path| path.extension().is_some_and(|name| name != "svg")) {
        return Err(refuse(words::chart_is_svg(path)));
    }
    let stopped = |why: Why| match interrupt.was_pressed() {
        true => Failure::Interrupted,
        false => Failure::unknown(why),
    };
    let known = match &ruled {
        Some(ruled) => of_rule(ruled, end, &budget).map_err(stopped)?,
        None => {
            let head = head.ok_or_else(|| refuse(words::game_or_rule_missing()))?;
            let files = |name: &str| context.read(name, budget.bytes);
            let game = Game::parse(head, &files).map_err(|error| Failure::game(head, error))?;
            let part = match game.parts() {
                [part] if part.components.is_empty() => part,
                _ => return Err(refuse(words::one_head(head))),
            };
            let rules = part.rules.as_ref();
            match rules.head().parse::<Rules>() {
                Ok(codes) => of_codes(head.to_owned(), codes, end, &budget).map_err(stopped)?,
                Err(_) => {
                    let mut solver = Solver::new();
                    solver.budget = budget.clone();
                    let values = rules.heap_values(end.saturating_sub(1), &mut solver.work());
                    let values = values.ok_or_else(|| refuse(words::not_of_heaps(rules.head())))?;
                    Known {
                        name: head.to_owned(),
                        values: values.map_err(|why| stopped(why.into()))?,
                        period: None,
                    }
                }
            }
        }
    };
    let first = usize::try_from(window.first).unwrap_or(usize::MAX);
    let last = (first + window.count).min(known.values.len());
    let chart = Chart {
        name: &known.name,
        heaps: window.first..end,
        values: known.values.get(first..last).unwrap_or_default(),
        period: known.period,
        is_log: matches.get_flag("log"),
        size,
    };
    let picture = chart.svg(context.lang);
    match file {
        Some(path) => context.write_file(path, |out| {
            out.write_all(picture.as_bytes()).map_err(Failure::write)
        })?,
        None => context.write(picture.as_bytes())?,
    }
    Ok(Exit::Answered)
}

/// Values from heap 0 on, and the period where it is proved.
struct Known {
    name: String,
    values: Vec<u32>,
    period: Option<(u64, u64)>,
}

/// The values of a code or a set of takes, by the engine of sequences.
fn of_codes(name: String, rules: Rules, end: u64, budget: &Budget) -> Result<Known, Why> {
    let memory = usize::try_from(budget.bytes).unwrap_or(usize::MAX);
    let mut meter = Meter::new(budget);
    let mut values = Vec::new();
    let mut sequence = Sequence::new(rules.clone(), Limits { memory });
    while sequence.len() < end {
        let there = values.len();
        sequence
            .next_block(&mut values)
            .map_err(|stop| shown::stopped(sequence.len(), stop))?;
        let bytes = size_of::<u32>() * (values.len() - there);
        meter
            .spend(0, bytes as u64)
            .and_then(|()| meter.look())
            .map_err(Reason::from)?;
    }
    values.truncate(usize::try_from(end).unwrap_or(usize::MAX));
    let mut search = Search::new(rules, memory);
    while search.len() < end.clamp(2000, LOOKED)
        && meter.look().is_ok()
        && matches!(search.advance(), Ok(None))
    {}
    let period = search
        .look()
        .map(|proved| (proved.preperiod(), proved.period()));
    Ok(Known {
        name,
        values,
        period,
    })
}

/// The values of a rule on one number.
fn of_rule(ruled: &Ruled, end: u64, budget: &Budget) -> Result<Known, Why> {
    let rule = &ruled.rule;
    if rule.arity() != 1 {
        return Err(words::one_coordinate(rule.arity()).into());
    }
    if let Some(rules) = ruled.proved_rules() {
        return of_codes(rule.text().to_owned(), rules.clone(), end, budget);
    }
    let length = usize::try_from(end).unwrap_or(usize::MAX);
    let table = rule.table(&[length], &mut Meter::new(budget));
    let values = table
        .map_err(|unfilled| unfilled.reason(rule))?
        .into_cells();
    let period = grundy::pattern::period(rule, &values);
    Ok(Known {
        name: rule.text().to_owned(),
        period: period.map(|proved| (proved.preperiod as u64, proved.period as u64)),
        values,
    })
}

/// A side of the picture, in pixels.
fn side(matches: &ArgMatches, flag: &str, place: usize, default: usize) -> Result<usize, Failure> {
    let (least, most) = (LEAST[place], MOST[place]);
    let Some(text) = text(matches, flag) else {
        return Ok(default);
    };
    let side = natural(text).and_then(|side| usize::try_from(side).ok());
    side.filter(|side| (least..=most).contains(side))
        .ok_or_else(|| refuse(words::no_side(flag, text, least, most)))
}

fn refuse(message: Message) -> Failure {
    Failure::Arguments(message, EXAMPLE.to_owned())
}
