//! The values of far heaps by a period: where one is proved from the values of small heaps, those between need not be computed.

use grundy::budget::Meter;
use grundy::engine::period::{Period, Search};
use grundy::engine::sequence::{BLOCK, Engine, Rules};
use grundy::reason::TooLarge;
use grundy::{Budget, Reason, message};

use crate::{Failure, Why};

/// Heaps below which all values are there sooner than a period.
const NEAR: u64 = 1 << 14;

/// A period is looked for among this part of the values that it would spare, …
const PART: u64 = 4;

/// … and among so many at most, where a value takes the longer the larger its heap is, and where it does not.
const MOST: (u64, u64) = (1 << 18, 1 << 22);

/// Values in their order from some heap on.
#[derive(Debug)]
pub struct Proved {
    search: Box<Search>,
    period: Period,
    next: u64,
    /// The heap below pre-period + period whose value the next one has, but for what is added to it.
    place: u64,
    added: u64,
}

impl Proved {
    /// The values from heap `from` to `last`, if a period is proved soon enough for that to spare work.
    ///
    /// # Errors
    /// That somebody stopped it, that the time is over, or that a value is 2^32 or more.
    pub fn of(
        rules: &Rules,
        from: u64,
        last: u64,
        budget: &Budget,
    ) -> Result<Option<Proved>, Failure> {
        if from < NEAR {
            return Ok(None);
        }
        let meter = Meter::new(budget);
        let memory = usize::try_from(budget.bytes).unwrap_or(usize::MAX);
        let mut search = Search::new(rules.clone(), memory);
        let period = loop {
            meter.look().map_err(Reason::from)?;
            match search.advance() {
                Ok(Some(period)) => break period,
                Ok(None) => {}
                Err(_) => return Ok(None),
            }
            let most = match search.engine() {
                Engine::Dense => MOST.0,
                Engine::Sparse | Engine::Window => MOST.1,
            };
            if search.len() >= most.min(from / PART) {
                return Ok(None);
            }
        };
        if !search.is_whole() {
            return Ok(None);
        }
        let value = period.value(&last.into(), |heap| search.value(heap));
        if let Some(value) = value.filter(|value| u32::try_from(value).is_err()) {
            let why = message!(
                "by the proved period, heap {last} has the value {value}, but values of a sequence must be below 2^32; 'grundy solve' gives single values of any size",
                "由已证周期，堆 {last} 的值为 {value}，而序列的值须小于 2^32；'grundy solve' 可求任意大的单个值",
                last = last,
                value = value
            );
            return Err(Failure::Unknown(Why::told(TooLarge::Value, why)));
        }
        let before = period.preperiod();
        let (rounds, place) = match from.checked_sub(before) {
            Some(beyond) => (beyond / period.period(), before + beyond % period.period()),
            None => (0, from),
        };
        Ok(Some(Proved {
            search: Box::new(search),
            period,
            next: from,
            place,
            added: rounds * period.saltus(),
        }))
    }

    /// The next heap.
    pub fn next(&self) -> u64 {
        self.next
    }

    /// The period.
    pub fn period(&self) -> Period {
        self.period
    }

    /// Adds the next values.
    pub fn next_block(&mut self, values: &mut Vec<u32>) {
        let end = self.period.preperiod() + self.period.period();
        for _ in 0..BLOCK {
            let value = self.search.value(self.place).map_or(0, u64::from);
            // Beyond the last heap that is asked for it may be too large, and is not looked at.
            values.push(u32::try_from(value.saturating_add(self.added)).unwrap_or(u32::MAX));
            self.next += 1;
            self.place += 1;
            if self.place == end {
                self.place = self.period.preperiod();
                self.added = self.added.saturating_add(self.period.saltus());
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use grundy::engine::sequence::{Limits, Sequence};

    /// Behind a period the values are those of the sequence that is computed from heap 0 on.
    #[test]
    fn values_are_those_of_the_sequence() {
        for code in [
            "0.77",
            "0.137",
            "take:1,3,4",
            "take:!2,5",
            "take:1,4mod5",
            "0.33333",
            "4.3",
        ] {
            let rules: Rules = code.parse().expect("a code");
            let from = NEAR + 4321;
            let last = from + 3 * BLOCK as u64;
            let proved = Proved::of(&rules, from, last, &Budget::default());
            let mut proved = match proved.expect("nobody stops it") {
                Some(proved) => proved,
                None => panic!("{code} has a period"),
            };
            let mut values = Vec::new();
            while proved.next() < last {
                proved.next_block(&mut values);
            }
            let mut sequence = Sequence::new(rules, Limits::default());
            let mut all = Vec::new();
            while sequence.len() < proved.next() {
                sequence.next_block(&mut all).expect("values");
            }
            let first = usize::try_from(from).expect("small");
            assert_eq!(values, all[first..first + values.len()], "{code}");
        }
    }

    /// No period, one that is known too late, values that are too large.
    #[test]
    fn others_are_computed() {
        let at = |code: &str, from: u64| {
            let rules: Rules = code.parse().expect("a code");
            let proved = Proved::of(&rules, from, from + 9, &Budget::default());
            proved
                .map(|proved| proved.is_some())
                .map_err(|why| format!("{why:?}"))
        };
        assert_eq!(at("0.77", 1_000_000_000_000_000_000), Ok(true));
        assert_eq!(
            (at("0.77", 100), at("0.6", 100_000)),
            (Ok(false), Ok(false))
        );
        assert_eq!(at("take:!", 1_000_000), Ok(true));
        assert!(at("take:!", 1_000_000_000_000).is_err_and(|why| why.contains("2^32")));
    }
}
