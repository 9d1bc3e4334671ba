//! A graph of any size, put in order for answering for all its vertices at once.

use super::Graph;
use super::degrees::Degrees;
use super::peel::INFINITE;
use super::write_combining::WriteCombining;
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
pub struct Arranged(pub(super) Rows);

#[derive(Debug)]
pub(super) enum Rows {
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
    pub(super) play: Play,
    pub(super) remoteness: Vec<u32>,
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
            moves if moves % 2 == lost(self.play) => Outcome::P,
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

/// What the remoteness of positions lost for the player to move is, modulo 2.
pub(super) fn lost(play: Play) -> u32 {
    match play {
        Play::Normal => 0,
        Play::Misere => 1,
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
