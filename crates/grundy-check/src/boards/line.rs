//! Paths and cycles, whose values are those of heaps.
//!
//! A move takes vertices of a path that stand side by side: two where it takes an edge; a vertex and those beside it otherwise, which are
//! two where it stands at an end. What is left is a path on either side, or none. So the value of a path is told by its length and by the
//! values of shorter ones: it is a heap of the octal game 0.07 or 0.137. Of a cycle any move leaves a path, and always the same: the value
//! is 1 if that is worth 0, else 0.

use super::form::Local;
use super::rules::Takes;
use super::set::ROOM;

/// The values of paths by the number of their vertices.
#[derive(Clone, Debug)]
pub(super) struct Paths {
    takes: Takes,
    values: Vec<u32>,
}

impl Paths {
    /// Those of at most [`ROOM`] vertices.
    pub(super) fn of(takes: Takes) -> Paths {
        let mut values: Vec<u32> = vec![0];
        for length in 1..=ROOM {
            let options: Vec<u32> = match takes {
                Takes::Edge => (0..length.saturating_sub(1))
                    .map(|first| values[first] ^ values[length - first - 2])
                    .collect(),
                Takes::Vertex => (0..length)
                    .map(|chosen| {
                        let (before, behind) = (chosen, length - chosen - 1);
                        values[before.saturating_sub(1)] ^ values[behind.saturating_sub(1)]
                    })
                    .collect(),
            };
            let least = (0..).find(|value| !options.contains(value));
            values.push(least.unwrap_or(0));
        }
        Paths { takes, values }
    }

    /// The value of a component that is a path or a cycle.
    pub(super) fn value(&self, component: &Local) -> Option<u32> {
        let count = component.joined.len();
        let beside = |vertex: usize| component.joined[vertex].len();
        if (0..count).any(|vertex| beside(vertex) > 2) {
            return None;
        }
        if count < 3 || (0..count).any(|vertex| beside(vertex) < 2) {
            return self.values.get(count).copied();
        }
        let gone = match self.takes {
            Takes::Edge => 2,
            Takes::Vertex => 3,
        };
        let left = self.values.get(count - gone)?;
        Some(u32::from(*left == 0))
    }
}
