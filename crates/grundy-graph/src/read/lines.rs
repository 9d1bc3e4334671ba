//! Lists of edges, one a line, in the language of [`parse_lines`](grundy::engine::graph::parse_lines) and not longer in
//! memory than a piece of them.
//!
//! As networkx writes them, two names may be followed by attributes in braces, which are passed over. As contest problems write
//! them, a line with the numbers of vertices and edges may come first.

use std::io::Read;

use grundy::engine::graph::take_line;
use grundy::message;

use super::chunks::{Chunks, Stuck};
use super::digits::{self, Shape};
use super::error::{Cause, ReadError};
use super::header::{self, First, Held};
use super::intake::Intake;

const SHAPE: Shape = Shape {
    between: [b' ', b'\t', b','],
    tail: None,
    turned: false,
};

/// Reads a whole list; tells how many lines it has. `header` says whether the first line is one, if the caller knows; `only_header`
/// reads no further than to know it.
pub(super) fn read(
    reader: &mut dyn Read,
    header: Option<bool>,
    only_header: bool,
    intake: &mut Intake<'_>,
) -> Result<u64, ReadError> {
    let mut chunks = Chunks::new(reader);
    let mut lines = 0u64;
    let mut is_first = header != Some(false);
    while chunks.more().map_err(|stuck| stuck.at_line(lines))? {
        let (text, end) = chunks.lines();
        let mut at = chunks.at;
        while is_first && at < end {
            let next = memchr::memchr(b'\n', &text[at..end]).map_or(end, |line| at + line + 1);
            match header::first(&text[at..next]) {
                First::Nothing => {}
                First::Numbers(numbers) => {
                    is_first = false;
                    let (sure, limit) = (header == Some(true), intake.limit());
                    match Held::new(&text[at..next], lines, numbers, sure, limit) {
                        Some(held) => intake.hold(held),
                        None => break,
                    }
                }
                First::Other if header == Some(true) => {
                    return Err(no_header().at_line(lines as usize + 1, 1));
                }
                First::Other => {
                    is_first = false;
                    break;
                }
            }
            (at, lines) = (next, lines + 1);
        }
        while at < end {
            if intake.held().is_some_and(Held::is_refuted)
                && let Some(held) = intake.take_held()
            {
                no_header_after_all(held, intake)?;
            }
            if only_header && intake.held().is_none() {
                return Ok(lines);
            }
            let (before, mut top) = (intake.batch.len(), 0);
            let limit = intake.limit();
            at = digits::edges(text, at, end, limit, SHAPE, &mut intake.batch, &mut top);
            let new = intake.batch.len() - before;
            if new > 0 {
                intake.used(top);
                intake.see_from(before);
                lines += new as u64;
            }
            if let Some((from, to, length)) = plain(&text[at..end]) {
                let vertices = intake
                    .name(from)
                    .and_then(|from| Ok((from, intake.name(to)?)));
                let (from, to) = vertices.map_err(|cause| at_line(cause, lines))?;
                intake.join(from, to)?;
                (at, lines) = (at + length, lines + 1);
            } else if at < end {
                let next = memchr::memchr(b'\n', &text[at..end]).map_or(end, |line| at + line + 1);
                let stop = next - usize::from(chunks.adds_end(next));
                line(&text[at..stop], lines, intake)?;
                (at, lines) = (next, lines + 1);
            }
        }
        intake.flush_if_full()?;
        chunks.at = at;
    }
    if let Some(held) = intake.end_of_list()? {
        no_header_after_all(held, intake)?;
    }
    Ok(lines)
}

/// Takes a line that was held back for what it looks like.
fn no_header_after_all(held: Held, intake: &mut Intake<'_>) -> Result<(), ReadError> {
    match held.numbers[..] {
        [from, to] => {
            let from = intake.number(from.into())?;
            let to = intake.number(to.into())?;
            Ok(intake.join_first(from, to)?)
        }
        _ => line(&held.text, held.before, intake),
    }
}

fn no_header() -> Cause {
    Cause::wrong(message!(
        "expected a line with the numbers of vertices and edges",
        "此处应为给出顶点数与边数的一行"
    ))
}

/// Two names and the length of the line, if it has them and nothing else but one sign between them, and all is ASCII.
fn plain(text: &[u8]) -> Option<(&[u8], &[u8], usize)> {
    let name = |text: &[u8]| {
        let length = text.iter().position(|&byte| !IN_NAMES[usize::from(byte)])?;
        (length > 0).then_some(length)
    };
    let middle = name(text)?;
    if !matches!(text[middle], b' ' | b'\t' | b',') || text[middle - 1] == b':' {
        return None;
    }
    let second = &text[middle + 1..];
    let length = name(second)?;
    // A colon may say that neighbours follow.
    if second[..length].ends_with(b":") {
        return None;
    }
    let end = match &second[length..] {
        [b'\n', ..] => 1,
        [b'\r', b'\n', ..] => 2,
        _ => return None,
    };
    Some((
        &text[..middle],
        &second[..length],
        middle + 1 + length + end,
    ))
}

/// The bytes that belong in names wherever they stand.
static IN_NAMES: [bool; 256] = {
    let mut belongs = [false; 256];
    let mut byte = 0;
    while byte < 128 {
        belongs[byte] = (byte as u8).is_ascii_graphic()
            && !matches!(
                byte as u8,
                b'-' | b','
                    | b'#'
                    | b'<'
                    | b'>'
                    | b'{'
                    | b'}'
                    | b'['
                    | b']'
                    | b';'
                    | b'='
                    | b'"'
                    | b'\''
            );
        byte += 1;
    }
    belongs
};

/// A complaint about the line after so many, if it is one about the file.
fn at_line(cause: Cause, before: u64) -> ReadError {
    match cause {
        Cause::Wrong { .. } => cause.at_line(before as usize + 1, 1),
        _ => cause.into(),
    }
}

/// Reads a line of any kind, with its end.
fn line(bytes: &[u8], before: u64, intake: &mut Intake<'_>) -> Result<(), ReadError> {
    let line = utf8(bytes).map_err(|column| not_utf8().at_line(before as usize + 1, column))?;
    let line = match line.find(" {") {
        Some(brace) if line.trim_end().ends_with('}') => &line[..brace],
        _ => line,
    };
    take_line(line, intake).map_err(|error| match intake.reason() {
        Some(cause) => at_line(cause, before),
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
            // As people write them: `a: b c`.
            let first = first
                .strip_suffix(':')
                .filter(|name| !name.is_empty())
                .unwrap_or(first);
            let at_line = |cause| at_line(cause, lines - 1);
            let first = intake.name(first.as_bytes()).map_err(at_line)?;
            let mut alone = true;
            for name in names {
                let to = intake.name(name.as_bytes()).map_err(at_line)?;
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
    Cause::wrong(message!(
        "expected text in UTF-8",
        "此处应为 UTF-8 编码的文本"
    ))
}

impl Stuck {
    /// The error in the line after so many.
    pub(super) fn at_line(self, lines: u64) -> ReadError {
        match self {
            Stuck::File(error) => Cause::reading(error).into(),
            Stuck::Long => Cause::wrong(message!(
                "expected a line of at most 64 MiB",
                "此处一行应不超过 64 MiB"
            ))
            .at_line(lines as usize + 1, 1),
        }
    }
}
