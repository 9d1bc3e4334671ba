//! Green Hackenbush on any undirected graph, loops and parallel edges included: cut an edge, and what is no longer joined
//! to the ground falls.
//!
//! Two principles tell the value (Conway, *On numbers and games*, 1976; Berlekamp, Conway and Guy, *Winning ways*,
//! 1982). The *fusion* principle: the vertices of a cycle may be made one. So a largest part that no single cut
//! divides becomes one vertex with a loop for each of its edges; a loop is worth 1, so that only their parity counts.
//! What is left is a tree, and the *colon* principle makes of it the nim-sum of *value + 1* over the branches.
//!
//! Such parts are what is left when all bridges are taken away, and one depth-first search finds those (Tarjan, *A note
//! on finding the bridges of a graph*, 1974). So a million edges are valued in linear time.

mod cuts;
mod survey;
#[cfg(test)]
mod tests;

pub use cuts::Cuts;

use std::error::Error;
use std::fmt;

use grundy_base::message;
use grundy_base::text::Message;

use survey::{Rows, Survey};

/// A picture that stands on the ground, vertex 0, with its value.
///
/// Takes some 20 bytes an edge and 28 a vertex.
#[derive(Clone, Debug)]
pub struct Picture {
    edges: Vec<(u32, u32)>,
    rows: Rows,
    survey: Survey,
}

/// Why edges are no picture.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum PictureError {
    /// An edge names a vertex that does not exist.
    OutOfRange {
        /// The place of the edge in the list, from 0.
        at: usize,
        /// The vertex.
        vertex: u32,
        /// How many vertices there are.
        vertices: usize,
    },
    /// No vertex at all, so no ground.
    NoGround,
    /// More vertices or edges than [`Picture::MOST`].
    TooLarge {
        /// How many vertices were asked for.
        vertices: usize,
        /// How many edges.
        edges: usize,
    },
}

impl PictureError {
    /// What is wrong, as a sentence in both languages.
    pub fn message(&self) -> Message {
        match *self {
            PictureError::OutOfRange {
                at,
                vertex,
                vertices,
            } => message!(
                "edge {edge} names vertex {vertex}, but there are {vertices} vertices, counted from 0",
                "第 {edge} 条边提到顶点 {vertex},但只有 {vertices} 个顶点,从 0 编号",
                edge = at + 1,
                vertex = vertex,
                vertices = vertices
            ),
            PictureError::NoGround => message!("there is no ground", "没有地面"),
            PictureError::TooLarge { vertices, edges } => message!(
                "a graph of {vertices} vertices and {edges} edges is too large",
                "{vertices} 个顶点、{edges} 条边的图太大",
                vertices = vertices,
                edges = edges
            ),
        }
    }
}

impl fmt::Display for PictureError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.message().fmt(f)
    }
}

impl Error for PictureError {}

/// What stands on the ground itself: the terms whose nim-sum the value is.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Terms {
    /// The value of what stands on each bridge that leads up from the ground; each bridge adds 1 to it.
    pub branches: Vec<u32>,
    /// How many edges have become loops at the ground.
    pub loops: u32,
    /// How many parts of the whole picture hold a cycle and have become a vertex each.
    pub fused: u32,
}

impl Picture {
    /// Most vertices, and most edges.
    pub const MOST: usize = (u32::MAX / 4) as usize;

    /// The picture with so many vertices, 0 being the ground, and these edges, whose direction means nothing. Edges that
    /// are not joined to the ground have fallen: they stand in the list, but not in the picture.
    ///
    /// Linear time, no recursion. Fails if an edge names a vertex that does not exist, if there is no vertex, or if
    /// there are too many.
    ///
    /// ```
    /// use grundy_engine::hackenbush::Picture;
    /// // A triangle on a stalk: the triangle is fused into three loops, worth 1; with the stalk, 1 + 1.
    /// let picture = Picture::new(4, vec![(0, 1), (1, 2), (2, 3), (3, 1)])?;
    /// assert_eq!(picture.value(), 2);
    /// # Ok::<(), grundy_engine::hackenbush::PictureError>(())
    /// ```
    pub fn new(vertices: usize, edges: Vec<(u32, u32)>) -> Result<Picture, PictureError> {
        if vertices == 0 {
            return Err(PictureError::NoGround);
        }
        if vertices.max(edges.len()) > Picture::MOST {
            return Err(PictureError::TooLarge {
                vertices,
                edges: edges.len(),
            });
        }
        for (at, &(one, other)) in edges.iter().enumerate() {
            let vertex = one.max(other);
            if vertex as usize >= vertices {
                return Err(PictureError::OutOfRange {
                    at,
                    vertex,
                    vertices,
                });
            }
        }
        let rows = Rows::new(vertices, &edges);
        let survey = Survey::new(&rows, &edges, &vec![0; vertices], None);
        Ok(Picture {
            edges,
            rows,
            survey,
        })
    }

    /// The edges, fallen ones among them.
    pub fn edges(&self) -> &[(u32, u32)] {
        &self.edges
    }

    /// Whether a vertex is joined to the ground.
    pub fn stands(&self, vertex: u32) -> bool {
        self.survey.stands(vertex)
    }

    /// The Grundy value.
    pub fn value(&self) -> u32 {
        self.survey.value[0]
    }

    /// The terms whose nim-sum the value is. Linear time.
    pub fn terms(&self) -> Terms {
        let mut terms = Terms {
            branches: Vec::new(),
            loops: 0,
            fused: 0,
        };
        let survey = &self.survey;
        let mut holds_a_cycle = vec![false; self.rows.vertices()];
        for (at, &(one, _)) in (0u32..).zip(&self.edges) {
            if survey.stands(one) && !survey.is_bridge(at) {
                let part = survey.part[one as usize];
                terms.loops += u32::from(part == 0);
                let fused = &mut holds_a_cycle[part as usize];
                terms.fused += u32::from(!std::mem::replace(fused, true));
            }
        }
        for (above, below) in survey.bridges() {
            if survey.part[below as usize] == 0 {
                terms.branches.push(survey.value[above as usize]);
            }
        }
        terms
    }
}
