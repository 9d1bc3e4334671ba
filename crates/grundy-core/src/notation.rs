//! How a component is written: `name[:parameters] positions…`.
//!
//! A ruleset's [`Listing`] is its line in the catalogue; its [`Notation`] reads and writes its parameters and
//! positions. Reading goes over [`Word`]s that know their place, so that an error can point at it.

use std::fmt;

use crate::component::{self, Part, Written};
use crate::encoded::Encoded;
use crate::message;
use crate::number::Natural;
use crate::ruleset::Ruleset;
use crate::text::{Message, Text};

pub use grundy_base::near;
pub use grundy_base::word::{MOST_ERRORS, ParseError, ParseErrorKind, QUOTE, Word, shortened};

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
    /// The form of the notation, such as `bounded STONES,LIMIT …`; words in it are of each language.
    pub form: Text,
    /// A valid example.
    pub example: &'static str,
    /// Who proved or described it: author, year, title.
    pub source: &'static str,
    /// The [theorems](crate::proofs) of it that a machine has checked, by name; answers found by search need none of them.
    pub theorems: &'static [&'static str],
    /// Whether a word that is no name is one of this game (octal codes).
    pub recognises: fn(&str) -> bool,
    /// Reads one clause of a position into its components; the error has the place of what is wrong.
    pub parse: fn(&Clause<'_>) -> Result<Part, ParseError>,
}

/// By their names, which are unique in a catalogue.
impl PartialEq for Listing {
    fn eq(&self, other: &Listing) -> bool {
        self.name == other.name
    }
}
impl Eq for Listing {}

/// The games that a text may name; of two that answer to a name, the first is meant.
pub type Catalogue = &'static [&'static Listing];

/// For listings that answer only to their names.
pub fn only_by_name(_: &str) -> bool {
    false
}

/// A ruleset that can be written down.
pub trait Notation: Ruleset + Sized {
    /// Whether all words of a clause make one component (`passing 6 6 8 8`) rather than one component each.
    const SINGLE_COMPONENT: bool = false;

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

    /// Adds a position to a text; rulesets whose positions are written most often do so without a string of their own.
    fn write_into(&self, position: &Self::Position, text: &mut String) {
        text.push_str(&self.write(position));
    }

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

impl<R: Notation> Written for R {
    const SINGLE_COMPONENT: bool = <R as Notation>::SINGLE_COMPONENT;
    fn name(&self) -> Option<&'static str> {
        Some(self.listing().name)
    }
    fn head(&self) -> String {
        Notation::head(self)
    }
    fn write(&self, position: &R::Position, text: &mut String) {
        self.write_into(position, text);
    }
    fn coordinates(&self) -> usize {
        Notation::coordinates(self)
    }
    fn at(&self, coordinates: &[u64]) -> Option<R::Position> {
        Notation::at(self, coordinates)
    }
}

/// Reads a clause of one ruleset: what stands in a [`Listing`]'s `parse`.
///
/// # Errors
/// The place, and what was expected there.
pub fn parse<R: Notation<Position: Encoded>>(clause: &Clause<'_>) -> Result<Part, ParseError> {
    let (rules, positions) = R::read(clause)?;
    Ok(component::encoded_part(rules, positions))
}

/// The part of a [`Notation`] that all rulesets on single heaps of any size share.
#[doc(hidden)] // For the rulesets of the library.
#[macro_export]
macro_rules! single_heaps {
    () => {
        fn write(&self, heap: &$crate::Natural) -> String {
            $crate::number::decimal::print(heap)
        }
        fn write_into(&self, heap: &$crate::Natural, text: &mut String) {
            $crate::number::decimal::print_into(heap, text);
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

/// The part of a [`Notation`] that all rulesets on pairs of numbers of any size share.
#[doc(hidden)] // For the rulesets of the library.
#[macro_export]
macro_rules! pairs_of_numbers {
    () => {
        fn write(&self, pair: &($crate::Natural, $crate::Natural)) -> String {
            let mut text = String::new();
            self.write_into(pair, &mut text);
            text
        }
        fn write_into(&self, (x, y): &($crate::Natural, $crate::Natural), text: &mut String) {
            $crate::number::decimal::print_into(x, text);
            text.push(',');
            $crate::number::decimal::print_into(y, text);
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

/// Where the text of `@file` comes from; the library itself reads no file.
pub type Files<'f> = &'f dyn Fn(&str) -> Result<String, Message>;

/// For text that may name no file.
///
/// # Errors
/// Always.
pub fn no_files(_: &str) -> Result<String, Message> {
    Err(message!("files cannot be read here", "此处不能读取文件"))
}

/// One component's text: head and words.
pub struct Clause<'a> {
    /// The word before the colon.
    pub name: Word<'a>,
    /// What stands behind the colon.
    pub parameters: Option<Word<'a>>,
    /// The positions.
    pub words: &'a [Word<'a>],
    /// The game that the name belongs to.
    pub listing: &'static Listing,
    /// The games that the text may name.
    pub catalogue: Catalogue,
    /// Where files come from.
    pub files: Files<'a>,
}

impl<'a> Clause<'a> {
    /// Refuses parameters, for games that have none.
    ///
    /// # Errors
    /// Where there are some.
    pub fn no_parameters(&self) -> Result<(), ParseError> {
        match self.parameters {
            None => Ok(()),
            Some(word) => Err(word.error(message!(
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
                self.name.error(message!(
                    "{name} needs parameters after a colon: {form}",
                    "{name} 需要冒号后的参数：{form}",
                    name = self.name.text,
                    form = &self.listing.form
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
        Some((self.files)(name).map_err(|message| word.error(message)))
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
