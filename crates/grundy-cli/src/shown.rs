//! An answer of the library as the commands show it: in words, as JSON, as a picture.

use grundy::component::Rules;
use grundy::engine::sequence::Stop;
use grundy::{Answer, Game, Lang, Message, Outcome, Play, Solver, message};

use crate::grid::{Axis, Filling, Grid};
use crate::output;
use crate::picture::chart::{self, Chart};
use crate::picture::{binary, png, scene, svg};
use crate::print::answer::{self, Manner};
use crate::print::json::{self, Detail};
use crate::print::paint::Paint;
use crate::why::Why;
use crate::words;

/// What `grundy solve` prints, without colours.
pub fn text(game: &Game, answer: &Answer, lang: Lang) -> String {
    answer::answer(game, answer, &manner(lang))
}

/// Who wins and why, without the winning moves.
pub fn why(answer: &Answer, lang: Lang) -> String {
    answer::reasoned(answer, &manner(lang))
}

/// What `grundy solve --explain --json` prints.
pub fn json(answer: &Answer, lang: Lang) -> String {
    let mut out = String::new();
    json::answer(&mut out, answer, lang, Detail::Explained);
    out
}

/// What `grundy solve --binary` draws, an SVG file; `None` where no component's value is known, or one has more than 64
/// binary digits.
pub fn binary(answer: &Answer, lang: Lang) -> Option<String> {
    let bits = binary::widest(answer)?;
    (bits <= binary::BITS).then(|| binary::binary(answer, lang))
}

/// Who wins, in a few words.
pub fn verdict(answer: &Answer) -> Message {
    words::verdict(answer.outcome)
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
) -> Result<Vec<u32>, Why> {
    let grid = filled(rules, Play::Normal, sizes, solver, progress)?;
    grid.into_values().map_err(|(row, column)| {
        let place = match sizes {
            [_] => column.to_string(),
            _ => format!("{row},{column}"),
        };
        message!(
            "the value of {place} is not known",
            "{place} 的 SG 值未知",
            place = place
        )
        .into()
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
) -> Result<Vec<Outcome>, Why> {
    let grid = filled(rules, play, sizes, solver, progress)?;
    let rows = (0..grid.rows()).flat_map(|row| grid.row(row).collect::<Vec<_>>());
    let known = rows.map(|cell| {
        let unknown = || message!("not every outcome is known", "有些局面的胜负未知").into();
        cell.outcome.ok_or_else(unknown)
    });
    known.collect()
}

fn filled(
    rules: &dyn Rules,
    play: Play,
    sizes: &[usize],
    solver: Solver,
    progress: &mut dyn FnMut(u64),
) -> Result<Grid, Why> {
    let axis = |count| Axis { first: 0, count };
    let (down, across) = match (rules.coordinates(), sizes) {
        (0, _) => return Err(words::no_coordinates(rules.head()).into()),
        (1, &[across]) => (None, axis(across)),
        (1 | 2, &[down, across]) => (Some(axis(down)), axis(across)),
        (needed, _) => return Err(words::ranges_needed(rules.head(), needed).into()),
    };
    let filling = Filling {
        rules,
        play,
        down,
        across,
        solver,
        progress,
    };
    match filling.fill()? {
        (grid, None) => Ok(grid),
        (grid, Some((count, why))) => {
            let all = u64::try_from(grid.len()).unwrap_or(u64::MAX);
            Err(Why::from(why).in_words(|why| words::unknown_cells(count, all, why)))
        }
    }
}

/// A position as it lies on a table: stones, pins, coins, boards and graphs, an SVG file. Of more than 24 components only the first are drawn.
pub fn scene(game: &Game) -> String {
    scene::scene(game)
}

/// Values of heaps from `first` on as `grundy chart` draws them, an SVG file of 240 x 160 pixels at least and 4096 x 2160 at most; `None` for other sizes.
pub fn chart(
    name: &str,
    first: u64,
    values: &[u32],
    size: [usize; 2],
    is_log: bool,
    lang: Lang,
) -> Option<String> {
    let fits = |place: usize| (chart::LEAST[place]..=chart::MOST[place]).contains(&size[place]);
    (fits(0) && fits(1)).then(|| {
        let chart = Chart {
            name,
            heaps: first..first.saturating_add(values.len() as u64),
            values,
            period: None,
            is_log,
            size,
        };
        chart.svg(lang)
    })
}

/// How a table is drawn.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Drawing {
    /// SVG, with a number in each cell where there are few.
    Svg,
    /// PNG, a dot for each cell.
    Png,
}

/// What a table shows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Entries {
    /// Grundy values.
    Values,
    /// Who wins under a play: 0 is P, 1 is N, anything else a draw.
    Outcomes(Play),
}

/// Rows of entries as `grundy table` draws them.
///
/// # Errors
/// Why they cannot be drawn.
pub fn drawn(
    name: &str,
    rows: &[&[u32]],
    entries: Entries,
    drawing: Drawing,
    lang: Lang,
) -> Result<Vec<u8>, Message> {
    let columns = rows.iter().map(|row| row.len()).min().unwrap_or(0);
    let all = rows.iter().flat_map(|row| &row[..columns]).copied();
    let grid = match entries {
        Entries::Values => {
            Grid::of_values(name, Some(rows.len()), columns, &all.collect::<Vec<_>>())
        }
        Entries::Outcomes(play) => {
            let axis = |count| Axis { first: 0, count };
            let outcome = |entry| match entry {
                0 => Outcome::P,
                1 => Outcome::N,
                _ => Outcome::D,
            };
            let axes = (play, Some(axis(rows.len())), axis(columns));
            let mut grid = Grid::of_outcomes(axes, all.map(outcome));
            grid.head = name.to_owned();
            grid
        }
    };
    let outcomes = entries != Entries::Values;
    match drawing {
        Drawing::Svg => Ok(svg::svg(&grid, outcomes, lang).into_bytes()),
        Drawing::Png => {
            let mut out = Vec::new();
            let written = png::png(&grid, outcomes, &mut out, &|| true);
            written.map_err(|failure| {
                let (en, zh) = (failure.sentence(Lang::En), failure.sentence(Lang::Zh));
                words::as_it_is(en, zh)
            })?;
            Ok(out)
        }
    }
}

/// Why a sequence ended after so many values.
pub fn stopped(length: u64, stop: Stop) -> Why {
    Why::stopped(length, stop)
}

fn manner(lang: Lang) -> Manner {
    Manner {
        lang,
        paint: Paint::new(false),
        columns: output::COLUMNS,
        all: true,
        most: usize::MAX,
        explain: false,
    }
}
