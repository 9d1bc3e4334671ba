//! When values repeat for ever: takes of all numbers that leave certain remainders when divided by m.
//!
//! Let the values found so far repeat with period p from heap n₀ on, and let q be the least common multiple of p and m. What a heap n can
//! leave are the smaller heaps at distances with such a remainder. Those of n − q are, q added, options of n; the others are among the q heaps
//! before n. From n ≥ n₀ + 2q on each of these has the value of the heap q below it, which n − q can leave. So n and n − q have options of the same
//! values, and G(n) = G(n − q): if the values repeat up to n₀ + 2q, they do so for ever.

use super::{Period, Subject, Theorem, Values};

/// The divisor of a set of remainders.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Remainders {
    divisor: u64,
}

impl Remainders {
    /// Takes by their remainders modulo this number, not 0. Nothing is proved where 0 is one of them: then no two heaps of the same
    /// remainder have the same value.
    pub fn new(divisor: u64) -> Remainders {
        Remainders { divisor }
    }

    /// How many values must repeat so for all to do: n₀ + 2q; `None` beyond machine words.
    pub(crate) fn needed(&self, preperiod: u64, period: u64) -> Option<u64> {
        let (mut divides, mut rest) = (period, self.divisor);
        while rest > 0 {
            (divides, rest) = (rest, divides % rest);
        }
        let common = (self.divisor / divides).checked_mul(period)?;
        common.checked_mul(2)?.checked_add(preperiod)
    }

    /// The least period, with its least pre-period, that these values prove, if they prove one.
    pub fn period(&self, values: &Values) -> Option<Period> {
        let half = values.len() / 2;
        let period = values.repeats_from(half, half)?;
        let preperiod = values.repeats_since(period, values.len() - period) as u64;
        let period = period as u64;
        let needed = self.needed(preperiod, period)?;
        (needed <= values.len() as u64).then_some(Period {
            preperiod,
            period,
            saltus: 0,
            theorem: Theorem::Subtraction,
            subject: Subject::Remainders,
        })
    }
}
