//! Which values occur in which stretch of heaps, as dots of a picture of bounded size.

use serde::{Deserialize, Serialize};

/// Most columns, each a stretch of heaps.
pub(crate) const COLUMNS: u64 = 900;

/// Most rows, each one value or a power of two of them.
pub(crate) const ROWS: usize = 512;

/// Words of a column.
const WORDS: usize = ROWS / 64;

/// The dots so far; where the largest value needs it, rows are joined two by two.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Dots {
    /// The first heap.
    pub(crate) from: u64,
    /// How many heaps there will be.
    pub(crate) count: u64,
    /// The largest value so far.
    pub(crate) largest: u32,
    /// A row has 2^this values.
    joined: u32,
    /// Column by column.
    words: Vec<u64>,
}

impl Dots {
    /// An empty picture for so many heaps.
    pub(crate) fn new(from: u64, count: u64) -> Dots {
        let columns = count.clamp(1, COLUMNS) as usize;
        Dots {
            from,
            count: count.max(1),
            largest: 0,
            joined: 0,
            words: vec![0; WORDS * columns],
        }
    }

    /// Whether this is a picture of these heaps: what was read may be none.
    pub(crate) fn is_of(&self, from: u64, count: u64) -> bool {
        (self.from, self.count) == (from, count)
            && count > 0
            && self.words.len() == WORDS * self.columns()
            && self.joined < 32
            && (self.largest >> self.joined) < ROWS as u32
    }

    /// How many columns there are.
    pub(crate) fn columns(&self) -> usize {
        self.count.min(COLUMNS) as usize
    }

    /// How many rows are needed for the values so far.
    pub(crate) fn rows(&self) -> usize {
        (self.largest >> self.joined) as usize + 1
    }

    /// How many values a row stands for.
    pub(crate) fn values_of_a_row(&self) -> u64 {
        1 << self.joined
    }

    /// Whether there is a dot; row 0 is that of the value 0.
    pub(crate) fn is_set(&self, column: usize, row: usize) -> bool {
        self.words[WORDS * column + row / 64] >> (row % 64) & 1 == 1
    }

    /// Adds values, the first of which is that of heap `first`, not before [`Dots::from`].
    pub(crate) fn add(&mut self, first: u64, mut values: &[u32]) {
        let most = values.iter().copied().max().unwrap_or(0);
        self.largest = self.largest.max(most);
        while (self.largest >> self.joined) as usize >= ROWS {
            self.join();
        }
        let mut place = first - self.from;
        let columns = self.columns() as u128;
        while !values.is_empty() && place < self.count {
            let column = (u128::from(place) * columns / u128::from(self.count)) as usize;
            // The first place of the next column.
            let end = (column as u128 + 1) * u128::from(self.count);
            let end = end.div_ceil(columns) as u64;
            let taken = ((end - place) as usize).min(values.len());
            let words = &mut self.words[WORDS * column..][..WORDS];
            for &value in &values[..taken] {
                let row = (value >> self.joined) as usize;
                words[row / 64] |= 1 << (row % 64);
            }
            values = &values[taken..];
            place += taken as u64;
        }
    }

    /// Makes a row of each two.
    fn join(&mut self) {
        for column in self.words.as_chunks_mut::<WORDS>().0 {
            let old = std::mem::take(column);
            for row in (0..ROWS).filter(|row| old[row / 64] >> (row % 64) & 1 == 1) {
                column[row / 128] |= 1 << (row / 2 % 64);
            }
        }
        self.joined += 1;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn dots_are_where_the_values_are() {
        for (count, scale) in [
            (10u64, 1),
            (900, 3),
            (5000, 1),
            (5001, 7),
            (20_000, 100_000),
        ] {
            let values: Vec<u32> = (0..count)
                .map(|n| (n * n % 1009 % 97) as u32 * scale)
                .collect();
            let mut dots = Dots::new(5, count);
            let mut heap = 5;
            for piece in values.chunks(313) {
                dots.add(heap, piece);
                heap += piece.len() as u64;
            }
            assert!(dots.is_of(5, count) && dots.rows() <= ROWS);
            let columns = dots.columns() as u64;
            let mut expected = vec![false; ROWS * columns as usize];
            for (place, &value) in (0..).zip(&values) {
                let column = (place * columns / count) as usize;
                let row = (u64::from(value) / dots.values_of_a_row()) as usize;
                expected[column * ROWS + row] = true;
            }
            for (place, &expected) in expected.iter().enumerate() {
                assert_eq!(dots.is_set(place / ROWS, place % ROWS), expected);
            }
        }
    }

    #[test]
    fn the_largest_values_have_room() {
        let mut dots = Dots::new(0, 3);
        dots.add(0, &[1, u32::MAX, 1 << 31]);
        assert!(dots.is_of(0, 3) && dots.is_set(1, ROWS - 1) && dots.is_set(2, ROWS / 2));
        // Nothing lies beyond the picture.
        dots.add(3, &[7]);
    }
}
