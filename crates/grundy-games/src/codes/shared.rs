//! Tables of codes that split after many numbers of removals, such as runs of 1 to 100 from a row.
//!
//! What two heaps of n stones together are worth is the same set of values whichever removal left them. So the set is made once for each
//! total, as bits, and the options of a heap are the union of the sets of its totals: about n²/4 nim-sums for a table of n heaps, where
//! going through the options of each heap takes as many for each removal.

use super::Code;
use crate::budget::{Exhausted, Meter};

/// Splitting removals from which on sets are shared.
pub(super) const MANY: usize = 12;

/// The largest heap of such a table.
pub(super) const LARGEST: u64 = 4095;

/// A set of small numbers, 64 to a word.
#[derive(Clone, Debug, Default)]
struct Bits(Vec<u64>);

impl Bits {
    fn insert(&mut self, number: u32) {
        let word = number as usize / 64;
        if word >= self.0.len() {
            self.0.resize(word + 1, 0);
        }
        self.0[word] |= 1 << (number % 64);
    }

    fn insert_all(&mut self, others: &Bits) {
        if others.0.len() > self.0.len() {
            self.0.resize(others.0.len(), 0);
        }
        for (own, other) in self.0.iter_mut().zip(&others.0) {
            *own |= other;
        }
    }

    fn least_missing(&self) -> u32 {
        let full = self.0.iter().take_while(|&&word| word == u64::MAX).count();
        let ones = self.0.get(full).map_or(0, |word| word.trailing_ones());
        64 * full as u32 + ones
    }
}

impl Code {
    /// Whether its table is made by shared sets: no digit leaves three heaps, and many leave two.
    pub(super) fn shares_pairs(&self) -> bool {
        let splitting = self.digits.iter().filter(|&&digit| digit & 4 != 0).count();
        splitting >= MANY && self.digits.iter().all(|&digit| digit < 8)
    }

    /// Values up to the heap `last`.
    pub(super) fn fill_sharing(
        &self,
        values: &mut Vec<u32>,
        last: u64,
        meter: &mut Meter,
    ) -> Result<(), Exhausted> {
        // By total, what two heaps are worth.
        let mut pairs: Vec<Bits> = Vec::new();
        for heap in 0..=last as usize {
            let mut own = Bits::default();
            for first in 1..=heap / 2 {
                let rest = heap - first;
                own.insert(values[first] ^ values[rest]);
            }
            let words = own.0.len() as u64;
            meter.spend(1 + heap as u64 / 128, 4 + 8 * words)?;
            pairs.push(own);
            if heap < values.len() {
                continue;
            }
            let mut options = Bits::default();
            for (removed, &digit) in self.digits.iter().enumerate().take(heap + 1) {
                let left = heap - removed;
                if digit & 1 != 0 && left == 0 {
                    options.insert(0);
                }
                if digit & 2 != 0 && left > 0 {
                    options.insert(values[left]);
                }
                if digit & 4 != 0 {
                    options.insert_all(&pairs[left]);
                }
            }
            values.push(options.least_missing());
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::budget::Budget;
    use crate::nimber::Mex;

    /// Against going through the options of each heap, from nothing and from a table that is begun.
    #[test]
    fn shared_sets_agree_with_the_options() {
        let mut state = 5u64;
        for round in 0..40 {
            let digits: Vec<u8> = (0..20 + round % 30)
                .map(|place| {
                    state = state
                        .wrapping_mul(6_364_136_223_846_793_005)
                        .wrapping_add(1);
                    let digit = (state >> 40) as u8 % 8;
                    if place == 0 { digit & 4 } else { digit }
                })
                .collect();
            let code = Code::of_digits(digits);
            let mut mex = Mex::new();
            let mut plain = Vec::new();
            for _ in 0..150 {
                plain.push(code.next_value(&plain, &mut mex));
            }
            let mut meter = Meter::new(&Budget::default());
            let mut shared = plain[..round % 7 * 9].to_vec();
            code.fill_sharing(&mut shared, 149, &mut meter)
                .expect("small");
            assert_eq!(shared, plain, "{code:?}");
        }
    }
}
