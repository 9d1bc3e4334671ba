//! What every floor of grundy stands on, and what knows neither a game nor a theorem.
//!
//! - [`text`]: sentences as data, each in English and in Chinese; [`message!`] makes one.
//! - [`budget`]: what a question may spend, and the clean way to stop. All work that grows with its input is counted, also
//!   [where no meter goes](budget::pulse).
//! - [`number`]: natural numbers of any length, read, printed and divided in pieces between which the work can be given up.
//! - [`system`]: what the operating system says of a file, in both languages.
//! - [`word`]: text that knows its place, and errors that point at it.
//! - [`near`](mod@near): the name that is meant where one was written that does not exist.
//!
//! They are one crate because each needs the others: a sentence prints its numbers, a long number counts its steps, and a
//! budget that is spent says so in a sentence.

pub mod budget;
pub mod near;
pub mod number;
pub mod system;
pub mod text;
pub mod word;

pub use budget::Budget;
pub use near::near;
pub use number::Natural;
pub use text::{Fact, Lang, Message, Text};
pub use word::{ParseError, ParseErrorKind, Word};
