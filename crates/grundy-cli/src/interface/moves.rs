//! The command `moves` with its flags.

use grundy::Text;

use super::flags::{BUDGET_BYTES, BUDGET_POSITIONS, BUDGET_TIME, JSON, LET, MISERE, RULE};
use super::{ANY, Entry, Flag, Positional, Takes};

pub(super) const MOVES: Entry = Entry {
    name: "moves",
    about: Text {
        en: "Every move of a position, and whether it wins; the machine's choice; what a move was worth",
        zh: "列出局面的全部走法及其胜负；由机器选一步；评价某一步",
    },
    usage: "grundy moves [--misere] [--choose [--errs PERCENT] [--seed N]] [--played NUMBER] [--json] [--rule RULE] GAME …",
    example: "grundy moves nim 1 2",
    notes: Text {
        en: "At most 10000 moves are listed.\nExit codes: 0 answered, 1 who wins is unknown, 2 not understood, 130 interrupted.",
        zh: "最多列出 10000 种走法。\n退出码：0 已回答，1 胜负未知，2 无法理解，130 被中断。",
    },
    places: &[Positional {
        name: "GAME",
        count: (1, ANY),
        choices: &[],
        help: Text {
            en: "A position, such as: nim 3 5 7",
            zh: "局面，例如：nim 3 5 7",
        },
    }],
    flags: &[
        &RULE,
        &LET,
        &MISERE,
        &CHOOSE,
        &ERRS,
        &SEED,
        &PLAYED,
        &JSON,
        &BUDGET_POSITIONS,
        &BUDGET_BYTES,
        &BUDGET_TIME,
    ],
};

static CHOOSE: Flag = Flag {
    name: "choose",
    short: None,
    takes: Takes::Nothing,
    help: Text {
        en: "Let the machine choose a move",
        zh: "由机器选一步",
    },
};
pub(super) static ERRS: Flag = Flag {
    name: "errs",
    short: None,
    takes: Takes::Value("PERCENT"),
    help: Text {
        en: "How often the machine plays blindly, from 0 (never, the default) to 100",
        zh: "机器随意走的百分比，0（默认，从不）至 100",
    },
};
pub(super) static SEED: Flag = Flag {
    name: "seed",
    short: None,
    takes: Takes::Value("N"),
    help: Text {
        en: "Equal seeds make equal choices (default: 0)",
        zh: "种子相同则选择相同（默认 0）",
    },
};
static PLAYED: Flag = Flag {
    name: "played",
    short: None,
    takes: Takes::Value("NUMBER"),
    help: Text {
        en: "Say what the move of this number in the list was worth",
        zh: "评价列表中该编号的走法",
    },
};
