//! What is said of patterns.

use grundy::pattern::SequenceMatch;
use grundy::{Lang, Message, message};

/// Headings.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum FindWord {
    /// Of the patterns.
    Found,
    /// Of known sequences.
    Sequences,
}

impl FindWord {
    /// The word.
    pub(crate) fn of(self, lang: Lang) -> &'static str {
        let (en, zh) = match self {
            FindWord::Found => ("Found", "规律"),
            FindWord::Sequences => ("Known sequences", "已知数列"),
        };
        match lang {
            Lang::En => en,
            Lang::Zh => zh,
        }
    }
}

/// Digits in groups of three.
fn grouped(number: u64) -> String {
    let digits = number.to_string();
    let mut out = String::new();
    for (place, digit) in digits.chars().enumerate() {
        if place > 0 && (digits.len() - place).is_multiple_of(3) {
            out.push(',');
        }
        out.push(digit);
    }
    out
}

/// No pattern that is told, but some that holds for small numbers.
pub(crate) fn nothing_told() -> Message {
    message!("No pattern found.", "没有找到规律。")
}

/// No pattern.
pub(crate) fn nothing_found(searched: u64, held_out: u64) -> Message {
    message!(
        "No pattern found: every conjecture from the first {searched} values failed within the next {held_out}.",
        "没有找到规律：由前 {searched} 个值得出的猜想都未能在其后 {held_out} 个值上成立。",
        searched = grouped(searched),
        held_out = grouped(held_out)
    )
}

/// How far was looked.
pub(crate) fn how_found(searched: u64, held_out: u64) -> Message {
    message!(
        "Guessed from {searched} positions; verified on {held_out} more.",
        "由 {searched} 个局面猜出，并在另外 {held_out} 个局面上验证。",
        searched = grouped(searched),
        held_out = grouped(held_out)
    )
}

/// A range that is too small or no number.
pub(crate) fn no_small_range(found: &str) -> Message {
    message!(
        "expected a number from 5 to 1000000 behind --small, found '{found}'",
        "--small 之后应为 5 至 1000000 的数，却是 '{found}'",
        found = found
    )
}

/// Neither a rule nor values nor a game.
pub(crate) fn nothing_to_look_at() -> Message {
    message!(
        "expected a rule behind --rule, values behind --values, or a game",
        "应以 --rule 给出规则，以 --values 给出数值，或给出一个游戏"
    )
}

/// More than one of them.
pub(crate) fn one_thing_to_look_at() -> Message {
    message!(
        "expected only one of a rule, a file of values and a game",
        "规则、数值文件、游戏三者只能给出一个"
    )
}

/// A known sequence.
pub(crate) fn sequence(found: &SequenceMatch) -> Message {
    message!(
        "{id} in the OEIS: {name} (the first {terms} terms agree)",
        "OEIS {id}:{name}（前 {terms} 项相同）",
        id = found.id,
        name = found.name,
        terms = found.terms
    )
}

/// No programming language.
pub(crate) fn which_language() -> Message {
    message!(
        "expected the program's language: --lang cpp, python, rust or java",
        "应给出程序语言：--lang cpp、python、rust 或 java"
    )
}

/// A program that goes by a pattern without proof.
pub(crate) fn program_by_checked_pattern(caution: Message) -> Message {
    message!(
        "{caution} Use --table for a table-based program.",
        "{caution}可用 --table 写出打表的程序。",
        caution = caution
    )
}

/// A program that fills tables.
pub(crate) fn program_by_tables() -> Message {
    message!(
        "this program tabulates up to the largest input; it may exceed the judge's time or memory limit",
        "本程序按最大的输入打表，可能超出评测的时间或内存限制"
    )
}
