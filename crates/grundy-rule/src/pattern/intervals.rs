//! Values that are constant on intervals whose ends repeat by a factor: [c·b^k, d·b^k) for every k, as where moves divide a number by
//! constants.
//!
//! The ends of the intervals are read off the first values. If from some end c on each, times b, is an end again with the same value
//! behind it, and there are no other ends, then the leading part of a number tells its value: the number is divided by that power of b
//! which leaves it from c to b·c − 1. For c = 1 the leading part is the leading digit in base b.

use super::data::{Base, Data};
use super::finding::{Form, Subject};
use super::{closed, losing};
use crate::rule::Formula;

/// Most ends of intervals in the range from which a pattern is guessed.
const MOST_ENDS: usize = 96;

/// Most different answers of intervals that a formula lists.
const MOST_STEPS: usize = 12;

/// The largest factor.
const LARGEST: u64 = 1 << 12;

/// Fewest ends that must be seen again, times the factor.
const SEEN_AGAIN: usize = 3;

/// The factor by which the ends of intervals repeat.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Scale {
    pub(super) factor: u64,
    /// The first end that does.
    pub(super) first: u64,
}

/// The ends of intervals of equal answers, each the first number of one, with the answer; none where there are too many.
fn ends(answers: &[u32], most: usize) -> Option<Vec<(u64, u32)>> {
    let pairs = (1u64..).zip(answers.windows(2));
    let ends = pairs.filter(|(_, pair)| pair[0] != pair[1]);
    let ends: Vec<(u64, u32)> = ends
        .map(|(end, pair)| (end, pair[1]))
        .take(most + 1)
        .collect();
    (ends.len() <= most).then_some(ends)
}

/// The scales in answers to the numbers 0, 1, 2, …: for each factor the one that begins first.
pub(super) fn scales(answers: &[u32]) -> Vec<Scale> {
    let Some(ends) = ends(answers, MOST_ENDS) else {
        return Vec::new();
    };
    let bound = answers.len() as u64;
    let mut found: Vec<Scale> = Vec::new();
    for factor in 2..=LARGEST.min(bound / 4) {
        // The last end that does not repeat, or is no repetition, and what lies beyond it.
        let is_end = |number: u64, answer: u32| ends.binary_search(&(number, answer)).is_ok();
        let repeats = |&(end, answer): &(u64, u32)| {
            end.checked_mul(factor)
                .is_none_or(|next| next >= bound || is_end(next, answer))
        };
        let is_repeated = |&(end, answer): &(u64, u32), first: u64| {
            end < first.saturating_mul(factor) || end % factor == 0 && is_end(end / factor, answer)
        };
        let after = (ends.iter().rposition(|end| !repeats(end))).map_or(0, |last| last + 1);
        let first = (after..ends.len()).find(|&place| {
            let first = ends[place].0;
            ends[place..].iter().all(|end| is_repeated(end, first))
        });
        let Some(place) = first else { continue };
        let first = ends[place].0;
        let again = ends[place..]
            .iter()
            .filter(|(end, _)| end / factor >= first);
        if again.count() < SEEN_AGAIN || first.saturating_mul(factor).saturating_mul(4) > bound {
            continue;
        }
        // A power of a factor says no more.
        let said = |scale: &Scale| {
            let mut power = scale.factor;
            while power < factor {
                power = power.saturating_mul(scale.factor);
            }
            power == factor && scale.first <= first
        };
        if !found.iter().any(said) {
            found.push(Scale { factor, first });
        }
    }
    found
}

/// The leading part of a number.
fn leading(number: &str, scale: Scale) -> String {
    let Scale { factor, first } = scale;
    let counted = match first {
        1 => format!("max({number},1)"),
        _ => format!("max({number}/{first},1)"),
    };
    format!("{number}/{factor}^log({counted},{factor})")
}

/// What a pattern may be about: n, n + 1 or n − 1, with the answers as those to the numbers 0, 1, 2, ….
fn shifted(answers: &[u32], name: &str) -> [(String, Vec<u32>); 3] {
    let first = answers.first().copied();
    let more = first.into_iter().chain(answers.iter().copied());
    [
        (name.to_owned(), answers.to_vec()),
        (format!("({name}+1)"), more.collect()),
        (
            format!("max({name}-1,0)"),
            answers.iter().skip(1).copied().collect(),
        ),
    ]
}

/// Texts of all formulas of leading parts that fit the small range.
pub(super) fn texts(
    data: &Data,
    subject: Subject,
    probes: &[Vec<u64>],
    truth: &[i64],
) -> Vec<String> {
    let small = data
        .small
        .first()
        .copied()
        .unwrap_or(0)
        .min(data.cells.len());
    let answers = data.cells[..small].iter();
    let answers: Vec<u32> = answers.map(|&value| Data::truth(subject, value)).collect();
    let mut found = Vec::new();
    let names = data.names();
    for (number, answers) in shifted(&answers, &data.names[0]) {
        for scale in scales(&answers).into_iter().take(4) {
            let part = leading(&number, scale);
            let from = usize::from(number.ends_with("+1)"));
            found.extend(stepwise(&part, &answers, from, scale, subject));
            let base = Base::new(&part, &names, probes);
            let bases: Vec<Base> = base.into_iter().collect();
            found.extend(match subject {
                Subject::Values => closed::values(&bases, truth),
                Subject::Losing => losing::tells(&bases, truth),
            });
        }
    }
    found
}

/// The answer by the leading part, interval after interval.
fn stepwise(
    part: &str,
    answers: &[u32],
    from: usize,
    scale: Scale,
    subject: Subject,
) -> Option<String> {
    let end = usize::try_from(scale.first.checked_mul(scale.factor)?).ok()?;
    let parts = answers.get(..end)?;
    // By interval its first number and its answer.
    let mut steps = vec![(0usize, *parts.get(from)?)];
    for (place, &answer) in parts.iter().enumerate().skip(from) {
        if steps.last().is_none_or(|(_, last)| *last != answer) {
            steps.push((place, answer));
        }
    }
    if steps.len() > MOST_STEPS {
        return None;
    }
    match subject {
        Subject::Values => {
            let mut text = match steps[0].1 {
                0 => String::new(),
                value => value.to_string(),
            };
            for pair in steps.windows(2) {
                let by = i64::from(pair[1].1) - i64::from(pair[0].1);
                let sign = match (by < 0, text.is_empty()) {
                    (true, _) => " - ",
                    (false, false) => " + ",
                    (false, true) => "",
                };
                let times = match by.unsigned_abs() {
                    1 => String::new(),
                    by => format!("{by}*"),
                };
                text.push_str(&format!("{sign}{times}({part} >= {})", pair[1].0));
            }
            Some(text)
        }
        Subject::Losing => {
            let mut runs = Vec::new();
            for (place, (first, answer)) in steps.iter().enumerate() {
                if *answer > 0 {
                    continue;
                }
                let next = steps.get(place + 1).map(|(next, _)| *next);
                runs.push(match (*first, next) {
                    (first, Some(next)) if next == first + 1 => format!("{part} == {first}"),
                    (0, Some(next)) => format!("{part} < {next}"),
                    (first, Some(next)) => format!("{first} <= {part} < {next}"),
                    (first, None) => format!("{part} >= {first}"),
                });
            }
            (!runs.is_empty()).then(|| runs.join(" or "))
        }
    }
}

/// Where a formula's number stands only in a leading part of this factor: from which number on its answers repeat by the factor.
pub(super) fn repeats_from(form: &Form, subject: Subject, name: &str, factor: u64) -> Option<u64> {
    let Form::Formula {
        expression,
        exceptions,
    } = form
    else {
        return None;
    };
    let after = exceptions
        .iter()
        .filter_map(|(place, _)| place.first())
        .max();
    let after = after.map_or(1, |&last| last + 1);
    let part = "leading_part";
    let firsts = (1..=factor.saturating_mul(factor)).take(512);
    for first in firsts {
        let scale = Scale { factor, first };
        // As a formula is printed, and from 1 on for what was made of 0.
        let ways = [
            leading(name, scale),
            format!("max({name},1)/{factor}^log(max({name},1),{factor})"),
        ];
        for way in ways {
            let Ok(way) = Formula::parse(&way, &[name]) else {
                continue;
            };
            let way = way.to_string();
            if !expression.contains(&way) {
                continue;
            }
            let text = expression.replace(&way, part);
            let formula = Formula::parse(&text, &[part]).ok();
            if formula.is_some_and(|it| it.is_condition() == (subject == Subject::Losing)) {
                return Some(first.max(after));
            }
        }
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn factors_are_seen() {
        let digit = |n: u64| {
            let mut n = n;
            while n >= 12 {
                n /= 12;
            }
            [0, 1, 2, 2, 3, 3, 0, 0, 0, 0, 0, 0][n as usize]
        };
        let answers: Vec<u32> = (0..1000).map(digit).collect();
        let scale = Scale {
            factor: 12,
            first: 1,
        };
        assert_eq!(scales(&answers), [scale]);
        let text = stepwise("m", &answers, 0, scale, Subject::Values).unwrap();
        assert_eq!(text, "(m >= 1) + (m >= 2) + (m >= 4) - 3*(m >= 6)");
        let text = stepwise("m", &answers, 0, scale, Subject::Losing).unwrap();
        assert_eq!(text, "m == 0 or m >= 6");
    }

    #[test]
    fn what_repeats_by_no_factor_is_left_alone() {
        let squares: Vec<u32> = (0..1000u32).map(|n| n.isqrt() % 3).collect();
        assert_eq!(scales(&squares), []);
        assert_eq!(scales(&[0; 1000]), []);
        let residues: Vec<u32> = (0..1000).map(|n| n % 2).collect();
        assert_eq!(scales(&residues), []);
    }
}
