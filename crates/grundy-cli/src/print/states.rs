//! A state graph in words: a line for each position, the options behind it.

use std::fmt::Write;

use grundy::state_graph::Vertex;
use grundy::{Lang, Outcome};
use grundy_service::states::Response;

use crate::print::paint::{Paint, left, right, width};
use crate::words::{self, Word};

/// Outcome and value: `N 3`.
pub(crate) fn note(vertex: &Vertex) -> String {
    match vertex.value {
        Some(value) => format!("{} {value}", vertex.outcome.letter()),
        None => vertex.outcome.letter().to_owned(),
    }
}

/// The graph as lines; an option that wins is marked with a star.
pub(crate) fn states(of: &Response, lang: Lang, paint: Paint) -> String {
    let (graph, names) = (&of.graph, of.names(lang));
    let widest = names.iter().map(|name| width(name)).max().unwrap_or(0);
    let digits = graph.vertices.len().to_string().len();
    let notes = graph
        .vertices
        .iter()
        .map(|vertex| note(vertex).len())
        .max()
        .unwrap_or(0);
    let play = words::play(graph.play).of(lang);
    let mut out = String::new();
    let _ = writeln!(out, "{}", paint.dim(play));
    for (place, vertex) in graph.vertices.iter().enumerate() {
        let mut options: Vec<String> = vertex
            .options
            .iter()
            .map(|&option| {
                let wins =
                    vertex.outcome == Outcome::N && graph.vertices[option].outcome == Outcome::P;
                format!("{option}{}", if wins { "*" } else { "" })
            })
            .collect();
        if options.is_empty() {
            options.push(Word::NoOption.of(lang).to_owned());
        }
        let note = left(&note(vertex), notes);
        let note = match vertex.outcome {
            Outcome::N => paint.win(&note),
            Outcome::P => paint.loss(&note),
            Outcome::D => paint.open(&note),
        };
        let _ = writeln!(
            out,
            "{}  {}  {note}  → {}",
            right(&place.to_string(), digits),
            left(&names[place], widest),
            options.join(" ")
        );
    }
    out
}
