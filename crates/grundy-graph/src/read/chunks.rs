//! A text in pieces that end where lines end; memory does not grow with the text.

use std::io::{self, Read};

use super::digits::PADDING;

/// So much is read at a time.
const PIECE: usize = 1 << 18;
/// The longest line, or quoted record; tests do with less.
const LONGEST: usize = if cfg!(test) { 1 << 20 } else { 1 << 26 };

/// A text of which a piece is in memory.
pub(super) struct Chunks<'r> {
    reader: &'r mut (dyn Read + 'r),
    /// The piece, and room.
    buffer: Vec<u8>,
    /// What is not read yet begins here.
    pub(super) at: usize,
    filled: usize,
    ended: bool,
    /// Whether the text lacks the end of its last line.
    unfinished: bool,
}

/// Why there is no further piece.
pub(super) enum Stuck {
    /// The file cannot be read.
    File(io::Error),
    /// The line is longer than 64 MiB.
    Long,
}

impl<'r> Chunks<'r> {
    pub(super) fn new(reader: &'r mut (dyn Read + 'r)) -> Chunks<'r> {
        Chunks {
            reader,
            buffer: vec![0; PIECE + PADDING + 1],
            at: 0,
            filled: 0,
            ended: false,
            unfinished: false,
        }
    }

    /// Reads on, keeping what was not read; `false` at the end of the text. A last line without its end gets one.
    pub(super) fn more(&mut self) -> Result<bool, Stuck> {
        if self.ended {
            return Ok(false);
        }
        self.buffer.copy_within(self.at..self.filled, 0);
        self.filled -= self.at;
        self.at = 0;
        if self.filled >= LONGEST {
            return Err(Stuck::Long);
        }
        let room = PADDING + 1;
        if self.filled > (self.buffer.len() - room) / 2 {
            self.buffer.resize(2 * (self.buffer.len() - room) + room, 0);
        }
        let end = self.buffer.len() - room;
        loop {
            match self.reader.read(&mut self.buffer[self.filled..end]) {
                Ok(0) => {
                    self.ended = true;
                    if self.filled > 0 && self.buffer[self.filled - 1] != b'\n' {
                        self.buffer[self.filled] = b'\n';
                        self.filled += 1;
                        self.unfinished = true;
                        return Ok(true);
                    }
                    return Ok(self.filled > 0);
                }
                Ok(length) => {
                    self.filled += length;
                    return Ok(true);
                }
                Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
                Err(error) => return Err(Stuck::File(error)),
            }
        }
    }

    /// The piece, and where the last line ends of which all is there. At least [`PADDING`] bytes follow.
    pub(super) fn lines(&self) -> (&[u8], usize) {
        let end = memchr::memrchr(b'\n', &self.buffer[self.at..self.filled])
            .map_or(self.at, |last| self.at + last + 1);
        (&self.buffer, end)
    }

    /// Whether the end of line at the end of the piece is not in the text.
    pub(super) fn adds_end(&self, end: usize) -> bool {
        self.unfinished && end == self.filled
    }
}
