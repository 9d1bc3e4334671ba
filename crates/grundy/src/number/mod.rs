//! Exact arithmetic for theorems on integers of any size.
//!
//! Pure functions without rules of play: [`decimal`] reads and prints, the others each hold the
//! arithmetic of one theorem, for machine words and for [`Natural`], never with floating point in
//! a place where it could decide an answer.

mod batch;
pub mod bits;
pub mod bounded;
pub mod euclid;
pub mod factor;
pub mod fibonacci;
pub mod golden;
pub mod product;
pub mod zeckendorf;

pub use grundy_base::number::{Natural, decimal, long, weight};
