//! A small state graph as SVG, drawn in layers: every arrow of a game that ends points down.

use std::fmt::Write;

use grundy::state_graph::Vertex;
use grundy::{Lang, Message, Outcome, StateGraph};
use grundy_service::states::Response;

use crate::picture::svg::{begin, centred};
use crate::print::paint::width;
use crate::print::states::note;
use crate::words;

/// Most positions drawn.
const VERTICES: usize = 400;

/// Height of a layer.
const LAYER: usize = 90;

/// The picture.
///
/// # Errors
/// That it would have more than 400 positions.
pub(crate) fn graph(of: &Response, lang: Lang) -> Result<String, Message> {
    let count = of.graph.vertices.len();
    if count > VERTICES {
        return Err(words::too_many_to_draw(count, VERTICES));
    }
    Ok(drawn(of, lang))
}

fn drawn(of: &Response, lang: Lang) -> String {
    let (graph, names) = (&of.graph, of.names(lang));
    let widest = names.iter().map(|name| width(name)).max().unwrap_or(1);
    let box_width = (widest * 7 + 16).max(48);
    let layers = layers(graph);
    let most = layers.iter().map(Vec::len).max().unwrap_or(1);
    // Room beside a single column for the arrows that pass boxes.
    let beside = 2 * bulge(layers.len()) + 20;
    let across = (most * (box_width + 18) + 20)
        .max(box_width + beside)
        .max(360);
    let height = 44 + layers.len() * LAYER;
    let title = words::under(&of.game.to_string(), graph.play, lang);
    let mut out = begin(across, height, &title);
    out.push_str("<defs><marker id=\"arrow\" viewBox=\"0 0 8 8\" refX=\"8\" refY=\"4\" markerWidth=\"7\" markerHeight=\"7\" orient=\"auto\"><path d=\"M0,0 L8,4 L0,8 z\" fill=\"context-stroke\"/></marker></defs>\n");
    let mut places = vec![(0, 0); graph.vertices.len()];
    for (depth, layer) in layers.iter().enumerate() {
        let slot = across / layer.len().max(1);
        for (order, &vertex) in layer.iter().enumerate() {
            places[vertex] = (slot * order + slot / 2, 60 + depth * LAYER);
        }
    }
    for (from, vertex) in graph.vertices.iter().enumerate() {
        for &to in &vertex.options {
            let wins = wins(vertex, &graph.vertices[to]);
            arrow(&mut out, places[from], places[to], wins, box_width);
        }
    }
    for ((vertex, name), (x, y)) in graph.vertices.iter().zip(&names).zip(&places) {
        let (fill, edge) = match vertex.outcome {
            Outcome::P => ("#f9d0d0", "#c4161c"),
            Outcome::N => ("#d9f0da", "#2b8a3e"),
            Outcome::D => ("#dbe4ff", "#364fc7"),
        };
        let _ = writeln!(
            out,
            "<rect x=\"{}\" y=\"{}\" width=\"{box_width}\" height=\"38\" rx=\"9\" fill=\"{fill}\" stroke=\"{edge}\"/>",
            x.saturating_sub(box_width / 2),
            y - 19
        );
        centred(&mut out, *x, y - 8, "#000000", name);
        centred(&mut out, *x, y + 9, edge, &note(vertex));
    }
    out.push_str("</svg>\n");
    out
}

/// How far an arrow over so many layers stands out from the boxes that it passes.
fn bulge(layers: usize) -> usize {
    (24 + 16 * layers).min(160)
}

/// Whether a move wins: it leaves a lost position and, where play need not end, brings the end nearer.
fn wins(from: &Vertex, to: &Vertex) -> bool {
    let ends = from.components.iter().all(|component| component.ends());
    let is_nearer = || from.remoteness > to.remoteness;
    from.outcome == Outcome::N && to.outcome == Outcome::P && (ends || is_nearer())
}

/// A curve between two positions; a winning move is thicker. An arrow that passes other layers above or below goes round them.
fn arrow(
    out: &mut String,
    (x, y): (usize, usize),
    (to_x, to_y): (usize, usize),
    wins: bool,
    box_width: usize,
) {
    let (stroke, thick) = if wins {
        ("#2b8a3e", 2.0)
    } else {
        ("#adb5bd", 1.0)
    };
    let passed = y.abs_diff(to_y) / LAYER;
    if passed > 1 && x.abs_diff(to_x) < box_width {
        // Even and odd ones on different sides, so that fewer meet.
        let side = if passed.is_multiple_of(2) { 1 } else { -1 };
        let half = side * (box_width / 2) as i64;
        let out_by = half + side * bulge(passed) as i64;
        let (x, to_x) = (x as i64, to_x as i64);
        let _ = writeln!(
            out,
            "<path d=\"M{},{y} C{},{y} {},{to_y} {},{to_y}\" fill=\"none\" stroke=\"{stroke}\" stroke-width=\"{thick}\" marker-end=\"url(#arrow)\"/>",
            x + half,
            x + out_by,
            to_x + out_by,
            to_x + half
        );
        return;
    }
    let down = to_y >= y;
    let (from_y, end_y) = if down {
        (y + 19, to_y - 20)
    } else {
        (y - 19, to_y + 20)
    };
    let bend = if down {
        from_y + 30
    } else {
        from_y.saturating_sub(30)
    };
    let back = if down {
        end_y.saturating_sub(30)
    } else {
        end_y + 30
    };
    let _ = writeln!(
        out,
        "<path d=\"M{x},{from_y} C{x},{bend} {to_x},{back} {to_x},{end_y}\" fill=\"none\" stroke=\"{stroke}\" stroke-width=\"{thick}\" marker-end=\"url(#arrow)\"/>"
    );
}

/// The vertices by the longest way from the start; those in cycles stand where the shortest way finds them.
fn layers(graph: &StateGraph) -> Vec<Vec<usize>> {
    let count = graph.vertices.len();
    let mut open = vec![0usize; count];
    for vertex in &graph.vertices {
        vertex.options.iter().for_each(|&option| open[option] += 1);
    }
    let mut depth: Vec<Option<usize>> = vec![None; count];
    depth[0] = Some(0);
    let mut ready: Vec<usize> = (0..count).filter(|&place| open[place] == 0).collect();
    while let Some(place) = ready.pop() {
        let next = depth[place].map_or(1, |depth| depth + 1);
        for &option in &graph.vertices[place].options {
            depth[option] = Some(depth[option].map_or(next, |known| known.max(next)));
            open[option] -= 1;
            if open[option] == 0 {
                ready.push(option);
            }
        }
    }
    // What lies behind a cycle was not reached in order: it goes one below the first that leads there.
    for place in 0..count {
        let next = depth[place].map_or(1, |depth| depth + 1);
        for &option in &graph.vertices[place].options {
            depth[option].get_or_insert(next);
        }
    }
    let last = depth.iter().flatten().max().copied().unwrap_or(0);
    let mut layers = vec![Vec::new(); last + 1];
    for (place, depth) in depth.iter().enumerate() {
        layers[depth.unwrap_or(0)].push(place);
    }
    layers.retain(|layer| !layer.is_empty());
    layers
}
