//! The command `play` with its flags.

use grundy::Text;

use super::flags::{LET, MEMORY, MISERE, POSITIONS, RULE};
use super::moves::ERRS;
use super::{Entry, POSITION};

pub(super) const PLAY: Entry = Entry {
    name: "play",
    about: Text {
        en: "Play a game in the terminal, against the computer or a person",
        zh: "在终端中对局：与电脑、与人，或旁观",
    },
    usage: "grundy play [--misere] [--with computer|person|watch] [--first you|computer] [--errs PERCENT] [--seed N] [--plain] [--rule RULE] GAME …",
    example: "grundy play nim 3 5 7",
    notes: Text {
        en: "On the screen, '?' shows the keys. If input or output is not a terminal, or with --plain, type commands line by line: 'help' lists them.\nExit codes: 0 the game ended or was left, 1 too many moves to be played by hand, 2 not understood, 130 interrupted.",
        zh: "屏幕上按 '?' 显示按键。标准输入或输出不是终端，或用 --plain 时，逐行读取命令：输入 help 查看。\n退出码：0 对局结束或退出，1 走法过多无法手动对局，2 无法理解，130 被中断。",
    },
    places: POSITION,
    flags: &[
        &RULE, &LET, &MISERE, &WITH, &FIRST, &ERRS, &SEED, &PLAIN, &POSITIONS, &MEMORY, &TIME,
    ],
};

flags! {
    WITH = "with" Choice(&["computer|machine", "person", "watch"])
        "Opponent: computer (the default), person, or watch (the computer plays itself)"
        "对手：computer（电脑，默认）、person（人）或 watch（旁观电脑自弈）";
    FIRST = "first" Choice(&["you", "computer|machine"])
        "Who moves first: you (the default) or computer"
        "谁先走：you（你，默认）或 computer（电脑）";
    SEED = "seed" Value("N")
        "Equal seeds make equal choices (default: from the clock)"
        "种子相同则选择相同（默认取自时钟）";
    TIME = "time" (was "budget-time") Value("TIME")
        "At most this much time for each question: 500ms, 30s, 5m or none (default: 10s)"
        "每个问题最多使用的时间：500ms、30s、5m 或 none（默认 10s）";
    PLAIN = "plain" Nothing
        "Read lines instead of using the full screen (always so if input or output is not a terminal)"
        "逐行对局而不用全屏；输入或输出不是终端时亦然";
}
