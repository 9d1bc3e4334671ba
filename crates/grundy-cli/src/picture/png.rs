//! A table as a PNG heat map: a square per cell, P-positions in a colour of their own, coordinates at the corners and a
//! legend below.

use std::io::Write;

use png::{BitDepth, ColorType, Compression, Encoder};

use crate::failure::Failure;
use crate::picture::colour::{self, INK, PAPER, STEPS};
use crate::picture::digits;
use grundy_service::range::Grid;

/// Most cells drawn.
pub(crate) const CELLS: u128 = 1 << 28;

/// Dots of the picture to a dot of a digit.
const DIGIT: usize = 2;
/// Rows between two looks whether to go on.
const ROWS: usize = 64;
/// White around everything.
const MARGIN: usize = 8;
/// Height of a line of digits.
const LINE: usize = digits::HEIGHT * DIGIT + 6;
/// Height of the legend's bar.
const BAR: usize = 14;
/// Narrowest picture, so that the legend has room.
const NARROWEST: usize = 320;

/// Writes the picture row by row.
pub(crate) fn png(
    grid: &Grid,
    outcomes: bool,
    out: &mut dyn Write,
    goes_on: &dyn Fn() -> bool,
) -> Result<(), Failure> {
    let layout = Layout::of(grid);
    let failed = |error: png::EncodingError| match error {
        png::EncodingError::IoError(error) => Failure::write(error),
        other => Failure::write(std::io::Error::other(other)),
    };
    let size = |length: usize| u32::try_from(length).unwrap_or(u32::MAX);
    let mut encoder = Encoder::new(&mut *out, size(layout.width), size(layout.height));
    encoder.set_color(ColorType::Indexed);
    encoder.set_depth(BitDepth::Eight);
    encoder.set_compression(Compression::Fast);
    encoder.set_palette(colour::palette().concat());
    let title = format!("{} ({} play)", grid.head, grid.play.word());
    encoder
        .add_itxt_chunk("Title".to_owned(), title)
        .map_err(failed)?;
    let mut writer = encoder.write_header().map_err(failed)?;
    let mut stream = writer.stream_writer().map_err(failed)?;
    for line in layout.above(grid) {
        stream.write_all(&line).map_err(Failure::write)?;
    }
    let largest = if outcomes { 1 } else { grid.largest() };
    let margin = layout.beside(grid);
    for row in 0..grid.rows() {
        if row % ROWS == 0 && !goes_on() {
            return Err(Failure::Interrupted);
        }
        let mut line = vec![PAPER; layout.width];
        for (column, cell) in grid.row(row).enumerate() {
            let place = layout.left + column * layout.cell;
            line[place..place + layout.cell].fill(colour::of(cell, outcomes, largest));
        }
        for within in 0..layout.cell {
            match margin.line(row * layout.cell + within) {
                Some(text) => line[..layout.left].copy_from_slice(text),
                None => line[..layout.left].fill(PAPER),
            }
            stream.write_all(&line).map_err(Failure::write)?;
        }
    }
    for line in layout.below(grid, outcomes, largest) {
        stream.write_all(&line).map_err(Failure::write)?;
    }
    stream.finish().map_err(failed)
}

/// Where things stand.
struct Layout {
    /// Dots to a side of a cell.
    cell: usize,
    left: usize,
    width: usize,
    height: usize,
}

type Lines = Vec<Vec<u8>>;

/// The margin on the left: two coordinates, and nothing between them.
#[derive(Default)]
struct Beside {
    first: Lines,
    /// From this line on.
    last: Option<(usize, Lines)>,
}

impl Beside {
    /// A line of the margin, where something stands in it.
    fn line(&self, at: usize) -> Option<&Vec<u8>> {
        let last = self.last.as_ref();
        let last = last.and_then(|(first, lines)| lines.get(at.checked_sub(*first)?));
        last.or_else(|| self.first.get(at))
    }
}

fn text_width(text: &str) -> usize {
    text.len() * digits::ADVANCE * DIGIT
}

impl Layout {
    fn of(grid: &Grid) -> Layout {
        let longest = grid.rows().max(grid.across.count).max(1);
        let cell = (640 / longest).clamp(1, 32);
        let left = match grid.down {
            Some(down) => MARGIN + text_width(&down.last().to_string()) + 4,
            None => MARGIN,
        };
        let width = (left + grid.across.count * cell + MARGIN).max(NARROWEST);
        let height = MARGIN + LINE + grid.rows() * cell + MARGIN + BAR + LINE + MARGIN;
        Layout {
            cell,
            left,
            width,
            height,
        }
    }

    fn blank(&self, height: usize) -> Lines {
        vec![vec![PAPER; self.width]; height]
    }

    /// The first and the last coordinate across.
    fn above(&self, grid: &Grid) -> Lines {
        let mut lines = self.blank(MARGIN + LINE);
        let (first, last) = (
            grid.across.first.to_string(),
            grid.across.last().to_string(),
        );
        let right = self.left + grid.across.count * self.cell;
        let second = right.saturating_sub(text_width(&last) - DIGIT);
        write(&mut lines, &first, self.left, MARGIN);
        if second > self.left + text_width(&first) + 4 {
            write(&mut lines, &last, second, MARGIN);
        }
        lines
    }

    /// The first and the last coordinate down.
    fn beside(&self, grid: &Grid) -> Beside {
        let Some(down) = grid.down else {
            return Beside::default();
        };
        let high = digits::HEIGHT * DIGIT;
        let text = |text: &str| {
            let mut lines = vec![vec![PAPER; self.left]; high];
            write(&mut lines, text, self.left - 4 - text_width(text), 0);
            lines
        };
        let second = (down.count * self.cell).saturating_sub(high);
        Beside {
            first: text(&down.first.to_string()),
            last: (second > LINE).then(|| (second, text(&down.last().to_string()))),
        }
    }

    /// The legend: outcomes as squares, values as a bar with numbers under it.
    fn below(&self, grid: &Grid, outcomes: bool, largest: u128) -> Lines {
        let mut lines = self.blank(MARGIN + BAR + LINE + MARGIN);
        let mut x = MARGIN;
        let cells = || (0..grid.rows()).flat_map(|row| grid.row(row));
        let draws = cells().any(|cell| cell.outcome == Some(grundy::Outcome::D));
        let unknown = cells().any(|cell| cell.outcome.is_none());
        let squares = [
            ("P", colour::P, true),
            ("N", colour::N, outcomes),
            ("D", colour::D, draws),
            ("?", colour::UNKNOWN, unknown),
        ];
        for (letter, place, _) in squares.iter().filter(|(.., is_shown)| *is_shown) {
            bar(&mut lines, x, BAR, |_| *place);
            write(&mut lines, letter, x + 4, MARGIN + BAR + 4);
            x += BAR + 12;
        }
        if !outcomes && largest > 0 {
            let length = self.width.min(600) - MARGIN - x;
            bar(&mut lines, x, length, |at| {
                let place = at * (STEPS - 1) / (length - 1).max(1);
                u8::try_from(place).unwrap_or(0)
            });
            for (at, value) in ticks(length, largest) {
                let text = value.to_string();
                let start = (x + at).saturating_sub(text_width(&text) / 2).max(x);
                let start = start.min(x + length - text_width(&text).min(length));
                write(&mut lines, &text, start, MARGIN + BAR + 4);
            }
        }
        lines
    }
}

/// Numbers under the bar, as many as have room: the place of each and its value.
fn ticks(length: usize, largest: u128) -> Vec<(usize, u128)> {
    let room = (length / (text_width(&largest.to_string()) + 12)).clamp(2, 9);
    let count = u128::try_from(room - 1)
        .unwrap_or(1)
        .min(largest.max(2) - 1);
    let mut ticks: Vec<(usize, u128)> = (0..=count)
        .map(|place| {
            let value = 1 + (largest - 1) / count * place;
            let at = if largest > 1 {
                usize::try_from((value - 1).saturating_mul(length as u128 - 1) / (largest - 1))
            } else {
                Ok(0)
            };
            (at.unwrap_or(0).min(length - 1), value)
        })
        .collect();
    if let Some(last) = ticks.last_mut() {
        *last = (length - 1, largest);
    }
    ticks.dedup_by_key(|(_, value)| *value);
    ticks
}

fn bar(lines: &mut Lines, x: usize, length: usize, colour: impl Fn(usize) -> u8) {
    for line in lines.iter_mut().skip(MARGIN).take(BAR) {
        for at in 0..length {
            if let Some(dot) = line.get_mut(x + at) {
                *dot = colour(at);
            }
        }
    }
}

fn write(lines: &mut Lines, text: &str, x: usize, y: usize) {
    digits::dots(text, |dot_x, dot_y| {
        for line in lines.iter_mut().skip(y + dot_y * DIGIT).take(DIGIT) {
            for at in 0..DIGIT {
                if let Some(dot) = line.get_mut(x + dot_x * DIGIT + at) {
                    *dot = INK;
                }
            }
        }
    });
}
