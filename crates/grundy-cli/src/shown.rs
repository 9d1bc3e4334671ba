//! An answer of the library as the commands show it: in words, as JSON, as a picture.

use grundy::engine::graph::{Graph, labelling, loopy_values};
use grundy::engine::sequence::Stop;
use grundy::{Answer, Budget, Game, Lang, Message, Outcome, Play, Solver};
use grundy_service::answer::{Detail, Document};
use grundy_service::range::{Axis, Grid};
use grundy_service::source::ended;
use grundy_service::{Why, json, judge, states, theorems};

use crate::commands::judge::explain;
use crate::output;
use crate::picture::cayley;
use crate::picture::chart::{self, Chart};
use crate::picture::vertices::{self, Scene};
use crate::picture::{binary, graph, png, scene, svg};
use crate::print::answer::{self, Manner};
use crate::print::paint::Paint;
use crate::words;

pub use crate::picture::cayley::{Generator, Monoid};

/// What `grundy solve` prints, without colours.
pub fn text(game: &Game, answer: &Answer, lang: Lang) -> String {
    answer::answer(game, answer, &manner(lang))
}

/// Who wins and why, without the winning moves.
pub fn why(game: &Game, answer: &Answer, lang: Lang) -> String {
    answer::reasoned(game, answer, &manner(lang))
}

/// What `grundy solve --explain --json` prints.
pub fn json(game: &Game, answer: &Answer, lang: Lang) -> String {
    let document = Document::new(answer, lang, Detail::Explained);
    json::text(&document.with_theorems(theorems::behind(game, answer)))
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
    fits(size).then(|| {
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

/// A window of heaps as `grundy chart` draws it, with the period; `None` for sides that [`chart`] does not draw.
pub fn chart_of(
    shown: &grundy_service::chart::Response,
    size: [usize; 2],
    is_log: bool,
    lang: Lang,
) -> Option<String> {
    fits(size).then(|| Chart::of(shown, is_log, size).svg(lang))
}

fn fits(size: [usize; 2]) -> bool {
    let fits = |place: usize| (chart::LEAST[place]..=chart::MOST[place]).contains(&size[place]);
    fits(0) && fits(1)
}

/// Everything that can follow a position as `grundy solve --tree=svg` draws it.
///
/// # Errors
/// That it is too much to be drawn.
pub fn states(of: &states::Response, lang: Lang) -> Result<String, Why> {
    Ok(graph::graph(of, lang)?)
}

/// A graph under a title as `grundy graph` draws it, its vertices marked by who wins there, or the marking round by round; `None` for
/// a graph that is too large.
pub fn vertices(
    title: &str,
    graph: &Graph,
    names: &[String],
    play: Play,
    by_rounds: bool,
    lang: Lang,
) -> Option<String> {
    if graph.vertices() > vertices::VERTICES || !vertices::fits(graph) {
        return None;
    }
    let values = (play == Play::Normal && !by_rounds).then(|| loopy_values(graph));
    let scene = Scene {
        graph,
        names: &|vertex| names[vertex as usize].clone(),
        labelling: &labelling(graph, play),
        values: values.as_ref(),
    };
    Some(match by_rounds {
        true => vertices::steps_svg(&scene, title, lang),
        false => vertices::svg(&scene, title, lang),
    })
}

/// A misère quotient as `grundy quotient --svg` draws it.
///
/// # Errors
/// That it is too large to be drawn.
pub fn quotient(of: &Monoid, lang: Lang) -> Result<String, Why> {
    let order = of.words.len();
    if order > cayley::VERTICES {
        return Err(words::cayley_too_large(order, cayley::VERTICES).into());
    }
    Ok(cayley::svg(of, lang))
}

/// What was judged as `grundy judge --explain` prints it: of each position what game it is, who wins and why.
pub fn judged(of: &judge::Response, budget: &Budget, lang: Lang) -> String {
    let mut solver = Solver::new();
    solver.budget = budget.clone();
    let manner = Manner {
        all: false,
        most: 10,
        ..manner(lang)
    };
    let positions = of.positions.iter().flatten();
    let all = positions.map(|one| explain::explained(&of.format, one, &mut solver, &manner));
    all.collect()
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
            let outcome = |entry| match entry {
                0 => Outcome::P,
                1 => Outcome::N,
                _ => Outcome::D,
            };
            let axes = (play, Some(Axis::below(rows.len())), Axis::below(columns));
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
    let why = ended(length, stop);
    match stop {
        Stop::Memory(_) => why.in_words(words::memory_allows_more),
        _ => why,
    }
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
