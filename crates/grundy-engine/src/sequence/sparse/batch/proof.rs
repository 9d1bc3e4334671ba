//! That no heap of a batch is rare: each rare value below its candidate is shown to be an option's, or the heap is rare.
//!
//! What the marks leave is shown for all heaps together, and what that leaves by a scan of all pairs of heaps, four values
//! at once. If the scan finds none, the value is an option of no move, for the moves that leave one heap are looked at too.

use super::super::super::Stop;
use super::super::super::path::Path;
use super::super::space::RARE;
use super::super::{Sparse, Tap, tap};
use super::lanes::Numbers;
use super::scan::{AT_ONCE, scan};
use super::witnesses::PAIRS;
use super::{BATCH, Batch, heaps};

/// Exchanges rows and columns of 64 rows of 64 bits (H. S. Warren, *Hacker's Delight*, 7-3).
fn exchange(rows: &mut [u64; 64]) {
    let (mut half, mut mask) = (32, u64::from(u32::MAX));
    while half > 0 {
        for pair in rows.chunks_exact_mut(2 * half) {
            let (first, second) = pair.split_at_mut(half);
            for (one, other) in first.iter_mut().zip(second) {
                let moved = (*one >> half ^ *other) & mask;
                *one ^= moved << half;
                *other ^= moved;
            }
        }
        half /= 2;
        mask ^= mask << half;
    }
}

impl Sparse {
    /// The place of the first heap of the batch from `from` on that is rare, and its number; or the place of the first of
    /// which that cannot be told.
    pub(super) fn first_rare(
        &self,
        batch: &mut Batch,
        start: usize,
        from: usize,
    ) -> Result<Option<(usize, u16)>, (usize, Stop)> {
        let first = self.base + start as u64;
        let span = batch.rare.span();
        let bound = |(place, &common): (usize, &u16)| {
            let heap = first + place as u64;
            (place, usize::from(self.space.rare_below(heap, common)))
        };
        let places = (from - start..).zip(&self.codes[from..]);
        let bounds: Vec<(usize, usize)> = places.map(bound).collect();
        let most = bounds.iter().map(|&(_, bound)| bound).max().unwrap_or(0);
        // The heaps that need each value.
        let mut needed = Vec::new();
        for word in 0..most.div_ceil(BATCH).min(span / BATCH) {
            let mut unmet = [0; BATCH];
            for &(place, bound) in &bounds {
                let below = bound.saturating_sub(BATCH * word).min(BATCH) as u32;
                let below = u64::MAX.checked_shr(u64::BITS - below).unwrap_or(0);
                unmet[place] = batch.rare.unmet_bits(place, word) & below;
                batch.witnesses.work += u64::from(unmet[place].count_ones());
            }
            exchange(&mut unmet);
            needed.extend(unmet);
        }
        let mut open = Vec::new();
        let before = &self.codes[..start];
        let numbers = match &batch.narrow[..] {
            [] => Numbers::Wide(before),
            narrow => Numbers::Narrow(&narrow[..start]),
        };
        batch
            .witnesses
            .show(numbers, &needed, batch.path, |number, left| {
                open.extend(heaps(left).map(|place| (place, number)));
            });
        open.sort_unstable();
        for open in open.chunk_by(|one, other| one.0 == other.0) {
            let place = open[0].0;
            let rare = self.first_not_shown(batch, (start, place), open);
            if let Some(rare) = rare.map_err(|stop| (place, stop))? {
                return Ok(Some((place, rare)));
            }
        }
        Ok(None)
    }

    /// The first of these rare values that no option of the heap at a place of the batch has.
    fn first_not_shown(
        &self,
        batch: &mut Batch,
        (start, place): (usize, usize),
        open: &[(usize, u16)],
    ) -> Result<Option<u16>, Stop> {
        let heap = self.base + (start + place) as u64;
        let mut wanted = [0; AT_ONCE];
        let mut count = 0;
        for (at, &(_, number)) in open.iter().enumerate() {
            if !batch.witnesses.shows(&self.codes, start, place, number)
                && !self.left_alone(heap, number | RARE)
            {
                wanted[count] = number;
                count += 1;
            }
            if count == AT_ONCE || count > 0 && at + 1 == open.len() {
                let first = wanted[0];
                wanted[count..].fill(first);
                let behind = batch.last_pair;
                let shown = self.scan_pairs(heap, &wanted, behind, batch.path)?;
                for (&number, shown) in wanted.iter().zip(shown) {
                    let Some(tap) = shown else {
                        return Ok(Some(number));
                    };
                    batch.witnesses.work += tap.distance.abs_diff(behind as u64) / PAIRS;
                    batch.witnesses.learn(place, number, tap);
                }
                count = 0;
            }
        }
        Ok(None)
    }

    /// Whether a move that leaves one heap has this value.
    fn left_alone(&self, heap: u64, code: u16) -> bool {
        let mut singles = self.singles();
        singles.any(|tap| self.number(heap - tap.distance) ^ tap.change == code)
    }

    /// Moves that leave two heaps of `heap` and show these rare values, where there are any. The smaller heaps up to `behind`,
    /// whose moves were perhaps made already, are looked at last.
    fn scan_pairs(
        &self,
        heap: u64,
        wanted: &[u16; AT_ONCE],
        behind: usize,
        path: Path,
    ) -> Result<[Option<Tap>; AT_ONCE], Stop> {
        let mut shown = [None; AT_ONCE];
        let mut looked = *wanted;
        let mut all = true;
        for first in [false, true] {
            for removed in self.rules.splits() {
                let left = heap - removed as u64;
                let most = self.most(left);
                let (most, small) = if self.base == 0 {
                    (most as usize, &self.codes)
                } else {
                    let kept = (self.prefix.len() as u64 - 1).min(left - self.base);
                    all &= most <= kept;
                    (most.min(kept) as usize, &self.prefix)
                };
                let behind = behind.min(most);
                let (from, to) = if first { (0, behind) } else { (behind, most) };
                let top = (left - self.base) as usize;
                let large = &self.codes[top - to..top - from];
                let found = scan(&small[from + 1..=to], large, &looked, path);
                for (shown, found) in shown.iter_mut().zip(found) {
                    if let Some(found) = found {
                        let one = (from + found) as u64 + 1;
                        shown.get_or_insert(tap(removed, one, self.prefix_or_kept(one)));
                    }
                }
                let Some(still) = shown.iter().position(Option::is_none) else {
                    return Ok(shown);
                };
                for (looked, shown) in looked.iter_mut().zip(&shown) {
                    if shown.is_some() {
                        *looked = wanted[still];
                    }
                }
            }
        }
        if all { Ok(shown) } else { Err(Stop::Dropped) }
    }

    /// The number of one of the smaller heaps of a pair.
    fn prefix_or_kept(&self, heap: u64) -> u16 {
        let kept = heap.checked_sub(self.base);
        let kept = kept.map(|place| self.codes[place as usize]);
        kept.unwrap_or_else(|| self.prefix[heap as usize])
    }
}
