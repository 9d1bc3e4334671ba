//! `grundy moves`: every move of a position, the machine's choice among them, and what a move was worth.

use std::path::Path;

use clap::ArgMatches;
use grundy_play::Board;
use grundy_service::Refused;
use grundy_service::moves::{Opponent, Request};

use crate::commands::position;
use crate::commands::solve::exit;
use crate::context::Context;
use crate::failure::{Exit, Failure};
use crate::limits::{count, text};
use crate::picture::marked;
use crate::print::answer::Manner;
use crate::print::moves;
use crate::print::paint::Paint;
use crate::sink::Told;
use crate::words;

const EXAMPLE: &str = "grundy moves nim 3 5 7 --choose --errs 20";

/// Runs the command.
pub(crate) fn run(matches: &ArgMatches, context: &Context) -> Result<Exit, Failure> {
    let (request, mut budget) = position::written(matches, context)?;
    // Each option is a question of its own: the time is that of all of them.
    budget.since.get_or_insert(context.begun);
    let (errs, seed) = opponent(matches, EXAMPLE)?;
    // A number too large to be one is refused as those are that no move has.
    let number = |text| count(text).and_then(|number| usize::try_from(number).ok());
    let played = text(matches, "played");
    // People count from 1, as the list does; programs from 0, as JSON does.
    let first = usize::from(!crate::limits::as_json(matches));
    let picture = picture(matches)?;
    let request = Request {
        position: request,
        choose: (matches.get_flag("choose")).then_some(Opponent { errs, seed }),
        played: played.map(|text| {
            let number = number(text).and_then(|number| number.checked_sub(first));
            number.unwrap_or(usize::MAX)
        }),
    };
    let found = request.run(&budget, &mut Told::nothing(context));
    let found = found.map_err(|failure| match (failure, played) {
        (grundy_service::Failure::Refused(Refused::NoSuchMove { count, .. }), Some(text)) => {
            refuse(words::no_such_move(text, count, first))
        }
        (failure, _) => Failure::of(failure, EXAMPLE),
    })?;
    let board = &found.board;
    match picture {
        Some(Picture::Alone) => {
            context.write(marked::marked(board, context.lang).as_bytes())?;
            return Ok(ended(board));
        }
        Some(Picture::File(path)) => {
            let picture = marked::marked(board, context.lang);
            context.write_file(path, |out| {
                out.write_all(picture.as_bytes()).map_err(Failure::write)
            })?;
        }
        None => {}
    }
    let out = if crate::limits::as_json(matches) {
        found.json(context.lang)
    } else {
        let manner = Manner {
            lang: context.lang,
            paint: Paint::new(context.colours()),
            columns: context.columns(),
            all: true,
            most: board.moves.len(),
            explain: false,
        };
        moves::text(&found, &manner)
    };
    context.write(out.as_bytes())?;
    Ok(ended(board))
}

/// Whether it is known who wins, now and after each move that is listed.
fn ended(board: &Board) -> Exit {
    match board.moves.iter().any(moves::is_open) {
        true => Exit::Unknown,
        false => exit(board.answer.outcome),
    }
}

/// Where the board is drawn.
enum Picture<'a> {
    /// On standard output, and nothing else there.
    Alone,
    /// In a file, besides the list.
    File(&'a Path),
}

fn picture(matches: &ArgMatches) -> Result<Option<Picture<'_>>, Failure> {
    let Some(name) = text(matches, "picture") else {
        return Ok(None);
    };
    if name == "-" {
        return match crate::limits::as_json(matches) {
            true => Err(refuse(words::board_alone())),
            false => Ok(Some(Picture::Alone)),
        };
    }
    let path = Path::new(name);
    match path.extension().is_some_and(|kind| kind == "svg") {
        true => Ok(Some(Picture::File(path))),
        false => Err(refuse(words::board_is_svg(path))),
    }
}

/// How the machine plays: its errors in a hundred moves, and its seed. The example is shown where these are not understood.
pub(crate) fn opponent(matches: &ArgMatches, example: &str) -> Result<(u8, u64), Failure> {
    let refuse = |message| Failure::Arguments(message, example.to_owned());
    let errs = match text(matches, "errs") {
        None => 0,
        Some(text) => count(text.strip_suffix('%').unwrap_or(text))
            .and_then(|errs| u8::try_from(errs).ok())
            .filter(|&errs| errs <= 100)
            .ok_or_else(|| refuse(words::no_percentage(text)))?,
    };
    let seed = match text(matches, "seed") {
        None => 0,
        Some(text) => count(text).ok_or_else(|| refuse(words::no_seed(text)))?,
    };
    Ok((errs, seed))
}

fn refuse(message: grundy::Message) -> Failure {
    Failure::Arguments(message, EXAMPLE.to_owned())
}
