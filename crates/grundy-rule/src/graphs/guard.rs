//! The numbers of a graph that guards speak of, and guards ready to be evaluated.

use grundy_engine::set::Set;

use super::moves::State;
use super::syntax::{Action, Kind};
use crate::rule::code::{Code, Missing};
use crate::rule::syntax::Span;
use crate::rule::{Fault, FaultKind};

/// A number, or a condition as 0 and 1.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Count {
    /// `vertices`, `edges`, … of the component.
    Whole(Whole),
    /// `degree(v)` and its like, of the end u or of v.
    Of(Of, End),
    /// `parts`: components that the move leaves.
    Parts,
    /// `k`: how many edges or vertices the move takes.
    Taken,
    /// A number behind `where`.
    Constant(i64),
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Whole {
    Vertices,
    Edges,
    Leaves,
    Cycles,
    Bipartite,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum End {
    U,
    V,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Of {
    Degree,
    In,
    Out,
    Leaf,
    Isolated,
    Depth,
    Height,
    Size,
    Children,
    Tokens,
}

impl Count {
    /// All names, each with what it means in rules of a kind and whether it is a condition.
    pub(super) fn names(kind: Kind) -> Vec<(String, Count, bool)> {
        let whole = [
            ("vertices", Whole::Vertices),
            ("edges", Whole::Edges),
            ("leaves", Whole::Leaves),
            ("cycles", Whole::Cycles),
            ("bipartite", Whole::Bipartite),
        ];
        let of: &[(&str, Of)] = match kind {
            Kind::Graph => &[("tokens", Of::Tokens)],
            Kind::Digraph => &[
                ("indegree", Of::In),
                ("outdegree", Of::Out),
                ("tokens", Of::Tokens),
            ],
            Kind::Tree => &[
                ("depth", Of::Depth),
                ("height", Of::Height),
                ("size", Of::Size),
                ("children", Of::Children),
            ],
        };
        let common = [
            ("degree", Of::Degree),
            ("leaf", Of::Leaf),
            ("isolated", Of::Isolated),
        ];
        let mut names = Vec::new();
        for (word, whole) in whole {
            let count = Count::Whole(whole);
            names.push((word.to_owned(), count, whole == Whole::Bipartite));
        }
        names.push(("parts".to_owned(), Count::Parts, false));
        names.push(("k".to_owned(), Count::Taken, false));
        for &(word, of) in common.iter().chain(of) {
            for (name, end) in [("v", End::V), ("u", End::U)] {
                let condition = matches!(of, Of::Leaf | Of::Isolated);
                names.push((format!("{word}({name})"), Count::Of(of, end), condition));
            }
        }
        names
    }

    /// Whether it is bound where the move does this.
    pub(super) fn is_bound(self, action: Action) -> bool {
        match self {
            Count::Of(_, End::U) => action.has_edge(),
            Count::Taken => action.has_count(),
            _ => true,
        }
    }
}

/// A guard ready to be evaluated.
#[derive(Clone, Debug)]
pub(super) struct Guard {
    pub(super) code: Code,
    /// By slot, what it reads.
    pub(super) reads: Vec<Count>,
    /// Where it begins in the text of the rule.
    pub(super) at: usize,
}

/// What a guard is asked of.
pub(super) struct Asked<'a, 'g, const WORDS: usize> {
    pub(super) state: &'a State<'g, WORDS>,
    /// The ends of the edge, or the vertex twice.
    pub(super) ends: (usize, usize),
    /// How many the move takes.
    pub(super) taken: usize,
    /// How many components the move leaves.
    pub(super) parts: &'a dyn Fn() -> usize,
}

impl Guard {
    /// Whether it holds.
    pub(super) fn holds<const WORDS: usize>(
        &self,
        asked: &Asked<'_, '_, WORDS>,
    ) -> Result<bool, Fault> {
        let mut slots = [0i64; MOST_READ];
        for (slot, count) in slots.iter_mut().zip(&self.reads) {
            *slot = asked.count(*count);
        }
        match self.code.evaluate(&slots, &[]) {
            Ok(number) => Ok(number != 0),
            Err(Missing::Fault(fault)) => Err(Fault {
                span: Span {
                    start: fault.span.start + self.at,
                    end: fault.span.end + self.at,
                },
                ..fault
            }),
            Err(Missing::Absent | Missing::Steps | Missing::Exhausted(_)) => Err(Fault {
                span: Span::default(),
                kind: FaultKind::Undefined,
            }),
        }
    }
}

/// Most names that one guard reads.
pub(super) const MOST_READ: usize = 16;

impl<const WORDS: usize> Asked<'_, '_, WORDS> {
    fn count(&self, count: Count) -> i64 {
        let state = self.state;
        let degree = |at: usize| state.beside(at).len();
        let degrees = || state.left.iter().map(degree);
        match count {
            Count::Constant(number) => number,
            Count::Parts => (self.parts)() as i64,
            Count::Taken => self.taken as i64,
            Count::Whole(Whole::Vertices) => state.left.len().into(),
            Count::Whole(Whole::Edges) => state.edges().into(),
            Count::Whole(Whole::Leaves) => degrees().filter(|&degree| degree == 1).count() as i64,
            Count::Whole(Whole::Cycles) => {
                let joined = i64::from(degrees().sum::<u32>() / 2);
                joined + 1 - i64::from(state.left.len())
            }
            Count::Whole(Whole::Bipartite) => state.is_bipartite().into(),
            Count::Of(of, end) => {
                let at = match end {
                    End::U => self.ends.0,
                    End::V => self.ends.1,
                };
                match of {
                    Of::Degree => {
                        let (out, into) = (state.outwards(at), state.inwards(at));
                        i64::from(match state.is_directed() {
                            true => out.len() + into.len(),
                            false => out.len(),
                        })
                    }
                    Of::In => state.inwards(at).len().into(),
                    Of::Out => state.outwards(at).len().into(),
                    Of::Leaf => (degree(at) == 1).into(),
                    Of::Isolated => (degree(at) == 0).into(),
                    Of::Depth => state.path(at).len() as i64 - 1,
                    Of::Height => state.height(at) as i64,
                    Of::Size => state.standing(at).len().into(),
                    Of::Children => state.children(at).len().into(),
                    Of::Tokens => state.tokens.on(at) as i64,
                }
            }
        }
    }
}

/// A set of one component: which vertices are joined, whatever the direction.
pub(super) fn component<const WORDS: usize>(
    beside: impl Fn(usize) -> Set<WORDS>,
    left: Set<WORDS>,
) -> Set<WORDS> {
    let mut reached = left.first().map_or(Set::EMPTY, Set::of);
    let mut edge = reached;
    while let Some(vertex) = edge.first() {
        edge = edge.without_first();
        let new = (beside(vertex) & left).without(reached);
        reached |= new;
        edge |= new;
    }
    reached
}
