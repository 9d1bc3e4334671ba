//! What is said of a table of boards, as data.

use super::written::Claim;

/// A table that was judged.
#[derive(Clone, Debug)]
pub struct Report {
    /// What it claims in its head.
    pub claim: Claim,
    /// Whether that stands.
    pub finding: Finding,
}

/// The judgement.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Finding {
    /// Each entry that was looked at follows from others of smaller components.
    Verified(Verified),
    /// Something is wrong.
    Refuted(Fault),
    /// Nothing was seen to be wrong, and not all could be shown.
    Unproved(Unproved),
}

/// What was verified.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Verified {
    /// How many components the table tells of.
    pub components: u64,
    /// How many of them were looked at: all, unless there was a sample.
    pub checked: u64,
    /// How many values of components that the table does not tell were recomputed.
    pub recomputed: u64,
    /// What determined the drawing, where a sample was drawn.
    pub seed: Option<u64>,
}

/// What could not be shown.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Unproved {
    /// How many claims that is, perhaps the root's among them.
    pub count: u64,
    /// How many were looked at.
    pub checked: u64,
    /// The lines of the first ones.
    pub lines: Vec<u64>,
}

/// What is wrong. It is so if the entries of smaller components are right, so that in any case some entry is wrong.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Fault {
    /// Two lines tell of equal components what cannot both be so.
    Contradiction {
        /// The lines.
        lines: [u64; 2],
    },
    /// An option has the value that a line claims.
    Reached {
        /// The line.
        line: u64,
        /// The value.
        value: u32,
    },
    /// A line claims a greater value than this, which no option has.
    Missing {
        /// The line.
        line: u64,
        /// The value.
        value: u32,
    },
    /// A line excludes what is the value: no option has it, and some option has each smaller one.
    Excluded {
        /// The line.
        line: u64,
        /// The value.
        value: u32,
    },
    /// A line tells of a sum what its components do not have.
    Sum {
        /// The line.
        line: u64,
    },
}
