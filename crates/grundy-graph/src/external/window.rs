//! The vertices that are in memory: their records one behind another, found by number through open addressing.

use grundy::Play;

use super::order::NONE;

/// The number of the vertex.
pub(super) const ID: usize = 0;
/// How many of its options have not been told of.
pub(super) const OPEN: usize = 1;
/// The remoteness of the best option told of.
pub(super) const REMOTENESS: usize = 2;
/// The best option told of.
pub(super) const BEST: usize = 3;
/// How many options it has, parallel edges counted.
pub(super) const OPTIONS: usize = 4;
/// How many vertices have it as an option, parallel edges counted; or [`LONG`].
pub(super) const LENGTH: usize = 5;
/// Then come the bits of the values of its options, and the vertices that have it as an option.
pub(super) const HEAD: usize = 6;

/// The list is in a file: its place in two words, the low one first, and its length in a third.
pub(super) const LONG: u32 = u32::MAX;

/// In place of [`OPEN`]: the vertex is done.
pub(super) const DONE: u32 = u32::MAX;

/// A part of memory for records of vertices.
#[derive(Debug, Default)]
pub(super) struct Window {
    /// The records.
    pub(super) words: Vec<u32>,
    /// Places of records plus one, by number of the vertex; 0 is empty. A power of two.
    slots: Vec<u32>,
    /// So many bits of the product are dropped.
    shift: u32,
    /// Values of this size and more do not occur, because they need more edges than there are.
    values: u32,
}

/// What is told of an option, or of a vertex in the end.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Known {
    pub(super) vertex: u32,
    pub(super) value: u32,
    pub(super) remoteness: u32,
    pub(super) best: u32,
}

/// Whether the previous player wins at this remoteness: rounds alternate.
pub(super) fn lost(remoteness: u32, play: Play) -> bool {
    remoteness.is_multiple_of(2) == (play == Play::Normal)
}

impl Window {
    /// No records, of vertices whose options have less values than this.
    pub(super) fn new(values: u32) -> Window {
        Window {
            values,
            ..Window::default()
        }
    }

    /// How many words the bits of values take in the record of a vertex with so many options.
    pub(super) fn bits(&self, options: u32) -> usize {
        options.min(self.values).div_ceil(32) as usize
    }

    /// Adds a record with an empty list of this length (three words if [`LONG`]); its place.
    pub(super) fn add(&mut self, vertex: u32, options: u32, length: u32) -> usize {
        let at = self.words.len();
        self.words
            .extend_from_slice(&[vertex, options, NONE, NONE, options, length]);
        let list = if length == LONG { 3 } else { length as usize };
        self.words.resize(at + HEAD + self.bits(options) + list, 0);
        at
    }

    /// Where the list of the record at this place begins.
    #[inline]
    pub(super) fn list(&self, at: usize) -> usize {
        at + HEAD + self.bits(self.words[at + OPTIONS])
    }

    /// Where the record behind this one is.
    #[inline]
    pub(super) fn next(&self, at: usize) -> usize {
        let length = self.words[at + LENGTH];
        self.list(at) + if length == LONG { 3 } else { length as usize }
    }

    /// Where the list of a record begins and where the next record is, among records of a window with these values.
    pub(super) fn behind(records: &[u32], at: usize, values: u32) -> (usize, usize) {
        let list = at + HEAD + records[at + OPTIONS].min(values).div_ceil(32) as usize;
        let length = records[at + LENGTH];
        (
            list,
            list + if length == LONG { 3 } else { length as usize },
        )
    }

    /// How many records there are from this place on.
    pub(super) fn count(&self, mut at: usize) -> usize {
        let mut count = 0;
        while at < self.words.len() {
            count += 1;
            at = self.next(at);
        }
        count
    }

    /// How many places so many records are found by.
    fn slots(records: usize) -> usize {
        (records * 3 / 2 + 2).next_power_of_two().max(16)
    }

    /// Bytes that so many records of so many words take, and finding them.
    pub(super) fn bytes(words: u64, records: usize) -> u64 {
        (words + Window::slots(records) as u64) * 4
    }

    /// Makes all records be found.
    pub(super) fn index(&mut self) {
        let slots = Window::slots(self.count(0));
        self.slots.clear();
        self.slots.resize(slots, 0);
        self.shift = 32 - slots.trailing_zeros();
        let mut at = 0;
        while at < self.words.len() {
            let mut slot = self.slot(self.words[at + ID]);
            while self.slots[slot] != 0 {
                slot = (slot + 1) & (slots - 1);
            }
            self.slots[slot] = at as u32 + 1;
            at = self.next(at);
        }
    }

    #[inline]
    fn slot(&self, vertex: u32) -> usize {
        (vertex.wrapping_mul(0x9E37_79B1) >> self.shift) as usize
    }

    /// The place of the record of a vertex, if it is here.
    #[inline]
    pub(super) fn find(&self, vertex: u32) -> Option<usize> {
        let mut slot = self.slot(vertex);
        loop {
            let at = self.slots[slot].checked_sub(1)? as usize;
            if self.words[at + ID] == vertex {
                return Some(at);
            }
            slot = (slot + 1) & (self.slots.len() - 1);
        }
    }

    /// Tells the vertex at this place of an option. Says whether the option changed what is best, or was the last.
    #[inline]
    pub(super) fn tell(&mut self, at: usize, option: &Known, play: Play) -> bool {
        let bits = self.bits(self.words[at + OPTIONS]);
        let record = &mut self.words[at..at + HEAD + bits];
        if record[OPEN] == DONE {
            return false;
        }
        record[OPEN] -= 1;
        if let Some(word) = record.get_mut(HEAD + (option.value / 32) as usize) {
            *word |= 1 << (option.value % 32);
        }
        let (known, best) = (record[REMOTENESS], record[BEST]);
        let better = if known == NONE {
            true
        } else if option.remoteness == known {
            option.vertex < best
        } else {
            match (lost(option.remoteness, play), lost(known, play)) {
                (true, true) => option.remoteness < known,
                (true, false) => true,
                (false, true) => false,
                (false, false) => option.remoteness > known,
            }
        };
        if better {
            (record[REMOTENESS], record[BEST]) = (option.remoteness, option.vertex);
        }
        better || record[OPEN] == 0
    }

    /// The answers for the vertex at this place, whose options have all been told of. It is done.
    #[inline]
    pub(super) fn settle(&mut self, at: usize) -> Known {
        let bits = self.bits(self.words[at + OPTIONS]);
        let record = &mut self.words[at..at + HEAD + bits];
        record[OPEN] = DONE;
        let mut value = 0;
        for &word in &record[HEAD..] {
            value += word.trailing_ones();
            if word != u32::MAX {
                break;
            }
        }
        Known {
            vertex: record[ID],
            value,
            // The end of play has known no option, and NONE wraps to 0.
            remoteness: record[REMOTENESS].wrapping_add(1),
            best: record[BEST],
        }
    }

    /// Forgets the vertices that are done.
    pub(super) fn compact(&mut self) {
        let (mut at, mut kept) = (0, 0);
        while at < self.words.len() {
            let next = self.next(at);
            if self.words[at + OPEN] != DONE {
                self.words.copy_within(at..next, kept);
                kept += next - at;
            }
            at = next;
        }
        self.words.truncate(kept);
    }
}
