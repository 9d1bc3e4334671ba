//! What is said of a quotient, as data.

use super::written::Claim;

/// A certificate of a quotient that was judged.
#[derive(Clone, Debug)]
pub struct Report {
    /// What it claims.
    pub claim: Claim,
    /// Whether that stands.
    pub finding: Finding,
}

/// The judgement.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Finding {
    /// It is the quotient of the letters that are covered, and of all heaps where a period is claimed: proved.
    Verified(Verified),
    /// Something is wrong.
    Refuted(Fault),
}

/// What was verified.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Verified {
    /// How many elements the quotient has.
    pub order: u64,
    /// How many of them are in P.
    pub p_count: u64,
    /// How many letters with moves there are of which no two have the same value and options of the same values.
    pub kinds: u64,
    /// How many pairs of elements were reached in looking for a sum that is wrongly called N.
    pub pairs: u64,
}

/// What is wrong.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Fault {
    /// The actions of two generators do not commute.
    Order {
        /// The generators.
        letters: [u64; 2],
        /// Where they do not.
        element: u32,
    },
    /// An element is the value of no sum.
    Unreached(u32),
    /// A generator's value is not what its action makes of 1.
    Generator {
        /// The generator.
        letter: u64,
        /// Its value by the certificate.
        value: u32,
        /// What its action makes of 1.
        product: u32,
    },
    /// Two elements that nothing tells apart.
    Alike([u32; 2]),
    /// A letter without moves that is not worth 1.
    Still {
        /// The letter.
        letter: u64,
        /// Its value by the certificate.
        value: u32,
    },
    /// The empty sum is called P.
    Empty,
    /// A sum is called P, and an option of it as well.
    CalledP {
        /// The letters of the sum.
        sum: Vec<u64>,
        /// Of which letter it is an option.
        letter: u64,
    },
    /// A sum with moves is called N, and no option of it is called P.
    CalledN {
        /// The letters of the sum.
        sum: Vec<u64>,
    },
    /// In such a game values that repeat prove nothing.
    Game,
    /// So many heaps must be covered for values to repeat for ever, and fewer are.
    Reach(u128),
    /// Two heaps at the distance of the period do not have the same value.
    NoRepetition {
        /// The smaller heap.
        heap: u64,
        /// Its value.
        value: u32,
        /// The value a period later.
        later: u32,
    },
    /// A smaller period does as well.
    SmallerPeriod(u64),
    /// The repetition begins earlier.
    SmallerPreperiod(u64),
}
