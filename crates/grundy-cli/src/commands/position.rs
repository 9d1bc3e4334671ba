//! The position that is asked about, with the play and the budget, as the commands that play read it.

use std::time::Duration;

use clap::ArgMatches;
use grundy::notation::{Listing, QUOTE};
use grundy::{Budget, Game, Play};
use grundy_service::solve::Position as Asked;
use grundy_service::text::plain;

use crate::commands::ruled;
use crate::context::Context;
use crate::failure::Failure;
use crate::interrupt::Interrupt;
use crate::limits;
use crate::print::listing::solved;
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
    let bare = (by_hand && rule.is_none()).then(|| bare(&game)).flatten();
    if let Some((name, example)) = bare {
        let example = solved(&example);
        return Err(Failure::Arguments(words::heaps_missing(name), example));
    }
    Ok(Asked {
        game,
        rule,
        misere: matches.get_flag("misere"),
    })
}

/// The first part of a sum that is a game without a position, and the sum with one in the place of each.
pub(super) fn bare(game: &str) -> Option<(&str, String)> {
    // What stands between quotation marks is a part as a whole.
    let parts: Vec<&str> = match game.contains(QUOTE) {
        true => vec![game],
        false => game.split(" + ").collect(),
    };
    let examples: Vec<Option<String>> = parts.iter().map(|part| alone(part)).collect();
    let first = examples.iter().position(Option::is_some)?;
    let whole = parts.iter().zip(&examples);
    let whole = whole.map(|(part, example)| example.as_deref().unwrap_or(part).trim());
    let whole = whole.collect::<Vec<_>>().join(" + ");
    Some((parts[first].trim(), whole))
}

/// The example of a game that is named without the heaps or coordinates that it is played with. It means the empty position, which nobody asks about.
fn alone(game: &str) -> Option<String> {
    let text = game.trim();
    // Not a nimber, which is a position by itself, and nothing that needs a file.
    if text.starts_with('*') || text.contains(['@', '+']) {
        return None;
    }
    let name = text.split([':', ' ']).next().unwrap_or_default();
    let listing = grundy::game::listing(name);
    let rest = |listing: &Listing| listing.example.split_once(' ');
    if let Some(listing) = listing.filter(|_| name == text)
        && let Some((head, _)) = rest(listing)
        && head == listing.name
    {
        return Some(format!("{text} {}", rest(listing)?.1));
    }
    // With its parameters: a code, or a set of takes.
    let read: Game = plain(text).parse().ok()?;
    let [part] = read.parts() else { return None };
    if !part.components.is_empty() {
        return None;
    }
    let usual = match part.rules.coordinates() {
        1 => "10",
        2 => "3,5",
        _ => "",
    };
    let own = listing.and_then(rest).map(|(_, rest)| rest);
    let positions = own.into_iter().chain([usual]);
    let examples = positions.map(|positions| format!("{text} {positions}"));
    let is_position = |example: &String| {
        let game = example.parse::<Game>();
        game.is_ok_and(|game| game.components().next().is_some())
    };
    let mut examples = examples.filter(is_position);
    examples
        .next()
        .or_else(|| listing.map(|listing| listing.example.to_owned()))
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
