//! Rules from outside: what is parsed, found, decided and proved.
//!
//! One program for all of them: each more would be linked with the whole library, in every profile.

mod decided;
mod ends;
mod examples;
mod found;
mod games;
mod grids;
mod lists;
mod places;
mod scales;
mod shapes;
mod strategies;
mod tokens;
mod wide;
mod words;
