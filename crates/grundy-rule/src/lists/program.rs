//! What a rule on lists says, ready to be gone through: names have slots, expressions are code, open ranges an end.

use std::sync::Arc;

use crate::rule::code::Code;
use crate::rule::step::Step as Numbers;

/// The slot of the number of entries, the first of what is known of the whole list.
pub(super) const LENGTH: usize = 0;

/// The slot of their sum.
pub(super) const SUM: usize = 1;

/// What a rule says, ready to be gone through.
#[derive(Clone, Debug)]
pub(super) struct Program {
    pub(super) ordered: bool,
    pub(super) nonzero: bool,
    pub(super) moves: Vec<Move>,
    /// Arrays of the rule, the first of which is kept for the list.
    pub(super) arrays: Vec<Arc<[i64]>>,
    pub(super) family: Option<Family>,
    /// Whether each move replaces one entry, and looks at nothing else.
    pub(super) local: bool,
    /// Whether the sum of the entries is asked for.
    pub(super) sums: bool,
    /// Whether it is asked how many entries are equal to a number.
    pub(super) counts: bool,
}

/// The lists of tables.
#[derive(Clone, Debug)]
pub(super) struct Family {
    pub(super) pieces: Vec<Element>,
    /// How many numbers they have, in the first slots.
    pub(super) numbers: usize,
    pub(super) slots: usize,
}

/// A clause.
#[derive(Clone, Debug)]
pub(super) struct Move {
    /// The places of what is replaced; none where that is the whole list.
    pub(super) places: Option<Vec<Code>>,
    /// Which of the places are those of a set, whose slot this is.
    pub(super) set: Option<usize>,
    pub(super) steps: Vec<Step>,
    pub(super) alternatives: Vec<Vec<Filling>>,
    pub(super) slots: usize,
    /// The place that runs through a list without order, where equal entries lead to equal lists.
    pub(super) same: Option<usize>,
}

/// A generator or a guard.
#[derive(Clone, Debug)]
pub(super) enum Step {
    Plain(Numbers),
    /// Sets of places, by how many they are; behind the slot of a place stands that of their number.
    Sets(usize, Option<Numbers>),
    /// The set of all places.
    All(usize),
    /// Ways to write a number as a sum; the slots hold what is known of them as of a list.
    Parts(usize, Box<Sum>),
}

/// Ways to write a number as a sum.
#[derive(Clone, Debug)]
pub(super) struct Sum {
    pub(super) list: usize,
    pub(super) distinct: bool,
    pub(super) of: Code,
    pub(super) count: Option<Numbers>,
    pub(super) among: Option<Numbers>,
}

/// What comes in the place of an entry.
#[derive(Clone, Debug)]
pub(super) enum Filling {
    One(Code),
    Any(Numbers),
    List(Vec<Element>),
}

/// Entries side by side.
#[derive(Clone, Debug)]
pub(super) struct Element {
    pub(super) value: Value,
    pub(super) times: Count,
}

#[derive(Clone, Debug)]
pub(super) enum Value {
    Code(Code),
    /// The parts of a sum.
    Parts(usize),
}

#[derive(Clone, Debug)]
pub(super) enum Count {
    Once,
    Of(Code),
    /// Once for each number for which the condition holds, and by how much the entry grows from one to the next, where that is always the
    /// same.
    For(Numbers, Option<i64>, Option<Code>),
}
