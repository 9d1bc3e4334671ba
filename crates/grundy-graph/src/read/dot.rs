//! DOT, by the reader of the core. The text is held in memory as a whole; the language has no lines.

use std::io::Read;

use grundy::engine::graph::take_dot;
use grundy::said;

use super::error::{Cause, ReadError, Where};
use super::intake::Intake;
use super::lines::not_utf8;

/// The longest text.
const LONGEST: u64 = 1 << 29;

pub(super) fn read(reader: &mut dyn Read, intake: &mut Intake<'_>) -> Result<(), ReadError> {
    let mut bytes = Vec::new();
    reader
        .take(LONGEST + 1)
        .read_to_end(&mut bytes)
        .map_err(Cause::reading)?;
    if bytes.len() as u64 > LONGEST {
        return Err(Cause::wrong(said!(
            "a DOT text of more than 512 MiB is not read; write the graph as a list of edges",
            "不读取超过 512 MiB 的 DOT 文本;请改用边列表"
        ))
        .into());
    }
    let text = std::str::from_utf8(&bytes).map_err(|error| {
        let place = grundy::engine::tree::Place::of(&bytes, error.valid_up_to());
        not_utf8().at(Where::Text(place))
    })?;
    take_dot(text, intake).map_err(|error| match intake.reason() {
        Some(cause) => cause.into(),
        None => Cause::from(error).at(Where::Text(error.place)),
    })
}
