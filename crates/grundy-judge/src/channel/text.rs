//! What is no number: words, lines and boards of letters, lists in brackets, and fixed texts between numbers.
//!
//! Letters are handed on in the pieces in which they stand in the buffer, so that whoever counts them does so at the
//! speed of memory. Numbers are taken one by one here: digits may be letters too.

use super::{Channel, Last};
use crate::error::{Expected, JudgeError, Problem, Role};
use crate::source::{Sink, Source};
use grundy_number::text::scan::{is_blank, short};

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
    pub(crate) alphabet: &'t Alphabet,
    /// The letters, for messages.
    pub(crate) letters: &'t [u8],
    /// How many there must be, if that is said.
    pub(crate) wanted: Option<u64>,
    pub(crate) gaps: Gaps,
}

/// Which bytes are letters.
pub(crate) struct Alphabet {
    is_letter: [bool; 256],
    /// Letters that follow one another, as the first and how many follow it; empty where these are more than [`RANGES`].
    ranges: Vec<(u8, u8)>,
}

/// Most ranges of letters that are compared one by one.
const RANGES: usize = 4;

/// Bytes that are looked at together.
const BLOCK: usize = 64;

impl Alphabet {
    pub(crate) fn new(letters: &[u8]) -> Alphabet {
        let mut is_letter = [false; 256];
        for &letter in letters {
            is_letter[usize::from(letter)] = true;
        }
        let mut ranges: Vec<(u8, u8)> = Vec::new();
        for byte in (0..=u8::MAX).filter(|&byte| is_letter[usize::from(byte)]) {
            match ranges.last_mut() {
                Some((first, more)) if byte - *first == *more + 1 => *more += 1,
                _ => ranges.push((byte, 0)),
            }
        }
        if ranges.len() > RANGES {
            ranges.clear();
        }
        Alphabet { is_letter, ranges }
    }

    #[inline]
    pub(crate) fn has(&self, byte: u8) -> bool {
        self.is_letter[usize::from(byte)]
    }

    /// How many letters come before anything else.
    pub(crate) fn leading(&self, bytes: &[u8]) -> usize {
        let blocks = match self.ranges[..] {
            [one] => whole_blocks(bytes, [one]),
            [one, other] => whole_blocks(bytes, [one, other]),
            [one, other, third] => whole_blocks(bytes, [one, other, third, third]),
            [one, other, third, last] => whole_blocks(bytes, [one, other, third, last]),
            _ => 0,
        };
        let rest = &bytes[blocks..];
        let more = rest.iter().position(|&byte| !self.has(byte));
        blocks + more.unwrap_or(rest.len())
    }
}

/// The bytes of the blocks at the beginning that hold nothing but letters of some ranges. Without a branch within a block, so that the compiler
/// compares as many bytes at once as the machine can.
fn whole_blocks<const N: usize>(bytes: &[u8], ranges: [(u8, u8); N]) -> usize {
    let (blocks, _) = bytes.as_chunks::<BLOCK>();
    let is_whole = |block: &&[u8; BLOCK]| {
        let others = block.iter().fold(0, |others, byte| {
            let is_other = |(first, more): (u8, u8)| byte.wrapping_sub(first) > more;
            others | u8::from(ranges.into_iter().all(is_other))
        });
        others == 0
    };
    BLOCK * blocks.iter().take_while(is_whole).count()
}

impl<R: Source> Channel<'_, R> {
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
            if run.alphabet.has(next) {
                let rest = &self.buffer[self.at..self.end];
                let length = run.alphabet.leading(rest);
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
                    let begin = self.here();
                    // All that stand there, wherever the buffer ends.
                    let mut found = count;
                    while self.peek()?.is_some_and(|next| run.alphabet.has(next)) {
                        let more = run.alphabet.leading(&self.buffer[self.at..self.end]);
                        self.at += more;
                        found += more as u64;
                    }
                    let problem = Problem::Ragged { wanted, found };
                    return Err(self.refuse_at(begin, problem, expected()));
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

#[cfg(test)]
mod tests {
    use super::*;

    /// Blocks and single bytes agree, for alphabets of every number of ranges.
    #[test]
    fn leading_letters_are_found_wherever_they_end() {
        let texts = [
            "01",
            "+-",
            "abcxyz",
            "ACEG",
            "acegi",
            "0123456789abcdefABCDEF",
            "\u{0}~",
        ];
        for letters in texts {
            let alphabet = Alphabet::new(letters.as_bytes());
            for length in 0..200 {
                let cycle = letters.bytes().cycle();
                let mut text: Vec<u8> = cycle.take(length).collect();
                assert_eq!(alphabet.leading(&text), length, "{letters}");
                for other in [b'\n', b'"', b'/', b':', b'`', b'{', 0x7f, 0x80, 0xff] {
                    text.push(other);
                    text.extend(letters.bytes());
                    assert_eq!(alphabet.leading(&text), length, "{letters}, {other}");
                    text.truncate(length);
                }
            }
        }
    }
}
