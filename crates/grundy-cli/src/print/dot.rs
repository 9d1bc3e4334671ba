//! A state graph in DOT, Graphviz's language: P-positions are doubly circled, the start is an octagon, values stand
//! under the positions, and winning moves are thick.

use std::fmt::Write;

use grundy::{Lang, Outcome};
use grundy_service::states::Response;

use crate::print::states::note;

/// The graph as DOT.
pub(crate) fn dot(of: &Response, lang: Lang) -> String {
    let mut out = String::from(
        "digraph states {\n  rankdir=TB;\n  node [fontname=\"sans-serif\", style=filled];\n",
    );
    let (graph, names) = (&of.graph, of.names(lang));
    for (place, vertex) in graph.vertices.iter().enumerate() {
        let (shape, fill) = match vertex.outcome {
            Outcome::P => ("doublecircle", "#f4b8b8"),
            Outcome::N => ("circle", "#c7e7c9"),
            Outcome::D => ("circle", "#d5dbe8"),
        };
        let shape = match (place, vertex.outcome) {
            (0, Outcome::P) => "doubleoctagon",
            (0, _) => "octagon",
            _ => shape,
        };
        let label = format!("{}\\n{}", escaped(&names[place]), escaped(&note(vertex)));
        let _ = writeln!(
            out,
            "  v{place} [label=\"{label}\", shape={shape}, fillcolor=\"{fill}\"];"
        );
    }
    for (place, vertex) in graph.vertices.iter().enumerate() {
        for &option in &vertex.options {
            let wins = vertex.outcome == Outcome::N && graph.vertices[option].outcome == Outcome::P;
            let style = if wins { " [penwidth=2.5]" } else { "" };
            let _ = writeln!(out, "  v{place} -> v{option}{style};");
        }
    }
    out.push_str("}\n");
    out
}

pub(crate) fn escaped(text: &str) -> String {
    text.replace('\\', "\\\\").replace('"', "\\\"")
}
