//! The command `emit` with its flags.

use grundy::Text;

use super::Entry;
use super::check::{FORMAT_NAME, MISERE, RULE};
use super::flags::{ASSUME_FINITE, HALF_MINUTE, LET, MEMORY, OUTPUT, POSITIONS};

pub(super) const EMIT: Entry = Entry {
    name: "emit",
    about: Text {
        en: "Write the program for a judge: in C++, Python, Rust or Java",
        zh: "写出可提交评测的程序：C++、Python、Rust 或 Java",
    },
    usage: "grundy emit --to LANGUAGE [--rule RULE | --problem FILE] [-o FILE] [NAME]",
    example: "grundy emit hdu1847 --to cpp",
    notes: Text {
        en: "The program uses a pattern if one is found, and says whether it is proved or only verified; otherwise, or with --table, it fills tables.\n--lang zh writes the comments in Chinese.\nWithout a problem, an input is the number of cases, then in each the number k of positions and k positions; the answer is First or Second.\nExit codes: 0 written, 1 no program can be written, 2 not understood, 130 interrupted.",
        zh: "先寻找规律，并在程序中注明是已证明还是仅验证；若没有规律，或给出 --table，则用打表。\n注释的语言由 --lang 决定。\n不给题目时，输入为组数，每组先给局面数 k，再给 k 个局面；答案为 First 或 Second。\n退出码：0 已写出，1 无法写出程序，2 无法理解，130 被中断。",
    },
    places: &[FORMAT_NAME],
    flags: &[
        &TO,
        &RULE,
        &LET,
        &PROBLEM,
        &MISERE,
        &TABLE,
        &ASSUME_FINITE,
        &OUTPUT,
        &LANGUAGE,
        &POSITIONS,
        &MEMORY,
        &HALF_MINUTE,
    ],
};

/// The languages of programs, each with the other words by which it is understood.
const LANGUAGES: &[&str] = &["cpp|c++|cxx", "python|py|python3", "rust|rs", "java"];

/// The name of a language that may be called by another word: `c++` is `cpp`.
pub(crate) fn language(word: &str) -> Option<&'static str> {
    let mut names = LANGUAGES.iter().map(|words| words.split('|'));
    let is_it = |known: &str| known.eq_ignore_ascii_case(word);
    let mut words = names.find(|words| words.clone().any(is_it))?;
    words.next()
}

flags! {
    TO = "to" Choice(LANGUAGES)
        "The program's language: cpp (or c++), python, rust or java"
        "程序的语言：cpp（或 c++）、python、rust 或 java";
    /// As everywhere; in version 0.1 it named the program's language too.
    LANGUAGE = "lang" Choices(&["en", "zh"], LANGUAGES)
        "Language of comments and messages: en or zh (default: from the locale)"
        "注释与提示的语言：en 或 zh（默认取自系统区域设置）";
    PROBLEM = "problem" (was "format") Value("FILE")
        "A file with problems of your own (TOML)"
        "自定义题目的文件（TOML）";
    TABLE = "table" Nothing "Fill tables instead of looking for a pattern" "不找规律，直接打表";
}
