//! Codes that leave at most two heaps: the least value that no option has.
//!
//! *Several threads.* Nearly all options of a heap that comes soon leave two heaps that are known already. Which values these options lack is
//! found for many heaps side by side. Then, heap after heap, the few options that leave a heap which was not known yet are marked, and the
//! first of the lacking values that they lack too is the value. Where there is none among the few that were found, the heap is done alone.

use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;

use super::absent::{Absent, Known, Marks, Moves};
use super::occurs::Width;
use crate::sequence::path::Path;
use crate::sequence::{BLOCK, Rules, Stop};

/// One heap in so many is done together with others: what the options that leave one of these take is a small part then.
const TOGETHER: usize = if cfg!(test) { 8 } else { 512 };

/// Pairs of heaps of which a block must have more for threads to be begun, which takes some ten microseconds.
const FEWEST: usize = if cfg!(test) { 1 } else { 1 << 20 };

/// The values of the heaps so far.
#[derive(Debug)]
pub(super) struct Pairs<T> {
    path: Path,
    /// The value of each heap.
    values: Vec<T>,
    /// The values again, backwards and at the end: that of heap h is h + 1 places before the end.
    mirrored: Vec<T>,
    /// A power of two above all values, hence above all nim-sums of values.
    above: usize,
    /// Those of each thread, the caller's own first; each has room for `above` values.
    marks: Vec<Marks>,
}

impl<T: Width> Pairs<T> {
    pub(super) fn new(path: Path) -> Pairs<T> {
        Pairs {
            path,
            values: Vec::new(),
            mirrored: Vec::new(),
            above: 1,
            marks: vec![Marks::new(T::MARKS.max(1))],
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
                .saturating_add(self.marks.iter().map(Marks::room).sum())
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
        let bytes = 2 * room * (size_of::<T>() + size_of::<W>()) + W::MARKS;
        let full = Stop::Memory(bytes);
        if bytes > memory {
            return Err(full);
        }
        let mut wider = Pairs {
            path: self.path,
            values: Vec::new(),
            mirrored: Vec::new(),
            above: self.above,
            marks: self
                .marks
                .iter()
                .map(|marks| marks.with_room(W::MARKS.max(self.above)))
                .collect(),
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
        let moves = Moves::of(rules);
        let mut left = count;
        while left > 0 {
            let together = self.together(&moves).min(left);
            let absent = match together {
                0 => Vec::new(),
                _ => self.absent(&moves, together),
            };
            let new = self.values.len();
            for place in 0..together.max(1) {
                let value = self.next_value(&moves, absent.get(place).copied(), new);
                // Fewer than 2^32 options have fewer values.
                let value = u32::try_from(value).unwrap_or(u32::MAX);
                if T::of(value).is_none() {
                    return Some(value);
                }
                self.push(value, out);
            }
            left -= together.max(1);
        }
        None
    }

    /// Works with so many threads from now on.
    pub(super) fn set_threads(&mut self, threads: usize) {
        let room = self.marks[0].room();
        self.marks.resize_with(threads.max(1), || Marks::new(room));
    }

    /// How many of the next heaps are worth being done side by side; none with one thread.
    fn together(&self, moves: &Moves<'_>) -> usize {
        let heap = self.values.len();
        let together = (heap / TOGETHER).min(BLOCK);
        let pairs = together * heap / 2 * moves.splits.len();
        if self.marks.len() > 1 && pairs >= FEWEST {
            together
        } else {
            0
        }
    }

    fn known(&self) -> Known<'_, T> {
        Known {
            path: self.path,
            values: &self.values,
            mirrored: &self.mirrored,
            above: self.above,
        }
    }

    /// What the options of the next heaps lack that leave heaps known by now, by all threads.
    fn absent(&mut self, moves: &Moves<'_>, count: usize) -> Vec<Absent> {
        let mut marks = std::mem::take(&mut self.marks);
        let (known, first) = (self.known(), self.values.len());
        let next = AtomicUsize::new(0);
        let work = |marks: &mut Marks| {
            let mut done = Vec::new();
            loop {
                let place = next.fetch_add(1, Ordering::Relaxed);
                if place >= count {
                    return done;
                }
                done.push((place, marks.absent(known, moves, first + place)));
            }
        };
        let mut all = thread::scope(|scope| {
            let Some((own, others)) = marks.split_first_mut() else {
                return Vec::new();
            };
            let others: Vec<_> = others
                .iter_mut()
                .map(|marks| scope.spawn(|| work(marks)))
                .collect();
            let mut all = work(own);
            for other in others {
                match other.join() {
                    Ok(done) => all.extend(done),
                    Err(panic) => std::panic::resume_unwind(panic),
                }
            }
            all
        });
        self.marks = marks;
        all.sort_unstable_by_key(|&(place, _)| place);
        all.into_iter().map(|(_, absent)| absent).collect()
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
        for marks in &mut self.marks {
            marks.make_room(self.above);
        }
    }

    /// The value of the next heap; `absent` is what its options lacked while the heaps from `new` on were not known.
    fn next_value(&mut self, moves: &Moves<'_>, absent: Option<Absent>, new: usize) -> usize {
        let heap = self.values.len();
        let mut marks = std::mem::take(&mut self.marks);
        let (known, own) = (self.known(), &mut marks[0]);
        let still = absent.and_then(|absent| own.still_absent(absent, known, moves, (heap, new)));
        let value = still.unwrap_or_else(|| own.absent(known, moves, heap).first());
        self.marks = marks;
        value
    }
}
