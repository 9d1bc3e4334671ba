//! Impartial combinatorial games: Nim and its family.

pub mod engine;
pub mod number;
