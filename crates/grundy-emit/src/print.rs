//! From the tree to a text: what all languages share. What differs is a [`Style`], one for each language.

mod cpp;
mod java;
mod packed;
mod python;
mod reading;
mod rust;
mod style;
mod words;

use std::collections::BTreeSet;

use style::{
    ATOM, NOT, SIGN, Style, Text, atom, counted, of_two, opposite, sign, strength, upwards,
};

use crate::Language;
use crate::tree::{Expr, Function, Op, Program, Stmt, Target, Type, visit};

/// The text of a program.
pub(crate) fn print(program: &Program, language: Language) -> String {
    let stripped = packed::stripped(program, language);
    let program = stripped.as_ref().unwrap_or(program);
    match language {
        Language::Cpp => cpp::program(program),
        Language::Python => python::program(program),
        Language::Rust => rust::program(program),
        Language::Java => java::program(program),
    }
}

/// Writes lines, indented.
struct Writer<'s> {
    style: &'s dyn Style,
    out: String,
    depth: usize,
    /// Local names of the function at hand whose value changes.
    changing: BTreeSet<String>,
}

impl<'s> Writer<'s> {
    fn new(style: &'s dyn Style) -> Writer<'s> {
        Writer {
            style,
            out: String::new(),
            depth: 0,
            changing: BTreeSet::new(),
        }
    }

    fn line(&mut self, text: &str) {
        if !text.is_empty() {
            for _ in 0..self.depth {
                self.out.push_str("    ");
            }
            self.out.push_str(text);
        }
        self.out.push('\n');
    }

    /// Lines as they are, indented together.
    fn text(&mut self, text: &str) {
        for line in text.lines() {
            self.line(line);
        }
    }

    fn notes(&mut self, notes: &[String]) {
        let comment = self.style.comment();
        // What ends a line in any of the languages must not end a comment; a backslash would go on with it.
        let plain = |letter: char| {
            if letter.is_control() || letter == '\\' {
                ' '
            } else {
                letter
            }
        };
        for note in notes.iter().filter(|note| !note.is_empty()) {
            let note: String = note.chars().map(plain).collect();
            self.line(format!("{comment}{note}").trim_end());
        }
    }

    fn begin(&mut self, head: &str) {
        let open = self.style.open(head);
        self.line(&open);
        self.depth += 1;
    }

    fn finish(&mut self) {
        self.depth -= 1;
        let close = self.style.close();
        if !close.is_empty() {
            self.line(close);
        }
    }

    fn function(&mut self, head: &str, function: &Function) {
        self.notes(&function.notes);
        self.begin(head);
        self.body_of(&function.body);
        self.finish();
    }

    /// The statements of a whole function.
    fn body_of(&mut self, body: &[Stmt]) {
        self.changing.clear();
        changed(body, &mut self.changing);
        self.stmts(body);
    }

    fn stmts(&mut self, body: &[Stmt]) {
        for stmt in body {
            self.stmt(stmt);
        }
    }

    fn block(&mut self, head: &str, first: Option<String>, body: &[Stmt], last: Option<String>) {
        self.begin(head);
        let end = self.style.end();
        if let Some(first) = &first {
            self.line(&format!("{first}{end}"));
        }
        self.stmts(body);
        if let Some(last) = &last {
            self.line(&format!("{last}{end}"));
        }
        if first.is_none() && body.is_empty() && last.is_none() && self.style.close().is_empty() {
            self.line("pass");
        }
        self.finish();
    }

    fn stmt(&mut self, stmt: &Stmt) {
        let style = self.style;
        let text = match stmt {
            Stmt::Let(name, kind, value) => {
                let changes = self.changing.contains(name);
                style.declare(name, *kind, value, &self.plain(value), changes)
            }
            Stmt::Assign(place, value) => self.assigned(place, &self.plain(value)),
            Stmt::Update(
                place @ (Target::Element(name, at) | Target::Within(name, at)),
                op,
                value,
            ) if !style.updates_elements() => {
                let list = match place {
                    Target::Element(..) => Expr::global(name.clone()),
                    _ => Expr::local(name.clone()),
                };
                let element = Expr::element(list, at.clone());
                let value = Expr::binary(*op, element, value.clone());
                self.assigned(place, &self.plain(&value))
            }
            Stmt::Update(place, op, value) => {
                let place = self.place(place);
                match (op, value) {
                    (Op::Add, Expr::Number(1)) => style.increment(&place),
                    _ => format!("{place} {}= {}", style.sign(*op), self.plain(value)),
                }
            }
            Stmt::If(condition, then, otherwise) => {
                return self.alternatives(condition, then, otherwise);
            }
            Stmt::While(condition, body) => {
                let head = style.condition("while", &self.plain(condition));
                return self.block(&head, None, body, None);
            }
            Stmt::For {
                name,
                from,
                to,
                included,
                body,
            } => {
                let name = if mentions(body, name) {
                    name
                } else {
                    style.unused(name)
                };
                let head = style.counted(name, &self.plain(from), self.expr(to), *included);
                return self.block(&head, None, body, None);
            }
            Stmt::Count {
                name,
                from,
                goes_on,
                body,
            } => {
                let (first, goes_on) = (self.plain(from), self.plain(goes_on));
                if let Some(head) = style.upwards(name, &first, &goes_on) {
                    return self.block(&head, None, body, None);
                }
                let declared = style.declare(name, Type::Number, from, &first, true);
                self.line(&format!("{declared}{}", style.end()));
                let head = style.condition("while", &goes_on);
                return self.block(&head, None, body, Some(style.increment(name)));
            }
            Stmt::Block(body) if style.close().is_empty() => return self.stmts(body),
            Stmt::Block(body) => return self.block("", None, body, None),
            Stmt::Each(name, list, body) => {
                let (head, first) = style.each(name, list, &self.plain(list));
                return self.block(&head, first, body, None);
            }
            Stmt::EachList(name, lists, body) => {
                let head = style.each_list(name, &self.plain(lists));
                return self.block(&head, None, body, None);
            }
            Stmt::Among(name, elements, body) => {
                let head = style.among(name, &self.all(elements));
                return self.block(&head, None, body, None);
            }
            Stmt::Push(list, value) => style.push(&self.plain(list), value, &self.plain(value)),
            Stmt::Pop(list) => style.pop(&self.plain(list)),
            Stmt::Sort(list) => style.sort(&self.plain(list)),
            Stmt::Clear(list) => format!("{}.clear()", self.plain(list)),
            Stmt::Zeros(list, length) => style.zeros(&style.global(list), &self.plain(length)),
            Stmt::Copy(to, from) => style.copy(&style.global(to), from, &self.plain(from)),
            Stmt::Return(value) => format!("return {}", self.plain(value)),
            Stmt::Break => "break".to_owned(),
            Stmt::Write(value) => style.write(&self.plain(value)),
            Stmt::WriteText(text) => style.write_text(text),
            Stmt::WriteWord(word) => style.write_word(&self.plain(word)),
            Stmt::Echo(..) => return,
            Stmt::Do(value) => self.plain(value),
        };
        self.line(&format!("{text}{}", style.end()));
    }

    fn alternatives(&mut self, condition: &Expr, then: &[Stmt], otherwise: &[Stmt]) {
        let style = self.style;
        if then.is_empty() && !otherwise.is_empty() {
            let turned = Expr::Not(Box::new(condition.clone()));
            return self.alternatives(&turned, otherwise, then);
        }
        let head = style.condition("if", &self.plain(condition));
        if otherwise.is_empty() {
            return self.block(&head, None, then, None);
        }
        self.begin(&head);
        self.stmts(then);
        self.depth -= 1;
        // An alternative that is nothing but another one stands beside it.
        let mut rest = otherwise;
        while let [Stmt::If(condition, then, otherwise)] = rest {
            if then.is_empty() {
                break;
            }
            let head = style.condition("if", &self.plain(condition));
            self.line(&style.otherwise_if(&head));
            self.depth += 1;
            self.stmts(then);
            self.depth -= 1;
            rest = otherwise;
        }
        self.depth += 1;
        if rest.is_empty() {
            return self.finish();
        }
        self.depth -= 1;
        self.line(&style.otherwise());
        self.depth += 1;
        self.stmts(rest);
        self.finish();
    }

    fn place(&self, place: &Target) -> String {
        match place {
            Target::Local(name) => name.clone(),
            Target::Global(name) => self.style.global(name),
            Target::Element(list, place) => self
                .style
                .element(&self.style.global(list), self.expr(place)),
            Target::Within(list, place) => self.style.element(list, self.expr(place)),
            Target::Entry(map, keys) => self.style.entry(&self.style.global(map), &self.all(keys)),
        }
    }

    fn assigned(&self, place: &Target, value: &str) -> String {
        let style = self.style;
        match place {
            Target::Element(list, place) => {
                style.set_element(&style.global(list), self.expr(place), value)
            }
            Target::Within(list, place) => style.set_element(list, self.expr(place), value),
            Target::Entry(map, keys) => style.set_entry(&style.global(map), &self.all(keys), value),
            place => format!("{} = {value}", self.place(place)),
        }
    }

    fn all(&self, parts: &[Expr]) -> Vec<String> {
        parts.iter().map(|part| self.plain(part)).collect()
    }

    fn plain(&self, expression: &Expr) -> String {
        self.expr(expression).0
    }

    /// At least that strong, in parentheses if need be.
    fn part(&self, expression: &Expr, least: u8) -> String {
        let (text, strength) = self.expr(expression);
        if strength < least {
            format!("({text})")
        } else {
            text
        }
    }

    fn expr(&self, expression: &Expr) -> Text {
        let style = self.style;
        match expression {
            Expr::Number(number) if *number < 0 => (style.number(*number), SIGN),
            Expr::Number(number) => atom(style.number(*number)),
            Expr::Flag(flag) => atom(style.flag(*flag)),
            Expr::Local(name) => atom(name.clone()),
            Expr::Global(name) => atom(style.global(name)),
            Expr::Binary(op, pair) => self.binary(*op, &pair[0], &pair[1]),
            Expr::Not(part) => match &**part {
                Expr::Binary(op, pair) if op.compares() => {
                    let op = opposite(*op).unwrap_or(*op);
                    self.binary(op, &pair[0], &pair[1])
                }
                Expr::Not(inner) => self.expr(inner),
                part => style.not(self.expr(part)),
            },
            Expr::Native(native, parts) => style.native(*native, &self.all(parts)),
            Expr::Call(name, parts) => atom(style.call(name, &self.all(parts))),
            Expr::Element(pair) => {
                let list = self.plain(&pair[0]);
                atom(style.element(&list, self.expr(&pair[1])))
            }
            Expr::Length(list) => style.length(&self.plain(list)),
            Expr::Same(pair) => style.same(&self.plain(&pair[0]), &self.plain(&pair[1])),
            Expr::Has(map, keys) => style.has(&style.global(map), &self.all(keys)),
            Expr::Entry(map, keys) => atom(style.entry(&style.global(map), &self.all(keys))),
            Expr::NewList => atom(style.new_list()),
            Expr::Read => atom(style.read()),
            Expr::AtEnd => atom(style.at_end()),
            Expr::Text(text) => atom(style.text(text)),
            Expr::Joined(parts) => match parts.as_slice() {
                [only] => self.expr(only),
                parts => style.joined(parts, &self.all(parts)),
            },
            Expr::WordLength(word) => style.word_length(&self.plain(word)),
            Expr::SameWord(pair) => style.same_word(&self.plain(&pair[0]), &self.plain(&pair[1])),
            Expr::ReadWord(count, letters) => {
                atom(style.read_word(&self.plain(count), &style.text(letters)))
            }
            Expr::ReadList => atom(style.read_list()),
            Expr::PlacesIn(word, letters) => {
                let parts = [self.plain(word), style.text(letters)];
                atom(style.call("places_in", &parts))
            }
        }
    }

    fn binary(&self, op: Op, left: &Expr, right: &Expr) -> Text {
        let style = self.style;
        if matches!(op, Op::Divide | Op::Remainder)
            && let Some(text) = style.floored(op, &self.plain(left), &self.plain(right))
        {
            return atom(text);
        }
        if (op, left) == (Op::Subtract, &Expr::Number(0)) {
            return (format!("-{}", self.part(right, ATOM)), SIGN);
        }
        let own = strength(op);
        // Languages differ in how bits and conditions mix: parentheses, unless it is the same operator again.
        let same = |part: &Expr| matches!(part, Expr::Binary(other, _) if *other == op);
        let mixed = op.is_bitwise() || matches!(op, Op::And | Op::Or);
        let text = |part: &Expr, first: bool| {
            let repeats = same(part) && !matches!(op, Op::ShiftLeft | Op::ShiftRight);
            let least = match op {
                _ if mixed && repeats => own,
                Op::And | Op::Or => NOT,
                op if op.is_bitwise() => SIGN,
                op if op.compares() => 6,
                _ if first => own,
                _ => own + 1,
            };
            self.part(part, least)
        };
        let mut first = text(left, true);
        if op == Op::ShiftLeft {
            let (shifted, strength) = style.shifted(left, self.expr(left));
            first = if strength < SIGN {
                format!("({shifted})")
            } else {
                shifted
            };
        }
        (
            format!("{first} {} {}", style.sign(op), text(right, false)),
            own,
        )
    }
}

/// Whether the statements look at a local name.
fn mentions(body: &[Stmt], name: &str) -> bool {
    let mut found = false;
    visit(body, &mut |part| {
        found |= matches!(part, Expr::Local(local) if local == name)
    });
    found
}

/// The local names whose value changes.
fn changed(body: &[Stmt], names: &mut BTreeSet<String>) {
    for stmt in body {
        match stmt {
            Stmt::Assign(Target::Local(name) | Target::Within(name, _), _)
            | Stmt::Update(Target::Local(name) | Target::Within(name, _), ..) => {
                names.insert(name.clone());
            }
            Stmt::Push(Expr::Local(name), _)
            | Stmt::Pop(Expr::Local(name))
            | Stmt::Sort(Expr::Local(name))
            | Stmt::Clear(Expr::Local(name)) => {
                names.insert(name.clone());
            }
            _ => {}
        }
        for inner in stmt.bodies() {
            changed(inner, names);
        }
    }
}

/// A text between quotation marks. Everything beyond ASCII is written by `escape`.
fn quoted(text: &str, escape: fn(char) -> String) -> String {
    let mut out = String::from('"');
    for letter in text.chars() {
        match letter {
            '\n' => out.push_str("\\n"),
            '\r' => out.push_str("\\r"),
            '\t' => out.push_str("\\t"),
            '"' => out.push_str("\\\""),
            '\\' => out.push_str("\\\\"),
            ' '..='~' => out.push(letter),
            other => out.push_str(&escape(other)),
        }
    }
    out.push('"');
    out
}

/// Numbers with commas, in lines of a bearable length.
fn wrapped(numbers: &[i64]) -> String {
    let mut out = String::new();
    let mut width = 0;
    for (place, number) in numbers.iter().enumerate() {
        let text = number.to_string();
        if place > 0 {
            out.push(',');
            width += text.len() + 2;
            if width > 90 {
                out.push_str("\n    ");
                width = text.len();
            } else {
                out.push(' ');
            }
        }
        out.push_str(&text);
    }
    out
}
