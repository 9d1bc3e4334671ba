//! Programs that were written, compiled and run beside the judge.
//!
//! One program for all of them: each more would be linked with the whole library, in every profile.

mod automata;
mod deletions;
mod few_reached;
mod formats;
mod forward;
mod found;
mod grids;
mod guide;
mod layouts;
mod lists;
mod loopy;
mod made;
mod named;
mod numbers_of_cases;
mod patterns;
mod places;
mod refused;
mod ruled_out;
mod rules;
mod several;
mod support;
mod trees;
mod words;
