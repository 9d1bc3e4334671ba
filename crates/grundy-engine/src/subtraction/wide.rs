//! Subtraction sets with many values, in two ways.
//!
//! *Greedy layers*: the heaps of value 0 are chosen greedily, each forbidding its set of takes ahead of it; those of
//! value 1 greedily among the rest; and so on. A layer is a bit-set of forbidden heaps, and a heap placed in it
//! ORs in the set's own bits, shifted. A heap costs `greatest take / 64` words.
//!
//! *Marking*: where the takes are few for their size, each heap marks the values of its options in a bit-set.

use super::{TableError, Takes, reserve};

/// A cell of the table of values.
pub(super) trait Cell: Copy {
    /// The value held.
    fn value(self) -> usize;
    /// The cell for a value; values are below the number of takes plus one, for which the cell has room.
    fn of(value: usize) -> Self;
}

impl Cell for u8 {
    fn value(self) -> usize {
        usize::from(self)
    }
    fn of(value: usize) -> u8 {
        value as u8
    }
}

impl Cell for u16 {
    fn value(self) -> usize {
        usize::from(self)
    }
    fn of(value: usize) -> u16 {
        value as u16
    }
}

/// Heaps between two looks at `stop`.
const POLL: usize = 1 << 10;

/// Appends values until there are `target`, by whichever way is cheaper; layers that outgrow `limit` bytes give
/// way to marking.
pub(super) fn extend<C: Cell>(
    takes: &Takes,
    values: &mut Vec<C>,
    target: usize,
    limit: u64,
    stop: &dyn Fn() -> bool,
) -> Result<(), TableError> {
    if takes.greatest() / 256 < takes.len() {
        layers(takes, values, target, limit, stop)?;
    }
    marking(takes, values, target, stop)
}

/// Marks the options' values heap by heap.
pub(super) fn marking<C: Cell>(
    takes: &Takes,
    values: &mut Vec<C>,
    target: usize,
    stop: &dyn Fn() -> bool,
) -> Result<(), TableError> {
    let mut seen = vec![0u64; takes.len() / 64 + 1];
    while values.len() < target {
        let heap = values.len();
        if heap.is_multiple_of(POLL) && stop() {
            return Err(TableError::Stopped);
        }
        for take in takes.iter().take_while(|&take| take <= heap) {
            let value = values[heap - take].value();
            seen[value / 64] |= 1 << (value % 64);
        }
        let mut least = 64 * seen.len();
        for (index, word) in seen.iter_mut().enumerate().rev() {
            if *word != u64::MAX {
                least = 64 * index + word.trailing_ones() as usize;
            }
            *word = 0;
        }
        values.push(C::of(least));
    }
    Ok(())
}

/// The layers' bit-sets over a stretch of heaps, and the set of takes as a bit-set.
struct Layers {
    /// `forbidden[v]` bit `i`: the heap `i` places after the stretch's start has an option of value `v`.
    forbidden: Vec<Vec<u64>>,
    /// Bit `64 + s` for each take `s`: a word of zeros comes first, so that shifting needs no special case.
    takes: Vec<u64>,
    /// Words in a layer.
    stretch: usize,
}

impl Layers {
    /// Forbids layer `value` to the heaps that can move to the one at `bit` of word `word`.
    #[inline]
    fn place(&mut self, value: usize, word: usize, bit: u32) {
        let ahead = &mut self.forbidden[value][word..];
        for (cell, pair) in ahead.iter_mut().zip(self.takes.array_windows::<2>()) {
            *cell |= (pair[0] >> 1 >> (63 - bit)) | (pair[1] << bit);
        }
    }
}

/// Greedy layers; stops early, without error, where they would take more than `limit` bytes.
pub(super) fn layers<C: Cell>(
    takes: &Takes,
    values: &mut Vec<C>,
    target: usize,
    limit: u64,
    stop: &dyn Fn() -> bool,
) -> Result<(), TableError> {
    let reach = takes.greatest() / 64 + 3;
    let stretch = 2 * reach + POLL / 64;
    let most = limit / (8 * stretch as u64);
    let mut set = vec![0u64; reach];
    for take in takes.iter() {
        set[take / 64 + 1] |= 1 << (take % 64);
    }
    let mut layers = Layers {
        forbidden: Vec::new(),
        takes: set,
        stretch,
    };
    // The last values known are placed again: they forbid what comes.
    let (start, known) = (values.len().saturating_sub(takes.greatest()), values.len());
    let (mut block, mut word) = (start, 0);
    while block < target {
        if word + reach > layers.stretch {
            if stop() {
                return Err(TableError::Stopped);
            }
            for layer in &mut layers.forbidden {
                layer.copy_within(word.., 0);
                layer[stretch - word..].fill(0);
            }
            word = 0;
        }
        let end = (block + 64).min(target);
        let mut waiting = if end - block == 64 {
            u64::MAX
        } else {
            (1 << (end - block)) - 1
        };
        for (heap, cell) in values.iter().enumerate().take(known.min(end)).skip(block) {
            let value = cell.value();
            while layers.forbidden.len() <= value {
                if !add(&mut layers, most)? {
                    return Ok(());
                }
            }
            layers.place(value, word, (heap - block) as u32);
            waiting &= !(1 << (heap - block));
        }
        let mut found = [0usize; 64];
        let mut value = 0;
        while waiting != 0 {
            if value == layers.forbidden.len() && !add(&mut layers, most)? {
                return Ok(());
            }
            let mut free = waiting & !layers.forbidden[value][word];
            while free != 0 {
                let bit = free.trailing_zeros();
                found[bit as usize] = value;
                waiting &= !(1 << bit);
                layers.place(value, word, bit);
                free = waiting & !layers.forbidden[value][word] & (u64::MAX << bit);
            }
            value += 1;
        }
        while values.len() < end {
            values.push(C::of(found[values.len() - block]));
        }
        (block, word) = (end, word + 1);
    }
    Ok(())
}

/// One more layer, unless there are as many as allowed.
fn add(layers: &mut Layers, most: u64) -> Result<bool, TableError> {
    if layers.forbidden.len() as u64 >= most {
        return Ok(false);
    }
    let mut layer = Vec::new();
    reserve(&mut layer, layers.stretch)?;
    layer.resize(layers.stretch, 0);
    layers.forbidden.push(layer);
    Ok(true)
}
