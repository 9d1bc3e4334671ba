//! Sixty-four heaps at a time where many heaps are rare or the numbers of common values are large.
//!
//! The options that read heaps before the stretch are taken in together. The first moves mark the numbers they give
//! heap by heap; of the rest it is only asked whether they give one of the few least numbers still unmet, which costs a
//! vector comparison for all the heaps. Rare values below the candidates are looked for among the options in the same
//! way. What concerns heaps within the stretch follows heap by heap, and is always exact: a candidate the nearer
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

/// How many heaps a stretch has.
pub(super) const STRETCH: usize = 64;

/// Numbers of this and above are not held in bytes.
const NARROW: usize = 128;

/// Most moves that leave a common heap among those with which rare values are looked for.
const PAIRS: usize = 1 << 13;

/// Moves compared before it is seen what is left.
const CHUNK: usize = 64;

/// With so few heaps left, each is done by itself.
const FEW: u32 = 6;

/// What making a move for all heaps costs, in comparisons of a vector.
const MARKING: u64 = 70;

/// What is kept from one stretch to the next.
#[derive(Debug, Default)]
pub(super) struct Stretch {
    /// Whether the moves are those of the sequence.
    ready: bool,
    /// Moves that leave a rare heap or one heap only and reach less far back than a stretch.
    near: Vec<(usize, u16)>,
    /// Those that reach farther.
    far: Moves,
    /// Moves that leave one of the first common heaps.
    pairs: Moves,
    /// How many values there were when `pairs` were chosen.
    chosen: u64,
    /// The numbers kept, as bytes, if all are small.
    bytes: Vec<u8>,
    common: Table,
    rare: Table,
    common_tuning: Tuning,
    rare_tuning: Tuning,
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

impl Stretch {
    /// Begins anew: numbers have changed.
    pub(super) fn forget(&mut self) {
        *self = Stretch {
            portable: self.portable,
            common_tuning: self.common_tuning,
            rare_tuning: self.rare_tuning,
            ..Stretch::default()
        };
    }

    /// Takes note that the first of the caller's values were dropped.
    pub(super) fn drop_first(&mut self, dropped: usize) {
        self.bytes.drain(..dropped.min(self.bytes.len()));
        self.bytes.shrink_to(2 * self.bytes.len());
    }

    /// Bytes of memory.
    pub(super) fn memory(&self) -> usize {
        let moves = self.far.bytes() + self.pairs.bytes();
        moves + self.bytes.capacity() + self.common.bytes() + self.rare.bytes()
    }

    /// Bytes of memory that the next values may need, besides those in use, where there are `length` of them.
    pub(super) fn growth(&self, length: usize) -> usize {
        2 * length.saturating_sub(self.bytes.capacity())
    }

    /// Takes note of a move that leaves a rare heap or one heap only.
    pub(super) fn add(&mut self, tap: Tap) {
        match u32::try_from(tap.distance) {
            Ok(near) if (near as usize) < STRETCH => self.near.push((near as usize, tap.change)),
            Ok(far) => self.far.insert(far, tap.change),
            Err(_) => self.ready = false,
        }
    }

    /// Makes ready for the stretch after the values so far.
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
        if span == NARROW {
            let more = sparse.codes[self.bytes.len()..].iter();
            self.bytes.reserve_exact(more.len().min(sparse.codes.capacity()));
            self.bytes.extend(more.map(|&code| narrow(code)));
        } else {
            self.bytes = Vec::new();
        }
    }

    /// Chooses the moves with which rare values are looked for.
    fn choose(&mut self, sparse: &Sparse) {
        self.chosen = sparse.len();
        self.pairs.clear();
        let most = (sparse.len() / 2).saturating_sub(sparse.rules.digits().len() as u64);
        let most = (most as usize).min(sparse.prefix.len());
        for (heap, &code) in sparse.prefix[..most].iter().enumerate().skip(1) {
            if self.pairs.len() >= PAIRS {
                break;
            }
            if code & RARE == 0 {
                for removed in sparse.rules.splits() {
                    if removed + heap >= STRETCH {
                        self.pairs.insert((removed + heap) as u32, code);
                    }
                }
            }
        }
    }

    fn numbers<'a>(&'a self, codes: &'a [u16]) -> Numbers<'a> {
        if self.bytes.is_empty() {
            Numbers::Wide(codes)
        } else {
            Numbers::Narrow(&self.bytes)
        }
    }

    /// Marks the numbers that options before the stretch give, and the least numbers they do not give; `far` moves reach
    /// no farther than the first heap, the first `marked` of which are made. For each heap the least number that may be
    /// free.
    fn candidates(
        &mut self,
        codes: &[u16],
        (marked, far): (usize, usize),
    ) -> [usize; STRETCH] {
        let vectors = !self.portable && wide_vectors();
        self.common.scatter(codes, &self.far, marked);
        for &(distance, change) in &self.near {
            let known = &codes[codes.len() - distance..];
            for (heap, &code) in known.iter().enumerate() {
                self.common.mark(heap, code ^ change, MET);
            }
        }
        let mut work = MARKING * marked as u64;
        let weight = 1 + u64::from(self.bytes.is_empty());
        // The four least numbers first, by some of the moves; then the two least left, by all the others.
        let first = marked + (far - marked) / 8;
        let mut wanted: Wanted<4> = [[0; STRETCH]; 4];
        let mut left = self.least(&mut wanted, u64::MAX);
        let asked = left;
        let numbers = self.numbers(codes);
        clear(numbers, &self.far, (marked, first), &wanted, &mut left, vectors);
        work += 6 * weight * (first - marked) as u64;
        let mut least: Wanted<2> = [[0; STRETCH]; 2];
        let mut still = [0u64; 2];
        for (wanted, (left, asked)) in wanted.iter().zip(left.iter().zip(asked)) {
            for heap in 0..STRETCH {
                if asked >> heap & 1 == 0 {
                    continue;
                }
                if left >> heap & 1 == 0 {
                    self.common.mark(heap, wanted[heap], MET);
                } else if let Some(place) = still.iter().position(|still| still >> heap & 1 == 0) {
                    least[place][heap] = wanted[heap];
                    still[place] |= 1 << heap;
                }
            }
        }
        let mut from = first;
        loop {
            let asked = still;
            let numbers = self.numbers(codes);
            clear(numbers, &self.far, (from, far), &least, &mut still, vectors);
            work += 4 * weight * (far - from) as u64;
            for (wanted, (still, asked)) in least.iter().zip(still.iter().zip(asked)) {
                for heap in 0..STRETCH {
                    if asked >> heap & 1 != 0 {
                        let mark = if still >> heap & 1 != 0 { FREE } else { MET };
                        self.common.mark(heap, wanted[heap], mark);
                    }
                }
            }
            let lacking = !(still[0] | still[1]);
            if lacking.count_ones() <= FEW {
                work += 2 * u64::from(lacking.count_ones()) * far as u64;
                break;
            }
            from = marked;
            still = self.least(&mut least, lacking);
            if still[0] == 0 {
                break;
            }
        }
        self.common_tuning.spent(work, far);
        std::array::from_fn(|heap| self.common.first_open(heap, 0))
    }

    /// The least unmet numbers of the given heaps; which heaps have that many is returned.
    fn least<const M: usize>(&self, wanted: &mut Wanted<M>, heaps: u64) -> [u64; M] {
        let mut have = [0; M];
        for heap in (0..STRETCH).filter(|heap| heaps >> heap & 1 != 0) {
            let mut count = 0;
            self.common.unmet(heap, (0, self.common.span()), |number| {
                wanted[count][heap] = number as u16;
                have[count] |= 1 << heap;
                count += 1;
                count < M
            });
        }
        have
    }

    /// Marks rare values that options have, until those below the bounds are, or all but a few.
    fn show(&mut self, codes: &[u16], bounds: &[usize; STRETCH]) {
        let vectors = !self.portable && wide_vectors();
        let pairs = self.pairs.nearer(codes.len() as u64);
        let marked = self.rare_tuning.count(pairs);
        self.rare.scatter(codes, &self.pairs, marked);
        let mut work = MARKING * marked as u64;
        let weight = 1 + u64::from(self.bytes.is_empty());
        let mut wanted: Wanted<4> = [[0; STRETCH]; 4];
        let mut left = [0u64; 4];
        let mut next = [0; STRETCH];
        let mut from = marked;
        loop {
            // Each heap's places are filled with the next values to be seen.
            for heap in 0..STRETCH {
                let mut places = (0..4).filter(|&place| left[place] >> heap & 1 == 0);
                let Some(mut place) = places.next() else {
                    continue;
                };
                let mut ended = true;
                let (mut filled, mut at) = ([0u64; 4], next[heap]);
                self.rare.unmet(heap, (at, bounds[heap]), |number| {
                    wanted[place][heap] = number as u16;
                    filled[place] = 1 << heap;
                    at = number + 1;
                    match places.next() {
                        Some(free) => place = free,
                        None => ended = false,
                    }
                    ended
                });
                next[heap] = if ended { bounds[heap] } else { at };
                for (left, filled) in left.iter_mut().zip(filled) {
                    *left |= filled;
                }
            }
            let open = left.iter().fold(0, |all, left| all | left);
            if open.count_ones() <= 2 * FEW || from == pairs {
                work += 8 * open.count_ones() as u64;
                break;
            }
            let to = (from + CHUNK).min(pairs);
            let asked = left;
            let numbers = self.numbers(codes);
            clear(numbers, &self.pairs, (from, to), &wanted, &mut left, vectors);
            work += 6 * weight * (to - from) as u64 + 64;
            for (wanted, (left, asked)) in wanted.iter().zip(left.iter().zip(asked)) {
                let mut shown = asked & !left;
                while shown != 0 {
                    let heap = shown.trailing_zeros() as usize;
                    self.rare.mark(heap, wanted[heap], MET);
                    shown &= shown - 1;
                }
            }
            from = to;
        }
        self.rare_tuning.spent(work, pairs);
    }
}

/// A power of two above all numbers so far.
fn span(sparse: &Sparse) -> usize {
    let digits = u16::BITS - sparse.space.widest().leading_zeros();
    (1usize << digits).max(NARROW)
}

impl Sparse {
    /// Whether a stretch can be computed now.
    pub(super) fn stretches(&self) -> bool {
        let aligned = self.len().is_multiple_of(STRETCH as u64);
        let farthest = self.taps.last().map_or(0, |tap| tap.distance);
        aligned
            && self.codes.len() >= 8 * STRETCH
            && span(self) < usize::from(RARE)
            && farthest <= u64::from(u32::MAX)
    }

    /// Computes the next stretch, or its first heaps if a number has more digits than all before.
    pub(super) fn stretch(&mut self) -> Result<(), Stop> {
        let mut stretch = std::mem::take(&mut self.stretch);
        stretch.prepare(self);
        let done = self.stretch_with(&mut stretch);
        self.stretch = stretch;
        done
    }

    fn stretch_with(&mut self, stretch: &mut Stretch) -> Result<(), Stop> {
        let start = self.len();
        let far = stretch.far.nearer(start);
        if far > stretch.far.nearer(self.codes.len() as u64 + 1) {
            return Err(Stop::Dropped);
        }
        // The number of moves marked changes after the stretch.
        let marked = stretch.common_tuning.count(far);
        let least = stretch.candidates(&self.codes, (marked, far));
        let bounds = std::array::from_fn(|heap| {
            let (number, heap) = (least[heap] as u16, start + heap as u64);
            let bound = self.space.rare_below(heap, number);
            usize::from(bound).min(span(self))
        });
        stretch.show(&self.codes, &bounds);
        // Moves that reach the first heaps, and those that leave a rare heap of the stretch.
        let farthest = stretch.far.nearer(start + STRETCH as u64);
        let distances = stretch.far.distances[far..farthest].iter();
        let mut last: Vec<(u64, u16)> = distances
            .zip(&stretch.far.changes[far..farthest])
            .map(|(&distance, &change)| (distance.into(), change))
            .collect();
        let mut open = Vec::new();
        for (place, least) in least.into_iter().enumerate() {
            let heap = start + place as u64;
            for &(distance, change) in &stretch.near {
                if distance <= place {
                    let code = self.codes[self.codes.len() - distance] ^ change;
                    stretch.common.mark(place, code, MET);
                }
            }
            for &(distance, change) in &last {
                if let Some(other) = heap.checked_sub(distance).filter(|&other| other > 0) {
                    let code = self.prefix[other as usize] ^ change;
                    stretch.common.mark(place, code, MET);
                }
            }
            let Some(common) = self.least_free(stretch, place, least, (marked, far)) else {
                // A longer number: the table has no place for it.
                return Ok(());
            };
            open.clear();
            let bound = usize::from(self.space.rare_below(heap, common));
            stretch.rare.unmet(place, (0, bound), |number| {
                open.push(number as u16);
                true
            });
            let rare = self.first_not_shown(heap, &open, stretch.portable)?;
            let code = rare.map_or(common, |rare| rare | RARE);
            self.space.see(code);
            self.push(code);
            if code & RARE != 0 {
                for removed in self.rules.splits() {
                    let tap = tap(removed, heap, code);
                    last.push((tap.distance, tap.change));
                    stretch.add(tap);
                }
            }
        }
        Ok(())
    }

    /// The least number that no option of the heap at a place of the stretch has, all near ones having been marked.
    fn least_free(
        &self,
        stretch: &mut Stretch,
        place: usize,
        least: usize,
        far: (usize, usize),
    ) -> Option<u16> {
        let mut number = least;
        loop {
            number = stretch.common.first_open(place, number);
            let code = number as u16;
            match stretch.common.row(place).get(number) {
                None => return None,
                Some(&FREE) => return Some(code),
                Some(_) => {}
            }
            let given = stretch.far.give(&self.codes, self.codes.len(), far, code);
            let mark = if given { MET } else { FREE };
            stretch.common.mark(place, code, mark);
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
