//! What lies over the board: lists to choose from, texts to read.

use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::style::{Color, Modifier, Style};
use ratatui::widgets::{Clear, Widget};

use super::super::app::{App, Overlay};
use super::{Theme, block, put};
use crate::print::answer::{self, Manner};
use crate::print::paint::{Paint, brief, clean, left, width};
use crate::words::{self, TerminalWord, Word};

/// A window in the middle of an area.
fn window(
    buffer: &mut Buffer,
    area: Rect,
    title: &str,
    size: (usize, usize),
    theme: Theme,
) -> Rect {
    let side = |wanted: usize, room: u16| u16::try_from(wanted).unwrap_or(room).min(room);
    let wide = side(size.0.max(width(title) + 4) + 4, area.width);
    let high = side(size.1 + 2, area.height);
    let over = Rect::new(
        area.x + (area.width - wide) / 2,
        area.y + (area.height - high) / 2,
        wide,
        high,
    );
    Clear.render(over, buffer);
    let style = theme.colour(Color::Cyan);
    let block = block(title, theme).border_style(style);
    let inner = block.inner(over);
    block.render(over, buffer);
    Rect {
        x: inner.x + 1,
        width: inner.width.saturating_sub(2),
        ..inner
    }
}

/// Draws what lies over the board, if anything does.
pub(super) fn draw(buffer: &mut Buffer, area: Rect, app: &mut App, theme: Theme) {
    let lang = app.lang;
    let room = usize::from(area.width).saturating_sub(4);
    match &app.overlay {
        None => {}
        Some(Overlay::Moves { numbers, at, alike }) => {
            let board = app.session.board();
            let high = usize::from(area.height)
                .saturating_sub(2)
                .clamp(1, numbers.len().max(1));
            let first = (at + 1)
                .saturating_sub(high.div_ceil(2))
                .min(numbers.len() - high.min(numbers.len()));
            let row = |number: usize| {
                let game = app.session.asked(&board.moves[number].game);
                let message = clean(&board.named(number).render(lang));
                (number, message, brief(&clean(&game), 40))
            };
            // Of very many moves only those that are seen are written out.
            let few = numbers.len() <= 200;
            let seen = if few {
                0..numbers.len()
            } else {
                first..first + high
            };
            let told: Vec<_> = numbers[seen].iter().map(|&number| row(number)).collect();
            let widest = told.iter().map(|row| width(&row.1)).max().unwrap_or(0);
            let rows: Vec<String> = (told.iter())
                .map(|(number, message, game)| {
                    format!("{:>5}  {}   → {game}", number + 1, left(message, widest))
                })
                .collect();
            let wide = match few {
                true => rows.iter().map(|row| width(row)).max().unwrap_or(0),
                false => room,
            };
            let word = if *alike {
                TerminalWord::Which
            } else {
                TerminalWord::Moves
            };
            let inner = window(buffer, area, word.of(lang), (wide, numbers.len()), theme);
            let rows = rows.iter().skip(if few { first } else { 0 }).take(high);
            for (place, row) in rows.enumerate() {
                let mut style = Style::new();
                if first + place == *at {
                    style = style.add_modifier(Modifier::REVERSED | Modifier::BOLD);
                }
                let row = left(row, usize::from(inner.width));
                let y = i64::from(inner.y) + place as i64;
                put(buffer, inner, (i64::from(inner.x), y), &row, style);
            }
        }
        Some(Overlay::Why(from)) => {
            let manner = Manner {
                lang,
                paint: Paint::new(false),
                columns: room.clamp(20, 100),
                all: false,
                most: 0,
                explain: false,
            };
            let board = app.session.board();
            let mut text = answer::reasoned(&board.game, &board.answer, &manner);
            if board.moves.iter().all(|mv| mv.wins.is_some()) && !board.moves.is_empty() {
                let winning = board.moves.iter().filter(|mv| mv.wins == Some(true));
                let message = words::winning_of(winning.count(), board.moves.len());
                text.push('\n');
                text.push_str(&message.render(lang));
            }
            let word = Word::Why.of(lang);
            let from = scrolled(buffer, area, word, &text, *from, theme);
            app.overlay = Some(Overlay::Why(from));
        }
        Some(Overlay::Help(from)) => {
            let text = TerminalWord::ScreenHelp.of(lang);
            let word = TerminalWord::Help.of(lang);
            let from = scrolled(buffer, area, word, text, *from, theme);
            app.overlay = Some(Overlay::Help(from));
        }
    }
}

/// A window with text from a line on, or from as far down as there is text.
fn scrolled(
    buffer: &mut Buffer,
    area: Rect,
    title: &str,
    text: &str,
    from: usize,
    theme: Theme,
) -> usize {
    let rows: Vec<&str> = text.trim_end().lines().collect();
    let wide = rows.iter().map(|row| width(row)).max().unwrap_or(0);
    let inner = window(buffer, area, title, (wide, rows.len()), theme);
    let from = from.min(rows.len().saturating_sub(usize::from(inner.height)));
    for (place, row) in rows.iter().skip(from).take(inner.height.into()).enumerate() {
        let y = i64::from(inner.y) + place as i64;
        put(buffer, inner, (i64::from(inner.x), y), row, Style::new());
    }
    from
}
