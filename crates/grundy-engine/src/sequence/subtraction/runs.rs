//! Sets of takes as runs, the last of them perhaps endless: all numbers but finitely many, and finite sets too large for the kernels.
//!
//! How often each value is an option's is counted while heaps enter and leave the runs. What an endless run has reached
//! is an option for ever. There each value is at most the number M of values so far, which makes it new; and which heap
//! of the last window is whose repetition is told by M less the value alone. So if a window of these differences comes
//! back the values repeat from there on, each turn adding the new values of one. A heap costs a few steps for each run.

use std::collections::VecDeque;

use serde::{Deserialize, Serialize};

use super::Repeat;
use crate::sequence::Stop;
use crate::subtraction::recurrence;

/// What is kept to go on with.
#[derive(Debug, Serialize, Deserialize)]
pub(super) struct Saved {
    window: Vec<u32>,
    before: u64,
}

/// Sixty-four values: how many heaps with them are options, and which are options now and for ever.
#[derive(Clone, Debug)]
struct Chunk {
    counts: [u32; 64],
    present: u64,
    for_ever: u64,
}

/// The values of runs of takes.
#[derive(Debug)]
pub(super) struct Runs {
    runs: Vec<(u64, u64)>,
    endless: Option<u64>,
    /// How far back a heap may still enter or leave a run.
    reach: u64,
    /// The last values.
    window: VecDeque<u32>,
    /// How many values there were before the window; counted for endless runs only.
    before: u64,
    /// The values from 64 × `base` on; all below are options for ever.
    chunks: VecDeque<Chunk>,
    base: u64,
    /// The values since the beginning, or since it was restored, while there is room for them.
    history: Option<Vec<u32>>,
    /// How many values there were before the history.
    history_before: u64,
    next_look: usize,
}

impl Runs {
    /// Begins with heap 0. `endless` is the least number of the run without an end, which comes last.
    pub(super) fn new(runs: Vec<(u64, u64)>, endless: Option<u64>) -> Runs {
        let reaches = runs.iter().map(|&(_, high)| high.saturating_add(1));
        Runs {
            reach: reaches.chain(endless).max().unwrap_or(1),
            runs,
            endless,
            window: VecDeque::new(),
            before: 0,
            chunks: VecDeque::new(),
            base: 0,
            history: Some(Vec::new()),
            history_before: 0,
            next_look: 64,
        }
    }

    pub(super) fn save(&self) -> Saved {
        Saved {
            window: self.window.iter().copied().collect(),
            before: self.before,
        }
    }

    /// Goes on after `length` values.
    pub(super) fn restore(mut self, saved: Saved, length: u64) -> Option<Runs> {
        let known = saved.window.len() as u64;
        let mut above = saved.before;
        let possible = |&value: &u32| match self.endless {
            None => u64::from(value) <= known,
            Some(_) if u64::from(value) == above => {
                above += 1;
                true
            }
            Some(_) => u64::from(value) < above,
        };
        if known != length.min(self.reach)
            || saved.before > length - known
            || (self.endless.is_none() && saved.before > 0)
            || !saved.window.iter().all(possible)
        {
            return None;
        }
        (self.before, self.history_before) = (saved.before, above);
        if self.endless.is_some() {
            self.base = saved.before / 64;
            let chunk = self.chunk(saved.before);
            chunk.for_ever = (1 << (saved.before % 64)) - 1;
        }
        self.window = saved.window.into();
        // Heaps are as many places behind as they were when the last heap's options were looked at.
        let behind = |place: usize| known - 1 - place as u64;
        for place in 0..self.window.len() {
            let (value, behind) = (u64::from(self.window[place]), behind(place));
            let within = |&&(low, high): &&(u64, u64)| (low..=high).contains(&behind);
            for _ in 0..self.runs.iter().filter(within).count() {
                self.enter(value);
            }
            if self.endless.is_some_and(|endless| behind >= endless) {
                self.enter_for_ever(value);
            }
        }
        Some(self)
    }

    /// Appends at most `count` values, or tells how they repeat.
    pub(super) fn extend(
        &mut self,
        count: usize,
        memory: usize,
        out: &mut Vec<u32>,
    ) -> Result<Option<Repeat>, Stop> {
        let history = self.history.as_ref().map_or(0, |history| 4 * history.len());
        if history > memory / 8 {
            self.history = None;
        } else if history >= 4 * self.next_look {
            self.next_look = history / 2;
            if let Some(repeat) = self.repeat() {
                return Ok(Some(repeat));
            }
        }
        let chunks = self.chunks.len() + count / 64 + 2;
        let bytes = 2 * (4 * (self.window.len() + count) + size_of::<Chunk>() * chunks + history);
        if bytes > memory {
            return Err(Stop::Memory(bytes));
        }
        for _ in 0..count {
            let value = self.next_value();
            let value = u32::try_from(value).map_err(|_| Stop::Wide)?;
            self.push(value);
            out.push(value);
        }
        Ok(None)
    }

    fn push(&mut self, value: u32) {
        self.window.push_back(value);
        if self.window.len() as u64 > self.reach
            && let Some(first) = self.window.pop_front()
            && u64::from(first) == self.before
            && self.endless.is_some()
        {
            self.before += 1;
        }
        if let Some(history) = &mut self.history {
            history.push(value);
        }
    }

    /// The value of the heap so far behind the next one.
    fn behind(&self, distance: u64) -> Option<u64> {
        let place = (self.window.len() as u64).checked_sub(distance)?;
        self.window.get(place as usize).map(|&value| value.into())
    }

    fn next_value(&mut self) -> u64 {
        for run in 0..self.runs.len() {
            let (low, high) = self.runs[run];
            if let Some(value) = self.behind(low) {
                self.enter(value);
            }
            if let Some(value) = high.checked_add(1).and_then(|past| self.behind(past)) {
                self.leave(value);
            }
        }
        if let Some(value) = self.endless.and_then(|endless| self.behind(endless)) {
            self.enter_for_ever(value);
        }
        while self
            .chunks
            .front()
            .is_some_and(|chunk| chunk.for_ever == u64::MAX)
        {
            self.chunks.pop_front();
            self.base += 1;
        }
        let options = self
            .chunks
            .iter()
            .map(|chunk| chunk.present | chunk.for_ever);
        let mut value = 64 * self.base;
        for options in options {
            value += u64::from(options.trailing_ones());
            if options != u64::MAX {
                break;
            }
        }
        value
    }

    /// The chunk of a value that is not below all chunks.
    fn chunk(&mut self, value: u64) -> &mut Chunk {
        let place = (value / 64 - self.base) as usize;
        while self.chunks.len() <= place {
            self.chunks.push_back(Chunk {
                counts: [0; 64],
                present: 0,
                for_ever: 0,
            });
        }
        &mut self.chunks[place]
    }

    fn enter(&mut self, value: u64) {
        if value / 64 >= self.base {
            let chunk = self.chunk(value);
            chunk.counts[(value % 64) as usize] += 1;
            chunk.present |= 1 << (value % 64);
        }
    }

    fn leave(&mut self, value: u64) {
        if value / 64 >= self.base {
            let chunk = self.chunk(value);
            let count = &mut chunk.counts[(value % 64) as usize];
            *count = count.saturating_sub(1);
            if *count == 0 {
                chunk.present &= !(1 << (value % 64));
            }
        }
    }

    fn enter_for_ever(&mut self, value: u64) {
        if value / 64 >= self.base {
            self.chunk(value).for_ever |= 1 << (value % 64);
        }
    }

    /// How the values repeat, if the last window has occurred before.
    fn repeat(&self) -> Option<Repeat> {
        let history = self.history.as_ref()?;
        let window = usize::try_from(self.reach).ok()?;
        if self.endless.is_none() {
            let (_, period) = recurrence(history, window, &|| false).ok()??;
            return Some(Repeat::new(
                history[history.len() - period..].to_vec(),
                0,
                0,
            ));
        }
        let mut above = self.history_before;
        let mut below = Vec::new();
        below.try_reserve_exact(history.len()).ok()?;
        for &value in history {
            below.push((above - u64::from(value)) as u32);
            above += u64::from(above == u64::from(value));
        }
        let (_, period) = recurrence(&below, window, &|| false).ok()??;
        let start = history.len() - period;
        let rise = below[start..].iter().filter(|&&below| below == 0).count();
        let rise = u32::try_from(rise).ok()?;
        let turn = history[start..].iter().map(|value| value.checked_add(rise));
        Some(Repeat::new(turn.collect::<Option<_>>()?, 0, rise))
    }
}
