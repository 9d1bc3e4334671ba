//! Pictures of values that are there already.

use grundy::{Outcome, message};
use grundy_cli::shown::{self, Drawing, Entries, Generator, Monoid};
use grundy_service::Failure;
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

/// A misère quotient as an SVG file: the words of its elements, which of them are in P, its generators, each by its name and what it is,
/// and in a row for each of them the products of all elements with it.
#[pyfunction]
pub(crate) fn drawn_quotient(
    py: Python<'_>,
    game: &str,
    words: Vec<String>,
    p: PyReadonlyArray1<'_, bool>,
    generators: Vec<(String, String)>,
    times: PyReadonlyArray2<'_, u32>,
    lang: Option<&str>,
) -> PyResult<String> {
    let lang = lang::chosen(lang)?;
    let (p, times) = (p.as_array(), times.as_array());
    let order = words.len();
    let fits = p.len() == order
        && times.dim() == (generators.len(), order)
        && times.iter().all(|&element| (element as usize) < order);
    if !fits {
        return Err(error::value(&message!(
            "these are not the products of one quotient",
            "这不是同一个商的乘积"
        )));
    }
    let generators = generators.into_iter().zip(times.rows());
    let of = Monoid {
        game: game.to_owned(),
        words,
        outcomes: (p.iter())
            .map(|&p| if p { Outcome::P } else { Outcome::N })
            .collect(),
        generators: generators
            .map(|((name, letter), times)| Generator {
                name,
                letter,
                times: times.to_vec(),
            })
            .collect(),
    };
    let drawn = py.detach(|| shown::quotient(&of, lang));
    drawn.map_err(|why| error::failure(py, Failure::Unknown(why), &[], lang))
}
