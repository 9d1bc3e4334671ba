//! Nim-sequences of take-and-break games, streamed: the values of heaps 0, 1, 2, … for as long as one likes.
//!
//! Two engines compute them, both exactly. The *dense* one looks at every option of every heap. The sparse one
//! rests on an observation of R. K. Guy, made into programs by A. Flammenkamp and J. P. Grossman (*Games of No Chance*
//! 5): in many games the values split by the parity of some of their binary digits into *rare* and *common* ones, so that
//! rare ⊕ rare and common ⊕ common are rare and rare ⊕ common is common, and only a handful of heaps have rare values.
//! The least common value that no option has is then told by the few moves that leave a rare heap. That it is the value
//! of the heap is never assumed: each rare value below it must be seen to be the value of some option.
//!
//! ```
//! use grundy::engine::sequence::{Limits, Rules, Sequence};
//! let mut sequence = Sequence::new("0.77".parse::<Rules>().unwrap(), Limits::default());
//! let mut values = Vec::new();
//! sequence.next_block(&mut values).unwrap();
//! assert_eq!(values[..12], [0, 1, 2, 3, 1, 4, 3, 2, 1, 4, 2, 6]);
//! ```

use std::fmt;

mod dense;
mod rules;
mod saved;
mod sparse;

use dense::Dense;
use sparse::Sparse;

pub use rules::{MOST_DIGITS, NotRules, Rules, Takes};
pub use saved::NotSaved;

/// How many values a block has, but for the shorter ones where an engine takes over from the other.
pub const BLOCK: usize = 512;

/// How many values there are when a sparse space is looked for first.
const FIRST_LOOK: u64 = 1024;

/// The sparse engine takes over when no more than one heap in so many is rare.
const FEWEST: u64 = 4;

/// What a [`Sequence`] may use.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Limits {
    /// Most bytes of memory for the values kept and what is derived from them.
    pub memory: usize,
}

impl Default for Limits {
    /// A gibibyte.
    fn default() -> Limits {
        Limits { memory: 1 << 30 }
    }
}

/// Why a sequence does not go on. The values given before stand.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Stop {
    /// More than [`Limits::memory`] would be needed: at least so many bytes.
    Memory(usize),
    /// The value of the next heap is above 65,535.
    Wide,
    /// A value needs heaps that were dropped because no rare value had appeared for very long.
    Dropped,
}

impl fmt::Display for Stop {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Stop::Memory(bytes) => write!(f, "at least {bytes} bytes of memory would be needed"),
            Stop::Wide => write!(f, "the next value is above 65535"),
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
}

/// The values of heaps 0, 1, 2, … under given [`Rules`].
#[derive(Debug)]
pub struct Sequence {
    state: State,
}

#[derive(Debug)]
enum State {
    Dense(Dense),
    Sparse(Box<Sparse>),
}

impl Sequence {
    /// Begins with heap 0.
    pub fn new(rules: Rules, limits: Limits) -> Sequence {
        Sequence {
            state: State::Dense(Dense::new(rules, limits)),
        }
    }

    /// Everything needed to go on later, as bytes that [`Sequence::restore`] reads: a version and a checksum are in them.
    pub fn save(&self) -> Vec<u8> {
        saved::save(&match &self.state {
            State::Dense(dense) => saved::Saved::Dense(dense.save()),
            State::Sparse(sparse) => saved::Saved::Sparse(sparse.save()),
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
        };
        Ok(Sequence {
            state: state.ok_or(NotSaved::Damaged)?,
        })
    }

    /// The rules.
    pub fn rules(&self) -> &Rules {
        match &self.state {
            State::Dense(dense) => dense.rules(),
            State::Sparse(sparse) => sparse.rules(),
        }
    }

    /// The engine at work now.
    pub fn engine(&self) -> Engine {
        match &self.state {
            State::Dense(_) => Engine::Dense,
            State::Sparse(_) => Engine::Sparse,
        }
    }

    /// How many values there have been.
    pub fn len(&self) -> u64 {
        match &self.state {
            State::Dense(dense) => dense.len(),
            State::Sparse(sparse) => sparse.len(),
        }
    }

    /// Whether there have been none.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Appends the next values to `out`: at least one, and usually [`BLOCK`] of them.
    ///
    /// # Errors
    /// [`Stop`]; values appended before it are right.
    pub fn next_block(&mut self, out: &mut Vec<u32>) -> Result<(), Stop> {
        if let State::Dense(dense) = &mut self.state {
            if !dense.len().is_power_of_two() || dense.len() < FIRST_LOOK {
                return dense.next_block(out);
            }
            let (rules, limits) = (dense.rules(), dense.limits());
            match Sparse::after(rules, limits, dense.values(), FEWEST) {
                Some(sparse) => self.state = State::Sparse(Box::new(sparse)),
                None => return dense.next_block(out),
            }
        }
        match &mut self.state {
            State::Dense(dense) => dense.next_block(out),
            State::Sparse(sparse) => sparse.next_block(out),
        }
    }
}

#[cfg(test)]
mod tests;
