//! Keywords that a function does not have: which of its own is meant is a question of letters.

use grundy::message;
use grundy::notation::near;
use grundy::text::list_of;
use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;
use pyo3::types::PyDict;

use crate::{error, lang, number};

/// Most letters by which a word may differ from the one that is meant.
const NEAR: usize = 3;

/// Refuses the keywords that a function has been given beyond `known`, with the one that is meant where one is near.
pub(crate) fn no_others(
    function: &str,
    known: &[&str],
    others: Option<&Bound<'_, PyDict>>,
) -> PyResult<()> {
    let Some(first) = others.and_then(|others| others.keys().iter().next()) else {
        return Ok(());
    };
    let first: String = first.extract()?;
    Err(PyTypeError::new_err(unknown_keyword(
        function,
        first,
        known.iter().map(|&known| known.to_owned()).collect(),
    )))
}

/// Whether a keyword is true; texts and numbers are neither true nor false.
pub(crate) fn flag(name: &str, given: Option<&Bound<'_, PyAny>>) -> PyResult<bool> {
    let Some(given) = given else {
        return Ok(false);
    };
    given.extract::<bool>().map_err(|_| {
        let expected = message!(
            "True or False, for example {name}=True",
            " True 或 False，例如 {name}=True",
            name = name
        );
        error::kind_of(name, &expected, given)
    })
}

/// How many, where a call says so.
pub(crate) fn count(name: &str, given: Option<&Bound<'_, PyAny>>, usual: usize) -> PyResult<usize> {
    let given = given
        .map(|given| number::of_keyword(name, given))
        .transpose()?;
    Ok(given.map_or(usual, |given| usize::try_from(&given).unwrap_or(usize::MAX)))
}

/// What is said of a keyword that a function does not have.
#[pyfunction]
pub(crate) fn unknown_keyword(function: &str, found: String, known: Vec<String>) -> String {
    let near = near(&found, known.iter().map(String::as_str), |known| {
        NEAR.min(known.len() / 2)
    });
    let wrong = match near.first() {
        Some(&nearest) => message!(
            "{function}() has no keyword '{found}'; did you mean '{nearest}'?",
            "{function}() 没有关键字参数 '{found}'，可能是指 '{nearest}'",
            function = function.to_owned(),
            found = found,
            nearest = nearest.to_owned()
        ),
        None => message!(
            "{function}() has no keyword '{found}'; its keywords are {known}",
            "{function}() 没有关键字参数 '{found}'；可用的有 {known}",
            function = function.to_owned(),
            found = found,
            known = list_of(&known)
        ),
    };
    wrong.render(lang::current())
}
