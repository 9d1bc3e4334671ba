//! Positions as bytes, each with a number: a hash table with open addressing over one long list of bytes.

use crate::prefetch::prefetch;

/// Positions with numbers from 0, in the order in which they came.
#[derive(Default)]
pub(crate) struct Table {
    bytes: Vec<u8>,
    /// Where each position ends in the bytes.
    ends: Vec<u64>,
    /// Numbers, by hash; `FREE` where there is none. A power of two.
    slots: Vec<u32>,
}

const FREE: u32 = u32::MAX;

/// A hash of bytes that is the same on all machines and in all versions.
pub(crate) fn stable_hash(bytes: &[u8]) -> u64 {
    let mut hash = 0xCBF2_9CE4_8422_2325 ^ bytes.len() as u64;
    for chunk in bytes.chunks(8) {
        let word = chunk
            .iter()
            .rev()
            .fold(0u64, |word, &byte| word << 8 | u64::from(byte));
        hash = (hash ^ word).wrapping_mul(0x9E37_79B9_7F4A_7C15);
        hash ^= hash >> 32;
    }
    hash = (hash ^ (hash >> 29)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
    hash ^ (hash >> 32)
}

impl Table {
    /// How many positions there are.
    pub(crate) fn len(&self) -> usize {
        self.ends.len()
    }

    /// Bytes that it takes.
    pub(crate) fn heap_bytes(&self) -> u64 {
        (self.bytes.len() + 8 * self.ends.len() + 4 * self.slots.len()) as u64
    }

    /// The bytes of a position.
    pub(crate) fn position(&self, number: u32) -> &[u8] {
        let number = number as usize;
        let start = if number == 0 {
            0
        } else {
            self.ends[number - 1]
        };
        &self.bytes[start as usize..self.ends[number] as usize]
    }

    /// Asks for the slot where a position of this hash would first be.
    #[inline]
    pub(crate) fn prefetch_slot(&self, hash: u64) {
        prefetch(&self.slots, self.first_slot(hash));
    }

    /// Asks for where the position in this slot ends.
    #[inline]
    pub(crate) fn prefetch_end(&self, hash: u64) {
        if let Some(&number) = self.slots.get(self.first_slot(hash))
            && number != FREE
        {
            prefetch(&self.ends, number as usize);
        }
    }

    /// Asks for the bytes of the position in this slot.
    #[inline]
    pub(crate) fn prefetch_bytes(&self, hash: u64) {
        if let Some(&number) = self.slots.get(self.first_slot(hash))
            && let Some(&end) = self.ends.get(number as usize)
        {
            prefetch(&self.bytes, (end as usize).saturating_sub(1));
        }
    }

    #[inline]
    fn first_slot(&self, hash: u64) -> usize {
        // The high bits: the low ones may tell the worker.
        (hash >> 20) as usize & self.slots.len().wrapping_sub(1)
    }

    /// Where the position is in the slots, or the free slot where it would be.
    fn slot(&self, position: &[u8], hash: u64) -> usize {
        let mask = self.slots.len() - 1;
        let mut slot = self.first_slot(hash);
        while self.slots[slot] != FREE && self.position(self.slots[slot]) != position {
            slot = (slot + 1) & mask;
        }
        slot
    }

    /// The number of a position, if it is there.
    pub(crate) fn find(&self, position: &[u8]) -> Option<u32> {
        if self.slots.is_empty() {
            return None;
        }
        let number = self.slots[self.slot(position, stable_hash(position))];
        (number != FREE).then_some(number)
    }

    /// The number of a position, and whether it is new; none if there are 2^31 others. `hash` is its [`stable_hash`].
    pub(crate) fn number(&mut self, position: &[u8], hash: u64) -> Option<(u32, bool)> {
        if self.len() * 4 >= self.slots.len() * 3 {
            self.grow();
        }
        let slot = self.slot(position, hash);
        if self.slots[slot] != FREE {
            return Some((self.slots[slot], false));
        }
        if self.len() >= 1 << 31 {
            return None;
        }
        let number = self.len() as u32;
        self.slots[slot] = number;
        self.bytes.extend_from_slice(position);
        self.ends.push(self.bytes.len() as u64);
        Some((number, true))
    }

    fn grow(&mut self) {
        let size = (self.slots.len() * 2).max(1 << 10);
        self.slots = vec![FREE; size];
        for number in 0..self.len() as u32 {
            let position = self.position(number);
            let slot = self.slot(position, stable_hash(position));
            self.slots[slot] = number;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_given_once() {
        let mut table = Table::default();
        for round in 0..2 {
            for number in 0u32..5000 {
                // Positions of many lengths, one of them empty.
                let position = match number {
                    0 => String::new(),
                    _ => number.to_string() + &"x".repeat(number as usize % 13),
                };
                let bytes = position.as_bytes();
                let numbered = table.number(bytes, stable_hash(bytes));
                assert_eq!(numbered, Some((number, round == 0)));
                assert_eq!(table.position(number), position.as_bytes());
                assert_eq!(table.find(position.as_bytes()), Some(number));
            }
        }
        assert_eq!(table.find(b"x"), None);
    }

    #[test]
    fn the_hash_stays_what_it_is() {
        // Processes of different builds must agree on it.
        assert_eq!(stable_hash(b""), STABLE[0]);
        assert_eq!(stable_hash(b"position"), STABLE[1]);
        assert_eq!(stable_hash(b"a longer position"), STABLE[2]);
    }

    const STABLE: [u64; 3] = [
        5711608995589865383,
        3969739295468189361,
        7503604825395536216,
    ];
}
