//! Answers as JSON, written by hand into one buffer: the contract of `docs/guide/en/json.md`.

use std::fmt::Write;

use grundy::answer::{ComponentAnswer, Declined, WinningMove};
use grundy::number::decimal;
use grundy::{Answer, Component, Lang, Natural, Nimber, ParseError, Play, Reason};

use crate::print::paint::brief;

/// The name and version of the schema.
pub(crate) const ANSWER: &str = "grundy.answer/1";

/// Largest integer that every reader of JSON holds exactly.
const EXACT: u64 = 1 << 53;

/// Adds a string.
pub(crate) fn string(out: &mut String, text: &str) {
    out.push('"');
    let mut plain = 0;
    for (at, byte) in text.bytes().enumerate() {
        let escaped = match byte {
            b'"' => "\\\"",
            b'\\' => "\\\\",
            b'\n' => "\\n",
            b'\r' => "\\r",
            b'\t' => "\\t",
            0..0x20 => "",
            _ => continue,
        };
        out.push_str(&text[plain..at]);
        plain = at + 1;
        if escaped.is_empty() {
            let _ = write!(out, "\\u{byte:04x}");
        } else {
            out.push_str(escaped);
        }
    }
    out.push_str(&text[plain..]);
    out.push('"');
}

/// Adds `"key":` after a comma where one is needed.
pub(crate) fn key(out: &mut String, key: &str) {
    if !out.ends_with(['{', '[']) {
        out.push(',');
    }
    string(out, key);
    out.push(':');
}

/// Adds a field to an object that is complete.
pub(crate) fn added(out: &mut String, name: &str, object: &str) {
    out.pop();
    key(out, name);
    out.push_str(object);
    out.push('}');
}

/// Adds a key and a string.
pub(crate) fn field(out: &mut String, name: &str, text: &str) {
    key(out, name);
    string(out, text);
}

/// Adds a key and a number.
pub(crate) fn number(out: &mut String, name: &str, number: u64) {
    key(out, name);
    let _ = write!(out, "{number}");
}

/// Adds an array, each element by `each`.
pub(crate) fn array<T>(
    out: &mut String,
    elements: impl IntoIterator<Item = T>,
    mut each: impl FnMut(&mut String, T),
) {
    out.push('[');
    for (place, element) in elements.into_iter().enumerate() {
        if place > 0 {
            out.push(',');
        }
        each(out, element);
    }
    out.push(']');
}

fn digits(out: &mut String, number: &Natural) {
    match u64::try_from(number) {
        Ok(small) => {
            let _ = write!(out, "{small}");
        }
        Err(_) => out.push_str(&decimal::print(number)),
    }
}

fn value(out: &mut String, name: &str, value: Option<&Nimber>) {
    key(out, name);
    match value {
        Some(value) => digits(out, &value.0),
        None => out.push_str("null"),
    }
}

fn count(out: &mut String, count: Option<&Natural>) {
    key(out, "winning_moves");
    match count {
        None => out.push_str("null"),
        Some(count) if *count <= Natural::from(EXACT) => digits(out, count),
        Some(count) => {
            out.push('"');
            digits(out, count);
            out.push('"');
        }
    }
}

fn outcome(out: &mut String, outcome: Option<grundy::Outcome>) {
    key(out, "outcome");
    match outcome {
        Some(outcome) => string(out, outcome.letter()),
        None => out.push_str("null"),
    }
}

fn component_name(out: &mut String, component: &dyn Component) {
    let position = component.position();
    if position.is_empty() {
        return string(out, component.head());
    }
    string(out, component.head());
    out.pop();
    out.push(' ');
    let before = out.len();
    string(out, &position);
    // The two strings become one.
    out.remove(before);
}

fn winning_move(out: &mut String, mv: &WinningMove, lang: Lang) {
    out.push('{');
    number(out, "component", mv.component as u64);
    field(out, "from", &mv.from);
    field(out, "move", &mv.message.render(lang));
    key(out, "to");
    array(out, &mv.to, |out, component| {
        component_name(out, component.as_ref());
    });
    out.push('}');
}

fn component(out: &mut String, component: &ComponentAnswer, lang: Lang) {
    out.push('{');
    field(out, "game", component.game.trim_end());
    value(out, "value", component.value.as_ref());
    key(out, "engine");
    match component.engine {
        Some(engine) => string(out, engine.word()),
        None => out.push_str("null"),
    }
    key(out, "because");
    match &component.because {
        Some(because) => string(out, &because.render(lang)),
        None => out.push_str("null"),
    }
    out.push('}');
}

/// Adds why there is no answer: the sentence, a word for its kind and, where it is about one, the position.
pub(crate) fn reason(out: &mut String, name: &str, reason: &Reason, lang: Lang) {
    field(out, name, &reason.render(lang));
    field(out, "kind", reason.word());
    if let Some(place) = reason.place() {
        field(out, "at", place);
    }
}

fn declined(out: &mut String, declined: &Declined, lang: Lang) {
    out.push('{');
    field(out, "engine", declined.engine.word());
    key(out, "component");
    match declined.component {
        Some(component) => {
            let _ = write!(out, "{component}");
        }
        None => out.push_str("null"),
    }
    reason(out, "why", &declined.why, lang);
    out.push('}');
}

/// How much of an answer to write.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Detail {
    /// What a line of many has.
    Line,
    /// Schema, theory, components and reasons too.
    Full,
    /// Which engines declined as well.
    Explained,
}

/// Adds an answer as one object, without a line end.
pub(crate) fn answer(out: &mut String, answer: &Answer, lang: Lang, detail: Detail) {
    out.push('{');
    if detail != Detail::Line {
        field(out, "schema", ANSWER);
    }
    field(out, "game", &answer.game);
    field(out, "play", answer.play.word());
    outcome(out, answer.outcome);
    value(out, "value", answer.value.as_ref());
    count(out, answer.winning.count.as_ref());
    key(out, "moves");
    array(out, &answer.winning.listed, |out, mv| {
        winning_move(out, mv, lang);
    });
    if let Some(remoteness) = answer.remoteness {
        number(out, "remoteness", remoteness);
    }
    if let Some(unknown) = &answer.unknown {
        reason(out, "unknown", unknown, lang);
    }
    if detail != Detail::Line {
        field(out, "theory", answer.theory.word());
        key(out, "because");
        match &answer.because {
            Some(because) => string(out, &because.render(lang)),
            None => out.push_str("null"),
        }
        key(out, "components");
        array(out, &answer.components, |out, part| {
            component(out, part, lang);
        });
    }
    if detail == Detail::Explained {
        key(out, "declined");
        array(out, &answer.declined, |out, one| declined(out, one, lang));
    }
    out.push('}');
}

/// A question that was not understood.
pub(crate) struct ErrorObject<'a> {
    /// Its text.
    pub(crate) text: &'a str,
    /// The line of the input, from 1.
    pub(crate) line: u64,
    /// The sentence.
    pub(crate) message: &'a str,
    /// A word for what is wrong.
    pub(crate) kind: &'a str,
    /// The column of what is wrong, in characters from 1.
    pub(crate) column: usize,
    /// What the notation says of it, where the text was read at all.
    pub(crate) error: Option<&'a ParseError>,
}

/// Adds an error as one object, without a line end: every key of an answer, then what is wrong.
pub(crate) fn refused(out: &mut String, refused: &ErrorObject<'_>, play: Play) {
    out.push('{');
    field(out, "game", &brief(refused.text, 1000));
    field(out, "play", play.word());
    out.push_str(",\"outcome\":null,\"value\":null,\"winning_moves\":null,\"moves\":[]");
    field(out, "error", refused.message);
    field(out, "kind", refused.kind);
    number(out, "line", refused.line);
    number(out, "column", refused.column as u64);
    if let Some(error) = refused.error {
        number(out, "length", error.length as u64);
        if let Some(file) = &error.file {
            field(out, "file", file);
            number(out, "file_line", error.line as u64);
        }
        field(out, "example", &error.example);
    }
    out.push('}');
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Long runs of digits, which the arithmetic below prints wrong at some lengths.
    #[test]
    fn a_long_number_is_written_as_it_was_read() {
        for length in [50_000, 100_000] {
            let text = ["9", "0", "1"].map(|digit| digit.repeat(length)).concat();
            let number = decimal::parse(&text, decimal::MOST_DIGITS).expect("a number");
            let mut out = String::new();
            digits(&mut out, &number);
            assert!(out == text, "{length}");
        }
    }

    #[test]
    fn strings_are_escaped_as_serde_does() {
        for text in ["", "a\"b\\c", "尼姆\n\t\r", "\u{1}\u{1f}\u{7f}é𝄞"] {
            let mut out = String::new();
            string(&mut out, text);
            let back: String = serde_json::from_str(&out).expect("valid JSON");
            assert_eq!(back, text);
        }
    }

    #[test]
    fn a_count_beyond_2_to_53_is_a_string() {
        for (number, expected) in [
            (1u64 << 53, "{\"winning_moves\":9007199254740992"),
            ((1 << 53) + 1, "{\"winning_moves\":\"9007199254740993\""),
        ] {
            let mut out = "{".to_owned();
            count(&mut out, Some(&Natural::from(number)));
            assert_eq!(out, expected);
        }
    }
}
