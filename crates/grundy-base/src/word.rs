//! Text that knows its place: words of an input, and what is wrong with one.
//!
//! Whoever reads text goes over [`Word`]s, so that a [`ParseError`] can point at the column, and give an example of what
//! would have been right.

use std::fmt;

use crate::message;
use crate::number::Natural;
use crate::number::decimal::{self, DecimalError};
use crate::text::{Lang, Message};

/// As many errors are told of one text.
pub const MOST_ERRORS: usize = 20;

/// Stands around a word with blanks in it.
pub const QUOTE: char = '\'';

/// A word and its place in the text.
#[derive(Clone, Copy, Debug)]
pub struct Word<'a> {
    /// The word.
    pub text: &'a str,
    /// The byte at which it begins.
    pub at: usize,
}

/// What kind of mistake a text has that is not a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum ParseErrorKind {
    /// One that the message alone tells.
    Other,
    /// No game has the name that stands there, nor one like it.
    UnknownGame,
}

/// Text that is not a game: where, what was expected, and an example.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ParseError {
    /// Line, from 1.
    pub line: usize,
    /// Column in characters, from 1.
    pub column: usize,
    /// Length in characters of what is wrong, at least 1.
    pub length: usize,
    /// The file that line and column are in, where it is not the text itself.
    pub file: Option<Box<str>>,
    /// What is wrong and what was expected.
    pub message: Message,
    /// The same for whoever has words of their own for it.
    pub kind: ParseErrorKind,
    /// A text that is accepted in this place.
    pub example: String,
    /// What else is wrong, farther on in the text.
    more: Option<Box<Others>>,
    at: u32,
    bytes: u32,
}

/// Errors beside one: apart from it, so that it is small where it is the only one, as it nearly always is.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Others(Vec<ParseError>);

impl ParseError {
    /// An error at some bytes of the text.
    pub fn at(at: usize, bytes: usize, message: Message) -> ParseError {
        ParseError {
            line: 1,
            column: 0,
            length: 1,
            file: None,
            message,
            kind: ParseErrorKind::Other,
            example: String::new(),
            more: None,
            // Farther on nobody writes by hand; the place is then the end of the text.
            at: u32::try_from(at).unwrap_or(u32::MAX),
            bytes: u32::try_from(bytes).unwrap_or(u32::MAX),
        }
    }

    /// An error in a file.
    pub fn in_file(file: &str, line: usize, column: usize, message: Message) -> ParseError {
        let file = Some(file.into());
        ParseError {
            line,
            column,
            length: 1,
            file,
            message,
            kind: ParseErrorKind::Other,
            example: String::new(),
            more: None,
            at: 0,
            bytes: 0,
        }
    }

    /// An error of this kind.
    pub fn of_kind(mut self, kind: ParseErrorKind) -> ParseError {
        self.kind = kind;
        self
    }

    /// Fills in what only the whole text tells.
    pub fn placed(mut self, text: &str, example: &str) -> ParseError {
        if self.column == 0 {
            let (at, bytes) = (self.at as usize, self.bytes as usize);
            let before = text.get(..at).unwrap_or(text);
            self.column = before.chars().count() + 1;
            let wrong = text.get(at..at.saturating_add(bytes)).unwrap_or("");
            self.length = wrong.chars().count().max(1);
        }
        if self.example.is_empty() {
            self.example = example.to_owned();
        }
        let more = self.take_more().into_iter();
        self.with_more(more.map(|error| error.placed(text, example)))
    }

    /// The bytes of the text that it is about; of what stands in a file, none.
    pub fn bytes(&self) -> Option<(usize, usize)> {
        let place = (self.at as usize, self.bytes as usize);
        self.file.is_none().then_some(place)
    }

    /// This and what else is wrong, in the order of the text.
    pub fn all(&self) -> impl Iterator<Item = &ParseError> {
        let more = self.more.iter().flat_map(|others| &others.0);
        std::iter::once(self).chain(more)
    }

    /// The same error with others, farther on in the text.
    pub fn with_more(mut self, more: impl IntoIterator<Item = ParseError>) -> ParseError {
        let more: Vec<ParseError> = more.into_iter().collect();
        self.more = (!more.is_empty()).then(|| Box::new(Others(more)));
        self
    }

    /// What else is wrong; it is then no longer told here.
    pub fn take_more(&mut self) -> Vec<ParseError> {
        self.more.take().map_or_else(Vec::new, |others| others.0)
    }

    /// The whole message in one line.
    pub fn render(&self, lang: Lang) -> String {
        let message = self.message.render(lang);
        let place = match &self.file {
            Some(file) => message!(
                "{file}, line {line}, column {column}",
                "{file} 第 {line} 行第 {column} 列",
                file = file.to_string(),
                line = self.line,
                column = self.column
            ),
            None => message!("column {column}", "第 {column} 列", column = self.column),
        };
        let example = self.example.clone();
        let whole = if self.message.is_question() {
            message!(
                "{place}: {what} For example: {example}",
                "{place}：{what}例如：{example}",
                place = place,
                what = message,
                example = example
            )
        } else {
            message!(
                "{place}: {what}; for example: {example}",
                "{place}：{what}；例如：{example}",
                place = place,
                what = message,
                example = example
            )
        };
        whole.render(lang)
    }
}

impl fmt::Display for ParseError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.render(Lang::En))
    }
}

impl std::error::Error for ParseError {}

impl<'a> Word<'a> {
    /// An error at this word.
    pub fn error(&self, message: Message) -> ParseError {
        ParseError::at(self.at, self.text.len(), message)
    }

    /// Whether that byte of the text is one of its own.
    pub fn holds(&self, at: usize) -> bool {
        self.at <= at && at < self.at + self.text.len()
    }

    /// The word as a natural number of any size.
    ///
    /// # Errors
    /// Where it is none.
    pub fn natural(&self) -> Result<Natural, ParseError> {
        if let Some(small) = self.small() {
            return Ok(Natural::from(small));
        }
        decimal::parse(self.text, decimal::MOST_DIGITS).map_err(|error| match error {
            DecimalError::NotADigit { at, found } => {
                let message = match found {
                    ',' | '，' | '、' => message!(
                        "expected one number: numbers are separated by blanks, not by '{found}'",
                        "此处应为一个数：各数以空格分隔，而不是 '{found}'",
                        found = found.to_string()
                    ),
                    _ => error.message(),
                };
                ParseError::at(self.at + at, found.len_utf8(), message)
            }
            _ => self.error(error.message()),
        })
    }

    /// The word as a natural number below 2^64.
    ///
    /// # Errors
    /// Where it is none.
    pub fn number(&self) -> Result<u64, ParseError> {
        if let Some(small) = self.small() {
            return Ok(small);
        }
        self.number_below(u64::MAX)
    }

    /// The word as a natural number of at most `most`.
    ///
    /// # Errors
    /// Where it is none or too large.
    pub fn number_below(&self, most: u64) -> Result<u64, ParseError> {
        u64::try_from(&self.natural()?)
            .ok()
            .filter(|&number| number <= most)
            .ok_or_else(|| {
                self.error(message!(
                    "expected a number of at most {most}, found '{found}'",
                    "此处的数不能超过 {most}，却是 '{found}'",
                    most = most,
                    found = shortened(self.text)
                ))
            })
    }

    /// Up to 19 digits, which cannot overflow.
    fn small(&self) -> Option<u64> {
        let digits = self.text.as_bytes();
        if digits.is_empty() || digits.len() > 19 {
            return None;
        }
        digits.iter().try_fold(0u64, |number, &digit| {
            digit
                .is_ascii_digit()
                .then(|| number * 10 + u64::from(digit - b'0'))
        })
    }

    /// The parts between the marks.
    pub fn split(&self, mark: char) -> Vec<Word<'a>> {
        let mut at = self.at;
        let part = |text: &'a str| {
            let word = Word { text, at };
            at += text.len() + mark.len_utf8();
            word
        };
        self.text.split(mark).map(part).collect()
    }

    /// The two parts around the first mark, or the whole.
    pub fn cut(&self, mark: char) -> (Word<'a>, Option<Word<'a>>) {
        match self.text.split_once(mark) {
            Some((first, second)) => {
                let at = self.at + first.len() + mark.len_utf8();
                (
                    Word {
                        text: first,
                        at: self.at,
                    },
                    Some(Word { text: second, at }),
                )
            }
            None => (*self, None),
        }
    }

    /// The word as `A,B`.
    ///
    /// # Errors
    /// Where it is no pair of natural numbers.
    pub fn pair(&self) -> Result<(Natural, Natural), ParseError> {
        let parts = self.split(',');
        match parts[..] {
            [first, second] => Ok((first.natural()?, second.natural()?)),
            _ => Err(self.error(message!(
                "expected two numbers A,B, found '{found}'",
                "此处应为两个数 A,B，却是 '{found}'",
                found = shortened(self.text)
            ))),
        }
    }
}

/// A word for an error message, cut where it is long.
pub fn shortened(text: &str) -> String {
    if text.chars().count() <= 40 {
        return text.to_owned();
    }
    text.chars().take(40).chain("…".chars()).collect()
}
