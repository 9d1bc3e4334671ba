//! What is known of a position.

use grundy::answer::{Declined, Winning, WinningMove};
use grundy::notation::shortened;
use grundy::reason::Other;
use grundy::{Engine, Lang, Message, Play, Reason, Theory, message};
use grundy_cli::shown;
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyList, PyTuple};

use crate::game::{self, Game, Move, both, outcome, play};
use crate::nimber::{Nimber, Reduced, hash_of};
use crate::{error, lang, number};

/// What is known of a position: who wins, its value, which moves win, and why.
///
/// >>> import grundy
/// >>> answer = grundy.solve("nim 3 5 7")
/// >>> answer
/// <Answer: nim 3 5 7 is N, value 1, winning moves: 3>
/// >>> answer.outcome, answer.value, answer.moves[0].text(), answer.moves[0].game
/// ('N', Nimber(1), 'take 1', Game('nim 2 5 7'))
/// >>> print(answer.verdict())
/// The player to move wins (N-position)
#[pyclass(frozen, module = "grundy")]
pub(crate) struct Answer {
    game: grundy::Game,
    answer: grundy::Answer,
}

impl Answer {
    /// The answer for a game.
    pub(crate) fn of(game: grundy::Game, answer: grundy::Answer) -> Answer {
        Answer { game, answer }
    }
}

#[pymethods]
impl Answer {
    /// The position.
    #[getter]
    fn game(&self) -> Game {
        Game(self.game.clone())
    }

    /// ``"normal"`` or ``"misere"``.
    #[getter]
    fn play(&self) -> &'static str {
        self.answer.play.word()
    }

    /// ``"N"`` if the next player, about to move, wins, ``"P"`` if the previous one does, ``"D"`` if nobody can force a win; ``None``
    /// where it is not known, see ``Unknown``.
    #[getter]
    fn outcome(&self) -> Option<&'static str> {
        self.answer.outcome.map(grundy::Outcome::letter)
    }

    /// The Grundy value, under normal play; ``None`` where it is not known, or there is none.
    #[getter]
    fn value(&self) -> Option<Nimber> {
        self.answer.value.clone().map(Nimber)
    }

    /// The winning moves: the first ten, unless the call asked for more. All moves of a position are `Game.moves()`.
    #[getter]
    fn moves(&self) -> Vec<Move> {
        let listed = self.answer.winning.listed.iter();
        listed.map(|mv| Move::of_answer(&self.game, mv)).collect()
    }

    /// How many winning moves there are; ``None`` where that is not known.
    #[getter]
    fn winning_count<'py>(&self, py: Python<'py>) -> PyResult<Option<Bound<'py, PyAny>>> {
        let count = self.answer.winning.count.as_ref();
        count.map(|count| number::to_python(py, count)).transpose()
    }

    /// Moves to the end of perfect play, where play could go on for ever.
    #[getter]
    fn remoteness(&self) -> Option<u64> {
        self.answer.remoteness
    }

    /// What decided: ``"sprague-grundy"``, ``"misere-nim"``, ``"outcome"``, ``"loopy"``, ``"misere-quotient"``, ``"search"`` or ``"unknown"``.
    #[getter]
    fn theory(&self) -> &'static str {
        self.answer.theory.word()
    }

    /// What each component is worth and why.
    #[getter]
    fn components(&self) -> Vec<ComponentAnswer> {
        let games = (0..).map_while(|place| {
            let component = self.game.components().nth(place)?.boxed();
            self.game.instead(place, &[component]).map(Game)
        });
        let told = self.answer.components.iter().cloned();
        games
            .zip(told)
            .map(|(game, told)| ComponentAnswer { game, told })
            .collect()
    }

    /// Who wins and why, in English or Chinese.
    #[pyo3(signature = (lang = None))]
    fn why(&self, lang: Option<&str>) -> PyResult<String> {
        let text = shown::why(&self.game, &self.answer, lang::chosen(lang)?);
        Ok(text.trim_end().to_owned())
    }

    /// What ``grundy solve`` prints: who wins, the winning moves, and why.
    #[pyo3(signature = (lang = None))]
    fn text(&self, lang: Option<&str>) -> PyResult<String> {
        let text = shown::text(&self.game, &self.answer, lang::chosen(lang)?);
        Ok(text.trim_end().to_owned())
    }

    /// What ``grundy solve --json`` prints; its schema is documented there.
    #[pyo3(signature = (lang = None))]
    fn json(&self, lang: Option<&str>) -> PyResult<String> {
        Ok(shown::json(&self.game, &self.answer, lang::chosen(lang)?))
    }

    /// The values of the components in binary with their nim-sum, drawn as SVG; ``None`` where there are none, or one
    /// has more than 64 binary digits.
    #[pyo3(signature = (lang = None))]
    fn svg(&self, lang: Option<&str>) -> PyResult<Option<String>> {
        Ok(shown::binary(&self.answer, lang::chosen(lang)?))
    }

    fn _repr_svg_(&self) -> Option<String> {
        shown::binary(&self.answer, lang::current())
    }

    fn _repr_html_<'py>(slf: &Bound<'py, Self>) -> PyResult<Bound<'py, PyAny>> {
        let html = slf.py().import("grundy._html")?;
        html.call_method1("answer", (slf, lang::language()))
    }

    /// Who wins, in a few words.
    #[pyo3(signature = (lang = None))]
    fn verdict(&self, lang: Option<&str>) -> PyResult<String> {
        Ok(shown::verdict(&self.answer).render(lang::chosen(lang)?))
    }

    /// Why the answer is not known; ``None`` where it is.
    #[pyo3(signature = (lang = None))]
    fn unknown(&self, lang: Option<&str>) -> PyResult<Option<String>> {
        let lang = lang::chosen(lang)?;
        Ok(self.answer.unknown.as_ref().map(|why| why.render(lang)))
    }

    fn __str__(&self) -> String {
        let text = shown::text(&self.game, &self.answer, lang::current());
        text.trim_end().to_owned()
    }

    fn __repr__(&self) -> String {
        let mut told = format!("<Answer: {}", game::shown(&self.game));
        if self.answer.play == Play::Misere {
            told.push_str(", misere,");
        }
        match self.answer.outcome {
            Some(outcome) => told.push_str(&format!(" is {}", outcome.letter())),
            None => told.push_str(" is not known"),
        }
        if let Some(value) = &self.answer.value {
            told.push_str(&format!(", value {}", shortened(&value.to_string())));
        }
        if let Some(count) = self
            .answer
            .winning
            .count
            .as_ref()
            .filter(|count| !count.is_zero())
        {
            told.push_str(&format!(
                ", winning moves: {}",
                shortened(&count.to_string())
            ));
        }
        told.push('>');
        told
    }

    fn __eq__(&self, other: &Bound<'_, PyAny>) -> bool {
        other.cast::<Answer>().is_ok_and(|other| {
            let (one, other) = (self, other.get());
            one.game == other.game
                && [Lang::En, Lang::Zh].iter().all(|&lang| {
                    let json = |of: &Answer| shown::json(&of.game, &of.answer, lang);
                    json(one) == json(other)
                })
        })
    }

    fn __hash__(&self) -> u64 {
        hash_of(&self.answer.game)
    }

    fn __reduce__<'py>(&self, py: Python<'py>) -> PyResult<Reduced<'py>> {
        let restore = py.get_type::<Answer>().getattr("_restored")?;
        Ok((restore, PyTuple::new(py, [self.state(py)?])?))
    }

    /// An answer from what ``pickle`` kept of it.
    #[staticmethod]
    fn _restored(state: &Bound<'_, PyDict>) -> PyResult<Answer> {
        restored(state)
    }
}

/// A sentence in both languages.
type Both = (String, String);

fn kept(message: &Message) -> Both {
    (message.render(Lang::En), message.render(Lang::Zh))
}

fn told((en, zh): &Both) -> Message {
    both(en, zh)
}

/// A reason as Python keeps it: its word, the position that it is about, and the sentence.
type Untold = (String, Option<String>, Both);

fn kept_reason(why: &Reason) -> Untold {
    let place = why.place().map(str::to_owned);
    (why.word().to_owned(), place, kept(&why.describe()))
}

fn reason((word, place, message): Untold) -> Reason {
    let message = told(&message);
    Reason::Other(Box::new(Other {
        word,
        place,
        message,
    }))
}

impl Answer {
    /// Everything, as Python keeps it.
    fn state<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        let (state, answer) = (PyDict::new(py), &self.answer);
        state.set_item("game", Game(self.game.clone()))?;
        state.set_item("text", &answer.game)?;
        state.set_item("misere", answer.play == Play::Misere)?;
        state.set_item("outcome", self.outcome())?;
        state.set_item("value", self.value())?;
        state.set_item("theory", self.theory())?;
        state.set_item("components", self.components())?;
        state.set_item("count", self.winning_count(py)?)?;
        let moves = PyList::empty(py);
        for (mv, from) in self.moves().into_iter().zip(&answer.winning.listed) {
            moves.append((mv, &from.from))?;
        }
        state.set_item("moves", moves)?;
        state.set_item("remoteness", answer.remoteness)?;
        state.set_item("because", answer.because.as_ref().map(kept))?;
        state.set_item("unknown", answer.unknown.as_ref().map(kept_reason))?;
        let declined = answer.declined.iter();
        let declined: Vec<(&str, Option<usize>, Untold)> = declined
            .map(|one| (one.engine.word(), one.component, kept_reason(&one.why)))
            .collect();
        state.set_item("declined", declined)?;
        Ok(state)
    }
}

fn restored(state: &Bound<'_, PyDict>) -> PyResult<Answer> {
    let missing = |name: &str| {
        error::value(&message!(
            "no answer: {name} is missing",
            "不是答案：缺少 {name}",
            name = name
        ))
    };
    let item = |name: &str| state.get_item(name)?.ok_or_else(|| missing(name));
    let engine = |word: &str| Engine::ALL.into_iter().find(|engine| engine.word() == word);
    let game = item("game")?.cast::<Game>()?.get().0.clone();
    let theory: String = item("theory")?.extract()?;
    let theories = [
        Theory::SpragueGrundy,
        Theory::MisereNim,
        Theory::Outcome,
        Theory::MisereQuotient,
        Theory::Loopy,
        Theory::Search,
    ];
    let mut components = Vec::new();
    for one in item("components")?.try_iter()? {
        components.push(one?.cast::<ComponentAnswer>()?.get().told.clone());
    }
    let mut listed = Vec::new();
    for one in item("moves")?.try_iter()? {
        let (mv, from): (Bound<'_, Move>, String) = one?.extract()?;
        let mv = mv.get();
        listed.push(WinningMove {
            component: mv.component,
            from,
            message: mv.message.clone(),
            to: mv
                .to
                .0
                .components()
                .map(|component| component.boxed())
                .collect(),
        });
    }
    let mut declined = Vec::new();
    for one in item("declined")?.try_iter()? {
        let (word, component, why): (String, Option<usize>, Untold) = one?.extract()?;
        declined.push(Declined {
            engine: engine(&word).ok_or_else(|| missing("engine"))?,
            component,
            why: reason(why),
        });
    }
    let value = item("value")?;
    let count = item("count")?;
    let letter: Option<String> = item("outcome")?.extract()?;
    let answer = grundy::Answer {
        game: item("text")?.extract()?,
        play: play(item("misere")?.extract()?),
        outcome: letter.as_deref().and_then(outcome),
        value: match value.is_none() {
            true => None,
            false => Some(value.cast::<Nimber>()?.get().0.clone()),
        },
        theory: theories
            .into_iter()
            .find(|one| one.word() == theory)
            .unwrap_or(Theory::Unknown),
        components,
        winning: Winning {
            count: match count.is_none() {
                true => None,
                false => Some(number::from_python(&count)?),
            },
            listed,
        },
        remoteness: item("remoteness")?.extract()?,
        because: item("because")?
            .extract::<Option<Both>>()?
            .as_ref()
            .map(told),
        unknown: item("unknown")?.extract::<Option<Untold>>()?.map(reason),
        declined,
    };
    Ok(Answer { game, answer })
}

/// What `pickle` keeps of a component's answer: the component, its text, its value, the engine, and why.
type ComponentState<'py> = (
    Bound<'py, Game>,
    String,
    Option<Bound<'py, Nimber>>,
    Option<String>,
    Option<Both>,
);

/// What one component of a position is worth.
#[pyclass(frozen, module = "grundy")]
#[derive(Clone)]
pub(crate) struct ComponentAnswer {
    /// The component.
    #[pyo3(get)]
    game: Game,
    told: grundy::answer::ComponentAnswer,
}

#[pymethods]
impl ComponentAnswer {
    /// Its Grundy value; ``None`` where it is not known.
    #[getter]
    fn value(&self) -> Option<Nimber> {
        self.told.value.clone().map(Nimber)
    }

    /// Which engine told it: ``"theorem"``, ``"table"``, ``"search"``; ``None`` where none did.
    #[getter]
    fn engine(&self) -> Option<&'static str> {
        self.told.engine.map(Engine::word)
    }

    /// Why the value is right, in English or Chinese.
    #[pyo3(signature = (lang = None))]
    fn because(&self, lang: Option<&str>) -> PyResult<Option<String>> {
        let lang = lang::chosen(lang)?;
        Ok(self
            .told
            .because
            .as_ref()
            .map(|because| because.render(lang)))
    }

    fn __eq__(&self, other: &Bound<'_, PyAny>) -> bool {
        let told = |one: &ComponentAnswer| {
            (
                one.told.value.clone(),
                one.told.engine,
                one.told.because.as_ref().map(kept),
            )
        };
        other.cast::<ComponentAnswer>().is_ok_and(|other| {
            let other = other.get();
            self.game.0 == other.game.0 && told(self) == told(other)
        })
    }

    fn __hash__(&self) -> u64 {
        hash_of(&self.told.game)
    }

    fn __repr__(&self) -> String {
        match &self.told.value {
            Some(value) => {
                let value = shortened(&value.to_string());
                format!("<{}: value {value}>", game::shown(&self.game.0))
            }
            None => format!("<{}: value not known>", game::shown(&self.game.0)),
        }
    }

    fn __reduce__<'py>(&self, py: Python<'py>) -> PyResult<Reduced<'py>> {
        let restore = py.get_type::<ComponentAnswer>().getattr("_restored")?;
        let state = (
            self.game.clone(),
            &self.told.game,
            self.value(),
            self.engine(),
            self.told.because.as_ref().map(kept),
        );
        Ok((restore, PyTuple::new(py, [state.into_pyobject(py)?])?))
    }

    /// A component's answer from what ``pickle`` kept of it.
    #[staticmethod]
    fn _restored(state: ComponentState<'_>) -> ComponentAnswer {
        let (game, text, value, engine, because) = state;
        let word = engine.unwrap_or_default();
        ComponentAnswer {
            game: game.get().clone(),
            told: grundy::answer::ComponentAnswer {
                game: text,
                value: value.map(|value| value.get().0.clone()),
                engine: Engine::ALL.into_iter().find(|engine| engine.word() == word),
                because: because.as_ref().map(told),
                // Nothing of the package asks for it.
                period: None,
            },
        }
    }
}
