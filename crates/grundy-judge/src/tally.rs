//! One position as its numbers stream by: what of it must be remembered to judge it.
//!
//! Nim is Bouton's (1901), for both kinds of play; bounded heaps and subtraction sets are
//! sums in the sense of Sprague and Grundy. An outcome needs no more than the nim-sum, and the
//! winning moves of Nim no more than how many heaps have each binary digit, so neither keeps
//! the heaps; the winning moves of the other rules depend on every heap once more.

use crate::channel::Sink;
use crate::error::Problem;
use crate::table::Table;

/// A rule at work on one position after the other.
pub(crate) trait Tally: Sink {
    /// Forgets the position.
    fn begin(&mut self);
    /// Whether the mover wins.
    fn mover_wins(&self) -> bool;
}

/// A rule that keeps enough to count winning moves.
pub(crate) trait Moves: Tally {
    /// The number of winning first moves.
    fn winning_moves(&mut self) -> u128;
}

/// Nim, normal or misère.
pub(crate) struct Nim {
    misere: bool,
    sum: u64,
    wide_sum: u128,
    /// OR of the heaps, the lowest digit left out: not 0 where some heap is above 1.
    above_one: u64,
}

impl Nim {
    pub(crate) fn new(misere: bool) -> Nim {
        Nim {
            misere,
            sum: 0,
            wide_sum: 0,
            above_one: 0,
        }
    }
}

impl Sink for Nim {
    #[inline(always)]
    fn narrow(&mut self, heap: u64) -> Result<(), Problem> {
        self.sum ^= heap;
        self.above_one |= heap & !1;
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
        *self = Nim::new(self.misere);
    }

    fn mover_wins(&self) -> bool {
        let sum = self.wide_sum ^ u128::from(self.sum);
        // Misère with no heap above 1: an even number of 1-heaps, none too, is won.
        (sum != 0) != (self.misere && self.above_one == 0)
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
    above_one: u64,
    ones: u64,
}

impl NimMoves {
    pub(crate) fn new(misere: bool) -> NimMoves {
        NimMoves {
            misere,
            row: Vec::with_capacity(ROW),
            planes: [0; 64],
            sum: 0,
            above_one: 0,
            ones: 0,
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
        let (above_one, ones, sum) = self.totals();
        (self.above_one, self.ones, self.sum) = (above_one, ones, sum);
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
        let (mut above_one, mut ones, mut sum) = (self.above_one, self.ones, 0);
        for &heap in &self.row {
            above_one += u64::from(heap > 1);
            ones += u64::from(heap == 1);
            sum ^= heap;
        }
        (above_one, ones, self.sum ^ u128::from(sum))
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

    fn wide(&mut self, heap: u128) -> Result<(), Problem> {
        self.sum ^= heap;
        self.above_one += 1;
        self.add(0, heap);
        Ok(())
    }
}

impl Tally for NimMoves {
    fn begin(&mut self) {
        self.row.clear();
        if self.above_one > 0 || self.ones > 0 {
            // Only then has a heap gone into them.
            self.planes = [0; 64];
        }
        (self.sum, self.above_one, self.ones) = (0, 0, 0);
    }

    fn mover_wins(&self) -> bool {
        let (above_one, _, sum) = self.totals();
        (sum != 0) != (self.misere && above_one == 0)
    }
}

impl Moves for NimMoves {
    fn winning_moves(&mut self) -> u128 {
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
            Some(digit) => self.row.iter().filter(|&&heap| heap & digit != 0).count() as u128,
            None => 0,
        };
        let in_planes = self
            .planes
            .iter()
            .enumerate()
            .fold(0, |count, (index, plane)| {
                count + ((plane >> top & 1) << index)
            });
        in_row + in_planes
    }
}

/// The value of a bounded heap, and where its options' values lie: every value below `reach` but its own.
fn bounded(heap: u128, limit: u128) -> (u128, u128) {
    if heap <= limit {
        (heap, heap)
    } else {
        (heap % (limit + 1), limit + 1)
    }
}

/// Bounded Nim; heaps and limits come in turn, or all heaps have one limit.
pub(crate) struct Bounded {
    common: Option<u64>,
    heap: Option<u128>,
    sum: u128,
    /// Value and reach of each heap, where winning moves are asked for.
    kept: Option<Vec<(u128, u128)>>,
    keep_limit: usize,
}

impl Bounded {
    pub(crate) fn new(common: Option<u64>, moves: bool, keep_limit: usize) -> Bounded {
        Bounded {
            common,
            heap: None,
            sum: 0,
            kept: moves.then(Vec::new),
            keep_limit,
        }
    }

    #[inline(always)]
    fn add(&mut self, heap: u128, limit: u128) -> Result<(), Problem> {
        let (value, reach) = match (u64::try_from(heap), u64::try_from(limit)) {
            // One division of 64 bits, where the compiler would make one of 128.
            (Ok(heap), Ok(limit)) if heap > limit => {
                (u128::from(heap % (limit + 1)), u128::from(limit) + 1)
            }
            _ => bounded(heap, limit),
        };
        self.sum ^= value;
        if let Some(kept) = &mut self.kept {
            if kept.len() == self.keep_limit {
                return Err(Problem::CaseTooLong {
                    limit: self.keep_limit as u64,
                });
            }
            kept.push((value, reach));
        }
        Ok(())
    }
}

impl Sink for Bounded {
    #[inline(always)]
    fn narrow(&mut self, number: u64) -> Result<(), Problem> {
        self.wide(u128::from(number))
    }

    #[inline(always)]
    fn wide(&mut self, number: u128) -> Result<(), Problem> {
        match (self.common, self.heap.take()) {
            (Some(limit), _) => self.add(number, u128::from(limit)),
            (None, Some(heap)) => self.add(heap, number),
            (None, None) => {
                self.heap = Some(number);
                Ok(())
            }
        }
    }
}

impl Tally for Bounded {
    fn begin(&mut self) {
        (self.heap, self.sum) = (None, 0);
        if let Some(kept) = &mut self.kept {
            kept.clear();
        }
    }

    fn mover_wins(&self) -> bool {
        self.sum != 0
    }
}

impl Moves for Bounded {
    fn winning_moves(&mut self) -> u128 {
        if self.sum == 0 {
            return 0;
        }
        // The options of a heap have different values, so each heap has one winning move at most.
        let kept = self.kept.as_deref().unwrap_or_default();
        kept.iter()
            .filter(|(value, reach)| value ^ self.sum < *reach)
            .count() as u128
    }
}

/// A subtraction set, with its table.
pub(crate) struct Subtraction {
    pub(crate) table: Table,
    sum: u64,
    /// The heaps, where winning moves are asked for.
    kept: Option<Vec<u32>>,
    keep_limit: usize,
}

impl Subtraction {
    pub(crate) fn new(table: Table, moves: bool, keep_limit: usize) -> Subtraction {
        Subtraction {
            table,
            sum: 0,
            kept: moves.then(Vec::new),
            keep_limit,
        }
    }
}

impl Sink for Subtraction {
    #[inline(always)]
    fn narrow(&mut self, heap: u64) -> Result<(), Problem> {
        let Some(value) = self.table.value(heap) else {
            return Err(Problem::HeapBeyondTable {
                limit: self.table.limit(),
            });
        };
        self.sum ^= value;
        if let Some(kept) = &mut self.kept {
            if kept.len() == self.keep_limit {
                return Err(Problem::CaseTooLong {
                    limit: self.keep_limit as u64,
                });
            }
            // Within the table, whose limit is below 2^32.
            kept.push(heap as u32);
        }
        Ok(())
    }

    fn wide(&mut self, _: u128) -> Result<(), Problem> {
        Err(Problem::HeapBeyondTable {
            limit: self.table.limit(),
        })
    }
}

impl Tally for Subtraction {
    fn begin(&mut self) {
        self.sum = 0;
        if let Some(kept) = &mut self.kept {
            kept.clear();
        }
    }

    fn mover_wins(&self) -> bool {
        self.sum != 0
    }
}

impl Moves for Subtraction {
    fn winning_moves(&mut self) -> u128 {
        let mut moves = 0;
        if self.sum == 0 {
            return moves;
        }
        for &heap in self.kept.as_deref().unwrap_or_default() {
            let heap = u64::from(heap);
            let Some(target) = self.table.value(heap).map(|value| value ^ self.sum) else {
                continue;
            };
            for index in 0..self.table.takes().len() {
                let take = self.table.takes()[index] as u64;
                if take > heap {
                    break;
                }
                moves += u128::from(self.table.value(heap - take) == Some(target));
            }
        }
        moves
    }
}

/// Takes on their way into a table.
pub(crate) struct Takes<'a>(pub(crate) &'a mut Table);

impl Sink for Takes<'_> {
    #[inline(always)]
    fn narrow(&mut self, take: u64) -> Result<(), Problem> {
        if take == 0 {
            return Err(Problem::ZeroTake);
        }
        self.0.take(take);
        Ok(())
    }

    fn wide(&mut self, _: u128) -> Result<(), Problem> {
        // Larger than every heap that has a value.
        Ok(())
    }
}
