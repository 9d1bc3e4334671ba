//! Rules of the user's own: by a line of text, or by a Python function.

use std::sync::OnceLock;

use grundy::kinds::AnyRule;
use grundy::message;
use grundy::notation::shortened;
use grundy::rule::{Evidence, Given, Position, Recognised};
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyString, PyTuple};

use crate::function::Function;
use crate::game::Game;
use crate::nimber::{Reduced, hash_of};
use crate::{error, number, position};

/// The rules of a game of one's own: a line of text, or a function from a position to its options.
///
/// >>> from grundy import Rule, solve
/// >>> rule = Rule("n -> n-k for k in {1,3,4}")
/// >>> rule(10, 12)
/// Game('take:1,3,4 10 12')
/// >>> solve(rule(10, 12)).value
/// Nimber(2)
///
/// Numbers and arrays of the text may be given beside it:
///
/// >>> Rule("n -> n-k for k in v", v=[1, 2])
/// Rule('n -> n-k for k in v where v = [1,2]')
///
/// A function takes a position, which may be any object that can be a key, and returns its options. An option that
/// falls apart is a *list* of positions: their sum. The function is asked once for each position.
///
/// >>> def kayles(pins):
/// ...     return [[left, pins - gone - left] for gone in (1, 2) for left in range(pins - gone + 1)]
/// >>> solve(Rule(kayles)(7, 3)).value
/// Nimber(1)
///
/// Rules on words, grids and graphs take their positions as text:
///
/// >>> solve(Rule('"++" -> "--"')("++++-+++")).value
/// Nimber(3)
/// >>> solve(Rule("graph remove vertex with neighbours")("path=5")).value
/// Nimber(3)
///
/// Those of a grid may be its rows:
///
/// >>> rule = Rule('grid ".." -> "##"')
/// >>> rule(["..#", "..."]) == rule("..#/...")
/// True
///
/// Rules on lists take lists of numbers, or their text:
///
/// >>> grundys = Rule("multiset a[i] -> [b, a[i]-b] for b in 1..a[i] if 2*b != a[i]")
/// >>> solve(grundys([5, 8, 8])).value, solve(grundys("[5,8,8]")).value
/// (Nimber(2), Nimber(2))
///
/// Raises ``ParseError`` for text that is no rule, with the place.
#[pyclass(frozen, module = "grundy")]
pub(crate) struct Rule {
    pub(crate) kind: Kind,
    known: OnceLock<Option<Recognised>>,
}

/// How a rule was said.
pub(crate) enum Kind {
    /// By a line of text.
    Text(Box<AnyRule>),
    /// By a function.
    Function(Function),
}

impl Rule {
    /// A rule by a function.
    pub(crate) fn of_function(function: Function) -> Rule {
        Rule {
            kind: Kind::Function(function),
            known: OnceLock::new(),
        }
    }

    /// Reads a rule.
    pub(crate) fn read(py: Python<'_>, text: &str, given: &[(&str, Given)]) -> PyResult<Rule> {
        let rule = AnyRule::parse_with(text, given);
        let rule = rule.map_err(|errors| error::rule(py, text, &errors))?;
        Ok(Rule {
            kind: Kind::Text(Box::new(rule)),
            known: OnceLock::new(),
        })
    }

    /// The game of the catalogue that this is.
    pub(crate) fn known(&self) -> Option<&Recognised> {
        let known = self.known.get_or_init(|| match &self.kind {
            Kind::Text(rule) => {
                (rule.numbers()).and_then(|rule| rule.recognise(grundy::rulesets::CATALOGUE))
            }
            Kind::Function(_) => None,
        });
        known.as_ref()
    }

    /// The game of the catalogue that the form of the rule proves it to be.
    pub(crate) fn proved(&self) -> Option<&Recognised> {
        self.known()
            .filter(|known| known.evidence == Evidence::Form)
    }

    /// The same without a position, where it is a game of the catalogue: sequences have more rules, such as `0.4:unequal`.
    pub(crate) fn game(&self) -> Option<grundy::Game> {
        self.proved()?.head.parse().ok()
    }
}

/// The coordinates of a position: a number, or as many as there are coordinates.
fn coordinates(rule: &grundy::rule::Rule, given: &Bound<'_, PyAny>) -> PyResult<Position> {
    let wrong = || {
        let message = match rule.arity() {
            1 => message!(
                "expected heaps below 2^63, for example rule(10, 12)",
                "此处应为小于 2^63 的堆，例如 rule(10, 12)"
            ),
            arity => message!(
                "expected positions of {count} coordinates below 2^63 as tuples, for example rule(({example}))",
                "此处应为由 {count} 个小于 2^63 的坐标组成的元组，例如 rule(({example}))",
                count = arity,
                example = ["3", "5", "7", "9", "2", "4", "6", "8"]
                    .into_iter()
                    .cycle()
                    .take(arity)
                    .collect::<Vec<_>>()
                    .join(", ")
            ),
        };
        error::value(&message)
    };
    if let Ok(text) = given.extract::<String>() {
        return rule.read_position(&text).ok_or_else(wrong);
    }
    let coordinate = |number: &Bound<'_, PyAny>| {
        if number.lt(0).unwrap_or(false) {
            return Err(negative(rule.arity(), number));
        }
        let number = number::from_python(number).map_err(|_| wrong())?;
        u64::try_from(&number).map_err(|_| wrong())
    };
    let numbers = match position::entries(&position::plain(given)?)? {
        Some(several) => (several.iter().map(coordinate)).collect::<PyResult<Vec<u64>>>()?,
        None => vec![coordinate(given)?],
    };
    rule.position(&numbers).ok_or_else(wrong)
}

/// That a heap, or a coordinate of a position of several, is below 0.
fn negative(arity: usize, found: &Bound<'_, PyAny>) -> PyErr {
    let found = found.repr().map(|found| shortened(&found.to_string()));
    let found = found.unwrap_or_default();
    error::value(&match arity {
        1 => message!(
            "heaps cannot be negative: expected a whole number from 0, for example rule(10, 12); found {found}",
            "堆不能为负：此处应为非负整数，例如 rule(10, 12)；却是 {found}",
            found = found
        ),
        _ => message!(
            "coordinates cannot be negative: expected whole numbers from 0, for example rule((3, 5)); found {found}",
            "坐标不能为负：此处应为非负整数，例如 rule((3, 5))；却是 {found}",
            found = found
        ),
    })
}

/// What is given to a rule beside its text.
fn given(value: &Bound<'_, PyAny>) -> PyResult<Given> {
    if let Ok(number) = value.extract::<i64>() {
        return Ok(Given::Number(number));
    }
    let numbers = value.try_iter().and_then(|values| {
        values
            .map(|value| value?.extract::<i64>())
            .collect::<PyResult<Vec<i64>>>()
    });
    numbers.map(Given::Array).map_err(|_| {
        error::value(&message!(
            "expected a number or an array of numbers between -2^63 and 2^63",
            "此处应为绝对值小于 2^63 的整数，或其数组"
        ))
    })
}

#[pymethods]
impl Rule {
    #[new]
    #[pyo3(signature = (rule, /, **given), text_signature = "(rule, /, **given)")]
    fn new(rule: &Bound<'_, PyAny>, given: Option<&Bound<'_, PyDict>>) -> PyResult<Rule> {
        let py = rule.py();
        if let Ok(text) = rule.cast::<PyString>() {
            let mut all: Vec<(String, Given)> = Vec::new();
            for (name, value) in given.into_iter().flatten() {
                all.push((name.extract()?, self::given(&value)?));
            }
            let all: Vec<(&str, Given)> = all
                .iter()
                .map(|(name, given)| (name.as_str(), given.clone()))
                .collect();
            return Rule::read(py, text.to_cow()?.as_ref(), &all);
        }
        if let Ok(known) = rule.cast::<Rule>() {
            return Ok(match &known.get().kind {
                Kind::Text(text) => Rule {
                    kind: Kind::Text(text.clone()),
                    known: OnceLock::new(),
                },
                Kind::Function(function) => Rule::of_function(function.clone()),
            });
        }
        if !rule.is_callable() {
            let expected = message!(
                "a rule, for example 'n -> n-k for k in 1..=3', or a function from a position to its options",
                "规则，例如 'n -> n-k for k in 1..=3'，或由局面给出后继的函数"
            );
            return Err(error::kind(&expected, rule));
        }
        if given.is_some_and(|given| !given.is_empty()) {
            return Err(error::value(&message!(
                "numbers and arrays are given to rules by text only",
                "数与数组只能给予文本规则"
            )));
        }
        Ok(Rule::of_function(Function::of(rule)?))
    }

    /// The rule as it is written; ``None`` for a function.
    #[getter]
    fn text(&self) -> Option<String> {
        match &self.kind {
            Kind::Text(rule) => Some(rule.to_string()),
            Kind::Function(_) => None,
        }
    }

    /// The function; ``None`` for a rule by text.
    #[getter]
    fn function<'py>(&self, py: Python<'py>) -> Option<Bound<'py, PyAny>> {
        match &self.kind {
            Kind::Text(_) => None,
            Kind::Function(function) => Some(function.function(py)),
        }
    }

    /// How many coordinates a position has, from 1 to 64; ``None`` for a function and for rules on words, grids, graphs
    /// and lists.
    #[getter]
    fn coordinates(&self) -> Option<usize> {
        match &self.kind {
            Kind::Text(rule) => rule.numbers().map(grundy::rule::Rule::arity),
            Kind::Function(_) => None,
        }
    }

    /// The game of the catalogue that the rule is, as it is written: ``"take:1,3,4"``; ``None`` where none is known.
    #[getter]
    fn known_as(&self) -> Option<String> {
        self.known().map(|known| known.head.clone())
    }

    /// Whether the form of the rule proves that it is the game it is known as.
    #[getter]
    fn is_proved(&self) -> bool {
        self.proved().is_some()
    }

    /// Whether every play is proved to end; ``None`` where that is not known.
    #[getter]
    fn ends(&self) -> Option<bool> {
        match &self.kind {
            Kind::Text(rule) => rule.ends().then_some(true),
            Kind::Function(_) => None,
        }
    }

    /// The sum of these positions: numbers, tuples or lists of numbers, rows of a grid, or whatever a function takes.
    #[pyo3(signature = (*positions))]
    fn __call__(&self, py: Python<'_>, positions: &Bound<'_, PyTuple>) -> PyResult<Game> {
        let rule = match &self.kind {
            Kind::Text(rule) => rule,
            Kind::Function(function) => {
                let part =
                    function.part(positions.iter().map(|position| Ok(position.unbind())), py)?;
                return Ok(Game(grundy::Game::from_parts(vec![part])));
            }
        };
        let Some(numbers) = rule.numbers() else {
            let word = |given: Bound<'_, PyAny>| match given.extract::<String>() {
                // A word of letters stands for itself here, whatever they are.
                Ok(word) => Ok(match rule.kind() {
                    grundy::kinds::Kind::Graphs | grundy::kinds::Kind::Lists => word,
                    _ => format!("\"{word}\""),
                }),
                Err(_) if rule.kind() == grundy::kinds::Kind::Grids => {
                    let board = position::rows(&given)?;
                    let board = board.ok_or_else(|| error::value(&rule.missing()))?;
                    Ok(format!("\"{board}\""))
                }
                Err(_) if rule.kind() == grundy::kinds::Kind::Lists => {
                    let entries = position::plain(&given)?.extract::<Vec<u64>>();
                    let entries = entries.map_err(|_| error::value(&rule.missing()))?;
                    let entries: Vec<String> = entries.iter().map(u64::to_string).collect();
                    Ok(format!("[{}]", entries.join(",")))
                }
                Err(_) => Err(error::value(&rule.missing())),
            };
            let words = positions
                .iter()
                .map(word)
                .collect::<PyResult<Vec<String>>>()?;
            let words: Vec<&str> = words.iter().map(String::as_str).collect();
            let part = rule.part(&words);
            let part = part.map_err(|wrong| error::value(&wrong.message))?;
            return Ok(Game(grundy::Game::from_parts(vec![part])));
        };
        let positions = positions.iter().map(|given| coordinates(numbers, &given));
        let positions = positions.collect::<PyResult<Vec<Position>>>()?;
        let part = numbers.clone().part(grundy::rulesets::CATALOGUE, positions);
        Ok(Game(grundy::Game::from_parts(vec![part])))
    }

    fn __eq__(&self, other: &Bound<'_, PyAny>) -> bool {
        other
            .cast::<Rule>()
            .is_ok_and(|other| match (&self.kind, &other.get().kind) {
                (Kind::Text(one), Kind::Text(other)) => one.to_string() == other.to_string(),
                (Kind::Function(one), Kind::Function(other)) => one.is(other),
                _ => false,
            })
    }

    fn __hash__(&self) -> u64 {
        match &self.kind {
            Kind::Text(rule) => hash_of(&rule.to_string()),
            Kind::Function(function) => hash_of(function.name()),
        }
    }

    fn __repr__(&self, py: Python<'_>) -> PyResult<String> {
        match &self.kind {
            Kind::Text(rule) => {
                let quoted = rule.to_string().into_pyobject(py)?.repr()?;
                Ok(format!("Rule({quoted})"))
            }
            Kind::Function(function) => Ok(function.shown()),
        }
    }

    fn __str__(&self) -> String {
        match &self.kind {
            Kind::Text(rule) => rule.to_string(),
            Kind::Function(function) => function.name().to_owned(),
        }
    }

    fn __reduce__<'py>(&self, py: Python<'py>) -> PyResult<Reduced<'py>> {
        let class = py.get_type::<Rule>().into_any();
        let given = match &self.kind {
            Kind::Text(rule) => rule.to_string().into_pyobject(py)?.into_any(),
            Kind::Function(function) => function.function(py),
        };
        Ok((class, PyTuple::new(py, [given])?))
    }
}
