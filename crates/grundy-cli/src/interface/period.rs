//! The command `period` with its flags.

use grundy::Text;

use super::flags::{BUDGET_BYTES, BUDGET_TIME, CHECKPOINT, JSON, LET, RESUME, RULE};
use super::{Entry, Positional};

pub(super) const PERIOD: Entry = Entry {
    name: "period",
    about: Text {
        en: "Find the period of a nim-sequence, and prove it",
        zh: "求 SG 值序列的周期并给出证明",
    },
    usage: "grundy period [-n N] [--seconds S] [--certificate FILE] [--json] [--rule RULE | CODE]",
    example: "grundy period 0.77",
    notes: Text {
        en: "A period is told only if it is proved: G(n + period) = G(n) + saltus for all n from the pre-period on.\nWithout -n and --seconds it goes on until the memory is full (--budget-bytes).\nA run with a checkpoint may be killed at any moment and goes on with --resume.\nExit codes: 0 proved, 1 no period proved, 2 not understood, 130 interrupted.",
        zh: "只有得到证明的周期才会给出：从前段之后，对所有 n 有 G（n + 周期） = G(n) + 增量。\n不给 -n 与 --seconds 时，一直计算到内存用尽（--budget-bytes）。\n带检查点的运行可随时中止，用 --resume 继续。\n退出码：0 已证明，1 未证明周期，2 无法理解，130 被中断。",
    },
    places: &[Positional {
        name: "CODE",
        count: (0, 1),
        choices: &[],
        help: Text {
            en: "The rules: a code such as 0.77, take:1,3,4, grundy, couples, kayles",
            zh: "规则：0.77 之类的码、take:1,3,4、grundy、couples、kayles",
        },
    }],
    flags: &[
        &RULE,
        &LET,
        &MOST,
        &SECONDS,
        &CERTIFICATE,
        &JSON,
        &CHECKPOINT,
        &EVERY,
        &RESUME,
        &ATLAS,
        &BUDGET_BYTES,
        &BUDGET_TIME,
    ],
};

flags! {
    MOST = "number" 'n' Value("N")
        "Most values to compute: 1000000, 1_000_000, 1e6 or 10^6"
        "最多计算的值的个数：1000000、1_000_000、1e6 或 10^6";
    SECONDS = "seconds" Value("S")
        "Most time to compute, such as 30, 5m or 2h; with --atlas, for each code (default there: 1)"
        "最长计算时间，如 30、5m、2h；与 --atlas 合用时为每个码的时间（默认 1）";
    CERTIFICATE = "certificate" Value("FILE")
        "Write a certificate of the period, which a program of its own can check"
        "写出周期的证书，可由独立程序检验";
    EVERY = "every" Value("TIME")
        "How often a checkpoint is written: 30s, 5m (default: 60s)"
        "写检查点的间隔：30s、5m（默认 60s）";
    ATLAS = "atlas" Value("FILE")
        "Instead of one code, all octal codes of up to three digits, into a resumable table"
        "不是单个码，而是全部不超过三位的八进制码；结果写入可续算的表";
    OCTAL = "octal" Nothing
        "Instead, the periods of all octal codes of up to three digits"
        "改为列出不超过三位的全部八进制码的周期";
}
