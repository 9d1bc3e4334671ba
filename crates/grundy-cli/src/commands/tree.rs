//! `grundy solve --tree`: the state graph of a small position.

use grundy::{Budget, Exhausted, Game, Play, Reason, StateGraph};

use crate::context::Context;
use crate::failure::{Exit, Failure};
use crate::picture::graph;
use crate::print::dot::dot;
use crate::print::paint::Paint;
use crate::print::states::{self, states};
use crate::why::Why;
use crate::words;

/// Positions, moves and components looked at where the flags do not say.
const POSITIONS: u64 = 20_000;

/// Writes the graph; `chosen` says that the budget's positions are the user's.
pub(crate) fn run(
    game: &Game,
    play: Play,
    format: &str,
    budget: &Budget,
    chosen: bool,
    context: &Context,
) -> Result<Exit, Failure> {
    let mut budget = budget.clone();
    if !chosen {
        budget.positions = POSITIONS;
    }
    let states_of = StateGraph::new(game, play, &budget).map_err(|why| {
        let flag = match &why {
            _ if budget.is_stopped(0) => return Failure::Interrupted,
            Reason::Interrupted => return Failure::Interrupted,
            Reason::Exhausted(Exhausted::Bytes(_)) => "--budget-bytes",
            Reason::Exhausted(Exhausted::Time(_)) => "--budget-time",
            Reason::Exhausted(_) | Reason::TooLarge(_) => "--budget-positions",
            _ => return Failure::unknown(why),
        };
        let message = words::tree_too_large(why.describe(), flag);
        Failure::unknown(Why::told(why, message))
    })?;
    let text = match format {
        "text" => states(
            &states_of,
            game,
            context.lang,
            Paint::new(context.colours()),
        ),
        "svg" if states_of.vertices.len() > graph::VERTICES => {
            let why = words::too_many_to_draw(states_of.vertices.len(), graph::VERTICES);
            return Err(Failure::unknown(why));
        }
        "json" => states::json(&states_of, game, context.lang),
        "svg" => graph::graph(&states_of, game, context.lang),
        _ => dot(&states_of, game, context.lang),
    };
    context.write(text.as_bytes())?;
    Ok(Exit::Answered)
}
