//! The command `period` with its flags.

use grundy::Text;

use super::flags::{CHECKPOINT, FORM, JSON, LET, MEMORY, MINUTE, RESUME, RULE, SEQUENCE_THREADS};
use super::{Entry, Positional};

pub(super) const PERIOD: Entry = Entry {
    name: "period",
    about: Text {
        en: "Find the period of a nim-sequence, and prove it",
        zh: "求 SG 值序列的周期并给出证明",
    },
    usage: "grundy period [-n N] [--time TIME] [--certificate FILE] [--format FORMAT] [--rule RULE | --atlas FILE [--digits N] | CODE]",
    example: "grundy period 0.77",
    notes: Text {
        en: "A period is reported only if it is proved: G(n + period) = G(n) + saltus for all n from the pre-period on.\nIt ends after a minute, unless -n, --time or --checkpoint say otherwise, or when the memory is full (--memory).\nA run with a checkpoint can be interrupted at any time and continued with --resume.\nExit codes: 0 proved, 1 no period proved, 2 not understood, 130 interrupted.",
        zh: "只有得到证明的周期才会给出：过了前周期，对所有 n 有 G(n + p) = G(n) + s，其中 p 为周期，s 为跃差。\n默认计算一分钟，可用 -n、--time 或 --checkpoint 改变；内存用尽（--memory）时也结束。\n带检查点的运行可随时中止，用 --resume 继续。\n退出码：0 已证明，1 未证明周期，2 无法理解，130 被中断。",
    },
    places: &[Positional {
        name: "CODE",
        count: (0, 1),
        choices: &[],
        help: Text {
            en: "The rules: a code such as 0.77, take:1,3,4, grundy, couples, kayles",
            zh: "规则：0.77 之类的代号、take:1,3,4、grundy、couples、kayles",
        },
    }],
    flags: &[
        &RULE,
        &LET,
        &MOST,
        &CERTIFICATE,
        &FORM,
        &JSON,
        &CHECKPOINT,
        &EVERY,
        &RESUME,
        &ATLAS,
        &DIGITS,
        &EACH,
        &SEQUENCE_THREADS,
        &MEMORY,
        &MINUTE,
    ],
};

flags! {
    MOST = "number" 'n' Value("N")
        "Stop once this many values are computed, in whole blocks: 1000000, 1_000_000, 1e6 or 10^6"
        "计算到这么多个值为止（以整块计）：1000000、1_000_000、1e6 或 10^6";
    /// In version 0.1 without --atlas too: the time of the one code.
    EACH = "each" (was "seconds") Value("TIME")
        "With --atlas: time for each code (default: 1s)"
        "与 --atlas 合用：每个代号的时间（默认 1s）";
    CERTIFICATE = "certificate" Value("FILE")
        "Write a certificate of the period, which grundy-check verifies"
        "写出周期的证书，可用 grundy-check 检验";
    EVERY = "every" Value("TIME")
        "How often a checkpoint is written: 30s, 5m (default: 60s)"
        "写检查点的间隔：30s、5m（默认 60s）";
    ATLAS = "atlas" Value("FILE")
        "All octal codes of up to three digits (--digits), into a resumable table"
        "计算全部不超过三位（见 --digits）的八进制代号，写入可续算的表";
    DIGITS = "digits" Value("N")
        "With --atlas: codes of up to this many digits, 1 to 4 (default: 3)"
        "与 --atlas 合用：代号的最多位数，1 到 4（默认 3）";
}
