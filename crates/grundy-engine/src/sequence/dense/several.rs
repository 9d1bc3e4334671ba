//! Codes that leave three heaps or more: sets of nim-sums.
//!
//! For each total the set of the nim-sums of two heaps with that total is kept, and of three, and so on to one heap fewer
//! than a move may leave; these sets are bits, and a further heap exchanges bits. Whether a value is a nim-sum of the
//! largest number of heaps is then one look for each first heap. A heap costs its own size in such looks, and a set
//! for each number of heaps between one and the largest is kept: an eighth of a byte for each value up to the power of two above.

use crate::sequence::{BLOCK, Rules, Stop};
use grundy_base::budget::pulse;

/// Sets between two counts of what they took.
const COUNTED: usize = 1 << 10;

/// The values of the heaps so far, and the sets.
#[derive(Debug)]
pub(super) struct Several {
    values: Vec<u32>,
    /// The largest number of heaps that a move leaves.
    parts: u32,
    /// Words of a set, a power of two: more bits than the largest nim-sum.
    words: usize,
    /// `sets[j]`: for each total the nim-sums of j + 2 heaps.
    sets: Vec<Vec<u64>>,
    met: Vec<u64>,
}

impl Several {
    /// Begins with heap 0; `parts` is 3 or more.
    pub(super) fn new(parts: u32) -> Several {
        Several {
            values: Vec::new(),
            parts,
            words: 1,
            sets: vec![Vec::new(); parts as usize - 2],
            met: vec![0],
        }
    }

    /// Begins with these values.
    pub(super) fn of(rules: &Rules, values: &[u32]) -> Several {
        let mut several = Several::new(rules.parts());
        let most = values.iter().max().copied().unwrap_or(0) as usize;
        several.words = (most / 64 + 1).next_power_of_two();
        several.met = vec![0; several.words];
        for &value in values {
            several.add_sets();
            several.values.push(value);
        }
        several
    }

    pub(super) fn values(&self) -> &[u32] {
        &self.values
    }

    /// Makes room for a block more, within so many bytes.
    pub(super) fn reserve(&mut self, memory: usize) -> Result<(), Stop> {
        let length = self.values.len();
        if length + BLOCK <= self.values.capacity() {
            return Ok(());
        }
        let more = length.max(BLOCK);
        let kept = (length + more).saturating_mul(4 + 8 * self.words * self.sets.len());
        let bytes = kept.saturating_add(self.scratch());
        let full = Stop::Memory(bytes);
        if bytes > memory {
            return Err(full);
        }
        self.values.try_reserve_exact(more).map_err(|_| full)?;
        for sets in &mut self.sets {
            sets.try_reserve_exact(more * self.words)
                .map_err(|_| full)?;
        }
        Ok(())
    }

    /// Appends `count` values, for which there is room while sets stay as wide as they are.
    pub(super) fn extend(
        &mut self,
        rules: &Rules,
        count: usize,
        memory: usize,
        out: &mut Vec<u32>,
    ) -> Result<(), Stop> {
        // Work that was given up left sets without a value.
        let whole = self.values.len() * self.words;
        self.sets.iter_mut().for_each(|sets| sets.truncate(whole));
        for _ in 0..count {
            self.add_sets();
            let value = self.next_value(rules);
            if value >= 64 * self.words
                && let Err(stop) = self.widen(memory)
            {
                let heap = self.values.len();
                for sets in &mut self.sets {
                    sets.truncate(heap * self.words);
                }
                return Err(stop);
            }
            // Fewer than 2^32 heaps are kept.
            self.values.push(value as u32);
            out.push(value as u32);
        }
        Ok(())
    }

    /// Bytes of the sets by value while sums of more heaps are made.
    fn scratch(&self) -> usize {
        match self.sets.len() {
            1 => 0,
            _ => 8 * 64 * self.words * self.words,
        }
    }

    /// Steps that the value of a heap takes, roughly.
    pub(super) fn steps(&self, heap: u64) -> u64 {
        let words = self.words as u64;
        let sets = self.sets.len() as u64 - 1;
        heap + sets * (heap * words / 2 + 64 * words * words)
    }

    /// Sets of twice as many words.
    fn widen(&mut self, memory: usize) -> Result<(), Stop> {
        let words = self.words;
        let heaps = self.values.capacity() + 1;
        let kept = heaps.saturating_mul(4 + 24 * words * self.sets.len());
        let bytes = kept.saturating_add(4 * self.scratch());
        let full = Stop::Memory(bytes);
        if bytes > memory {
            return Err(full);
        }
        for sets in &mut self.sets {
            let mut wider = Vec::new();
            wider
                .try_reserve_exact(2 * words * heaps)
                .map_err(|_| full)?;
            for set in sets.chunks_exact(words) {
                wider.extend_from_slice(set);
                wider.resize(wider.len() + words, 0);
            }
            *sets = wider;
        }
        self.words = 2 * words;
        self.met.resize(self.words, 0);
        Ok(())
    }

    /// The sets of the nim-sums of heaps that have the next heap's size together.
    fn add_sets(&mut self) {
        let (values, words) = (&self.values[..], self.words);
        let total = values.len();
        let mut set = vec![0; words];
        for one in 1..=total / 2 {
            let sum = (values[one] ^ values[total - one]) as usize;
            set[sum / 64] |= 1 << (sum % 64);
        }
        self.sets[0].extend_from_slice(&set);
        for fewer in 0..self.sets.len() - 1 {
            let mut by_value = vec![0; 64 * words * words];
            for first in (1..total).step_by(COUNTED) {
                let behind = total.min(first + COUNTED);
                pulse::step(((behind - first) * words) as u64 / 2);
                for one in first..behind {
                    let rest = total - one;
                    let rest = &self.sets[fewer][rest * words..][..words];
                    let into = &mut by_value[values[one] as usize * words..][..words];
                    into.iter_mut()
                        .zip(rest)
                        .for_each(|(into, rest)| *into |= rest);
                }
            }
            set.fill(0);
            for (value, from) in by_value.chunks_exact(words).enumerate() {
                if value % COUNTED == 0 {
                    pulse::step((COUNTED * words) as u64);
                }
                for (place, &bits) in from.iter().enumerate() {
                    if bits != 0 {
                        set[place ^ (value / 64)] |= exchanged(bits, value % 64);
                    }
                }
            }
            self.sets[fewer + 1].extend_from_slice(&set);
        }
    }

    /// The value of the next heap, whose sets are there.
    fn next_value(&mut self, rules: &Rules) -> usize {
        let (values, words) = (&self.values[..], self.words);
        let heap = values.len();
        let met = &mut self.met;
        met.fill(0);
        met[0] = u64::from(rules.ends(heap));
        for removed in rules.singles().take_while(|&removed| removed < heap) {
            let value = values[heap - removed] as usize;
            met[value / 64] |= 1 << (value % 64);
        }
        if (heap as u64) < rules.least_split() {
            return least_absent(met, 0);
        }
        for (parts, sets) in (2..self.parts).zip(&self.sets) {
            for removed in rules.leaving(parts).take_while(|&removed| removed <= heap) {
                let set = &sets[(heap - removed) * words..][..words];
                met.iter_mut().zip(set).for_each(|(met, set)| *met |= set);
            }
        }
        let sets = &self.sets[self.sets.len() - 1];
        let most: Vec<usize> = rules.leaving(self.parts).collect();
        let mut value = least_absent(met, 0);
        while value < 64 * words {
            let occurs = most
                .iter()
                .take_while(|&&removed| removed < heap)
                .any(|&removed| {
                    let left = heap - removed;
                    let rests = sets[..left * words].chunks_exact(words).skip(1).rev();
                    let mut pairs = values[1..].iter().zip(rests);
                    pairs.any(|(&one, rest)| {
                        let rest_value = value ^ one as usize;
                        rest[rest_value / 64] >> (rest_value % 64) & 1 != 0
                    })
                });
            if !occurs {
                break;
            }
            value = least_absent(met, value + 1);
        }
        value
    }
}

/// The least number from `from` on that is not in the set.
fn least_absent(set: &[u64], from: usize) -> usize {
    let mut place = from / 64;
    let mut below = (1u64 << (from % 64)) - 1;
    while let Some(&word) = set.get(place) {
        if word | below != u64::MAX {
            return 64 * place + (word | below).trailing_ones() as usize;
        }
        (place, below) = (place + 1, 0);
    }
    (64 * set.len()).max(from)
}

/// The bits of a word, that of place b moved to place b ⊕ `by`.
fn exchanged(mut bits: u64, by: usize) -> u64 {
    const MASKS: [u64; 6] = [
        0x5555_5555_5555_5555,
        0x3333_3333_3333_3333,
        0x0F0F_0F0F_0F0F_0F0F,
        0x00FF_00FF_00FF_00FF,
        0x0000_FFFF_0000_FFFF,
        0x0000_0000_FFFF_FFFF,
    ];
    for (digit, mask) in MASKS.into_iter().enumerate() {
        if by >> digit & 1 != 0 {
            bits = (bits & mask) << (1 << digit) | (bits >> (1 << digit)) & mask;
        }
    }
    bits
}
