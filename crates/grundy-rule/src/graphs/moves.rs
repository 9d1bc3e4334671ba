//! What the moves of a rule do to a component: the one place that knows the meaning of the words.
//!
//! It works on sets of vertices with the rows of a graph, wherever these come from: a position with its names, or a shape within a search.

use std::ops::ControlFlow;

use grundy_engine::set::Set;

use super::GraphRule;
use super::guard::{Asked, component};
use super::syntax::{Action, Behind, Kind};
use super::tokens::Tokens;
use crate::rule::Fault;

/// A component: a set of vertices of a graph, joined as its rows say.
#[derive(Clone, Copy, Debug)]
pub(super) struct State<'g, const WORDS: usize> {
    /// Where the edges at each vertex lead.
    pub(super) out: &'g [Set<WORDS>],
    /// Whence they come; the same where they have no direction.
    pub(super) into: &'g [Set<WORDS>],
    /// In a tree: how far each vertex is from the root.
    pub(super) depth: &'g [u16],
    /// What is left.
    pub(super) left: Set<WORDS>,
    /// Where tokens are.
    pub(super) tokens: Tokens,
}

/// A move: which action of which clause, and where.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GraphMove {
    pub(super) action: Action,
    /// The ends of the edge, or the vertex twice.
    pub(super) ends: (u16, u16),
    /// The other ends of the edges taken at the vertex, of which each is told as from and to.
    pub(super) edges: Vec<(u16, u16)>,
}

/// What a move leaves.
#[derive(Clone, Debug)]
pub(super) struct After<const WORDS: usize> {
    pub(super) left: Set<WORDS>,
    /// The second vertex has become one with the first.
    pub(super) joined: Option<(usize, usize)>,
    pub(super) tokens: Tokens,
}

/// Most edges at a vertex of which all subsets are gone through.
const MOST_EDGES: usize = 12;

impl<const WORDS: usize> State<'_, WORDS> {
    pub(super) fn is_directed(&self) -> bool {
        !std::ptr::eq(self.out, self.into)
    }

    pub(super) fn outwards(&self, at: usize) -> Set<WORDS> {
        self.out[at] & self.left
    }

    pub(super) fn inwards(&self, at: usize) -> Set<WORDS> {
        self.into[at] & self.left
    }

    /// All that is joined to a vertex, whatever the direction.
    #[inline]
    pub(super) fn beside(&self, at: usize) -> Set<WORDS> {
        match self.is_directed() {
            true => (self.out[at] | self.into[at]) & self.left,
            false => self.out[at] & self.left,
        }
    }

    pub(super) fn edges(&self) -> u32 {
        let ends = self.left.iter().map(|at| self.outwards(at).len());
        let ends: u32 = ends.sum();
        if self.is_directed() { ends } else { ends / 2 }
    }

    pub(super) fn is_bipartite(&self) -> bool {
        let mut sides = [Set::EMPTY; 2];
        let mut open: Vec<(usize, usize)> = Vec::new();
        for start in self.left.iter() {
            if sides[0].has(start) || sides[1].has(start) {
                continue;
            }
            sides[0].insert(start);
            open.push((start, 0));
            while let Some((at, side)) = open.pop() {
                let beside = self.beside(at);
                if !(beside & sides[side]).is_empty() {
                    return false;
                }
                for next in beside.without(sides[1 - side]).iter() {
                    sides[1 - side].insert(next);
                    open.push((next, 1 - side));
                }
            }
        }
        true
    }

    /// The vertices of a tree that stand on a vertex.
    pub(super) fn children(&self, at: usize) -> Set<WORDS> {
        let higher = |&other: &usize| self.depth[other] > self.depth[at];
        self.outwards(at).iter().filter(higher).collect()
    }

    /// A vertex of a tree with all that stands on it.
    pub(super) fn standing(&self, at: usize) -> Set<WORDS> {
        let (mut all, mut open) = (Set::of(at), vec![at]);
        while let Some(at) = open.pop() {
            let children = self.children(at);
            all |= children;
            open.extend(children.iter());
        }
        all
    }

    /// The longest way upwards from a vertex of a tree.
    pub(super) fn height(&self, at: usize) -> usize {
        let depths = self.standing(at).iter().map(|up| self.depth[up]).max();
        usize::from(depths.unwrap_or(0).saturating_sub(self.depth[at]))
    }

    /// The vertices of a tree from one down to the root of its component.
    pub(super) fn path(&self, at: usize) -> Vec<usize> {
        let mut path = vec![at];
        let mut at = at;
        let lower = |at: usize| {
            let mut beside = self.outwards(at).iter();
            beside.find(|&other| self.depth[other] < self.depth[at])
        };
        while let Some(below) = lower(at) {
            path.push(below);
            at = below;
        }
        path
    }

    /// All within a distance of a vertex.
    fn ball(&self, at: usize, within: u32) -> Set<WORDS> {
        let mut ball = Set::of(at);
        for _ in 0..within {
            let wider = ball.iter().fold(ball, |wider, at| wider | self.beside(at));
            if wider == ball {
                break;
            }
            ball = wider;
        }
        ball
    }
}

/// Why the moves were not all told.
pub(super) enum Halt<B> {
    /// The taker broke off.
    Broken(B),
    /// A guard cannot be evaluated.
    Fault(Fault),
    /// A vertex has more edges than all subsets of which can be gone through.
    TooMany,
}

impl GraphRule {
    /// Tells every move of a component, at least once, with what it leaves, until `visit` breaks.
    pub(super) fn moves<B, const WORDS: usize>(
        &self,
        state: &State<'_, WORDS>,
        mut visit: impl FnMut(GraphMove, After<WORDS>) -> ControlFlow<B>,
    ) -> Result<(), Halt<B>> {
        let tree = self.syntax.kind == Kind::Tree;
        for (clause, guards) in self.syntax.clauses.iter().zip(&self.guards) {
            for &action in &clause.actions {
                // Tells one move, if its guards hold.
                let mut tell = |ends: (usize, usize), edges: Vec<(u16, u16)>, taken: usize| {
                    let after = after(state, action, ends, tree);
                    let holds = |ends: (usize, usize)| -> Result<bool, Fault> {
                        let parts = || parts_after(state, &after, action, ends, &edges);
                        let asked = Asked {
                            state,
                            ends,
                            taken,
                            parts: &parts,
                        };
                        for guard in guards {
                            if !guard.holds(&asked)? {
                                return Ok(false);
                            }
                        }
                        Ok(true)
                    };
                    // The ends of an edge without direction may be called either way.
                    let either = action.has_edge()
                        && self.syntax.kind == Kind::Graph
                        && !matches!(action, Action::Token(_));
                    let held = guards.is_empty()
                        || holds(ends).map_err(Halt::Fault)?
                        || (either && holds((ends.1, ends.0)).map_err(Halt::Fault)?);
                    if !held {
                        return Ok(());
                    }
                    let mv = GraphMove {
                        action,
                        ends: (ends.0 as u16, ends.1 as u16),
                        edges,
                    };
                    match visit(mv, after) {
                        ControlFlow::Continue(()) => Ok(()),
                        ControlFlow::Break(broken) => Err(Halt::Broken(broken)),
                    }
                };
                match action {
                    Action::Vertex { .. } => {
                        for at in state.left.iter() {
                            tell((at, at), Vec::new(), 1)?;
                        }
                    }
                    Action::Path => {
                        for at in state.left.iter() {
                            let taken = state.path(at).len();
                            tell((at, at), Vec::new(), taken)?;
                        }
                    }
                    Action::Token(_) => {
                        let mut before = None;
                        for from in state.tokens.iter() {
                            // Tokens are alike.
                            if before.replace(from) == Some(from) {
                                continue;
                            }
                            // A vertex that goes, by whichever move, cannot hold another token.
                            let free =
                                |&to: &usize| !self.vertices_go() || state.tokens.on(to) == 0;
                            for to in state.outwards(from).iter().filter(free) {
                                tell((from, to), Vec::new(), 1)?;
                            }
                        }
                    }
                    Action::EdgesAt => {
                        for at in state.left.iter() {
                            let out = state.outwards(at).iter().map(|to| (at as u16, to as u16));
                            let mut edges: Vec<(u16, u16)> = out.collect();
                            if state.is_directed() {
                                let into = state.inwards(at).iter();
                                edges.extend(into.map(|from| (from as u16, at as u16)));
                            }
                            if edges.len() > MOST_EDGES {
                                return Err(Halt::TooMany);
                            }
                            for chosen in 1..1u32 << edges.len() {
                                let places = (0..edges.len()).filter(|at| chosen >> at & 1 == 1);
                                let edges: Vec<_> = places.map(|place| edges[place]).collect();
                                let taken = edges.len();
                                tell((at, at), edges, taken)?;
                            }
                        }
                    }
                    Action::Edge | Action::Ends | Action::Contract => {
                        for from in state.left.iter() {
                            let later = match self.syntax.kind {
                                Kind::Graph => state.outwards(from).without(Set::below(from + 1)),
                                Kind::Digraph => state.outwards(from),
                                Kind::Tree => state.children(from),
                            };
                            for to in later.iter() {
                                tell((from, to), Vec::new(), 1)?;
                            }
                        }
                    }
                }
            }
        }
        Ok(())
    }
}

fn after<const WORDS: usize>(
    state: &State<'_, WORDS>,
    action: Action,
    (from, to): (usize, usize),
    tree: bool,
) -> After<WORDS> {
    let left = state.left;
    let mut after = After {
        left,
        joined: None,
        tokens: Tokens::NONE,
    };
    match action {
        Action::Vertex { within } => {
            let mut gone = state.ball(to, within);
            if tree {
                gone = gone.iter().fold(gone, |gone, at| gone | state.standing(at));
            }
            after.left = left.without(gone);
        }
        Action::Edge if tree => after.left = left.without(state.standing(to)),
        Action::Ends if tree => after.left = left.without(state.standing(from)),
        Action::Ends => {
            after.left.remove(from);
            after.left.remove(to);
        }
        Action::Contract => {
            after.left.remove(to);
            after.joined = Some((from, to));
        }
        Action::Path => state.path(to).iter().for_each(|&at| after.left.remove(at)),
        Action::Token(behind) => {
            after.tokens = state.tokens.moved(from, to);
            if behind == Behind::Vertex {
                after.left.remove(from);
            }
        }
        Action::Edge | Action::EdgesAt => {}
    }
    after
}

/// The edges that a move takes from between vertices that stay.
pub(super) fn cut(mv: &GraphMove, kind: Kind) -> &[(u16, u16)] {
    match mv.action {
        Action::Edge if kind != Kind::Tree => std::slice::from_ref(&mv.ends),
        Action::Token(Behind::Edge) => std::slice::from_ref(&mv.ends),
        Action::EdgesAt => &mv.edges,
        _ => &[],
    }
}

/// How many components a move leaves.
fn parts_after<const WORDS: usize>(
    state: &State<'_, WORDS>,
    after: &After<WORDS>,
    action: Action,
    ends: (usize, usize),
    edges: &[(u16, u16)],
) -> usize {
    if after.joined.is_some() {
        return 1;
    }
    let ends = [(ends.0 as u16, ends.1 as u16)];
    let cut: &[(u16, u16)] = match action {
        Action::Edge if state.depth.is_empty() => &ends,
        Action::Token(Behind::Edge) => &ends,
        _ => edges,
    };
    let beside = |at: usize| {
        let (mut out, mut into) = (state.out[at], state.into[at]);
        for &(from, to) in cut {
            let (from, to) = (usize::from(from), usize::from(to));
            if at == from {
                out.remove(to);
            }
            if at == to {
                into.remove(from);
            }
            if !state.is_directed() {
                if at == from {
                    into.remove(to);
                }
                if at == to {
                    out.remove(from);
                }
            }
        }
        out | into
    };
    let (mut left, mut parts) = (after.left, 0);
    while !left.is_empty() {
        left = left.without(component(beside, left));
        parts += 1;
    }
    parts
}
