//! What a check of a program found: `grundy.check/1`.

use serde::Serialize;

use crate::json;
use crate::judge::Position;

/// The name and version of the schema.
pub const SCHEMA: &str = "grundy.check/1";

/// What was found; its fields are those of JSON.
#[derive(Debug, Serialize)]
pub struct Report<'a> {
    /// The name and version of the schema: [`SCHEMA`].
    pub schema: &'static str,
    /// The format's name.
    pub format: &'a str,
    /// The rule that judges.
    pub rule: &'a str,
    /// The program.
    pub command: &'a str,
    /// The seed of the made-up cases.
    pub seed: u64,
    /// Cases on which the program was run.
    pub cases: u64,
    /// Cases that the judge refused.
    pub refused: u64,
    /// Cases of larger numbers on which it was run besides.
    pub far: u64,
    /// The largest number of all these.
    pub largest: u64,
    /// The size of numbers with which it broke or was too slow.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub gave_up: Option<u64>,
    /// How it ended, in a word.
    pub verdict: &'static str,
    /// Where it failed.
    #[serde(flatten)]
    pub failed: Option<Failed<'a>>,
}

/// Where a program failed.
#[derive(Debug, Serialize)]
pub struct Failed<'a> {
    /// The input.
    pub input: &'a str,
    /// The right output.
    pub expected: String,
    /// What the program wrote.
    pub got: String,
    /// Its exit code where that was not 0, a negative number for a signal.
    pub exit: Option<i32>,
    /// What it wrote to standard error.
    pub stderr: &'a str,
    /// The first positions of the input.
    pub positions: Vec<Position<'a>>,
}

impl Report<'_> {
    /// As JSON, a line.
    pub fn json(&self) -> String {
        json::line(self)
    }
}
