//! `grundy play`: a game in the terminal, on a screen or line by line.
//!
//! Everything here works with scenes, clicks and lists of moves; the rules of the games stay where they are.

#[cfg(feature = "tui")]
mod app;
#[cfg(feature = "tui")]
mod canvas;
#[cfg(feature = "tui")]
mod choice;
#[cfg(feature = "tui")]
mod layout;
mod plain;
#[cfg(feature = "tui")]
mod preview;
#[cfg(feature = "tui")]
mod screen;
#[cfg_attr(not(feature = "tui"), allow(dead_code, reason = "for the screen"))]
mod session;
#[cfg(all(test, feature = "tui"))]
mod tests;
#[cfg(feature = "tui")]
mod view;

use std::io::IsTerminal;
use std::time::{SystemTime, UNIX_EPOCH};

use clap::ArgMatches;
use grundy::Reason;

use crate::commands::moves::opponent;
use crate::commands::position;
use crate::context::Context;
use crate::failure::{Exit, Failure};
use crate::limits::text;
use crate::words;
use session::{Player, Session, Terms};

const EXAMPLE: &str = "grundy play nim 3 5 7 --errs 20 --seed 1";

/// Runs the command.
pub(crate) fn run(matches: &ArgMatches, context: &Context) -> Result<Exit, Failure> {
    let asked = position::read(matches, context)?;
    let (errs, seed) = opponent(matches, EXAMPLE)?;
    let seed = match text(matches, "seed") {
        Some(_) => seed,
        None => clock(),
    };
    let begins = !matches!(text(matches, "first"), Some("computer" | "machine"));
    let players = match (text(matches, "with"), begins) {
        (Some("person"), _) => [Player::Person, Player::Person],
        (Some("watch"), _) => [Player::Machine, Player::Machine],
        (_, true) => [Player::Person, Player::Machine],
        (_, false) => [Player::Machine, Player::Person],
    };
    let terms = Terms {
        play: asked.play,
        players,
        errs,
        seed,
        budget: asked.budget,
        head: asked.head,
    };
    let interrupt = asked.interrupt;
    let session = Session::new(&asked.game, terms);
    if interrupt.was_pressed() {
        return Err(Failure::Interrupted);
    }
    if !session.board().complete {
        return Err(match session.board().fault.clone() {
            Some(fault) => Failure::unknown(Reason::Fault(fault)),
            None => Failure::unknown(words::too_large_to_play()),
        });
    }
    let is_screen = context.is_shown() && std::io::stdin().is_terminal();
    if matches.get_flag("plain") || !is_screen {
        plain::run(session, context, &interrupt)
    } else {
        screen::run(session, context, &interrupt)
    }
}

/// What there is instead where the program was built without the screen: the game, line by line.
#[cfg(not(feature = "tui"))]
mod screen {
    use super::plain;
    use super::session::Session;
    use crate::context::Context;
    use crate::failure::{Exit, Failure};
    use crate::interrupt::Interrupt;
    use crate::print::graph::note;
    use crate::words;

    pub(super) fn run(
        session: Session,
        context: &Context,
        interrupt: &Interrupt,
    ) -> Result<Exit, Failure> {
        note(&words::no_tui(), context);
        plain::run(session, context, interrupt)
    }
}

/// A seed that is another one each time.
fn clock() -> u64 {
    let now = SystemTime::now().duration_since(UNIX_EPOCH);
    now.map_or(0, |now| now.as_nanos() as u64)
}
