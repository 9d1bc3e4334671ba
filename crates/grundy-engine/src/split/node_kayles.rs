//! Node Kayles by components: choose a vertex, and it goes with all its neighbours (Schaefer 1978).
//!
//! What is left is the subgraph on a set of vertices, and a component of it is a part. Three things are known of a part without search.
//!
//! *Of two closed twins one may go.* Let u and v have the same neighbours, each other among them: N\[u\] = N\[v\]. To choose u is to choose v,
//! and whatever is chosen takes both away or neither, since it is in N\[u\] exactly where it is in N\[v\]. So the graph without v has the same
//! options. (That makes no new twins among the others: a vertex has u as its neighbour exactly where it has v.)
//!
//! *An involution without fixed vertex and without an edge between a vertex and its image makes the value 0.* The second player answers v by
//! the image v′ of it. It is still there: it is neither v nor a neighbour of v. What the two take away, N\[v\] ∪ N\[v′\], is its own
//! image, so the same holds of what is left.
//!
//! *A path of n vertices is a heap of n in Dawson's Chess* (octal 0.137), and of a cycle any move leaves a path of three fewer.

use super::vertices::lines::Lines;
use super::vertices::small::{self, SmallGraph};
use super::vertices::{Host, Keyed};
use super::{Fact, Splits, cancel};
use crate::set::Set;
use std::convert::Infallible;
use std::ops::ControlFlow;
use std::sync::Arc;

/// Node Kayles on the sets of vertices of a graph. A part is a connected set, the least of those that are known to be equal to it.
#[derive(Clone, Debug)]
pub struct NodeKaylesParts<const WORDS: usize> {
    host: Arc<Host<WORDS>>,
    small: Arc<small::Values>,
    lines: Arc<Lines>,
}

impl<const WORDS: usize> NodeKaylesParts<WORDS> {
    /// The game on a graph.
    pub fn new(host: Host<WORDS>) -> Self {
        let most = small::MOST.min(host.vertices());
        Self::with_table(host, most)
    }

    /// With a table for graphs of at most so many vertices.
    fn with_table(host: Host<WORDS>, most: usize) -> Self {
        // Whatever is chosen on a path goes with what is beside it.
        let lines = Lines::new(host.vertices(), 3, |length, reach| {
            for chosen in 0..length {
                reach(chosen.saturating_sub(1), length.saturating_sub(chosen + 2));
            }
        });
        NodeKaylesParts {
            host: Arc::new(host),
            small: Arc::new(small::Values::new(most, of_small)),
            lines: Arc::new(lines),
        }
    }

    /// What a set of vertices is the sum of: the nim-sum of the components whose values are known, and the others, added to `parts`. Of
    /// those that are there twice nothing is told.
    pub fn split(&self, mut left: Set<WORDS>, parts: &mut Vec<Set<WORDS>>) -> u32 {
        let mut known = 0;
        while !left.is_empty() {
            let component = self.host.component(left);
            left = left.without(component);
            match self.known(component) {
                Ok(value) => known ^= value,
                Err(part) => parts.push(part),
            }
        }
        cancel(parts);
        known
    }

    /// The value of a component, or the part that it is.
    #[inline]
    fn known(&self, component: Set<WORDS>) -> Result<u32, Set<WORDS>> {
        let count = component.len();
        if let Some(value) = self.small.of(&self.host, component, count) {
            return Ok(value);
        }
        if let Some(line) = self.host.line(component) {
            return Ok(self.lines.value(line, count));
        }
        let whole = component;
        let component = self.without_twins(whole);
        if component != whole {
            let count = component.len();
            if let Some(value) = self.small.of(&self.host, component, count) {
                return Ok(value);
            }
        }
        match self.is_mirrored(component) {
            true => Ok(0),
            false => Err(self.host.least(component)),
        }
    }

    /// A connected set of more than two vertices without those that are closed twins of another.
    #[inline]
    fn without_twins(&self, part: Set<WORDS>) -> Set<WORDS> {
        let mut kept = part;
        // Twins and a third vertex beside them are a triangle.
        if !self.host.has_triangles() {
            return kept;
        }
        // Those not yet compared with the ones before them.
        let mut later = part;
        while let Some(vertex) = later.first() {
            later = later.without_first();
            let closed = self.host.closed(vertex) & kept;
            for other in (closed & later).iter() {
                if self.host.closed(other) & kept == closed {
                    kept.remove(other);
                    later.remove(other);
                }
            }
        }
        kept
    }

    /// Whether a known involution of it has no fixed vertex, and no edge between a vertex and its image.
    fn is_mirrored(&self, part: Set<WORDS>) -> bool {
        let mut involutions = self.host.involutions(part);
        involutions.any(|found| found.fixed == 0 && found.turned == 0)
    }
}

/// The value by the definition.
fn of_small(graph: &SmallGraph) -> u8 {
    graph.value(|graph, left, reach| {
        for vertex in (0..graph.vertices).filter(|vertex| left >> vertex & 1 == 1) {
            reach(left & !(graph.neighbours[vertex] | 1 << vertex));
        }
    })
}

impl<const WORDS: usize> Splits for NodeKaylesParts<WORDS> {
    type Part = Set<WORDS>;
    type Keys = Keyed<WORDS>;
    type Stop = Infallible;

    fn keys(&self, bytes: u64) -> Keyed<WORDS> {
        Keyed::new(self.host.vertices(), bytes)
    }

    fn size(&self, part: &Set<WORDS>) -> u32 {
        part.len()
    }

    fn shape(&self, part: &Set<WORDS>) -> u32 {
        (self.host.edges(*part) + 1).saturating_sub(part.len())
    }

    fn fact(&self, part: &Set<WORDS>) -> Fact {
        match self.known(*part) {
            Ok(value) => Fact::Exact(value),
            // A move takes a vertex at least, and of a connected set of more than one the first takes two.
            Err(_) => Fact::at_most(part.len() - 1),
        }
    }

    fn options<F>(&self, part: &Set<WORDS>, mut visit: F) -> Result<(), Infallible>
    where
        F: FnMut(u32, &[Set<WORDS>]) -> ControlFlow<()>,
    {
        let symmetries = self.host.symmetries(*part);
        let mut parts = Vec::new();
        for vertex in part.iter() {
            // Of the images of a move the least is enough.
            if let Some(symmetries) = &symmetries
                && symmetries.images(vertex).any(|image| image < vertex)
            {
                continue;
            }
            parts.clear();
            let known = self.split(part.without(self.host.closed(vertex)), &mut parts);
            if visit(known, &parts).is_break() {
                break;
            }
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests;
