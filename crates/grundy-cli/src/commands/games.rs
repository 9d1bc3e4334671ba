//! `grundy games`: the catalogue.

use clap::ArgMatches;
use grundy::Budget;
use grundy_service::games::{Request, Response};
use grundy_service::{atlas, quotients, theorems};

use crate::context::Context;
use crate::failure::{Exit, Failure};
use crate::limits::{self, text};
use crate::print::atlas as printed;
use crate::print::paint::Paint;
use crate::print::{listing, quotients as printed_quotients, theorems as printed_theorems};
use crate::sink::Told;
use crate::words;

const EXAMPLE: &str = "grundy games nim";

/// Runs the command.
pub(crate) fn run(matches: &ArgMatches, context: &Context) -> Result<Exit, Failure> {
    // No engine is asked: the limits are for the watch.
    let budget = limits::budget(matches, None, &context.listen(), context)?;
    let lists = ["octal", "quotients", "theorems"].map(|list| matches.get_flag(list));
    let named: Vec<&str> = texts(matches, "NAME");
    let sought: Vec<&str> = [texts(matches, "search"), named.clone()].concat();
    let name = named.first().map(|name| (*name).to_owned());
    let is_search = sought.len() > 1 || sought.len() > named.len();
    match lists {
        [false, false, false] => (),
        [false, false, true] if !is_search => (),
        [true, false, false] | [false, true, false] if sought.is_empty() => (),
        [true, false, false] if !is_search && text(matches, "digits").is_none() => (),
        _ => {
            let example = "grundy games --quotients".to_owned();
            return Err(Failure::Arguments(words::one_list_at_a_time(), example));
        }
    }
    if let (true, Some(code)) = (matches.get_flag("octal"), &name) {
        return with_code(code, matches, &budget, context);
    }
    if matches.get_flag("octal") {
        return octal(matches, &budget, context);
    }
    if matches.get_flag("quotients") {
        return quotients(matches, &budget, context);
    }
    if matches.get_flag("theorems") {
        return theorems(matches, name, &budget, context);
    }
    let request = Request { name };
    let found = match is_search {
        false => request.run(&budget, &mut Told::nothing(context)),
        true => with_words(&sought, &budget, context),
    };
    // A word that is no name may stand in titles and rules.
    let found = found.or_else(|failure| match with_words(&sought, &budget, context) {
        Ok(found) if !found.listings.is_empty() => Ok(found),
        _ => Err(failure),
    });
    let found = found.map_err(|failure| Failure::of(failure, EXAMPLE))?;
    if found.listings.is_empty() {
        let message = words::no_game_with(&sought.join(" "));
        return Err(Failure::Arguments(message, EXAMPLE.to_owned()));
    }
    let (paint, columns) = (Paint::new(context.colours()), context.columns());
    let text = if limits::as_json(matches) {
        found.json()
    } else {
        match &found.listings[..] {
            [only] if !is_search && request.name.is_some() => {
                listing::one(only, context.lang, paint, columns)
            }
            all => listing::all(all, context.lang, paint, columns),
        }
    };
    context.write(text.as_bytes())?;
    Ok(Exit::Answered)
}

/// The values of an argument that may stand several times, or be missing.
fn texts<'m>(matches: &'m ArgMatches, name: &str) -> Vec<&'m str> {
    let given = matches.get_many::<String>(name).into_iter().flatten();
    given.map(String::as_str).collect()
}

/// The games with these words.
fn with_words(
    words: &[&str],
    budget: &Budget,
    context: &Context,
) -> Result<Response, grundy_service::Failure> {
    let all = Request::default().run(budget, &mut Told::nothing(context))?;
    Ok(all.with_words(words))
}

/// The games whose heaps have the rules of a code.
fn with_code(
    code: &str,
    matches: &ArgMatches,
    budget: &Budget,
    context: &Context,
) -> Result<Exit, Failure> {
    const EXAMPLE: &str = "grundy games --octal 0.77";
    let all = Request::default().run(budget, &mut Told::nothing(context));
    let found = all.and_then(|all| all.with_code(code));
    let found = found.map_err(|failure| Failure::of(failure, EXAMPLE))?;
    if found.listings.is_empty() {
        let message = words::no_game_of_code(code);
        return Err(Failure::Arguments(message, format!("grundy period {code}")));
    }
    let text = match limits::as_json(matches) {
        true => found.json(),
        false => {
            let (paint, columns) = (Paint::new(context.colours()), context.columns());
            listing::all(&found.listings, context.lang, paint, columns)
        }
    };
    context.write(text.as_bytes())?;
    Ok(Exit::Answered)
}

/// The table of the octal codes and their periods.
fn octal(matches: &ArgMatches, budget: &Budget, context: &Context) -> Result<Exit, Failure> {
    const EXAMPLE: &str = "grundy games --octal --digits 4";
    let digits = limits::digits(matches, EXAMPLE)?;
    let table = atlas::Request { digits }.run(budget, &mut Told::nothing(context));
    let table = table.map_err(|failure| Failure::of(failure, EXAMPLE))?;
    let text = if limits::as_json(matches) {
        table.json()
    } else {
        printed::text(
            &table.rows,
            digits,
            context.lang,
            Paint::new(context.colours()),
        )
    };
    context.write(text.as_bytes())?;
    Ok(Exit::Answered)
}

/// The table of codes and their misère quotients.
fn quotients(matches: &ArgMatches, budget: &Budget, context: &Context) -> Result<Exit, Failure> {
    let table = quotients::Request {}.run(budget, &mut Told::nothing(context));
    let table = table.map_err(|failure| Failure::of(failure, "grundy games --quotients"))?;
    let text = if limits::as_json(matches) {
        table.json()
    } else {
        let (paint, columns) = (Paint::new(context.colours()), context.columns());
        printed_quotients::text(&table, context.lang, paint, columns)
    };
    context.write(text.as_bytes())?;
    Ok(Exit::Answered)
}

/// The theorems that a machine has checked, of a game or all.
fn theorems(
    matches: &ArgMatches,
    name: Option<String>,
    budget: &Budget,
    context: &Context,
) -> Result<Exit, Failure> {
    let found = theorems::Request { name }.run(budget, &mut Told::nothing(context));
    let found = found.map_err(|failure| Failure::of(failure, "grundy games --theorems lasker"))?;
    let text = if limits::as_json(matches) {
        found.json()
    } else {
        let (paint, columns) = (Paint::new(context.colours()), context.columns());
        printed_theorems::text(&found.theorems, context.lang, paint, columns)
    };
    context.write(text.as_bytes())?;
    Ok(Exit::Answered)
}
