//! Graphs larger than memory: solved within a number of bytes, with the help of files of pages.
//!
//! The edges are put into a file as they come. Then the vertices are divided into blocks, the edges are sent to the
//! blocks of their ends, and the blocks come into memory one after another, those near the end of play first; what a
//! vertex has to tell another that is not in memory waits in a file. See `peel` for how, `order` for the division.

mod load;
mod loops;
mod mail;
mod order;
mod peel;
mod retrograde;
mod rows;
mod scratch;
#[cfg(test)]
mod tests;
mod window;

use std::error::Error;
use std::fmt;
use std::io;
use std::path::{Path, PathBuf};

use grundy::budget::{Exhausted, Meter};
use grundy::{Budget, Message, Play, message, system};

use crate::{Row, Sink, SinkError};
use order::{Blocks, Counts, NONE};
use peel::{Peel, Plan};
use rows::Rows;
use scratch::{Scratch, Stream};

/// Why a graph was not solved.
#[derive(Debug)]
#[non_exhaustive]
pub enum Unsolved {
    /// A scratch file could not be made, written or read.
    Scratch(io::Error),
    /// Whoever takes the rows could not take one.
    Rows(io::Error),
    /// The graph needs more memory even so; the sentence says what to do.
    TooLarge(Message),
    /// The time is over, or somebody asked to stop.
    Exhausted(Exhausted),
}

impl Unsolved {
    /// The message.
    pub fn message(&self) -> Message {
        match self {
            Unsolved::Scratch(error) => message!(
                "a scratch file cannot be written or read: {error}",
                "无法读写临时文件：{error}",
                error = system::reason(error)
            ),
            Unsolved::Rows(error) => message!(
                "an answer cannot be written: {error}",
                "无法写出答案：{error}",
                error = system::reason(error)
            ),
            Unsolved::TooLarge(message) => message.clone(),
            Unsolved::Exhausted(exhausted) => exhausted.message(),
        }
    }
}

impl fmt::Display for Unsolved {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.message().fmt(f)
    }
}

impl Error for Unsolved {}

impl From<io::Error> for Unsolved {
    fn from(error: io::Error) -> Unsolved {
        Unsolved::Scratch(error)
    }
}

impl From<Exhausted> for Unsolved {
    fn from(exhausted: Exhausted) -> Unsolved {
        Unsolved::Exhausted(exhausted)
    }
}

#[cold]
fn too_large() -> Unsolved {
    Unsolved::TooLarge(message!(
        "the graph does not fit into the memory allowed, even in parts; allow more, or use several machines",
        "即使分块，图也超出允许的内存；请允许更多内存，或使用多台机器"
    ))
}

/// Takes a graph as it is read, and solves it within a number of bytes of memory.
///
/// The edges are kept in scratch files in a directory: at most some 40 bytes an edge at a time. The files are removed
/// when this is dropped; on Unix they have no names, so that even a process that is killed leaves nothing behind.
///
/// ```
/// use grundy::{Budget, Outcome, Play};
/// use grundy_graph::{External, Sink};
/// let mut graph = External::new(&std::env::temp_dir(), &Budget::default())?;
/// graph.edges(&[(0, 1), (1, 2), (0, 2)])?;
/// let mut outcomes = Vec::new();
/// graph.solve(Play::Normal, &mut |row| {
///     outcomes.push(row.outcome);
///     Ok(())
/// })?;
/// assert_eq!(outcomes, [Some(Outcome::N), Some(Outcome::N), Some(Outcome::P)]);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug)]
pub struct External {
    place: PathBuf,
    bytes: u64,
    limit: u64,
    meter: Meter,
    raw: Scratch,
    edges: Stream,
    counts: Counts,
}

/// What it took to solve a graph.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Effort {
    /// How many vertices there are.
    pub vertices: u64,
    /// How many edges were taken, parallel ones too.
    pub edges: u64,
    /// How many vertices there are from which play can go on for ever.
    pub endless: u64,
    /// Bytes read from scratch files.
    pub read: u64,
    /// Bytes written to them.
    pub written: u64,
    /// How many blocks the vertices were divided into.
    pub blocks: usize,
    /// How often a block was brought into memory.
    pub visits: u64,
}

/// Bytes that a block or a range of rows takes in memory even when it is empty.
const PART: u64 = 512;

/// More bytes are not used: places in memory have 32 bits.
const MOST: u64 = 8 << 30;

/// Bytes of a page of the file of all edges.
const RAW_PAGE: u64 = 1 << 16;

impl External {
    /// An empty graph, with scratch files in this directory.
    ///
    /// Of the budget, the bytes, the time and the wish to stop count; the time begins now. The bytes are those of the whole
    /// process, if it does nothing else, and are kept to from 16 MiB on. Fails if no file can be made there.
    pub fn new(place: &Path, budget: &Budget) -> Result<External, Unsolved> {
        let meter = Meter::new(&Budget {
            positions: u64::MAX,
            ..budget.clone()
        });
        let page = (budget.bytes / 64).clamp(1, RAW_PAGE) as usize;
        let raw = Scratch::new(place, page, u64::MAX, meter.clone())?;
        Ok(External {
            place: place.to_path_buf(),
            bytes: budget.bytes,
            limit: u64::MAX,
            meter,
            raw,
            edges: Stream::default(),
            counts: Counts::default(),
        })
    }

    /// Allows each of the three scratch files so many bytes at most.
    #[must_use]
    pub fn with_scratch_limit(mut self, bytes: u64) -> External {
        self.limit = bytes;
        self.raw.limit(bytes);
        self
    }

    /// How many edges were taken, parallel ones too.
    pub fn count(&self) -> u64 {
        self.counts.edges
    }

    /// Answers for all vertices that were named, in rising order: outcome, value (in normal play), remoteness and best move.
    ///
    /// Time and bytes read and written are linear in the edges while most edges lead to the same or an earlier block,
    /// which is so for numberings in topological order. Of other numberings the order is guessed, which takes 5 bytes
    /// a vertex and goes well for most graphs. Where it does not, or those bytes are not there, blocks come into memory
    /// again and again: in the worst case once for each move of the longest play. Where play can go on for ever,
    /// they come once more for each remoteness and for each step of the labelling with values, unless all vertices concerned fit
    /// into memory with the edges to them.
    ///
    /// Fails if a scratch file cannot be written, a row is not taken, there are so many blocks that not even their
    /// names fit into memory, or the budget's time is over or somebody asked to stop.
    pub fn solve(
        self,
        play: Play,
        row: &mut dyn FnMut(Row<'_>) -> io::Result<()>,
    ) -> Result<Effort, Unsolved> {
        let External {
            place,
            bytes,
            limit,
            meter,
            mut raw,
            edges,
            counts,
        } = self;
        // The program itself takes some.
        let bytes = if bytes >= 16 << 20 {
            (bytes - (5 << 20)).min(MOST)
        } else {
            bytes
        };
        let table = bytes - bytes / 8;
        let levels = u64::from(counts.bound);
        let work = if levels * 5 <= table {
            bytes - levels
        } else {
            bytes
        };
        let block_bytes = work / 4;
        let blocks = Blocks::plan(&counts, &edges, &mut raw, block_bytes * 4 / 5, table)?;
        let parts = blocks.count() as u64 + Rows::ranges(counts.bound, work / 4);
        if parts * PART > (work / 16).max(1 << 20) {
            return Err(too_large());
        }
        let rows = Rows::new(counts.bound, work / 4);
        let page = (work / 8 / (2 * parts + 4)).min(RAW_PAGE);
        if page < 512 && bytes >= 1 << 20 {
            return Err(too_large());
        }
        let scratch = Scratch::new(&place, page as usize, limit, meter)?;
        let plan = Plan {
            play,
            place: &place,
            limit,
            block_bytes,
            carry_bytes: work * 3 / 8,
            later_bytes: work * 3 / 4,
            // A value of k needs k(k + 1)/2 edges.
            values: (counts.edges * 2).isqrt().min(u64::from(u32::MAX - 64)) as u32 + 1,
        };
        let blocks_count = blocks.count();
        let mut peel = Peel::new(&plan, blocks, scratch, rows)?;
        peel.distribute(&edges, &mut raw)?;
        let (raw_read, raw_written) = (raw.read, raw.written);
        drop((raw, edges));
        peel.run()?;
        if peel.settled < peel.vertices {
            retrograde::run(&mut peel)?;
            if play == Play::Normal {
                loops::run(&mut peel)?;
            }
        }
        let Peel {
            mut scratch,
            lists,
            rows,
            blocks,
            at_first,
            vertices,
            settled,
            visits,
            window,
            buffers,
            mail,
            ..
        } = peel;
        drop((blocks, at_first, window, buffers, mail));
        rows.tell(&mut scratch, play, row)?;
        Ok(Effort {
            vertices,
            edges: counts.edges,
            endless: vertices - settled,
            read: raw_read + scratch.read + lists.read,
            written: raw_written + scratch.written + lists.written,
            blocks: blocks_count,
            visits,
        })
    }

    fn name(&mut self, vertex: u32) -> Result<(), SinkError> {
        if vertex == NONE {
            return Err(SinkError::TooLarge(message!(
                "vertices are numbered up to {most}",
                "顶点编号最大为 {most}",
                most = NONE - 1
            )));
        }
        self.counts.bound = self.counts.bound.max(vertex + 1);
        Ok(())
    }
}

impl From<Unsolved> for SinkError {
    fn from(unsolved: Unsolved) -> SinkError {
        match unsolved {
            Unsolved::Scratch(error) | Unsolved::Rows(error) => SinkError::File(error),
            Unsolved::TooLarge(message) => SinkError::TooLarge(message),
            Unsolved::Exhausted(Exhausted::Interrupted) => SinkError::Interrupted,
            Unsolved::Exhausted(exhausted) => SinkError::TooLarge(exhausted.message()),
        }
    }
}

impl Sink for External {
    fn edges(&mut self, edges: &[(u32, u32)]) -> Result<(), SinkError> {
        self.raw.look()?;
        for &(from, to) in edges {
            self.name(from.max(to))?;
            self.counts.falling += u64::from(to < from);
            self.counts.rising += u64::from(to > from);
            self.edges.push(&mut self.raw, &[from, to])?;
        }
        self.counts.edges += edges.len() as u64;
        Ok(())
    }

    fn vertex(&mut self, vertex: u32) -> Result<(), SinkError> {
        self.name(vertex)?;
        self.counts.lone += 1;
        Ok(self.edges.push(&mut self.raw, &[vertex, NONE])?)
    }
}
