//! Rules that lay shapes on free squares, `grid ".." -> "##"`: their boards are sets of squares, which are searched as such.
//!
//! One letter stands on all left sides and on no right side, so that the others never change and never matter. Dominoes are Cram; any other
//! connected shapes have a search of their own.

use crate::couples::{Couples, couples};
use crate::engine::split::board::Board as Squares;
use crate::engine::split::dominoes::{Dominoes, Kept};
use crate::engine::split::placements::Placements;
use crate::engine::split::search::Search;
use crate::notation::Notation;

use super::{Board, OUTSIDE, Patterns, TURNS};

/// Shapes by their squares: row and column.
type Shapes = Vec<Vec<(u32, u32)>>;

/// The search for a board, where the rule lays connected shapes in all eight turns and the board's regions are at most eight squares wide.
pub(super) fn search(
    rule: &Patterns,
    board: &Board,
    bytes: u64,
) -> Option<Box<dyn Couples<Board>>> {
    let shapes = shapes(rule)?;
    let mut regions = Vec::new();
    rule.regions(board, &mut regions);
    let sides = |region: &Board| (region.height(), region.width);
    let long = regions
        .iter()
        .map(|region| sides(region).0.max(sides(region).1));
    let short = regions
        .iter()
        .map(|region| sides(region).0.min(sides(region).1));
    let rows = u32::try_from(long.max().unwrap_or(1)).ok()?;
    let columns = u32::try_from(short.max().unwrap_or(1)).ok()?;
    on::<u64>(rule, &shapes, (rows, columns), bytes)
        .or_else(|| on::<u128>(rule, &shapes, (rows, columns), bytes))
}

/// The shapes that a rule lays; `None` where it does something else.
fn shapes(rule: &Patterns) -> Option<Shapes> {
    let inner = &rule.inner;
    if inner.torus || inner.turns.len() != TURNS.len() || !inner.shapes.is_empty() {
        return None;
    }
    let &(_, _, free, _) = inner.patterns.first()?.cells.first()?;
    let mut shapes = Shapes::new();
    for pattern in &inner.patterns {
        let mut shape = Vec::with_capacity(pattern.cells.len());
        for &(row, column, from, to) in &pattern.cells {
            if from != free || to == free {
                return None;
            }
            shape.push((u32::try_from(row).ok()?, u32::try_from(column).ok()?));
        }
        if !shapes.contains(&shape) {
            shapes.push(shape);
        }
    }
    Some(shapes)
}

fn on<B: Kept>(
    rule: &Patterns,
    shapes: &Shapes,
    (rows, columns): (u32, u32),
    bytes: u64,
) -> Option<Box<dyn Couples<Board>>> {
    let squares = Squares::<B>::new(rows, columns)?;
    let name = format!("{} {rows}x{columns}", Notation::head(rule));
    let dominoes = [vec![(0, 0), (0, 1)], vec![(0, 0), (1, 0)]];
    if shapes.len() == 2 && dominoes.iter().all(|domino| shapes.contains(domino)) {
        let search = Search::new(Dominoes::new(squares), bytes);
        return Some(couples(
            name,
            search,
            parts(rule, squares, Dominoes::pieces),
        ));
    }
    let search = Search::new(Placements::new(squares, shapes)?, bytes);
    Some(couples(
        name,
        search,
        parts(rule, squares, Placements::pieces),
    ))
}

/// What tells the pieces of a board to a search: those of its regions.
fn parts<G: 'static, B: Kept>(
    rule: &Patterns,
    squares: Squares<B>,
    pieces: fn(&G, B) -> Vec<B>,
) -> impl Fn(&G, &Board) -> Option<(u32, Vec<B>)> + Send + 'static + use<G, B> {
    let rule = rule.clone();
    move |game, board| {
        let free = squares_of(&rule, board, &squares)?;
        Some((
            0,
            free.into_iter()
                .flat_map(|free| pieces(game, free))
                .collect(),
        ))
    }
}

/// The regions of a board as sets of squares; `None` where one does not fit.
fn squares_of<B: Kept>(rule: &Patterns, board: &Board, on: &Squares<B>) -> Option<Vec<B>> {
    let mut regions = Vec::new();
    rule.regions(board, &mut regions);
    let bits = |region: &Board| {
        let upright = region.height() >= region.width;
        let mut free = B::NONE;
        for (place, _) in region
            .cells
            .iter()
            .enumerate()
            .filter(|(_, cell)| **cell != OUTSIDE)
        {
            let (row, column) = (place / region.width, place % region.width);
            let (row, column) = if upright {
                (row, column)
            } else {
                (column, row)
            };
            let (row, column) = (u32::try_from(row).ok()?, u32::try_from(column).ok()?);
            if row >= on.rows() || column >= on.columns() {
                return None;
            }
            free |= on.square(row, column);
        }
        Some(free)
    };
    regions.iter().map(bits).collect()
}
