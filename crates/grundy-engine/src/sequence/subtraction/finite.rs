//! Finite sets, and codes that leave one heap at most, which after their last digit are such sets.
//!
//! A byte a value (two for sets of more than 254 numbers) is kept until a period is found, but no more than a quarter of the
//! memory allowed; beyond it the last window and a stretch of values not yet passed on. Each time the values kept have doubled
//! the last window is looked for among them; once it is found the values are copied.

use super::Repeat;
use crate::sequence::{Rules, Stop};
use crate::subtraction::{Stream, TableError};

/// How many values are made at once: at least, and at most unless the window is longer.
const AT_ONCE: (usize, usize) = (1 << 10, 1 << 18);

/// The values of a finite set.
#[derive(Debug)]
pub(super) struct Finite {
    takes: Vec<u64>,
    /// The values from which it begins.
    first: Vec<u16>,
    /// How many values it begins with if it is that of a code.
    code: usize,
    stream: Option<Stream>,
    /// How many of the values kept have been passed on.
    read: usize,
    /// How many values there are when the last window is looked for; `None` if values were forgotten.
    next_look: Option<usize>,
}

impl Finite {
    /// Begins with heap 0; there must be a take, and no more than the kernels accept.
    pub(super) fn new(takes: Vec<u64>) -> Finite {
        Finite {
            takes,
            first: Vec::new(),
            code: 0,
            stream: None,
            read: 0,
            next_look: Some(0),
        }
    }

    /// The set of a code that leaves one heap at most; `None` if it leaves none.
    pub(super) fn of_code(rules: &Rules) -> Option<Finite> {
        let takes: Vec<usize> = rules.singles().collect();
        takes.last()?;
        // Of the heaps as large as the last digit at least, no move empties one. The last window is to hold only those.
        let mut first: Vec<u16> = Vec::new();
        for heap in 0..2 * rules.digits().len() {
            let possible = takes.iter().take_while(|&&take| take < heap);
            let mut met: Vec<u16> = possible.map(|&take| first[heap - take]).collect();
            met.extend(rules.ends(heap).then_some(0));
            met.sort_unstable();
            met.dedup();
            let least = (0..).zip(&met).find(|&(least, &met)| least != met);
            first.push(least.map_or(met.len() as u16, |(least, _)| least));
        }
        let takes = takes.into_iter().map(|take| take as u64).collect();
        Some(Finite {
            code: first.len(),
            first,
            ..Finite::new(takes)
        })
    }

    /// The last window of the values passed on, or all where they are fewer; values made already when nothing was.
    pub(super) fn save(&self) -> Vec<u16> {
        let Some(stream) = &self.stream else {
            return Vec::new();
        };
        let from = self.read.saturating_sub(self.reach());
        let values = stream.values().iter();
        values.skip(from).take(self.read - from).collect()
    }

    /// How many values before a heap are kept to go on: those of a code also tell where its digits end.
    fn reach(&self) -> usize {
        self.window().max(self.code)
    }

    fn window(&self) -> usize {
        let greatest = self.takes.last().copied().unwrap_or(0);
        usize::try_from(greatest).unwrap_or(usize::MAX)
    }

    /// Goes on after `length` values, of which these are the last.
    pub(super) fn restore(mut self, values: Vec<u16>, length: u64) -> Option<Finite> {
        let known = values.len() as u64;
        let right = known == length.min(self.reach() as u64);
        if !right {
            return None;
        }
        if known < length || values.len() >= self.first.len() {
            // No more values than takes, but for heaps that the digits of a code end at, which no take reaches now.
            let window = values.len().min(self.window());
            let (before, last) = values.split_at(values.len() - window);
            let most = |values: &[u16]| values.iter().max().map_or(0, |&most| usize::from(most));
            if most(last) > self.takes.len() || most(before) > self.takes.len() + 1 {
                return None;
            }
            self.first = values;
        } else if self.first[..values.len()] != values {
            return None;
        }
        self.read = usize::try_from(known).ok()?;
        Some(self)
    }

    /// Appends at most `count` values, or tells how they repeat.
    pub(super) fn extend(
        &mut self,
        count: usize,
        memory: usize,
        out: &mut Vec<u32>,
    ) -> Result<Option<Repeat>, Stop> {
        let refused = |refused: TableError| match refused {
            TableError::TooLarge { bytes } => {
                Stop::Memory(usize::try_from(bytes).unwrap_or(usize::MAX))
            }
            _ => Stop::Wide,
        };
        let stream = match &mut self.stream {
            Some(stream) => stream,
            None => {
                let stream = Stream::new(&self.takes, &self.first, memory as u64);
                self.stream.insert(stream.map_err(refused)?)
            }
        };
        let length = stream.values().len();
        if self.read < length {
            let end = length.min(self.read + count);
            stream.copy(self.read..end, out);
            self.read = end;
            return Ok(None);
        }
        if let Some(look) = self.next_look
            && length >= look
        {
            self.next_look = Some(2 * length);
            // Values of a code before its digits end are no part of what repeats.
            if let Some((before, period)) = stream.recurrence()
                && (self.code == 0 || length >= self.first.len() + period)
            {
                let mut cycle = Vec::new();
                let full = |_| Stop::Memory(4 * period);
                cycle.try_reserve_exact(period).map_err(full)?;
                stream.copy(length - period..length, &mut cycle);
                debug_assert!(before + period <= length);
                return Ok(Some(Repeat::new(cycle, 0, 0)));
            }
        }
        let window = stream.window();
        let mut more = length.clamp(AT_ONCE.0, AT_ONCE.1);
        if self.next_look.is_none() || stream.bytes() > memory / 4 {
            self.next_look = None;
            more = AT_ONCE.1.max(window);
            stream.forget(length.saturating_sub(window));
            self.read = length.min(window);
        }
        stream.extend(more).map_err(refused)?;
        Ok(None)
    }
}
