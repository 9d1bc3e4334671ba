//! Where the edges come from: every worker reads a part.

use std::sync::Arc;

use grundy::{Message, system};
use grundy_graph::{Sink, SinkError};

use crate::Failure;

/// Edges that several workers can read, each its part.
pub trait Source: Send + Sync {
    /// Gives part number `part` of `of` to the sink. All parts together hold every edge once, however many there are.
    ///
    /// # Errors
    /// When the input is not what it should be, or the sink refuses.
    fn read(&self, part: usize, of: usize, sink: &mut dyn Sink) -> Result<(), Failure>;

    /// About how many edges there are, when that is known before reading.
    fn about(&self) -> Option<u64> {
        None
    }
}

/// Edges in memory.
#[derive(Clone, Debug)]
pub struct Edges {
    edges: Arc<[(u32, u32)]>,
}

impl Edges {
    /// A source of edges given in memory, each from its first vertex to its second.
    pub fn new(edges: impl Into<Arc<[(u32, u32)]>>) -> Edges {
        Edges {
            edges: edges.into(),
        }
    }
}

impl Source for Edges {
    fn read(&self, part: usize, of: usize, sink: &mut dyn Sink) -> Result<(), Failure> {
        let shard = |part: usize| (self.edges.len() as u128 * part as u128 / of as u128) as usize;
        for edges in self.edges[shard(part)..shard(part + 1)].chunks(1 << 15) {
            sink.edges(edges).map_err(refused)?;
        }
        Ok(())
    }

    fn about(&self) -> Option<u64> {
        Some(self.edges.len() as u64)
    }
}

/// What a sink's refusal means for the job.
pub(crate) fn refused(refused: SinkError) -> Failure {
    match refused {
        SinkError::TooLarge(message) => Failure::Asked(message),
        SinkError::Interrupted => Failure::Interrupted,
        SinkError::File(error) => Failure::File {
            path: String::new(),
            error: system::reason(&error),
        },
        // The kinds of refusal may grow.
        other => Failure::File {
            path: String::new(),
            error: Message::verbatim(other.to_string()),
        },
    }
}
