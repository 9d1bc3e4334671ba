//! Where in the middle of a file a case seems to begin.
//!
//! Files mostly end each case with its line, be it of numbers or of letters. A line start is a fair guess if, read from there by
//! the format's layout, several cases in a row end with their lines; a better one, if besides no row of theirs is broken into lines: of
//! cases with one number each, every line start passes for the first. A guess is only a guess: who
//! uses it must see whether reading from the beginning arrives there.

use super::read_at::read_at;
use crate::format::{Cases, Count, Format, Item, Layout, Span, shifted};
use crate::glance::after_blanks;
use grundy_number::text::scan::{is_blank, short};
use grundy_number::text::tokens::{self, Path};
use std::fs::File;

/// How much is looked at.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) struct Window {
    bytes: usize,
    /// Bytes that are gone through in all: where cases are longer than the window, each line is tried in vain, and far.
    work: usize,
    /// A case of so many bytes that ends with its line is no accident.
    long: usize,
}

/// For cases of at most some ten thousand numbers.
pub(super) const NARROW: Window = Window {
    bytes: 256 << 10,
    work: 1 << 20,
    long: 64 << 10,
};
/// For longer ones.
pub(super) const WIDE: Window = Window {
    bytes: 4 << 20,
    work: 12 << 20,
    long: 64 << 10,
};
/// Line starts that are tried.
const TRIES: usize = 4096;
/// Bytes of a row that are looked through for the end of a line.
const SHORT: usize = 1 << 10;
/// Vertices at the beginning of a list of edges that must be vertices at all.
const VERTICES: usize = 32;
/// Line starts that are tried for a better guess once there is a fair one.
const BETTER: usize = 64;
/// Cases in a row that must end with their lines: so many, and as many as have so many bytes.
const AGREE: usize = 3;
const SURE: usize = 64;

/// A byte at or after `from` where a case seems to begin.
pub(super) fn case_start(
    format: &Format,
    file: &File,
    from: u64,
    length: u64,
    size: Window,
) -> Option<u64> {
    if from >= length || format.cases == Cases::One || !format.layout.is_walked() {
        return None;
    }
    let mut window = vec![0; size.bytes];
    let mut filled = 0;
    while filled < window.len() {
        match read_at(file, &mut window[filled..], from + filled as u64) {
            Ok(0) => break,
            Ok(count) => filled += count,
            // Whoever reads that part next will say what is wrong.
            Err(_) => return None,
        }
    }
    let window = &window[..filled];
    let mut at = 0;
    let mut work = 0;
    let mut fair = None;
    let mut tries = TRIES;
    while tries > 0 {
        tries -= 1;
        let Some(end) = memchr::memchr(b'\n', &window[at..]) else {
            break;
        };
        at += end + 1;
        let first = window.get(at);
        let begins = match format.layout.head[0] {
            Item::Number(_) | Item::Rows(..) => first.is_some_and(u8::is_ascii_digit),
            _ => first.is_some_and(|&first| !is_blank(first)),
        };
        if !begins {
            continue;
        }
        let (fit, gone) = fit(format, &window[at..], size.long);
        match fit {
            Fit::Good => return Some(from + at as u64),
            Fit::Fair if fair.is_none() => {
                fair = Some(from + at as u64);
                tries = tries.min(BETTER);
            }
            _ => {}
        }
        work += gone;
        if work > size.work {
            break;
        }
    }
    fair
}

/// Whether cases may begin at a place.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Fit {
    No,
    /// Each ends with its line.
    Fair,
    /// And no row is broken.
    Good,
}

/// Whether several cases from the beginning of `text` on, or one of `long` bytes, end with their lines, and how far that was looked for.
fn fit(format: &Format, text: &[u8], long: usize) -> (Fit, usize) {
    let mut walk = Walk {
        text,
        at: 0,
        numbers: vec![0; format.layout.fields.len()],
        is_broken: false,
    };
    let fits = (0..SURE).all(|case| {
        let enough = match case {
            0 => false,
            1..AGREE => walk.at >= long,
            _ => walk.at >= SURE,
        };
        enough || walk.case(format) == Some(true)
    });
    let fit = match (fits, walk.is_broken) {
        (false, _) => Fit::No,
        (true, true) => Fit::Fair,
        (true, false) => Fit::Good,
    };
    (fit, walk.at)
}

/// Goes through numbers without judging them.
struct Walk<'t> {
    text: &'t [u8],
    at: usize,
    /// The plain numbers by field.
    numbers: Vec<u64>,
    /// Whether a row of single numbers went over several lines.
    is_broken: bool,
}

impl Walk<'_> {
    fn number(&mut self) -> Option<u64> {
        let found = short(self.text, self.at)?;
        self.at = found.next;
        Some(found.value)
    }

    /// Whether the case ends with its line.
    fn case(&mut self, format: &Format) -> Option<bool> {
        let layout = &format.layout;
        layout
            .head
            .iter()
            .try_for_each(|item| self.item(layout, item))?;
        if let Some((items, count)) = &layout.positions {
            for _ in 0..self.count(*count)? {
                items.iter().try_for_each(|item| self.item(layout, item))?;
                if !self.ends_line() {
                    return Some(false);
                }
            }
        }
        Some(self.ends_line())
    }

    /// Whether the number read last ends its line.
    fn ends_line(&self) -> bool {
        matches!(self.text[self.at - 1], b'\n' | b'\r')
    }

    /// Passes over so many numbers.
    fn skip(&mut self, mut count: u64) -> Option<()> {
        while count > 0 {
            let most = usize::try_from(count).unwrap_or(usize::MAX);
            let mut sums = tokens::Sums::default();
            let taken = tokens::nim(Path::best(), self.text, self.at, most, &mut sums);
            if taken.numbers == 0 {
                return None;
            }
            self.at = taken.next;
            count -= taken.numbers as u64;
        }
        Some(())
    }

    /// Looks whether edges begin with vertices: a line in the middle of a list mostly does not say how many there are.
    fn are_vertices(&self, vertices: u64, width: usize, entries: u64) -> Option<()> {
        let mut at = self.at;
        for place in (0..VERTICES).take_while(|&place| (place as u64) < entries) {
            let found = short(self.text, at)?;
            at = found.next;
            if place % width < 2 && !(1..=vertices).contains(&found.value) {
                return None;
            }
        }
        Some(())
    }

    fn item(&mut self, layout: &Layout, item: &Item) -> Option<()> {
        match item {
            Item::Number(field) => self.numbers[*field] = self.number()?,
            Item::Rows(fields, count) => {
                let entries = self.count(*count)?.checked_mul(fields.len() as u64)?;
                // Each takes two bytes at least.
                if entries > (self.text.len() - self.at) as u64 / 2 {
                    return None;
                }
                if let Some((_, vertices)) = layout.shape(fields[0]) {
                    self.are_vertices(self.numbers[vertices], fields.len(), entries)?;
                }
                let begin = self.at;
                self.skip(entries)?;
                if fields.len() == 1 && entries > 1 {
                    let row = &self.text[begin..self.at - 1];
                    let row = &row[..row.len().min(SHORT)];
                    self.is_broken |= memchr::memchr(b'\n', row.trim_ascii()).is_some();
                }
            }
            Item::Letters(_, Span::Word) => drop(self.word()?),
            Item::Letters(_, Span::Line(count)) => self.words(1, self.count(*count)?)?,
            Item::Letters(_, Span::Board(rows, width)) => {
                self.words(self.count(*rows)?, self.count(*width)?)?;
            }
            Item::Listed(_) | Item::Letters(_, Span::Listed) => {
                self.at = after_blanks(self.text, self.at)?;
                if self.text[self.at] != b'[' {
                    return None;
                }
                self.close(b']')?;
            }
            _ => return None,
        }
        Some(())
    }

    /// Passes over a word and the blank behind it; how many letters it has.
    fn word(&mut self) -> Option<u64> {
        let begin = after_blanks(self.text, self.at)?;
        if self.text[begin] == b'"' {
            self.at = begin + 1;
            self.close(b'"')?;
        } else {
            let rest = self.text[begin..].iter();
            self.at = begin + 1 + rest.clone().position(|&byte| is_blank(byte))?;
        }
        Some((self.at - 1 - begin) as u64)
    }

    /// Passes over so many words of so many letters each.
    fn words(&mut self, count: u64, length: u64) -> Option<()> {
        (0..count).try_for_each(|_| (self.word()? == length).then_some(()))
    }

    /// Passes over what stands before a byte, that byte and the blank behind it.
    fn close(&mut self, last: u8) -> Option<()> {
        let end = self.at + memchr::memchr(last, &self.text[self.at..])?;
        let is_closed = self.text.get(end + 1).is_some_and(|&byte| is_blank(byte));
        self.at = end + 2;
        is_closed.then_some(())
    }

    fn count(&self, count: Count) -> Option<u64> {
        match count {
            Count::Fixed(count) => Some(count),
            Count::Times(rows, width) => self.numbers[rows].checked_mul(self.numbers[width]),
            Count::Named(field, plus) => {
                let count = shifted(self.numbers[field].into(), plus)?;
                u64::try_from(count).ok()
            }
        }
    }
}
