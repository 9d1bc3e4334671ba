//! Every sentence on quotients, in English and Chinese.

use super::verdict::{Fault, Finding, Report, Verified};
use super::written::Claim;
use crate::words::{self, Language, plain, say};

/// So many kinds of letters of a sum are told, and so many letters of a name.
const TOLD: usize = 40;

/// A report, in lines.
pub(crate) fn report(report: &Report, language: Language) -> String {
    let claim = &report.claim;
    let mut lines = vec![claimed(claim, language)];
    match &report.finding {
        Finding::Refuted(fault) => lines.push(refuted(fault, claim, language)),
        Finding::Verified(verified) => lines.extend(self::verified(verified, claim, language)),
    }
    words::lines(&lines)
}

fn claimed(claim: &Claim, language: Language) -> String {
    let name = match &claim.code {
        Some(code) => code.escape_debug().collect(),
        None => say!(
            language,
            "{heaps} letters",
            "{heaps} 个字母",
            heaps = claim.heaps
        ),
    };
    let quotient = say!(
        language,
        "{name}: misère quotient of {order} elements, {p} of them in P",
        "{name}：反常规则商，{order} 个元素，其中 {p} 个属于 P",
        order = claim.order,
        p = claim.p.len()
    );
    let heaps = claim.heaps;
    let scope = match (&claim.code, claim.preperiod, claim.period) {
        (_, Some(preperiod), Some(period)) => say!(
            language,
            "; period {period}, pre-period {preperiod}",
            "；周期 {period}，前周期 {preperiod}"
        ),
        (Some(_), ..) => say!(language, "; heaps below {heaps}", "；小于 {heaps} 的堆"),
        (None, ..) => String::new(),
    };
    quotient + &scope
}

fn verified(verified: &Verified, claim: &Claim, language: Language) -> Vec<String> {
    let Verified { kinds, pairs, .. } = *verified;
    let heaps = claim.heaps;
    let whose = match (&claim.code, claim.period) {
        (Some(_), Some(_)) => say!(
            language,
            "  of all sums of heaps: those below {heaps} are verified, and each larger one has the value of a smaller one; period and pre-period: least",
            "  适用于任意堆之和：小于 {heaps} 的堆已核实，其后每堆都与某个较小的堆等值；周期与前周期：最小"
        ),
        (Some(_), None) => say!(
            language,
            "  of all sums of heaps below {heaps}; of larger heaps nothing is said",
            "  适用于小于 {heaps} 的堆的任意和；对更大的堆未作断言"
        ),
        (None, _) => say!(
            language,
            "  of all sums of the {heaps} letters",
            "  适用于这 {heaps} 个字母的任意和"
        ),
    };
    vec![
        words::proved(language),
        whose,
        say!(
            language,
            "  a commutative monoid in which no two elements are equivalent; {kinds} kinds of letters, and no sum wrongly called P",
            "  这是交换幺半群，任何两个元素都可区分；字母共 {kinds} 种，没有和被误称为 P"
        ),
        say!(
            language,
            "  no sum wrongly called N: {pairs} pairs of elements reached, none of them the end of such a sum",
            "  没有和被误称为 N：到达 {pairs} 个元素对，其中没有一个是这种和的终点"
        ),
    ]
}

/// A letter, as people call it.
fn letter(claim: &Claim, letter: u64, language: Language) -> String {
    let name = claim.names.as_ref();
    let name = name.and_then(|names| names.get(letter as usize));
    match (name, &claim.code) {
        (Some(name), _) => plain(&name.chars().take(TOLD).collect::<String>()),
        (None, Some(_)) => say!(language, "heap {letter}", "堆 {letter}"),
        (None, None) => say!(language, "letter {letter}", "字母 {letter}"),
    }
}

/// A sum: each letter once, with how many there are of it.
fn sum(claim: &Claim, letters: &[u64], language: Language) -> String {
    let mut counts = std::collections::BTreeMap::new();
    for &letter in letters {
        *counts.entry(letter).or_insert(0u64) += 1;
    }
    let mut words: Vec<String> = (counts.iter().take(TOLD))
        .map(|(&letter, &count)| {
            let name = self::letter(claim, letter, language);
            match count {
                1 => name,
                _ => format!("{count} × {name}"),
            }
        })
        .collect();
    if counts.len() > TOLD {
        words.push("…".to_owned());
    }
    words.join(" + ")
}

/// What is wrong, in one line.
pub(crate) fn refuted(fault: &Fault, claim: &Claim, language: Language) -> String {
    let name = |one: u64| letter(claim, one, language);
    match fault {
        Fault::Order { letters, element } => say!(
            language,
            "refuted at element {element}: the actions of {one} and {other} do not commute",
            "证伪于元素 {element}：{one} 与 {other} 的作用不可交换",
            one = name(letters[0]),
            other = name(letters[1])
        ),
        Fault::Unreached(element) => say!(
            language,
            "refuted at element {element}: no sum has this value",
            "证伪于元素 {element}：它不是任何和的值"
        ),
        Fault::Generator {
            letter,
            value,
            product,
        } => say!(
            language,
            "refuted at {letter}: its value is element {value}, but its action takes element 0 to {product}",
            "证伪于{letter}：其值为元素 {value}，而其作用把元素 0 变为 {product}",
            letter = name(*letter)
        ),
        Fault::Alike([one, other]) => say!(
            language,
            "refuted: no element distinguishes {one} and {other}, and the quotient has fewer elements",
            "证伪：没有元素能区分 {one} 与 {other}，商的元素应更少"
        ),
        Fault::Still { letter, value } => say!(
            language,
            "refuted at {letter}: it has no moves, so its value is element 0, but {value} is stored",
            "证伪于{letter}：它无步可走，其值应为元素 0，而所存为 {value}",
            letter = name(*letter)
        ),
        Fault::Empty => say!(
            language,
            "refuted: the empty sum is called P, but the player who cannot move wins it",
            "证伪：空和被称为 P，而此时无步可走者胜"
        ),
        Fault::CalledP { sum, letter } => say!(
            language,
            "refuted: {sum} is called P, but a move in {letter} leads to a sum that is also called P",
            "证伪：{sum} 被称为 P，但在{letter}中走某一步，所到局面也被称为 P",
            sum = self::sum(claim, sum, language),
            letter = name(*letter)
        ),
        Fault::CalledN { sum } => say!(
            language,
            "refuted: {sum} is called N, but no move leads to a sum that is called P",
            "证伪：{sum} 被称为 N，但没有一步到达被称为 P 的局面",
            sum = self::sum(claim, sum, language)
        ),
        Fault::Game => say!(
            language,
            "refuted: no theorem says that values which repeat in this game do so for ever",
            "证伪：对此游戏，并无定理说明重复的值会永远重复"
        ),
        Fault::Reach(bound) => say!(
            language,
            "refuted: the theorem needs all heaps below {bound}, but only {heaps} are covered",
            "证伪：定理需要小于 {bound} 的全部堆，而只含 {heaps} 个",
            heaps = claim.heaps
        ),
        Fault::NoRepetition { heap, value, later } => say!(
            language,
            "refuted at n = {heap}: the value is {value}, and {later} a period later",
            "证伪于 n = {heap}：值为 {value}，一个周期之后为 {later}"
        ),
        Fault::SmallerPeriod(period) => say!(
            language,
            "refuted: {period} is a smaller period",
            "证伪：{period} 是更小的周期"
        ),
        Fault::SmallerPreperiod(preperiod) => say!(
            language,
            "refuted: the repetition begins at n = {preperiod} or before",
            "证伪：重复从 n = {preperiod} 或更早开始"
        ),
    }
}
