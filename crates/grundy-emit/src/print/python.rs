//! Python 3.

use std::collections::BTreeSet;

use super::{NOT, Style, Text, Writer, atom, quoted, reading, sign, words, wrapped};
use crate::Language;
use crate::tree::{Expr, Native, Op, Program, Stmt, Target, Type};

struct Python;

impl Style for Python {
    fn comment(&self) -> &'static str {
        "# "
    }

    fn sign(&self, op: Op) -> &'static str {
        match op {
            Op::Divide | Op::PlainDivide => "//",
            Op::And => "and",
            Op::Or => "or",
            op => sign(op),
        }
    }

    fn not(&self, (text, strength): Text) -> Text {
        let inner = if strength < NOT {
            format!("({text})")
        } else {
            text
        };
        (format!("not {inner}"), NOT)
    }

    fn flag(&self, flag: bool) -> String {
        if flag { "True".into() } else { "False".into() }
    }

    fn floored(&self, _: Op, _: &str, _: &str) -> Option<String> {
        None
    }

    fn native(&self, native: Native, parts: &[String]) -> Text {
        let all = parts.join(", ");
        match native {
            Native::Min => atom(format!("min({all})")),
            Native::Max => atom(format!("max({all})")),
            Native::Abs => atom(format!("abs({all})")),
            Native::Popcount => atom(format!("bin({all}).count(\"1\")")),
            Native::BitLength => atom(format!("({all}).bit_length()")),
        }
    }

    fn length(&self, list: &str) -> Text {
        atom(format!("len({list})"))
    }

    fn has(&self, map: &str, keys: &[String]) -> Text {
        (format!("({}) in {map}", keys.join(", ")), 4)
    }

    fn entry(&self, map: &str, keys: &[String]) -> String {
        format!("{map}[{}]", keys.join(", "))
    }

    fn new_list(&self) -> String {
        "[]".into()
    }

    fn open(&self, head: &str) -> String {
        format!("{head}:")
    }

    fn otherwise(&self) -> String {
        "else:".into()
    }

    fn otherwise_if(&self, head: &str) -> String {
        format!("el{}", self.open(head))
    }

    fn close(&self) -> &'static str {
        ""
    }

    fn end(&self) -> &'static str {
        ""
    }

    fn condition(&self, word: &str, condition: &str) -> String {
        format!("{word} {condition}")
    }

    fn unused<'n>(&self, _: &'n str) -> &'n str {
        "_"
    }

    fn declare(&self, name: &str, _: Type, _: &Expr, text: &str, _: bool) -> String {
        format!("{name} = {text}")
    }

    fn counted(&self, name: &str, from: &str, to: Text, included: bool) -> String {
        let to = match (included, to.0.parse::<i64>()) {
            (false, _) => to.0,
            (true, Ok(number)) => (number.saturating_add(1)).to_string(),
            (true, Err(_)) if to.1 >= 6 => format!("{} + 1", to.0),
            (true, Err(_)) => format!("({}) + 1", to.0),
        };
        match from {
            "0" => format!("for {name} in range({to})"),
            from => format!("for {name} in range({from}, {to})"),
        }
    }

    fn each(&self, name: &str, _: &Expr, text: &str) -> (String, Option<String>) {
        (format!("for {name} in {text}"), None)
    }

    fn each_list(&self, name: &str, lists: &str) -> String {
        format!("for {name} in {lists}")
    }

    fn among(&self, name: &str, elements: &[String]) -> String {
        format!("for {name} in [{}]", elements.join(", "))
    }

    fn push(&self, list: &str, _: &Expr, text: &str) -> String {
        format!("{list}.append({text})")
    }

    fn zeros(&self, list: &str, length: &str) -> String {
        format!("{list}[:] = [0] * ({length})")
    }

    fn copy(&self, to: &str, _: &Expr, text: &str) -> String {
        format!("{to}[:] = {text}")
    }

    fn write(&self, text: &str) -> String {
        format!("out.append(str({text}))")
    }

    fn write_word(&self, word: &str) -> String {
        format!("out.append({word})")
    }

    fn write_text(&self, text: &str) -> String {
        format!("out.append({})", quoted(text, escape))
    }
}

/// How much of an input is its byte-order mark.
const MARK: &str = r#"3 * data.startswith(b"\xef\xbb\xbf")"#;

fn escape(letter: char) -> String {
    format!("\\U{:08x}", u32::from(letter))
}

/// Numbers of the whole program that these statements change.
fn assigned(body: &[Stmt], names: &mut BTreeSet<String>) {
    for stmt in body {
        if let Stmt::Assign(Target::Global(name), _) | Stmt::Update(Target::Global(name), ..) = stmt
        {
            names.insert(name.clone());
        }
        for inner in stmt.bodies() {
            assigned(inner, names);
        }
    }
}

fn body(out: &mut Writer<'_>, body: &[Stmt]) {
    let mut names = BTreeSet::new();
    assigned(body, &mut names);
    if !names.is_empty() {
        let names: Vec<String> = names.into_iter().collect();
        out.line(&format!("global {}", names.join(", ")));
    }
    out.body_of(body);
}

pub(super) fn program(program: &Program) -> String {
    let mut out = Writer::new(&Python);
    out.notes(&program.notes);
    if let Some(tokens) = reading::tokens(program) {
        out.text("import re");
        out.text(&format!(
            "import sys\n\ndata = sys.stdin.buffer.read()\ndata = re.findall(rb\"{tokens}\", data[{MARK}:])"
        ));
    } else {
        out.text(&format!(
            "import sys\n\ndata = sys.stdin.buffer.read()\ndata = data[{MARK}:].split()"
        ));
    }
    out.text("position = 0\nout = []\n");
    for global in &program.globals {
        out.notes(std::slice::from_ref(&global.note));
        let name = &global.name;
        out.text(&match global.kind {
            Type::List | Type::Bytes | Type::Shorts => {
                format!("{name} = [{}]", wrapped(&global.first))
            }
            Type::Map(_) | Type::WordMap | Type::ListMap => format!("{name} = {{}}"),
            Type::Words | Type::Lists => format!("{name} = []"),
            _ => format!("{name} = {}", global.first.first().copied().unwrap_or(0)),
        });
    }
    for (_, text) in reading::sections(program, Language::Python) {
        out.text("\n\n");
        out.text(&text);
    }
    for (_, text) in words::sections(program, Language::Python, &Python) {
        out.text("\n\n");
        out.text(&text);
    }
    for function in &program.functions {
        out.text("\n\n");
        let names: Vec<&str> = function
            .parameters
            .iter()
            .map(|(name, _)| name.as_str())
            .collect();
        out.notes(&function.notes);
        out.begin(&format!("def {}({})", function.name, names.join(", ")));
        body(&mut out, &function.body);
        out.finish();
    }
    out.text("\n\n");
    out.begin("def main()");
    body(&mut out, &program.main);
    out.finish();
    let main = "\n\nmain()\nsys.stdout.buffer.write(\"\".join(out).encode())";
    out.text(main);
    out.out
}
