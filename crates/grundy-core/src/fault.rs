//! A rule that cannot be evaluated at some position: what is wrong, and where.
//!
//! A fault is no lack of time or memory: more of either would not help, and a reader wants to know the place. So it is told
//! apart from both wherever a position's options are asked for, and carries its place to whoever shows it.

use std::fmt;

use crate::message;
use crate::text::{Lang, Message};

/// The kinds of faults.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum FaultKind {
    /// A number of 2^63 or more in size.
    Overflow,
    /// A division by 0.
    DivisionByZero,
    /// An index at or beyond the end of an array.
    Beyond,
    /// A function of a number for which it is not defined: the square root of −1.
    Undefined,
    /// A nimber that is negative or at least 2^31.
    NoNimber,
    /// Too many numbers would have to be tried to find the options.
    TooLong,
    /// The rules are a program of the caller's, and it failed.
    Failed,
}

impl FaultKind {
    /// All kinds of faults.
    pub const ALL: [FaultKind; 7] = [
        FaultKind::Overflow,
        FaultKind::DivisionByZero,
        FaultKind::Beyond,
        FaultKind::Undefined,
        FaultKind::NoNimber,
        FaultKind::TooLong,
        FaultKind::Failed,
    ];

    /// The word for it in JSON and in Python.
    pub fn word(self) -> &'static str {
        match self {
            FaultKind::Overflow => "overflow",
            FaultKind::DivisionByZero => "division-by-zero",
            FaultKind::Beyond => "beyond-array",
            FaultKind::Undefined => "undefined",
            FaultKind::NoNimber => "no-nimber",
            FaultKind::TooLong => "too-long",
            FaultKind::Failed => "failed",
        }
    }

    /// What is said of the expression that is at fault.
    pub fn describe(self) -> Message {
        match self {
            FaultKind::Overflow => message!("exceeds 64 bits", "超出 64 位整数"),
            FaultKind::DivisionByZero => message!("divides by 0", "除数为 0"),
            FaultKind::Beyond => message!("is beyond the end of the array", "超出数组末尾"),
            FaultKind::Undefined => message!("is not defined", "没有定义"),
            FaultKind::NoNimber => message!("is not a nimber below 2^31", "不是小于 2^31 的尼姆数"),
            FaultKind::TooLong => message!("goes through too many numbers", "要检查的数太多"),
            FaultKind::Failed => message!("failed", "出错"),
        }
    }
}

/// Why the options of a position cannot be told, and of which position.
///
/// ```
/// use grundy_base::message;
/// use grundy_core::fault::{Fault, FaultKind};
/// let what = message!("the board has no row 3", "棋盘没有第 3 行");
/// let fault = Fault::new(FaultKind::Failed, "3,5", what);
/// assert_eq!(fault.place(), "3,5");
/// assert_eq!(fault.to_string(), "at 3,5: the board has no row 3");
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fault {
    kind: FaultKind,
    place: String,
    what: Message,
}

impl Fault {
    /// A fault at the position written `place`; `what` is a sentence that does not repeat the place.
    pub fn new(kind: FaultKind, place: impl Into<String>, what: Message) -> Fault {
        let place = place.into();
        Fault { kind, place, what }
    }

    /// What kind of fault it is.
    pub fn kind(&self) -> FaultKind {
        self.kind
    }

    /// The position, as it is written.
    pub fn place(&self) -> &str {
        &self.place
    }

    /// What is wrong there.
    pub fn what(&self) -> &Message {
        &self.what
    }

    /// The sentence, with the place.
    pub fn describe(&self) -> Message {
        message!(
            "at {position}: {fault}",
            "在局面 {position}：{fault}",
            position = self.place.clone(),
            fault = self.what.clone()
        )
    }
}

impl fmt::Display for Fault {
    /// The English sentence.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.describe().render(Lang::En))
    }
}

impl std::error::Error for Fault {}
