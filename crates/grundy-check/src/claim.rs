//! What a certificate claims: its line of JSON, as it is read and written.

use serde::{Deserialize, Serialize};

/// Why the values go on as they do.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Theorem {
    /// Guy and Smith (1956): values that repeat long enough do so for ever.
    GuySmith,
    /// A window of last values determines the next, and recurs.
    Window,
    /// The same with values that grow by the saltus.
    Arithmetic,
    /// Finite subtraction sets: a value is told by the last ones.
    Subtraction,
}

/// The line of claims.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Claim {
    /// Version of the format.
    pub version: u32,
    /// The rules of the game.
    pub code: String,
    /// After how many heaps the values repeat.
    pub period: u64,
    /// How many heaps come before the repetition.
    pub preperiod: u64,
    /// By how much values are greater each time.
    pub saltus: u64,
    /// Why.
    pub theorem: Theorem,
    /// How many values were computed.
    pub checked_to: u64,
    /// Bytes a value: 1, 2 or 4.
    pub width: u8,
    /// Which digits of a value tell whether it is common.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub mask: Option<u32>,
    /// Whether a common value has an odd number of them: of an even heap, and of an odd one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub odd: Option<[u8; 2]>,
    /// All heaps with rare values.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub rare: Option<Vec<(u64, u32)>>,
    /// How many last values determine the next.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub window: Option<u64>,
    /// Which values are stored, in their order.
    pub stretches: Vec<Extent>,
    /// The hash of the values' bytes, in hexadecimal.
    pub sha256: String,
}

/// Which heaps a stretch has.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Extent {
    /// The first heap.
    pub start: u64,
    /// How many heaps.
    pub length: u64,
}
