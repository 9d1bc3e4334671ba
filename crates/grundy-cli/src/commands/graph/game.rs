//! Other games on the graph of a file, by the catalogue: the file is handed over as a text that every reader of the
//! notation understands.

use std::fmt::Write;

use grundy::answer::WinningMove;
use grundy::engine::graph::{Graph, TokenMove, unescaped};
use grundy::{Answer, Game, Outcome, Solver};
use grundy_graph::{Names, Sink, SinkError};
use grundy_service::answer::{Detail, Document};
use grundy_service::json;
use grundy_service::solve::most_moves;

use super::{Asked, print, reading, refuse};
use crate::commands::solve;
use crate::failure::{Exit, Failure};
use crate::interrupt::Interrupt;
use crate::print::answer::{self, Manner};
use crate::words;

/// The name that the notation has for the file.
const FILE: &str = "graph";

/// Answers for a game of the catalogue on the file's graph.
pub(super) fn run(asked: &Asked<'_>, name: &str) -> Result<Exit, Failure> {
    let directed = ["graph", "geography", "edge-geography"];
    if asked.options.undirected && directed.contains(&name) {
        return Err(refuse(words::directed_game(name)));
    }
    if name.starts_with("graph-nim") {
        return Err(refuse(words::piles_by_solve()));
    }
    let mut kept = Kept {
        edges: Vec::new(),
        most: asked.budget.bytes / 64,
        interrupt: &asked.interrupt,
        vertices: 0,
    };
    let names = reading::fill(asked, &mut kept).map_err(|error| reading::failure(asked, error))?;
    let text = written(&names, kept.edges.iter().copied());
    solved(asked, name, &text)
}

/// Answers for the sum of the tokens, on these vertices, by search through the positions of the whole sum.
pub(super) fn sum(
    asked: &Asked<'_>,
    graph: &Graph,
    names: &Names,
    tokens: &[u32],
) -> Result<Exit, Failure> {
    let edges = (0..graph.vertices() as u32)
        .flat_map(|from| graph.options(from).iter().map(move |&to| (from, to)));
    let text = written(names, edges);
    if !asked.json {
        return solved(asked, "graph", &text);
    }
    let (_, answer, _) = answered(asked, "graph", &text)?;
    let step = |step: &WinningMove| {
        let to = step.to.first()?.position();
        let to = names.find(&unescaped(&to)?)?;
        Some(TokenMove {
            token: step.component,
            to,
        })
    };
    let position = print::Position {
        file: asked.named(),
        header: asked.header.get().map(String::as_str),
        play: asked.play,
        names,
        tokens,
        outcome: answer.outcome,
        values: Vec::new(),
        remoteness: None,
        moves: answer.winning.listed.iter().filter_map(step).collect(),
        // Moves that hold a draw are not told here.
        complete: answer.outcome != Some(Outcome::D)
            && answer.winning.count == Some(answer.winning.listed.len().into()),
    };
    asked.tell(&position.json(answer.unknown.as_ref(), asked.lang))?;
    Ok(solve::exit(answer.outcome))
}

/// The graph as DOT, with loops and parallel edges.
fn written(names: &Names, edges: impl Iterator<Item = (u32, u32)>) -> String {
    let mut text = String::from("digraph {\n");
    let alone = names.may_miss()..names.bound();
    for vertex in alone.chain(names.lone().iter().copied()) {
        let _ = writeln!(text, "{};", quoted(names, vertex));
    }
    for (from, to) in edges {
        let (from, to) = (quoted(names, from), quoted(names, to));
        let _ = writeln!(text, "{from} -> {to};");
    }
    text.push_str("}\n");
    text
}

fn solved(asked: &Asked<'_>, name: &str, graph: &str) -> Result<Exit, Failure> {
    let (game, answer, listed) = answered(asked, name, graph)?;
    let out = if asked.json {
        json::line(&Document::new(&answer, asked.lang, Detail::Full))
    } else {
        let manner = Manner {
            lang: asked.lang,
            paint: asked.paint(),
            columns: asked.context.columns(),
            all: asked.all,
            most: listed,
            explain: false,
        };
        answer::answer(&game, &answer, &manner)
    };
    asked.tell(&out)?;
    Ok(solve::exit(answer.outcome))
}

/// The game, its answer, and how many winning moves are listed at most.
fn answered(asked: &Asked<'_>, name: &str, graph: &str) -> Result<(Game, Answer, usize), Failure> {
    let mut position = format!("{name} @{FILE}");
    for token in &asked.at {
        position.push(' ');
        position.push_str(&grundy::engine::graph::escaped(token));
    }
    let files = |file: &str| match file {
        FILE => Ok(graph.to_owned()),
        _ => asked.context.read(file, asked.budget.bytes),
    };
    let game = Game::parse(&position, &files).map_err(|error| Failure::game(&position, error))?;
    if game.components().next().is_none() {
        return Err(refuse(words::game_needs_vertex(name)));
    }
    let mut solver = Solver::new();
    solver.budget = asked.budget.clone();
    // In JSON the moves of a sum of tokens are all told.
    solver.listed = if asked.all || (asked.json && name == "graph") {
        most_moves(&position, asked.budget.bytes)
    } else {
        solver.listed
    };
    let answer = solver.solve(&game, asked.play);
    Ok((game, answer, solver.listed))
}

/// Edges as they come, with their number.
struct Kept<'a> {
    edges: Vec<(u32, u32)>,
    most: u64,
    interrupt: &'a Interrupt,
    vertices: u64,
}

impl Sink for Kept<'_> {
    fn edges(&mut self, edges: &[(u32, u32)]) -> Result<(), SinkError> {
        if self.interrupt.was_pressed() {
            return Err(SinkError::Interrupted);
        }
        let count = (self.edges.len() + edges.len()) as u64;
        if count > self.most {
            return Err(SinkError::TooLarge(words::too_many_edges(self.most)));
        }
        self.edges.extend_from_slice(edges);
        Ok(())
    }

    fn vertex(&mut self, _: u32) -> Result<(), SinkError> {
        // A text with all of them is made, as of the edges.
        self.vertices += 1;
        if self.vertices > self.most {
            return Err(SinkError::TooLarge(words::too_many_vertices(self.most)));
        }
        Ok(())
    }
}

/// A name as it stands in a text of DOT.
fn quoted(names: &Names, vertex: u32) -> String {
    let name = names.name(vertex).unwrap_or_default();
    format!("\"{}\"", name.replace('\\', "\\\\").replace('"', "\\\""))
}
