//! Sixty-four heaps at a time where many heaps are rare or the numbers of common values are large.
//!
//! The options that read heaps before the batch are taken in together. The first moves mark the numbers they give
//! heap by heap; of the rest it is only asked whether they give one of the few least numbers still unmet, which costs a
//! vector comparison for all the heaps. What concerns heaps within the batch follows heap by heap: a candidate that nearer
//! options exclude gives way to the next. All this is done as if no heap of the batch were rare; then the rare values
//! below the candidates are shown: by marks once more, then for all heaps at once (see `witnesses`), and the few left by a
//! scan of all pairs of heaps. The first heap of which one cannot be shown is rare, and the heaps behind it are done again.

#![allow(unsafe_code, reason = "vectors compare several times as fast")]

use super::super::Stop;
use super::super::path::Path;
use super::space::RARE;
use super::{Sparse, Tap, tap};

mod candidates;
mod lanes;
mod moves;
mod proof;
mod scan;
mod table;
mod tuning;
mod witnesses;

use lanes::{Numbers, WIDE, narrow};
use moves::Moves;
use table::{FREE, MET, Table};
use tuning::Tuning;
use witnesses::{Known, Witnesses};

/// How many heaps a batch has.
pub(super) const BATCH: usize = 64;

/// Numbers of this and above are not held in bytes.
const NARROW: usize = 128;

/// Most moves that leave a common heap and are made for rare values: for each number, and of all.
const PAIRS: (usize, usize) = (16, 1 << 14);

/// Heaps by which moves are put in order.
const SAMPLE: usize = 128;

/// Moves compared before it is seen what is left.
const CHUNK: usize = 64;

/// With so few heaps left, each is done by itself.
const FEW: u32 = 3;

/// What making a move for all heaps costs, in comparisons of a vector.
const MARKING: u64 = 70;

/// The same beside comparisons with one number a move.
const MARKING_RARE: u64 = 50;

/// What is kept from one batch to the next.
#[derive(Debug, Default)]
pub(super) struct Batch {
    /// Whether the moves are those of the sequence.
    ready: bool,
    /// Moves that leave a rare heap or one heap only and reach less far back than a batch.
    near: Vec<(usize, u16)>,
    /// Those that reach farther.
    far: Moves,
    /// Moves that leave one of the first common heaps.
    pairs: Moves,
    /// The last of these.
    last_pair: usize,
    /// How many values there were when the far moves were put in order, and when the pairs were.
    ordered: u64,
    pairs_ordered: u64,
    /// The numbers kept, as bytes, if all are small.
    narrow: Vec<u8>,
    /// The numbers of common options that reach behind the batch.
    common: Table,
    common_tuning: Tuning,
    /// Those of rare options by the moves in `pairs`.
    rare: Table,
    rare_tuning: Tuning,
    witnesses: Witnesses,
    /// The numbers of the options of one heap that do not, as bits.
    nearer: Vec<u64>,
    /// The instructions that are used.
    pub(super) path: Path,
}

impl Batch {
    /// Begins anew: numbers have changed.
    pub(super) fn forget(&mut self) {
        *self = Batch {
            path: self.path,
            common_tuning: self.common_tuning,
            rare_tuning: self.rare_tuning,
            witnesses: Witnesses::at_most(self.witnesses.most),
            ..Batch::default()
        };
    }

    /// Always makes so many moves before the others are compared, and compares so many for a rare value.
    #[cfg(test)]
    pub(super) fn fix(&mut self, count: usize) {
        self.common_tuning.fix(count);
        self.rare_tuning.fix(count);
        self.witnesses.most = Some(count);
    }

    /// Takes note that the first of the caller's values were dropped.
    pub(super) fn drop_first(&mut self, dropped: usize) {
        self.narrow.drain(..dropped.min(self.narrow.len()));
        self.narrow.shrink_to(2 * self.narrow.len());
        self.witnesses = Witnesses::at_most(self.witnesses.most);
    }

    /// Bytes of memory in use.
    pub(super) fn bytes(&self) -> usize {
        let moves = self.far.bytes() + self.pairs.bytes() + self.witnesses.bytes();
        moves + self.narrow.capacity() + self.common.bytes() + self.rare.bytes()
    }

    /// Bytes of memory that may be needed besides those in use, where there is place for `length` values.
    pub(super) fn growth(&self, length: usize) -> usize {
        length + 3 * self.far.bytes() + self.witnesses.growth(length)
    }

    /// Takes note of a move that leaves a rare heap or one heap only.
    pub(super) fn add(&mut self, tap: Tap) {
        match u32::try_from(tap.distance) {
            Ok(near) if (near as usize) < BATCH => self.near.push((near as usize, tap.change)),
            Ok(far) => self.far.insert(far, tap.change),
            Err(_) => self.ready = false,
        }
    }

    /// Makes ready for the candidates of the batch after the values so far.
    fn prepare(&mut self, sparse: &Sparse) {
        if !self.ready {
            self.near.clear();
            self.far.clear();
            self.ready = true;
            for &tap in &sparse.taps {
                self.add(tap);
            }
        }
        if sparse.len() >= 2 * self.ordered {
            self.ordered = sparse.len();
            self.order(sparse);
        }
        self.common.reset(span(sparse));
        self.catch_up(sparse);
    }

    /// Makes ready to prove the batch after the values so far.
    fn prepare_proof(&mut self, sparse: &Sparse) {
        let (length, span) = (sparse.len(), span(sparse));
        if length >= 2 * self.pairs_ordered {
            self.pairs_ordered = length;
            self.order_pairs(sparse);
        }
        self.rare.reset(span);
        self.catch_up(sparse);
        let splits: Vec<usize> = sparse.rules.splits().collect();
        let known = Known {
            first: if sparse.base == 0 {
                &sparse.codes
            } else {
                &sparse.prefix
            },
            last: &sparse.codes,
            length,
        };
        let cost = if self.narrow.is_empty() { WIDE } else { 1 };
        self.witnesses.begin(known, &splits, span, cost as u64);
    }

    /// Adds to the numbers held as bytes, if they fit.
    fn catch_up(&mut self, sparse: &Sparse) {
        let span = span(sparse);
        // Where no option read has two rare heaps, eight digits are enough.
        let last = 2 * (sparse.last_rare + sparse.rules.digits().len() as u64);
        let mut far = sparse.singles().filter(|tap| tap.distance >= BATCH as u64);
        let common = sparse.len() > last + BATCH as u64 && far.all(|tap| tap.change & RARE == 0);
        if span == NARROW || span == 2 * NARROW && common {
            let more = sparse.codes.get(self.narrow.len()..).unwrap_or_default();
            if self.narrow.capacity() < sparse.codes.len() {
                let place = sparse.codes.capacity() - self.narrow.len();
                self.narrow.reserve_exact(place);
            }
            self.narrow.extend(more.iter().map(|&code| narrow(code)));
        } else {
            self.narrow = Vec::new();
        }
    }

    /// Puts the moves that are made for candidates in an order for the last heaps.
    fn order(&mut self, sparse: &Sparse) {
        let useful = self.far.order(&sparse.codes, &bounds(sparse));
        self.common_tuning.begin(useful);
    }

    /// Chooses the moves that are made for rare values, and puts them in an order for the last heaps.
    fn order_pairs(&mut self, sparse: &Sparse) {
        self.pairs.clear();
        let most = (sparse.len() / 2).saturating_sub(sparse.rules.digits().len() as u64);
        let most = (most as usize).min(sparse.prefix.len());
        for (heap, &code) in sparse.prefix[..most].iter().enumerate().skip(1) {
            if self.pairs.len() >= PAIRS.1.min(PAIRS.0 * span(sparse)) {
                break;
            }
            if code & RARE == 0 {
                self.last_pair = heap;
                for removed in sparse.rules.splits() {
                    if removed + heap >= BATCH {
                        self.pairs.insert((removed + heap) as u32, code);
                    }
                }
            }
        }
        let heaps = sparse.len() - SAMPLE as u64..;
        let bound = |(heap, common)| sparse.space.rare_below(heap, common);
        let bounds: Vec<u16> = heaps.zip(bounds(sparse)).map(bound).collect();
        let useful = self.pairs.order(&sparse.codes, &bounds);
        self.rare_tuning.begin(useful);
    }

    /// What a thread that only proves begins with.
    pub(super) fn shadow(&self) -> Batch {
        Batch {
            path: self.path,
            rare_tuning: self.rare_tuning,
            witnesses: Witnesses::at_most(self.witnesses.most),
            ..Batch::default()
        }
    }

    /// Takes note that the caller's values from a place on are gone.
    pub(super) fn forget_from(&mut self, place: usize) {
        self.narrow.truncate(place);
    }

    /// Makes the moves that show most of the rare values.
    fn mark_pairs(&mut self, codes: &[u16]) {
        let shown = self.rare_tuning.count(self.pairs.len());
        self.rare.scatter(codes, &self.pairs, shown);
        self.witnesses.work += MARKING_RARE * shown as u64;
    }

    /// Takes note of what a proof took.
    fn proof_done(&mut self) {
        self.rare_tuning
            .spent(self.witnesses.work, self.pairs.len());
    }

    fn numbers<'a>(&'a self, codes: &'a [u16]) -> Numbers<'a> {
        if self.narrow.is_empty() {
            Numbers::Wide(codes)
        } else {
            Numbers::Narrow(&self.narrow)
        }
    }
}

/// What is known of a batch from the options that reach behind it.
#[derive(Debug)]
struct Nearby {
    /// The least number of each heap that may be free.
    least: [usize; BATCH],
    /// How many moves marked what they give, and how many there are.
    far: (usize, usize),
    /// Moves that reach the first heaps, and those that leave a rare heap of the batch.
    last: Vec<(u64, u16)>,
}

/// The heaps of a word of bits.
fn heaps(mut bits: u64) -> impl Iterator<Item = usize> {
    std::iter::from_fn(move || {
        let heap = (bits != 0).then_some(bits.trailing_zeros() as usize);
        bits &= bits.wrapping_sub(1);
        heap
    })
}

/// The numbers of the last values, 0 where they are rare.
fn bounds(sparse: &Sparse) -> Vec<u16> {
    let of_rare = |code: u16| if code & RARE == 0 { code } else { 0 };
    let last = &sparse.codes[sparse.codes.len() - SAMPLE..];
    last.iter().copied().map(of_rare).collect()
}

/// A power of two above all numbers so far.
fn span(sparse: &Sparse) -> usize {
    let digits = u16::BITS - sparse.space.widest().leading_zeros();
    (1usize << digits).max(NARROW)
}

impl Sparse {
    /// Whether a batch can be computed now.
    pub(super) fn batches(&self) -> bool {
        let aligned = self.len().is_multiple_of(BATCH as u64);
        let farthest = self.taps.last().map_or(0, |tap| tap.distance);
        aligned
            && self.codes.len() >= 8 * BATCH
            && span(self) < usize::from(RARE)
            && farthest <= u64::from(u32::MAX)
    }

    /// Computes the next batch, or its first heaps if a number has more digits than all before.
    pub(super) fn batch(&mut self) -> Result<(), Stop> {
        let mut batch = std::mem::take(&mut self.batch);
        batch.prepare(self);
        let done = self.stretch_with(&mut batch);
        self.batch = batch;
        done
    }

    fn stretch_with(&mut self, batch: &mut Batch) -> Result<(), Stop> {
        let start = self.codes.len();
        let mut near = self.nearby(batch)?;
        batch.prepare_proof(self);
        batch.mark_pairs(&self.codes);
        loop {
            let from = self.codes.len();
            self.common_codes(batch, start, &near);
            let rare = self.first_rare(batch, start, from);
            // Up to the first heap that is rare, or of which it cannot be told.
            let end = match rare {
                Ok(None) => self.codes.len(),
                Ok(Some((place, _))) | Err((place, _)) => start + place,
            };
            self.codes.truncate(end);
            for &code in &self.codes[from..] {
                self.space.see(code);
            }
            self.complete_prefix();
            let Some((_, rare)) = rare.map_err(|(_, stop)| stop)? else {
                batch.proof_done();
                return Ok(());
            };
            let heap = self.len();
            self.space.see(rare | RARE);
            self.push(rare | RARE);
            for removed in self.rules.splits() {
                let tap = tap(removed, heap, rare | RARE);
                near.last.push((tap.distance, tap.change));
                batch.add(tap);
            }
        }
    }

    /// What the moves tell of the next batch that reach behind it.
    fn nearby(&self, batch: &mut Batch) -> Result<Nearby, Stop> {
        let (start, first) = (self.codes.len(), self.len());
        let far = batch.far.nearer(first);
        if far > batch.far.nearer(start as u64 + 1) {
            return Err(Stop::Dropped);
        }
        // The number of moves marked changes after the batch.
        let marked = batch.common_tuning.count(far);
        let least = batch.candidates(&self.codes, (marked, far));
        let farthest = batch.far.nearer(first + BATCH as u64);
        let distances = batch.far.distances[far..farthest].iter();
        let last = distances
            .zip(&batch.far.changes[far..farthest])
            .map(|(&distance, &change)| (distance.into(), change))
            .collect();
        Ok(Nearby {
            least,
            far: (marked, far),
            last,
        })
    }

    /// Appends the candidates of the next batch as if none of its heaps were rare; `false` if they cannot be told.
    pub(super) fn candidates_of_batch(&mut self, batch: &mut Batch) -> bool {
        batch.prepare(self);
        let start = self.codes.len();
        let Ok(near) = self.nearby(batch) else {
            return false;
        };
        self.common_codes(batch, start, &near);
        for place in start..self.codes.len() {
            self.space.see(self.codes[place]);
        }
        self.codes.len() == start + BATCH
    }

    /// Appends the candidates of the next batch, and tells whether it is proved that none of its heaps is rare.
    pub(super) fn proves(&mut self, batch: &mut Batch, candidates: &[u16; BATCH]) -> bool {
        let start = self.codes.len();
        batch.prepare_proof(self);
        batch.mark_pairs(&self.codes);
        self.codes.extend_from_slice(candidates);
        let rare = self.first_rare(batch, start, start);
        batch.proof_done();
        rare == Ok(None)
    }

    /// Appends the least common numbers that the options of the other heaps of the batch do not have, as if none of them
    /// were rare, up to a number too long for the table.
    fn common_codes(&mut self, batch: &mut Batch, start: usize, near: &Nearby) {
        let span = batch.common.span();
        for (place, &least) in near.least.iter().enumerate().skip(self.codes.len() - start) {
            let heap = self.len();
            let nearer = &mut batch.nearer;
            nearer.clear();
            nearer.resize(span / 64, 0);
            let mut mark = |code: u16| {
                if let Some(word) = nearer.get_mut(usize::from(code) / 64) {
                    *word |= 1 << (code % 64);
                }
            };
            for &(distance, change) in &batch.near {
                if distance <= place {
                    mark(self.codes[start + place - distance] ^ change);
                }
            }
            for &(distance, change) in &near.last {
                if let Some(other) = heap.checked_sub(distance).filter(|&other| other > 0) {
                    mark(self.prefix[other as usize] ^ change);
                }
            }
            let Some(common) = self.least_free(batch, (start, place), least, near.far) else {
                return;
            };
            self.codes.push(common);
        }
    }

    /// The least number that no option of the heap at a place of the batch has.
    fn least_free(
        &self,
        batch: &mut Batch,
        (start, place): (usize, usize),
        least: usize,
        far: (usize, usize),
    ) -> Option<u16> {
        let mut number = least;
        loop {
            number = batch.common.first_open(place, number);
            let mark = *batch.common.row(place).get(number)?;
            let code = number as u16;
            if batch.nearer[number / 64] >> (number % 64) & 1 != 0 {
                number += 1;
            } else if mark == FREE {
                return Some(code);
            } else {
                let given = batch.far.give(&self.codes, start + place, far, code);
                let mark = if given { MET } else { FREE };
                batch.common.mark(place, code, mark);
            }
        }
    }
}
