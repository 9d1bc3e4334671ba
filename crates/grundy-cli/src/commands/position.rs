//! The position that is asked about, with the play and the budget, as the commands that play read it.

use std::time::Duration;

use clap::ArgMatches;
use grundy::{Budget, Game, Play};

use crate::commands::ruled::Ruled;
use crate::context::Context;
use crate::failure::Failure;
use crate::interrupt::Interrupt;
use crate::limits;

/// A position under some play.
pub(super) struct Position {
    /// The position.
    pub(super) game: Game,
    /// Under which play.
    pub(super) play: Play,
    /// What may be spent on it.
    pub(super) budget: Budget,
    /// Who may stop it.
    pub(super) interrupt: Interrupt,
    /// Where it was asked for by a rule: what comes before it in the notation.
    pub(super) head: Option<String>,
}

/// Reads `GAME …` with `--rule`, `--let`, `--misere` and the budgets, which are for the whole command, or for each answer
/// of a conversation.
pub(super) fn read(
    matches: &ArgMatches,
    is_conversation: bool,
    context: &Context,
) -> Result<Position, Failure> {
    let asked: Vec<&str> = (matches.get_many::<String>("GAME").into_iter().flatten())
        .map(String::as_str)
        .collect();
    let asked = asked.join(" ");
    let interrupt = context.listen();
    let time = Some(Duration::from_secs(10));
    let budget = match is_conversation {
        true => limits::of_conversation(matches, time, &interrupt, context)?,
        false => limits::budget(matches, time, &interrupt, context)?,
    };
    let most = budget.bytes;
    let ruled = Ruled::read(matches, most, context)?;
    let game = match &ruled {
        None => Game::parse(&asked, &|name: &str| context.read(name, most))
            .map_err(|error| Failure::game(&asked, error))?,
        Some(ruled) => ruled.game(&asked, most, context)?,
    };
    let own = game.parts().first().filter(|_| ruled.is_some());
    Ok(Position {
        head: own.map(|part| part.rules.head().to_owned()),
        play: match matches.get_flag("misere") {
            true => Play::Misere,
            false => Play::Normal,
        },
        game,
        budget,
        interrupt,
    })
}
