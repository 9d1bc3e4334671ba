//! Games by a rule in one line, and patterns in values.
//!
//! [`rule`] reads, checks and evaluates the notation and fills tables of its values; [`pattern`] finds periods, closed forms and
//! sets of P-positions in values, and proves them where a theorem is about rules of that form. No game is known here by name but
//! those that the form of a rule tells: sets of takes, codes, Nim and Wythoff's game. Others are looked for in a
//! [`Catalogue`](grundy_core::catalogue::Catalogue) that the caller brings.

pub mod graphs;
pub mod grids;
pub mod kinds;
pub mod lists;
pub mod pattern;
pub mod rule;
pub mod words;

use grundy_base::{budget, message, text};
use grundy_core::{
    catalogue, component, couples, encoded, engine, fault, notation, reason, ruleset, scene, solve,
};
use grundy_engine::quotient;
use grundy_number::{self as number, nimber};
