//! A component drawn with characters: glyphs at places of their own, some of which stand for elements that can be clicked.
//!
//! Only the scene and what can be clicked are known here. What is chosen, hinted or about to go is shown by whoever paints.

mod graph;
mod squares;

use std::collections::HashSet;

use grundy::Lang;
use grundy::scene::{Inset, Mark, Scene};

use crate::print::paint::width;
use crate::words;

/// Most elements of a heap or row that are drawn one by one; of a longer one only those that can be clicked.
const SHOWN: u64 = 400;
/// Stones on one another before the next pile is begun.
const TALL: usize = 12;

/// What a glyph shows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Look {
    /// A stone, hollow when it is about to go.
    Stone,
    /// A pin.
    Pin,
    /// A gap between pins.
    Gap,
    /// An empty square.
    Square,
    /// Something lying on a square, or a vertex.
    Thing,
    /// A piece or token.
    Piece,
    /// What nobody may take.
    Poison,
    /// What is not there any more.
    Gone,
    /// The number of an edge.
    Edge,
    /// Lines around squares, and the ground.
    Frame,
    /// What is written beside.
    Label,
}

/// Some characters at a place, from the top left.
#[derive(Clone, Debug)]
pub(super) struct Glyph {
    pub(super) x: usize,
    pub(super) y: usize,
    pub(super) text: String,
    pub(super) look: Look,
    /// The element; it has a column free on either side, but for a gap.
    pub(super) mark: Option<Mark>,
}

impl Glyph {
    fn new(x: usize, y: usize, text: impl Into<String>, look: Look) -> Glyph {
        let text = text.into();
        Glyph {
            x,
            y,
            text,
            look,
            mark: None,
        }
    }

    fn marked(mut self, mark: Mark) -> Glyph {
        self.mark = Some(mark);
        self
    }

    /// The column where it begins with what is free beside it, and how many columns that is.
    pub(super) fn span(&self) -> (usize, usize) {
        let columns = width(&self.text);
        match (&self.mark, self.look) {
            (None, _) | (_, Look::Gap) => (self.x, columns),
            _ => (self.x.saturating_sub(1), columns + 2),
        }
    }
}

/// A line between two places, in columns and rows.
#[derive(Clone, Debug)]
pub(super) struct Stroke {
    pub(super) from: (f64, f64),
    pub(super) to: (f64, f64),
    pub(super) mark: Mark,
}

/// A component as it is drawn.
#[derive(Clone, Debug, Default)]
pub(super) struct CellCanvas {
    pub(super) width: usize,
    pub(super) height: usize,
    pub(super) glyphs: Vec<Glyph>,
    pub(super) strokes: Vec<Stroke>,
}

impl CellCanvas {
    /// Draws a scene, if it can be in so many columns and rows; what can ever be clicked is shown in any case.
    pub(super) fn of(
        scene: &Scene,
        clickable: &HashSet<Mark>,
        room: (usize, usize),
        lang: Lang,
    ) -> CellCanvas {
        let mut canvas = CellCanvas::default();
        match scene {
            Scene::Heap(count) => {
                canvas.heaps(&[*count], clickable, room, &|_, stone| Mark::Stone(stone))
            }
            Scene::Heaps(counts) => canvas.heaps(counts, clickable, room, &Mark::Of),
            Scene::Ring(count) if *count <= SHOWN => canvas.ring(*count),
            Scene::Row(count) | Scene::Ring(count) => canvas.row(*count, clickable, room.0),
            Scene::Piece { piece, at } => canvas.piece(*piece, *at, clickable),
            Scene::Strip(cells) => canvas.strip(cells, room.0, lang),
            Scene::Board { width, squares } => canvas.board(*width, squares, lang),
            Scene::Graph { vertices, edges } => canvas.graph(vertices, edges, clickable, room),
            Scene::Several(insets) => canvas.several(insets, clickable, room, lang),
            _ => {
                let text = words::from_the_list().render(lang);
                canvas.glyphs.push(Glyph::new(0, 0, text, Look::Label));
            }
        }
        canvas.measure();
        canvas
    }

    fn measure(&mut self) {
        for glyph in &self.glyphs {
            let (x, columns) = glyph.span();
            self.width = self.width.max(x + columns);
            self.height = self.height.max(glyph.y + 1);
        }
    }

    /// Pictures side by side, each with its label below.
    fn several(
        &mut self,
        insets: &[Inset],
        clickable: &HashSet<Mark>,
        room: (usize, usize),
        lang: Lang,
    ) {
        let mut left = 0;
        for (place, inset) in insets.iter().enumerate() {
            let inside = clickable.iter().filter_map(|mark| match mark {
                Mark::In(at, inner) if *at == place => Some((**inner).clone()),
                _ => None,
            });
            let canvas = CellCanvas::of(&inset.scene, &inside.collect(), room, lang);
            let wide = canvas.width.max(width(&inset.label));
            let label = left + (wide - width(&inset.label)) / 2;
            let label = Glyph::new(label, canvas.height, inset.label.clone(), Look::Label);
            self.glyphs.push(label);
            self.glyphs
                .extend(canvas.glyphs.into_iter().map(|glyph| Glyph {
                    x: left + glyph.x,
                    mark: glyph.mark.map(|mark| mark.within(place)),
                    ..glyph
                }));
            self.strokes
                .extend(canvas.strokes.into_iter().map(|stroke| Stroke {
                    from: (left as f64 + stroke.from.0, stroke.from.1),
                    to: (left as f64 + stroke.to.0, stroke.to.1),
                    mark: stroke.mark.within(place),
                }));
            left += wide + 3;
        }
    }

    /// Heaps side by side on the ground, each with its number below; a tall one falls into piles, the lowest stones left.
    fn heaps(
        &mut self,
        counts: &[u64],
        clickable: &HashSet<Mark>,
        room: (usize, usize),
        mark: &dyn Fn(usize, u64) -> Mark,
    ) {
        let piles: Vec<Vec<Item>> = (counts.iter().enumerate())
            .map(|(heap, &count)| items(count, &|stone| clickable.contains(&mark(heap, stone))))
            .collect();
        let tallest = piles.iter().map(Vec::len).max().unwrap_or(0);
        let tall = room.1.saturating_sub(2).clamp(3, TALL).min(tallest.max(1));
        let mut x = 0;
        for (heap, (pile, count)) in piles.iter().zip(counts).enumerate() {
            let label = count.to_string();
            let columns = (3 * pile.len().div_ceil(tall)).max(label.len()).max(3);
            for (place, item) in pile.iter().enumerate() {
                let (across, up) = (place / tall, place % tall);
                let (x, y) = (x + 3 * across + 1, tall - 1 - up);
                self.glyphs.push(match *item {
                    Item::One(stone) => {
                        Glyph::new(x, y, "●", Look::Stone).marked(mark(heap, stone))
                    }
                    Item::Others => Glyph::new(x, y, "⋮", Look::Label),
                });
            }
            let ground = "▔".repeat(columns);
            self.glyphs.push(Glyph::new(x, tall, ground, Look::Frame));
            let middle = x + (columns - label.len()) / 2;
            self.glyphs
                .push(Glyph::new(middle, tall + 1, label, Look::Label));
            x += columns + 2;
        }
    }

    /// Pins side by side, in lines of so many columns.
    fn row(&mut self, count: u64, clickable: &HashSet<Mark>, columns: usize) {
        let is_clickable =
            |pin| clickable.contains(&Mark::Stone(pin)) || clickable.contains(&Mark::Gap(pin));
        let splits = clickable.iter().any(|mark| matches!(mark, Mark::Gap(_)));
        let step = 3 + usize::from(splits);
        let across = (columns / step).max(4);
        for (place, item) in items(count, &is_clickable).into_iter().enumerate() {
            let (x, y) = (step * (place % across) + 1, 3 * (place / across));
            match item {
                Item::One(pin) => {
                    let gap = Mark::Gap(pin);
                    if clickable.contains(&gap) {
                        let left = x + usize::from(splits) - 2;
                        self.glyphs
                            .push(Glyph::new(left, y, "╎", Look::Gap).marked(gap));
                    }
                    let x = x + usize::from(splits);
                    let (head, body) = (Glyph::new(x, y, "●", Look::Pin), Mark::Stone(pin));
                    self.glyphs.push(head.marked(body));
                    self.glyphs.push(Glyph::new(x, y + 1, "┃", Look::Frame));
                }
                Item::Others => self.glyphs.push(Glyph::new(x, y, "…", Look::Label)),
            }
        }
        if count == 0 {
            self.glyphs.push(Glyph::new(0, 0, "▔▔▔", Look::Frame));
        }
    }

    /// Pins in a ring that has room for all.
    fn ring(&mut self, count: u64) {
        let around = 4.0 * count as f64 / std::f64::consts::TAU + 2.0;
        let (wide, high) = (around.max(6.0), (around / 2.2).max(2.5));
        for pin in 0..count {
            let turn = std::f64::consts::TAU * pin as f64 / count as f64;
            let x = (wide * (1.0 + turn.sin())).round() as usize + 1;
            let y = (high * (1.0 - turn.cos())).round() as usize;
            let glyph = Glyph::new(x, y, "●", Look::Pin);
            self.glyphs.push(glyph.marked(Mark::Stone(pin)));
        }
        if count == 0 {
            self.glyphs.push(Glyph::new(0, 0, "▔▔▔", Look::Frame));
        }
    }
}

/// An element of a heap or row, or those left out.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Item {
    One(u64),
    Others,
}

/// All elements, or of many only those that can be clicked, with their neighbours left out.
fn items(count: u64, is_clickable: &dyn Fn(u64) -> bool) -> Vec<Item> {
    if count <= SHOWN {
        return (0..count).map(Item::One).collect();
    }
    // What can be clicked of so many is near the ends, or all of it.
    let near = 20_000;
    let low = 0..count.min(near);
    let high = count.saturating_sub(near).max(low.end)..count;
    let mut items = Vec::new();
    for one in low.chain(high) {
        if is_clickable(one) || one == 0 {
            items.push(Item::One(one));
        } else if items.last() != Some(&Item::Others) {
            items.push(Item::Others);
        }
    }
    items
}
