//! A sequence computed until a period of it is proved.

use std::fmt;

use sha2::{Digest, Sha256};

use super::recurrence::Recurrence;
use super::{Finder, Full, NotKept, Period, Proof};
use crate::certificate::{Certificate, NotCertified};
use crate::sequence::{Engine, Limits, NotSaved, Rules, Sequence, Stop};

/// A sequence and what looks for a period of it.
///
/// ```
/// use grundy_engine::period::Search;
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
    /// What looks for a period once the values are too many to be kept.
    recurrence: Option<Box<Recurrence>>,
    /// Whether all values are kept.
    keeps: bool,
}

/// When there are so many values and the sequence keeps a window of the last only, no more of them are kept here.
const KEPT: u64 = 1 << 23;

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
const MARK: &[u8; 16] = b"grundy search 2\n";

impl Search {
    /// Begins with heap 0; the engine may hold `memory` bytes, and the values again as many.
    pub fn new(rules: Rules, memory: usize) -> Search {
        let finder = Finder::new(Proof::of(&rules), memory);
        Search {
            sequence: Sequence::new(rules, Limits { memory }),
            finder,
            block: Vec::new(),
            recurrence: None,
            keeps: false,
        }
    }

    /// A search that keeps all values, however many they are; `memory` bytes are for the engine.
    pub fn keeping(rules: Rules, memory: usize) -> Search {
        Search {
            keeps: true,
            ..Search::new(rules, memory)
        }
    }

    /// Works with so many threads, as [`Sequence::set_threads`] says.
    pub fn set_threads(&mut self, threads: usize) {
        self.sequence.set_threads(threads);
    }

    /// Computes the next block of values and tells the period if one is proved by now. Once it is, nothing is computed.
    ///
    /// # Errors
    /// [`Ended`]; there is no period up to [`Search::len`] that the values prove.
    pub fn advance(&mut self) -> Result<Option<Period>, Ended> {
        if let Some(proved) = self.period() {
            return Ok(Some(proved));
        }
        if let Some(recurrence) = &mut self.recurrence {
            self.sequence
                .pass_block(&mut self.block)
                .map_err(Ended::Stop)?;
            recurrence.look(&self.sequence).map_err(Ended::Stop)?;
            return Ok(recurrence.period());
        }
        if self.sequence.len() == self.finder.len() {
            self.block.clear();
            let computed = self.sequence.next_block(&mut self.block);
            if self.block.is_empty() {
                computed.map_err(Ended::Stop)?;
            }
        }
        let proved = self.finder.push(&self.block).map_err(Ended::Full)?;
        if !self.keeps
            && proved.is_none()
            && self.len() >= KEPT
            && self.sequence.streamed().is_some()
        {
            self.recurrence = Some(Box::default());
        }
        Ok(proved)
    }

    /// The period, if one is proved.
    pub fn period(&self) -> Option<Period> {
        let recurrence = self.recurrence.as_ref();
        recurrence.map_or_else(|| self.finder.period(), |found| found.period())
    }

    /// The value of a heap, if it is known: of one whose value was kept, or of the last before a repetition.
    pub fn value(&self, heap: u64) -> Option<u32> {
        let kept = usize::try_from(heap).ok();
        let kept = kept.and_then(|heap| self.finder.values().value(heap));
        kept.or_else(|| {
            let last = self.period()?.last_exception()?;
            self.recurrence
                .as_ref()?
                .exception()
                .filter(|_| heap == last)
        })
    }

    /// The certificate of the proved period. For a sequence too long to keep, some values are computed again.
    ///
    /// # Errors
    /// [`NotCertified`]; [`NotCertified::Period`] if none is proved.
    pub fn certificate(&self) -> Result<Certificate, NotCertified> {
        let proved = self.period().ok_or(NotCertified::Period)?;
        match &self.recurrence {
            None => proved.certificate(&self.rules().to_string(), self.finder.values()),
            Some(recurrence) => recurrence
                .certificate(&self.sequence, proved)
                .unwrap_or(Err(NotCertified::Short)),
        }
    }

    /// Whether all values up to [`Search::len`] are kept.
    pub fn is_whole(&self) -> bool {
        self.recurrence.is_none()
    }

    /// Looks for a period now, not only when there are some more values.
    pub fn look(&mut self) -> Option<Period> {
        if self.recurrence.is_none() {
            self.finder.look();
        }
        self.period()
    }

    /// How many values were looked at.
    pub fn len(&self) -> u64 {
        match &self.recurrence {
            Some(_) => self.sequence.len(),
            None => self.finder.len(),
        }
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
        let recurrence = postcard::to_allocvec(&self.recurrence).expect("numbers can be written");
        let sum: [u8; 32] = Sha256::digest(&recurrence).into();
        let lengths = [finder.len(), recurrence.len()].map(|length| (length as u64).to_le_bytes());
        let sequence = self.sequence.save();
        [
            &MARK[..],
            &lengths[0],
            &lengths[1],
            &finder,
            &sum,
            &recurrence,
            &sequence,
        ]
        .concat()
    }

    /// Goes on where [`Search::save`] was called.
    ///
    /// # Errors
    /// [`NotSearch`] if the bytes are not those of a search, whole and unchanged.
    pub fn restore(saved: &[u8], memory: usize) -> Result<Search, NotSearch> {
        let damaged = NotSearch::Values(NotKept::Damaged);
        let mut rest = saved
            .strip_prefix(MARK)
            .ok_or(NotSearch::Values(NotKept::Foreign))?;
        let mut part = |length: Option<usize>| {
            let (part, others) = rest.split_at_checked(length?)?;
            rest = others;
            Some(part)
        };
        let length = |part: Option<&[u8]>| {
            let part = part?.try_into().ok()?;
            usize::try_from(u64::from_le_bytes(part)).ok()
        };
        let lengths = [(); 2].map(|()| length(part(Some(8))));
        let finder = part(lengths[0]).ok_or(damaged)?;
        let sum = part(Some(32)).ok_or(damaged)?;
        let recurrence = part(lengths[1]).ok_or(damaged)?;
        if Sha256::digest(recurrence)[..] != *sum {
            return Err(damaged);
        }
        let recurrence: Option<Box<Recurrence>> =
            postcard::from_bytes(recurrence).map_err(|_| damaged)?;
        let sequence = Sequence::restore(rest, Limits { memory }).map_err(NotSearch::Sequence)?;
        let finder = Finder::restore(finder, Proof::of(sequence.rules()), memory);
        let finder = finder.map_err(NotSearch::Values)?;
        let fits = if recurrence.is_some() {
            sequence.streamed().is_some() && finder.len() <= sequence.len()
        } else {
            finder.len() == sequence.len()
        };
        if !fits {
            return Err(damaged);
        }
        Ok(Search {
            sequence,
            finder,
            block: Vec::new(),
            recurrence,
            keeps: false,
        })
    }
}
