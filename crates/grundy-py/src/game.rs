//! Positions and their moves.

use std::fs;

use grundy::component;
use grundy::reason::TooLarge;
use grundy::{Lang, Message, Outcome, Play, Reason, Stop, message};
use grundy_cli::{Why, shown as pictures};
use grundy_play::Board;
use grundy_service::text::plain;
use pyo3::exceptions::{PyIndexError, PyTypeError};
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyList, PySlice, PyTuple};

use crate::function::Function;
use crate::nimber::{Reduced, hash_of};
use crate::rule::Rule;
use crate::watch::{self, Keeper, Time};
use crate::{error, explored, keyword, lang, position};

/// Most components that the options of a position hold together.
const MOST_HELD: usize = 2_000_000;

/// Options that are listed where a call does not say how many.
const LISTED: usize = 100_000;

/// Most bytes read of a file that a position names.
const MOST_READ: u64 = 2 << 30;

/// A position: a sum of components, written as on the command line.
///
/// Equal positions are equal and hash alike; ``+`` adds them. What ``repr`` prints makes the position again. It is a
/// sequence of its components, so ``len`` is their number, and only the sum of none is false. Notebooks draw it.
///
/// >>> from grundy import Game
/// >>> game = Game("nim 3 5") + Game("kayles 4")
/// >>> game
/// Game('nim 3 5 + kayles 4')
/// >>> len(game), game[0], game == Game("nim 3 5 + kayles 4")
/// (3, Game('nim 3'), True)
/// >>> [str(option) for option in Game("take:1,3 4").options()]
/// ['take:1,3 3', 'take:1,3 1']
///
/// A position may also be given as data, beside the name of a game or a rule: numbers in a list, a tuple or an array, pairs as tuples, a
/// board as its rows, which are texts or lists of letters; of numbers 0 is an empty cell.
///
/// >>> Game("nim", [3, 5, 7]), Game("wythoff", [(3, 5), (1, 2)])
/// (Game('nim 3 5 7'), Game('wythoff 3,5 1,2'))
/// >>> Game("cram", ["..x", "..."]) == Game("cram", [[0, 0, 1], [0, 0, 0]]) == Game("cram ..x/...")
/// True
///
/// Raises ``ParseError`` with the place of what is wrong. ``@name`` within a position stands for the text of a file.
#[pyclass(frozen, module = "grundy")]
#[derive(Clone)]
pub(crate) struct Game(pub(crate) grundy::Game);

/// Reads a position; its numbers may be written `1_000`, `1e3` or `10^3`, as on the command line.
pub(crate) fn parsed(py: Python<'_>, text: &str) -> PyResult<grundy::Game> {
    let text = &*plain(text);
    grundy::Game::parse(text, &read).map_err(|wrong| error::game(py, text, &wrong))
}

/// The text of a file that a position names.
pub(crate) fn read(name: &str) -> Result<String, Message> {
    let failed = |error: std::io::Error| {
        message!(
            "cannot read {name}: {error}",
            "无法读取 {name}：{error}",
            name = name,
            error = error.to_string()
        )
    };
    let length = fs::metadata(name).map_err(failed)?.len();
    if length > MOST_READ {
        return Err(message!(
            "{name} has more than {most} bytes",
            "{name} 超过 {most} 字节",
            name = name,
            most = MOST_READ
        ));
    }
    fs::read_to_string(name).map_err(failed)
}

/// A position of the game that is written so.
fn example(head: &str) -> String {
    let with_heap = format!("{head} 5");
    let name = head.split(':').next().unwrap_or_default();
    match grundy::game::listing(name) {
        _ if with_heap.parse::<grundy::Game>().is_ok() => with_heap,
        Some(listing) => listing.example.to_owned(),
        None => with_heap,
    }
}

/// A position as an argument: a `Game`, or its text.
pub(crate) struct Asked(pub(crate) grundy::Game);

impl Asked {
    /// A position: a game, or what is written beside the name of one.
    fn of(asked: &Bound<'_, PyAny>, position: Option<&Bound<'_, PyAny>>) -> PyResult<Asked> {
        match position {
            None => asked.extract(),
            Some(position) => position::placed(asked, position).map(Asked),
        }
    }

    /// A position to ask about: refuses the text of a game without one, such as `kayles`. An empty [`Game`] is one, and is written `nim`.
    pub(crate) fn with_positions(
        asked: &Bound<'_, PyAny>,
        position: Option<&Bound<'_, PyAny>>,
    ) -> PyResult<Asked> {
        let game = Asked::of(asked, position)?;
        let text = asked.extract::<String>();
        // A word by itself is a name; behind one stands a position, which may be at its end.
        let is_bare = |text: &str| {
            let mut words = text.split(" + ").map(str::trim);
            text.trim() != "nim" && words.any(|word| !word.contains(char::is_whitespace))
        };
        if text.is_ok_and(|text| is_bare(&text))
            && let Some(part) = (game.0.parts().iter()).find(|part| part.components.is_empty())
        {
            return Err(error::value(&message!(
                "'{game}' is a game; add a position to ask about, for example '{example}'",
                "'{game}' 是游戏名；请写出要问的局面，例如 '{example}'",
                game = part.rules.head(),
                example = example(part.rules.head())
            )));
        }
        Ok(game)
    }
}

impl<'py> FromPyObject<'_, 'py> for Asked {
    type Error = PyErr;

    fn extract(asked: Borrowed<'_, 'py, PyAny>) -> PyResult<Asked> {
        if let Ok(game) = asked.cast::<Game>() {
            return Ok(Asked(game.get().0.clone()));
        }
        let Ok(text) = asked.extract::<String>() else {
            let expected = message!(
                "a position, a Game or its text, for example 'nim 3 5 7'",
                "局面（Game）或其文本，例如 'nim 3 5 7'"
            );
            return Err(error::kind(&expected, &asked));
        };
        parsed(asked.py(), &text).map(Asked)
    }
}

/// Under which play.
pub(crate) fn play(misere: bool) -> Play {
    match misere {
        true => Play::Misere,
        false => Play::Normal,
    }
}

impl Game {
    /// The functions that some components are played by.
    pub(crate) fn functions(game: &grundy::Game) -> impl Iterator<Item = &Function> {
        let one = |component| Some(component::of_kind::<Function>(component)?.0);
        game.components().filter_map(one)
    }
}

#[pymethods]
impl Game {
    #[new]
    #[pyo3(signature = (game, position = None, /))]
    fn new(game: &Bound<'_, PyAny>, position: Option<&Bound<'_, PyAny>>) -> PyResult<Game> {
        Asked::of(game, position).map(|asked| Game(asked.0))
    }

    /// The components, each a position of its own.
    #[getter]
    fn components(&self) -> Vec<Game> {
        (0..self.__len__())
            .filter_map(|place| self.component(place))
            .collect()
    }

    /// The positions that a move leads to, in the order of the components and of their moves.
    ///
    /// Raises ``Unknown`` where there are more than ``limit``.
    #[pyo3(signature = (*, limit = None), text_signature = "($self, *, limit=100000)")]
    fn options(&self, py: Python<'_>, limit: Option<&Bound<'_, PyAny>>) -> PyResult<Vec<Game>> {
        let limit = keyword::count("limit", limit, LISTED)?;
        let (mut options, count) = (Vec::new(), self.__len__());
        for (place, component) in self.0.components().enumerate() {
            py.check_signals()?;
            let most = limit.min(MOST_HELD / count.max(1));
            let sums = component.options(most - options.len().min(most));
            let sums = match (sums, component::of_kind::<Function>(component)) {
                (Ok(sums), _) => sums,
                (Err(_), Some((function, _))) if function.has_failed() => {
                    return Err(function.failure(py));
                }
                (Err(Stop::Fault(fault)), _) => {
                    return Err(error::unknown_why(py, Reason::Fault(fault)));
                }
                (Err(Stop::Full), _) => {
                    let message = message!(
                        "there are more than {limit} options",
                        "后继超过 {limit} 个",
                        limit = most
                    );
                    let why = Why::told(TooLarge::Moves(most), message);
                    return Err(error::unknown_why(py, why));
                }
            };
            options.extend(sums.iter().map(|sum| Game(self.0.after(place, sum))));
        }
        Ok(options)
    }

    /// All moves, each with who wins after it.
    ///
    /// >>> from grundy import Game
    /// >>> for move in Game("nim 1 2").moves():
    /// ...     print(move, "->", move.game, "wins" if move.wins else "loses")
    /// take 1 -> nim 0 2 loses
    /// take 1 -> nim 1 1 wins
    /// take 2 -> nim 1 0 loses
    ///
    /// Raises ``Unknown`` where there are more than 10,000 moves, or more than 400 components.
    #[pyo3(signature = (*, misere = None, positions = None, memory = None, time = Time::default(), **others),
        text_signature = "($self, *, misere=False, positions=20000000, memory=2147483648, time=10.0)")]
    fn moves(
        &self,
        py: Python<'_>,
        misere: Option<&Bound<'_, PyAny>>,
        positions: Option<&Bound<'_, PyAny>>,
        memory: Option<&Bound<'_, PyAny>>,
        time: Time,
        others: Option<&Bound<'_, PyDict>>,
    ) -> PyResult<Vec<Move>> {
        let known = ["misere", "positions", "memory", "time"];
        keyword::no_others("moves", &known, others)?;
        let keeper = Keeper::new(None, 0);
        let budget = keeper.budget(watch::budget(positions, memory, time)?);
        let (game, play) = (&self.0, play(keyword::flag("misere", misere)?));
        let explored = explored::explored(py, game, &budget);
        keeper.end(py, 0)?;
        explored?;
        let board = py.detach(|| Board::new(game, play, &budget));
        keeper.end(py, 0)?;
        crate::function::checked(py, game)?;
        if !board.complete {
            let many = || {
                message!(
                    "there are too many moves to list them",
                    "走法太多，无法列出"
                )
            };
            return Err(match board.fault {
                Some(fault) => error::unknown_why(py, Reason::Fault(fault)),
                None => error::unknown_why(py, many()),
            });
        }
        Ok(board
            .moves
            .into_iter()
            .map(|mv| Move::of_board(&self.0, mv))
            .collect())
    }

    /// The position as it lies on a table: stones, pins, coins, boards and graphs, drawn as SVG.
    fn svg(&self, py: Python<'_>) -> PyResult<String> {
        let picture = pictures::scene(&self.0);
        crate::function::checked(py, &self.0)?;
        Ok(picture)
    }

    fn _repr_svg_(&self, py: Python<'_>) -> PyResult<String> {
        self.svg(py)
    }

    /// The component at a place, from the end where the place is negative; or the sum of those of a slice.
    fn __getitem__(&self, place: &Bound<'_, PyAny>) -> PyResult<Game> {
        if let Ok(slice) = place.cast::<PySlice>() {
            let within = slice.indices(self.__len__() as isize)?;
            let places = (0..within.slicelength as isize).map(|at| within.start + at * within.step);
            let components =
                places.filter_map(|place| self.component(usize::try_from(place).ok()?));
            let parts: Vec<component::Part> =
                components.flat_map(|one| one.0.parts().to_vec()).collect();
            return match parts.is_empty() {
                true => parsed(place.py(), "nim").map(Game),
                false => Ok(Game(grundy::Game::from_parts(parts))),
            };
        }
        let place: isize = place.extract()?;
        let place = if place < 0 {
            place + self.__len__() as isize
        } else {
            place
        };
        let found = usize::try_from(place)
            .ok()
            .and_then(|place| self.component(place));
        found.ok_or_else(|| {
            let message = message!("there is no such component", "没有这个分量");
            PyIndexError::new_err(message.render(lang::current()))
        })
    }

    /// How many components there are.
    fn __len__(&self) -> usize {
        self.0.components().count()
    }

    fn __add__(&self, other: &Bound<'_, PyAny>) -> PyResult<Py<PyAny>> {
        summed(other, |other| self.plus(other))
    }

    fn __radd__(&self, other: &Bound<'_, PyAny>) -> PyResult<Py<PyAny>> {
        // So that `sum` begins with nothing.
        if other.extract::<u8>().is_ok_and(|other| other == 0) {
            return Ok(Py::new(other.py(), self.clone())?.into_any());
        }
        summed(other, |other| other.plus(self))
    }

    fn __eq__(&self, other: &Bound<'_, PyAny>) -> bool {
        other
            .cast::<Game>()
            .is_ok_and(|other| self.0 == other.get().0)
    }

    fn __hash__(&self) -> u64 {
        hash_of(&self.0.to_string())
    }

    fn __str__(&self, py: Python<'_>) -> PyResult<String> {
        let text = self.0.to_string();
        crate::function::checked(py, &self.0)?;
        Ok(text)
    }

    fn __repr__(&self, py: Python<'_>) -> PyResult<String> {
        let mut pieces = Vec::new();
        let mut text: Vec<component::Part> = Vec::new();
        for part in self.0.parts() {
            match Function::positions(py, part)? {
                None => text.push(part.clone()),
                Some((function, positions)) => {
                    pieces.extend(written(&mut text)?);
                    let positions = positions
                        .iter()
                        .map(|position| position.bind(py).repr()?.extract::<String>());
                    let positions = positions.collect::<PyResult<Vec<String>>>()?;
                    pieces.push(format!("{}({})", function.shown(), positions.join(", ")));
                }
            }
        }
        pieces.extend(written(&mut text)?);
        Ok(pieces.join(" + "))
    }

    fn __reduce__<'py>(&self, py: Python<'py>) -> PyResult<Reduced<'py>> {
        if Game::functions(&self.0).next().is_none() {
            let class = py.get_type::<Game>().into_any();
            return Ok((class, PyTuple::new(py, [self.0.to_string()])?));
        }
        let sum = py.import("grundy._errors")?.getattr("_sum")?;
        let parts = PyList::empty(py);
        for part in self.0.parts() {
            match Function::positions(py, part)? {
                None => parts.append(Game(grundy::Game::from_parts(vec![part.clone()])))?,
                Some((function, positions)) => {
                    let rule = Rule::of_function(function.clone());
                    parts.append((rule, PyTuple::new(py, positions)?))?;
                }
            }
        }
        Ok((sum, PyTuple::new(py, [parts])?))
    }
}

/// What an operator makes of the other operand; `NotImplemented` where that is no position.
fn summed(other: &Bound<'_, PyAny>, made: impl FnOnce(&Game) -> Game) -> PyResult<Py<PyAny>> {
    let py = other.py();
    match other.extract::<Asked>() {
        Ok(asked) => Ok(Py::new(py, made(&Game(asked.0)))?.into_any()),
        Err(wrong) if wrong.is_instance_of::<PyTypeError>(py) => Ok(py.NotImplemented()),
        Err(wrong) => Err(wrong),
    }
}

/// What makes these parts again, if there are some; they are taken.
fn written(parts: &mut Vec<component::Part>) -> PyResult<Option<String>> {
    if parts.is_empty() {
        return Ok(None);
    }
    let text = grundy::Game::from_parts(std::mem::take(parts)).to_string();
    Python::attach(|py| {
        let quoted: String = text.into_pyobject(py)?.repr()?.extract()?;
        Ok(Some(format!("Game({quoted})")))
    })
}

impl Game {
    fn plus(&self, other: &Game) -> Game {
        let parts = self.0.parts().iter().chain(other.0.parts());
        let filled = parts.filter(|part| !part.components.is_empty());
        let all: Vec<component::Part> = filled.cloned().collect();
        match all.is_empty() {
            true => self.clone(),
            false => Game(grundy::Game::from_parts(all)),
        }
    }

    fn component(&self, place: usize) -> Option<Game> {
        let component = self.0.components().nth(place)?.boxed();
        self.0.instead(place, &[component]).map(Game)
    }
}

/// A position in a line that tells what an object is, cut where it is long.
pub(crate) fn shown(game: &grundy::Game) -> String {
    const MOST: usize = 80;
    let text = game.to_string();
    if text.chars().count() <= MOST {
        return text;
    }
    text.chars().take(MOST).chain("…".chars()).collect()
}

/// A move: in words, what it leaves, and what that is worth.
#[pyclass(frozen, module = "grundy")]
#[derive(Clone)]
pub(crate) struct Move {
    /// The place of the component, from 0.
    #[pyo3(get)]
    pub(crate) component: usize,
    pub(crate) message: Message,
    /// What the move leaves in the place of the component.
    #[pyo3(get)]
    pub(crate) to: Game,
    /// The whole position after the move.
    #[pyo3(get)]
    pub(crate) game: Game,
    pub(crate) after: Option<Outcome>,
    /// Whether the move wins; ``None`` where that is not known.
    #[pyo3(get)]
    pub(crate) wins: Option<bool>,
}

impl Move {
    fn of_board(before: &grundy::Game, mv: grundy_play::Move) -> Move {
        let to = before.instead(mv.component, &mv.left);
        Move {
            component: mv.component,
            message: mv.message,
            to: Game(to.unwrap_or_else(|| mv.game.clone())),
            game: Game(mv.game),
            after: mv.after,
            wins: mv.wins,
        }
    }

    /// A winning move of an answer.
    pub(crate) fn of_answer(game: &grundy::Game, mv: &grundy::answer::WinningMove) -> Move {
        Move {
            component: mv.component,
            message: mv.message.clone(),
            to: Game(
                game.instead(mv.component, &mv.to)
                    .unwrap_or_else(|| game.clone()),
            ),
            game: Game(game.after(mv.component, &mv.to)),
            after: Some(Outcome::P),
            wins: Some(true),
        }
    }
}

#[pymethods]
impl Move {
    /// The move in words, in English or Chinese: ``"take 3"``.
    #[pyo3(signature = (lang = None))]
    fn text(&self, lang: Option<&str>) -> PyResult<String> {
        Ok(self.message.render(lang::chosen(lang)?))
    }

    /// Who wins after the move: ``"P"``, ``"N"``, ``"D"``, or ``None`` where that is not known.
    #[getter]
    fn after(&self) -> Option<&'static str> {
        self.after.map(Outcome::letter)
    }

    fn __str__(&self) -> String {
        self.message.render(lang::current())
    }

    fn __repr__(&self) -> String {
        let message = self.message.render(Lang::En);
        format!(
            "<Move {message} in component {} -> {}>",
            self.component,
            shown(&self.game.0)
        )
    }

    fn __eq__(&self, other: &Bound<'_, PyAny>) -> bool {
        let same = |other: &Move| {
            (self.component, self.wins, self.after) == (other.component, other.wins, other.after)
                && self.game.0 == other.game.0
                && self.to.0 == other.to.0
                && self.message.render(Lang::En) == other.message.render(Lang::En)
        };
        other.cast::<Move>().is_ok_and(|other| same(other.get()))
    }

    fn __hash__(&self) -> u64 {
        hash_of(&format!("{} {}", self.component, self.game.0))
    }

    fn __reduce__<'py>(&self, py: Python<'py>) -> PyResult<Reduced<'py>> {
        let restore = py.get_type::<Move>().getattr("_restored")?;
        let state = PyDict::new(py);
        state.set_item("component", self.component)?;
        state.set_item("en", self.message.render(Lang::En))?;
        state.set_item("zh", self.message.render(Lang::Zh))?;
        state.set_item("to", self.to.clone())?;
        state.set_item("game", self.game.clone())?;
        state.set_item("after", self.after())?;
        state.set_item("wins", self.wins)?;
        Ok((restore, PyTuple::new(py, [state])?))
    }

    /// A move from what ``pickle`` kept of it.
    #[staticmethod]
    fn _restored(state: &Bound<'_, PyDict>) -> PyResult<Move> {
        let item = |name: &str| {
            let missing = || {
                error::value(&message!(
                    "no move: {name} is missing",
                    "不是走法：缺少 {name}",
                    name = name
                ))
            };
            state.get_item(name)?.ok_or_else(missing)
        };
        let after: Option<String> = item("after")?.extract()?;
        Ok(Move {
            component: item("component")?.extract()?,
            message: both(
                &item("en")?.extract::<String>()?,
                &item("zh")?.extract::<String>()?,
            ),
            to: item("to")?.cast::<Game>()?.get().clone(),
            game: item("game")?.cast::<Game>()?.get().clone(),
            after: after.as_deref().and_then(outcome),
            wins: item("wins")?.extract()?,
        })
    }
}

/// An outcome by its letter.
pub(crate) fn outcome(letter: &str) -> Option<Outcome> {
    [Outcome::P, Outcome::N, Outcome::D]
        .into_iter()
        .find(|outcome| outcome.letter() == letter)
}

/// A sentence that was rendered in both languages.
pub(crate) fn both(en: &str, zh: &str) -> Message {
    message!("{en}", "{zh}", en = en, zh = zh)
}
