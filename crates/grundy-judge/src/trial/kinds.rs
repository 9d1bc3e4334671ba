//! Small cases of rules on words, grids and graphs: all short words, all boards of few rows and columns, all graphs of few vertices and edges.
//!
//! Numbers count nothing there, so that it is the lengths that grow and not the numbers: of a word all letters are gone through at once.

use super::case::Case;
use super::generator::every;
use crate::format::{Format, OwnPlace, OwnRule};

/// More letters than an alphabet has.
const LETTERS: u64 = 64;

/// All cases of a size and below it, where the size is as large as it can be with at most so many cases.
pub(super) fn small(format: &Format, own: &OwnRule, most: usize) -> Vec<Case> {
    let mut largest = Vec::new();
    for size in 1.. {
        let width = match own.place() {
            OwnPlace::Letters(..) => LETTERS,
            OwnPlace::Edges { .. } => size,
        };
        match every(format, size, width, most) {
            // Nothing is longer than the ranges allow.
            Some(more) if more.len() > largest.len() => largest = more,
            _ => break,
        }
    }
    largest
}
