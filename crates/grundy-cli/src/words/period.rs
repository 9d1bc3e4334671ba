//! What is said of periods.

use std::path::Path;

use grundy::engine::period::{Ended, Full, Regularity};
use grundy::engine::sequence::Stop;
use grundy::{Lang, Message, message};

use super::shown;

labels! {
    /// Labels of a proved period.
    PeriodWord {
        Period "period" "周期";
        Preperiod "pre-period" "前周期";
        Saltus "saltus" "每周期跃差";
        LastException "last exception" "最后的例外";
        Theorem "proof" "证明";
        /// Before the theorem that a machine has checked.
        ByMachine "proved by machine" "经机器证明";
        Checked "values computed" "已计算的值";
        Engine "engine" "引擎";
        Time "time" "用时";
        None "none" "无";
        Largest "largest value" "最大值";
        Source "source" "来源";
        Certificate "certificate" "证书";
    }
}

messages! {
    /// Where a period was looked up.
    fn looked_up()
        "looked up in the table of octal games (grundy games --octal); give --time none to prove it again, --certificate FILE for the proof"
        "查自八进制游戏表（grundy games --octal）；加 --time none 可重新证明，加 --certificate FILE 可写出证明";
    /// What was proved.
    fn period_proved(code: &str) "{code} is periodic: proved" "{code} 的周期性：已证明";
    /// The same where values grow.
    fn arithmetic_proved(code: &str) "{code} is arithmetic periodic: proved" "{code} 的算术周期性：已证明";
    /// Nothing was proved.
    fn period_unknown(code: &str, length: u64)
        "{code}: no period could be proved from the first {length#value}"
        "{code}：根据前 {length} 个值，未能证明存在周期";
    /// A number of values that is none.
    fn no_length(found: &str)
        "-n: expected a number of values such as 1000000 or 1e9, below 2^64, found '{found}'"
        "-n：此处应为 1000000 或 1e9 这样的个数，且小于 2^64，却是 '{found}'";
    /// A time that is none.
    fn no_seconds(found: &str)
        "--each: expected a time such as 1s or 5m, found '{found}'"
        "--each：此处应为 1s 或 5m 这样的时间，却是 '{found}'";
    /// An interval that is none.
    fn no_interval(found: &str)
        "--every: expected a time such as 30s or 5m, found '{found}'"
        "--every：此处应为 30s 或 5m 这样的时间，却是 '{found}'";
    /// No code where one is needed.
    fn code_missing() "no code given" "缺少代号";
    /// `--resume` without a file.
    fn resume_needs_checkpoint()
        "--resume needs --checkpoint FILE"
        "--resume 需要 --checkpoint FILE";
    /// A checkpoint that would be lost.
    fn checkpoint_is_there(path: &Path => shown(path))
        "'{path}' already exists: continue from it with --resume, or remove it"
        "'{path}' 已存在：请用 --resume 继续，或先删除";
    /// A file that is no checkpoint of this command.
    fn search_foreign(path: &Path => shown(path))
        "'{path}' is not a checkpoint of 'grundy period'"
        "'{path}' 不是 'grundy period' 的检查点";
    /// A checkpoint of another version.
    fn search_version(path: &Path => shown(path), version: u32)
        "'{path}' was written by another version ({version})"
        "'{path}' 由其他版本（{version}）写成";
    /// A checkpoint that was changed.
    fn search_damaged(path: &Path => shown(path))
        "'{path}' is damaged: its checksum is wrong"
        "'{path}' 已损坏：校验和不符";
    /// A checkpoint of other rules.
    fn search_of_other_rules(path: &Path => shown(path), code: String)
        "'{path}' is a checkpoint of {code}"
        "'{path}' 是 {code} 的检查点";
    /// A file that is no atlas.
    fn no_atlas(path: &Path => shown(path), line: usize)
        "'{path}', line {line}: not a table of periods"
        "'{path}' 第 {line} 行：不是周期表";
    /// A file that is no table of quotients.
    fn no_quotients(path: &Path => shown(path), line: usize)
        "'{path}', line {line}: not a table of misère quotients"
        "'{path}' 第 {line} 行：不是反常规则商表";
    /// A code beside `--atlas`.
    fn atlas_has_all_codes()
        "--atlas covers all codes: do not give a code with it"
        "--atlas 针对全部代号：不应再给代号";
    /// Heads the atlas.
    fn atlas_counts(codes: usize, digits: u32, families: usize, proved: usize)
        "{codes} octal codes of up to {digits} digits; {families} different sequences, of which {proved} are proved periodic"
        "不超过 {digits} 位的八进制代号 {codes} 个；不同的序列 {families} 个，其中 {proved} 个已证明周期";
    /// No number of digits.
    fn no_digits(text: &str)
        "'{text}' is not a number of digits: 1 to 4 are possible"
        "'{text}' 不是位数：可以是 1 到 4";
    /// A code without a known period.
    fn atlas_open(to: u64) "open to {to}" "未决，已到 {to}";
}

/// A regularity without a proof.
pub(crate) fn period_observed(
    regularity: Regularity,
    period: u64,
    from: u64,
    saltus: u64,
) -> Message {
    match regularity {
        Regularity::Periodic => message!(
            "observed, not proved: period {period} from heap {from} on",
            "仅为观察，未证明：从堆 {from} 起周期为 {period}",
            period = period,
            from = from
        ),
        Regularity::Arithmetic => message!(
            "observed, not proved: arithmetic periodic with period {period} and saltus {saltus} from heap {from} on",
            "仅为观察，未证明：从堆 {from} 起为算术周期，周期 {period}，跃差 {saltus}",
            period = period,
            saltus = saltus,
            from = from
        ),
        Regularity::Sapp => message!(
            "observed, not proved: sapp regular (some residues grow by {saltus}, the others repeat) with period {period} from heap {from} on",
            "仅为观察，未证明：从堆 {from} 起 sapp 规则（部分剩余类每周期增 {saltus}，其余不变），周期 {period}",
            period = period,
            saltus = saltus,
            from = from
        ),
    }
}

pub(crate) use grundy_service::period::engine;

/// A search that could not go on.
pub(crate) fn search_ended(length: u64, why: Ended) -> Message {
    match why {
        Ended::Full(Full(bytes)) | Ended::Stop(Stop::Memory(bytes)) => message!(
            "no period up to heap {length}: at least {bytes#byte} of memory would be needed to go on (--memory)",
            "到堆 {length} 为止没有周期：继续至少需要 {bytes} 字节内存（--memory）",
            length = length,
            bytes = bytes
        ),
        Ended::Stop(why) => message!(
            "no period up to heap {length}: {why}",
            "到堆 {length} 为止没有周期：{why}",
            length = length,
            why = why.to_string()
        ),
    }
}

/// The headings of the atlas's columns.
pub(crate) fn atlas_columns(lang: Lang) -> [&'static str; 6] {
    match lang {
        Lang::En => [
            "code",
            "period",
            "pre-period",
            "last exception",
            "largest",
            "same as, or how far it is open",
        ],
        Lang::Zh => [
            "代号",
            "周期",
            "前周期",
            "最后的例外",
            "最大值",
            "等同于，或已计算到",
        ],
    }
}

/// A code whose sequence is that of another.
pub(crate) fn atlas_same(code: &str, shift: u64) -> Message {
    if shift == 0 {
        message!("{code}", "{code}", code = code)
    } else {
        message!(
            "{code}, {shift} later",
            "{code}，后移 {shift}",
            code = code,
            shift = shift
        )
    }
}
