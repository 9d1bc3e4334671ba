//! Checks of a program, and what one found: `grundy.check/1`.
//!
//! To run a program is for whoever has a shell, so a check is no [`Request`](crate::Request) that the service answers: here stand only what
//! is asked and what comes back.

use serde::{Deserialize, Serialize};

use crate::json;
use crate::judge::Position;
use crate::problem::Problem;

/// The name and version of the schema.
pub const SCHEMA: &str = "grundy.check/1";

/// Most cases of one check.
pub const MOST_CASES: u64 = 10_000_000;

/// A question whether a program answers a problem.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Request {
    /// The problem.
    pub problem: Problem,
    /// The program, as it is typed in a shell.
    pub command: String,
    /// How many cases are made up, up to [`MOST_CASES`]; as many as are usual where it is not said.
    #[serde(default)]
    pub cases: Option<u64>,
    /// The seed that they are made up from.
    #[serde(default = "seed")]
    pub seed: u64,
    /// Milliseconds of processor time that one run may take.
    #[serde(default = "limit")]
    pub limit: u64,
    /// Whether every play is taken to end where that is not seen.
    #[serde(default)]
    pub assume_finite: bool,
    /// The largest number tried, where it is not the usual one.
    #[serde(default)]
    pub largest: Option<u64>,
}

/// Whether a count need not be told.
#[allow(clippy::trivially_copy_pass_by_ref, reason = "serde asks so")]
fn is_none(count: &u64) -> bool {
    *count == 0
}

fn seed() -> u64 {
    1
}

fn limit() -> u64 {
    2_000
}

impl Request {
    /// A check of a program with what is usual.
    pub fn of(problem: Problem, command: String) -> Request {
        Request {
            problem,
            command,
            cases: None,
            seed: seed(),
            limit: limit(),
            assume_finite: false,
            largest: None,
        }
    }
}

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
    /// Why it refused them, the most frequent reason first.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub left_out: Vec<LeftOut<'a>>,
    /// Whether the judge's answers are a formula of the format.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub formula: bool,
    /// Small cases on which that formula agrees with a search by the moves; where there is none, nothing independent of it was tried.
    #[serde(skip_serializing_if = "is_none")]
    pub searched: u64,
    /// What the judge answers to the sample of the format, where that says something else.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub sample_differs: Option<&'a str>,
    /// Whether the answers rest on play that ends, which is not proved.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub assumed_finite: bool,
    /// Names that `lists` of the format makes and nothing reads.
    #[serde(skip_serializing_if = "<[String]>::is_empty")]
    pub unused: &'a [String],
    /// Cases of larger numbers on which it was run besides.
    pub far: u64,
    /// The largest number of all these.
    pub largest: u64,
    /// The size of numbers with which it broke or was too slow.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub gave_up: Option<u64>,
    /// Whether its time was over before everything was tried.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub time_over: bool,
    /// What it was at then: `cases`, which are made up, `judge`, `program`, `far`, which are larger numbers, or `smaller`, as a failing input is
    /// made.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub at: Option<&'static str>,
    /// How it ended, in a word.
    pub verdict: &'static str,
    /// The input on which the program failed, if it did.
    #[serde(flatten)]
    pub failed: Option<Failed<'a>>,
}

/// Why cases were left out.
#[derive(Debug, Serialize)]
pub struct LeftOut<'a> {
    /// How many.
    pub count: u64,
    /// What the judge said.
    pub reason: &'a str,
    /// The input with one of them alone.
    pub input: &'a str,
}

/// An input on which a program failed, with what it wrote.
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
    /// Milliseconds that one run may take, where it took more.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub limit: Option<u128>,
    /// What each of its tries took then.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub runs: Vec<Took>,
    /// What it wrote to standard error.
    pub stderr: &'a str,
    /// The first positions of the input.
    pub positions: Vec<Position<'a>>,
}

/// What a run took until it was stopped, in milliseconds.
#[derive(Debug, Serialize)]
pub struct Took {
    /// Processor time, where the system tells it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub worked: Option<u128>,
    /// Time on the clock.
    pub lasted: u128,
}

impl Report<'_> {
    /// The JSON document of the schema, one line with its line end.
    pub fn json(&self) -> String {
        json::line(self)
    }
}
