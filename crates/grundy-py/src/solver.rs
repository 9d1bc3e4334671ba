//! Questions and who answers them.

use std::sync::{Mutex, PoisonError};
use std::time::Instant;

use grundy::{Budget, Play};
use pyo3::prelude::*;
use pyo3::types::PyDict;

use crate::answer::Answer;
use crate::error::{self, Untold};
use crate::function::Function;
use crate::game::{Asked, Game, play};
use crate::watch::{self, Keeper, Time};
use crate::{explored, function, keyword, lang};

/// Winning moves listed where a call does not say how many.
const LISTED: usize = 10;

/// Answers one question.
fn solved(
    py: Python<'_>,
    solver: &mut grundy::Solver,
    game: grundy::Game,
    play: Play,
    progress: Option<Bound<'_, PyAny>>,
) -> PyResult<Py<Answer>> {
    let keeper = Keeper::new(progress, solver.budget.positions);
    let (own, begun) = (solver.budget.clone(), Instant::now());
    let mut budget = keeper.budget(own.clone());
    let explored = explored::explored(py, &game, &budget);
    // What the keeper heard goes before what it made of the work.
    keeper.end(py, 0)?;
    explored?;
    if Game::functions(&game).next().is_some() {
        budget.time = budget.time.map(|time| time.saturating_sub(begun.elapsed()));
    }
    solver.budget = budget;
    let answer = py.detach(|| solver.solve(&game, play));
    solver.budget = own;
    keeper.end(py, 0)?;
    function::checked(py, &game)?;
    let unknown = match answer.outcome {
        Some(_) => None,
        None => answer.unknown.clone(),
    };
    let answer = Py::new(py, Answer::of(game, answer))?;
    let Some(why) = unknown else {
        return Ok(answer);
    };
    let untold = Untold {
        message: &why.render(lang::current()),
        kind: why.word(),
        place: why.place(),
    };
    Err(error::unknown(py, &untold, Some(answer.into_any())))
}

/// Who wins a position, its value, which moves win, and why.
///
/// ``game`` is a ``Game`` or its text, as on the command line, or the name of a game and ``position`` what ``Game`` takes beside it;
/// ``moves`` is how many winning moves are listed. Positions, bytes of memory and seconds are bounded; ``time`` may be a text such as
/// ``"500ms"``, ``"30s"``, ``"5m"``, and ``time=None`` is as long as it takes. ``progress`` is called now and then with the
/// number of positions looked at since the last call, so the ``update`` of a tqdm bar will do.
///
/// >>> import grundy
/// >>> grundy.solve("wythoff 3,5").outcome
/// 'P'
/// >>> grundy.solve("nim", [3, 5, 7]).value
/// Nimber(1)
/// >>> grundy.solve("nim 3 5 7", misere=True).moves[0].text()
/// 'take 1'
/// >>> try:
/// ...     grundy.solve("nim 3 x")
/// ... except grundy.ParseError as wrong:
/// ...     print(wrong)
/// column 7: expected a whole number, found 'x'; for example: nim 3 5 7
///     nim 3 x
///           ^
///
/// Raises ``ParseError`` with the place of what is wrong in the text, and ``Unknown`` with the reason where the
/// answer cannot be had within the bounds.
#[pyfunction]
#[pyo3(signature = (game, position = None, *, misere = None, moves = None, positions = None, memory = None, time = Time::default(), progress = None, **others),
    text_signature = "(game, position=None, *, misere=False, moves=10, positions=20000000, memory=2147483648, time=10.0, progress=None)")]
#[expect(
    clippy::too_many_arguments,
    reason = "each is a keyword of the Python function"
)]
pub(crate) fn solve(
    py: Python<'_>,
    game: &Bound<'_, PyAny>,
    position: Option<&Bound<'_, PyAny>>,
    misere: Option<&Bound<'_, PyAny>>,
    moves: Option<&Bound<'_, PyAny>>,
    positions: Option<&Bound<'_, PyAny>>,
    memory: Option<&Bound<'_, PyAny>>,
    time: Time,
    progress: Option<Bound<'_, PyAny>>,
    others: Option<&Bound<'_, PyDict>>,
) -> PyResult<Py<Answer>> {
    let known = ["misere", "moves", "positions", "memory", "time", "progress"];
    keyword::no_others("solve", &known, others)?;
    let game = Asked::with_positions(game, position)?;
    let mut solver = grundy::Solver::new();
    solver.budget = watch::budget(positions, memory, time)?;
    solver.listed = keyword::count("moves", moves, LISTED)?;
    solved(
        py,
        &mut solver,
        game.0,
        play(keyword::flag("misere", misere)?),
        progress,
    )
}

/// Answers many questions, and keeps what it has tabulated between them.
///
/// >>> import grundy
/// >>> solver = grundy.Solver(time=60)
/// >>> [solver.solve(f"kayles {n}").value for n in range(5)]
/// [Nimber(0), Nimber(1), Nimber(2), Nimber(3), Nimber(1)]
#[pyclass(frozen, module = "grundy")]
pub(crate) struct Solver {
    solver: Mutex<grundy::Solver>,
    /// The functions whose positions are in its tables: while they are in use, no other function gets their names.
    functions: Mutex<Vec<Function>>,
}

#[pymethods]
impl Solver {
    #[new]
    #[pyo3(signature = (*, positions = None, memory = None, time = Time::default(), **others),
        text_signature = "(*, positions=20000000, memory=2147483648, time=10.0)")]
    fn new(
        positions: Option<&Bound<'_, PyAny>>,
        memory: Option<&Bound<'_, PyAny>>,
        time: Time,
        others: Option<&Bound<'_, PyDict>>,
    ) -> PyResult<Solver> {
        keyword::no_others("Solver", &["positions", "memory", "time"], others)?;
        let mut solver = grundy::Solver::new();
        solver.budget = watch::budget(positions, memory, time)?;
        Ok(Solver {
            solver: Mutex::new(solver),
            functions: Mutex::default(),
        })
    }

    fn __repr__(&self) -> String {
        let solver = self.solver.lock().unwrap_or_else(PoisonError::into_inner);
        let Budget {
            positions,
            bytes,
            time,
            ..
        } = &solver.budget;
        let time = time.map_or("None".to_owned(), |time| {
            format!("{:?}", time.as_secs_f64())
        });
        format!("Solver(positions={positions}, memory={bytes}, time={time})")
    }

    /// Who wins a position, its value, which moves win, and why: see ``grundy.solve``.
    #[pyo3(signature = (game, position = None, *, misere = None, moves = None, progress = None, **others),
        text_signature = "($self, game, position=None, *, misere=False, moves=10, progress=None)")]
    #[expect(
        clippy::too_many_arguments,
        reason = "they are the keywords of the method"
    )]
    fn solve(
        &self,
        py: Python<'_>,
        game: &Bound<'_, PyAny>,
        position: Option<&Bound<'_, PyAny>>,
        misere: Option<&Bound<'_, PyAny>>,
        moves: Option<&Bound<'_, PyAny>>,
        progress: Option<Bound<'_, PyAny>>,
        others: Option<&Bound<'_, PyDict>>,
    ) -> PyResult<Py<Answer>> {
        keyword::no_others("solve", &["misere", "moves", "progress"], others)?;
        let game = Asked::with_positions(game, position)?;
        let moves = keyword::count("moves", moves, LISTED)?;
        let play = play(keyword::flag("misere", misere)?);
        // Its tables go with the question; whoever asks meanwhile begins with empty ones.
        let mut taken = py.detach(|| {
            let mut solver = self.solver.lock().unwrap_or_else(PoisonError::into_inner);
            let budget = solver.budget.clone();
            let taken = std::mem::take(&mut *solver);
            solver.budget = budget;
            taken
        });
        {
            let mut functions = self
                .functions
                .lock()
                .unwrap_or_else(PoisonError::into_inner);
            for function in Game::functions(&game.0) {
                if !functions.iter().any(|known| known.is(function)) {
                    functions.push(function.clone());
                }
            }
        }
        taken.listed = moves;
        let answered = solved(py, &mut taken, game.0, play, progress);
        let old = {
            let mut solver = self.solver.lock().unwrap_or_else(PoisonError::into_inner);
            std::mem::replace(&mut *solver, taken)
        };
        // What it held may be the last of Python's objects, which are not dropped within the lock.
        drop(old);
        answered
    }
}
