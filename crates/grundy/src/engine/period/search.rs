//! A sequence computed until a period of it is proved.

use std::fmt;

use super::{Finder, Full, NotKept, Period, Proof};
use crate::engine::sequence::{Engine, Limits, NotSaved, Rules, Sequence, Stop};

/// A sequence and what looks for a period of it.
///
/// ```
/// use grundy::engine::period::Search;
/// let mut search = Search::new("0.137".parse().unwrap(), 1 << 20);
/// let dawson = loop {
///     if let Some(period) = search.advance().unwrap() {
///         break period;
///     }
/// };
/// assert_eq!((dawson.period(), dawson.last_exception()), (34, Some(51)));
/// ```
#[derive(Debug)]
pub struct Search {
    sequence: Sequence,
    finder: Finder,
    block: Vec<u32>,
}

/// Why a search does not go on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ended {
    /// The next value cannot be computed.
    Stop(Stop),
    /// The values would take more memory than allowed.
    Full(Full),
}

impl fmt::Display for Ended {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Ended::Stop(stop) => stop.fmt(f),
            Ended::Full(full) => full.fmt(f),
        }
    }
}

impl std::error::Error for Ended {}

/// Why bytes are not those of a saved search.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum NotSearch {
    /// The sequence in them.
    Sequence(NotSaved),
    /// The values in them.
    Values(NotKept),
}

impl fmt::Display for NotSearch {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            NotSearch::Sequence(why) => why.fmt(f),
            NotSearch::Values(why) => why.fmt(f),
        }
    }
}

impl std::error::Error for NotSearch {}

/// What saved bytes begin with.
const MARK: &[u8; 16] = b"grundy search 1\n";

impl Search {
    /// Begins with heap 0; the engine may hold `memory` bytes, and the values again as many.
    pub fn new(rules: Rules, memory: usize) -> Search {
        let finder = Finder::new(Proof::of(&rules), memory);
        Search {
            sequence: Sequence::new(rules, Limits { memory }),
            finder,
            block: Vec::new(),
        }
    }

    /// Computes the next block of values and tells the period if one is proved by now. Once it is, nothing is computed.
    ///
    /// # Errors
    /// [`Ended`]; there is no period up to [`Search::len`] that the values prove.
    pub fn advance(&mut self) -> Result<Option<Period>, Ended> {
        if let Some(proved) = self.finder.period() {
            return Ok(Some(proved));
        }
        if self.sequence.len() == self.finder.len() {
            self.block.clear();
            let computed = self.sequence.next_block(&mut self.block);
            if self.block.is_empty() {
                computed.map_err(Ended::Stop)?;
            }
        }
        self.finder.push(&self.block).map_err(Ended::Full)
    }

    /// Looks for a period now, not only when there are some more values.
    pub fn look(&mut self) -> Option<Period> {
        self.finder.look()
    }

    /// How many values were looked at.
    pub fn len(&self) -> u64 {
        self.finder.len()
    }

    /// Whether there were none.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// The rules.
    pub fn rules(&self) -> &Rules {
        self.sequence.rules()
    }

    /// The engine at work now.
    pub fn engine(&self) -> Engine {
        self.sequence.engine()
    }

    /// What looks for a period, with the values.
    pub fn finder(&self) -> &Finder {
        &self.finder
    }

    /// Everything needed to go on later.
    pub fn save(&self) -> Vec<u8> {
        let finder = self.finder.save();
        let length = (finder.len() as u64).to_le_bytes();
        [&MARK[..], &length, &finder, &self.sequence.save()].concat()
    }

    /// Goes on where [`Search::save`] was called.
    ///
    /// # Errors
    /// [`NotSearch`] if the bytes are not those of a search, whole and unchanged.
    pub fn restore(saved: &[u8], memory: usize) -> Result<Search, NotSearch> {
        let damaged = NotSearch::Values(NotKept::Damaged);
        let rest = saved
            .strip_prefix(MARK)
            .ok_or(NotSearch::Values(NotKept::Foreign))?;
        let (length, rest) = rest.split_first_chunk().ok_or(damaged)?;
        let length = usize::try_from(u64::from_le_bytes(*length)).map_err(|_| damaged)?;
        let (finder, sequence) = rest.split_at_checked(length).ok_or(damaged)?;
        let sequence =
            Sequence::restore(sequence, Limits { memory }).map_err(NotSearch::Sequence)?;
        let finder = Finder::restore(finder, Proof::of(sequence.rules()), memory);
        let finder = finder.map_err(NotSearch::Values)?;
        if finder.len() != sequence.len() {
            return Err(damaged);
        }
        Ok(Search {
            sequence,
            finder,
            block: Vec::new(),
        })
    }
}
