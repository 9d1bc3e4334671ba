//! How far ahead places in memory are asked for.
//!
//! Who is told of an answer lies anywhere in memory; asked for some vertices ahead, the waits overlap.

pub(crate) use grundy::engine::prefetch::prefetch;

/// How many vertices ahead the row is asked for, and then what the row leads to.
pub(crate) const ROW_AHEAD: usize = 12;
pub(crate) const ITEMS_AHEAD: usize = 6;
