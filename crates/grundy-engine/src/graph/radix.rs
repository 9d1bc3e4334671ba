//! Edges dealt by their second vertices into buckets of neighbouring vertices, 6 bytes each.

use std::thread;

use super::Graph;
use super::degrees::Degrees;
use crate::pages::by_large_pages;
use crate::prefetch::prefetch;

/// The vertices of a bucket, as a power of 2.
const SHIFT: u32 = 15;

/// Bytes of an edge in a bucket: the first vertex, then the low bits of the second.
const EDGE: usize = 6;

/// Bytes that are put into a bucket at a time.
const STAGE: usize = 10 * EDGE;

/// Bytes of a block of a bucket.
const BLOCK: usize = 400 * STAGE;

/// Blocks that memory is asked for at a time.
const SLAB: usize = 2800;

/// Edges from which on threads are worth their beginning.
const MANY: usize = if cfg!(test) { 8 } else { 1 << 20 };

/// How many edges ahead counts are fetched.
const AHEAD: usize = 16;

/// The buckets, and how many options each vertex has.
///
/// PERF: edges are gathered on a stage of ten first, so that what is touched for each edge, a line and a byte for each of
/// several hundred buckets, stays in the cache; and blocks are parts of large pieces of memory, which the system backs
/// by large pages and takes back as a whole.
#[derive(Debug)]
pub(super) struct RadixBuckets {
    slabs: Vec<Vec<u8>>,
    /// How many blocks are given out.
    blocks: u32,
    buckets: Vec<Bucket>,
    stages: Vec<[u8; 64]>,
    /// Bytes on each stage.
    staged: Vec<u8>,
    degrees: Degrees,
}

#[derive(Debug, Default)]
struct Bucket {
    blocks: Vec<u32>,
    /// Bytes in all of them.
    bytes: usize,
}

impl RadixBuckets {
    /// Nothing yet, of vertices below a bound.
    pub(super) fn new(bound: usize) -> RadixBuckets {
        let mut radix = RadixBuckets {
            slabs: Vec::new(),
            blocks: 0,
            buckets: Vec::new(),
            stages: Vec::new(),
            staged: Vec::new(),
            degrees: Degrees::default(),
        };
        radix.grow(bound);
        radix
    }

    /// Makes room for vertices below a bound.
    pub(super) fn grow(&mut self, bound: usize) {
        self.degrees.grow(bound);
        let buckets = bound.div_ceil(1 << SHIFT);
        if self.buckets.len() < buckets {
            self.buckets.resize_with(buckets, Bucket::default);
            self.stages.resize(buckets, [0; 64]);
            self.staged.resize(buckets, 0);
        }
    }

    /// Bytes held.
    pub(super) fn bytes(&self) -> u64 {
        (self.blocks as usize * BLOCK + self.degrees.low().len()) as u64
    }

    /// Adds edges between vertices that there is room for.
    pub(super) fn extend(&mut self, edges: &[(u32, u32)]) {
        for (at, &(from, to)) in edges.iter().enumerate() {
            if let Some(&(later, _)) = edges.get(at + AHEAD) {
                prefetch(self.degrees.low(), later as usize);
            }
            self.degrees.add(from);
            let number = (to >> SHIFT) as usize;
            let low = to & ((1 << SHIFT) - 1);
            let edge = u64::from(from) | (u64::from(low) << 32);
            let staged = &mut self.staged[number];
            let place = usize::from(*staged);
            // Two bytes too many: the next edge overwrites them, and there is room behind the last.
            self.stages[number][place..place + 8].copy_from_slice(&edge.to_le_bytes());
            *staged += EDGE as u8;
            if usize::from(*staged) == STAGE {
                *staged = 0;
                self.put(number, STAGE);
            }
        }
    }

    /// Puts the first bytes of a stage into its bucket.
    fn put(&mut self, number: usize, bytes: usize) {
        let bucket = &mut self.buckets[number];
        let place = bucket.bytes % BLOCK;
        if place == 0 {
            bucket.blocks.push(self.blocks);
            if (self.blocks as usize).is_multiple_of(SLAB) {
                let mut slab = vec![0; SLAB * BLOCK];
                // The first is not, since few graphs fill it.
                if !self.slabs.is_empty() {
                    by_large_pages(&mut slab);
                }
                self.slabs.push(slab);
            }
            self.blocks += 1;
        }
        bucket.bytes += bytes;
        let block = bucket.blocks[bucket.blocks.len() - 1] as usize;
        let place = block % SLAB * BLOCK + place;
        self.slabs[block / SLAB][place..place + bytes]
            .copy_from_slice(&self.stages[number][..bytes]);
    }

    /// The first vertex of each edge of a bucket, and the low bits of the second.
    fn edges(&self, number: usize) -> impl Iterator<Item = (u32, u16)> {
        let bucket = &self.buckets[number];
        let blocks = bucket.blocks.iter().enumerate();
        let blocks = blocks.map(|(at, &block)| {
            let (slab, place) = (block as usize / SLAB, block as usize % SLAB * BLOCK);
            let length = (bucket.bytes - at * BLOCK).min(BLOCK);
            &self.slabs[slab][place..place + length]
        });
        blocks
            .flat_map(|block| block.as_chunks::<EDGE>().0)
            .map(|edge| {
                let [a, b, c, d, low @ ..] = *edge;
                (u32::from_le_bytes([a, b, c, d]), u16::from_le_bytes(low))
            })
    }

    /// The vertices before each vertex, and how many options each has; by so many threads, each with neighbouring buckets.
    pub(super) fn gathered(
        mut self,
        vertices: usize,
        edges: usize,
        threads: usize,
    ) -> (Graph, Degrees) {
        for number in 0..self.buckets.len() {
            let staged = usize::from(std::mem::take(&mut self.staged[number]));
            // A stage never lies across two blocks, since it is put as a whole or last of all.
            if staged > 0 {
                self.put(number, staged);
            }
        }
        let mut start = vec![0u32; vertices + 1];
        let mut before = vec![0u32; edges];
        by_large_pages(&mut start);
        by_large_pages(&mut before);
        let threads = if edges < MANY { 1 } else { threads.max(1) };
        let radix = &self;
        thread::scope(|scope| {
            let (mut starts, mut rows) = (&mut start[..vertices], &mut before[..]);
            let (mut number, mut done) = (0, 0);
            for part in 1..=threads {
                let first = number;
                let (mut counts, mut count) = (0, 0);
                while number < radix.buckets.len()
                    && (part == threads || done + count < edges * part / threads)
                {
                    counts += (1 << SHIFT).min(starts.len() - counts);
                    count += radix.buckets[number].bytes / EDGE;
                    number += 1;
                }
                let (own_starts, own_rows);
                (own_starts, starts) = starts.split_at_mut(counts);
                (own_rows, rows) = rows.split_at_mut(count);
                let mut gather = move || radix.gather(first, own_starts, own_rows, done);
                done += count;
                match part == threads {
                    true => gather(),
                    false => drop(scope.spawn(gather)),
                }
            }
        });
        start.rotate_right(1);
        start[0] = 0;
        (Graph::of_rows(start, before), self.degrees)
    }

    /// Sorts the edges of the buckets from `first` on, of which `done` come before: the end of each row, and the rows.
    fn gather(&self, first: usize, starts: &mut [u32], mut rows: &mut [u32], mut done: usize) {
        for (number, counts) in (first..).zip(starts.chunks_mut(1 << SHIFT)) {
            self.edges(number)
                .for_each(|(_, low)| counts[usize::from(low)] += 1);
            let row;
            (row, rows) = rows.split_at_mut(self.buckets[number].bytes / EDGE);
            let mut place = 0;
            for count in counts.iter_mut() {
                place += std::mem::replace(count, place);
            }
            self.edges(number).for_each(|(from, low)| {
                let place = &mut counts[usize::from(low)];
                row[*place as usize] = from;
                *place += 1;
            });
            // Each place is now the end of its row, which is the start of the next.
            for end in counts.iter_mut() {
                *end += done as u32;
            }
            done += row.len();
        }
    }
}
