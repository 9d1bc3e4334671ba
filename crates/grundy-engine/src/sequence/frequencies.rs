//! The split into rare and common values that the frequencies of a sequence's values show: what R. K. Guy found by eye,
//! by a Walsh–Hadamard transform.

use super::Rules;
use super::sparse::{parity, space::Space};

/// How often each value occurred: on even heaps, and on odd ones.
pub type Frequencies = [Vec<u64>; 2];

/// A split of the values into rare and common ones, by the parity of some of their binary digits.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SparseSpace {
    /// The binary digits that count.
    pub mask: u32,
    /// The parity of these digits in a common value: of an even heap, and of an odd one.
    pub odd: [bool; 2],
    /// How many heaps have a rare value.
    pub rare: u64,
}

impl SparseSpace {
    /// The split in which the fewest heaps are rare; `None` where all values are 0, or some is above 65,535.
    ///
    /// n log n additions for a largest value of n.
    pub fn sparsest(rules: &Rules, frequencies: &Frequencies) -> Option<SparseSpace> {
        let (space, rare) = Space::sparsest(frequencies, parity(rules))?;
        let (mask, odd) = space.split();
        Some(SparseSpace {
            mask: mask.into(),
            odd: odd.map(|odd| odd != 0),
            rare,
        })
    }

    /// Whether this value of this heap is rare.
    pub fn is_rare(&self, heap: u64, value: u32) -> bool {
        let odd = (value & self.mask).count_ones() & 1 == 1;
        odd != self.odd[(heap & 1) as usize]
    }
}

#[cfg(test)]
mod tests {
    use super::super::{Limits, Sequence};
    use super::*;

    #[test]
    fn few_heaps_of_kayles_with_bigger_pins_are_rare() {
        for code in ["0.106", "0.16", "0.454", "0.15", "4.3"] {
            let rules: Rules = code.parse().expect("a code");
            let mut sequence = Sequence::new(rules.clone(), Limits::default());
            let mut values = Vec::new();
            while values.len() < 8192 {
                sequence.next_block(&mut values).expect("memory");
            }
            let mut frequencies: Frequencies = [vec![0; 1024], vec![0; 1024]];
            for (heap, &value) in values.iter().enumerate() {
                frequencies[heap & 1][value as usize] += 1;
            }
            let space = SparseSpace::sparsest(&rules, &frequencies).expect("a space");
            let rare = (0..).zip(&values);
            let rare = rare.filter(|&(heap, &value)| space.is_rare(heap, value));
            assert_eq!(rare.count() as u64, space.rare, "{code}");
            assert!(space.rare < 4096, "{code}: {}", space.rare);
        }
    }

    #[test]
    fn zeros_have_no_space() {
        let rules: Rules = "0.3".parse().expect("a code");
        let zeros: Frequencies = [vec![5], vec![5]];
        assert_eq!(SparseSpace::sparsest(&rules, &zeros), None);
    }
}
