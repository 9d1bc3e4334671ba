//! A rule that has been checked: what evaluation, analysis and recognition read.

use std::sync::Arc;

use crate::rule::code::Code;
use crate::rule::columns::Columns;
use crate::rule::lines::Lines;
use crate::rule::syntax::{Numbers, Span};

/// The clauses of a checked rule.
#[derive(Clone, Debug)]
pub(crate) struct Program {
    /// How many coordinates a position has.
    pub(crate) arity: usize,
    /// Clauses that say a value, in the order written.
    pub(crate) values: Vec<ValueClause>,
    /// Clauses that say options, in the order written.
    pub(crate) moves: Vec<MoveClause>,
    pub(crate) arrays: Vec<Arc<[i64]>>,
    /// How many slots the largest clause uses.
    pub(crate) slots: usize,
}

/// Which positions a clause speaks of: by coordinate, the number it must be.
pub(crate) type Fixed = Vec<Option<i64>>;

#[derive(Clone, Debug)]
pub(crate) struct ValueClause {
    pub(crate) fixed: Fixed,
    /// Guards and names only.
    pub(crate) steps: Vec<Step>,
    pub(crate) value: Code,
    /// Where the value stands in the text.
    pub(crate) span: Span,
}

#[derive(Clone, Debug)]
pub(crate) struct MoveClause {
    pub(crate) fixed: Fixed,
    pub(crate) steps: Vec<Step>,
    /// Alternatives, each a sum of positions, each its coordinates.
    pub(crate) options: Vec<Vec<Vec<Code>>>,
    /// The innermost range, where the options lie on lines.
    pub(crate) lines: Option<Lines>,
    /// The innermost range, many numbers at once.
    pub(crate) columns: Option<Columns>,
    /// The slots of generators, with the names they were given.
    pub(crate) names: Vec<(String, usize)>,
}

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
