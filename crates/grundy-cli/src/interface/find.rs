//! The command `find` with its flags.

use grundy::Text;

use super::flags::{FORM, HALF_MINUTE, JSON, LET, MEMORY, MISERE, POSITIONS, RULE};
use super::{Entry, Positional};

pub(super) const FIND: Entry = Entry {
    name: "find",
    about: Text {
        en: "Find the pattern in a rule's values, or in values of your own",
        zh: "从规则的 SG 值（或自备的数值）中找规律",
    },
    usage: "grundy find [--misere] [--small N] [--json] [--automaton FILE.svg] [--rule RULE [--for RANGE] | --values FILE | GAME]",
    example: "grundy find --rule 'n -> n-k for k in 1..=3'",
    notes: Text {
        en: "A pattern is guessed from a small range and must hold in a range ten times as large. The answer says whether it is proved, or how far it is verified. For a rule with roots, digits, quotients or bits it must hold for large numbers too.\nFILE holds values of G(0), G(1), … separated by blanks, commas or lines, or a table in CSV with a row for each x.\nUnder misère play the pattern is that of the outcomes (P or N) of single positions; it is proved where the misère quotient of all heaps is known.\nExit codes: 0 a pattern was found, 1 none was, 2 not understood, 130 interrupted.",
        zh: "规律由小范围猜出，须在十倍大的范围内成立；同时说明是已证明还是仅验证到某处。规则含开方、数位、除法或位运算时，还须对大数成立。\nFILE 为 G(0)、G(1)、… 的值，以空白、逗号或换行分隔；或为 CSV 表格，每个 x 一行。\n反常规则下，规律指单个局面的胜负（P 或 N）：所有堆的反常规则商已知时为已证明。\n退出码：0 找到规律，1 没有找到，2 无法理解，130 被中断。",
    },
    places: &[Positional {
        name: "GAME",
        count: (0, 1),
        choices: &[],
        help: Text {
            en: "A game of the catalogue instead of a rule, such as kayles or wythoff",
            zh: "以目录中的游戏代替规则，例如 kayles、wythoff",
        },
    }],
    flags: &[
        &RULE,
        &LET,
        &VALUES,
        &FOR,
        &AUTOMATON,
        &SMALL,
        &MISERE,
        &FORM,
        &JSON,
        &POSITIONS,
        &MEMORY,
        &HALF_MINUTE,
    ],
};

flags! {
    VALUES = "values" Value("FILE")
        "Use the values in a file instead; - is standard input"
        "改为考察文件中的数值；- 为标准输入";
    FOR = "for" Words("RANGE", 3)
        "Find one formula for a family of rules: 'm in 2..12'; may be repeated"
        "为一族规则找同一公式：'m in 2..12'；可重复";
    AUTOMATON = "automaton" Value("FILE.svg")
        "Draw the automaton that is found, if one is: it reads the digits of a number, or the letters of a word"
        "若找到自动机（读数的数字，或读字的字母），则画出";
    SMALL = "small" Value("N")
        "Guess from coordinates below N (default: depends on how fast the values can be computed)"
        "由小于 N 的坐标猜测（默认视计算代价而定）";
}
