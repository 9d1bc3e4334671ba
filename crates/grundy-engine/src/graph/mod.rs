//! Explicit directed graphs: a token stands on a vertex and is moved along an edge.
//!
//! Who wins is found by retrograde analysis, the textbook procedure run from the ends of play backwards, with remoteness
//! (Steinhaus, 1925; Smith, 1966); it works on graphs with cycles too, where play may go on for ever. Without cycles
//! every vertex has a Grundy value (Sprague, 1935; Grundy, 1939); with cycles, a loopy one (Smith, 1966; Fraenkel).

mod answers;
mod arranged;
#[cfg(test)]
mod arranged_tests;
mod complaint;
mod degrees;
mod dot;
mod edges;
mod family;
mod label;
mod loopy;
#[cfg(test)]
mod loopy_tests;
mod peel;
mod radix;
mod retrograde;
#[cfg(test)]
mod tests;
mod text;
#[cfg(test)]
mod text_tests;
mod topological;
mod values;
mod write_combining;

pub use arranged::{Arranged, Outcomes};
pub use dot::dot;
pub use edges::Edges;
pub use family::Family;
pub use label::{Advice, Labelling, Reason, Round, labelling};
pub use loopy::{Loopy, LoopyValues, SumAdvice, TokenMove, loopy_values};
pub use text::order;
pub use text::take_dot;
pub use text::{
    Expected, NamedEdges, NamedGraph, Taker, TextError, parse, parse_dot, parse_edges, parse_lines,
    parse_undirected, take_line,
};
pub use text::{escaped, inline, parse_inline, parse_inline_edges, unescaped};
pub use values::{Cycle, grundy, grundy_where_play_ends};

use crate::prefetch::prefetch;
use arranged::Direction;
use grundy_base::message;
use grundy_base::text::Message;
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
    pub fn message(&self) -> Message {
        match *self {
            GraphError::OutOfRange {
                at,
                vertex,
                vertices,
            } => message!(
                "edge {edge} names vertex {vertex}, but there are {vertices} vertices, counted from 0",
                "第 {edge} 条边提到顶点 {vertex}，但只有 {vertices} 个顶点，从 0 编号",
                edge = at + 1,
                vertex = vertex,
                vertices = vertices
            ),
            GraphError::TooLarge { vertices, edges } => message!(
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
        self.message().fmt(f)
    }
}

impl Error for GraphError {}

impl Graph {
    /// The graph with so many vertices and these edges, each from its first vertex to its second, in any order.
    ///
    /// Linear time. Fails if an edge names a vertex that does not exist, or there are 2^32 − 1 vertices or edges.
    ///
    /// ```
    /// use grundy_engine::graph::Graph;
    /// let graph = Graph::new(3, &[(0, 2), (0, 1), (0, 2), (1, 1)])?;
    /// assert_eq!(graph.options(0), [1, 2]);
    /// assert_eq!(graph.edges(), 3);
    /// # Ok::<(), grundy_engine::graph::GraphError>(())
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

    /// The graph of these rows, which need not be sorted and may have an entry twice: for use within this module, or
    /// until they are.
    fn of_rows(start: Vec<u32>, options: Vec<u32>) -> Graph {
        let start = if start.is_empty() { vec![0] } else { start };
        Graph { start, options }
    }

    /// All rows, one after another.
    fn entries(&self) -> &[u32] {
        &self.options
    }

    /// Brings near where the row of a vertex starts.
    #[inline(always)]
    fn fetch_start(&self, vertex: u32) {
        prefetch(&self.start, vertex as usize);
    }

    /// Brings near the row of a vertex.
    #[inline(always)]
    fn fetch_row(&self, vertex: u32) {
        prefetch(&self.options, self.start[vertex as usize] as usize);
    }

    /// Brings near what belongs to the entries that stand `ahead` of those of this row.
    #[inline(always)]
    fn fetch_entries(&self, vertex: u32, ahead: usize, fetch: impl Fn(u32)) {
        let vertex = vertex as usize;
        let (start, end) = (self.start[vertex] as usize, self.start[vertex + 1] as usize);
        let later = self.options.get(start + ahead..end + ahead);
        for &entry in later.unwrap_or_default() {
            fetch(entry);
        }
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

    /// Whether every play from a vertex ends: no cycle is reached from it. Linear in what is reached.
    pub fn every_play_ends(&self, vertex: u32) -> bool {
        const OPEN: u8 = 1;
        const DONE: u8 = 2;
        let mut seen = vec![0u8; self.vertices()];
        let Some(first) = seen.get_mut(vertex as usize) else {
            return true;
        };
        *first = OPEN;
        // The way from the vertex, each with the options not yet looked at.
        let mut way = vec![(vertex, self.options(vertex))];
        while let Some((at, rest)) = way.last_mut() {
            let Some((&next, later)) = rest.split_first() else {
                seen[*at as usize] = DONE;
                way.pop();
                continue;
            };
            *rest = later;
            match seen[next as usize] {
                OPEN => return false,
                DONE => {}
                _ => {
                    seen[next as usize] = OPEN;
                    way.push((next, self.options(next)));
                }
            }
        }
        true
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
