//! Exact arithmetic for theorems on integers of any size.
//!
//! Pure functions without rules of play: [`decimal`] reads and prints, the others each hold the
//! arithmetic of one theorem, for machine words and for [`Natural`], never with floating point in
//! a place where it could decide an answer.

mod batch;
pub mod bits;
pub mod bounded;
pub mod decimal;
pub mod euclid;
pub mod factor;
pub mod fibonacci;
pub mod golden;
pub mod long;
pub mod product;
pub mod zeckendorf;

/// A natural number of any size; up to 128 bits are held without allocation.
pub type Natural = dashu_int::UBig;

/// Bytes that a number holds outside itself.
pub fn weight(number: &Natural) -> u64 {
    use dashu_int::ops::BitTest;
    let bits = number.bit_len() as u64;
    if bits <= 128 { 0 } else { bits / 8 }
}
