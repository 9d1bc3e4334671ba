//! Why no program is written.

use std::fmt;

use grundy::{Lang, Said};

/// Why no program is written, as a sentence in two languages.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NotEmitted {
    said: Said,
}

impl NotEmitted {
    pub(crate) fn new(said: Said) -> NotEmitted {
        NotEmitted { said }
    }

    /// The sentence.
    pub fn said(&self) -> &Said {
        &self.said
    }
}

impl fmt::Display for NotEmitted {
    /// The English sentence.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.said.render(Lang::En))
    }
}

impl std::error::Error for NotEmitted {}
