//! Tables of two coordinates whose pattern holds from 1 on, their first row or column being an exception: as where 0 is no position, or
//! no move leads there.
//!
//! Without its first row, its first column or both, a table is looked at as if it began with 0. The pattern that is found there is written
//! with x − 1 in the place of x, and what stands on the border is a pattern of one coordinate. Together they are a formula like any other,
//! which is verified on every value.

use super::closed;
use super::data::{Data, Hypothesis};
use super::finding::{Form, Subject};
use super::search::guess_in;
use crate::budget::{Exhausted, Meter};

/// The rows and columns that are left out, the fewest last: where both are exceptions, one is not enough.
const LEFT_OUT: [[usize; 2]; 3] = [[1, 1], [1, 0], [0, 1]];

/// The pattern of the table that holds from 1 on, with what stands on the border.
pub(super) fn with_border(
    data: &Data,
    subject: Subject,
    meter: &mut Meter,
) -> Result<Option<Hypothesis>, Exhausted> {
    let [x, y] = &data.names()[..] else {
        return Ok(None);
    };
    let (x, y) = (x.to_string(), y.to_string());
    if !data.first.is_empty() || data.small.iter().any(|&side| side < 8) {
        return Ok(None);
    }
    for left_out in LEFT_OUT {
        let Some(inner) = formula(&cut(data, left_out), subject, meter)? else {
            continue;
        };
        let mut inner = inner;
        let mut parts = Vec::new();
        let mut inside = Vec::new();
        for (place, name) in [&x, &y].into_iter().enumerate() {
            if left_out[place] == 0 {
                continue;
            }
            let Some(line) = formula(&line(data, place), subject, meter)? else {
                break;
            };
            let mut here = inside.clone();
            here.push(format!("{name} == 0"));
            parts.push((here, line));
            inside.push(format!("{name} > 0"));
            inner = closed::named(&inner, name, &format!("({name}-1)"));
        }
        if inside.len() < left_out.iter().sum() {
            continue;
        }
        parts.push((inside, inner));
        let text = written(&parts, subject);
        if let Some(found) = data.formula(subject, &text, meter)? {
            return Ok(Some(found));
        }
    }
    Ok(None)
}

/// The parts of a table under their conditions.
fn written(parts: &[(Vec<String>, String)], subject: Subject) -> String {
    let each = parts.iter().filter_map(|(conditions, text)| {
        let all = conditions.join(" and ");
        match (subject, text.as_str()) {
            (Subject::Losing, _) => Some(format!("{all} and ({text})")),
            (Subject::Values, "0") => None,
            (Subject::Values, "1") => Some(format!("({all})")),
            (Subject::Values, _) => Some(format!("({all})*({text})")),
        }
    });
    let sign = match subject {
        Subject::Losing => " or ",
        Subject::Values => " + ",
    };
    let text = each.collect::<Vec<_>>().join(sign);
    match text.is_empty() {
        true => "0".to_owned(),
        false => text,
    }
}

/// The simplest formula.
fn formula(data: &Data, subject: Subject, meter: &mut Meter) -> Result<Option<String>, Exhausted> {
    let truths = data.cells.iter().map(|&value| Data::truth(subject, value));
    let mut truths: Vec<u32> = truths.collect();
    truths.dedup();
    // What is the same everywhere needs no search.
    if let ([one], Some(name)) = (&truths[..], data.names.first()) {
        return Ok(Some(match (subject, one) {
            (Subject::Values, value) => value.to_string(),
            (Subject::Losing, 0) => format!("{name} >= 0"),
            (Subject::Losing, _) => format!("{name} < 0"),
        }));
    }
    Ok(match guess_in(data, subject, meter)?.map(|it| it.form) {
        // The whole may have as many exceptions as any formula.
        Some(Form::Formula { expression, .. }) => Some(expression),
        _ => None,
    })
}

/// The table without its first rows or columns, as if it began there.
fn cut(data: &Data, left_out: [usize; 2]) -> Data {
    let less = |sides: &[usize]| {
        let both = sides.iter().zip(left_out);
        both.map(|(side, less)| side - less).collect::<Vec<usize>>()
    };
    let width = data.sizes[0];
    let is_in = |cell: &usize| cell % width >= left_out[0] && cell / width >= left_out[1];
    let cells = (0..data.cells.len()).filter(is_in);
    Data {
        names: data.names.clone(),
        small: less(&data.small),
        sizes: less(&data.sizes),
        first: Vec::new(),
        cells: cells.map(|cell| data.cells[cell]).collect(),
    }
}

/// The values where the coordinate at this place is 0, over the other.
fn line(data: &Data, place: usize) -> Data {
    let other = 1 - place;
    let stride = if other == 0 { 1 } else { data.sizes[0] };
    let cells = (0..data.sizes[other]).map(|number| data.cells[number * stride]);
    Data {
        names: vec![data.names[other].clone()],
        small: vec![data.small[other]],
        sizes: vec![data.sizes[other]],
        first: Vec::new(),
        cells: cells.collect(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::budget::Budget;

    fn found(value: impl Fn(u64, u64) -> u32, subject: Subject) -> Option<String> {
        let side = 90u64;
        let cells = (0..side * side).map(|cell| value(cell % side, cell / side));
        let data = Data {
            names: vec!["r".to_owned(), "c".to_owned()],
            small: vec![30, 30],
            sizes: vec![side as usize; 2],
            first: Vec::new(),
            cells: cells.collect(),
        };
        let mut meter = Meter::new(&Budget::default());
        let found = with_border(&data, subject, &mut meter).unwrap()?;
        match found.form {
            Form::Formula { expression, .. } => Some(expression),
            _ => None,
        }
    }

    #[test]
    fn what_holds_from_one_on_is_found() {
        // Nim of r - 1 and c - 1 beside a border of another kind.
        let value = |r: u64, c: u64| match (r, c) {
            (0, c) => c as u32 % 3,
            (_, 0) => 5,
            (r, c) => ((r - 1) ^ (c - 1)) as u32,
        };
        let text = found(value, Subject::Values);
        assert_eq!(
            text.as_deref(),
            Some("(r == 0)*(c%3)+(r > 0 and c == 0)*5+(r > 0 and c > 0)*((r-1) xor (c-1))")
        );
        let noise = |r: u64, c: u64| ((r * 7919 + c * 104_729) % 1009 % 7) as u32;
        assert_eq!(found(noise, Subject::Values), None);
    }
}
