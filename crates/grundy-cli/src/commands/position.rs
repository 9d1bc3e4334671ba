//! The position that is asked about, with the play and the budget, as the commands that play read it.

use std::time::Duration;

use clap::ArgMatches;
use grundy::{Budget, Game, Play};
use grundy_service::solve::Position as Asked;

use crate::commands::ruled;
use crate::context::Context;
use crate::failure::Failure;
use crate::interrupt::Interrupt;
use crate::limits;
use crate::sink::Told;

/// Time for an answer where nobody says how much.
const TIME: Option<Duration> = Some(Duration::from_secs(10));

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

/// What `GAME …` asks for with `--rule`, `--let`, `--misere`, and the budget of the whole command.
pub(super) fn written(matches: &ArgMatches, context: &Context) -> Result<(Asked, Budget), Failure> {
    let interrupt = context.listen();
    let budget = limits::budget(matches, TIME, &interrupt, context)?;
    Ok((asked(matches, budget.bytes, context)?, budget))
}

/// The position itself; `most` bytes are read of a file.
pub(super) fn asked(matches: &ArgMatches, most: u64, context: &Context) -> Result<Asked, Failure> {
    let words: Vec<&str> = (matches.get_many::<String>("GAME").into_iter().flatten())
        .map(String::as_str)
        .collect();
    Ok(Asked {
        game: words.join(" "),
        rule: ruled::written(matches, most, context)?,
        misere: matches.get_flag("misere"),
    })
}

/// Reads `GAME …` with `--rule`, `--let`, `--misere` and the budgets of each answer of a conversation.
pub(super) fn read(matches: &ArgMatches, context: &Context) -> Result<Position, Failure> {
    let interrupt = context.listen();
    let budget = limits::of_conversation(matches, TIME, &interrupt, context)?;
    let asked = asked(matches, budget.bytes, context)?;
    let (game, ruled) = (asked.read(&budget, &Told::nothing(context)))
        .map_err(|failure| Failure::of(failure, ruled::EXAMPLE))?;
    let own = game.parts().first().filter(|_| ruled.is_some());
    Ok(Position {
        head: own.map(|part| part.rules.head().to_owned()),
        play: match asked.misere {
            true => Play::Misere,
            false => Play::Normal,
        },
        game,
        budget,
        interrupt,
    })
}
