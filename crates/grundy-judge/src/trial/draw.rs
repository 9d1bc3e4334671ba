//! One case by choices: whoever chooses, in turn at random or all one after the other, the case fits its layout.

use super::case::{Case, range};
use crate::format::{Cases, Count, Edges, Field, Format, Item, Span, shifted};

/// Chooses numbers.
pub(super) trait Choose {
    /// A number for this field from `low` to `high`; `rows` where it says how many rows there are.
    fn choose(&mut self, field: Field, low: u64, high: u64, rows: bool) -> u64;
}

/// Most rows that are made up.
const MOST_ROWS: u64 = 2000;

/// A case of the chosen numbers.
pub(super) fn draw(format: &Format, choose: &mut dyn Choose) -> Case {
    let layout = &format.layout;
    let mut numbers = vec![0; layout.names().len()];
    let head = items(format, layout.head(), &mut numbers, choose);
    let mut positions = Vec::new();
    if let Some((inner, count)) = layout.bracket() {
        for _ in 0..rows(count, &numbers) {
            positions.push(items(format, inner, &mut numbers, choose));
        }
    }
    let mut case = Case { head, positions };
    case.counted(layout);
    let leading = layout.leading().min(case.head.len());
    let zeros = case.head[..leading]
        .iter()
        .flatten()
        .all(|&number| number == 0);
    if format.cases == Cases::UntilZero && zeros {
        // Such numbers would end the input.
        let counts = |place: &usize| {
            layout
                .counted_by(layout.head()[*place].fields()[0])
                .is_some()
        };
        let free = (0..leading).rev().find(|place| !counts(place));
        if let Some(list) = free.and_then(|place| case.head.get_mut(place)) {
            *list = vec![1];
        }
    }
    case
}

fn rows(count: Count, numbers: &[u64]) -> u64 {
    let rows = match count {
        Count::Fixed(0) => 3,
        Count::Fixed(fixed) => fixed,
        Count::Times(one, other) => numbers[one].saturating_mul(numbers[other]),
        Count::Named(field, plus) => {
            let number = shifted(numbers[field].into(), plus).unwrap_or(0);
            u64::try_from(number).unwrap_or(u64::MAX)
        }
    };
    rows.min(MOST_ROWS)
}

fn items(
    format: &Format,
    of: &[Item],
    numbers: &mut [u64],
    choose: &mut dyn Choose,
) -> Vec<Vec<u64>> {
    let layout = &format.layout;
    let mut lists = Vec::with_capacity(of.len());
    for item in of {
        let mut entries = Vec::new();
        match item {
            Item::Number(field) => {
                let (low, high) = range(format, *field);
                let counts = layout.counted_by(*field).is_some();
                let high = if counts {
                    high.min(low.max(MOST_ROWS))
                } else {
                    high
                };
                numbers[*field] = choose.choose(*field, low, high, counts);
                entries.push(numbers[*field]);
            }
            Item::Rows(fields, count) if layout.shape(fields[0]).is_some() => {
                let count = rows(*count, numbers);
                edges(format, fields, count, numbers, choose, &mut entries);
            }
            Item::Letters(field, span) => {
                let letters = layout.alphabet(*field).unwrap_or_default();
                let (lines, width) = match span {
                    Span::Word | Span::Listed => {
                        let told = format.ranges.iter().find(|(name, _)| name == field);
                        let range = told.map_or(1..=8, |(_, range)| range.clone());
                        (1, choose.choose(*field, *range.start(), *range.end(), true))
                    }
                    Span::Line(width) => (1, rows(*width, numbers)),
                    Span::Board(lines, width) => (rows(*lines, numbers), rows(*width, numbers)),
                };
                for line in 0..lines {
                    if line > 0 {
                        entries.push(b'\n'.into());
                    }
                    for _ in 0..width {
                        let last = letters.len().saturating_sub(1) as u64;
                        let letter = choose.choose(*field, 0, last, false);
                        let letter = letters.get(letter as usize).copied();
                        entries.push(letter.unwrap_or(b'?').into());
                    }
                }
            }
            Item::Listed(field) => {
                let (low, high) = range(format, *field);
                for _ in 0..choose.choose(*field, 1, 6, true) {
                    entries.push(choose.choose(*field, low, high, false));
                }
            }
            Item::Literal(_) => {}
            Item::Group(inner, _, count) => {
                for _ in 0..rows(*count, numbers) {
                    let lists = items(format, inner, numbers, choose);
                    entries.extend(lists.into_iter().flatten());
                }
            }
            Item::Rows(fields, count) => {
                for _ in 0..rows(*count, numbers) {
                    for &field in fields {
                        let (low, high) = range(format, field);
                        entries.push(choose.choose(field, low, high, false));
                    }
                }
            }
        }
        lists.push(entries);
    }
    lists
}

/// Rows of vertices that are what the layout says, where the vertices are enough.
fn edges(
    format: &Format,
    fields: &[Field],
    count: u64,
    numbers: &[u64],
    choose: &mut dyn Choose,
    entries: &mut Vec<u64>,
) {
    const TRIES: u64 = 20;
    let Some((shape, vertices)) = format.layout.shape(fields[0]) else {
        return;
    };
    let vertices = numbers[vertices].max(1);
    let mut seen: Vec<(u64, u64)> = Vec::new();
    for row in 0..count {
        let mut pair = (1, 1);
        for try_again in 0..TRIES {
            pair = match shape {
                Edges::Tree | Edges::Forest => {
                    (choose.choose(fields[0], 1, row + 1, false), row + 2)
                }
                _ => {
                    let from = choose.choose(fields[0], 1, vertices, false);
                    (from, choose.choose(fields[1], 1, vertices, false))
                }
            };
            if shape == Edges::Graph && pair.0 == pair.1 {
                pair.1 = pair.0 % vertices + 1;
            }
            let ordered = (pair.0.min(pair.1), pair.0.max(pair.1));
            if shape != Edges::Graph || !seen.contains(&ordered) || try_again + 1 == TRIES {
                seen.push(ordered);
                break;
            }
        }
        entries.extend([pair.0, pair.1]);
        for &field in &fields[2..] {
            let (low, high) = range(format, field);
            entries.push(choose.choose(field, low, high, false));
        }
    }
}
