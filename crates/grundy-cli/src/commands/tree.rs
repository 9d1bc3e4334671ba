//! `grundy solve --tree`: the state graph of a small position.

use grundy::{Budget, Exhausted, Reason};
use grundy_service::Why;
use grundy_service::solve::Position;
use grundy_service::states::{POSITIONS, Request};

use crate::commands::ruled;
use crate::context::Context;
use crate::failure::{Exit, Failure};
use crate::picture::graph;
use crate::print::dot::dot;
use crate::print::paint::Paint;
use crate::print::states::states;
use crate::sink::Told;
use crate::words;

/// Writes the graph to standard output or a file; `chosen` says that the budget's positions are the user's.
pub(crate) fn run(
    (position, format): (Position, &str),
    budget: &Budget,
    chosen: bool,
    output: Option<&str>,
    context: &Context,
) -> Result<Exit, Failure> {
    let mut budget = budget.clone();
    if !chosen {
        budget.positions = POSITIONS;
    }
    let states_of = Request { position }.run(&budget, &mut Told::nothing(context));
    let states_of = states_of.map_err(|failure| match failure {
        grundy_service::Failure::Unknown(why) => Failure::Unknown(in_words(why)),
        failure => Failure::of(failure, ruled::EXAMPLE),
    })?;
    let text = match format {
        "text" => {
            let paint = Paint::new(output.is_none() && context.colours());
            states(&states_of, context.lang, paint)
        }
        "json" => states_of.json(context.lang),
        "svg" => graph::graph(&states_of, context.lang)
            .map_err(|why| Failure::unknown(words::tree_as_text(why)))?,
        _ => dot(&states_of, context.lang),
    };
    context.write_to(output, text.as_bytes())?;
    Ok(Exit::Answered)
}

/// Why there is no graph, with the flag that allows more.
fn in_words(why: Why) -> Why {
    let flag = match why.reason() {
        Some(Reason::Exhausted(Exhausted::Bytes(_))) => "--memory",
        Some(Reason::Exhausted(Exhausted::Time(_))) => "--time",
        Some(Reason::Exhausted(_) | Reason::TooLarge(_)) => "--positions",
        _ => return why,
    };
    why.in_words(|why| words::tree_too_large(why, flag))
}
