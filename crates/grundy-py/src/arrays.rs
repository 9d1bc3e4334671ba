//! Tables and sequences of Grundy values as NumPy arrays, which take over the memory that the engines filled.

use grundy::budget::{Exhausted, Meter};
use grundy::engine::sequence::{BLOCK, Limits, Rules, Sequence};
use grundy::rule::Unfilled;
use grundy::{Budget, Outcome, Play, Solver, said};
use grundy_cli::shown;
use numpy::npyffi::NPY_ORDER;
use numpy::{PyArray1, PyArrayMethods, PyUntypedArrayMethods};
use pyo3::prelude::*;
use pyo3::types::PyTuple;

use crate::function::{self, Function};
use crate::game::parsed;
use crate::rule::{Kind, Rule};
use crate::watch::{self, Keeper, Time};
use crate::{error, number};

/// Values between two looks at the interpreter.
const BATCH: usize = 16 * BLOCK;

/// Rules without a position: a `Rule`, a rule's text, or a game's name with its parameters.
pub(crate) enum Rulish<'py> {
    Rule(Bound<'py, Rule>),
    Name(String),
}

impl<'py> FromPyObject<'_, 'py> for Rulish<'py> {
    type Error = PyErr;

    fn extract(rules: Borrowed<'_, 'py, PyAny>) -> PyResult<Rulish<'py>> {
        if let Ok(rule) = rules.cast::<Rule>() {
            return Ok(Rulish::Rule(rule.to_owned()));
        }
        let py = rules.py();
        if rules.is_callable() {
            let rule = Rule::of_function(Function::of(&rules)?);
            return Ok(Rulish::Rule(Bound::new(py, rule)?));
        }
        let Ok(text) = rules.extract::<String>() else {
            let expected = said!(
                "a Rule, its text, or the name of a game, for example 'take:1,3,4'",
                "规则 (Rule)、规则的文本或博弈的名字,例如 'take:1,3,4'"
            );
            return Err(error::kind(&expected, &rules));
        };
        if text.contains("->") && !text.contains('\'') {
            return Ok(Rulish::Rule(Bound::new(py, Rule::read(py, &text, &[])?)?));
        }
        Ok(Rulish::Name(text))
    }
}

/// The sizes of a table: a number, or several.
pub(crate) struct Shape(Vec<usize>);

impl<'py> FromPyObject<'_, 'py> for Shape {
    type Error = PyErr;

    fn extract(shape: Borrowed<'_, 'py, PyAny>) -> PyResult<Shape> {
        let size = |size: &Bound<'py, PyAny>| {
            let size = number::from_python(size)?;
            // More cells than there can be bytes: the bounds refuse it.
            PyResult::Ok(usize::try_from(&size).unwrap_or(usize::MAX))
        };
        match shape.cast::<PyTuple>() {
            Ok(sizes) => sizes
                .iter()
                .map(|one| size(&one))
                .collect::<PyResult<_>>()
                .map(Shape),
            Err(_) => Ok(Shape(vec![size(&shape)?])),
        }
    }
}

/// The Grundy values of all positions whose coordinates are below these sizes, as a NumPy array of ``uint32``.
///
/// ``rule`` is a ``Rule``, its text, a function from a position to its options, or the name of a game with its parameters; ``shape`` a size or
/// a tuple of sizes. Entry ``[x, y]`` is the value of the position ``x,y``; in two coordinates, games on heaps give
/// the values of sums of two heaps. With ``misere=True`` the entries are booleans: whether the next player wins. The
/// array is the engine's own memory, not a copy; its order may be Fortran's.
///
/// >>> import grundy
/// >>> grundy.table("n -> n-k for k in {1,3,4}", 12)
/// array([0, 1, 0, 1, 2, 3, 2, 0, 1, 0, 1, 2], dtype=uint32)
/// >>> grundy.table("wythoff", (3, 4))
/// array([[0, 1, 2, 3],
///        [1, 2, 0, 4],
///        [2, 0, 1, 5]], dtype=uint32)
/// >>> grundy.table("nim", 4, misere=True)
/// array([ True, False,  True,  True])
///
/// Raises ``ParseError`` for text that is no rule, ``Unknown`` with the reason where there is no such table or the
/// bounds do not suffice.
#[pyfunction]
#[pyo3(signature = (rule, shape, *, misere = false, positions = None, memory = None, time = Time(None), progress = None),
    text_signature = "(rule, shape, *, misere=False, positions=None, memory=2 << 30, time=None, progress=None)")]
#[expect(
    clippy::too_many_arguments,
    reason = "each is a keyword of the Python function"
)]
pub(crate) fn table<'py>(
    py: Python<'py>,
    rule: Rulish<'py>,
    shape: Shape,
    misere: bool,
    positions: Option<&Bound<'py, PyAny>>,
    memory: Option<&Bound<'py, PyAny>>,
    time: Time,
    progress: Option<Bound<'py, PyAny>>,
) -> PyResult<Bound<'py, PyAny>> {
    let mut budget = watch::budget(positions, memory, time)?;
    if positions.is_none() {
        budget.positions = u64::MAX;
    }
    let sizes = shape.0;
    let cells = sizes
        .iter()
        .try_fold(1u64, |cells, &size| cells.checked_mul(size as u64));
    let Some(cells) = cells.filter(|&cells| cells <= budget.bytes / 4 && !sizes.is_empty()) else {
        let why = said!(
            "the table needs more than {bytes} bytes",
            "表所需内存超过 {bytes} 字节",
            bytes = budget.bytes
        );
        return Err(error::unknown_said(py, &why));
    };
    let keeper = Keeper::new(progress, cells);
    let budget = keeper.budget(budget);
    let array = match &rule {
        Rulish::Rule(rule) => match &rule.get().kind {
            Kind::Text(text) => by_text(py, rule.get(), text, &sizes, misere, &budget, &keeper),
            Kind::Function(function) => by_function(py, function, &sizes, misere, budget, &keeper),
        },
        Rulish::Name(name) => by_name(py, name, &sizes, misere, budget, &keeper),
    };
    match keeper.end(py, if array.is_ok() { cells } else { 0 }) {
        Ok(()) => array,
        Err(ended) => Err(ended),
    }
}

/// An array whose first coordinate runs fastest, of what an engine filled.
fn fortran<'py>(
    py: Python<'py>,
    cells: Vec<u32>,
    sizes: &[usize],
    misere: bool,
) -> PyResult<Bound<'py, PyAny>> {
    if misere {
        let wins: Vec<bool> = cells.into_iter().map(|value| value != 0).collect();
        let array = PyArray1::from_vec(py, wins);
        return Ok(array
            .reshape_with_order(sizes.to_vec(), NPY_ORDER::NPY_FORTRANORDER)?
            .into_any());
    }
    let array = PyArray1::from_vec(py, cells);
    if sizes.len() == 1 {
        return Ok(array.into_any());
    }
    Ok(array
        .reshape_with_order(sizes.to_vec(), NPY_ORDER::NPY_FORTRANORDER)?
        .into_any())
}

/// An array whose last coordinate runs fastest.
fn row_after_row<'py, T: numpy::Element>(
    py: Python<'py>,
    cells: Vec<T>,
    sizes: &[usize],
) -> PyResult<Bound<'py, PyAny>> {
    let array = PyArray1::from_vec(py, cells);
    if sizes.len() == 1 {
        return Ok(array.into_any());
    }
    Ok(array.reshape(sizes.to_vec())?.into_any())
}

fn by_text<'py>(
    py: Python<'py>,
    own: &Rule,
    rule: &grundy::rule::Rule,
    sizes: &[usize],
    misere: bool,
    budget: &Budget,
    keeper: &Keeper,
) -> PyResult<Bound<'py, PyAny>> {
    let table = py.detach(|| {
        let mut meter = Meter::new(budget);
        match misere {
            false => Some(rule.table(sizes, &mut meter)),
            true => rule.misere_table(sizes, &mut meter),
        }
    });
    match table {
        Some(Ok(table)) => fortran(py, table.into_cells(), sizes, misere),
        Some(Err(Unfilled::Sizes)) => Err(error::value(&Unfilled::Sizes.said(rule))),
        Some(Err(unfilled)) => Err(error::unknown_said(py, &unfilled.said(rule))),
        // Outcomes do not tell enough of sums: each position is solved by itself.
        None => {
            let head = match own.proved() {
                Some(known) => parsed(py, &known.head)?,
                None => {
                    let part = grundy::component::part(rule.clone(), Vec::new());
                    grundy::Game::from_parts(vec![part])
                }
            };
            of_rules(py, &head, sizes, misere, budget.clone(), keeper)
        }
    }
}

fn by_name<'py>(
    py: Python<'py>,
    name: &str,
    sizes: &[usize],
    misere: bool,
    budget: Budget,
    keeper: &Keeper,
) -> PyResult<Bound<'py, PyAny>> {
    let game = parsed(py, name)?;
    if game.parts().len() != 1 || game.components().next().is_some() {
        return Err(one_game());
    }
    of_rules(py, &game, sizes, misere, budget, keeper)
}

/// That a text is not the rules of one game.
fn one_game() -> PyErr {
    error::value(&said!(
        "expected the rules of one game without positions, for example 'take:1,3,4' or 'wythoff'",
        "此处应为单个博弈的规则,不含局面,例如 'take:1,3,4' 或 'wythoff'"
    ))
}

/// A table for the only part of a game.
fn of_rules<'py>(
    py: Python<'py>,
    game: &grundy::Game,
    sizes: &[usize],
    misere: bool,
    budget: Budget,
    keeper: &Keeper,
) -> PyResult<Bound<'py, PyAny>> {
    let Some(part) = game.parts().first() else {
        return Err(one_game());
    };
    let mut solver = Solver::new();
    solver.budget = budget;
    let mut progress = |done| _ = keeper.goes_on(done);
    if misere {
        let outcomes = py.detach(|| {
            let outcomes = shown::outcomes(
                part.rules.as_ref(),
                Play::Misere,
                sizes,
                solver,
                &mut progress,
            )?;
            Ok(outcomes
                .into_iter()
                .map(|outcome| outcome == Outcome::N)
                .collect::<Vec<bool>>())
        });
        let wins = outcomes.map_err(|why: grundy::Said| error::unknown_said(py, &why))?;
        return row_after_row(py, wins, sizes);
    }
    let values = py.detach(|| shown::values(part.rules.as_ref(), sizes, solver, &mut progress));
    row_after_row(
        py,
        values.map_err(|why| error::unknown_said(py, &why))?,
        sizes,
    )
}

/// Positions of a function are numbers, or tuples of them.
fn by_function<'py>(
    py: Python<'py>,
    function: &Function,
    sizes: &[usize],
    misere: bool,
    budget: Budget,
    keeper: &Keeper,
) -> PyResult<Bound<'py, PyAny>> {
    let mut solver = Solver::new();
    solver.budget = budget;
    (solver.listed, solver.reasons) = (0, false);
    let play = crate::game::play(misere);
    let count: usize = sizes.iter().product();
    let (mut values, mut wins) = (Vec::new(), Vec::new());
    for place in 0..count {
        let mut rest = place;
        let mut coordinates = vec![0; sizes.len()];
        for (coordinate, &size) in coordinates.iter_mut().zip(sizes).rev() {
            *coordinate = rest % size;
            rest /= size;
        }
        let position = match coordinates[..] {
            [only] => only.into_pyobject(py)?.into_any().unbind(),
            _ => PyTuple::new(py, &coordinates)?.into_any().unbind(),
        };
        let game = grundy::Game::from_parts(vec![function.part([Ok(position)], py)?]);
        function::explored(py, &game, &solver.budget)?;
        let answer = py.detach(|| solver.solve(&game, play));
        function::checked(py, &game)?;
        if !keeper.goes_on(place as u64) {
            break;
        }
        let unknown = || {
            said!(
                "the value of {game} is not known",
                "{game} 的 SG 值未知",
                game = game.to_string()
            )
        };
        match misere {
            true => {
                let outcome = answer
                    .outcome
                    .ok_or_else(|| error::unknown_said(py, &unknown()))?;
                wins.push(outcome == Outcome::N);
            }
            false => {
                let value = answer.value.and_then(|value| u32::try_from(&value.0).ok());
                values.push(value.ok_or_else(|| error::unknown_said(py, &unknown()))?);
            }
        }
    }
    match misere {
        _ if values.len().max(wins.len()) < count => {
            // Whoever ended it has said why, and that is what is raised.
            Err(error::unknown_said(py, &Exhausted::Interrupted.said()))
        }
        true => row_after_row(py, wins, sizes),
        false => row_after_row(py, values, sizes),
    }
}

/// The Grundy values of heaps 0, 1, …, ``n`` − 1 of a take-and-break game, as a NumPy array of ``uint32``.
///
/// ``code`` is an octal or hexadecimal code (``"0.77"``), a set of takes (``"take:1,3,4"``), the name of a game on heaps, or a rule in one
/// coordinate. The array is the engine's own memory, not a copy. ``progress`` is called now and then with the number
/// of values computed since the last call, so the ``update`` of a tqdm bar will do.
///
/// >>> import grundy
/// >>> grundy.sequence("0.77", 12)
/// array([0, 1, 2, 3, 1, 4, 3, 2, 1, 4, 2, 6], dtype=uint32)
///
/// Raises ``ParseError`` for text that is no code, ``Unknown`` where ``memory`` does not suffice.
#[pyfunction]
#[pyo3(signature = (code, n, *, memory = None, progress = None), text_signature = "(code, n, *, memory=2 << 30, progress=None)")]
pub(crate) fn sequence<'py>(
    py: Python<'py>,
    code: Rulish<'py>,
    n: Shape,
    memory: Option<&Bound<'py, PyAny>>,
    progress: Option<Bound<'py, PyAny>>,
) -> PyResult<Bound<'py, PyAny>> {
    let &[count] = &n.0[..] else {
        return Err(error::value(&said!(
            "expected the length of a sequence, one number, for example 1000",
            "此处应为序列的长度,一个数,例如 1000"
        )));
    };
    let rules: Option<Rules> = match &code {
        Rulish::Name(name) => name.parse().ok(),
        Rulish::Rule(rule) => rule.get().proved().and_then(|known| known.rules.clone()),
    };
    let Some(rules) = rules else {
        return table(py, code, n, false, None, memory, Time(None), progress);
    };
    let bytes = watch::budget(None, memory, Time(None))?.bytes;
    let needed = (count as u64)
        .saturating_add(BLOCK as u64)
        .saturating_mul(4);
    if needed > bytes {
        let why = said!(
            "the array alone needs {needed} bytes, and memory allows {bytes}",
            "仅数组就需要 {needed} 字节,而 memory 只允许 {bytes}",
            needed = needed,
            bytes = bytes
        );
        return Err(error::unknown_said(py, &why));
    }
    let keeper = Keeper::new(progress, count as u64);
    let memory = usize::try_from(bytes - needed).unwrap_or(usize::MAX);
    let filled = py.detach(|| {
        let mut sequence = Sequence::new(rules, Limits { memory });
        let mut values: Vec<u32> = Vec::new();
        if values.try_reserve_exact(count + BLOCK).is_err() {
            return Err(Exhausted::Bytes(needed).said());
        }
        while values.len() < count {
            let end = count.min(values.len() + BATCH);
            while values.len() < end {
                let done = sequence.next_block(&mut values);
                done.map_err(|stop| shown::stopped(values.len() as u64, stop))?;
            }
            if !keeper.goes_on(values.len() as u64) {
                break;
            }
        }
        values.truncate(count);
        Ok(values)
    });
    let done = filled.as_ref().map_or(0, Vec::len);
    keeper.end(py, done as u64)?;
    let values = filled.map_err(|why| error::unknown_said(py, &why))?;
    let array = PyArray1::from_vec(py, values);
    debug_assert_eq!(array.len(), count);
    Ok(array.into_any())
}
