//! Tables and sequences of Grundy values as NumPy arrays, which take over the memory that the engines filled.

use grundy::budget::{Exhausted, Meter};
use grundy::engine::sequence::{BLOCK, Limits, Rules, Sequence};
use grundy::rule::Unfilled;
use grundy::{Budget, Outcome, Play, Solver, message};
use grundy_cli::shown;
use grundy_service::source::{Game, Source};
use grundy_service::{Failure, Why, table as service};
use numpy::npyffi::NPY_ORDER;
use numpy::{PyArray1, PyArrayMethods, PyUntypedArrayMethods};
use pyo3::prelude::*;
use pyo3::types::{PyDict, PySlice, PyTuple};

use crate::explored::Explorer;
use crate::function::{self, Function};
use crate::game::{self, parsed};
use crate::rule::{Kind, Rule};
use crate::watch::{self, Keeper, Time};
use crate::{error, keyword, number, position};

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
            let expected = message!(
                "a Rule, its text, or the name of a game, for example 'take:1,3,4'",
                "规则（Rule）、规则的文本或博弈的名字，例如 'take:1,3,4'"
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
        match position::entries(&position::plain(&shape)?)? {
            Some(sizes) => sizes.iter().map(size).collect::<PyResult<_>>().map(Shape),
            None => Ok(Shape(vec![size(&shape)?])),
        }
    }
}

/// The Grundy values of all positions whose coordinates are below these sizes, as a NumPy array of ``uint32``.
///
/// ``rule`` is a ``Rule``, its text, a function from a position to its options, or the name of a game with its
/// parameters; ``shape`` a size, or a tuple or list of sizes. Entry ``[x, y]`` is the value of the position ``x,y``; in two
/// coordinates, games on heaps give the values of sums of two heaps. The array is the engine's own memory, not a copy;
/// its order may be Fortran's. With ``outcomes=True`` the entries are ``'P'``, ``'N'`` or ``'D'``; with
/// ``misere=True`` booleans, whether the next player wins, or outcomes if these are asked for.
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
/// >>> grundy.table("wythoff", (2, 3), outcomes=True)
/// array([['P', 'N', 'N'],
///        ['N', 'N', 'P']], dtype='<U1')
///
/// Raises ``ParseError`` for text that is no rule, ``Unknown`` with the reason where there is no such table or the
/// bounds do not suffice.
#[pyfunction]
#[pyo3(signature = (rule, shape, *, misere = None, outcomes = None, positions = None, memory = None, time = Time(None), progress = None, **others),
    text_signature = "(rule, shape, *, misere=False, outcomes=False, positions=None, memory=2147483648, time=None, progress=None)")]
#[expect(
    clippy::too_many_arguments,
    reason = "each is a keyword of the Python function"
)]
pub(crate) fn table<'py>(
    py: Python<'py>,
    rule: Rulish<'py>,
    shape: Shape,
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
    keyword::no_others("table", &known, others)?;
    let mut budget = watch::budget(positions, memory, time)?;
    if positions.is_none() {
        budget.positions = u64::MAX;
    }
    let sizes = shape.0;
    let cells = sizes
        .iter()
        .try_fold(1u64, |cells, &size| cells.checked_mul(size as u64));
    if sizes.is_empty() {
        return Err(error::value(&message!(
            "expected a size or a tuple of sizes, for example (20, 20)",
            "此处应为尺寸或尺寸的元组，例如 (20, 20)"
        )));
    }
    let Some(cells) = cells.filter(|&cells| cells <= budget.bytes / 4) else {
        let why = message!(
            "the table needs more than {bytes} bytes",
            "表所需内存超过 {bytes} 字节",
            bytes = budget.bytes
        );
        let why = Why::told(Exhausted::Bytes(budget.bytes), why);
        return Err(error::unknown_why(py, why));
    };
    let keeper = Keeper::new(progress, cells);
    let tells_outcomes = keyword::flag("outcomes", outcomes)?;
    let filling = Filling {
        sizes: &sizes,
        play: game::play(keyword::flag("misere", misere)?),
        outcomes: tells_outcomes,
        budget: keeper.budget(budget),
        keeper: &keeper,
    };
    let filled = match &rule {
        Rulish::Rule(rule) => match &rule.get().kind {
            Kind::Text(text) => match text.numbers() {
                Some(numbers) => filling.by_text(py, rule.get(), numbers),
                None => filling.of_rules(py, &grundy::Game::from_parts(vec![text.head()])),
            },
            Kind::Function(function) => filling.by_function(py, function),
        },
        Rulish::Name(name) => filling.by_name(py, name),
    };
    keeper.end(py, if filled.is_ok() { cells } else { 0 })?;
    filled?.into_array(py, &sizes, tells_outcomes)
}

/// A table on its way.
struct Filling<'a> {
    sizes: &'a [usize],
    play: Play,
    /// Whether outcomes are wanted under normal play too.
    outcomes: bool,
    budget: Budget,
    keeper: &'a Keeper,
}

/// What the cells of a table hold.
enum Cells {
    /// Grundy values.
    Values(Vec<u32>),
    /// Who wins.
    Outcomes(Vec<Outcome>),
}

/// A table's cells, and whether the first coordinate runs fastest.
struct Filled(Cells, bool);

impl Filled {
    fn into_array<'py>(
        self,
        py: Python<'py>,
        sizes: &[usize],
        outcomes: bool,
    ) -> PyResult<Bound<'py, PyAny>> {
        let Filled(cells, is_fortran) = self;
        let order = match is_fortran {
            true => NPY_ORDER::NPY_FORTRANORDER,
            false => NPY_ORDER::NPY_CORDER,
        };
        let sizes = sizes.to_vec();
        let of_values = |value: u32| if value == 0 { Outcome::P } else { Outcome::N };
        let told = match cells {
            Cells::Values(values) if !outcomes => {
                let array = PyArray1::from_vec(py, values);
                return Ok(array.reshape_with_order(sizes, order)?.into_any());
            }
            Cells::Values(values) => values.into_iter().map(of_values).collect(),
            Cells::Outcomes(told) => told,
        };
        if !outcomes {
            let wins: Vec<bool> = told.into_iter().map(|one| one == Outcome::N).collect();
            let array = PyArray1::from_vec(py, wins);
            return Ok(array.reshape_with_order(sizes, order)?.into_any());
        }
        letters(py, told, |codes| codes.reshape_with_order(sizes, order))
    }
}

/// Outcomes as an array of their letters, in the shape that is made of their numbers.
pub(crate) fn letters<'py, T: IntoPyObject<'py>>(
    py: Python<'py>,
    told: Vec<Outcome>,
    shape: impl FnOnce(Bound<'py, PyArray1<u8>>) -> PyResult<T>,
) -> PyResult<Bound<'py, PyAny>> {
    let codes: Vec<u8> = told.into_iter().map(|outcome| outcome as u8).collect();
    let codes = shape(PyArray1::from_vec(py, codes))?;
    let letters = [Outcome::P, Outcome::N, Outcome::D].map(Outcome::letter);
    let letters = py.import("numpy")?.call_method1("array", (letters,))?;
    letters.call_method1("take", (codes,))
}

impl Filling<'_> {
    fn by_text(&self, py: Python<'_>, own: &Rule, rule: &grundy::rule::Rule) -> PyResult<Filled> {
        let table = py.detach(|| {
            let mut meter = Meter::new(&self.budget);
            match self.play {
                Play::Normal => Some(rule.table(self.sizes, &mut meter)),
                Play::Misere => rule.misere_table(self.sizes, &mut meter),
            }
        });
        match (table, self.play) {
            (Some(Ok(table)), Play::Normal) => Ok(Filled(Cells::Values(table.into_cells()), true)),
            (Some(Ok(table)), Play::Misere) => {
                let cells = table.into_cells().into_iter();
                let outcome = |one| if one == 0 { Outcome::P } else { Outcome::N };
                Ok(Filled(Cells::Outcomes(cells.map(outcome).collect()), true))
            }
            (Some(Err(Unfilled::Sizes)), _) => {
                Err(error::value(&Unfilled::Sizes.reason(rule).describe()))
            }
            // Where outcomes do not tell enough, or play need not end, each position is solved by itself.
            (Some(Err(unfilled)), _)
                if !(self.outcomes && matches!(unfilled, Unfilled::Repeats(_))) =>
            {
                Err(error::unknown_why(py, unfilled.reason(rule)))
            }
            _ => {
                let head = match own.game() {
                    Some(game) => game,
                    None => {
                        let part = grundy::component::part(rule.clone(), Vec::new());
                        grundy::Game::from_parts(vec![part])
                    }
                };
                self.of_rules(py, &head)
            }
        }
    }

    fn by_name(&self, py: Python<'_>, name: &str) -> PyResult<Filled> {
        let game = parsed(py, name)?;
        if game.parts().len() != 1 || game.components().next().is_some() {
            return Err(one_game());
        }
        self.of_rules(py, &game)
    }

    /// A table for the only part of a game.
    fn of_rules(&self, py: Python<'_>, game: &grundy::Game) -> PyResult<Filled> {
        let Some(part) = game.parts().first() else {
            return Err(one_game());
        };
        let mut solver = Solver::new();
        solver.budget = self.budget.clone();
        let mut progress = |done| _ = self.keeper.goes_on(done);
        let rules = part.rules.as_ref();
        let cells = py.detach(|| {
            if self.play == Play::Misere || self.outcomes {
                let told = service::outcomes(rules, self.play, self.sizes, solver, &mut progress);
                return told.map(Cells::Outcomes);
            }
            service::values(rules, self.sizes, solver, &mut progress).map(Cells::Values)
        });
        let allows = ["positions=", "memory=", "time="];
        let cells = cells.map_err(|failure| match failure {
            // There is no such table: nothing is known.
            Failure::Refused(refused) => error::unknown_why(py, refused.describe()),
            failure => error::failure(py, failure, &allows, crate::lang::current()),
        })?;
        Ok(Filled(cells, false))
    }

    /// Positions of a function are numbers, or tuples of them.
    fn by_function(&self, py: Python<'_>, function: &Function) -> PyResult<Filled> {
        let mut solver = Solver::new();
        solver.budget = self.budget.clone();
        (solver.listed, solver.reasons) = (0, false);
        let tells_outcomes = self.outcomes || self.play == Play::Misere;
        let count: usize = self.sizes.iter().product();
        let (mut values, mut outcomes) = (Vec::new(), Vec::new());
        let meter = Meter::new(&self.budget);
        let mut explorer = Explorer::new(&self.budget);
        for place in 0..count {
            if let Err(exhausted) = meter.look() {
                return Err(error::unknown_why(py, exhausted));
            }
            let game =
                grundy::Game::from_parts(vec![function.part([self.position(py, place)], py)?]);
            explorer.explore(py, &game)?;
            let answer = py.detach(|| solver.solve(&game, self.play));
            function::checked(py, &game)?;
            if !self.keeper.goes_on(place as u64) {
                // Whoever ended it has said why, and that is what is raised.
                return Err(error::unknown_why(py, Exhausted::Interrupted));
            }
            let unknown = || {
                let why = message!(
                    "the value of {game} is not known",
                    "{game} 的 SG 值未知",
                    game = game.to_string()
                );
                match answer.unknown.clone() {
                    Some(reason) => error::unknown_why(py, reason),
                    None => error::unknown_why(py, why),
                }
            };
            if tells_outcomes {
                outcomes.push(answer.outcome.ok_or_else(unknown)?);
            } else {
                let value = answer.value.as_ref();
                let value = value.and_then(|value| u32::try_from(&value.0).ok());
                values.push(value.ok_or_else(unknown)?);
            }
        }
        let cells = match tells_outcomes {
            true => Cells::Outcomes(outcomes),
            false => Cells::Values(values),
        };
        Ok(Filled(cells, false))
    }

    /// The position at a place, the last coordinate running fastest.
    fn position(&self, py: Python<'_>, place: usize) -> PyResult<Py<PyAny>> {
        let mut rest = place;
        let mut coordinates = vec![0; self.sizes.len()];
        for (coordinate, &size) in coordinates.iter_mut().zip(self.sizes).rev() {
            *coordinate = rest % size;
            rest /= size;
        }
        Ok(match coordinates[..] {
            [only] => only.into_pyobject(py)?.into_any().unbind(),
            _ => PyTuple::new(py, &coordinates)?.into_any().unbind(),
        })
    }
}

/// That a text is not the rules of one game.
fn one_game() -> PyErr {
    error::value(&message!(
        "expected the rules of one game without positions, for example 'take:1,3,4' or 'wythoff'",
        "此处应为单个博弈的规则，不含局面，例如 'take:1,3,4' 或 'wythoff'"
    ))
}

/// The Grundy values of heaps ``start``, ``start`` + 1, …, ``n`` − 1 of a take-and-break game, as a NumPy array of ``uint32``.
///
/// ``code`` is an octal or hexadecimal code (``"0.77"``), a set of takes (``"take:1,3,4"``), the name of a game on heaps, or a rule in one
/// coordinate. Where a period is proved from the values of small heaps, those between are not computed. ``progress`` is called now and then with the number
/// of values computed since the last call, so the ``update`` of a tqdm bar will do.
///
/// >>> import grundy
/// >>> grundy.sequence("0.77", 12)
/// array([0, 1, 2, 3, 1, 4, 3, 2, 1, 4, 2, 6], dtype=uint32)
/// >>> grundy.sequence("0.77", 10**18, start=10**18 - 4)
/// array([4, 1, 2, 8], dtype=uint32)
///
/// Raises ``ParseError`` for text that is no code, ``Unknown`` where ``memory`` does not suffice.
#[pyfunction]
#[pyo3(signature = (code, n, *, start = None, memory = None, progress = None, **others), text_signature = "(code, n, *, start=0, memory=2147483648, progress=None)")]
pub(crate) fn sequence<'py>(
    py: Python<'py>,
    code: Rulish<'py>,
    n: Shape,
    start: Option<Shape>,
    memory: Option<&Bound<'py, PyAny>>,
    progress: Option<Bound<'py, PyAny>>,
    others: Option<&Bound<'py, PyDict>>,
) -> PyResult<Bound<'py, PyAny>> {
    keyword::no_others("sequence", &["start", "memory", "progress"], others)?;
    let start = start.map_or(vec![0], |start| start.0);
    let (&[end], &[start]) = (&n.0[..], &start[..]) else {
        return Err(error::value(&message!(
            "expected the length of a sequence, one number, for example 1000",
            "此处应为序列的长度，一个数，例如 1000"
        )));
    };
    if start > end {
        return Err(error::value(&message!(
            "start = {start} is beyond n = {end}, where the sequence ends",
            "start = {start} 超过序列的末尾 n = {end}",
            start = start,
            end = end
        )));
    }
    let count = end - start;
    let rules: Option<Rules> = match &code {
        Rulish::Name(name) => name.parse().ok(),
        Rulish::Rule(rule) => rule.get().proved().and_then(|known| known.rules.clone()),
    };
    let Some(rules) = rules else {
        let whole = table(
            py,
            code,
            n,
            None,
            None,
            None,
            memory,
            Time(None),
            progress,
            None,
        )?;
        return match start {
            0 => Ok(whole),
            _ => whole.get_item(PySlice::new(py, isize::try_from(start)?, isize::MAX, 1)),
        };
    };
    let bytes = watch::budget(None, memory, Time(None))?.bytes;
    let needed = (count as u64)
        .saturating_add(BLOCK as u64)
        .saturating_mul(4);
    if needed > bytes {
        let why = message!(
            "the array alone needs {needed} bytes, and memory allows {bytes}",
            "仅数组就需要 {needed} 字节，而 memory 只允许 {bytes}",
            needed = needed,
            bytes = bytes
        );
        let why = Why::told(Exhausted::Bytes(bytes), why);
        return Err(error::unknown_why(py, why));
    }
    let keeper = Keeper::new(progress, count as u64);
    let memory = usize::try_from(bytes - needed).unwrap_or(usize::MAX);
    let game = Game::Code(rules.clone());
    let budget = Budget {
        bytes: memory as u64,
        time: None,
        ..Budget::default()
    };
    let proved = py.detach(|| Source::by_period(&game, start as u64, end as u64, &budget));
    let proved =
        proved.map_err(|failure| error::failure(py, failure, &[], crate::lang::current()))?;
    let filled = py.detach(|| {
        let computed = || Source::Sequence(Box::new(Sequence::new(rules, Limits { memory })));
        let mut source = proved.unwrap_or_else(computed);
        let mut values: Vec<u32> = Vec::new();
        if values
            .try_reserve_exact(count.saturating_add(BLOCK))
            .is_err()
        {
            return Err(Why::from(Exhausted::Bytes(needed)));
        }
        while values.len() < count {
            let batch = source.len() + BATCH as u64;
            while values.len() < count && source.len() < batch {
                let done = source.next_block(&mut values);
                done.map_err(|stop| shown::stopped(source.len(), stop))?;
                // What comes before the first that is asked for is not kept.
                let first = source.len() - values.len() as u64;
                if let Ok(early @ 1..) = usize::try_from((start as u64).saturating_sub(first)) {
                    values.drain(..early.min(values.len()));
                }
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
    let values = filled.map_err(|why| error::unknown_why(py, why))?;
    let array = PyArray1::from_vec(py, values);
    debug_assert_eq!(array.len(), count);
    Ok(array.into_any())
}
