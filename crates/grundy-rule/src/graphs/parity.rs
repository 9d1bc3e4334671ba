//! Deleting vertices or edges, one a move: how many there are of each, modulo 2, tells the value (Fraenkel and Scheinerman 1991).
//!
//! A move that takes an edge changes the parity of the edges, one that takes a vertex that of the vertices; so no move keeps the value. Where
//! the number of vertices is odd, some vertex has an even degree, since the number of odd ones is even. Where the number of edges of a
//! bipartite graph is odd, some vertex has an odd degree, since the degrees of one side add up to it. So each smaller value is the value of an
//! option: of a bipartite graph where both may be taken, and of any graph where only vertices or only edges are.

use super::GraphRule;
use super::syntax::{Action, Kind};

/// Which deletions a rule allows, whatever the graph looks like.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Deletion {
    /// Of a vertex, with its edges.
    Vertices,
    /// Of an edge.
    Edges,
    /// Of either: the value is known of bipartite graphs.
    Both,
}

impl Deletion {
    /// The value of a graph with so many vertices and edges; bipartite where both are taken.
    ///
    /// ```
    /// use grundy_rule::graphs::Deletion;
    /// assert_eq!(Deletion::Both.value(5, 4), 1);
    /// ```
    pub fn value(self, vertices: u128, edges: u128) -> u8 {
        let parity = |count: u128| u8::from(count % 2 == 1);
        match self {
            Deletion::Vertices => parity(vertices),
            Deletion::Edges => parity(edges),
            Deletion::Both => parity(vertices) + 2 * parity(edges),
        }
    }

    /// How many moves win: `odd` vertices have an odd number of edges.
    ///
    /// ```
    /// use grundy_rule::graphs::Deletion;
    /// // Of a path of five vertices any but the ends.
    /// assert_eq!(Deletion::Both.winning(5, 4, 2), 3);
    /// ```
    pub fn winning(self, vertices: u128, edges: u128, odd: u128) -> u128 {
        match (self, self.value(vertices, edges)) {
            (_, 0) => 0,
            (Deletion::Vertices, _) => vertices,
            (Deletion::Edges, _) | (Deletion::Both, 2) => edges,
            (Deletion::Both, 1) => vertices.saturating_sub(odd),
            (Deletion::Both, _) => odd,
        }
    }
}

impl GraphRule {
    /// The deletions that the rule is, if it is nothing else: `graph remove vertex | remove edge`.
    pub fn deletion(&self) -> Option<Deletion> {
        let guarded = self.guards.iter().any(|guards| !guards.is_empty());
        if guarded || self.syntax.kind == Kind::Tree {
            return None;
        }
        let vertex = Action::Vertex { within: 0 };
        let (mut vertices, mut edges) = (false, false);
        for action in self.actions() {
            match action {
                _ if action == vertex => vertices = true,
                Action::Edge => edges = true,
                _ => return None,
            }
        }
        Some(match (vertices, edges) {
            (true, true) => Deletion::Both,
            (true, false) => Deletion::Vertices,
            (false, _) => Deletion::Edges,
        })
    }
}
