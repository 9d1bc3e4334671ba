//! Boards searched by several processes, on one machine or more ([`grundy::engine::split::search::crew`]).
//!
//! Whoever leads listens; a worker calls, and the two write *frames* to each other: a length of four bytes, little endian, and so many bytes. All who know
//! the token may join, and nobody else is heard: a worker says version and token first (`Hello`), and is told the text of the game. Then a
//! job goes one way and a reply the other. A worker that is silent too long, says what cannot be, or is gone, costs the leaf that it had.
//!
//! The token goes over the wire as it is, and so does everything else: across networks that others can read, use a tunnel.
//!
//! One blocking connection and one thread for each worker are all that is needed: a job takes tens of milliseconds, a thread wakes in microseconds.

mod frame;
mod hands;
mod worker;

pub use hands::Hands;
pub use worker::work;
