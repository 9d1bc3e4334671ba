//! Games in which vertices of a graph go, by whatever rule: what is left is the subgraph on a set of vertices, and a component of it is a part.
//!
//! Nothing is supposed of the rule but that it sees of a component only its shape: what it allows is the same on every graph that is
//! isomorphic. So the values of all graphs of few vertices stand in one table, wherever they lie, and on a board of which squares are joined by
//! their difference a component may be shifted, turned and mirrored. Node Kayles and Arc Kayles have theorems of their own, and files of
//! their own beside this one.

use super::vertices::small::{self, SmallGraph};
use super::vertices::{Host, Keyed};
use super::{Fact, Splits, cancel};
use crate::set::Set;
use std::fmt::{self, Debug};
use std::ops::ControlFlow;
use std::sync::Arc;

/// A rule by which vertices go. It must depend on nothing but the shape of the component.
pub trait Removal: Clone + Send + Sync + 'static {
    /// Why the moves of a component cannot be told.
    type Stop: Debug + Send;

    /// Tells what each move leaves of a connected set of vertices, at least once, until `visit` breaks; `rows` are the neighbours of all vertices. Each
    /// move takes a vertex at least.
    ///
    /// # Errors
    /// Where the rule cannot be evaluated.
    fn moves<const WORDS: usize>(
        &self,
        rows: &[Set<WORDS>],
        left: Set<WORDS>,
        visit: impl FnMut(Set<WORDS>) -> ControlFlow<()>,
    ) -> Result<(), Self::Stop>;
}

type OfSmall = Box<dyn Fn(&SmallGraph) -> Option<u8> + Send + Sync>;

/// A game of removal on the sets of vertices of a graph. A part is a connected set, the least of those that are known to be equal to it.
#[derive(Clone)]
pub struct RemovalParts<const WORDS: usize, R> {
    host: Arc<Host<WORDS>>,
    small: Arc<small::Values<OfSmall>>,
    rule: R,
}

impl<const WORDS: usize, R: Removal> RemovalParts<WORDS, R> {
    /// The game of a rule on a graph.
    pub fn new(host: Host<WORDS>, rule: R) -> Self {
        let most = small::MOST.min(host.vertices());
        Self::with_table(host, rule, most)
    }

    /// With a table for graphs of at most so many vertices.
    fn with_table(host: Host<WORDS>, rule: R, most: usize) -> Self {
        let own = rule.clone();
        let of_small: OfSmall = Box::new(move |graph| of_small(&own, graph));
        RemovalParts {
            host: Arc::new(host),
            small: Arc::new(small::Values::new(most, of_small)),
            rule,
        }
    }

    /// What a set of vertices is the sum of: the nim-sum of the components whose values are known, and the others, added to `parts`. Of
    /// those that are there twice nothing is told.
    /// Where the rule cannot be evaluated is told by the part's options.
    pub fn split(&self, mut left: Set<WORDS>, parts: &mut Vec<Set<WORDS>>) -> u32 {
        let mut known = 0;
        while !left.is_empty() {
            let component = self.host.component(left);
            left = left.without(component);
            if let Some(value) = self.small.of(&self.host, component, component.len()) {
                known ^= value;
            } else if self.has_move(component) {
                parts.push(self.host.least(component));
            }
        }
        cancel(parts);
        known
    }

    /// Whether there is a move, or the rule cannot be evaluated.
    fn has_move(&self, component: Set<WORDS>) -> bool {
        let mut found = false;
        let told = self.rule.moves(self.host.rows(), component, |_| {
            found = true;
            ControlFlow::Break(())
        });
        found || told.is_err()
    }
}

/// The value by the definition; none where the rule cannot be evaluated.
fn of_small<R: Removal>(rule: &R, graph: &SmallGraph) -> Option<u8> {
    let mut rows = [Set::<1>::EMPTY; small::MOST];
    for (row, &beside) in rows.iter_mut().zip(&graph.neighbours) {
        row.put(0, beside.into());
    }
    let rows = &rows[..graph.vertices];
    let mut values = [0u8; 1 << small::MOST];
    let whole = (1usize << graph.vertices) - 1;
    for left in 1..=whole {
        let component = component(rows, left as u8);
        let rest = left & !usize::from(component);
        values[left] = if rest != 0 {
            values[rest] ^ values[usize::from(component)]
        } else {
            let mut reached = 0u64;
            let visit = |after: Set<1>| {
                reached |= 1 << values[after.0[0] as usize];
                ControlFlow::Continue(())
            };
            let mut set = Set::EMPTY;
            set.put(0, left as u64);
            rule.moves(rows, set, visit).ok()?;
            reached.trailing_ones() as u8
        };
    }
    Some(values[whole])
}

/// The component of the least vertex of a set that is not empty.
fn component(rows: &[Set<1>], left: u8) -> u8 {
    let mut reached = left & left.wrapping_neg();
    loop {
        let beside = (0..rows.len()).filter(|at| reached >> at & 1 == 1);
        let wider = beside.fold(reached, |wider, at| wider | rows[at].0[0] as u8) & left;
        if wider == reached {
            return reached;
        }
        reached = wider;
    }
}

impl<const WORDS: usize, R: Removal> Splits for RemovalParts<WORDS, R> {
    type Part = Set<WORDS>;
    type Keys = Keyed<WORDS>;
    type Stop = R::Stop;

    fn keys(&self, bytes: u64) -> Keyed<WORDS> {
        Keyed::new(self.host.vertices(), bytes)
    }

    fn size(&self, part: &Set<WORDS>) -> u32 {
        part.len()
    }

    fn shape(&self, part: &Set<WORDS>) -> u32 {
        (self.host.edges(*part) + 1).saturating_sub(part.len())
    }

    fn fact(&self, part: &Set<WORDS>) -> Fact {
        match self.small.of(&self.host, *part, part.len()) {
            Some(value) => Fact::Exact(value),
            // A move takes a vertex at least.
            None => Fact::at_most(part.len()),
        }
    }

    fn options<F>(&self, part: &Set<WORDS>, mut visit: F) -> Result<(), R::Stop>
    where
        F: FnMut(u32, &[Set<WORDS>]) -> ControlFlow<()>,
    {
        let mut parts = Vec::new();
        self.rule.moves(self.host.rows(), *part, |left| {
            parts.clear();
            let known = self.split(left, &mut parts);
            visit(known, &parts)
        })
    }
}

impl<const WORDS: usize, R> Debug for RemovalParts<WORDS, R> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("RemovalParts")
            .field("host", &self.host)
            .finish_non_exhaustive()
    }
}

#[cfg(test)]
mod tests {
    use super::super::kayles::{KaylesParts, Vertex};
    use super::super::search::Search;
    use super::super::vertices::Board;
    use super::*;
    use grundy_base::budget::{Budget, Meter};
    use std::convert::Infallible;

    /// Node Kayles, as if nothing were known of it.
    #[derive(Clone)]
    struct Plainly;

    impl Removal for Plainly {
        type Stop = Infallible;
        fn moves<const WORDS: usize>(
            &self,
            rows: &[Set<WORDS>],
            left: Set<WORDS>,
            mut visit: impl FnMut(Set<WORDS>) -> ControlFlow<()>,
        ) -> Result<(), Infallible> {
            for vertex in left.iter() {
                let after = left.without(rows[vertex] | Set::of(vertex));
                if visit(after).is_break() {
                    break;
                }
            }
            Ok(())
        }
    }

    #[test]
    fn as_the_game_with_its_theorems() {
        for (rows, columns) in [(1, 12), (2, 5), (3, 4), (4, 4)] {
            let joined = |one: usize, other: usize| {
                let down = (one / columns).abs_diff(other / columns);
                let across = (one % columns).abs_diff(other % columns);
                down + across == 1
            };
            let count = rows * columns;
            let beside = |at: usize| (0..count).filter(|&to| joined(at, to)).collect();
            let neighbours: Vec<Set<1>> = (0..count).map(beside).collect();
            let host = Host::new(neighbours).expect("a graph");
            let board = Board::new(rows, columns).expect("a board");
            let mut meter = Meter::new(&Budget::default());
            for host in [host.clone(), host.on_board(board).expect("a board")] {
                let known = KaylesParts::<Vertex, 1>::new(host.clone());
                let mut expected = Vec::new();
                let told = known.split(Set::below(count), &mut expected);
                let mut known = Search::new(known, 1 << 24);
                let expected = told ^ known.sum(&expected, &mut meter).expect("a value");
                for most in [0, small::MOST] {
                    let parts = RemovalParts::with_table(host.clone(), Plainly, most);
                    let mut own = Vec::new();
                    let told = parts.split(Set::below(count), &mut own);
                    let mut search = Search::new(parts, 1 << 24);
                    let value = told ^ search.sum(&own, &mut meter).expect("a value");
                    assert_eq!(value, expected, "{rows}x{columns}");
                }
            }
        }
    }
}
