//! What stops a run, and where: place, problem, and what was expected there, as data.

use std::fmt;
use std::io;
use std::sync::Arc;

/// A place in the input.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Place {
    /// The line, from 1.
    pub line: u64,
    /// The byte within the line, from 1; a byte-order mark is not counted.
    pub column: u64,
    /// The byte within the input, from 0.
    pub offset: u64,
}

/// What was found that cannot be.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Problem {
    /// The input ends where more is needed.
    End,
    /// A byte that begins no number.
    NoNumber(u8),
    /// A byte right behind digits that neither is a digit nor parts numbers.
    Attached(u8),
    /// A full-width character, such as Chinese input methods write for digits, in the place of a number or right behind one.
    FullWidth(char),
    /// A minus sign: no number of any format is below zero.
    Negative,
    /// A plus sign without digits.
    LonePlus,
    /// A number of 2^128 or more.
    TooLarge,
    /// A number below -2^63.
    TooSmall,
    /// A count of 2^63 or more.
    CountTooLarge,
    /// A take of 0.
    ZeroTake,
    /// A set without takes.
    NoTakes,
    /// More different takes than a table is made for.
    TooManyTakes,
    /// A heap beyond the table of values.
    HeapBeyondTable {
        /// The largest heap that has a value in the table.
        limit: u64,
    },
    /// More heaps in a case than are kept, where the rule needs them all.
    CaseTooLong {
        /// The number of heaps that are kept.
        limit: u64,
    },
    /// A number that the rule takes something from, or adds something to, and that has no room for it.
    OutOfRange {
        /// What is added.
        plus: i64,
    },
    /// A byte that is no letter of the alphabet, and the alphabet.
    NoLetter(u8, Arc<str>),
    /// A byte in the place of a fixed text.
    NoText(u8, Arc<str>),
    /// A line with more or fewer letters than there are to be.
    Ragged {
        /// How many there are to be.
        wanted: u64,
        /// How many there are.
        found: u64,
    },
    /// A number that is no vertex.
    NoVertex {
        /// The number of vertices.
        most: u64,
    },
    /// An edge from a vertex to itself.
    Loop,
    /// An edge that was there before.
    Double,
    /// An edge between vertices that are joined already.
    Cycle {
        /// Whether there are as many edges as a tree has, which then is not joined as a whole.
        tree: bool,
    },
    /// An edge of a vertex that has two already, where all are to be of circuits.
    ThirdEdge {
        /// The vertex.
        vertex: u128,
    },
    /// A number that does not go with what stands before it, in both languages.
    Unfit(Box<Refusal>),
    /// A position that the rule does not allow.
    NoPosition(Box<Refusal>),
    /// A position that the solver cannot answer within its limits.
    Unknown(Box<Refusal>),
    /// The run was asked to stop.
    Stopped,
}

/// A position in the notation of games, and what is to be said of it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Refusal {
    /// The position.
    pub game: String,
    /// Why, in English.
    pub en: String,
    /// Why, in Chinese.
    pub zh: String,
}

/// What a number means in its format.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Role {
    /// The number of cases.
    Cases,
    /// A whole case.
    Case,
    /// The number of positions.
    Positions,
    /// The number of pairs.
    Pairs,
    /// The number of rows of more than two.
    Rows,
    /// The number of entries of the list of this name.
    Count(Arc<str>),
    /// The number of this name.
    Number(Arc<str>),
    /// An entry of the list of this name.
    Entry(Arc<str>),
    /// A fixed text.
    Text(Arc<str>),
}

/// The number that was expected: its role and which one it is.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Expected {
    /// What it means.
    pub role: Role,
    /// Which one of `of`, from 1; 0 where there is only one.
    pub index: u64,
    /// How many there are; 0 where there is only one.
    pub of: u64,
    /// The position within the case, from 1; 0 where a case is one position.
    pub position: u64,
    /// The case, from 1; 0 before the first.
    pub case: u64,
}

impl Expected {
    /// The one number of this role in `case`.
    pub(crate) fn one(role: Role, position: u64, case: u64) -> Expected {
        Expected {
            role,
            index: 0,
            of: 0,
            position,
            case,
        }
    }
}

/// Why an input is refused. Answers to all that stands before the place are already written.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct InputError {
    /// The place of the error in the input.
    pub place: Place,
    /// What is wrong.
    pub problem: Problem,
    /// What should stand there.
    pub expected: Expected,
}

/// Why a run stopped.
#[derive(Debug)]
#[non_exhaustive]
pub enum JudgeError {
    /// The input is not as the format says.
    Input(Box<InputError>),
    /// The input cannot be read.
    Read(io::Error),
    /// The answers cannot be written.
    Write(io::Error),
}

impl From<InputError> for JudgeError {
    fn from(error: InputError) -> JudgeError {
        JudgeError::Input(Box::new(error))
    }
}

impl fmt::Display for JudgeError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            JudgeError::Input(error) => error.fmt(f),
            JudgeError::Read(error) => write!(f, "cannot read the input: {error}"),
            JudgeError::Write(error) => write!(f, "cannot write the answers: {error}"),
        }
    }
}

impl std::error::Error for JudgeError {
    fn source(&self) -> Option<&(dyn std::error::Error + 'static)> {
        match self {
            JudgeError::Input(error) => Some(&**error),
            JudgeError::Read(error) | JudgeError::Write(error) => Some(error),
        }
    }
}

impl std::error::Error for InputError {}

impl fmt::Display for InputError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Place {
            line,
            column,
            offset,
        } = self.place;
        if self.problem.asks_nothing() {
            let case = self.expected.case;
            return write!(
                f,
                "line {line}, column {column} (byte {offset}, case {case}): {}",
                self.problem
            );
        }
        write!(
            f,
            "line {line}, column {column} (byte {offset}): {}; expected {}",
            self.problem, self.expected
        )
    }
}
