//! The command `quotient` with its flags.

use grundy::Text;

use super::flags::{FORM, JSON, LET, MEMORY, POSITIONS, RULE, TIME};
use super::{ANY, Entry, Positional};

pub(super) const QUOTIENT: Entry = Entry {
    name: "quotient",
    about: Text {
        en: "The misère quotient: the values of heaps and positions in misère sums",
        zh: "反常规则商：堆与局面在反常规则（Misère，取最后者负）的和中各等价于什么",
    },
    usage: "grundy quotient [--heaps N] [--max-order N] [--phi A..B] [--table] [--certificate FILE] [--json] [--rule RULE | --file FILE | --atlas FILE | GAME …]",
    example: "grundy quotient 0.77",
    notes: Text {
        en: "A game without positions means all its heaps: grundy quotient 0.77\nA position means itself and everything reachable from it: grundy quotient cram 3x4\nJoin games by '+' to allow sums of all of them. Everything reported is verified, even if the computation ends early.\nExit codes: 0 complete, or all that was asked for; 2 not understood; 3 a part, up to where it says; 130 interrupted.",
        zh: "只写游戏而不给局面时，指其全部的堆：grundy quotient 0.77\n给出局面时，指该局面及其一切后续：grundy quotient cram 3x4\n用 '+' 连接的游戏合成一个商。给出的内容均已验证，提前结束时也是如此。\n退出码：0 完整，或已覆盖所问的全部；2 无法理解；3 只覆盖到所说之处；130 被中断。",
    },
    places: &[Positional {
        name: "GAME",
        count: (0, ANY),
        choices: &[],
        help: Text {
            en: "A game such as 0.77, take:1,3,4 or kayles, or positions such as cram 3x4; with --rule, positions of the rule",
            zh: "游戏，如 0.77、take:1,3,4、kayles；或局面，如 cram 3x4；与 --rule 合用时为该规则的局面",
        },
    }],
    flags: &[
        &RULE,
        &LET,
        &MISERE,
        &FILE,
        &HEAPS,
        &MAX_ORDER,
        &PHI,
        &TABLE,
        &FORM,
        &JSON,
        &DOT,
        &SVG,
        &CERTIFICATE,
        &RESUME,
        &ATLAS,
        &POSITIONS,
        &MEMORY,
        &TIME,
    ],
};

flags! {
    MISERE = "misere" Nothing
        "Misère play: quotients are always about it, so this may be left out"
        "反常规则：商总是针对它的，可不写";
    FILE = "file" Value("FILE")
        "Games or positions from a file, one per line; - is standard input"
        "从文件逐行读取游戏或局面；- 为标准输入";
    HEAPS = "heaps" Value("N")
        "Heaps of at most N stones (default: all; up to 100 where no period can be proved)"
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
        "Write a certificate, which grundy-check verifies"
        "写出证书，可用 grundy-check 检验";
    ATLAS = "atlas" Value("FILE")
        "All codes of three octal or two hexadecimal digits, into a resumable table"
        "计算三位八进制代号与两位十六进制代号的全部反常规则商；文件中已有的保留";
    RESUME = "resume" Value("FILE")
        "Continue from a certificate of the heaps of one game, after verifying it"
        "从单个游戏的各堆的证书继续；先予验证";
    QUOTIENTS = "quotients" Nothing
        "Show the misère quotients of all codes of three octal or two hexadecimal digits"
        "改为列出三位八进制代号与两位十六进制代号的全部反常规则商";
}
