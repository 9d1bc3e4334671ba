//! P-positions that are told by one condition but for a border: where the least coordinate, or one of them, is 0, 1, 2 or 3, something else holds.
//!
//! Conditions that fit the inner positions of the small range are compared with the whole of it. Where one fails in a border only, each line of
//! the border is looked at: all lost, all won, as elsewhere, or another simple condition. So `min(x,y) == 0 or min(x,y) >= 2 and (x+y)%2 == 0`
//! is found. What comes out is a formula like any other, and is verified on every value.

use super::conjunction::simple;
use super::data::{Data, Hypothesis};
use super::finding::Subject;
use crate::budget::{Exhausted, Meter};
use crate::rule::Formula;

/// Most lines of a border.
const LINES: u64 = 4;

/// Most conditions of inner positions that are tried.
const TRIED: usize = 12;

/// What holds on one line of a border.
enum Line {
    Lost,
    Won,
    /// What holds elsewhere.
    Same,
    Told(String),
}

/// The simplest condition with a border that holds everywhere.
pub(crate) fn lost(
    data: &Data,
    texts: &[String],
    meter: &mut Meter,
) -> Result<Option<Hypothesis>, Exhausted> {
    let names = data.names();
    if names.len() < 2 || !data.first.is_empty() {
        return Ok(None);
    }
    let mut measures = vec![format!("min({})", names.join(","))];
    measures.extend(names.iter().map(|name| (*name).to_owned()));
    let positions: Vec<(Vec<u64>, bool)> = (data.cells.iter().enumerate())
        .map(|(cell, &value)| (data.position(cell), value == 0))
        .filter(|(position, _)| {
            let mut places = position.iter().zip(&data.small);
            places.all(|(&number, &side)| number < side as u64)
        })
        .collect();
    let mut best: Option<Hypothesis> = None;
    for inner in texts.iter().take(TRIED) {
        let Ok(formula) = Formula::parse(inner, &names) else {
            continue;
        };
        meter.spend(positions.len() as u64 / 4, 0)?;
        let wrong = positions
            .iter()
            .filter(|(position, is_lost)| formula.holds(position).ok() != Some(*is_lost));
        let wrong: Vec<&Vec<u64>> = wrong.map(|(position, _)| position).collect();
        // What always holds is not said beside a border.
        let is_told = !(positions.iter()).all(|(position, _)| formula.holds(position) == Ok(true));
        for (number, measure) in measures.iter().enumerate() {
            let line_of = |position: &[u64]| match number {
                0 => position.iter().copied().min().unwrap_or(0),
                place => position[place - 1],
            };
            let last = wrong.iter().map(|position| line_of(position)).max();
            let Some(last) = last.filter(|&last| last < LINES) else {
                continue;
            };
            let mut lines = Vec::new();
            for line in 0..=last {
                meter.spend(positions.len() as u64 / 4, 0)?;
                let own: Vec<&(Vec<u64>, bool)> = (positions.iter())
                    .filter(|(position, _)| line_of(position) == line)
                    .collect();
                match told(&own, &formula, &names) {
                    Some(told) => lines.push(told),
                    None => break,
                }
            }
            if lines.len() as u64 <= last {
                continue;
            }
            let text = written(inner, is_told, measure, &lines);
            if let Some(found) = data.formula(Subject::Losing, &text, meter)?
                && best.as_ref().is_none_or(|best| found.cost < best.cost)
            {
                best = Some(found);
            }
        }
    }
    Ok(best)
}

/// What holds on a line.
fn told(line: &[&(Vec<u64>, bool)], inner: &Formula, names: &[&str]) -> Option<Line> {
    let holds = |formula: &Formula| {
        let mut all = line.iter();
        all.all(|(position, is_lost)| formula.holds(position).ok() == Some(*is_lost))
    };
    if line.iter().all(|(_, is_lost)| *is_lost) {
        return Some(Line::Lost);
    }
    if line.iter().all(|(_, is_lost)| !is_lost) {
        return Some(Line::Won);
    }
    if holds(inner) {
        return Some(Line::Same);
    }
    let mut simple = simple(names).into_iter().map(|(yes, _)| yes);
    let found = simple.find(|text| Formula::parse(text, names).is_ok_and(|it| holds(&it)));
    found.map(Line::Told)
}

/// The condition in words of the notation: lines that are lost, lines that are told otherwise, and what is not on a line of either kind.
fn written(inner: &str, is_told: bool, measure: &str, lines: &[Line]) -> String {
    let mut parts = Vec::new();
    let mut others = Vec::new();
    for (line, told) in lines.iter().enumerate() {
        match told {
            Line::Lost => parts.push(format!("{measure} == {line}")),
            Line::Told(text) => parts.push(format!("{measure} == {line} and {text}")),
            Line::Won | Line::Same => {}
        }
        match told {
            Line::Won | Line::Told(_) => others.push(line),
            Line::Lost | Line::Same => {}
        }
    }
    let all = lines.iter().all(|line| !matches!(line, Line::Same));
    let inner = match others.as_slice() {
        [] => format!("({inner})"),
        // What is lost on a line is said already.
        others => {
            let apart = match all {
                true => format!("{measure} >= {}", lines.len()),
                false => {
                    let apart = others.iter().map(|line| format!("{measure} != {line}"));
                    apart.collect::<Vec<_>>().join(" and ")
                }
            };
            match is_told {
                true => format!("{apart} and ({inner})"),
                false => apart,
            }
        }
    };
    parts.push(inner);
    parts.join(" or ")
}
