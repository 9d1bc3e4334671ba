//! A table as text.

use std::fmt::Write;

use grundy::{Lang, Outcome, Play};
use grundy_service::range::{Axis, Cell, Grid};

use crate::failure::Failure;
use crate::print::paint::{Paint, right};
use crate::print::poured::Poured;
use crate::words;

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
pub(crate) fn text(
    out: &mut Poured<'_>,
    grid: &Grid,
    outcomes: bool,
    lang: Lang,
    paint: Paint,
) -> Result<(), Failure> {
    let play = words::bracketed(words::play(grid.play).of(lang), lang);
    let _ = writeln!(
        out.text,
        "{}{}{}\n",
        paint.bold(&grid.head),
        words::before_brackets("  ", lang),
        paint.dim(&play)
    );
    match grid.down {
        Some(down) => two(out, grid, down, outcomes, paint)?,
        None => one(out, grid, outcomes, paint)?,
    }
    out.finish()
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
fn one(poured: &mut Poured<'_>, grid: &Grid, outcomes: bool, paint: Paint) -> Result<(), Failure> {
    let out = &mut poured.text;
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
        return Ok(());
    }
    for (place, cell) in grid.row(0).enumerate() {
        if place % ACROSS == 0 {
            if place > 0 {
                poured.text.push('\n');
                poured.pour()?;
            }
            let coordinate = right(&axis.at(place).to_string(), margin);
            let _ = write!(poured.text, "{} │", paint.dim(&coordinate));
        }
        push(&mut poured.text, cell, outcomes, columns.max(2), paint);
    }
    poured.text.push('\n');
    Ok(())
}

fn two(
    poured: &mut Poured<'_>,
    grid: &Grid,
    down: Axis,
    outcomes: bool,
    paint: Paint,
) -> Result<(), Failure> {
    let out = &mut poured.text;
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
        let _ = write!(poured.text, "{} │", paint.dim(&coordinate));
        for cell in grid.row(row) {
            push(&mut poured.text, cell, outcomes, columns, paint);
            poured.pour()?;
        }
        poured.text.push('\n');
    }
    Ok(())
}

fn rule(out: &mut String, margin: usize, across: usize, paint: Paint) {
    let rule = format!("{}┼{}", "─".repeat(margin + 1), "─".repeat(across));
    let _ = writeln!(out, "{}", paint.dim(&rule));
}
