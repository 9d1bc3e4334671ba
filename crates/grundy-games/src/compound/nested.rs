//! What the catalogue knows in quotation marks, within a compound: compounds, as `(selective nim 1 | nim 2)`, to any depth up to eight, and rules,
//! as `rule (n -> n-1 | n-2) 5`.
//!
//! Quotation marks cannot stand within each other. So brackets are written for them inside, and read as
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

/// The word in front of the brackets of a rule.
const RULE: &str = "rule";

/// Whether the bracket behind this text is that of a rule.
fn begins_rule(before: &str) -> bool {
    let word = before.trim_end();
    word.len() < before.len() && word.split_whitespace().next_back() == Some(RULE)
}

/// That every bracket has its partner, that not too many compounds stand within each other, and that no bracket is a letter of a rule.
pub(super) fn check(word: &Word<'_>) -> Result<(), ParseError> {
    let text = word.text;
    let mut open = Vec::new();
    // Where the rule ends that is being read.
    let mut rule = 0;
    let mut is_letter = false;
    for (at, letter) in text.char_indices() {
        let here = Word {
            text: &text[at..at + letter.len_utf8()],
            at: word.at + at,
        };
        let not_closed = message!("this bracket is not closed", "此括号没有对应的右括号");
        if at < rule {
            is_letter ^= matches!(letter, '"' | '\u{201c}' | '\u{201d}');
            if is_letter && matches!(letter, '(' | ')') {
                return Err(here.error(message!(
                    "within a compound no bracket can be a letter of a rule",
                    "复合中的规则不能以括号为字母"
                )));
            }
            continue;
        }
        match letter {
            '(' if begins_rule(&text[..at]) => {
                let end = closing(&text[at + 1..]).ok_or_else(|| here.error(not_closed))?;
                (rule, is_letter) = (at + 1 + end + 1, false);
            }
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

/// That a rule stands in brackets behind its name.
fn has_brackets(part: &Word<'_>) -> Result<(), ParseError> {
    let begun = part.text.len() - part.text.trim_start().len();
    let Some(behind) = part.text[begun..].strip_prefix(RULE) else {
        return Ok(());
    };
    let rule = behind.trim_start();
    if rule.len() == behind.len() || rule.starts_with('(') {
        return Ok(());
    }
    let place = Word {
        text: rule.trim_end(),
        at: part.at + part.text.len() - rule.len(),
    };
    Err(place.error(message!(
        "within a compound a rule stands in brackets: rule (n -> n-1 | n-2) 5",
        "复合中的规则写在括号内：rule (n -> n-1 | n-2) 5"
    )))
}

/// A sum with what stands in brackets as the catalogue reads it: in quotation marks.
pub(super) fn quoted(sum: &Word<'_>) -> Result<String, ParseError> {
    let (mut at, between) = (0, " + ");
    while at <= sum.text.len() {
        let rest = &sum.text[at..];
        let text = find(rest, between).map_or(rest, |end| &rest[..end]);
        has_brackets(&Word {
            text,
            at: sum.at + at,
        })?;
        at += text.len() + between.len();
    }
    let mut read = String::with_capacity(sum.text.len());
    let mut rest = sum.text;
    while let Some(begin) = rest.find('(') {
        let end = begin + 1 + closing(&rest[begin + 1..]).unwrap_or(0);
        let inside = &rest[begin + 1..end];
        let offset = rest.as_ptr() as usize - sum.text.as_ptr() as usize;
        let before = &sum.text[..offset + begin];
        read.push_str(&rest[..begin]);
        if begins_rule(before) {
            read.push(QUOTE);
            read.push_str(inside);
        } else if before.trim_end().is_empty() || before.trim_end().ends_with('+') {
            let (name, games) = inside.split_once(' ').unwrap_or((inside, ""));
            if Kind::of_name(name).is_none() || games.trim().is_empty() {
                let place = Word {
                    text: name,
                    at: sum.at + offset + begin + 1,
                };
                return Err(place.error(message!(
                    "expected a compound in brackets, such as (selective nim 1 | nim 2), found '{found}'; a rule is written in brackets after its name: rule (n -> n-1) 3",
                    "括号中应为复合，例如 (selective nim 1 | nim 2)，却是 '{found}'；规则写在 rule 之后的括号里：rule (n -> n-1) 3",
                    found = shortened(name)
                )));
            }
            read.push_str(name);
            read.extend([' ', QUOTE]);
            read.push_str(games);
        } else {
            // A position in brackets, as (3,5).
            read.push_str(&rest[begin..=end]);
            rest = &rest[end + 1..];
            continue;
        }
        read.push(QUOTE);
        rest = &rest[end + 1..];
    }
    read.push_str(rest);
    Ok(read)
}

/// The rule that is the head of a component.
fn rule(head: &str) -> Option<&str> {
    let rule = head.strip_prefix(RULE)?.trim_start();
    rule.strip_prefix(QUOTE)?.strip_suffix(QUOTE)
}

/// Whether it is one.
pub(super) fn is_rule(head: &str) -> bool {
    rule(head).is_some()
}

/// Whether a component is a position of a rule, or a compound with one in it.
pub(super) fn has_rule(head: &str, position: &str) -> bool {
    let within = || position.contains(&format!("{RULE} ("));
    is_rule(head) || Kind::of_name(head).is_some() && within()
}

/// A component as it is written within a compound: compounds and rules in brackets.
pub(super) fn bracketed(head: &str, position: &str) -> String {
    if let Some(rule) = rule(head) {
        return format!("{RULE} ({rule}) {position}");
    }
    match (Kind::of_name(head), position.strip_prefix(QUOTE)) {
        (Some(_), Some(inside)) => format!("({head} {})", inside.trim_end_matches(QUOTE)),
        _ => format!("{head} {position}"),
    }
}
