//! A table as text and as JSON.

use std::fmt::Write;

use grundy::{Lang, Outcome, Play};

use crate::grid::{Axis, Cell, Grid};
use crate::print::json;
use crate::print::paint::{Paint, right};
use crate::words;

/// The name and version of the JSON schema.
const TABLE: &str = "grundy.table/1";

/// Values in a line of a table over one coordinate.
const ACROSS: usize = 10;

/// Whether to show values or outcomes.
pub(crate) fn shows_outcomes(grid: &Grid, asked: bool) -> bool {
    asked || grid.play == Play::Misere
}

/// A cell's value, or its outcome's letter.
pub(crate) fn shown(cell: Cell, outcomes: bool) -> String {
    if outcomes {
        cell.outcome.map_or("?", Outcome::letter).to_owned()
    } else {
        match (cell.value, cell.outcome) {
            (Some(value), _) => value.to_string(),
            (None, Some(outcome)) => outcome.letter().to_owned(),
            (None, None) => "?".to_owned(),
        }
    }
}

/// The table as aligned text, P-positions in colour.
pub(crate) fn text(grid: &Grid, outcomes: bool, lang: Lang, paint: Paint) -> String {
    let mut out = String::new();
    let play = words::play(grid.play).of(lang);
    let _ = writeln!(
        out,
        "{}  {}\n",
        paint.bold(&grid.head),
        paint.dim(&format!("({play})"))
    );
    match grid.down {
        Some(down) => two(&mut out, grid, down, outcomes, paint),
        None => one(&mut out, grid, outcomes, paint),
    }
    out
}

fn widest(grid: &Grid, outcomes: bool) -> usize {
    let cells = (0..grid.rows()).flat_map(|row| grid.row(row));
    cells
        .map(|cell| match cell.value {
            Some(value) if !outcomes => value.checked_ilog10().unwrap_or(0) as usize + 1,
            _ => 1,
        })
        .max()
        .unwrap_or(1)
}

fn push(out: &mut String, cell: Cell, outcomes: bool, columns: usize, paint: Paint) {
    let text = right(&shown(cell, outcomes), columns);
    out.push_str("  ");
    match cell.outcome {
        Some(Outcome::P) => out.push_str(&paint.loss(&text)),
        _ => out.push_str(&text),
    }
}

/// Lines of ten, the coordinate of the first before each.
fn one(out: &mut String, grid: &Grid, outcomes: bool, paint: Paint) {
    let axis = grid.across;
    let margin = axis.last().to_string().len();
    let across = ACROSS.min(axis.count);
    let columns = widest(grid, outcomes);
    if axis.count > ACROSS {
        let mut heading = " ".repeat(margin);
        heading.push_str(" │");
        for place in 0..across {
            let _ = write!(heading, "  {}", right(&format!("+{place}"), columns.max(2)));
        }
        let _ = writeln!(out, "{}", paint.dim(&heading));
        rule(out, margin, across * (columns.max(2) + 2), paint);
    } else {
        let columns = columns.max(margin);
        let numbers: String = axis
            .all()
            .map(|at| format!("  {}", right(&at.to_string(), columns)))
            .collect();
        let _ = writeln!(out, "{}", paint.dim(&format!("n{numbers}")));
        out.push(' ');
        for cell in grid.row(0) {
            push(out, cell, outcomes, columns, paint);
        }
        out.push('\n');
        return;
    }
    for (place, cell) in grid.row(0).enumerate() {
        if place % ACROSS == 0 {
            if place > 0 {
                out.push('\n');
            }
            let coordinate = right(&axis.at(place).to_string(), margin);
            let _ = write!(out, "{} │", paint.dim(&coordinate));
        }
        push(out, cell, outcomes, columns.max(2), paint);
    }
    out.push('\n');
}

fn two(out: &mut String, grid: &Grid, down: Axis, outcomes: bool, paint: Paint) {
    let margin = down.last().to_string().len();
    let columns = widest(grid, outcomes).max(grid.across.last().to_string().len());
    let numbers: String = grid
        .across
        .all()
        .map(|at| format!("  {}", right(&at.to_string(), columns)))
        .collect();
    let heading = format!("{} │{numbers}", " ".repeat(margin));
    let _ = writeln!(out, "{}", paint.dim(&heading));
    rule(out, margin, grid.across.count * (columns + 2), paint);
    for row in 0..down.count {
        let coordinate = right(&down.at(row).to_string(), margin);
        let _ = write!(out, "{} │", paint.dim(&coordinate));
        for cell in grid.row(row) {
            push(out, cell, outcomes, columns, paint);
        }
        out.push('\n');
    }
}

fn rule(out: &mut String, margin: usize, across: usize, paint: Paint) {
    let rule = format!("{}┼{}", "─".repeat(margin + 1), "─".repeat(across));
    let _ = writeln!(out, "{}", paint.dim(&rule));
}

/// The table as one JSON object.
pub(crate) fn json(grid: &Grid) -> String {
    let mut out = String::from("{");
    json::field(&mut out, "schema", TABLE);
    json::field(&mut out, "game", &grid.head);
    json::field(&mut out, "play", grid.play.word());
    json::key(&mut out, "ranges");
    json::array(
        &mut out,
        grid.down.into_iter().chain([grid.across]),
        |out, axis| {
            out.push('{');
            json::number(out, "from", axis.first);
            json::number(out, "to", axis.last());
            out.push('}');
        },
    );
    json::key(&mut out, "values");
    rows(&mut out, grid, |out, row| {
        json::array(out, grid.row(row), |out, cell| match cell.value {
            Some(value) => {
                let _ = write!(out, "{value}");
            }
            None => out.push_str("null"),
        });
    });
    json::key(&mut out, "outcomes");
    rows(&mut out, grid, |out, row| {
        let letters: String = grid
            .row(row)
            .map(|cell| cell.outcome.map_or("?", Outcome::letter))
            .collect();
        json::string(out, &letters);
    });
    out.push_str("}\n");
    out
}

/// One row as it is, several as an array.
fn rows(out: &mut String, grid: &Grid, mut each: impl FnMut(&mut String, usize)) {
    if grid.down.is_none() {
        each(out, 0);
    } else {
        json::array(out, 0..grid.rows(), each);
    }
}
