//! What is wrong with a file: where, what was expected, and an example.

use std::error::Error;
use std::fmt;
use std::io;

use grundy::engine::graph::TextError;
use grundy::engine::tree::LineColumn;
use grundy::{Message, message, system};

use crate::SinkError;

/// A file was not read to its end.
#[derive(Debug)]
pub struct ReadError {
    /// The place of the error in the file, if it is at one.
    pub place: Option<Where>,
    /// What went wrong.
    pub cause: Cause,
}

/// A place in a file, after decompression.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Where {
    /// Line and column.
    Text(LineColumn),
    /// How many bytes stand before it.
    Byte(u64),
    /// A row, counted from 1.
    Row(u64),
}

impl Where {
    /// The place in words.
    pub fn message(self) -> Message {
        match self {
            Where::Text(place) => place.message(),
            Where::Byte(offset) => message!("byte {at}", "第 {at} 字节", at = offset),
            Where::Row(row) => message!("row {row}", "第 {row} 行", row = row),
        }
    }
}

/// Why a file was not read to its end.
#[derive(Debug)]
#[non_exhaustive]
pub enum Cause {
    /// The file is not what it should be.
    Wrong {
        /// What was expected and what was found.
        what: Message,
        /// How it looks when right; empty where that cannot be written.
        example: &'static str,
    },
    /// The sink takes no more.
    SinkError(SinkError),
    /// The file could not be opened or read.
    File(io::Error),
}

impl Cause {
    pub(crate) fn wrong(what: Message) -> Cause {
        Cause::Wrong { what, example: "" }
    }

    pub(crate) fn at(self, place: Where) -> ReadError {
        ReadError {
            place: Some(place),
            cause: self,
        }
    }

    pub(crate) fn at_line(self, line: usize, column: usize) -> ReadError {
        self.at(Where::Text(LineColumn { line, column }))
    }

    /// An error of the file, or of its compression, which readers tell in the same way.
    pub(crate) fn reading(error: io::Error) -> Cause {
        match error.kind() {
            io::ErrorKind::UnexpectedEof => Cause::wrong(message!(
                "the compressed file ends too early: it is truncated",
                "压缩文件过早结束：文件被截断"
            )),
            io::ErrorKind::InvalidData | io::ErrorKind::InvalidInput | io::ErrorKind::Other => {
                Cause::wrong(message!(
                    "the compressed file is damaged ({why})",
                    "压缩文件已损坏（{why}）",
                    why = error.to_string()
                ))
            }
            _ => Cause::File(error),
        }
    }
}

impl From<TextError> for Cause {
    fn from(error: TextError) -> Cause {
        Cause::Wrong {
            what: error.what(),
            example: error.expected.example(),
        }
    }
}

impl From<SinkError> for Cause {
    fn from(refused: SinkError) -> Cause {
        Cause::SinkError(refused)
    }
}

impl From<Cause> for ReadError {
    fn from(cause: Cause) -> ReadError {
        ReadError { place: None, cause }
    }
}

impl ReadError {
    /// The whole message: place, what was expected, an example.
    pub fn message(&self) -> Message {
        let what = match &self.cause {
            Cause::Wrong { what, example: "" } => what.clone(),
            Cause::Wrong { what, example } => message!(
                "{what}; for example {example}",
                "{what}；例如 {example}",
                what = what.clone(),
                example = *example
            ),
            Cause::SinkError(SinkError::TooLarge(message)) => message.clone(),
            Cause::SinkError(SinkError::Interrupted) => message!("interrupted", "已中断"),
            Cause::SinkError(SinkError::File(error)) | Cause::File(error) => system::reason(error),
        };
        match self.place {
            None => what,
            Some(place) => message!(
                "{place}: {what}",
                "{place}：{what}",
                place = place.message(),
                what = what
            ),
        }
    }
}

impl fmt::Display for ReadError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.message().fmt(f)
    }
}

impl Error for ReadError {}
