//! Lists of numbers, one for each of many places, in two arrays.

use crate::prefetch::prefetch;

/// Row `i` is `items[start[i]..start[i + 1]]`. Fewer than 2^32 items.
#[derive(Clone, Debug)]
pub(crate) struct Rows<T> {
    start: Vec<u32>,
    items: Vec<T>,
}

impl<T: Copy + Default> Rows<T> {
    /// No rows.
    pub(crate) fn none() -> Rows<T> {
        Rows {
            start: vec![0],
            items: Vec::new(),
        }
    }

    /// So many rows of these (row, item), sorted by counting, stably.
    pub(crate) fn sorted<I: Iterator<Item = (u32, T)>>(
        rows: usize,
        list: impl Fn() -> I,
    ) -> Rows<T> {
        let mut start = vec![0u32; rows + 1];
        for (row, _) in list() {
            start[row as usize] += 1;
        }
        let mut total = 0;
        for place in &mut start {
            total += std::mem::replace(place, total);
        }
        // Each start moves to its end as the row fills, and is then the start of the next.
        let mut items = vec![T::default(); total as usize];
        for (row, item) in list() {
            let place = &mut start[row as usize];
            items[*place as usize] = item;
            *place += 1;
        }
        start.rotate_right(1);
        start[0] = 0;
        Rows { start, items }
    }

    /// How many rows there are.
    pub(crate) fn len(&self) -> usize {
        self.start.len() - 1
    }

    /// A row.
    #[inline]
    pub(crate) fn row(&self, row: u32) -> &[T] {
        let row = row as usize;
        &self.items[self.start[row] as usize..self.start[row + 1] as usize]
    }

    /// Asks for the bounds of a row, which is needed soon.
    #[inline]
    pub(crate) fn prefetch_row(&self, row: u32) {
        prefetch(&self.start, row as usize);
    }

    /// Asks for the first items of a row, whose bounds have been asked for.
    #[inline]
    pub(crate) fn prefetch_items(&self, row: u32) {
        if let Some(&start) = self.start.get(row as usize) {
            prefetch(&self.items, start as usize);
        }
    }

    /// Leaves out the empty rows, and gives the numbers of those kept.
    pub(crate) fn without_empty(mut self) -> (Rows<T>, Vec<u32>) {
        let kept: Vec<u32> = (0..self.len() as u32)
            .filter(|&row| !self.row(row).is_empty())
            .collect();
        for (slot, &row) in kept.iter().enumerate() {
            self.start[slot] = self.start[row as usize];
        }
        self.start[kept.len()] = self.items.len() as u32;
        self.start.truncate(kept.len() + 1);
        self.start.shrink_to_fit();
        (self, kept)
    }

    /// Puts the rows of another behind these.
    pub(crate) fn append(&mut self, other: Rows<T>) {
        let items = self.items.len() as u32;
        self.start
            .extend(other.start[1..].iter().map(|end| end + items));
        if self.items.is_empty() {
            self.items = other.items;
        } else {
            self.items.extend_from_slice(&other.items);
        }
    }
}
