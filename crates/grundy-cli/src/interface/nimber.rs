//! The command `nimber` with its flags.

use grundy::Text;

use super::flags::{FORM, HALF_MINUTE, JSON, MEMORY, POSITIONS};
use super::{ANY, Entry, Positional};

pub(super) const NIMBER: Entry = Entry {
    name: "nimber",
    about: Text {
        en: "Formulas in the field of nimbers: nim product, inverse, roots, logarithms",
        zh: "尼姆数域中的算式：尼姆积、逆元、根与对数",
    },
    usage: "grundy nimber [--json] FORMULA",
    example: "grundy nimber '3*5+7'",
    notes: Text {
        en: "+ is the nim-sum, * the nim product, / its inverse, ^ a power with an ordinary exponent: 2^10, 7^-1.\nsqrt(X); quadratic(B, C), the roots of x^2 + B*x = C; log(B, X), the least n with B^n = X; order(X), the least n > 0 with X^n = 1.\nNumbers may have 65536 binary digits, those of log and order 128. Put the formula in quotation marks to protect * and ( from the shell.",
        zh: "+ 为异或和，* 为尼姆积，/ 为其逆运算，^ 为幂，指数是普通的数：2^10、7^-1。\nsqrt(X)；quadratic(B, C)：x^2 + B*x = C 的根；log(B, X)：使 B^n = X 的最小 n；order(X)：使 X^n = 1 的最小正数 n。\n数可长达 65536 个二进制位，log 与 order 的数至多 128 位。请加引号，以免 shell 解释 * 与 (。",
    },
    places: &[Positional {
        name: "FORMULA",
        count: (1, ANY),
        choices: &[],
        help: Text::new("A formula, such as: '3*5+7'", "算式，例如：'3*5+7'"),
    }],
    flags: &[&FORM, &JSON, &POSITIONS, &MEMORY, &HALF_MINUTE],
};
