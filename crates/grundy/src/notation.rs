//! How a component is written, see [`Notation`].

pub use grundy_core::notation::*;
pub(crate) use grundy_core::{pairs_of_numbers, single_heaps};
