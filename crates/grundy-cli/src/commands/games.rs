//! `grundy games`: the catalogue.

use clap::ArgMatches;
use grundy_service::games::Request;

use crate::commands::place;
use crate::context::Context;
use crate::failure::{Exit, Failure};
use crate::limits;
use crate::print::atlas;
use crate::print::listing;
use crate::print::paint::Paint;
use crate::sink::Told;

/// The periods of octal codes of up to three digits, made by `grundy period --atlas`.
const OCTAL: &str = include_str!("../../data/octal-periods.tsv");

/// Runs the command.
pub(crate) fn run(matches: &ArgMatches, context: &Context) -> Result<Exit, Failure> {
    // No engine is asked: the limits are for the watch.
    let budget = limits::budget(matches, None, &context.listen(), context)?;
    if matches.get_flag("octal") {
        return octal(matches, context);
    }
    let request = Request {
        name: place(matches, "NAME").map(str::to_owned),
    };
    let found = request.run(&budget, &mut Told::nothing(context));
    let found = found.map_err(|failure| Failure::of(failure, "grundy games nim"))?;
    let (paint, columns) = (Paint::new(context.colours()), context.columns());
    let text = if matches.get_flag("json") {
        found.json()
    } else {
        match &found.listings[..] {
            [only] if request.name.is_some() => listing::one(only, context.lang, paint, columns),
            all => listing::all(all, context.lang, paint),
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
