//! DOT, by the reader of the core. The text is held in memory as a whole; the language has no lines.

use std::io::Read;

use grundy::engine::graph::take_dot;
use grundy::message;

use super::Options;
use super::error::{Cause, ReadError, Where};
use super::intake::Intake;
use super::lines::not_utf8;
use crate::SinkError;

/// The longest text.
const LONGEST: u64 = 1 << 29;

pub(super) fn read(
    reader: &mut dyn Read,
    options: &Options,
    intake: &mut Intake<'_>,
) -> Result<(), ReadError> {
    let mut bytes = Vec::new();
    // The graph that is made of the text is held beside it.
    let most = LONGEST.min(options.bytes / 2);
    reader
        .take(most + 1)
        .read_to_end(&mut bytes)
        .map_err(Cause::reading)?;
    if bytes.len() as u64 > most && most < LONGEST {
        return Err(Cause::SinkError(SinkError::TooLarge(message!(
            "a DOT file is held in memory as a whole, and this one has more than {most#byte}, half of what is allowed",
            "DOT 文本须整个读入内存，而此文本超过 {most} 字节，即所允许内存的一半",
            most = most
        )))
        .into());
    }
    if bytes.len() as u64 > most {
        return Err(Cause::wrong(message!(
            "DOT files of more than 512 MiB are not read; write the graph as a list of edges",
            "不读取超过 512 MiB 的 DOT 文本；请改用边列表"
        ))
        .into());
    }
    let text = std::str::from_utf8(&bytes).map_err(|error| {
        let place = grundy::engine::tree::LineColumn::of(&bytes, error.valid_up_to());
        not_utf8().at(Where::Text(place))
    })?;
    take_dot(text, !options.undirected, intake).map_err(|error| match intake.reason() {
        Some(cause) => cause.into(),
        None => Cause::from(error).at(Where::Text(error.place)),
    })
}
