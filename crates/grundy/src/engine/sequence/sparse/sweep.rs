//! A block of heaps at once: candidates first, then the proof that no rare value was overlooked.
//!
//! The candidate of a heap is the least common value that none of its moves to a rare heap or to one heap has; it is
//! found with a word of bits a heap, moves that reach behind a stretch being made for the whole stretch. The rare
//! values below the candidates are then looked for among the options: a *probe* is a move that leaves a given heap, and
//! the bit plane that says where a common value occurs tells of 512 heaps in eight words which of them have the option.
//! What the probes leave open is left to a scan, and what the scan finds becomes a probe.
//!
//! The same code is compiled twice, once for processors with AVX-512.

#![allow(
    unsafe_code,
    reason = "vectors of 512 bits make a block three times as fast"
)]

use super::super::{BLOCK, Rules};
use super::space::{RARE, Space};
use super::{PREFIX, Tap};

mod candidates;
#[cfg(target_arch = "x86_64")]
mod narrow;

/// Words of a block in a bit plane.
const WORDS: usize = BLOCK / 64;

/// Numbers of common values that have a bit plane; a block with larger ones is not swept.
const PLANES: usize = 64;

/// Most probes for one rare value.
const PROBES: usize = 64;

/// How many of the last words probes are chosen by, and from how many heaps.
const SAMPLE: usize = 16;
const CHOICE: usize = 48;

/// Words of bit planes kept at least: probes reach no farther back.
const KEPT: usize = (PREFIX / 64 + SAMPLE + 1).next_multiple_of(WORDS);

/// The byte that stands for a rare value, or for a number too large: no table of bits has anything at its place.
const RARE_BYTE: u8 = 0xBF;

/// An option looked for in a whole block.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Probe {
    /// How far behind the heap left beside the probe's is.
    distance: usize,
    /// The plane of the common value that it must have.
    plane: usize,
}

impl Probe {
    /// For the heaps of so many words from `place` on, whether they have the option; `None` if that is too far back.
    #[inline(always)]
    fn look<const LENGTH: usize>(
        &self,
        planes: &[Vec<u64>],
        place: usize,
    ) -> Option<[u64; LENGTH]> {
        let (words, bits) = (self.distance / 64, self.distance % 64);
        let plane = planes.get(self.plane)?;
        if bits == 0 {
            let from = place.checked_sub(words)?;
            return plane.get(from..from + LENGTH)?.first_chunk().copied();
        }
        let from = place.checked_sub(words + 1)?;
        let plane = plane.get(from..=from + LENGTH)?;
        let behind: &[u64; LENGTH] = plane.first_chunk()?;
        let ahead: &[u64; LENGTH] = plane.last_chunk()?;
        Some(std::array::from_fn(|word| {
            ahead[word] << bits | behind[word] >> (64 - bits)
        }))
    }
}

/// Which candidates are found by whole vectors, for the moves at hand.
#[derive(Debug, Default)]
struct Kernels {
    #[cfg(target_arch = "x86_64")]
    of_16: Option<narrow::Of16>,
    #[cfg(target_arch = "x86_64")]
    of_32: Option<narrow::Of32>,
}

/// Whether the processor has what the code for AVX-512 was compiled with.
#[cfg(target_arch = "x86_64")]
fn wide_vectors() -> bool {
    is_x86_feature_detected!("avx512f")
        && is_x86_feature_detected!("avx512bw")
        && is_x86_feature_detected!("avx512vl")
        && is_x86_feature_detected!("avx512dq")
        && is_x86_feature_detected!("avx512vbmi")
        && is_x86_feature_detected!("bmi1")
        && is_x86_feature_detected!("bmi2")
        && is_x86_feature_detected!("popcnt")
}

/// Bit planes and probes.
#[derive(Debug, Default)]
pub(super) struct Sweep {
    /// Where each common value occurs, for the last whole blocks.
    planes: Vec<Vec<u64>>,
    /// How many words each plane has.
    words: usize,
    /// The numbers of the heaps that the planes tell of, a byte each; [`RARE_BYTE`] for rare values and for numbers too large.
    bytes: Vec<u8>,
    /// How many of the last numbers are below 16, and how many below 32, those of rare values apart.
    small: [usize; 2],
    kernels: Kernels,
    /// How many values kept by the caller the planes reach to.
    built: usize,
    /// The probes of each rare value.
    probes: Vec<Vec<Probe>>,
    /// How many blocks were seen, and how many heaps when the probes were chosen.
    blocks: usize,
    chosen: usize,
    /// Whether vectors of the processor's are not used.
    pub(super) portable: bool,
    /// The common values by their numbers, of even heaps and of odd ones.
    values: Vec<[u32; 2]>,
    /// How many rare values are below each common one, of even heaps and of odd ones.
    below: Vec<[u16; 2]>,
    /// The taps, as the candidates want them.
    taps: Vec<(usize, u16)>,
    /// Blocks to wait before the next attempt, and how many were waited for last.
    waiting: u32,
    wait: u32,
    /// Places in the last block with the rare values not shown to be excluded, the first place last.
    pub(super) open: Vec<(usize, u16)>,
}

impl Sweep {
    /// Begins anew: numbers have changed.
    pub(super) fn forget(&mut self) {
        *self = Sweep {
            portable: self.portable,
            ..Sweep::default()
        };
    }

    /// Takes note that the first blocks of the caller's values were dropped.
    pub(super) fn drop_first(&mut self, blocks: usize) {
        self.built = self.built.saturating_sub(blocks * BLOCK);
    }

    /// Bytes of memory in use.
    pub(super) fn bytes(&self) -> usize {
        let words: usize = self.planes.iter().map(Vec::capacity).sum();
        let probes: usize = self.probes.iter().map(Vec::capacity).sum();
        8 * words + size_of::<Probe>() * probes
    }

    /// Undoes the last block.
    pub(super) fn take_back(&mut self) {
        self.open.clear();
        self.built -= BLOCK;
        self.words -= WORDS;
        self.bytes.truncate(64 * self.words);
        for plane in &mut self.planes {
            plane.truncate(self.words);
        }
    }

    /// Appends a block of candidates to `codes`, whole blocks too, and lists in `open` what is not proved. `false` if
    /// candidates are too large.
    pub(super) fn block(
        &mut self,
        codes: &mut Vec<u16>,
        taps: &[Tap],
        space: &Space,
        prefix: &[u16],
        rules: &Rules,
    ) -> bool {
        if self.waiting > 0 {
            self.waiting -= 1;
            return false;
        }
        let start = codes.len();
        self.catch_up(codes);
        if self.taps.len() != taps.len() {
            self.taps.clear();
            let plain = |tap: &Tap| (tap.distance as usize, tap.change);
            self.taps.extend(taps.iter().map(plain));
            self.kernels = self.kernels();
        }
        let length = self.blocks * BLOCK;
        if length >= 2 * self.chosen && length > self.chosen {
            self.choose(prefix, rules, space);
        }
        if self.fill_and_probe(codes, start, space) {
            self.wait = 0;
            return true;
        }
        // Large values seldom come alone.
        self.wait = (2 * self.wait).clamp(1, 1 << 12);
        self.waiting = self.wait;
        false
    }

    /// Appends a block of candidates, whose first has the place `start`, and lists what is not proved.
    fn fill_and_probe(&mut self, codes: &mut Vec<u16>, start: usize, space: &Space) -> bool {
        #[cfg(target_arch = "x86_64")]
        if !self.portable && wide_vectors() {
            // SAFETY: the processor has the features, as was just asked.
            return unsafe { self.fill_and_probe_wide(codes, start, space) };
        }
        self.fill_and_probe_with(codes, start, space)
    }

    #[cfg(target_arch = "x86_64")]
    #[target_feature(enable = "avx512f,avx512bw,avx512vl,avx512dq,avx512vbmi,bmi1,bmi2,popcnt")]
    fn fill_and_probe_wide(&mut self, codes: &mut Vec<u16>, start: usize, space: &Space) -> bool {
        if !self.fill_bytes() {
            return self.fill_and_probe_with(codes, start, space);
        }
        let block = &self.bytes[64 * self.words..];
        codes.extend(block.iter().map(|&number| u16::from(number)));
        narrow::mark(block, &mut self.planes);
        self.words += WORDS;
        self.built += BLOCK;
        self.blocks += 1;
        self.probe(space);
        true
    }

    /// Appends a block of candidates to the bytes, if there is a kernel for them.
    #[cfg(target_arch = "x86_64")]
    #[target_feature(enable = "avx512f,avx512bw,avx512vl,avx512dq,avx512vbmi,bmi1,bmi2,popcnt")]
    fn fill_bytes(&mut self) -> bool {
        let farthest = self.taps.last().map_or(0, |tap| tap.0).max(80);
        self.trim();
        let start = self.bytes.len();
        if farthest > start {
            return false;
        }
        self.bytes.resize(start + BLOCK, 0);
        let done = match (&self.kernels.of_16, &self.kernels.of_32) {
            (Some(kernel), _)
                if self.small[0] >= farthest && kernel.fill(&mut self.bytes, start) =>
            {
                narrow::Of16::NUMBERS
            }
            (_, Some(kernel))
                if self.small[1] >= farthest && kernel.fill(&mut self.bytes, start) =>
            {
                narrow::Of32::NUMBERS
            }
            _ => 0,
        };
        if done == 0 {
            self.bytes.truncate(start);
            return false;
        }
        let widest = self.bytes[start..]
            .iter()
            .fold(0, |widest, &number| widest.max(number));
        while self.planes.len() <= usize::from(widest) {
            self.planes.push(vec![0; self.words]);
        }
        self.small = self.small.map(|since| since + BLOCK);
        if widest >= 16 {
            self.small[0] = 0;
        }
        true
    }

    /// The kernels for the moves.
    #[cfg(target_arch = "x86_64")]
    fn kernels(&self) -> Kernels {
        if self.portable || !wide_vectors() {
            return Kernels::default();
        }
        Kernels {
            of_16: Some(narrow::Of16::new(&self.taps)),
            of_32: Some(narrow::Of32::new(&self.taps)),
        }
    }

    #[cfg(not(target_arch = "x86_64"))]
    fn kernels(&self) -> Kernels {
        Kernels::default()
    }

    #[inline(always)]
    fn fill_and_probe_with(&mut self, codes: &mut Vec<u16>, start: usize, space: &Space) -> bool {
        codes.resize(start + BLOCK, 0);
        if !candidates::fill(codes, start, &self.taps) {
            return false;
        }
        self.catch_up(codes);
        self.probe(space);
        true
    }

    /// Gives out the values of a swept block, all of them common.
    pub(super) fn emit(&mut self, block: &[u16], space: &Space, out: &mut Vec<u32>) {
        if self.values.is_empty() {
            let values = (0..PLANES as u16)
                .map(|code| [0, 1].map(|heap| u32::from(space.value(heap, code))));
            self.values = values.collect();
        }
        let Some(values) = self.values.first_chunk::<PLANES>() else {
            return;
        };
        let value = |code: u16, parity: usize| values[usize::from(code) % PLANES][parity];
        let place = out.len();
        out.resize(place + block.len(), 0);
        let given = out[place..].as_chunks_mut::<2>().0;
        for (given, &[even, odd]) in given.iter_mut().zip(block.as_chunks::<2>().0) {
            *given = [value(even, 0), value(odd, 1)];
        }
    }

    /// Drops what is older than any probe reaches, now and then.
    fn trim(&mut self) {
        if self.words >= 4 * KEPT {
            let dropped = self.words - KEPT;
            self.words = KEPT;
            self.bytes.drain(..64 * dropped);
            for plane in &mut self.planes {
                plane.copy_within(dropped.., 0);
                plane.truncate(KEPT);
            }
        }
    }

    #[inline(always)]
    /// Extends the planes to all whole blocks of values.
    fn catch_up(&mut self, codes: &[u16]) {
        let furthest = codes.len().saturating_sub(64 * KEPT);
        if self.built < furthest {
            self.built = furthest.next_multiple_of(BLOCK);
            self.words = 0;
            self.bytes.clear();
            self.small = [0; 2];
            self.planes.iter_mut().for_each(Vec::clear);
        }
        while self.built + BLOCK <= codes.len() {
            self.trim();
            let mut block = [[0u64; WORDS]; PLANES];
            let mut widest = 0;
            let values = &codes[self.built..self.built + BLOCK];
            for (word, values) in values.chunks_exact(64).enumerate() {
                for (bit, &code) in values.iter().enumerate() {
                    if usize::from(code) < PLANES {
                        widest = widest.max(code);
                        block[usize::from(code)][word] |= 1 << bit;
                    }
                }
            }
            while self.planes.len() <= usize::from(widest) {
                self.planes.push(vec![0; self.words]);
            }
            for (plane, words) in self.planes.iter_mut().zip(&block) {
                plane.extend_from_slice(words);
            }
            for &code in values {
                for (small, limit) in self.small.iter_mut().zip([16, 32]) {
                    *small = if code < limit || code & RARE != 0 {
                        *small + 1
                    } else {
                        0
                    };
                }
                let byte = u8::try_from(code).ok().filter(|&byte| byte < 63);
                self.bytes.push(byte.unwrap_or(RARE_BYTE));
            }
            self.words += WORDS;
            self.built += BLOCK;
            self.blocks += 1;
        }
    }

    /// Chooses for each rare value the probes that show it for most of the last heaps, one after the other.
    fn choose(&mut self, prefix: &[u16], rules: &Rules, space: &Space) {
        self.chosen = self.blocks * BLOCK;
        let Some(place) = self.words.checked_sub(SAMPLE) else {
            return;
        };
        // Moves by the number of the heap that they leave, those first that need no shift of bits.
        let mut moves: Vec<Vec<usize>> = vec![Vec::new(); self.planes.len()];
        let within = |distance: &usize| distance / 64 < place.min(KEPT - SAMPLE - 1);
        for aligned in [true, false] {
            for removed in rules.splits() {
                let heaps = prefix.iter().enumerate().skip(1);
                for (heap, &code) in heaps.filter(|(_, code)| *code & RARE == 0) {
                    let distance = removed + heap;
                    if distance.is_multiple_of(64) == aligned && within(&distance) {
                        let same = moves.get_mut(usize::from(code));
                        if let Some(same) = same.filter(|same| same.len() < CHOICE) {
                            same.push(distance);
                        }
                    }
                }
            }
        }
        for tap in self
            .taps
            .iter()
            .filter(|tap| tap.1 & RARE != 0 && within(&tap.0))
        {
            if let Some(same) = moves.get_mut(usize::from(tap.1 & !RARE)) {
                same.insert(0, tap.0);
            }
        }
        let ones = |plane: &Vec<u64>| plane[place..].iter().map(|word| word.count_ones()).sum();
        let often: Vec<u32> = self.planes.iter().map(ones).collect();
        let mut frequent: Vec<usize> = (0..self.planes.len()).collect();
        frequent.sort_by_key(|&plane| u32::MAX - often[plane]);
        self.probes.clear();
        for rare in 0..self.planes.len() as u16 {
            let mut left = [0; SAMPLE];
            for parity in [0, 1] {
                for (common, plane) in (0..).zip(&self.planes) {
                    if space.rare_below(parity, common) > rare {
                        for (left, word) in left.iter_mut().zip(&plane[place..]) {
                            *left |= word & (u64::MAX / 3) << parity;
                        }
                    }
                }
            }
            let likely = frequent.iter().flat_map(|&plane| {
                let moves = moves.get(usize::from(rare) ^ plane).into_iter().flatten();
                moves.map(move |&distance| Probe { distance, plane })
            });
            let mut likely: Vec<(Probe, [u64; SAMPLE])> = likely
                .filter_map(|probe| Some((probe, probe.look(&self.planes, place)?)))
                .take(2 * CHOICE)
                .collect();
            let mut probes = Vec::new();
            while probes.len() < PROBES * 3 / 4 {
                let best = likely.iter().enumerate().map(|(place, (_, seen))| {
                    let shown = seen
                        .iter()
                        .zip(&left)
                        .map(|(seen, left)| (seen & left).count_ones());
                    (shown.sum::<u32>(), place)
                });
                let Some((1.., place)) = best.rev().max_by_key(|best| best.0) else {
                    break;
                };
                let (probe, seen) = likely.swap_remove(place);
                probes.push(probe);
                for (left, seen) in left.iter_mut().zip(seen) {
                    *left &= !seen;
                }
            }
            // Those that need no shift first.
            probes.sort_by_key(|probe: &Probe| !probe.distance.is_multiple_of(64));
            self.probes.push(probes);
        }
    }

    /// Takes note of a move that showed a rare value: the option's number is the other's heap's, changed so.
    pub(super) fn learn(&mut self, rare: u16, tap: Tap) {
        let rare = rare & !RARE;
        let plane = usize::from(rare ^ tap.change & !RARE);
        let distance = tap.distance as usize;
        if tap.change & RARE == 0 || distance / 64 >= KEPT - WORDS - 1 || plane >= PLANES {
            return;
        }
        if self.probes.len() <= usize::from(rare) {
            self.probes.resize(usize::from(rare) + 1, Vec::new());
        }
        let probes = &mut self.probes[usize::from(rare)];
        let probe = Probe { distance, plane };
        if !probes.contains(&probe) {
            probes.truncate(PROBES - 1);
            probes.push(probe);
        }
    }

    #[inline(always)]
    /// Lists the rare values below the last block's candidates that no probe shows to be excluded.
    fn probe(&mut self, space: &Space) {
        while self.below.len() < self.planes.len() {
            let common = self.below.len() as u16;
            self.below
                .push([0, 1].map(|heap| space.rare_below(heap, common)));
        }
        let place = self.words - WORDS;
        // Heaps that need the rare value: all whose candidate is above it. Blocks begin with an even heap.
        let mut needing = [0u64; WORDS];
        let mut common = [self.planes.len(); 2];
        for rare in (0..PLANES as u16).rev() {
            for (parity, common) in common.iter_mut().enumerate() {
                while *common > 0 && self.below[*common - 1][parity] > rare {
                    *common -= 1;
                    let block = &self.planes[*common][place..place + WORDS];
                    for (needing, word) in needing.iter_mut().zip(block) {
                        *needing |= word & (u64::MAX / 3) << parity;
                    }
                }
            }
            let mut left = needing;
            let probes = self.probes.get(usize::from(rare));
            for four in probes.map_or(&[][..], Vec::as_slice).chunks(4) {
                if left.iter().fold(0, |all, word| all | word) == 0 {
                    break;
                }
                for probe in four {
                    if let Some(seen) = probe.look::<WORDS>(&self.planes, place) {
                        for (left, seen) in left.iter_mut().zip(seen) {
                            *left &= !seen;
                        }
                    }
                }
            }
            if left.iter().fold(0, |all, word| all | word) == 0 {
                continue;
            }
            for (word, &bits) in left.iter().enumerate() {
                let mut bits = bits;
                while bits != 0 {
                    let place = 64 * word + bits.trailing_zeros() as usize;
                    self.open.push((place, rare | RARE));
                    bits &= bits - 1;
                }
            }
        }
    }
}
