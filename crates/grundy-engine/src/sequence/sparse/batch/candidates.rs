//! The least numbers that no option of sixty-four heaps has which reaches behind them.
//!
//! What the first moves give is marked heap by heap; then four numbers of each heap are on trial at a time, compared with a
//! chunk of the other moves for all heaps together. One that occurs gives way to the next, one that has been compared with
//! all moves is free, and a heap is settled once its least number that is not met is free. The last few are left to
//! whoever needs them.

use super::lanes::{Wanted, clear};
use super::table::{FREE, MET, Table};
use super::{BATCH, Batch, CHUNK, FEW, MARKING, heaps};

impl Batch {
    /// Marks the numbers that options before the batch give, and the least numbers they do not give; `far` moves reach
    /// no farther than the first heap, the first `marked` of which are made. For each heap the least number that may be
    /// free.
    pub(super) fn candidates(
        &mut self,
        codes: &[u16],
        (marked, far): (usize, usize),
    ) -> [usize; BATCH] {
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
        let chunks = rest.div_ceil(chunk).max(1);
        // Each heap has four numbers under trial; one that has been compared with all moves is free.
        let mut wanted: Wanted<4> = [[0; BATCH]; 4];
        let mut left = [0u64; 4];
        // The round in which each began, and those that began in each round.
        let mut begun = [[0usize; BATCH]; 4];
        let mut beginners: Vec<[u64; 4]> = Vec::new();
        let mut untried = Untried::new(&self.common);
        let mut unsettled = u64::MAX;
        let mut freed = 0u64;
        for round in 0.. {
            let mut beginning = [0; 4];
            for heap in heaps(unsettled & !left.iter().fold(u64::MAX, |all, left| all & left)) {
                for place in 0..4 {
                    if left[place] >> heap & 1 != 0 {
                        continue;
                    }
                    let Some(number) = untried.next(heap) else {
                        break;
                    };
                    wanted[place][heap] = number;
                    left[place] |= 1 << heap;
                    begun[place][heap] = round;
                    beginning[place] |= 1 << heap;
                }
            }
            beginners.push(beginning);
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
                clear(
                    numbers,
                    &self.far,
                    (from, to),
                    &wanted,
                    &mut left,
                    self.path,
                );
                work += cost * (to - from) as u64 + 100;
            }
            let mut changed = 0;
            for place in 0..4 {
                let met = asked[place] & !left[place];
                for heap in heaps(met) {
                    self.common.mark(heap, wanted[place][heap], MET);
                    beginners[begun[place][heap]][place] &= !(1 << heap);
                }
                let mut free = 0;
                if let Some(first) = (round + 1).checked_sub(chunks) {
                    free = beginners[first][place] & left[place];
                    for heap in heaps(free) {
                        self.common.mark(heap, wanted[place][heap], FREE);
                    }
                }
                left[place] &= !free;
                freed |= free;
                changed |= met | free;
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
}

/// The numbers of each heap of a batch that are neither met nor on trial.
#[derive(Debug)]
struct Untried {
    /// As bits, all words of a heap together.
    bits: Vec<u64>,
    words: usize,
    /// Words of each heap of which nothing is left.
    done: [usize; BATCH],
}

impl Untried {
    fn new(table: &Table) -> Untried {
        let words = table.span() / 64;
        let bits = |heap| (0..words).map(move |word| table.unmet_bits(heap, word));
        Untried {
            bits: (0..BATCH).flat_map(bits).collect(),
            words,
            done: [0; BATCH],
        }
    }

    /// Takes the least number of a heap.
    fn next(&mut self, heap: usize) -> Option<u16> {
        let words = &mut self.bits[heap * self.words..][..self.words];
        let done = &mut self.done[heap];
        while let Some(word) = words.get_mut(*done) {
            if *word != 0 {
                let number = 64 * *done + word.trailing_zeros() as usize;
                *word &= *word - 1;
                return Some(number as u16);
            }
            *done += 1;
        }
        None
    }
}
