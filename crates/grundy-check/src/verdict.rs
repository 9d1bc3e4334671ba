//! What a check may cost and what it says, as data.

use crate::claim::Claim;

/// How much is checked.
#[derive(Clone, Debug)]
pub struct Effort {
    /// How many windows of values are recomputed, or entries of a table of boards checked; `None` takes all.
    pub sample: Option<u64>,
    /// Which ones are drawn.
    pub seed: u64,
    /// Most options that may be looked at, roughly; a billion take a second or two.
    pub most_options: u64,
    /// Whether all values up to a window stored are computed however many they are; else only if that takes minutes.
    pub walk: bool,
    /// Most positions that are looked at for a component of which a table of boards does not tell the value.
    pub bound: u64,
}

impl Default for Effort {
    /// Everything, if that is some ten seconds.
    fn default() -> Effort {
        Effort {
            sample: None,
            seed: 1,
            most_options: 10_000_000_000,
            walk: false,
            bound: 100_000,
        }
    }
}

/// A certificate that was judged.
#[derive(Clone, Debug)]
pub struct Report {
    /// What it claims.
    pub claim: Claim,
    /// Whether that stands.
    pub finding: Finding,
}

/// The judgement.
#[derive(Clone, Debug, PartialEq)]
pub enum Finding {
    /// Nothing was found to be wrong.
    Verified(Verified),
    /// Something is wrong.
    Refuted(Refutation),
}

/// What was verified.
#[derive(Clone, Debug, PartialEq)]
pub struct Verified {
    /// By which method it was verified.
    pub method: Method,
    /// How many values were recomputed from the definition.
    pub recomputed: u64,
    /// Whether no smaller period would do.
    pub least_period: Least,
    /// Whether no smaller pre-period would do.
    pub least_preperiod: Least,
}

/// What was seen of whether a period or a pre-period is the least; one that is not is refuted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Least {
    /// It is, by values of the game that were recomputed.
    Proved,
    /// It is if the values stored are those of the game, which was not verified.
    AsStored,
    /// The values stored do not tell.
    Unknown,
}

/// How a claim was checked.
#[derive(Clone, Debug, PartialEq)]
pub enum Method {
    /// All values below `bound`, from where the theorem proves the rest.
    Full {
        /// The first heap that the theorem speaks for.
        bound: u64,
    },
    /// The values of some windows, drawn at random from all windows below `bound`.
    Sampled {
        /// The first heap that the theorem speaks for.
        bound: u64,
        /// How many windows were drawn.
        windows: u64,
        /// How many values a window has.
        width: u64,
        /// How many first values were recomputed beside them.
        first: u64,
        /// What determined the drawing.
        seed: u64,
    },
    /// All values of a sequence too long to keep, up to those that recur.
    Walked {
        /// How many values were recomputed.
        end: u64,
        /// How many of them from all options, each other from the first values and a window of the last.
        first: u64,
        /// How many last values determine the next.
        window: u64,
    },
    /// The values stored of a sequence too long to keep, and not that it comes to them: no proof.
    Window {
        /// How many first values were recomputed.
        first: u64,
        /// How many of them are rare.
        rare: u64,
        /// How many last values determine the next.
        window: u64,
        /// Stretches that are stored behind the first values.
        stretches: u64,
        /// How many values in them were recomputed from the window before.
        continued: u64,
        /// How many values could have been.
        of: u64,
    },
}

/// What is wrong.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Refutation {
    /// A value is not what the definition says.
    Value {
        /// The heap.
        heap: u64,
        /// Its value by the definition and the stored values of smaller heaps.
        expected: u64,
        /// Its value by the certificate.
        stored: u64,
    },
    /// A smaller period does as well.
    SmallerPeriod(u64),
    /// The repetition begins earlier.
    SmallerPreperiod(u64),
    /// Two heaps at the distance of the period do not have values at the distance of the saltus.
    NoRepetition {
        /// The smaller heap.
        heap: u64,
        /// Its value.
        value: u64,
        /// The value of the heap greater by the period.
        later: u64,
    },
    /// A heap has a rare value and is not listed, or is listed and has not that value.
    Rare(u64),
    /// No option of the heap within the window has this rare value, although the heap's own is greater.
    NotExcluded {
        /// The heap.
        heap: u64,
        /// The rare value.
        value: u64,
    },
    /// A condition of the theorem does not hold.
    Condition(Condition),
}

/// A condition of a theorem.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Condition {
    /// The theorem is one for other games.
    Game,
    /// The values were not computed as far as the theorem needs: so far at least.
    Reach(u64),
    /// The saltus must be 0 here.
    Saltus,
    /// The saltus must not be 0 here.
    NoSaltus,
    /// With these parities two common values may have a common sum.
    Parity,
    /// The period must be even where the parity of heaps counts.
    OddPeriod,
    /// A window so long is needed at least.
    Window(u64),
    /// No two stretches show the repetition over a whole window from the pre-period on.
    NoPair,
    /// Options of three heaps are not covered.
    Three,
    /// The arithmetic of values does not go on by itself from this heap.
    Arithmetic(u64),
}

/// Why a certificate was not judged.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Refusal {
    /// It cannot be read.
    Unreadable(String),
    /// Not a certificate, or of another version.
    Foreign,
    /// It ends too early.
    Truncated,
    /// Bytes follow its end.
    Trailing,
    /// The line of claims is damaged; why, in English.
    Header(String),
    /// The parts of it contradict each other; how.
    Contradiction(&'static str),
    /// The values are not those that were hashed.
    Damaged,
    /// The claims of a quotient are not those that were hashed.
    Altered,
    /// A line of a table of boards is malformed.
    Line {
        /// Its number, from 1.
        line: u64,
        /// The column of the first letter that is wrong, from 1.
        column: u64,
        /// What is wrong.
        flaw: crate::boards::Flaw,
    },
    /// It is longer than so many bytes.
    Bytes(u64),
    /// The quotient has more than so many elements.
    Large(u64),
    /// The options of a quotient's letters have more than so many values together.
    Effects(u64),
    /// More than so many steps are needed.
    Long(u64),
    /// The rules are not understood.
    Code(String),
    /// A value would not fit in 32 bits.
    Wide(u64),
    /// About so many options would have to be looked at.
    Costly(u128),
}

/// What ends a check.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Fault {
    Refuted(Refutation),
    Refused(Refusal),
}

impl From<Refutation> for Fault {
    fn from(refutation: Refutation) -> Fault {
        Fault::Refuted(refutation)
    }
}

impl From<Refusal> for Fault {
    fn from(refusal: Refusal) -> Fault {
        Fault::Refused(refusal)
    }
}

impl From<Condition> for Fault {
    fn from(condition: Condition) -> Fault {
        Fault::Refuted(Refutation::Condition(condition))
    }
}
