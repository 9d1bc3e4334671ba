//! One step of going through the options of a position: a generator or a guard.

use crate::rule::code::Code;
use crate::rule::syntax::Numbers;

/// Generators and guards, in the order in which they are gone through.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Step {
    Let(usize, Code),
    Guard(Code),
    /// From the first number to the last, both included.
    Range(usize, Code, Code),
    /// From a number upwards, until every one of these expressions is negative: they fall with the slot.
    Open(usize, Code, Vec<Code>),
    Set(usize, Vec<Code>),
    Array(usize, usize),
    Numbers(usize, Numbers, Code),
}

impl Step {
    /// The slot that it fills.
    pub(crate) fn slot(&self) -> Option<usize> {
        match self {
            Step::Guard(_) => None,
            Step::Let(slot, _)
            | Step::Range(slot, ..)
            | Step::Open(slot, ..)
            | Step::Set(slot, _)
            | Step::Array(slot, _)
            | Step::Numbers(slot, ..) => Some(*slot),
        }
    }
}
