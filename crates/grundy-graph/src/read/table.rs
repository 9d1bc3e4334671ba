//! Edges as rows of a table: CSV (RFC 4180) or with tabs.
//!
//! **Header.** The first row is a header if it has a known pair of names (`source` and `target`, `from` and `to`, `src`
//! and `dst`, `u` and `v`, …; in any case, at any place), or if its first two fields are no numbers and those of the
//! second row are. Without such a pair the first two columns are the ends of the edges. What [`Options`] tells comes
//! before all that.
//!
//! **Rows.** Fields may be in quotes, a quote inside doubled; blanks around fields without quotes, further columns, empty
//! lines and lines that begin with `#` are passed over. A row whose second end is empty or missing is a vertex.

use std::borrow::Cow;
use std::io::Read;
use std::ops::Range;

use grundy::message;

use super::Options;
use super::chunks::Chunks;
use super::columns::{known_pair, position};
use super::digits::{self, Shape};
use super::error::{Cause, ReadError};
use super::intake::Intake;
use crate::names::plain_number;

/// Where a field stands in the text, without its quotes.
#[derive(Clone, Debug)]
struct Field {
    place: Range<usize>,
    quoted: bool,
}

/// A mistake in a row, and the byte where it is.
struct Mistake(usize, Cause);

/// What a table is, and how far it is read.
struct Table<'t, 's> {
    sign: u8,
    /// The columns where edges begin and end.
    ends: [usize; 2],
    lines: u64,
    intake: &'t mut Intake<'s>,
}

/// Reads a whole table with this sign between fields; tells how many lines it has.
pub(super) fn read(
    reader: &mut dyn Read,
    sign: u8,
    options: &Options,
    intake: &mut Intake<'_>,
) -> Result<u64, ReadError> {
    let mut chunks = Chunks::new(reader);
    let mut table = Table {
        sign,
        ends: [0, 1],
        lines: 0,
        intake,
    };
    table.header(&mut chunks, options)?;
    // What came after the header is there already.
    loop {
        table.rows(&mut chunks)?;
        if !chunks.more().map_err(|stuck| stuck.at_line(table.lines))? {
            break;
        }
    }
    let (text, end) = chunks.lines();
    if chunks.at < end {
        // Only a quote that is never closed leaves something.
        let open =
            memchr::memchr(b'"', &text[chunks.at..end]).map_or(chunks.at, |at| chunks.at + at);
        let cause = Cause::Wrong {
            what: message!(
                "expected a \" at the end of the field that begins here",
                "从此处开始的字段末尾应有 \""
            ),
            example: "\"a, b\",c",
        };
        return Err(table.place(text, chunks.at, Mistake(open, cause)));
    }
    Ok(table.lines)
}

impl Table<'_, '_> {
    /// Finds out the columns, and passes over the header if there is one.
    fn header(&mut self, chunks: &mut Chunks<'_>, options: &Options) -> Result<(), ReadError> {
        let mut more = true;
        loop {
            if more {
                more = chunks.more().map_err(|stuck| {
                    let (text, end) = chunks.lines();
                    stuck.at_line(self.lines + newlines(&text[chunks.at..end]))
                })?;
            }
            let (text, end) = chunks.lines();
            let begin = chunks.at;
            let Some((first, next)) = self.next_row(text, begin, begin, end)? else {
                if more {
                    continue;
                }
                return Ok(());
            };
            let second = self.next_row(text, begin, next, end)?;
            if second.is_none() && more {
                continue;
            }
            let first: Vec<Cow<'_, str>> = first
                .iter()
                .map(|field| String::from_utf8_lossy(&text[field.place.clone()]))
                .collect();
            let numbers = |fields: &[&[u8]]| {
                fields
                    .iter()
                    .map(|field| plain_number(field).is_some())
                    .collect::<Vec<_>>()
            };
            if options.columns.is_none()
                && let [only] = &first[..]
                && second.as_ref().is_none_or(|(fields, _)| fields.len() == 1)
                && let Some(other) = other_sign(only, self.sign)
            {
                return Err(separated_by(other, self.sign).at_line(self.lines as usize + 1, 1));
            }
            let known = known_pair(&first);
            let header = options.header.unwrap_or_else(|| {
                let above: Vec<&[u8]> =
                    first.iter().take(2).map(|field| field.as_bytes()).collect();
                let below: Vec<&[u8]> = second
                    .iter()
                    .flat_map(|(fields, _)| fields.iter().take(2))
                    .map(|field| &text[field.place.clone()])
                    .collect();
                known.is_some()
                    || options.columns.is_some()
                    || above.len() > 1
                        && below.len() > 1
                        && numbers(&above) == [false, false]
                        && numbers(&below) == [true, true]
            });
            if let Some(columns) = &options.columns {
                for (end, name) in self.ends.iter_mut().zip(columns) {
                    let place = match header {
                        true => position(&first, name),
                        false => name
                            .parse()
                            .ok()
                            .and_then(|place: usize| place.checked_sub(1)),
                    };
                    *end =
                        place.ok_or_else(|| no_column(name).at_line(self.lines as usize + 1, 1))?;
                }
            } else if header {
                self.ends = known.unwrap_or([0, 1]);
            }
            if header {
                self.lines += newlines(&text[chunks.at..next]);
                chunks.at = next;
            }
            return Ok(());
        }
    }

    /// Reads all rows in memory of which all is there.
    fn rows(&mut self, chunks: &mut Chunks<'_>) -> Result<(), ReadError> {
        let (text, end) = chunks.lines();
        let shape = Shape {
            between: [self.sign; 3],
            tail: Some(self.sign),
            turned: self.ends == [1, 0],
        };
        let plain = shape.turned || self.ends == [0, 1];
        let mut at = chunks.at;
        let mut fields = Vec::new();
        while at < end {
            if plain {
                let (before, mut top) = (self.intake.batch.len(), 0);
                let limit = self.intake.limit();
                at = digits::edges(
                    text,
                    at,
                    end,
                    limit,
                    shape,
                    &mut self.intake.batch,
                    &mut top,
                );
                let new = self.intake.batch.len() - before;
                if new > 0 {
                    self.intake.used(top);
                    self.lines += new as u64;
                }
                if at >= end {
                    break;
                }
            }
            let next = row(text, at, end, self.sign, &mut fields)
                .and_then(|next| {
                    if next.is_some() {
                        self.edge(text, at, &fields)?;
                    }
                    Ok(next)
                })
                .map_err(|mistake| self.place(text, at, mistake))?;
            let Some(next) = next else {
                break;
            };
            self.lines += newlines(&text[at..next]);
            at = next;
        }
        self.intake.flush_if_full()?;
        chunks.at = at;
        Ok(())
    }

    /// The next row that is not empty, and where it ends; lines are counted from `begin`.
    fn next_row(
        &self,
        text: &[u8],
        begin: usize,
        mut at: usize,
        end: usize,
    ) -> Result<Option<(Vec<Field>, usize)>, ReadError> {
        let mut fields = Vec::new();
        while at < end {
            let next = row(text, at, end, self.sign, &mut fields)
                .map_err(|mistake| self.place(text, begin, mistake))?;
            let Some(next) = next else {
                return Ok(None);
            };
            if !is_blank(&fields) {
                return Ok(Some((fields, next)));
            }
            at = next;
        }
        Ok(None)
    }

    fn edge(&mut self, text: &[u8], begin: usize, fields: &[Field]) -> Result<(), Mistake> {
        if is_blank(fields) {
            return Ok(());
        }
        let end = |column: usize| {
            fields
                .get(column)
                .filter(|field| field.quoted || !field.place.is_empty())
        };
        let Some(from) = end(self.ends[0]) else {
            let at = fields
                .get(self.ends[0])
                .map_or(begin, |field| field.place.start);
            return Err(Mistake(
                at,
                Cause::Wrong {
                    what: message!("expected the name of a vertex", "此处应为顶点名"),
                    example: "a,b",
                },
            ));
        };
        let from_vertex = self.vertex(text, from)?;
        match end(self.ends[1]) {
            Some(to) => {
                let to = self.vertex(text, to)?;
                self.intake.join(from_vertex, to)
            }
            None => self.intake.lone(from_vertex),
        }
        .map_err(|cause| Mistake(from.place.start, cause))
    }

    fn vertex(&mut self, text: &[u8], field: &Field) -> Result<u32, Mistake> {
        let bytes = &text[field.place.clone()];
        let vertex = if field.quoted && bytes.contains(&b'"') {
            let mut name = Vec::with_capacity(bytes.len());
            let mut rest = bytes.iter();
            while let Some(&byte) = rest.next() {
                name.push(byte);
                if byte == b'"' {
                    rest.next(); // the second of a pair
                }
            }
            self.intake.name(&name)
        } else {
            self.intake.name(bytes)
        };
        vertex.map_err(|cause| Mistake(field.place.start, cause))
    }

    /// The place of a mistake in the row that begins at `begin`.
    fn place(&self, text: &[u8], begin: usize, mistake: Mistake) -> ReadError {
        let Mistake(at, cause) = mistake;
        if let Cause::SinkError(_) = cause {
            return cause.into();
        }
        let before = &text[begin..at.max(begin)];
        let line_begins = memchr::memrchr(b'\n', before).map_or(0, |end| end + 1);
        let column = before[line_begins..]
            .iter()
            .filter(|&&byte| byte & 0xC0 != 0x80)
            .count();
        let line = self.lines + newlines(before) + 1;
        cause.at_line(line as usize, column + 1)
    }
}

fn newlines(text: &[u8]) -> u64 {
    memchr::memchr_iter(b'\n', text).count() as u64
}

fn is_blank(fields: &[Field]) -> bool {
    match fields {
        [] => true,
        [field] => !field.quoted && field.place.is_empty(),
        _ => false,
    }
}

/// The sign between the fields of a row that has but one by the sign of the table: a blank only where numbers stand, for names have blanks.
fn other_sign(row: &str, sign: u8) -> Option<char> {
    let signs = [';', '\t', ',', '|', ' '];
    let mut signs = signs.into_iter().filter(|&other| other != char::from(sign));
    signs.find(|&other| {
        let mut parts = row.trim().split(other).filter(|part| !part.is_empty());
        let plain = |part: &str| plain_number(part.as_bytes()).is_some();
        match other {
            ' ' => row.trim().contains(' ') && parts.all(plain),
            _ => parts.count() > 1,
        }
    })
}

/// That the fields of a table have another sign between them.
fn separated_by(other: char, sign: u8) -> Cause {
    let named = |sign: char| match sign {
        '\t' => message!("a tab", "制表符"),
        ' ' => message!("a blank", "空格"),
        sign => message!("'{sign}'", " '{sign}' ", sign = sign.to_string()),
    };
    Cause::Wrong {
        what: message!(
            "expected {sign} between the columns, found {other}; a file of another name, such as edges.txt, is read as a list of edges",
            "各列之间应为{sign}，却是{other}；换一个文件名（如 edges.txt）则按边表读取",
            sign = named(char::from(sign)),
            other = named(other)
        ),
        example: match sign {
            b'\t' => "a\tb",
            _ => "a,b",
        },
    }
}

fn no_column(name: &str) -> Cause {
    Cause::wrong(message!(
        "there is no column '{name}'",
        "没有名为 '{name}' 的列",
        name = super::intake::short(name)
    ))
}

/// Splits the row that begins at `at` and tells where the next begins; `None` if its end is not there yet. A comment has
/// no fields.
fn row(
    text: &[u8],
    mut at: usize,
    end: usize,
    sign: u8,
    fields: &mut Vec<Field>,
) -> Result<Option<usize>, Mistake> {
    fields.clear();
    if text[at] == b'#' {
        return Ok(memchr::memchr(b'\n', &text[at..end]).map(|length| at + length + 1));
    }
    let blank = |byte: u8| byte == b' ' || byte == b'\t' && sign != b'\t';
    loop {
        while at < end && blank(text[at]) {
            at += 1;
        }
        if at < end && text[at] == b'"' {
            let begin = at + 1;
            at = begin;
            loop {
                let Some(length) = memchr::memchr(b'"', &text[at..end]) else {
                    return Ok(None);
                };
                at += length + 1;
                // A quote at the end of what is there may be the first of a pair, but then a line end does not follow.
                if at >= end || text[at] != b'"' {
                    break;
                }
                at += 1;
            }
            fields.push(Field {
                place: begin..at - 1,
                quoted: true,
            });
            while at < end && (blank(text[at]) || text[at] == b'\r') {
                at += 1;
            }
            if at >= end {
                return Ok(None);
            }
            if text[at] != sign && text[at] != b'\n' {
                return Err(Mistake(
                    at,
                    Cause::Wrong {
                        what: message!(
                            "expected the end of a field after \"",
                            "\" 之后应为字段的结束"
                        ),
                        example: "\"a, b\",c",
                    },
                ));
            }
        } else {
            let Some(length) = memchr::memchr2(sign, b'\n', &text[at..end]) else {
                return Ok(None);
            };
            let mut stop = at + length;
            let next = stop;
            if text[stop] == b'\n' && stop > at && text[stop - 1] == b'\r' {
                stop -= 1;
            }
            while stop > at && blank(text[stop - 1]) {
                stop -= 1;
            }
            fields.push(Field {
                place: at..stop,
                quoted: false,
            });
            at = next;
        }
        at += 1;
        if text[at - 1] == b'\n' {
            return Ok(Some(at));
        }
    }
}
