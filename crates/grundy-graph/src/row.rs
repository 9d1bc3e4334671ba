//! What is told of a vertex.

use grundy::Outcome;
use grundy::engine::graph::Loopy;

/// What can be told of a vertex.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Column {
    /// The outcome: P, N or D.
    Outcome,
    /// The Grundy value, or the loopy one where play can go round for ever. Normal play only.
    Value,
    /// How many moves play lasts when the winner hurries and the loser delays.
    Remoteness,
    /// The best move: of an N-position one that wins soonest, of a P-position one that delays longest, of a draw one that
    /// holds it; among equals the option with the least number.
    Move,
}

/// The answers for a vertex. What was not asked for is `None` in every row.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Row<'a> {
    /// The vertex.
    pub vertex: u32,
    /// Its outcome.
    pub outcome: Option<Outcome>,
    /// Its value.
    pub value: Option<Loopy<'a>>,
    /// Its remoteness; none for a draw.
    pub remoteness: Option<u32>,
    /// The option to move to; none at the end of play.
    pub best: Option<u32>,
}
