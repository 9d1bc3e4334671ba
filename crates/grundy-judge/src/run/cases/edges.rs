//! Whether pairs of vertices are what the layout says: a graph, circuits, a forest or a tree. Each pair is looked at as it is
//! read, so that what is wrong has its place; cycles are seen by union and find (B. A. Galler, M. J. Fischer, 1964).

use crate::error::Problem;
use crate::format::Edges;
use std::collections::{HashMap, HashSet};

/// Looks at the edges of one graph.
pub(super) struct Check {
    edges: Edges,
    vertices: u128,
    from: u128,
    /// By vertex, another of the same part; of the first of a part, itself.
    parts: Vec<u32>,
    seen: HashSet<(u128, u128)>,
    /// By vertex, how many edges it has, where it may have two.
    degrees: HashMap<u128, u8>,
}

impl Check {
    /// Looks at edges between so many vertices; of forests there may be at most so many.
    pub(super) fn new(edges: Edges, vertices: u128, most: usize) -> Result<Check, Problem> {
        let mut parts = Vec::new();
        if matches!(edges, Edges::Forest | Edges::Tree) {
            match u32::try_from(vertices) {
                Ok(count) if count as usize <= most => parts.extend(0..=count),
                _ => return Err(Problem::CaseTooLong { limit: most as u64 }),
            }
        }
        Ok(Check {
            edges,
            vertices,
            from: 0,
            parts,
            seen: HashSet::new(),
            degrees: HashMap::new(),
        })
    }

    /// Takes the number at this place of a row.
    pub(super) fn take(&mut self, place: usize, vertex: u128) -> Result<(), Problem> {
        if place > 1 {
            return Ok(());
        }
        if vertex == 0 || vertex > self.vertices {
            let most = u64::try_from(self.vertices).unwrap_or(u64::MAX);
            return Err(Problem::NoVertex { most });
        }
        if place == 0 {
            self.from = vertex;
            return Ok(());
        }
        if self.edges == Edges::Arcs {
            return Ok(());
        }
        let from = self.from;
        if from == vertex {
            return Err(Problem::Loop);
        }
        let pair = (from.min(vertex), from.max(vertex));
        if matches!(self.edges, Edges::Graph | Edges::Circuits) {
            if !self.seen.insert(pair) {
                return Err(Problem::Double);
            }
            if self.edges == Edges::Circuits {
                for end in [from, vertex] {
                    let degree = self.degrees.entry(end).or_default();
                    *degree += 1;
                    if *degree > 2 {
                        return Err(Problem::ThirdEdge { vertex: end });
                    }
                }
            }
            return Ok(());
        }
        let (one, other) = (self.part(from), self.part(vertex));
        if one == other {
            let tree = self.edges == Edges::Tree;
            return Err(Problem::Cycle { tree });
        }
        self.parts[one as usize] = other;
        Ok(())
    }

    /// The first of the part of a vertex, with each vertex on the way halved towards it.
    fn part(&mut self, vertex: u128) -> u32 {
        let mut at = vertex as usize;
        while self.parts[at] as usize != at {
            let next = self.parts[self.parts[at] as usize];
            self.parts[at] = next;
            at = next as usize;
        }
        self.parts[at]
    }
}
