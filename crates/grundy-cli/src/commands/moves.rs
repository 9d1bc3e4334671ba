//! `grundy moves`: every move of a position, the machine's choice among them, and what a move was worth.

use clap::ArgMatches;
use grundy_play::Board;

use crate::commands::position;
use crate::commands::solve::exit;
use crate::context::Context;
use crate::failure::{Exit, Failure};
use crate::limits::{natural, text};
use crate::print::answer::Manner;
use crate::print::moves::{self, Shown};
use crate::print::paint::Paint;
use crate::words;

const EXAMPLE: &str = "grundy moves nim 3 5 7 --choose --errs 20";

/// Runs the command.
pub(crate) fn run(matches: &ArgMatches, context: &Context) -> Result<Exit, Failure> {
    let asked = position::read(matches, false, context)?;
    let (errs, seed) = opponent(matches, EXAMPLE)?;
    let board = Board::new(&asked.game, asked.play, &asked.budget);
    let played = match text(matches, "played") {
        None => None,
        Some(text) => Some(number(text, board.moves.len())?),
    };
    let choose = matches.get_flag("choose");
    let shown = Shown {
        board: &board,
        chosen: if choose {
            board.choose(errs, seed)
        } else {
            None
        },
        played,
        head: asked.head.as_deref(),
    };
    let out = if matches.get_flag("json") {
        let mut out = moves::json(&shown, context.lang);
        out.push('\n');
        out
    } else {
        let manner = Manner {
            lang: context.lang,
            paint: Paint::new(context.colours()),
            columns: context.columns(),
            all: true,
            most: board.moves.len(),
            explain: false,
        };
        moves::text(&shown, &manner)
    };
    if asked.interrupt.was_pressed() {
        return Err(Failure::Interrupted);
    }
    context.write(out.as_bytes())?;
    Ok(exit(board.answer.outcome))
}

/// How the machine plays: its errors in a hundred moves, and its seed. The example is shown where these are not understood.
pub(crate) fn opponent(matches: &ArgMatches, example: &str) -> Result<(u8, u64), Failure> {
    let refuse = |message| Failure::Arguments(message, example.to_owned());
    let errs = match text(matches, "errs") {
        None => 0,
        Some(text) => text
            .strip_suffix('%')
            .unwrap_or(text)
            .parse()
            .ok()
            .filter(|&errs: &u8| errs <= 100)
            .ok_or_else(|| refuse(words::no_percentage(text)))?,
    };
    let seed = match text(matches, "seed") {
        None => 0,
        Some(text) => natural(text).ok_or_else(|| refuse(words::no_seed(text)))?,
    };
    Ok((errs, seed))
}

fn number(text: &str, count: usize) -> Result<usize, Failure> {
    let number = natural(text).and_then(|number| usize::try_from(number).ok());
    number
        .filter(|&number| number < count)
        .ok_or_else(|| refuse(words::no_such_move(text, count)))
}

fn refuse(message: grundy::Message) -> Failure {
    Failure::Arguments(message, EXAMPLE.to_owned())
}
