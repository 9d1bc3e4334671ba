//! The command `emit` with its flags.

use grundy::Text;

use super::Entry;
use super::check::{FORMAT_NAME, MISERE, RULE};
use super::flags::{BUDGET_BYTES, BUDGET_POSITIONS, BUDGET_TIME, FORMAT_FILE, LET, OUTPUT};

pub(super) const EMIT: Entry = Entry {
    name: "emit",
    about: Text {
        en: "Write the program for a judge: in C++, Python, Rust or Java",
        zh: "写出可提交评测的程序：C++、Python、Rust 或 Java",
    },
    usage: "grundy emit --lang LANGUAGE [--rule RULE] [--format FILE] [-o FILE] [NAME]",
    example: "grundy emit hdu1847 --lang cpp",
    notes: Text {
        en: "A pattern is looked for first, and the program says whether it is proved or only checked; where there is none, or with --table, tables are filled.\n--lang may be given twice: --lang cpp --lang zh writes comments in Chinese.\nWithout a format, an input is the number of cases, then in each the number k of positions and k positions; the answer is First or Second.\nExit codes: 0 written, 1 no program can be written, 2 not understood, 130 interrupted.",
        zh: "先寻找规律，并在程序中注明是已证明还是仅验证；若没有规律，或给出 --table，则用打表。\n--lang 可给两次：--lang cpp --lang zh 使注释为中文。\n不给格式时，输入为组数，每组先给局面数 k，再给 k 个局面；答案为 First 或 Second。\n退出码：0 已写出，1 无法写出程序，2 无法理解，130 被中断。",
    },
    places: &[FORMAT_NAME],
    flags: &[
        &LANGUAGE,
        &RULE,
        &LET,
        &FORMAT_FILE,
        &MISERE,
        &TABLE,
        &ASSUME_FINITE,
        &OUTPUT,
        &BUDGET_POSITIONS,
        &BUDGET_BYTES,
        &BUDGET_TIME,
    ],
};

flags! {
    /// The languages, of programs and of people: the flag has the name of the one that all commands have.
    LANGUAGE = "lang" Choices(&["cpp", "python", "rust", "java", "en", "zh"])
        "The program's language: cpp, python, rust or java; en or zh: that of its comments"
        "程序语言：cpp、python、rust 或 java;en 或 zh 为注释的语言";
    ASSUME_FINITE = "assume-finite" Nothing "Take it on trust that every play ends, where that is not seen" "看不出对局必然结束时，视为必然结束";
    TABLE = "table" Nothing "Fill tables, look for no pattern" "不找规律，直接打表";
}
