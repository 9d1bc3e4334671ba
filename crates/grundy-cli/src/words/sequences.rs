//! What is said of nim-sequences and of runs that compute them.

use std::path::Path;
use std::time::Duration;

use grundy::{Message, message, text};

use super::shown;

messages! {
    /// A number of heaps that is none.
    fn no_number_of_heaps(found: &str)
        "-n: expected a number of values from 1 to 10^18, such as 1000000, 1e9 or 10^9, found '{found}'"
        "-n：此处应为 1 至 10^18 的值的个数，如 1000000、1e9 或 10^9，却是 '{found}'";
    /// A first heap that is none.
    fn no_first_heap(found: &str)
        "--from: expected the size of a heap, such as 1000 or 1e6, found '{found}'"
        "--from：此处应为堆的大小，如 1000 或 1e6，却是 '{found}'";
    /// A first heap beyond the last.
    fn first_heap_beyond(from: u64, count: u64)
        "--from {from} leaves nothing to print: -n {count} computes the heaps below {count}; give a larger -n"
        "--from {from} 之后没有可输出的值：-n {count} 只算小于 {count} 的堆；请给出更大的 -n";
    /// A width for a format that has one of its own.
    fn width_without_use()
        "--width is for npy and parquet only; u8, u16 and u32 have their own width"
        "--width 用于 npy 和 parquet；u8、u16、u32 各有其宽度";
    /// A picture of an unknown kind.
    fn no_picture(found: &str)
        "--plot: expected a file named .svg or .png, found '{found}'"
        "--plot：此处应为以 .svg 或 .png 结尾的文件名，却是 '{found}'";
    /// A flag that means nothing without `--checkpoint`.
    fn needs_checkpoint(flag: &str)
        "{flag} needs --checkpoint FILE"
        "{flag} 需要 --checkpoint FILE";
    /// Two flags that exclude each other.
    fn resume_or_restart()
        "--resume continues and --restart starts over; give only one of them"
        "--resume 是继续，--restart 是重新开始，只能用其一";
    /// An interval that is none.
    fn no_interval_of_values(found: &str)
        "--every: expected a time such as 30s or 5m, or a number of values such as 1e9, found '{found}'"
        "--every：此处应为 30s、5m 这样的时间或 1e9 这样的值的个数，却是 '{found}'";
    /// A checkpoint of values that cannot be taken back.
    fn checkpoint_needs_file()
        "with --checkpoint values go to a regular file (-o FILE), or are not written at all (--stats, --json, --plot)"
        "使用 --checkpoint 时，值须写到普通文件（-o FILE），或只要 --stats、--json、--plot 而不写值";
    /// A checkpoint that is there although a run begins.
    fn checkpoint_exists(path: &Path => shown(path))
        "the checkpoint '{path}' already exists; --resume continues from it, --restart starts over"
        "检查点 '{path}' 已存在；用 --resume 继续，或用 --restart 重新开始";
    /// A checkpoint that is not there.
    fn checkpoint_missing(path: &Path => shown(path))
        "there is no checkpoint '{path}'; leave out --resume to start a new run"
        "没有检查点 '{path}'；不带 --resume 则重新开始";
    /// Another file.
    fn checkpoint_foreign(path: &Path => shown(path))
        "'{path}' is not a checkpoint of grundy seq"
        "'{path}' 不是 grundy seq 的检查点";
    /// A checkpoint of another version.
    fn checkpoint_version(path: &Path => shown(path), version: u32)
        "the checkpoint '{path}' was written by another version of grundy (its format is {version})"
        "检查点 '{path}' 由另一版本的 grundy 写成（格式 {version}）";
    /// A checkpoint that is cut short or changed.
    fn checkpoint_damaged(path: &Path => shown(path))
        "the checkpoint '{path}' is damaged: it is incomplete or was changed; restore a copy, or start over with --restart"
        "检查点 '{path}' 已损坏：不完整或被改动；请恢复备份，或用 --restart 重新开始";
    /// A checkpoint of another code.
    fn checkpoint_of_other(path: &Path => shown(path), code: &str)
        "the checkpoint '{path}' belongs to {code}"
        "检查点 '{path}' 属于 {code}";
    /// A checkpoint made with other flags.
    fn checkpoint_of_other_flags(path: &Path => shown(path), flags: String)
        "the checkpoint '{path}' was made with other flags: {flags}"
        "检查点 '{path}' 所用的选项不同：{flags}";
    /// A checkpoint that has more values than are wanted.
    fn checkpoint_beyond(path: &Path => shown(path), length: u64)
        "the checkpoint '{path}' already has {length#value}, more than -n"
        "检查点 '{path}' 已有 {length} 个值，超过 -n 所求";
    /// What an earlier run has left.
    fn part_exists(path: &Path => shown(path))
        "'{path}' already exists, left by an unfinished run; --restart overwrites it"
        "'{path}' 已存在，是未完成的运行留下的；用 --restart 重写";
    /// A partial output that is not there.
    fn part_missing(path: &Path => shown(path))
        "the output so far, '{path}', is missing; --restart starts over"
        "已写出的部分 '{path}' 不存在；用 --restart 重新开始";
    /// An output that is not what was written; the places of the bytes count from 1.
    fn part_differs(path: &Path => shown(path), from: u64, to: u64)
        "'{path}' is not the output that the checkpoint describes: something differs in bytes {from} to {to}; restore a copy, or start over with --restart"
        "'{path}' 不是检查点所对应的输出：第 {from} 至 {to} 字节中有改动；请恢复备份，或用 --restart 重新开始";
    /// An output that was cut short.
    fn part_short(path: &Path => shown(path), length: u64, written: u64)
        "'{path}' is not the output that the checkpoint describes: it has {length} of {written#byte}; restore a copy, or start over with --restart"
        "'{path}' 不是检查点所对应的输出：应有 {written} 字节，只有 {length} 字节；请恢复备份，或用 --restart 重新开始";
    /// A partial output that another run writes.
    fn part_in_use(path: &Path => shown(path))
        "'{path}' is being written by another run"
        "'{path}' 正由另一运行写入";
    /// A value that the format does not hold.
    fn too_wide(heap: u64, value: u32, format: &str, most: u32)
        "heap {heap} has the value {value}, but {format} holds only values up to {most}; use --format u16 or u32, or --width"
        "堆 {heap} 的值是 {value}，而 {format} 最大只能存 {most}；请用 --format u16 或 u32，或 --width";
    /// The same where the form of the answer is chosen by its name.
    #[cfg(feature = "web")]
    fn too_wide_for(heap: u64, value: u32, format: &str, most: u32)
        "heap {heap} has the value {value}, but {format} holds only values up to {most}; u16 or u32 hold more"
        "堆 {heap} 的值是 {value}，而 {format} 最大只能存 {most}；u16 或 u32 可存更大的值";
    /// What more memory would allow.
    fn memory_allows_more(why: Message) "{why}; --memory allows more" "{why}；可用 --memory 放宽";
    /// Values behind a period.
    fn by_period(preperiod: u64, period: u64)
        "proved period {period} from heap {preperiod} on"
        "已证周期 {period}，自堆 {preperiod} 起";
    /// More values than memory has room for, which is seen before any is computed.
    fn too_little_memory(count: u64, needed: &str, allowed: &str)
        "{count#value} of this game need about {needed} of memory, and the limit is {allowed}; --memory {needed} allows them"
        "该游戏的 {count} 个值约需 {needed} 内存，而上限为 {allowed}；可用 --memory {needed} 放宽";
    /// Ctrl-C in a run that keeps nothing.
    fn interrupted_at(length: u64) "interrupted after {length#value}" "在 {length} 个值之后被中断";
    /// A picture and something else on standard output.
    fn picture_alone()
        "with --plot -, only the picture goes to standard output; write values or statistics elsewhere or not at all"
        "--plot - 时标准输出只写图；值与统计请另写或不写";
    /// Ctrl-C in a run with a checkpoint.
    fn interrupted_with(length: u64, path: &Path => shown(path))
        "interrupted after {length#value}; the same command with --resume continues from '{path}'"
        "在 {length} 个值之后被中断；同一命令加上 --resume 可从 '{path}' 继续";
    /// The heaps whose values were counted.
    fn heaps(from: u64, last: u64, count: u64)
        "heaps {from} to {last}, {count#value}"
        "堆 {from} 至 {last}，共 {count} 个值";
    /// The largest value and where it stands.
    fn first_at(value: u32, heap: u64) "{value}, first at heap {heap}" "{value}，首见于堆 {heap}";
    /// That no split makes few heaps rare.
    fn no_space()
        "none: every split would make more than a quarter of the heaps rare"
        "无：任何划分都使四分之一以上的堆为稀有";
    /// That splits are those of all heaps.
    fn space_of_all()
        "shown only for statistics from heap 0 on"
        "只在从堆 0 起统计时显示";
    /// Rows that are not shown.
    fn more_values(count: usize)
        "… and {count} more values; --json lists all"
        "……另有 {count} 个值；--json 全部列出";
    /// Values that were not counted one by one.
    fn values_beyond(count: u64)
        "values from 65536 on: {count#heap}"
        "不小于 65536 的值：{count} 堆";
    /// Heads a picture.
    fn values_against_heaps(code: &str, from: u64, last: u64)
        "{code}: Grundy values of heaps {from} to {last}"
        "{code}：堆 {from} 至 {last} 的 SG 值";
    /// Names the axis of heaps.
    fn heap_axis() "heap" "堆";
}

/// The split into rare and common values; `odd` says of even and of odd heaps what is common.
pub(crate) fn space(mask: u32, odd: [bool; 2]) -> Message {
    let digits = format!("{mask:b}");
    let parity = |odd| {
        if odd {
            message!("an odd number", "奇数个")
        } else {
            message!("an even number", "偶数个")
        }
    };
    if odd[0] == odd[1] {
        message!(
            "a value is common if it shares {parity} of binary ones with {digits}",
            "与二进制数 {digits} 有{parity}公共数位的值为常见值",
            parity = parity(odd[0]),
            digits = digits
        )
    } else {
        message!(
            "a value is common if it shares with {digits} {even} of binary ones for even heaps, {odd} for odd ones",
            "与二进制数 {digits} 的公共数位：偶数堆有{even}、奇数堆有{odd}者为常见值",
            even = parity(odd[0]),
            odd = parity(odd[1]),
            digits = digits
        )
    }
}

/// The rare heaps.
pub(crate) fn rare_heaps(count: u64, last: u64) -> Message {
    if count == 1 {
        return message!("1 rare heap: {last}", "1 个稀有堆：{last}", last = last);
    }
    message!(
        "{count} rare heaps, the last of which is {last}",
        "{count} 个稀有堆，最后一堆是 {last}",
        count = count,
        last = last
    )
}

/// The time of a run and its rate.
pub(crate) fn rate(time: Duration, values: u64) -> Message {
    let rate = values as f64 / time.as_secs_f64().max(1e-9);
    message!(
        "{seconds} s, {rate}",
        "{seconds} 秒，{rate}",
        seconds = text::seconds(time),
        rate = values_a_second(rate)
    )
}

/// How fast values are computed, in three digits.
fn values_a_second(rate: f64) -> Message {
    // Of Chinese, 万 and 亿 are the units of large numbers.
    let zh = match rate {
        1e8.. => format!("{:.2} 亿", rate / 1e8),
        1e4.. => format!("{:.1} 万", rate / 1e4),
        _ => format!("{rate:.0} "),
    };
    let en = match rate {
        1e6.. => format!("{:.1} million", rate / 1e6),
        1e4.. => format!("{:.0},{}00", (rate / 1e3).floor(), (rate / 1e2) as u64 % 10),
        _ => format!("{rate:.0}"),
    };
    message!("{en} values a second", "每秒 {zh}个值", en = en, zh = zh)
}
