//! Everything that can follow positions of a Python function, gone through before any engine is asked.

use std::time::Instant;

use grundy::budget::{Exhausted, Meter};
use grundy::notation::{Notation, shortened};
use grundy::{Budget, Message, component, message};
use grundy_service::Why;
use pyo3::prelude::*;
use rustc_hash::FxHashMap;

use crate::alarm::{Alarm, Ran};
use crate::error;
use crate::function::Function;
use crate::game::Game;

/// Goes through everything that can follow the components of a game that are played by functions.
///
/// Raises what a function raises, and `Unknown` where the budget does not suffice.
pub(crate) fn explored(py: Python<'_>, game: &grundy::Game, budget: &Budget) -> PyResult<()> {
    match Game::functions(game).next() {
        Some(_) => Explorer::new(budget).explore(py, game),
        None => Ok(()),
    }
}

/// Goes through positions within one budget.
pub(crate) struct Explorer {
    meter: Meter,
    /// When the time is over.
    end: Option<Instant>,
    /// Set when a function is first asked.
    alarm: Option<Alarm>,
}

/// What was not gone through to the end.
struct Unexplored {
    why: Exhausted,
    /// Up to which position play was followed.
    at: u32,
    /// Whether the function was telling the options of that.
    is_telling: bool,
    /// How many positions were gone through before.
    before: usize,
}

impl Unexplored {
    /// The sentence, which tells a function without an end from one that takes long.
    fn describe(&self, function: &Function, why: Message) -> Message {
        let at = shortened(&function.write(&self.at));
        match self.is_telling {
            true => message!(
                "{why}; {name} had not returned all options of {at}",
                "{why}；{name} 尚未给完 {at} 的后继",
                why = why,
                name = function.name().to_owned(),
                at = at
            ),
            false => message!(
                "{why}; {before} positions were explored, up to {at}",
                "{why}；已走过 {before} 个局面，至 {at} 为止",
                why = why,
                before = self.before,
                at = at
            ),
        }
    }
}

impl Explorer {
    pub(crate) fn new(budget: &Budget) -> Explorer {
        Explorer {
            meter: Meter::new(budget),
            end: budget
                .time
                .and_then(|time| Instant::now().checked_add(time)),
            alarm: None,
        }
    }

    /// Goes through everything that can follow the components of a game that are played by functions.
    pub(crate) fn explore(&mut self, py: Python<'_>, game: &grundy::Game) -> PyResult<()> {
        for component in game.components() {
            let Some((function, &number)) = component::of_kind::<Function>(component) else {
                continue;
            };
            if let Err(unexplored) = self.follow(py, function, number)? {
                py.check_signals()?;
                let why =
                    Why::from(unexplored.why).in_words(|why| unexplored.describe(function, why));
                // Writing the position asks Python.
                return Err(match function.has_failed() {
                    true => function.failure(py),
                    false => error::unknown_why(py, why),
                });
            }
        }
        Ok(())
    }

    /// Asks a function for the options of a position, and no longer than there is time.
    fn ask(
        &mut self,
        py: Python<'_>,
        function: &Function,
        number: u32,
    ) -> PyResult<Result<(), Exhausted>> {
        if let (None, Some(end)) = (&self.alarm, self.end) {
            self.alarm = Some(Alarm::at(py, end)?);
        }
        let meter = &mut self.meter;
        let mut spend = |bytes| meter.spend(0, bytes).and_then(|()| meter.look());
        let mut asked = || function.ask(py, number, &mut spend);
        match &self.alarm {
            None => asked(),
            Some(alarm) => match alarm.run(py, asked) {
                Ran::Done(asked) => asked,
                Ran::Late => {
                    let over = self.meter.look().err();
                    Ok(Err(over.unwrap_or(Exhausted::Interrupted)))
                }
            },
        }
    }

    /// Goes through everything that can follow a position, and finds out whether every play ends.
    fn follow(
        &mut self,
        py: Python<'_>,
        function: &Function,
        start: u32,
    ) -> PyResult<Result<(), Unexplored>> {
        if function.known().ends[start as usize] {
            return Ok(Ok(()));
        }
        // Those on the way to the position at hand.
        let mut way: Vec<Visit> = Vec::new();
        let mut states: FxHashMap<u32, State> = FxHashMap::default();
        let mut repeats = false;
        let mut next = Some(start);
        loop {
            if let Some(number) = next.take() {
                let is_told = || function.known().options[number as usize].is_some();
                let mut within = self.meter.spend(1, 0).and_then(|()| self.meter.look());
                let asks = within.is_ok() && !is_told();
                if asks {
                    within = self.ask(py, function, number)?;
                }
                if let Err(why) = within {
                    return Ok(Err(Unexplored {
                        why,
                        at: number,
                        is_telling: asks && !is_told(),
                        before: states.len(),
                    }));
                }
                states.insert(number, State::Open);
                way.push(Visit::of(number));
            }
            let Some(visit) = way.last_mut() else {
                break;
            };
            let known = function.known();
            let told = known.options[visit.number as usize]
                .as_deref()
                .unwrap_or_default();
            next = loop {
                match visit.next(told) {
                    None => {
                        states.insert(visit.number, State::Done);
                        way.pop();
                        break None;
                    }
                    Some(option) if known.ends[option as usize] => {}
                    Some(option) => match states.get(&option) {
                        None => break Some(option),
                        Some(State::Open) => repeats = true,
                        Some(State::Done) => {}
                    },
                }
            };
        }
        if !repeats {
            let mut known = function.know();
            for number in states.into_keys() {
                known.ends[number as usize] = true;
            }
        }
        Ok(Ok(()))
    }
}

/// A position on the way, and how far its options were gone through.
struct Visit {
    number: u32,
    /// The place in the options as they are kept.
    at: usize,
    /// How many positions of the option at hand are left.
    left: u32,
}

impl Visit {
    fn of(number: u32) -> Visit {
        Visit {
            number,
            at: 0,
            left: 0,
        }
    }

    /// The next position in the options.
    fn next(&mut self, told: &[u32]) -> Option<u32> {
        while self.left == 0 {
            self.left = *told.get(self.at)?;
            self.at += 1;
        }
        let position = *told.get(self.at)?;
        (self.at, self.left) = (self.at + 1, self.left - 1);
        Some(position)
    }
}

/// How far a position is.
#[derive(Clone, Copy, PartialEq, Eq)]
enum State {
    /// On the way to the position at hand.
    Open,
    /// Everything that follows it was seen.
    Done,
}
