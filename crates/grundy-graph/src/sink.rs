//! Where edges go while a graph is read: into memory, or to files when they are too many for it.

use std::error::Error;
use std::fmt;
use std::io;

use grundy::Message;

/// Takes a graph as it is read, in batches.
pub trait Sink {
    /// Takes edges, each from its first vertex to its second, in the order of the file. Loops and parallel edges are
    /// taken as they come; both ends of an edge are vertices from now on.
    ///
    /// Fails when there is no room, or somebody asked to stop.
    fn edges(&mut self, edges: &[(u32, u32)]) -> Result<(), SinkError>;

    /// Takes a vertex that perhaps has no edges.
    fn vertex(&mut self, vertex: u32) -> Result<(), SinkError>;
}

/// Gives every edge on in both directions, a loop once.
pub struct BothWays<'s> {
    sink: &'s mut dyn Sink,
    turned: Vec<(u32, u32)>,
}

impl<'s> BothWays<'s> {
    /// In front of a sink.
    pub fn new(sink: &'s mut dyn Sink) -> BothWays<'s> {
        BothWays {
            sink,
            turned: Vec::new(),
        }
    }
}

impl Sink for BothWays<'_> {
    fn edges(&mut self, edges: &[(u32, u32)]) -> Result<(), SinkError> {
        self.sink.edges(edges)?;
        self.turned.clear();
        let apart = edges.iter().filter(|(from, to)| from != to);
        self.turned.extend(apart.map(|&(from, to)| (to, from)));
        self.sink.edges(&self.turned)
    }

    fn vertex(&mut self, vertex: u32) -> Result<(), SinkError> {
        self.sink.vertex(vertex)
    }
}

/// Why a sink takes no more.
#[derive(Debug)]
#[non_exhaustive]
pub enum SinkError {
    /// The graph does not fit into the memory allowed, or into 32-bit numbers; the sentence says which and what to do.
    TooLarge(Message),
    /// Somebody asked to stop.
    Interrupted,
    /// A file of the sink's own could not be written.
    File(io::Error),
}

impl fmt::Display for SinkError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            SinkError::TooLarge(message) => message.fmt(f),
            SinkError::Interrupted => f.write_str("interrupted"),
            SinkError::File(error) => error.fmt(f),
        }
    }
}

impl Error for SinkError {}
