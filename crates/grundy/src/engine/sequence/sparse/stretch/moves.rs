//! A list of moves that each leave a known heap beside another, in columns.

use super::STRETCH;
use super::lanes::narrow;

/// Moves, nearest first.
#[derive(Debug, Default)]
pub(super) struct Moves {
    /// By how much the other heap is smaller than the one moved in; at least a stretch.
    pub(super) distances: Vec<u32>,
    /// What turns the number of the other heap's value into that of the option.
    pub(super) changes: Vec<u16>,
    /// The same as bytes.
    pub(super) narrow: Vec<u8>,
}

impl Moves {
    /// Adds a move, usually one of the farthest.
    pub(super) fn insert(&mut self, distance: u32, change: u16) {
        let before = self.distances.iter().rev();
        let place = self.distances.len() - before.take_while(|&&other| other > distance).count();
        self.distances.insert(place, distance);
        self.changes.insert(place, change);
        self.narrow.insert(place, narrow(change));
    }

    pub(super) fn clear(&mut self) {
        self.distances.clear();
        self.changes.clear();
        self.narrow.clear();
    }

    pub(super) fn len(&self) -> usize {
        self.distances.len()
    }

    /// Bytes of memory.
    pub(super) fn bytes(&self) -> usize {
        7 * self.distances.capacity()
    }

    /// How many moves reach back less than `distance`.
    pub(super) fn nearer(&self, distance: u64) -> usize {
        self.distances
            .partition_point(|&other| u64::from(other) < distance)
    }

    /// Whether one of the moves `from..to` from the heap at a place leaves an option with this number.
    pub(super) fn give(
        &self,
        codes: &[u16],
        place: usize,
        (from, to): (usize, usize),
        number: u16,
    ) -> bool {
        let mut moves = self.distances[from..to]
            .iter()
            .zip(&self.changes[from..to]);
        moves.any(|(&distance, &change)| codes[place - distance as usize] ^ change == number)
    }
}

/// The numbers that a stretch after them is compared with: at least a stretch of them.
const _: () = assert!(STRETCH == u64::BITS as usize);
