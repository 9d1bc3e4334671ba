//! What is said of moves and of pictures of positions.

use std::path::Path;

use grundy::{Lang, Message, message};

/// Words of a list of moves.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum PlayWord {
    /// A move that wins.
    Wins,
    /// A move that loses.
    Loses,
    /// A move to a draw.
    Draws,
    /// Before the machine's choice.
    Machine,
}

impl PlayWord {
    /// The word.
    pub(crate) fn of(self, lang: Lang) -> &'static str {
        let (en, zh) = match self {
            PlayWord::Wins => ("wins", "胜"),
            PlayWord::Loses => ("loses", "负"),
            PlayWord::Draws => ("draws", "和"),
            PlayWord::Machine => ("The machine plays:", "机器走："),
        };
        match lang {
            Lang::En => en,
            Lang::Zh => zh,
        }
    }
}

/// Under a list of moves that is not all of them.
pub(crate) fn moves_cut(count: usize) -> Message {
    message!(
        "Only {count} moves are listed; there are more.",
        "只列出 {count} 种走法，实际更多。",
        count = count
    )
}

/// No move at all.
pub(crate) fn no_move() -> Message {
    message!("No move is left.", "没有走法。")
}

/// A number of a move that is none.
pub(crate) fn no_such_move(text: &str, count: usize) -> Message {
    message!(
        "there is no move number '{text}': the position has {count} moves, counted from 0",
        "没有编号为 '{text}' 的走法：该局面有 {count} 种走法，从 0 编号",
        text = text,
        count = count
    )
}

/// A percentage that is none.
pub(crate) fn no_percentage(text: &str) -> Message {
    message!(
        "expected a percentage from 0 to 100 at --errs, found '{text}'",
        "--errs 应为 0 至 100 的百分数，却得到 '{text}'",
        text = text
    )
}

/// A side of a picture that is none.
pub(crate) fn no_side(flag: &str, text: &str, least: usize, most: usize) -> Message {
    message!(
        "expected a number from {least} to {most} at --{flag}, found '{text}'",
        "--{flag} 应为 {least} 至 {most} 的数，却得到 '{text}'",
        flag = flag,
        text = text,
        least = least,
        most = most
    )
}

/// Rows that a picture does not show.
pub(crate) fn components_not_shown(count: usize) -> Message {
    message!(
        "… and {count} more components",
        "……另有 {count} 个分量",
        count = count
    )
}

/// The proved period, in a chart.
pub(crate) fn chart_period(preperiod: u64, period: u64) -> Message {
    message!(
        "pre-period {preperiod}, period {period} (proved)",
        "前周期 {preperiod}，周期 {period}（已证明）",
        preperiod = preperiod,
        period = period
    )
}

/// No nim-sum can be drawn.
pub(crate) fn no_binary() -> Message {
    message!(
        "there is no nim-sum to draw: no component's Grundy value is known",
        "无法绘制异或和：没有分量的 SG 值已知"
    )
}

/// Numbers too wide to be drawn in bits.
pub(crate) fn binary_too_wide(bits: usize, most: usize) -> Message {
    message!(
        "a value has {bits} binary digits; at most {most} are drawn",
        "有一个值的二进制有 {bits} 位；最多绘制 {most} 位",
        bits = bits,
        most = most
    )
}

/// A chart in a file of another kind.
pub(crate) fn chart_is_svg(path: &Path) -> Message {
    message!(
        "'{path}': a chart is an SVG picture, in a file that ends with .svg; the page of 'grundy serve' saves it as PNG, and so does 'grundy seq --plot'",
        "'{path}'：序列图为 SVG，文件名应以 .svg 结尾；'grundy serve' 的网页与 'grundy seq --plot' 可存为 PNG",
        path = path.display().to_string()
    )
}
