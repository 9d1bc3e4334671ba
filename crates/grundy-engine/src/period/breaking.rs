//! How many values prove a period of a game of taking and breaking.
//!
//! Let a move take at most k from a heap and leave at most t heaps, under the same conditions for all heaps. If
//! G(n + p) = G(n) for all n with n₀ ≤ n < t·n₀ + (t − 1)·p + k and n₀ ≥ 1, then it holds for all n ≥ n₀ (R. K. Guy and C. A. B.
//! Smith 1956, for t = 2). For take a larger n, all before it being known. An option of n + p leaves at least n + p − k ≥ t·(n₀ + p)
//! in at most t heaps, so one of at least n₀ + p; with p less in it, it is not empty, is worth the same, and the move is one of n.
//! An option of n has, likewise, a heap of at least n₀; with p more in it, it is less than n + p, is worth the same, and the move
//! is one of n + p. So both have the same options' values. Splitting without taking changes nothing in this.
//!
//! Where a heap may only be split into two *unequal* ones (Grundy's game), taking p from the larger may make both
//! equal, a and a, where they were a and a + p, worth 0. Then (a − p, a + p) is worth 0 too, if a − p ≥ n₀: for
//! n ≥ 2·n₀ + 2·p + k it is. So here the values must repeat for n₀ ≤ n < 2·n₀ + 2·p + k.
//!
//! Where no move leaves two heaps, t = 1: a value is a function of the k before it, and these recurred.

use super::{Period, Subject, Theorem, Values};
use crate::sequence::{Rules, Takes};

/// What the options of a heap can be, as far as the theorem asks.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Breaking {
    /// Most heaps that a move leaves.
    parts: u64,
    /// Most stones that a move takes.
    most: u64,
    /// From this heap on the conditions of the moves are the same.
    from: u64,
    /// Whether two heaps that are left may not be equal.
    unequal: bool,
    /// Whose moves they are.
    subject: Subject,
}

impl Breaking {
    /// Moves that leave at most `parts` heaps after taking at most `most`, under the same conditions for all heaps
    /// larger than `most`.
    pub fn new(parts: usize, most: usize) -> Breaking {
        Breaking {
            parts: parts.max(1) as u64,
            most: most.max(1) as u64,
            from: 0,
            unequal: false,
            subject: Subject::Rules,
        }
    }

    /// Heaps that a move leaves two of may not be equal; three are not left.
    #[must_use]
    pub fn unequal(mut self) -> Breaking {
        self.parts = 2;
        self.unequal = true;
        self
    }

    /// Only from heap `heap` on are the conditions of the moves the same.
    #[must_use]
    pub fn regular_from(mut self, heap: u64) -> Breaking {
        self.from = heap;
        self
    }

    /// The theorem.
    pub fn theorem(&self) -> Theorem {
        if self.parts > 1 {
            Theorem::GuySmith
        } else {
            Theorem::Subtraction
        }
    }

    /// How many values prove that they repeat after `period` from `preperiod` on, if all of these do.
    pub fn needed(&self, preperiod: u64, period: u64) -> u64 {
        let rounds = if self.unequal { 3 } else { self.parts };
        let before = self.parts.saturating_mul(preperiod.max(1));
        let theorem = before
            .saturating_add(rounds.saturating_mul(period))
            .saturating_add(self.most);
        theorem.max(self.from.saturating_add(period))
    }

    /// The least period, with its least pre-period, that these values prove, if they prove one.
    ///
    /// Time is about the number of values, and much less where nothing recurs.
    pub fn period(&self, values: &Values) -> Option<Period> {
        self.outlook(values).ok()
    }

    /// The period that is proved; else how many values would prove one if they go on as they do now.
    pub(super) fn outlook(&self, values: &Values) -> Result<Period, Option<u64>> {
        let length = values.len() as u64;
        // At least parts · (preperiod + period) + most values are needed: so the last part of them repeats. If two
        // numbers are periods of that part, so is their greatest common divisor (N. J. Fine and H. S. Wilf 1965);
        // hence if the least one does not extend far enough back, no other does.
        let half = length.checked_sub(self.most).map(|rest| rest / self.parts);
        let half = half
            .and_then(|half| usize::try_from(half).ok())
            .ok_or(None)?;
        // What repeats for the last eighth only may be on its way to a proof.
        let young = half.max(values.len() - (values.len() / 8).max(1));
        let period = values.repeats_from(young, half).ok_or(None)?;
        let proved = self.extended(values, period, young);
        if proved.is_err() && young > half {
            let whole = values.repeats_from(half, half);
            if let Some(Ok(proved)) = whole.map(|period| self.extended(values, period, half)) {
                return Ok(proved);
            }
        }
        proved.map_err(Some)
    }

    /// What is proved by values that repeat from the place `from` on; else how many are needed.
    fn extended(&self, values: &Values, period: usize, from: usize) -> Result<Period, u64> {
        let preperiod = values.repeats_since(period, from - period) as u64;
        let period = period as u64;
        let needed = self.needed(preperiod, period);
        if needed > values.len() as u64 {
            return Err(needed);
        }
        Ok(Period {
            preperiod,
            period,
            saltus: 0,
            theorem: self.theorem(),
            subject: self.subject,
        })
    }
}

impl Breaking {
    /// What the moves of a code or of a finite set of takes can be; `None` where there is no end to what may be taken.
    pub fn of(rules: &Rules) -> Option<Breaking> {
        let most = match rules.takes() {
            None => rules.digits().len().saturating_sub(1),
            Some(Takes::These(runs)) => usize::try_from(runs.last()?.1).ok()?,
            Some(_) => return None,
        };
        let mut moves = Breaking::new(rules.parts() as usize, most);
        moves = moves.regular_from(rules.least_split());
        moves.subject = match rules.takes() {
            None => Subject::Code,
            Some(_) => Subject::Takes,
        };
        Some(if rules.unequal() {
            moves.unequal()
        } else {
            moves
        })
    }
}
