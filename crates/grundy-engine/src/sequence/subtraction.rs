//! Rules that look back a bounded distance, or as far as a remainder: sets of numbers that may be taken, and codes that
//! leave one heap at most.
//!
//! The values of a finite set are a function of a window as long as its greatest number, those of all numbers but
//! finitely many of a window and a count (see `runs`), those of a set of remainders of which values occurred at each
//! remainder (see `remainders`). When such a state comes back the values repeat from there on, in the last case but one with
//! a constant added in each turn (Berlekamp, Conway and Guy, *Winning Ways*, chapter 4), and are copied.

use serde::{Deserialize, Serialize};

use super::{BLOCK, Limits, Rules, Stop, Takes};
use crate::subtraction::MOST_TAKES;

mod finite;
mod remainders;
mod repeat;
mod runs;

use finite::Finite;
use remainders::Remainders;
use repeat::Repeat;
use runs::Runs;

/// What is kept of a [`Window`] to go on with.
#[derive(Debug, Serialize, Deserialize)]
pub(super) struct Saved {
    rules: Rules,
    length: u64,
    state: SavedState,
}

#[derive(Debug, Serialize, Deserialize)]
enum SavedState {
    Finite(Vec<u16>),
    Runs(runs::Saved),
    Remainders(Vec<Vec<u64>>),
    Repeat(Repeat),
}

/// The engine of a bounded window.
#[derive(Debug)]
pub(super) struct Window {
    rules: Rules,
    limits: Limits,
    length: u64,
    state: State,
}

#[derive(Debug)]
enum State {
    Finite(Finite),
    Runs(Runs),
    Remainders(Remainders),
    Repeat(Repeat),
}

/// Whether the engine is one for these rules.
pub(super) fn knows(rules: &Rules) -> bool {
    rules.takes().is_some() || rules.parts() <= 1
}

impl Window {
    /// Begins with heap 0; `None` if the engine does not know the rules.
    pub(super) fn new(rules: &Rules, limits: Limits) -> Option<Window> {
        if !knows(rules) {
            return None;
        }
        let state = match rules.takes() {
            None => match Finite::of_code(rules) {
                Some(finite) => State::Finite(finite),
                // Nothing is ever left: after the digits all heaps are dead.
                None => {
                    let mut values: Vec<u32> = (0..rules.digits().len())
                        .map(|heap| u32::from(rules.ends(heap)))
                        .collect();
                    values.push(0);
                    State::Repeat(Repeat::after(values))
                }
            },
            Some(Takes::These(runs)) => match listed(runs) {
                Some(takes) => State::Finite(Finite::new(takes)),
                None => State::Runs(Runs::new(runs.clone(), None)),
            },
            Some(Takes::AllBut(runs)) => {
                let (runs, forever) = complement(runs);
                State::Runs(Runs::new(runs, forever))
            }
            Some(&Takes::Modulo(divisor, ref runs)) => {
                State::Remainders(Remainders::new(divisor, runs.clone()))
            }
        };
        Some(Window {
            rules: rules.clone(),
            limits,
            length: 0,
            state,
        })
    }

    pub(super) fn save(&self) -> Saved {
        Saved {
            rules: self.rules.clone(),
            length: self.length,
            state: match &self.state {
                State::Finite(finite) => SavedState::Finite(finite.save()),
                State::Runs(runs) => SavedState::Runs(runs.save()),
                State::Remainders(remainders) => SavedState::Remainders(remainders.save()),
                State::Repeat(repeat) => SavedState::Repeat(repeat.clone()),
            },
        }
    }

    /// `None` if what was saved is no such state.
    pub(super) fn restore(saved: Saved, limits: Limits) -> Option<Window> {
        let Saved {
            rules,
            length,
            state,
        } = saved;
        let mut window = Window::new(&rules, limits)?;
        window.length = length;
        window.state = match (window.state, state) {
            (State::Finite(finite), SavedState::Finite(values)) => {
                State::Finite(finite.restore(values, length)?)
            }
            (State::Runs(runs), SavedState::Runs(saved)) => {
                State::Runs(runs.restore(saved, length)?)
            }
            (State::Remainders(remainders), SavedState::Remainders(saved)) => {
                State::Remainders(remainders.restore(saved, length)?)
            }
            (_, SavedState::Repeat(repeat)) if repeat.sound() => State::Repeat(repeat),
            _ => return None,
        };
        Some(window)
    }

    pub(super) fn rules(&self) -> &Rules {
        &self.rules
    }

    pub(super) fn len(&self) -> u64 {
        self.length
    }

    /// Whether the values are known to repeat, and are copied.
    #[cfg(test)]
    pub(super) fn repeats(&self) -> bool {
        matches!(self.state, State::Repeat(_))
    }

    pub(super) fn next_block(&mut self, out: &mut Vec<u32>) -> Result<(), Stop> {
        let mut left = BLOCK;
        while left > 0 {
            let before = out.len();
            let memory = self.limits.memory;
            let repeats = match &mut self.state {
                State::Finite(finite) => finite.extend(left, memory, out),
                State::Runs(runs) => runs.extend(left, memory, out),
                State::Remainders(remainders) => remainders.extend(left, memory, out),
                State::Repeat(repeat) => repeat.extend(left, out).map(|()| None),
            };
            let appended = out.len() - before;
            self.length += appended as u64;
            left = left.saturating_sub(appended);
            if let Some(repeat) = repeats? {
                self.state = State::Repeat(repeat);
            }
        }
        Ok(())
    }
}

/// Sets with greater numbers are not for the kernels, which keep a window as long from the beginning.
const WIDEST: u64 = 1 << 22;

/// The numbers in the runs, unless they are very many or very large.
fn listed(runs: &[(u64, u64)]) -> Option<Vec<u64>> {
    if runs.last().is_some_and(|&(_, high)| high > WIDEST) {
        return None;
    }
    let count = runs.iter().map(|&(low, high)| high - low);
    let count = count.fold(runs.len() as u64, u64::saturating_add);
    if count > MOST_TAKES as u64 {
        return None;
    }
    Some(runs.iter().flat_map(|&(low, high)| low..=high).collect())
}

/// All positive numbers outside the runs: other runs, and from which number on all of them.
fn complement(runs: &[(u64, u64)]) -> (Vec<(u64, u64)>, Option<u64>) {
    let (mut others, mut next) = (Vec::new(), Some(1));
    for &(low, high) in runs {
        if let Some(from) = next.filter(|&from| from < low) {
            others.push((from, low - 1));
        }
        next = high.checked_add(1);
    }
    (others, next)
}

#[cfg(test)]
mod tests;
