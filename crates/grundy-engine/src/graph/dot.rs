//! A labelled graph in the DOT language, for any of the programs that draw it.

use super::{Graph, Labelling, Loopy};
use crate::quotient::Outcome;
use std::fmt::Write;

/// Writes the graph with, on each vertex, its name (its number where `names` has none), its outcome with the remoteness, and
/// its value where there is one: a Grundy value after a `*`, or ∞ with its set. P-positions are filled, draws are
/// dashed, and the moves that win soonest are bold.
///
/// ```
/// use grundy_engine::Play;
/// use grundy_engine::graph::{dot, labelling, loopy_values, parse_inline};
/// let named = parse_inline("a-b,c-c,c-a")?;
/// let graph = named.graph();
/// let values = loopy_values(graph);
/// let text = dot(graph, named.names(), &labelling(graph, Play::Normal), &|vertex| values.value(vertex));
/// assert!(text.contains(r#"0 [label="a\nN 1\n*1"]"#));
/// assert!(text.contains(r#"2 [label="c\nD\n∞{1}", style=dashed]"#));
/// # Ok::<(), grundy_engine::graph::TextError>(())
/// ```
pub fn dot<'v>(
    graph: &Graph,
    names: &[String],
    labelling: &Labelling,
    values: &dyn Fn(u32) -> Option<Loopy<'v>>,
) -> String {
    let mut text = String::from("digraph {\n  node [shape=box];\n");
    // Writing into a string does not fail.
    let _ = write_into(&mut text, graph, names, labelling, values);
    text.push_str("}\n");
    text
}

fn write_into<'v>(
    text: &mut String,
    graph: &Graph,
    names: &[String],
    labelling: &Labelling,
    values: &dyn Fn(u32) -> Option<Loopy<'v>>,
) -> std::fmt::Result {
    for vertex in 0..graph.vertices() as u32 {
        write!(text, "  {vertex} [label=\"")?;
        match names.get(vertex as usize) {
            Some(name) => name.chars().try_for_each(|character| match character {
                '"' | '\\' => write!(text, "\\{character}"),
                _ if character.is_control() => write!(text, " "),
                _ => write!(text, "{character}"),
            })?,
            None => write!(text, "{vertex}")?,
        }
        let label = labelling.label(vertex);
        if let Some(label) = label {
            write!(text, "\\n{}", label.letter())?;
        }
        if let Some(moves) = labelling.remoteness(vertex) {
            write!(text, " {moves}")?;
        }
        match values(vertex) {
            Some(Loopy::Finite(value)) => write!(text, "\\n*{value}")?,
            Some(infinite) => write!(text, "\\n{infinite}")?,
            None => {}
        }
        match label {
            Some(Outcome::P) => writeln!(text, "\", style=filled, fillcolor=lightgray];")?,
            Some(Outcome::D) => writeln!(text, "\", style=dashed];")?,
            _ => writeln!(text, "\"];")?,
        }
    }
    for vertex in 0..graph.vertices() as u32 {
        let soonest = labelling
            .remoteness(vertex)
            .and_then(|moves| moves.checked_sub(1));
        let winning = labelling.label(vertex) == Some(Outcome::N) && soonest.is_some();
        for &option in graph.options(vertex) {
            let bold = winning && labelling.remoteness(option) == soonest;
            writeln!(
                text,
                "  {vertex} -> {option}{};",
                if bold { " [style=bold]" } else { "" }
            )?;
        }
    }
    Ok(())
}
