//! A rule on graphs as it is written, and its printing: what is printed reads back to the same.

use std::fmt;

use crate::rule::syntax::Expression;

/// What positions are.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Kind {
    /// Graphs whose edges have no direction.
    Graph,
    /// Graphs whose edges go one way.
    Digraph,
    /// Trees with a root; what is no longer joined to it falls.
    Tree,
}

impl Kind {
    /// All kinds.
    pub const ALL: [Kind; 3] = [Kind::Graph, Kind::Digraph, Kind::Tree];

    /// The word that a rule begins with.
    pub fn word(self) -> &'static str {
        match self {
            Kind::Graph => "graph",
            Kind::Digraph => "digraph",
            Kind::Tree => "tree",
        }
    }
}

/// What a move does.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Action {
    /// `remove vertex`: a vertex v goes, and all within this distance of it; in a tree, what stands on it falls.
    Vertex {
        /// 0 for the vertex alone, 1 for its neighbours too.
        within: u32,
    },
    /// `remove edge`; in a tree `cut edge`, and what stands on it falls.
    Edge,
    /// `remove edge with ends`.
    Ends,
    /// `contract edge`: its ends become one vertex, and of parallel edges one is left.
    Contract,
    /// `remove edges at vertex`: some edges at a vertex v, at least one; k is how many.
    EdgesAt,
    /// `remove path to vertex`: the vertices from the root of a tree to a vertex v; k is how many. What stood on them stays, as trees of their own.
    Path,
    /// `move token along edge`, and what goes then.
    Token(Behind),
}

/// What goes when a token has moved.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Behind {
    /// Nothing.
    Nothing,
    /// The vertex that it left.
    Vertex,
    /// The edge that it took.
    Edge,
}

/// Alternatives, and the guards that hold for all of them.
#[derive(Clone, Debug, PartialEq)]
pub struct Clause {
    /// The alternatives, at least one.
    pub actions: Vec<Action>,
    /// The guards.
    pub guards: Vec<Expression>,
}

/// A whole rule.
#[derive(Clone, Debug, PartialEq)]
pub struct Syntax {
    /// What positions are.
    pub kind: Kind,
    /// How many tokens a position has at most, where moves move one.
    pub tokens: usize,
    /// The clauses, in the order written.
    pub clauses: Vec<Clause>,
    /// What stands behind `on`: the family that positions are of, by their sizes.
    pub over: Option<Over>,
    /// What stands behind `where`: numbers by name.
    pub constants: Vec<(String, i64)>,
}

/// A family of graphs with names in the place of sizes: `grid=2xn`. A name stands for a coordinate, in the order in which names come.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Over {
    /// The family.
    pub family: String,
    /// Its sizes.
    pub sizes: Vec<Size>,
}

/// A size of a family.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Size {
    /// This one.
    Number(u64),
    /// Any.
    Name(String),
}

impl Over {
    /// How many coordinates there are.
    pub fn coordinates(&self) -> usize {
        let names = self
            .sizes
            .iter()
            .filter(|size| matches!(size, Size::Name(_)));
        names.count()
    }

    /// The graph of some sizes, as it is written; none where there are not as many as names.
    pub fn at(&self, coordinates: &[u64]) -> Option<String> {
        let mut given = coordinates.iter();
        let mut sizes = Vec::with_capacity(self.sizes.len());
        for size in &self.sizes {
            sizes.push(match size {
                Size::Number(number) => number.to_string(),
                Size::Name(_) => given.next()?.to_string(),
            });
        }
        given
            .next()
            .is_none()
            .then(|| format!("{}={}", self.family, sizes.join("x")))
    }
}

impl fmt::Display for Over {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let size = |size: &Size| match size {
            Size::Number(number) => number.to_string(),
            Size::Name(name) => name.clone(),
        };
        let sizes: Vec<String> = self.sizes.iter().map(size).collect();
        write!(f, "{}={}", self.family, sizes.join("x"))
    }
}

impl Action {
    /// How it is written in rules of a kind.
    pub fn written(self, kind: Kind) -> String {
        match self {
            Action::Vertex { within: 0 } => "remove vertex".to_owned(),
            Action::Vertex { within: 1 } => "remove vertex with neighbours".to_owned(),
            Action::Vertex { within } => format!("remove vertex within {within}"),
            Action::Edge if kind == Kind::Tree => "cut edge".to_owned(),
            Action::Edge => "remove edge".to_owned(),
            Action::Ends => "remove edge with ends".to_owned(),
            Action::Contract => "contract edge".to_owned(),
            Action::EdgesAt => "remove edges at vertex".to_owned(),
            Action::Path => "remove path to vertex".to_owned(),
            Action::Token(behind) => {
                let behind = match behind {
                    Behind::Nothing => "",
                    Behind::Vertex => " and remove vertex",
                    Behind::Edge => " and remove edge",
                };
                format!("move token along edge{behind}")
            }
        }
    }

    /// Whether it binds u beside v: the ends of an edge.
    pub(super) fn has_edge(self) -> bool {
        !matches!(self, Action::Vertex { .. } | Action::EdgesAt | Action::Path)
    }

    /// Whether it binds k.
    pub(super) fn has_count(self) -> bool {
        matches!(self, Action::EdgesAt | Action::Path)
    }

    /// Whether nothing but vertices goes.
    pub(super) fn takes_vertices(self) -> bool {
        matches!(self, Action::Vertex { .. } | Action::Ends)
    }
}

impl fmt::Display for Syntax {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} ", self.kind.word())?;
        if self.tokens > 1 {
            write!(f, "with {} tokens ", self.tokens)?;
        }
        for (place, clause) in self.clauses.iter().enumerate() {
            f.write_str(if place == 0 { "" } else { "; " })?;
            let actions = clause.actions.iter();
            let actions: Vec<String> = actions.map(|action| action.written(self.kind)).collect();
            f.write_str(&actions.join(" | "))?;
            for guard in &clause.guards {
                write!(f, " if {guard}")?;
            }
        }
        if let Some(over) = &self.over {
            write!(f, " on {over}")?;
        }
        for (place, (name, number)) in self.constants.iter().enumerate() {
            f.write_str(if place == 0 { " where " } else { ", " })?;
            write!(f, "{name} = {number}")?;
        }
        Ok(())
    }
}
