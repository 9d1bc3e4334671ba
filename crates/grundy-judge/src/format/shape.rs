//! A rule that names its game, as those see it who write a program for it: how it is written, with the places that a case fills.

use super::layout::Field;
use super::rule::{End, Piece, Rule};

/// What fills a place of a rule.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Filled {
    /// Always this number.
    Fixed(u64),
    /// The number of this field, or each of its entries, with something added; or its letters.
    Field(Field, i64),
    /// Each number from one end to the other.
    Run(End, End),
}

/// A word of a rule: its text with `{}` for each number, and what fills these places.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Word {
    /// `{}-{},..` of edges that are listed.
    pub text: String,
    /// In the order of their places.
    pub filled: Vec<Filled>,
}

impl Word {
    /// None where letters are exchanged for others.
    fn of(pieces: &[Piece]) -> Option<Word> {
        let mut word = Word::default();
        for piece in pieces {
            match piece {
                Piece::Literal(text) => word.literal(text)?,
                Piece::Gap(field, plus) => word.place(Filled::Field(*field, *plus)),
                Piece::Run(from, to) => word.place(Filled::Run(*from, *to)),
                Piece::Letters(field, None) => word.place(Filled::Field(*field, 0)),
                Piece::Letters(..) => return None,
                Piece::Joined(pieces) => {
                    let inner = Word::of(pieces)?;
                    word.text.push_str(&inner.text);
                    word.text.push_str(",..");
                    word.filled.extend(inner.filled);
                }
            }
        }
        Some(word)
    }

    fn place(&mut self, filled: Filled) {
        self.text.push_str("{}");
        self.filled.push(filled);
    }

    /// Text, whose numbers are places that are always filled alike.
    fn literal(&mut self, text: &str) -> Option<()> {
        let mut rest = text;
        while let Some(at) = rest.find(|letter: char| letter.is_ascii_digit()) {
            let (before, number) = rest.split_at(at);
            let end = number.find(|letter: char| !letter.is_ascii_digit());
            let (number, behind) = number.split_at(end.unwrap_or(number.len()));
            self.text.push_str(before);
            self.place(Filled::Fixed(number.parse().ok()?));
            rest = behind;
        }
        self.text.push_str(rest);
        Some(())
    }
}

impl Rule {
    /// Name and parameters, and the words of the position; `None` where letters are exchanged for others, or a number has more than 64 bits.
    pub fn shape_of_words(&self) -> Option<(Word, Vec<Word>)> {
        let words = self.words.iter().map(|word| Word::of(word));
        Some((Word::of(&self.name)?, words.collect::<Option<_>>()?))
    }
}
