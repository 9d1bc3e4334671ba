//! Values and outcomes of the positions at a range of coordinates.

use std::str::FromStr;

use grundy::component::Rules;
use grundy::engine;
use grundy::{Outcome, Play};
use serde::{Deserialize, Serialize};

use crate::Refused;
use crate::text::count;

/// Coordinates from `first` on.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Axis {
    /// The first.
    pub first: u64,
    /// How many.
    pub count: usize,
}

/// The axes of a table: the first coordinate, down the page, where there are two, and the last, across the page.
pub type Axes = (Option<Axis>, Axis);

impl Axis {
    /// Coordinates from 0 on.
    pub fn below(count: usize) -> Axis {
        Axis { first: 0, count }
    }

    /// The coordinate at a place; the last one is at most 2^64−1.
    pub fn at(&self, place: usize) -> u64 {
        self.first.saturating_add(place as u64)
    }

    /// All coordinates.
    pub fn all(&self) -> impl Iterator<Item = u64> + '_ {
        (0..self.count).map(|place| self.at(place))
    }

    /// The last coordinate.
    pub fn last(&self) -> u64 {
        self.at(self.count.saturating_sub(1))
    }
}

impl FromStr for Axis {
    type Err = Refused;

    /// Reads `A..B`, `A..=B` or a single number.
    fn from_str(text: &str) -> Result<Axis, Refused> {
        let wrong = || Refused::NoRange(text.to_owned());
        let (first, last) = match text.split_once("..") {
            None => {
                let only = count(text).ok_or_else(wrong)?;
                (only, Some(only))
            }
            Some((first, last)) => {
                let first = count(first).ok_or_else(wrong)?;
                let last = match last.strip_prefix('=') {
                    Some(last) => Some(count(last).ok_or_else(wrong)?),
                    None => count(last).ok_or_else(wrong)?.checked_sub(1),
                };
                (first, last)
            }
        };
        let last = last.filter(|&last| last >= first);
        let last = last.ok_or_else(|| Refused::EmptyRange(text.to_owned()))?;
        let span = usize::try_from(last - first).ok();
        let count = span.and_then(|span| span.checked_add(1));
        let count = count.ok_or_else(wrong)?;
        Ok(Axis { first, count })
    }
}

/// What is known of one position.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Cell {
    /// Its Grundy value, under normal play.
    pub value: Option<u128>,
    /// Who wins it.
    pub outcome: Option<Outcome>,
}

impl Cell {
    pub(crate) fn of_value(value: u32) -> Cell {
        let outcome = if value == 0 { Outcome::P } else { Outcome::N };
        Cell {
            value: Some(u128::from(value)),
            outcome: Some(outcome),
        }
    }
}

/// What is kept of the cells.
#[derive(Debug)]
pub(crate) enum Cells {
    /// The values of heaps, one row.
    Heaps(Vec<u32>),
    /// A table from 0 on, of which the grid is a part.
    Pairs(engine::grid::Grid),
    /// The values of a row and of a column, whose nim-sums are the cells.
    Sums(Vec<u32>, Vec<u32>),
    /// Row after row.
    Solved(Vec<Cell>),
    /// Who wins, row after row.
    Outcomes(Vec<Outcome>),
}

/// Values and outcomes over one axis, or two.
#[derive(Debug)]
pub struct Grid {
    /// Name and parameters of the game.
    pub head: String,
    /// Under which play.
    pub play: Play,
    /// The first coordinate, down the page, where there are two.
    pub down: Option<Axis>,
    /// The last coordinate, across the page.
    pub across: Axis,
    pub(crate) cells: Cells,
}

impl Grid {
    /// A grid of outcomes only, row after row.
    pub fn of_outcomes(
        (play, down, across): (Play, Option<Axis>, Axis),
        outcomes: impl Iterator<Item = Outcome>,
    ) -> Grid {
        Grid {
            head: String::new(),
            play,
            down,
            across,
            cells: Cells::Outcomes(outcomes.collect()),
        }
    }

    /// A grid of values from 0 on, row after row; one row where there are no rows.
    pub fn of_values(head: &str, rows: Option<usize>, columns: usize, values: &[u32]) -> Grid {
        Grid {
            head: head.to_owned(),
            play: Play::Normal,
            down: rows.map(Axis::below),
            across: Axis::below(columns),
            cells: Cells::Solved(values.iter().map(|&value| Cell::of_value(value)).collect()),
        }
    }

    /// How many rows there are.
    pub fn rows(&self) -> usize {
        self.down.map_or(1, |down| down.count)
    }

    /// How many cells there are.
    pub fn cells(&self) -> u128 {
        self.rows() as u128 * self.across.count as u128
    }

    /// The cell in a row and a column.
    pub fn cell(&self, row: usize, column: usize) -> Cell {
        match &self.cells {
            Cells::Heaps(values) => Cell::of_value(values[column]),
            Cells::Sums(down, across) => Cell::of_value(down[row] ^ across[column]),
            Cells::Pairs(table) => {
                let place = |first: u64, at: usize| usize::try_from(first).ok()?.checked_add(at);
                let first = self.down.map_or(0, |down| down.first);
                place(first, row)
                    .zip(place(self.across.first, column))
                    .and_then(|(x, y)| table.get(x, y))
                    .map_or_else(Cell::default, Cell::of_value)
            }
            Cells::Solved(cells) => cells[row * self.across.count + column],
            Cells::Outcomes(outcomes) => Cell {
                outcome: Some(outcomes[row * self.across.count + column]),
                ..Cell::default()
            },
        }
    }

    /// The values of all cells, row after row.
    ///
    /// # Errors
    /// The first cell that has no value of 32 bits: its row and its column.
    pub fn into_values(self) -> Result<Vec<u32>, (u64, u64)> {
        if let Cells::Heaps(values) = self.cells {
            return Ok(values);
        }
        let places =
            (0..self.rows()).flat_map(|row| (0..self.across.count).map(move |at| (row, at)));
        let value = |(row, column)| {
            let value = self.cell(row, column).value;
            let value = value.and_then(|value| u32::try_from(value).ok());
            value.ok_or((row as u64, column as u64))
        };
        places.map(value).collect()
    }

    /// All cells of a row.
    pub fn row(&self, row: usize) -> impl Iterator<Item = Cell> + '_ {
        (0..self.across.count).map(move |column| self.cell(row, column))
    }

    /// The largest value.
    pub fn largest(&self) -> u128 {
        let cells = (0..self.rows()).flat_map(|row| self.row(row));
        cells.filter_map(|cell| cell.value).max().unwrap_or(0)
    }
}

/// The axes that some ranges are, as far as the rules have coordinates.
///
/// # Errors
/// That such rules have no table over such ranges.
pub fn axes(rules: &dyn Rules, ranges: &[Axis]) -> Result<Axes, Refused> {
    let head = rules.head().to_owned();
    let refused = match (rules.coordinates(), ranges) {
        (0, _) => Refused::NoCoordinates(head),
        (1, &[across]) => return Ok((None, across)),
        (1 | 2, &[down, across]) => return Ok((Some(down), across)),
        (needed @ 3.., _) => Refused::TooManyCoordinates(needed),
        (needed, _) => Refused::Ranges { head, needed },
    };
    Err(refused)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ranges() {
        let read = |text: &str| {
            text.parse::<Axis>()
                .ok()
                .map(|axis| (axis.first, axis.count))
        };
        assert_eq!(read("0..10"), Some((0, 10)));
        assert_eq!(read("3..=5"), Some((3, 3)));
        assert_eq!(read("7"), Some((7, 1)));
        let last = u64::MAX;
        assert_eq!(read(&format!("{last}")), Some((last, 1)));
        assert_eq!(read(&format!("{}..={last}", last - 2)), Some((last - 2, 3)));
        for wrong in [
            "5..5",
            "5..3",
            "5..=4",
            "0..0",
            "",
            "..",
            "..5",
            "5..",
            "a..b",
            "-1..3",
            "0...3",
            "0..=18446744073709551615",
            "18446744073709551616",
        ] {
            assert_eq!(read(wrong), None, "{wrong}");
        }
    }
}
