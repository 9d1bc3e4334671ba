//! A split of the values into rare and common ones, and a numbering of each kind.
//!
//! Whether a value is common depends on whether it shares an odd number of digits with the mask and, for games whose
//! splits all remove an even number of stones or all an odd one, perhaps on whether its heap is even. Leaving out the
//! mask's lowest digit keeps the order of the values of either kind and numbers them 0, 1, 2, …; it is linear, so that
//! the number of a nim-sum is the nim-sum of the numbers.

use serde::{Deserialize, Serialize};

/// The digit of a number that marks those of rare values. With it, the number of an option that leaves two heaps is the
/// number of the one's value ⊕ that of the other's ⊕ this.
pub(super) const RARE: u16 = 1 << 15;

/// Rare and common values.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(in super::super) struct Space {
    mask: u16,
    /// The digits below the lowest of the mask.
    low: u16,
    /// Whether a common value shares an odd number of digits with the mask: of an even heap, and of an odd one.
    odd: [u16; 2],
    /// All digits of the numbers so far.
    widest: u16,
}

/// How often each value occurred on even heaps and on odd ones.
pub(in super::super) type Counts = [Vec<u64>; 2];

impl Space {
    fn new(mask: u16, odd: [u16; 2], widest: u16) -> Space {
        Space {
            mask,
            low: (mask & mask.wrapping_neg()).wrapping_sub(1),
            odd,
            widest,
        }
    }

    /// The space in which the fewest heaps are rare, and how many those are; `None` if all values are 0. `removed`
    /// is the parity of the numbers of stones that splits remove, if they have one.
    pub(in super::super) fn sparsest(
        counts: &Counts,
        removed: Option<u16>,
    ) -> Option<(Space, u64)> {
        let length = counts[0].len().max(counts[1].len());
        if !(2..=1 << u16::BITS).contains(&length) {
            return None;
        }
        let length = length.next_power_of_two();
        let [even, odd] = [0, 1].map(|parity: usize| transform(&counts[parity], length));
        let all = even[0] + odd[0];
        // Twice the number of rare heaps, for each mask.
        let plain = (1..length).map(|mask| (all + even[mask] + odd[mask], mask, [1, 1]));
        let sign = |parity: u16| 2 * i64::from(parity) - 1;
        let by_heap = removed.into_iter().flat_map(|removed| {
            let (even, odd) = (&even, &odd);
            let expected = [removed ^ 1, removed];
            (1..length).map(move |mask| {
                let [first, second] = expected.map(sign);
                (
                    all + first * even[mask] + second * odd[mask],
                    mask,
                    expected,
                )
            })
        });
        let (rare, mask, odd) = plain.chain(by_heap).min()?;
        let widest = ((length - 1) >> 1) as u16;
        Some((Space::new(mask as u16, odd, widest), rare as u64 / 2))
    }

    /// The mask, and the parity of its digits in a common value of an even heap and of an odd one.
    pub(in super::super) fn split(&self) -> (u16, [u16; 2]) {
        (self.mask, self.odd)
    }

    /// The number of a heap's value, with [`RARE`] for a rare one.
    pub(super) fn code(&self, heap: u64, value: u16) -> u16 {
        let odd = (value & self.mask).count_ones() as u16 & 1;
        let number = (value >> 1 & !self.low) | (value & self.low);
        number | ((odd ^ self.odd[(heap & 1) as usize]) << 15)
    }

    /// The value of a heap by its number.
    pub(super) fn value(&self, heap: u64, code: u16) -> u16 {
        let number = code & !RARE;
        let value = (number & !self.low) << 1 | (number & self.low);
        let odd = (value & self.mask).count_ones() as u16 & 1;
        if odd == (code >> 15) ^ self.odd[(heap & 1) as usize] {
            value
        } else {
            value | (self.low + 1)
        }
    }

    /// What turns the number of the value of a heap so much smaller into that of an option.
    pub(super) fn change(&self, removed: usize) -> u16 {
        ((removed & 1) as u16 & (self.odd[0] ^ self.odd[1])) << 15
    }

    /// The digits that tell rare values from common ones.
    pub(super) fn mask(&self) -> u32 {
        self.mask.into()
    }

    /// Whether a common value shares an odd number of digits with the mask: of even heaps, and of odd ones.
    pub(super) fn odd(&self) -> [bool; 2] {
        self.odd.map(|odd| odd == 1)
    }

    /// How many rare values of a heap are below the common one of this number.
    pub(super) fn rare_below(&self, heap: u64, common: u16) -> u16 {
        if self.value(heap, common) & (self.low + 1) != 0 {
            (common | self.low) + 1
        } else {
            common & !self.low
        }
    }

    /// Digits that no number so far goes beyond.
    pub(super) fn widest(&self) -> u16 {
        self.widest
    }

    /// Takes note of a number.
    pub(super) fn see(&mut self, code: u16) {
        self.widest |= code & !RARE;
    }
}

/// For each mask, the counts of values that share an even number of digits with it less the others.
fn transform(counts: &[u64], length: usize) -> Vec<i64> {
    let mut sums: Vec<i64> = counts.iter().map(|&count| count as i64).collect();
    sums.resize(length, 0);
    let mut half = 1;
    while half < length {
        for pair in sums.chunks_exact_mut(2 * half) {
            let (first, second) = pair.split_at_mut(half);
            for (one, other) in first.iter_mut().zip(second) {
                (*one, *other) = (*one + *other, *one - *other);
            }
        }
        half *= 2;
    }
    sums
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_keep_order_and_sums() {
        for mask in [1, 2, 3, 4, 6, 10, 0x56, 0x8000, 0xFFFF, 0x8421] {
            // Splits that remove anything, an odd number, an even number.
            for (odd, removed) in [([1, 1], [2, 3]), ([0, 1], [3, 3]), ([1, 0], [2, 2])] {
                let space = Space::new(mask, odd, 0);
                for heap in [8, 9] {
                    let mut next = [0u16; 2];
                    for value in 0..=u16::MAX {
                        let code = space.code(heap, value);
                        assert_eq!(space.value(heap, code), value);
                        if code & RARE == 0 {
                            assert_eq!(space.rare_below(heap, code), next[1], "{mask}: {value}");
                        }
                        let kind = &mut next[usize::from(code >> 15)];
                        assert_eq!(code & !RARE, *kind, "{mask}: {value}");
                        *kind = kind.wrapping_add(1);
                        let one = value.wrapping_mul(40_503) >> 1;
                        let smaller = 3 + u64::from(value & 1);
                        let left = heap - smaller - removed[(value & 1) as usize];
                        let option = space.code(smaller, one) ^ space.code(left, value ^ one);
                        assert_eq!(code, option ^ RARE, "{mask}: {value} by {one}");
                        assert_eq!(code, space.code(heap - 3, value) ^ space.change(3));
                        assert_eq!(code, space.code(heap - 2, value) ^ space.change(2));
                    }
                }
            }
        }
    }

    #[test]
    fn the_sparsest_space_is_the_best_of_all_masks() {
        let count = |value: u64| value.wrapping_mul(0x9E37_79B9) >> 3 & 255;
        let counts: Counts = [(0..64).map(count).collect(), (64..128).map(count).collect()];
        let of = |mask: u16, odd: [u16; 2]| -> u64 {
            let space = Space::new(mask, odd, 0);
            let rare = (0..64).map(|value| {
                let rare = [0, 1].map(|heap| space.code(heap, value) & RARE != 0);
                let times = [0, 1].map(|heap: usize| counts[heap][usize::from(value)]);
                u64::from(rare[0]) * times[0] + u64::from(rare[1]) * times[1]
            });
            rare.sum()
        };
        for (removed, odds) in [
            (None, &[[1, 1]][..]),
            (Some(0), &[[1, 1], [1, 0]]),
            (Some(1), &[[1, 1], [0, 1]]),
        ] {
            let (space, rare) = Space::sparsest(&counts, removed).expect("a space");
            assert_eq!(rare, of(space.mask, space.odd));
            let best = (1..64).flat_map(|mask| odds.iter().map(move |&odd| of(mask, odd)));
            assert_eq!(Some(rare), best.min());
        }
    }
}
