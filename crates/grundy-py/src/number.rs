//! Whole numbers of any size between the two languages.

use grundy::notation::shortened;
use grundy::{Natural, message};
use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;
use pyo3::types::{PyBool, PyInt};

use crate::{error, lang};

/// A number as a Python integer. Linear time.
pub(crate) fn to_python<'py>(py: Python<'py>, number: &Natural) -> PyResult<Bound<'py, PyAny>> {
    if let Ok(small) = u64::try_from(number) {
        return Ok(small.into_pyobject(py)?.into_any());
    }
    // Sixteen is a power of two, so that reading takes linear time, and is not bounded as decimal digits are.
    py.get_type::<PyInt>().call1((format!("{number:x}"), 16))
}

/// A Python integer, or anything that is one by `__index__`, that is not negative. Linear time.
pub(crate) fn from_python(number: &Bound<'_, PyAny>) -> PyResult<Natural> {
    if !number.is_instance_of::<PyBool>()
        && let Ok(small) = number.extract::<u64>()
    {
        return Ok(Natural::from(small));
    }
    if number.is_instance_of::<PyBool>() || !number.hasattr("__index__")? {
        let expected = message!(
            "a whole number that is not negative, for example 3",
            "非负整数，例如 3"
        );
        return Err(error::kind(&expected, number));
    }
    let whole = number.call_method0("__index__")?;
    let text: String = whole.call_method1("__format__", ("x",))?.extract()?;
    Natural::from_str_radix(&text, 16).map_err(|_| negative())
}

/// The same of a keyword, whose name is told where it is no such number.
pub(crate) fn of_keyword(name: &str, number: &Bound<'_, PyAny>) -> PyResult<Natural> {
    from_python(number).map_err(|wrong| {
        let found = number.repr().map(|found| shortened(&found.to_string()));
        let message = message!(
            "{name}: expected a whole number that is not negative, for example {name}=1000; found {found}",
            "{name}：此处应为非负整数，例如 {name}=1000；却是 {found}",
            name = name,
            found = found.unwrap_or_default()
        );
        match wrong.is_instance_of::<PyTypeError>(number.py()) {
            true => PyTypeError::new_err(message.render(lang::current())),
            false => error::value(&message),
        }
    })
}

/// That a number is negative.
pub(crate) fn negative() -> PyErr {
    error::value(&message!(
        "expected a whole number that is not negative, for example 3",
        "此处应为非负整数，例如 3"
    ))
}
