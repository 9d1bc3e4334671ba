//! Rows of cells under one another.

use crate::print::paint::{left, right, width};

/// The line of the headings and that of each row: the first `lefts` columns and the last begin where they begin, the others end together.
pub(crate) fn lines<const N: usize>(
    headings: [&str; N],
    rows: &[[String; N]],
    lefts: usize,
) -> (String, Vec<String>) {
    let widths: [usize; N] = std::array::from_fn(|column| {
        let cells = rows.iter().map(|cells| width(&cells[column]));
        cells.chain([width(headings[column])]).max().unwrap_or(0)
    });
    let line = |cells: [&str; N]| {
        let cell = |(column, cell): (usize, &str)| match column {
            _ if column + 1 == N => cell.to_owned(),
            _ if column < lefts => left(cell, widths[column]),
            _ => right(cell, widths[column]),
        };
        let cells: Vec<String> = cells.into_iter().enumerate().map(cell).collect();
        cells.join("  ").trim_end().to_owned()
    };
    let rows = rows.iter();
    (
        line(headings),
        rows.map(|cells| line(cells.each_ref().map(String::as_str)))
            .collect(),
    )
}
