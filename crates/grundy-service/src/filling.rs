//! Values and outcomes at a range of coordinates, computed: by a table of the ruleset where it has one, else position by position.

use grundy::budget::Meter;
use grundy::component::{Part, Rules};
use grundy::engine;
use grundy::{
    Budget, Component, Engine, Exhausted, Game, Message, Nimber, Outcome, Play, Reason, Solver,
    message,
};

use crate::range::{Axis, Cell, Cells, Grid};
use crate::{Failure, cells};

/// A grid on its way.
pub(crate) struct Filling<'a> {
    /// The rules.
    pub(crate) rules: &'a dyn Rules,
    /// Under which play.
    pub(crate) play: Play,
    /// The first coordinate, where there are two.
    pub(crate) down: Option<Axis>,
    /// The last coordinate.
    pub(crate) across: Axis,
    /// Who answers.
    pub(crate) solver: Solver,
    /// How many threads answer cells that are solved one by one.
    pub(crate) threads: usize,
    /// Told how many cells are done.
    pub(crate) progress: &'a mut dyn FnMut(u64),
}

/// A grid, and how many of its cells are unknown, with the reason of the first.
pub(crate) type Filled = (Grid, Option<(u64, Reason)>);

impl<'a> Filling<'a> {
    /// Fills the grid: by a table of the ruleset where it has one, else cell by cell.
    ///
    /// # Errors
    /// That the rules have no position somewhere, or that there are more cells to solve one by one than memory allows.
    pub(crate) fn fill(mut self) -> Result<Filled, Failure> {
        self.solver.searching.threads = self.threads;
        let mut smaller = None;
        let (cells, unknown) = match self.as_a_whole(&mut smaller) {
            Some(Ok(cells)) => (cells, None),
            whole => {
                let why = whole.and_then(Result::err);
                match why.and_then(|why| self.partly(why, smaller)) {
                    Some((cells, unknown, why)) => (cells, Some((unknown, why))),
                    None => self.one_by_one()?,
                }
            }
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

    /// The cells by a table, or what ran out on the way; none where the ruleset has no table. Of pairs, `smaller` is then the largest table that was
    /// completed.
    fn as_a_whole(
        &mut self,
        smaller: &mut Option<engine::grid::Grid>,
    ) -> Option<Result<Cells, Reason>> {
        if self.play == Play::Misere {
            return None;
        }
        match (self.rules.coordinates(), self.down) {
            (1, None) => Some(self.heaps(self.across)?.map(Cells::Heaps)),
            (1, Some(down)) => {
                let (down, across) = (self.heaps(down)?, self.heaps(self.across)?);
                Some(down.and_then(|down| Ok(Cells::Sums(down, across?))))
            }
            (2, Some(down)) => self.pairs(down, smaller),
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

    /// The cells that are known where a table ended because something ran out, how many are not, and what ran out; none where it told none.
    fn partly(
        &mut self,
        why: Reason,
        smaller: Option<engine::grid::Grid>,
    ) -> Option<(Cells, u64, Reason)> {
        // Whoever watches the time may be first to see that it is over.
        let is_over = matches!(
            why,
            Reason::Exhausted(Exhausted::Time(_)) | Reason::Interrupted
        );
        let ran_out = matches!(why, Reason::Exhausted(_));
        let (across, down) = (self.across, self.down);
        let all = down.map_or(1, |down| down.count as u64) * across.count as u64;
        let (cells, known) = match (self.rules.coordinates(), down, smaller) {
            (_, None, _) if ran_out => {
                let values = self.begun(across);
                let known = values.len() as u64;
                let mut cells: Vec<Cell> = values.into_iter().map(Cell::of_value).collect();
                cells.resize(across.count, Cell::default());
                (Cells::Solved(cells), known)
            }
            // The sum of two heaps.
            (1, Some(down), _) if ran_out => {
                let (rows, columns) = (self.begun(down), self.begun(across));
                let known = (rows.len() * columns.len()) as u64;
                let bytes = all.saturating_mul(size_of::<Cell>() as u64);
                if known == 0 || bytes > self.solver.budget.bytes {
                    return None;
                }
                let places = (0..down.count).flat_map(|row| {
                    let row = rows.get(row).copied();
                    (0..across.count).map(move |column| (row, column))
                });
                let cells = places.map(|(row, column)| {
                    let sum = row.zip(columns.get(column));
                    sum.map_or_else(Cell::default, |(row, column)| Cell::of_value(row ^ column))
                });
                (Cells::Solved(cells.collect()), known)
            }
            (_, Some(down), Some(table)) if is_over => {
                let within = |axis: Axis, size: usize| {
                    (size as u64)
                        .saturating_sub(axis.first)
                        .min(axis.count as u64)
                };
                let known = within(down, table.width()) * within(across, table.height());
                (Cells::Pairs(table), known)
            }
            _ => return None,
        };
        (known > 0).then_some((cells, all - known, why))
    }

    /// The first values along an axis, up to where a table of heaps ended because something ran out.
    fn begun(&mut self, axis: Axis) -> Vec<u32> {
        let mut work = self.solver.work();
        // What is known costs nothing, and nothing else is looked for.
        work.meter = Meter::new(&Budget {
            positions: 0,
            ..self.solver.budget.clone()
        });
        let known = axis.all().map_while(|at| {
            let value = self.rules.at(&[at])?.value_by(Engine::Table, &mut work);
            u32::try_from(&value.ok()?.0).ok()
        });
        let values: Vec<u32> = known.collect();
        self.solver.keep(work);
        values
    }

    fn pairs(
        &mut self,
        down: Axis,
        smaller: &mut Option<engine::grid::Grid>,
    ) -> Option<Result<Cells, Reason>> {
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
        self.rules.at(&[down.first, across.first])?;
        for part in self.parts(width, height) {
            let (width, height) = (width.div_ceil(part), height.div_ceil(part));
            match self.table(width, height)? {
                Ok(table) => *smaller = Some(table),
                Err(_) => break,
            }
        }
        Some(self.table(width, height)?.map(Cells::Pairs))
    }

    fn table(&mut self, width: usize, height: usize) -> Option<Result<engine::grid::Grid, Reason>> {
        let mut work = self.solver.work();
        let table = (self.rules.pair_values(width, height, &mut work))
            .or_else(|| self.rules.bar_values(width, height, &mut work));
        self.solver.keep(work);
        table
    }

    /// By how much smaller tables of pairs come before the whole one, so that something is known when the time is over: together they have a third
    /// of its cells. None where no time is set, where there is no memory for the last of them beside the whole one, or where the whole one is small.
    fn parts(&self, width: usize, height: usize) -> impl Iterator<Item = usize> + use<> {
        const SMALL: u64 = 1 << 14;
        const LEAST: u64 = 1 << 10;
        let budget = &self.solver.budget;
        let cells = (width as u64).saturating_mul(height as u64);
        let is_timed = budget.time.is_some() && budget.since.is_some();
        let has_room = cells.saturating_mul(5) <= budget.bytes;
        let first = match is_timed && has_room && cells > SMALL {
            true => (cells / LEAST).ilog2() / 2,
            false => 0,
        };
        (1..=first).rev().map(|power| 1 << power)
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
        match self.as_a_whole(&mut None) {
            Some(Ok(Cells::Heaps(values))) => return (values, None),
            Some(Err(why @ Reason::Exhausted(_))) => {
                let values = self.begun(self.across);
                if !values.is_empty() {
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
    use std::time::{Duration, Instant};

    use super::*;

    fn filling<'a>(rules: &'a dyn Rules, progress: &'a mut dyn FnMut(u64)) -> Filling<'a> {
        Filling {
            rules,
            play: Play::Normal,
            down: Some(Axis { first: 2, count: 6 }),
            across: Axis::below(8),
            solver: Solver::new(),
            threads: 1,
            progress,
        }
    }

    #[test]
    fn what_a_smaller_table_of_pairs_tells_is_told_when_time_is_over() {
        let game: Game = "wythoff".parse().expect("a game");
        let (mut progress, rules) = (|_| (), game.parts()[0].rules.as_ref());
        let mut filling = filling(rules, &mut progress);
        let smaller = filling.table(4, 5).expect("a table").expect("values");
        let why = || Reason::from(Exhausted::Time(Duration::from_secs(1)));
        let (cells, unknown, _) = filling.partly(why(), Some(smaller)).expect("known cells");
        // Rows 2 and 3 are within it, and columns 0 to 4.
        assert_eq!(unknown, 6 * 8 - 2 * 5);
        let grid = Grid {
            head: String::new(),
            play: Play::Normal,
            down: filling.down,
            across: filling.across,
            cells,
        };
        assert_eq!(grid.cell(0, 1).outcome, Some(Outcome::P));
        assert_eq!(grid.cell(1, 4).value, Some(2));
        assert_eq!(grid.cell(1, 5), Cell::default());
        assert_eq!(grid.cell(2, 0), Cell::default());
        assert!(filling.partly(why(), None).is_none());
    }

    #[test]
    fn smaller_tables_come_before_large_ones_that_have_a_time() {
        let game: Game = "wythoff".parse().expect("a game");
        let (mut progress, rules) = (|_| (), game.parts()[0].rules.as_ref());
        let mut filling = filling(rules, &mut progress);
        assert_eq!(filling.parts(1000, 1000).count(), 0);
        filling.solver.budget.time = Some(Duration::from_secs(1));
        filling.solver.budget.since = Some(Instant::now());
        assert!(filling.parts(1024, 1024).eq([32, 16, 8, 4, 2]));
        assert_eq!(filling.parts(100, 100).count(), 0);
        filling.solver.budget.bytes = 1 << 20;
        assert_eq!(filling.parts(1000, 1000).count(), 0);
    }
}
