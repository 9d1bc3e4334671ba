//! `grundy moves`: every move of a position, the machine's choice among them, and what a move was worth.

use std::time::Duration;

use clap::ArgMatches;
use grundy::{Game, Play};
use grundy_play::Board;

use crate::commands::ruled::Ruled;
use crate::commands::solve::exit;
use crate::desk::Desk;
use crate::failure::{Exit, Failure};
use crate::limits::{self, natural, text};
use crate::print::answer::Manner;
use crate::print::moves::{self, Shown};
use crate::print::paint::Paint;
use crate::words;

const EXAMPLE: &str = "grundy moves nim 3 5 7 --choose --errs 20";

/// Runs the command.
pub(crate) fn run(matches: &ArgMatches, desk: &Desk) -> Result<Exit, Failure> {
    let asked: Vec<&str> = (matches.get_many::<String>("GAME").into_iter().flatten())
        .map(String::as_str)
        .collect();
    let asked = asked.join(" ");
    let interrupt = desk.listen();
    let budget = limits::budget(matches, Some(Duration::from_secs(10)), &interrupt, desk)?;
    let most = budget.bytes;
    let ruled = Ruled::read(matches, most, desk)?;
    let game = match &ruled {
        None => Game::parse(&asked, &|name: &str| desk.read(name, most))
            .map_err(|error| Failure::game(&asked, error))?,
        Some(ruled) => ruled.game(&asked, most, desk)?,
    };
    let play = match matches.get_flag("misere") {
        true => Play::Misere,
        false => Play::Normal,
    };
    let (errs, seed) = opponent(matches, EXAMPLE)?;
    let board = Board::new(&game, play, &budget);
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
        head: ruled
            .as_ref()
            .and_then(|_| game.parts().first())
            .map(|part| part.rules.head()),
    };
    let out = if matches.get_flag("json") {
        let mut out = moves::json(&shown, desk.lang);
        out.push('\n');
        out
    } else {
        let manner = Manner {
            lang: desk.lang,
            paint: Paint::new(desk.colours()),
            columns: desk.columns(),
            all: true,
            most: board.moves.len(),
            explain: false,
        };
        moves::text(&shown, &manner)
    };
    if interrupt.was_pressed() {
        return Err(Failure::Interrupted);
    }
    desk.write(out.as_bytes())?;
    Ok(exit(board.answer.outcome))
}

/// How the machine plays: its errors in a hundred moves, and its seed. The example is shown where these are not understood.
pub(crate) fn opponent(matches: &ArgMatches, example: &str) -> Result<(u8, u64), Failure> {
    let refuse = |said| Failure::Arguments(said, example.to_owned());
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

fn refuse(said: grundy::Said) -> Failure {
    Failure::Arguments(said, EXAMPLE.to_owned())
}
