//! Vertices with their labels and the lines between them; edges that can be clicked have their number on them.

use std::collections::HashSet;

use grundy::scene::{Dot, DotMark, Line, Mark};
use grundy_play::layout;

use super::{CellCanvas, Glyph, Look, Stroke};
use crate::print::paint::{brief, clean, width};

/// Longest label shown.
const LABEL: usize = 12;

/// The places that are taken already.
#[derive(Default)]
struct Taken(HashSet<(usize, usize)>);

impl Taken {
    /// Takes so many columns if they are free.
    fn take(&mut self, (x, columns): (usize, usize), y: usize) -> bool {
        let mut places = (x..x + columns).map(|x| (x, y));
        if places.clone().any(|place| self.0.contains(&place)) {
            return false;
        }
        self.0.extend(&mut places);
        true
    }
}

impl CellCanvas {
    /// A graph in the room that its vertices need.
    pub(super) fn graph(
        &mut self,
        vertices: &[Dot],
        edges: &[Line],
        clickable: &HashSet<Mark>,
        room: (usize, usize),
    ) {
        let labels: Vec<String> = vertices.iter().map(labelled).collect();
        let widest = labels.iter().map(|label| width(label)).max().unwrap_or(1) + 2;
        let wanted = (24 + 4 * vertices.len(), 7 + vertices.len());
        let wide = wanted.0.min(room.0.min(76)).max(widest + 12);
        let high = wanted.1.min(room.1.min(22)).max(7);
        let middle = |(x, y): (f64, f64)| {
            let across = (wide - widest - 1) as f64;
            (
                (widest as f64 / 2.0 + x * across).round(),
                (y * (high - 1) as f64).round(),
            )
        };
        let places = layout::places(vertices, edges);
        let places: Vec<(f64, f64)> = spread(&places).map(middle).collect();
        let mut taken = Taken::default();
        for (at, (label, &(x, y))) in labels.iter().zip(&places).enumerate() {
            let look = match vertices[at].mark {
                DotMark::Token => Look::Piece,
                DotMark::Ground => Look::Frame,
                DotMark::Gone => Look::Gone,
                DotMark::Plain | DotMark::Spot => Look::Thing,
            };
            let left = (x as usize).saturating_sub(width(label) / 2).max(1);
            let glyph = Glyph::new(left, y as usize, label.clone(), look).marked(Mark::Vertex(at));
            taken.take(glyph.span(), glyph.y);
            self.glyphs.push(glyph);
        }
        let mut below = high + 1;
        for (at, line) in edges.iter().enumerate().filter(|(_, line)| !line.gone) {
            let (Some(&from), Some(&to)) = (places.get(line.from), places.get(line.to)) else {
                continue;
            };
            let mark = Mark::Edge(at);
            self.strokes.push(Stroke {
                from: (from.0 + 0.5, from.1 + 0.5),
                to: (to.0 + 0.5, to.1 + 0.5),
                mark: mark.clone(),
            });
            if line.directed {
                self.arrow(from, to, &mut taken);
            }
            let can = clickable.contains(&mark);
            let text = match (line.count, can) {
                (Some(count), _) => count.to_string(),
                (None, true) => (at + 1).to_string(),
                (None, false) => continue,
            };
            let glyph = on_the_line(from, to, &text, &mut taken);
            let glyph = glyph.unwrap_or_else(|| {
                below += 1;
                let name = |at: usize| brief(&clean(&vertices[at].label), LABEL);
                let text = format!("{text}: {}–{}", name(line.from), name(line.to));
                Glyph::new(1, below - 1, text, Look::Edge)
            });
            self.glyphs
                .push(if can { glyph.marked(mark) } else { glyph });
        }
    }

    /// A small arrow near the end of a line.
    fn arrow(&mut self, from: (f64, f64), to: (f64, f64), taken: &mut Taken) {
        // A row is twice as high as a column is wide.
        let (across, down) = (to.0 - from.0, 2.0 * (to.1 - from.1));
        let eighth = (down.atan2(across) / std::f64::consts::FRAC_PI_4).round() as i64;
        let text = ["→", "↘", "↓", "↙", "←", "↖", "↑", "↗"][eighth.rem_euclid(8) as usize];
        for share in [0.8, 0.72, 0.64, 0.88, 0.5] {
            let (x, y) = between(from, to, share);
            if taken.take((x, 1), y) {
                self.glyphs.push(Glyph::new(x, y, text, Look::Edge));
                return;
            }
        }
    }
}

/// The places stretched over the whole of 0..=1 both ways.
fn spread(places: &[(f64, f64)]) -> impl Iterator<Item = (f64, f64)> {
    let over = |of: fn(&(f64, f64)) -> f64| {
        let least = places.iter().map(of).fold(f64::INFINITY, f64::min);
        let most = places.iter().map(of).fold(f64::NEG_INFINITY, f64::max);
        move |at: f64| match most - least {
            length if length > 0.05 => (at - least) / length,
            _ => at,
        }
    };
    let (across, down) = (over(|place| place.0), over(|place| place.1));
    places.iter().map(move |&(x, y)| (across(x), down(y)))
}

/// A vertex as it is written.
fn labelled(dot: &Dot) -> String {
    let sign = match dot.mark {
        DotMark::Token => "◆",
        DotMark::Ground => "▄",
        DotMark::Gone => "·",
        DotMark::Plain | DotMark::Spot => "○",
    };
    format!("{sign}{}", brief(&clean(&dot.label), LABEL))
}

/// The place after this share of the way.
fn between(from: (f64, f64), to: (f64, f64), share: f64) -> (usize, usize) {
    let at = |from: f64, to: f64| (from + share * (to - from)).round().max(0.0) as usize;
    (at(from.0, to.0), at(from.1, to.1))
}

/// Text on a line where there is room for it, the middle first; beside the vertex where the line is a loop.
fn on_the_line(from: (f64, f64), to: (f64, f64), text: &str, taken: &mut Taken) -> Option<Glyph> {
    let columns = width(text) + 2;
    for share in [0.5, 0.4, 0.6, 0.3, 0.7] {
        let (x, y) = between(from, to, share);
        let left = x.saturating_sub(columns / 2);
        if taken.take((left, columns), y) {
            return Some(Glyph::new(left + 1, y, text, Look::Edge));
        }
    }
    None
}
