//! Values and outcomes over one range, or two: `grundy.table/1`.

use std::io;

use grundy::budget::Meter;
use grundy::component::Rules;
use grundy::rule::Rule;
use grundy::{Budget, Game, Outcome, Play, Solver, message};
use serde::{Deserialize, Serialize};

use crate::filling::Filling;
use crate::json::{self, Each};
use crate::range::{self, Axes, Axis, Grid};
use crate::rule::{Ruled, Written};
use crate::solve::{MOST_THREADS, is_none};
use crate::text::plain;
use crate::{Failure, Refused, Sink, Why, play, stopped};

/// The name and version of the schema.
pub const SCHEMA: &str = "grundy.table/1";

/// A question for a table.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Request {
    /// The name of a game with its parameters, where there is no rule.
    #[serde(default)]
    pub game: Option<String>,
    /// A rule in its place.
    #[serde(default)]
    pub rule: Option<Written>,
    /// One range, or two.
    pub ranges: Vec<Axis>,
    /// Whether who cannot move wins.
    #[serde(default)]
    pub misere: bool,
    /// How many threads answer cells that are solved one by one; 0 as 1.
    #[serde(default, skip_serializing_if = "is_none")]
    pub threads: usize,
}

/// A question that was understood: what it is about, and over what.
pub struct Asked {
    /// The rule that was asked for.
    pub ruled: Option<Ruled>,
    /// The axes.
    pub axes: Axes,
    game: Game,
    play: Play,
    threads: usize,
}

/// A table.
#[derive(Debug)]
pub struct Response {
    /// Its cells.
    pub grid: Grid,
    /// Why some cells are not known, and how many of how many.
    pub unknown: Option<Why>,
}

impl Request {
    /// Understands the question, without any work.
    ///
    /// # Errors
    /// That it is about no table.
    pub fn read(&self, budget: &Budget, sink: &dyn Sink) -> Result<Asked, Failure> {
        if let Some(Axis { first, .. }) = self.ranges.iter().find(|range| range.count == 0) {
            return Err(Refused::EmptyRange(format!("{first}..{first}")).into());
        }
        let ruled = self.rule.as_ref().map(Written::read).transpose()?;
        let head = self.game.as_deref();
        let game = match (&ruled, head) {
            (Some(ruled), _) => ruled.head(),
            (None, None) => return Err(Refused::NothingAsked.into()),
            (None, Some(head)) => {
                let files = |name: &str| sink.read(name, budget.bytes);
                let head = plain(head);
                Game::parse(&head, &files).map_err(|error| Failure::game(&head, error))?
            }
        };
        let [part] = game.parts() else {
            return Err(Refused::OneGame(head.unwrap_or_default().to_owned()).into());
        };
        if !part.components.is_empty() {
            return Err(Refused::OneGame(head.unwrap_or_default().to_owned()).into());
        }
        if let Some(ruled) = &ruled
            && ruled.rule.numbers().is_none()
            && part.rules.coordinates() == 0
        {
            return Err(Refused::NeedsFamily(ruled.rule.kind()).into());
        }
        let axes = range::axes(part.rules.as_ref(), &self.ranges)?;
        Ok(Asked {
            axes,
            play: play(self.misere),
            threads: self.threads.clamp(1, MOST_THREADS),
            ruled,
            game,
        })
    }

    /// Fills the table.
    ///
    /// # Errors
    /// That the question is about no table, or that none could be begun within the budget.
    pub fn run(&self, budget: &Budget, sink: &mut dyn Sink) -> Result<Response, Failure> {
        self.read(budget, sink)?.run(budget, sink)
    }
}

impl Asked {
    /// How many cells there are.
    pub fn cells(&self) -> u128 {
        let (down, across) = self.axes;
        down.map_or(1, |down| down.count as u128) * across.count as u128
    }

    /// Fills the table.
    ///
    /// # Errors
    /// That none could be begun within the budget, or that somebody stopped it before anything was known.
    pub fn run(&self, budget: &Budget, sink: &mut dyn Sink) -> Result<Response, Failure> {
        let [part] = self.game.parts() else {
            return Err(Refused::OneGame(String::new()).into());
        };
        let (down, across) = self.axes;
        let by_rule = match (&self.ruled, self.play) {
            (Some(ruled), Play::Misere) => outcomes_by_rule(ruled, self.axes, budget),
            _ => None,
        };
        let (mut grid, unknown) = match by_rule {
            Some(grid) => (grid, None),
            None => {
                let mut solver = Solver::new();
                solver.budget = budget.clone();
                let filling = Filling {
                    rules: part.rules.as_ref(),
                    play: self.play,
                    down,
                    across,
                    solver,
                    threads: self.threads,
                    progress: &mut |done| sink.progress(done),
                };
                filling.fill().map_err(|failure| match stopped(budget) {
                    true => Failure::Interrupted,
                    false => failure,
                })?
            }
        };
        if let Some(ruled) = self.ruled.as_ref().filter(|ruled| ruled.proved().is_none()) {
            grid.head = ruled.rule.text().to_owned();
        }
        let all = u64::try_from(grid.cells()).unwrap_or(u64::MAX);
        let unknown = unknown.map(|(count, why)| unknown_cells(count, all, why.into()));
        Ok(Response { grid, unknown })
    }
}

/// Why so many of all cells are not known, from why the first is not.
fn unknown_cells(count: u64, all: u64, why: Why) -> Why {
    why.in_words(|why| {
        message!(
            "{count} of {all} cells are unknown; the first because {why}",
            "{all} 格中有 {count} 格未知；第一格的原因：{why}",
            count = count,
            all = all,
            why = why
        )
    })
}

/// The sizes of the box that the ranges are in.
fn sizes(rule: &Rule, (down, across): Axes) -> Option<Vec<usize>> {
    let axes = [down, Some(across)];
    let sizes = axes.into_iter().flatten();
    let sizes = sizes.map(|axis| usize::try_from(axis.last()).ok()?.checked_add(1));
    let sizes: Vec<usize> = sizes.collect::<Option<_>>()?;
    (sizes.len() == rule.arity()).then_some(sizes)
}

/// Outcomes under misère play by one pass over all smaller positions, where the rule allows it.
fn outcomes_by_rule(ruled: &Ruled, axes: Axes, budget: &Budget) -> Option<Grid> {
    let rule = ruled.rule.numbers()?;
    let sizes = sizes(rule, axes)?;
    let (down, across) = axes;
    let table = rule.misere_table(&sizes, &mut Meter::new(budget))?.ok()?;
    let place = |axis: Axis, at: usize| usize::try_from(axis.first).ok()?.checked_add(at);
    let outcomes = (0..down.map_or(1, |down| down.count)).flat_map(|row| {
        let table = &table;
        (0..across.count).filter_map(move |column| {
            let column = place(across, column)?;
            let value = match down {
                None => table.get(&[column]),
                Some(down) => table.get(&[place(down, row)?, column]),
            };
            Some(if value? == 0 { Outcome::P } else { Outcome::N })
        })
    });
    let mut grid = Grid::of_outcomes((Play::Misere, down, across), outcomes);
    grid.head = ruled
        .proved()
        .unwrap_or_else(|| ruled.rule.text())
        .to_owned();
    Some(grid)
}

/// The Grundy values of positions whose coordinates are below these sizes, one or two of them: row after row. Told of rules on heaps
/// in two coordinates are the values of sums of two heaps.
///
/// # Errors
/// Why there is no such table.
pub fn values(
    rules: &dyn Rules,
    sizes: &[usize],
    solver: Solver,
    progress: &mut dyn FnMut(u64),
) -> Result<Vec<u32>, Failure> {
    let grid = filled(rules, Play::Normal, sizes, solver, progress)?;
    grid.into_values().map_err(|(row, column)| {
        let place = match sizes {
            [_] => column.to_string(),
            _ => format!("{row},{column}"),
        };
        let unknown = message!(
            "the value of {place} is not known",
            "{place} 的 SG 值未知",
            place = place
        );
        Failure::Unknown(unknown.into())
    })
}

/// Who wins positions whose coordinates are below these sizes, one or two of them: row after row.
///
/// # Errors
/// Why there is no such table.
pub fn outcomes(
    rules: &dyn Rules,
    play: Play,
    sizes: &[usize],
    solver: Solver,
    progress: &mut dyn FnMut(u64),
) -> Result<Vec<Outcome>, Failure> {
    let grid = filled(rules, play, sizes, solver, progress)?;
    let rows = (0..grid.rows()).flat_map(|row| grid.row(row).collect::<Vec<_>>());
    let known = rows.map(|cell| {
        cell.outcome.ok_or_else(|| {
            let unknown = message!("not every outcome is known", "有些局面的胜负未知");
            Failure::Unknown(unknown.into())
        })
    });
    known.collect()
}

fn filled(
    rules: &dyn Rules,
    play: Play,
    sizes: &[usize],
    solver: Solver,
    progress: &mut dyn FnMut(u64),
) -> Result<Grid, Failure> {
    let ranges: Vec<Axis> = sizes.iter().map(|&size| Axis::below(size)).collect();
    let (down, across) = range::axes(rules, &ranges)?;
    let filling = Filling {
        rules,
        play,
        down,
        across,
        solver,
        threads: 1,
        progress,
    };
    match filling.fill()? {
        (grid, None) => Ok(grid),
        (grid, Some((count, why))) => {
            let all = u64::try_from(grid.cells()).unwrap_or(u64::MAX);
            Err(Failure::Unknown(unknown_cells(count, all, why.into())))
        }
    }
}

impl Response {
    /// The JSON document of the schema, one line with its line end.
    pub fn json(&self) -> String {
        let mut out = Vec::new();
        // A vector takes whatever is written.
        let _ = write(&self.grid, &mut out);
        String::from_utf8(out).unwrap_or_default()
    }
}

/// Writes a grid as JSON, a line, a cell after the other.
///
/// # Errors
/// What the writer says.
pub fn write(grid: &Grid, out: &mut dyn io::Write) -> io::Result<()> {
    let ranges = grid.down.into_iter().chain([grid.across]);
    let ranges = ranges.map(|axis| Range {
        from: axis.first,
        to: axis.last(),
    });
    let values = |row| Each(move || grid.row(row).map(|cell| cell.value));
    let letters = |row| Letters(grid, row);
    let document = Document {
        schema: SCHEMA,
        game: &grid.head,
        play: grid.play.word(),
        ranges: ranges.collect(),
        values: Rows(grid, values),
        outcomes: Rows(grid, letters),
    };
    json::write(&mut *out, &document)?;
    out.write_all(b"\n")
}

#[derive(Serialize)]
struct Document<'g, V: Serialize, O: Serialize> {
    schema: &'static str,
    game: &'g str,
    play: &'static str,
    ranges: Vec<Range>,
    values: V,
    outcomes: O,
}

#[derive(Serialize)]
struct Range {
    from: u64,
    to: u64,
}

/// One row as it is, several as an array.
struct Rows<'g, F>(&'g Grid, F);

impl<F: Fn(usize) -> R, R: Serialize> Serialize for Rows<'_, F> {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let Rows(grid, row) = self;
        match grid.down {
            None => row(0).serialize(serializer),
            Some(_) => serializer.collect_seq((0..grid.rows()).map(row)),
        }
    }
}

/// A row's outcomes, a letter each.
struct Letters<'g>(&'g Grid, usize);

impl Serialize for Letters<'_> {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

impl std::fmt::Display for Letters<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let mut cells = self.0.row(self.1);
        cells.try_for_each(|cell| f.write_str(cell.outcome.map_or("?", Outcome::letter)))
    }
}
