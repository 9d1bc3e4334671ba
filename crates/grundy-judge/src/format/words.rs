//! Words of a layout: one, or one in each group `(w:'a-z')*n`.

use super::layout::{Count, Field, Item, Layout, Span};
use super::rule::Numbers;
use super::shifted;

/// What stands between words.
const BREAK: u128 = b'\n' as u128;

impl Layout {
    /// Whether a field is a word or a line, or one in each group.
    pub(crate) fn is_of_words(&self, field: Field) -> bool {
        let is_word = |item: &Item| matches!(item, Item::Letters(own, Span::Word | Span::Line(_)) if *own == field);
        self.items().any(|item| match item {
            Item::Group(items, ..) => items.iter().any(is_word),
            item => is_word(item),
        })
    }

    /// How many letters each word of a field has.
    pub(crate) fn word_lengths(&self, word: Field, numbers: &Numbers) -> Vec<u128> {
        let letters = &numbers.0[word];
        // One word without letters, or no word.
        if letters.is_empty() && self.groups_of(word, numbers) == Some(0) {
            return Vec::new();
        }
        let words = letters.split(|&letter| letter == BREAK);
        words.map(|word| word.len() as u128).collect()
    }

    /// How many groups have a word of a field, if it stands in a group.
    fn groups_of(&self, word: Field, numbers: &Numbers) -> Option<u128> {
        let count = self.items().find_map(|item| match item {
            Item::Group(_, fields, count) if fields.contains(&word) => Some(*count),
            _ => None,
        })?;
        match count {
            Count::Fixed(count) => Some(count.into()),
            Count::Named(field, plus) => shifted(numbers.last(field), plus),
            Count::Times(rows, width) => numbers.last(rows).checked_mul(numbers.last(width)),
        }
    }
}
