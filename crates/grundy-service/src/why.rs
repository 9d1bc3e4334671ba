//! Why a question has no answer: in words of its own, with the library's reason for those who tell reasons apart.

use std::error::Error;
use std::fmt;

use grundy::{Exhausted, Message, Reason};

/// Why there is no answer.
#[derive(Clone, Debug)]
pub struct Why {
    message: Message,
    reason: Option<Reason>,
}

impl Why {
    /// The library's reason, told in words of one's own: what allows more.
    pub fn told(reason: impl Into<Reason>, message: Message) -> Why {
        let reason = Some(reason.into());
        Why { message, reason }
    }

    /// Keeps the reason and puts it in other words, made from the words so far.
    #[must_use]
    pub fn in_words(self, words: impl FnOnce(Message) -> Message) -> Why {
        Why {
            message: words(self.message),
            reason: self.reason,
        }
    }

    /// The sentence.
    pub fn message(&self) -> &Message {
        &self.message
    }

    /// The library's reason, where it is one.
    pub fn reason(&self) -> Option<&Reason> {
        self.reason.as_ref()
    }

    /// A word for what kind of reason it is, as of [`Reason::word`]; `unknown` for others than the library's.
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
        self.message.fmt(f)
    }
}

impl Error for Why {
    fn source(&self) -> Option<&(dyn Error + 'static)> {
        let reason = self.reason.as_ref()?;
        Some(reason)
    }
}

impl From<Message> for Why {
    fn from(message: Message) -> Why {
        Why {
            message,
            reason: None,
        }
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
            message: reason.describe(),
            reason: Some(reason),
        }
    }
}
