//! One case by choices: whoever chooses, in turn at random or all one after the other, the case fits its layout.

use super::case::{Case, range};
use crate::format::{Cases, Count, Field, Format, Item, shifted};

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
        Count::Fixed(fixed) => fixed,
        Count::Named(field, plus) => {
            let number = shifted(numbers[field].into(), plus).unwrap_or(0);
            u64::try_from(number).unwrap_or(u64::MAX)
        }
    };
    rows.min(MOST_ROWS)
}

fn items(
    format: &Format,
    items: &[Item],
    numbers: &mut [u64],
    choose: &mut dyn Choose,
) -> Vec<Vec<u64>> {
    let layout = &format.layout;
    let mut lists = Vec::with_capacity(items.len());
    for item in items {
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
