//! What a game is, and how a sum of games is answered. No game is known here by name.
//!
//! A [`Ruleset`](ruleset::Ruleset) tells the options of a position and what theorems add to it; its [`Notation`](notation::Notation)
//! how it is written, its [`scene`] how it is drawn. A [`Component`](component::Component) is one summand with its ruleset
//! erased, a [`Sum`] is some of them, and [`solve`](mod@solve) goes through the theories in order and makes an
//! [`Answer`](answer::Answer). The [`engine`]s here answer for any ruleset.

pub mod answer;
pub mod catalogue;
pub mod component;
pub mod couples;
pub mod encoded;
pub mod engine;
pub mod explorer;
pub mod fault;
pub mod notation;
pub mod proofs;
pub mod quotients;
pub mod reason;
pub mod ruleset;
pub mod scene;
pub mod solve;
pub mod state_graph;
pub mod stop;
pub mod sum;
pub mod tables;
pub mod theorem;
pub mod theory;

use grundy_base::{budget, message, text};
use grundy_engine::quotient;
use grundy_number::nimber;
pub use grundy_number::{self as number, Natural};

pub use sum::Sum;
