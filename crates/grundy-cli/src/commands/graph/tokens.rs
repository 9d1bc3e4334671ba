//! Tokens on some vertices: one answer for one of them, or for the sum of several.

use std::collections::HashMap;

use grundy::engine::graph::{Advice, Loopy, SumAdvice, TokenMove, labelling};
use grundy::{Outcome, Play};
use grundy_graph::{Answers, Column, External, Names, Row};

use super::reading::{Graphs, Held, unsolved};
use super::{Asked, Written, game, print, refuse};
use crate::failure::{Exit, Failure};
use crate::words;

/// Answers for the tokens.
pub(super) fn run(asked: &Asked<'_>, graphs: Graphs) -> Result<Exit, Failure> {
    if asked.format != Written::Text {
        return Err(refuse(words::one_answer()));
    }
    let Held { arranged, names } = match graphs {
        Graphs::Held(held) => held,
        Graphs::Scattered(external, names) => return scattered(asked, *external, &names),
    };
    let asked_for = [Column::Value];
    let answers = asked.at_once(|| Answers::new(&arranged, &names, asked.play, &asked_for, 1));
    let mut tokens = Vec::new();
    for name in &asked.at {
        match names.find(name).filter(|&vertex| answers.has(vertex)) {
            Some(vertex) => tokens.push(vertex),
            None => return Err(no_such(asked, name)),
        }
    }
    let graph = arranged.into_graph();
    if asked.play == Play::Misere && tokens.len() > 1 {
        return game::sum(asked, &graph, &names, &tokens);
    }
    let mut position = print::Position {
        file: asked.named(),
        header: asked.header.get().map(String::as_str),
        play: asked.play,
        names: &names,
        tokens: &tokens,
        outcome: None,
        values: Vec::new(),
        remoteness: None,
        moves: Vec::new(),
        complete: true,
    };
    if let Some(values) = answers.values() {
        position.outcome = values.sum(&tokens);
        position.moves = match values.advice(&graph, &tokens) {
            Some(SumAdvice::Win(moves) | SumAdvice::HoldDraw(moves)) => moves,
            _ => Vec::new(),
        };
        position.values = print::values(values, &tokens);
    }
    if let [token] = tokens[..] {
        let labelling = labelling(&graph, asked.play);
        position.outcome = labelling.label(token);
        position.remoteness = labelling.remoteness(token);
        let moves = match labelling.advice(&graph, token) {
            Some(Advice::Win(_)) => labelling.winning(&graph, token, graph.every_play_ends(token)),
            Some(Advice::HoldDraw(options)) => options,
            _ => Vec::new(),
        };
        let moves = moves.into_iter().map(|to| TokenMove { token: 0, to });
        position.moves = moves.collect();
    }
    told(asked, &position)
}

fn told(asked: &Asked<'_>, position: &print::Position<'_>) -> Result<Exit, Failure> {
    let text = if asked.json {
        position.json(None, asked.lang)
    } else {
        print::position(position, asked.all, asked.lang, asked.paint())
    };
    asked.tell(&text)?;
    Ok(match position.outcome {
        Some(_) => Exit::Answered,
        None => Exit::Unknown,
    })
}

/// Answers from scratch files: of the moves, only the best of a single token is known there.
fn scattered(asked: &Asked<'_>, external: External, names: &Names) -> Result<Exit, Failure> {
    if asked.play == Play::Misere && asked.at.len() > 1 {
        return Err(Failure::unknown(words::no_misere_sum()));
    }
    let mut wanted = Vec::new();
    for name in &asked.at {
        let vertex = names.find(name);
        wanted.push(vertex.ok_or_else(|| no_such(asked, name))?);
    }
    type Known = (
        Option<Outcome>,
        Option<(Option<u32>, Vec<u32>)>,
        Option<u32>,
        Option<u32>,
    );
    let mut known: HashMap<u32, Known> = HashMap::new();
    let mut keep = |row: Row<'_>| {
        if wanted.contains(&row.vertex) {
            let value = row.value.map(print::owned);
            known.insert(row.vertex, (row.outcome, value, row.remoteness, row.best));
        }
        Ok(())
    };
    external
        .solve(asked.play, &mut keep)
        .map_err(|error| unsolved(asked, error))?;
    if let Some((name, _)) = asked
        .at
        .iter()
        .zip(&wanted)
        .find(|(_, vertex)| !known.contains_key(vertex))
    {
        return Err(no_such(asked, name));
    }
    let mut position = print::Position {
        file: asked.named(),
        header: asked.header.get().map(String::as_str),
        play: asked.play,
        names,
        tokens: &wanted,
        outcome: None,
        values: wanted
            .iter()
            .filter_map(|vertex| known[vertex].1.clone())
            .collect(),
        remoteness: None,
        moves: Vec::new(),
        complete: true,
    };
    if let [token] = wanted[..] {
        let (outcome, _, remoteness, best) = &known[&token];
        (position.outcome, position.remoteness) = (*outcome, *remoteness);
        if *outcome != Some(Outcome::P) {
            let best = best.iter().map(|&to| TokenMove { token: 0, to });
            position.moves = best.collect();
        }
    } else {
        position.outcome = Some(Loopy::sum(position.loopy()));
    }
    // Who loses has no winning move, and all of none are told.
    position.complete = position.outcome == Some(Outcome::P);
    told(asked, &position)
}

fn no_such(asked: &Asked<'_>, name: &str) -> Failure {
    Failure::Input(words::no_such_vertex(asked.named(), name))
}
