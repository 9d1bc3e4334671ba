//! Made-up inputs of a format: to try programs, and this crate, by answers that are known.
//!
//! [`Generator`] makes [`Case`]s, the same for the same seed: all small ones, random ones, and ones at which programs
//! are often wrong; [`large`] makes those of large numbers, and [`turning`] those at which who wins turns. [`input`] writes them as the format lays them out, [`told()`] says what a judge answers to each, and
//! [`Case::smaller`] what is simpler than a case.

mod allowed;
mod case;
mod draw;
mod far;
mod generator;
mod kinds;
mod random;
mod text;
mod told;
mod turning;

pub use case::{Case, input};
pub use far::{Farthest, large, sizes};
pub use generator::{Generator, Reach};
pub use told::{CaseAnswer, LeftOut, Why, asked, difference, output, tokens, told};
pub use turning::turning;

#[cfg(test)]
mod tests;
