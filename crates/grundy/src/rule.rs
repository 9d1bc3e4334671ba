//! The one-line rule notation, see [`Rule`]; and functions as rulesets, see [`Closure`].

pub use crate::closure::Closure;
pub use grundy_rule::rule::*;
