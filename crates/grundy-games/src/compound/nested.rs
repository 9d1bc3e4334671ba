//! Compounds within compounds: `(selective nim 1 | nim 2)` stands where a game does, to any depth up to eight.
//!
//! The catalogue knows compounds in quotation marks, which cannot stand within each other. So brackets are written for them inside, and read as
//! quotation marks one level at a time; both forms have the same length, so that errors point at the right place.

use super::Kind;
use crate::message;
use crate::notation::{ParseError, QUOTE, Word, shortened};

/// Most brackets within each other.
const DEPTH: usize = 8;

/// Where a text stands in another, outside all brackets.
pub(super) fn find(text: &str, wanted: &str) -> Option<usize> {
    let mut depth = 0usize;
    text.char_indices().find_map(|(at, letter)| {
        match letter {
            '(' => depth += 1,
            ')' => depth = depth.saturating_sub(1),
            _ => {}
        }
        (depth == 0 && text[at..].starts_with(wanted)).then_some(at)
    })
}

/// Where the bracket is that closes one opened before the text.
fn closing(text: &str) -> Option<usize> {
    let mut depth = 0usize;
    text.char_indices().find_map(|(at, letter)| match letter {
        '(' => {
            depth += 1;
            None
        }
        ')' if depth == 0 => Some(at),
        ')' => {
            depth -= 1;
            None
        }
        _ => None,
    })
}

/// The kind of the compound whose games are written so, if there are two.
pub(super) fn kind_of(text: &str) -> Option<Kind> {
    let found = Kind::ALL.map(|kind| find(text, &format!(" {} ", kind.sign())));
    let first = found.into_iter().flatten().min()?;
    Kind::of_sign(text[first..].split(' ').nth(1)?)
}

/// That every bracket has its partner and that not too many stand within each other.
pub(super) fn check(word: &Word<'_>) -> Result<(), ParseError> {
    let mut open = Vec::new();
    for (at, letter) in word.text.char_indices() {
        let here = Word {
            text: &word.text[at..at + letter.len_utf8()],
            at: word.at + at,
        };
        match letter {
            '(' if open.len() == DEPTH => {
                return Err(here.error(message!(
                    "at most {depth} compounds stand within each other",
                    "复合至多嵌套 {depth} 层",
                    depth = DEPTH
                )));
            }
            '(' => open.push(here),
            ')' if open.pop().is_none() => {
                return Err(here.error(message!(
                    "this bracket was not opened",
                    "此括号没有对应的左括号"
                )));
            }
            _ => {}
        }
    }
    match open.pop() {
        Some(here) => Err(here.error(message!(
            "this bracket is not closed",
            "此括号没有对应的右括号"
        ))),
        None => Ok(()),
    }
}

/// A sum with the compounds in brackets as the catalogue reads them: in quotation marks.
pub(super) fn quoted(sum: &Word<'_>) -> Result<String, ParseError> {
    let mut read = String::with_capacity(sum.text.len());
    let mut rest = sum.text;
    while let Some(begin) = rest.find('(') {
        let end = begin + 1 + closing(&rest[begin + 1..]).unwrap_or(0);
        let inside = &rest[begin + 1..end];
        let (name, games) = inside.split_once(' ').unwrap_or((inside, ""));
        if Kind::of_name(name).is_none() || games.trim().is_empty() {
            let offset = rest.as_ptr() as usize - sum.text.as_ptr() as usize;
            let place = Word {
                text: name,
                at: sum.at + offset + begin + 1,
            };
            return Err(place.error(message!(
                "expected a compound in brackets, such as (selective nim 1 | nim 2), found '{found}'",
                "括号中应为复合，例如 (selective nim 1 | nim 2)，却是 '{found}'",
                found = shortened(name)
            )));
        }
        read.push_str(&rest[..begin]);
        read.push_str(name);
        read.extend([' ', QUOTE]);
        read.push_str(games);
        read.push(QUOTE);
        rest = &rest[end + 1..];
    }
    read.push_str(rest);
    Ok(read)
}

/// A component as it is written within a compound: compounds in brackets.
pub(super) fn bracketed(head: &str, position: &str) -> String {
    match (Kind::of_name(head), position.strip_prefix(QUOTE)) {
        (Some(_), Some(inside)) => format!("({head} {})", inside.trim_end_matches(QUOTE)),
        _ => format!("{head} {position}"),
    }
}
