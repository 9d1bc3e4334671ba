//! What a language has of its own: signs, words, and how lists and loops are written.

use crate::tree::{Expr, Native, Op, Type};

/// How tightly what needs no operator holds together.
pub(super) const ATOM: u8 = 9;
pub(super) const SIGN: u8 = 8;
pub(super) const NOT: u8 = 3;

pub(super) fn strength(op: Op) -> u8 {
    match op {
        Op::Or => 1,
        Op::And => 2,
        op if op.compares() => 4,
        op if op.is_bitwise() => 5,
        Op::Add | Op::Subtract => 6,
        _ => 7,
    }
}

pub(super) fn sign(op: Op) -> &'static str {
    match op {
        Op::Add => "+",
        Op::Subtract => "-",
        Op::Multiply => "*",
        Op::Divide | Op::PlainDivide => "/",
        Op::Remainder | Op::PlainRemainder => "%",
        Op::BitAnd => "&",
        Op::BitOr => "|",
        Op::Xor => "^",
        Op::ShiftLeft => "<<",
        Op::ShiftRight => ">>",
        Op::Equal => "==",
        Op::Unequal => "!=",
        Op::Less => "<",
        Op::AtMost => "<=",
        Op::Greater => ">",
        Op::AtLeast => ">=",
        Op::And => "&&",
        Op::Or => "||",
    }
}

pub(super) fn opposite(op: Op) -> Option<Op> {
    Some(match op {
        Op::Equal => Op::Unequal,
        Op::Unequal => Op::Equal,
        Op::Less => Op::AtLeast,
        Op::AtLeast => Op::Less,
        Op::Greater => Op::AtMost,
        Op::AtMost => Op::Greater,
        _ => return None,
    })
}

/// An expression as text, and how tightly it holds together.
pub(super) type Text = (String, u8);

pub(super) fn atom(text: String) -> Text {
    (text, ATOM)
}

/// What a language has of its own. Expressions come as text; arguments need no parentheses.
pub(super) trait Style {
    fn comment(&self) -> &'static str {
        "// "
    }

    fn sign(&self, op: Op) -> &'static str {
        sign(op)
    }

    /// A condition turned round, from its text and how tightly it holds together.
    fn not(&self, (text, strength): Text) -> Text {
        let inner = if strength < SIGN {
            format!("({text})")
        } else {
            text
        };
        (format!("!{inner}"), SIGN)
    }

    fn number(&self, number: i64) -> String {
        number.to_string()
    }

    fn flag(&self, flag: bool) -> String {
        flag.to_string()
    }

    fn global(&self, name: &str) -> String {
        name.to_owned()
    }

    /// Division with care for signs, where the language has no operator for it.
    fn floored(&self, op: Op, left: &str, right: &str) -> Option<String> {
        let name = if op == Op::Divide {
            "floor_div"
        } else {
            "floor_mod"
        };
        Some(format!("{name}({left}, {right})"))
    }

    /// The left side of a shift to the left, which must be a 64-bit number.
    fn shifted(&self, _left: &Expr, text: Text) -> Text {
        text
    }

    fn native(&self, native: Native, parts: &[String]) -> Text;

    fn call(&self, name: &str, parts: &[String]) -> String {
        format!("{name}({})", parts.join(", "))
    }

    fn element(&self, list: &str, place: Text) -> String {
        format!("{list}[{}]", place.0)
    }

    fn length(&self, list: &str) -> Text;

    fn same(&self, left: &str, right: &str) -> Text {
        (format!("{left} == {right}"), 4)
    }

    fn has(&self, map: &str, keys: &[String]) -> Text;

    fn entry(&self, map: &str, keys: &[String]) -> String;

    fn new_list(&self) -> String;

    fn read(&self) -> String {
        "read_number()".into()
    }

    fn at_end(&self) -> String {
        "at_end()".into()
    }

    /// Letters, all of ASCII.
    fn text(&self, text: &str) -> String {
        super::quoted(text, |_| "?".to_owned())
    }

    /// Words one behind the other, at least two.
    fn joined(&self, _: &[Expr], texts: &[String]) -> Text {
        (texts.join(" + "), 6)
    }

    fn word_length(&self, word: &str) -> Text {
        self.length(word)
    }

    fn same_word(&self, left: &str, right: &str) -> Text {
        (format!("{left} == {right}"), 4)
    }

    fn read_word(&self, count: &str, letters: &str) -> String {
        format!("read_word({count}, {letters})")
    }

    fn read_list(&self) -> String {
        "read_list()".into()
    }

    /// `head {`
    fn open(&self, head: &str) -> String {
        format!("{head} {{").trim_start().to_owned()
    }

    /// What stands before the alternative, behind the end of the first block.
    fn otherwise(&self) -> String {
        "} else {".into()
    }

    /// What stands before a further alternative.
    fn otherwise_if(&self, head: &str) -> String {
        format!("}} else {}", self.open(head))
    }

    fn close(&self) -> &'static str {
        "}"
    }

    fn end(&self) -> &'static str {
        ";"
    }

    /// The condition of an `if` or a `while`.
    fn condition(&self, word: &str, condition: &str) -> String {
        format!("{word} ({condition})")
    }

    fn declare(&self, name: &str, kind: Type, value: &Expr, text: &str, changes: bool) -> String;

    /// The name of a number that is not looked at.
    fn unused<'n>(&self, name: &'n str) -> &'n str {
        name
    }

    /// The head of a counted loop.
    fn counted(&self, name: &str, from: &str, to: Text, included: bool) -> String;

    /// The head of a loop that goes on as long as a condition holds, where the language has one.
    fn upwards(&self, _name: &str, _from: &str, _goes_on: &str) -> Option<String> {
        None
    }

    /// The head of a loop over a list, and what the body begins with.
    fn each(&self, name: &str, list: &Expr, text: &str) -> (String, Option<String>);

    /// The head of a loop over lists.
    fn each_list(&self, name: &str, lists: &str) -> String;

    fn among(&self, name: &str, elements: &[String]) -> String;

    fn increment(&self, place: &str) -> String {
        format!("{place} += 1")
    }

    /// Whether elements of lists are places, as numbers are.
    fn updates_elements(&self) -> bool {
        true
    }

    fn push(&self, list: &str, value: &Expr, text: &str) -> String;

    fn pop(&self, list: &str) -> String {
        format!("{list}.pop()")
    }

    fn sort(&self, list: &str) -> String {
        format!("{list}.sort()")
    }

    fn zeros(&self, list: &str, length: &str) -> String;

    fn copy(&self, to: &str, from: &Expr, text: &str) -> String;

    fn set_element(&self, list: &str, place: Text, value: &str) -> String {
        format!("{} = {value}", self.element(list, place))
    }

    fn set_entry(&self, map: &str, keys: &[String], value: &str) -> String {
        format!("{} = {value}", self.entry(map, keys))
    }

    fn write(&self, text: &str) -> String;

    fn write_text(&self, text: &str) -> String;

    fn write_word(&self, word: &str) -> String;
}

/// A call of a function of two numbers for any number of them.
pub(super) fn of_two(function: &str, parts: &[String]) -> Text {
    let parts = parts.iter().cloned();
    let all = parts.reduce(|all, part| format!("{function}({all}, {part})"));
    atom(all.unwrap_or_default())
}

/// The head of a counted loop in C and its kin.
pub(super) fn counted(kind: &str, name: &str, from: &str, to: Text, included: bool) -> String {
    let sign = if included { "<=" } else { "<" };
    let to = if to.1 <= 5 {
        format!("({})", to.0)
    } else {
        to.0
    };
    upwards(kind, name, from, &format!("{name} {sign} {to}"))
}

/// The head of a loop in C and its kin that goes on as long as a condition holds.
pub(super) fn upwards(kind: &str, name: &str, from: &str, goes_on: &str) -> String {
    format!("for ({kind} {name} = {from}; {goes_on}; {name}++)")
}
