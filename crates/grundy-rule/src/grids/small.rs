//! Boards whose regions are at most eight rows and columns, as bits: where a pattern stands is told for all places of a board at once.
//!
//! A letter's number is spread over three words, a bit of it in each; a cell that does not belong to the region has the number 0. A region has
//! the same value as its image under whatever leaves the rule as it is: a turn of the board together with an exchange of letters (in
//! `grid "xo" -> ".x" | "o."` that of x and o). And where such an image is the region itself, the second player answers every move by its image:
//!
//! Let σ be that turn and exchange, its own inverse, and P = σP. No placement of a pattern overlaps its own image, unless the letters that
//! it asks for on a cell and on that cell's image are not those of any symmetric board. Then the image of a move lies beside it and can be
//! made after it, as its cells still hold the images of the letters that the move found; and the board is symmetric again.

use std::collections::HashSet;
use std::ops::ControlFlow;
use std::sync::Arc;

use crate::budget::pulse;
use crate::couples::{Couples, couples};
use crate::engine::split::keys::Numbered;
use crate::engine::split::search::Search;
use crate::engine::split::{Fact, Splits, cancel};
use crate::notation::Notation;
use crate::ruleset::Stop;
use crate::words::measure::Measure;

use super::board::Turn;
use super::{Board, OUTSIDE, Pattern, Patterns, TURNS};

/// Rows and columns of a region at most.
const SIDE: usize = 8;

/// Binary digits of a letter's number.
const DIGITS: usize = 3;

/// Letters of a rule at most: 0 is what lies outside.
const LETTERS: usize = (1 << DIGITS) - 1;

/// Letters of which all exchanges are looked at.
const EXCHANGED: usize = 5;

/// A region: by binary digit, in which cells the number of the letter has it. Its first row and its first column have cells.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
struct Squares([u64; DIGITS]);

/// By letter, the cells that hold it.
type Masks = [u64; LETTERS];

/// A pattern: how far its cells lie behind its first row and column, with the letters before and after.
#[derive(Debug)]
struct Placed {
    cells: Vec<(u32, u8, u8)>,
    /// Where its first row and column may lie.
    places: u64,
}

/// Cells that some patterns cover, and what these ask for.
#[derive(Debug)]
struct Shape {
    cells: Vec<u32>,
    places: u64,
    asked: Vec<Vec<u8>>,
}

/// A turn and what becomes of each letter that leave the rule as it is.
#[derive(Debug)]
struct Image {
    turn: Turn,
    letters: Vec<u8>,
    /// Whether letters are exchanged.
    exchanges: bool,
    /// Whether it is its own inverse and moves something.
    mirrors: bool,
}

#[derive(Debug)]
struct Compiled {
    rule: Patterns,
    patterns: Vec<Placed>,
    shapes: Vec<Shape>,
    images: Vec<Image>,
    /// Letters whose number falls with every move, and how many of them any move leaves in its pattern.
    counted: Option<(Vec<u8>, u32)>,
}

/// The search of a rule's small boards.
#[derive(Clone, Debug)]
struct Small(Arc<Compiled>);

/// The search for a board, where its regions are small enough and the rule has few letters.
pub(super) fn search(
    rule: &Patterns,
    board: &Board,
    bytes: u64,
) -> Option<Box<dyn Couples<Board>>> {
    let game = Small(Arc::new(Compiled::of(rule)?));
    game.regions_of(board)?;
    let name = format!("{} {SIDE}x{SIDE}", Notation::head(rule));
    Some(couples(
        name,
        Search::new(game, bytes),
        |game: &Small, board: &Board| {
            let mut parts = game.regions_of(board)?;
            cancel(&mut parts);
            Some((0, parts))
        },
    ))
}

impl Compiled {
    fn of(rule: &Patterns) -> Option<Compiled> {
        let inner = &rule.inner;
        if inner.torus || !inner.shapes.is_empty() || inner.letters.len() > LETTERS {
            return None;
        }
        let mut patterns = Vec::new();
        let mut shapes: Vec<Shape> = Vec::new();
        for pattern in &inner.patterns {
            if pattern.height > SIDE || pattern.width > SIDE {
                // It lies on none of these boards.
                continue;
            }
            let cells = pattern.cells.iter();
            let cells =
                cells.map(|&(row, column, from, to)| ((row * SIDE + column) as u32, from, to));
            let placed = Placed {
                cells: cells.collect(),
                places: places(pattern.height, pattern.width),
            };
            let shape: Vec<u32> = placed.cells.iter().map(|&(cell, ..)| cell).collect();
            let asked: Vec<u8> = placed.cells.iter().map(|&(_, from, _)| from).collect();
            match shapes.iter_mut().find(|known| known.cells == shape) {
                Some(known) if known.asked.contains(&asked) => {}
                Some(known) => known.asked.push(asked),
                None => shapes.push(Shape {
                    cells: shape,
                    places: placed.places,
                    asked: vec![asked],
                }),
            }
            patterns.push(placed);
        }
        Some(Compiled {
            images: images(&inner.patterns, inner.letters.len()),
            counted: counted(rule, &patterns),
            rule: rule.clone(),
            patterns,
            shapes,
        })
    }
}

/// Where something with so many rows and columns may begin.
fn places(height: usize, width: usize) -> u64 {
    let row = u64::from(u8::MAX >> (width - 1));
    (0..=SIDE - height).fold(0, |places, down| places | row << (SIDE * down))
}

/// The letters whose number alone proves that every play ends, and how many of them a move leaves at least.
fn counted(rule: &Patterns, patterns: &[Placed]) -> Option<(Vec<u8>, u32)> {
    let [Measure::Count(set)] = rule.measures()? else {
        return None;
    };
    let is_counted = |letter: u8| set >> letter & 1 == 1;
    let left = patterns.iter().map(|pattern| {
        let left = pattern.cells.iter().filter(|(_, _, to)| is_counted(*to));
        left.count() as u32
    });
    let letters = (0..rule.inner.letters.len() as u8).filter(|&letter| is_counted(letter));
    Some((letters.collect(), left.min().unwrap_or(0)))
}

/// All turns with all exchanges of letters that leave a set of patterns as it is.
fn images(patterns: &[Pattern], letters: usize) -> Vec<Image> {
    let known: HashSet<&Pattern> = patterns.iter().collect();
    let mut used: Vec<u8> = (patterns.iter().flat_map(|pattern| &pattern.cells))
        .flat_map(|&(_, _, from, to)| [from, to])
        .collect();
    used.sort_unstable();
    used.dedup();
    let mut images = Vec::new();
    for order in orders(&used) {
        let mut to: Vec<u8> = (0..letters as u8).collect();
        for (&from, &other) in used.iter().zip(&order) {
            to[usize::from(from)] = other;
        }
        for turn in TURNS {
            let image = |pattern: &Pattern| {
                let mut image = pattern.turned(turn);
                for (_, _, before, after) in &mut image.cells {
                    *before = to[usize::from(*before)];
                    *after = to[usize::from(*after)];
                }
                image
            };
            if !patterns
                .iter()
                .all(|pattern| known.contains(&image(pattern)))
            {
                continue;
            }
            let exchanges = order != used;
            let back =
                (0..letters).all(|letter| usize::from(to[usize::from(to[letter])]) == letter);
            images.push(Image {
                turn,
                letters: to.clone(),
                exchanges,
                mirrors: back && turn.is_own_inverse() && turn != TURNS[0],
            });
        }
    }
    images
}

/// All orders of some letters, the one in which they are given first; that one alone where they are many.
fn orders(letters: &[u8]) -> Vec<Vec<u8>> {
    if letters.len() > EXCHANGED {
        return vec![letters.to_vec()];
    }
    let Some((&last, before)) = letters.split_last() else {
        return vec![Vec::new()];
    };
    let mut all = Vec::new();
    for order in orders(before) {
        for place in (0..=order.len()).rev() {
            let mut order = order.clone();
            order.insert(place, last);
            all.push(order);
        }
    }
    all.sort_by_key(|order| order != letters);
    all
}

impl Squares {
    /// By letter, the cells that hold it.
    fn masks(self) -> Masks {
        let [one, two, four] = self.0;
        [
            one & !two & !four,
            !one & two & !four,
            one & two & !four,
            !one & !two & four,
            one & !two & four,
            !one & two & four,
            one & two & four,
        ]
    }

    fn from_masks(masks: &Masks) -> Squares {
        let mut digits = [0; DIGITS];
        for (number, mask) in (1..).zip(masks) {
            for (place, digit) in digits.iter_mut().enumerate() {
                *digit |= if number >> place & 1 == 1 { *mask } else { 0 };
            }
        }
        Squares(digits)
    }

    /// The cells that belong to it.
    fn cells(self) -> u64 {
        self.0.iter().fold(0, |all, digit| all | digit)
    }

    fn map(self, each: impl Fn(u64) -> u64) -> Squares {
        Squares(self.0.map(each))
    }

    /// Moved to the first row and column.
    fn trimmed(self) -> Squares {
        let cells = self.cells();
        if cells == 0 {
            return self;
        }
        let rows = cells.trailing_zeros() / 8;
        let columns = cells | cells >> 32;
        let columns = columns | columns >> 16;
        let columns = ((columns | columns >> 8) as u8).trailing_zeros();
        self.map(|digit| digit >> (8 * rows + columns))
    }

    /// The image under a turn and an exchange of letters.
    fn image(self, image: &Image) -> Squares {
        let turned = self.map(|digit| image.turn.of_bits(digit)).trimmed();
        if !image.exchanges {
            return turned;
        }
        let masks = turned.masks();
        let mut exchanged = [0; LETTERS];
        for (&to, mask) in image.letters.iter().zip(masks) {
            exchanged[usize::from(to)] |= mask;
        }
        Squares::from_masks(&exchanged)
    }

    /// What a move leaves.
    fn after(mut self, pattern: &Placed, place: u32) -> Squares {
        for &(cell, from, to) in &pattern.cells {
            let changed = (from + 1) ^ (to + 1);
            for (number, digit) in self.0.iter_mut().enumerate() {
                *digit ^= u64::from(changed >> number & 1) << (place + cell);
            }
        }
        self
    }

    /// How many rows and columns it has.
    fn sides(self) -> (usize, usize) {
        let cells = self.cells();
        let mut height = (0..SIDE).filter(|row| cells >> (SIDE * row) & 0xff != 0);
        let columns = (0..SIDE).fold(0, |all, row| all | cells >> (SIDE * row) & 0xff);
        let height = height.next_back().map_or(0, |row| row + 1);
        (height, (u64::BITS - columns.leading_zeros()) as usize)
    }
}

impl Placed {
    /// Where it stands.
    fn stands(&self, masks: &Masks) -> u64 {
        let cells = self.cells.iter();
        cells.fold(self.places, |stands, &(cell, from, _)| {
            stands & masks[usize::from(from)] >> cell
        })
    }
}

/// The places of set bits.
fn each(mut bits: u64) -> impl Iterator<Item = u32> {
    std::iter::from_fn(move || {
        let place = bits.checked_ilog2()?;
        bits ^= 1 << place;
        Some(place)
    })
}

impl Small {
    /// The regions of a board that have moves; `None` where one is too large.
    fn regions_of(&self, board: &Board) -> Option<Vec<Squares>> {
        let mut regions = Vec::new();
        self.0.rule.regions(board, &mut regions);
        let mut parts = Vec::new();
        for region in &regions {
            if region.width > SIDE || region.height() > SIDE {
                return None;
            }
            let mut squares = Squares::default();
            let cells = region.cells.iter().enumerate();
            for (place, &letter) in cells.filter(|(_, letter)| **letter != OUTSIDE) {
                let cell = place / region.width * SIDE + place % region.width;
                for (number, digit) in squares.0.iter_mut().enumerate() {
                    *digit |= u64::from((letter + 1) >> number & 1) << cell;
                }
            }
            self.regions(squares, &mut parts);
        }
        Some(parts)
    }

    /// The regions that have moves, each in its least form.
    fn regions(&self, squares: Squares, parts: &mut Vec<Squares>) {
        let game = &*self.0;
        let masks = squares.masks();
        let mut may = [0; LETTERS];
        for (&mask, &reach) in masks.iter().zip(&game.rule.inner.reach) {
            if mask != 0 {
                for letter in each(reach & ((1 << LETTERS) - 1)) {
                    may[letter as usize] |= mask;
                }
            }
        }
        // Where a pattern may come to stand, by shape; and which cells any of them covers.
        let mut covered = 0;
        let mut fits = Vec::with_capacity(game.shapes.len());
        for shape in &game.shapes {
            let mut all = 0;
            for asked in &shape.asked {
                let cells = shape.cells.iter().zip(asked);
                all |= cells.fold(shape.places, |fits, (cell, &from)| {
                    fits & may[usize::from(from)] >> cell
                });
            }
            covered |= spread(all, &shape.cells);
            fits.push(all);
        }
        let stands = game.patterns.iter();
        let stands = stands.fold(0, |all, pattern| {
            all | pattern.stands(&masks) << pattern.cells[0].0
        });
        while covered & stands != 0 {
            let mut region = covered & stands & (covered & stands).wrapping_neg();
            loop {
                let mut all = region;
                for (shape, fits) in game.shapes.iter().zip(&fits) {
                    let cells = shape.cells.iter();
                    let touched = fits & cells.fold(0, |touched, cell| touched | all >> cell);
                    all |= spread(touched, &shape.cells);
                }
                if all == region {
                    break;
                }
                region = all;
            }
            covered &= !region;
            parts.push(self.least(squares.map(|digit| digit & region)));
        }
    }

    fn least(&self, squares: Squares) -> Squares {
        let images = self.0.images.iter();
        let images = images.map(|image| squares.image(image));
        images.min().unwrap_or(squares)
    }

    /// Whether the second player can answer every move by its image.
    fn is_symmetric(&self, part: Squares) -> bool {
        let mirrors = self.0.images.iter().filter(|image| image.mirrors);
        mirrors
            .into_iter()
            .any(|image| part.image(image) == part && self.is_apart(part, image))
    }

    /// Whether no pattern that may stand on a symmetric board overlaps its image.
    fn is_apart(&self, part: Squares, image: &Image) -> bool {
        let (height, width) = part.sides();
        let inside = part.cells();
        let of = |cell: u32| {
            let (row, column) = (cell as usize / SIDE, cell as usize % SIDE);
            let (row, column) = image.turn.cell(row, column, height, width);
            (row * SIDE + column) as u32
        };
        self.0.patterns.iter().all(|pattern| {
            let cells = pattern.cells.iter();
            let places = cells.fold(pattern.places, |places, &(cell, ..)| {
                places & inside >> cell
            });
            each(places).all(|place| {
                let mut overlaps = false;
                for &(cell, from, _) in &pattern.cells {
                    let to = of(place + cell);
                    let other = pattern.cells.iter().find(|(cell, ..)| place + cell == to);
                    if let Some(&(_, letter, _)) = other {
                        overlaps = true;
                        if letter != image.letters[usize::from(from)] {
                            // No symmetric board has these letters.
                            return true;
                        }
                    }
                }
                !overlaps
            })
        })
    }

    /// How many moves there are.
    fn count(&self, part: Squares) -> u32 {
        let masks = part.masks();
        let stands = self.0.patterns.iter().map(|pattern| pattern.stands(&masks));
        stands.map(u64::count_ones).sum()
    }
}

/// The cells that are covered from these places.
fn spread(places: u64, cells: &[u32]) -> u64 {
    cells.iter().fold(0, |all, cell| all | places << cell)
}

impl Splits for Small {
    type Part = Squares;
    type Keys = Numbered<Squares>;
    type Stop = Stop;

    fn keys(&self, bytes: u64) -> Numbered<Squares> {
        Numbered::new(|_| 0, bytes)
    }

    fn size(&self, part: &Squares) -> u32 {
        part.cells().count_ones()
    }

    fn moves(&self, part: &Squares) -> u32 {
        self.count(*part).max(1)
    }

    fn shape(&self, part: &Squares) -> u32 {
        self.count(*part)
    }

    /// No play is longer than the number that falls with every move.
    fn fact(&self, part: &Squares) -> Fact {
        if self.is_symmetric(*part) {
            return Fact::Exact(0);
        }
        let Some((letters, left)) = &self.0.counted else {
            return Fact::NOTHING;
        };
        let masks = part.masks();
        let counted = letters.iter().map(|&letter| masks[usize::from(letter)]);
        let longest = counted.map(u64::count_ones).sum::<u32>();
        match longest.saturating_sub(*left) {
            // It has a move.
            1 => Fact::Exact(1),
            longest => Fact::at_most(longest),
        }
    }

    fn options<F>(&self, part: &Squares, mut visit: F) -> Result<(), Stop>
    where
        F: FnMut(u32, &[Squares]) -> ControlFlow<()>,
    {
        let masks = part.masks();
        let mut parts = Vec::new();
        for pattern in &self.0.patterns {
            for place in each(pattern.stands(&masks)) {
                pulse::count(1);
                parts.clear();
                self.regions(part.after(pattern, place), &mut parts);
                cancel(&mut parts);
                if visit(0, &parts).is_break() {
                    return Ok(());
                }
            }
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests;
