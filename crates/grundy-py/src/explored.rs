//! Everything that can follow positions of a Python function, gone through before any engine is asked.

use grundy::budget::{Exhausted, Meter};
use grundy::{Budget, component};
use pyo3::prelude::*;
use rustc_hash::FxHashMap;

use crate::error;
use crate::function::Function;
use crate::game::Game;

/// Goes through everything that can follow the components of a game that are played by functions.
///
/// Raises what a function raises, and `Unknown` where the budget does not suffice.
pub(crate) fn explored(py: Python<'_>, game: &grundy::Game, budget: &Budget) -> PyResult<()> {
    if Game::functions(game).next().is_none() {
        return Ok(());
    }
    explored_within(py, game, &mut Meter::new(budget))
}

/// The same within what a meter has left.
pub(crate) fn explored_within(
    py: Python<'_>,
    game: &grundy::Game,
    meter: &mut Meter,
) -> PyResult<()> {
    for component in game.components() {
        if let Some((function, &number)) = component::of_kind::<Function>(component)
            && let Err(exhausted) = function.explore(py, number, meter)?
        {
            py.check_signals()?;
            return Err(error::unknown_why(py, exhausted));
        }
    }
    Ok(())
}

impl Function {
    /// Goes through everything that can follow a position, and finds out whether every play ends.
    fn explore(
        &self,
        py: Python<'_>,
        start: u32,
        meter: &mut Meter,
    ) -> PyResult<Result<(), Exhausted>> {
        if self.known().ends[start as usize] {
            return Ok(Ok(()));
        }
        // Those on the way to the position at hand.
        let mut way: Vec<Visit> = Vec::new();
        let mut states: FxHashMap<u32, State> = FxHashMap::default();
        let mut repeats = false;
        let mut next = Some(start);
        loop {
            if let Some(number) = next.take() {
                if let Err(exhausted) = meter.spend(1, 0).and_then(|()| meter.look()) {
                    return Ok(Err(exhausted));
                }
                let mut spend = |bytes| meter.spend(0, bytes).and_then(|()| meter.look());
                if let Err(exhausted) = self.ask(py, number, &mut spend)? {
                    return Ok(Err(exhausted));
                }
                states.insert(number, State::Open);
                way.push(Visit::of(number));
            }
            let Some(visit) = way.last_mut() else {
                break;
            };
            let known = self.known();
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
            let mut known = self.know();
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
