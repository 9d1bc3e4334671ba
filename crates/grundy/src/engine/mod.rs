//! Engines: one file each, opened by the theorem it stands on.

pub mod graph;
pub mod grid;
pub mod subtraction;
pub mod tree;
