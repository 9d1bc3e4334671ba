//! Java 17: one class `Main`.

use super::{SIGN, Style, Text, Writer, atom, counted, of_two, quoted, reading, upwards, words};
use crate::Language;
use crate::tree::{Expr, Function, Native, Op, Program, Type};

struct Java;

const NUMBERS: &str = "
static final class Numbers {
    long[] numbers;
    int length;

    Numbers(long... first) {
        numbers = first.length == 0 ? new long[8] : first;
        length = first.length;
    }

    int size() { return length; }
    long get(long place) { return numbers[(int) place]; }
    void set(long place, long number) { numbers[(int) place] = number; }
    void clear() { length = 0; }
    void pop() { length--; }
    long[] all() { return Arrays.copyOf(numbers, length); }
    boolean same(Numbers other) { return Arrays.equals(all(), other.all()); }

    void add(long number) {
        if (length == numbers.length) numbers = Arrays.copyOf(numbers, 2 * length);
        numbers[length++] = number;
    }

    void zeros(long count) {
        numbers = new long[(int) Math.max(count, 8)];
        length = (int) count;
    }

    void copy(Numbers other) {
        numbers = Arrays.copyOf(other.numbers, other.numbers.length);
        length = other.length;
    }

    static Numbers parsed(String... lines) {
        Numbers all = new Numbers();
        for (String line : lines)
            for (String number : line.split(\" \")) all.add(Long.parseLong(number));
        return all;
    }
}
";

/// Behind that stands what lists need as keys of a map.
const KEYS: &str =
    "    boolean same(Numbers other) { return Arrays.equals(all(), other.all()); }\n";

const SORT: &str = "    void sort() { Arrays.sort(numbers, 0, length); }\n";

const AS_KEYS: &str = "\
    public boolean equals(Object other) { return other instanceof Numbers && same((Numbers) other); }
    public int hashCode() { return Arrays.hashCode(all()); }
";

/// More numbers than that stand in texts: a class can hold only so much code.
const MOST_NUMBERS: usize = 500;

/// How many numbers one text holds.
const NUMBERS_OF_A_TEXT: usize = 2000;

fn kind(kind: Type) -> &'static str {
    match kind {
        Type::Number => "long",
        Type::Flag => "boolean",
        Type::List | Type::Bytes | Type::Shorts => "Numbers",
        Type::Word => "String",
        Type::Words => "ArrayList<String>",
        Type::WordMap => "HashMap<String, Long>",
        Type::Lists => "ArrayList<Numbers>",
        Type::ListMap => "HashMap<Numbers, Long>",
        Type::Map(_) => "HashMap<List<Long>, Long>",
    }
}

fn literal(number: i64) -> String {
    match i32::try_from(number) {
        Ok(number) => number.to_string(),
        Err(_) => format!("{number}L"),
    }
}

/// Numbers where objects are wanted: a small literal must say that it is long.
fn boxed(numbers: &[String]) -> String {
    let long = |number: &String| match number.parse::<i64>() {
        Ok(number) => format!("{number}L"),
        Err(_) => number.clone(),
    };
    numbers.iter().map(long).collect::<Vec<_>>().join(", ")
}

impl Style for Java {
    fn number(&self, number: i64) -> String {
        literal(number)
    }

    fn floored(&self, op: Op, left: &str, right: &str) -> Option<String> {
        let name = if op == Op::Divide {
            "floorDiv"
        } else {
            "floorMod"
        };
        Some(format!("Math.{name}({left}, {right})"))
    }

    fn shifted(&self, left: &Expr, text: Text) -> Text {
        match left {
            Expr::Number(number) => atom(format!("{number}L")),
            Expr::Native(..) => (format!("(long) ({})", text.0), SIGN),
            _ => text,
        }
    }

    fn native(&self, native: Native, parts: &[String]) -> Text {
        let first = parts.first().map_or("", String::as_str);
        match native {
            Native::Min => of_two("Math.min", parts),
            Native::Max => of_two("Math.max", parts),
            Native::Abs => atom(format!("Math.abs({first})")),
            Native::Popcount => atom(format!("Long.bitCount({first})")),
            Native::BitLength => atom(format!("(64 - Long.numberOfLeadingZeros({first}))")),
        }
    }

    fn element(&self, list: &str, place: Text) -> String {
        format!("{list}.get({})", place.0)
    }

    fn length(&self, list: &str) -> Text {
        atom(format!("{list}.size()"))
    }

    fn same(&self, left: &str, right: &str) -> Text {
        atom(format!("{left}.same({right})"))
    }

    fn has(&self, map: &str, keys: &[String]) -> Text {
        atom(format!("{map}.containsKey(List.of({}))", boxed(keys)))
    }

    fn entry(&self, map: &str, keys: &[String]) -> String {
        format!("{map}.get(List.of({}))", boxed(keys))
    }

    fn set_entry(&self, map: &str, keys: &[String], value: &str) -> String {
        let value = boxed(&[value.to_owned()]);
        format!("{map}.put(List.of({}), {value})", boxed(keys))
    }

    fn set_element(&self, list: &str, place: Text, value: &str) -> String {
        format!("{list}.set({}, {value})", place.0)
    }

    fn updates_elements(&self) -> bool {
        false
    }

    fn word_length(&self, word: &str) -> Text {
        atom(format!("{word}.length()"))
    }

    fn same_word(&self, left: &str, right: &str) -> Text {
        atom(format!("{left}.equals({right})"))
    }

    fn new_list(&self) -> String {
        "new Numbers()".into()
    }

    fn declare(&self, name: &str, of: Type, _: &Expr, text: &str, _: bool) -> String {
        format!("{} {name} = {text}", kind(of))
    }

    fn counted(&self, name: &str, from: &str, to: Text, included: bool) -> String {
        counted("long", name, from, to, included)
    }

    fn upwards(&self, name: &str, from: &str, goes_on: &str) -> Option<String> {
        Some(upwards("long", name, from, goes_on))
    }

    fn each(&self, name: &str, _: &Expr, text: &str) -> (String, Option<String>) {
        (format!("for (long {name} : {text}.all())"), None)
    }

    fn each_list(&self, name: &str, lists: &str) -> String {
        format!("for (Numbers {name} : {lists})")
    }

    fn among(&self, name: &str, elements: &[String]) -> String {
        format!("for (long {name} : new long[] {{{}}})", elements.join(", "))
    }

    fn increment(&self, place: &str) -> String {
        format!("{place}++")
    }

    fn push(&self, list: &str, _: &Expr, text: &str) -> String {
        format!("{list}.add({text})")
    }

    fn zeros(&self, list: &str, length: &str) -> String {
        format!("{list}.zeros({length})")
    }

    fn copy(&self, to: &str, _: &Expr, text: &str) -> String {
        format!("{to}.copy({text})")
    }

    fn write(&self, text: &str) -> String {
        format!("out.append({text})")
    }

    fn write_word(&self, word: &str) -> String {
        format!("out.append({word})")
    }

    fn write_text(&self, text: &str) -> String {
        let escape = |letter: char| {
            let mut units = [0; 2];
            let units = letter.encode_utf16(&mut units).iter();
            units.map(|unit| format!("\\u{unit:04x}")).collect()
        };
        format!("out.append({})", quoted(text, escape))
    }
}

fn head(function: &Function) -> String {
    let parameters = function.parameters.iter();
    let parameters: Vec<String> = parameters
        .map(|(name, of)| format!("{} {name}", kind(*of)))
        .collect();
    let returns = function.returns.map_or("void", kind);
    format!(
        "static {returns} {}({})",
        function.name,
        parameters.join(", ")
    )
}

fn list(numbers: &[i64]) -> String {
    if numbers.len() <= MOST_NUMBERS {
        let numbers: Vec<String> = numbers.iter().map(|&it| literal(it)).collect();
        let lines: Vec<String> = numbers.chunks(20).map(|line| line.join(", ")).collect();
        return format!("new Numbers({})", lines.join(",\n    "));
    }
    let texts = numbers.chunks(NUMBERS_OF_A_TEXT).map(|numbers| {
        let numbers: Vec<String> = numbers.iter().map(i64::to_string).collect();
        format!("\"{}\"", numbers.join(" "))
    });
    let texts: Vec<String> = texts.collect();
    format!("Numbers.parsed(\n    {})", texts.join(",\n    "))
}

pub(super) fn program(program: &Program) -> String {
    let mut out = Writer::new(&Java);
    out.notes(&program.notes);
    out.text("import java.io.IOException;\nimport java.nio.charset.StandardCharsets;");
    if program.search.is_some() {
        out.line("import java.util.ArrayList;");
    }
    out.text("import java.util.Arrays;\nimport java.util.HashMap;\nimport java.util.List;\n");
    out.line("");
    out.begin("public class Main");
    for (place, (_, text)) in reading::sections(program, Language::Java)
        .iter()
        .enumerate()
    {
        if place > 0 {
            out.line("");
        }
        out.text(text);
    }
    let maps = program.globals.iter().any(|it| it.kind == Type::ListMap);
    match NUMBERS.split_once(KEYS) {
        Some((first, rest)) => {
            let keys = if maps { AS_KEYS } else { "" };
            let sort = if program.sorts() { SORT } else { "" };
            out.text(&format!("{first}{sort}{KEYS}{keys}{rest}"));
        }
        None => out.text(NUMBERS),
    }
    out.line("");
    out.line("static StringBuilder out = new StringBuilder();");
    for global in &program.globals {
        out.notes(std::slice::from_ref(&global.note));
        let (name, of) = (&global.name, kind(global.kind));
        let first = match global.kind {
            Type::List | Type::Bytes | Type::Shorts => list(&global.first),
            Type::Map(_) | Type::WordMap | Type::ListMap => "new HashMap<>()".into(),
            Type::Words | Type::Lists => "new ArrayList<>()".into(),
            _ => literal(global.first.first().copied().unwrap_or(0)),
        };
        out.text(&format!("static {of} {name} = {first};"));
    }
    for (_, text) in words::sections(program, Language::Java, &Java) {
        out.line("");
        out.text(&text);
    }
    for function in &program.functions {
        out.line("");
        out.function(&head(function), function);
    }
    out.line("");
    out.begin("public static void main(String[] arguments) throws IOException");
    out.body_of(&program.main);
    out.line("System.out.write(out.toString().getBytes(StandardCharsets.UTF_8));");
    out.line("System.out.flush();");
    out.finish();
    out.finish();
    out.out
}
