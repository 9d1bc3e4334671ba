//! Contest inputs of impartial games, answered in the judge's own bytes.
//!
//! A [`Format`] says as data how an input is laid out, by which rule its positions are judged and
//! what is written; [`formats`] lists the known ones, [`Format::parse`] reads others. [`run()`]
//! streams an input through one.
//!
//! | module | |
//! |---|---|
//! | `format` | formats as data: layout, rule, wording, and their TOML text |
//! | `run` | cases and positions of an input; two threads on a file; positions with their games |
//! | `tally` | what is remembered of a position under each rule |
//! | [`trial`] | made-up inputs, and what a judge answers to them |
//! | `known`, `labels`, `table` | what is kept of a rule from case to case: values, who wins where play need not end, values of a set of takes |
//! | `glance` | cases of letters, many at a time, where they stand in the buffer |
//! | `source`, `channel` | what gives bytes and what takes numbers; the exact reader between them, and the answers |
//! | `error`, `message` | errors as data, and in words |
//!
//! ```
//! let format = grundy_judge::find("nyoj585").unwrap();
//! let mut answers = Vec::new();
//! grundy_judge::run(format, &b"2 2 1 1 3 3 8 10"[..], &mut answers)?;
//! assert_eq!(answers, b"HRDV\nPIAOYI\n");
//!
//! let error = grundy_judge::run(format, &b"1\n2\n4 x"[..], &mut answers).unwrap_err();
//! assert_eq!(
//!     error.to_string(),
//!     "line 3, column 3 (byte 6): found 'x' instead of a number; expected heap 2 of 2 of case 1"
//! );
//! # Ok::<(), grundy_judge::JudgeError>(())
//! ```

mod channel;
mod error;
mod format;
mod glance;
mod known;
mod labels;
mod loopy;
mod message;
mod position;
mod rows;
mod run;
mod source;
mod table;
mod tally;
pub mod trial;

pub use error::{Expected, InputError, JudgeError, Place, Problem, Refusal, Role};
pub use format::{
    Along, Arranged, At, Below, Cases, Coordinate, Count, Each, Edges, End, Field, Filled, Fold,
    Folded, Format, FormatError, Formulas, How, Item, Key, Known, Layout, Linked, Local, Made,
    Named, Nested, NoFormats, NoWord, Options, OptionsError, Over, OwnPlace, OwnRule, Part,
    Recurrence, Reply, Rule, Sample, Sentence, Slot, Span, Way, Word, Wording, find, formats,
    sought, written,
};
pub use grundy_number::text::tokens::Path;
pub use position::{Judged, Ruled};
pub use run::{Limits, Summary, judged, run, run_file, run_within};

/// The examples of the guide are tests too.
#[cfg(doctest)]
#[doc = include_str!("../../../docs/guide/en/check.md")]
mod guide {}

/// And those of its twin.
#[cfg(doctest)]
#[doc = include_str!("../../../docs/guide/zh/check.md")]
mod guide_zh {}
