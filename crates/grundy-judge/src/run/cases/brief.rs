//! Short positions, many at a time.
//!
//! Most inputs are a count and so many numbers, over and over, and the answer is one of two texts or a number. Where such rows
//! are short, what is done for each of them takes longer than its numbers do; so as many as the batch holds whole are judged in one
//! loop. Whatever is not so plain, be it a row that the batch cuts or a number that the tally refuses, is left where it
//! stands for [`Run`], which reads it again and says what is wrong.

use super::Run;
use crate::channel::Channel;
use crate::error::{JudgeError, Problem};
use crate::format::{Cases, Count, Field, Format, Item, OwnPlace, Piece, Plan};
use crate::glance::{Glanced, Text, Told, after_blanks};
use crate::source::Source;
use crate::tally::Tally;
use grundy_number::text::scan::is_blank;
use grundy_number::text::tokens::DIGITS;

/// Positions that are a count and so many rows, or a list in brackets, and what is told of each.
pub(super) struct Brief {
    /// Numbers of a row.
    width: usize,
    /// Whether they stand in brackets, with commas between them, without a count.
    listed: bool,
    /// Whether a count of 0 ends them.
    until_zero: bool,
    told: Told,
    /// Numbers that a position may have.
    kept: usize,
    /// Numbers of lists in brackets, each behind how many there are, and the bytes up to the end of each and to its last number.
    numbers: Vec<u64>,
    ends: Vec<(usize, usize)>,
}

/// Numbers of lists in brackets that are read before they are judged.
const LISTED: usize = 4096;

impl Brief {
    /// For the cases of a format whose positions have nothing but their rows, of which at most so many numbers are kept where they are kept at all.
    pub(super) fn of_cases(format: &Format, streams: bool, kept: usize) -> Option<Brief> {
        let layout = &format.layout;
        let until_zero = format.cases == Cases::UntilZero;
        let own_list = match &format.plan {
            Plan::Own(own) => match own.place() {
                OwnPlace::List(field) => Some(*field),
                _ => None,
            },
            _ => None,
        };
        let fields = layout.head.last().map(Item::fields);
        let (alone, kept) = match (&format.plan, own_list) {
            (_, Some(field)) => (fields == Some(&[field]), kept),
            (Plan::Nim, _) if matches!(layout.head[..], [Item::Listed(_)]) => {
                let own = |field: &Field| format.rule.words == [[Piece::Gap(*field, 0)]];
                (layout.head[0].fields().iter().all(own), kept)
            }
            (Plan::Nim | Plan::Bounded(None), _) => (streams, usize::MAX),
            _ => (false, 0),
        };
        let bare = layout.positions.is_none()
            && layout.all_made().is_empty()
            && !layout.reads_negatives()
            && !format.has_headings()
            && format.echoed().is_empty()
            && format.acyclic.is_none()
            && format.require.is_none();
        let brief = Brief::new(format, &layout.head, until_zero, kept);
        brief.filter(|_| alone && bare)
    }

    /// For the positions of a case whose rule is set.
    pub(super) fn of_positions(format: &Format) -> Option<Brief> {
        let (items, count) = format.layout.positions.as_ref()?;
        Brief::new(format, items, matches!(count, Count::Fixed(0)), usize::MAX)
    }

    fn new(format: &Format, items: &[Item], until_zero: bool, kept: usize) -> Option<Brief> {
        let (width, listed) = match items {
            [
                Item::Number(count),
                Item::Rows(fields, Count::Named(counted, 0)),
            ] if count == counted => (fields.len(), false),
            [Item::Listed(_)] => (1, true),
            _ => return None,
        };
        Some(Brief {
            width,
            listed,
            until_zero: until_zero && !listed,
            told: Told::of(format)?,
            kept,
            numbers: Vec::new(),
            ends: Vec::new(),
        })
    }

    /// Judges cases that are lists in brackets from the front of `bytes`.
    fn judge_listed<T: Tally>(
        &mut self,
        tally: &mut T,
        bytes: &[u8],
        most: u64,
        out: &mut Vec<u8>,
    ) -> Glanced {
        let mut found = Glanced::default();
        // The first alone: a rule that is no sum of entries refuses each.
        let mut room = 1;
        while found.cases < most {
            self.numbers.clear();
            self.ends.clear();
            let mut at = found.used;
            while self.numbers.len() < room
                && let Some((end, last)) = one_list(bytes, at, &mut self.numbers)
            {
                self.ends.push((end, last));
                at = end;
            }
            let (judged, _) = self.judge(tally, &self.numbers, most - found.cases, out);
            let Some(&(end, last)) = (judged as usize)
                .checked_sub(1)
                .and_then(|last| self.ends.get(last))
            else {
                break;
            };
            found.cases += judged;
            (found.used, found.last) = (end, last);
            if (judged as usize) < self.ends.len() {
                break;
            }
            room = LISTED;
        }
        found
    }

    /// Judges positions from the front of `numbers`, at most so many, and writes their answers; how many there were, and how many
    /// numbers they took.
    fn judge<T: Tally>(
        &self,
        tally: &mut T,
        numbers: &[u64],
        most: u64,
        out: &mut Vec<u8>,
    ) -> (u64, usize) {
        match &self.told {
            Told::Outcome(texts) => self.each(numbers, most, |row| {
                let wins = tally.row_wins(row);
                wins.map(|wins| texts[usize::from(wins)].write(out)).is_ok()
            }),
            Told::Count { after } => self.each(numbers, most, |row| {
                number(tally, row, after, out, Tally::count)
            }),
            Told::Value { after } => self.each(numbers, most, |row| {
                number(tally, row, after, out, Tally::value)
            }),
        }
    }

    /// Hands the rows of positions to `tell`, as long as it is true.
    #[inline(always)]
    fn each(
        &self,
        numbers: &[u64],
        most: u64,
        mut tell: impl FnMut(&[u64]) -> bool,
    ) -> (u64, usize) {
        let mut rest = numbers;
        let mut judged = 0;
        while judged < most
            && let [count, row @ ..] = rest
            && let Ok(count) = usize::try_from(*count)
            && let Some(length) = count.checked_mul(self.width)
            && length <= row.len().min(self.kept)
            && !(self.until_zero && count == 0)
        {
            let (row, after) = row.split_at(length);
            if !tell(row) {
                break;
            }
            rest = after;
            judged += 1;
        }
        (judged, numbers.len() - rest.len())
    }
}

/// Writes a number of a position and what follows it; nothing where there is no such number.
#[inline(always)]
fn number<T: Tally>(
    tally: &mut T,
    row: &[u64],
    after: &Text,
    out: &mut Vec<u8>,
    write: impl Fn(&mut T, &mut Vec<u8>) -> Result<(), Problem>,
) -> bool {
    let begin = out.len();
    tally.begin();
    if tally.row(row).is_err() || write(tally, out).is_err() {
        out.truncate(begin);
        return false;
    }
    after.write(out);
    true
}

/// Reads the plain numbers of the next list in brackets behind how many there are; the bytes up to its end, and to its last number, or the bracket
/// where it has none. Nothing is added where there is no such list.
fn one_list(bytes: &[u8], at: usize, numbers: &mut Vec<u64>) -> Option<(usize, usize)> {
    let begin = numbers.len();
    numbers.push(0);
    let found = entries(bytes, at, numbers);
    match found {
        Some(_) => numbers[begin] = (numbers.len() - begin - 1) as u64,
        None => numbers.truncate(begin),
    }
    found
}

fn entries(bytes: &[u8], at: usize, numbers: &mut Vec<u64>) -> Option<(usize, usize)> {
    let mut at = after_blanks(bytes, at)?;
    if bytes[at] != b'[' {
        return None;
    }
    at = after_blanks(bytes, at + 1)?;
    if bytes[at] == b']' {
        return Some((at + 1, at));
    }
    loop {
        let begin = at;
        let mut value = 0u64;
        while let digit @ 0..=9 = bytes.get(at)?.wrapping_sub(b'0') {
            // Wraps only where there are more digits than a plain number has, and then it is not used.
            value = value.wrapping_mul(10).wrapping_add(digit.into());
            at += 1;
        }
        if !(1..=DIGITS).contains(&(at - begin)) {
            return None;
        }
        numbers.push(value);
        let mut next = bytes[at];
        if is_blank(next) {
            at = after_blanks(bytes, at)?;
            next = bytes[at];
        }
        match next {
            b',' => at = after_blanks(bytes, at + 1)?,
            // What was read last begins at the bracket.
            b']' => return Some((at + 1, at)),
            _ => return None,
        }
    }
}

impl<T: Tally> Run<'_, T> {
    /// Judges as many cases as the batch holds whole, at most so many.
    pub(super) fn brief_cases<R: Source>(
        &mut self,
        channel: &mut Channel<'_, R>,
        most: u64,
    ) -> Result<u64, JudgeError> {
        let tally = &mut self.tally;
        match (&mut self.brief_cases, &self.glance) {
            (Some(brief), _) if brief.listed => {
                channel.glance(|bytes, out| brief.judge_listed(tally, bytes, most, out))
            }
            (Some(brief), _) => {
                channel.judge_batch(|numbers, out| brief.judge(tally, numbers, most, out))
            }
            (None, Some(glance)) => {
                channel.glance(|bytes, out| tally.glance(glance, bytes, most, out))
            }
            (None, None) => Ok(0),
        }
    }

    /// Judges as many positions of the case as the batch holds whole, at most so many.
    pub(super) fn brief_positions<R: Source>(
        &mut self,
        channel: &mut Channel<'_, R>,
        most: u64,
    ) -> Result<u64, JudgeError> {
        match &self.brief_positions {
            Some(brief) => {
                channel.judge_batch(|numbers, out| brief.judge(&mut self.tally, numbers, most, out))
            }
            None => Ok(0),
        }
    }
}
