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
use crate::words;

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
    let game: Vec<&str> = (matches.get_many::<String>("GAME").into_iter().flatten())
        .map(String::as_str)
        .collect();
    let (game, rule) = (game.join(" "), ruled::written(matches, most, context)?);
    // A program that asks goes from position to position, and may come to the empty one.
    let by_hand = !limits::as_json(matches);
    if let (Some(example), None, true) = (alone(&game), &rule, by_hand) {
        let example = format!("grundy solve {example}");
        return Err(Failure::Arguments(words::heaps_missing(&game), example));
    }
    Ok(Asked {
        game,
        rule,
        misere: matches.get_flag("misere"),
    })
}

/// The example of a game that is named without the heaps or coordinates that it is played with. It means the empty position, which nobody asks about.
fn alone(game: &str) -> Option<&'static str> {
    let name = game.trim();
    let is_one = !name.contains(|letter: char| letter.is_whitespace() || "+'(:".contains(letter));
    let listing = grundy::game::listing(name).filter(|_| is_one)?;
    let (head, _) = listing.example.split_once(' ')?;
    (head == listing.name).then_some(listing.example)
}

/// Reads `GAME …` with `--rule`, `--let`, `--misere` and the budgets of each answer of a conversation.
pub(super) fn read(matches: &ArgMatches, context: &Context) -> Result<Position, Failure> {
    let interrupt = context.listen();
    let budget = limits::of_conversation(matches, TIME, &interrupt, context)?;
    let asked = asked(matches, budget.bytes, context)?;
    let (game, ruled) = (asked.read(&budget, &Told::nothing(context)))
        .map_err(|failure| Failure::of(failure, ruled::example(matches)))?;
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
