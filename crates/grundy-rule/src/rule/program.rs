//! A rule that has been checked: what evaluation, analysis and recognition read.

use std::sync::{Arc, OnceLock};

use crate::rule::code::Code;
use crate::rule::columns::Columns;
use crate::rule::lines::Lines;
use crate::rule::places::Sought;
use crate::rule::step::Step;
use crate::rule::syntax::Span;

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
    /// By array, its places in the order of what stands there, once they were asked for.
    pub(crate) places: Vec<OnceLock<Box<[u32]>>>,
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
    /// Ranges of which a guard leaves the places of one number in an array.
    pub(crate) sought: Vec<Sought>,
    /// The innermost range, where the options lie on lines.
    pub(crate) lines: Option<Lines>,
    /// The innermost range, many numbers at once.
    pub(crate) columns: Option<Columns>,
    /// The slots of generators, with the names they were given.
    pub(crate) names: Vec<(String, usize)>,
}
