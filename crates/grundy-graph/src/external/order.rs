//! Which block a vertex belongs to, so that few edges lead to later blocks.
//!
//! Where the numbers of the vertices run with the edges, or against them, blocks are ranges of numbers. Otherwise a
//! place is guessed for each vertex: at first by how many edges lead to it, because vertices near the end of play have
//! many in most graphs; then it is moved, a few times, towards the middle between its last option and the first vertex
//! that has it as an option. A bad guess costs time, never an answer.

use super::Unsolved;
use super::scratch::{Scratch, Stream};

/// Places are counted in so many levels.
const LEVELS: usize = 256;

/// Stands for no vertex.
pub(super) const NONE: u32 = u32::MAX;

/// Calls with each edge. An edge to [`NONE`] names a vertex only.
pub(super) fn each_edge(
    raw: &Stream,
    scratch: &mut Scratch,
    mut edge: impl FnMut(u32, u32) -> Result<(), Unsolved>,
) -> Result<(), Unsolved> {
    each_batch(raw, scratch, |batch| {
        batch.iter().try_for_each(|&[from, to]| edge(from, to))
    })
}

/// Edges in a batch.
const BATCH: usize = 256;

/// Calls with all edges in small batches.
fn each_batch(
    raw: &Stream,
    scratch: &mut Scratch,
    mut take: impl FnMut(&[[u32; 2]]) -> Result<(), Unsolved>,
) -> Result<(), Unsolved> {
    let mut words = Vec::with_capacity(scratch.page());
    for piece in 0..raw.pieces() {
        words.clear();
        raw.piece(scratch, piece, &mut words)?;
        // A page holds no half pairs.
        for batch in words.as_chunks().0.chunks(BATCH) {
            take(batch)?;
        }
    }
    Ok(())
}

/// What was counted while the edges came in.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Counts {
    /// One more than the greatest number of a vertex.
    pub(super) bound: u32,
    /// Edges, loops and parallel ones too.
    pub(super) edges: u64,
    /// Vertices named without an edge.
    pub(super) lone: u64,
    /// Edges to smaller numbers.
    pub(super) falling: u64,
    /// Edges to greater numbers.
    pub(super) rising: u64,
}

/// The level of each vertex.
#[derive(Debug)]
enum Levels {
    /// By its number.
    Falling,
    /// By its number, the greatest first.
    Rising,
    Table(Vec<u8>),
}

/// The block of each vertex.
#[derive(Debug)]
pub(super) struct Blocks {
    levels: Levels,
    /// Number to fraction of 2^32, without division: a multiplier with 32 bits after the point.
    scale: u64,
    bound: u32,
    /// The vertices of a level are in the blocks from `first[level]` to `first[level + 1] − 1`.
    first: Vec<u32>,
}

/// Bytes that a block takes in memory at most: for each edge to it, each edge from it, each vertex.
const TO: u64 = 12;
const FROM: u64 = 4;
const VERTEX: u64 = 64;

impl Blocks {
    /// One block of all vertices.
    pub(super) fn one() -> Blocks {
        Blocks {
            levels: Levels::Falling,
            scale: 0,
            bound: 0,
            first: single(),
        }
    }

    /// Divides the vertices into blocks of about so many bytes. The table that this may need fits into `table` bytes.
    pub(super) fn plan(
        counts: &Counts,
        raw: &Stream,
        scratch: &mut Scratch,
        block: u64,
        table: u64,
    ) -> Result<Blocks, Unsolved> {
        let ordered = counts.falling.max(counts.rising);
        let mostly = ordered >= counts.edges - counts.edges / 32;
        let weight = TO * counts.edges + FROM * counts.edges + VERTEX * u64::from(counts.bound);
        let bound = counts.bound.max(1);
        let mut blocks = Blocks {
            levels: if counts.rising > counts.falling {
                Levels::Rising
            } else {
                Levels::Falling
            },
            scale: (u64::from(u32::MAX) << 32) / u64::from(bound),
            bound,
            first: single(),
        };
        if weight <= block {
            return Ok(blocks);
        }
        let mut weights = [0u64; LEVELS];
        if mostly || u64::from(counts.bound) * 5 > table {
            weights.fill(VERTEX * u64::from(bound).div_ceil(LEVELS as u64));
            each_edge(raw, scratch, |from, to| {
                if to != NONE {
                    weights[blocks.level(from).0] += FROM;
                    weights[blocks.level(to).0] += TO;
                }
                Ok(())
            })?;
        } else {
            let (table, arrivals) = guess(counts, raw, scratch)?;
            let from = FROM * counts.edges / u64::from(bound);
            for &level in &table {
                weights[usize::from(level)] += VERTEX + from;
            }
            for (weight, arrivals) in weights.iter_mut().zip(arrivals) {
                *weight += TO * arrivals;
            }
            blocks.levels = Levels::Table(table);
        }
        blocks.first = cut(&weights, block);
        Ok(blocks)
    }

    /// The level of a vertex, and a number that divides the vertices of the level.
    #[inline]
    fn level(&self, vertex: u32) -> (usize, u32) {
        let place = match &self.levels {
            Levels::Table(table) => {
                let level = usize::from(table[vertex as usize]);
                return (level, vertex.wrapping_mul(0x85EB_CA6B));
            }
            Levels::Falling => vertex,
            Levels::Rising => self.bound - 1 - vertex,
        };
        let fraction = ((u64::from(place) * self.scale) >> 32) as u32;
        ((fraction >> 24) as usize, fraction << 8)
    }

    /// The block of a vertex.
    #[inline]
    pub(super) fn of(&self, vertex: u32) -> usize {
        let (level, within) = self.level(vertex);
        let first = self.first[level];
        let parts = self.first[level + 1] - first;
        if parts <= 1 {
            return first as usize;
        }
        (first + ((u64::from(within) * u64::from(parts)) >> 32) as u32) as usize
    }

    /// How many blocks there are.
    pub(super) fn count(&self) -> usize {
        self.first[LEVELS] as usize
    }
}

/// The first block of each level, and the number of blocks, if that is one.
fn single() -> Vec<u32> {
    (0..=LEVELS as u32)
        .map(|level| level / LEVELS as u32)
        .collect()
}

/// The first block of each level, and the number of blocks at the end, for blocks of about this weight.
fn cut(weights: &[u64; LEVELS], block: u64) -> Vec<u32> {
    let mut first = Vec::with_capacity(LEVELS + 1);
    let (mut next, mut filled) = (0u32, 0);
    // Levels share the last block begun while there is room in it.
    for &weight in weights {
        if filled + weight <= block && next > 0 {
            filled += weight;
            first.push(next - 1);
            continue;
        }
        first.push(next);
        let parts = weight.div_ceil(block.max(1)).clamp(1, 1 << 20) as u32;
        next = next.saturating_add(parts);
        // A level of several blocks shares none of them.
        filled = if parts == 1 { weight } else { block + 1 };
    }
    first.push(next);
    first
}

/// How often levels are moved.
const PASSES: usize = 4;

/// What is known of a vertex while its level is guessed, each up to 255.
#[derive(Clone, Copy, Default)]
struct Guess {
    level: u8,
    /// The last level of an option.
    last: u8,
    /// The first level of a vertex that has it as an option.
    first: u8,
    /// How many edges lead to it, or of a sample of them.
    arrivals: u8,
}

/// Guesses levels, and counts the edges to the vertices of each.
fn guess(
    counts: &Counts,
    raw: &Stream,
    scratch: &mut Scratch,
) -> Result<(Vec<u8>, [u64; LEVELS]), Unsolved> {
    let mut guesses = vec![Guess::default(); counts.bound as usize];
    // Of dense graphs a sample is counted, so that few counts come to their end.
    let share = (counts.edges / u64::from(counts.bound.max(1)) / 24).max(1);
    each_edge(raw, scratch, |from, to| {
        let mixed = (from ^ to.wrapping_mul(0x9E37_79B1)).wrapping_mul(0xC2B2_AE35);
        let counted = share == 1 || u64::from(mixed >> 8) % share == 0;
        if counted && let Some(guess) = guesses.get_mut(to as usize) {
            guess.arrivals = guess.arrivals.saturating_add(1);
        }
        Ok(())
    })?;
    spread(&mut guesses, |guess| 255 - usize::from(guess.arrivals));
    for _ in 0..PASSES {
        for guess in &mut guesses {
            (guess.last, guess.first) = (0, u8::MAX);
        }
        let mut wrong = 0u64;
        let mut levels = [[0u8; 2]; BATCH];
        each_batch(raw, scratch, |batch| {
            // First all is looked up, so that many look-ups are under way at a time: PERF: 1.5 times as fast.
            for (levels, &[from, to]) in levels.iter_mut().zip(batch) {
                let above = guesses[from as usize].level;
                let below = guesses.get(to as usize).map_or(0, |guess| guess.level);
                *levels = [above, below];
            }
            for (&[above, below], &[from, to]) in levels.iter().zip(batch) {
                if let Some(to) = guesses.get_mut(to as usize) {
                    wrong += u64::from(above < below);
                    to.first = to.first.min(above);
                    let from = &mut guesses[from as usize];
                    from.last = from.last.max(below);
                }
            }
            Ok(())
        })?;
        if wrong <= counts.edges / 512 {
            break;
        }
        spread(&mut guesses, |guess| {
            usize::from(guess.level) + usize::from(guess.last) + usize::from(guess.first)
        });
    }
    let mut arrivals = [0; LEVELS];
    for guess in &guesses {
        arrivals[usize::from(guess.level)] += u64::from(guess.arrivals) * share;
    }
    Ok((guesses.iter().map(|guess| guess.level).collect(), arrivals))
}

/// Gives each vertex a level by its key, below 768, so that each level has about as many vertices.
fn spread(guesses: &mut [Guess], key: impl Fn(&Guess) -> usize) {
    let mut having = [0usize; 3 * LEVELS];
    for guess in &*guesses {
        having[key(guess)] += 1;
    }
    let mut before = 0;
    for having in &mut having {
        let middle = before + *having / 2;
        before += *having;
        *having = (middle * LEVELS / guesses.len().max(1)).min(LEVELS - 1);
    }
    for guess in guesses {
        guess.level = having[key(guess)] as u8;
    }
}
