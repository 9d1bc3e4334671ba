//! Nim-sequences of take-and-break games, streamed: the values of heaps 0, 1, 2, … for as long as one likes.
//!
//! Three engines compute them, all exactly. The *dense* one looks at every option of every heap. The one of a *window* is for
//! rules that look back a bounded distance, sets of takes above all. The *sparse* one
//! rests on an observation of R. K. Guy, made into programs by A. Flammenkamp and J. P. Grossman (*Games of No Chance*
//! 5): in many games the values split by the parity of some of their binary digits into *rare* and *common* ones, so that
//! rare ⊕ rare and common ⊕ common are rare and rare ⊕ common is common, and only a handful of heaps have rare values.
//! The least common value that no option has is then told by the few moves that leave a rare heap. That it is the value
//! of the heap is never assumed: each rare value below it must be seen to be the value of some option.
//!
//! ```
//! use grundy_engine::sequence::{Limits, Rules, Sequence};
//! let mut sequence = Sequence::new("0.77".parse::<Rules>().unwrap(), Limits::default());
//! let mut values = Vec::new();
//! sequence.next_block(&mut values).unwrap();
//! assert_eq!(values[..12], [0, 1, 2, 3, 1, 4, 3, 2, 1, 4, 2, 6]);
//! ```

use std::fmt;

mod dense;
mod frequencies;
mod path;
mod rules;
mod saved;
mod sparse;
mod subtraction;

use dense::Dense;
use sparse::Sparse;
use subtraction::Window;

pub use frequencies::{Frequencies, SparseSpace};
pub use rules::{MOST_DIGITS, NotRules, Rules, Takes, joined, named, read_takes, run};
pub use saved::NotSaved;

/// How many values a block has, but for the shorter ones where an engine takes over from the other.
pub const BLOCK: usize = 512;

/// How many values there are when a sparse space is looked for first.
const FIRST_LOOK: u64 = 1024;

/// The sparse engine takes over when no more than one heap in so many is rare.
const FEWEST: u64 = 12;

/// What a [`Sequence`] may use.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Limits {
    /// Most bytes of memory for the values kept and what is derived from them.
    pub memory: usize,
}

impl Default for Limits {
    /// One gibibyte of memory.
    fn default() -> Limits {
        Limits { memory: 1 << 30 }
    }
}

/// Why a sequence does not go on. The values given before stand.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Stop {
    /// More than [`Limits::memory`] would be needed: at least so many bytes.
    Memory(usize),
    /// The value of the next heap is wider than the engine has cells for: 65,535 is the most where values are rare and
    /// common, 4,294,967,295 elsewhere.
    Wide,
    /// A value needs heaps that were dropped because no rare value had appeared for very long.
    Dropped,
}

impl fmt::Display for Stop {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Stop::Memory(bytes) => write!(f, "at least {bytes} bytes of memory would be needed"),
            Stop::Wide => write!(f, "the next value is too large"),
            Stop::Dropped => write!(f, "the next value needs heaps that were dropped"),
        }
    }
}

impl std::error::Error for Stop {}

/// The way values are computed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Engine {
    /// Every option of every heap.
    Dense,
    /// Rare and common values.
    Sparse,
    /// A bounded number of last values, for sets of takes and codes without splits.
    Window,
}

/// What the further values of a sequence with few rare values follow from: the first values, which never change, and
/// so many of the last.
#[derive(Debug)]
pub(crate) struct Streamed<'s> {
    /// The heap of the first number.
    pub(crate) base: u64,
    /// The numbers of the last values.
    pub(crate) numbers: &'s [u16],
    /// How many of them the next value and its proof depend on at most.
    pub(crate) reach: usize,
    /// The last heap with a rare value.
    pub(crate) last_rare: u64,
    /// The digits that tell rare values from common ones.
    pub(crate) mask: u32,
    /// Whether a common value shares an odd number of digits with the mask: of even heaps, and of odd ones. Where the
    /// two differ, numbers mean other values on odd heaps than on even ones.
    pub(crate) odd: [bool; 2],
}

/// The values of heaps 0, 1, 2, … under given [`Rules`].
#[derive(Debug)]
pub struct Sequence {
    state: State,
    /// How many values there must be before any are dropped.
    whole: u64,
    threads: usize,
    goal: u64,
}

#[derive(Debug)]
enum State {
    Dense(Dense),
    Sparse(Box<Sparse>),
    Window(Box<Window>),
}

impl Sequence {
    /// Begins with heap 0.
    pub fn new(rules: Rules, limits: Limits) -> Sequence {
        let state = match Window::new(&rules, limits) {
            Some(window) => State::Window(Box::new(window)),
            None => State::Dense(Dense::new(rules, limits)),
        };
        Sequence {
            state,
            whole: 0,
            threads: 1,
            goal: 0,
        }
    }

    /// Everything needed to go on later, as bytes that [`Sequence::restore`] reads: a version and a checksum are in them.
    pub fn save(&self) -> Vec<u8> {
        saved::save(&match &self.state {
            State::Dense(dense) => saved::Saved::Dense(dense.save()),
            State::Sparse(sparse) => saved::Saved::Sparse(sparse.save()),
            State::Window(window) => saved::Saved::Window(window.save()),
        })
    }

    /// Goes on where [`Sequence::save`] was called.
    ///
    /// # Errors
    /// [`NotSaved`] if the bytes are not those of a sequence, whole and unchanged.
    pub fn restore(saved: &[u8], limits: Limits) -> Result<Sequence, NotSaved> {
        let state = match saved::restore(saved)? {
            saved::Saved::Dense(dense) => Dense::restore(dense, limits).map(State::Dense),
            saved::Saved::Sparse(sparse) => {
                Sparse::restore(sparse, limits).map(|sparse| State::Sparse(Box::new(sparse)))
            }
            saved::Saved::Window(window) => {
                Window::restore(window, limits).map(|window| State::Window(Box::new(window)))
            }
        };
        Ok(Sequence {
            state: state.ok_or(NotSaved::Damaged)?,
            whole: 0,
            threads: 1,
            goal: 0,
        })
    }

    /// Works with so many threads from now on, the caller's own among them: where every option is looked at, and where rare
    /// values are many, but seldom by now. The values are the same. At most eight are of use.
    pub fn set_threads(&mut self, threads: usize) {
        self.threads = threads;
        match &mut self.state {
            State::Dense(dense) => dense.set_threads(threads),
            State::Sparse(sparse) => sparse.set_threads(threads),
            State::Window(_) => {}
        }
    }

    /// Says that so many values are wanted in all. Several threads then go on over several blocks at once, none of which ends behind
    /// these, so that they wait for each other less often.
    pub fn set_goal(&mut self, goal: u64) {
        self.goal = goal;
        if let State::Sparse(sparse) = &mut self.state {
            sparse.set_goal(goal);
        }
    }

    /// The rules.
    pub fn rules(&self) -> &Rules {
        match &self.state {
            State::Dense(dense) => dense.rules(),
            State::Sparse(sparse) => sparse.rules(),
            State::Window(window) => window.rules(),
        }
    }

    /// Goes on by a block as [`Sequence::next_block`] does, without giving out the values; `out` is scratch.
    ///
    /// # Errors
    /// Those of [`Sequence::next_block`].
    pub fn pass_block(&mut self, out: &mut Vec<u32>) -> Result<(), Stop> {
        out.clear();
        let done = match &mut self.state {
            State::Sparse(sparse) => sparse.pass_block(out),
            _ => self.try_block(out),
        };
        self.recover(done, out)
    }

    /// The values that all further ones follow from, once all others are dropped: of rare and common values.
    pub(crate) fn streamed(&self) -> Option<Streamed<'_>> {
        match &self.state {
            State::Sparse(sparse) => sparse.streamed(),
            _ => None,
        }
    }

    /// The sequence placed so that its next value is that of heap `end`, from the numbers of the values before it.
    pub(crate) fn elsewhere(&self, end: u64, numbers: Vec<u16>) -> Option<Sequence> {
        let State::Sparse(sparse) = &self.state else {
            return None;
        };
        let sparse = sparse.elsewhere(end, numbers)?;
        Some(Sequence {
            state: State::Sparse(Box::new(sparse)),
            whole: 0,
            threads: 1,
            goal: 0,
        })
    }

    /// The engine at work now.
    pub fn engine(&self) -> Engine {
        match &self.state {
            State::Dense(_) => Engine::Dense,
            State::Sparse(_) => Engine::Sparse,
            State::Window(_) => Engine::Window,
        }
    }

    /// How many values there have been.
    pub fn len(&self) -> u64 {
        match &self.state {
            State::Dense(dense) => dense.len(),
            State::Sparse(sparse) => sparse.len(),
            State::Window(window) => window.len(),
        }
    }

    /// Whether there have been none.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Appends the next values to `out`: at least one, and usually [`BLOCK`] of them; with several threads and a
    /// [goal](Sequence::set_goal) as many as some 20 ms bring.
    ///
    /// # Errors
    /// [`Stop`]; values appended before it are right.
    pub fn next_block(&mut self, out: &mut Vec<u32>) -> Result<(), Stop> {
        let done = self.try_block(out);
        self.recover(done, out)
    }

    fn try_block(&mut self, out: &mut Vec<u32>) -> Result<(), Stop> {
        if let State::Dense(dense) = &mut self.state {
            if !dense.len().is_power_of_two() || dense.len() < FIRST_LOOK {
                return dense.next_block(out);
            }
            let (rules, limits) = (dense.rules(), dense.limits());
            let narrow = dense.narrow();
            match narrow.and_then(|values| Sparse::after(rules, limits, &values, FEWEST)) {
                Some(mut sparse) => {
                    sparse.keep_all_to(self.whole);
                    sparse.set_threads(self.threads);
                    sparse.set_goal(self.goal);
                    self.state = State::Sparse(Box::new(sparse));
                }
                None => return dense.next_block(out),
            }
        }
        match &mut self.state {
            State::Dense(dense) => dense.next_block(out),
            State::Sparse(sparse) => sparse.next_block(out),
            State::Window(window) => window.next_block(out),
        }
    }

    /// If a rare value came so late that some of the values dropped are needed, computes all once more and a block beyond,
    /// and keeps them for much longer. As each time is several times as long, little is lost.
    fn recover(&mut self, done: Result<(), Stop>, out: &mut Vec<u32>) -> Result<(), Stop> {
        let (Err(Stop::Dropped), State::Sparse(sparse)) = (&done, &self.state) else {
            return done;
        };
        let length = sparse.len();
        let limits = sparse.limits();
        // Two bytes each, and as much again while they are moved.
        if length > limits.memory as u64 / 4 {
            return done;
        }
        let mut anew = Sequence::new(self.rules().clone(), limits);
        anew.whole = 4 * length;
        anew.set_threads(self.threads);
        anew.set_goal(self.goal);
        let mut block = Vec::new();
        while anew.len() <= length {
            block.clear();
            anew.try_block(&mut block)?;
        }
        let new = (anew.len() - length) as usize;
        out.extend_from_slice(&block[block.len() - new..]);
        *self = anew;
        Ok(())
    }
}

#[cfg(test)]
mod tests;
