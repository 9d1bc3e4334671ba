//! The lines of `grundy solve -`, written by hand into one buffer since there are hundreds of thousands in a second; a test holds them
//! against what the types of `grundy-service` write.

use std::fmt::Write;

use grundy::answer::{ComponentAnswer, Declined, WinningMove};
use grundy::number::decimal;
use grundy::{Answer, Component, Lang, Message, Natural, Nimber, Play, Reason};
use grundy_service::answer::{Detail, LineError, SCHEMA, conclusion};

/// Largest integer that every reader of JSON holds exactly.
const EXACT: u64 = 1 << 53;

/// Adds a string.
fn string(out: &mut String, text: &str) {
    out.push('"');
    inner(out, text);
    out.push('"');
}

/// Adds what is between the quotes of a string.
fn inner(out: &mut String, text: &str) {
    if is_plain(text) {
        out.push_str(text);
    } else {
        escaped(out, text);
    }
}

/// Whether nothing in a text is written otherwise than it stands. Looks at many bytes at once, and so at all of them.
fn is_plain(text: &str) -> bool {
    let is_special = |byte: u8| (byte < 0x20) | (byte == b'"') | (byte == b'\\');
    let mut eights = text.as_bytes().chunks_exact(8);
    let count = |bytes: &[u8]| {
        bytes
            .iter()
            .map(|&byte| u8::from(is_special(byte)))
            .sum::<u8>()
    };
    let special: u8 = eights.by_ref().map(count).fold(0, |any, one| any | one);
    special | count(eights.remainder()) == 0
}

/// Adds what is between the quotes, letter by letter.
fn escaped(out: &mut String, text: &str) {
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
}

/// Adds `"key":` after a comma where one is needed; keys are plain.
fn key(out: &mut String, key: &'static str) {
    out.push_str(match out.as_bytes().last() {
        Some(b'{' | b'[') => "\"",
        _ => ",\"",
    });
    out.push_str(key);
    out.push_str("\":");
}

/// Adds a key and a string.
fn field(out: &mut String, name: &'static str, text: &str) {
    key(out, name);
    string(out, text);
}

/// Adds a key and a number.
fn number(out: &mut String, name: &'static str, number: u64) {
    key(out, name);
    small(out, number);
}

fn small(out: &mut String, number: u64) {
    out.push_str(itoa::Buffer::new().format(number));
}

/// Adds an array, each element by `each`.
fn array<T>(
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
        Ok(number) => small(out, number),
        Err(_) => out.push_str(&decimal::print(number)),
    }
}

fn value(out: &mut String, name: &'static str, value: Option<&Nimber>) {
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
    out.push('"');
    inner(out, component.head());
    let begin = out.len();
    out.push(' ');
    component.write(out);
    match out.len() - begin {
        1 => out.truncate(begin),
        _ => tidy(out, begin),
    }
    out.push('"');
}

fn winning_move(out: &mut String, mv: &WinningMove, lang: Lang) {
    out.push('{');
    number(out, "component", mv.component as u64);
    field(out, "from", &mv.from);
    key(out, "move");
    message(out, &mv.message, lang);
    key(out, "to");
    array(out, &mv.to, |out, component| {
        component_name(out, component.as_ref());
    });
    out.push('}');
}

/// Adds a sentence.
fn message(out: &mut String, message: &Message, lang: Lang) {
    out.push('"');
    let begin = out.len();
    message.render_into(lang, out);
    tidy(out, begin);
    out.push('"');
}

/// Escapes what was added from some place on.
fn tidy(out: &mut String, begin: usize) {
    if !is_plain(&out[begin..]) {
        let text = out.split_off(begin);
        escaped(out, &text);
    }
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
        Some(because) => message(out, because, lang),
        None => out.push_str("null"),
    }
    out.push('}');
}

/// Adds why there is no answer: the sentence, a word for its kind and, where it is about one, the position.
fn reason(out: &mut String, name: &'static str, reason: &Reason, lang: Lang) {
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
        Some(component) => small(out, component as u64),
        None => out.push_str("null"),
    }
    reason(out, "why", &declined.why, lang);
    out.push('}');
}

/// Adds an answer as one object, without a line end.
pub(crate) fn answer(out: &mut String, answer: &Answer, lang: Lang, detail: Detail) {
    out.push('{');
    if detail != Detail::Line {
        field(out, "schema", SCHEMA);
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
            Some(because) => message(out, because, lang),
            None => out.push_str("null"),
        }
        key(out, "components");
        array(out, &answer.components, |out, part| {
            component(out, part, lang);
        });
    }
    if detail == Detail::Explained {
        if let Some(conclusion) = conclusion(answer) {
            key(out, "conclusion");
            message(out, &conclusion, lang);
        }
        key(out, "declined");
        array(out, &answer.declined, |out, one| declined(out, one, lang));
    }
    out.push('}');
}

/// Adds an error as one object, without a line end: every key of an answer, then what is wrong.
pub(crate) fn refused(out: &mut String, refused: LineError<'_>, play: Play) {
    out.push('{');
    field(out, "game", refused.text);
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
    use grundy::number::decimal;
    use grundy::{Budget, Game, Solver};
    use grundy_service::answer::{Document, RefusedLine};
    use grundy_service::json;

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
    fn answers_are_those_of_the_types() {
        let rule = "rule 'n -> n-1 if 6/(n-3) > 0' 5";
        let games = [
            "nim",
            "nim 3 5 7",
            "nim 18446744073709551616 9007199254740993 + kayles 5",
            "fibonacci 20000000000000000000000",
            "moore:2 18446744073709551615 18446744073709551616 3 9",
            "wythoff 3,5 + moore:2 3 4 5",
            "graph:a-b,b-a,a-c,d\"-\\ a b",
            "graph:a-b,b-a a",
            "cram 6x7",
            "chomp 2x3 + 0.07 9",
            rule,
        ];
        let mut solver = Solver::new();
        solver.budget = Budget {
            positions: 10_000,
            ..Budget::default()
        };
        let mut seen = 0;
        for (text, play) in games
            .iter()
            .flat_map(|text| [Play::Normal, Play::Misere].map(|play| (text, play)))
        {
            let Ok(game) = text.parse::<Game>() else {
                continue;
            };
            seen += 1;
            let solved = solver.solve(&game, play);
            for lang in [Lang::En, Lang::Zh] {
                for detail in [Detail::Line, Detail::Full, Detail::Explained] {
                    let mut out = String::new();
                    answer(&mut out, &solved, lang, detail);
                    let document = Document::new(&solved, lang, detail);
                    assert_eq!(out, json::text(&document), "{text}");
                }
            }
        }
        assert!(seen >= 2 * (games.len() - 1), "{seen}");
    }

    #[test]
    fn refused_lines_are_those_of_the_types() {
        for text in [
            "nim 3 x",
            "a\u{8}\u{c}\u{1f}\"b\\c",
            "尼姆\t\u{7f}é𝄞",
            "graph @f a",
        ] {
            let file = |_: &str| Ok("a ->\n".to_owned());
            let error = Game::parse(text, &file).err();
            for error in [None, error.as_ref()] {
                let wrong = LineError {
                    text,
                    line: 7,
                    message: "no \"game\"",
                    kind: "position",
                    column: 3,
                    error,
                };
                for play in [Play::Normal, Play::Misere] {
                    let mut out = String::new();
                    refused(&mut out, wrong, play);
                    assert_eq!(out, json::text(&RefusedLine::new(wrong, play)), "{text}");
                }
            }
        }
    }
}
