//! A block of heaps at once: candidates first, then the proof that no rare value was overlooked.
//!
//! The candidate of a heap is the least common value that none of its moves to a rare heap or to one heap has; it is
//! found with a word of bits a heap, moves that reach behind a batch being made for the whole batch. That the heap has
//! options of all the rare values below is then shown by probes; what they leave open is left to a scan, and what the scan
//! finds becomes a probe.
//!
//! The same code is compiled twice, once for processors with AVX-512.

#![allow(
    unsafe_code,
    reason = "vectors of 512 bits make a block three times as fast"
)]

use super::super::{BLOCK, Rules};
use super::Tap;
use super::space::{RARE, Space};

use planes::{KEPT, PLANES, Planes, WORDS};
use probes::Prover;

mod candidates;
#[cfg(target_arch = "x86_64")]
mod narrow;
mod planes;
mod probes;

/// The byte that stands for a rare value, or for a number too large: no table of bits has anything at its place.
const RARE_BYTE: u8 = 0xBF;

/// Which candidates are found by whole vectors, for the moves at hand.
#[derive(Debug, Default)]
struct Kernels {
    #[cfg(target_arch = "x86_64")]
    of_16: Option<narrow::Of16>,
    #[cfg(target_arch = "x86_64")]
    of_32: Option<narrow::Of32>,
}

#[inline(always)]
fn largest(numbers: &[u8]) -> u8 {
    let numbers = numbers.iter();
    numbers.fold(0, |largest, &number| largest.max(number))
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
pub(super) struct BlockSearch {
    /// Where each common value occurs, for the last whole blocks.
    planes: Planes,
    /// The numbers of the heaps that the planes tell of, a byte each; [`RARE_BYTE`] for rare values and for numbers too large.
    bytes: Vec<u8>,
    /// How many of the last numbers are below 16, and how many below 32, those of rare values apart.
    small: [usize; 2],
    kernels: Kernels,
    /// How many values kept by the caller the planes reach to.
    built: usize,
    prover: Prover,
    /// How many blocks were seen, and how many heaps when the probes were chosen.
    blocks: usize,
    chosen: usize,
    /// Whether vectors of the processor's are not used.
    pub(super) portable: bool,
    /// The common values by their numbers, of even heaps and of odd ones.
    values: Vec<[u32; 2]>,
    /// The value of each number as a byte, in two halves, where all values fit a byte and the processor looks bytes up by vectors.
    #[cfg(target_arch = "x86_64")]
    small_values: Option<[[u8; PLANES]; 2]>,
    /// The taps, as the candidates want them.
    taps: Vec<(usize, u16)>,
    /// Blocks to wait before the next attempt, and how many were waited for last.
    waiting: u32,
    wait: u32,
    /// Places in the last block with the rare values not shown to be excluded, the first place last.
    pub(super) open: Vec<(usize, u16)>,
}

impl BlockSearch {
    /// Begins anew: numbers have changed.
    pub(super) fn forget(&mut self) {
        *self = BlockSearch {
            portable: self.portable,
            ..BlockSearch::default()
        };
    }

    /// Takes note that the first blocks of the caller's values were dropped.
    pub(super) fn drop_first(&mut self, blocks: usize) {
        self.built = self.built.saturating_sub(blocks * BLOCK);
    }

    /// Bytes of memory in use.
    pub(super) fn bytes(&self) -> usize {
        self.planes.bytes() + self.bytes.capacity() + self.prover.bytes()
    }

    /// Undoes the last block.
    pub(super) fn take_back(&mut self) {
        self.open.clear();
        self.built -= BLOCK;
        self.planes.take_back();
        self.bytes.truncate(8 * self.planes.length());
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
            self.chosen = length;
            let planes = &self.planes;
            self.prover.choose(planes, &self.taps, prefix, rules, space);
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
        let block = &self.bytes[8 * self.planes.length()..];
        codes.extend(block.iter().map(|&number| u16::from(number)));
        narrow::mark(block, self.planes.append());
        self.built += BLOCK;
        self.blocks += 1;
        self.prover.prove(&self.planes, space, true, &mut self.open);
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
        let mut widest = None;
        if let Some(kernel) = &self.kernels.of_16
            && self.small[0] >= farthest
        {
            kernel.fill(&mut self.bytes, start);
            let found = largest(&self.bytes[start..]);
            widest = Some(found).filter(|&found| found < narrow::Of16::NUMBERS);
        }
        if let Some(kernel) = &self.kernels.of_32
            && self.small[1] >= farthest
            && widest.is_none()
        {
            kernel.fill(&mut self.bytes, start);
            let found = largest(&self.bytes[start..]);
            widest = Some(found).filter(|&found| found < narrow::Of32::NUMBERS);
        }
        let Some(widest) = widest else {
            self.bytes.truncate(start);
            return false;
        };
        self.planes.widen(widest);
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
        self.prover
            .prove(&self.planes, space, false, &mut self.open);
        true
    }

    /// Gives out the values of a searched block, all of them common.
    pub(super) fn emit(&mut self, block: &[u16], space: &Space, out: &mut Vec<u32>) {
        if self.values.is_empty() {
            let values = (0..PLANES as u16)
                .map(|code| [0, 1].map(|heap| u32::from(space.value(heap, code))));
            self.values = values.collect();
            #[cfg(target_arch = "x86_64")]
            if !self.portable && wide_vectors() {
                let small = |parity: usize| {
                    let values = self
                        .values
                        .iter()
                        .map(|values| u8::try_from(values[parity]));
                    let values: Vec<u8> = values.collect::<Result<_, _>>().ok()?;
                    <[u8; PLANES]>::try_from(values).ok()
                };
                self.small_values = small(0).zip(small(1)).map(|(even, odd)| [even, odd]);
            }
        }
        let Some(values) = self.values.first_chunk::<PLANES>() else {
            return;
        };
        let value = |code: u16, parity: usize| values[usize::from(code) % PLANES][parity];
        let place = out.len();
        out.resize(place + block.len(), 0);
        #[cfg(target_arch = "x86_64")]
        if let Some(small) = &self.small_values {
            let numbers = &self.bytes[self.bytes.len() - block.len()..];
            // SAFETY: there are tables of small values only where the processor has the features.
            unsafe { narrow::emit(numbers, small, &mut out[place..]) };
            return;
        }
        let given = out[place..].as_chunks_mut::<2>().0;
        for (given, &[even, odd]) in given.iter_mut().zip(block.as_chunks::<2>().0) {
            *given = [value(even, 0), value(odd, 1)];
        }
    }

    /// Drops what is older than any probe reaches, now and then.
    fn trim(&mut self) {
        let dropped = self.planes.trim();
        self.bytes.drain(..8 * dropped);
    }

    #[inline(always)]
    /// Extends the planes to all whole blocks of values.
    fn catch_up(&mut self, codes: &[u16]) {
        let furthest = codes.len().saturating_sub(8 * KEPT);
        if self.built < furthest {
            self.built = furthest.next_multiple_of(BLOCK);
            self.bytes.clear();
            self.small = [0; 2];
            self.planes.clear();
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
            self.planes.widen(widest as u8);
            for (plane, words) in self.planes.append().zip(&block) {
                for (eight, word) in plane.as_chunks_mut::<8>().0.iter_mut().zip(words) {
                    *eight = word.to_le_bytes();
                }
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
            self.built += BLOCK;
            self.blocks += 1;
        }
    }

    /// Takes note of a move that showed a rare value.
    pub(super) fn learn(&mut self, rare: u16, tap: Tap) {
        self.prover.learn(rare, tap);
    }
}
