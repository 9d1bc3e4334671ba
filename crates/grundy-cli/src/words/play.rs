//! What is said of moves and of pictures of positions.

use std::path::Path;

use grundy::{Message, message};

use super::shown;

labels! {
    /// Words of a list of moves.
    PlayWord {
        /// A move that wins.
        Wins "wins" "胜";
        /// A move that loses.
        Loses "loses" "负";
        /// A move to a draw.
        Draws "draws" "和";
        /// Before the machine's choice.
        Machine "The computer plays:" "电脑走：";
    }
}

messages! {
    /// No move at all.
    fn no_move() "No move is left." "没有走法。";
    /// A number of a move that is none.
    fn no_such_move(text: &str, count: usize, first: usize)
        "there is no move number '{text}': {count} moves are listed, numbered from {first}"
        "没有编号为 '{text}' 的走法：列出的走法有 {count} 种，从 {first} 编号";
    /// A percentage that is none.
    fn no_percentage(text: &str)
        "--errs: expected a percentage from 0 to 100, found '{text}'"
        "--errs：此处应为 0 至 100 的百分数，却是 '{text}'";
    /// What a mark on a picture means.
    fn marked_move()
        "a winning move, by its number in the list of 'grundy moves'"
        "必胜走法，数字为其在 'grundy moves' 列表中的编号";
    /// Winning moves that are not on the picture.
    fn moves_not_marked(count: usize)
        "winning moves that are not marked: {count}; 'grundy moves' lists them"
        "未标出的必胜走法：{count} 种，见 'grundy moves' 的列表";
    /// A picture of a board in a file of another kind.
    fn board_is_svg(path: &Path => shown(path))
        "'{path}': a board is drawn as an SVG picture, in a file that ends with .svg, or - for standard output"
        "'{path}'：棋盘画为 SVG 图，文件名应以 .svg 结尾，或用 - 表示标准输出";
    /// Two things on standard output.
    fn board_alone()
        "with --picture -, only the picture goes to standard output; name a file to get the JSON too"
        "用 --picture - 时，标准输出只有图；若还要 JSON，请给出文件名";
    /// A side of a picture that is none.
    fn no_side(flag: &str, text: &str, least: usize, most: usize)
        "--{flag}: expected a number from {least} to {most}, found '{text}'"
        "--{flag}：此处应为 {least} 至 {most} 的数，却是 '{text}'";
    /// Rows that a picture does not show.
    fn components_not_shown(count: usize) "… and {count} more components" "……另有 {count} 个分量";
    /// The proved period, in a chart.
    fn chart_period(preperiod: u64, period: u64)
        "pre-period {preperiod}, period {period} (proved)"
        "前周期 {preperiod}，周期 {period}（已证明）";
    /// No nim-sum can be drawn.
    fn no_binary()
        "there is no nim-sum to draw: no component's Grundy value is known"
        "无法绘制异或和：没有分量的 SG 值已知";
    /// Numbers too wide to be drawn in bits.
    fn binary_too_wide(bits: usize, most: usize)
        "a value has {bits} binary digits; at most {most} are drawn"
        "有一个值的二进制有 {bits} 位；最多绘制 {most} 位";
    /// Too long a window.
    fn window_too_long(end: u64, most: u64)
        "the chart goes to heap {end}; at most {most} can be drawn ('grundy seq' goes farther)"
        "图到堆 {end}，最多只能画到 {most}（'grundy seq' 可以更远）";
    /// A file whose name ends as those of another form do.
    fn other_form(path: &Path => shown(path), known: &str)
        "'{path}': supported formats: {known}, by the ending of the name or by --format; a text file may also end in .txt or have no ending"
        "'{path}'：支持的格式为 {known}，由文件名的结尾或 --format 指定；文本文件可用 .txt 或不带结尾";
    /// A chart in a file of another kind.
    fn chart_is_svg(path: &Path => shown(path))
        "'{path}': a chart is an SVG picture, in a file that ends with .svg; the page of 'grundy serve' saves it as PNG, and so does 'grundy seq --plot'"
        "'{path}'：序列图为 SVG，文件名应以 .svg 结尾；'grundy serve' 的网页与 'grundy seq --plot' 可存为 PNG";
}

/// Under a list of moves that is not all of them.
pub(crate) fn moves_cut(count: usize) -> Message {
    match count {
        0 => message!(
            "There are too many moves to list them; 'grundy solve' names the first that win.",
            "走法太多，不予列出；'grundy solve' 给出前几种必胜走法。"
        ),
        1 => message!(
            "Only 1 move is listed; there are more.",
            "只列出 1 种走法，实际更多。"
        ),
        _ => message!(
            "Only {count} moves are listed; there are more.",
            "只列出 {count} 种走法，实际更多。",
            count = count
        ),
    }
}
