//! `grundy period`: the period of a nim-sequence, proved.

mod atlas;
mod certificate;
mod checkpoint;

use std::io::Write as _;
use std::path::Path;
use std::time::{Duration, Instant};

use clap::ArgMatches;
use grundy::Message;
use grundy::engine::period::Search;
use grundy_service::period::{self, Bound, End, Report};
use grundy_service::rule::Ruled;
use grundy_service::source::Game;

use crate::commands::place;
use crate::commands::ruled;
use crate::context::Context;
use crate::failure::{Exit, Failure};
use crate::interrupt::Interrupt;
use crate::limits::{self, text};
use crate::print::paint::Paint;
use crate::print::period as printed;
use crate::watch;
use crate::words;

const EXAMPLE: &str = "grundy period 0.77 -n 1e6";

/// The time of a search of which nothing is said.
const MINUTE: Duration = Duration::from_secs(60);

/// Least time between two lines that tell how far it is.
const TOLD: Duration = Duration::from_millis(200);

/// Runs the command.
pub(crate) fn run(matches: &ArgMatches, context: &Context) -> Result<Exit, Failure> {
    let begun = Instant::now();
    let interrupt = context.listen();
    let each = match text(matches, "each") {
        Some(time) => limits::duration(time).ok_or_else(|| refuse(words::no_seconds(time)))?,
        None => None,
    };
    let budget = limits::budget_held(matches, usual(matches), &interrupt, context)?;
    let memory = match text(matches, "memory") {
        // The engine has as much as the values.
        Some(_) => budget.bytes / 2,
        None => budget.bytes,
    };
    let memory = usize::try_from(memory).unwrap_or(usize::MAX);
    let threads = limits::threads(matches, "grundy period 0.6 -n 4e6 --threads 2")?.unwrap_or(1);
    let within = limits::shorter(each, budget.time);
    let values = match text(matches, "number") {
        Some(number) => (limits::count(number).filter(|&values| values > 0))
            .ok_or_else(|| refuse(words::no_length(number)))?,
        None => u64::MAX,
    };
    let bound = Bound {
        values,
        time: within.and_then(|within| begun.checked_add(within)),
    };
    let as_json = limits::as_json(matches);
    let given = ruled::read(matches, memory as u64, context)?;
    let proved = given
        .as_ref()
        .and_then(Ruled::proved_rules)
        .map(ToString::to_string);
    if let Some(own) = given.as_ref().filter(|_| proved.is_none()) {
        if let Some(code) = place(matches, "CODE") {
            return Err(refuse(words::game_beside_rule(code)));
        }
        let with_files = ["checkpoint", "certificate", "atlas"]
            .iter()
            .any(|flag| text(matches, flag).is_some());
        if with_files {
            return Err(refuse(words::no_checkpoint_of_rule()));
        }
        let report = period::of_rule(own, bound, memory, &budget);
        let report = report.map_err(|failure| Failure::of(failure, EXAMPLE))?;
        print(&report, given.as_ref(), as_json, context)?;
        return Ok(match report.proved {
            Some(_) => Exit::Answered,
            None => Exit::Unknown,
        });
    }
    let code = match (
        proved.as_deref().or(place(matches, "CODE")),
        text(matches, "atlas"),
    ) {
        (Some(code), None) => code,
        (None, Some(path)) => {
            let extent = atlas::Extent {
                digits: limits::digits(matches, EXAMPLE)?,
                values,
                seconds: each.unwrap_or(Duration::from_secs(1)),
            };
            return atlas::run(Path::new(path), extent, memory, &interrupt, context);
        }
        (None, None) => return Err(refuse(words::code_missing())),
        (Some(_), Some(_)) => return Err(refuse(words::atlas_has_all_codes())),
    };
    let rules = match Game::of_code(code).map_err(|failure| Failure::of(failure, EXAMPLE))? {
        Game::Code(rules) => rules,
        game => {
            let with_files = ["checkpoint", "certificate"]
                .iter()
                .any(|flag| text(matches, flag).is_some());
            if with_files {
                return Err(refuse(words::no_checkpoint_of_rule()));
            }
            let Game::Family(part) = game else {
                return Err(refuse(words::code_missing()));
            };
            let report = period::of_family(code, &part, bound, &budget);
            let report = report.map_err(|failure| Failure::of(failure, EXAMPLE))?;
            print(&report, None, as_json, context)?;
            return Ok(Exit::Unknown);
        }
    };
    // What took an hour to prove is looked up, unless somebody says how it is to be proved anew.
    let others = ["time", "certificate"];
    let is_open =
        usual(matches).is_some() && !others.iter().any(|flag| text(matches, flag).is_some());
    if let Some(report) = period::known(code, &rules).filter(|_| is_open) {
        print(&report, given.as_ref(), as_json, context)?;
        return Ok(Exit::Answered);
    }
    let file = text(matches, "checkpoint").map(Path::new);
    let mut checkpoint = checkpoint::Checkpoint::new(file, text(matches, "every"))?;
    let mut search = if matches.get_flag("resume") {
        checkpoint.read(&rules, memory)?
    } else {
        checkpoint.is_new()?;
        Search::new(rules, memory)
    };
    search.set_threads(threads);
    let first = search.len();
    let report = |search: &Search| {
        let seconds = begun.elapsed().as_secs_f64();
        Report::of(code, search, seconds, search.len() - first)
    };
    let mut tell = |search: &Search| {
        watch::found(Some(watch::Found {
            out: Ok(said(&report(search), given.as_ref(), as_json, context)),
            exit: Exit::Unknown,
        }));
    };
    let end = go(
        &mut search,
        bound,
        &interrupt,
        (&mut checkpoint, &mut tell),
        context,
    )?;
    let report = report(&search);
    watch::found(None);
    if let (Some(path), Some(_)) = (text(matches, "certificate"), search.period()) {
        certificate::write(Path::new(path), &search, context)?;
    }
    print(&report, given.as_ref(), as_json, context)?;
    match end {
        None => Ok(Exit::Answered),
        Some(End::Stopped) => Err(match file {
            Some(path) => Failure::InterruptedAt(words::interrupted_with(search.len(), path)),
            None => Failure::Interrupted,
        }),
        Some(End::Ended(ended)) => Err(Failure::unknown(words::search_ended(search.len(), ended))),
        Some(_) => Ok(Exit::Unknown),
    }
}

/// The time where none is given: whoever says how many values, or keeps them in a checkpoint, has said how long.
fn usual(matches: &ArgMatches) -> Option<Duration> {
    let others = ["number", "each", "checkpoint", "atlas"];
    let is_said = others.iter().any(|flag| text(matches, flag).is_some());
    (!is_said).then_some(MINUTE)
}

/// Prints what was found; as JSON with what is known of the user's own rule.
fn print(
    report: &Report,
    ruled: Option<&Ruled>,
    as_json: bool,
    context: &Context,
) -> Result<(), Failure> {
    context.write(said(report, ruled, as_json, context).as_bytes())
}

/// What is printed.
fn said(report: &Report, ruled: Option<&Ruled>, as_json: bool, context: &Context) -> String {
    match as_json {
        true => report.json(ruled, context.lang),
        false => printed::text(report, context.lang, Paint::new(context.colours())),
    }
}

fn refuse(message: Message) -> Failure {
    Failure::Arguments(message, EXAMPLE.to_owned())
}

/// Computes until a period is proved (`None`) or something else ends it. What is known is saved, and told to whoever tells it where one
/// block takes longer than a command may go on behind its end.
fn go(
    search: &mut Search,
    bound: Bound,
    interrupt: &Interrupt,
    (checkpoint, tell): (&mut checkpoint::Checkpoint<'_>, &mut dyn FnMut(&Search)),
    context: &Context,
) -> Result<Option<End>, Failure> {
    let (begun, first) = (Instant::now(), search.len());
    let (mut known, mut cost) = (Instant::now(), Duration::ZERO);
    let (watched, mut told) = (context.is_watched(), Instant::now());
    let mut each = |search: &Search| {
        checkpoint.write_if_due(search)?;
        // Telling may take as long as a pass over all values.
        if known.elapsed() > TOLD.max(20 * cost) {
            let begun = Instant::now();
            tell(search);
            cost = begun.elapsed();
            known = Instant::now();
        }
        if watched && told.elapsed() > TOLD {
            told = Instant::now();
            let rate = (search.len() - first) as f64 / begun.elapsed().as_secs_f64();
            let _ = write!(
                std::io::stderr(),
                "\rn = {}  {:.1} M/s ",
                search.len(),
                rate / 1e6
            );
        }
        Ok(())
    };
    let end = period::advance(search, bound, &|| interrupt.was_pressed(), &mut each)?;
    let end = end.map(|end| match (end, watch::cause()) {
        (End::Stopped, Some(watch::Cause::Time(_))) => End::Time,
        _ => end,
    });
    if watched {
        let _ = write!(std::io::stderr(), "\r\u{1b}[K");
    }
    checkpoint.write(search)?;
    Ok(end)
}
