//! Where a reader is that takes a text byte by byte; and a bound on what it swallows at once.

use std::cell::Cell;
use std::io::{self, BufRead, BufReader, Read};
use std::rc::Rc;

use grundy::engine::tree::LineColumn;
use grundy::message;

use super::error::{Cause, Where};

/// The most bytes of a single name, attribute or element; tests do with less.
const LONGEST: u64 = if cfg!(test) { 1 << 20 } else { 1 << 26 };

/// How far a text was taken.
#[derive(Default)]
pub(super) struct Position {
    lines: Cell<usize>,
    columns: Cell<usize>,
    /// How many bytes were taken since the last whole item.
    since: Cell<u64>,
}

impl Position {
    /// The place of the next byte.
    pub(super) fn place(&self) -> Where {
        Where::Text(LineColumn {
            line: self.lines.get() + 1,
            column: self.columns.get() + 1,
        })
    }

    /// Tells that an item was taken as a whole.
    pub(super) fn item(&self) {
        self.since.set(0);
    }

    /// Why reading stopped, if it was an item without end.
    pub(super) fn too_long(&self) -> Option<Cause> {
        (self.since.get() > LONGEST).then(|| {
            Cause::wrong(message!(
                "expected the end of a name or an element within 64 MiB",
                "一个名称或元素应在 64 MiB 之内结束"
            ))
        })
    }
}

/// A text whose reader's place is known.
pub(super) struct Placed<'r> {
    reader: BufReader<&'r mut dyn Read>,
    position: Rc<Position>,
}

impl<'r> Placed<'r> {
    pub(super) fn new(reader: &'r mut dyn Read) -> (Placed<'r>, Rc<Position>) {
        let position = Rc::<Position>::default();
        let placed = Placed {
            reader: BufReader::with_capacity(1 << 16, reader),
            position: position.clone(),
        };
        (placed, position)
    }
}

impl Read for Placed<'_> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let available = self.fill_buf()?;
        let length = available.len().min(buffer.len());
        buffer[..length].copy_from_slice(&available[..length]);
        self.consume(length);
        Ok(length)
    }
}

impl BufRead for Placed<'_> {
    fn fill_buf(&mut self) -> io::Result<&[u8]> {
        if self.position.since.get() > LONGEST {
            return Err(io::ErrorKind::FileTooLarge.into());
        }
        self.reader.fill_buf()
    }

    fn consume(&mut self, length: usize) {
        let position = &self.position;
        let taken = &self.reader.buffer()[..length];
        let mut columns = position.columns.get();
        let line = match memchr::memrchr(b'\n', taken) {
            None => taken,
            Some(last) => {
                let lines = memchr::memchr_iter(b'\n', taken).count();
                position.lines.set(position.lines.get() + lines);
                columns = 0;
                &taken[last + 1..]
            }
        };
        columns += line.iter().filter(|&&byte| byte & 0xC0 != 0x80).count();
        position.columns.set(columns);
        position.since.set(position.since.get() + length as u64);
        self.reader.consume(length);
    }
}
