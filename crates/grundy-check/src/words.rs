//! Every sentence of the checker, in English and Chinese.

use crate::Judgement;
use crate::claim::{Claim, Theorem};
use crate::verdict::{Condition, Finding, Least, Method, Refusal, Refutation, Report, Verified};

/// A language.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Language {
    /// English.
    English,
    /// Chinese.
    Chinese,
}

/// Both languages, of which one is taken.
macro_rules! say {
    ($language:expr, $english:literal, $chinese:literal $(, $name:ident = $value:expr)* $(,)?) => {
        match $language {
            Language::English => format!($english $(, $name = $value)*),
            Language::Chinese => format!($chinese $(, $name = $value)*),
        }
    };
}

pub(crate) use say;

/// A judgement, in lines.
pub fn judgement(judgement: &Judgement, language: Language) -> String {
    match judgement {
        Judgement::Period(report) => self::report(report, language),
        Judgement::Quotient(report) => crate::quotient::words(report, language),
        Judgement::Boards(report) => crate::boards::words(report, language),
    }
}

/// A text that the checker did not write, on one line: what is not to be seen is told by its number, so that nothing in it
/// passes for a line of the checker or speaks to the terminal.
pub fn plain(text: &str) -> String {
    let mut plain = String::with_capacity(text.len());
    for letter in text.chars() {
        match letter {
            '"' | '\'' | '\\' => plain.push(letter),
            _ => plain.extend(letter.escape_debug()),
        }
    }
    plain
}

/// Lines of a report.
pub(crate) fn lines(lines: &[String]) -> String {
    lines.join("\n") + "\n"
}

/// That all of it is proved.
pub(crate) fn proved(language: Language) -> String {
    say!(language, "verified: proved", "核实：已证明")
}

/// That it is not, since only some of it was looked at.
pub(crate) fn by_sample(language: Language) -> String {
    say!(
        language,
        "verified: by sample, not proved",
        "核实：抽样，未证明"
    )
}

/// A report, in lines.
pub fn report(report: &Report, language: Language) -> String {
    let mut lines = vec![claim(&report.claim, language)];
    match &report.finding {
        Finding::Refuted(refutation) => lines.push(refuted(refutation, language)),
        Finding::Verified(verified) => lines.extend(self::verified(verified, language)),
    }
    self::lines(&lines)
}

fn claim(claim: &Claim, language: Language) -> String {
    let code: String = claim.code.escape_debug().collect();
    say!(
        language,
        "{code}: period {period}, pre-period {preperiod}, saltus {saltus}, by {theorem}",
        "{code}：周期 {period}，前周期 {preperiod}，跃差 {saltus}，依据：{theorem}",
        period = claim.period,
        preperiod = claim.preperiod,
        saltus = claim.saltus,
        theorem = theorem(claim.theorem, language)
    )
}

fn theorem(theorem: Theorem, language: Language) -> String {
    match theorem {
        Theorem::GuySmith => say!(language, "Guy and Smith (1956)", "Guy–Smith 定理（1956）"),
        Theorem::Window => say!(language, "a window that recurs", "窗口重现"),
        Theorem::Arithmetic => say!(language, "arithmetic periodicity", "算术周期性"),
        Theorem::Subtraction => say!(
            language,
            "last values that recur (subtraction set)",
            "末段值重现（减法集）"
        ),
    }
}

fn verified(verified: &Verified, language: Language) -> Vec<String> {
    let mut lines = match verified.method {
        Method::Full { bound } => vec![
            proved(language),
            say!(
                language,
                "  all {bound} values below heap {bound} recomputed from the definition; the theorem proves the rest",
                "  小于 {bound} 的全部 {bound} 个值均按定义重算；其余由定理推出"
            ),
        ],
        Method::Sampled {
            bound,
            windows,
            width,
            first,
            seed,
        } => vec![
            by_sample(language),
            say!(
                language,
                "  the first {first} values and {windows} windows of {width}, drawn with seed {seed} from all below heap {bound}, recomputed from the stored ones",
                "  前 {first} 个值，以及以种子 {seed} 从小于 {bound} 的全部窗口中抽取的 {windows} 个（每个 {width} 个值），均按已存的值重算"
            ),
            say!(
                language,
                "  if a fraction f of the windows had a wrong value, this would be missed with probability (1 - f)^{windows}: 1 in 1000 for f = {fraction}",
                "  若有比例 f 的窗口含错值，漏检的概率为 (1 - f)^{windows}：f = {fraction} 时为千分之一",
                fraction = fraction(windows)
            ),
        ],
        Method::Walked { end, first, window } => vec![
            proved(language),
            say!(
                language,
                "  all {end} values below heap {end} computed, {first} of them from the definition, each other from the first ones and the {window} before it; the window recurs, which proves the rest",
                "  小于 {end} 的全部 {end} 个值均已算出，其中 {first} 个按定义，其余各由最前面的值和它之前的 {window} 个值得出；窗口重现，由此推出其余"
            ),
        ],
        Method::Window {
            first,
            rare,
            window,
            stretches,
            continued,
            of,
        } => vec![
            say!(
                language,
                "verified: the stored values only; the period is not proved",
                "核实：仅限所存的值，周期未证明"
            ),
            say!(
                language,
                "  the first {first} values recomputed from the definition, with {rare} rare heaps",
                "  前 {first} 个值按定义重算，其中罕见堆 {rare} 个"
            ),
            say!(
                language,
                "  {continued} of {of} values in {stretches} stretches recomputed from the {window} values before each",
                "  {stretches} 段中 {of} 个值里的 {continued} 个由各自之前的 {window} 个值重算"
            ),
            say!(
                language,
                "  {window} values recur at the distance of the period: if the sequence comes to them, each value on the way following from the first {first} and the {window} before it, it repeats for ever",
                "  相距一个周期处有 {window} 个值重现：若序列确实到达这些值，且途中每个值都由前 {first} 个值和它之前的 {window} 个值得出，则此后永远重复"
            ),
            say!(
                language,
                "  that it comes to them was not verified: this takes computing all values up to there (--walk)",
                "  序列是否到达这些值未经核实：须算出直到那里的全部值（--walk）"
            ),
        ],
    };
    let known = |known: Least| match known {
        Least::Proved => say!(language, "least", "最小"),
        Least::AsStored => say!(
            language,
            "least if the values stored are those of the game",
            "若所存的值确为此游戏的值，则为最小"
        ),
        Least::Unknown => say!(
            language,
            "not shown to be least by the values stored",
            "所存的值不足以说明最小"
        ),
    };
    lines.push(say!(
        language,
        "  period: {period}; pre-period: {preperiod}",
        "  周期：{period}；前周期：{preperiod}",
        period = known(verified.least_period),
        preperiod = known(verified.least_preperiod)
    ));
    lines
}

/// The fraction of wrong windows that so many windows miss with a probability of 1 in 1000.
fn fraction(windows: u64) -> String {
    if windows == 0 {
        return "1".to_owned();
    }
    format!("{:.2e}", 1.0 - 0.001f64.powf(1.0 / windows as f64))
}

/// What is wrong, in one line.
pub fn refuted(refutation: &Refutation, language: Language) -> String {
    let at = |heap: u64, why: String| {
        say!(
            language,
            "refuted at n = {heap}: {why}",
            "证伪于 n = {heap}：{why}"
        )
    };
    match *refutation {
        Refutation::Value {
            heap,
            expected,
            stored,
        } => at(
            heap,
            say!(
                language,
                "expected {expected}, stored {stored}",
                "应为 {expected}，所存为 {stored}"
            ),
        ),
        Refutation::SmallerPeriod(period) => say!(
            language,
            "refuted: {period} is a smaller period",
            "证伪：{period} 是更小的周期"
        ),
        Refutation::SmallerPreperiod(preperiod) => say!(
            language,
            "refuted: the repetition begins at n = {preperiod} or before",
            "证伪：重复从 n = {preperiod} 或更早开始"
        ),
        Refutation::NoRepetition { heap, value, later } => at(
            heap,
            say!(
                language,
                "the value is {value}, and {later} a period later",
                "值为 {value}，一个周期之后为 {later}"
            ),
        ),
        Refutation::Rare(heap) => at(
            heap,
            say!(
                language,
                "the certificate is wrong about whether this value is rare",
                "该值是否罕见与所列不符"
            ),
        ),
        Refutation::NotExcluded { heap, value } => at(
            heap,
            say!(
                language,
                "no option within the window has the value {value}, which is smaller than the stored value",
                "窗口内没有值为 {value} 的后继，而它小于所存的值"
            ),
        ),
        Refutation::Condition(condition) => say!(
            language,
            "refuted: {why}",
            "证伪：{why}",
            why = self::condition(condition, language)
        ),
    }
}

fn condition(condition: Condition, language: Language) -> String {
    match condition {
        Condition::Game => say!(
            language,
            "the cited theorem does not apply to this game",
            "所举定理不适用于此游戏"
        ),
        Condition::Reach(bound) => say!(
            language,
            "the theorem needs all values below heap {bound}, but fewer were computed",
            "定理需要小于 {bound} 的全部值，而所算不足"
        ),
        Condition::Saltus => say!(
            language,
            "this theorem requires a saltus of 0",
            "按此定理跃差为 0"
        ),
        Condition::NoSaltus => say!(
            language,
            "this theorem requires a saltus other than 0",
            "按此定理跃差不为 0"
        ),
        Condition::Parity => say!(
            language,
            "two common values may have a common sum",
            "两个常见值之和可能仍为常见值"
        ),
        Condition::OddPeriod => say!(
            language,
            "the values depend on whether a heap is even or odd, but the period is odd",
            "堆的奇偶有别，而周期为奇数"
        ),
        Condition::Window(least) => say!(
            language,
            "the window must have at least {least} values",
            "窗口至少须有 {least} 个值"
        ),
        Condition::NoPair => say!(
            language,
            "the stored values do not show a repetition over a whole window from the pre-period on",
            "所存的值未显示自前周期起整个窗口的重现"
        ),
        Condition::Three => say!(
            language,
            "the theorem applies only to moves that leave at most two heaps",
            "该定理只适用于至多剩两堆的行动"
        ),
        Condition::Arithmetic(heap) => say!(
            language,
            "not proved: at n = {heap} some options need not keep growing by the saltus",
            "未能证明：在 n = {heap} 处，有些后继未必按跃差继续增长"
        ),
    }
}

/// Why nothing was judged, in one line.
pub fn refusal(refusal: &Refusal, language: Language) -> String {
    match refusal {
        Refusal::Unreadable(why) => {
            say!(
                language,
                "cannot read: {why}",
                "无法读取：{why}",
                why = plain(why)
            )
        }
        Refusal::Foreign => say!(
            language,
            "this is not a certificate of version 1",
            "这不是第 1 版的证书"
        ),
        Refusal::Truncated => say!(language, "the certificate is incomplete", "证书不完整"),
        Refusal::Trailing => say!(
            language,
            "bytes follow the end of the certificate",
            "证书结尾之后还有多余的字节"
        ),
        Refusal::Header(why) => say!(
            language,
            "the line of claims is damaged: {why}",
            "声明行损坏：{why}",
            why = plain(why)
        ),
        Refusal::Contradiction(what) => say!(
            language,
            "the certificate contradicts itself: {what}",
            "证书自相矛盾：{what}"
        ),
        Refusal::Damaged => say!(
            language,
            "the values are damaged: their hash differs",
            "值已损坏：散列值不符"
        ),
        Refusal::Altered => say!(
            language,
            "the claims are damaged: their hash differs",
            "声明已损坏：散列值不符"
        ),
        Refusal::Line { line, column, flaw } => say!(
            language,
            "line {line}, column {column}: {flaw}",
            "第 {line} 行第 {column} 列：{flaw}",
            flaw = crate::boards::flaw(*flaw, language)
        ),
        Refusal::Bytes(most) => say!(
            language,
            "the certificate is longer than {most} bytes",
            "证书超过 {most} 字节"
        ),
        Refusal::Large(most) => say!(
            language,
            "the quotient has more than {most} elements, too many for this program",
            "商的元素超过 {most} 个，本程序无法处理"
        ),
        Refusal::Effects(most) => say!(
            language,
            "the options of all letters have more than {most} values in total, too many for this program",
            "全部字母的后继合计超过 {most} 个值，本程序无法处理"
        ),
        Refusal::Long(most) => say!(
            language,
            "this takes more than {most} steps, about {time}; --full does it all the same",
            "需要 {most} 步以上，约 {time}；加 --full 则不限步数",
            time = duration((*most).into(), language)
        ),
        Refusal::Code(code) => say!(
            language,
            "cannot understand the rules {code}",
            "无法理解规则 {code}",
            code = code.escape_debug()
        ),
        Refusal::Wide(heap) => say!(
            language,
            "the value at n = {heap} would not fit in 32 bits",
            "n = {heap} 处的值超出 32 位"
        ),
        Refusal::Costly(options) => say!(
            language,
            "about {options} options would have to be examined, which takes about {time}; --full does this, and --sample N recomputes only N windows",
            "约需查看 {options} 个后继，约 {time}；加 --full 则全部查看，加 --sample N 则只重算 N 个窗口",
            time = duration(*options, language)
        ),
    }
}

/// How long so many options take, at some 700 million a second.
fn duration(options: u128, language: Language) -> String {
    let seconds = options / 700_000_000 + 1;
    match seconds {
        0..120 => say!(language, "{n} seconds", "{n} 秒", n = seconds),
        120..7200 => say!(language, "{n} minutes", "{n} 分钟", n = seconds / 60),
        7200..172_800 => say!(language, "{n} hours", "{n} 小时", n = seconds / 3600),
        _ => say!(language, "{n} days", "{n} 天", n = seconds / 86_400),
    }
}
