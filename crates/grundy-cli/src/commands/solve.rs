//! `grundy solve`: one position from the arguments, or one a line from standard input.

use std::path::Path;
use std::sync::Arc;
use std::time::Duration;

use clap::ArgMatches;
use clap::parser::ValueSource;
use grundy::budget::Watch;
use grundy::couples::{self, Searching};
use grundy::{Outcome, Play, Reason, Solver};
use grundy_service::answer::Detail;
use grundy_service::solve::Request;
use grundy_service::text::plain;

use crate::commands::{crew, lines, position, ruled, tree};
use crate::context::Context;
use crate::failure::{Exit, Failure};
use crate::interrupt::Interrupt;
use crate::limits::{self, text};
use crate::output;
use crate::picture::binary;
use crate::print::answer::{self, Manner};
use crate::print::paint::{Paint, brief};
use crate::shelf::Shelf;
use crate::sink::Told;
use crate::words;

/// Most columns of a position as it was entered.
const LONGEST: usize = 80;

/// Runs the command.
pub(crate) fn run(matches: &ArgMatches, context: &Context) -> Result<Exit, Failure> {
    let asked: Vec<&str> = matches
        .get_many::<String>("GAME")
        .into_iter()
        .flatten()
        .map(String::as_str)
        .collect();
    let interrupt = context.listen();
    let folder = text(matches, "table").map(Path::new);
    // Long work ends when it is done.
    let time = folder.is_none().then(|| Duration::from_secs(10));
    let (file, output) = (text(matches, "parquet"), text(matches, "output"));
    if file.is_some() && (output.is_none() || !asked.is_empty()) {
        let example = "grundy solve --parquet positions.parquet -o answers.parquet".to_owned();
        return Err(Failure::Arguments(words::parquet_needs_output(), example));
    }
    let is_many = asked == ["-"] || file.is_some();
    let mut budget = match is_many {
        true => limits::of_conversation(matches, time, &interrupt, context)?,
        false => limits::budget(matches, time, &interrupt, context)?,
    };
    if folder.is_some() && text(matches, "positions").is_none() {
        budget.positions = u64::MAX;
    }
    let threads =
        limits::threads(matches, "grundy solve cram 5x9 --threads 2 --table tables")?.unwrap_or(1);
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
    solver.thorough = limits::is_chosen(matches) || folder.is_some();
    if is_many {
        let ruled = ruled::read(matches, most_bytes, context)?;
        if file.is_none() && text(matches, "format") == Some("text") {
            let example = "grundy solve - < positions.txt".to_owned();
            return Err(Failure::Arguments(words::lines_are_json(), example));
        }
        if matches.contains_id("tree") {
            let example = "grundy solve --tree nim 1 2".to_owned();
            return Err(Failure::Arguments(words::tree_needs_one(), example));
        }
        if genus {
            let example = "grundy solve --misere --genus kayles 10".to_owned();
            return Err(Failure::Arguments(words::genus_needs_one(), example));
        }
        // What a column has no place for.
        let beside_columns: &[&str] = match file {
            Some(_) => &["all", "explain"],
            None => &[],
        };
        let of_one: &[&str] = match file {
            Some(_) => &["verify", "certificate", "binary"],
            None => &[
                "verify",
                "certificate",
                "binary",
                "output",
                "processes",
                "listen",
            ],
        };
        for flag in of_one.iter().chain(beside_columns) {
            let example = match *flag {
                "certificate" => "grundy solve cram 4x5 --certificate cram.boards".to_owned(),
                "output" => "grundy solve nim 3 5 7 -o answer.txt".to_owned(),
                "processes" | "listen" => "grundy solve cram 5x7 --processes 2".to_owned(),
                flag => format!("grundy solve cram 4x5 --{flag}"),
            };
            if matches.value_source(flag) == Some(ValueSource::CommandLine) {
                let flag = format!("--{flag}");
                return Err(Failure::Arguments(
                    words::needs_one_position(&flag),
                    example,
                ));
            }
        }
        let shelf = folder.map(|folder| Shelf::new(Some(folder), context));
        solver.searching = Searching {
            threads,
            shelf: match shelf {
                Some(shelf) => Some(Arc::new(shelf?)),
                None => None,
            },
            ..Searching::default()
        };
        solver.reasons = explain;
        solver.brief = !explain;
        let detail = if explain {
            Detail::Explained
        } else {
            Detail::Line
        };
        let asked = lines::Asked {
            play,
            ruled: ruled.as_ref(),
            all,
            detail,
            context,
        };
        let at_once = lines_at_once(matches, threads);
        return match (file, output) {
            (Some(from), Some(to)) => columns(&solver, asked, at_once, (from, to), &interrupt),
            _ => lines::run(solver, asked, at_once, &interrupt),
        };
    }
    let position = position::asked(matches, most_bytes, context)?;
    let as_json = form(matches, output)? == Some("json");
    if let Some(format) = text(matches, "tree") {
        let chosen = text(matches, "positions").is_some();
        return tree::run((position, format), &solver.budget, chosen, output, context);
    }
    let request = Request {
        position,
        all,
        explain,
        genus,
        thorough: solver.thorough,
        threads,
        verify: matches.get_flag("verify"),
        grounds: text(matches, "certificate").is_some(),
    };
    let shelf = match folder.is_some() || context.is_watched() {
        true => Some(Arc::new(Shelf::new(folder, context)?)),
        false => None,
    };
    let kept = shelf.clone().map(|shelf| shelf as Arc<dyn couples::Shelf>);
    let game = &request.position.game;
    let called = crew::call(matches, game, &mut solver.budget.bytes, context)?;
    let searching = called.searching.clone();
    if let Some(shelf) = shelf.clone().filter(|_| context.is_watched()) {
        solver.budget.watch = Some(Watch::new(move |positions| {
            shelf.count(positions);
            true
        }));
    }
    let mut told = Told::nothing(context).with_shelf(kept);
    let solved = request.run_with(&solver.budget, searching, &mut told);
    drop(called);
    if let Some(shelf) = &shelf {
        shelf.clear();
        let is_known = (solved.as_ref()).is_ok_and(|solved| solved.answer.value.is_some());
        if let (Some(folder), false, true) = (folder, is_known, shelf.has_written()) {
            let note = words::table_kept(folder).render(context.lang);
            let word = words::Word::Note.of(context.lang);
            context.aside(&format!("{word}{note}\n"));
        }
    }
    let solved = solved.map_err(|failure| Failure::of(failure, ruled::example(matches)))?;
    let answer = &solved.answer;
    // Where its time is over it was stopped for that, and says so itself.
    let is_limited = matches!(answer.unknown, Some(Reason::Exhausted(_)));
    let stopped = interrupt.was_pressed() && !is_limited;
    let mut out;
    if matches.get_flag("binary") {
        out = match binary::widest(answer) {
            Some(bits) if bits <= binary::BITS => binary::binary(answer, context.lang),
            Some(bits) => {
                return Err(Failure::unknown(words::binary_too_wide(bits, binary::BITS)));
            }
            None => return Err(Failure::unknown(words::no_binary())),
        };
    } else if as_json {
        out = solved.json(context.lang);
    } else {
        let manner = Manner {
            lang: context.lang,
            paint: Paint::new(output.is_none() && context.colours()),
            columns: context.columns(),
            all,
            most: solved.most,
            explain,
        };
        out = answer::answer(&solved.game, answer, &manner);
        // A position that is written another way than it was entered is shown both ways.
        let entered = plain(&request.position.game);
        let entered = entered.split_whitespace().collect::<Vec<_>>().join(" ");
        if solved.ruled.is_none() && entered != answer.game {
            let entered = manner.paint.bold(&brief(&entered, LONGEST));
            out.insert_str(0, &format!("{entered} = "));
        }
        // What was probably not meant is said before what it comes to.
        if let Some(still) = solved.stands_still() {
            let note = words::Word::Note.of(context.lang);
            out.insert_str(0, &format!("{note}{}\n\n", still.render(context.lang)));
        }
        if let Some(genera) = &solved.genera {
            answer::genera(&mut out, &solved.game, genera, &manner);
        }
        if let Some(verified) = &solved.verified {
            answer::verified(&mut out, verified, &manner);
        }
        if let Some(own) = &solved.ruled {
            answer::notes(&mut out, own.rule.text(), &ruled::notes(own), &manner);
        }
    }
    context.write_to(output, out.as_bytes())?;
    if let (Some(path), Some(boards)) = (text(matches, "certificate"), solved.boards) {
        let boards = boards.map_err(Failure::Unknown)?;
        context.write_file(Path::new(path), |out| {
            out.write_all(boards.as_bytes()).map_err(Failure::Write)
        })?;
    }
    match stopped {
        // What is known was told; it would have been more.
        true => Err(Failure::Interrupted),
        false => Ok(exit(answer.outcome)),
    }
}

/// The form of the answer, by its flag or by the ending of the file that it is written to.
fn form<'m>(matches: &'m ArgMatches, output: Option<&str>) -> Result<Option<&'m str>, Failure> {
    let file = output.filter(|file| *file != "-").map(Path::new);
    let tree = text(matches, "tree").map(|form| (format!("--tree={form}"), form));
    let binary = matches.get_flag("binary");
    let picture = binary.then(|| ("--binary".to_owned(), "svg"));
    let endings: &[(&str, &str)] = match tree.is_some() || picture.is_some() {
        true => &[
            ("json", "json"),
            ("svg", "svg"),
            ("dot", "dot"),
            ("gv", "dot"),
            ("txt", "text"),
        ],
        false => &[("json", "json")],
    };
    let asked = tree.or(picture).or_else(|| limits::form(matches));
    output::format_of(file, asked, endings).map_err(|message| {
        let example = "grundy solve nim 3 5 7 --json -o answer.json".to_owned();
        Failure::Arguments(message, example)
    })
}

/// Answers the positions of one file into another.
fn columns(
    solver: &Solver,
    asked: lines::Asked<'_>,
    threads: usize,
    (from, to): (&str, &str),
    interrupt: &Interrupt,
) -> Result<Exit, Failure> {
    #[cfg(feature = "parquet")]
    return lines::columns::run(
        solver,
        asked,
        threads,
        (Path::new(from), Path::new(to)),
        interrupt,
    );
    #[cfg(not(feature = "parquet"))]
    {
        let _ = (solver, asked, threads, from, to, interrupt);
        Err(Failure::Input(words::no_parquet()))
    }
}

/// How many lines are answered at once: one a processor unless said otherwise. What a search keeps in a folder is for one at
/// a time.
fn lines_at_once(matches: &ArgMatches, asked: usize) -> usize {
    match (text(matches, "threads"), text(matches, "table")) {
        (_, Some(_)) => 1,
        (Some(_), None) => asked.min(64),
        (None, None) => limits::processors(),
    }
}

/// Whether the outcome is known.
pub(crate) fn exit(outcome: Option<Outcome>) -> Exit {
    match outcome {
        Some(_) => Exit::Answered,
        None => Exit::Unknown,
    }
}
