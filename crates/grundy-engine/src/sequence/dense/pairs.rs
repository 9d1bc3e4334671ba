//! Codes that leave at most two heaps: the least value that no option has.

use super::occurs::{AT_ONCE, Width};
use crate::sequence::path::Path;
use crate::sequence::{BLOCK, Rules, Stop};

/// The fewest options that are marked one by one, and the most.
const MARKED: (usize, usize) = (64, 1 << 16);

/// What beginning a search costs, in marks; and how many pairs are looked at in the time of a mark.
const SEARCH: (usize, usize) = (64, 10);

/// The values of the heaps so far.
#[derive(Debug)]
pub(super) struct Pairs<T> {
    path: Path,
    /// The value of each heap.
    values: Vec<T>,
    /// The values again, backwards and at the end: that of heap h is h + 1 places before the end.
    mirrored: Vec<T>,
    /// The turn in which each value was last met; at least as long as `above`.
    met: Vec<u8>,
    turn: u8,
    /// A power of two above all values, hence above all nim-sums of values.
    above: usize,
    /// How many options are marked one by one.
    marked: usize,
}

impl<T: Width> Pairs<T> {
    pub(super) fn new(path: Path) -> Pairs<T> {
        Pairs {
            path,
            values: Vec::new(),
            mirrored: Vec::new(),
            met: vec![0; T::MARKS.max(1)],
            turn: 0,
            above: 1,
            marked: MARKED.0,
        }
    }

    /// Begins with these values, all of which must fit.
    pub(super) fn of(path: Path, values: &[u32]) -> Pairs<T> {
        let mut pairs = Pairs::new(path);
        pairs.values = values.iter().filter_map(|&value| T::of(value)).collect();
        pairs.mirrored = pairs.values.iter().rev().copied().collect();
        let most = values.iter().max().copied().unwrap_or(0);
        pairs.make_room(most as usize);
        pairs
    }

    pub(super) fn values(&self) -> &[T] {
        &self.values
    }

    /// Makes room for a block more, within so many bytes.
    pub(super) fn reserve(&mut self, memory: usize) -> Result<(), Stop> {
        let (length, room) = (self.values.len(), self.mirrored.len());
        let least = length + BLOCK;
        if least <= room {
            return Ok(());
        }
        let bytes = |length: usize| {
            let cells = length.saturating_mul(2).saturating_add(room);
            cells
                .saturating_mul(size_of::<T>())
                .saturating_add(self.met.len())
        };
        let lengths = [2 * least, least + least / 8, least];
        let new = lengths.into_iter().find(|&new| bytes(new) <= memory);
        let new = new.ok_or(Stop::Memory(bytes(least)))?;
        let full = |_| Stop::Memory(bytes(new));
        self.values.try_reserve_exact(new - length).map_err(full)?;
        let mut mirrored = Vec::new();
        mirrored.try_reserve_exact(new).map_err(full)?;
        mirrored.resize(new - length, T::MOST);
        mirrored.extend_from_slice(&self.mirrored[room - length..]);
        self.mirrored = mirrored;
        Ok(())
    }

    /// The pairs copied into cells of a wider type, within `memory` bytes.
    pub(super) fn widened<W: Width>(&self, memory: usize) -> Result<Pairs<W>, Stop> {
        let room = self.mirrored.len();
        let bytes = 2 * room * (size_of::<T>() + size_of::<W>()) + self.met.len() + W::MARKS;
        let full = Stop::Memory(bytes);
        if bytes > memory {
            return Err(full);
        }
        let mut wider = Pairs {
            path: self.path,
            values: Vec::new(),
            mirrored: Vec::new(),
            met: vec![0; W::MARKS.max(self.above)],
            turn: 0,
            above: self.above,
            marked: self.marked,
        };
        let wide = |value: &T| W::of(value.number() as u32).unwrap_or(W::MOST);
        wider.values.try_reserve_exact(room).map_err(|_| full)?;
        wider.values.extend(self.values.iter().map(wide));
        wider.mirrored.try_reserve_exact(room).map_err(|_| full)?;
        wider.mirrored.extend(self.mirrored.iter().map(wide));
        Ok(wider)
    }

    /// Appends at most `count` values, for which there is room; returns the next one if it is too wide for the cells.
    pub(super) fn extend(
        &mut self,
        rules: &Rules,
        count: usize,
        out: &mut Vec<u32>,
    ) -> Option<u32> {
        let singles: Vec<usize> = rules.singles().collect();
        let splits: Vec<usize> = rules.splits().collect();
        for _ in 0..count {
            let value = self.next_value(rules, &singles, &splits);
            // Fewer than 2^32 options have fewer values.
            let value = u32::try_from(value).unwrap_or(u32::MAX);
            if T::of(value).is_none() {
                return Some(value);
            }
            self.push(value, out);
        }
        None
    }

    /// Appends a value that fits, for which there is room.
    pub(super) fn push(&mut self, value: u32, out: &mut Vec<u32>) {
        let Some(cell) = T::of(value) else { return };
        let place = self.mirrored.len() - 1 - self.values.len();
        self.mirrored[place] = cell;
        self.values.push(cell);
        self.make_room(value as usize);
        out.push(value);
    }

    fn make_room(&mut self, value: usize) {
        self.above = self.above.max((value + 1).next_power_of_two());
        if self.met.len() < self.above {
            self.met.resize(self.above, 0);
        }
    }

    /// The value of the next heap.
    fn next_value(&mut self, rules: &Rules, singles: &[usize], splits: &[usize]) -> usize {
        let heap = self.values.len();
        self.turn = self.turn.wrapping_add(1);
        if self.turn == 0 {
            self.met.fill(0);
            self.turn = 1;
        }
        let turn = self.turn;
        if rules.ends(heap) {
            self.met[0] = turn;
        }
        for &removed in singles.iter().take_while(|&&removed| removed < heap) {
            self.met[self.values[heap - removed].number()] = turn;
        }
        let possible = if heap as u64 >= rules.least_split() {
            splits.partition_point(|&removed| removed + 1 < heap)
        } else {
            0
        };
        let splits = &splits[..possible];
        let first = self.marked / splits.len().max(1) + 1;
        for &removed in splits {
            let (smaller, larger) = rows(&self.values, &self.mirrored, rules, heap - removed);
            let first = first.min(smaller.len());
            T::mark(&mut self.met, turn, &smaller[..first], &larger[..first]);
        }
        let (mut value, mut effort) = (0, 0);
        loop {
            let mut wanted = [T::MOST; AT_ONCE];
            let mut left = [false; AT_ONCE];
            let mut next = value;
            for (wanted, left) in wanted.iter_mut().zip(&mut left) {
                next = least_unmet(&self.met[..self.above], turn, next);
                // What is above every nim-sum is not looked for.
                let cell = u32::try_from(next).ok().and_then(T::of);
                if let Some(cell) = cell.filter(|_| next < self.above) {
                    (*wanted, *left) = (cell, true);
                    next += 1;
                }
            }
            if !left[0] {
                value = next;
                break;
            }
            let mut looked = 0;
            for &removed in splits {
                let (smaller, larger) = rows(&self.values, &self.mirrored, rules, heap - removed);
                let first = first.min(smaller.len());
                let rows = (&smaller[first..], &larger[first..]);
                looked += self.path.seek(rows.0, rows.1, &wanted, &mut left);
            }
            if let Some(place) = left.iter().position(|&left| left) {
                value = wanted[place].number();
                break;
            }
            effort += SEARCH.0 + looked / SEARCH.1;
            value = next;
        }
        // Marking and searching are to cost the same.
        if effort > self.marked {
            self.marked = MARKED.1.min(self.marked + self.marked / 8);
        } else {
            self.marked = MARKED.0.max(self.marked - self.marked / 16);
        }
        value
    }
}

/// The values of the smaller heaps of a split of so many stones, ascending, and those of the larger heaps beside them.
fn rows<'v, T>(
    values: &'v [T],
    mirrored: &'v [T],
    rules: &Rules,
    stones: usize,
) -> (&'v [T], &'v [T]) {
    let most = (stones - usize::from(rules.unequal())) / 2;
    let first = mirrored.len() - stones;
    (&values[1..=most], &mirrored[first..first + most])
}

/// The least value from `from` on that was not met in this turn.
fn least_unmet(met: &[u8], turn: u8, from: usize) -> usize {
    let mut from = from.min(met.len());
    while let Some(chunk) = met[from..].first_chunk::<32>() {
        if chunk.iter().fold(0, |differs, &met| differs | met ^ turn) != 0 {
            break;
        }
        from += 32;
    }
    let rest = met[from..].iter().position(|&met| met != turn);
    rest.map_or(met.len(), |place| from + place)
}
