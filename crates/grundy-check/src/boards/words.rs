//! Every sentence on tables of boards, in English and Chinese.

use super::text::Flaw;
use super::verdict::{Fault, Finding, Report, Unproved, Verified};
use super::written::{Claim, Says};
use crate::words::{self, Language, plain, say};

/// Most letters of a game or a position that are told.
const TOLD: usize = 60;

/// A report, in lines.
pub(crate) fn report(report: &Report, language: Language) -> String {
    let mut lines = vec![claim(&report.claim, language)];
    match &report.finding {
        Finding::Verified(verified) => lines.extend(self::verified(verified, language)),
        Finding::Refuted(fault) => lines.push(refuted(fault, language)),
        Finding::Unproved(unproved) => lines.extend(self::unproved(unproved, language)),
    }
    words::lines(&lines)
}

fn claim(claim: &Claim, language: Language) -> String {
    let (game, root) = (short(&claim.game), short(&claim.root));
    let count = claim.entries;
    match &claim.says {
        Says::Is(value) => say!(
            language,
            "{game} {root}: value {value}; {count} entries",
            "{game} {root}：值为 {value}；共 {count} 条"
        ),
        Says::IsNone(values) => {
            let values: Vec<String> = values.iter().map(u32::to_string).collect();
            say!(
                language,
                "{game} {root}: value none of {values}; {count} entries",
                "{game} {root}：值不属于 {{{values}}}；共 {count} 条",
                values = values.join(", ")
            )
        }
    }
}

/// The beginning of a text that the checker did not write.
fn short(text: &str) -> String {
    let mut told: String = text.chars().take(TOLD).collect();
    if told.len() < text.len() {
        told.push('…');
    }
    plain(&told)
}

fn verified(verified: &Verified, language: Language) -> Vec<String> {
    let Verified {
        components,
        checked,
        recomputed,
        seed,
    } = *verified;
    let mut lines = match seed {
        None => vec![
            words::proved(language),
            say!(
                language,
                "  each of the {components} components follows from smaller ones by the rules",
                "  全部 {components} 个分支均按规则由更小的分支得出"
            ),
        ],
        Some(seed) => vec![
            words::by_sample(language),
            say!(
                language,
                "  {checked} of {components} components, drawn with seed {seed}, follow from smaller ones by the rules",
                "  以种子 {seed} 从 {components} 个分支中抽取的 {checked} 个均按规则由更小的分支得出"
            ),
        ],
    };
    lines.push(say!(
        language,
        "  {recomputed} values of components missing from the table were found by search",
        "  另有 {recomputed} 个表中未列的分支，其值由搜索得出"
    ));
    lines
}

fn unproved(unproved: &Unproved, language: Language) -> Vec<String> {
    let lines: Vec<String> = unproved.lines.iter().map(u64::to_string).collect();
    let comma = say!(language, ", ", "、");
    let more = match unproved.count > lines.len() as u64 {
        true => say!(language, ", …", "……"),
        false => String::new(),
    };
    vec![
        say!(
            language,
            "not proved: {count} of {checked} claims, including the root's, do not follow from the table and from searched components",
            "未能证明：{checked} 条断言（含根局面）中有 {count} 条不能由表和搜索所得的分支推出",
            count = unproved.count,
            checked = unproved.checked
        ),
        say!(
            language,
            "  at {word} {lines}{more}; a larger --bound searches further",
            "  见第 {lines}{more} {word}；加大 --bound 可搜索更远",
            word = match language {
                Language::English if lines.len() == 1 => "line",
                Language::English => "lines",
                Language::Chinese => "行",
            },
            lines = lines.join(&comma)
        ),
    ]
}

/// What is wrong, in one line.
pub(super) fn refuted(fault: &Fault, language: Language) -> String {
    // What a line says is held against what all others say.
    let at = |line: u64, why: String| {
        say!(
            language,
            "refuted at line {line}: according to the other entries, {why}",
            "证伪于第 {line} 行：按其余各条，{why}"
        )
    };
    match *fault {
        Fault::Contradiction {
            lines: [one, other],
        } => say!(
            language,
            "refuted: lines {one} and {other} contradict each other about equal components",
            "证伪：第 {one} 行与第 {other} 行说的是相等的分支，却自相矛盾"
        ),
        Fault::Reached { line, value } => at(
            line,
            say!(
                language,
                "an option has the value {value}",
                "有一个后继的值为 {value}"
            ),
        ),
        Fault::Missing { line, value } => at(
            line,
            say!(
                language,
                "no option has the value {value}, so the value cannot be greater",
                "没有后继的值为 {value}，因而其值不会更大"
            ),
        ),
        Fault::Excluded { line, value } => at(
            line,
            say!(
                language,
                "the value is {value}, which is excluded",
                "其值正是被排除的 {value}"
            ),
        ),
        Fault::Sum { line } => at(
            line,
            say!(
                language,
                "the components have a different sum",
                "各分支之和并非如此"
            ),
        ),
    }
}

/// What is wrong with a line.
pub(crate) fn flaw(flaw: Flaw, language: Language) -> String {
    match flaw {
        Flaw::Cut => say!(language, "the table ends here", "表在此中断"),
        Flaw::Long => say!(language, "the line is too long", "此行过长"),
        Flaw::NotText => say!(language, "this is not valid UTF-8", "不是 UTF-8"),
        Flaw::Word(word) => say!(
            language,
            "expected '{word}' and a space",
            "此处应为 '{word}' 加空格"
        ),
        Flaw::Game => say!(
            language,
            "expected cram, arc-kayles:GRAPH or node-kayles:GRAPH",
            "此处应为 cram、arc-kayles:GRAPH 或 node-kayles:GRAPH"
        ),
        Flaw::Size => say!(
            language,
            "there may be 1 to 256 squares or vertices, at most 255 in a row",
            "格或顶点只能有 1 到 256 个，每行每列至多 255 个"
        ),
        Flaw::Row => say!(language, "the rows differ in length", "各行长度不一"),
        Flaw::Square => say!(
            language,
            "expected . for free or x for taken",
            "此处应为 .（空）或 x（已占）"
        ),
        Flaw::Vertex => say!(
            language,
            "expected the name of a vertex",
            "此处应为顶点的名称"
        ),
        Flaw::Twice => say!(language, "a vertex is named twice", "有顶点重复"),
        Flaw::Claim => say!(
            language,
            "expected ' = VALUE' or ' ! {{VALUE,…}}'",
            "此处应为 ' = VALUE' 或 ' ! {{VALUE,…}}'"
        ),
        Flaw::Number => say!(
            language,
            "expected a number of at most nine digits, without leading zeros",
            "此处应为至多九位的数，且不以 0 开头"
        ),
        Flaw::Values => say!(
            language,
            "excluded values must be in increasing order and below 64",
            "被排除的值须递增，且小于 64"
        ),
        Flaw::More => say!(language, "the line should end here", "此行应到此为止"),
        Flaw::Hash => say!(
            language,
            "expected 64 hexadecimal digits",
            "此处应为 64 位十六进制数"
        ),
    }
}
