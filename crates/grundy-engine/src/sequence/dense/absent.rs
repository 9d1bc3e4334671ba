//! Values that no option has among the heaps known so far: one by one marked, or many pairs looked at for a few values at once.
//!
//! Marking and searching are to cost about the same, so how many options are marked follows what the searches before have cost.

use super::occurs::{AT_ONCE, Width};
use crate::sequence::Rules;
use crate::sequence::path::Path;

/// The fewest options that are marked one by one, and the most.
const MARKED: (usize, usize) = (64, 1 << 16);

/// What beginning a search costs, in marks; and how many pairs are looked at in the time of a mark.
const SEARCH: (usize, usize) = (64, 10);

/// What the moves of a code remove.
#[derive(Clone, Debug)]
pub(super) struct Moves<'r> {
    pub(super) rules: &'r Rules,
    /// From heaps of which one heap stays.
    pub(super) singles: Vec<usize>,
    /// From heaps that are split.
    pub(super) splits: Vec<usize>,
}

impl<'r> Moves<'r> {
    pub(super) fn of(rules: &'r Rules) -> Moves<'r> {
        Moves {
            rules,
            singles: rules.singles().collect(),
            splits: rules.splits().collect(),
        }
    }

    /// The removals that split a heap.
    pub(super) fn splits_of(&self, heap: usize) -> &[usize] {
        let possible = match heap as u64 >= self.rules.least_split() {
            true => (self.splits).partition_point(|&removed| removed + 1 < heap),
            false => 0,
        };
        &self.splits[..possible]
    }

    /// The largest of the smaller heaps that so many stones are split into.
    pub(super) fn most(&self, stones: usize) -> usize {
        (stones - usize::from(self.rules.unequal())) / 2
    }
}

/// The heaps known so far.
#[derive(Clone, Copy, Debug)]
pub(super) struct Known<'v, T> {
    pub(super) path: Path,
    /// The value of each heap.
    pub(super) values: &'v [T],
    /// The values again, backwards and at the end: that of heap h is h + 1 places before the end.
    pub(super) mirrored: &'v [T],
    /// A power of two above all values, hence above all nim-sums of values.
    pub(super) above: usize,
}

impl<'v, T> Known<'v, T> {
    /// The values of the smaller heaps of a split of so many stones, ascending, and those of the larger heaps beside them, as far as both
    /// are known.
    fn rows(self, moves: &Moves<'_>, stones: usize) -> (&'v [T], &'v [T]) {
        let most = moves.most(stones);
        let least = (stones + 1).saturating_sub(self.values.len()).max(1);
        let count = (most + 1).saturating_sub(least);
        let first = self.mirrored.len() + least - 1 - stones;
        if count == 0 {
            return (&[], &[]);
        }
        (
            &self.values[least..least + count],
            &self.mirrored[first..first + count],
        )
    }
}

/// Which values were met, and how it is best found out.
#[derive(Debug)]
pub(super) struct Marks {
    /// The turn in which each value was last met; at least as long as values are looked for.
    met: Vec<u8>,
    turn: u8,
    /// How many options are marked one by one.
    marked: usize,
}

impl Marks {
    /// Room for so many values at least.
    pub(super) fn new(room: usize) -> Marks {
        Marks {
            met: vec![0; room],
            turn: 0,
            marked: MARKED.0,
        }
    }

    pub(super) fn make_room(&mut self, room: usize) {
        if self.met.len() < room {
            self.met.resize(room, 0);
        }
    }

    /// How many values there is room for.
    pub(super) fn room(&self) -> usize {
        self.met.len()
    }

    /// Marks for cells of another width, of which there are so many.
    pub(super) fn with_room(&self, room: usize) -> Marks {
        Marks {
            marked: self.marked,
            ..Marks::new(room)
        }
    }

    fn begin(&mut self) -> u8 {
        self.turn = self.turn.wrapping_add(1);
        if self.turn == 0 {
            self.met.fill(0);
            self.turn = 1;
        }
        self.turn
    }

    /// The least values that no option of a heap has as far as its heaps are known: the first of them, and perhaps more; every other value
    /// below the last of them is that of an option.
    pub(super) fn absent<T: Width>(
        &mut self,
        known: Known<'_, T>,
        moves: &Moves<'_>,
        heap: usize,
    ) -> Absent {
        let turn = self.begin();
        if moves.rules.ends(heap) {
            self.met[0] = turn;
        }
        let singles = moves.singles.iter();
        for &removed in singles.take_while(|&&removed| removed < heap) {
            if let Some(value) = known.values.get(heap - removed) {
                self.met[value.number()] = turn;
            }
        }
        let splits = moves.splits_of(heap);
        let first = self.marked / splits.len().max(1) + 1;
        for &removed in splits {
            let (smaller, larger) = known.rows(moves, heap - removed);
            let first = first.min(smaller.len());
            T::mark(&mut self.met, turn, &smaller[..first], &larger[..first]);
        }
        let (mut value, mut effort) = (0, 0);
        let absent = loop {
            let mut wanted = [T::MOST; AT_ONCE];
            let mut left = [false; AT_ONCE];
            let mut next = value;
            for (wanted, left) in wanted.iter_mut().zip(&mut left) {
                next = least_unmet(&self.met[..known.above], turn, next);
                // What is above every nim-sum is not looked for.
                let cell = u32::try_from(next).ok().and_then(T::of);
                if let Some(cell) = cell.filter(|_| next < known.above) {
                    (*wanted, *left) = (cell, true);
                    next += 1;
                }
            }
            if !left[0] {
                break Absent::one(next);
            }
            let mut looked = 0;
            for &removed in splits {
                let (smaller, larger) = known.rows(moves, heap - removed);
                let first = first.min(smaller.len());
                let rows = (&smaller[first..], &larger[first..]);
                looked += known.path.seek(rows.0, rows.1, &wanted, &mut left);
            }
            if left.contains(&true) {
                break Absent::those(&wanted, left);
            }
            effort += SEARCH.0 + looked / SEARCH.1;
            value = next;
        };
        if effort > self.marked {
            self.marked = MARKED.1.min(self.marked + self.marked / 8);
        } else {
            self.marked = MARKED.0.max(self.marked - self.marked / 16);
        }
        absent
    }

    /// The first of values that were absent while the heaps from `new` on were not known, and that no option has which leaves one of these;
    /// none where there is no such value. All heaps before `heap` are known now.
    pub(super) fn still_absent<T: Width>(
        &mut self,
        absent: Absent,
        known: Known<'_, T>,
        moves: &Moves<'_>,
        (heap, new): (usize, usize),
    ) -> Option<usize> {
        let turn = self.begin();
        let singles = moves.singles.iter();
        for &removed in singles.take_while(|&&removed| removed + new <= heap) {
            self.met[known.values[heap - removed].number()] = turn;
        }
        for &removed in moves.splits_of(heap) {
            let stones = heap - removed;
            // The larger heaps from the largest one down to `new`, beside the smaller ones from 1 on.
            let count = stones.saturating_sub(new).min(moves.most(stones));
            let first = known.mirrored.len() - stones;
            let (smaller, larger) = (
                &known.values[1..=count],
                &known.mirrored[first..first + count],
            );
            T::mark(&mut self.met, turn, smaller, larger);
        }
        let met = &self.met;
        absent.values().find(|&value| met.get(value) != Some(&turn))
    }
}

/// A few values in order.
#[derive(Clone, Copy, Debug)]
pub(super) struct Absent {
    values: [usize; AT_ONCE],
    count: usize,
}

impl Absent {
    fn one(value: usize) -> Absent {
        let mut values = [0; AT_ONCE];
        values[0] = value;
        Absent { values, count: 1 }
    }

    fn those<T: Width>(wanted: &[T; AT_ONCE], left: [bool; AT_ONCE]) -> Absent {
        let mut absent = Absent {
            values: [0; AT_ONCE],
            count: 0,
        };
        for (wanted, _) in wanted.iter().zip(left).filter(|(_, left)| *left) {
            absent.values[absent.count] = wanted.number();
            absent.count += 1;
        }
        absent
    }

    pub(super) fn values(&self) -> impl Iterator<Item = usize> + '_ {
        self.values[..self.count].iter().copied()
    }

    /// The least.
    pub(super) fn first(&self) -> usize {
        self.values[0]
    }
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
