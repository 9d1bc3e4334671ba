//! A Python function as a ruleset: from a position to its options.
//!
//! Positions are any objects that can be keys; the library sees a number for each. The function is asked once for a
//! position, and never again: what it answered is kept for as long as the rule lives. Everything that can follow is
//! gone through before the engines are asked, so that they work without the interpreter.

use std::collections::HashMap;
use std::sync::{
    Arc, LazyLock, Mutex, MutexGuard, PoisonError, RwLock, RwLockReadGuard, RwLockWriteGuard, Weak,
};

use grundy::budget::Exhausted;
use grundy::component::{self, Part};
use grundy::notation::{Clause, Listing, Notation, ParseError, only_by_name};
use grundy::{Fault, FaultKind, Message, Options, Ruleset, Stop, Text, message};
use pyo3::exceptions::PyException;
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyList, PyTuple};

use crate::error;
use crate::game::Game;

/// Bytes that a position costs in Python's memory and here, roughly.
const BYTES: u64 = 300;

/// Numbers kept of options between two looks at what they cost.
const PIECE: usize = 1 << 12;

/// Most bytes that the options of a position take where no budget was given.
const MOST_UNASKED: u64 = 256 << 20;

/// A ruleset made of a Python function.
#[derive(Clone)]
pub(crate) struct Function(Arc<Shared>);

struct Shared {
    /// What it is called, `name()`; no two functions are called the same, nor as a game of the catalogue is.
    name: String,
    function: Py<PyAny>,
    /// Whether it takes the coordinates of a position one by one.
    unpacks: bool,
    /// The number of each position.
    numbers: Py<PyDict>,
    known: RwLock<Known>,
    /// The first position that is written so.
    texts: Mutex<HashMap<String, u32>>,
    /// What the function raised, until somebody raises it again.
    failed: Mutex<Option<PyErr>>,
}

/// What is known of the positions, by their numbers.
#[derive(Default)]
pub(crate) struct Known {
    positions: Vec<Py<PyAny>>,
    /// The options of those that the function was asked for: of each option how many positions it is a sum of, and
    /// these.
    pub(crate) options: Vec<Option<Box<[u32]>>>,
    /// Those from which every play ends.
    pub(crate) ends: Vec<bool>,
}

/// Every function that is in use, by its place in memory.
static REGISTER: LazyLock<Mutex<HashMap<usize, Weak<Shared>>>> = LazyLock::new(Mutex::default);

fn locked<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Whether a function must be given more than one argument; of what Python cannot tell that is not so. Only what is no
/// `Exception`, such as `KeyboardInterrupt`, is raised.
fn takes_several(function: &Bound<'_, PyAny>) -> PyResult<bool> {
    let count = || -> PyResult<usize> {
        let inspect = function.py().import("inspect")?;
        let empty = inspect.getattr("Parameter")?.getattr("empty")?;
        let parameters = inspect
            .call_method1("signature", (function,))?
            .getattr("parameters")?;
        let mut count = 0;
        for parameter in parameters.call_method0("values")?.try_iter()? {
            let parameter = parameter?;
            let kind: u8 = parameter
                .getattr("kind")?
                .call_method0("__index__")?
                .extract()?;
            // Those that stand in their place: the others have names, or gather the rest.
            count += usize::from(kind <= 1 && parameter.getattr("default")?.is(&empty));
        }
        Ok(count)
    };
    match count() {
        Ok(count) => Ok(count > 1),
        Err(error) if error.is_instance_of::<PyException>(function.py()) => Ok(false),
        Err(error) => Err(error),
    }
}

/// A ruleset and the positions of a sum.
type Summed<'g> = (&'g Function, Vec<Py<PyAny>>);

impl Function {
    /// The ruleset of a function; the same one as long as it is in use.
    pub(crate) fn of(function: &Bound<'_, PyAny>) -> PyResult<Function> {
        let py = function.py();
        let name = function
            .getattr("__name__")
            .and_then(|name| name.extract::<String>());
        let name = name.unwrap_or_else(|_| "function".to_owned());
        let (numbers, unpacks) = (PyDict::new(py).unbind(), takes_several(function)?);
        let mut register = locked(&REGISTER);
        let place = function.as_ptr() as usize;
        if let Some(shared) = register.get(&place).and_then(Weak::upgrade) {
            return Ok(Function(shared));
        }
        register.retain(|_, shared| shared.strong_count() > 0);
        let used: Vec<Arc<Shared>> = register.values().filter_map(Weak::upgrade).collect();
        let free = |name: &String| used.iter().all(|shared| shared.name != *name);
        let others = (2..).map(|number| format!("{name}()#{number}"));
        let mut names = std::iter::once(format!("{name}()")).chain(others);
        let name = names.find(free).unwrap_or(name);
        let shared = Arc::new(Shared {
            name,
            function: function.clone().unbind(),
            unpacks,
            numbers,
            known: RwLock::default(),
            texts: Mutex::default(),
            failed: Mutex::default(),
        });
        register.insert(place, Arc::downgrade(&shared));
        // What is dropped with the last of these may be Python's, which may come back here.
        drop(register);
        drop(used);
        Ok(Function(shared))
    }

    /// The function itself.
    pub(crate) fn function<'py>(&self, py: Python<'py>) -> Bound<'py, PyAny> {
        self.0.function.bind(py).clone()
    }

    /// What it is called.
    pub(crate) fn name(&self) -> &str {
        &self.0.name
    }

    /// What makes the rule again where the function's name stands for it.
    pub(crate) fn shown(&self) -> String {
        let name = self.0.name.split("()").next().unwrap_or_default();
        format!("Rule({name})")
    }

    /// Whether both are of one function.
    pub(crate) fn is(&self, other: &Function) -> bool {
        Arc::ptr_eq(&self.0, &other.0)
    }

    /// A sum of positions.
    pub(crate) fn part(
        &self,
        positions: impl IntoIterator<Item = PyResult<Py<PyAny>>>,
        py: Python<'_>,
    ) -> PyResult<Part> {
        let number = |position: PyResult<Py<PyAny>>| {
            let position = position?.into_bound(py);
            if self.0.unpacks && !position.is_instance_of::<PyTuple>() {
                return Err(error::value(&message!(
                    "{name} takes several coordinates: expected positions as tuples, for example rule((3, 5))",
                    "{name} 接受多个坐标：局面应为元组，例如 rule((3, 5))",
                    name = self.0.name.clone()
                )));
            }
            Ok(self.number(&position)?.0)
        };
        let numbers = positions
            .into_iter()
            .map(number)
            .collect::<PyResult<Vec<u32>>>()?;
        Ok(component::part(self.clone(), numbers))
    }

    /// The positions of a part of a game that is played by a function.
    pub(crate) fn positions<'g>(py: Python<'_>, part: &'g Part) -> PyResult<Option<Summed<'g>>> {
        let mut found = None;
        for component in &part.components {
            let Some((function, &number)) = component::of_kind::<Function>(component.as_ref())
            else {
                return Ok(None);
            };
            let (_, positions) = found.get_or_insert_with(|| (function, Vec::new()));
            positions.push(function.position(py, number));
        }
        Ok(found)
    }

    /// Whether the function raised something.
    pub(crate) fn has_failed(&self) -> bool {
        locked(&self.0.failed).is_some()
    }

    /// What the function raised, to be raised again.
    pub(crate) fn failure(&self, py: Python<'_>) -> PyErr {
        let failed = locked(&self.0.failed).take();
        failed
            .unwrap_or_else(|| error::unknown_why(py, message!("the function failed", "函数失败")))
    }

    fn position(&self, py: Python<'_>, number: u32) -> Py<PyAny> {
        let known = self.known();
        known.positions[number as usize].clone_ref(py)
    }

    pub(crate) fn known(&self) -> RwLockReadGuard<'_, Known> {
        self.0.known.read().unwrap_or_else(PoisonError::into_inner)
    }

    pub(crate) fn know(&self) -> RwLockWriteGuard<'_, Known> {
        self.0.known.write().unwrap_or_else(PoisonError::into_inner)
    }

    /// The number of a position, a new one if it has none yet, and whether it is new.
    fn number(&self, position: &Bound<'_, PyAny>) -> PyResult<(u32, bool)> {
        let py = position.py();
        let numbers = self.0.numbers.bind(py);
        // Comparing and hashing is Python's: no lock is held meanwhile.
        if let Some(number) = numbers.get_item(position)? {
            return Ok((number.extract()?, false));
        }
        let number = {
            let mut known = self.know();
            let number = u32::try_from(known.positions.len()).unwrap_or(u32::MAX);
            known.positions.push(position.clone().unbind());
            known.options.push(None);
            known.ends.push(false);
            number
        };
        numbers.set_item(position, number)?;
        Ok((number, true))
    }

    /// Asks the function for the options of a position, if it was not asked before. `spend` is told now and then how many bytes they
    /// take with the positions that are new, and may end it.
    pub(crate) fn ask(
        &self,
        py: Python<'_>,
        number: u32,
        spend: &mut dyn FnMut(u64) -> Result<(), Exhausted>,
    ) -> PyResult<Result<(), Exhausted>> {
        if self.known().options[number as usize].is_some() {
            return Ok(Ok(()));
        }
        let position = self.position(py, number);
        let answered = match position.bind(py).cast::<PyTuple>() {
            Ok(coordinates) if self.0.unpacks => self.0.function.call1(py, coordinates)?,
            _ => self.0.function.call1(py, (position,))?,
        };
        let answered = answered.bind(py);
        if !answered.hasattr("__iter__")? && !answered.hasattr("__getitem__")? {
            let expected = message!(
                "the options of a position as the answer of {name}, for example a list of them",
                "{name} 返回的后继，例如由后继组成的列表",
                name = self.0.name.clone()
            );
            return Err(error::kind(&expected, answered));
        }
        // The options in numbers, how many of these are paid for, and how many positions are new.
        let (mut told, mut spent, mut new) = (Vec::new(), 0, 0);
        let cost = |told: usize, new: u64| 4 * told as u64 + BYTES * new;
        for option in answered.try_iter()? {
            if told.len() - spent >= PIECE {
                py.check_signals()?;
                if let Err(exhausted) = spend(cost(told.len() - spent, new)) {
                    return Ok(Err(exhausted));
                }
                (spent, new) = (told.len(), 0);
            }
            let mut tell = |position: &Bound<'_, PyAny>| {
                let (number, is_new) = self.number(position)?;
                new += u64::from(is_new);
                PyResult::Ok(number)
            };
            let option = option?;
            match option.cast::<PyList>() {
                // A list is a sum of positions.
                Ok(sum) => {
                    told.push(sum.len() as u32);
                    for position in sum {
                        told.push(tell(&position)?);
                    }
                }
                Err(_) => told.extend([1, tell(&option)?]),
            }
        }
        let cost = cost(told.len() - spent, new);
        self.know().options[number as usize] = Some(told.into_boxed_slice());
        Ok(spend(cost))
    }
}

/// The options as they are kept, each a sum.
fn sums_of(options: &[u32]) -> impl Iterator<Item = &[u32]> {
    let mut rest = options;
    std::iter::from_fn(move || {
        let (&length, behind) = rest.split_first()?;
        let (sum, left) = behind.split_at_checked(length as usize)?;
        rest = left;
        Some(sum)
    })
}

/// Raises what a function raised while an engine asked it.
pub(crate) fn checked(py: Python<'_>, game: &grundy::Game) -> PyResult<()> {
    let mut functions = Game::functions(game);
    match functions.find(|function| function.has_failed()) {
        Some(function) => Err(function.failure(py)),
        None => Ok(()),
    }
}

impl std::fmt::Debug for Function {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_tuple("Function").field(&self.0.name).finish()
    }
}

impl Ruleset for Function {
    type Position = u32;
    /// The place of the option among those that the function gave.
    type Move = usize;

    fn options(&self, &number: &u32, options: &mut Options<u32, usize>) -> Result<(), Stop> {
        if self.known().options[number as usize].is_none() {
            let mut bytes = MOST_UNASKED;
            let mut spend = |more: u64| match bytes.checked_sub(more) {
                Some(left) => {
                    bytes = left;
                    Ok(())
                }
                None => Err(Exhausted::Bytes(MOST_UNASKED)),
            };
            let asked = Python::attach(|py| self.ask(py, number, &mut spend));
            match asked {
                Ok(Ok(())) => {}
                Ok(Err(_)) => return Err(Stop::Full),
                Err(error) => {
                    let what = message!(
                        "{name} raised {error}",
                        "{name} 抛出 {error}",
                        name = self.0.name.clone(),
                        error = error.to_string()
                    );
                    // The exception itself is raised again where Python is called back.
                    locked(&self.0.failed).get_or_insert(error);
                    let place = self.write(&number);
                    return Err(Fault::new(FaultKind::Failed, place, what).into());
                }
            }
        }
        let known = self.known();
        let told = known.options[number as usize]
            .as_deref()
            .unwrap_or_default();
        for (place, sum) in sums_of(told).enumerate() {
            options.push(place, sum)?;
        }
        Ok(())
    }

    fn describe(&self, &number: &u32, &place: &usize) -> Message {
        let sum = {
            let known = self.known();
            let told = known.options[number as usize]
                .as_deref()
                .unwrap_or_default();
            sums_of(told)
                .nth(place)
                .map(<[u32]>::to_vec)
                .unwrap_or_default()
        };
        if sum.is_empty() {
            return message!("leave nothing", "全部取完");
        }
        let left: Vec<String> = sum.iter().map(|position| self.write(position)).collect();
        let left = left.join(" + ");
        message!("leave {left}", "剩下 {left}", left = left)
    }

    fn ends(&self, &number: &u32) -> bool {
        self.known().ends[number as usize]
    }

    fn heap_bytes(&self, _: &u32) -> u64 {
        BYTES
    }
}

static LISTING: Listing = Listing {
    id: "",
    name: "function",
    aliases: &[],
    title: Text {
        en: "A game by a function",
        zh: "由函数给出的博弈",
    },
    rule: Text {
        en: "The options are those that a function gives.",
        zh: "后继由函数给出。",
    },
    form: Text::same("Rule(function)(POSITION, …)"),
    example: "Rule(function)(10)",
    source: "the function itself",
    theorems: &[],
    recognises: only_by_name,
    parse: no_text,
};

fn no_text(clause: &Clause<'_>) -> Result<Part, ParseError> {
    Err(refused(clause))
}

fn refused(clause: &Clause<'_>) -> ParseError {
    clause.name.error(message!(
        "a function is not written within a game",
        "函数不能写在局面之中"
    ))
}

impl Notation for Function {
    fn listing(&self) -> &'static Listing {
        &LISTING
    }

    fn read(clause: &Clause<'_>) -> Result<(Function, Vec<u32>), ParseError> {
        Err(refused(clause))
    }

    fn head(&self) -> String {
        self.0.name.clone()
    }

    fn write(&self, &number: &u32) -> String {
        Python::attach(|py| {
            let position = self.position(py, number);
            let written = position.bind(py).repr().and_then(|text| text.extract());
            let text = written.unwrap_or_else(|error: PyErr| {
                if !error.is_instance_of::<PyException>(py) {
                    locked(&self.0.failed).get_or_insert(error);
                }
                format!("position {number}")
            });
            // Positions are told apart by their texts: what is written as another one is gets its number too.
            let mut texts = locked(&self.0.texts);
            match *texts.entry(text.clone()).or_insert(number) {
                first if first == number => text,
                _ => format!("{text}#{number}"),
            }
        })
    }
}
