//! Sums of games of one number each: what is found of each is found of all.

use super::closed;
use super::data::Data;
use super::finding::{Evidence, Finding, Form, Subject};
use super::proof;
use super::search::{Scope, checked, find, finding};
use crate::budget::{Exhausted, Meter};
use crate::message;
use crate::rule::{Rule, Unfilled};
use crate::text::Message;

/// What is found of a sum of games of one number each, from what is found of each of them.
pub(super) fn sum(
    rule: &Rule,
    data: &Data,
    scope: &Scope,
    meter: &mut Meter,
) -> Result<Option<Vec<(usize, Finding)>>, Unfilled> {
    let Some(parts) = proof::independent(rule) else {
        return Ok(None);
    };
    let mut texts = Vec::new();
    let mut theorems: Vec<Message> = Vec::new();
    let mut least = Some(u64::MAX);
    for ((own, part), name) in parts.iter().zip(&data.names) {
        let Some(part) = part else { continue };
        let mut share = meter.at_most(meter.positions_left() / 2);
        let before = share.positions_left();
        let found = find(&[], part, scope, &mut share);
        let spent = before.saturating_sub(share.positions_left());
        meter.spend(spent, 0).map_err(Unfilled::Exhausted)?;
        let found = match found {
            Err(Unfilled::Exhausted(Exhausted::Interrupted)) => {
                return Err(Unfilled::Exhausted(Exhausted::Interrupted));
            }
            found => found.ok(),
        };
        let values = found.into_iter().flat_map(|report| report.findings);
        let formula = values
            .filter(|found| found.subject == Subject::Values)
            .find_map(|found| match found.form {
                Form::Formula {
                    expression,
                    exceptions,
                } if exceptions.is_empty() => Some((expression, found.evidence)),
                _ => None,
            });
        let Some((expression, evidence)) = formula else {
            return Ok(None);
        };
        texts.push(format!("({})", closed::named(&expression, own, name)));
        match evidence {
            Evidence::Proved { theorem, .. } => theorems.push(theorem),
            Evidence::Positions { .. } => return Ok(None),
            Evidence::Checked { to, .. } | Evidence::Family { to, .. } => {
                least = least.map(|least| least.min(to));
            }
        }
    }
    let proved = theorems.len() == texts.len();
    let evidence = || match proved {
        true => Evidence::Proved {
            theorem: message!(
                "every move changes one number and depends on that number alone, so the value is the nim-sum of those of the numbers (Sprague 1935, Grundy 1939); {each}",
                "每步只改变一个数，且只取决于该数，故 SG 值为各数之值的异或和（Sprague 1935，Grundy 1939）；{each}",
                each = theorems
                    .iter()
                    .fold(None, joined)
                    .unwrap_or_else(|| message!("no move is left", "没有走法"))
            ),
            checked_to: data.checked(),
        },
        false => checked(least.unwrap_or(0).max(data.checked())),
    };
    let all = match texts.len() {
        0 => return Ok(None),
        _ => texts.join(" xor "),
    };
    let lost = match &texts[..] {
        [a, b] => format!("{a} == {b}"),
        _ => format!("({all}) == 0"),
    };
    let mut told = Vec::new();
    for (subject, text) in [(Subject::Values, all), (Subject::Losing, lost)] {
        let held = data
            .formula(subject, &text, meter)
            .map_err(Unfilled::Exhausted)?;
        if let Some(held) = held {
            told.push((held.cost, finding(subject, held.form, evidence())));
        }
    }
    Ok(Some(told))
}

/// Theorems one after the other, each once.
fn joined(before: Option<Message>, theorem: &Message) -> Option<Message> {
    Some(match before {
        None => theorem.clone(),
        Some(before) if before == *theorem => before,
        Some(before) => message!(
            "{before}; {theorem}",
            "{before}；{theorem}",
            before = before,
            theorem = theorem.clone()
        ),
    })
}
