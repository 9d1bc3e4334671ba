//! Explicit directed graphs: a token stands on a vertex and is moved along an edge.
//!
//! Who wins is found by retrograde analysis, the textbook procedure run from the ends of play backwards, with remoteness
//! (Steinhaus, 1925; Smith, 1966); it works on graphs with cycles too, where play may go on for ever. Without cycles
//! every vertex has a Grundy value (Sprague, 1935; Grundy, 1939); with cycles, a loopy one (Smith, 1966; Fraenkel).

mod complaint;
mod dot;
mod inline;
mod label;
mod loopy;
#[cfg(test)]
mod loopy_tests;
mod read_dot;
#[cfg(test)]
mod tests;
mod text;
#[cfg(test)]
mod text_tests;
mod values;

pub use dot::dot;
pub use inline::{escaped, inline, parse_inline, unescaped};
pub use label::{Advice, Labelling, Reason, Round, labelling};
pub use loopy::{Loopy, LoopyValues, SumAdvice, TokenMove, loopy_values};
pub use read_dot::take_dot;
pub use text::{Expected, NamedGraph, Taker, TextError, parse, parse_dot, parse_lines, take_line};
pub use values::{Cycle, grundy, grundy_where_play_ends};

use crate::said;
use crate::text::Said;
use std::error::Error;
use std::fmt;

/// A directed graph on the vertices 0 to `n − 1`: the options of each vertex, in rising order.
///
/// Loops are kept. Parallel edges are one option: neither outcomes nor Grundy values can tell them apart.
/// Takes 4 bytes an edge and 4 a vertex.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Graph {
    /// The options of `v` are `options[start[v]..start[v + 1]]`.
    start: Vec<u32>,
    options: Vec<u32>,
}

/// Why edges are no graph.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum GraphError {
    /// An edge names a vertex that does not exist.
    OutOfRange {
        /// The place of the edge in the list, from 0.
        at: usize,
        /// The vertex.
        vertex: u32,
        /// How many vertices there are.
        vertices: usize,
    },
    /// More vertices or edges than 32-bit numbers can name.
    TooLarge {
        /// How many vertices were asked for.
        vertices: usize,
        /// How many edges.
        edges: usize,
    },
}

impl GraphError {
    /// The message.
    pub fn said(&self) -> Said {
        match *self {
            GraphError::OutOfRange {
                at,
                vertex,
                vertices,
            } => said!(
                "edge {edge} names vertex {vertex}, but there are {vertices} vertices, counted from 0",
                "第 {edge} 条边提到顶点 {vertex},但只有 {vertices} 个顶点,从 0 编号",
                edge = at + 1,
                vertex = vertex,
                vertices = vertices
            ),
            GraphError::TooLarge { vertices, edges } => said!(
                "a graph of {vertices} vertices and {edges} edges is too large",
                "{vertices} 个顶点、{edges} 条边的图太大",
                vertices = vertices,
                edges = edges
            ),
        }
    }
}

impl fmt::Display for GraphError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.said().fmt(f)
    }
}

impl Error for GraphError {}

impl Graph {
    /// The graph with so many vertices and these edges, each from its first vertex to its second, in any order.
    ///
    /// Linear time. Fails if an edge names a vertex that does not exist, or there are 2^32 − 1 vertices or edges.
    ///
    /// ```
    /// use grundy::engine::graph::Graph;
    /// let graph = Graph::new(3, &[(0, 2), (0, 1), (0, 2), (1, 1)])?;
    /// assert_eq!(graph.options(0), [1, 2]);
    /// assert_eq!(graph.edges(), 3);
    /// # Ok::<(), grundy::engine::graph::GraphError>(())
    /// ```
    pub fn new(vertices: usize, edges: &[(u32, u32)]) -> Result<Graph, GraphError> {
        if vertices.max(edges.len()) >= u32::MAX as usize {
            return Err(GraphError::TooLarge {
                vertices,
                edges: edges.len(),
            });
        }
        for (at, &(from, to)) in edges.iter().enumerate() {
            let vertex = from.max(to);
            if vertex as usize >= vertices {
                return Err(GraphError::OutOfRange {
                    at,
                    vertex,
                    vertices,
                });
            }
        }
        // Sorted by target, then stably by source: both by counting.
        let turned = by_source(vertices, edges.len(), || {
            edges.iter().map(|&(from, to)| (to, from))
        });
        let mut graph = turned.turned();
        graph.merge_parallel_edges();
        Ok(graph)
    }

    /// The graph with every edge the other way round.
    pub fn turned(&self) -> Graph {
        by_source(self.vertices(), self.edges(), || {
            (0..self.vertices() as u32)
                .flat_map(|from| self.options(from).iter().map(move |&to| (to, from)))
        })
    }

    /// The graph in which each vertex `v` is called `place[v]`, a number below that of all vertices and no other's.
    fn renumbered(&self, place: &[u32]) -> Graph {
        let turned = by_source(self.vertices(), self.edges(), || {
            (0..self.vertices() as u32).flat_map(|from| {
                let options = self.options(from).iter();
                options.map(move |&to| (place[to as usize], place[from as usize]))
            })
        });
        turned.turned()
    }

    fn merge_parallel_edges(&mut self) {
        let (mut read, mut kept) = (0, 0);
        for vertex in 0..self.vertices() {
            let (end, begin) = (self.start[vertex + 1] as usize, kept);
            while read < end {
                if kept == begin || self.options[kept - 1] != self.options[read] {
                    self.options[kept] = self.options[read];
                    kept += 1;
                }
                read += 1;
            }
            self.start[vertex + 1] = kept as u32;
        }
        self.options.truncate(kept);
        self.options.shrink_to_fit();
    }

    /// How many vertices there are.
    pub fn vertices(&self) -> usize {
        self.start.len() - 1
    }

    /// How many edges there are, parallel ones counted once.
    pub fn edges(&self) -> usize {
        self.options.len()
    }

    /// The options of a vertex, in rising order; none if there is no such vertex.
    pub fn options(&self, vertex: u32) -> &[u32] {
        let vertex = vertex as usize;
        if vertex >= self.vertices() {
            return &[];
        }
        &self.options[self.start[vertex] as usize..self.start[vertex + 1] as usize]
    }
}

/// Sorts edges by their first vertex, stably, by counting.
fn by_source<Edges: Iterator<Item = (u32, u32)>>(
    vertices: usize,
    edges: usize,
    list: impl Fn() -> Edges,
) -> Graph {
    let mut start = vec![0u32; vertices + 1];
    for (from, _) in list() {
        start[from as usize] += 1;
    }
    let mut before = 0;
    for place in &mut start {
        before += std::mem::replace(place, before);
    }
    // Each start moves to its end as the row fills, and is then the start of the next row.
    let mut options = vec![0; edges];
    for (from, to) in list() {
        let place = &mut start[from as usize];
        options[*place as usize] = to;
        *place += 1;
    }
    start.rotate_right(1);
    start[0] = 0;
    Graph { start, options }
}
