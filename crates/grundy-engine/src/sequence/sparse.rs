//! Rare and common values: the few moves that leave a rare heap tell the least common value that no option has; every
//! rare value below it is then shown to be an option's, and if one is not, it is the value.
//!
//! The space is given by a mask: a value is common if the mask has an odd number of digits with it. The mask that makes
//! as few heaps as possible rare is found by a Walsh–Hadamard transform of the frequencies, and looked for again each
//! time the sequence has doubled. Common values are numbered densely, by leaving out the lowest digit of the mask, which
//! the others determine; the same numbering serves for rare values (see [`Space`]).
//!
//! Two to three bytes a value are kept while all of them are. Once the last rare heap is far behind, only the first
//! [`PREFIX`] values and a window of the last ones are, whatever the length of the sequence.

use serde::{Deserialize, Serialize};

use super::{BLOCK, Limits, Rules, Stop, Streamed};

mod ahead;
mod batch;
mod block_search;
pub(super) mod space;

use ahead::Ahead;
use batch::Batch;
use block_search::BlockSearch;
use space::{Counts, RARE, Space};

/// How many first heaps are kept for ever.
const PREFIX: usize = 1 << 15;

/// Least number of last heaps kept.
const WINDOW: usize = 1 << 16;

/// How many moves are remembered for each rare value.
const SHOWN: usize = 32;

/// How many pairs of each split are looked at before single rare values are looked for.
const FIRST_PAIRS: u64 = 256;

/// With more moves to rare heaps than this, batches are faster than whole blocks.
const MOST_IN_BLOCKS: usize = 320;

/// No heaps are dropped before there are so many.
const KEPT_WHOLE: u64 = 1 << 22;

/// A move that leaves a given heap beside another, or none beside it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
struct Tap {
    /// By how much the other heap is smaller than the one moved in.
    distance: u64,
    /// What turns the number of the other heap's value into that of the option.
    change: u16,
}

/// What is kept of a [`Sparse`] sequence to go on with.
#[derive(Debug, Serialize, Deserialize)]
pub(super) struct Saved {
    rules: Rules,
    space: Space,
    base: u64,
    /// The numbers of the first values if they are not among the last.
    first: Vec<u16>,
    last: Vec<u16>,
    taps: Vec<Tap>,
    last_rare: u64,
    next_look: u64,
}

/// The engine of rare and common values.
#[derive(Debug)]
pub(super) struct Sparse {
    rules: Rules,
    limits: Limits,
    space: Space,
    /// The numbers of the first values, at most [`PREFIX`] of them.
    prefix: Vec<u16>,
    /// The heap of `codes[0]`, a multiple of [`BLOCK`].
    base: u64,
    /// The numbers of the last values.
    codes: Vec<u16>,
    /// How often each value occurred.
    counts: Counts,
    /// The last heap with a rare value.
    last_rare: u64,
    /// The moves that leave a rare heap or one heap only, nearest first.
    taps: Vec<Tap>,
    /// When the space is looked at again.
    next_look: u64,
    /// How many values there must be before any are dropped.
    whole: u64,
    /// Which numbers options of one heap have, by the turn in which they were met.
    met: Vec<u32>,
    turn: u32,
    block_search: BlockSearch,
    batch: Batch,
    ahead: Ahead,
    /// Whether no blocks are searched, for tests of the rest.
    unswept: bool,
    /// For each rare value the moves that last turned out to have it, the latest first.
    shown: Vec<Vec<Tap>>,
}

impl Sparse {
    /// Without a value.
    fn empty(rules: Rules, limits: Limits, space: Space) -> Sparse {
        Sparse {
            rules,
            limits,
            space,
            prefix: Vec::new(),
            base: 0,
            codes: Vec::new(),
            counts: Counts::default(),
            last_rare: 0,
            taps: Vec::new(),
            next_look: 0,
            whole: KEPT_WHOLE,
            met: Vec::new(),
            turn: 0,
            block_search: BlockSearch::default(),
            batch: Batch::default(),
            ahead: Ahead::default(),
            unswept: false,
            shown: Vec::new(),
        }
    }

    /// Goes on from the first values, if there is a space in which no more than one heap in `ratio` is rare.
    pub(super) fn after(
        rules: &Rules,
        limits: Limits,
        values: &[u16],
        ratio: u64,
    ) -> Option<Sparse> {
        let length = values.len() as u64;
        if !knows(rules) || length <= fewest(rules) {
            return None;
        }
        let mut counts = Counts::default();
        for (heap, &value) in (0..).zip(values) {
            count(&mut counts, heap, value);
        }
        let (space, rare) = Space::sparsest(&counts, parity(rules))?;
        if rare > length / ratio {
            return None;
        }
        let mut sparse = Sparse {
            codes: values.to_vec(),
            counts,
            next_look: 2 * length,
            ..Sparse::empty(rules.clone(), limits, space)
        };
        for (heap, code) in (0..).zip(&mut sparse.codes) {
            *code = sparse.space.code(heap, *code);
        }
        sparse.derive();
        Some(sparse)
    }

    pub(super) fn save(&self) -> Saved {
        Saved {
            rules: self.rules.clone(),
            space: self.space.clone(),
            base: self.base,
            first: if self.base == 0 {
                Vec::new()
            } else {
                self.prefix.clone()
            },
            last: self.codes.clone(),
            taps: self.taps.clone(),
            last_rare: self.last_rare,
            next_look: self.next_look,
        }
    }

    /// The values that all further ones follow from, once all others are dropped.
    pub(super) fn streamed(&self) -> Option<Streamed<'_>> {
        let longest = self.rules.digits().len();
        (self.base > 0).then(|| Streamed {
            base: self.base,
            numbers: &self.codes,
            reach: (self.last_rare as usize + 1).max(PREFIX) + longest,
            last_rare: self.last_rare,
            mask: self.space.mask(),
            odd: self.space.odd(),
        })
    }

    /// The sequence placed so that `numbers` are the last before heap `end`; `None` if they are fewer than the rules look back.
    pub(super) fn elsewhere(&self, end: u64, numbers: Vec<u16>) -> Option<Sparse> {
        let saved = Saved {
            base: end.checked_sub(numbers.len() as u64)?,
            last: numbers,
            ..self.save()
        };
        Sparse::restore(saved, self.limits)
    }

    /// `None` if what was saved is no such state.
    pub(super) fn restore(saved: Saved, limits: Limits) -> Option<Sparse> {
        let Saved {
            rules,
            space,
            base,
            first,
            last,
            taps,
            last_rare,
            next_look,
        } = saved;
        let length = base.checked_add(last.len() as u64)?;
        let dropped = base > 0;
        let whole = if dropped {
            first.len() == PREFIX && last.len() >= WINDOW && base >= PREFIX as u64
        } else {
            first.is_empty() && last.len() as u64 > fewest(&rules)
        };
        let apart = taps.is_sorted() && taps.first().is_none_or(|tap| tap.distance > 0);
        // The last heap may be rare, and a move that leaves it removes something besides.
        let farthest = length.saturating_add(rules.digits().len() as u64);
        let reached = taps.last().is_none_or(|tap| tap.distance < farthest);
        let sound = whole && apart && reached && last_rare < length;
        if !sound
            || !knows(&rules)
            || !base.is_multiple_of(BLOCK as u64)
            || dropped != (next_look == u64::MAX)
        {
            return None;
        }
        let mut sparse = Sparse {
            prefix: first,
            base,
            codes: last,
            last_rare,
            taps,
            next_look,
            ..Sparse::empty(rules, limits, space)
        };
        if !dropped {
            for (heap, &code) in (0..).zip(&sparse.codes) {
                count(&mut sparse.counts, heap, sparse.space.value(heap, code));
            }
            sparse.derive();
        }
        Some(sparse)
    }

    pub(super) fn rules(&self) -> &Rules {
        &self.rules
    }

    /// Does without the processor's vectors.
    #[cfg(test)]
    pub(super) fn portable(mut self) -> Sparse {
        self.block_search.portable = true;
        self.batch.path = super::path::Path::Portable;
        self
    }

    /// Does without blocks, and makes so many moves in each batch before the others are compared.
    #[cfg(test)]
    pub(super) fn unswept(mut self, marked: usize) -> Sparse {
        self.unswept = true;
        self.batch.fix(marked);
        self
    }

    pub(super) fn len(&self) -> u64 {
        self.base + self.codes.len() as u64
    }

    /// Everything that follows from the rare heaps, which are all among the values kept.
    fn derive(&mut self) {
        if self.base == 0 {
            let kept = self.codes.len().min(PREFIX);
            self.prefix = self.codes[..kept].to_vec();
        }
        self.taps = self.singles().collect();
        self.last_rare = 0;
        for (heap, &code) in self.codes.iter().enumerate().skip(1) {
            if code & RARE != 0 {
                self.last_rare = heap as u64;
                for removed in self.rules.splits() {
                    self.taps.push(tap(removed, heap as u64, code));
                }
            }
        }
        self.finish_taps();
        self.shown.clear();
        self.block_search.forget();
        self.batch.forget();
        self.ahead.forget();
    }

    /// The moves that leave one heap.
    fn singles(&self) -> impl Iterator<Item = Tap> + '_ {
        self.rules.singles().map(|removed| Tap {
            distance: removed as u64,
            change: self.space.change(removed),
        })
    }

    fn finish_taps(&mut self) {
        self.taps.sort_unstable();
        self.taps.dedup();
    }

    /// Drops no value before there are so many.
    pub(super) fn keep_all_to(&mut self, length: u64) {
        self.whole = self.whole.max(length);
    }

    /// Works with so many threads.
    pub(super) fn set_threads(&mut self, threads: usize) {
        self.ahead.set_threads(threads);
    }

    /// So many values are wanted in all.
    pub(super) fn set_goal(&mut self, goal: u64) {
        self.ahead.set_goal(goal);
    }

    /// Goes ahead so early.
    #[cfg(test)]
    pub(super) fn ahead_from(mut self, first: u64) -> Sparse {
        self.ahead.set_first(first);
        self
    }

    /// What it may use.
    pub(super) fn limits(&self) -> Limits {
        self.limits
    }

    /// Goes on by a block, whose values nobody wants.
    pub(super) fn pass_block(&mut self, out: &mut Vec<u32>) -> Result<(), Stop> {
        if self.next_look == u64::MAX && self.len().is_multiple_of(BLOCK as u64) {
            self.make_room()?;
            if self.sweep_block() {
                return Ok(());
            }
        }
        self.next_block(out)
    }

    pub(super) fn next_block(&mut self, out: &mut Vec<u32>) -> Result<(), Stop> {
        if self.len() >= self.next_look {
            self.look();
        }
        self.make_room()?;
        let whole = self.len().is_multiple_of(BLOCK as u64);
        if whole && self.sweep_block() {
            let from = self.codes.len() - BLOCK;
            if self.next_look == u64::MAX {
                self.block_search
                    .emit(&self.codes[from..], &self.space, out);
            } else {
                self.emit(from, out);
            }
            return Ok(());
        }
        loop {
            let from = self.codes.len();
            let mut done = Ok(());
            if self.batches() {
                done = self.next_batches();
            }
            // A batch is left at once where its first heap's number has more digits than all before.
            if done.is_ok() && self.codes.len() == from {
                done = self.next_code().map(|code| self.push(code));
            }
            self.emit(from, out);
            done?;
            if self.len().is_multiple_of(BLOCK as u64) {
                return Ok(());
            }
        }
    }

    /// Gives out the values from the place `from` on.
    fn emit(&mut self, from: usize, out: &mut Vec<u32>) {
        let codes = &self.codes[from..];
        let first = self.base + from as u64;
        let values = (first..)
            .zip(codes)
            .map(|(heap, &code)| self.space.value(heap, code));
        let place = out.len();
        out.extend(values.map(u32::from));
        if self.next_look != u64::MAX {
            for (heap, &value) in (first..).zip(&out[place..]) {
                count(&mut self.counts, heap, value as u16);
            }
        }
    }

    /// Looks for a sparser space.
    fn look(&mut self) {
        if self.base > 0 {
            self.next_look = u64::MAX;
            return;
        }
        self.next_look = 2 * self.len();
        let Some((space, _)) = Space::sparsest(&self.counts, parity(&self.rules)) else {
            return;
        };
        if space != self.space {
            for (heap, code) in (0..).zip(&mut self.codes) {
                *code = space.code(heap, self.space.value(heap, *code));
            }
            self.space = space;
            self.derive();
        }
    }

    /// Drops values that will not be read again, or sees to it that there is memory for more.
    fn make_room(&mut self) -> Result<(), Stop> {
        let length = self.codes.len();
        let reach = self.last_rare + self.rules.digits().len() as u64;
        if self.len() >= self.whole && reach < self.len() / 64 {
            let window = (2 * reach as usize + PREFIX).max(WINDOW);
            let window = window.next_multiple_of(BLOCK);
            let aligned = length.is_multiple_of(BLOCK);
            if aligned && (length > 4 * window || self.base == 0 && length > window) {
                let dropped = length - window;
                self.codes.copy_within(dropped.., 0);
                self.codes.truncate(window);
                self.codes.shrink_to(4 * window + 2 * BLOCK);
                self.base += dropped as u64;
                self.next_look = u64::MAX;
                self.block_search.drop_first(dropped / BLOCK);
                self.batch.drop_first(dropped);
                self.ahead.forget();
            }
            return Ok(());
        }
        let room = self.codes.capacity();
        if length + BLOCK > room {
            // Both the old and the new values while they are moved.
            let more = length.max(BLOCK);
            let each = self.bytes_of_helper(length + more, &self.batch);
            let alone = self.bytes() + self.batch.growth(length + more) + 2 * (length + more);
            let bytes = alone.saturating_add(self.ahead.bytes(each));
            if bytes > self.limits.memory && self.ahead.has_helpers() {
                // One thread needs less.
                self.ahead.set_threads(1);
                return self.make_room();
            }
            if bytes > self.limits.memory {
                return Err(Stop::Memory(bytes));
            }
            self.codes.reserve_exact(more);
        }
        Ok(())
    }

    /// Bytes of memory in use.
    fn bytes(&self) -> usize {
        let lists = self.shown.iter().map(|shown| shown.capacity());
        let taps = lists.sum::<usize>() + self.taps.capacity();
        let counts = self.counts.iter().map(Vec::capacity).sum::<usize>();
        2 * (self.codes.capacity() + self.prefix.capacity())
            + size_of::<Tap>() * taps
            + size_of::<u64>() * counts
            + size_of::<u32>() * self.met.capacity()
            + self.block_search.bytes()
            + self.batch.bytes()
    }

    fn push(&mut self, code: u16) {
        let heap = self.len();
        if self.base == 0 && self.prefix.len() < PREFIX {
            self.prefix.push(code);
        }
        self.codes.push(code);
        if code & RARE != 0 {
            self.last_rare = heap;
            for removed in self.rules.splits() {
                let tap = tap(removed, heap, code);
                // It is one of the farthest.
                let before = self.taps.iter().rev();
                let place = self.taps.len() - before.take_while(|&&other| other > tap).count();
                if place == 0 || self.taps[place - 1] != tap {
                    self.taps.insert(place, tap);
                    self.batch.add(tap);
                }
            }
        }
    }

    /// Computes a whole block at once; `false` where heap by heap is better, and then nothing is changed.
    fn sweep_block(&mut self) -> bool {
        let farthest = self.taps.last().map_or(0, |tap| tap.distance);
        // Pairs of two equal heaps are not told from others.
        let equal = self.rules.unequal() && self.len() < 4 * PREFIX as u64;
        if self.unswept
            || equal
            || self.taps.len() > MOST_IN_BLOCKS
            || self.len() <= farthest + 1
            || self.codes.len() as u64 <= farthest
        {
            return false;
        }
        let start = self.codes.len();
        if !self.block_search.block(
            &mut self.codes,
            &self.taps,
            &self.space,
            &self.prefix,
            &self.rules,
        ) {
            self.codes.truncate(start);
            return false;
        }
        // The few rare values not seen yet to be excluded.
        while let Some((place, rare)) = self.block_search.open.pop() {
            let heap = self.base + (start + place) as u64;
            if !self.excluded(heap, rare) {
                self.codes.truncate(start);
                self.block_search.take_back();
                return false;
            }
            self.block_search
                .learn(rare, self.shown[usize::from(rare & !RARE)][0]);
        }
        self.complete_prefix();
        true
    }

    /// Adds to the numbers of the first values those of new ones.
    fn complete_prefix(&mut self) {
        if self.base == 0 && self.prefix.len() < PREFIX {
            let kept = self.codes.len().min(PREFIX);
            self.prefix
                .extend_from_slice(&self.codes[self.prefix.len()..kept]);
        }
    }

    /// Whether an option of `heap` among those kept has the value numbered `wanted`.
    fn excluded(&mut self, heap: u64, wanted: u16) -> bool {
        if self.remembered(heap, wanted) {
            return true;
        }
        let Some(tap) = self.search(heap, wanted) else {
            return false;
        };
        self.remember(wanted, tap);
        true
    }

    /// Whether a move remembered shows that an option of `heap` has the value numbered `wanted`.
    fn remembered(&mut self, heap: u64, wanted: u16) -> bool {
        let rare = usize::from(wanted & !RARE);
        if rare >= self.shown.len() || self.equal_only(wanted) {
            return false;
        }
        let reach = heap.min(heap - self.base + 1);
        let number = |distance: u64| self.codes[(heap - distance - self.base) as usize];
        let shows = |tap: &Tap| tap.distance < reach && number(tap.distance) ^ tap.change == wanted;
        let place = self.shown[rare].iter().position(shows);
        if let Some(place) = place {
            self.shown[rare][..=place].rotate_right(1);
        }
        place.is_some()
    }

    /// Remembers a move that shows the value numbered `wanted`.
    fn remember(&mut self, wanted: u16, tap: Tap) {
        let rare = usize::from(wanted & !RARE);
        if rare >= self.shown.len() {
            self.shown.resize(rare + 1, Vec::new());
        }
        self.shown[rare].truncate(SHOWN - 1);
        self.shown[rare].insert(0, tap);
    }

    /// Whether two equal heaps would have the value numbered `wanted`, and may not be left.
    fn equal_only(&self, wanted: u16) -> bool {
        self.rules.unequal() && wanted == RARE
    }

    /// The largest of the smaller heaps of the splits that leave so much.
    fn most(&self, left: u64) -> u64 {
        left.saturating_sub(u64::from(self.rules.unequal())) / 2
    }

    /// An option of `heap` among those kept with the value numbered `wanted`.
    fn search(&self, heap: u64, wanted: u16) -> Option<Tap> {
        let shows = |tap: &Tap| self.number(heap - tap.distance) ^ tap.change == wanted;
        let found = if self.equal_only(wanted) {
            self.singles().find(shows)
        } else {
            let mut taps = self.taps.iter().take_while(|tap| tap.distance < heap);
            taps.find(|tap| shows(tap)).copied()
        };
        found.or_else(|| self.search_splits(heap, wanted))
    }

    fn search_splits(&self, heap: u64, wanted: u16) -> Option<Tap> {
        self.rules.splits().find_map(|removed| {
            let left = heap - removed as u64;
            let most = self.most(left).min(self.prefix.len() as u64 - 1);
            let most = most.min(left.saturating_sub(self.base)) as usize;
            let top = (left - self.base) as usize;
            let wanted = wanted ^ RARE;
            let one = (1..=most).find(|&one| self.prefix[one] ^ self.codes[top - one] == wanted)?;
            Some(tap(removed, one as u64, self.prefix[one]))
        })
    }

    /// The number of a heap's value that is kept.
    fn number(&self, heap: u64) -> u16 {
        self.codes[(heap - self.base) as usize]
    }

    /// The number of the next heap's value, exactly.
    fn next_code(&mut self) -> Result<u16, Stop> {
        let heap = self.len();
        self.turn = self.turn.wrapping_add(1);
        if self.turn == 0 {
            self.met.fill(0);
            self.turn = 1;
        }
        let mut met = std::mem::take(&mut self.met);
        let code = self.least_code(heap, &mut met);
        self.met = met;
        let code = code?;
        self.space.see(code);
        Ok(code)
    }

    /// The number of the next heap's value; `met` is marked with this turn where an option is seen.
    fn least_code(&mut self, heap: u64, met: &mut Vec<u32>) -> Result<u16, Stop> {
        let (turn, base) = (self.turn, self.base);
        // Numbers of rare values in odd places, of common ones in even ones.
        let place = |code: u16| usize::from(code.rotate_left(1));
        let widest = 2 << (u16::BITS - self.space.widest().leading_zeros());
        if met.len() < widest {
            met.resize(widest, 0);
        }
        for tap in self.taps.iter().take_while(|tap| tap.distance < heap) {
            let other = (heap - tap.distance).checked_sub(base);
            let other = self.codes[other.ok_or(Stop::Dropped)? as usize];
            met[place(other ^ tap.change)] = turn;
        }
        let common = (0..).find(|&common| met.get(2 * common) != Some(&turn));
        let common = common.and_then(|common| u16::try_from(common).ok());
        let common = common.filter(|common| common & RARE == 0);
        let common = common.ok_or(Stop::Wide)?;
        for removed in self.rules.splits() {
            let left = heap - removed as u64;
            let most = self
                .most(left)
                .min(FIRST_PAIRS)
                .min(self.prefix.len() as u64 - 1);
            let most = most.min(left.saturating_sub(base)) as usize;
            let top = (left - base) as usize;
            let larger = self.codes[top - most..top].iter().rev();
            for (one, other) in self.prefix[1..=most].iter().zip(larger) {
                met[place(one ^ other ^ RARE)] = turn;
            }
        }
        for rare in 0..self.space.rare_below(heap, common) {
            let code = rare | RARE;
            let met = met.get(place(code)) == Some(&turn) && !self.equal_only(code);
            if !met && !self.excluded(heap, code) && !self.occurs(heap, code)? {
                return Ok(code);
            }
        }
        Ok(common)
    }

    /// Whether any pair of heaps that a split of `heap` leaves has the value numbered `wanted`.
    fn occurs(&self, heap: u64, wanted: u16) -> Result<bool, Stop> {
        let wanted = wanted ^ RARE;
        for removed in self.rules.splits() {
            let left = heap - removed as u64;
            for one in 1..=self.most(left) {
                let first = match one.checked_sub(self.base) {
                    Some(place) => self.codes[place as usize],
                    None => *self.prefix.get(one as usize).ok_or(Stop::Dropped)?,
                };
                let second = (left - one).checked_sub(self.base).ok_or(Stop::Dropped)?;
                if first ^ self.codes[second as usize] == wanted {
                    return Ok(true);
                }
            }
        }
        Ok(false)
    }
}

/// Whether the engine is one for these rules.
fn knows(rules: &Rules) -> bool {
    rules.takes().is_none() && rules.parts() == 2 && rules.splits().next().is_some()
}

/// From how many values the engine can go on.
fn fewest(rules: &Rules) -> u64 {
    (2 * rules.digits().len() as u64).max(rules.least_split())
}

/// The move that removes so many and leaves the heap whose value has the number `code`.
fn tap(removed: usize, heap: u64, code: u16) -> Tap {
    Tap {
        distance: removed as u64 + heap,
        change: code ^ RARE,
    }
}

/// Takes note of a value.
fn count(counts: &mut Counts, heap: u64, value: u16) {
    let counts = &mut counts[(heap & 1) as usize];
    let place = usize::from(value);
    if place >= counts.len() {
        counts.resize((place + 1).next_power_of_two(), 0);
    }
    counts[place] += 1;
}

/// The parity of the numbers of stones that splits remove, if they have one.
pub(super) fn parity(rules: &Rules) -> Option<u16> {
    let mut parities = rules.splits().map(|removed| (removed & 1) as u16);
    let first = parities.next()?;
    parities.all(|parity| parity == first).then_some(first)
}
