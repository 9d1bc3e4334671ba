//! Exact arithmetic for theorems on integers of any size.

pub mod decimal;

/// A natural number of any size; up to 128 bits are held without allocation.
pub type Natural = dashu_int::UBig;
