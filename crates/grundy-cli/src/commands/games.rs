//! `grundy games`: the catalogue.

use clap::ArgMatches;
use grundy::notation::Listing;
use grundy::{Game, game, rulesets};

use crate::commands::place;
use crate::context::Context;
use crate::failure::{Exit, Failure};
use crate::limits;
use crate::print::atlas;
use crate::print::listing;
use crate::print::paint::Paint;

/// The periods of octal codes of up to three digits, made by `grundy period --atlas`.
const OCTAL: &str = include_str!("../../data/octal-periods.tsv");

/// Runs the command.
pub(crate) fn run(matches: &ArgMatches, context: &Context) -> Result<Exit, Failure> {
    // No engine is asked: the limits are for the watch.
    limits::budget(matches, None, &context.listen(), context)?;
    if matches.get_flag("octal") {
        return octal(matches, context);
    }
    let found;
    let (listings, is_one): (&[&Listing], bool) = match place(matches, "NAME") {
        None => (rulesets::CATALOGUE, false),
        Some(name) => {
            found = [named(name)?];
            (&found, true)
        }
    };
    let (paint, columns) = (Paint::new(context.colours()), context.columns());
    let text = if matches.get_flag("json") {
        listing::json(listings)
    } else {
        match listings {
            [only] if is_one => listing::one(only, context.lang, paint, columns),
            _ => listing::all(listings, context.lang, paint),
        }
    };
    context.write(text.as_bytes())?;
    Ok(Exit::Answered)
}

/// The table of the octal codes and their periods.
fn octal(matches: &ArgMatches, context: &Context) -> Result<Exit, Failure> {
    let rows = atlas::read(OCTAL).unwrap_or_default();
    let text = if matches.get_flag("json") {
        atlas::json(&rows)
    } else {
        atlas::text(&rows, context.lang, Paint::new(context.colours()))
    };
    context.write(text.as_bytes())?;
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
            .and_then(|part| part.rules.name())
            .and_then(game::listing)
            .ok_or(Failure::Closed),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_table_is_whole() {
        let rows = atlas::read(OCTAL).expect("a table");
        assert!(rows.len() > 800, "{}", rows.len());
        let of = |code: &str| {
            let row = rows.iter().find(|row| row.code == code)?;
            let proved = row.proved.as_ref()?;
            Some((proved.period, proved.preperiod))
        };
        assert_eq!(of("0.77"), Some((12, 71)));
        assert_eq!(of("0.137"), Some((34, 52)));
        assert_eq!(of("0.16"), Some((149_459, 105_351)));
        assert_eq!(of("0.007"), None);
    }
}
