//! Pictures of values that are there already.

use grundy_cli::shown::{self, Drawing, Entries};
use numpy::{PyReadonlyArray1, PyReadonlyArray2};
use pyo3::prelude::*;
use pyo3::types::PyBytes;

use crate::error;
use crate::game::play;
use crate::lang;

/// Values of heaps as an SVG file.
#[pyfunction]
pub(crate) fn drawn_chart(
    name: &str,
    first: u64,
    values: PyReadonlyArray1<'_, u32>,
    size: [usize; 2],
    log: bool,
    lang: Option<&str>,
) -> PyResult<String> {
    let picture = shown::chart(
        name,
        first,
        values.as_slice()?,
        size,
        log,
        lang::chosen(lang)?,
    );
    picture.ok_or_else(|| error::value(&error::no_size()))
}

/// A table of values as an SVG file, or as a PNG file.
#[pyfunction]
pub(crate) fn drawn_table<'py>(
    py: Python<'py>,
    name: &str,
    values: PyReadonlyArray2<'py, u32>,
    outcomes: bool,
    misere: bool,
    png: bool,
    lang: Option<&str>,
) -> PyResult<Bound<'py, PyBytes>> {
    let lang = lang::chosen(lang)?;
    let values = values.as_array();
    let rows: Vec<Vec<u32>> = values.rows().into_iter().map(|row| row.to_vec()).collect();
    let rows: Vec<&[u32]> = rows.iter().map(Vec::as_slice).collect();
    let drawing = match png {
        true => Drawing::Png,
        false => Drawing::Svg,
    };
    let entries = match outcomes {
        true => Entries::Outcomes(play(misere)),
        false => Entries::Values,
    };
    let picture = py.detach(|| shown::drawn(name, &rows, entries, drawing, lang));
    picture
        .map(|bytes| PyBytes::new(py, &bytes))
        .map_err(|why| error::unknown_why(py, why))
}
