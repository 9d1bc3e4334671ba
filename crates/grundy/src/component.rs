//! One summand of any ruleset, its type erased, see [`Component`]; and rulesets of one's own as parts of a game, see [`of`].

pub use grundy_core::component::*;
pub use grundy_core::notation::parse;
