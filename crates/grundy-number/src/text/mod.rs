//! Numbers out of text, many at a time.
//!
//! [`scan`] reads one plain number at the speed of a plain loop; [`tokens`] many at once by the widest registers that the machine has,
//! or their nim-sum alone; [`lanes`] sums rows of numbers that were read,
//! and [`marks`] tells where bytes of some kinds stand. All have the same answers on every machine.

pub mod lanes;
pub mod marks;
pub mod scan;
pub mod tokens;
