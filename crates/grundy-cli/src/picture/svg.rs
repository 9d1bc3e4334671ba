//! A small table as SVG: a square per cell with its value or outcome, P-positions in a colour of their own, coordinates
//! in the margins and a legend below.

use std::fmt::Write;

use grundy::{Lang, Outcome};

use crate::picture::colour::{self, Rgb, STEPS};
use crate::print::paint::{brief, width as print_width};
use crate::print::table::shown;
use crate::words::{self, Word};
use grundy_service::range::Grid;

/// Most cells drawn.
pub(crate) const CELLS: usize = 40_000;
/// Most cells that get text.
const WITH_TEXT: usize = 4096;

/// The start of a picture of some size, white.
pub(crate) fn begin(width: usize, height: usize, title: &str) -> String {
    format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{width}\" height=\"{height}\" viewBox=\"0 0 {width} {height}\" font-family=\"sans-serif\" font-size=\"12\">\n<title>{}</title>\n<rect width=\"{width}\" height=\"{height}\" fill=\"#ffffff\"/>\n",
        escaped(title)
    )
}

/// Text for XML.
pub(crate) fn escaped(text: &str) -> String {
    text.replace('&', "&amp;")
        .replace('<', "&lt;")
        .replace('>', "&gt;")
        .replace('"', "&quot;")
}

/// A colour as SVG writes it.
pub(crate) fn hex([red, green, blue]: Rgb) -> String {
    format!("#{red:02x}{green:02x}{blue:02x}")
}

/// Adds text in the middle of a place.
pub(crate) fn centred(out: &mut String, x: usize, y: usize, fill: &str, text: &str) {
    let _ = writeln!(
        out,
        "<text x=\"{x}\" y=\"{y}\" dy=\"0.35em\" text-anchor=\"middle\" fill=\"{fill}\">{}</text>",
        escaped(text)
    );
}

/// The picture.
pub(crate) fn svg(grid: &Grid, outcomes: bool, lang: Lang) -> String {
    let cells = grid.rows() * grid.across.count;
    let with_text = cells <= WITH_TEXT;
    let digits = if outcomes {
        1
    } else {
        grid.largest().to_string().len()
    };
    let side = if with_text {
        (10 + 8 * digits).max(26)
    } else {
        8
    };
    let margin = match grid.down {
        Some(down) => 16 + 8 * down.last().to_string().len(),
        None => 8,
    };
    let top = 34;
    let below = top + 22 + grid.rows() * side;
    let title = words::under(&brief(&grid.head, 80), grid.play, lang);
    let width = margin + (grid.across.count * side + 8).max(8 * print_width(&title) + 16);
    let width = width.max(420);
    let mut out = begin(width, below + 60, &title);
    let _ = writeln!(
        out,
        "<text x=\"{margin}\" y=\"22\" font-size=\"14\" font-weight=\"bold\">{}</text>",
        escaped(&title)
    );
    coordinates(&mut out, grid, side, margin, top);
    let palette = colour::palette();
    let largest = grid.largest();
    for row in 0..grid.rows() {
        for (column, cell) in grid.row(row).enumerate() {
            let fill = palette[usize::from(colour::of(cell, outcomes, largest))];
            let (x, y) = (margin + column * side, top + 22 + row * side);
            let _ = writeln!(
                out,
                "<rect x=\"{x}\" y=\"{y}\" width=\"{side}\" height=\"{side}\" fill=\"{}\" stroke=\"#ffffff\" stroke-width=\"0.5\"/>",
                hex(fill)
            );
            if with_text {
                let ink = if colour::is_light(fill) {
                    "#000000"
                } else {
                    "#ffffff"
                };
                centred(
                    &mut out,
                    x + side / 2,
                    y + side / 2,
                    ink,
                    &shown(cell, outcomes),
                );
            }
        }
    }
    legend(&mut out, grid, outcomes, lang, below + 16);
    out.push_str("</svg>\n");
    out
}

/// The coordinates in the margins, as many as have room.
fn coordinates(out: &mut String, grid: &Grid, side: usize, margin: usize, top: usize) {
    let room = 8 * grid.across.last().to_string().len() + 6;
    let every = room.div_ceil(side);
    for (place, at) in grid.across.all().enumerate().step_by(every) {
        let x = margin + place * side + side / 2;
        centred(out, x, top + 10, "#555555", &at.to_string());
    }
    if let Some(down) = grid.down {
        for (place, at) in down.all().enumerate().step_by(16usize.div_ceil(side)) {
            let y = top + 22 + place * side + side / 2;
            centred(out, margin / 2, y, "#555555", &at.to_string());
        }
    }
}

fn legend(out: &mut String, grid: &Grid, outcomes: bool, lang: Lang, y: usize) {
    let palette = colour::palette();
    let cells = || (0..grid.rows()).flat_map(|row| grid.row(row));
    let draws = cells().any(|cell| cell.outcome == Some(Outcome::D));
    let unknown = cells().any(|cell| cell.outcome.is_none());
    let squares = [
        (Word::PPosition, colour::P, true),
        (Word::NPosition, colour::N, outcomes),
        (Word::DPosition, colour::D, draws),
        (Word::UnknownCell, colour::UNKNOWN, unknown),
    ];
    let mut x = 8;
    for (word, place, _) in squares.iter().filter(|(.., is_shown)| *is_shown) {
        let word = word.of(lang);
        let fill = hex(palette[usize::from(*place)]);
        let _ = writeln!(
            out,
            "<rect x=\"{x}\" y=\"{y}\" width=\"14\" height=\"14\" fill=\"{fill}\"/>\n<text x=\"{}\" y=\"{}\">{word}</text>",
            x + 20,
            y + 12
        );
        x += 40 + 7 * crate::print::paint::width(word);
    }
    let largest = grid.largest();
    if outcomes || largest == 0 {
        return;
    }
    let _ = write!(out, "<defs><linearGradient id=\"scale\">");
    for place in (0..STEPS).step_by((STEPS - 1) / 8) {
        let fill = hex(palette[place]);
        let percent = place * 100 / (STEPS - 1);
        let _ = write!(out, "<stop offset=\"{percent}%\" stop-color=\"{fill}\"/>");
    }
    let message = words::gradient(largest).render(lang);
    let _ = writeln!(
        out,
        "</linearGradient></defs>\n<rect x=\"{x}\" y=\"{y}\" width=\"120\" height=\"14\" fill=\"url(#scale)\"/>\n<text x=\"{}\" y=\"{}\">{message}</text>",
        x + 128,
        y + 12
    );
}
