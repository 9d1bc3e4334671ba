//! The command `period` with its flags.

use grundy::Text;

use super::flags::{BUDGET_BYTES, BUDGET_TIME, JSON, LET, RULE};
use super::{Entry, Flag, Positional, Takes};

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

static MOST: Flag = Flag {
    name: "number",
    short: Some('n'),
    takes: Takes::Value("N"),
    help: Text {
        en: "Most values to compute: 1000000, 1_000_000, 1e6 or 10^6",
        zh: "最多计算的值的个数：1000000、1_000_000、1e6 或 10^6",
    },
};
static SECONDS: Flag = Flag {
    name: "seconds",
    short: None,
    takes: Takes::Value("S"),
    help: Text {
        en: "Most time to compute, such as 30, 5m or 2h; with --atlas, for each code (default there: 1)",
        zh: "最长计算时间，如 30、5m、2h；与 --atlas 合用时为每个码的时间（默认 1）",
    },
};
static CERTIFICATE: Flag = Flag {
    name: "certificate",
    short: None,
    takes: Takes::Value("FILE"),
    help: Text {
        en: "Write a certificate of the period, which a program of its own can check",
        zh: "写出周期的证书，可由独立程序检验",
    },
};
static CHECKPOINT: Flag = Flag {
    name: "checkpoint",
    short: None,
    takes: Takes::Value("FILE"),
    help: Text {
        en: "Write checkpoints from which --resume goes on",
        zh: "写检查点，可用 --resume 继续",
    },
};
static EVERY: Flag = Flag {
    name: "every",
    short: None,
    takes: Takes::Value("TIME"),
    help: Text {
        en: "How often a checkpoint is written: 30s, 5m (default: 60s)",
        zh: "写检查点的间隔：30s、5m（默认 60s）",
    },
};
static RESUME: Flag = Flag {
    name: "resume",
    short: None,
    takes: Takes::Nothing,
    help: Text {
        en: "Go on from the checkpoint",
        zh: "从检查点继续",
    },
};
static ATLAS: Flag = Flag {
    name: "atlas",
    short: None,
    takes: Takes::Value("FILE"),
    help: Text {
        en: "Instead of one code, all octal codes of up to three digits, into a table that may be gone on with",
        zh: "不是单个码，而是全部不超过三位的八进制码；结果写入可续算的表",
    },
};

pub(super) static OCTAL: Flag = Flag {
    name: "octal",
    short: None,
    takes: Takes::Nothing,
    help: Text {
        en: "Instead, the periods of all octal codes of up to three digits",
        zh: "改为列出不超过三位的全部八进制码的周期",
    },
};
