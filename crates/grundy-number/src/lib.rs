//! Nimbers, and exact arithmetic for theorems on integers of any size.
//!
//! Pure functions without rules of play: [`nimber`] has the values of positions and [`product`] the field they make, with [`logarithm`] and [`quadratic`]
//! equations, and [`expression`] formulas in it; the others each
//! hold the arithmetic of one theorem, for machine words and for [`Natural`], never with floating point in a place where it
//! could decide an answer. [`text`] reads numbers many at a time. How a [`Natural`] is read, printed and divided comes from the floor below.

mod batch;
pub mod bits;
pub mod bounded;
pub mod euclid;
pub mod expression;
pub mod factor;
pub mod fibonacci;
pub mod golden;
pub mod logarithm;
pub mod nimber;
pub mod primes;
pub mod product;
pub mod quadratic;
pub mod text;
pub mod zeckendorf;

pub use grundy_base::number::{Natural, decimal, heap_bytes, long};
pub use nimber::{Mex, Nimber};
