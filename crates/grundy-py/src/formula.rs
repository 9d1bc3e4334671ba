//! Formulas in the language of rules, as patterns are told in.

use grundy::message;
use pyo3::prelude::*;
use pyo3::types::{PyString, PyTuple};

use crate::nimber::{Reduced, hash_of};
use crate::{error, number};

/// A number or a condition over named coordinates, in the language of rules: what a pattern says.
///
/// >>> from grundy import Formula
/// >>> Formula("n % 4", ["n"])(7)
/// 3
/// >>> Formula("min(x,y) == 0", ["x", "y"])(3, 5)
/// False
///
/// Raises ``ParseError`` for text that is no formula.
#[pyclass(frozen, module = "grundy")]
pub(crate) struct Formula(grundy::rule::Formula);

#[pymethods]
impl Formula {
    #[new]
    #[pyo3(signature = (text, names, /))]
    fn new(py: Python<'_>, text: &str, names: &Bound<'_, PyAny>) -> PyResult<Formula> {
        let read = match names.is_instance_of::<PyString>() {
            true => None,
            false => names.try_iter().ok(),
        };
        let read = read.and_then(|names| {
            let names = names.map(|name| name.ok()?.extract::<String>().ok());
            names.collect::<Option<Vec<String>>>()
        });
        let names = read.ok_or_else(|| {
            let expected = message!(
                "a list of the names of the coordinates, for example Formula('x xor y', ['x', 'y'])",
                "坐标名称的列表，例如 Formula('x xor y', ['x', 'y'])"
            );
            error::kind_of("names", &expected, names)
        })?;
        let names: Vec<&str> = names.iter().map(String::as_str).collect();
        let formula = grundy::rule::Formula::parse(text, &names);
        formula
            .map(Formula)
            .map_err(|errors| error::rule(py, text, &errors))
    }

    /// The names of the coordinates.
    #[getter]
    fn names(&self) -> Vec<String> {
        self.0.names().to_vec()
    }

    /// Whether it is a condition; otherwise it is a number.
    #[getter]
    fn is_condition(&self) -> bool {
        self.0.is_condition()
    }

    /// The number at a position, or whether the condition holds there; of arrays, one for each entry. Raises ``ValueError`` where it is not defined,
    /// or exceeds 64 bits.
    #[pyo3(signature = (*coordinates))]
    fn __call__(slf: &Bound<'_, Self>, coordinates: &Bound<'_, PyTuple>) -> PyResult<Py<PyAny>> {
        let (py, formula) = (slf.py(), &slf.get().0);
        let needed = formula.names().len();
        if coordinates.len() != needed {
            return Err(error::value(&message!(
                "expected {needed} coordinates, found {found}",
                "此处应为 {needed} 个坐标，却是 {found} 个",
                needed = needed,
                found = coordinates.len()
            )));
        }
        let is_array = |one: Bound<'_, PyAny>| {
            let dimensions = one
                .getattr("ndim")
                .and_then(|dimensions| dimensions.extract::<usize>());
            dimensions.is_ok_and(|dimensions| dimensions > 0)
        };
        if coordinates.iter().any(is_array) {
            let numpy = py.import("numpy")?;
            let each = numpy.call_method1("frompyfunc", (slf, needed, 1))?;
            let found = each.call1(coordinates)?;
            let kind = if slf.get().0.is_condition() {
                "bool"
            } else {
                "int64"
            };
            return match found.hasattr("astype")? {
                true => Ok(found.call_method1("astype", (kind,))?.unbind()),
                false => Ok(found.unbind()),
            };
        }
        let small = |number: Bound<'_, PyAny>| {
            let number = number::from_python(&number)?;
            Ok(u64::try_from(&number).unwrap_or(u64::MAX))
        };
        let numbers = coordinates
            .iter()
            .map(small)
            .collect::<PyResult<Vec<u64>>>()?;
        let value = formula.value(&numbers);
        let value = value.map_err(|fault| error::value(&fault.message(&formula.to_string())))?;
        Ok(match formula.is_condition() {
            true => (value != 0)
                .into_pyobject(py)?
                .to_owned()
                .into_any()
                .unbind(),
            false => value.into_pyobject(py)?.into_any().unbind(),
        })
    }

    fn __str__(&self) -> String {
        self.0.to_string()
    }

    fn __repr__(&self, py: Python<'_>) -> PyResult<String> {
        let text = self.0.to_string().into_pyobject(py)?.repr()?;
        let names = self.names().into_pyobject(py)?.repr()?;
        Ok(format!("Formula({text}, {names})"))
    }

    fn __eq__(&self, other: &Bound<'_, PyAny>) -> bool {
        other
            .cast::<Formula>()
            .is_ok_and(|other| self.0 == other.get().0)
    }

    fn __hash__(&self) -> u64 {
        hash_of(&self.0.to_string())
    }

    fn __reduce__<'py>(&self, py: Python<'py>) -> PyResult<Reduced<'py>> {
        let class = py.get_type::<Formula>().into_any();
        let text = self.0.to_string().into_pyobject(py)?.into_any();
        Ok((
            class,
            PyTuple::new(py, [text, self.names().into_pyobject(py)?])?,
        ))
    }
}
