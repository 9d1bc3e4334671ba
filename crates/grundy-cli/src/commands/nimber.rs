//! `grundy nimber`: formulas in the field of nimbers.

use std::time::Duration;

use clap::ArgMatches;
use grundy::number::expression::Value;
use grundy_service::nimber::Request;

use crate::context::Context;
use crate::failure::{Exit, Failure};
use crate::limits;
use crate::sink::Told;
use crate::words;

/// Runs the command.
pub(crate) fn run(matches: &ArgMatches, context: &Context) -> Result<Exit, Failure> {
    let interrupt = context.listen();
    let budget = limits::budget_of_whole(matches, Duration::from_secs(30), &interrupt, context)?;
    let words: Vec<&str> = (matches.get_many::<String>("FORMULA").into_iter().flatten())
        .map(String::as_str)
        .collect();
    let formula = words.join(" ");
    let found = Request { formula }.run(&budget, &mut Told::nothing(context));
    let found = found.map_err(|failure| Failure::of(failure, "grundy nimber '3*5+7'"))?;
    let text = if limits::as_json(matches) {
        found.json()
    } else {
        let formula = found.formula.to_string();
        let line = match &found.value {
            Value::Roots(one, other) if one != other => {
                words::two_roots(&formula, &one.to_string(), &other.to_string())
            }
            Value::NoPower => words::no_power(&formula),
            value => words::formula_is(&formula, &value.to_string()),
        };
        format!("{}\n", line.render(context.lang))
    };
    context.write(text.as_bytes())?;
    Ok(Exit::Answered)
}
