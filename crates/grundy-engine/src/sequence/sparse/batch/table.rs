//! Which numbers the options of each heap of a batch have, a byte each.

#![allow(
    unsafe_code,
    reason = "marks are most of the work, and half as fast with checks of places"
)]

use super::{BATCH, Moves};

/// Not met.
pub(super) const UNMET: u8 = 0;
/// The number of an option.
pub(super) const MET: u8 = 1;
/// Not the number of an option of those that reach behind the batch.
pub(super) const FREE: u8 = 2;

/// Marks looked at together.
const WORD: usize = 8;

/// A one in each mark of a word.
const ONES: u64 = 0x0101_0101_0101_0101;

/// What brings the lowest digits of eight bytes together.
const GATHER: u64 = 0x0102_0408_1020_4080;

/// Bytes of a row beyond those of its numbers.
const BEYOND: usize = 64;

/// A row of marks for each heap of a batch.
#[derive(Debug, Default)]
pub(super) struct Table {
    marks: Vec<u8>,
    /// All numbers are below this, a power of two and at least 64; the mark of this number stands for all that is
    /// of no concern.
    span: usize,
}

impl Table {
    /// No number below `span` is met.
    pub(super) fn reset(&mut self, span: usize) {
        self.span = span;
        self.marks.clear();
        self.marks.resize((span + BEYOND) * BATCH, UNMET);
    }

    /// Bytes of memory.
    pub(super) fn bytes(&self) -> usize {
        self.marks.capacity()
    }

    /// All numbers are below this.
    pub(super) fn span(&self) -> usize {
        self.span
    }

    /// The marks of a heap's numbers.
    pub(super) fn row(&self, heap: usize) -> &[u8] {
        &self.marks[heap * (self.span + BEYOND)..][..self.span]
    }

    /// Marks a number of a heap; rare ones are of no concern.
    pub(super) fn mark(&mut self, heap: usize, code: u16, mark: u8) {
        let place = usize::from(code).min(self.span);
        self.marks[heap * (self.span + BEYOND) + place] = mark;
    }

    /// Marks the numbers of the options of all heaps by the first moves. The batch begins behind the last of `codes`.
    pub(super) fn scatter(&mut self, codes: &[u16], moves: &Moves, count: usize) {
        let row = self.span + BEYOND;
        let span = self.span as u16;
        let marks = &mut self.marks[..row * BATCH];
        for (&distance, &change) in moves.distances[..count].iter().zip(&moves.changes) {
            let from = codes.len() - distance as usize;
            let mut places = [0; BATCH];
            for (place, &code) in places.iter_mut().zip(&codes[from..from + BATCH]) {
                *place = (code ^ change).min(span);
            }
            for (heap, place) in places.into_iter().enumerate() {
                // SAFETY: there are as many rows as heaps, and a place is at most the span, which is less than a row.
                unsafe { *marks.get_unchecked_mut(heap * row + usize::from(place)) = MET };
            }
        }
    }

    /// The least number from `from` on whose mark is not [`MET`]; the span if there is none.
    pub(super) fn first_open(&self, heap: usize, from: usize) -> usize {
        let words = self.row(heap).as_chunks::<WORD>().0.iter().enumerate();
        for (place, word) in words.skip(from / WORD) {
            let mut open = u64::from_le_bytes(*word) ^ ONES;
            if place == from / WORD {
                open &= u64::MAX << (8 * (from % WORD));
            }
            if open != 0 {
                return WORD * place + open.trailing_zeros() as usize / 8;
            }
        }
        self.span
    }

    /// Which of the 64 numbers of a heap from 64 × `word` on are not met.
    pub(super) fn unmet_bits(&self, heap: usize, word: usize) -> u64 {
        let marks = &self.row(heap)[64 * word..][..64];
        let marks = marks.as_chunks::<WORD>().0.iter().enumerate();
        marks.fold(0, |bits, (place, marks)| {
            let marks = u64::from_le_bytes(*marks);
            let unmet = !(marks | marks >> 1) & ONES;
            // Each of the eight digits comes to a place of its own in the highest byte.
            bits | (unmet.wrapping_mul(GATHER) >> 56) << (WORD * place)
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn marks_are_found_again() {
        let mut table = Table::default();
        table.reset(128);
        for number in 0..128u16 {
            for heap in [0, 63] {
                let mark = [MET, UNMET, FREE, MET][usize::from(number) % 4];
                table.mark(heap, number, mark);
                table.mark(heap, 0x8000 | number, MET);
            }
        }
        for word in 0..2 {
            assert_eq!(table.unmet_bits(63, word), 0x2222_2222_2222_2222);
            assert_eq!(table.unmet_bits(1, word), u64::MAX);
        }
        assert_eq!(table.first_open(0, 3), 5);
        assert_eq!(table.first_open(0, 127), 128);
        assert_eq!(table.first_open(1, 7), 7);
    }
}
