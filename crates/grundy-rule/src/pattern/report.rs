//! All that is found of a rule or of values.

use super::finding::{Evidence, Finding, Subject};
use super::lookup::SequenceMatch;
use super::proof::{Proved, follows};
use super::strategy::Strategy;
use crate::budget::Exhausted;
use crate::message;
use crate::text::Message;

/// What is found.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Report {
    /// The names of the coordinates, as they stand in formulas.
    pub names: Vec<String>,
    /// At most one pattern of the values, or one that is verified and one that is proved, and one of the P-positions, the simplest first; last, the
    /// known game that it is.
    pub findings: Vec<Finding>,
    /// Positions of which it is proved who wins because one player can always answer; where that tells more than the patterns.
    pub strategies: Vec<Strategy>,
    /// Patterns of the positions looked at first that are not told.
    pub refused: Vec<Refusal>,
    /// What else is seen of a table.
    pub remarks: Vec<Remark>,
    /// Sequences of the field that begin in the same way.
    pub sequences: Vec<SequenceMatch>,
    /// How many positions patterns were guessed from.
    pub searched: u64,
    /// How many positions were held out and agree.
    pub held_out: u64,
    /// What ran out before all was looked for, where something did.
    pub cut: Option<Exhausted>,
    /// By coordinate, the bound below which all positions were looked at.
    pub sizes: Vec<usize>,
    /// By coordinate, the first number of the values below.
    pub first: Vec<u64>,
    /// All values looked at, the first coordinate running fastest.
    pub values: Vec<u32>,
}

impl Report {
    /// Marks what follows from a period of all the values that was proved elsewhere: what is itself periodic and agrees long enough.
    pub fn follow(&mut self, proved: &Proved) {
        let [name] = &self.names[..] else { return };
        for finding in &mut self.findings {
            let is_open = !matches!(finding.evidence, Evidence::Proved { .. });
            if is_open && follows(proved, finding.subject, &finding.form, name, &self.values) {
                finding.evidence = Evidence::Proved {
                    theorem: proved.theorem.clone(),
                    checked_to: self.values.len() as u64,
                };
            }
        }
    }
}

/// A pattern of small positions that is not told.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Refusal {
    /// What it was about.
    pub subject: Subject,
    /// The bound below which it holds.
    pub below: u64,
    /// The first position at which it fails; `None` where the rule may say something else of large numbers, and too few of them could be looked at.
    pub fails_at: Option<Vec<u64>>,
    /// Whether it is proved that it fails somewhere, though it is not told where.
    pub is_refuted: bool,
}

impl Refusal {
    /// The sentence, without a full stop.
    pub fn message(&self) -> Message {
        let what = match self.subject {
            Subject::Values => message!("of the Grundy values", "SG 值"),
            Subject::Losing => message!("of the P-positions", "必败态"),
        };
        match &self.fails_at {
            Some(place) => {
                let place: Vec<String> = place.iter().map(u64::to_string).collect();
                message!(
                    "a pattern {what} holds below {below} and fails at {place}",
                    "{what}的一条规律在 {below} 以下成立，但在 {place} 处不成立",
                    what = what,
                    below = self.below,
                    place = place.join(",")
                )
            }
            None if self.is_refuted => message!(
                "a pattern {what} holds below {below}, but an automaton that reads the digits of all numbers shows that it fails for larger ones",
                "{what}的一条规律在 {below} 以下成立，但读各数数字的自动机表明它对更大的数不成立",
                what = what,
                below = self.below
            ),
            None => message!(
                "a pattern {what} holds below {below}, but the rule may behave differently for large numbers (roots, digits, quotients, bits), and too few of those could be tried",
                "{what}的一条规律在 {below} 以下成立，但规则对大数可能不同（含根、数位、商或位运算），而能试的大数太少",
                what = what,
                below = self.below
            ),
        }
    }
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
    pub fn message(self) -> Message {
        match self {
            Remark::Symmetric => message!(
                "the table is symmetric: G(x,y) = G(y,x)",
                "表是对称的：G(x,y) = G(y,x)"
            ),
            Remark::Separable => message!(
                "the value is the nim-sum of a function of each coordinate",
                "SG 值等于各坐标的函数之异或"
            ),
        }
    }
}
