//! Graphs from files of many forms, into a [`Sink`].
//!
//! | form | endings | what is read |
//! |---|---|---|
//! | lists of edges | `.edges` `.el` `.edgelist` `.txt` | `a b`, `a,b`, `a -> b`, `a: b c`, paths `a-b-c`, lone names, `#` comments |
//! | lists of neighbours | `.adjlist` | `a b c` or `a: b c`: edges from `a` to `b` and `c` |
//! | tables | `.csv` `.tsv` | the columns source/target, from/to, … or the first two |
//! | DOT | `.dot` `.gv` | `digraph`, groups too |
//! | GraphML | `.graphml` `.xml` | `<node>` and `<edge>`, directed |
//! | JSON | `.json` `.jsonl` `.ndjson` | nodes and links, lists of neighbours, lists of pairs, a pair a line |
//! | Parquet | `.parquet` | two columns of integers or strings |
//! | packed | `.grg` | see [`packed`](crate::packed) |
//!
//! Each may be compressed by gzip (`.gz`) or Zstandard (`.zst`). Where the name tells nothing, the first bytes do.
//! All forms but DOT are read in pieces: memory does not grow with the file, only with its names.

mod chunks;
mod columns;
mod digits;
mod dot;
mod error;
mod graphml;
mod header;
mod input;
mod intake;
mod json;
mod lines;
#[cfg(feature = "parquet")]
mod parquet;
mod places;

mod table;
#[cfg(test)]
mod tests;

use std::path::Path;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::mpsc;
use std::thread;

pub use error::{Cause, ReadError, Where};
pub use header::Header;
pub use input::{Compression, Format, Input};

use crate::{Names, Sink, SinkError};
use input::Opened;
pub(crate) use intake::{BATCH, Intake};

/// How a file is read.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Options {
    /// With 2 or more, one thread reads while the calling one fills the sink.
    pub threads: usize,
    /// Whether numbers are names like any others: then vertices are numbered in the order of their first appearance.
    pub table: bool,
    /// Whether edges may have no direction; each is read from the end that the file has first, see
    /// [`BothWays`](crate::BothWays). Else a file that says its edges have none is refused.
    pub undirected: bool,
    /// Whether a table begins with the names of its columns, or a list of edges with a line that says how many vertices
    /// and edges there are; if not told, it is found out, see [`Header`].
    pub header: Option<bool>,
    /// The names of the columns of a table with the ends of the edges.
    pub columns: Option<[String; 2]>,
    /// Most bytes that reading itself may hold: names, vertices without edges, the text of a file that is read as a whole,
    /// the window of a compressed one. What the sink holds is its own.
    pub bytes: u64,
}

impl Default for Options {
    /// One thread, nothing told, and no limit.
    fn default() -> Options {
        Options {
            threads: 1,
            table: false,
            undirected: false,
            header: None,
            columns: None,
            bytes: u64::MAX,
        }
    }
}

/// How far a reading is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Progress {
    /// How many bytes of the file were read, compressed as it is.
    pub bytes: u64,
    /// How many there are, if that is known.
    pub total: Option<u64>,
    /// How many edges the sink has.
    pub edges: u64,
}

/// What was read.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Read {
    /// The names of the vertices.
    pub names: Names,
    /// The form that was found.
    pub format: Format,
    /// How the file was compressed.
    pub compression: Option<Compression>,
    /// How many edges the sink was given, loops and parallel ones counted as they came.
    pub edges: u64,
    /// How many lines or rows were read, in forms that have such.
    pub lines: Option<u64>,
    /// How many bytes the file has, compressed as it is.
    pub bytes: u64,
    /// The first line of a list of edges, where it was taken for a header.
    pub header: Option<Header>,
}

/// Reads a graph into a sink. After an error what the sink has is of no use.
///
/// Numbers are vertices themselves while they are below 1024 or half the size of the file in bytes, which is more than a
/// list of edges with numbers close together has; in Parquet, below 8 times the number of rows; from a pipe longer than a
/// mebibyte, below 2^25. Any other names are numbered in the order of their first appearance.
/// Linear time; memory for the names and a few mebibytes. `progress` is told now and then.
///
/// ```
/// use grundy_graph::{Input, Options, SinkError, Sink, read};
/// #[derive(Default)]
/// struct Edges(Vec<(u32, u32)>);
/// impl Sink for Edges {
///     fn edges(&mut self, edges: &[(u32, u32)]) -> Result<(), SinkError> {
///         self.0.extend_from_slice(edges);
///         Ok(())
///     }
///     fn vertex(&mut self, _: u32) -> Result<(), SinkError> {
///         Ok(())
///     }
/// }
/// let mut edges = Edges::default();
/// let read = read(Input::bytes("a b\nb c\n"), &Options::default(), &mut edges, &mut |_| ())?;
/// assert_eq!((edges.0, read.names.find("c")), (vec![(0, 1), (1, 2)], Some(2)));
/// # Ok::<(), grundy_graph::ReadError>(())
/// ```
pub fn read(
    input: Input,
    options: &Options,
    sink: &mut dyn Sink,
    progress: &mut dyn FnMut(Progress),
) -> Result<Read, ReadError> {
    let opened = input::open(input, options.bytes)?;
    let (format, compression) = (opened.format, opened.compression);
    let (passed, total) = (opened.passed.clone(), opened.total);
    let mut told = Reporting {
        sink,
        progress,
        passed: &passed,
        total,
        edges: 0,
    };
    let (names, edges, lines, header) = if options.threads < 2 {
        content(opened, options, &mut told)?
    } else {
        beside(opened, options, &mut told)?
    };
    Ok(Read {
        names,
        format,
        compression,
        edges,
        lines,
        bytes: total.unwrap_or_else(|| passed.load(Ordering::Relaxed)),
        header,
    })
}

/// The first line of a list of edges in a file, if it is taken for a header. Reads no further than to know that.
///
/// # Errors
/// What is wrong with the file, as far as it is read.
pub fn header(path: &Path) -> Result<Option<Header>, ReadError> {
    struct Nowhere;
    impl Sink for Nowhere {
        fn edges(&mut self, _: &[(u32, u32)]) -> Result<(), SinkError> {
            Ok(())
        }
        fn vertex(&mut self, _: u32) -> Result<(), SinkError> {
            Ok(())
        }
    }
    let bytes = Options::default().bytes;
    let opened = input::open(Input::path(path).with_format(Format::Edges), bytes)?;
    let mut nowhere = Nowhere;
    let limit = intake::numbers_below(opened.size / 2);
    let mut intake = Intake::new(&mut nowhere, limit).holding(bytes);
    lines::read(&mut *opened.content.stream(), None, true, &mut intake)?;
    Ok(intake.header())
}

/// Names, how many edges, how many lines or rows, and a first line that was a header.
type Contents = (Names, u64, Option<u64>, Option<Header>);

fn content(opened: Opened, options: &Options, sink: &mut dyn Sink) -> Result<Contents, ReadError> {
    if opened.format == Format::Packed {
        let (names, edges) = crate::packed::read(&mut *opened.content.stream(), sink)?;
        return Ok((names, edges, None, None));
    }
    let limit = match options.table {
        true => 0,
        false => intake::numbers_below(opened.size / 2),
    };
    let mut intake = Intake::new(sink, limit).holding(options.bytes);
    let lines = match opened.format {
        Format::Edges => {
            let mut reader = opened.content.stream();
            Some(lines::read(
                &mut *reader,
                options.header,
                false,
                &mut intake,
            )?)
        }
        Format::Adjacency => Some(lines::read_adjacency(
            &mut *opened.content.stream(),
            &mut intake,
        )?),
        Format::Csv | Format::Tsv => {
            let sign = match opened.format {
                Format::Csv => b',',
                _ => b'\t',
            };
            let mut reader = opened.content.stream();
            Some(table::read(&mut *reader, sign, options, &mut intake)?)
        }
        Format::Dot => {
            dot::read(&mut *opened.content.stream(), options, &mut intake)?;
            None
        }
        Format::GraphMl => {
            graphml::read(&mut *opened.content.stream(), options, &mut intake)?;
            None
        }
        Format::Json => {
            json::read(&mut *opened.content.stream(), options, &mut intake)?;
            None
        }
        #[cfg(feature = "parquet")]
        Format::Parquet => Some(parquet::read(opened.content, options, &mut intake)?),
        #[cfg(not(feature = "parquet"))]
        Format::Parquet => {
            return Err(Cause::wrong(grundy::message!(
                "this program was built without the feature 'parquet': use CSV or JSON lines, or build it anew by cargo build --features parquet",
                "此程序编译时未启用 'parquet' 特性：请改用 CSV 或 JSON Lines，或用 cargo build --features parquet 重新编译"
            ))
            .into());
        }
        Format::Packed => None,
    };
    let header = intake.header();
    let (names, edges) = intake.finish()?;
    Ok((names, edges, lines, header))
}

/// Tells of progress whenever the sink has taken something.
struct Reporting<'a> {
    sink: &'a mut dyn Sink,
    progress: &'a mut dyn FnMut(Progress),
    passed: &'a AtomicU64,
    total: Option<u64>,
    edges: u64,
}

impl Sink for Reporting<'_> {
    fn edges(&mut self, edges: &[(u32, u32)]) -> Result<(), SinkError> {
        self.sink.edges(edges)?;
        self.edges += edges.len() as u64;
        (self.progress)(Progress {
            bytes: self.passed.load(Ordering::Relaxed),
            total: self.total,
            edges: self.edges,
        });
        Ok(())
    }

    fn vertex(&mut self, vertex: u32) -> Result<(), SinkError> {
        self.sink.vertex(vertex)
    }
}

/// What goes from the thread that reads to the one that fills the sink.
enum Message {
    Edges(Vec<(u32, u32)>),
    Vertices(Vec<u32>),
}

/// So many messages may wait.
const WAITING: usize = 4;

/// A sink in another thread.
struct Sender {
    messages: mpsc::SyncSender<Message>,
    /// Batches that come back to be filled again.
    returned: mpsc::Receiver<Vec<(u32, u32)>>,
    vertices: Vec<u32>,
}

impl Sender {
    fn send(&mut self, message: Message) -> Result<(), SinkError> {
        // The other end is gone only after the sink's refusal, which is told in place of this.
        self.messages
            .send(message)
            .map_err(|_| SinkError::Interrupted)
    }

    fn send_vertices(&mut self) -> Result<(), SinkError> {
        match std::mem::take(&mut self.vertices) {
            none if none.is_empty() => Ok(()),
            vertices => self.send(Message::Vertices(vertices)),
        }
    }
}

impl Sink for Sender {
    fn edges(&mut self, edges: &[(u32, u32)]) -> Result<(), SinkError> {
        self.send_vertices()?;
        let mut batch = self.returned.try_recv().unwrap_or_default();
        batch.clear();
        batch.extend_from_slice(edges);
        self.send(Message::Edges(batch))
    }

    fn vertex(&mut self, vertex: u32) -> Result<(), SinkError> {
        self.vertices.push(vertex);
        if self.vertices.len() >= BATCH {
            self.send_vertices()?;
        }
        Ok(())
    }
}

/// Reads in a thread of its own, and fills the sink in this one.
fn beside(opened: Opened, options: &Options, sink: &mut dyn Sink) -> Result<Contents, ReadError> {
    let (messages, received) = mpsc::sync_channel(WAITING);
    let (returns, returned) = mpsc::channel();
    thread::scope(|scope| {
        let mut sender = Sender {
            messages,
            returned,
            vertices: Vec::new(),
        };
        let reading = thread::Builder::new()
            .spawn_scoped(scope, move || {
                let contents = content(opened, options, &mut sender)?;
                sender.send_vertices().map_err(Cause::SinkError)?;
                Ok(contents)
            })
            .map_err(Cause::File)?;
        let mut refused = None;
        while let Ok(message) = received.recv() {
            let taken = match message {
                Message::Edges(edges) => {
                    let taken = sink.edges(&edges);
                    // Nobody may want it back.
                    let _ = returns.send(edges);
                    taken
                }
                Message::Vertices(vertices) => {
                    vertices.iter().try_for_each(|&vertex| sink.vertex(vertex))
                }
            };
            if let Err(reason) = taken {
                refused = Some(reason);
                break;
            }
        }
        drop(received);
        let read = match reading.join() {
            Ok(read) => read,
            Err(panic) => std::panic::resume_unwind(panic),
        };
        match refused {
            Some(refused) => Err(Cause::SinkError(refused).into()),
            None => read,
        }
    })
}
