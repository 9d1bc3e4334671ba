//! The Cayley graph of a small quotient: an arrow from each element to its product with each generator, in the generator's colour. Elements
//! that the previous player wins have the colour of P-positions. An element that a generator leaves as it is has no arrow for it, and
//! where it leads there and back one arrow has two heads.

use std::collections::BTreeMap;
use std::fmt::Write;

use grundy::engine::misere::Element;
use grundy::{Lang, Outcome};
use grundy_service::quotient::Response;

use crate::picture::spread::spread;
use crate::picture::svg::{begin, centred, escaped};
use crate::picture::vertices::{HEADING, MARGIN, colours, heading, noted};
use crate::print::dot;
use crate::print::paint::{brief, width};
use crate::words::{self, QuotientWord};

/// Most elements drawn.
pub(crate) const VERTICES: usize = 400;

/// How high an element is.
const TALL: f64 = 26.0;

/// Between two arrows that join the same elements, in their middle.
const ASIDE: f64 = 12.0;

/// The colours of generators; those behind have them again, as broken lines.
const PALETTE: [&str; 8] = [
    "#1c7ed6", "#e8590c", "#9c36b5", "#0b7285", "#c2255c", "#5c940d", "#495057", "#8c5a2b",
];

/// How the lines of generators are broken, one after all colours were used, and the last for all others.
const BROKEN: [&str; 3] = ["", " stroke-dasharray=\"7 3\"", " stroke-dasharray=\"2 3\""];

/// A quotient as it is drawn.
#[derive(Clone, Debug)]
pub struct Monoid {
    /// What it is of.
    pub game: String,
    /// The word of each element.
    pub words: Vec<String>,
    /// Who wins a sum of each element.
    pub outcomes: Vec<Outcome>,
    /// The generators.
    pub generators: Vec<Generator>,
}

/// A generator.
#[derive(Clone, Debug)]
pub struct Generator {
    /// Its name in words.
    pub name: String,
    /// What it is.
    pub letter: String,
    /// The product of each element with it.
    pub times: Vec<u32>,
}

impl Monoid {
    /// What was found.
    pub(crate) fn of(found: &Response) -> Monoid {
        let quotient = found.quotient();
        let elements = 0..quotient.order() as u32;
        let letters = quotient.generators().iter();
        let values = letters.filter_map(|&letter| quotient.value(letter as usize));
        let generators = found.generators().into_iter().zip(values);
        Monoid {
            game: found.game.clone(),
            words: found.words(),
            outcomes: (elements.clone())
                .map(|element| quotient.outcome(Element(element)))
                .collect(),
            generators: generators
                .map(|((name, letter), value)| Generator {
                    name,
                    letter,
                    times: (elements.clone())
                        .map(|element| quotient.product_of(element, value.0))
                        .collect(),
                })
                .collect(),
        }
    }

    /// Where each generator leads from each element that it changes.
    fn arrows(&self) -> impl Iterator<Item = Arrow> {
        let elements = 0..self.words.len() as u32;
        elements.flat_map(|from| {
            let generators = self.generators.iter().enumerate();
            let arrows = generators.map(move |(generator, of)| Arrow {
                from,
                to: of.times[from as usize],
                generator,
            });
            arrows.filter(|arrow| arrow.from != arrow.to)
        })
    }
}

/// An arrow: from where, to where, and the generator that leads there.
struct Arrow {
    from: u32,
    to: u32,
    generator: usize,
}

/// A line between two elements: the generator, and whether it leads from the first to the second, and back.
struct Line {
    generator: usize,
    there: bool,
    back: bool,
}

/// The lines between each two elements that are joined, the one of the lesser number first.
fn lines(of: &Monoid) -> BTreeMap<(u32, u32), Vec<Line>> {
    let mut lines: BTreeMap<(u32, u32), Vec<Line>> = BTreeMap::new();
    for Arrow {
        from,
        to,
        generator,
    } in of.arrows()
    {
        let between = lines.entry((from.min(to), from.max(to))).or_default();
        let there = from < to;
        match between.iter_mut().find(|line| line.generator == generator) {
            Some(line) => (line.there, line.back) = (true, true),
            None => between.push(Line {
                generator,
                there,
                back: !there,
            }),
        }
    }
    lines
}

/// The picture of a quotient with at most [`VERTICES`] elements.
pub(crate) fn svg(of: &Monoid, lang: Lang) -> String {
    let lines = lines(of);
    let edges: Vec<(u32, u32)> = lines.keys().copied().collect();
    let words_of: Vec<String> = of.words.iter().map(|word| brief(word, 40)).collect();
    let widths: Vec<f64> = words_of
        .iter()
        .map(|word| (width(word) * 7 + 12).max(28) as f64)
        .collect();
    let spread = spread(&edges, &widths, TALL);
    let title = format!("{} ({})", brief(&of.game, 80), of.words.len());
    let mut legend: Vec<(&str, String)> = (of.generators.iter().enumerate())
        .map(|(place, generator)| {
            let times = words::times(generator.name.clone()).render(lang);
            let gap = words::before_brackets(" ", lang);
            let letter = words::bracketed(&generator.letter, lang);
            (colour(place), format!("{times}{gap}{letter}"))
        })
        .collect();
    legend.push(("#495057", QuotientWord::CayleyLegend.of(lang).to_owned()));
    let longest = legend.iter().map(|(_, line)| width(line) as f64 * 8.0);
    let wide = 2.0 * MARGIN + longest.fold(spread.width.max(300.0), f64::max);
    let (left, top) = ((wide - spread.width) / 2.0, HEADING + MARGIN);
    let below = top + spread.height + MARGIN;
    let high = below + 18.0 * (legend.len() + 1) as f64;
    let mut out = begin(wide as usize, high as usize, &title);
    heads(&mut out, of.generators.len());
    heading(&mut out, HEADING - 6.0, true, &title);
    let boxed = |element: u32| {
        let (x, y) = spread.places[element as usize];
        Boxed {
            at: (x + left, y + top),
            wide: widths[element as usize],
        }
    };
    for (&(one, other), between) in &lines {
        for (place, line) in between.iter().enumerate() {
            let aside = ASIDE * (place as f64 - (between.len() - 1) as f64 / 2.0);
            let way = way(&boxed(one), &boxed(other), aside);
            draw(&mut out, of, line, &way);
        }
    }
    for (element, word) in words_of.iter().enumerate() {
        let Boxed { at: (x, y), wide } = boxed(element as u32);
        let (fill, edge) = colours(of.outcomes[element]);
        let _ = writeln!(
            out,
            "<rect x=\"{:.0}\" y=\"{:.0}\" width=\"{wide:.0}\" height=\"{TALL:.0}\" rx=\"8\" fill=\"{fill}\" stroke=\"{edge}\"/>",
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

/// The colour of a generator by its place.
fn colour(generator: usize) -> &'static str {
    PALETTE[generator % PALETTE.len()]
}

/// The heads of arrows in the colours of so many generators, behind a line and before it.
fn heads(out: &mut String, generators: usize) {
    out.push_str("<defs>");
    for (place, colour) in PALETTE.iter().enumerate().take(generators) {
        for (name, tip, head) in [("g", 8, "M0,0 L8,4 L0,8 z"), ("h", 0, "M8,0 L0,4 L8,8 z")] {
            let _ = write!(
                out,
                "<marker id=\"{name}{place}\" viewBox=\"0 0 8 8\" refX=\"{tip}\" refY=\"4\" markerWidth=\"7\" markerHeight=\"7\" markerUnits=\"userSpaceOnUse\" orient=\"auto\"><path d=\"{head}\" fill=\"{colour}\"/></marker>"
            );
        }
    }
    out.push_str("</defs>\n");
}

/// Draws a line with its heads; what is pointed to tells its generator.
fn draw(out: &mut String, of: &Monoid, line: &Line, way: &str) {
    let place = line.generator % PALETTE.len();
    let broken = BROKEN[(line.generator / PALETTE.len()).min(BROKEN.len() - 1)];
    let _ = write!(
        out,
        "<path d=\"{way}\" fill=\"none\" stroke=\"{}\"{broken}",
        colour(line.generator)
    );
    if line.back {
        let _ = write!(out, " marker-start=\"url(#h{place})\"");
    }
    if line.there {
        let _ = write!(out, " marker-end=\"url(#g{place})\"");
    }
    let name = escaped(&of.generators[line.generator].name);
    let _ = writeln!(out, "><title>{name}</title></path>");
}

/// An element's box: its middle, and how wide it is.
struct Boxed {
    at: (f64, f64),
    wide: f64,
}

impl Boxed {
    /// Where a straight line from the middle to a place leaves the box.
    fn edge(&self, to: (f64, f64)) -> (f64, f64) {
        let (across, down) = (to.0 - self.at.0, to.1 - self.at.1);
        let beside = (self.wide / 2.0 + 1.0) / across.abs();
        let below = (TALL / 2.0 + 1.0) / down.abs();
        let part = beside.min(below).min(1.0);
        (self.at.0 + part * across, self.at.1 + part * down)
    }
}

/// The way from one box to another, which leaves the straight line by so much in its middle.
fn way(one: &Boxed, other: &Boxed, aside: f64) -> String {
    let ((x, y), (to_x, to_y)) = (one.at, other.at);
    let (across, down) = (to_x - x, to_y - y);
    let long = across.hypot(down).max(1.0);
    let middle = (
        (x + to_x) / 2.0 - 2.0 * aside * down / long,
        (y + to_y) / 2.0 + 2.0 * aside * across / long,
    );
    let (begin, end) = (one.edge(middle), other.edge(middle));
    format!(
        "M{:.0},{:.0} Q{:.0},{:.0} {:.0},{:.0}",
        begin.0, begin.1, middle.0, middle.1, end.0, end.1
    )
}

/// The graph in DOT, an arrow for all generators that lead the same way.
pub(crate) fn dot(of: &Monoid) -> String {
    let mut out = String::from(
        "digraph quotient {\n  rankdir=TB;\n  node [fontname=\"sans-serif\", style=filled];\n",
    );
    for (element, word) in of.words.iter().enumerate() {
        let (shape, fill) = match of.outcomes[element] {
            Outcome::P => ("doublecircle", "#f4b8b8"),
            _ => ("circle", "#c7e7c9"),
        };
        let label = dot::escaped(word);
        let _ = writeln!(
            out,
            "  e{element} [label=\"{label}\", shape={shape}, fillcolor=\"{fill}\"];"
        );
    }
    let mut ways: Vec<(u32, u32, Vec<usize>)> = Vec::new();
    for arrow in of.arrows() {
        let mut others = (ways.iter_mut().rev()).take_while(|way| way.0 == arrow.from);
        match others.find(|way| way.1 == arrow.to) {
            Some(way) => way.2.push(arrow.generator),
            None => ways.push((arrow.from, arrow.to, vec![arrow.generator])),
        }
    }
    for (from, to, by) in ways {
        let names = by.iter().map(|&place| of.generators[place].name.as_str());
        let label = names.collect::<Vec<&str>>().join(", ");
        let colour = colour(by[0]);
        let _ = writeln!(
            out,
            "  e{from} -> e{to} [label=\"{label}\", color=\"{colour}\", fontcolor=\"{colour}\"];"
        );
    }
    out.push_str("}\n");
    out
}
