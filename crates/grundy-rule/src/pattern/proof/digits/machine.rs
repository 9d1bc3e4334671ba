//! Automata that read several numbers at once, the least digits first, and the ways to join them: what is so of all numbers is decided by them.
//!
//! A relation between numbers that an automaton recognises stays one under "and", "or", "not" and "for some number" (J. R. Büchi 1960):
//! by pairs of states, by the other states being accepting, and by forgetting the digits of one number, after which sets of states are gone
//! through in their place (M. O. Rabin and D. Scott 1959). Numbers have zeros behind their last digit, as many as one likes, and no automaton
//! here makes a difference of that.

use std::collections::HashMap;

use rustc_hash::FxHashMap;

use crate::budget::Meter;

/// The name of a number.
pub(super) type Track = u32;

/// Most states of an automaton, and most entries of its table.
const STATES: usize = 20_000;
const ENTRIES: usize = 4_000_000;

/// That there is too much to go through.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct TooMuch;

/// Steps that are left, and the budget of which they are a part.
#[derive(Debug)]
pub(super) struct Steps {
    left: u64,
    /// How many are left when the budget is looked at again.
    next_look: u64,
    meter: Meter,
}

/// Steps between two looks at the budget.
const STRIDE: u64 = 500_000;

impl Steps {
    pub(super) fn new(steps: u64, meter: &Meter) -> Steps {
        Steps {
            left: steps,
            next_look: steps,
            meter: meter.clone(),
        }
    }

    pub(super) fn left(&self) -> u64 {
        self.left
    }

    fn spend(&mut self, steps: usize) -> Result<(), TooMuch> {
        self.left = self.left.checked_sub(steps as u64).ok_or(TooMuch)?;
        if self.left < self.next_look {
            self.next_look = self.left.saturating_sub(STRIDE);
            self.meter.look().map_err(|_| TooMuch)?;
        }
        Ok(())
    }
}

/// An automaton; state 0 is the start.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Machine {
    pub(super) base: usize,
    /// The numbers that are read, in rising order.
    pub(super) tracks: Vec<Track>,
    /// `next[state * symbols + symbol]`, where a symbol has a digit of each number, that of the first counting least.
    pub(super) next: Vec<u32>,
    pub(super) accepting: Vec<bool>,
}

/// How many symbols there are for so many numbers, where they are few enough.
fn symbols(base: usize, tracks: usize) -> Result<usize, TooMuch> {
    let all = base.checked_pow(u32::try_from(tracks).map_err(|_| TooMuch)?);
    all.filter(|&all| all <= 1 << 12).ok_or(TooMuch)
}

impl Machine {
    /// Begins in a state and goes on to those that a function tells; `accepts` is asked of what has been read.
    pub(super) fn grown<S: Clone + Eq + std::hash::Hash>(
        base: usize,
        tracks: Vec<Track>,
        start: S,
        step: &mut dyn FnMut(&S, &[usize]) -> S,
        accepts: &dyn Fn(&S) -> bool,
        steps: &mut Steps,
    ) -> Result<Machine, TooMuch> {
        let all = symbols(base, tracks.len())?;
        let digits: Vec<Vec<usize>> = (0..all)
            .map(|symbol| {
                let mut rest = symbol;
                (0..tracks.len())
                    .map(|_| {
                        let digit = rest % base;
                        rest /= base;
                        digit
                    })
                    .collect()
            })
            .collect();
        let mut known: HashMap<S, u32> = HashMap::from([(start.clone(), 0)]);
        let mut states = vec![start];
        let mut next = Vec::new();
        let mut at = 0;
        while at < states.len() {
            steps.spend(all)?;
            let state = states[at].clone();
            for digits in &digits {
                let to = step(&state, digits);
                let fresh = known.len() as u32;
                let number = *known.entry(to.clone()).or_insert(fresh);
                if number == fresh {
                    if states.len() >= STATES || next.len() >= ENTRIES {
                        return Err(TooMuch);
                    }
                    states.push(to);
                }
                next.push(number);
            }
            at += 1;
        }
        let accepting = states.iter().map(accepts).collect();
        let made = Machine {
            base,
            tracks,
            next,
            accepting,
        };
        made.least(steps)
    }

    /// One that accepts everything, or nothing.
    pub(super) fn constant(base: usize, holds: bool) -> Machine {
        Machine {
            base,
            tracks: Vec::new(),
            next: vec![0],
            accepting: vec![holds],
        }
    }

    fn symbols(&self) -> usize {
        self.next.len() / self.accepting.len().max(1)
    }

    /// Whether it accepts nothing: every state here can be reached.
    pub(super) fn is_empty(&self) -> bool {
        !self.accepting.contains(&true)
    }

    /// What it does not accept.
    pub(super) fn other(mut self) -> Machine {
        for accepting in &mut self.accepting {
            *accepting = !*accepting;
        }
        self
    }

    /// Where symbols of `tracks` have the digits of this machine's own tracks.
    fn seen_from(&self, tracks: &[Track]) -> Result<Vec<usize>, TooMuch> {
        let all = symbols(self.base, tracks.len())?;
        let own = |symbol: usize| {
            let mut own = 0;
            let mut weight = 1;
            for track in &self.tracks {
                let place = tracks.iter().position(|it| it == track).unwrap_or(0);
                own += symbol / self.base.pow(place as u32) % self.base * weight;
                weight *= self.base;
            }
            own
        };
        Ok((0..all).map(own).collect())
    }

    /// What both accept, or either.
    pub(super) fn with(
        &self,
        other: &Machine,
        both: bool,
        steps: &mut Steps,
    ) -> Result<Machine, TooMuch> {
        let mut tracks: Vec<Track> = self.tracks.iter().chain(&other.tracks).copied().collect();
        tracks.sort_unstable();
        tracks.dedup();
        let (mine, theirs) = (self.seen_from(&tracks)?, other.seen_from(&tracks)?);
        let (many, more) = (self.symbols(), other.symbols());
        let mut known: FxHashMap<(u32, u32), u32> = FxHashMap::default();
        known.insert((0, 0), 0);
        let mut pairs = vec![(0u32, 0u32)];
        let mut next = Vec::new();
        let mut at = 0;
        while at < pairs.len() {
            steps.spend(mine.len())?;
            let (one, two) = pairs[at];
            for (own, their) in mine.iter().zip(&theirs) {
                let to = (
                    self.next[one as usize * many + own],
                    other.next[two as usize * more + their],
                );
                let fresh = known.len() as u32;
                let number = *known.entry(to).or_insert(fresh);
                if number == fresh {
                    if pairs.len() >= STATES || next.len() >= ENTRIES {
                        return Err(TooMuch);
                    }
                    pairs.push(to);
                }
                next.push(number);
            }
            at += 1;
        }
        let accepting = pairs.iter().map(|&(one, two)| {
            let (one, two) = (self.accepting[one as usize], other.accepting[two as usize]);
            if both { one && two } else { one || two }
        });
        let made = Machine {
            base: self.base,
            tracks,
            accepting: accepting.collect(),
            next,
        };
        made.least(steps)
    }

    /// What it accepts for some number in the place of a track.
    pub(super) fn without(&self, track: Track, steps: &mut Steps) -> Result<Machine, TooMuch> {
        let Some(place) = self.tracks.iter().position(|it| *it == track) else {
            return Ok(self.clone());
        };
        let mut tracks = self.tracks.clone();
        tracks.remove(place);
        let all = symbols(self.base, tracks.len())?;
        let many = self.symbols();
        let weight = self.base.pow(place as u32);
        // The symbols that are this one with some digit in that place.
        let wider = |symbol: usize, digit: usize| {
            symbol % weight + digit * weight + symbol / weight * weight * self.base
        };
        let step = |from: &[u32], symbol: usize| -> Vec<u32> {
            let mut to: Vec<u32> = (from.iter())
                .flat_map(|&state| {
                    (0..self.base)
                        .map(move |digit| self.next[state as usize * many + wider(symbol, digit)])
                })
                .collect();
            to.sort_unstable();
            to.dedup();
            to
        };
        // The number that is forgotten may be longer than the others.
        let mut ends = self.accepting.clone();
        loop {
            let before = ends.iter().filter(|&&it| it).count();
            for state in 0..ends.len() {
                steps.spend(1)?;
                ends[state] |= (0..self.base)
                    .any(|digit| ends[self.next[state * many + wider(0, digit)] as usize]);
            }
            if ends.iter().filter(|&&it| it).count() == before {
                break;
            }
        }
        let mut known: FxHashMap<Vec<u32>, u32> = FxHashMap::default();
        known.insert(vec![0], 0);
        let mut sets = vec![vec![0u32]];
        let mut next = Vec::new();
        let mut at = 0;
        while at < sets.len() {
            let from = sets[at].clone();
            steps.spend(all * (1 + from.len()))?;
            for symbol in 0..all {
                let to = step(&from, symbol);
                let fresh = known.len() as u32;
                let number = match known.get(&to) {
                    Some(&number) => number,
                    None if sets.len() >= STATES || next.len() >= ENTRIES => return Err(TooMuch),
                    None => {
                        known.insert(to.clone(), fresh);
                        sets.push(to);
                        fresh
                    }
                };
                next.push(number);
            }
            at += 1;
        }
        let accepting = sets
            .iter()
            .map(|set| set.iter().any(|&state| ends[state as usize]));
        let made = Machine {
            base: self.base,
            tracks,
            accepting: accepting.collect(),
            next,
        };
        made.least(steps)
    }

    /// The same with as few states as there can be (E. F. Moore 1956).
    fn least(self, steps: &mut Steps) -> Result<Machine, TooMuch> {
        let (states, many) = (self.accepting.len(), self.symbols());
        let mut class: Vec<u32> = self.accepting.iter().map(|&it| u32::from(it)).collect();
        let mut count = 0;
        loop {
            steps.spend(states * many)?;
            let mut known: FxHashMap<Vec<u32>, u32> = FxHashMap::default();
            let mut finer = Vec::with_capacity(states);
            for state in 0..states {
                let to = self.next[state * many..(state + 1) * many].iter();
                let mut signature = Vec::with_capacity(many + 1);
                signature.push(class[state]);
                signature.extend(to.map(|&to| class[to as usize]));
                let fresh = known.len() as u32;
                finer.push(*known.entry(signature).or_insert(fresh));
            }
            let now = known.len();
            class = finer;
            if now == count {
                break;
            }
            count = now;
        }
        // The class of the start is met first, so it is 0.
        let mut next = vec![0; count * many];
        let mut accepting = vec![false; count];
        for state in 0..states {
            let own = class[state] as usize;
            accepting[own] = self.accepting[state];
            for symbol in 0..many {
                next[own * many + symbol] = class[self.next[state * many + symbol] as usize];
            }
        }
        Ok(Machine {
            next,
            accepting,
            ..self
        })
    }
}
