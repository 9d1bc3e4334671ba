//! What a theorem tells of positions, in grades that are types: values, which stand in sums; outcomes of one component that
//! stands alone; loopy values, where play can go on for ever.

use crate::nimber::Nimber;
use crate::number::Natural;
use crate::quotient::{LoopyValue, Outcome, Play};
use crate::text::Message;

/// A theorem that tells the Grundy value of a position under normal play.
pub trait ValueTheorem<P> {
    /// The value, or `None` where the theorem says nothing of this position.
    fn value(&self, position: &P) -> Option<Nimber>;

    /// Binary digits that no value of an option exceeds, where that is plain: beside a much longer heap nothing is then
    /// asked of a short one.
    fn most_bits(&self, position: &P) -> Option<usize> {
        let _ = position;
        None
    }

    /// The options that have the value `target`: their exact number, and the first `limit` of them.
    ///
    /// `None` leaves it to going through the options one by one.
    fn moves_to(&self, position: &P, target: &Nimber, limit: usize) -> Option<Moves<P>> {
        let _ = (position, target, limit);
        None
    }

    /// The theorem with the numbers put in.
    fn because(&self, position: &P) -> Message;
}

/// A theorem that tells who wins a position that is the only component.
pub trait OutcomeTheorem<P> {
    /// Who wins, or `None` where the theorem says nothing of this position under this play.
    fn outcome(&self, position: &P, play: Play) -> Option<Outcome>;

    /// The options that are P-positions, asked only at an N-position; where play may go on for ever, only those that
    /// bring its end nearer.
    ///
    /// `None` leaves it to going through the options one by one.
    fn winning(&self, position: &P, play: Play, limit: usize) -> Option<Moves<P>> {
        let _ = (position, play, limit);
        None
    }

    /// Moves to the end of perfect play, where play could go on for ever.
    fn remoteness(&self, position: &P, play: Play) -> Option<u64> {
        let _ = (position, play);
        None
    }

    /// The theorem with the numbers put in.
    fn because(&self, position: &P, play: Play) -> Message;
}

/// A theorem that tells the loopy value of a position under normal play.
pub trait LoopyTheorem<P> {
    /// The value.
    fn value(&self, position: &P) -> LoopyValue;

    /// How far a position of finite value is from being settled: from each option whose value is greater or ∞ there must be a
    /// move to a position of the first value and of a smaller counter, and counters must rise with the value.
    fn counter(&self, position: &P) -> u64;
}

/// One move: in words, and the sum of positions that it leaves in place of the component.
#[derive(Clone, Debug)]
pub struct Step<P> {
    /// The move in words.
    pub message: Message,
    /// What it leaves.
    pub to: Vec<P>,
}

/// Moves, each with the counter of what it leaves, see [`LoopyTheorem`].
pub type CountedMoves<P> = Vec<(Step<P>, u64)>;

/// Some moves out of possibly very many.
#[derive(Clone, Debug)]
pub struct Moves<P> {
    /// How many there are; `None` where that is not known.
    pub count: Option<Natural>,
    /// The first few.
    pub listed: Vec<Step<P>>,
}

impl<P> Moves<P> {
    /// No move.
    pub fn none() -> Moves<P> {
        Moves {
            count: Some(Natural::ZERO),
            listed: Vec::new(),
        }
    }

    /// One move that leaves one position.
    pub fn one(message: Message, to: P) -> Moves<P> {
        Moves {
            count: Some(Natural::ONE),
            listed: vec![Step {
                message,
                to: vec![to],
            }],
        }
    }

    /// All moves there are: their number is that of `steps`, and the first `limit` of them are kept.
    pub fn all(mut steps: Vec<Step<P>>, limit: usize) -> Moves<P> {
        let count = Some(Natural::from(steps.len()));
        steps.truncate(limit);
        Moves {
            count,
            listed: steps,
        }
    }
}
