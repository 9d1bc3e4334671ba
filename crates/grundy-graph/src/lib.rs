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

mod external;
mod names;
mod row;
mod sink;

pub use external::{Effort, External, Unsolved};
pub use names::Names;
pub use row::{Column, Row};
pub use sink::{Refused, Sink};
