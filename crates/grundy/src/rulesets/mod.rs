//! The games: one file per family, each with its rules in words, its theorem and whose it is, and the test that doubts
//! the theorem by plain search.

use crate::notation::Listing;

pub mod chess;
pub mod chomp;
pub mod cram;
pub mod cross;
pub mod euclid;
pub mod fibonacci;
pub mod nim;

pub mod wythoff;

#[cfg(test)]
mod doubt;

/// The catalogue: every game that the notation knows.
pub static CATALOGUE: &[&Listing] = &[
    &nim::LISTING,
    &wythoff::LISTING,
    &fibonacci::LISTING,
    &euclid::LISTING,
    &chess::ROOK,
    &chess::QUEEN,
    &chess::KING,
    &chess::KNIGHT,
    &chess::BISHOP,
    &cross::LISTING,
    &cram::LISTING,
    &chomp::LISTING,
];
