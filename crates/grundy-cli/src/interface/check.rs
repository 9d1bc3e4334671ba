//! The command `check` with its flags, and the flags that `judge` has in common with it.

use grundy::Text;

use super::flags::{ASSUME_FINITE, FORM_OR_FILE, JSON, LET, MEMORY, POSITIONS, PROBLEM};
use super::{Entry, Positional};

/// The format that a command is about.
pub(super) const FORMAT_NAME: Positional = Positional {
    name: "NAME",
    count: (0, 1),
    choices: &[],
    help: Text {
        en: "The problem, one of 'grundy judge --list' or of the file",
        zh: "题目名：见 'grundy judge --list'，或文件中的题目",
    },
};

pub(super) const CHECK: Entry = Entry {
    name: "check",
    about: Text {
        en: "Test a program on generated inputs against the right answers",
        zh: "对拍：用生成的数据检查程序的答案",
    },
    usage: "grundy check [--format FORMAT] [--rule RULE | --problem FILE] [NAME] --cmd COMMAND",
    example: "grundy check cses1098 --cmd ./a.out",
    notes: Text {
        en: "Tries all small cases, random ones, and typical traps; the first failing case is shrunk.\nOutput is compared token by token; whitespace differences are ignored.\nWith a rule and no problem, an input is the number of cases, then in each the number k of positions and k positions;\nthe answer is First or Second.\nExit codes: 0 all agree, 1 the program is wrong, crashes or is too slow, 2 not understood, 130 interrupted.",
        zh: "先试全部小数据，再试随机数据与容易出错的数据；发现错误后自动缩小。\n输出逐词比较，忽略空白与换行的差别。\n只给规则而不给题目时，输入为组数，每组先给局面数 k，再给 k 个局面；答案为 First 或 Second。\n退出码：0 全部一致，1 程序答案错误、崩溃或超时，2 无法理解，130 被中断。",
    },
    places: &[FORMAT_NAME],
    flags: &[
        &CMD,
        &PROBLEM,
        &RULE,
        &LET,
        &MISERE,
        &ASSUME_FINITE,
        &CASES,
        &SEED,
        &LARGEST,
        &LIMIT_TIME,
        &FORM_OR_FILE,
        &JSON,
        &POSITIONS,
        &MEMORY,
        &CHECK_TIME,
    ],
};

flags! {
    CMD = "cmd" Value("COMMAND")
        "The program, as it is typed in a shell: ./a.out, 'python3 a.py'"
        "程序，写法与在 shell 中相同：./a.out、'python3 a.py'";
    RULE = "rule" 'r' Value("RULE")
        "A rule of your own instead of the problem's, or @FILE (docs/guide/en/rules.md)"
        "以自定规则代替题目的规则，或 @文件（见 docs/guide/zh/rules.md）";
    MISERE = "misere" Nothing
        "With --rule: misère play (the player who cannot move wins)"
        "与 --rule 合用：反常规则（Misère，取最后者负）";
    CASES = "cases" Value("N")
        "How many cases (default: 2000; 200 where each needs its own run)"
        "数据组数（默认 2000；每组须单独运行时默认 200）";
    SEED = "seed" Value("S")
        "Random seed: the same seed gives the same cases (default: 1)"
        "随机种子；相同的种子给出相同的数据（默认 1）";
    LARGEST = "largest" Value("N")
        "Try positions with numbers up to N (default: 1000000000 for a rule of your own, otherwise the problem's ranges)"
        "所试局面中的数最大为 N（默认：自定规则为 1000000000，其余按题目的范围）";
    CHECK_TIME = "time" (was "budget-time") Value("TIME")
        "Time for the whole check, which then says what was tried: 500ms, 30s, 5m or none (default: none, but 10s for each answer)"
        "整个检查的时间，到时报告已试的数据：500ms、30s、5m 或 none（默认不限，每个答案至多 10s）";
    LIMIT_TIME = "limit-time" Value("TIME")
        "CPU time for one run of the program: 2s, 500ms (default: 2s); up to ten times as long including waiting"
        "程序每次运行的 CPU 时间：2s、500ms（默认 2s）；连同等待至多为其 10 倍";
}
