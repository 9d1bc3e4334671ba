//! Cases of letters, many at a time, straight from where they stand in the buffer.
//!
//! Where a case is a short word or board, what is done around it takes longer than its letters do; and a letter that is kept as a number takes
//! sixteen bytes of memory where one does. So as many cases as the buffer holds whole are gone through in one loop, each a word, a
//! line or a board as nearly all inputs have them. Whatever is not so plain, be it a case that the buffer cuts, a byte that does not belong or
//! a position whose value is not known, is left where it stands for the exact reader, which reads it again and says what is wrong.

pub(crate) mod codes;
pub(crate) mod letters;
mod short;
mod told;

pub(crate) use short::Short;
pub(crate) use told::{Text, Told};

use crate::channel::Alphabet;
use crate::format::{Cases, Count, Field, Format, Item, Layout, Span};
use crate::tally::put_number;
use codes::{Codes, eight};
use grundy_number::text::scan::{is_blank, short};
use grundy_number::text::tokens::Path;
use letters::Letters;

/// How many there are of something: always so many, or as many as a number at the beginning of the case says.
#[derive(Clone, Copy)]
enum Size {
    Fixed(usize),
    Named(usize),
}

/// What stands behind the numbers of a case.
#[derive(Clone, Copy)]
enum Shape {
    Word,
    Line(Size),
    Board(Size, Size),
}

/// Letters that are looked at one by one.
const SHORT: usize = 16;

/// Where fewer words than this came out of blocks, so many are read one by one.
const FEW: u64 = 4;
const MANY: u64 = 32;

/// Numbers that a case begins with at most.
const NUMBERS: usize = 2;

/// A case as nearly all inputs of a format have it.
pub(crate) struct Glance {
    /// How many numbers it begins with.
    numbers: usize,
    shape: Shape,
    /// Whether one that begins with 0 ends the input.
    until_zero: bool,
    told: Told,
    /// What is told, by value, as far as that is short.
    texts: Vec<Text>,
    alphabet: Alphabet,
    codes: Option<Codes>,
    path: Path,
    /// Letters, and line ends between them, that a case may have.
    kept: usize,
}

/// What was judged.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Glanced {
    /// How many cases.
    pub(crate) cases: u64,
    /// The bytes up to the end of the last of them, and where its last letters begin.
    pub(crate) used: usize,
    pub(crate) last: usize,
}

/// The numbers that the last case began with, as long as the next begins with the same bytes.
#[derive(Default)]
struct Head {
    numbers: [usize; NUMBERS],
    bytes: u64,
    mask: u64,
    length: usize,
}

impl Head {
    /// The numbers from byte `at` on, so many, and the byte behind them.
    #[inline(always)]
    fn read(&mut self, count: usize, bytes: &[u8], at: usize) -> Option<usize> {
        if count == 0 {
            return Some(at);
        }
        if self.length > 0 && eight(bytes, at)? & self.mask == self.bytes {
            return Some(at + self.length);
        }
        let mut next = at;
        for number in &mut self.numbers[..count] {
            let found = short(bytes, next)?;
            *number = usize::try_from(found.value).ok()?;
            next = found.next;
        }
        let length = next - at;
        (self.length, self.mask) = match length {
            1..=8 => (length, u64::MAX >> (64 - 8 * length)),
            _ => (0, 0),
        };
        self.bytes = eight(bytes, at)? & self.mask;
        Some(next)
    }

    fn size(&self, size: Size) -> usize {
        match size {
            Size::Fixed(size) => size,
            Size::Named(number) => self.numbers[number],
        }
    }
}

impl Glance {
    /// For the cases of a format that are nothing but letters, and numbers that say how many; of a case at most so many letters are kept.
    pub(crate) fn of(format: &Format, kept: usize, path: Path) -> Option<Glance> {
        let layout = &format.layout;
        let (last, numbers) = layout.head.split_last()?;
        let fields = numbers.iter().map(|item| match item {
            Item::Number(field) if plain_number(layout, *field) => Some(*field),
            _ => None,
        });
        let fields = fields.collect::<Option<Vec<Field>>>()?;
        let Item::Letters(letters, span) = last else {
            return None;
        };
        let size = |count: Count| match count {
            Count::Fixed(count) => usize::try_from(count).ok().map(Size::Fixed),
            Count::Named(field, 0) => {
                let place = fields.iter().position(|own| *own == field);
                place.map(Size::Named)
            }
            _ => None,
        };
        let shape = match *span {
            Span::Word => Shape::Word,
            Span::Line(count) => Shape::Line(size(count)?),
            Span::Board(rows, width) => Shape::Board(size(rows)?, size(width)?),
            Span::Listed => return None,
        };
        let alone = layout.positions.is_none()
            && layout.marks(*letters).is_none()
            && layout.all_made().is_empty()
            && !format.has_headings()
            && format.echoed().is_empty()
            && format.acyclic.is_none()
            && format.require.is_none()
            && fields.len() <= NUMBERS;
        let told = Told::of(format).filter(|_| alone)?;
        Some(Glance {
            numbers: fields.len(),
            shape,
            until_zero: format.cases == Cases::UntilZero,
            texts: told.texts(),
            told,
            alphabet: Alphabet::new(layout.alphabet(*letters)?),
            codes: Codes::of(layout.alphabet(*letters)?),
            path,
            kept,
        })
    }

    /// By which instructions blocks are looked at.
    pub(crate) fn path(&self) -> Path {
        self.path
    }

    /// Where the letters from byte `at` on end; nothing where the bytes end before.
    #[inline(always)]
    pub(crate) fn end(&self, bytes: &[u8], at: usize) -> Option<usize> {
        // Most words are short: no branch for each letter, where these are few.
        let mut begin = at;
        match &self.codes {
            Some(codes) => {
                while begin < at + SHORT {
                    let eight = eight(bytes, begin)?;
                    let (_, wrong) = match codes.bits() {
                        1 => codes.read::<1>(eight),
                        _ => codes.read::<2>(eight),
                    };
                    if wrong != 0 {
                        return Some(begin + wrong.trailing_zeros() as usize / 8);
                    }
                    begin += 8;
                }
            }
            None => {
                for (place, &byte) in bytes.get(at..)?.iter().enumerate().take(SHORT) {
                    if !self.alphabet.has(byte) {
                        return Some(at + place);
                    }
                }
            }
        }
        let end = begin + self.alphabet.leading(&bytes[begin..]);
        (end < bytes.len()).then_some(end)
    }

    /// Judges cases of one word or line from the front of `bytes`, at most so many, and writes their answers. `value` reads the letters from a
    /// byte on up to what is none, and tells what they are worth and where they end; what it tells of short words is kept in `known`.
    #[inline(always)]
    pub(crate) fn words(
        &self,
        bytes: &[u8],
        most: u64,
        out: &mut Vec<u8>,
        known: &mut Short,
        mut value: impl FnMut(usize) -> Option<(u64, usize)>,
    ) -> Glanced {
        let mut found = Glanced::default();
        let is_word = matches!(self.shape, Shape::Word) && self.numbers == 0;
        let codes = (self.codes.as_ref())
            .filter(|codes| is_word && Short::longest(codes.bits()) <= self.kept);
        let blocks = codes.map(|codes| (codes, Letters::of(codes, self.path)));
        loop {
            let before = found.cases;
            if let Some((_, letters)) = &blocks {
                known.judge(letters, &self.texts, bytes, most, out, &mut found);
            }
            // Where words are not short there is no use in looking at blocks again and again.
            let next = match &blocks {
                None => most,
                Some(_) if found.cases - before < FEW => most.min(found.cases + MANY),
                Some(_) => most.min(found.cases + 1),
            };
            let between = found.cases;
            self.each(bytes, next, out, &mut found, |head, at| {
                let quoted = bytes[at] == b'"';
                let begin = at + usize::from(quoted);
                let (value, end) = value(begin)?;
                let fits = match self.shape {
                    Shape::Word => end - begin <= self.kept,
                    Shape::Line(size) => end - begin == head.size(size) && end > begin,
                    Shape::Board(..) => false,
                };
                let next = *bytes.get(end)?;
                let closed = match quoted {
                    true => next == b'"',
                    false => is_blank(next) && end > begin,
                };
                if !fits || !closed || end - begin > self.kept {
                    return None;
                }
                if let (Some((codes, _)), Some(answer)) = (&blocks, self.told.answer(value)) {
                    known.keep(codes, &bytes[begin..end], answer);
                }
                Some((value, at, end + usize::from(quoted)))
            });
            if found.cases == between || found.cases == most {
                return found;
            }
        }
    }

    /// Judges cases of one board. `value` reads so many rows of so many letters from a byte on, with nothing but a line end behind each,
    /// and tells what they are worth, where the last row begins and where it ends.
    #[inline(always)]
    pub(crate) fn boards(
        &self,
        bytes: &[u8],
        most: u64,
        out: &mut Vec<u8>,
        mut value: impl FnMut(usize, usize, usize) -> Option<(u64, usize, usize)>,
    ) -> Glanced {
        let Shape::Board(rows, width) = self.shape else {
            return Glanced::default();
        };
        let mut found = Glanced::default();
        self.each(bytes, most, out, &mut found, |head, at| {
            let (rows, width) = (head.size(rows), head.size(width));
            let letters = rows.checked_mul(width.checked_add(1)?)?;
            if rows == 0 || width == 0 || letters > self.kept {
                return None;
            }
            value(at, rows, width)
        });
        found
    }

    /// Goes through cases from where `found` ends, up to so many in all, as long as `value` tells what the letters from a byte on are worth, where the last of them begin and where they end.
    #[inline(always)]
    fn each(
        &self,
        bytes: &[u8],
        most: u64,
        out: &mut Vec<u8>,
        found: &mut Glanced,
        mut value: impl FnMut(&Head, usize) -> Option<(u64, usize, usize)>,
    ) {
        let mut head = Head::default();
        while found.cases < most {
            let Some(begin) = after_blanks(bytes, found.used) else {
                break;
            };
            let letters = head.read(self.numbers, bytes, begin);
            let Some(at) = letters.and_then(|at| after_blanks(bytes, at)) else {
                break;
            };
            if self.until_zero && head.numbers[..self.numbers].contains(&0) {
                break;
            }
            let Some((value, last, end)) = value(&head, at) else {
                break;
            };
            match &self.told {
                // Who wins cannot be foreseen: no branch.
                Told::Outcome(texts) => texts[usize::from(value != 0)].write(out),
                Told::Value { after } => {
                    // Digits always find room.
                    let _ = put_number(out, value);
                    after.write(out);
                }
                Told::Count { .. } => break,
            }
            (found.used, found.last) = (end, last);
            found.cases += 1;
        }
    }
}

/// Whether a number is read as digits, nothing else.
fn plain_number(layout: &Layout, field: Field) -> bool {
    !layout.is_signed(field) && !layout.may_be_negative(field)
}

/// The byte behind a line end that stands at `at`.
fn after_line_end(bytes: &[u8], at: usize) -> usize {
    match bytes.get(at..) {
        Some([b'\r', b'\n', ..]) => at + 2,
        Some([b'\n', ..]) => at + 1,
        _ => at,
    }
}

/// The first byte from `at` on that is no blank.
#[inline(always)]
pub(crate) fn after_blanks(bytes: &[u8], mut at: usize) -> Option<usize> {
    while is_blank(*bytes.get(at)?) {
        at += 1;
    }
    Some(at)
}
