//! The command `quotient` with its flags.

use grundy::Text;

use super::flags::{BUDGET_BYTES, BUDGET_POSITIONS, BUDGET_TIME, JSON, LET, RULE};
use super::{ANY, Entry, Positional};

pub(super) const QUOTIENT: Entry = Entry {
    name: "quotient",
    about: Text {
        en: "The misère quotient: what heaps and positions are worth in misère sums",
        zh: "反规则商：堆与局面在反规则的和中各等于什么",
    },
    usage: "grundy quotient [--heaps N] [--max-order N] [--phi A..B] [--table] [--certificate FILE] [--json] [--rule RULE | --positions FILE | --atlas FILE | GAME …]",
    example: "grundy quotient 0.77",
    notes: Text {
        en: "A game named without positions stands for all its heaps: grundy quotient 0.77\nA position stands for itself and all that can follow it: grundy quotient cram 3x4\nGames are joined by '+' to sums of all of them. What is told is verified, also where building ends early.\nExit codes: 0 complete, or all that was asked for; 2 not understood; 3 a part, up to where it says; 130 interrupted.",
        zh: "只写游戏而不给局面时，指其全部的堆：grundy quotient 0.77\n给出局面时，指该局面及其一切后续：grundy quotient cram 3x4\n用 '+' 连接的游戏合成一个商。给出的内容均已验证，提前结束时也是如此。\n退出码：0 完整，或已覆盖所问的全部；2 无法理解；3 只覆盖到所说之处；130 被中断。",
    },
    places: &[Positional {
        name: "GAME",
        count: (0, ANY),
        choices: &[],
        help: Text {
            en: "A game such as 0.77, take:1,3,4 or kayles, or positions such as cram 3x4; with --rule, positions of it",
            zh: "游戏，如 0.77、take:1,3,4、kayles；或局面，如 cram 3x4；与 --rule 合用时为该规则的局面",
        },
    }],
    flags: &[
        &RULE,
        &LET,
        &POSITIONS,
        &HEAPS,
        &MAX_ORDER,
        &PHI,
        &TABLE,
        &JSON,
        &DOT,
        &SVG,
        &CERTIFICATE,
        &RESUME,
        &ATLAS,
        &BUDGET_POSITIONS,
        &BUDGET_BYTES,
        &BUDGET_TIME,
    ],
};

flags! {
    POSITIONS = "positions" Value("FILE")
        "Games or positions from a file, one a line; - is standard input"
        "从文件逐行读取游戏或局面；- 为标准输入";
    HEAPS = "heaps" Value("N")
        "Heaps of at most N stones (default: all; up to 100 where nothing proves a period)"
        "只取不超过 N 颗的堆（默认全部；无从证明周期时到 100）";
    MAX_ORDER = "max-order" Value("N")
        "Give up beyond N elements, at most 65536 (default: 4096)"
        "超过 N 个元素即放弃，最多 65536（默认 4096）";
    PHI = "phi" Value("A..B")
        "The heaps whose values are shown (default: up to the end of the first period)"
        "显示哪些堆的值（默认到首个周期结束）";
    TABLE = "table" Nothing
        "Also show all products"
        "同时显示全部乘积";
    DOT = "dot" Value("FILE")
        "Write the Cayley graph in the DOT language; - is standard output"
        "以 DOT 语言写出凯莱图；- 为标准输出";
    SVG = "svg" Value("FILE")
        "Draw the Cayley graph of a small quotient; - is standard output"
        "画出小的商的凯莱图；- 为标准输出";
    CERTIFICATE = "certificate" Value("FILE")
        "Write a certificate, which a program of its own can check"
        "写出证书，可由独立程序检验";
    ATLAS = "atlas" Value("FILE")
        "Compute the quotients of all codes of three octal or two hexadecimal digits; what is in the file stands"
        "计算三位八进制码与两位十六进制码的全部反规则商；文件中已有的保留";
    RESUME = "resume" Value("FILE")
        "Go on from a certificate of the heaps of one game, which is verified first"
        "从单个游戏的各堆的证书继续；先予验证";
    QUOTIENTS = "quotients" Nothing
        "Instead, the misère quotients of all codes of three octal or two hexadecimal digits"
        "改为列出三位八进制码与两位十六进制码的全部反规则商";
}
