//! The words, numbers and signs of a rule, each with its place.
//!
//! The signs of mathematics (→ ≤ ≠ ⊕ ∈) and full-width punctuation are read as what they stand for in ASCII.

use crate::budget::pulse;
use crate::message;
use crate::rule::error::RuleError;
use crate::rule::syntax::Span;

/// A word, a number or a sign.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum Token<'t> {
    Number(i64),
    Word(&'t str),
    Sign(&'static str),
    /// What stands between quotation marks, in rules on words.
    Quoted(&'t str),
    /// The end of the text.
    End,
}

/// Longer signs before their beginnings.
const SIGNS: &[(&str, &str)] = &[
    ("..=", "..="),
    ("..", ".."),
    ("->", "->"),
    ("<<", "<<"),
    (">>", ">>"),
    ("<=", "<="),
    (">=", ">="),
    ("==", "=="),
    ("=>", "->"),
    ("!=", "!="),
    ("=", "="),
    ("<", "<"),
    (">", ">"),
    ("+", "+"),
    ("-", "-"),
    ("*", "*"),
    ("/", "/"),
    ("%", "%"),
    ("^", "^"),
    ("(", "("),
    (")", ")"),
    ("[", "["),
    ("]", "]"),
    ("{", "{"),
    ("}", "}"),
    (",", ","),
    (";", ";"),
    ("→", "->"),
    ("⇒", "->"),
    ("≤", "<="),
    ("≥", ">="),
    ("≠", "!="),
    ("×", "*"),
    ("÷", "/"),
    ("−", "-"),
    ("\u{ff0e}\u{ff0e}\u{ff1d}", "..="),
    ("\u{ff0e}\u{ff0e}", ".."),
    ("\u{ff5e}", "..="),
    ("\u{ff08}", "("),
    ("\u{ff09}", ")"),
    ("\u{ff0c}", ","),
    ("\u{ff1b}", ";"),
    ("\u{ff0d}\u{ff1e}", "->"),
    ("\u{ff1c}\u{ff1d}", "<="),
    ("\u{ff1e}\u{ff1d}", ">="),
    ("\u{ff1d}\u{ff1d}", "=="),
    ("\u{ff1d}\u{ff1e}", "->"),
    ("\u{ff01}\u{ff1d}", "!="),
    ("\u{ff0d}", "-"),
    ("\u{ff0b}", "+"),
    ("\u{ff0a}", "*"),
    ("\u{ff05}", "%"),
    ("\u{ff0f}", "/"),
    ("\u{ff1c}", "<"),
    ("\u{ff1d}", "="),
    ("\u{ff1e}", ">"),
    ("\u{ff5b}", "{"),
    ("\u{ff5d}", "}"),
];

/// Signs that are words.
const WORDS: &[(&str, &str)] = &[
    ("&&", "and"),
    ("||", "or"),
    ("∧", "and"),
    ("∨", "or"),
    ("¬", "not"),
    ("⊕", "xor"),
    ("∈", "in"),
];

/// Signs that begin longer ones of both kinds.
const LAST: &[(&str, Token<'static>)] = &[
    ("&", Token::Sign("&")),
    ("|", Token::Sign("|")),
    ("!", Token::Word("not")),
    ("\u{ff5c}", Token::Sign("|")),
];

/// Quotation marks around letters, as they open and close.
const QUOTES: [(char, char); 2] = [('"', '"'), ('\u{201c}', '\u{201d}')];

/// The tokens, an end behind them; and what could not be read.
pub(crate) fn tokens(text: &str) -> (Vec<(Token<'_>, Span)>, Vec<RuleError>) {
    tokens_with(text, false)
}

/// The same where letters stand between quotation marks, and `$` is the end of a word.
pub(crate) fn tokens_of_words(text: &str) -> (Vec<(Token<'_>, Span)>, Vec<RuleError>) {
    tokens_with(text, true)
}

fn tokens_with(text: &str, words: bool) -> (Vec<(Token<'_>, Span)>, Vec<RuleError>) {
    let mut tokens = Vec::new();
    let mut errors: Vec<RuleError> = Vec::new();
    let mut at = 0;
    while let Some(first) = text[at..].chars().next() {
        pulse::step(50);
        let rest = &text[at..];
        let quote = QUOTES.iter().find(|(opens, _)| words && *opens == first);
        let length = if first.is_whitespace() {
            at += first.len_utf8();
            continue;
        } else if let Some(&(opens, closes)) = quote {
            let inner = &rest[opens.len_utf8()..];
            let end = inner.find(closes);
            let length = end.unwrap_or(inner.len());
            let closed = end.map_or(0, |_| closes.len_utf8());
            let span = Span {
                start: at,
                end: at + opens.len_utf8() + length + closed,
            };
            if end.is_none() {
                let message = message!("the quotation mark is not closed", "引号没有闭合");
                errors.push(RuleError::new(span, message, "\"++\" -> \"--\""));
            }
            tokens.push((Token::Quoted(&inner[..length]), span));
            at = span.end;
            continue;
        } else if words && first == '$' {
            let end = at + 1;
            tokens.push((Token::Sign("$"), Span { start: at, end }));
            1
        } else if digit(first).is_some() {
            let (length, number) = number(rest);
            let span = Span {
                start: at,
                end: at + length,
            };
            match number {
                Some(number) => tokens.push((Token::Number(number), span)),
                None => {
                    let message = message!(
                        "numbers in a rule must be below 2^63",
                        "规则中的数须小于 2^63"
                    );
                    errors.push(RuleError::new(span, message, "n -> n-k for k in 1..=1000"));
                    tokens.push((Token::Number(i64::MAX), span));
                }
            }
            at += length;
            continue;
        } else if first.is_alphabetic() || first == '_' {
            let length = length_of(rest, |c| c.is_alphanumeric() || c == '_');
            let span = Span {
                start: at,
                end: at + length,
            };
            tokens.push((Token::Word(&rest[..length]), span));
            length
        } else if let Some((length, token)) = sign(rest) {
            let end = at + length;
            tokens.push((token, Span { start: at, end }));
            length
        } else {
            let length = first.len_utf8();
            let span = Span {
                start: at,
                end: at + length,
            };
            // A run of them is one error.
            match errors.last_mut() {
                Some(last) if last.span.end == at => last.span.end = span.end,
                _ => {
                    let message = message!(
                        "'{found}' is not a symbol of rules",
                        "规则中没有 '{found}' 这个符号",
                        found = first.to_string()
                    );
                    errors.push(RuleError::new(span, message, "n -> n-k for k in {1,3,4}"));
                }
            }
            length
        };
        at += length;
    }
    let end = Span {
        start: text.len(),
        end: text.len(),
    };
    tokens.push((Token::End, end));
    (tokens, errors)
}

/// A number at the beginning of a text, as people write them: `1000`, `1_000`, `1e3`. How long it is, and which, where it is below 2^63.
fn number(text: &str) -> (usize, Option<i64>) {
    let is_digit = |found: char| digit(found).is_some();
    let begins = |text: &str| text.starts_with(is_digit);
    let mut length = length_of(text, is_digit);
    while text[length..].starts_with('_') && begins(&text[length + 1..]) {
        length += 1 + length_of(&text[length + 1..], is_digit);
    }
    let digits = |text: &str| text.chars().filter_map(digit).collect::<String>();
    let first = digits(&text[..length]).parse::<i64>().ok();
    let power = text[length..].strip_prefix(['e', 'E']).unwrap_or_default();
    let behind = length_of(power, is_digit);
    // A word that goes on is none of its digits.
    let goes_on = power[behind..].starts_with(|next: char| next.is_alphanumeric() || next == '_');
    if behind == 0 || goes_on {
        return (length, first);
    }
    let number = || {
        let power = digits(&power[..behind]).parse().ok()?;
        first?.checked_mul(10i64.checked_pow(power)?)
    };
    (length + 1 + behind, number())
}

/// A decimal digit, of full width too.
fn digit(found: char) -> Option<char> {
    match found {
        '0'..='9' => Some(found),
        '\u{ff10}'..='\u{ff19}' => char::from_digit(found as u32 - 0xff10, 10),
        _ => None,
    }
}

fn length_of(text: &str, belongs: impl Fn(char) -> bool) -> usize {
    text.find(|c| !belongs(c)).unwrap_or(text.len())
}

fn sign(text: &str) -> Option<(usize, Token<'static>)> {
    let starts = |written: &&(&'static str, &'static str)| text.starts_with(written.0);
    if let Some((written, sign)) = SIGNS.iter().find(starts) {
        return Some((written.len(), Token::Sign(sign)));
    }
    if let Some((written, word)) = WORDS.iter().find(starts) {
        return Some((written.len(), Token::Word(word)));
    }
    LAST.iter()
        .find(|(written, _)| text.starts_with(written))
        .map(|(written, token)| (written.len(), *token))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_as_people_write_them() {
        for (text, length, value) in [
            ("20", 2, Some(20)),
            ("1_000+1", 5, Some(1_000)),
            ("1e6", 3, Some(1_000_000)),
            ("1_2E3)", 5, Some(12_000)),
            ("\u{ff11}e2", 5, Some(100)),
            ("9e18", 4, Some(9_000_000_000_000_000_000)),
            ("9e19", 4, None),
            ("99999999999999999999", 20, None),
            ("1e", 1, Some(1)),
            ("1e6x", 1, Some(1)),
            ("1_", 1, Some(1)),
            ("1__0", 1, Some(1)),
            ("1..e3", 1, Some(1)),
        ] {
            assert_eq!(number(text), (length, value), "{text}");
        }
    }

    #[test]
    fn ranges_are_read_as_they_are_typed_in_chinese() {
        let read = |text| {
            let (tokens, errors) = tokens(text);
            assert!(errors.is_empty(), "{text}");
            tokens
                .into_iter()
                .map(|(token, _)| token)
                .collect::<Vec<_>>()
        };
        for (typed, plain) in [
            ("1\u{ff5e}3", "1..=3"),
            ("1\u{ff0e}\u{ff0e}3", "1..3"),
            ("1\u{ff0e}\u{ff0e}\u{ff1d}\u{ff13}", "1..=3"),
        ] {
            assert_eq!(read(typed), read(plain), "{typed}");
        }
    }
}
