//! Rust, edition 2021, without crates.

use super::cpp::needs;
use super::{ATOM, Style, Text, Writer, atom, of_two, quoted, reading, words, wrapped};
use crate::Language;
use crate::tree::{Expr, Function, Native, Program, Type};

/// Knows which functions belong to the whole program's state.
struct Rust<'p> {
    program: &'p Program,
}

const FLOOR_DIV: &str = "
fn floor_div(a: i64, b: i64) -> i64 {
    a / b - (a % b != 0 && (a < 0) != (b < 0)) as i64
}
";

const FLOOR_MOD: &str = "
fn floor_mod(a: i64, b: i64) -> i64 {
    let rest = a % b;
    if rest != 0 && (rest < 0) != (b < 0) {
        rest + b
    } else {
        rest
    }
}
";

fn kind(kind: Type) -> String {
    match kind {
        Type::Number => "i64".into(),
        Type::Flag => "bool".into(),
        Type::List | Type::Bytes | Type::Shorts => "Vec<i64>".into(),
        Type::Word => "&str".into(),
        Type::Words => "Vec<String>".into(),
        Type::WordMap => "HashMap<String, i64>".into(),
        Type::Lists => "Vec<Vec<i64>>".into(),
        Type::ListMap => "HashMap<Vec<i64>, i64>".into(),
        Type::Map(arity) => format!("HashMap<[i64; {arity}], i64>"),
    }
}

/// As an index.
fn index((text, strength): Text) -> String {
    if strength == ATOM {
        match text.parse::<i64>() {
            Ok(_) => text,
            Err(_) => format!("{text} as usize"),
        }
    } else {
        format!("({text}) as usize")
    }
}

impl Style for Rust<'_> {
    fn global(&self, name: &str) -> String {
        format!("self.{name}")
    }

    fn shifted(&self, left: &Expr, text: Text) -> Text {
        match left {
            Expr::Number(number) => atom(format!("{number}i64")),
            _ => text,
        }
    }

    fn native(&self, native: Native, parts: &[String]) -> Text {
        let first = parts.first().map_or("", String::as_str);
        match native {
            Native::Min => of_two("i64::min", parts),
            Native::Max => of_two("i64::max", parts),
            Native::Abs => atom(format!("i64::abs({first})")),
            Native::Popcount => atom(format!("i64::from(i64::count_ones({first}))")),
            Native::BitLength => atom(format!("i64::from(64 - i64::leading_zeros({first}))")),
        }
    }

    fn call(&self, name: &str, parts: &[String]) -> String {
        let mut functions = self.program.functions.iter();
        let state = functions.any(|it| it.name == name && it.state) || name == "read_text";
        let own = self.program.search.is_some();
        let state = state || own && words::METHODS.contains(&name);
        if matches!(name, "sg" | "wins" | "ways" | "outcome") && !self.program.reads_words() && own
        {
            // A list that was read.
            return format!("self.{name}(&{})", parts.join(", "));
        }
        let of = match own && words::OWNED.contains(&name) {
            true => "&",
            false => "",
        };
        let takes = self.program.functions.iter().find(|it| it.name == name);
        let takes = takes.map_or(&[][..], |it| &it.parameters);
        // Lists are lent.
        let lent = |(place, part): (usize, &String)| match takes.get(place) {
            // What changes the state is lent no part of it.
            Some((_, Type::List)) if state && part.starts_with("self.") => {
                format!("&{part}.clone()")
            }
            Some((_, Type::List)) => format!("&{part}"),
            _ => part.clone(),
        };
        let parts: Vec<String> = parts.iter().enumerate().map(lent).collect();
        let of = if state {
            format!("{of}self.")
        } else {
            of.to_owned()
        };
        format!("{of}{name}({})", parts.join(", "))
    }

    fn joined(&self, _: &[Expr], texts: &[String]) -> Text {
        atom(format!("&[{}].concat()", texts.join(", ")))
    }

    fn read_word(&self, count: &str, letters: &str) -> String {
        format!("&self.read_word({count}, {letters})")
    }

    fn element(&self, list: &str, place: Text) -> String {
        format!("{list}[{}]", index(place))
    }

    fn length(&self, list: &str) -> Text {
        // Where something follows it stands in parentheses: `as i64 <` would begin a list of types.
        (format!("{list}.len() as i64"), 0)
    }

    fn has(&self, map: &str, keys: &[String]) -> Text {
        atom(format!("{map}.contains_key(&[{}])", keys.join(", ")))
    }

    fn entry(&self, map: &str, keys: &[String]) -> String {
        format!("{map}[&[{}]]", keys.join(", "))
    }

    fn set_entry(&self, map: &str, keys: &[String], value: &str) -> String {
        format!("{map}.insert([{}], {value})", keys.join(", "))
    }

    fn new_list(&self) -> String {
        "Vec::new()".into()
    }

    fn read(&self) -> String {
        "self.read_number()".into()
    }

    fn read_list(&self) -> String {
        "self.read_list()".into()
    }

    fn at_end(&self) -> String {
        "self.at_end()".into()
    }

    fn condition(&self, word: &str, condition: &str) -> String {
        format!("{word} {condition}")
    }

    fn unused<'n>(&self, _: &'n str) -> &'n str {
        "_"
    }

    fn declare(&self, name: &str, of: Type, value: &Expr, text: &str, changes: bool) -> String {
        let word = if changes { "let mut" } else { "let" };
        match value {
            _ if of == Type::Word => format!("{word} {name}: &str = {text}"),
            Expr::Number(_) | Expr::NewList => format!("{word} {name}: {} = {text}", kind(of)),
            _ => format!("{word} {name} = {text}"),
        }
    }

    fn counted(&self, name: &str, from: &str, to: Text, included: bool) -> String {
        let dots = if included { "..=" } else { ".." };
        format!("for {name} in {from}{dots}{}", to.0)
    }

    fn each(&self, name: &str, list: &Expr, text: &str) -> (String, Option<String>) {
        match list {
            // The body may change other parts of the state.
            Expr::Global(_) => (
                format!("for index in 0..{text}.len()"),
                Some(format!("let {name} = {text}[index]")),
            ),
            Expr::Local(_) => (format!("for &{name} in {text}.iter()"), None),
            _ => (format!("for {name} in {text}"), None),
        }
    }

    fn each_list(&self, name: &str, lists: &str) -> String {
        format!("for {name} in &{lists}")
    }

    fn among(&self, name: &str, elements: &[String]) -> String {
        format!("for {name} in [{}]", elements.join(", "))
    }

    fn push(&self, list: &str, value: &Expr, text: &str) -> String {
        match value {
            Expr::Read | Expr::Call(..) => {
                format!("let number = {text};\n{list}.push(number)")
            }
            _ => format!("{list}.push({text})"),
        }
    }

    fn zeros(&self, list: &str, length: &str) -> String {
        format!("{list} = vec![0; ({length}) as usize]")
    }

    fn copy(&self, to: &str, from: &Expr, text: &str) -> String {
        match from {
            Expr::Local(_) => format!("{to} = {text}.to_vec()"),
            _ => format!("{to} = {text}.clone()"),
        }
    }

    fn write(&self, text: &str) -> String {
        match text
            .chars()
            .all(|letter| letter.is_alphanumeric() || letter == '_')
        {
            true => format!("self.out += &{text}.to_string()"),
            false => format!("self.out += &({text}).to_string()"),
        }
    }

    fn write_word(&self, word: &str) -> String {
        format!("self.out += {word}")
    }

    fn write_text(&self, text: &str) -> String {
        let escape = |letter: char| format!("\\u{{{:x}}}", u32::from(letter));
        format!("self.out += {}", quoted(text, escape))
    }
}

fn head(function: &Function) -> String {
    let own = function.state.then(|| "&mut self".to_owned());
    let parameters = function.parameters.iter();
    let parameters = parameters.map(|(name, of)| match of {
        Type::List => format!("{name}: &[i64]"),
        of => format!("{name}: {}", kind(*of)),
    });
    let parameters: Vec<String> = own.into_iter().chain(parameters).collect();
    let returns = function
        .returns
        .map_or(String::new(), |it| format!(" -> {}", kind(it)));
    format!("fn {}({}){returns}", function.name, parameters.join(", "))
}

pub(super) fn program(program: &Program) -> String {
    let style = Rust { program };
    let mut out = Writer::new(&style);
    out.notes(&program.notes);
    let maps = program
        .globals
        .iter()
        .any(|it| matches!(it.kind, Type::Map(_) | Type::WordMap | Type::ListMap));
    let packed = program.search.as_ref().and_then(|it| it.packed.as_ref());
    if maps || packed.is_some() {
        out.line("use std::collections::HashMap;");
    }
    out.text("use std::io::{Read, Write};\n");
    let (divides, remainders) = needs(program);
    let reading = reading::sections(program, Language::Rust);
    for (_, text) in reading.iter().filter(|(is_method, _)| !is_method) {
        out.line("");
        out.text(text);
    }
    for (needed, text) in [(divides, FLOOR_DIV), (remainders, FLOOR_MOD)] {
        if needed {
            out.text(text);
        }
    }
    let sections = words::sections(program, Language::Rust, &style);
    for (_, text) in sections.iter().filter(|(is_method, _)| !is_method) {
        out.line("");
        out.text(text);
    }
    for function in program.functions.iter().filter(|it| !it.state) {
        out.line("");
        out.function(&head(function), function);
    }
    out.line("");
    out.begin("struct Game");
    out.text("data: Vec<u8>,\nposition: usize,\nout: String,");
    for global in &program.globals {
        out.notes(std::slice::from_ref(&global.note));
        out.line(&format!("{}: {},", global.name, kind(global.kind)));
    }
    if packed.is_some() {
        out.line("grids: HashMap<(usize, usize), Grid>,");
    }
    out.finish();
    out.line("");
    out.begin("impl Game");
    for (place, (_, text)) in (reading.iter().filter(|(is_method, _)| *is_method)).enumerate() {
        if place > 0 {
            out.line("");
        }
        out.text(text);
    }
    for (_, text) in sections.iter().filter(|(is_method, _)| *is_method) {
        out.line("");
        out.text(text);
    }
    for function in program.functions.iter().filter(|it| it.state) {
        out.line("");
        out.function(&head(function), function);
    }
    out.line("");
    out.begin("fn run(&mut self)");
    out.body_of(&program.main);
    out.finish();
    out.finish();
    out.line("");
    out.begin("fn main()");
    out.text("let mut data = Vec::new();\nstd::io::stdin().read_to_end(&mut data).unwrap();\nlet position = if data.starts_with(b\"\\xEF\\xBB\\xBF\") { 3 } else { 0 };");
    out.begin("let mut game = Game");
    out.text("data,\nposition,\nout: String::new(),");
    for global in &program.globals {
        let name = &global.name;
        out.text(&match global.kind {
            Type::List | Type::Bytes | Type::Shorts if global.first.is_empty() => {
                format!("{name}: Vec::new(),")
            }
            Type::List => format!("{name}: vec![{}],", wrapped(&global.first)),
            Type::Map(_) | Type::WordMap | Type::ListMap => format!("{name}: HashMap::new(),"),
            Type::Words | Type::Lists => format!("{name}: Vec::new(),"),
            _ => format!("{name}: {},", global.first.first().copied().unwrap_or(0)),
        });
    }
    if packed.is_some() {
        out.line("grids: HashMap::new(),");
    }
    out.depth -= 1;
    out.line("};");
    out.line("game.run();");
    out.line("std::io::stdout().write_all(game.out.as_bytes()).unwrap();");
    out.finish();
    out.out
}
