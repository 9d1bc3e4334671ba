//! A table as comma-separated values: a line per heap, or a grid with both coordinates in the margins.

use std::fmt::Write;

use grundy::Outcome;
use grundy_service::range::Grid;

use crate::failure::Failure;
use crate::print::poured::Poured;
use crate::print::table::shown;

/// The table as CSV. A value or outcome that is not known is left empty.
pub(crate) fn csv(poured: &mut Poured<'_>, grid: &Grid, outcomes: bool) -> Result<(), Failure> {
    match grid.down {
        None => {
            poured.text.push_str("n,value,outcome\n");
            for (at, cell) in grid.across.all().zip(grid.row(0)) {
                let out = &mut poured.text;
                let _ = write!(out, "{at},");
                if let Some(value) = cell.value {
                    let _ = write!(out, "{value}");
                }
                let _ = writeln!(out, ",{}", cell.outcome.map_or("", Outcome::letter));
                poured.pour()?;
            }
        }
        Some(down) => {
            for at in grid.across.all() {
                let _ = write!(poured.text, ",{at}");
                poured.pour()?;
            }
            poured.text.push('\n');
            for (row, at) in down.all().enumerate() {
                let _ = write!(poured.text, "{at}");
                for cell in grid.row(row) {
                    poured.text.push(',');
                    let text = shown(cell, outcomes);
                    poured.text.push_str(if text == "?" { "" } else { &text });
                    poured.pour()?;
                }
                poured.text.push('\n');
            }
        }
    }
    poured.finish()
}
