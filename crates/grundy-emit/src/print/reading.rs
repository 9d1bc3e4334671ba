//! How programs read their input: what stands in files for each language, in sections of which a program gets those that it uses.
//!
//! A byte-order mark at the beginning is passed over. A number begins after blanks and ends at one, or at a text of the layout. Letters are
//! those of the alphabet that the layout gives. Whatever else is met, and an input that ends too early, ends the program with an error, as the
//! judge refuses it: no answer is made of what was not read. So does a number of 2^63 or more in a language whose numbers end there; Python's do not.

use super::quoted;
use crate::Language;
use crate::tree::{Expr, Program, visit};

fn library(language: Language) -> &'static str {
    match language {
        Language::Cpp => include_str!("reading/reading.cpp.txt"),
        Language::Python => include_str!("reading/reading.py.txt"),
        Language::Rust => include_str!("reading/reading.rs.txt"),
        Language::Java => include_str!("reading/reading.java.txt"),
    }
}

/// The sections that a program uses, in the order of their file, and whether each belongs to the program's state.
pub(super) fn sections(program: &Program, language: Language) -> Vec<(bool, String)> {
    let used = used(program);
    let signs = Signs::of(program, language);
    let all = library(language).split("//// ").skip(1);
    let used = all.filter_map(|section| {
        let (head, text) = section.split_once('\n').unwrap_or((section, ""));
        let (name, kind) = head.split_once(' ').unwrap_or((head, ""));
        let filled = || (kind == "method", signs.fill(text.trim_end()));
        used.contains(&name).then(filled)
    });
    used.collect()
}

fn used(program: &Program) -> Vec<&'static str> {
    let mut used = vec!["bytes", "refuse", "too_large", "blanks", "number"];
    visit(&program.main, &mut |part| match part {
        Expr::ReadList => used.extend(["text", "list"]),
        Expr::Call(name, _) if name == "read_text" => used.push("text"),
        Expr::ReadWord(..) => used.push("word"),
        Expr::PlacesIn(..) => used.push("places"),
        Expr::Call(name, _) if name == "read_rows" => used.extend(["word", "rows"]),
        Expr::AtEnd => used.push("at_end"),
        _ => {}
    });
    used
}

/// The words of an input whose numbers stand between texts, as Python finds them: the texts, numbers, and whatever else is refused then.
pub(super) fn tokens(program: &Program) -> Option<String> {
    let stops = program.stops.as_ref()?;
    let mut texts: Vec<String> = Vec::new();
    visit(&program.main, &mut |part| {
        if let Expr::Call(name, parts) = part
            && let ("read_text", [Expr::Text(text)]) = (&**name, &parts[..])
        {
            texts.push(spelled(text.as_bytes()));
        }
    });
    // The longest that fits is meant.
    texts.sort_by_key(|text| std::cmp::Reverse(text.len()));
    texts.dedup();
    if program.reads_lists() {
        texts.push("[][,]".to_owned());
    }
    texts.push(format!("[^\\s{}]+", spelled(stops)));
    texts.push("\\S".to_owned());
    Some(texts.join("|"))
}

/// Bytes as an expression of Python finds them.
fn spelled(bytes: &[u8]) -> String {
    let spelled = bytes.iter().map(|&byte| match byte {
        byte if byte.is_ascii_alphanumeric() => char::from(byte).to_string(),
        byte if byte.is_ascii_graphic() => format!("\\{}", char::from(byte)),
        byte => format!("\\x{byte:02x}"),
    });
    spelled.collect()
}

/// What stands in the sections for the signs around numbers.
struct Signs {
    /// Further bytes at which a number may end.
    stop: String,
    /// What is done with a sign before a number.
    sign: &'static str,
    /// The number with its sign.
    number: &'static str,
    refusal: String,
    too_large: String,
}

impl Signs {
    fn of(program: &Program, language: Language) -> Signs {
        let stops = program.stops.clone().unwrap_or_default();
        let literal = |byte: u8| match (byte, language) {
            (b'\\', Language::Rust) => "b'\\\\'".to_owned(),
            (b'\\', _) => "'\\\\'".to_owned(),
            (byte, Language::Rust) if byte.is_ascii_graphic() => {
                format!("b'{}'", char::from(byte))
            }
            (byte, _) if byte.is_ascii_graphic() => format!("'{}'", char::from(byte)),
            (byte, _) => byte.to_string(),
        };
        let peek = match language {
            Language::Java => "peekByte()",
            _ => "peek_byte()",
        };
        let stop: String = match language {
            Language::Rust => {
                let more = stops.iter().map(|&byte| format!(" | {}", literal(byte)));
                format!("0..=b' '{}", more.collect::<String>())
            }
            _ => {
                let is_other = |&byte: &u8| format!(" && {peek} != {}", literal(byte));
                stops.iter().map(is_other).collect()
            }
        };
        let (sign, number) = signed(program, language);
        let line_end = match language {
            Language::Python => "",
            _ => "\n",
        };
        let told = |sentence| {
            quoted(&format!("{sentence}{line_end}"), |letter| {
                letter.to_string()
            })
        };
        Signs {
            stop,
            sign,
            number,
            refusal: told(program.refusal),
            too_large: told(program.too_large),
        }
    }

    fn fill(&self, text: &str) -> String {
        let text = match self.sign {
            "" => text.replace("    @sign@\n", ""),
            sign => text.replace("@sign@", sign),
        };
        text.replace("@stop@", &self.stop)
            .replace("@number@", self.number)
            .replace("@refusal@", &self.refusal)
            .replace("@too_large@", &self.too_large)
    }
}

/// What is done with a sign before a number, and the number with it: a plus is passed over, and a minus refused, passed over, or kept.
fn signed(program: &Program, language: Language) -> (&'static str, &'static str) {
    match (language, program.below_zero, program.signs) {
        (Language::Cpp, true, _) => (
            "bool below = peek_byte() == '-';\n    if (below || peek_byte() == '+') used++;",
            "below ? -number : number",
        ),
        (Language::Cpp, _, true) => (
            "if (peek_byte() == '-' || peek_byte() == '+') used++;",
            "number",
        ),
        (Language::Cpp, ..) => ("if (peek_byte() == '+') used++;", "number"),
        (Language::Java, true, _) => (
            "boolean below = peekByte() == '-';\n    if (below || peekByte() == '+') used++;",
            "below ? -number : number",
        ),
        (Language::Java, _, true) => (
            "if (peekByte() == '-' || peekByte() == '+') used++;",
            "number",
        ),
        (Language::Java, ..) => ("if (peekByte() == '+') used++;", "number"),
        (Language::Rust, true, _) => (
            "let below = self.next_is(b'-');\n    if below || self.next_is(b'+') {\n        self.position += 1;\n    }",
            "if below { -number } else { number }",
        ),
        (Language::Rust, _, true) => (
            "if self.next_is(b'-') || self.next_is(b'+') {\n        self.position += 1;\n    }",
            "number",
        ),
        (Language::Rust, ..) => (
            "if self.next_is(b'+') {\n        self.position += 1;\n    }",
            "number",
        ),
        // Between digits Python allows what no judge writes.
        (Language::Python, true, _) => (
            "if b\"_\" in data[position - 1]:\n        refuse()",
            "number",
        ),
        (Language::Python, _, true) => (
            "if b\"_\" in data[position - 1]:\n        refuse()",
            "abs(number)",
        ),
        (Language::Python, ..) => (
            "if number < 0 or b\"_\" in data[position - 1]:\n        refuse()",
            "number",
        ),
    }
}
