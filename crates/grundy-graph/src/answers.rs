//! A graph in memory, and the answers for all its vertices.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;

use grundy::engine::graph::{Arranged, Cycle, Edges, GraphError, LoopyValues, Outcomes};
use grundy::{Outcome, Play, message};

use crate::{Column, Names, Row, Sink, SinkError};

/// Takes a graph into memory.
///
/// ```
/// use grundy_graph::{Answers, Column, Input, Memory, Options, read};
/// use grundy::Play;
/// use grundy::engine::graph::Loopy;
/// let mut memory = Memory::new(1 << 30);
/// let read = read(Input::bytes("a b\nb c\n"), &Options::default(), &mut memory, &mut |_| ())?;
/// let arranged = memory.arranged();
/// let answers = Answers::new(&arranged, &read.names, Play::Normal, &[Column::Value], 1);
/// assert_eq!(answers.row(1).value, Some(Loopy::Finite(1)));
/// # Ok::<(), grundy_graph::ReadError>(())
/// ```
#[derive(Debug)]
pub struct Memory {
    edges: Edges,
    limit: u64,
    threads: usize,
    stop: Option<Arc<AtomicBool>>,
}

impl Memory {
    /// An empty account of memory: at most `limit` bytes, by the engine's own estimate, from here to the answers.
    pub fn new(limit: u64) -> Memory {
        Memory {
            edges: Edges::new(limit),
            limit,
            threads: 1,
            stop: None,
        }
    }

    /// The same, where so many threads put what was taken in order.
    pub fn by_threads(self, threads: usize) -> Memory {
        Memory { threads, ..self }
    }

    /// The sink made to refuse further edges once the flag is set.
    pub fn stopped_by(self, stop: Arc<AtomicBool>) -> Memory {
        Memory {
            stop: Some(stop),
            ..self
        }
    }

    /// What was taken.
    pub fn edges(&self) -> &Edges {
        &self.edges
    }

    /// The graph, in order for answering.
    pub fn arranged(self) -> Arranged {
        self.edges.arranged(self.threads)
    }

    fn refused(&self, error: &GraphError) -> SinkError {
        match error {
            GraphError::TooLarge { vertices, edges }
                if *vertices < u32::MAX as usize && *edges < u32::MAX as usize =>
            {
                SinkError::TooLarge(message!(
                    "{vertices} vertices and {edges} edges, or more, do not fit into {limit} MiB of memory",
                    "{vertices} 个顶点、{edges} 条边（或更多）超出了 {limit} MiB 内存",
                    vertices = *vertices,
                    edges = *edges,
                    limit = self.limit >> 20
                ))
            }
            _ => SinkError::TooLarge(error.message()),
        }
    }
}

impl Sink for Memory {
    fn edges(&mut self, edges: &[(u32, u32)]) -> Result<(), SinkError> {
        let stopped = |stop: &Arc<AtomicBool>| stop.load(Ordering::Relaxed);
        if self.stop.as_ref().is_some_and(stopped) {
            return Err(SinkError::Interrupted);
        }
        self.edges
            .extend(edges)
            .map_err(|error| self.refused(&error))
    }

    fn vertex(&mut self, vertex: u32) -> Result<(), SinkError> {
        self.edges
            .vertex(vertex)
            .map_err(|error| self.refused(&error))
    }
}

/// What was asked for, of every vertex of a graph in memory.
#[derive(Debug)]
pub struct Answers {
    /// A bit for each number that is a vertex.
    there: Vec<u64>,
    values: Option<LoopyValues>,
    outcomes: Option<Outcomes>,
    best: Option<Vec<u32>>,
}

impl Answers {
    /// Works out these columns; values under normal play only. With two threads or more, values are worked out beside outcomes.
    ///
    /// Time and memory are those of [`Arranged::values`], [`Arranged::outcomes`] and [`Arranged::best`].
    pub fn new(
        graph: &Arranged,
        names: &Names,
        play: Play,
        columns: &[Column],
        threads: usize,
    ) -> Answers {
        let asked = |column| columns.contains(&column);
        let values = || (asked(Column::Value) && play == Play::Normal).then(|| graph.values());
        let rest = || {
            let outcomes = [Column::Outcome, Column::Remoteness, Column::Move];
            let outcomes = outcomes.into_iter().any(asked);
            let outcomes = outcomes.then(|| graph.outcomes(play));
            let best = outcomes.as_ref().filter(|_| asked(Column::Move));
            let best = best.map(|outcomes| graph.best(outcomes));
            (outcomes, best)
        };
        let (values, (outcomes, best)) = if threads < 2 {
            (values(), rest())
        } else {
            thread::scope(|scope| {
                let values = scope.spawn(values);
                let rest = rest();
                match values.join() {
                    Ok(values) => (values, rest),
                    Err(panic) => std::panic::resume_unwind(panic),
                }
            })
        };
        Answers {
            there: there(graph, names),
            values,
            outcomes,
            best,
        }
    }

    /// The vertices, in rising order.
    pub fn vertices(&self) -> impl Iterator<Item = u32> {
        (0u32..).zip(&self.there).flat_map(|(word, &bits)| {
            let mut bits = bits;
            std::iter::from_fn(move || {
                let bit = (bits != 0).then(|| bits.trailing_zeros())?;
                bits &= bits - 1;
                Some(64 * word + bit)
            })
        })
    }

    /// Whether this is a vertex.
    pub fn has(&self, vertex: u32) -> bool {
        let word = self.there.get(vertex as usize / 64);
        word.is_some_and(|word| word >> (vertex % 64) & 1 == 1)
    }

    /// How many vertices there are.
    pub fn count(&self) -> u64 {
        self.there
            .iter()
            .map(|word| u64::from(word.count_ones()))
            .sum()
    }

    /// How many vertices are P, N and D, if outcomes were asked for. Linear time.
    pub fn by_outcome(&self) -> Option<[u64; 3]> {
        let outcomes = self.outcomes.as_ref()?;
        let mut counts = [0; 3];
        for vertex in self.vertices() {
            match outcomes.outcome(vertex) {
                Some(Outcome::P) => counts[0] += 1,
                Some(Outcome::N) => counts[1] += 1,
                _ => counts[2] += 1,
            }
        }
        Some(counts)
    }

    /// The values, if they were asked for.
    pub fn values(&self) -> Option<&LoopyValues> {
        self.values.as_ref()
    }

    /// A cycle of the graph that these are of, if it has one. Nothing is looked for where the values tell that it has none.
    pub fn cycle(&self, graph: &Arranged) -> Option<Cycle> {
        match &self.values {
            Some(values) if !values.cyclic() => None,
            _ => graph.cycle(),
        }
    }

    /// The answers for a vertex.
    pub fn row(&self, vertex: u32) -> Row<'_> {
        let best = self
            .best
            .as_ref()
            .and_then(|best| best.get(vertex as usize));
        Row {
            vertex,
            outcome: self.outcomes.as_ref().and_then(|all| all.outcome(vertex)),
            value: self.values.as_ref().and_then(|all| all.value(vertex)),
            remoteness: self
                .outcomes
                .as_ref()
                .and_then(|all| all.remoteness(vertex)),
            best: best.copied().filter(|&best| best != u32::MAX),
        }
    }
}

/// A bit for each number that is a vertex.
fn there(graph: &Arranged, names: &Names) -> Vec<u64> {
    let bound = names.bound() as usize;
    let mut there = match names.may_miss() {
        0 => Vec::new(),
        _ => graph.joined(),
    };
    there.resize(bound.div_ceil(64), 0);
    let mut add = |vertex: u32| there[vertex as usize / 64] |= 1 << (vertex % 64);
    names.lone().iter().copied().for_each(&mut add);
    (names.may_miss()..names.bound()).for_each(add);
    there
}
