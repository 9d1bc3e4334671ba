//! Patterns in the values of a rule, or in values brought by the user: periods, closed forms, sets of P-positions.
//!
//! A pattern is guessed from a small range and must then hold, without change, in a held-out range ten times as large.
//! The simplest that does is told; where none does, none is told. A [`Finding`] says whether it is proved or only checked,
//! and how far.

mod finding;

pub use finding::{Evidence, Finding, Form, Subject};
