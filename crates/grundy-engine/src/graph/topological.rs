//! Answers for vertices in an order in which each comes after its options: one look at each edge.

use super::Graph;
use super::arranged::{Direction, lost};
use super::peel::INFINITE;
use crate::prefetch::prefetch;
use crate::quotient::Play;

/// How many edges ahead the answers for options are fetched.
const AHEAD: usize = 48;

/// The Grundy value of every vertex.
pub(super) fn values(options: &Graph, direction: Direction) -> Vec<u32> {
    if let Some(values) = narrow(options, direction) {
        return values.into_iter().map(u32::from).collect();
    }
    super::values::values(options, direction.order(options.vertices()))
}

/// The values if all options have values below 64. PERF: a byte each, so that the cache holds those of many vertices.
fn narrow(options: &Graph, direction: Direction) -> Option<Vec<u8>> {
    let mut values = vec![0u8; options.vertices()];
    let mut seen = 0;
    for vertex in direction.order(options.vertices()) {
        let mut mask = 0u64;
        options.fetch_entries(vertex, AHEAD, |option| prefetch(&values, option as usize));
        for &option in options.options(vertex) {
            let value = values[option as usize];
            seen |= value;
            mask |= 1 << (value & 63);
        }
        values[vertex as usize] = mask.trailing_ones() as u8;
    }
    (seen < 64).then_some(values)
}

/// The remoteness of every vertex: even where the player before wins in normal play.
pub(super) fn remoteness(options: &Graph, direction: Direction, play: Play) -> Vec<u32> {
    let mut moves = vec![0u32; options.vertices()];
    let lost = lost(play);
    for vertex in direction.order(options.vertices()) {
        let (mut least, mut most) = (INFINITE, 0);
        options.fetch_entries(vertex, AHEAD, |option| prefetch(&moves, option as usize));
        for &option in options.options(vertex) {
            let further = moves[option as usize];
            if further % 2 == lost {
                least = least.min(further);
            } else {
                most = most.max(further + 1);
            }
        }
        moves[vertex as usize] = if least == INFINITE { most } else { least + 1 };
    }
    moves
}
