//! All components side by side, in rows as long as the screen is wide: where each element lies, and what is near what.

use std::collections::{HashMap, HashSet};

use grundy::Lang;
use grundy::scene::Mark;
use grundy_play::Board;
use ratatui::layout::Rect;

use super::canvas::CellCanvas;
use crate::print::paint::{brief, clean, width};

/// Longest name over a component.
const NAME: usize = 36;

/// A component in its frame.
#[derive(Clone, Debug)]
pub(super) struct Framed {
    pub(super) name: String,
    pub(super) canvas: CellCanvas,
    /// The frame's left, top, columns and rows.
    pub(super) frame: (usize, usize, usize, usize),
    /// Where the sketch begins.
    pub(super) inner: (usize, usize),
}

/// What is drawn, larger perhaps than the screen.
#[derive(Clone, Debug, Default)]
pub(super) struct BoardLayout {
    pub(super) framed: Vec<Framed>,
    /// Left, row and columns of each element.
    spots: HashMap<(usize, Mark), (usize, usize, usize)>,
    size: (usize, usize),
    /// Rows of the highest frame so far on this area, so that frames do not shrink with what is in them.
    highest: usize,
    /// Where on the screen it is seen.
    area: Rect,
    /// What lies at the top left of that area; negative where there is room to spare.
    offset: (i64, i64),
}

impl BoardLayout {
    /// Lays a board out for an area, so that this element is seen.
    pub(super) fn lay(
        &mut self,
        board: &Board,
        area: Rect,
        seen: Option<&(usize, Mark)>,
        lang: Lang,
    ) {
        let columns = usize::from(area.width);
        let room = (
            columns.saturating_sub(4),
            usize::from(area.height).saturating_sub(2),
        );
        let mut clickable: Vec<HashSet<Mark>> = vec![HashSet::new(); board.places.len()];
        for mv in &board.moves {
            if let Some(marks) = clickable.get_mut(mv.component) {
                marks.extend(mv.clicks.iter().flatten().cloned());
            }
        }
        self.framed.clear();
        self.spots.clear();
        self.size = (0, 0);
        if self.area != area {
            self.highest = 0;
        }
        let mut row: Vec<Framed> = Vec::new();
        let mut across = 0;
        for (place, marks) in board.places.iter().zip(&clickable) {
            let canvas = CellCanvas::of(&place.scene, marks, room, lang);
            let name = brief(&clean(&place.game), NAME);
            let wide = canvas.width.max(width(&name) + 2) + 4;
            if across + wide > columns && !row.is_empty() {
                self.close(&mut row);
                across = 0;
            }
            row.push(Framed {
                name,
                frame: (across, 0, wide, canvas.height + 2),
                inner: (across + (wide - canvas.width) / 2, 0),
                canvas,
            });
            across += wide + 1;
        }
        self.close(&mut row);
        for (component, framed) in self.framed.iter().enumerate() {
            for glyph in &framed.canvas.glyphs {
                if let Some(mark) = &glyph.mark {
                    let (x, columns) = glyph.span();
                    let spot = (framed.inner.0 + x, framed.inner.1 + glyph.y, columns);
                    self.spots.insert((component, mark.clone()), spot);
                }
            }
        }
        self.area = area;
        self.scroll(seen);
    }

    /// Ends a row of frames: all as high as the highest, their sketches on its ground.
    fn close(&mut self, row: &mut Vec<Framed>) {
        let mut high = row.iter().map(|framed| framed.frame.3).max().unwrap_or(0);
        let top = self.size.1;
        if top == 0 {
            high = high.max(self.highest);
            self.highest = high;
        }
        for mut framed in row.drain(..) {
            framed.frame.1 = top;
            framed.frame.3 = high;
            framed.inner.1 = top + high - 1 - framed.canvas.height;
            self.size.0 = self.size.0.max(framed.frame.0 + framed.frame.2);
            self.framed.push(framed);
        }
        self.size.1 = top + high;
    }

    /// Shows an element, or the top left; in the middle where everything fits.
    fn scroll(&mut self, seen: Option<&(usize, Mark)>) {
        let spot = seen.and_then(|at| self.spots.get(at)).copied();
        let (x, y, columns) = spot.unwrap_or((0, 0, 1));
        let along = |offset: i64, size: usize, room: u16, from: usize, length: usize| {
            let (size, room) = (size as i64, i64::from(room));
            if size <= room {
                return -((room - size) / 2);
            }
            let (from, until) = (from as i64 - 4, (from + length) as i64 + 4);
            offset.max(until - room).min(from).clamp(0, size - room)
        };
        self.offset = (
            along(self.offset.0, self.size.0, self.area.width, x, columns),
            along(self.offset.1, self.size.1, self.area.height, y, 1),
        );
    }

    /// Where a place of the world is on the screen, relative to it.
    pub(super) fn on_screen(&self, x: usize, y: usize) -> (i64, i64) {
        (
            x as i64 - self.offset.0 + i64::from(self.area.x),
            y as i64 - self.offset.1 + i64::from(self.area.y),
        )
    }

    /// The element at a place of the screen.
    pub(super) fn at(&self, column: u16, row: u16) -> Option<(usize, Mark)> {
        if !self.area.contains((column, row).into()) {
            return None;
        }
        let (column, row) = (i64::from(column), i64::from(row));
        let here = |&(x, y, columns): &(usize, usize, usize)| {
            let (left, top) = self.on_screen(x, y);
            top == row && (left..left + columns as i64).contains(&column)
        };
        let found = self.spots.iter().find(|(_, spot)| here(spot));
        found.map(|(at, _)| at.clone())
    }

    /// Twice the middle of an element; a row counts as two columns.
    fn middle(&self, at: &(usize, Mark)) -> Option<(i64, i64)> {
        let &(x, y, columns) = self.spots.get(at)?;
        Some(((2 * x + columns) as i64, 4 * y as i64))
    }

    /// How far apart two elements are.
    pub(super) fn distance(&self, one: &(usize, Mark), other: &(usize, Mark)) -> u64 {
        match (self.middle(one), self.middle(other)) {
            (Some(one), Some(other)) => one.0.abs_diff(other.0) + one.1.abs_diff(other.1),
            _ => 0,
        }
    }

    /// The nearest of some elements in a direction.
    pub(super) fn nearest<'n>(
        &self,
        here: &(usize, Mark),
        direction: (i64, i64),
        among: &'n HashSet<(usize, Mark)>,
    ) -> Option<(usize, Mark)> {
        let from = self.middle(here)?;
        let far = |at: &'n (usize, Mark)| {
            let to = self.middle(at)?;
            let (across, down) = (to.0 - from.0, to.1 - from.1);
            let along = across * direction.0 + down * direction.1;
            let aside = (across * direction.1).abs() + (down * direction.0).abs();
            (along > 0).then_some((along + 4 * aside, at))
        };
        among.iter().filter_map(far).min().map(|(_, at)| at.clone())
    }
}
