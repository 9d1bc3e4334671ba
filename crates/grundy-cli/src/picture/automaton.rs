//! A small automaton as SVG: states in a circle, those that mean a lost position with a double line, arrows with the digits or letters that
//! follow them.

use std::f64::consts::TAU;
use std::fmt::Write;

use grundy::Message;

use crate::picture::svg::{begin, centred, escaped};

/// Half the side of the circle of a state.
const STATE: f64 = 20.0;

/// An automaton that reads digits or letters, as patterns have it.
pub(crate) struct Drawn<'a> {
    /// The digits or letters.
    pub(crate) signs: Vec<String>,
    /// `next[state * signs + sign]`; state 0 is the start.
    pub(crate) next: &'a [u32],
    /// By state, what stands in it, and whether the position is lost.
    pub(crate) states: Vec<(String, bool)>,
}

/// The picture, with what it is about and how it is read above it.
pub(crate) fn svg(drawn: &Drawn<'_>, title: &str, legend: &Message, lang: grundy::Lang) -> String {
    let states = drawn.states.len();
    let legend = legend.render(lang);
    let radius = 60.0 + 26.0 * states as f64;
    let lines = [title, &legend];
    let widest = lines
        .iter()
        .map(|line| crate::print::paint::width(line))
        .max();
    let width = (2.0 * radius + 200.0).max(8.0 * widest.unwrap_or(0) as f64 + 30.0);
    let height = 2.0 * radius + 200.0;
    let (middle, centre) = (width / 2.0, height / 2.0 + 20.0);
    let mut out = begin(width as usize, height as usize, title);
    out.push_str("<defs><marker id=\"arrow\" viewBox=\"0 0 8 8\" refX=\"8\" refY=\"4\" markerWidth=\"7\" markerHeight=\"7\" orient=\"auto\"><path d=\"M0,0 L8,4 L0,8 z\" fill=\"context-stroke\"/></marker></defs>\n");
    let _ = writeln!(
        out,
        "<text x=\"14\" y=\"22\" font-size=\"14\" font-weight=\"bold\">{}</text>\n<text x=\"14\" y=\"42\">{}</text>",
        escaped(title),
        escaped(&legend)
    );
    let places: Vec<(f64, f64)> = (0..states)
        .map(|state| {
            let turn = TAU * (state as f64 / states as f64 + 0.5);
            (middle + radius * turn.cos(), centre + radius * turn.sin())
        })
        .collect();
    let Some(&(x, y)) = places.first() else {
        out.push_str("</svg>\n");
        return out;
    };
    line(&mut out, (x - 60.0, y), (x - STATE - 4.0, y), (x - 30.0, y));
    for (from, &at) in places.iter().enumerate() {
        for (to, &behind) in places.iter().enumerate() {
            let signs: Vec<&str> = (0..)
                .zip(&drawn.signs)
                .filter(|(place, _)| {
                    let place = from * drawn.signs.len() + place;
                    drawn.next.get(place).copied() == u32::try_from(to).ok()
                })
                .map(|(_, sign)| sign.as_str())
                .collect();
            if !signs.is_empty() {
                arrow(&mut out, at, behind, (middle, centre), &signs.join(","));
            }
        }
    }
    for (&(x, y), (told, lost)) in places.iter().zip(&drawn.states) {
        let (fill, edge) = match lost {
            true => ("#f9d0d0", "#c4161c"),
            false => ("#d9f0da", "#2b8a3e"),
        };
        let _ = writeln!(
            out,
            "<circle cx=\"{x:.1}\" cy=\"{y:.1}\" r=\"{STATE}\" fill=\"{fill}\" stroke=\"{edge}\"/>"
        );
        if *lost {
            let _ = writeln!(
                out,
                "<circle cx=\"{x:.1}\" cy=\"{y:.1}\" r=\"{}\" fill=\"none\" stroke=\"{edge}\"/>",
                STATE - 4.0
            );
        }
        centred(&mut out, x as usize, y as usize, edge, told);
    }
    out.push_str("</svg>\n");
    out
}

/// A curve by way of a point.
fn line(out: &mut String, (x, y): (f64, f64), (to_x, to_y): (f64, f64), (by_x, by_y): (f64, f64)) {
    let _ = writeln!(
        out,
        "<path d=\"M{x:.1},{y:.1} Q{by_x:.1},{by_y:.1} {to_x:.1},{to_y:.1}\" fill=\"none\" stroke=\"#868e96\" marker-end=\"url(#arrow)\"/>"
    );
}

/// An arrow with its digits or letters; one from a state to itself goes round outside the circle of states.
fn arrow(
    out: &mut String,
    from: (f64, f64),
    to: (f64, f64),
    (middle, centre): (f64, f64),
    signs: &str,
) {
    let away = |(x, y): (f64, f64), (to_x, to_y): (f64, f64), by: f64| {
        let length = (to_x - x).hypot(to_y - y).max(1.0);
        (x + (to_x - x) / length * by, y + (to_y - y) / length * by)
    };
    if from == to {
        let outside = away(
            (middle, centre),
            from,
            (from.0 - middle).hypot(from.1 - centre) + 70.0,
        );
        // A state alone has no outside.
        let outside = match (from.0 - middle).hypot(from.1 - centre) < 1.0 {
            true => (from.0, from.1 - 70.0),
            false => outside,
        };
        let turned = |sign: f64| {
            let (x, y) = away(from, outside, STATE);
            let (across, down) = (x - from.0, y - from.1);
            let (sine, cosine) = (sign * 0.5f64).sin_cos();
            (
                from.0 + across * cosine - down * sine,
                from.1 + across * sine + down * cosine,
            )
        };
        let (begin, end) = (turned(-1.0), turned(1.0));
        let (x, y) = outside;
        let _ = writeln!(
            out,
            "<path d=\"M{:.1},{:.1} C{x:.1},{y:.1} {x:.1},{y:.1} {:.1},{:.1}\" fill=\"none\" stroke=\"#868e96\" marker-end=\"url(#arrow)\"/>",
            begin.0, begin.1, end.0, end.1
        );
        centred(out, x as usize, y as usize, "#000000", signs);
        return;
    }
    // Arrows there and back bend to different sides.
    let (between_x, between_y) = ((from.0 + to.0) / 2.0, (from.1 + to.1) / 2.0);
    let (across, down) = (to.0 - from.0, to.1 - from.1);
    let length = across.hypot(down).max(1.0);
    let by = (
        between_x - down / length * 34.0,
        between_y + across / length * 34.0,
    );
    line(out, away(from, by, STATE), away(to, by, STATE + 2.0), by);
    let label = ((between_x + by.0) / 2.0, (between_y + by.1) / 2.0);
    let label = away(label, by, 10.0);
    centred(out, label.0 as usize, label.1 as usize, "#000000", signs);
}
