//! Tokens on some vertices: one answer for one of them, or for the sum of several.

use grundy::Play;
use grundy::engine::graph::{Advice, SumAdvice, TokenMove, labelling, loopy_values};
use grundy_graph::Names;

use super::reading::Graphs;
use super::{Asked, Written, game, print, refuse};
use crate::failure::{Exit, Failure};
use crate::words;

/// Answers for the tokens.
pub(super) fn run(asked: &Asked<'_>, graphs: Graphs) -> Result<Exit, Failure> {
    if asked.format != Written::Text {
        return Err(refuse(words::one_answer()));
    }
    let Graphs { arranged, names } = graphs;
    let there = arranged.joined();
    let has = |vertex: u32| {
        let bit = there.get(vertex as usize / 64).copied().unwrap_or(0) >> (vertex % 64) & 1;
        bit == 1 || vertex >= names.may_miss() || names.lone().binary_search(&vertex).is_ok()
    };
    let mut tokens = Vec::new();
    for name in &asked.at {
        match names.find(name).filter(|&vertex| has(vertex)) {
            Some(vertex) => tokens.push(vertex),
            None => return Err(Failure::Input(words::no_such_vertex(asked.file, name))),
        }
    }
    let graph = arranged.into_graph();
    if asked.play == Play::Misere && tokens.len() > 1 {
        return game::sum(asked, &graph, &names);
    }
    let mut position = print::Position {
        file: asked.file,
        play: asked.play,
        names: &names,
        tokens: &tokens,
        outcome: None,
        values: Vec::new(),
        remoteness: None,
        moves: Vec::new(),
    };
    if asked.play == Play::Normal {
        let values = loopy_values(&graph);
        position.outcome = values.sum(&tokens);
        position.moves = match values.advice(&graph, &tokens) {
            Some(SumAdvice::Win(moves) | SumAdvice::HoldDraw(moves)) => moves,
            _ => Vec::new(),
        };
        position.values = print::values(&values, &tokens);
    }
    if let [token] = tokens[..] {
        let labelling = labelling(&graph, asked.play);
        position.outcome = labelling.label(token);
        position.remoteness = labelling.remoteness(token);
        position.moves = match labelling.advice(&graph, token) {
            Some(Advice::Win(options) | Advice::HoldDraw(options)) => options
                .into_iter()
                .map(|to| TokenMove { token: 0, to })
                .collect(),
            _ => Vec::new(),
        };
    }
    let text = if asked.json {
        print::position_json(&position)
    } else {
        print::position(&position, asked.all, asked.lang, asked.paint())
    };
    asked.tell(&text)
}

/// A name as it stands in a text of DOT.
pub(super) fn quoted(names: &Names, vertex: u32) -> String {
    let name = names.name(vertex).unwrap_or_default();
    format!("\"{}\"", name.replace('\\', "\\\\").replace('"', "\\\""))
}
