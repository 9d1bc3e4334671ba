//! `grundy games`: the catalogue.

use clap::ArgMatches;
use grundy::notation::Listing;
use grundy::{Game, Lang, game, rulesets};

use crate::commands::place;
use crate::failure::{Exit, Failure};
use crate::output;
use crate::print::listing;
use crate::print::paint::Paint;

/// Runs the command.
pub(crate) fn run(matches: &ArgMatches, lang: Lang) -> Result<Exit, Failure> {
    let found;
    let (listings, is_one): (&[&Listing], bool) = match place(matches, "NAME") {
        None => (rulesets::CATALOGUE, false),
        Some(name) => {
            found = [named(name)?];
            (&found, true)
        }
    };
    let (paint, columns) = (Paint::new(output::colours()), output::columns());
    let text = if matches.get_flag("json") {
        listing::json(listings)
    } else {
        match listings {
            [only] if is_one => listing::one(only, lang, paint, columns),
            _ => listing::all(listings, lang, paint, columns),
        }
    };
    output::write(text.as_bytes())?;
    Ok(Exit::Answered)
}

/// The game of a name; parameters may stand behind it.
fn named(name: &str) -> Result<&'static Listing, Failure> {
    let head = name.split(':').next().unwrap_or_default();
    match (game::listing(head), head.parse::<Game>()) {
        (Some(listing), _) => Ok(listing),
        (None, Err(error)) => Err(Failure::game(name, error)),
        (None, Ok(game)) => game
            .parts()
            .first()
            .map(|part| part.rules.listing())
            .ok_or(Failure::Closed),
    }
}
