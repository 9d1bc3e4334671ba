//! Proved periods of sequences of heap values.
//!
//! A [`Period`] is made only by a proof, and says by which theorem. [`Breaking`] holds the theorem of Guy and Smith (1956)
//! for games of taking and breaking and its relatives: from what the options of a heap can be it follows how many values must be
//! seen to repeat for them to repeat for ever. [`Finder`] looks for a period while values come in; what is only
//! seen to be regular is [`Observed`], which extends to no heap that was not computed.

use sha2::{Digest, Sha256};

use crate::certificate::{Certificate, Claim, NotCertified};
use crate::sequence::{Rules, Takes};
use crate::subtraction;
use grundy_number::Natural;

mod all_but;
mod breaking;
mod finder;
mod observed;
mod recurrence;
mod remainders;
mod search;
mod standard;
mod values;

pub use crate::certificate::Theorem;
pub use all_but::AllBut;
pub use breaking::Breaking;
pub use finder::{Finder, Full, NotKept};
pub use observed::{Observed, Regularity};
pub use remainders::Remainders;
pub use search::{Ended, NotSearch, Search};
pub use standard::Standard;
pub use values::Values;

/// By what a period of some rules can be proved from their values.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Proof {
    /// Moves that take boundedly many and leave boundedly many heaps.
    Breaking(Breaking),
    /// Takes of all numbers but a few.
    AllBut(AllBut),
    /// Takes by their remainders.
    Remainders(Remainders),
    /// Nothing known here.
    Nothing,
}

impl Proof {
    /// What serves for these rules.
    pub fn of(rules: &Rules) -> Proof {
        match (Breaking::of(rules), rules.takes()) {
            (Some(breaking), _) => Proof::Breaking(breaking),
            (None, Some(Takes::AllBut(runs))) => match AllBut::new(runs) {
                Some(all_but) => Proof::AllBut(all_but),
                None => Proof::Nothing,
            },
            (None, Some(Takes::Modulo(divisor, runs)))
                if runs.first().is_some_and(|run| run.0 > 0) =>
            {
                Proof::Remainders(Remainders::new(*divisor))
            }
            (None, _) => Proof::Nothing,
        }
    }

    /// The least period, with its least pre-period, that these values prove, if they prove one.
    pub fn period(&self, values: &Values) -> Option<Period> {
        self.outlook(values).ok()
    }

    /// The period that is proved; else how many values would prove one if they go on as they do now.
    fn outlook(&self, values: &Values) -> Result<Period, Option<u64>> {
        match self {
            Proof::Breaking(breaking) => breaking.outlook(values),
            Proof::AllBut(all_but) => all_but.period(values).ok_or(None),
            Proof::Remainders(remainders) => remainders.period(values).ok_or(None),
            Proof::Nothing => Err(None),
        }
    }
}

/// What a period is of: the theorems of [`Theorem`] have a form for each.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Subject {
    /// The values of a code: taking and breaking by digits.
    Code,
    /// The values of a finite set of takes.
    Takes,
    /// The values where all numbers but finitely many may be taken.
    AllBut,
    /// The values where the numbers that leave certain remainders may be taken.
    Remainders,
    /// Other rules that take and break within the theorem's bounds.
    Rules,
}

/// From `preperiod` on, the value of heap n + `period` is that of heap n plus `saltus`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Period {
    preperiod: u64,
    period: u64,
    saltus: u64,
    theorem: Theorem,
    subject: Subject,
}

impl Period {
    /// What the proofs of patterns, a floor above, have shown of a rule. Who calls it says that there is such a proof.
    #[doc(hidden)] // Not for users: for them a period is made by a proof of this module.
    pub fn shown(preperiod: u64, period: u64, theorem: Theorem) -> Period {
        Period {
            preperiod,
            period,
            saltus: 0,
            theorem,
            subject: Subject::Rules,
        }
    }

    /// How many heaps, from 0, come before the repetition.
    pub fn preperiod(&self) -> u64 {
        self.preperiod
    }

    /// After how many heaps the values repeat.
    pub fn period(&self) -> u64 {
        self.period
    }

    /// By how much the values grow in a period: 0 where they repeat.
    pub fn saltus(&self) -> u64 {
        self.saltus
    }

    /// Why it is so for all heaps.
    pub fn theorem(&self) -> Theorem {
        self.theorem
    }

    /// Of what rules it is proved.
    pub fn subject(&self) -> Subject {
        self.subject
    }

    /// The last heap whose value the repetition does not explain.
    pub fn last_exception(&self) -> Option<u64> {
        self.preperiod.checked_sub(1)
    }

    /// The smallest heap that this one shares its place in the repetition with: below preperiod + period. It has the
    /// same value if the saltus is 0.
    pub fn reduce(&self, heap: &Natural) -> Natural {
        let preperiod = Natural::from(self.preperiod);
        if *heap < preperiod {
            return heap.clone();
        }
        let beyond = (heap - &preperiod) % self.period;
        preperiod + beyond
    }

    /// The value of a heap, from those below preperiod + period.
    pub fn value(&self, heap: &Natural, value: impl Fn(u64) -> Option<u32>) -> Option<Natural> {
        let same = self.reduce(heap);
        let value = value(u64::try_from(&same).ok()?)?;
        let rounds = (heap - &same) / self.period;
        Some(rounds * self.saltus + value)
    }

    /// The certificate of this for the rules `code`, from the values that proved it.
    ///
    /// # Errors
    /// [`NotCertified`] if these are not such values, or the theorem is that of the window.
    pub fn certificate(&self, code: &str, values: &Values) -> Result<Certificate, NotCertified> {
        let claim = Claim {
            period: self.period,
            preperiod: self.preperiod,
            saltus: self.saltus,
            checked_to: values.len() as u64,
        };
        let values: Vec<u32> = values.iter().collect();
        Certificate::of_values(code, self.theorem, claim, &values)
    }

    /// The SHA-256 of the sequence without the zeros that it begins with, as far as the end of its first period, each
    /// value in four bytes, the lowest first: equal for sequences that are the same but for such zeros.
    pub fn sum(&self, values: &Values) -> String {
        let zeros = values.iter().position(|value| value > 0).unwrap_or(0) as u64;
        let end = self.preperiod.max(zeros).saturating_add(self.period);
        let mut sum = Sha256::new();
        for heap in zeros..end {
            let beyond = heap.saturating_sub(self.preperiod) / self.period * self.period;
            let value = values.value((heap - beyond) as usize).unwrap_or_default();
            sum.update(value.to_le_bytes());
        }
        sum.finalize()
            .iter()
            .map(|byte| format!("{byte:02x}"))
            .collect()
    }

    /// The least period, with its least pre-period, that these values of the heaps from 0 up prove for a game that leaves
    /// at most `parts` heaps after taking at most `most`, if they prove one.
    ///
    /// Time is about the number of values.
    pub fn by_breaking(values: &[u32], parts: usize, most: usize) -> Option<Period> {
        let mut kept = Values::default();
        kept.extend(values);
        Breaking::new(parts, most).period(&kept)
    }
}

/// The period of a finite subtraction set, proved by a window of values that recurs.
impl From<&subtraction::Period> for Period {
    fn from(proved: &subtraction::Period) -> Period {
        Period {
            preperiod: proved.preperiod(),
            period: proved.period(),
            saltus: 0,
            theorem: Theorem::Subtraction,
            subject: Subject::Takes,
        }
    }
}

#[cfg(test)]
mod tests;
