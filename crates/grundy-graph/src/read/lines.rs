//! Lists of edges, one a line, in the language of [`parse_lines`](grundy::engine::graph::parse_lines) and not longer in
//! memory than a piece of them.
//!
//! As networkx writes them, two names may be followed by attributes in braces, which are passed over.

use std::io::Read;

use grundy::engine::graph::take_line;
use grundy::said;

use super::chunks::{Chunks, Stuck};
use super::digits::{self, Shape};
use super::error::{Cause, ReadError};
use super::intake::Intake;

const SHAPE: Shape = Shape {
    between: [b' ', b'\t', b','],
    tail: None,
    turned: false,
};

/// Reads a whole list; tells how many lines it has.
pub(super) fn read(reader: &mut dyn Read, intake: &mut Intake<'_>) -> Result<u64, ReadError> {
    let mut chunks = Chunks::new(reader);
    let mut lines = 0u64;
    while chunks.more().map_err(|stuck| stuck.at_line(lines))? {
        let (text, end) = chunks.lines();
        let mut at = chunks.at;
        while at < end {
            let (before, mut top) = (intake.batch.len(), 0);
            let limit = intake.limit();
            at = digits::edges(text, at, end, limit, SHAPE, &mut intake.batch, &mut top);
            let new = intake.batch.len() - before;
            if new > 0 {
                intake.used(top);
                lines += new as u64;
            }
            if at < end {
                let next = memchr::memchr(b'\n', &text[at..end]).map_or(end, |line| at + line + 1);
                let stop = next - usize::from(chunks.adds_end(next));
                line(&text[at..stop], lines, intake)?;
                (at, lines) = (next, lines + 1);
            }
        }
        intake.flush_if_full()?;
        chunks.at = at;
    }
    Ok(lines)
}

/// Reads a line of any kind, with its end.
fn line(bytes: &[u8], before: u64, intake: &mut Intake<'_>) -> Result<(), ReadError> {
    let line = utf8(bytes).map_err(|column| not_utf8().at_line(before as usize + 1, column))?;
    let line = match line.find(" {") {
        Some(brace) if line.trim_end().ends_with('}') => &line[..brace],
        _ => line,
    };
    take_line(line, intake).map_err(|error| match intake.reason() {
        Some(cause) => cause.into(),
        None => Cause::from(error).at_line(before as usize + 1, error.place.column),
    })
}

/// Reads a list of neighbours, one vertex a line: its name and those of its options, with blanks between them. `#` begins
/// a comment. Tells how many lines there are.
pub(super) fn read_adjacency(
    reader: &mut dyn Read,
    intake: &mut Intake<'_>,
) -> Result<u64, ReadError> {
    let mut chunks = Chunks::new(reader);
    let mut lines = 0u64;
    while chunks.more().map_err(|stuck| stuck.at_line(lines))? {
        let (text, end) = chunks.lines();
        for line in text[chunks.at..end].split_inclusive(|&byte| byte == b'\n') {
            lines += 1;
            let line = memchr::memchr(b'#', line).map_or(line, |comment| &line[..comment]);
            let line = utf8(line).map_err(|column| not_utf8().at_line(lines as usize, column))?;
            let mut names = line.split_whitespace();
            let Some(first) = names.next() else {
                continue;
            };
            let first = intake.name(first.as_bytes())?;
            let mut alone = true;
            for name in names {
                let to = intake.name(name.as_bytes())?;
                intake.join(first, to)?;
                alone = false;
            }
            if alone {
                intake.lone(first)?;
            }
        }
        chunks.at = end;
    }
    Ok(lines)
}

/// The text of these bytes, or the column of the first that are none.
pub(super) fn utf8(bytes: &[u8]) -> Result<&str, usize> {
    std::str::from_utf8(bytes).map_err(|error| {
        let before = &bytes[..error.valid_up_to()];
        before.iter().filter(|&&byte| byte & 0xC0 != 0x80).count() + 1
    })
}

/// The bytes are no text.
pub(super) fn not_utf8() -> Cause {
    Cause::wrong(said!("expected text in UTF-8", "此处应为 UTF-8 编码的文本"))
}

impl Stuck {
    /// The error in the line after so many.
    pub(super) fn at_line(self, lines: u64) -> ReadError {
        match self {
            Stuck::File(error) => Cause::reading(error).into(),
            Stuck::Long => Cause::wrong(said!(
                "expected a line of at most 64 MiB",
                "此处一行应不超过 64 MiB"
            ))
            .at_line(lines as usize + 1, 1),
        }
    }
}
