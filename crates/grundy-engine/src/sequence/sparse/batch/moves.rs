//! A list of moves that each leave a known heap beside another, in columns.

use super::lanes::narrow;

/// No more moves are put in order.
const MOST_ORDERED: usize = 1 << 14;

/// Moves, the first of them in any order and the others nearest first.
#[derive(Debug, Default)]
pub(super) struct Moves {
    /// By how much the other heap is smaller than the one moved in; at least a batch.
    pub(super) distances: Vec<u32>,
    /// What turns the number of the other heap's value into that of the option.
    pub(super) changes: Vec<u16>,
    /// `changes` as bytes, for numbers that fit them.
    pub(super) narrow: Vec<u8>,
    /// How many are in any order; the others are no nearer than these.
    ordered: usize,
}

impl Moves {
    /// Adds a move, usually one of the farthest.
    pub(super) fn insert(&mut self, distance: u32, change: u16) {
        let before = self.distances[self.ordered..].iter().rev();
        let place = self.distances.len() - before.take_while(|&&other| other > distance).count();
        self.distances.insert(place, distance);
        self.changes.insert(place, change);
        self.narrow.insert(place, narrow(change));
    }

    pub(super) fn clear(&mut self) {
        self.ordered = 0;
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

    /// How many moves reach back less than `distance`, which is beyond those put in order.
    pub(super) fn nearer(&self, distance: u64) -> usize {
        let others = &self.distances[self.ordered..];
        self.ordered + others.partition_point(|&other| u64::from(other) < distance)
    }

    /// Puts the moves that are not so far into an order in which the first ones, made for the last of `codes`, give as
    /// many different numbers as possible of those below the bounds, which are for as many heaps. How many moves do more
    /// than a little is returned.
    pub(super) fn order(&mut self, codes: &[u16], bounds: &[u16]) -> usize {
        let mut moves: Vec<(u32, u16)> = Vec::with_capacity(self.len());
        moves.extend(
            self.distances
                .iter()
                .copied()
                .zip(self.changes.iter().copied()),
        );
        moves.sort_unstable();
        let reach = codes.len() - bounds.len();
        let reached = moves.partition_point(|&(distance, _)| (distance as usize) < reach);
        let span = usize::from(bounds.iter().copied().max().unwrap_or(0));
        let mut met = vec![false; span * bounds.len()];
        let mut useful = Vec::new();
        let mut waiting = moves[..reached].to_vec();
        let mut least = bounds.len();
        while least > 1 && useful.len() < MOST_ORDERED {
            least /= 2;
            waiting.retain(|&(distance, change)| {
                let from = reach - distance as usize;
                let options = codes[from..from + bounds.len()].iter().zip(bounds);
                let new = options.clone().zip(met.chunks_exact(span.max(1)));
                let new = new.filter(|&((&code, &bound), met)| {
                    code ^ change < bound && !met[usize::from(code ^ change)]
                });
                if new.count() < least {
                    return true;
                }
                for ((&code, &bound), met) in options.zip(met.chunks_exact_mut(span.max(1))) {
                    if code ^ change < bound {
                        met[usize::from(code ^ change)] = true;
                    }
                }
                useful.push((distance, change));
                false
            });
        }
        let count = useful.len();
        self.clear();
        for (distance, change) in useful.into_iter().chain(waiting) {
            self.push(distance, change);
        }
        self.ordered = reached;
        for &(distance, change) in &moves[reached..] {
            self.push(distance, change);
        }
        count
    }

    fn push(&mut self, distance: u32, change: u16) {
        self.distances.push(distance);
        self.changes.push(change);
        self.narrow.push(narrow(change));
    }

    /// Whether one of the moves `from..to` from the heap at a place leaves an option with this number.
    pub(super) fn give(
        &self,
        codes: &[u16],
        place: usize,
        (from, to): (usize, usize),
        number: u16,
    ) -> bool {
        let mut moves = self.distances[from..to].iter().zip(&self.changes[from..to]);
        moves.any(|(&distance, &change)| codes[place - distance as usize] ^ change == number)
    }
}
