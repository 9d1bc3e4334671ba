//! The Cayley graph of a small quotient: an arrow from each element to its product with each generator. Elements that the previous
//! player wins have the colour of P-positions. An element that a generator leaves as it is has no arrow for it.

use std::fmt::Write;

use grundy::engine::graph::Graph;
use grundy::engine::misere::Element;
use grundy::{Lang, Outcome};
use grundy_service::quotient::Response;

use crate::picture::layout::layout;
use crate::picture::svg::{begin, centred, escaped};
use crate::picture::vertices::{HEADING, MARGIN, TALL, THIN, colours, heading, noted, way};
use crate::print::dot;
use crate::print::paint::{brief, width};
use crate::words::{self, QuotientWord};

/// Most elements drawn.
pub(crate) const VERTICES: usize = 400;

/// Most generators with a colour of their own.
const PALETTE: [&str; 8] = [
    "#1c7ed6", "#e8590c", "#9c36b5", "#0b7285", "#c2255c", "#5c940d", "#495057", "#d9480f",
];

/// The colour of a generator by its place.
fn colour(generator: usize) -> &'static str {
    PALETTE.get(generator).copied().unwrap_or(THIN)
}

/// An arrow: from where, to where, and the generators that lead there.
struct Arrow {
    from: u32,
    to: u32,
    by: Vec<usize>,
}

fn arrows(of: &Response) -> Vec<Arrow> {
    let quotient = of.quotient();
    let values: Vec<Element> = (quotient.generators().iter())
        .filter_map(|&letter| quotient.value(letter as usize))
        .collect();
    let mut arrows: Vec<Arrow> = Vec::new();
    for from in 0..quotient.order() as u32 {
        let first = arrows.len();
        for (generator, value) in values.iter().enumerate() {
            let to = quotient.product_of(from, value.0);
            match arrows[first..].iter_mut().find(|arrow| arrow.to == to) {
                _ if to == from => {}
                Some(arrow) => arrow.by.push(generator),
                None => arrows.push(Arrow {
                    from,
                    to,
                    by: vec![generator],
                }),
            }
        }
    }
    arrows
}

/// The names of generators, joined.
fn names(of: &Response, by: &[usize]) -> String {
    let names = of.generators();
    let names: Vec<&str> = by.iter().map(|&place| names[place].0.as_str()).collect();
    names.join(", ")
}

/// The picture of a quotient with at most [`VERTICES`] elements.
pub(crate) fn svg(of: &Response, lang: Lang) -> String {
    let arrows = arrows(of);
    let edges: Vec<(u32, u32)> = arrows.iter().map(|arrow| (arrow.from, arrow.to)).collect();
    let quotient = of.quotient();
    // So few elements always make a graph.
    let Ok(graph) = Graph::new(quotient.order(), &edges) else {
        return String::new();
    };
    let words_of: Vec<String> = of.words().iter().map(|word| brief(word, 40)).collect();
    let widths = words_of
        .iter()
        .map(|word| (width(word) * 7 + 16).max(40) as f64);
    let widths: Vec<f64> = widths.collect();
    let layout = layout(&graph, &widths, TALL);
    let title = format!("{} ({})", brief(&of.game, 80), quotient.order());
    let mut legend: Vec<(&str, String)> = (of.generators().iter().enumerate())
        .map(|(place, (name, letter))| {
            let times = words::times(name.clone()).render(lang);
            let gap = words::before_brackets(" ", lang);
            let letter = words::bracketed(letter, lang);
            (colour(place), format!("{times}{gap}{letter}"))
        })
        .collect();
    legend.push(("#495057", QuotientWord::CayleyLegend.of(lang).to_owned()));
    let longest = legend.iter().map(|(_, line)| width(line) as f64 * 8.0);
    let wide = 2.0 * MARGIN + longest.fold(layout.width.max(300.0), f64::max);
    let top = HEADING + MARGIN;
    let below = top + layout.height + MARGIN;
    let high = below + 18.0 * (legend.len() + 1) as f64;
    let mut out = begin(wide as usize, high as usize, &title);
    heads(&mut out);
    heading(&mut out, HEADING - 6.0, true, &title);
    for arrow in &arrows {
        let way = way(&graph, &layout, &widths, top, (arrow.from, arrow.to));
        let first = arrow.by[0];
        let _ = writeln!(
            out,
            "<path d=\"{way}\" fill=\"none\" stroke=\"{}\" marker-end=\"url(#g{})\"><title>{}</title></path>",
            colour(first),
            first.min(PALETTE.len()),
            escaped(&names(of, &arrow.by))
        );
    }
    for (element, word) in words_of.iter().enumerate() {
        let (x, y) = layout.places[element];
        let (x, y, wide) = (x + MARGIN, y + top, widths[element]);
        let (fill, edge) = colours(quotient.outcome(Element(element as u32)));
        let _ = writeln!(
            out,
            "<rect x=\"{:.0}\" y=\"{:.0}\" width=\"{wide:.0}\" height=\"{TALL:.0}\" rx=\"9\" fill=\"{fill}\" stroke=\"{edge}\"/>",
            x - wide / 2.0,
            y - TALL / 2.0
        );
        centred(&mut out, x as usize, y as usize, "#000000", word);
    }
    for (place, (colour, line)) in legend.iter().enumerate() {
        noted(&mut out, below, place, colour, line);
    }
    out.push_str("</svg>\n");
    out
}

/// The heads of arrows, one in each colour.
fn heads(out: &mut String) {
    out.push_str("<defs>");
    for place in 0..=PALETTE.len() {
        let _ = write!(
            out,
            "<marker id=\"g{place}\" viewBox=\"0 0 8 8\" refX=\"8\" refY=\"4\" markerWidth=\"8\" markerHeight=\"8\" markerUnits=\"userSpaceOnUse\" orient=\"auto\"><path d=\"M0,0 L8,4 L0,8 z\" fill=\"{}\"/></marker>",
            colour(place)
        );
    }
    out.push_str("</defs>\n");
}

/// The graph in DOT.
pub(crate) fn dot(of: &Response) -> String {
    let mut out = String::from(
        "digraph quotient {\n  rankdir=TB;\n  node [fontname=\"sans-serif\", style=filled];\n",
    );
    for (element, word) in of.words().iter().enumerate() {
        let (shape, fill) = match of.quotient().outcome(Element(element as u32)) {
            Outcome::P => ("doublecircle", "#f4b8b8"),
            _ => ("circle", "#c7e7c9"),
        };
        let label = dot::escaped(word);
        let _ = writeln!(
            out,
            "  e{element} [label=\"{label}\", shape={shape}, fillcolor=\"{fill}\"];"
        );
    }
    for arrow in arrows(of) {
        let (from, to, label) = (arrow.from, arrow.to, names(of, &arrow.by));
        let colour = colour(arrow.by[0]);
        let _ = writeln!(
            out,
            "  e{from} -> e{to} [label=\"{label}\", color=\"{colour}\", fontcolor=\"{colour}\"];"
        );
    }
    out.push_str("}\n");
    out
}
