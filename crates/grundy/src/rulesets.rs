//! The games, and the catalogue: every game that the notation knows.

use crate::notation::Listing;

pub use grundy_games::*;
use grundy_rule::rule;

/// The catalogue: every game that the notation knows, the one-line rules last.
pub static CATALOGUE: &[&Listing] = &catalogue();

const fn catalogue() -> [&'static Listing; GAMES.len() + 1] {
    let mut all: [&Listing; GAMES.len() + 1] = [&rule::LISTING; GAMES.len() + 1];
    let (games, _) = all.split_at_mut(GAMES.len());
    games.copy_from_slice(GAMES);
    all
}
