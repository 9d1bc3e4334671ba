//! A position of an input with the game that it is and its answer.

use grundy::rule::{Position, Rule};

/// A rule in the one-line notation, with the parameters of a case, and the positions whose sum it judges.
#[derive(Clone, Debug, PartialEq)]
pub struct Ruled {
    /// The rule.
    pub rule: Rule,
    /// The positions.
    pub positions: Vec<Position>,
}

/// A position that was judged.
#[derive(Clone, Debug, PartialEq)]
pub struct Judged {
    /// The case, from 1.
    pub case: u64,
    /// The position within the case, from 1; 0 where a case is one position.
    pub position: u64,
    /// The position in the notation of games; nothing where the rule is no game of the catalogue.
    pub game: Option<String>,
    /// The rule and the positions, where the format's rule is one in the one-line notation.
    pub ruled: Option<Ruled>,
    /// Whether it is played under misère play.
    pub misere: bool,
    /// Whether the mover wins, where that is asked of the rule.
    pub mover_wins: Option<bool>,
    /// What the judge expects for it, without what follows the case.
    pub answer: String,
}
