//! Positions that can follow one, held against the solver.

use crate::state_graph::{StateGraph, Vertex};
use crate::{Budget, Game, Outcome, Play, Solver};

fn graph(text: &str, play: Play) -> StateGraph {
    let game: Game = text.parse().expect(text);
    StateGraph::new(&game, play, &Budget::default()).expect("small")
}

fn written(vertex: &Vertex) -> String {
    let parts: Vec<String> = vertex
        .components
        .iter()
        .map(|component| format!("{} {}", component.head(), component.position()))
        .collect();
    parts.join(" + ")
}

#[test]
fn every_vertex_agrees_with_the_solver() {
    for text in ["nim 2 3 3", "wythoff 4,5", "nim 2 + wythoff 2,3", "nim 0 0"] {
        for play in [Play::Normal, Play::Misere] {
            let graph = graph(text, play);
            let mut solver = Solver::new();
            for vertex in &graph.vertices {
                let text = written(vertex);
                let game: Game = text.parse().expect("the notation");
                let answer = solver.solve(&game, play);
                assert_eq!(Some(vertex.outcome), answer.outcome, "{text} {play:?}");
                if let (Play::Normal, Some(value)) = (play, answer.value) {
                    assert_eq!(vertex.value.map(u64::from), value.to_u64(), "{text}");
                }
                let best = vertex.options.iter().map(|&option| &graph.vertices[option]);
                let moves = match vertex.outcome {
                    Outcome::N => best
                        .filter(|option| option.outcome == Outcome::P)
                        .filter_map(|option| option.remoteness)
                        .min(),
                    _ => best.filter_map(|option| option.remoteness).max(),
                };
                assert_eq!(vertex.remoteness, Some(moves.map_or(0, |moves| moves + 1)));
            }
        }
    }
}

#[test]
fn components_stay_where_they_were_entered() {
    let graph = graph("nim 3 1 2 + kayles 2 + nim 1", Play::Normal);
    let named: Vec<String> = graph.vertices.iter().map(written).collect();
    assert_eq!(named[0], "nim 3 + nim 1 + nim 2 + kayles 2 + nim 1");
    for name in [
        "nim 2 + nim 1 + nim 2 + kayles 2 + nim 1",
        "nim 3 + nim 2 + kayles 2 + nim 1",
        "nim 3 + nim 1 + nim 2 + kayles 1 + nim 1",
    ] {
        assert!(named.iter().any(|one| one == name), "{name}");
    }
}

#[test]
fn equal_sums_are_one_vertex() {
    // The multisets of at most two heaps of 1 to 3, the sum of nothing among them.
    assert_eq!(graph("nim 3 3", Play::Normal).vertices.len(), 10);
    assert_eq!(graph("nim", Play::Normal).vertices.len(), 1);
    assert_eq!(graph("nim", Play::Misere).vertices[0].outcome, Outcome::N);
    assert_eq!(graph("nim 3", Play::Normal).edges(), 6);
}

#[test]
fn the_budget_holds() {
    let budget = Budget {
        positions: 50,
        ..Budget::default()
    };
    for text in ["nim 9 9 9", "nim 1000000000000000000"] {
        let game: Game = text.parse().expect(text);
        assert!(StateGraph::new(&game, Play::Normal, &budget).is_err());
    }
}
