//! A worker's shard of the graph.
//!
//! An edge is kept by the worker that has its *first* vertex, under its second: what is needed is who must be told when a
//! vertex is answered. A vertex of another worker that is an option of some here is *mirrored*: its worker knows the number of
//! the mirror here, sends one message when it is answered, and all predecessors here are told from that one. So a vertex with
//! a thousand predecessors costs at most one message a worker.

use crate::partition::Layout;
use crate::rows::Rows;

/// Someone who wants to know of a vertex: a worker, and the mirror there.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Interest {
    pub(crate) worker: u32,
    pub(crate) mirror: u32,
}

/// Stands for a mirror of which nothing was heard.
pub(crate) const UNHEARD: u32 = u32::MAX;

/// What names the vertices of a shard.
#[derive(Debug)]
pub(crate) enum Naming {
    /// By the layout; the first place of this worker.
    Layout(Layout, u32),
    /// By their own number within the worker: the vertices are positions, found while going.
    Local,
}

/// A worker's shard of the graph. Vertices are numbered from 0 within it.
#[derive(Debug)]
pub(crate) struct Shard {
    pub(crate) naming: Naming,
    /// How many options each vertex has, parallel edges counted each.
    pub(crate) open: Vec<u32>,
    /// By vertex: the vertices here that have it as an option.
    pub(crate) before: Rows<u32>,
    /// By mirror: the vertices here that have the mirrored vertex as an option.
    pub(crate) before_mirror: Rows<u32>,
    /// By mirror: the number of the vertex.
    pub(crate) mirrored: Vec<u32>,
    /// By vertex: who wants to know.
    pub(crate) interest: Rows<Interest>,
    /// Vertices named without an edge.
    pub(crate) lone: Vec<u32>,
}

impl Shard {
    /// How many places there are; not all need be vertices.
    pub(crate) fn len(&self) -> usize {
        self.open.len()
    }

    /// The number by which the graph calls a vertex of this shard.
    #[inline]
    pub(crate) fn name(&self, vertex: u32) -> u32 {
        match &self.naming {
            Naming::Layout(layout, first) => layout.vertex(first + vertex),
            Naming::Local => vertex,
        }
    }

    /// The number here of a vertex of the graph that this worker has.
    pub(crate) fn number(&self, name: u32) -> Option<u32> {
        let number = match &self.naming {
            Naming::Layout(layout, first) => {
                if u64::from(name) >= layout.vertices {
                    return None;
                }
                layout.place(name).checked_sub(*first)?
            }
            Naming::Local => name,
        };
        ((number as usize) < self.len()).then_some(number)
    }

    /// Whether the place is a vertex that some edge or line names.
    pub(crate) fn is_vertex(&self, vertex: u32) -> bool {
        matches!(self.naming, Naming::Local)
            || self.open[vertex as usize] > 0
            || !self.before.row(vertex).is_empty()
            || !self.interest.row(vertex).is_empty()
            || self.lone.binary_search(&vertex).is_ok()
    }
}
