//! Rules with a closed form that needs only a number or two: each names its theorem.

use super::{Move, Tally, put_number, refusal};
use crate::error::Problem;
use crate::format::{Field, Numbers, Parameter};
use crate::source::Sink;
use grundy::number::product::small_product;
use grundy::number::{fibonacci, golden};
use grundy::{Natural, message};

/// Takes what comes and has nothing to refuse.
macro_rules! sink {
    ($name:ident, $self:ident, $number:ident => $body:expr) => {
        impl Sink for $name {
            #[inline]
            fn narrow(&mut self, number: u64) -> Result<(), Problem> {
                self.wide(number.into())
            }

            #[inline]
            fn wide(&mut $self, $number: u128) -> Result<(), Problem> {
                $body;
                Ok(())
            }
        }
    };
}

/// A game of one pair of numbers.
#[derive(Default)]
pub(crate) struct Wythoff {
    pair: Vec<u128>,
}

sink!(Wythoff, self, number => self.pair.push(number));

impl Wythoff {
    fn pair(&self) -> (u128, u128) {
        let number = |index| self.pair.get(index).copied().unwrap_or(0);
        (number(0), number(1))
    }
}

impl Tally for Wythoff {
    fn begin(&mut self) {
        self.pair.clear();
    }

    /// W. A. Wythoff (1907), in whole numbers.
    fn mover_wins(&mut self) -> Result<bool, Problem> {
        let (a, b) = self.pair();
        Ok(match (u64::try_from(a), u64::try_from(b)) {
            (Ok(a), Ok(b)) => !golden::is_p(a, b),
            _ => !golden::is_p_natural(&a.into(), &b.into()),
        })
    }

    /// Taking the same from both first, then from one heap; each as a pair, the smaller first, and
    /// no pair twice.
    fn moves(&mut self, show: &mut dyn FnMut(&Move) -> bool) {
        let (a, b) = self.pair();
        let narrow = |number: Natural| u128::try_from(number).unwrap_or_default();
        let mut pairs: Vec<(u128, u128)> = golden::winning_natural(&a.into(), &b.into())
            .into_iter()
            .map(|(x, y)| (narrow(x), narrow(y)))
            .collect();
        // The option that takes from both comes last there.
        if pairs.last().is_some_and(|&(x, y)| x != a && y != b) {
            pairs.rotate_right(1);
        }
        let mut shown: Vec<(u128, u128)> = Vec::new();
        for (x, y) in pairs {
            let pair = (x.min(y), x.max(y));
            if shown.contains(&pair) {
                continue;
            }
            shown.push(pair);
            let one = Move {
                index: shown.len() as u64,
                from: pair.0,
                to: pair.1,
                take: (a - x).max(b - y),
            };
            if !show(&one) {
                return;
            }
        }
    }

    fn after(&self, shown: &Move) -> Vec<u128> {
        vec![shown.from, shown.to]
    }
}

/// Fibonacci Nim, opened by any take but the whole.
#[derive(Default)]
pub(crate) struct Fibonacci {
    stones: u128,
}

sink!(Fibonacci, self, number => self.stones = number);

impl Tally for Fibonacci {
    fn begin(&mut self) {
        self.stones = 0;
    }

    /// M. J. Whinihan (1963): lost just for the Fibonacci numbers, and for no stones.
    fn mover_wins(&mut self) -> Result<bool, Problem> {
        Ok(!fibonacci::opening_is_p(&self.stones.into()))
    }
}

/// Grundy's game, one heap.
#[derive(Default)]
pub(crate) struct Grundys {
    heap: u128,
}

sink!(Grundys, self, number => self.heap = number);

/// The lost heaps of Grundy's game below [`GRUNDYS_KNOWN`], by the engine for sequences: the heaps of value 0 of `grundy seq grundy -n 2^24`.
/// Whether there is a larger one is not known.
const GRUNDYS_LOST: [u64; 42] = [
    0, 1, 2, 4, 7, 10, 20, 23, 26, 50, 53, 270, 273, 276, 282, 285, 288, 316, 334, 337, 340, 346,
    359, 362, 365, 386, 389, 392, 566, 630, 633, 636, 639, 673, 676, 682, 685, 923, 926, 929, 932,
    1222,
];

/// As far as all heaps of Grundy's game have been looked through.
const GRUNDYS_KNOWN: u64 = 1 << 24;

impl Tally for Grundys {
    fn begin(&mut self) {
        self.heap = 0;
    }

    fn mover_wins(&mut self) -> Result<bool, Problem> {
        match u64::try_from(self.heap) {
            Ok(heap) if heap < GRUNDYS_KNOWN => Ok(GRUNDYS_LOST.binary_search(&heap).is_err()),
            _ => Err(Problem::Unknown(refusal(
                format!("grundy {}", self.heap),
                &message!(
                    "the P-positions of Grundy's game are known only below 2^24",
                    "Grundy 博弈的必败堆仅在 2^24 以下已知"
                ),
            ))),
        }
    }
}

/// Lasker's Nim.
#[derive(Default)]
pub(crate) struct Lasker {
    sum: u128,
}

/// E. Lasker (1931): 4k+3 and 4k+4 change places.
fn lasker(heap: u128) -> Option<u128> {
    match heap % 4 {
        3 => heap.checked_add(1),
        0 => Some(heap.saturating_sub(1)),
        _ => Some(heap),
    }
}

impl Sink for Lasker {
    fn narrow(&mut self, heap: u64) -> Result<(), Problem> {
        self.wide(heap.into())
    }

    fn wide(&mut self, heap: u128) -> Result<(), Problem> {
        // The largest number there is would be worth 2^128.
        self.sum ^= lasker(heap).ok_or(Problem::TooLarge)?;
        Ok(())
    }
}

impl Tally for Lasker {
    fn begin(&mut self) {
        *self = Lasker::default();
    }

    fn mover_wins(&mut self) -> Result<bool, Problem> {
        Ok(self.sum != 0)
    }

    fn value(&mut self, out: &mut Vec<u8>) -> Result<(), Problem> {
        put_number(out, self.sum)
    }
}

/// Bash's game with takes from P to Q.
pub(crate) struct Interval {
    ends: (Parameter, Parameter),
    from: u128,
    to: u128,
    sum: u128,
}

impl Interval {
    pub(crate) fn new(from: Parameter, to: Parameter) -> Interval {
        Interval {
            ends: (from, to),
            from: 1,
            to: 1,
            sum: 0,
        }
    }
}

impl Sink for Interval {
    #[inline]
    fn narrow(&mut self, heap: u64) -> Result<(), Problem> {
        self.wide(heap.into())
    }

    /// A heap n is worth ⌊(n mod (P+Q)) / P⌋.
    #[inline]
    fn wide(&mut self, heap: u128) -> Result<(), Problem> {
        let rest = match self.from.checked_add(self.to) {
            Some(both) => heap % both,
            None => heap,
        };
        self.sum ^= rest / self.from;
        Ok(())
    }
}

impl Tally for Interval {
    fn set(&mut self, numbers: &Numbers) -> Result<(), Problem> {
        self.from = numbers.parameter(self.ends.0);
        self.to = numbers.parameter(self.ends.1);
        if self.from == 0 || self.to < self.from {
            let game = format!("bash:{}-{}", self.from, self.to);
            let message = grundy::message!(
                "the smallest take must be at least 1, and the largest at least that",
                "每次取的颗数应从至少 1 到不小于它的数"
            );
            return Err(Problem::NoPosition(super::refusal(game, &message)));
        }
        Ok(())
    }

    fn begin(&mut self) {
        self.sum = 0;
    }

    fn mover_wins(&mut self) -> Result<bool, Problem> {
        Ok(self.sum != 0)
    }

    fn value(&mut self, out: &mut Vec<u8>) -> Result<(), Problem> {
        put_number(out, self.sum)
    }
}

/// The product of two nimbers.
#[derive(Default)]
pub(crate) struct NimProduct {
    product: Option<u128>,
}

sink!(NimProduct, self, number => self.product = Some(match self.product {
    Some(product) => small_product(product, number),
    None => number,
}));

impl Tally for NimProduct {
    fn begin(&mut self) {
        self.product = None;
    }

    fn mover_wins(&mut self) -> Result<bool, Problem> {
        Ok(self.product.unwrap_or(0) != 0)
    }

    fn value(&mut self, out: &mut Vec<u8>) -> Result<(), Problem> {
        put_number(out, self.product.unwrap_or(0))
    }
}

/// Nim whose heaps are runs of numbers: for each pair x, m the heaps x, x+1, …, x+m-1.
#[derive(Default)]
pub(crate) struct NimRuns {
    begin: Option<u128>,
    sum: u128,
}

/// The nim-sum of 0, 1, …, n-1: by n mod 4.
fn sum_below(n: u128) -> u128 {
    match n % 4 {
        0 => 0,
        1 => n - 1,
        2 => 1,
        _ => n,
    }
}

impl Sink for NimRuns {
    fn narrow(&mut self, number: u64) -> Result<(), Problem> {
        self.wide(number.into())
    }

    fn wide(&mut self, number: u128) -> Result<(), Problem> {
        match self.begin.take() {
            None => self.begin = Some(number),
            Some(begin) => {
                let end = begin.checked_add(number).ok_or(Problem::TooLarge)?;
                self.sum ^= sum_below(begin) ^ sum_below(end);
            }
        }
        Ok(())
    }
}

impl Tally for NimRuns {
    fn begin(&mut self) {
        (self.begin, self.sum) = (None, 0);
    }

    fn mover_wins(&mut self) -> Result<bool, Problem> {
        Ok(self.sum != 0)
    }

    fn value(&mut self, out: &mut Vec<u8>) -> Result<(), Problem> {
        put_number(out, self.sum)
    }
}

/// Bids that rise by at most so much; who first reaches the price, or goes beyond it, wins.
pub(crate) struct Bids {
    field: Field,
    most: u128,
    price: u128,
    listed: u128,
}

impl Bids {
    pub(crate) fn new(field: Field, kept: usize) -> Bids {
        Bids {
            field,
            most: 0,
            price: 0,
            listed: kept as u128,
        }
    }
}

sink!(Bids, self, number => self.price = number);

impl Tally for Bids {
    fn set(&mut self, numbers: &Numbers) -> Result<(), Problem> {
        self.most = numbers.one(self.field);
        Ok(())
    }

    fn begin(&mut self) {
        self.price = 0;
    }

    /// Bash's game: lost just where the price is a multiple of the limit and one.
    fn mover_wins(&mut self) -> Result<bool, Problem> {
        Ok(match self.most.checked_add(1) {
            Some(all) => !self.price.is_multiple_of(all),
            None => self.price != 0,
        })
    }

    fn moves(&mut self, show: &mut dyn FnMut(&Move) -> bool) {
        let (first, last) = match (self.most.checked_add(1), self.price) {
            (_, 0) => return,
            // Every bid from the price on ends it at once.
            (_, price) if price <= self.most => (price, self.most),
            (Some(all), price) if !price.is_multiple_of(all) => (price % all, price % all),
            _ => return,
        };
        for take in first..=last.min(first.saturating_add(self.listed)) {
            let one = Move {
                index: 1,
                from: self.price,
                to: self.price.saturating_sub(take),
                take,
            };
            if !show(&one) {
                return;
            }
        }
    }

    fn after(&self, shown: &Move) -> Vec<u128> {
        vec![shown.to]
    }
}

#[cfg(test)]
mod tests {
    use super::{lasker, small_product, sum_below};

    /// The product by its definition: the least number that is no a'b ⊕ ab' ⊕ a'b' with a' < a, b' < b.
    #[test]
    fn products_by_the_definition() {
        const N: usize = 40;
        let mut table = vec![[0usize; N]; N];
        for a in 0..N {
            for b in 0..N {
                let mut seen = vec![false; 256];
                for x in 0..a {
                    for y in 0..b {
                        seen[table[x][b] ^ table[a][y] ^ table[x][y]] = true;
                    }
                }
                table[a][b] = seen.iter().take_while(|&&seen| seen).count();
                assert_eq!(
                    small_product(a as u128, b as u128),
                    table[a][b] as u128,
                    "{a} {b}"
                );
            }
        }
    }

    #[test]
    fn products_are_those_of_a_field() {
        let numbers = [
            2,
            3,
            255,
            256,
            65_535,
            65_536,
            (1 << 32) + 77,
            u128::from(u64::MAX),
            1 << 64,
            u128::MAX,
        ];
        for a in numbers {
            assert_eq!((small_product(a, 1), small_product(a, 0)), (a, 0));
            for b in numbers {
                assert_eq!(small_product(a, b), small_product(b, a));
                for c in numbers {
                    let left = small_product(small_product(a, b), c);
                    assert_eq!(left, small_product(a, small_product(b, c)), "{a} {b} {c}");
                    let apart = small_product(a, b) ^ small_product(a, c);
                    assert_eq!(apart, small_product(a, b ^ c));
                }
            }
        }
        // A Fermat 2-power times itself is itself and a half of it.
        for k in 0..6u32 {
            let fermat = 1u128 << (1u32 << k);
            assert_eq!(small_product(fermat, fermat), fermat ^ (fermat >> 1));
            assert_eq!(small_product(fermat, fermat - 1), fermat * (fermat - 1));
        }
    }

    #[test]
    fn sums_of_runs() {
        let mut sum = 0;
        for n in 0..300u128 {
            assert_eq!(sum_below(n), sum);
            sum ^= n;
        }
    }

    #[test]
    fn the_largest_heap() {
        assert_eq!(
            (lasker(u128::MAX), lasker(u128::MAX - 1)),
            (None, Some(u128::MAX - 1))
        );
        assert_eq!(
            (lasker(0), lasker(4), lasker(3)),
            (Some(0), Some(3), Some(4))
        );
    }
}
