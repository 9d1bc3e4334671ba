//! Lists that a formula makes to ask something of them at once: `last(letters(s))`, `max(counts(a))`.
//!
//! Each is made as if `lists` named it, and the formula asks the list of that name.

use super::fold::{self, Wrong};
use super::layout::Layout;
use super::made::{called, is_function};

/// A formula in which names stand for the lists that it makes.
pub(super) struct WithNames {
    text: String,
    /// Where names stand, how long they are, and how long what they stand for is.
    named: Vec<(usize, usize, usize)>,
}

impl WithNames {
    /// The formula with the names.
    pub(super) fn text(&self) -> &str {
        &self.text
    }

    /// What is wrong with the formula, at its place in what was written.
    pub(super) fn placed(&self, (place, why): Wrong) -> Wrong {
        let mut written = place;
        for &(begin, short, long) in &self.named {
            if place >= begin + short {
                written = written + long - short;
            } else if place >= begin {
                return (written - (place - begin), why);
            }
        }
        (written, why)
    }
}

impl Layout {
    /// Makes the lists of which a formula asks something, and puts their names in their places.
    pub(super) fn name_lists(&mut self, text: &str, depth: usize) -> Result<WithNames, Wrong> {
        let mut with_names = WithNames {
            text: String::new(),
            named: Vec::new(),
        };
        let mut copied = 0;
        for (_, _, open, close) in fold::of_rows_in(text)? {
            let (begin, list) = (open + 1, &text[open + 1..close]);
            let blanks = list.len() - list.trim_start().len();
            let (begin, list) = (begin + blanks, list.trim());
            if !is_function(list) || fold::is_numbers(list) {
                continue;
            }
            let name = self.name_of(list);
            self.make_name((&name, false), begin, list, depth + 1)?;
            with_names.text += &text[copied..begin];
            let place = with_names.text.len();
            with_names.named.push((place, name.len(), list.len()));
            with_names.text += &name;
            copied = begin + list.len();
        }
        with_names.text += &text[copied..];
        Ok(with_names)
    }

    /// A name for a list that is made on the way.
    fn name_of(&self, list: &str) -> String {
        let (function, _, of) = called(list).unwrap_or_default();
        let of = of.trim();
        match self.field(of) {
            Some(_) => {
                let plain = format!("{function}_of_{of}");
                match self.field(&plain) {
                    None => plain,
                    Some(_) => self.hidden(&plain),
                }
            }
            None => self.hidden(function),
        }
    }
}
