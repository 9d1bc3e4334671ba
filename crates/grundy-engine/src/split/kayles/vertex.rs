//! Node Kayles: a vertex is chosen, and its neighbours go with it.
//!
//! *Of two closed twins one may go.* Let u and v have the same neighbours, each other among them: N\[u\] = N\[v\]. To choose u is to choose v,
//! and whatever is chosen takes both away or neither, since it is in N\[u\] exactly where it is in N\[v\]. So the graph without v has the same
//! options. (That makes no new twins among the others: a vertex has u as its neighbour exactly where it has v.)
//!
//! A path is a heap in Dawson's Chess, octal 0.137.

use super::Choice;
use crate::set::Set;
use crate::split::vertices::Host;
use crate::split::vertices::small::SmallGraph;
use std::ops::ControlFlow;

/// A vertex.
#[derive(Clone, Copy, Debug)]
pub struct Vertex;

impl Choice for Vertex {
    const OF_CYCLE: usize = 3;

    fn of_path(vertices: usize, reach: &mut dyn FnMut(usize, usize)) {
        for chosen in 0..vertices {
            reach(
                chosen.saturating_sub(1),
                vertices.saturating_sub(chosen + 2),
            );
        }
    }

    fn of_small(graph: &SmallGraph, left: u8, reach: &mut dyn FnMut(u8)) {
        for vertex in (0..graph.vertices).filter(|vertex| left >> vertex & 1 == 1) {
            reach(left & !(graph.neighbours[vertex] | 1 << vertex));
        }
    }

    /// Without those that are closed twins of another; of more than two vertices.
    #[inline]
    fn core<const WORDS: usize>(host: &Host<WORDS>, component: Set<WORDS>) -> Set<WORDS> {
        let mut kept = component;
        // Twins and a third vertex beside them are a triangle.
        if !host.has_triangles() {
            return kept;
        }
        // Those not yet compared with the ones before them.
        let mut later = component;
        while let Some(vertex) = later.first() {
            later = later.without_first();
            let closed = host.closed(vertex) & kept;
            for other in (closed & later).iter() {
                if host.closed(other) & kept == closed {
                    kept.remove(other);
                    later.remove(other);
                }
            }
        }
        kept
    }

    /// Each move takes a vertex, and the first takes two.
    fn longest(vertices: u32) -> u32 {
        vertices - 1
    }

    fn moves<const WORDS: usize>(_: &Host<WORDS>, part: Set<WORDS>) -> u32 {
        part.len()
    }

    fn each<const WORDS: usize>(
        host: &Host<WORDS>,
        part: Set<WORDS>,
        mut visit: impl FnMut(Set<WORDS>) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        let symmetries = host.symmetries(part);
        for vertex in part.iter() {
            // Of the images of a move the least is enough.
            if let Some(symmetries) = &symmetries
                && symmetries.images(vertex).any(|image| image < vertex)
            {
                continue;
            }
            visit(part.without(host.closed(vertex)))?;
        }
        ControlFlow::Continue(())
    }
}
