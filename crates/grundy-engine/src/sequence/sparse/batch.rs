//! Sixty-four heaps at a time where many heaps are rare or the numbers of common values are large.
//!
//! The options that read heaps before the batch are taken in together. The first moves mark the numbers they give
//! heap by heap; of the rest it is only asked whether they give one of the few least numbers still unmet, which costs a
//! vector comparison for all the heaps. Rare values below the candidates are looked for among the options in the same
//! way. What concerns heaps within the batch follows heap by heap, and is always exact: a candidate the nearer
//! options exclude gives way to the next, and a rare value not yet seen is looked for among all pairs of heaps.

#![allow(
    unsafe_code,
    reason = "vectors of 512 bits compare several times as fast"
)]

use super::super::Stop;
use super::space::RARE;
use super::{Sparse, Tap, tap};

mod lanes;
mod moves;
mod scan;
mod table;
mod tuning;

use lanes::{Numbers, Wanted, clear, narrow};
use moves::Moves;
use scan::{AT_ONCE, scan};
use table::{FREE, MET, Table};
use tuning::Tuning;

/// How many heaps a batch has.
pub(super) const BATCH: usize = 64;

/// Numbers of this and above are not held in bytes.
const NARROW: usize = 128;

/// Most moves that leave a common heap among those with which rare values are looked for.
const PAIRS: usize = 1 << 12;

/// Heaps by which moves are put in order.
const SAMPLE: usize = 128;

/// Moves compared before it is seen what is left.
const CHUNK: usize = 64;

/// With so few heaps left, each is done by itself.
const FEW: u32 = 6;

/// What making a move for all heaps costs, in comparisons of a vector.
const MARKING: u64 = 70;

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
    /// How many values there were when `pairs` were chosen.
    chosen: u64,
    /// The numbers kept, as bytes, if all are small.
    narrow: Vec<u8>,
    common: Table,
    rare: Table,
    common_tuning: Tuning,
    rare_tuning: Tuning,
    /// The work that looking for rare values was in this batch.
    rare_work: u64,
    /// Whether vectors of the processor's are not used.
    pub(super) portable: bool,
}

/// Whether the processor has what the vectors need.
fn wide_vectors() -> bool {
    #[cfg(target_arch = "x86_64")]
    return is_x86_feature_detected!("avx512f") && is_x86_feature_detected!("avx512bw");
    #[cfg(not(target_arch = "x86_64"))]
    return false;
}

impl Batch {
    /// Begins anew: numbers have changed.
    pub(super) fn forget(&mut self) {
        *self = Batch {
            portable: self.portable,
            common_tuning: self.common_tuning,
            rare_tuning: self.rare_tuning,
            ..Batch::default()
        };
    }

    /// Always makes so many moves before the others are compared.
    #[cfg(test)]
    pub(super) fn fix(&mut self, count: usize) {
        self.common_tuning.fix(count);
        self.rare_tuning.fix(count);
    }

    /// Takes note that the first of the caller's values were dropped.
    pub(super) fn drop_first(&mut self, dropped: usize) {
        self.narrow.drain(..dropped.min(self.narrow.len()));
        self.narrow.shrink_to(2 * self.narrow.len());
    }

    /// Bytes of memory in use.
    pub(super) fn bytes(&self) -> usize {
        let moves = self.far.bytes() + self.pairs.bytes();
        moves + self.narrow.capacity() + self.common.bytes() + self.rare.bytes()
    }

    /// Bytes of memory that may be needed besides those in use, where there is place for `length` values.
    pub(super) fn growth(&self, length: usize) -> usize {
        length + 3 * self.far.bytes()
    }

    /// Takes note of a move that leaves a rare heap or one heap only.
    pub(super) fn add(&mut self, tap: Tap) {
        match u32::try_from(tap.distance) {
            Ok(near) if (near as usize) < BATCH => self.near.push((near as usize, tap.change)),
            Ok(far) => self.far.insert(far, tap.change),
            Err(_) => self.ready = false,
        }
    }

    /// Makes ready for the batch after the values so far.
    fn prepare(&mut self, sparse: &Sparse) {
        if !self.ready {
            self.near.clear();
            self.far.clear();
            self.ready = true;
            for &tap in &sparse.taps {
                self.add(tap);
            }
        }
        let length = sparse.len();
        if length >= 2 * self.chosen {
            self.choose(sparse);
        }
        let span = span(sparse);
        self.common.reset(span);
        self.rare.reset(span);
        // Where no option read has two rare heaps, eight digits are enough.
        let last = 2 * (sparse.last_rare + sparse.rules.digits().len() as u64);
        let common = length > last + BATCH as u64
            && self.far.changes.iter().all(|change| change & RARE == 0);
        if span == NARROW || span == 2 * NARROW && common {
            let more = sparse.codes[self.narrow.len()..].iter();
            if self.narrow.capacity() < sparse.codes.len() {
                let place = sparse.codes.capacity() - self.narrow.len();
                self.narrow.reserve_exact(place);
            }
            self.narrow.extend(more.map(|&code| narrow(code)));
        } else {
            self.narrow = Vec::new();
        }
    }

    /// Chooses the moves with which rare values are looked for.
    fn choose(&mut self, sparse: &Sparse) {
        self.chosen = sparse.len();
        let codes = &sparse.codes[..];
        let sample = codes.len() - SAMPLE..codes.len();
        let of_rare = |code: u16| if code & RARE == 0 { code } else { 0 };
        let bounds: Vec<u16> = codes[sample].iter().copied().map(of_rare).collect();
        let useful = self.far.order(codes, &bounds);
        self.common_tuning.begin(useful);
        self.pairs.clear();
        let most = (sparse.len() / 2).saturating_sub(sparse.rules.digits().len() as u64);
        let most = (most as usize).min(sparse.prefix.len());
        for (heap, &code) in sparse.prefix[..most].iter().enumerate().skip(1) {
            if self.pairs.len() >= PAIRS {
                break;
            }
            if code & RARE == 0 {
                for removed in sparse.rules.splits() {
                    if removed + heap >= BATCH {
                        self.pairs.insert((removed + heap) as u32, code);
                    }
                }
            }
        }
        let heaps = sparse.len() - SAMPLE as u64..;
        let bound = |(heap, &common)| sparse.space.rare_below(heap, common);
        let bounds: Vec<u16> = heaps.zip(&bounds).map(bound).collect();
        let useful = self.pairs.order(codes, &bounds);
        self.rare_tuning.begin(useful);
    }

    fn numbers<'a>(&'a self, codes: &'a [u16]) -> Numbers<'a> {
        if self.narrow.is_empty() {
            Numbers::Wide(codes)
        } else {
            Numbers::Narrow(&self.narrow)
        }
    }

    /// Marks the numbers that options before the batch give, and the least numbers they do not give; `far` moves reach
    /// no farther than the first heap, the first `marked` of which are made. For each heap the least number that may be
    /// free.
    fn candidates(&mut self, codes: &[u16], (marked, far): (usize, usize)) -> [usize; BATCH] {
        let vectors = !self.portable && wide_vectors();
        let span = self.common.span();
        self.common.scatter(codes, &self.far, marked);
        for &(distance, change) in &self.near {
            let known = &codes[codes.len() - distance..];
            for (heap, &code) in known.iter().enumerate() {
                self.common.mark(heap, code ^ change, MET);
            }
        }
        let mut work = MARKING * marked as u64;
        let cost = if self.narrow.is_empty() { 14 } else { 8 };
        let rest = far - marked;
        let chunk = CHUNK.max(rest / CHUNK);
        let chunks = rest.div_ceil(chunk);
        // Each heap has four numbers under trial; one that has been compared with all moves is free.
        let mut wanted: Wanted<4> = [[0; BATCH]; 4];
        let mut left = [0u64; 4];
        let mut begun = [[0usize; BATCH]; 4];
        let mut next = [0; BATCH];
        let mut unsettled = u64::MAX;
        let mut freed = 0u64;
        for round in 0.. {
            for heap in heaps(unsettled & !left.iter().fold(u64::MAX, |all, left| all & left)) {
                next[heap] = fill(
                    &self.common,
                    heap,
                    (next[heap], span),
                    &mut wanted,
                    &mut left,
                    |place| {
                        begun[place][heap] = round;
                    },
                );
            }
            unsettled &= freed | left.iter().fold(0, |all, left| all | left);
            if unsettled.count_ones() <= FEW {
                work += 2 * u64::from(unsettled.count_ones()) * rest as u64;
                break;
            }
            let asked = left;
            if rest > 0 {
                let from = marked + round % chunks * chunk;
                let to = (from + chunk).min(far);
                let numbers = self.numbers(codes);
                clear(numbers, &self.far, (from, to), &wanted, &mut left, vectors);
                work += cost * (to - from) as u64 + 100;
            }
            let mut changed = 0;
            for place in 0..4 {
                for heap in heaps(asked[place]) {
                    let mark = if left[place] >> heap & 1 == 0 {
                        MET
                    } else if round + 1 >= begun[place][heap] + chunks {
                        left[place] &= !(1 << heap);
                        freed |= 1 << heap;
                        FREE
                    } else {
                        continue;
                    };
                    changed |= 1 << heap;
                    self.common.mark(heap, wanted[place][heap], mark);
                }
            }
            for heap in heaps(changed & freed) {
                let first = self.common.first_open(heap, 0);
                if self.common.row(heap).get(first) == Some(&FREE) {
                    unsettled &= !(1 << heap);
                    left = left.map(|left| left & !(1 << heap));
                }
            }
        }
        self.common_tuning.spent(work, far);
        std::array::from_fn(|heap| self.common.first_open(heap, 0))
    }

    /// Marks rare values that options have.
    fn show(&mut self, codes: &[u16]) {
        let marked = self.rare_tuning.count(self.pairs.len());
        self.rare.scatter(codes, &self.pairs, marked);
        self.rare_work = MARKING * marked as u64;
    }
}

/// The heaps of a word of bits.
fn heaps(mut bits: u64) -> impl Iterator<Item = usize> {
    std::iter::from_fn(move || {
        let heap = (bits != 0).then_some(bits.trailing_zeros() as usize);
        bits &= bits.wrapping_sub(1);
        heap
    })
}

/// Fills the places of a heap that are not taken with its next unmet numbers. Where to go on is returned.
fn fill(
    table: &Table,
    heap: usize,
    (from, to): (usize, usize),
    wanted: &mut Wanted<4>,
    taken: &mut [u64; 4],
    mut filled: impl FnMut(usize),
) -> usize {
    let mut place = 0;
    let mut next = to;
    table.unmet(heap, (from, to), |number| {
        while place < 4 && taken[place] >> heap & 1 != 0 {
            place += 1;
        }
        if place == 4 {
            next = number;
            return false;
        }
        wanted[place][heap] = number as u16;
        taken[place] |= 1 << heap;
        filled(place);
        true
    });
    next
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
        let start = self.len();
        let far = batch.far.nearer(start);
        if far > batch.far.nearer(self.codes.len() as u64 + 1) {
            return Err(Stop::Dropped);
        }
        // The number of moves marked changes after the batch.
        let marked = batch.common_tuning.count(far);
        let least = batch.candidates(&self.codes, (marked, far));
        batch.show(&self.codes);
        let before = self.scanned;
        // Moves that reach the first heaps, and those that leave a rare heap of the batch.
        let farthest = batch.far.nearer(start + BATCH as u64);
        let distances = batch.far.distances[far..farthest].iter();
        let mut last: Vec<(u64, u16)> = distances
            .zip(&batch.far.changes[far..farthest])
            .map(|(&distance, &change)| (distance.into(), change))
            .collect();
        let mut open = Vec::new();
        for (place, least) in least.into_iter().enumerate() {
            let heap = start + place as u64;
            for &(distance, change) in &batch.near {
                if distance <= place {
                    let code = self.codes[self.codes.len() - distance] ^ change;
                    batch.common.mark(place, code, MET);
                }
            }
            for &(distance, change) in &last {
                if let Some(other) = heap.checked_sub(distance).filter(|&other| other > 0) {
                    let code = self.prefix[other as usize] ^ change;
                    batch.common.mark(place, code, MET);
                }
            }
            let Some(common) = self.least_free(batch, place, least, (marked, far)) else {
                // A longer number: the table has no place for it.
                return Ok(());
            };
            open.clear();
            let bound = usize::from(self.space.rare_below(heap, common));
            batch.rare.unmet(place, (0, bound), |number| {
                open.push(number as u16);
                true
            });
            let rare = self.first_not_shown(heap, &open, batch.portable)?;
            let code = rare.map_or(common, |rare| rare | RARE);
            self.space.see(code);
            self.push(code);
            batch.rare_work += 8 * open.len() as u64;
            if code & RARE != 0 {
                for removed in self.rules.splits() {
                    let tap = tap(removed, heap, code);
                    last.push((tap.distance, tap.change));
                    batch.add(tap);
                }
            }
        }
        let work = batch.rare_work + (self.scanned - before) / 5;
        batch.rare_tuning.spent(work, batch.pairs.len());
        Ok(())
    }

    /// The least number that no option of the heap at a place of the batch has, all near ones having been marked.
    fn least_free(
        &self,
        batch: &mut Batch,
        place: usize,
        least: usize,
        far: (usize, usize),
    ) -> Option<u16> {
        let mut number = least;
        loop {
            number = batch.common.first_open(place, number);
            let code = number as u16;
            match batch.common.row(place).get(number) {
                None => return None,
                Some(&FREE) => return Some(code),
                Some(_) => {}
            }
            let given = batch.far.give(&self.codes, self.codes.len(), far, code);
            let mark = if given { MET } else { FREE };
            batch.common.mark(place, code, mark);
        }
    }

    /// The first of these rare values that no option of the next heap has.
    fn first_not_shown(
        &mut self,
        heap: u64,
        open: &[u16],
        portable: bool,
    ) -> Result<Option<u16>, Stop> {
        let mut wanted = [0; AT_ONCE];
        let mut count = 0;
        for (place, &number) in open.iter().enumerate() {
            if !self.remembered(heap, number | RARE) && !self.left_alone(heap, number | RARE) {
                wanted[count] = number;
                count += 1;
            }
            if count == AT_ONCE || count > 0 && place + 1 == open.len() {
                let first = wanted[0];
                wanted[count..].fill(first);
                let shown = self.scan_pairs(heap, &wanted, portable)?;
                if let Some(first) = shown.iter().position(|&shown| !shown) {
                    return Ok(Some(wanted[first]));
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

    /// Which of these rare values options of the next heap with two heaps have.
    fn scan_pairs(
        &mut self,
        heap: u64,
        wanted: &[u16; AT_ONCE],
        portable: bool,
    ) -> Result<[bool; AT_ONCE], Stop> {
        let vectors = !portable && wide_vectors();
        let mut shown = [false; AT_ONCE];
        let mut looked = *wanted;
        let splits: Vec<usize> = self.rules.splits().collect();
        let mut all = true;
        for removed in splits {
            let left = heap - removed as u64;
            let most = self.most(left);
            let (most, small) = if self.base == 0 {
                (most as usize, &self.codes)
            } else {
                let kept = (self.prefix.len() as u64 - 1).min(left - self.base);
                all &= most <= kept;
                (most.min(kept) as usize, &self.prefix)
            };
            let top = (left - self.base) as usize;
            let small = &small[1..=most];
            let found = scan(small, &self.codes[top - most..top], &looked, vectors);
            let looked_at = found.map(|found| found.unwrap_or(most));
            self.scanned += looked_at.into_iter().max().unwrap_or(most) as u64;
            for (place, found) in found.into_iter().enumerate() {
                if let Some(found) = found
                    && !shown[place]
                {
                    shown[place] = true;
                    let one = found as u64 + 1;
                    let shows = tap(removed, one, self.prefix_or_kept(one));
                    self.remember(wanted[place] | RARE, shows);
                }
            }
            let Some(still) = shown.iter().position(|&shown| !shown) else {
                return Ok(shown);
            };
            for place in 0..AT_ONCE {
                if shown[place] {
                    looked[place] = wanted[still];
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
