//! A graph of any size, put in order for answering for all its vertices at once.

use super::degrees::Degrees;
use super::loopy::{self, LoopyValues};
use super::peel::{INFINITE, in_order, peeled};
use super::values::Cycle;
use super::write_combining::WriteCombining;
use super::{Graph, retrograde, topological};
use crate::prefetch::prefetch;
use crate::quotient::{Outcome, Play};

/// How vertices are numbered where no cycle can be.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Direction {
    /// Every edge leads to a smaller number.
    Falling,
    /// Every edge leads to a greater number.
    Rising,
}

impl Direction {
    /// So many vertices, each after its options.
    pub(super) fn order(self, vertices: usize) -> impl Iterator<Item = u32> {
        let last = vertices as u32;
        (0..last).map(move |at| match self {
            Direction::Falling => at,
            Direction::Rising => last - 1 - at,
        })
    }
}

/// A graph whose edges have been read, see [`Edges`](super::Edges): what is asked for is worked out for all vertices.
#[derive(Debug)]
pub struct Arranged(Rows);

#[derive(Debug)]
enum Rows {
    /// The options of each vertex, unsorted and perhaps some twice, where no cycle can be.
    Options(Graph, Direction),
    /// The vertices before each vertex, unsorted and perhaps some twice, and how many options each has.
    Before {
        before: Graph,
        degrees: Degrees,
        direction: Option<Direction>,
    },
}

/// The outcome and the remoteness of every vertex.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Outcomes {
    play: Play,
    remoteness: Vec<u32>,
}

impl Outcomes {
    /// The play for which these are.
    pub fn play(&self) -> Play {
        self.play
    }

    /// The outcome of a vertex, if there is such a vertex.
    pub fn outcome(&self, vertex: u32) -> Option<Outcome> {
        let &moves = self.remoteness.get(vertex as usize)?;
        Some(match moves {
            INFINITE => Outcome::D,
            moves if moves % 2 == topological::lost(self.play) => Outcome::P,
            _ => Outcome::N,
        })
    }

    /// The remoteness of every vertex, `u32::MAX` for draws.
    pub fn into_remoteness(self) -> Vec<u32> {
        self.remoteness
    }

    /// How many moves play lasts from a vertex when the winner hurries and the loser delays; none for a draw.
    pub fn remoteness(&self, vertex: u32) -> Option<u32> {
        let moves = self.remoteness.get(vertex as usize).copied();
        moves.filter(|&moves| moves != INFINITE)
    }
}

impl Arranged {
    pub(super) fn by_options(options: Graph, direction: Direction) -> Arranged {
        Arranged(Rows::Options(options, direction))
    }

    pub(super) fn by_predecessors(
        before: Graph,
        degrees: Degrees,
        direction: Option<Direction>,
    ) -> Arranged {
        Arranged(Rows::Before {
            before,
            degrees,
            direction,
        })
    }

    /// How many vertices there are.
    pub fn vertices(&self) -> usize {
        self.rows().vertices()
    }

    /// How many edges there are, parallel ones counted each.
    pub fn edges(&self) -> usize {
        self.rows().edges()
    }

    fn rows(&self) -> &Graph {
        match &self.0 {
            Rows::Options(rows, _) | Rows::Before { before: rows, .. } => rows,
        }
    }

    /// The Grundy values, loopy ones where play can go on for ever.
    ///
    /// Without cycles, linear time: some 2 ns an edge where numbers rise or fall along every edge and the edges came sorted, some
    /// 10 where they are in no order and memory decides; 4 bytes a vertex where numbers rise or fall, else 8. For cycles see
    /// [`loopy_values`](super::loopy_values).
    ///
    /// ```
    /// use grundy_engine::graph::{Edges, Loopy};
    /// let mut edges = Edges::default();
    /// edges.extend(&[(2, 0), (1, 0), (2, 1), (3, 3)])?;
    /// let values = edges.arranged().values();
    /// assert_eq!(values.value(2), Some(Loopy::Finite(2)));
    /// assert_eq!(values.value(3), Some(Loopy::Infinite(&[])));
    /// # Ok::<(), grundy_engine::graph::GraphError>(())
    /// ```
    pub fn values(&self) -> LoopyValues {
        match &self.0 {
            Rows::Options(options, direction) => {
                LoopyValues::of_finite(topological::values(options, *direction))
            }
            Rows::Before {
                before,
                direction: Some(direction),
                ..
            } => {
                let order = direction.order(before.vertices());
                LoopyValues::of_finite(in_order(before, order))
            }
            Rows::Before {
                before, degrees, ..
            } => {
                let peeled = peeled(before, degrees);
                if peeled.order.len() == before.vertices() {
                    return LoopyValues::of_finite(peeled.values);
                }
                loopy::labelled(before, peeled)
            }
        }
    }

    /// The Grundy value of each vertex from which play must end, `u32::MAX` for the others. As fast as [`Arranged::values`] for
    /// a graph without cycles.
    pub fn ending(&self) -> Vec<u32> {
        match &self.0 {
            Rows::Before {
                before,
                degrees,
                direction: None,
            } => peeled(before, degrees).values,
            _ => self.values().into_finite(),
        }
    }

    /// A cycle, if there is one. Linear time; 12 bytes a vertex.
    pub fn cycle(&self) -> Option<Cycle> {
        let Rows::Before {
            before,
            degrees,
            direction: None,
        } = &self.0
        else {
            return None;
        };
        let peeled = peeled(before, degrees);
        let left = |&vertex: &u32| peeled.values[vertex as usize] == INFINITE;
        if peeled.order.len() == before.vertices() {
            return None;
        }
        // From a vertex with a predecessor left over on a cycle one can walk back for ever; from a vertex left over one can walk
        // on for ever. A way on from each one left over is told by the edges between them.
        let mut next = vec![u32::MAX; before.vertices()];
        for option in (0..before.vertices() as u32).filter(left) {
            for &vertex in before.options(option) {
                let next = &mut next[vertex as usize];
                *next = (*next).min(option);
            }
        }
        let from = (0..before.vertices() as u32).find(left)?;
        Some(Cycle::of_walk(from, &next))
    }

    /// The outcomes under this play, with remoteness. Linear time; 9 bytes a vertex at most.
    ///
    /// ```
    /// use grundy_engine::graph::Edges;
    /// use grundy_engine::{Outcome, Play};
    /// let mut edges = Edges::default();
    /// edges.extend(&[(0, 1), (1, 0), (1, 2), (3, 3)])?;
    /// let outcomes = edges.arranged().outcomes(Play::Normal);
    /// assert_eq!((outcomes.outcome(0), outcomes.remoteness(0)), (Some(Outcome::P), Some(2)));
    /// assert_eq!((outcomes.outcome(3), outcomes.remoteness(3)), (Some(Outcome::D), None));
    /// # Ok::<(), grundy_engine::graph::GraphError>(())
    /// ```
    pub fn outcomes(&self, play: Play) -> Outcomes {
        let remoteness = match &self.0 {
            Rows::Options(options, direction) => topological::remoteness(options, *direction, play),
            Rows::Before {
                before, degrees, ..
            } => retrograde::remoteness(before, degrees.clone(), play),
        };
        Outcomes { play, remoteness }
    }

    /// A bit for each vertex that has an edge, as an option too; that of vertex `v` is bit `v mod 64` of word `v / 64`.
    ///
    /// Linear time; a bit a vertex.
    pub fn joined(&self) -> Vec<u64> {
        let rows = self.rows();
        let mut joined = vec![0u64; rows.vertices().div_ceil(64)];
        let mut add = |vertex: u32| joined[vertex as usize / 64] |= 1 << (vertex % 64);
        for vertex in 0..rows.vertices() as u32 {
            if !rows.options(vertex).is_empty() {
                add(vertex);
            }
        }
        match &self.0 {
            Rows::Options(rows, _) => rows.entries().iter().copied().for_each(add),
            Rows::Before { degrees, .. } => {
                let with_options = (0u32..).zip(degrees.low()).filter(|&(_, &low)| low > 0);
                with_options.for_each(|(vertex, _)| add(vertex));
            }
        }
        joined
    }

    /// The best option of every vertex, `u32::MAX` where there is no move: of those that are N the P-position of least remoteness,
    /// of P-positions the option of greatest remoteness, of draws a draw; the least number among equals.
    ///
    /// Linear time; 4 bytes a vertex.
    pub fn best(&self, outcomes: &Outcomes) -> Vec<u32> {
        let moves = &outcomes.remoteness;
        // The best options, for winner and loser alike, are those one move nearer the end.
        let nearer = |vertex: u32| match moves[vertex as usize] {
            INFINITE => INFINITE,
            moves => moves.wrapping_sub(1),
        };
        let mut best = vec![u32::MAX; moves.len()];
        match &self.0 {
            Rows::Options(options, _) => {
                for (vertex, best) in (0u32..).zip(&mut best) {
                    let nearer = nearer(vertex);
                    let options = options.options(vertex).iter().copied();
                    let good = options.filter(|&option| moves[option as usize] == nearer);
                    *best = good.min().unwrap_or(u32::MAX);
                }
            }
            Rows::Before { before, .. } => best_before(before, moves, &mut best),
        }
        best
    }

    /// The options of every vertex, in rising order and each once.
    ///
    /// Linear time, twice the memory while it lasts.
    pub fn into_graph(self) -> Graph {
        let rows = match self.0 {
            Rows::Options(options, _) => options.turned(),
            Rows::Before { before, .. } => before,
        };
        let mut graph = rows.turned();
        graph.merge_parallel_edges();
        graph
    }
}

/// The best options, found from the vertices before each option.
fn best_before(before: &Graph, moves: &[u32], best: &mut [u32]) {
    // With the option go the low bits of its remoteness: most that are not best are told by these.
    const BITS: u32 = 17;
    let low = |moves: u32| moves & ((1 << BITS) - 1);
    let mut write_combining = WriteCombining::<u64>::new(moves.len());
    let mut empty = |write_combining: &mut WriteCombining<u64>, number| {
        for (later, vertex, tag) in write_combining.emptied(number) {
            prefetch(moves, later as usize);
            prefetch(best, later as usize);
            let vertex = vertex as usize;
            let nearer = moves[vertex].wrapping_sub(u32::from(moves[vertex] != INFINITE));
            let option = (tag >> BITS) as u32;
            // Messages come in the order of the options.
            if tag as u32 & ((1 << BITS) - 1) == low(nearer)
                && best[vertex] == u32::MAX
                && moves[option as usize] == nearer
            {
                best[vertex] = option;
            }
        }
    };
    for (option, &moves) in (0u32..).zip(moves) {
        let tag = (u64::from(option) << BITS) | u64::from(low(moves));
        for &vertex in before.options(option) {
            if let Some(full) = write_combining.put(vertex, tag) {
                empty(&mut write_combining, full);
            }
        }
    }
    while let Some(number) = write_combining.next() {
        empty(&mut write_combining, number);
    }
}

impl From<&Graph> for Arranged {
    /// Linear time.
    fn from(graph: &Graph) -> Arranged {
        let vertices = || 0..graph.vertices() as u32;
        let rows = || vertices().map(|vertex| (vertex, graph.options(vertex)));
        let mut degrees = Degrees::new(graph.vertices());
        for (vertex, options) in rows() {
            degrees.set(vertex, options.len() as u32);
        }
        Arranged::by_predecessors(graph.turned(), degrees, None)
    }
}
