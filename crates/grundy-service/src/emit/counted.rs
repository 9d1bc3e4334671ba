//! A formula in the place of a rule on lists: what is found of what is counted in lists, asked of the list that a format reads.

use std::ops::RangeInclusive;
use std::time::Duration;

use grundy::kinds::AnyRule;
use grundy::pattern::{Count, Finding, Form, Subject};
use grundy::{Budget, Play};
use grundy_judge::{Format, OwnPlace, Reply};

use crate::find;
use crate::rule::Written;

/// The longest that is looked for a formula: lists whose values take longer tell of few.
const TIME: Duration = Duration::from_secs(6);

/// What is counted in lists, and how it is asked of a list `$`.
const ASKED: [(&str, &str); 14] = [
    ("n", "len($)"),
    ("s", "sum($)"),
    ("x", "xor($)"),
    ("o", "count($ % 2 == 1)"),
    ("u", "count($ == 1)"),
    ("g", "max($)"),
    ("l", "min($)"),
    ("d", "len(distinct($))"),
    ("p", "xor((index-1)*($ % 2))"),
    ("q", "xor((len($)-index)*($ % 2))"),
    ("e", "xor($*((index-1) % 2))"),
    ("r", "xor($*((len($)-index) % 2))"),
    ("a", "first($)"),
    ("b", "last($)"),
];

/// The list of a case that a formula may be asked of, and whether the rule drops entries 0 that it may have.
fn place(format: &Format) -> Option<(usize, bool)> {
    let own = format.own.as_ref()?;
    let (AnyRule::Lists(rule), OwnPlace::List(field)) = (own.rule(), own.place()) else {
        return None;
    };
    // Lists of several groups are a sum.
    if !own.parameters().is_empty() || format.layout.nested(*field).is_some() {
        return None;
    }
    let begins_above =
        |(own, range): &(usize, RangeInclusive<u64>)| own == field && *range.start() > 0;
    let may_be_zero = !format.ranges.iter().any(begins_above);
    Some((*field, rule.syntax().nonzero && may_be_zero))
}

/// The format with a formula in the place of its rule on a list, and the pattern that it is; none where no pattern answers what is asked of
/// every list that may come.
pub(super) fn formula(format: &Format, budget: &Budget) -> Option<(Format, Finding)> {
    let own = format.own.as_ref()?;
    let (field, drops) = place(format)?;
    let play = match format.rule.is_misere() {
        true => Play::Misere,
        false => Play::Normal,
    };
    let written = Written {
        text: own.rule().text().to_owned(),
        given: Vec::new(),
    };
    let budget = Budget {
        time: Some(budget.time.map_or(TIME, |time| TIME.min(time / 2))),
        ..budget.clone()
    };
    let list = &format.layout.names()[field];
    // Who wins is told by the P-positions at least as simply as by the values.
    let mut findings = find::in_all_lists(&written, play, &budget)?;
    findings.sort_by_key(|finding| finding.subject == Subject::Values);
    findings.into_iter().find_map(|finding| {
        let Form::Counted { expression, legend } = &finding.form else {
            return None;
        };
        let text = asked(expression, legend, list, drops)?;
        let (value, wins) = match (finding.subject, &format.tell) {
            (Subject::Losing, Reply::Outcome { .. }) => (None, Some(format!("not ({text})"))),
            (Subject::Values, Reply::Outcome { .. }) => (None, Some(format!("({text}) != 0"))),
            (Subject::Values, Reply::Value(_)) => (Some(text), None),
            _ => return None,
        };
        let by = format.by_formulas(value.as_deref(), wins.as_deref())?;
        Some((by, finding))
    })
}

/// What is counted that entries 0 change nothing of.
const UNCHANGED: [&str; 5] = ["s", "x", "o", "u", "g"];

/// The expression with what is asked of a list in the place of what is counted in it; `drops` where entries 0 do not count.
fn asked(expression: &str, legend: &[Count], list: &str, drops: bool) -> Option<String> {
    let mut text = String::new();
    let mut rest = expression;
    while let Some(first) = rest.chars().next() {
        let is_part = |letter: char| letter.is_alphanumeric() || letter == '_';
        let end = match is_part(first) {
            true => rest.find(|letter| !is_part(letter)).unwrap_or(rest.len()),
            false => first.len_utf8(),
        };
        let (word, behind) = rest.split_at(end);
        match legend.iter().any(|count| count.name == word) {
            true => {
                let asked = match word {
                    "n" if drops => "count($ > 0)",
                    word if drops && !UNCHANGED.contains(&word) => return None,
                    word => ASKED.iter().find(|(name, _)| *name == word)?.1,
                };
                text.push_str(&asked.replace('$', list));
            }
            false => text.push_str(word),
        }
        rest = behind;
    }
    Some(text)
}

#[cfg(test)]
mod tests {
    use super::*;
    use grundy::message;

    fn format(layout: &str, rule: &str, ranges: &str) -> Format {
        let text = format!(
            "[[format]]\nname = \"lists\"\ncases = \"until-end\"\nlayout = \"{layout}\"\nrule = \"{rule}\"\n{ranges}answer = {{ win = \"W\", lose = \"L\" }}"
        );
        Format::parse(&text).expect("a format")
    }

    #[test]
    fn groups_are_a_sum_and_entries_0_may_be_dropped() {
        let plain = "list a[i] -> a[i]-1";
        assert_eq!(place(&format("n a*n", plain, "")), Some((1, false)));
        assert_eq!(place(&format("k (n a*n)*k", plain, "")), None);
        let nonzero = "list nonzero a[0] -> []";
        assert_eq!(place(&format("n a*n", nonzero, "")), Some((1, true)));
        let above = "ranges = { a = \"1..=9\" }\n";
        assert_eq!(place(&format("n a*n", nonzero, above)), Some((1, false)));
    }

    #[test]
    fn what_is_counted_is_asked_of_the_list() {
        let count = |name: &str| Count {
            name: name.to_owned(),
            meaning: message!("a number", "数"),
        };
        let legend = ["x", "n"].map(count);
        assert_eq!(
            asked("x == 0 and min(n%2,3) != 1", &legend, "heap", false).as_deref(),
            Some("xor(heap) == 0 and min(len(heap)%2,3) != 1")
        );
        // What shorter lists are worth is not asked of a list.
        assert_eq!(asked("v+1", &[count("v")], "heap", false), None);
        assert_eq!(asked("l+1", &[count("l")], "heap", true), None);
        assert_eq!(
            asked("n", &[count("n")], "heap", true).as_deref(),
            Some("count(heap > 0)")
        );
    }
}
