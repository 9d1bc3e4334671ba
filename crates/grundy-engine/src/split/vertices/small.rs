//! The values of all graphs of at most seven vertices, each worked out when first met.
//!
//! Such a graph is a number: a bit for each pair of its vertices, in whatever order these come. So graphs on different places of a board
//! share a value, and no labelling is needed to see that they are equal: there are only 2²¹ numbers.

use super::Host;
use crate::set::Set;
use std::sync::atomic::{AtomicU8, Ordering::Relaxed};

/// Most vertices of a graph in a table.
pub(in crate::split) const MOST: usize = 7;

/// A small graph: the neighbours of each of its vertices, a bit each.
#[derive(Clone, Copy, Debug)]
pub struct SmallGraph {
    /// How many vertices it has.
    pub vertices: usize,
    /// Of each vertex.
    pub neighbours: [u8; MOST],
}

/// A table of the values of a game on small graphs.
#[derive(Debug)]
pub(in crate::split) struct Values<F = fn(&SmallGraph) -> u8> {
    /// How many vertices they have at most.
    most: usize,
    /// Of each graph of so many vertices one more than the value, or 0 where it is not known yet: a table for each number of vertices.
    known: Vec<Box<[AtomicU8]>>,
    /// The value of a graph by its definition.
    value: F,
}

/// A value of a small graph, or none where the rules of the game cannot be evaluated.
pub(in crate::split) trait Value {
    fn value(self) -> Option<u8>;
}

impl Value for u8 {
    fn value(self) -> Option<u8> {
        Some(self)
    }
}

impl Value for Option<u8> {
    fn value(self) -> Option<u8> {
        self
    }
}

impl<F: Fn(&SmallGraph) -> V, V: Value> Values<F> {
    /// An empty table of a game, for graphs of at most `most` vertices, which is at most [`MOST`].
    pub(in crate::split) fn new(most: usize, value: F) -> Values<F> {
        let most = most.min(MOST);
        let of_pairs = |vertices: usize| 1usize << (vertices * vertices.saturating_sub(1) / 2);
        let empty = |count: usize| (0..count).map(|_| AtomicU8::new(0)).collect();
        Values {
            most,
            known: (0..=most)
                .map(|vertices| empty(of_pairs(vertices)))
                .collect(),
            value,
        }
    }

    /// The value of the subgraph on a set of so many vertices, if that is small.
    #[inline]
    pub(in crate::split) fn of<const WORDS: usize>(
        &self,
        host: &Host<WORDS>,
        part: Set<WORDS>,
        vertices: u32,
    ) -> Option<u32> {
        if vertices as usize > self.most {
            return None;
        }
        let mut places = [0; MOST];
        let (mut count, mut pairs, mut bit) = (0, 0u32, 0);
        for vertex in part.iter() {
            let beside = host.beside(vertex);
            for &earlier in &places[..count] {
                pairs |= u32::from(beside.has(earlier)) << bit;
                bit += 1;
            }
            places[count] = vertex;
            count += 1;
        }
        let kept = &self.known[count][pairs as usize];
        let known = kept.load(Relaxed);
        if known > 0 {
            return Some(u32::from(known) - 1);
        }
        let value = (self.value)(&SmallGraph::of(count, pairs)).value()?;
        kept.store(value + 1, Relaxed);
        Some(value.into())
    }
}

impl SmallGraph {
    /// The graph of a number.
    fn of(vertices: usize, mut pairs: u32) -> SmallGraph {
        let mut neighbours = [0; MOST];
        for one in 0..vertices {
            for other in 0..one {
                if pairs & 1 == 1 {
                    neighbours[one] |= 1 << other;
                    neighbours[other] |= 1 << one;
                }
                pairs >>= 1;
            }
        }
        SmallGraph {
            vertices,
            neighbours,
        }
    }

    /// The value by the definition, given what tells the sets that are left after a move.
    pub(in crate::split) fn value(&self, moves: fn(&SmallGraph, u8, &mut dyn FnMut(u8))) -> u8 {
        let mut values = [0u8; 1 << MOST];
        let whole = (1usize << self.vertices) - 1;
        for left in 1..=whole {
            let mut reached = 0u64;
            moves(self, left as u8, &mut |to| {
                reached |= 1 << values[usize::from(to)];
            });
            values[left] = reached.trailing_ones() as u8;
        }
        values[whole]
    }
}
