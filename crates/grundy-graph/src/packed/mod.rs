//! The packed form of a graph (`.grg`): about four bytes an edge, read as fast as memory can be filled, and checked.
//!
//! A file is written front to back, whatever order the edges come in, and nothing in it must be known before its end. It
//! is a sequence of blocks with sums over them, so that damage and truncation are seen, and tell where. All integers are
//! little-endian.
//!
//! ```text
//! file    8 bytes 89 67 72 67 0D 0A 1A 0A, then the version, u32 = 1, then blocks; the last is an end block
//! block   kind u8, count u32, length u32, `length` bytes of content, u32 CRC-32 (IEEE) of all of these
//! kind 1  edges: 1 to 2^18 of them, sorted by where they begin
//!           u32  where the first begins
//!           u32  the least vertex where one ends
//!           u8   the width of the following, 1 to 4
//!           `count` × u8     how much later than the one before each begins; 255: as the next of the last list tells
//!           `count` × width  where each ends, less the least such vertex
//!           u32 each         the steps of 255 and more
//! kind 2  lone vertices: `count` × u32, rising: numbers that the file named on their own
//! kind 3  names: `count` times a length u32 and so many bytes of UTF-8, for the vertices after the numbers, in order
//! kind 4  end: u32 vertices called by their numbers (all below this), u32 names, u64 edges; count is 0
//! ```
//!
//! Names come after the edges, and no two are equal, nor equal to a number below that of the end block.

mod block;
mod read;
#[cfg(test)]
mod tests;
mod write;

pub(crate) use read::read;
pub use write::{Pack, Packed};

/// What a file begins with: no text does, and a change of line ends or a lost high bit spoils it.
pub(crate) const MAGIC: [u8; 8] = *b"\x89grg\r\n\x1A\n";

const VERSION: u32 = 1;

const EDGES: u8 = 1;
const LONE: u8 = 2;
const NAMES: u8 = 3;
const END: u8 = 4;

/// The most edges or lone vertices in a block.
const MOST: usize = 1 << 18;
/// The most bytes of a block of names, but for the last of them.
const NAMES_TOGETHER: usize = 1 << 18;
/// The most content a block can have: a block of edges with the widest of everything, or names and a long one.
const LONGEST: usize = 9 + MOST * 9;
