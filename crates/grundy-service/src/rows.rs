//! Tables of rows in files: a line with the names of the columns, and a line for each row, its cells apart by tabs.

use std::fmt;

/// What a cell holds that has nothing to say.
const NOTHING: &str = "-";

/// A row of a table.
pub trait Row: fmt::Display + Sized {
    /// The names of the columns.
    const HEADING: &'static str;

    /// The row of a line, if it is one.
    fn read(line: &str) -> Option<Self>;

    /// What it is found by, each once in a table.
    fn key(&self) -> &str;
}

/// The rows of a table.
///
/// # Errors
/// The number of the line that is none.
pub fn read<R: Row>(text: &str) -> Result<Vec<R>, usize> {
    let mut lines = (1..).zip(text.lines());
    match lines.next() {
        Some((_, heading)) if heading == R::HEADING => {}
        _ => return Err(1),
    }
    lines
        .map(|(number, line)| R::read(line).ok_or(number))
        .collect()
}

/// The table of some rows.
pub fn write<'r, R: Row + 'r>(rows: impl IntoIterator<Item = &'r R>) -> String {
    let mut text = format!("{}\n", R::HEADING);
    for row in rows {
        text.push_str(&row.to_string());
        text.push('\n');
    }
    text
}

/// A cell of what may have nothing to say.
pub(crate) fn cell(told: Option<impl ToString>) -> String {
    told.map_or_else(|| NOTHING.to_owned(), |told| told.to_string())
}

/// What a cell tells, if it has something to say; nothing at all if it cannot be read.
pub(crate) fn told<T: std::str::FromStr>(cell: &str) -> Option<Option<T>> {
    match cell {
        NOTHING => Some(None),
        cell => cell.parse().ok().map(Some),
    }
}
