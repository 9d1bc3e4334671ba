//! Why no program is written.

use std::fmt;

use grundy::{Lang, Message};

/// Why no program is written, as a sentence in two languages.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NotEmitted {
    message: Message,
}

impl NotEmitted {
    pub(crate) fn new(message: Message) -> NotEmitted {
        NotEmitted { message }
    }

    /// The sentence.
    pub fn message(&self) -> &Message {
        &self.message
    }
}

impl fmt::Display for NotEmitted {
    /// The English sentence.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.message.render(Lang::En))
    }
}

impl std::error::Error for NotEmitted {}
