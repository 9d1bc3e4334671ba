//! An answer: data only. Words, colours, pictures and JSON are made from it by others.

use grundy_engine::period::Period;

use crate::component::Component;
use crate::nimber::Nimber;
use crate::number::Natural;
use crate::quotient::{Outcome, Play};
use crate::reason::Reason;
use crate::text::Message;
use crate::theory::{Engine, Theory};

/// What is known of a position.
#[derive(Clone, Debug)]
pub struct Answer {
    /// The position, in the notation, normalised.
    pub game: String,
    /// The convention, normal or misère, that the answer is for.
    pub play: Play,
    /// Who wins; `None` is "unknown", and [`unknown`](Answer::unknown) says why.
    pub outcome: Option<Outcome>,
    /// The Grundy value, under normal play, where it is known.
    pub value: Option<Nimber>,
    /// The theory that decided.
    pub theory: Theory,
    /// What each component is worth and why; left empty where the question asked for no reasons.
    pub components: Vec<ComponentAnswer>,
    /// The winning moves.
    pub winning: Winning,
    /// Moves to the end of perfect play, where play could go on for ever.
    pub remoteness: Option<u64>,
    /// The theorem that decided the whole, where it was not the components' values.
    pub because: Option<Message>,
    /// Why there is no answer, or no complete one.
    pub unknown: Option<Reason>,
    /// Which engines declined, and why.
    pub declined: Vec<Declined>,
}

/// What one component is worth.
#[derive(Clone, Debug)]
pub struct ComponentAnswer {
    /// The component in the notation.
    pub game: String,
    /// Its Grundy value, where it is known.
    pub value: Option<Nimber>,
    /// Which engine told it.
    pub engine: Option<Engine>,
    /// Why it is right.
    pub because: Option<Message>,
    /// The proved period that tells the value of a heap beyond the table, where one does.
    pub period: Option<Period>,
}

/// The winning moves of a position.
#[derive(Clone, Debug)]
pub struct Winning {
    /// How many there are; `None` where that is not known.
    pub count: Option<Natural>,
    /// The first of them.
    pub listed: Vec<WinningMove>,
}

/// One winning move.
#[derive(Clone, Debug)]
pub struct WinningMove {
    /// The place of its component in the sum, from 0.
    pub component: usize,
    /// The component before, in the notation of its positions.
    pub from: String,
    /// The move in words.
    pub message: Message,
    /// What it leaves in the component's place.
    pub to: Vec<Box<dyn Component>>,
}

/// An engine that did not answer.
#[derive(Clone, Debug)]
pub struct Declined {
    /// Which.
    pub engine: Engine,
    /// For which component, by place; `None` for the whole.
    pub component: Option<usize>,
    /// Why.
    pub why: Reason,
}
