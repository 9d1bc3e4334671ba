//! Why a command has no answer: in its own words, with the library's reason for those who tell reasons apart.

use std::error::Error;
use std::fmt;

use grundy::engine::sequence::Stop;
use grundy::reason::{NotCovered, TooLarge};
use grundy::{Exhausted, Reason, Said};

use crate::words;

/// Why there is no answer.
#[derive(Clone, Debug)]
pub struct Why {
    said: Said,
    reason: Option<Reason>,
}

impl Why {
    /// The library's reason, told in a command's words: which flag allows more.
    pub fn told(reason: impl Into<Reason>, said: Said) -> Why {
        let reason = Some(reason.into());
        Why { said, reason }
    }

    /// A sequence that goes no farther after so many values.
    pub(crate) fn stopped(length: u64, stop: Stop) -> Why {
        let said = words::stopped(length, stop.clone());
        match stop {
            Stop::Memory(bytes) => Why::told(Exhausted::Bytes(bytes as u64), said),
            Stop::Wide => Why::told(TooLarge::Value, said),
            Stop::Dropped => Why::told(NotCovered::OutsideTable, said),
        }
    }

    /// The same reason in other words, made of the words so far.
    pub(crate) fn in_words(self, words: impl FnOnce(Said) -> Said) -> Why {
        Why {
            said: words(self.said),
            reason: self.reason,
        }
    }

    /// The sentence.
    pub fn said(&self) -> &Said {
        &self.said
    }

    /// The library's reason, where it is one.
    pub fn reason(&self) -> Option<&Reason> {
        self.reason.as_ref()
    }

    /// A word for what kind of reason it is, as of [`Reason::word`]; `unknown` for those of commands.
    pub fn word(&self) -> &str {
        self.reason.as_ref().map_or("unknown", Reason::word)
    }

    /// The position that it is about, as it is written, where it is about one.
    pub fn place(&self) -> Option<&str> {
        self.reason.as_ref()?.place()
    }
}

impl fmt::Display for Why {
    /// The English sentence.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.said.fmt(f)
    }
}

impl Error for Why {
    fn source(&self) -> Option<&(dyn Error + 'static)> {
        let reason = self.reason.as_ref()?;
        Some(reason)
    }
}

impl From<Said> for Why {
    fn from(said: Said) -> Why {
        Why { said, reason: None }
    }
}

impl From<Exhausted> for Why {
    fn from(exhausted: Exhausted) -> Why {
        Reason::from(exhausted).into()
    }
}

impl From<Reason> for Why {
    fn from(reason: Reason) -> Why {
        Why {
            said: reason.describe(),
            reason: Some(reason),
        }
    }
}
