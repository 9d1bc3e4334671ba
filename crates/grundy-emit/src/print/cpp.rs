//! C++17.

use super::{
    SIGN, Style, Text, Writer, atom, counted, of_two, quoted, reading, upwards, words, wrapped,
};
use crate::Language;
use crate::tree::{Expr, Function, Global, Native, Op, Program, Type, visit};

struct Cpp;

const FLOOR_DIV: &str = "
long long floor_div(long long a, long long b) {
    return a / b - (a % b != 0 && (a < 0) != (b < 0));
}
";

const FLOOR_MOD: &str = "
long long floor_mod(long long a, long long b) {
    long long rest = a % b;
    return rest != 0 && (rest < 0) != (b < 0) ? rest + b : rest;
}
";

const MIXED: &str = "
struct Mixed {
    template <size_t N> size_t operator()(const std::array<long long, N>& key) const {
        unsigned long long hash = 0;
        for (long long number : key) {
            hash = (hash ^ (unsigned long long) number) * 0x9E3779B97F4A7C15ULL;
            hash ^= hash >> 32;
        }
        return hash;
    }
};
";

fn kind(kind: Type) -> String {
    match kind {
        Type::Number => "long long".into(),
        Type::Flag => "bool".into(),
        Type::List => "std::vector<long long>".into(),
        Type::Bytes => "std::vector<unsigned char>".into(),
        Type::Shorts => "std::vector<int>".into(),
        Type::Word => "std::string".into(),
        Type::Words => "std::vector<std::string>".into(),
        Type::WordMap => "std::unordered_map<std::string, long long>".into(),
        Type::Lists => "std::vector<std::vector<long long>>".into(),
        Type::ListMap => "std::map<std::vector<long long>, long long>".into(),
        Type::Map(arity) => {
            format!("std::unordered_map<std::array<long long, {arity}>, long long, Mixed>")
        }
    }
}

impl Style for Cpp {
    fn number(&self, number: i64) -> String {
        match i32::try_from(number) {
            Ok(number) => number.to_string(),
            Err(_) => format!("{number}LL"),
        }
    }

    fn shifted(&self, left: &Expr, text: Text) -> Text {
        match left {
            Expr::Number(number) => atom(format!("{number}LL")),
            Expr::Native(..) => (format!("(long long) ({})", text.0), SIGN),
            _ => text,
        }
    }

    fn native(&self, native: Native, parts: &[String]) -> Text {
        let first = parts.first().map_or("", String::as_str);
        match native {
            Native::Min => of_two("std::min<long long>", parts),
            Native::Max => of_two("std::max<long long>", parts),
            Native::Abs => atom(format!("std::llabs({first})")),
            Native::Popcount => atom(format!("__builtin_popcountll({first})")),
            Native::BitLength => atom(format!(
                "(({first}) == 0 ? 0 : 64 - __builtin_clzll({first}))"
            )),
        }
    }

    fn length(&self, list: &str) -> Text {
        (format!("(long long) {list}.size()"), SIGN)
    }

    fn has(&self, map: &str, keys: &[String]) -> Text {
        (format!("{map}.count({{{}}}) > 0", keys.join(", ")), 4)
    }

    fn entry(&self, map: &str, keys: &[String]) -> String {
        format!("{map}[{{{}}}]", keys.join(", "))
    }

    fn new_list(&self) -> String {
        "{}".into()
    }

    fn joined(&self, parts: &[Expr], texts: &[String]) -> Text {
        // Two literals side by side cannot be added.
        let literal = |part: &Expr| matches!(part, Expr::Text(_));
        let mut texts = texts.to_vec();
        if parts.iter().take(2).all(literal) {
            texts[0] = format!("std::string({})", texts[0]);
        }
        (texts.join(" + "), 6)
    }

    fn declare(&self, name: &str, of: Type, value: &Expr, text: &str, _: bool) -> String {
        match value {
            Expr::NewList => format!("{} {name}", kind(of)),
            _ => format!("{} {name} = {text}", kind(of)),
        }
    }

    fn counted(&self, name: &str, from: &str, to: Text, included: bool) -> String {
        counted("long long", name, from, to, included)
    }

    fn upwards(&self, name: &str, from: &str, goes_on: &str) -> Option<String> {
        Some(upwards("long long", name, from, goes_on))
    }

    fn each(&self, name: &str, _: &Expr, text: &str) -> (String, Option<String>) {
        (format!("for (long long {name} : {text})"), None)
    }

    fn each_list(&self, name: &str, lists: &str) -> String {
        format!("for (const std::vector<long long>& {name} : {lists})")
    }

    fn among(&self, name: &str, elements: &[String]) -> String {
        let list = format!(
            "std::initializer_list<long long>{{{}}}",
            elements.join(", ")
        );
        format!("for (long long {name} : {list})")
    }

    fn increment(&self, place: &str) -> String {
        format!("{place}++")
    }

    fn push(&self, list: &str, _: &Expr, text: &str) -> String {
        format!("{list}.push_back({text})")
    }

    fn pop(&self, list: &str) -> String {
        format!("{list}.pop_back()")
    }

    fn sort(&self, list: &str) -> String {
        format!("std::sort({list}.begin(), {list}.end())")
    }

    fn zeros(&self, list: &str, length: &str) -> String {
        format!("{list}.assign({length}, 0)")
    }

    fn copy(&self, to: &str, _: &Expr, text: &str) -> String {
        format!("{to} = {text}")
    }

    fn write(&self, text: &str) -> String {
        format!("out += std::to_string({text})")
    }

    fn write_word(&self, word: &str) -> String {
        format!("out += {word}")
    }

    fn write_text(&self, text: &str) -> String {
        // Octal, of at most three digits: what follows cannot be taken for one of them.
        let escape = |letter: char| {
            let mut bytes = [0; 4];
            let bytes = letter.encode_utf8(&mut bytes).bytes();
            bytes.map(|byte| format!("\\{byte:03o}")).collect()
        };
        format!("out += {}", quoted(text, escape))
    }
}

fn head(function: &Function) -> String {
    let parameters = function.parameters.iter();
    let parameters: Vec<String> = parameters
        .map(|(name, of)| match of {
            Type::Word | Type::List => format!("const {}& {name}", kind(*of)),
            of => format!("{} {name}", kind(*of)),
        })
        .collect();
    let returns = function.returns.map_or("void".into(), kind);
    format!("{returns} {}({})", function.name, parameters.join(", "))
}

/// Which divisions with care for signs the program needs.
pub(super) fn needs(program: &Program) -> (bool, bool) {
    let (mut divides, mut remainders) = (false, false);
    let mut look = |part: &Expr| match part {
        Expr::Binary(Op::Divide, _) => divides = true,
        Expr::Binary(Op::Remainder, _) => remainders = true,
        _ => {}
    };
    visit(&program.main, &mut look);
    for function in &program.functions {
        visit(&function.body, &mut look);
    }
    (divides, remainders)
}

pub(super) fn program(program: &Program) -> String {
    let mut out = Writer::new(&Cpp);
    out.notes(&program.notes);
    let is_map = |global: &Global| global.kind == Type::ListMap;
    let packed = program.search.as_ref().and_then(|it| it.packed.as_ref());
    let map = program.globals.iter().any(is_map) || packed.is_some();
    let map = map.then_some("map");
    let tuple = packed.map(|_| "tuple");
    let includes = [
        "algorithm",
        "array",
        "climits",
        "cstdio",
        "cstdlib",
        "cstring",
    ]
    .into_iter()
    .chain(map)
    .chain(["string"])
    .chain(tuple);
    for name in includes.chain(["unordered_map", "vector"]) {
        out.line(&format!("#include <{name}>"));
    }
    out.line("");
    let (divides, remainders) = needs(program);
    for (_, text) in reading::sections(program, Language::Cpp) {
        out.text(&text);
        out.line("");
    }
    for (needed, text) in [(divides, FLOOR_DIV), (remainders, FLOOR_MOD)] {
        if needed {
            out.text(text);
        }
    }
    if (program.globals.iter()).any(|global| matches!(global.kind, Type::Map(_))) {
        out.text(MIXED);
    }
    out.line("");
    out.line("std::string out;");
    for global in &program.globals {
        out.notes(std::slice::from_ref(&global.note));
        let name = &global.name;
        out.text(&match (global.kind, global.first.as_slice()) {
            (Type::Number, first) => {
                let first = first.first().copied().unwrap_or(0);
                format!("long long {name} = {};", Cpp.number(first))
            }
            (Type::List, first) if !first.is_empty() => {
                format!("{} {name} = {{{}}};", kind(Type::List), wrapped(first))
            }
            (of, _) => format!("{} {name};", kind(of)),
        });
    }
    for (_, text) in words::sections(program, Language::Cpp, &Cpp) {
        out.line("");
        out.text(&text);
    }
    for function in &program.functions {
        out.line("");
        out.function(&head(function), function);
    }
    out.line("");
    out.begin("int main()");
    out.body_of(&program.main);
    out.line("fwrite(out.data(), 1, out.size(), stdout);");
    out.line("return 0;");
    out.finish();
    out.out
}
