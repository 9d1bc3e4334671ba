//! What is said of periods.

use std::path::Path;

use grundy::engine::period::{Ended, Full, Regularity};
use grundy::engine::sequence::Stop;
use grundy::{Lang, Message, Text, message};

/// Labels of a proved period.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum PeriodWord {
    Period,
    Preperiod,
    Saltus,
    LastException,
    Theorem,
    Checked,
    Engine,
    Time,
    None,
    Largest,
}

impl PeriodWord {
    /// The label in a language.
    pub(crate) fn of(self, lang: Lang) -> &'static str {
        let (en, zh) = match self {
            PeriodWord::Period => ("period", "周期"),
            PeriodWord::Preperiod => ("pre-period", "前段长度"),
            PeriodWord::Saltus => ("saltus", "每周期增量"),
            PeriodWord::LastException => ("last exception", "最后的例外"),
            PeriodWord::Theorem => ("proof", "证明"),
            PeriodWord::Checked => ("values computed", "已计算的值"),
            PeriodWord::Engine => ("engine", "引擎"),
            PeriodWord::Time => ("time", "用时"),
            PeriodWord::None => ("none", "无"),
            PeriodWord::Largest => ("largest value", "最大值"),
        };
        Text { en, zh }.of(lang)
    }
}

/// What was proved.
pub(crate) fn period_proved(code: &str) -> Message {
    message!(
        "{code} is periodic: proved",
        "{code} 的周期性:已证明",
        code = code
    )
}

/// Nothing was proved.
pub(crate) fn period_unknown(code: &str, length: u64) -> Message {
    message!(
        "{code}: no period could be proved from the first {length} values",
        "{code}：由前 {length} 个值未能证明周期",
        code = code,
        length = length
    )
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
            "仅为观察,未证明:从堆 {from} 起周期为 {period}",
            period = period,
            from = from
        ),
        Regularity::Arithmetic => message!(
            "observed, not proved: arithmetic periodic with period {period} and saltus {saltus} from heap {from} on",
            "仅为观察,未证明:从堆 {from} 起为算术周期,周期 {period},增量 {saltus}",
            period = period,
            saltus = saltus,
            from = from
        ),
        Regularity::Sapp => message!(
            "observed, not proved: sapp regular (some residues grow by {saltus}, the others repeat) with period {period} from heap {from} on",
            "仅为观察,未证明:从堆 {from} 起 sapp 规则(部分剩余类每周期增 {saltus},其余不变),周期 {period}",
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
            "no period up to heap {length}: at least {bytes} bytes of memory would be needed to go on (--budget-bytes)",
            "到堆 {length} 为止没有周期:继续至少需要 {bytes} 字节内存(--budget-bytes)",
            length = length,
            bytes = bytes
        ),
        Ended::Stop(why) => message!(
            "no period up to heap {length}: {why}",
            "到堆 {length} 为止没有周期:{why}",
            length = length,
            why = why.to_string()
        ),
    }
}

/// A number of values that is none.
pub(crate) fn no_length(found: &str) -> Message {
    message!(
        "-n: expected a number of values such as 1000000 or 1e9, found '{found}'",
        "-n:此处应为 1000000 或 1e9 这样的个数,却是 '{found}'",
        found = found
    )
}

/// A time that is none.
pub(crate) fn no_seconds(found: &str) -> Message {
    message!(
        "--seconds: expected a time such as 30 or 5m, found '{found}'",
        "--seconds:此处应为 30 或 5m 这样的时间,却是 '{found}'",
        found = found
    )
}

/// An interval that is none.
pub(crate) fn no_interval(found: &str) -> Message {
    message!(
        "--every: expected a time such as 30s or 5m, found '{found}'",
        "--every:此处应为 30s 或 5m 这样的时间,却是 '{found}'",
        found = found
    )
}

/// No code where one is needed.
pub(crate) fn code_missing() -> Message {
    message!("a code is missing", "缺少码")
}

/// `--resume` without a file.
pub(crate) fn resume_needs_checkpoint() -> Message {
    message!(
        "--resume needs --checkpoint FILE",
        "--resume 需要 --checkpoint FILE"
    )
}

/// A checkpoint that would be lost.
pub(crate) fn checkpoint_is_there(path: &Path) -> Message {
    message!(
        "'{path}' is there already: go on from it with --resume, or remove it",
        "'{path}' 已存在:请用 --resume 继续,或先删除",
        path = path.display().to_string()
    )
}

/// A file that is no checkpoint of this command.
pub(crate) fn search_foreign(path: &Path) -> Message {
    message!(
        "'{path}' is not a checkpoint of 'grundy period'",
        "'{path}' 不是 'grundy period' 的检查点",
        path = path.display().to_string()
    )
}

/// A checkpoint of another version.
pub(crate) fn search_version(path: &Path, version: u32) -> Message {
    message!(
        "'{path}' was written by another version ({version})",
        "'{path}' 由其他版本({version})写成",
        path = path.display().to_string(),
        version = version
    )
}

/// A checkpoint that was changed.
pub(crate) fn search_damaged(path: &Path) -> Message {
    message!(
        "'{path}' is damaged: its checksum is wrong",
        "'{path}' 已损坏:校验和不符",
        path = path.display().to_string()
    )
}

/// A checkpoint of other rules.
pub(crate) fn search_of_other_rules(path: &Path, code: String) -> Message {
    message!(
        "'{path}' is a checkpoint of {code}",
        "'{path}' 是 {code} 的检查点",
        path = path.display().to_string(),
        code = code
    )
}

/// A certificate that cannot be made.
pub(crate) fn no_certificate(why: String) -> Message {
    message!(
        "there is no certificate: {why}",
        "没有证书:{why}",
        why = why
    )
}

/// A file that is no atlas.
pub(crate) fn no_atlas(path: &Path, line: usize) -> Message {
    message!(
        "'{path}', line {line}: not a table of periods",
        "'{path}' 第 {line} 行:不是周期表",
        path = path.display().to_string(),
        line = line
    )
}

/// A code beside `--atlas`.
pub(crate) fn atlas_has_all_codes() -> Message {
    message!(
        "--atlas is for all codes: no code is given with it",
        "--atlas 针对全部码:不应再给码"
    )
}

/// Heads the atlas.
pub(crate) fn atlas_counts(codes: usize, families: usize, proved: usize) -> Message {
    message!(
        "{codes} octal codes of up to three digits; {families} different sequences, of which {proved} are proved periodic",
        "不超过三位的八进制码 {codes} 个;不同的序列 {families} 个,其中 {proved} 个已证明周期",
        codes = codes,
        families = families,
        proved = proved
    )
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
            "码",
            "周期",
            "前段长度",
            "最后的例外",
            "最大值",
            "等同于,或已计算到",
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
            "{code},后移 {shift}",
            code = code,
            shift = shift
        )
    }
}

/// A code without a known period.
pub(crate) fn atlas_open(to: u64) -> Message {
    message!("open to {to}", "未决,已到 {to}", to = to)
}
