//! Games on graphs in files: a token stands on a vertex and is moved along an edge.
//!
//! A file of any of the usual forms is read into a [`Sink`], the engines answer for all vertices, and the answers are
//! written as [`Row`]s. What an engine needs to know of a vertex is its number, from 0; what the user calls it is in
//! [`Names`].
//!
//! | module | |
//! |---|---|
//! | `sink` | where edges go while they are read |
//! | `names` | what the vertices are called |
//! | `external` | graphs larger than memory |
//! | `row` | what is told of a vertex |
//! | `read` | files of all forms, into a sink |
//! | [`packed`] | a binary form of graphs |
//! | `answers` | a graph in memory, and the answers for all vertices |
//! | `write` | rows, into files |

mod answers;
mod external;
mod names;
pub mod packed;
mod read;
mod row;
mod sink;
mod write;

pub use answers::{Answers, Memory};
pub use external::{Effort, External, Unsolved};
pub use names::{Names, Words};
pub use packed::{Pack, Packed};
pub use read::{
    Cause, Compression, Format, Header, Input, Options, Progress, Read, ReadError, Where, header,
    read,
};
pub use row::{Column, Row};
pub use sink::{BothWays, Sink, SinkError};
pub use write::{RowFormat, RowWriter, WriteError};
