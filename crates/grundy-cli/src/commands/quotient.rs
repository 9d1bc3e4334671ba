//! `grundy quotient`: the misère quotient of a game, of a rule or of positions.

mod atlas;

use std::path::Path;
use std::time::Duration;

use clap::ArgMatches;
use grundy::{Budget, Message, Reason};
use grundy_service::quotient::{EndedBy, MOST_ORDER, Request, Response, Status, TABLE};
use grundy_service::range::Axis;

use crate::commands::ruled;
use crate::context::Context;
use crate::failure::{Exit, Failure};
use crate::interrupt::Interrupt;
use crate::limits::{self, text};
use crate::output;
use crate::picture::cayley::{self, Monoid};
use crate::print::paint::Paint;
use crate::print::quotient as printed;
use crate::sink::Told;
use crate::watch;
use crate::words;

const EXAMPLE: &str = "grundy quotient 0.77";

/// Positions that each code of the atlas may cost where nothing else is said: about a second.
const EACH: u64 = 1_000_000;

/// Runs the command.
pub(crate) fn run(matches: &ArgMatches, context: &Context) -> Result<Exit, Failure> {
    let interrupt = context.listen();
    let budget =
        limits::budget_beside_file(matches, Some(Duration::from_secs(10)), &interrupt, context)?;
    if let Some(path) = text(matches, "atlas") {
        return of_all_codes(path, matches, &budget, &interrupt, context);
    }
    let (svg, dot) = (text(matches, "svg"), text(matches, "dot"));
    if svg == Some("-") && dot == Some("-") {
        return Err(refuse(
            words::one_picture(),
            "grundy quotient 0.77 --svg kayles.svg",
        ));
    }
    for (file, flag) in [(svg, "svg"), (dot, "dot")] {
        if let Some(file) = file {
            let example = format!("grundy quotient 0.77 --{flag} kayles.{flag}");
            output::check_picture(file, &format!("--{flag}"), flag)
                .map_err(|message| Failure::Arguments(message, example))?;
        }
    }
    let request = request(matches, budget.bytes, context)?;
    let answered = request.run(&budget, &mut Told::counted(context));
    let mut found = answered.map_err(|failure| Failure::of(failure, EXAMPLE))?;
    // What was asked to stop for its time takes that for Ctrl-C.
    if let (true, Some(watch::Cause::Time(time)), Some(end)) =
        (found.is_interrupted(), watch::cause(), &mut found.end)
    {
        end.why = EndedBy::Reason(Reason::Exhausted(grundy::Exhausted::Time(time)));
    }
    let as_json = limits::as_json(matches);
    let order = found.quotient().order();
    if matches.get_flag("table") {
        let (most, why) = match as_json {
            true => (TABLE, words::products_too_many(order, TABLE)),
            false => (
                printed::TABLE,
                words::table_too_large(order, printed::TABLE),
            ),
        };
        if order > most {
            return Err(Failure::unknown(why));
        }
    }
    pictures(&found, svg, dot, context)?;
    if let Some(path) = text(matches, "certificate") {
        let certificate = found.built.certificate();
        let certificate =
            certificate.ok_or_else(|| Failure::unknown(words::no_certificate_of_several()))?;
        write(path, &certificate, context)?;
    }
    if svg != Some("-") && dot != Some("-") && text(matches, "certificate") != Some("-") {
        let answer = match as_json {
            true => found.json(context.lang),
            false => printed::text(
                &found,
                matches.get_flag("table"),
                context.lang,
                Paint::new(context.colours()),
                context.columns(),
            ),
        };
        context.write(answer.as_bytes())?;
    }
    match found.status {
        _ if found.is_interrupted() => Err(Failure::Interrupted),
        Status::Complete | Status::Closed => Ok(Exit::Answered),
        Status::Partial => Ok(Exit::Partial),
    }
}

/// The table of all short codes.
fn of_all_codes(
    path: &str,
    matches: &ArgMatches,
    budget: &Budget,
    interrupt: &Interrupt,
    context: &Context,
) -> Result<Exit, Failure> {
    let others = [
        "GAME",
        "rule",
        "file",
        "heaps",
        "max-order",
        "phi",
        "resume",
        "certificate",
        "svg",
        "dot",
        "time",
    ];
    let is_given = |other: &&str| matches.contains_id(other);
    if others.iter().any(is_given) || matches.get_flag("table") || limits::as_json(matches) {
        let example = "grundy quotient --atlas quotients.tsv";
        return Err(refuse(words::atlas_has_all_codes(), example));
    }
    let given = text(matches, "positions").is_some();
    let budget = Budget {
        positions: if given { budget.positions } else { EACH },
        time: None,
        ..budget.clone()
    };
    atlas::run(Path::new(path), &budget, interrupt, context)
}

/// What the flags ask for.
fn request(matches: &ArgMatches, most: u64, context: &Context) -> Result<Request, Failure> {
    let games = matches.get_many::<String>("GAME").into_iter().flatten();
    let games: Vec<&str> = games.map(String::as_str).collect();
    let read = |name: Option<&str>| {
        let read = name.map(|name| context.read(name, most)).transpose();
        read.map_err(Failure::Input)
    };
    let heaps = text(matches, "heaps").map(|told| {
        let heaps = limits::count(told);
        heaps.ok_or_else(|| refuse(words::no_heaps(told), "grundy quotient 0.07 --heaps 33"))
    });
    let order = text(matches, "max-order").map(|told| {
        let order = limits::count(told).filter(|order| (1..=MOST_ORDER).contains(order));
        order.ok_or_else(|| {
            refuse(
                words::no_order_text(told),
                "grundy quotient 0.07 --max-order 1000",
            )
        })
    });
    let phi = text(matches, "phi").map(|told| {
        told.parse::<Axis>().map_err(|refused| {
            refuse(
                words::no_phi(refused.describe()),
                "grundy quotient 0.77 --phi 0..100",
            )
        })
    });
    Ok(Request {
        game: (!games.is_empty()).then(|| games.join(" ")),
        rule: ruled::written(matches, most, context)?,
        positions: read(limits::listed(matches))?,
        heaps: heaps.transpose()?,
        order: order.transpose()?,
        phi: phi.transpose()?,
        table: matches.get_flag("table"),
        resume: read(text(matches, "resume"))?,
    })
}

/// Writes the Cayley graph where it is wanted.
fn pictures(
    found: &Response,
    svg: Option<&str>,
    dot: Option<&str>,
    context: &Context,
) -> Result<(), Failure> {
    let order = found.quotient().order();
    if (svg.is_some() || dot.is_some()) && order > cayley::VERTICES {
        return Err(Failure::unknown(words::cayley_too_large(
            order,
            cayley::VERTICES,
        )));
    }
    if let Some(path) = svg {
        write(
            path,
            &cayley::svg(&Monoid::of(found), context.lang),
            context,
        )?;
    }
    if let Some(path) = dot {
        write(path, &cayley::dot(&Monoid::of(found)), context)?;
    }
    Ok(())
}

/// Writes a text to a file, or to standard output.
fn write(path: &str, text: &str, context: &Context) -> Result<(), Failure> {
    if path == "-" {
        return context.write(text.as_bytes());
    }
    let path = Path::new(path);
    context.write_file(path, |out| {
        out.write_all(text.as_bytes())
            .map_err(|error| Failure::File(path.to_owned(), words::cannot_write(), error))
    })
}

fn refuse(message: Message, example: &str) -> Failure {
    Failure::Arguments(message, example.to_owned())
}
