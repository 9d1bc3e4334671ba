//! All that is found of a rule or of values.

use super::finding::Finding;
use super::lookup::SequenceMatch;
use crate::said;
use crate::text::Said;

/// What is found.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Report {
    /// The names of the coordinates, as they stand in formulas.
    pub names: Vec<String>,
    /// At most one pattern of the values and one of the P-positions, the simplest first; last, the known game that it is.
    pub findings: Vec<Finding>,
    /// What else is seen of a table.
    pub remarks: Vec<Remark>,
    /// Sequences of the field that begin in the same way.
    pub sequences: Vec<SequenceMatch>,
    /// How many positions patterns were guessed from.
    pub searched: u64,
    /// How many positions were held out and agree.
    pub held_out: u64,
    /// By coordinate, the bound below which all positions were looked at.
    pub sizes: Vec<usize>,
    /// All values looked at, the first coordinate running fastest.
    pub values: Vec<u32>,
}

/// What is seen of a table, at all positions looked at.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Remark {
    /// The coordinates may change places.
    Symmetric,
    /// The value is a nim-sum of functions of one coordinate each.
    Separable,
}

impl Remark {
    /// The sentence, without a full stop.
    pub fn said(self) -> Said {
        match self {
            Remark::Symmetric => said!("the coordinates may change places", "坐标可以互换"),
            Remark::Separable => said!(
                "the value is the nim-sum of a function of each coordinate",
                "SG 值等于各坐标的函数之异或"
            ),
        }
    }
}
