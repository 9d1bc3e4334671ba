//! Short positions, many at a time.
//!
//! Most inputs are a count and so many numbers, over and over, and the answer is one of two texts or a number. Where such rows
//! are short, what is done for each of them takes longer than its numbers do; so as many as the batch holds whole are judged in one
//! loop. Whatever is not so plain, be it a row that the batch cuts or a number that the tally refuses, is left where it
//! stands for [`Run`], which reads it again and says what is wrong.

use super::Run;
use crate::channel::Channel;
use crate::error::{JudgeError, Problem};
use crate::format::{Cases, Count, Format, Item, Part, Plan, Reply};
use crate::source::Source;
use crate::tally::Tally;

/// Bytes that are copied for a text of at most so many.
const TEXT: usize = 16;

/// A text in a place of fixed size.
#[derive(Clone, Copy)]
struct Text {
    bytes: [u8; TEXT],
    length: usize,
}

impl Text {
    fn new(text: &str) -> Option<Text> {
        let mut bytes = [0; TEXT];
        bytes
            .get_mut(..text.len())?
            .copy_from_slice(text.as_bytes());
        Some(Text {
            bytes,
            length: text.len(),
        })
    }

    /// Adds it to the answers: a copy of fixed size, of which the rest is cut off.
    #[inline(always)]
    fn write(&self, out: &mut Vec<u8>) {
        let end = out.len() + self.length;
        out.extend_from_slice(&self.bytes);
        out.truncate(end);
    }
}

/// What is told of a position.
enum Told {
    Outcome { win: Text, lose: Text },
    Count { after: Text },
    Value { after: Text },
}

/// Positions that are a count and so many rows, and what is told of each.
pub(super) struct Brief {
    /// Numbers of a row.
    width: usize,
    /// Whether a count of 0 ends them.
    until_zero: bool,
    told: Told,
}

impl Brief {
    /// For the cases of a format whose positions have nothing but their rows.
    pub(super) fn of_cases(format: &Format) -> Option<Brief> {
        let layout = &format.layout;
        let alone = matches!(format.plan, Plan::Nim | Plan::Bounded(None));
        let fits = alone && layout.positions.is_none() && !format.has_headings();
        let until_zero = format.cases == Cases::UntilZero;
        fits.then(|| Brief::new(format, &layout.head, until_zero))?
    }

    /// For the positions of a case whose rule is set.
    pub(super) fn of_positions(format: &Format) -> Option<Brief> {
        let (items, count) = format.layout.positions.as_ref()?;
        Brief::new(format, items, matches!(count, Count::Fixed(0)))
    }

    fn new(format: &Format, items: &[Item], until_zero: bool) -> Option<Brief> {
        let [
            Item::Number(count),
            Item::Rows(fields, Count::Named(counted, 0)),
        ] = items
        else {
            return None;
        };
        if count != counted || format.each || format.prefixes || format.draw.is_some() {
            return None;
        }
        let number = |parts: &[Part]| match parts {
            [Part::Slot(_)] => Text::new(""),
            [Part::Slot(_), Part::Literal(after)] => Text::new(after),
            _ => None,
        };
        let told = match &format.tell {
            Reply::Outcome { win, lose } => Told::Outcome {
                win: Text::new(win.plain()?)?,
                lose: Text::new(lose.plain()?)?,
            },
            Reply::Count(wording) if !format.numbers_cases() => Told::Count {
                after: number(wording.parts())?,
            },
            Reply::Value(wording) if !format.numbers_cases() => Told::Value {
                after: number(wording.parts())?,
            },
            _ => return None,
        };
        Some(Brief {
            width: fields.len(),
            until_zero,
            told,
        })
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
            Told::Outcome { win, lose } => self.each(numbers, most, |row| {
                let wins = tally.row_wins(row);
                wins.map(|wins| if wins { win } else { lose }.write(out))
                    .is_ok()
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
            && length <= row.len()
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

impl<T: Tally> Run<'_, T> {
    /// Judges as many cases as the batch holds whole, at most so many.
    pub(super) fn brief_cases<R: Source>(
        &mut self,
        channel: &mut Channel<'_, R>,
        most: u64,
    ) -> Result<u64, JudgeError> {
        match &self.brief_cases {
            Some(brief) => {
                channel.judge_batch(|numbers, out| brief.judge(&mut self.tally, numbers, most, out))
            }
            None => Ok(0),
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
