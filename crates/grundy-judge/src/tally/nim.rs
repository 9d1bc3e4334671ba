//! Nim as its heaps stream by (C. L. Bouton, 1901), for both kinds of play. An outcome needs no
//! more than the nim-sum, and the number of winning moves no more than how many heaps have each
//! binary digit, so neither keeps the heaps.

use super::{Move, Tally, put_number};
use crate::error::Problem;
use crate::source::Sink;
use grundy_number::text::lanes;
use grundy_number::text::tokens::Path;

/// Nim, normal or misère.
pub(crate) struct Nim {
    misere: bool,
    sum: u64,
    wide_sum: u128,
    /// OR of the heaps, the lowest digit left out: not 0 where some heap is above 1.
    above_one: u64,
    path: Path,
}

impl Nim {
    pub(crate) fn new(misere: bool, path: Path) -> Nim {
        Nim {
            misere,
            path,
            sum: 0,
            wide_sum: 0,
            above_one: 0,
        }
    }
}

impl Sink for Nim {
    const FOLDS: bool = true;

    fn fold(&mut self, xor: u64, or: u64) {
        self.sum ^= xor;
        self.above_one |= or & !1;
    }

    #[inline(always)]
    fn narrow(&mut self, heap: u64) -> Result<(), Problem> {
        self.sum ^= heap;
        self.above_one |= heap & !1;
        Ok(())
    }

    #[inline(always)]
    fn many(&mut self, heaps: &[u64]) -> Result<(), (usize, Problem)> {
        let (xor, or) = lanes::folded(self.path, heaps);
        self.fold(xor, or);
        Ok(())
    }

    fn wide(&mut self, heap: u128) -> Result<(), Problem> {
        self.wide_sum ^= heap;
        self.above_one |= 2;
        Ok(())
    }
}

impl Tally for Nim {
    fn begin(&mut self) {
        (self.sum, self.wide_sum, self.above_one) = (0, 0, 0);
    }

    #[inline(always)]
    fn row_wins(&mut self, row: &[u64]) -> Result<bool, Problem> {
        let (xor, or) = lanes::folded(self.path, row);
        Ok((xor != 0) != (self.misere && or <= 1))
    }

    fn mover_wins(&mut self) -> Result<bool, Problem> {
        let sum = self.wide_sum ^ u128::from(self.sum);
        // Misère with no heap above 1: an even number of 1-heaps, none too, is won.
        Ok((sum != 0) != (self.misere && self.above_one == 0))
    }

    fn value(&mut self, out: &mut Vec<u8>) -> Result<(), Problem> {
        put_number(out, self.wide_sum ^ u128::from(self.sum))
    }
}

/// Heaps that are counted at a time.
const ROW: usize = 4096;

/// The two binary digits of the number of ones at each place.
#[inline(always)]
fn full_adder(a: u64, b: u64, c: u64) -> (u64, u64) {
    let half = a ^ b;
    (half ^ c, (a & b) | (half & c))
}

/// Nim, normal or misère, with the number of winning moves.
pub(crate) struct NimMoves {
    misere: bool,
    /// The heaps not yet in `planes`.
    row: Vec<u64>,
    /// Digit j of the number of heaps that have binary digit b is digit b of `planes[j]`.
    planes: [u128; 64],
    sum: u128,
    /// The heaps above 1, and those of 1; counted for misère play only.
    above_one: u64,
    ones: u64,
    /// Whether heaps have gone into `planes`.
    drained: bool,
    /// The number of winning moves, where the position came as one row.
    told: Option<u64>,
    path: Path,
}

impl NimMoves {
    pub(crate) fn new(misere: bool, path: Path) -> NimMoves {
        NimMoves {
            misere,
            row: Vec::with_capacity(ROW),
            planes: [0; 64],
            sum: 0,
            above_one: 0,
            ones: 0,
            drained: false,
            told: None,
            path,
        }
    }

    /// Adds `2^level` to the number of heaps that have each binary digit of `digits`.
    fn add(&mut self, level: usize, digits: u128) {
        let mut carry = digits;
        for plane in &mut self.planes[level..] {
            if carry == 0 {
                break;
            }
            (*plane, carry) = (*plane ^ carry, *plane & carry);
        }
    }

    /// Counts the digits of the row. Full adders fold eight heaps at a time into the binary
    /// digits of their number (Harley and Seal), so that one addition in eight ripples.
    #[cold]
    fn drain(&mut self) {
        (self.above_one, self.ones, self.sum) = self.totals();
        self.drained = true;
        let row = std::mem::take(&mut self.row);
        let (mut one, mut two, mut four) = (0, 0, 0);
        let mut eights = row.chunks_exact(8);
        for heaps in eights.by_ref() {
            let [a, b, c, d, e, f, g, h] = std::array::from_fn(|index| heaps[index]);
            let (sum, two_a) = full_adder(one, a, b);
            let (sum, two_b) = full_adder(sum, c, d);
            let (sum, two_c) = full_adder(sum, e, f);
            let (sum, two_d) = full_adder(sum, g, h);
            one = sum;
            let (sum, four_a) = full_adder(two, two_a, two_b);
            let (sum, four_b) = full_adder(sum, two_c, two_d);
            two = sum;
            let (sum, eight) = full_adder(four, four_a, four_b);
            four = sum;
            self.add(3, u128::from(eight));
        }
        for (level, digits) in [one, two, four].into_iter().enumerate() {
            self.add(level, u128::from(digits));
        }
        for &heap in eights.remainder() {
            self.add(0, u128::from(heap));
        }
        self.row = row;
        self.row.clear();
    }

    /// The heaps above 1, those of 1, and the nim-sum.
    fn totals(&self) -> (u64, u64, u128) {
        let sum = self.sum ^ u128::from(lanes::folded(self.path, &self.row).0);
        if !self.misere {
            return (0, 0, sum);
        }
        let (mut above_one, mut ones) = (self.above_one, self.ones);
        for &heap in &self.row {
            above_one += u64::from(heap > 1);
            ones += u64::from(heap == 1);
        }
        (above_one, ones, sum)
    }
}

impl Sink for NimMoves {
    #[inline(always)]
    fn narrow(&mut self, heap: u64) -> Result<(), Problem> {
        if self.row.len() == ROW {
            self.drain();
        }
        self.row.push(heap);
        Ok(())
    }

    fn row(&mut self, heaps: &[u64]) -> Result<(), (usize, Problem)> {
        if self.misere || self.drained || !self.row.is_empty() || self.sum != 0 {
            return self.many(heaps);
        }
        let (sum, _) = lanes::folded(self.path, heaps);
        self.sum = sum.into();
        // The heaps h with h xor sum < h are those that have the top digit of the sum.
        let top = sum.checked_ilog2().map_or(0, |top| 1 << top);
        self.told = Some(lanes::with_digit(self.path, heaps, top));
        Ok(())
    }

    fn many(&mut self, heaps: &[u64]) -> Result<(), (usize, Problem)> {
        for heaps in heaps.chunks(ROW) {
            if self.row.len() + heaps.len() > ROW {
                self.drain();
            }
            self.row.extend_from_slice(heaps);
        }
        Ok(())
    }

    fn wide(&mut self, heap: u128) -> Result<(), Problem> {
        self.sum ^= heap;
        self.above_one += 1;
        self.drained = true;
        self.add(0, heap);
        Ok(())
    }
}

impl Tally for NimMoves {
    fn begin(&mut self) {
        self.told = None;
        self.row.clear();
        if self.drained {
            self.planes = [0; 64];
            self.drained = false;
        }
        (self.sum, self.above_one, self.ones) = (0, 0, 0);
    }

    fn mover_wins(&mut self) -> Result<bool, Problem> {
        let (above_one, _, sum) = self.totals();
        Ok((sum != 0) != (self.misere && above_one == 0))
    }

    fn count(&mut self, out: &mut Vec<u8>) -> Result<(), Problem> {
        put_number(out, self.winning_moves())
    }
}

impl NimMoves {
    /// The number of winning moves.
    fn winning_moves(&self) -> u128 {
        if let Some(told) = self.told {
            return told.into();
        }
        let (above_one, ones, sum) = self.totals();
        if self.misere && above_one == 0 {
            // Any 1-heap, if their number is even; with none of them the game is won without a move.
            return if ones % 2 == 0 { u128::from(ones) } else { 0 };
        }
        // One heap above 1, under misère play too, has the top digit of the sum alone and one winning move.
        let Some(top) = sum.checked_ilog2() else {
            return 0;
        };
        // The heaps h with h xor sum < h are those that have the top digit of the sum.
        let in_row = match 1u64.checked_shl(top) {
            Some(digit) => lanes::with_digit(self.path, &self.row, digit),
            None => 0,
        };
        if !self.drained {
            return in_row.into();
        }
        let in_planes = self
            .planes
            .iter()
            .enumerate()
            .fold(0, |count, (index, plane)| {
                count + ((plane >> top & 1) << index)
            });
        u128::from(in_row) + in_planes
    }
}

/// Nim with the heaps kept, for the moves themselves.
pub(crate) struct NimList {
    misere: bool,
    heaps: Vec<u128>,
    kept: usize,
}

impl NimList {
    pub(crate) fn new(misere: bool, kept: usize) -> NimList {
        NimList {
            misere,
            heaps: Vec::new(),
            kept,
        }
    }

    /// What every winning move must leave of the nim-sum of the other heaps and its own: the value to
    /// which the moved heap goes is this, xor the heap. Nothing where no move wins.
    fn target(&self) -> Option<u128> {
        let sum = self.heaps.iter().fold(0, |sum, heap| sum ^ heap);
        match (self.misere, self.large()) {
            // One-heaps alone: an odd number must stay.
            (true, 0) => (sum == 0).then_some(1),
            // The one large heap goes to 0 or 1 and leaves an odd number of 1-heaps.
            (true, 1) => Some(sum ^ 1),
            _ => (sum != 0).then_some(sum),
        }
    }
}

impl Sink for NimList {
    fn narrow(&mut self, heap: u64) -> Result<(), Problem> {
        self.wide(heap.into())
    }

    fn wide(&mut self, heap: u128) -> Result<(), Problem> {
        if self.heaps.len() == self.kept {
            return Err(Problem::CaseTooLong {
                limit: self.kept as u64,
            });
        }
        self.heaps.push(heap);
        Ok(())
    }
}

impl Tally for NimList {
    fn begin(&mut self) {
        self.heaps.clear();
    }

    fn mover_wins(&mut self) -> Result<bool, Problem> {
        // The empty misère position is won without a move.
        let done = self.heaps.iter().all(|&heap| heap == 0);
        Ok(if done {
            self.misere
        } else {
            self.target().is_some()
        })
    }

    fn moves(&mut self, show: &mut dyn FnMut(&Move) -> bool) {
        let Some(target) = self.target() else { return };
        let only_large = self.misere && self.large() == 1;
        for (index, &heap) in (1..).zip(&self.heaps) {
            let to = heap ^ target;
            if to >= heap || (only_large && heap <= 1) {
                continue;
            }
            let shown = Move {
                index,
                from: heap,
                to,
                take: heap - to,
            };
            if !show(&shown) {
                return;
            }
        }
    }

    fn after(&self, shown: &Move) -> Vec<u128> {
        let mut heaps = self.heaps.clone();
        if let Some(heap) = heaps.get_mut(shown.index as usize - 1) {
            *heap = shown.to;
        }
        heaps
    }
}

impl NimList {
    /// How many heaps are above 1.
    fn large(&self) -> usize {
        self.heaps.iter().filter(|&&heap| heap > 1).count()
    }
}
