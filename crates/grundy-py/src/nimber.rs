//! Nimbers with their arithmetic.

use std::hash::{DefaultHasher, Hash, Hasher};

use grundy::message;
use grundy::number::product;
use pyo3::basic::CompareOp;
use pyo3::exceptions::{PyTypeError, PyZeroDivisionError};
use pyo3::prelude::*;
use pyo3::types::PyTuple;

use crate::{error, lang, number};

/// A nimber: the value of an impartial game under normal play, the size of the Nim heap that it equals.
///
/// ``+`` and ``-`` are the nim-sum (so is ``^``), ``*`` is the nim-product, ``/`` its inverse: together they make a field
/// (Conway 1976). Whole numbers may stand for nimbers beside them. Products and quotients are of at most 65,536
/// binary digits.
///
/// >>> from grundy import Nimber
/// >>> Nimber(3) + Nimber(5), Nimber(3) * Nimber(5), Nimber(3) / Nimber(5)
/// (Nimber(6), Nimber(15), Nimber(8))
/// >>> Nimber(4) ** 2, Nimber(6).sqrt(), int(Nimber(7)), f"{Nimber(5):b}", str(Nimber(5))
/// (Nimber(6), Nimber(4), 7, '101', '*5')
/// >>> Nimber.mex([0, 1, 3]), Nimber(2) == 2
/// (Nimber(2), True)
#[pyclass(frozen, module = "grundy")]
#[derive(Clone)]
pub(crate) struct Nimber(pub(crate) grundy::Nimber);

/// An operand: a nimber, or a whole number in its place.
struct Operand(grundy::Nimber);

impl<'py> FromPyObject<'_, 'py> for Operand {
    type Error = PyErr;

    fn extract(operand: Borrowed<'_, 'py, PyAny>) -> PyResult<Operand> {
        if let Ok(nimber) = operand.cast::<Nimber>() {
            return Ok(Operand(nimber.get().0.clone()));
        }
        Ok(Operand(grundy::Nimber(number::from_python(&operand)?)))
    }
}

/// What an operator makes of the other operand; `NotImplemented` where that is neither a nimber nor a whole number.
fn with(
    other: &Bound<'_, PyAny>,
    made: impl FnOnce(&grundy::Nimber) -> PyResult<Nimber>,
) -> PyResult<Py<PyAny>> {
    let py = other.py();
    match other.extract::<Operand>() {
        Ok(operand) => Ok(Py::new(py, made(&operand.0)?)?.into_any()),
        Err(wrong) if wrong.is_instance_of::<PyTypeError>(py) => Ok(py.NotImplemented()),
        Err(wrong) => Err(wrong),
    }
}

/// That a factor has too many digits.
fn too_large() -> PyErr {
    error::value(&message!(
        "products are of nimbers of at most {most} binary digits",
        "尼姆积的因子至多 {most} 个二进制位",
        most = product::MOST_BITS
    ))
}

impl Nimber {
    fn times(&self, other: &grundy::Nimber) -> PyResult<Nimber> {
        product::product(&self.0, other)
            .map(Nimber)
            .ok_or_else(too_large)
    }

    fn over(&self, other: &grundy::Nimber) -> PyResult<Nimber> {
        if other.is_zero() {
            return Err(PyZeroDivisionError::new_err(
                message!("division by the nimber 0", "除以尼姆数 0").render(lang::current()),
            ));
        }
        self.times(&product::inverse(other).ok_or_else(too_large)?)
    }
}

#[pymethods]
impl Nimber {
    #[new]
    #[pyo3(signature = (value = Operand(grundy::Nimber::zero()), /), text_signature = "(value=0, /)")]
    fn new(value: Operand) -> Nimber {
        Nimber(value.0)
    }

    /// The least nimber that is not among these: the value of a position with options of these values.
    #[staticmethod]
    fn mex(values: &Bound<'_, PyAny>) -> PyResult<Nimber> {
        let mut seen = std::collections::HashSet::new();
        for value in values.try_iter()? {
            // The mex of so many values is at most their number.
            if let Some(value) = value?.extract::<Operand>()?.0.to_u64() {
                seen.insert(value);
            }
        }
        let mut least = 0u64;
        while seen.contains(&least) {
            least += 1;
        }
        Ok(Nimber(least.into()))
    }

    /// The nimber whose product with this one is 1. Raises ``ZeroDivisionError`` for 0.
    fn inverse(&self) -> PyResult<Nimber> {
        Nimber(1u64.into()).over(&self.0)
    }

    /// The nimber whose square this is; every nimber has just one.
    fn sqrt(&self) -> PyResult<Nimber> {
        product::root(&self.0).map(Nimber).ok_or_else(too_large)
    }

    fn __add__(&self, other: &Bound<'_, PyAny>) -> PyResult<Py<PyAny>> {
        with(other, |other| Ok(Nimber(&self.0 ^ other)))
    }

    fn __radd__(&self, other: &Bound<'_, PyAny>) -> PyResult<Py<PyAny>> {
        self.__add__(other)
    }

    fn __sub__(&self, other: &Bound<'_, PyAny>) -> PyResult<Py<PyAny>> {
        self.__add__(other)
    }

    fn __rsub__(&self, other: &Bound<'_, PyAny>) -> PyResult<Py<PyAny>> {
        self.__add__(other)
    }

    fn __xor__(&self, other: &Bound<'_, PyAny>) -> PyResult<Py<PyAny>> {
        self.__add__(other)
    }

    fn __rxor__(&self, other: &Bound<'_, PyAny>) -> PyResult<Py<PyAny>> {
        self.__add__(other)
    }

    fn __neg__(&self) -> Nimber {
        self.clone()
    }

    fn __mul__(&self, other: &Bound<'_, PyAny>) -> PyResult<Py<PyAny>> {
        with(other, |other| self.times(other))
    }

    fn __rmul__(&self, other: &Bound<'_, PyAny>) -> PyResult<Py<PyAny>> {
        self.__mul__(other)
    }

    fn __truediv__(&self, other: &Bound<'_, PyAny>) -> PyResult<Py<PyAny>> {
        with(other, |other| self.over(other))
    }

    fn __rtruediv__(&self, other: &Bound<'_, PyAny>) -> PyResult<Py<PyAny>> {
        with(other, |other| Nimber(other.clone()).over(&self.0))
    }

    fn __pow__(
        &self,
        py: Python<'_>,
        exponent: &Bound<'_, PyAny>,
        modulo: Option<&Bound<'_, PyAny>>,
    ) -> PyResult<Nimber> {
        if modulo.is_some() {
            return Err(error::value(&message!(
                "powers of nimbers have no modulus",
                "尼姆数的幂没有模"
            )));
        }
        let Ok(exponent) = exponent.extract::<i64>() else {
            let expected = message!(
                "an exponent, a whole number between -2^63 and 2^63",
                "指数，即绝对值小于 2^63 的整数"
            );
            return Err(error::kind(&expected, exponent));
        };
        let mut base = if exponent < 0 {
            self.inverse()?
        } else {
            self.clone()
        };
        let (mut power, mut left) = (Nimber(1u64.into()), exponent.unsigned_abs());
        while left > 0 {
            py.check_signals()?;
            if left % 2 == 1 {
                power = power.times(&base.0)?;
            }
            left /= 2;
            if left > 0 {
                base = base.times(&base.0)?;
            }
        }
        Ok(power)
    }

    fn __richcmp__(&self, other: &Bound<'_, PyAny>, compare: CompareOp) -> PyResult<Py<PyAny>> {
        let py = other.py();
        match other.extract::<Operand>() {
            Ok(other) => {
                let told = compare.matches(self.0.cmp(&other.0));
                Ok(told.into_pyobject(py)?.to_owned().into_any().unbind())
            }
            Err(_) => Ok(py.NotImplemented()),
        }
    }

    /// That of the whole number, which the nimber equals.
    fn __hash__(&self, py: Python<'_>) -> PyResult<isize> {
        number::to_python(py, &self.0.0)?.hash()
    }

    fn __bool__(&self) -> bool {
        !self.0.is_zero()
    }

    fn __int__<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        number::to_python(py, &self.0.0)
    }

    fn __index__<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        number::to_python(py, &self.0.0)
    }

    fn __repr__(&self) -> String {
        format!("Nimber({})", self.0)
    }

    fn __str__(&self) -> String {
        format!("*{}", self.0)
    }

    /// Without a specification as ``str``, with one as the whole number.
    fn __format__(&self, py: Python<'_>, specification: &str) -> PyResult<String> {
        if specification.is_empty() {
            return Ok(self.__str__());
        }
        let whole = number::to_python(py, &self.0.0)?;
        whole
            .call_method1("__format__", (specification,))?
            .extract()
    }

    fn __reduce__<'py>(&self, py: Python<'py>) -> PyResult<Reduced<'py>> {
        let class = py.get_type::<Nimber>().into_any();
        Ok((
            class,
            PyTuple::new(py, [number::to_python(py, &self.0.0)?])?,
        ))
    }
}

/// What `pickle` keeps: what makes the object again, and from what.
pub(crate) type Reduced<'py> = (Bound<'py, PyAny>, Bound<'py, PyTuple>);

/// The hash of what is compared by its text.
pub(crate) fn hash_of(text: &str) -> u64 {
    let mut hasher = DefaultHasher::new();
    text.hash(&mut hasher);
    hasher.finish()
}
