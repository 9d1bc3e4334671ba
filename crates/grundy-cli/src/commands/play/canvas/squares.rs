//! Squares: a piece on a board, coins on a strip, what is left of a bar.

use std::collections::HashSet;

use grundy::Lang;
use grundy::scene::{Cell, Mark, Piece, Square};

use super::{CellCanvas, Glyph, Look};
use crate::print::paint::width;
use crate::words::TerminalWord;

/// Most squares of a board that are drawn although they cannot be clicked.
const SQUARES: u64 = 4096;

fn piece(piece: Piece) -> &'static str {
    match piece {
        Piece::Queen => "♛",
        Piece::Rook => "♜",
        Piece::Bishop => "♝",
        Piece::Knight => "♞",
        Piece::King => "♚",
        Piece::Token => "◆",
    }
}

impl CellCanvas {
    /// A piece on a board of which the corner 0,0 is at the bottom left.
    pub(super) fn piece(&mut self, what: Piece, at: (u64, u64), clickable: &HashSet<Mark>) {
        let mut far = (at.0.max(7), at.1.max(7));
        for mark in clickable {
            if let Mark::Square(x, y) = *mark {
                far = (far.0.max(x), far.1.max(y));
            }
        }
        let (wide, high) = (far.0.saturating_add(1), far.1.saturating_add(1));
        let digits = high.to_string().len();
        let left = |x: u64| digits + 2 + 3 * usize::try_from(x).unwrap_or(0);
        let down = |y: u64| usize::try_from(far.1 - y).unwrap_or(0);
        let square = |(x, y): (u64, u64)| {
            let mark = Mark::Square(x, y);
            let can = clickable.contains(&mark);
            let (text, look) = if (x, y) == at {
                (piece(what), Look::Piece)
            } else {
                (if can { "·" } else { " " }, Look::Square)
            };
            Glyph::new(left(x), down(y), text, look).marked(mark)
        };
        if wide.saturating_mul(high) <= SQUARES {
            let all = (0..high).flat_map(|y| (0..wide).map(move |x| (x, y)));
            self.glyphs.extend(all.map(square));
        } else {
            let mut seen: Vec<(u64, u64)> = (clickable.iter())
                .filter_map(|mark| match *mark {
                    Mark::Square(x, y) => Some((x, y)),
                    _ => None,
                })
                .chain([at])
                .collect();
            seen.sort_unstable();
            seen.dedup();
            self.glyphs.extend(seen.into_iter().map(square));
        }
        for y in 0..high {
            let label = format!("{y:>digits$}");
            self.glyphs.push(Glyph::new(0, down(y), label, Look::Label));
        }
        // Numbers of more than two digits stand apart.
        let every = if wide > 100 { 5 } else { 1 };
        for x in (0..wide).step_by(every) {
            let label = format!("{x:>2}");
            let x = left(x).saturating_sub(usize::from(label.len() > 1));
            self.glyphs
                .push(Glyph::new(x, down(0) + 1, label, Look::Label));
        }
    }

    /// Squares in a row, in lines of so many columns.
    pub(super) fn strip(&mut self, cells: &[Cell], columns: usize, lang: Lang) {
        let told: Vec<(String, Look)> = cells.iter().map(|&cell| lying(cell, lang)).collect();
        let widest = told.iter().map(|(text, _)| width(text)).max().unwrap_or(1);
        let last = cells.len().saturating_sub(1).to_string().len();
        let inner = widest.max(last) + 2;
        let across = (columns.saturating_sub(1) / (inner + 1)).max(2);
        let mut from = 0;
        let mut y = 0;
        while from < cells.len() {
            let here = &told[from..(from + across).min(cells.len())];
            let frame = |begin: &str, between: &str, end: &str| {
                let square = "─".repeat(inner);
                let squares = vec![square.as_str(); here.len()];
                format!("{begin}{}{end}", squares.join(between))
            };
            self.glyphs
                .push(Glyph::new(0, y, frame("┌", "┬", "┐"), Look::Frame));
            self.glyphs
                .push(Glyph::new(0, y + 2, frame("└", "┴", "┘"), Look::Frame));
            for (place, (text, look)) in here.iter().enumerate() {
                let x = place * (inner + 1);
                self.glyphs.push(Glyph::new(x, y + 1, "│", Look::Frame));
                let free = inner - 2 - width(text);
                let cell = (from + place) as u64;
                // Blanks around, so that the whole square is the element.
                let text = format!(
                    "{}{text}{}",
                    " ".repeat(free / 2),
                    " ".repeat(free - free / 2)
                );
                let glyph = Glyph::new(x + 2, y + 1, text, *look);
                self.glyphs.push(glyph.marked(Mark::Cell(cell)));
                let number = cell.to_string();
                let middle = x + 1 + (inner - number.len()) / 2;
                self.glyphs
                    .push(Glyph::new(middle, y + 3, number, Look::Label));
            }
            let end = here.len() * (inner + 1);
            self.glyphs.push(Glyph::new(end, y + 1, "│", Look::Frame));
            from += here.len();
            y += 4;
        }
    }

    /// Squares in rows, the lowest row first.
    pub(super) fn board(&mut self, wide: usize, squares: &[Square], lang: Lang) {
        let wide = wide.max(1);
        let high = squares.len().div_ceil(wide);
        for (place, &square) in squares.iter().enumerate() {
            let (x, y) = (place % wide, place / wide);
            let (text, look) = match square {
                Square::Full => ("■".into(), Look::Stone),
                Square::Free => ("·".into(), Look::Square),
                Square::Covered => ("■".into(), Look::Gone),
                Square::Counter => ("●".into(), Look::Stone),
                Square::Queen => ("♛".into(), Look::Piece),
                Square::Heads => (TerminalWord::Heads.of(lang).into(), Look::Thing),
                Square::Tails => (TerminalWord::Tails.of(lang).into(), Look::Gone),
                Square::Poison => ("×".into(), Look::Poison),
                Square::White => ("○".into(), Look::Thing),
                Square::Black => ("●".into(), Look::Thing),
                Square::Gone => ("·".into(), Look::Gone),
                Square::Letter(_)
                | Square::Toad
                | Square::Frog
                | Square::Elephant
                | Square::Rhino => (square.letter().into_iter().collect::<String>(), Look::Thing),
            };
            let glyph = Glyph::new(3 * x + 1, high - 1 - y, text, look);
            self.glyphs
                .push(glyph.marked(Mark::Square(x as u64, y as u64)));
        }
    }
}

fn lying(cell: Cell, lang: Lang) -> (String, Look) {
    match cell {
        Cell::Empty => (" ".to_owned(), Look::Square),
        Cell::Coin => ("●".to_owned(), Look::Thing),
        Cell::Dollar => ("$".to_owned(), Look::Piece),
        Cell::White => ("○".to_owned(), Look::Thing),
        Cell::Black => ("●".to_owned(), Look::Thing),
        Cell::Heads => (TerminalWord::Heads.of(lang).to_owned(), Look::Thing),
        Cell::Tails => (TerminalWord::Tails.of(lang).to_owned(), Look::Gone),
        Cell::Stack(count) | Cell::Number(count) => (count.to_string(), Look::Thing),
        Cell::Letter(letter) => (letter.to_string(), Look::Thing),
    }
}
