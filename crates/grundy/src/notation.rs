//! How a component is written: `name[:parameters] positions…`.
//!
//! A ruleset's [`Listing`] is its line in the catalogue; its [`Notation`] reads and writes its parameters and
//! positions. Reading goes over [`Word`]s that know their place, so that an error can point at it.

use std::fmt;

use crate::component::Part;
use crate::number::Natural;
use crate::number::decimal::{self, DecimalError};
use crate::ruleset::Ruleset;
use crate::said;
use crate::text::{Lang, Said, Text};

/// A line of the catalogue: one game.
#[derive(Debug)]
pub struct Listing {
    /// Its number in the catalogue, such as `A3`.
    pub id: &'static str,
    /// The word that the notation begins with.
    pub name: &'static str,
    /// Other words for it.
    pub aliases: &'static [&'static str],
    /// What people call it.
    pub title: Text,
    /// The rules in a sentence or two.
    pub rule: Text,
    /// The form of the notation, such as `bounded STONES,LIMIT …`.
    pub form: &'static str,
    /// A valid example.
    pub example: &'static str,
    /// Who proved or described it: author, year, title.
    pub source: &'static str,
    /// Whether a word that is no name is one of this game (octal codes).
    pub recognises: fn(&str) -> bool,
    /// Reads one clause.
    pub parse: fn(&Clause<'_>) -> Result<Part, ParseError>,
}

/// For listings that answer only to their names.
pub fn only_by_name(_: &str) -> bool {
    false
}

/// A ruleset that can be written down.
pub trait Notation: Ruleset + Sized {
    /// Whether all words of a clause make one component (`passing 6 6 8 8`) rather than one component each.
    const WHOLE: bool = false;

    /// Its line in the catalogue.
    fn listing(&self) -> &'static Listing;

    /// Reads the parameters and the positions of a clause.
    ///
    /// # Errors
    /// The place, and what was expected there.
    fn read(clause: &Clause<'_>) -> Result<(Self, Vec<Self::Position>), ParseError>;

    /// Writes name and parameters.
    fn head(&self) -> String;

    /// Writes a position.
    fn write(&self, position: &Self::Position) -> String;

    /// How many coordinates [`at`](Notation::at) takes: 1 for heaps, 2 for pairs, 0 for none.
    fn coordinates(&self) -> usize {
        0
    }

    /// The position at some coordinates, for tables.
    fn at(&self, coordinates: &[u64]) -> Option<Self::Position> {
        let _ = coordinates;
        None
    }
}

/// The part of a [`Notation`] that all rulesets on single heaps of any size share.
macro_rules! single_heaps {
    () => {
        fn write(&self, heap: &$crate::Natural) -> String {
            $crate::number::decimal::print(heap)
        }
        fn coordinates(&self) -> usize {
            1
        }
        fn at(&self, coordinates: &[u64]) -> Option<$crate::Natural> {
            match coordinates {
                [heap] => Some($crate::Natural::from(*heap)),
                _ => None,
            }
        }
    };
}
pub(crate) use single_heaps;

/// The part of a [`Notation`] that all rulesets on pairs of numbers of any size share.
macro_rules! pairs_of_numbers {
    () => {
        fn write(&self, (x, y): &($crate::Natural, $crate::Natural)) -> String {
            let mut written = $crate::number::decimal::print(x);
            written.push(',');
            written.push_str(&$crate::number::decimal::print(y));
            written
        }
        fn coordinates(&self) -> usize {
            2
        }
        fn at(&self, coordinates: &[u64]) -> Option<($crate::Natural, $crate::Natural)> {
            match coordinates {
                [x, y] => Some(($crate::Natural::from(*x), $crate::Natural::from(*y))),
                _ => None,
            }
        }
    };
}
pub(crate) use pairs_of_numbers;

/// Where the text of `@file` comes from; the library itself reads no file.
pub type Files<'f> = &'f dyn Fn(&str) -> Result<String, Said>;

/// For text that may name no file.
///
/// # Errors
/// Always.
pub fn no_files(_: &str) -> Result<String, Said> {
    Err(said!("files cannot be read here", "此处不能读取文件"))
}

/// Stands around a word with blanks in it.
pub(crate) const QUOTE: char = '\'';

/// A word and its place in the text.
#[derive(Clone, Copy, Debug)]
pub struct Word<'a> {
    /// The word.
    pub text: &'a str,
    /// The byte at which it begins.
    pub at: usize,
}

/// One component's text: head and words.
pub struct Clause<'a> {
    /// The word before the colon.
    pub name: Word<'a>,
    /// What stands behind the colon.
    pub parameters: Option<Word<'a>>,
    /// The positions.
    pub words: Vec<Word<'a>>,
    /// The game that the name belongs to.
    pub listing: &'static Listing,
    /// Where files come from.
    pub files: Files<'a>,
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
    pub file: Option<String>,
    /// What is wrong and what was expected.
    pub said: Said,
    /// A valid text.
    pub example: String,
    at: usize,
    bytes: usize,
}

impl ParseError {
    /// An error at some bytes of the text.
    pub fn at(at: usize, bytes: usize, said: Said) -> ParseError {
        ParseError {
            line: 1,
            column: 0,
            length: 1,
            file: None,
            said,
            example: String::new(),
            at,
            bytes,
        }
    }

    /// An error in a file.
    pub fn in_file(file: &str, line: usize, column: usize, said: Said) -> ParseError {
        let file = Some(file.to_owned());
        ParseError {
            line,
            column,
            length: 1,
            file,
            said,
            example: String::new(),
            at: 0,
            bytes: 0,
        }
    }

    /// Fills in what only the whole text tells.
    pub(crate) fn placed(mut self, text: &str, example: &str) -> ParseError {
        if self.column == 0 {
            let before = text.get(..self.at).unwrap_or(text);
            self.column = before.chars().count() + 1;
            let wrong = text.get(self.at..self.at + self.bytes).unwrap_or("");
            self.length = wrong.chars().count().max(1);
        }
        if self.example.is_empty() {
            self.example = example.to_owned();
        }
        self
    }

    /// The whole message in one line.
    pub fn render(&self, lang: Lang) -> String {
        let said = self.said.render(lang);
        let place = match &self.file {
            Some(file) => said!(
                "{file}, line {line}, column {column}",
                "{file} 第 {line} 行第 {column} 列",
                file = file.clone(),
                line = self.line,
                column = self.column
            ),
            None => said!("column {column}", "第 {column} 列", column = self.column),
        };
        let example = self.example.clone();
        let whole = if self.said.is_question() {
            said!(
                "{place}: {what} For example: {example}",
                "{place}:{what} 例如:{example}",
                place = place,
                what = said,
                example = example
            )
        } else {
            said!(
                "{place}: {what}; for example: {example}",
                "{place}:{what};例如:{example}",
                place = place,
                what = said,
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
    pub fn error(&self, said: Said) -> ParseError {
        ParseError::at(self.at, self.text.len(), said)
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
                ParseError::at(self.at + at, found.len_utf8(), error.said())
            }
            _ => self.error(error.said()),
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
                self.error(said!(
                    "expected a number of at most {most}, found '{found}'",
                    "此处的数不能超过 {most},却是 '{found}'",
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
            _ => Err(self.error(said!(
                "expected two numbers A,B, found '{found}'",
                "此处应为两个数 A,B,却是 '{found}'",
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

impl<'a> Clause<'a> {
    /// Refuses parameters, for games that have none.
    ///
    /// # Errors
    /// Where there are some.
    pub fn no_parameters(&self) -> Result<(), ParseError> {
        match self.parameters {
            None => Ok(()),
            Some(word) => Err(word.error(said!(
                "{name} takes no parameters",
                "{name} 没有参数",
                name = self.name.text
            ))),
        }
    }

    /// The parameters, for games that need them.
    ///
    /// # Errors
    /// Where there are none.
    pub fn needs_parameters(&self) -> Result<Word<'a>, ParseError> {
        self.parameters
            .filter(|word| !word.text.is_empty())
            .ok_or_else(|| {
                self.name.error(said!(
                    "{name} needs parameters behind a colon: {form}",
                    "{name} 需要冒号后的参数:{form}",
                    name = self.name.text,
                    form = self.listing.form
                ))
            })
    }

    /// Every word as a natural number.
    ///
    /// # Errors
    /// At the first that is none.
    pub fn naturals(&self) -> Result<Vec<Natural>, ParseError> {
        self.words.iter().map(Word::natural).collect()
    }

    /// Every word as `A,B`.
    ///
    /// # Errors
    /// At the first that is none.
    pub fn pairs(&self) -> Result<Vec<(Natural, Natural)>, ParseError> {
        self.words.iter().map(Word::pair).collect()
    }

    /// The text of a file that a word names with `@`.
    ///
    /// # Errors
    /// Where it cannot be read.
    pub fn file(&self, word: &Word<'a>) -> Option<Result<String, ParseError>> {
        let name = word.text.strip_prefix('@')?;
        Some((self.files)(name).map_err(|said| word.error(said)))
    }
}

impl fmt::Debug for Clause<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Clause")
            .field("name", &self.name)
            .field("words", &self.words)
            .finish_non_exhaustive()
    }
}
