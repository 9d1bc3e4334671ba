//! A table as comma-separated values: a line per heap, or a grid with both coordinates in the margins.

use std::fmt::Write;

use grundy::Outcome;

use crate::grid::Grid;
use crate::print::table::shown;

/// The table as CSV. A value or outcome that is not known is left empty.
pub(crate) fn csv(grid: &Grid, outcomes: bool) -> String {
    let mut out = String::new();
    match grid.down {
        None => {
            out.push_str("n,value,outcome\n");
            for (at, cell) in grid.across.all().zip(grid.row(0)) {
                let _ = write!(out, "{at},");
                if let Some(value) = cell.value {
                    let _ = write!(out, "{value}");
                }
                let _ = writeln!(out, ",{}", cell.outcome.map_or("", Outcome::letter));
            }
        }
        Some(down) => {
            for at in grid.across.all() {
                let _ = write!(out, ",{at}");
            }
            out.push('\n');
            for (row, at) in down.all().enumerate() {
                let _ = write!(out, "{at}");
                for cell in grid.row(row) {
                    out.push(',');
                    let text = shown(cell, outcomes);
                    out.push_str(if text == "?" { "" } else { &text });
                }
                out.push('\n');
            }
        }
    }
    out
}
