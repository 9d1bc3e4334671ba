//! Rows as text: CSV and JSON lines.

use std::io::{self, Write};

use grundy::Outcome;
use grundy::engine::graph::Loopy;

use super::{Form, Target, nameless};
use crate::{Column, Names, Row};

/// So much text is written at a time.
const PIECE: usize = 1 << 16;

/// Text on its way.
struct Out<'n> {
    target: Target<'n>,
    text: Vec<u8>,
    digits: itoa::Buffer,
}

impl<'n> Out<'n> {
    fn new(target: Target<'n>) -> Out<'n> {
        Out {
            target,
            text: Vec::with_capacity(PIECE + PIECE / 4),
            digits: itoa::Buffer::new(),
        }
    }

    #[inline]
    fn number(&mut self, number: u32) {
        self.text
            .extend_from_slice(self.digits.format(number).as_bytes());
    }

    fn numbers(&mut self, numbers: &[u32]) {
        for (at, &number) in numbers.iter().enumerate() {
            if at > 0 {
                self.text.push(b',');
            }
            self.number(number);
        }
    }

    fn word(&mut self, word: &str) {
        self.text.extend_from_slice(word.as_bytes());
    }

    #[inline]
    fn row_ends(&mut self) -> io::Result<()> {
        self.text.push(b'\n');
        if self.text.len() >= PIECE {
            self.target.write_all(&self.text)?;
            self.text.clear();
        }
        Ok(())
    }

    fn finish(mut self) -> io::Result<Target<'n>> {
        self.target.write_all(&self.text)?;
        self.target.flush()?;
        Ok(self.target)
    }
}

/// CSV.
pub(super) struct Csv<'n> {
    out: Out<'n>,
    names: &'n Names,
    columns: Vec<Column>,
}

impl<'n> Csv<'n> {
    pub(super) fn new(target: Target<'n>, names: &'n Names, columns: &[Column]) -> Csv<'n> {
        let mut out = Out::new(target);
        out.word("vertex");
        for column in columns {
            out.word(match column {
                Column::Outcome => ",outcome",
                Column::Value => ",value",
                Column::Remoteness => ",remoteness",
                Column::Move => ",move",
            });
        }
        out.text.push(b'\n');
        Csv {
            out,
            names,
            columns: columns.to_vec(),
        }
    }

    #[inline]
    fn name(&mut self, vertex: u32) -> io::Result<()> {
        if vertex < self.names.may_miss() {
            self.out.number(vertex);
            return Ok(());
        }
        let word = word(self.names, vertex)?;
        let plain = !word.is_empty()
            && !word.starts_with([' ', '\t', '#', '\u{feff}'])
            && !word.ends_with([' ', '\t'])
            && !word
                .bytes()
                .any(|byte| matches!(byte, b',' | b'"' | b'\n' | b'\r'));
        if plain {
            self.out.word(word);
            return Ok(());
        }
        self.out.text.push(b'"');
        for byte in word.bytes() {
            if byte == b'"' {
                self.out.text.push(b'"');
            }
            self.out.text.push(byte);
        }
        self.out.text.push(b'"');
        Ok(())
    }
}

/// The name of a vertex that is not called by its number.
pub(super) fn word(names: &Names, vertex: u32) -> io::Result<&str> {
    names
        .words()
        .and_then(|(first, words)| words.word(vertex.checked_sub(first)?))
        .ok_or_else(|| nameless(vertex))
}

impl<'n> Form<'n> for Csv<'n> {
    fn row(&mut self, row: &Row<'_>) -> io::Result<()> {
        self.name(row.vertex)?;
        for at in 0..self.columns.len() {
            self.out.text.push(b',');
            match self.columns[at] {
                Column::Outcome => {
                    if let Some(outcome) = row.outcome {
                        self.out.word(outcome.letter());
                    }
                }
                Column::Value => match row.value {
                    None => {}
                    Some(Loopy::Finite(value)) => self.out.number(value),
                    Some(Loopy::Infinite(set)) => {
                        let quote = if set.len() > 1 { "\"" } else { "" };
                        self.out.word(quote);
                        self.out.word("inf{");
                        self.out.numbers(set);
                        self.out.word("}");
                        self.out.word(quote);
                    }
                },
                Column::Remoteness => {
                    if let Some(remoteness) = row.remoteness {
                        self.out.number(remoteness);
                    }
                }
                Column::Move => {
                    if let Some(best) = row.best {
                        self.name(best)?;
                    }
                }
            }
        }
        self.out.row_ends()
    }

    fn finish(self: Box<Self>) -> io::Result<Target<'n>> {
        self.out.finish()
    }
}

/// JSON lines.
pub(super) struct JsonLines<'n> {
    out: Out<'n>,
    names: &'n Names,
    columns: Vec<Column>,
    /// Whether all names are numbers.
    numbers: bool,
}

impl<'n> JsonLines<'n> {
    pub(super) fn new(target: Target<'n>, names: &'n Names, columns: &[Column]) -> JsonLines<'n> {
        JsonLines {
            out: Out::new(target),
            names,
            columns: columns.to_vec(),
            numbers: names.words().is_none(),
        }
    }

    fn name(&mut self, vertex: u32) -> io::Result<()> {
        if vertex < self.names.may_miss() {
            if self.numbers {
                self.out.number(vertex);
            } else {
                self.out.word("\"");
                self.out.number(vertex);
                self.out.word("\"");
            }
            return Ok(());
        }
        let word = word(self.names, vertex)?;
        serde_json::to_writer(&mut self.out.text, word).map_err(io::Error::from)
    }

    fn number(&mut self, number: Option<u32>) {
        match number {
            Some(number) => self.out.number(number),
            None => self.out.word("null"),
        }
    }
}

impl<'n> Form<'n> for JsonLines<'n> {
    fn row(&mut self, row: &Row<'_>) -> io::Result<()> {
        self.out.word("{\"vertex\":");
        self.name(row.vertex)?;
        for at in 0..self.columns.len() {
            match self.columns[at] {
                Column::Outcome => self.out.word(match row.outcome {
                    None => ",\"outcome\":null",
                    Some(Outcome::P) => ",\"outcome\":\"P\"",
                    Some(Outcome::N) => ",\"outcome\":\"N\"",
                    Some(Outcome::D) => ",\"outcome\":\"D\"",
                }),
                Column::Value => {
                    self.out.word(",\"value\":");
                    match row.value {
                        Some(Loopy::Infinite(set)) => {
                            self.out.word("{\"infinite\":[");
                            self.out.numbers(set);
                            self.out.word("]}");
                        }
                        Some(Loopy::Finite(value)) => self.out.number(value),
                        None => self.out.word("null"),
                    }
                }
                Column::Remoteness => {
                    self.out.word(",\"remoteness\":");
                    self.number(row.remoteness);
                }
                Column::Move => {
                    self.out.word(",\"move\":");
                    match row.best {
                        Some(best) => self.name(best)?,
                        None => self.out.word("null"),
                    }
                }
            }
        }
        self.out.word("}");
        self.out.row_ends()
    }

    fn finish(self: Box<Self>) -> io::Result<Target<'n>> {
        self.out.finish()
    }
}
