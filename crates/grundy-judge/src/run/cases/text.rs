//! Reads words, lines, boards and lists in brackets.

use super::Run;
use crate::channel::{Channel, Gaps, Letters};
use crate::error::{Expected, JudgeError, Problem, Role};
use crate::format::{Field, Span};
use crate::source::Source;
use crate::tally::Tally;

/// What stands between the lines of a board, and between words.
pub(crate) const BREAK: u128 = b'\n' as u128;

impl<T: Tally> Run<'_, T> {
    /// Reads the letters of a field.
    pub(super) fn letters<R: Source>(
        &mut self,
        channel: &mut Channel<'_, R>,
        field: Field,
        span: Span,
        streamed: bool,
        position: u64,
        case: u64,
    ) -> Result<(), JudgeError> {
        let name = self.format.layout.fields[field].clone();
        let number = || Expected::one(Role::Number(name.clone()), position, case);
        let (lines, wanted, gaps) = match span {
            Span::Word | Span::Listed => (1, None, Gaps::None),
            Span::Line(count) => (1, Some(self.count(channel, count, number)?), Gaps::Any),
            Span::Board(lines, width) => {
                let lines = self.count(channel, lines, number)?;
                let width = self.count(channel, width, number)?;
                (lines, Some(width), Gaps::Spaces)
            }
        };
        let mut kept = std::mem::take(&mut self.numbers.0[field]);
        // A word without letters is a word; a board of no lines leaves no trace.
        let is_board = matches!(span, Span::Board(..));
        match self.group {
            None => kept.clear(),
            Some(_) if is_board && kept.is_empty() => {}
            Some(0) => {}
            Some(_) => kept.push(BREAK),
        }
        let most = self.kept;
        let letters = self.format.layout.alphabet(field).unwrap_or_default();
        let (alphabet, tally) = (&self.alphabets[field], &mut self.tally);
        let Some(alphabet) = alphabet else {
            return Ok(());
        };
        let run = Letters {
            alphabet,
            letters,
            wanted,
            gaps,
        };
        let mut take = |slice: &[u8], kept: &mut Vec<u128>| {
            if streamed {
                return tally.letters(slice);
            }
            if kept.len() + slice.len() > most {
                return Err(Problem::CaseTooLong { limit: most as u64 });
            }
            kept.extend(slice.iter().map(|&byte| u128::from(byte)));
            Ok(())
        };
        let mut read = || {
            if span == Span::Listed {
                let mut first = true;
                return channel.listed(&number, &mut |channel| {
                    if !std::mem::take(&mut first) {
                        take(b"\n", &mut kept)
                            .map_err(|problem| channel.refuse(problem, number()))?;
                    }
                    let found = channel.letters(&run, &number, &mut |slice| take(slice, &mut kept));
                    found.map(drop)
                });
            }
            for line in 1..=lines {
                let expected = || Expected {
                    index: if lines > 1 { line } else { 0 },
                    of: if lines > 1 { lines } else { 0 },
                    ..number()
                };
                if line > 1 && !streamed {
                    kept.push(BREAK);
                }
                channel.letters(&run, &expected, &mut |slice| take(slice, &mut kept))?;
            }
            Ok(())
        };
        let result = read();
        self.numbers.0[field] = kept;
        result
    }

    /// Reads numbers in brackets.
    pub(super) fn listed<R: Source>(
        &mut self,
        channel: &mut Channel<'_, R>,
        field: Field,
        position: u64,
        case: u64,
    ) -> Result<(), JudgeError> {
        let name = self.format.layout.fields[field].clone();
        let expected = || Expected::one(Role::Entry(name.clone()), position, case);
        let most = self.kept;
        let kept = &mut self.numbers.0[field];
        if self.group.is_none() {
            kept.clear();
        }
        channel.listed(&expected, &mut |channel| {
            let number = channel.number(expected)?;
            if kept.len() == most {
                let limit = most as u64;
                return Err(channel.refuse(Problem::CaseTooLong { limit }, expected()));
            }
            kept.push(number);
            Ok(())
        })
    }
}
