//! Small cases of rules on words, grids and graphs: all short words and all boards of few rows and columns, and graphs of few vertices.
//!
//! Numbers count nothing there, so that it is the lengths that grow and not the numbers: of a word all letters are gone through at once. Graphs
//! are drawn at random: of the ways to name the same edges in another order there are too many to go through.

use super::case::Case;
use super::draw::{Choose, draw};
use super::generator::every;
use super::random::Random;
use crate::format::{Field, Format, OwnPlace, OwnRule};

/// More letters than an alphabet has.
const LETTERS: u64 = 64;

/// Graphs that are drawn, those that come again among them.
const DRAWN: usize = 4000;

/// All cases of a size and below it, where the size is as large as it can be with at most so many cases.
pub(super) fn small(format: &Format, own: &OwnRule, most: usize) -> Vec<Case> {
    if matches!(own.place(), OwnPlace::Edges { .. }) {
        let mut few = Few(Random(0));
        let drawn = (0..most.min(DRAWN)).map(|_| draw(format, &mut few));
        return drawn.collect();
    }
    let mut largest = Vec::new();
    for size in 1.. {
        match every(format, size, LETTERS, most) {
            // Nothing is longer than the ranges allow.
            Some(more) if more.len() > largest.len() => largest = more,
            _ => break,
        }
    }
    largest
}

/// Chooses among the least numbers.
struct Few(Random);

impl Choose for Few {
    fn choose(&mut self, _: Field, low: u64, high: u64, _: bool) -> u64 {
        self.0.within(low, high.min(low.saturating_add(3)))
    }
}
