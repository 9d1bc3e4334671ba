//! Values and outcomes of the positions at a range of coordinates.

use std::str::FromStr;

use grundy::budget::Meter;
use grundy::component::{Part, Rules};
use grundy::engine;
use grundy::{
    Budget, Component, Engine, Game, Message, Nimber, Outcome, Play, Reason, Solver, message,
};
use serde::{Deserialize, Serialize};

use crate::text::count;
use crate::{Failure, Refused, cells};

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
    fn of_value(value: u32) -> Cell {
        let outcome = if value == 0 { Outcome::P } else { Outcome::N };
        Cell {
            value: Some(u128::from(value)),
            outcome: Some(outcome),
        }
    }
}

/// What is kept of the cells.
#[derive(Debug)]
enum Cells {
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
    cells: Cells,
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

/// A grid on its way.
pub struct Filling<'a> {
    /// The rules.
    pub rules: &'a dyn Rules,
    /// Under which play.
    pub play: Play,
    /// The first coordinate, where there are two.
    pub down: Option<Axis>,
    /// The last coordinate.
    pub across: Axis,
    /// Who answers.
    pub solver: Solver,
    /// How many threads answer cells that are solved one by one.
    pub threads: usize,
    /// Told how many cells are done.
    pub progress: &'a mut dyn FnMut(u64),
}

/// A grid, and how many of its cells are unknown, with the reason of the first.
pub type Filled = (Grid, Option<(u64, Reason)>);

impl<'a> Filling<'a> {
    /// Fills the grid: by a table of the ruleset where it has one, else cell by cell.
    ///
    /// # Errors
    /// That the rules have no position somewhere, or that there are more cells to solve one by one than memory allows.
    pub fn fill(mut self) -> Result<Filled, Failure> {
        self.solver.searching.threads = self.threads;
        let (cells, unknown) = match self.as_a_whole() {
            Some(Ok(cells)) => (cells, None),
            whole => match whole.and_then(Result::err).and_then(|why| self.begun(why)) {
                Some((values, why)) => {
                    let unknown = (self.across.count - values.len()) as u64;
                    let mut cells: Vec<Cell> = values.into_iter().map(Cell::of_value).collect();
                    cells.resize(self.across.count, Cell::default());
                    (Cells::Solved(cells), Some((unknown, why)))
                }
                None => self.one_by_one()?,
            },
        };
        let grid = Grid {
            head: self.rules.head().to_owned(),
            play: self.play,
            down: self.down,
            across: self.across,
            cells,
        };
        Ok((grid, unknown))
    }

    /// The cells by a table, or what ran out on the way; none where the ruleset has no table.
    fn as_a_whole(&mut self) -> Option<Result<Cells, Reason>> {
        if self.play == Play::Misere {
            return None;
        }
        match (self.rules.coordinates(), self.down) {
            (1, None) => Some(self.heaps(self.across)?.map(Cells::Heaps)),
            (1, Some(down)) => {
                let (down, across) = (self.heaps(down)?, self.heaps(self.across)?);
                Some(down.and_then(|down| Ok(Cells::Sums(down, across?))))
            }
            (2, Some(down)) => self.pairs(down),
            _ => None,
        }
    }

    /// Whether a theorem tells the value at some coordinates, so that no table is needed.
    fn theorem(&mut self, coordinates: &[u64]) -> Option<Nimber> {
        let component = self.rules.at(coordinates)?;
        let mut work = self.solver.work();
        let value = component.value_by(Engine::Theorem, &mut work);
        self.solver.keep(work);
        value.ok()
    }

    /// Values of heaps: by a theorem, or by a table of all smaller ones where that is no waste.
    fn heaps(&mut self, axis: Axis) -> Option<Result<Vec<u32>, Reason>> {
        if self.theorem(&[axis.last()]).is_some() {
            let mut work = self.solver.work();
            let mut meter = Meter::new(&self.solver.budget);
            let values = axis.all().map(|at| {
                meter.spend(1, size_of::<u32>() as u64).ok()?;
                let value = self.rules.at(&[at])?.value_by(Engine::Theorem, &mut work);
                u32::try_from(&value.ok()?.0).ok()
            });
            let values: Option<Vec<u32>> = values.collect();
            self.solver.keep(work);
            return values.map(Ok);
        }
        if axis.first / 16 > axis.count as u64 + 100_000 {
            return None;
        }
        let mut work = self.solver.work();
        let values = self.rules.heap_values(axis.last(), &mut work);
        self.solver.keep(work);
        let first = usize::try_from(axis.first).ok()?;
        Some(values?.map(|values| values[first..].to_vec()))
    }

    /// The values of a row up to where its table ended because something ran out, and that; none where it told no value.
    fn begun(&mut self, why: Reason) -> Option<(Vec<u32>, Reason)> {
        if self.down.is_some() || !matches!(why, Reason::Exhausted(_)) {
            return None;
        }
        let mut work = self.solver.work();
        // What is known costs nothing, and nothing else is looked for.
        work.meter = Meter::new(&Budget {
            positions: 0,
            ..self.solver.budget.clone()
        });
        let known = self.across.all().map_while(|at| {
            let value = self.rules.at(&[at])?.value_by(Engine::Table, &mut work);
            u32::try_from(&value.ok()?.0).ok()
        });
        let values: Vec<u32> = known.collect();
        self.solver.keep(work);
        (!values.is_empty()).then_some((values, why))
    }

    fn pairs(&mut self, down: Axis) -> Option<Result<Cells, Reason>> {
        let across = self.across;
        let (width, height) = (down.last().checked_add(1)?, across.last().checked_add(1)?);
        let wanted = (down.count as u128 * across.count as u128).max(10_000);
        // A cell by a theorem costs more than one of a table, but a table has all smaller ones too.
        let known = self.theorem(&[down.last(), across.last()]).is_some();
        let most = if known { 4 } else { 64 };
        if u128::from(width) * u128::from(height) > most * wanted {
            return None;
        }
        let (width, height) = (usize::try_from(width).ok()?, usize::try_from(height).ok()?);
        let mut work = self.solver.work();
        let table = match self.rules.at(&[down.first, across.first]) {
            Some(_) => (self.rules.pair_values(width, height, &mut work))
                .or_else(|| self.rules.bar_values(width, height, &mut work)),
            None => None,
        };
        self.solver.keep(work);
        Some(table?.map(Cells::Pairs))
    }

    /// Who wins, cell by cell and row after row, up to the first that is not known, and why that is not.
    pub(crate) fn known(&mut self) -> (Vec<Outcome>, Option<Reason>) {
        self.solver.listed = 0;
        self.solver.reasons = false;
        let rows: Vec<Option<u64>> = match self.down {
            Some(down) => down.all().map(Some).collect(),
            None => vec![None],
        };
        let meter = Meter::new(&self.solver.budget);
        let mut known = Vec::new();
        for row in rows {
            for column in self.across.all() {
                // Some games have a largest heap.
                let Ok(game) = self.places().game(row, column) else {
                    return (known, None);
                };
                let answer = self.solver.solve(&game, self.play);
                let Some(outcome) = answer.outcome else {
                    return (known, answer.unknown);
                };
                known.push(outcome);
                (self.progress)(known.len() as u64);
                if let Err(exhausted) = meter.look() {
                    return (known, Some(exhausted.into()));
                }
            }
        }
        (known, None)
    }

    /// The values of a row, up to the first that is not known, and why that is not. A path has a vertex at least, a cycle three: numbers at the
    /// beginning that have no position count as 0.
    pub(crate) fn first_values(mut self) -> (Vec<u32>, Option<Reason>) {
        match self.as_a_whole() {
            Some(Ok(Cells::Heaps(values))) => return (values, None),
            Some(Err(why)) => {
                if let Some((values, why)) = self.begun(why) {
                    return (values, Some(why));
                }
            }
            _ => {}
        }
        self.solver.listed = 0;
        self.solver.reasons = false;
        let mut values = Vec::new();
        let skipped = self.places().begin();
        for column in self.across.all() {
            if column < skipped {
                values.push(0);
                continue;
            }
            let Ok(game) = self.places().game(None, column) else {
                return (values, None);
            };
            let answer = self.solver.solve(&game, self.play);
            let value = answer.value.as_ref();
            let Some(value) = value.and_then(|value| u32::try_from(&value.0).ok()) else {
                return (values, answer.unknown);
            };
            values.push(value);
            (self.progress)(values.len() as u64);
        }
        (values, None)
    }

    fn one_by_one(&mut self) -> Result<(Cells, Option<(u64, Reason)>), Failure> {
        let count = self.down.map_or(1, |down| down.count as u128) * self.across.count as u128;
        let most = u128::from(self.solver.budget.bytes) / size_of::<Cell>() as u128;
        let Some(all) = usize::try_from(count).ok().filter(|_| count <= most) else {
            return Err(Failure::Cells { cells: count, most });
        };
        let (places, down, across) = (self.places(), self.down, self.across);
        let cells = cells::Cells {
            count: all,
            game: &|place| {
                let row = down.map(|down| down.at(place / across.count));
                places.game(row, across.at(place % across.count))
            },
            play: self.play,
            budget: &self.solver.budget,
            threads: self.threads,
        };
        let (solved, unknown) = cells.solve(self.progress)?;
        Ok((Cells::Solved(solved), unknown))
    }

    fn places(&self) -> Places<'a> {
        Places { rules: self.rules }
    }
}

/// The positions at coordinates.
#[derive(Clone, Copy)]
struct Places<'a> {
    rules: &'a dyn Rules,
}

impl Places<'_> {
    /// Where positions begin: at 0, or at one of the few numbers behind it.
    fn begin(self) -> u64 {
        const FEW: u64 = 4;
        let first = (0..FEW).find(|&number| self.rules.at(&[number]).is_some());
        first.unwrap_or(0)
    }

    /// Whether nothing is there to play on: a board without rows or columns, a path without vertices.
    fn is_nothing(self, coordinates: &[u64]) -> bool {
        match coordinates {
            &[only] => only < self.begin(),
            sides => sides.contains(&0),
        }
    }

    /// The game at some coordinates: one position, or the sum of two heaps; where there is nothing to play on, no component.
    fn game(self, row: Option<u64>, column: u64) -> Result<Game, Message> {
        let at = |coordinates: &[u64]| -> Result<Option<Box<dyn Component>>, Message> {
            let there = self.rules.at(coordinates);
            if there.is_none() && self.is_nothing(coordinates) {
                return Ok(None);
            }
            there.map(Some).ok_or_else(|| {
                let text: Vec<String> = coordinates.iter().map(u64::to_string).collect();
                message!(
                    "there is no position at {at}",
                    "坐标 {at} 处没有局面",
                    at = text.join(",")
                )
            })
        };
        let components = match (self.rules.coordinates(), row) {
            (1, Some(row)) => vec![at(&[row])?, at(&[column])?],
            (_, Some(row)) => vec![at(&[row, column])?],
            (_, None) => vec![at(&[column])?],
        };
        let part = Part {
            rules: self.rules.boxed(),
            components: components.into_iter().flatten().collect(),
            whole: false,
        };
        Ok(Game::from_parts(vec![part]))
    }
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
