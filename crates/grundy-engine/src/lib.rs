//! Kernels for impartial games: one module each, opened by the theorem it stands on.
//!
//! They are plain functions on numbers, tables, trees and graphs. They know no ruleset, and what reads text knows the forms of its
//! own subject only: a code, a tree, a graph.
//!
//! - on heaps: [`sequence`] (take-and-break games), [`subtraction`] (sets of takes), [`period`] with its proofs and
//!   [`certificate`]s, [`heap_values`], the ways of [`breaking`] a heap, and options [`sought`] by their worth;
//! - on pairs of numbers: [`grid`], on staircases: [`staircase`], and on boards of some cells, all at once: [`patterns`];
//! - on trees and graphs: [`tree`], [`graph`], [`hackenbush`], [`matching`]; on drawings: [`sprouts`];
//! - on values: [`quotient`], the monoids that know who wins, and those of [`misere`] play that are built for given games.

pub mod breaking;
pub mod certificate;
pub mod graph;
pub mod grid;
pub mod hackenbush;
pub mod heap_values;
pub mod matching;
pub mod misere;
mod pages;
pub mod patterns;
pub mod period;
pub mod prefetch;
pub mod quotient;
#[cfg(test)]
mod random;
pub mod sequence;
pub mod set;
pub mod sought;
pub mod split;
pub mod sprouts;
pub mod staircase;
pub mod subtraction;
pub mod tree;
pub mod vectors;

pub use quotient::{Outcome, Play};
