//! A small graph as SVG: boxes coloured by outcome, with remoteness and value, the moves that win soonest thick; and the
//! same picture once for each round of the textbook's procedure.

use std::fmt::Write;

use grundy::engine::graph::{Graph, Labelling, Loopy, LoopyValues};
use grundy::{Lang, Outcome, Text, message};

use crate::picture::layout::{Layout, layout};
use crate::picture::svg::{begin, centred, escaped};
use crate::print::paint::{brief, width};
use crate::print::steps::{Mark, Names, panels};
use crate::words;

/// Most vertices drawn.
pub(crate) const VERTICES: usize = 400;
/// Most edges drawn.
pub(crate) const EDGES: usize = 20_000;
/// Most pictures of a sequence.
pub(crate) const PANELS: usize = 60;

/// How high a box is.
pub(crate) const TALL: f64 = 40.0;
/// Free room around the picture, enough for edges that pass outside.
pub(crate) const MARGIN: f64 = 46.0;
/// Room for a heading.
pub(crate) const HEADING: f64 = 30.0;

/// A graph with what is known of it.
pub(crate) struct Scene<'a> {
    /// The graph.
    pub(crate) graph: &'a Graph,
    /// The names of its vertices.
    pub(crate) names: Names<'a>,
    /// Who wins where.
    pub(crate) labelling: &'a Labelling,
    /// The values, where they are known.
    pub(crate) values: Option<&'a LoopyValues>,
}

/// A scene with everything that is the same in all its pictures.
struct Drawn<'a> {
    scene: &'a Scene<'a>,
    names: Vec<String>,
    /// Without room for loops.
    widths: Vec<f64>,
    layout: Layout,
}

impl<'a> Drawn<'a> {
    fn new(scene: &'a Scene<'a>) -> Drawn<'a> {
        let graph = scene.graph;
        let vertices = 0..graph.vertices() as u32;
        let names: Vec<String> = vertices
            .clone()
            .map(|vertex| brief(&(scene.names)(vertex).replace(char::is_control, " "), 40))
            .collect();
        let widths: Vec<f64> = vertices
            .clone()
            .zip(&names)
            .map(|(vertex, name)| {
                let letters = width(name).max(width(&note(scene, vertex)));
                (letters * 7 + 16).max(48) as f64
            })
            .collect();
        let with_loops: Vec<f64> = vertices
            .zip(&widths)
            .map(|(vertex, wide)| {
                let is_loop = graph.options(vertex).binary_search(&vertex).is_ok();
                if is_loop { wide + 48.0 } else { *wide }
            })
            .collect();
        Drawn {
            layout: layout(graph, &with_loops, TALL),
            scene,
            names,
            widths,
        }
    }

    /// All edges, thin ones first, and all boxes.
    fn draw(
        &self,
        out: &mut String,
        top: f64,
        mark: &dyn Fn(u32) -> Mark,
        thick: &dyn Fn(u32, u32) -> bool,
        with_notes: bool,
    ) {
        let graph = self.scene.graph;
        for bold in [false, true] {
            for from in 0..graph.vertices() as u32 {
                for &to in graph.options(from) {
                    if thick(from, to) == bold {
                        self.edge(out, top, from, to, bold);
                    }
                }
            }
        }
        for vertex in 0..graph.vertices() as u32 {
            self.vertex(out, top, vertex, mark(vertex), with_notes);
        }
    }

    fn edge(&self, out: &mut String, top: f64, from: u32, to: u32, bold: bool) {
        let label = self.scene.labelling.label(from).filter(|_| bold);
        let (stroke, thick, marker) = match label {
            Some(label) => (colours(label).1, 2.2, label.letter()),
            None => (THIN, 1.0, "arrow"),
        };
        let way = self.way(top, from, to);
        let _ = writeln!(
            out,
            "<path d=\"{way}\" fill=\"none\" stroke=\"{stroke}\" stroke-width=\"{thick}\" marker-end=\"url(#{marker})\"/>"
        );
    }

    /// The line that an edge takes.
    fn way(&self, top: f64, from: u32, to: u32) -> String {
        way(
            self.scene.graph,
            &self.layout,
            &self.widths,
            top,
            (from, to),
        )
    }

    fn vertex(&self, out: &mut String, top: f64, vertex: u32, mark: Mark, with_notes: bool) {
        let (x, y) = self.layout.places[vertex as usize];
        let (x, y) = (x + MARGIN, y + top);
        let wide = self.widths[vertex as usize];
        let label = self.scene.labelling.label(vertex);
        let (fill, edge) = match (mark, label) {
            (Mark::Open, _) => ("#ffffff", "#adb5bd"),
            (_, Some(label)) => colours(label),
            (_, None) => ("#ffffff", THIN),
        };
        let extra = match mark {
            Mark::Open => " stroke-dasharray=\"4 3\"",
            Mark::Before => "",
            Mark::Now => " stroke-width=\"2.5\"",
        };
        let _ = writeln!(
            out,
            "<rect x=\"{:.0}\" y=\"{:.0}\" width=\"{wide:.0}\" height=\"{TALL:.0}\" rx=\"9\" fill=\"{fill}\" stroke=\"{edge}\"{extra}/>",
            x - wide / 2.0,
            y - TALL / 2.0
        );
        let name = &self.names[vertex as usize];
        let (across, down) = (x as usize, y as usize);
        if mark == Mark::Open {
            return centred(out, across, down, THIN, name);
        }
        centred(out, across, down - 8, "#000000", name);
        let note = if with_notes {
            note(self.scene, vertex)
        } else {
            label.map_or("", Outcome::letter).to_owned()
        };
        centred(out, across, down + 10, edge, &note);
    }
}

/// The line that an edge takes in a layout whose first layer stands at `top`, between boxes of these widths.
pub(crate) fn way(
    graph: &Graph,
    layout: &Layout,
    widths: &[f64],
    top: f64,
    (from, to): (u32, u32),
) -> String {
    let place = |vertex: u32| {
        let (x, y) = layout.places[vertex as usize];
        (x + MARGIN, y + top)
    };
    let ((x, y), (to_x, to_y)) = (place(from), place(to));
    let half = TALL / 2.0;
    if from == to {
        let side = x + widths[from as usize] / 2.0;
        let far = side + 26.0;
        return format!(
            "M{side:.0},{:.0} C{far:.0},{:.0} {far:.0},{:.0} {side:.0},{:.0}",
            y - 9.0,
            y - 26.0,
            y + 26.0,
            y + 9.0
        );
    }
    let bends = layout.bends.get(&(from, to));
    if bends.is_none() && (to_y - y).abs() < TALL {
        // Neighbours in a layer: a bow above them.
        let bow = y.min(to_y) - half - 34.0;
        return format!(
            "M{x:.0},{:.0} C{x:.0},{bow:.0} {to_x:.0},{bow:.0} {to_x:.0},{:.0}",
            y - half,
            to_y - half
        );
    }
    // Edges that go up stay clear of those that go down, also between the same two vertices.
    let back = graph.options(to).binary_search(&from).is_ok();
    let (aside, half) = match (to_y > y, back) {
        (true, false) => (0.0, half),
        (true, true) => (-9.0, half),
        (false, _) => (9.0, -half),
    };
    let mut points = vec![(x + aside, y + half)];
    let passed = bends.into_iter().flatten();
    points.extend(passed.map(|&(x, y)| (x + MARGIN + aside, y + top)));
    points.push((to_x + aside, to_y - half));
    let (x, y) = points[0];
    let mut way = format!("M{x:.0},{y:.0}");
    for step in points.windows(2) {
        let ((x, y), (to_x, to_y)) = (step[0], step[1]);
        let middle = (y + to_y) / 2.0;
        let _ = write!(
            way,
            " C{x:.0},{middle:.0} {to_x:.0},{middle:.0} {to_x:.0},{to_y:.0}"
        );
    }
    way
}

pub(crate) fn colours(label: Outcome) -> (&'static str, &'static str) {
    match label {
        Outcome::P => ("#f9d0d0", "#c4161c"),
        Outcome::N => ("#d9f0da", "#2b8a3e"),
        Outcome::D => ("#dbe4ff", "#364fc7"),
    }
}

/// Outcome, remoteness and value: `N 3  *2`, `D  ∞{0,2}`.
fn note(scene: &Scene<'_>, vertex: u32) -> String {
    let mut note = String::new();
    if let Some(label) = scene.labelling.label(vertex) {
        note.push_str(label.letter());
    }
    if let Some(moves) = scene.labelling.remoteness(vertex) {
        let _ = write!(note, " {moves}");
    }
    match scene.values.and_then(|values| values.value(vertex)) {
        Some(Loopy::Finite(value)) => {
            let _ = write!(note, "  *{value}");
        }
        Some(infinite) => {
            let _ = write!(note, "  {}", brief(&infinite.to_string(), 24));
        }
        None => {}
    }
    note
}

/// The colour of edges that are not thick.
pub(crate) const THIN: &str = "#868e96";

/// The heads of edges: a small one, and one in the colour of each outcome.
fn arrows(out: &mut String) {
    out.push_str("<defs>");
    let mut head = |name: &str, size: usize, fill: &str| {
        let _ = write!(
            out,
            "<marker id=\"{name}\" viewBox=\"0 0 8 8\" refX=\"8\" refY=\"4\" markerWidth=\"{size}\" markerHeight=\"{size}\" markerUnits=\"userSpaceOnUse\" orient=\"auto\"><path d=\"M0,0 L8,4 L0,8 z\" fill=\"{fill}\"/></marker>"
        );
    };
    head("arrow", 8, THIN);
    for label in [Outcome::P, Outcome::N, Outcome::D] {
        head(label.letter(), 11, colours(label).1);
    }
    out.push_str("</defs>\n");
}

/// A line of a legend that begins at a height, by its place there.
pub(crate) fn noted(out: &mut String, top: f64, place: usize, colour: &str, line: &str) {
    let y = top + 18.0 * place as f64;
    let _ = writeln!(
        out,
        "<text x=\"{MARGIN:.0}\" y=\"{y:.0}\" fill=\"{colour}\">{}</text>",
        escaped(line)
    );
}

pub(crate) fn heading(out: &mut String, y: f64, bold: bool, text: &str) {
    let weight = if bold { " font-weight=\"bold\"" } else { "" };
    let _ = writeln!(
        out,
        "<text x=\"{MARGIN:.0}\" y=\"{y:.0}\" font-size=\"14\"{weight}>{}</text>",
        escaped(text)
    );
}

/// What the signs of a picture mean.
const LEGEND: [Text; 3] = [
    Text {
        en: "P: the player to move loses; N: wins; D: draw; after the letter: moves to the end",
        zh: "P：轮到者必败；N：必胜；D：和局；字母之后：到终局的步数",
    },
    Text::new("thick: the moves that win fastest", "粗线：最快取胜的走法"),
    VALUES,
];

/// What the values of a picture mean.
const VALUES: Text = Text {
    en: "*: Grundy value; ∞: with the finite values of the options",
    zh: "*：SG 值；∞：附后继的有限值",
};

/// Whether the picture has room for a graph.
pub(crate) fn fits(graph: &Graph) -> bool {
    graph.vertices() <= VERTICES && graph.edges() <= EDGES
}

/// How wide a picture with these lines of text is.
fn across<'t>(drawn: &Drawn<'_>, lines: impl Iterator<Item = &'t str>) -> f64 {
    let longest = lines
        .map(|line| width(line) as f64 * 8.0)
        .fold(300.0, f64::max);
    2.0 * MARGIN + drawn.layout.width.max(longest)
}

/// The picture of a graph that [`fits`]: each vertex with outcome, remoteness and value, and a legend.
pub(crate) fn svg(scene: &Scene<'_>, title: &str, lang: Lang) -> String {
    let drawn = Drawn::new(scene);
    let labelling = scene.labelling;
    let title = words::under(title, labelling.play(), lang);
    let lines = LEGEND.len() - usize::from(scene.values.is_none());
    let legend = LEGEND[..lines].iter().map(|line| line.of(lang));
    let wide = across(&drawn, legend.clone().chain([title.as_str()]));
    let below = HEADING + MARGIN + drawn.layout.height + MARGIN;
    let mut out = begin(wide as usize, below as usize + 64, &title);
    arrows(&mut out);
    heading(&mut out, HEADING - 6.0, true, &title);
    let wins = |from: u32, to: u32| {
        let soonest = labelling
            .remoteness(from)
            .and_then(|moves| moves.checked_sub(1));
        labelling.label(from) == Some(Outcome::N)
            && soonest.is_some()
            && labelling.remoteness(to) == soonest
    };
    drawn.draw(&mut out, HEADING + MARGIN, &|_| Mark::Before, &wins, true);
    for (place, line) in legend.enumerate() {
        noted(&mut out, below, place, "#495057", line);
    }
    out.push_str("</svg>\n");
    out
}

/// The textbook's procedure as one tall picture, a graph for each round below that of the round before: marks made so far
/// in colour, those of the round with a thick edge, and the edges that are their reason. Of more than [`PANELS`]
/// rounds, the first ones and the last.
pub(crate) fn steps_svg(scene: &Scene<'_>, title: &str, lang: Lang) -> String {
    let drawn = Drawn::new(scene);
    let labelling = scene.labelling;
    let title = words::under(title, labelling.play(), lang);
    let mut panels = panels(labelling, PANELS);
    let rounds = labelling.rounds().len() + usize::from(labelling.labels().contains(&Outcome::D));
    let headings: Vec<String> = panels
        .iter()
        .map(|panel| panel.heading.render(lang))
        .collect();
    let left_out = rounds - panels.len();
    let high = HEADING + MARGIN + drawn.layout.height + MARGIN / 2.0;
    let lines = headings.iter().map(String::as_str).chain([title.as_str()]);
    let wide = across(&drawn, lines);
    let note = (left_out > 0).then(|| {
        message!(
            "{count} rounds before the last are not drawn",
            "最后一轮之前有 {count} 轮未画出",
            count = left_out
        )
        .render(lang)
    });
    let noted = if note.is_some() { HEADING } else { 0.0 };
    let whole = HEADING + noted + high * panels.len() as f64 + 16.0;
    let mut out = begin(wide as usize, whole as usize, &title);
    arrows(&mut out);
    heading(&mut out, HEADING - 6.0, true, &title);
    let mut top = HEADING;
    let last = panels.len();
    for (place, (panel, text)) in panels.drain(..).zip(&headings).enumerate() {
        if place + 1 == last
            && let Some(note) = &note
        {
            heading(&mut out, top + HEADING - 8.0, false, note);
            top += HEADING;
        }
        heading(&mut out, top + HEADING - 8.0, false, text);
        let mark = |vertex: u32| panel.mark(labelling, vertex);
        let decides = |from: u32, to: u32| panel.decides(labelling, from, to);
        drawn.draw(&mut out, top + HEADING + MARGIN, &mark, &decides, false);
        top += high;
    }
    out.push_str("</svg>\n");
    out
}

#[cfg(test)]
mod tests {
    use super::*;
    use grundy::Play;
    use grundy::engine::graph::{labelling, loopy_values, parse_inline};

    fn drawn(edges: &str, play: Play, lang: Lang) -> (String, String) {
        let named = parse_inline(edges).expect("a graph");
        let names = |vertex: u32| named.name(vertex).unwrap_or_default().to_owned();
        let marked = labelling(named.graph(), play);
        let values = loopy_values(named.graph());
        let scene = Scene {
            graph: named.graph(),
            names: &names,
            labelling: &marked,
            values: Some(&values).filter(|_| play == Play::Normal),
        };
        assert!(fits(scene.graph));
        (
            svg(&scene, "a <graph>", lang),
            steps_svg(&scene, "steps", lang),
        )
    }

    fn count(text: &str, part: &str) -> usize {
        text.matches(part).count()
    }

    #[test]
    fn every_vertex_and_edge_is_there() {
        let (svg, steps) = drawn(
            "a-b-c,a-d-c,d-a,x-y-x,y-b,z,l-l,l-a",
            Play::Normal,
            Lang::En,
        );
        assert_eq!(count(&svg, "<rect "), 1 + 8);
        assert_eq!(count(&svg, "<path d=\"M"), 4 + 10);
        assert_eq!(count(&svg, "url(#N)"), 3);
        assert!(svg.contains("a &lt;graph&gt; (normal play: a player who cannot move loses)"));
        assert!(
            svg.contains(">N 1  *1<") && svg.contains(">P 2  *0<"),
            "{svg}"
        );
        assert!(
            svg.contains(">D  ∞{0}<") || svg.contains(">D  ∞{1}<"),
            "{svg}"
        );
        // Four rounds and the draws.
        assert_eq!(count(&steps, "<rect "), 1 + 5 * 8);
        assert_eq!(count(&steps, "stroke-dasharray"), 6 + 4 + 3 + 2);
        assert_eq!(count(&steps, "stroke-width=\"2.5\""), 2 + 2 + 1 + 1 + 2);
        for text in [svg, steps] {
            assert_eq!(count(&text, "<svg "), 1);
            assert!(text.ends_with("</svg>\n"));
            assert!(!text.contains("NaN") && !text.contains("inf"));
        }
    }

    #[test]
    fn both_languages_and_both_plays() {
        let (svg, steps) = drawn("a-b-c", Play::Misere, Lang::Zh);
        assert!(
            svg.contains("反常规则") && svg.contains("粗线") && !svg.contains('*'),
            "{svg}"
        );
        assert!(steps.contains("第 1 轮：P"));
    }

    #[test]
    fn empty_and_long_ones() {
        let graph = Graph::new(0, &[]).expect("a graph");
        let marked = labelling(&graph, Play::Normal);
        let names = |vertex: u32| vertex.to_string();
        let mut scene = Scene {
            graph: &graph,
            names: &names,
            labelling: &marked,
            values: None,
        };
        assert!(svg(&scene, "", Lang::En).ends_with("</svg>\n"));
        assert!(steps_svg(&scene, "", Lang::En).ends_with("</svg>\n"));
        let edges: Vec<(u32, u32)> = (0..89).map(|at| (at, at + 1)).collect();
        let path = Graph::new(90, &edges).expect("a path");
        let marked = labelling(&path, Play::Normal);
        scene.graph = &path;
        scene.labelling = &marked;
        let steps = steps_svg(&scene, "path", Lang::En);
        assert_eq!(count(&steps, "<rect "), 1 + PANELS * 90);
        assert!(steps.contains("30 rounds before the last are not drawn"));
    }
}
