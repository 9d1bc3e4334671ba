//! A number of few cases beside others: a pattern for each of its values 0, 1, …, the last of which stands for all larger ones too. So a
//! flag is seen, or what counts the moves that are left.

use super::data::{Data, Hypothesis};
use super::finding::{Form, Subject};
use super::search::guess_in;
use crate::budget::{Exhausted, Meter};

/// Most cases.
const CASES: usize = 4;

/// The simplest pattern by cases that survives.
pub(crate) fn by_cases(
    data: &Data,
    subject: Subject,
    meter: &mut Meter,
) -> Result<Option<Hypothesis>, Exhausted> {
    let arity = data.sizes.len();
    if arity < 2 || !data.first.is_empty() {
        return Ok(None);
    }
    for place in 0..arity {
        meter.spend(data.cells.len() as u64 / 16, 0)?;
        let Some(last) = last_case(data, place, subject) else {
            continue;
        };
        let mut parts = Vec::new();
        for case in 0..=last {
            let slice = slice(data, place, case);
            let found = guess_in(&slice, subject, meter)?;
            let Some(Form::Formula {
                expression,
                exceptions,
            }) = found.map(|it| it.form)
            else {
                break;
            };
            if !exceptions.is_empty() {
                break;
            }
            parts.push(expression);
        }
        if parts.len() <= last {
            continue;
        }
        let text = joined(&data.names[place], &parts, subject);
        if let Some(found) = data.formula(subject, &text, meter)? {
            return Ok(Some(found));
        }
    }
    Ok(None)
}

/// The value from which on the number makes no difference, where there is one and those before it are few.
fn last_case(data: &Data, place: usize, subject: Subject) -> Option<usize> {
    let size = data.sizes[place];
    let stride: usize = data.sizes[..place].iter().product();
    let truth = |cell: usize| Data::truth(subject, data.cells[cell]);
    // Whether a case is as the last one.
    let same = |case: usize| {
        (0..data.cells.len()).all(|cell| {
            let number = cell / stride % size;
            number != case || truth(cell) == truth(cell + (size - 1 - case) * stride)
        })
    };
    let after = (0..size).rev().find(|&case| !same(case))? + 1;
    (1..CASES).contains(&after).then_some(after)
}

/// The values where the number is this.
fn slice(data: &Data, place: usize, case: usize) -> Data {
    let without = |all: &[usize]| {
        let mut all = all.to_vec();
        all.remove(place);
        all
    };
    let mut names = data.names.clone();
    names.remove(place);
    let stride: usize = data.sizes[..place].iter().product();
    let size = data.sizes[place];
    let cells = (0..data.cells.len()).filter(|cell| cell / stride % size == case);
    Data {
        names,
        small: without(&data.small),
        sizes: without(&data.sizes),
        first: Vec::new(),
        cells: cells.map(|cell| data.cells[cell]).collect(),
    }
}

fn joined(name: &str, parts: &[String], subject: Subject) -> String {
    let last = parts.len() - 1;
    let all = parts.iter().enumerate().map(|(case, part)| {
        let is = match case == last {
            true => format!("{name} >= {case}"),
            false => format!("{name} == {case}"),
        };
        (is, part)
    });
    match subject {
        Subject::Losing => {
            let all = all.map(|(is, part)| format!("{is} and ({part})"));
            all.collect::<Vec<_>>().join(" or ")
        }
        Subject::Values => {
            let all = all
                .filter(|(_, part)| *part != "0")
                .map(|(is, part)| match part.as_str() {
                    "1" => format!("({is})"),
                    part => format!("({is})*({part})"),
                });
            let all = all.collect::<Vec<_>>();
            if all.is_empty() {
                "0".to_owned()
            } else {
                all.join(" + ")
            }
        }
    }
}
