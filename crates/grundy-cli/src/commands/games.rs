//! `grundy games`: the catalogue.

use clap::ArgMatches;
use grundy::Budget;
use grundy_service::atlas;
use grundy_service::games::Request;

use crate::commands::place;
use crate::context::Context;
use crate::failure::{Exit, Failure};
use crate::limits;
use crate::print::atlas as printed;
use crate::print::listing;
use crate::print::paint::Paint;
use crate::sink::Told;

/// Runs the command.
pub(crate) fn run(matches: &ArgMatches, context: &Context) -> Result<Exit, Failure> {
    // No engine is asked: the limits are for the watch.
    let budget = limits::budget(matches, None, &context.listen(), context)?;
    if matches.get_flag("octal") {
        return octal(matches, &budget, context);
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
fn octal(matches: &ArgMatches, budget: &Budget, context: &Context) -> Result<Exit, Failure> {
    let table = atlas::Request {}.run(budget, &mut Told::nothing(context));
    let table = table.map_err(|failure| Failure::of(failure, "grundy games --octal"))?;
    let text = if matches.get_flag("json") {
        table.json()
    } else {
        printed::text(&table.rows, context.lang, Paint::new(context.colours()))
    };
    context.write(text.as_bytes())?;
    Ok(Exit::Answered)
}
