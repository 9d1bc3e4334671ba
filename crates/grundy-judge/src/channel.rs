//! Numbers in, answers out: the input is read in chunks and never held whole, and what is
//! answered is written before waiting for more input.
//!
//! This reader is the exact one. It takes numbers wherever they stand (lines mean nothing),
//! parted by any of C's blanks, with leading zeros or a plus sign, with or without a final
//! line end, and a UTF-8 byte-order mark before the first. Plain numbers come many at a time
//! from [`tokens`]; whatever is odd is read byte by byte here, and the next plain ones again by
//! the many.

mod text;

pub(crate) use text::{Alphabet, Gaps, Letters};

use crate::error::{Expected, InputError, JudgeError, Place, Problem};
use crate::format::Minus;
use crate::glance::Glanced;
use crate::source::{Sink, Source};
use grundy_number::text::scan::{is_blank, lines, short};
use grundy_number::text::tokens::{self, DIGITS};
use std::io::{self, Write};

/// Bytes per read: large enough that a system call costs nothing, small enough for the cache.
const CHUNK: usize = 512 << 10;
/// Bytes of answers that are held back at most.
const HELD: usize = 64 << 10;
/// Numbers that are taken out of the input at a time.
const BATCH: usize = 2048;
/// Rows of at least so many numbers are folded where they are, if a sink needs no more of them.
const LONG: u64 = 256;
/// Numbers of a row that must be left for its source to be asked to pass over some.
const AHEAD: u64 = 1 << 20;
/// Bytes a number from which on folding gains nothing.
const LONG_DIGITS: usize = 6;
/// Rows that are not folded after one whose numbers are long.
const PATIENCE: u32 = 50;
const MARK: [u8; 3] = [0xEF, 0xBB, 0xBF];

/// Where the number read last begins.
#[derive(Clone, Copy)]
enum Last {
    /// It is the one before `taken` in the batch.
    InBatch,
    /// At this offset in the input.
    At(u64),
}

/// The input and output of a run.
pub(crate) struct Channel<'f, R> {
    input: R,
    output: &'f mut dyn Write,
    answers: Vec<u8>,
    /// How many bytes of answers are held back at most.
    most_held: usize,
    buffer: Box<[u8]>,
    /// The part of `buffer` that is neither read nor in the batch.
    at: usize,
    end: usize,
    /// Numbers of `buffer` from `batch_at` to `at`, those before `taken` used up.
    path: tokens::Path,
    batch: Box<[u64]>,
    taken: usize,
    held: usize,
    batch_at: usize,
    /// Whether rows are long and folded, so that no batch is taken for what stands between them.
    folding: bool,
    /// How many more rows are not folded, since their numbers were long.
    patience: u32,
    /// Of `buffer[0]`: its offset in the input, its line from 1, and the offset where that line begins.
    offset: u64,
    line: u64,
    line_start: u64,
    ended: bool,
    /// Whether a case is over, so that the source may pause.
    between: bool,
    /// The offset where blanks began that were passed over since the last number.
    blanks_from: Option<u64>,
    last: Last,
    /// Whether there is more than numbers, so that none is taken before it is its turn.
    single: bool,
    /// Bytes that may follow a number at once.
    stops: Vec<u8>,
    /// What a minus sign before the numbers that follow means.
    minus: Minus,
}

impl<'f, R: Source> Channel<'f, R> {
    pub(crate) fn new(input: R, output: &'f mut dyn Write, path: tokens::Path) -> Channel<'f, R> {
        Channel {
            input,
            output,
            answers: Vec::with_capacity(HELD + 64),
            most_held: HELD,
            buffer: vec![0; CHUNK].into_boxed_slice(),
            at: 0,
            end: 0,
            path,
            batch: vec![0; BATCH].into_boxed_slice(),
            taken: 0,
            held: 0,
            batch_at: 0,
            folding: false,
            patience: 0,
            offset: 0,
            line: 1,
            line_start: 0,
            ended: false,
            between: false,
            blanks_from: None,
            last: Last::At(0),
            single: false,
            stops: Vec::new(),
            minus: Minus::Refused,
        }
    }

    /// What a minus sign before the numbers that follow means; a number below 0 is handed on as the 128 bits of a number with a sign.
    pub(crate) fn minus(&mut self, minus: Minus) {
        self.minus = minus;
    }

    /// Takes numbers one by one, since text may stand between them; `stops` are bytes that may follow a number at once.
    pub(crate) fn single(mut self, stops: Option<&[u8]>) -> Channel<'f, R> {
        if let Some(stops) = stops {
            (self.single, self.folding) = (true, true);
            self.stops = stops.to_vec();
        }
        self
    }

    /// Holds answers back until input is read or [`flush`](Channel::flush) is called.
    pub(crate) fn holding(mut self) -> Channel<'f, R> {
        self.most_held = usize::MAX;
        self
    }

    /// The answers that are held back.
    pub(crate) fn held(&self) -> &[u8] {
        &self.answers
    }

    /// The offset of the next byte that is neither read nor in the batch.
    fn here(&self) -> u64 {
        self.offset + self.at as u64
    }

    /// Bytes of input used so far: up to the last number and the byte that ends it.
    pub(crate) fn used(&self) -> u64 {
        if let Some(end) = self.blanks_from {
            return end;
        }
        let at = if self.taken == self.held {
            self.at
        } else {
            self.in_batch(self.taken).1
        };
        self.offset + at as u64
    }

    /// Where number `count` of the batch, counted from 1, begins and where the byte after it is used up.
    fn in_batch(&self, count: usize) -> (usize, usize) {
        let (mut start, mut next) = (self.batch_at, self.batch_at);
        for _ in 0..count {
            if let Some(found) = short(&self.buffer[..self.end], next) {
                (start, next) = (found.start, found.next);
            }
        }
        (start, next)
    }

    /// Takes the next plain numbers out of the buffer; how many there are. The last batch must be used up.
    #[inline]
    fn refill(&mut self) -> usize {
        self.batch_at = self.at;
        let taken = tokens::take(
            self.path,
            &self.buffer[..self.end],
            self.at,
            &mut self.batch,
        );
        (self.taken, self.held, self.at) = (0, taken.numbers, taken.next);
        if self.held > 0 {
            self.blanks_from = None;
        }
        self.held
    }

    /// Shows the numbers of the batch to `judge`, which adds to the answers and says how many positions it judged and how many numbers it
    /// used; how many positions.
    #[inline]
    pub(crate) fn judge_batch(
        &mut self,
        judge: impl FnOnce(&[u64], &mut Vec<u8>) -> (u64, usize),
    ) -> Result<u64, JudgeError> {
        let (judged, used) = judge(&self.batch[self.taken..self.held], &mut self.answers);
        if used > 0 {
            self.taken += used;
            self.last = Last::InBatch;
            if self.answers.len() >= self.most_held {
                self.flush()?;
            }
        }
        Ok(judged)
    }

    /// Shows what is left of the buffer to `judge`, which adds to the answers and says how many cases it judged and how far they reach; how many.
    #[inline]
    pub(crate) fn glance(
        &mut self,
        judge: impl FnOnce(&[u8], &mut Vec<u8>) -> Glanced,
    ) -> Result<u64, JudgeError> {
        // Numbers that were taken out of it are still to be used.
        if self.taken < self.held {
            return Ok(0);
        }
        let found = judge(&self.buffer[self.at..self.end], &mut self.answers);
        if found.cases > 0 {
            self.last = Last::At(self.offset + (self.at + found.last) as u64);
            self.at += found.used;
            self.blanks_from = None;
            if self.answers.len() >= self.most_held {
                self.flush()?;
            }
        }
        Ok(found.cases)
    }

    /// Adds to the answers.
    #[inline]
    pub(crate) fn answer(&mut self, bytes: &[u8]) -> Result<(), JudgeError> {
        self.answers.extend_from_slice(bytes);
        if self.answers.len() >= self.most_held {
            self.flush()
        } else {
            Ok(())
        }
    }

    /// Writes all answers out.
    pub(crate) fn flush(&mut self) -> Result<(), JudgeError> {
        let result = self
            .output
            .write_all(&self.answers)
            .and_then(|()| self.output.flush());
        self.answers.clear();
        result.map_err(JudgeError::Write)
    }

    /// The error `problem` at the start of the number read last.
    #[cold]
    pub(crate) fn refuse(&self, problem: Problem, expected: Expected) -> JudgeError {
        let start = match self.last {
            Last::InBatch => self.offset + self.in_batch(self.taken).0 as u64,
            Last::At(start) => start,
        };
        self.refuse_at(start, problem, expected)
    }

    fn refuse_at(&self, offset: u64, problem: Problem, expected: Expected) -> JudgeError {
        // A number that began in an earlier chunk had no line end since: the chunk's own line is its line.
        let index = usize::try_from(offset.saturating_sub(self.offset)).unwrap_or(usize::MAX);
        let (count, last) = lines(&self.buffer[..index.min(self.end)]);
        let line_start = last.map_or(self.line_start, |index| self.offset + index as u64);
        let place = Place {
            line: self.line + count,
            column: offset.saturating_sub(line_start) + 1,
            offset,
        };
        InputError {
            place,
            problem,
            expected,
        }
        .into()
    }

    /// Reads the next chunk; the last one must be used up. False at the end of the input.
    fn fill(&mut self) -> Result<bool, JudgeError> {
        if self.ended {
            return Ok(false);
        }
        if !self.answers.is_empty() {
            self.flush()?;
        }
        let (count, last) = lines(&self.buffer[..self.end]);
        self.line += count;
        if let Some(index) = last {
            self.line_start = self.offset + index as u64;
        }
        self.offset += self.end as u64;
        (self.at, self.end) = (0, 0);
        loop {
            match self.input.read(&mut self.buffer) {
                Ok(count) => {
                    // A reader that claims more than it was given room for is not believed.
                    self.end = count.min(self.buffer.len());
                    if count == 0 && self.input.at_limit() {
                        if self.between {
                            return Ok(false);
                        }
                        self.input.lift();
                        continue;
                    }
                    self.ended = count == 0;
                    return Ok(count > 0);
                }
                Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
                Err(error) => return Err(JudgeError::Read(error)),
            }
        }
    }

    #[inline]
    fn peek(&mut self) -> Result<Option<u8>, JudgeError> {
        if self.at == self.end && !self.fill()? {
            return Ok(None);
        }
        Ok(Some(self.buffer[self.at]))
    }

    /// The next number, or nothing where only blanks are left.
    #[inline]
    pub(crate) fn number_or_end(
        &mut self,
        expected: impl Fn() -> Expected,
    ) -> Result<Option<u128>, JudgeError> {
        if self.taken == self.held {
            if self.folding {
                return self.alone(&expected);
            }
            if self.refill() == 0 {
                return self.exact(&expected);
            }
        }
        self.taken += 1;
        self.last = Last::InBatch;
        Ok(Some(u128::from(self.batch[self.taken - 1])))
    }

    /// The next number without a batch.
    fn alone(&mut self, expected: &dyn Fn() -> Expected) -> Result<Option<u128>, JudgeError> {
        let Some(found) = short(&self.buffer[..self.end], self.at) else {
            return self.exact(expected);
        };
        self.last = Last::At(self.offset + found.start as u64);
        self.at = found.next;
        self.blanks_from = None;
        Ok(Some(found.value.into()))
    }

    /// Whether anything but blanks is left, between two cases.
    #[inline]
    pub(crate) fn more(&mut self, expected: impl Fn() -> Expected) -> Result<bool, JudgeError> {
        let in_sight = self.buffer[..self.end].get(self.at);
        if self.taken < self.held
            || (self.folding && in_sight.is_some_and(u8::is_ascii_digit))
            || (!self.folding && self.refill() > 0)
        {
            return Ok(true);
        }
        if self.blanks_from.is_none() {
            self.blanks_from = Some(self.used());
        }
        self.between = true;
        let next = self.skip_blanks(&expected);
        self.between = false;
        Ok(next?.is_some())
    }

    /// Where the buffer ends: its offset, its line, and the offset where that line begins.
    pub(crate) fn end_of_buffer(&self) -> (u64, u64, u64) {
        let (count, last) = lines(&self.buffer[..self.end]);
        let line_start = last.map_or(self.line_start, |index| self.offset + index as u64);
        (self.offset + self.end as u64, self.line + count, line_start)
    }

    /// Goes on at another place of the input, after the source was put there; the buffer must be used up.
    pub(crate) fn jump(&mut self, offset: u64, line: u64, line_start: u64) {
        (self.offset, self.line, self.line_start) = (offset, line, line_start);
        (self.at, self.end, self.taken, self.held) = (0, 0, 0, 0);
        self.blanks_from = None;
    }

    /// The source.
    pub(crate) fn source(&mut self) -> &mut R {
        &mut self.input
    }

    /// Where answers go.
    pub(crate) fn output(&mut self) -> &mut dyn Write {
        self.output
    }

    /// Whether [`more`](Channel::more) found nothing because the source pauses.
    pub(crate) fn is_paused(&self) -> bool {
        !self.ended && self.input.at_limit()
    }

    /// Passes over blanks; the byte after them, if there is one.
    fn skip_blanks(&mut self, expected: &dyn Fn() -> Expected) -> Result<Option<u8>, JudgeError> {
        loop {
            match self.peek()? {
                Some(byte) if is_blank(byte) => self.at += 1,
                Some(byte) if byte == MARK[0] && self.here() == 0 => self.skip_mark(expected)?,
                other => return Ok(other),
            }
        }
    }

    /// The next number, byte by byte.
    #[cold]
    fn exact(&mut self, expected: &dyn Fn() -> Expected) -> Result<Option<u128>, JudgeError> {
        let Some(first) = self.skip_blanks(expected)? else {
            return Ok(None);
        };
        self.blanks_from = None;
        self.last = Last::At(self.here());
        match first {
            b'0'..=b'9' => {}
            sign if sign == b'+' || (sign == b'-' && self.minus != Minus::Refused) => {
                self.at += 1;
                if !self.peek()?.is_some_and(|byte| byte.is_ascii_digit()) {
                    let problem = match sign {
                        b'+' => Problem::LonePlus,
                        _ => Problem::NoNumber(sign),
                    };
                    return Err(self.refuse(problem, expected()));
                }
            }
            b'-' => return Err(self.refuse(Problem::Negative, expected())),
            byte => {
                let problem = self.full_width(&[])?;
                let problem = problem.unwrap_or(Problem::NoNumber(byte));
                return Err(self.refuse(problem, expected()));
            }
        }
        let mut value = Some(0u128);
        while let Some(byte) = self.peek()? {
            match byte {
                b'0'..=b'9' => {
                    value = value
                        .and_then(|value| value.checked_mul(10))
                        .and_then(|value| value.checked_add(u128::from(byte - b'0')));
                    if value.is_none() {
                        return Err(self.refuse(Problem::TooLarge, expected()));
                    }
                }
                byte if is_blank(byte) => {
                    self.at += 1;
                    break;
                }
                byte if self.stops.contains(&byte) => break,
                byte => {
                    let place = self.offset + self.at as u64;
                    let problem = self.full_width(&[])?;
                    let problem = problem.unwrap_or(Problem::Attached(byte));
                    return Err(self.refuse_at(place, problem, expected()));
                }
            }
            self.at += 1;
        }
        if self.minus != Minus::Kept {
            return Ok(value);
        }
        // Formulas, which alone take such numbers, have 64 bits.
        let is_below = first == b'-';
        let most = if is_below { 1 << 63 } else { (1 << 127) - 1 };
        if value.is_some_and(|value| value > most) {
            let problem = if is_below {
                Problem::TooSmall
            } else {
                Problem::TooLarge
            };
            return Err(self.refuse(problem, expected()));
        }
        Ok(value.map(|value| {
            if is_below {
                value.wrapping_neg()
            } else {
                value
            }
        }))
    }

    /// What is wrong where a full-width character stands here, of which some bytes may be read.
    fn full_width(&mut self, read: &[u8]) -> Result<Option<Problem>, JudgeError> {
        let mut bytes = read.to_vec();
        while bytes.len() < MARK.len()
            && let Some(byte) = self.peek()?
        {
            // No line ends among them, by which the place would be another.
            let goes_on = match bytes.is_empty() {
                true => byte == MARK[0],
                false => !byte.is_ascii(),
            };
            if !goes_on {
                break;
            }
            bytes.push(byte);
            self.at += 1;
        }
        let wide = str::from_utf8(&bytes)
            .ok()
            .and_then(|text| text.chars().next());
        let wide = wide.filter(|wide| ('！'..='～').contains(wide));
        Ok(wide.map(Problem::FullWidth))
    }

    /// Passes over the byte-order mark that the first byte of the input seems to begin.
    fn skip_mark(&mut self, expected: &dyn Fn() -> Expected) -> Result<(), JudgeError> {
        for (place, byte) in MARK.into_iter().enumerate() {
            if self.peek()? != Some(byte) {
                let problem = self.full_width(&MARK[..place])?;
                let problem = problem.unwrap_or(Problem::NoNumber(MARK[0]));
                return Err(self.refuse_at(0, problem, expected()));
            }
            self.at += 1;
        }
        self.line_start = MARK.len() as u64;
        Ok(())
    }

    /// The next number; the input may not end here.
    #[inline]
    pub(crate) fn number(&mut self, expected: impl Fn() -> Expected) -> Result<u128, JudgeError> {
        match self.number_or_end(&expected)? {
            Some(number) => Ok(number),
            None => Err(self.refuse_at(self.here(), Problem::End, expected())),
        }
    }

    /// The number read last as a count, which must be below 2^63.
    #[inline]
    pub(crate) fn as_count(
        &self,
        number: u128,
        expected: impl Fn() -> Expected,
    ) -> Result<u64, JudgeError> {
        match u64::try_from(number) {
            Ok(count) if count < 1 << 63 => Ok(count),
            _ => Err(self.refuse(Problem::CountTooLarge, expected())),
        }
    }

    /// Hands the next `count` numbers to `sink`; `expected` says what the number after so many is.
    #[inline]
    pub(crate) fn each<S: Sink>(
        &mut self,
        count: u64,
        sink: &mut S,
        expected: impl Fn(u64) -> Expected,
    ) -> Result<(), JudgeError> {
        if self.single {
            return self.each_alone(count, sink, &expected);
        }
        let mut left = count;
        self.folding = S::FOLDS && count >= LONG && self.patience == 0;
        self.patience = self.patience.saturating_sub(1);
        while left > 0 {
            if self.folding && self.taken == self.held {
                let most = usize::try_from(left).unwrap_or(usize::MAX);
                let text = &self.buffer[..self.end];
                let mut sums = tokens::Sums::default();
                let taken = tokens::nim(self.path, text, self.at, most, &mut sums);
                if taken.numbers == 0 {
                    left -= match self.ahead(sink, left) {
                        0 => self.one(sink, &|| expected(count - left)).map(|()| 1)?,
                        passed => passed,
                    };
                    continue;
                }
                sink.fold(sums.xor, sums.or);
                left -= taken.numbers as u64;
                if taken.next - self.at > LONG_DIGITS * taken.numbers {
                    (self.folding, self.patience) = (false, PATIENCE);
                }
                self.at = taken.next;
                self.blanks_from = None;
                self.last = Last::At(self.here());
                continue;
            }
            if self.taken == self.held && self.refill() == 0 {
                left -= match self.ahead(sink, left) {
                    0 => self.one(sink, &|| expected(count - left)).map(|()| 1)?,
                    passed => passed,
                };
                continue;
            }
            let most = usize::try_from(left).unwrap_or(usize::MAX);
            let numbers = &self.batch[self.taken..self.held];
            let numbers = &numbers[..numbers.len().min(most)];
            let taken = if numbers.len() as u64 == count {
                sink.row(numbers)
            } else {
                sink.many(numbers)
            };
            if let Err((index, problem)) = taken {
                self.taken += index + 1;
                self.last = Last::InBatch;
                return Err(self.refuse(problem, expected(count - left + index as u64)));
            }
            self.taken += numbers.len();
            left -= numbers.len() as u64;
            self.last = Last::InBatch;
        }
        Ok(())
    }

    /// Lets the source pass over numbers of a long row, where the buffer is used up; how many.
    #[cold]
    fn ahead<S: Sink>(&mut self, sink: &mut S, left: u64) -> u64 {
        let back = (self.end - self.at) as u64;
        // What is not plain, or an end, would be met at once.
        if !S::FOLDS || left < AHEAD || back > DIGITS as u64 + 1 {
            return 0;
        }
        let Some(ahead) = self.input.ahead(back, left, self.path) else {
            return 0;
        };
        sink.fold(ahead.sums.xor, ahead.sums.or);
        let begin = self.here();
        let (count, last) = lines(&self.buffer[..self.at]);
        if let Some(index) = last {
            self.line_start = self.offset + index as u64;
        }
        if let Some(last) = ahead.last_line {
            self.line_start = begin + last;
        }
        let line = self.line + count + ahead.lines;
        self.jump(begin + ahead.bytes, line, self.line_start);
        self.last = Last::At(self.here());
        ahead.numbers
    }

    /// Hands one number that is not plain to `sink`.
    #[cold]
    fn one<S: Sink>(
        &mut self,
        sink: &mut S,
        expected: &dyn Fn() -> Expected,
    ) -> Result<(), JudgeError> {
        let Some(number) = self.exact(expected)? else {
            return Err(self.refuse_at(self.here(), Problem::End, expected()));
        };
        let taken = match u64::try_from(number) {
            Ok(number) => sink.narrow(number),
            Err(_) => sink.wide(number),
        };
        taken.map_err(|problem| self.refuse(problem, expected()))
    }
}
