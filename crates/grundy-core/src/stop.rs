//! Why the options of a position are not all told.

use std::convert::Infallible;
use std::fmt;

use crate::fault::Fault;
use crate::reason::Reason;

/// Why not all options of a position are told.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Stop {
    /// There are more than the buffer has room for.
    Full,
    /// The rules cannot be evaluated at the position: where, and what is wrong.
    Fault(Box<Fault>),
}

impl Stop {
    /// The reason that an engine gives, `full` being that for too many options.
    pub fn reason(self, full: impl FnOnce() -> Reason) -> Reason {
        match self {
            Stop::Full => full(),
            Stop::Fault(fault) => Reason::Fault(fault),
        }
    }
}

impl From<Fault> for Stop {
    fn from(fault: Fault) -> Stop {
        Stop::Fault(Box::new(fault))
    }
}

impl From<Infallible> for Stop {
    fn from(never: Infallible) -> Stop {
        match never {}
    }
}

impl fmt::Display for Stop {
    /// The English sentence.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Stop::Full => f.write_str("there are more options than were asked for"),
            Stop::Fault(fault) => fmt::Display::fmt(fault, f),
        }
    }
}

impl std::error::Error for Stop {
    fn source(&self) -> Option<&(dyn std::error::Error + 'static)> {
        match self {
            Stop::Full => None,
            Stop::Fault(fault) => Some(fault.as_ref()),
        }
    }
}
