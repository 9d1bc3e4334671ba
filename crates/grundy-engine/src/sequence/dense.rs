//! Every option of every heap: a move that leaves one heap is looked up, one that leaves two is a nim-sum of two
//! values, and the value is the least one not met (Sprague 1935, Grundy 1939).
//!
//! A value below the mex usually shows among the first options, so only these are marked one by one. Of what is left
//! unmarked the least is looked for among all other options, many at a time; if it occurs, the next one is. Only the mex
//! itself costs a whole pass. See `pairs`; moves that leave more than two heaps are the matter of `several`.
//!
//! Values are one byte wide while they fit, then two, then four, and are kept twice: once in each direction.

use serde::{Deserialize, Serialize};

use super::path::Path;
use super::{BLOCK, Limits, Rules, Stop};
use grundy_base::budget::STEPS;

mod absent;
mod occurs;
mod pairs;
mod several;

use occurs::Width;
use pairs::Pairs;
use several::Several;

/// What is kept of a [`Dense`] sequence to go on with.
#[derive(Debug, Serialize, Deserialize)]
pub(super) struct Saved {
    rules: Rules,
    values: Vec<u32>,
}

/// The engine that looks at every option.
#[derive(Debug)]
pub(super) struct Dense {
    rules: Rules,
    limits: Limits,
    values: Values,
}

/// The values so far, as narrow as they allow.
#[derive(Debug)]
enum Values {
    Bytes(Pairs<u8>),
    Halves(Pairs<u16>),
    Words(Pairs<u32>),
    /// Where moves leave more than two heaps.
    Several(Several),
}

/// Does the same for every width.
macro_rules! of_each {
    ($values:expr, $pairs:ident => $for_pairs:expr, $several:ident => $for_several:expr) => {
        match $values {
            Values::Bytes($pairs) => $for_pairs,
            Values::Halves($pairs) => $for_pairs,
            Values::Words($pairs) => $for_pairs,
            Values::Several($several) => $for_several,
        }
    };
}

impl Dense {
    /// Begins with heap 0. The rules must be those of a code.
    pub(super) fn new(rules: Rules, limits: Limits) -> Dense {
        Dense::by(Path::default(), rules, limits)
    }

    /// [`Dense::new`] by a given instruction set, which the machine must have.
    fn by(path: Path, rules: Rules, limits: Limits) -> Dense {
        let values = match rules.parts() {
            ..=2 => Values::Bytes(Pairs::new(path)),
            parts => Values::Several(Several::new(parts)),
        };
        Dense {
            rules,
            limits,
            values,
        }
    }

    /// Works with so many threads from now on, where moves leave at most two heaps.
    pub(super) fn set_threads(&mut self, threads: usize) {
        match &mut self.values {
            Values::Bytes(pairs) => pairs.set_threads(threads),
            Values::Halves(pairs) => pairs.set_threads(threads),
            Values::Words(pairs) => pairs.set_threads(threads),
            Values::Several(_) => {}
        }
    }

    pub(super) fn save(&self) -> Saved {
        let values = of_each!(&self.values,
            pairs => pairs.values().iter().map(|value| value.number() as u32).collect(),
            several => several.values().to_vec());
        Saved {
            rules: self.rules.clone(),
            values,
        }
    }

    /// `None` if what was saved is no such state. Where moves leave more than two heaps the sets of nim-sums are made
    /// again, which takes up to as long as they took.
    pub(super) fn restore(saved: Saved, limits: Limits) -> Option<Dense> {
        let Saved { rules, values } = saved;
        // No play from a heap is longer than twice its size, so no value is larger.
        let fits = |(heap, &value): (u64, &u32)| u64::from(value) <= 2 * heap;
        if rules.takes().is_some() || !(0..).zip(&values).all(fits) {
            return None;
        }
        let most = values.iter().max().copied().unwrap_or(0);
        let path = Path::default();
        let values = match (rules.parts(), most) {
            (3.., _) => Values::Several(Several::of(&rules, &values)),
            (_, ..=0xFF) => Values::Bytes(Pairs::of(path, &values)),
            (_, ..=0xFFFF) => Values::Halves(Pairs::of(path, &values)),
            _ => Values::Words(Pairs::of(path, &values)),
        };
        Some(Dense {
            rules,
            limits,
            values,
        })
    }

    pub(super) fn len(&self) -> u64 {
        of_each!(&self.values, pairs => pairs.values().len(), several => several.values().len())
            as u64
    }

    /// The values so far, if no one is above 65,535.
    pub(super) fn narrow(&self) -> Option<Vec<u16>> {
        of_each!(&self.values,
            pairs => pairs.values().iter().map(|value| u16::try_from(value.number()).ok()).collect(),
            several => several.values().iter().map(|&value| u16::try_from(value).ok()).collect())
    }

    pub(super) fn rules(&self) -> &Rules {
        &self.rules
    }

    pub(super) fn limits(&self) -> Limits {
        self.limits
    }

    /// Steps of about a nanosecond that the value of a heap takes, roughly and rather more than less.
    fn steps(&self, heap: u64) -> u64 {
        let several = match &self.values {
            // Sums are also looked up, one by one, for several values in turn.
            Values::Several(several) => {
                4 * several.steps(heap) + 8 * heap * self.rules.digits().len() as u64
            }
            _ => 0,
        };
        let splits = self.rules.leaving(self.rules.parts()).count() as u64;
        1 + several + splits.saturating_mul(heap) / 16
    }

    pub(super) fn next_block(&mut self, out: &mut Vec<u32>) -> Result<(), Stop> {
        self.next_values(BLOCK, out)
    }

    /// Appends `count` values, no more than a block.
    pub(super) fn next_values(&mut self, count: usize, out: &mut Vec<u32>) -> Result<(), Stop> {
        let memory = self.limits.memory;
        of_each!(&mut self.values, pairs => pairs.reserve(memory), several => several.reserve(memory))?;
        // Blocks end where a dense sequence is looked at for rare values, however short the ones before were.
        let mut left = count.min(BLOCK - self.len() as usize % BLOCK);
        // They are shorter where values take long, so that whoever asks for them can stop.
        while left > 1 && self.steps(self.len() + left as u64) > STEPS / left as u64 {
            left /= 2;
        }
        while left > 0 {
            let before = out.len();
            match &mut self.values {
                Values::Bytes(pairs) => {
                    if let Some(wide) = pairs.extend(&self.rules, left, out) {
                        let mut wider = pairs.widened::<u16>(memory)?;
                        wider.push(wide, out);
                        self.values = Values::Halves(wider);
                    }
                }
                Values::Halves(pairs) => {
                    if let Some(wide) = pairs.extend(&self.rules, left, out) {
                        let mut wider = pairs.widened::<u32>(memory)?;
                        wider.push(wide, out);
                        self.values = Values::Words(wider);
                    }
                }
                Values::Words(pairs) => {
                    if pairs.extend(&self.rules, left, out).is_some() {
                        return Err(Stop::Wide);
                    }
                }
                Values::Several(several) => several.extend(&self.rules, left, memory, out)?,
            }
            left -= out.len() - before;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests;
