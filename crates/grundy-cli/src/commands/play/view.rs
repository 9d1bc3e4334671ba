//! The screen: what is played, the board, what was said, the keys.

mod overlay;

use grundy::scene::{Mark, Scene};
use ratatui::Frame;
use ratatui::buffer::Buffer;
use ratatui::layout::{Constraint, Layout, Rect};
use ratatui::style::{Color, Modifier, Style};
use ratatui::symbols::Marker;
use ratatui::text::{Line, Span};
use ratatui::widgets::canvas::{Canvas, Line as Segment};
use ratatui::widgets::{Block, BorderType, Paragraph, Widget};

use super::app::{App, Overlay};
use super::canvas::{Glyph, Look};
use super::layout::Framed;
use super::session::Player;
use crate::print::paint::{brief, clean, width, wrapped};
use crate::words::{self, TerminalWord};

/// The least that is needed.
const LEAST: (u16, u16) = (40, 12);
/// From so many columns on, the moves that were played stand beside the board.
const WIDE: u16 = 92;

/// Colours, or none.
#[derive(Clone, Copy)]
pub(super) struct Theme(bool);

impl Theme {
    pub(super) fn colour(self, colour: Color) -> Style {
        if self.0 {
            Style::new().fg(colour)
        } else {
            Style::new()
        }
    }

    pub(super) fn dim(self) -> Style {
        if self.0 {
            Style::new().fg(Color::DarkGray)
        } else {
            Style::new().add_modifier(Modifier::DIM)
        }
    }

    fn look(self, look: Look) -> Style {
        match look {
            Look::Stone | Look::Pin | Look::Thing => self.colour(Color::Yellow),
            Look::Piece => self
                .colour(Color::LightMagenta)
                .add_modifier(Modifier::BOLD),
            Look::Poison => self.colour(Color::Red).add_modifier(Modifier::BOLD),
            Look::Edge => self.colour(Color::Cyan),
            Look::Square => Style::new(),
            Look::Gap | Look::Gone | Look::Frame | Look::Label => self.dim(),
        }
    }
}

/// Draws everything.
pub(super) fn draw(frame: &mut Frame<'_>, app: &mut App) {
    let area = frame.area();
    let theme = Theme(app.colours);
    if area.width < LEAST.0 || area.height < LEAST.1 {
        let message = words::too_small(LEAST.0, LEAST.1).render(app.lang);
        let lines = lines(&message, usize::from(area.width));
        frame.render_widget(Paragraph::new(lines), area);
        return;
    }
    let [title, state, middle, message, keys] = Layout::vertical([
        Constraint::Length(1),
        Constraint::Length(1),
        Constraint::Min(5),
        Constraint::Length(if area.height >= 20 { 5 } else { 3 }),
        Constraint::Length(1),
    ])
    .areas(area);
    heading(frame.buffer_mut(), title, app, theme);
    status(frame.buffer_mut(), state, app, theme);
    let (board, beside) = if area.width >= WIDE {
        let [board, beside] =
            Layout::horizontal([Constraint::Min(10), Constraint::Length(32)]).areas(middle);
        (board, Some(beside))
    } else {
        (middle, None)
    };
    let position = std::sync::Arc::clone(app.session.board());
    app.layout
        .lay(&position, board, app.cursor.as_ref(), app.lang);
    components(frame.buffer_mut(), board, app, theme);
    if let Some(beside) = beside {
        history(frame.buffer_mut(), beside, app, theme);
    }
    messages(frame.buffer_mut(), message, app, theme);
    let word = match &app.overlay {
        Some(Overlay::Moves { .. }) => TerminalWord::ListKeys,
        Some(_) => TerminalWord::TextKeys,
        None if app.is_watching() => TerminalWord::WatchKeys,
        None if width(TerminalWord::Keys.of(app.lang)) < usize::from(area.width) => {
            TerminalWord::Keys
        }
        None => TerminalWord::FewKeys,
    };
    let line = Line::styled(format!(" {}", word.of(app.lang)), theme.dim());
    frame.render_widget(line, keys);
    overlay::draw(frame.buffer_mut(), middle.union(message), app, theme);
}

/// Text in lines of so many columns.
fn lines(text: &str, columns: usize) -> Vec<Line<'static>> {
    let mut out = String::new();
    wrapped(&mut out, text, 0, columns.max(1));
    out.lines().map(|line| Line::raw(line.to_owned())).collect()
}

fn heading(buffer: &mut Buffer, area: Rect, app: &App, theme: Theme) {
    let session = &app.session;
    let play = words::play(session.terms.play).of(app.lang);
    let room = usize::from(area.width);
    let game = session.asked(&session.board().game);
    let game = brief(&clean(&game), room.saturating_sub(width(play) + 13).max(20));
    let bold = theme.colour(Color::Cyan).add_modifier(Modifier::BOLD);
    let line = Line::from(vec![
        Span::styled(" grundy ", bold.add_modifier(Modifier::REVERSED)),
        Span::raw(" "),
        Span::styled(game, Modifier::BOLD),
    ]);
    let used = line.width();
    line.render(area, buffer);
    aside(buffer, area, used, play, theme);
}

/// Writes at the right what there is room for.
fn aside(buffer: &mut Buffer, area: Rect, used: usize, text: &str, theme: Theme) {
    let columns = width(text);
    if used + columns + 3 <= usize::from(area.width) {
        let x = i64::from(area.right()) - columns as i64 - 1;
        put(buffer, area, (x, i64::from(area.y)), text, theme.dim());
    }
}

fn status(buffer: &mut Buffer, area: Rect, app: &App, theme: Theme) {
    let session = &app.session;
    let bold = |colour| theme.colour(colour).add_modifier(Modifier::BOLD);
    let (text, style) = match session.winner() {
        Some(winner) => {
            let people = session.terms.players.contains(&Player::Person);
            let won = !people || session.terms.players[winner] == Player::Person;
            let colour = if won { Color::Green } else { Color::Red };
            (session.state(app.lang).render(app.lang), bold(colour))
        }
        None if app.busy || (session.awaits_machine() && !app.is_watching()) => (
            TerminalWord::Thinking.of(app.lang).to_owned(),
            theme.colour(Color::Yellow),
        ),
        None => (session.state(app.lang).render(app.lang), bold(Color::Green)),
    };
    let line = Line::styled(format!(" {text}"), style);
    let used = line.width();
    line.render(area, buffer);
    let pairing = session.pairing().render(app.lang);
    aside(buffer, area, used, &pairing, theme);
}

/// Writes text where it is inside an area.
pub(super) fn put(buffer: &mut Buffer, area: Rect, (x, y): (i64, i64), text: &str, style: Style) {
    if y < i64::from(area.top()) || y >= i64::from(area.bottom()) {
        return;
    }
    let mut x = x;
    for character in text.chars() {
        let mut bytes = [0; 4];
        let text = character.encode_utf8(&mut bytes);
        let columns = width(text) as i64;
        if x >= i64::from(area.left()) && x + columns <= i64::from(area.right()) {
            buffer.set_string(x as u16, y as u16, text, style);
        }
        x += columns;
    }
}

fn components(buffer: &mut Buffer, area: Rect, app: &App, theme: Theme) {
    let board = app.session.board();
    if app.layout.framed.is_empty() {
        let text = words::no_move().render(app.lang);
        let x = area.x + area.width.saturating_sub(width(&text) as u16) / 2;
        let at = (i64::from(x), i64::from(area.y + area.height / 2));
        put(buffer, area, at, &text, theme.dim());
        return;
    }
    for (component, framed) in app.layout.framed.iter().enumerate() {
        let cursor = app.cursor.as_ref();
        let focused = cursor.is_some_and(|at| at.0 == component) && app.session.awaits_person();
        let (x, y, wide, high) = framed.frame;
        let style = if focused {
            theme.colour(Color::Cyan).add_modifier(Modifier::BOLD)
        } else {
            theme.dim()
        };
        let dash = |count: usize| "─".repeat(count);
        let name = format!(
            "╭ {} {}╮",
            framed.name,
            dash(wide - width(&framed.name) - 4)
        );
        put(buffer, area, app.layout.on_screen(x, y), &name, style);
        for row in 1..high - 1 {
            put(buffer, area, app.layout.on_screen(x, y + row), "│", style);
            let right = app.layout.on_screen(x + wide - 1, y + row);
            put(buffer, area, right, "│", style);
        }
        let bottom = format!("╰{}╯", dash(wide - 2));
        let at = app.layout.on_screen(x, y + high - 1);
        put(buffer, area, at, &bottom, style);
        let Some(place) = board.places.get(component) else {
            continue;
        };
        strokes(buffer, area, app, component, framed, &place.scene, theme);
        for glyph in &framed.canvas.glyphs {
            let (x, _) = glyph.span();
            let at = (app.layout).on_screen(framed.inner.0 + x, framed.inner.1 + glyph.y);
            let (text, style) = shown(app, component, &place.scene, glyph, theme);
            put(buffer, area, at, &text, style);
        }
    }
}

/// A glyph as it stands now: under the cursor, chosen, hinted, about to go.
fn shown(
    app: &App,
    component: usize,
    scene: &Scene,
    glyph: &Glyph,
    theme: Theme,
) -> (String, Style) {
    let mut style = theme.look(glyph.look);
    let Some(mark) = &glyph.mark else {
        return (glyph.text.clone(), style);
    };
    let at = (component, mark.clone());
    let enabled = app.enabled.contains(&at);
    let cursor = app.cursor.as_ref() == Some(&at) && app.session.awaits_person() && !app.busy;
    let chosen = app.choice.component == component && app.choice.path.contains(mark);
    let goes = (app.preview.as_ref())
        .is_some_and(|preview| preview.component == component && preview.goes(scene, mark));
    let hinted = app.hinted.contains(&at);
    let mut text = glyph.text.clone();
    if goes {
        text = match &text[..] {
            "●" => "○".to_owned(),
            "■" => "□".to_owned(),
            "·" if matches!(scene, Scene::Board { .. }) => "□".to_owned(),
            _ => text,
        };
        style = theme.colour(Color::Red);
    } else if let (Scene::Piece { .. }, Mark::Square(x, y), true) = (scene, mark, theme.0) {
        let ground = if (x + y) % 2 == 0 { 236 } else { 240 };
        if glyph.look != Look::Piece {
            style = style.fg(Color::White);
        }
        style = style.bg(Color::Indexed(ground));
    } else if !enabled && !app.enabled.is_empty() && matches!(glyph.look, Look::Stone | Look::Pin) {
        style = style.add_modifier(Modifier::DIM);
    }
    if hinted {
        style = theme.colour(Color::Green).add_modifier(Modifier::BOLD);
    }
    let (before, after) = match (cursor, chosen, hinted) {
        (true, ..) => ("[", "]"),
        (_, true, _) => ("(", ")"),
        (.., true) => ("›", "‹"),
        _ => (" ", " "),
    };
    if chosen {
        style = style.add_modifier(Modifier::BOLD);
    }
    if cursor {
        style = style.add_modifier(Modifier::BOLD | Modifier::REVERSED);
    }
    if glyph.look == Look::Gap {
        if cursor || chosen {
            text = "┃".to_owned();
        }
        return (text, style);
    }
    (format!("{before}{text}{after}"), style)
}

/// The lines between vertices.
fn strokes(
    buffer: &mut Buffer,
    area: Rect,
    app: &App,
    component: usize,
    framed: &Framed,
    scene: &Scene,
    theme: Theme,
) {
    let canvas = &framed.canvas;
    let side = |columns: usize| u16::try_from(columns).ok().filter(|&side| side < 1000);
    let (Some(wide), Some(high)) = (side(canvas.width), side(canvas.height)) else {
        return;
    };
    if canvas.strokes.is_empty() {
        return;
    }
    let local = Rect::new(0, 0, wide, high);
    let mut drawn = Buffer::empty(local);
    let (right, top) = (f64::from(wide), f64::from(high));
    let canvas = Canvas::default()
        .marker(Marker::Braille)
        .x_bounds([0.0, right])
        .y_bounds([0.0, top])
        .paint(|context| {
            for stroke in &canvas.strokes {
                let goes = app.preview.as_ref().is_some_and(|preview| {
                    preview.component == component && preview.goes(scene, &stroke.mark)
                });
                let hinted = app.hinted.contains(&(component, stroke.mark.clone()));
                let color = match (hinted, goes) {
                    _ if !theme.0 => Color::Reset,
                    (true, _) => Color::Green,
                    (_, true) => Color::Red,
                    _ => Color::Gray,
                };
                context.draw(&Segment {
                    x1: stroke.from.0,
                    y1: top - stroke.from.1,
                    x2: stroke.to.0,
                    y2: top - stroke.to.1,
                    color,
                });
            }
        });
    canvas.render(local, &mut drawn);
    for y in 0..high {
        for x in 0..wide {
            let cell = &drawn[(x, y)];
            if !matches!(cell.symbol(), " " | "\u{2800}") {
                let inner = (
                    framed.inner.0 + usize::from(x),
                    framed.inner.1 + usize::from(y),
                );
                let at = app.layout.on_screen(inner.0, inner.1);
                put(buffer, area, at, cell.symbol(), Style::new().fg(cell.fg));
            }
        }
    }
}

pub(super) fn block(title: &str, theme: Theme) -> Block<'static> {
    Block::bordered()
        .border_type(BorderType::Rounded)
        .border_style(theme.dim())
        .title(Span::styled(format!(" {title} "), Modifier::BOLD))
}

/// The moves that were played.
fn history(buffer: &mut Buffer, area: Rect, app: &App, theme: Theme) {
    let block = block(TerminalWord::Played.of(app.lang), theme);
    let inner = block.inner(area);
    block.render(area, buffer);
    let room = usize::from(inner.height);
    let mut rows: Vec<Line<'_>> = Vec::new();
    let all: Vec<_> = app.session.played().enumerate().collect();
    // The last ones, of which each takes a line or more.
    for (number, (side, played)) in all.iter().skip(all.len().saturating_sub(room)) {
        let person = app.session.terms.players[*side] == Player::Person;
        let name = app.session.short_name(*side, app.lang);
        let style = theme.colour(if person { Color::Green } else { Color::Magenta });
        let message = clean(&played.message.render(app.lang));
        let mut line = Line::from(vec![
            Span::styled(format!("{:>3} ", number + 1), theme.dim()),
            Span::styled(format!("{name} "), style),
        ]);
        if line.width() + width(&message) <= usize::from(inner.width) {
            line.push_span(Span::raw(message));
            rows.push(line);
            continue;
        }
        rows.push(line);
        let mut text = String::new();
        wrapped(&mut text, &message, 4, usize::from(inner.width) - 1);
        rows.extend(text.lines().map(|line| Line::raw(line.to_owned())));
    }
    let lines = rows.split_off(rows.len().saturating_sub(room));
    Paragraph::new(lines).render(inner, buffer);
}

/// What was played last and what it was worth, what is said now, what the cursor would do.
fn messages(buffer: &mut Buffer, area: Rect, app: &App, theme: Theme) {
    let room = usize::from(area.width).saturating_sub(2);
    let mut all: Vec<Line<'_>> = Vec::new();
    let mut add = |text: &str, style: Style| {
        all.extend(
            lines(&clean(text), room)
                .into_iter()
                .map(|line| line.style(style)),
        );
    };
    let foretold = app
        .foretold()
        .filter(|_| !app.busy && app.session.awaits_person());
    if let Some(message) = foretold {
        add(
            &format!("▸ {}", message.render(app.lang)),
            theme.colour(Color::Cyan),
        );
    }
    if let Some(note) = &app.note {
        add(&note.render(app.lang), theme.colour(Color::Green));
    }
    if app.session.winner().is_some() {
        let message = words::after_the_end().render(app.lang);
        add(&message, theme.dim());
    }
    let people = app.session.terms.players.contains(&Player::Person);
    for (side, played) in app.session.played().rev().take(if people { 2 } else { 3 }) {
        let name = app.session.name(side, app.lang);
        let message = words::has_played(name, played.message.clone());
        add(&message.render(app.lang), Style::new());
        if let Some(comment) = &played.comment {
            add(&comment.render(app.lang), theme.colour(Color::Yellow));
        }
    }
    let inner = Rect {
        x: area.x + 1,
        width: area.width.saturating_sub(1),
        ..area
    };
    Paragraph::new(all).render(inner, buffer);
}
