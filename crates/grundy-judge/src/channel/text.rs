//! What is no number: words, lines and boards of letters, lists in brackets, and fixed texts between numbers.
//!
//! Letters are handed on in the pieces in which they stand in the buffer, so that whoever counts them does so at the
//! speed of memory. Numbers are taken one by one here: digits may be letters too.

use super::{Channel, Last};
use crate::error::{Expected, JudgeError, Problem, Role};
use crate::scan::{is_blank, short};
use crate::source::{Sink, Source};
use std::io::Write;

/// What may stand between two letters of a run.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Gaps {
    /// Nothing.
    None,
    /// Blanks of the same line.
    Spaces,
    /// Blanks and line ends.
    Any,
}

/// A run of letters that is read in one go.
pub(crate) struct Letters<'t> {
    /// The letters that there are.
    pub(crate) table: &'t [bool; 256],
    /// The letters, for messages.
    pub(crate) letters: &'t [u8],
    /// How many there must be, if that is said.
    pub(crate) wanted: Option<u64>,
    pub(crate) gaps: Gaps,
}

/// Which bytes are letters.
pub(crate) fn table(letters: &[u8]) -> Box<[bool; 256]> {
    let mut table = Box::new([false; 256]);
    for &letter in letters {
        table[usize::from(letter)] = true;
    }
    table
}

impl<R: Source, W: Write> Channel<R, W> {
    /// [`each`](Channel::each) without a batch.
    pub(super) fn each_alone<S: Sink>(
        &mut self,
        count: u64,
        sink: &mut S,
        expected: &dyn Fn(u64) -> Expected,
    ) -> Result<(), JudgeError> {
        for index in 0..count {
            let Some(found) = short(&self.buffer[..self.end], self.at) else {
                self.one(sink, &|| expected(index))?;
                continue;
            };
            self.last = Last::At(self.offset + found.start as u64);
            self.at = found.next;
            self.blanks_from = None;
            sink.narrow(found.value)
                .map_err(|problem| self.refuse(problem, expected(index)))?;
        }
        Ok(())
    }

    /// The next byte that is no blank, which is used up after this by whoever wants it.
    fn beginning(&mut self, expected: &dyn Fn() -> Expected) -> Result<u8, JudgeError> {
        let Some(byte) = self.skip_blanks(expected)? else {
            return Err(self.refuse_at(self.here(), Problem::End, expected()));
        };
        self.blanks_from = None;
        self.last = Last::At(self.here());
        Ok(byte)
    }

    fn refuse_here(&self, problem: Problem, expected: &dyn Fn() -> Expected) -> JudgeError {
        self.refuse_at(self.here(), problem, expected())
    }

    /// Reads letters, in quotes or without, and hands them to `take` piece by piece; how many there are.
    pub(crate) fn letters(
        &mut self,
        run: &Letters<'_>,
        expected: &dyn Fn() -> Expected,
        take: &mut dyn FnMut(&[u8]) -> Result<(), Problem>,
    ) -> Result<u64, JudgeError> {
        let quoted = self.beginning(expected)? == b'"';
        if quoted {
            self.at += 1;
        }
        let wanted = run.wanted.unwrap_or(u64::MAX);
        let mut count = 0u64;
        let mut open = quoted;
        while let Some(next) = self.peek()? {
            if run.table[usize::from(next)] {
                let rest = &self.buffer[self.at..self.end];
                let length = rest
                    .iter()
                    .position(|&byte| !run.table[usize::from(byte)])
                    .unwrap_or(rest.len());
                let room = usize::try_from(wanted - count).unwrap_or(usize::MAX);
                let taken = length.min(room);
                take(&rest[..taken]).map_err(|problem| {
                    // What the rule refuses is the word, as where it is kept whole.
                    let of_rule = matches!(problem, Problem::Unfit(_));
                    let expected = expected();
                    let expected = match of_rule {
                        true => Expected::one(Role::Case, expected.position, expected.case),
                        false => expected,
                    };
                    self.refuse_at(self.here(), problem, expected)
                })?;
                self.at += taken;
                count += taken as u64;
                if taken < length {
                    let problem = Problem::Ragged {
                        wanted,
                        found: count + (length - taken) as u64,
                    };
                    return Err(self.refuse_here(problem, expected));
                }
                continue;
            }
            let is_gap = match run.gaps {
                Gaps::None => false,
                Gaps::Spaces => is_blank(next) && next != b'\n',
                Gaps::Any => is_blank(next) && count < wanted,
            };
            if quoted && next == b'"' {
                self.at += 1;
                open = false;
                break;
            }
            if is_gap {
                self.at += 1;
                continue;
            }
            if is_blank(next) || (b",]".contains(&next) && self.stops.contains(&next) && !quoted) {
                break;
            }
            let problem = Problem::NoLetter(next, String::from_utf8_lossy(run.letters).into());
            return Err(self.refuse_here(problem, expected));
        }
        if open {
            let problem = match self.peek()? {
                None => Problem::End,
                Some(byte) => Problem::NoText(byte, "\"".into()),
            };
            return Err(self.refuse_here(problem, expected));
        }
        if run.wanted.is_some_and(|wanted| count < wanted) {
            let problem = match self.peek()? {
                None => Problem::End,
                Some(_) => Problem::Ragged {
                    wanted,
                    found: count,
                },
            };
            return Err(self.refuse_here(problem, expected));
        }
        Ok(count)
    }

    /// Reads a fixed text.
    pub(crate) fn literal(
        &mut self,
        text: &str,
        expected: &dyn Fn() -> Expected,
    ) -> Result<(), JudgeError> {
        self.beginning(expected)?;
        for &wanted in text.as_bytes() {
            match self.peek()? {
                Some(byte) if byte == wanted => self.at += 1,
                Some(byte) => {
                    let problem = Problem::NoText(byte, text.into());
                    return Err(self.refuse_here(problem, expected));
                }
                None => return Err(self.refuse_here(Problem::End, expected)),
            }
        }
        Ok(())
    }

    /// Reads a list in brackets; `one` reads an entry, which begins where the channel stands.
    pub(crate) fn listed(
        &mut self,
        expected: &dyn Fn() -> Expected,
        one: &mut dyn FnMut(&mut Self) -> Result<(), JudgeError>,
    ) -> Result<(), JudgeError> {
        self.literal("[", expected)?;
        if self.beginning(expected)? == b']' {
            self.at += 1;
            return Ok(());
        }
        loop {
            one(self)?;
            match self.beginning(expected)? {
                b',' => self.at += 1,
                b']' => {
                    self.at += 1;
                    return Ok(());
                }
                byte => {
                    return Err(self.refuse_here(Problem::NoText(byte, "]".into()), expected));
                }
            }
        }
    }
}
