//! `grundy solve --tree`: the state graph of a small position.

use grundy::budget::Exhausted;
use grundy::state_graph::Unexplored;
use grundy::{Budget, Game, Play, StateGraph};

use crate::desk::Desk;
use crate::failure::{Exit, Failure};
use crate::picture::graph;
use crate::print::dot::dot;
use crate::print::paint::Paint;
use crate::print::states::{self, states};
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
    desk: &Desk,
) -> Result<Exit, Failure> {
    let mut budget = budget.clone();
    if !chosen {
        budget.positions = POSITIONS;
    }
    let stopped = |budget: &Budget| {
        let stop = budget.stop.as_ref();
        stop.is_some_and(|stop| stop.load(std::sync::atomic::Ordering::Relaxed))
    };
    let states_of = StateGraph::new(game, play, &budget).map_err(|why| {
        if stopped(&budget) {
            Failure::Interrupted
        } else {
            Failure::Unknown(match &why {
                Unexplored::Fault(fault) => fault.clone(),
                Unexplored::Exhausted(Exhausted::Bytes(_)) => {
                    words::tree_too_large(why.said(), "--budget-bytes")
                }
                Unexplored::Exhausted(Exhausted::Time(_)) => {
                    words::tree_too_large(why.said(), "--budget-time")
                }
                _ => words::tree_too_large(why.said(), "--budget-positions"),
            })
        }
    })?;
    let text = match format {
        "text" => states(&states_of, game, desk.lang, Paint::new(desk.colours())),
        "svg" if states_of.vertices.len() > graph::VERTICES => {
            let why = words::too_many_to_draw(states_of.vertices.len(), graph::VERTICES);
            return Err(Failure::Unknown(why));
        }
        "json" => states::json(&states_of, game, desk.lang),
        "svg" => graph::graph(&states_of, game, desk.lang),
        _ => dot(&states_of, game, desk.lang),
    };
    desk.write(text.as_bytes())?;
    Ok(Exit::Answered)
}
