//! Many sums at once: NumPy arrays of numbers in, NumPy arrays of values or outcomes out.

use std::time::Instant;

use grundy::rows::Number;
use grundy::{Outcome, Play, Rows, RowsError, Solver, message};
use grundy_service::Why;
use numpy::{Element, PyArray1, PyArrayDyn, PyArrayMethods, PyUntypedArrayMethods};
use pyo3::prelude::*;
use pyo3::types::PyDict;

use crate::arrays::{Rulish, letters};
use crate::game::{self, parsed};
use crate::rule::Kind;
use crate::watch::{self, Keeper, Time};
use crate::{error, keyword};

/// The Grundy value of each row of an array, as a NumPy array of ``uint64``.
///
/// ``rule`` is a ``Rule``, its text, or the name of a game with its parameters, whose positions are one number or two;
/// ``rows`` an array of integers whose last axis is a sum: for ``kayles`` its heaps, for ``wythoff`` a pair after the
/// other. Each position is valued once, so that millions of rows take no longer than reading them. With
/// ``outcomes=True`` the entries are ``'P'``, ``'N'`` or ``'D'``, also where there is no value but a theorem tells who wins; with
/// ``misere=True`` booleans, whether the next player wins, or outcomes if these are asked for. ``time`` is that of all rows together.
///
/// >>> import grundy
/// >>> grundy.values("kayles", [[1, 2, 3], [4, 5, 9]])
/// array([0, 1], dtype=uint64)
/// >>> grundy.values("wythoff", [[3, 5, 1, 2], [3, 4, 0, 1]])
/// array([0, 3], dtype=uint64)
/// >>> grundy.values("nim", [[1, 1, 1], [2, 2, 0]], misere=True)
/// array([False, False])
/// >>> grundy.values("wythoff", [[10**17, 10**15], [3, 5]], outcomes=True)
/// array(['N', 'P'], dtype='<U1')
///
/// Raises ``ParseError`` for text that is no rule, ``ValueError`` where the array is not one of such rows, ``Unknown``
/// with the first row that has no answer within the bounds.
#[pyfunction]
#[pyo3(signature = (rule, rows, *, misere = None, outcomes = None, positions = None, memory = None, time = Time(None), progress = None, **others),
    text_signature = "(rule, rows, *, misere=False, outcomes=False, positions=None, memory=2147483648, time=None, progress=None)")]
#[expect(
    clippy::too_many_arguments,
    reason = "each is a keyword of the Python function"
)]
pub(crate) fn values<'py>(
    py: Python<'py>,
    rule: Rulish<'py>,
    rows: &Bound<'py, PyAny>,
    misere: Option<&Bound<'py, PyAny>>,
    outcomes: Option<&Bound<'py, PyAny>>,
    positions: Option<&Bound<'py, PyAny>>,
    memory: Option<&Bound<'py, PyAny>>,
    time: Time,
    progress: Option<Bound<'py, PyAny>>,
    others: Option<&Bound<'py, PyDict>>,
) -> PyResult<Bound<'py, PyAny>> {
    let known = [
        "misere",
        "outcomes",
        "positions",
        "memory",
        "time",
        "progress",
    ];
    keyword::no_others("values", &known, others)?;
    let rules = match &rule {
        Rulish::Name(name) => parsed(py, name)?,
        Rulish::Rule(rule) => match (&rule.get().kind, rule.get().game()) {
            (_, Some(game)) => game,
            (Kind::Text(text), None) => grundy::Game::from_parts(vec![text.head()]),
            (Kind::Function(_), None) => {
                return Err(error::value(&message!(
                    "expected a rule by its text, for example 'n -> n-k for k in 1..=3', for there are many rows; the values of a function are those of table(function, n), of which an array of heaps is an index",
                    "行数众多，此处应为文本形式的规则，例如 'n -> n-k for k in 1..=3'；函数的值由 table(function, n) 给出，堆的数组可作它的下标"
                )));
            }
        },
    };
    let rows = py
        .import("numpy")?
        .call_method1("ascontiguousarray", (rows,))?;
    let budget = watch::budget(positions, memory, time)?;
    let play = game::play(keyword::flag("misere", misere)?);
    let outcomes = keyword::flag("outcomes", outcomes)?;
    let asked = |count: usize| {
        let keeper = Keeper::new(progress, count as u64);
        let mut solver = Solver::new();
        solver.budget = keeper.budget(budget);
        Asked {
            rules,
            play,
            outcomes,
            solver,
            keeper,
        }
    };
    macro_rules! of_types {
        ($($type:ty),*) => {$(
            if let Ok(array) = rows.cast::<PyArrayDyn<$type>>() {
                return asked(array.len()).answer(py, array);
            }
        )*};
    }
    of_types!(i64, u64, i32, u32, u8, i16, u16, i8);
    let expected = message!(
        "an array of integers of at most 64 bits, for example [[3, 5, 7], [1, 2, 3]]",
        "元素不超过 64 位的整数数组，例如 [[3, 5, 7], [1, 2, 3]]"
    );
    Err(error::kind(&expected, &rows.getattr("dtype")?))
}

/// What rows come to.
enum Told {
    Values(Vec<u64>),
    Outcomes(Vec<Outcome>),
}

/// A question about rows.
struct Asked {
    rules: grundy::Game,
    play: Play,
    outcomes: bool,
    solver: Solver,
    keeper: Keeper,
}

impl Asked {
    fn answer<'py, N: Number + Element + Sync>(
        mut self,
        py: Python<'py>,
        array: &Bound<'py, PyArrayDyn<N>>,
    ) -> PyResult<Bound<'py, PyAny>> {
        let mut shape = array.shape().to_vec();
        // A number alone is a row of one.
        let width = shape.pop().unwrap_or(1);
        let array = array.readonly();
        let numbers = array.as_slice()?;
        let rows = Rows { numbers, width };
        // The time is that of all rows together.
        self.solver.budget.since = Some(Instant::now());
        let are_values = self.play == Play::Normal && !self.outcomes;
        let told = py.detach(|| match are_values {
            true => grundy::values(&self.rules, rows, &mut self.solver).map(Told::Values),
            false => {
                grundy::outcomes(&self.rules, rows, self.play, &mut self.solver).map(Told::Outcomes)
            }
        });
        self.keeper.end(py, numbers.len() as u64)?;
        let told = told.map_err(|wrong| match &wrong {
            RowsError::Unknown { why, .. } => {
                error::unknown_why(py, Why::told(why.clone(), wrong.describe()))
            }
            _ => error::value(&wrong.describe()),
        })?;
        let told = match told {
            Told::Values(values) => {
                return Ok(PyArray1::from_vec(py, values).reshape(shape)?.into_any());
            }
            Told::Outcomes(told) => told,
        };
        if self.outcomes {
            return letters(py, told, |codes| codes.reshape(shape));
        }
        let wins: Vec<bool> = told.into_iter().map(|one| one == Outcome::N).collect();
        Ok(PyArray1::from_vec(py, wins).reshape(shape)?.into_any())
    }
}
