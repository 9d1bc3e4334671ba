//! A state graph in words: a line for each position, the options behind it.

use std::fmt::Write;

use grundy::state_graph::Vertex;
use grundy::{Game, Lang, Outcome, StateGraph};

use crate::print::json::{array, field, key, number};
use crate::print::paint::{Paint, brief, left, right, width};
use crate::words::{self, Word};

/// The positions in the notation, heaps of one ruleset joined as in `nim 3 5 7`.
pub(crate) fn names(graph: &StateGraph, game: &Game, lang: Lang) -> Vec<String> {
    let joined: Vec<&str> = game
        .parts()
        .iter()
        .filter(|part| !part.whole)
        .map(|part| part.rules.head())
        .collect();
    let vertices = graph.vertices.iter();
    vertices.map(|vertex| name(vertex, &joined, lang)).collect()
}

fn name(vertex: &Vertex, joined: &[&str], lang: Lang) -> String {
    let mut name = String::new();
    let mut before = None;
    for component in &vertex.components {
        let head = component.head();
        let position = component.position();
        if before != Some(head) || !joined.contains(&head) {
            if before.is_some() {
                name.push_str(" + ");
            }
            name.push_str(head);
        }
        if !position.is_empty() {
            name.push(' ');
            name.push_str(&position);
        }
        before = Some(head);
    }
    if before.is_none() {
        name.push_str(Word::Nothing.of(lang));
    }
    brief(&name, 60)
}

/// Outcome and value: `N 3`.
pub(crate) fn note(vertex: &Vertex) -> String {
    match vertex.value {
        Some(value) => format!("{} {value}", vertex.outcome.letter()),
        None => vertex.outcome.letter().to_owned(),
    }
}

/// The graph as lines; an option that wins is marked with a star.
pub(crate) fn states(graph: &StateGraph, game: &Game, lang: Lang, paint: Paint) -> String {
    let names = names(graph, game, lang);
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

/// The graph for programs, with a line end.
pub(crate) fn json(graph: &StateGraph, game: &Game, lang: Lang) -> String {
    let names = names(graph, game, lang);
    let mut out = String::from("{");
    field(&mut out, "schema", "grundy.states/1");
    field(&mut out, "game", &game.to_string());
    field(&mut out, "play", graph.play.word());
    key(&mut out, "states");
    array(
        &mut out,
        graph.vertices.iter().zip(&names),
        |out, (vertex, name)| {
            out.push('{');
            field(out, "position", name);
            field(out, "outcome", vertex.outcome.letter());
            maybe(out, "value", vertex.value.map(u64::from));
            maybe(out, "remoteness", vertex.remoteness);
            key(out, "options");
            array(out, &vertex.options, |out, option| {
                let _ = write!(out, "{option}");
            });
            out.push('}');
        },
    );
    out.push_str("}\n");
    out
}

fn maybe(out: &mut String, name: &str, told: Option<u64>) {
    match told {
        Some(told) => number(out, name, told),
        None => {
            key(out, name);
            out.push_str("null");
        }
    }
}
