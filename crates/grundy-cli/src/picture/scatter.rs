//! Values against heaps, as dots with a title and two axes: as SVG and as PNG.

use std::fmt::Write as _;
use std::io::Write;

use grundy::Lang;
use png::{BitDepth, ColorType, Compression, Encoder};

use crate::dots::Dots;
use crate::failure::Failure;
use crate::picture::colour::Rgb;
use crate::picture::{digits, svg};
use crate::words;

/// White around everything.
const MARGIN: usize = 12;
/// Height of the title's line.
const TITLE: usize = 28;
/// Height of the numbers below.
const BELOW: usize = 36;
/// The sides of the field where there are many dots.
const FIELD: [usize; 2] = [900, 512];
/// The largest sides of a dot.
const LARGEST: [usize; 2] = [8, 16];
/// Most numbers at an axis.
const TICKS: u64 = 6;

const PAPER: Rgb = [255, 255, 255];
const INK: Rgb = [60, 60, 60];
const DOT: Rgb = [59, 82, 139];

/// Where things stand.
struct Layout {
    /// The sides of a dot.
    dot: [usize; 2],
    /// The sides of the field.
    field: [usize; 2],
    left: usize,
    top: usize,
    width: usize,
    height: usize,
}

impl Layout {
    fn of(dots: &Dots) -> Layout {
        let side = |place: usize, count: usize| (FIELD[place] / count).clamp(1, LARGEST[place]);
        let dot = [side(0, dots.columns()), side(1, dots.rows())];
        let field = [
            (dot[0] * dots.columns()).max(320),
            (dot[1] * dots.rows()).max(32),
        ];
        let left = MARGIN + 8 * dots.largest.to_string().len() + 8;
        let top = MARGIN + TITLE;
        Layout {
            dot,
            field,
            left,
            top,
            width: left + field[0] + 4 * MARGIN,
            height: top + field[1] + BELOW + MARGIN,
        }
    }

    /// The top left corner of a dot.
    fn corner(&self, column: usize, row: usize) -> [usize; 2] {
        let bottom = self.top + self.field[1];
        [
            self.left + column * self.dot[0],
            bottom - (row + 1) * self.dot[1],
        ]
    }

    /// The numbers at the axis of heaps, each with its place across.
    fn heaps(&self, dots: &Dots) -> Vec<(usize, u64)> {
        let across = |heap: u64| {
            let place = u128::from(heap - dots.from) * dots.columns() as u128;
            let column = (place / u128::from(dots.count)) as usize;
            self.corner(column, 0)[0] + self.dot[0] / 2
        };
        let ticks = ticks(dots.from, dots.from + dots.count - 1);
        ticks.map(|heap| (across(heap), heap)).collect()
    }

    /// The numbers at the axis of values, each with its place down.
    fn values(&self, dots: &Dots) -> Vec<(usize, u64)> {
        let down = |value: u64| {
            let row = (value / dots.values_of_a_row()) as usize;
            self.corner(0, row)[1] + self.dot[1] / 2
        };
        let all = ticks(0, dots.largest.into()).map(|value| (down(value), value));
        // The first stands at the bottom; the others keep their distance.
        let mut kept: Vec<(usize, u64)> = Vec::new();
        for tick in all {
            if kept.last().is_none_or(|last| last.0 >= tick.0 + 14) {
                kept.push(tick);
            }
        }
        kept
    }
}

/// Round numbers between two.
pub(crate) fn ticks(first: u64, last: u64) -> impl Iterator<Item = u64> {
    let span = last.saturating_sub(first);
    let steps = (0..19).flat_map(|power| [1, 2, 5].map(|step| step * 10u64.pow(power)));
    let step = steps
        .into_iter()
        .find(|step| span / step < TICKS)
        .unwrap_or(u64::MAX);
    let start = first.div_ceil(step);
    (start..=last / step).map(move |place| place * step)
}

/// The dots as stretches of a row: the column of the first, the row, and how many there are.
fn stretches(dots: &Dots) -> Vec<(usize, usize, usize)> {
    let mut stretches = Vec::new();
    for row in 0..dots.rows() {
        let mut start = None;
        for column in 0..=dots.columns() {
            let is_set = column < dots.columns() && dots.is_set(column, row);
            match (start, is_set) {
                (None, true) => start = Some(column),
                (Some(first), false) => {
                    stretches.push((first, row, column - first));
                    start = None;
                }
                _ => (),
            }
        }
    }
    stretches
}

/// The picture as SVG.
pub(crate) fn svg(dots: &Dots, code: &str, lang: Lang) -> String {
    let layout = Layout::of(dots);
    let last = dots.from + dots.count - 1;
    let title = words::values_against_heaps(code, dots.from, last).render(lang);
    let mut out = svg::begin(layout.width, layout.height, &title);
    let (left, top, [across, down]) = (layout.left, layout.top, layout.field);
    let bottom = top + down;
    let ink = svg::hex(INK);
    let _ = writeln!(
        out,
        "<text x=\"{left}\" y=\"{}\" font-size=\"14\" font-weight=\"bold\">{}</text>",
        MARGIN + 14,
        svg::escaped(&title)
    );
    let _ = writeln!(
        out,
        "<path d=\"M{left} {top}v{down}h{across}\" fill=\"none\" stroke=\"{ink}\"/>"
    );
    for (x, heap) in layout.heaps(dots) {
        let _ = writeln!(out, "<path d=\"M{x} {bottom}v4\" stroke=\"{ink}\"/>");
        svg::centred(&mut out, x, bottom + 14, &ink, &heap.to_string());
    }
    for (y, value) in layout.values(dots) {
        let _ = writeln!(
            out,
            "<path d=\"M{left} {y}h-4\" stroke=\"{ink}\"/>\n<text x=\"{}\" y=\"{y}\" dy=\"0.35em\" text-anchor=\"end\" fill=\"{ink}\">{value}</text>",
            left - 6
        );
    }
    let axis = words::heap_axis().render(lang);
    svg::centred(&mut out, left + across / 2, bottom + 32, &ink, &axis);
    let _ = write!(out, "<path fill=\"{}\" d=\"", svg::hex(DOT));
    for (column, row, count) in stretches(dots) {
        let [x, y] = layout.corner(column, row);
        let (wide, high) = (count * layout.dot[0], layout.dot[1]);
        let _ = write!(out, "M{x} {y}h{wide}v{high}h-{wide}z");
    }
    out.push_str("\"/>\n</svg>\n");
    out
}

/// A picture of one byte a dot.
struct Canvas {
    width: usize,
    dots: Vec<u8>,
}

impl Canvas {
    fn fill(&mut self, [x, y]: [usize; 2], [wide, high]: [usize; 2], colour: u8) {
        for line in self.dots.chunks_exact_mut(self.width).skip(y).take(high) {
            line[x..(x + wide).min(self.width)].fill(colour);
        }
    }

    /// Writes digits with their top left corner at a place, twice as large as they are.
    fn write(&mut self, text: &str, [x, y]: [usize; 2]) {
        let mut places = Vec::new();
        digits::dots(text, |dot_x, dot_y| {
            places.push([x + 2 * dot_x, y + 2 * dot_y])
        });
        for place in places {
            self.fill(place, [2, 2], 1);
        }
    }
}

/// Width of digits as they are written.
fn written(text: &str) -> usize {
    2 * digits::ADVANCE * text.len()
}

/// Writes the picture as PNG.
pub(crate) fn png(dots: &Dots, code: &str, lang: Lang, out: &mut dyn Write) -> Result<(), Failure> {
    let layout = Layout::of(dots);
    let mut canvas = Canvas {
        width: layout.width,
        dots: vec![0; layout.width * layout.height],
    };
    let (left, top, [across, down]) = (layout.left, layout.top, layout.field);
    let bottom = top + down;
    canvas.write(code, [left, MARGIN]);
    canvas.fill([left - 1, top], [1, down + 1], 1);
    canvas.fill([left - 1, bottom], [across + 1, 1], 1);
    for (x, heap) in layout.heaps(dots) {
        let text = heap.to_string();
        canvas.fill([x, bottom], [1, 5], 1);
        canvas.write(&text, [x.saturating_sub(written(&text) / 2), bottom + 8]);
    }
    for (y, value) in layout.values(dots) {
        let text = value.to_string();
        canvas.fill([left - 5, y], [5, 1], 1);
        let x = (left - 8).saturating_sub(written(&text));
        canvas.write(&text, [x, y - digits::HEIGHT]);
    }
    canvas.write("n", [left + across / 2, bottom + 22]);
    for (column, row, count) in stretches(dots) {
        let size = [count * layout.dot[0], layout.dot[1]];
        canvas.fill(layout.corner(column, row), size, 2);
    }
    let failed = |error: png::EncodingError| match error {
        png::EncodingError::IoError(error) => Failure::write(error),
        other => Failure::write(std::io::Error::other(other)),
    };
    let size = |length: usize| u32::try_from(length).unwrap_or(u32::MAX);
    let mut encoder = Encoder::new(out, size(layout.width), size(layout.height));
    encoder.set_color(ColorType::Indexed);
    encoder.set_depth(BitDepth::Eight);
    encoder.set_compression(Compression::Fast);
    encoder.set_palette([PAPER, INK, DOT].concat());
    let last = dots.from + dots.count - 1;
    let title = words::values_against_heaps(code, dots.from, last).render(lang);
    encoder
        .add_itxt_chunk("Title".to_owned(), title)
        .map_err(failed)?;
    let mut writer = encoder.write_header().map_err(failed)?;
    writer.write_image_data(&canvas.dots).map_err(failed)?;
    writer.finish().map_err(failed)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ticks_are_round_and_few() {
        let all = |first, last| ticks(first, last).collect::<Vec<u64>>();
        assert_eq!(all(0, 9), [0, 2, 4, 6, 8]);
        assert_eq!(all(0, 0), [0]);
        assert_eq!(all(7, 7), [7]);
        assert_eq!(all(95, 205), [100, 120, 140, 160, 180, 200]);
        for (first, last) in [(0, 1_000_000_007), (3, 1 << 59), (17, 18)] {
            let ticks = all(first, last);
            assert!((1..=7).contains(&ticks.len()), "{ticks:?}");
            assert!(ticks.iter().all(|tick| (first..=last).contains(tick)));
        }
    }

    #[test]
    fn every_dot_is_drawn_inside() {
        for count in [1, 2, 50, 899, 901, 5000] {
            let mut dots = Dots::new(10, count);
            let values: Vec<u32> = (0..count as u32).map(|n| n * n % 613).collect();
            dots.add(10, &values);
            let layout = Layout::of(&dots);
            let mut drawn = 0;
            for (column, row, length) in stretches(&dots) {
                let [x, y] = layout.corner(column, row);
                assert!(x + length * layout.dot[0] <= layout.width && y >= layout.top);
                drawn += length;
            }
            let set = |column| (0..dots.rows()).filter(move |&row| (column, row).1 < 512);
            let there = (0..dots.columns())
                .flat_map(|column| set(column).map(move |row| (column, row)))
                .filter(|&(column, row)| dots.is_set(column, row));
            assert_eq!(there.count(), drawn);
            let mut picture = Vec::new();
            png(&dots, "0.77", Lang::En, &mut picture).expect("a picture");
            assert!(svg(&dots, "0.77", Lang::En).ends_with("</svg>\n"));
        }
    }
}
