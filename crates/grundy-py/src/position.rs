//! Positions given as data beside the name of a game or a rule: numbers, tuples and arrays of them, the rows of a board.

use grundy::component::Part;
use grundy::kinds::Kind as Of;
use grundy::message;
use pyo3::prelude::*;
use pyo3::types::{PyBool, PyInt, PyList, PyRange, PyString, PyTuple};

use crate::arrays::Rulish;
use crate::game::{Game, parsed};
use crate::rule::{Kind, Rule};
use crate::{error, number};

/// What a cell of a board may be called by 0, 1 and 2, the first that the game reads.
const LETTERS: [[&str; 3]; 2] = [[".", "x", "o"], [".", "o", "x"]];

/// Games of which a list is one position: rows of squares, forbidden numbers.
const OF_LISTS: [&str; 2] = ["chomp", "sylver"];

/// A game by its name, or a rule, in a position.
pub(crate) fn placed(
    game: &Bound<'_, PyAny>,
    position: &Bound<'_, PyAny>,
) -> PyResult<grundy::Game> {
    let py = game.py();
    let position = &plain(position)?;
    match game.extract::<Rulish<'_>>()? {
        Rulish::Rule(rule) => {
            let placed = rule.call1(positions_of_rule(rule.get(), position)?)?;
            Ok(placed.cast::<Game>()?.get().0.clone())
        }
        Rulish::Name(name) => {
            let head = parsed(py, &name)?;
            let [part] = head.parts() else {
                return Err(no_name());
            };
            // Where all words are one component, a name alone is that without any.
            if !part.components.is_empty() && name.trim().contains(char::is_whitespace) {
                return Err(no_name());
            }
            let words = words(&name, part, position)?;
            parsed(py, &format!("{name} {words}"))
        }
    }
}

/// That there is a position already.
fn no_name() -> PyErr {
    error::value(&message!(
        "a position is given to the name of a game, for example Game('nim', [3, 5, 7])",
        "局面应与游戏名一同给出，例如 Game('nim', [3, 5, 7])"
    ))
}

/// That something is no position.
fn no_position(found: &Bound<'_, PyAny>) -> PyErr {
    let expected = message!(
        "a position: numbers such as [3, 5, 7], pairs such as [(3, 5), (1, 2)], or the rows of a board such as ['..x', '...']",
        "局面：数，如 [3, 5, 7]；数对，如 [(3, 5), (1, 2)]；或棋盘的各行，如 ['..x', '...']"
    );
    error::kind(&expected, found)
}

/// Arrays and their numbers as lists and numbers of Python; anything else as it is.
pub(crate) fn plain<'py>(given: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyAny>> {
    match given.hasattr("tolist")? {
        true => given.call_method0("tolist"),
        false => Ok(given.clone()),
    }
}

/// The entries of a list, a tuple or a range; `None` where it is none.
pub(crate) fn entries<'py>(given: &Bound<'py, PyAny>) -> PyResult<Option<Vec<Bound<'py, PyAny>>>> {
    if !given.is_instance_of::<PyList>()
        && !given.is_instance_of::<PyTuple>()
        && !given.is_instance_of::<PyRange>()
    {
        return Ok(None);
    }
    let entries = given.try_iter()?.map(|entry| plain(&entry?));
    entries.collect::<PyResult<Vec<_>>>().map(Some)
}

fn is_whole(given: &Bound<'_, PyAny>) -> bool {
    given.is_instance_of::<PyInt>() || given.hasattr("__index__").unwrap_or(false)
}

/// The positions that a rule is called with.
fn positions_of_rule<'py>(
    rule: &Rule,
    position: &Bound<'py, PyAny>,
) -> PyResult<Bound<'py, PyTuple>> {
    let py = position.py();
    let one = || PyTuple::new(py, [position]);
    let Some(entries) = entries(position)? else {
        return one();
    };
    let Kind::Text(text) = &rule.kind else {
        // Whatever a function takes can be a key, and so is no list.
        return match position.is_instance_of::<PyList>() {
            true => PyTuple::new(py, entries),
            false => one(),
        };
    };
    let is_flat = entries.iter().all(is_whole);
    match (text.kind(), text.numbers()) {
        (Of::Numbers, Some(numbers)) if is_flat && numbers.arity() > 1 => {
            let positions = entries.chunks(numbers.arity());
            let positions = positions.map(|position| PyTuple::new(py, position));
            PyTuple::new(py, positions.collect::<PyResult<Vec<_>>>()?)
        }
        (Of::Numbers | Of::Words, _) => PyTuple::new(py, entries),
        (Of::Lists, _) if !is_flat => PyTuple::new(py, entries),
        _ => one(),
    }
}

/// The rows of a board as they are written, of texts or of letters; `None` where they are neither.
pub(crate) fn rows(given: &Bound<'_, PyAny>) -> PyResult<Option<String>> {
    let Some(entries) = entries(&plain(given)?)? else {
        return Ok(None);
    };
    let mut rows: Vec<String> = Vec::new();
    for row in entries {
        if let Ok(text) = row.extract::<String>() {
            rows.push(text);
            continue;
        }
        let Some(letters) = self::entries(&row)? else {
            return Ok(None);
        };
        let letters = letters.iter().map(|letter| letter.extract::<String>());
        match letters.collect::<PyResult<Vec<String>>>() {
            Ok(letters) if !letters.is_empty() => rows.push(letters.concat()),
            _ => return Ok(None),
        }
    }
    Ok((!rows.is_empty()).then(|| rows.join("/")))
}

/// What stands behind the name of a game for a position.
fn words(name: &str, part: &Part, position: &Bound<'_, PyAny>) -> PyResult<String> {
    if let Ok(text) = position.extract::<String>() {
        return Ok(text);
    }
    if let Some(board) = rows(position)? {
        return Ok(board);
    }
    let entries = match entries(position)? {
        Some(entries) => entries,
        None if is_whole(position) => vec![position.clone()],
        None => return Err(no_position(position)),
    };
    if let Some(board) = board(name, &entries)? {
        return Ok(board);
    }
    // A list of numbers is one position of a game whose positions are lists; a pair has the sides of a board.
    let is_flat = entries.iter().all(is_whole);
    let is_list = position.is_instance_of::<PyList>();
    if is_flat && is_list && OF_LISTS.contains(&part.rules.head()) {
        let words: Vec<String> = entries.iter().map(whole).collect::<PyResult<_>>()?;
        return Ok(words.join(","));
    }
    let is_of_pairs = part.rules.coordinates() == 2;
    if is_of_pairs && is_flat {
        if !entries.len().is_multiple_of(2) {
            return Err(error::value(&message!(
                "positions of {name} are pairs, for example Game('{name}', [(3, 5), (1, 2)]); found {count} numbers",
                "{name} 的局面是数对，例如 Game('{name}', [(3, 5), (1, 2)])；却有 {count} 个数",
                name = name,
                count = entries.len()
            )));
        }
        let pairs = entries.chunks(2).map(|pair| tuple(part, pair));
        return Ok(pairs.collect::<PyResult<Vec<String>>>()?.join(" "));
    }
    let mut words = Vec::new();
    for entry in &entries {
        let Some(numbers) = self::entries(entry)? else {
            words.push(whole(entry)?);
            continue;
        };
        if entry.is_instance_of::<PyList>() && part.rules.coordinates() == 1 {
            return Err(error::value(&message!(
                "a position of {name} is a row of numbers, for example Game('{name}', [3, 5, 7]); many rows are asked of values('{name}', rows)",
                "{name} 的局面是一行数，例如 Game('{name}', [3, 5, 7])；多行请用 values('{name}', rows)",
                name = name
            )));
        }
        words.push(tuple(part, &numbers)?);
    }
    Ok(words.join(" "))
}

fn whole(given: &Bound<'_, PyAny>) -> PyResult<String> {
    if given.is_instance_of::<PyString>() || given.is_instance_of::<PyBool>() {
        return Err(no_position(given));
    }
    Ok(number::from_python(given)?.to_string())
}

/// Numbers that are one position, as they are written.
fn tuple(part: &Part, numbers: &[Bound<'_, PyAny>]) -> PyResult<String> {
    let words: Vec<String> = numbers.iter().map(whole).collect::<PyResult<_>>()?;
    if part.rules.coordinates() != 2 || numbers.len() != 2 {
        return Ok(words.join(","));
    }
    let small: Option<Vec<u64>> = words.iter().map(|word| word.parse().ok()).collect();
    match small.map(|pair| part.rules.at(&pair)) {
        Some(Some(component)) => Ok(component.position()),
        Some(None) => Err(error::value(&message!(
            "there is no position of {game} at {numbers}",
            "{game} 在 {numbers} 处没有局面",
            game = part.rules.head(),
            numbers = words.join(",")
        ))),
        // Larger numbers are those of heaps.
        None => Ok(words.join(",")),
    }
}

/// A board of 0, 1 and perhaps 2, given as lists, where the game has boards: 0 is an empty cell.
fn board(name: &str, entries: &[Bound<'_, PyAny>]) -> PyResult<Option<String>> {
    let mut cells: Vec<Vec<usize>> = Vec::new();
    for entry in entries {
        if !entry.is_instance_of::<PyList>() {
            return Ok(None);
        }
        let row = self::entries(entry)?.unwrap_or_default();
        let row = row.iter().map(|cell| match cell.extract::<bool>() {
            Ok(is_taken) => Some(usize::from(is_taken)),
            Err(_) => cell.extract::<usize>().ok().filter(|&cell| cell <= 2),
        });
        match row.collect::<Option<Vec<usize>>>() {
            Some(row) if !row.is_empty() => cells.push(row),
            _ => return Ok(None),
        }
    }
    let written = |letters: [&str; 3]| {
        let row = |row: &Vec<usize>| row.iter().map(|&cell| letters[cell]).collect::<String>();
        cells.iter().map(row).collect::<Vec<String>>().join("/")
    };
    let boards = LETTERS.into_iter().map(written);
    let mut read = boards.filter(|board| format!("{name} {board}").parse::<grundy::Game>().is_ok());
    Ok(read.next().filter(|_| !cells.is_empty()))
}
