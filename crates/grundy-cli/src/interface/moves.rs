//! The command `moves` with its flags.

use grundy::Text;

use super::flags::{FORM, JSON, LET, MEMORY, MISERE, POSITIONS, RULE, TIME};
use super::{Entry, POSITION};

pub(super) const MOVES: Entry = Entry {
    name: "moves",
    about: Text {
        en: "List every move of a position and whether it wins; let the computer choose; judge a move",
        zh: "列出局面的全部走法及其胜负；由电脑选一步；评价某一步",
    },
    usage: "grundy moves [--misere] [--choose [--errs PERCENT] [--seed N]] [--played NUMBER] [--picture FILE] [--json] [--rule RULE] GAME …",
    example: "grundy moves nim 1 2",
    notes: Text {
        en: "At most 10000 moves are listed.\nExit codes: 0 answered, 1 who wins is unknown, now or after some move, 2 not understood, 130 interrupted.",
        zh: "最多列出 10000 种走法。\n退出码：0 已回答，1 局面或某一步之后的胜负未知，2 无法理解，130 被中断。",
    },
    places: POSITION,
    flags: &[
        &RULE, &LET, &MISERE, &CHOOSE, &ERRS, &SEED, &PLAYED, &PICTURE, &FORM, &JSON, &POSITIONS,
        &MEMORY, &TIME,
    ],
};

flags! {
    CHOOSE = "choose" Nothing "Let the computer choose a move" "由电脑选一步";
    ERRS = "errs" Value("PERCENT")
        "How often the computer makes a random move, in percent: from 0 (never, the default) to 100"
        "电脑随机走的百分比，0（默认，从不）至 100";
    SEED = "seed" Value("N")
        "Equal seeds make equal choices (default: 0)"
        "种子相同则选择相同（默认 0）";
    PLAYED = "played" Value("NUMBER")
        "Judge the move with this number in the list (with --json, counted from 0)"
        "评价列表中该编号的走法（用 --json 时从 0 编号）";
    PICTURE = "picture" Value("FILE")
        "Also draw the board with its winning moves marked: FILE.svg; - is SVG on standard output, without the list"
        "另画出标有必胜走法的棋盘：FILE.svg；- 表示只将 SVG 写到标准输出，不输出列表";
}
