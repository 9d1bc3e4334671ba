//! Periods of sequences too long to keep.
//!
//! When all rare heaps are at most r and the moves remove at most k, the least common value that a heap's options do not
//! have depends on the last r + k values only; and if each rare value below it is shown by an option whose smaller heap
//! is one of the first A, that it is the heap's value depends on the first A values and the last A + k. So the next value,
//! and its proof, are a function of a *window* of last values. If the window before heap m + p equals that before
//! heap m, and no rare value came up between, all values from there on repeat with period p: each further value follows
//! from the same window by the same options, and none of them is rare. (If what is common depends on whether heaps
//! are even, p must be even.)
//!
//! Windows are compared where the sequence itself marks a place, which repeats with it: a heap with a certain infrequent
//! number, if the numbers before it have a hash with so many zeros that not too many places are remembered. Of equal
//! windows the first that recurs is one least period behind. States kept every now and then let the least pre-period
//! be found by bisection, values being computed again between two of them.

use std::hash::Hasher;

use rustc_hash::{FxHashMap, FxHasher};
use serde::{Deserialize, Serialize};

use super::{Period, Subject, Theorem};
use crate::certificate::{Certificate, Claim, NotCertified, Space, Stretch};
use crate::sequence::{BLOCK, Limits, Sequence, Stop};

/// Most places remembered. They are that part of the sequence apart, by which a recurrence may be met too late; hashing more
/// would cost more than it saves.
const PLACES: usize = 1 << 12;

/// Most bytes of states, and most states.
const STATE_BYTES: usize = 32 << 20;
const STATES: usize = 256;

/// Least numbers in a state.
const STATE: usize = 1 << 16;

/// Another number marks places if this one has not come up for so many heaps.
const PATIENCE: u64 = 1 << 22;

/// How many numbers decide whether a place is remembered.
const NEAR: usize = 32;

/// The numbers of the values before a heap.
#[derive(Clone, Debug, Serialize, Deserialize)]
struct State {
    end: u64,
    numbers: Vec<u16>,
}

/// Looks for a window that recurs.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
pub(super) struct Recurrence {
    /// The number that marks places, and the heap up to which it was last seen.
    sign: u16,
    seen: u64,
    /// How many zeros a place's hash must have.
    zeros: u32,
    /// The hash of a window, and the heap after it.
    places: FxHashMap<u64, u64>,
    /// States, the earliest first.
    states: Vec<State>,
    /// How far states are apart, at least.
    spacing: u64,
    /// The last heap with a rare value: places and states before a further one are of no use.
    last_rare: u64,
    /// The period, and the value of the last heap before it.
    proved: Option<(u64, u64, Option<u32>)>,
}

impl Recurrence {
    /// The period, if one is proved.
    pub(super) fn period(&self) -> Option<Period> {
        let (preperiod, period, _) = self.proved?;
        Some(Period {
            preperiod,
            period,
            saltus: 0,
            theorem: Theorem::Window,
            subject: Subject::Code,
        })
    }

    /// The value of the last heap before the repetition.
    pub(super) fn exception(&self) -> Option<u32> {
        self.proved?.2
    }

    /// Looks at the last block of a sequence.
    ///
    /// # Errors
    /// What stops the values from being computed again.
    pub(super) fn look(&mut self, sequence: &Sequence) -> Result<(), Stop> {
        let Some(last) = sequence.streamed() else {
            return Ok(());
        };
        let length = sequence.len();
        if last.last_rare != self.last_rare || self.spacing == 0 {
            *self = Recurrence {
                spacing: 1 << 22,
                last_rare: last.last_rare,
                ..Recurrence::default()
            };
            self.choose(last.numbers, length);
        }

        // No window may have a rare value.
        if last.base <= last.last_rare || last.numbers.len() < last.reach + BLOCK {
            return Ok(());
        }
        let kept = STATE.max(last.reach.next_multiple_of(BLOCK));
        let due = self
            .states
            .last()
            .map_or(0, |state| state.end + self.spacing);
        if length >= due && length.is_multiple_of(BLOCK as u64) && last.numbers.len() >= kept {
            self.keep(State {
                end: length,
                numbers: last.numbers[last.numbers.len() - kept..].to_vec(),
            });
        }
        let first = last.numbers.len() - BLOCK;
        // Without a branch in it, so that the compiler makes vectors of it.
        let signs = last.numbers[first..].iter();
        if !signs.fold(false, |any, &number| any | (number == self.sign)) {
            if length - self.seen > PATIENCE {
                self.choose(last.numbers, length);
            }
            return Ok(());
        }
        self.seen = length;
        for place in first..last.numbers.len() {
            if last.numbers[place] != self.sign {
                continue;
            }
            let near = hash(&last.numbers[place + 1 - NEAR..=place]);
            if near.trailing_zeros() < self.zeros {
                continue;
            }
            let end = last.base + place as u64 + 1;
            let whole = hash(&last.numbers[place + 1 - last.reach..=place]);
            // The zeros are those of the near numbers, and must be kept to thin out places.
            // The same numbers are other values on odd heaps than on even ones.
            let odd = u64::from(last.odd[0] != last.odd[1]) & end;
            let whole = whole ^ odd.wrapping_mul(u64::MAX / 3);
            let name = whole << 6 | u64::from(near.trailing_zeros()).min(63);
            if let Some(before) = self.places.insert(name, end)
                && self.prove(sequence, before, end)?
            {
                return Ok(());
            }
            while self.places.len() > PLACES {
                self.zeros += 1;
                let zeros = u64::from(self.zeros);
                self.places.retain(|name, _| name & 63 >= zeros);
            }
        }
        Ok(())
    }

    /// Takes the least frequent number that comes up again to mark places.
    fn choose(&mut self, numbers: &[u16], length: u64) {
        let mut counts: FxHashMap<u16, u32> = FxHashMap::default();
        for &number in numbers {
            *counts.entry(number).or_default() += 1;
        }
        let common = |number: u16| number < 1 << 15;
        let often = counts
            .into_iter()
            .filter(|&(number, count)| count > 1 && common(number));
        self.sign = often
            .min_by_key(|&(number, count)| (count, number))
            .map_or(0, |often| often.0);
        (self.seen, self.zeros) = (length, 0);
        self.places.clear();
    }

    /// Keeps a state, and drops every other one if they become too many.
    fn keep(&mut self, state: State) {
        let most = (STATE_BYTES / (2 * state.numbers.len())).clamp(4, STATES);
        self.states.push(state);
        if self.states.len() > most {
            let mut place = 0;
            self.states.retain(|_| {
                place += 1;
                place % 2 == 1
            });
            self.spacing *= 2;
        }
    }

    /// The certificate of the proved period: the first values, those about the pre-period and a period on, and some that
    /// show that no part of the period is one.
    pub(super) fn certificate(
        &self,
        sequence: &Sequence,
        period: Period,
    ) -> Result<Result<Certificate, NotCertified>, Stop> {
        let Some(last) = sequence.streamed() else {
            return Ok(Err(NotCertified::Theorem));
        };
        let first = (last.reach - sequence.rules().digits().len()) as u64;
        let (from, window) = (period.preperiod, last.reach as u64);
        let mut stretches = vec![self.stretch(sequence, 0, first)?];
        let rare = (0..).zip(&stretches[0].values);
        let rare = rare.filter(|&(heap, value)| {
            let odd = (value & last.mask).count_ones() % 2 == 1;
            odd != last.odd[(heap % 2) as usize]
        });
        let space = Space {
            mask: last.mask,
            odd: last.odd,
            rare: rare.map(|(heap, &value)| (heap, value)).collect(),
            window,
        };
        // From a window before the last exception on, so that it and the value a period on can be recomputed.
        let begin = from.saturating_sub(1 + window).max(first);
        for start in [begin, begin + period.period] {
            stretches.push(self.stretch(sequence, start, from + 2 * window - begin.min(from))?);
        }
        for prime in primes(period.period) {
            let start = from.max(begin) + period.period / prime;
            stretches.push(self.stretch(sequence, start, BLOCK as u64)?);
        }
        let claim = Claim {
            period: period.period,
            preperiod: period.preperiod,
            saltus: 0,
            checked_to: sequence.len(),
        };
        let code = sequence.rules().to_string();
        Ok(Certificate::of_window(&code, claim, space, stretches))
    }

    /// The values of so many heaps, computed again.
    fn stretch(&self, sequence: &Sequence, start: u64, count: u64) -> Result<Stretch, Stop> {
        let mut again = self.near(sequence, start);
        let mut values = Vec::new();
        while again.len() + BLOCK as u64 <= start {
            again.pass_block(&mut values)?;
        }
        values.clear();
        let before = (start - again.len()) as usize;
        while ((values.len() - before.min(values.len())) as u64) < count {
            again.next_block(&mut values)?;
        }
        values.drain(..before);
        values.truncate(count as usize);
        Ok(Stretch { start, values })
    }

    /// The sequence at some heap from which `heap` is reached soon, or at the heap itself.
    fn near(&self, sequence: &Sequence, heap: u64) -> Sequence {
        let before = self.states.partition_point(|state| state.end <= heap);
        let state = before.checked_sub(1).map(|place| &self.states[place]);
        state
            .and_then(|state| sequence.elsewhere(state.end, state.numbers.clone()))
            .unwrap_or_else(|| Sequence::new(sequence.rules().clone(), Limits::default()))
    }

    /// The window before a heap.
    fn window(
        &self,
        sequence: &Sequence,
        heap: u64,
        reach: usize,
    ) -> Result<Option<Vec<u16>>, Stop> {
        let mut again = self.near(sequence, heap);
        let mut scratch = Vec::new();
        while again.len() < heap {
            again.pass_block(&mut scratch)?;
        }
        let Some(last) = again.streamed() else {
            return Ok(None);
        };
        let end = heap.checked_sub(last.base).map(|end| end as usize);
        let window = end.and_then(|end| last.numbers.get(end.checked_sub(reach)?..end));
        Ok(window.map(<[u16]>::to_vec))
    }

    /// Whether the windows before two heaps are equal, exactly; then finds the least pre-period.
    fn prove(&mut self, sequence: &Sequence, before: u64, end: u64) -> Result<bool, Stop> {
        let Some(last) = sequence.streamed() else {
            return Ok(false);
        };
        let (reach, period) = (last.reach, end - before);
        if last.odd[0] != last.odd[1] && !period.is_multiple_of(2) {
            return Ok(false);
        }
        let here = (end - last.base) as usize;
        let here = last.numbers.get(here - reach..here);
        if self.window(sequence, before, reach)?.as_deref() != here {
            return Ok(false);
        }
        // The first state from which on values repeat: once they do, they always do.
        let known = self.states.partition_point(|state| state.end <= before);
        let (mut differs, mut repeats) = (0, known);
        while differs < repeats {
            let middle = (differs + repeats) / 2;
            let state = &self.states[middle];
            let first = &state.numbers[state.numbers.len() - reach..];
            let second = self.window(sequence, state.end + period, reach)?;
            if second.as_deref() == Some(first) {
                repeats = middle;
            } else {
                differs = middle + 1;
            }
        }
        // The last difference may be before the last state with another window, but not by more than the window.
        let from = differs
            .checked_sub(1)
            .map_or(0, |place| self.states[place].end);
        let from = from.saturating_sub(reach as u64);
        let to = self
            .states
            .get(repeats)
            .map_or(before, |state| state.end.min(before));
        let exception = self.last_difference(sequence, from, to, period)?;
        self.proved = Some(match exception {
            Some((heap, value)) => (heap + 1, period, Some(value)),
            None => (0, period, None),
        });
        Ok(true)
    }

    /// The last heap below `to` whose value is not that of the heap a period on, with its value, if there is one
    /// from the heap `from` on.
    fn last_difference(
        &self,
        sequence: &Sequence,
        from: u64,
        to: u64,
        period: u64,
    ) -> Result<Option<(u64, u32)>, Stop> {
        let mut first = self.near(sequence, from);
        let mut heap = first.len();
        let mut second = self.near(sequence, heap + period);
        let (mut values, mut others, mut scratch) = (Vec::new(), Vec::new(), Vec::new());
        while second.len() + BLOCK as u64 <= heap + period {
            second.pass_block(&mut scratch)?;
        }
        if second.len() < heap + period {
            let ahead = (heap + period - second.len()) as usize;
            second.next_block(&mut others)?;
            others.drain(..ahead.min(others.len()));
        }
        let mut found = None;
        while heap < to {
            while values.is_empty() {
                first.next_block(&mut values)?;
            }
            while others.len() < values.len() {
                second.next_block(&mut others)?;
            }
            for ((heap, &value), &other) in (heap..to).zip(&values).zip(&others) {
                if value != other {
                    found = Some((heap, value));
                }
            }
            heap += values.len() as u64;
            others.drain(..values.len());
            values.clear();
        }
        Ok(found)
    }
}

/// The prime factors of a number, each once.
fn primes(mut number: u64) -> Vec<u64> {
    let mut primes = Vec::new();
    let mut factor = 2;
    while factor * factor <= number {
        if number.is_multiple_of(factor) {
            primes.push(factor);
            while number.is_multiple_of(factor) {
                number /= factor;
            }
        }
        factor += 1;
    }
    primes.extend((number > 1).then_some(number));
    primes
}

fn hash(numbers: &[u16]) -> u64 {
    let mut hasher = FxHasher::default();
    let (fours, rest) = numbers.as_chunks::<4>();
    for &[a, b, c, d] in fours {
        hasher
            .write_u64(u64::from(a) | u64::from(b) << 16 | u64::from(c) << 32 | u64::from(d) << 48);
    }
    for &number in rest {
        hasher.write_u16(number);
    }
    hasher.finish()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::period::Search;
    use crate::sequence::Rules;

    fn rules(code: &str) -> Rules {
        code.parse().expect("a code")
    }

    /// What windows prove, whatever was proved before from all values.
    fn by_windows(code: &str) -> (u64, u64, Option<u32>) {
        let mut sequence = Sequence::new(rules(code), Limits::default());
        let (mut scratch, mut recurrence) = (Vec::new(), Recurrence::default());
        while recurrence.proved.is_none() {
            assert!(sequence.len() < 1 << 23, "{code} is found");
            sequence.pass_block(&mut scratch).expect("no limit is met");
            recurrence.look(&sequence).expect("no limit is met");
        }
        recurrence.proved.expect("a period")
    }

    #[test]
    #[cfg_attr(debug_assertions, ignore = "millions of values")]
    fn windows_prove_what_all_values_prove() {
        for code in ["0.356", "0.16"] {
            let mut search = Search::new(rules(code), 1 << 28);
            let proved = loop {
                if let Some(proved) = search.advance().expect("no limit is met") {
                    break proved;
                }
            };
            let (preperiod, period, exception) = by_windows(code);
            assert_eq!(
                (preperiod, period),
                (proved.preperiod(), proved.period()),
                "{code}"
            );
            assert_eq!(exception, search.value(preperiod - 1), "{code}");
        }
    }

    #[test]
    #[cfg_attr(debug_assertions, ignore = "millions of values")]
    fn a_streamed_search_goes_on_where_it_was_saved() {
        let mut search = Search::new(rules("0.354"), 1 << 28);
        let mut proved = None;
        while proved.is_none() {
            proved = search.advance().expect("no limit is met");
            if search.len().is_multiple_of(3 << 20) {
                let saved = search.save();
                search = Search::restore(&saved, 1 << 28).expect("what was saved");
                let place = saved.len() / 3;
                let changed = |at: usize| if at == place { !saved[at] } else { saved[at] };
                let changed: Vec<u8> = (0..saved.len()).map(changed).collect();
                assert!(Search::restore(&changed, 1 << 28).is_err());
            }
        }
        let proved = proved.expect("a period");
        assert!(!search.is_whole());
        assert_eq!((proved.period(), proved.preperiod()), (1180, 10_061_916));
        let certificate = search.certificate().expect("a certificate");
        let mut bytes = Vec::new();
        certificate.write(&mut bytes).expect("a buffer");
        let effort = grundy_check::Effort {
            sample: Some(50),
            ..grundy_check::Effort::default()
        };
        let report = grundy_check::check(&bytes[..], &effort).expect("a certificate");
        assert!(matches!(report.finding, grundy_check::Finding::Verified(_)));
    }
}
