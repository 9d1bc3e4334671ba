//! Guards that come again: for one number k of the generator, `n % k == 0`, `gcd(n,k) == 1`, `n*k % 7 < 3` or `popcount(n & k) == 1` are
//! the same for n and for n and so much more, and `n > k` is from some heap on. Where that is so they are evaluated once, and read off for
//! every block.

use crate::rule::code::{Arrays, Code};
use crate::rule::columns::{Columns, LANES, Lanes};
use crate::rule::syntax::{Function, Operator};

/// Numbers of a generator for which rows are kept.
const MOST: usize = 1 << 16;

/// Longest period that is gone through at once, without a look at the clock.
const LONGEST: usize = 1 << 18;

/// Numbers that occur in expressions are smaller than this, so that nothing overflows for any heap.
const LARGEST: i64 = 1 << 60;

/// No heap is as large.
const HEAPS: i64 = 1 << 30;

/// Blocks with which it is tried to begin: what compares heaps with a small number does not come again before the second.
const TRIES: u8 = 2;

enum Row {
    /// After so many tries.
    Untried(u8),
    None,
    /// From a heap on, for a whole period and a block more: 1 where the guards hold.
    Some(i64, Box<[u8]>),
}

/// By number of the generator, its row.
pub(super) struct Rows {
    rows: Vec<Row>,
    /// Bytes that may still be held.
    room: usize,
}

impl Rows {
    pub(super) fn new(room: u64) -> Rows {
        Rows {
            rows: Vec::new(),
            room: usize::try_from(room).unwrap_or(usize::MAX),
        }
    }

    /// Whether the guards hold for the heaps from `first` on, for the number so numbered; `None` where they do not come again, or not
    /// often enough before the table ends.
    pub(super) fn row(
        &mut self,
        number: usize,
        first: i64,
        size: usize,
        period: impl FnOnce() -> Option<i64>,
        evaluate: impl FnMut(i64, usize, &mut Vec<u8>) -> Option<()>,
    ) -> Option<&[u8; LANES]> {
        if number >= MOST {
            return None;
        }
        if self.rows.len() <= number {
            self.rows.resize_with(number + 1, || Row::Untried(0));
        }
        if let Row::Untried(tries) = self.rows[number] {
            self.rows[number] = match self.evaluated(first, size, period, evaluate) {
                Row::None if tries + 1 < TRIES => Row::Untried(tries + 1),
                row => row,
            };
        }
        let Row::Some(begin, holds) = &self.rows[number] else {
            return None;
        };
        let period = holds.len() - LANES;
        let at = usize::try_from(first - begin).ok()? % period;
        holds[at..].first_chunk()
    }

    fn evaluated(
        &mut self,
        first: i64,
        size: usize,
        period: impl FnOnce() -> Option<i64>,
        mut evaluate: impl FnMut(i64, usize, &mut Vec<u8>) -> Option<()>,
    ) -> Row {
        let left = size.saturating_sub(usize::try_from(first).unwrap_or(0));
        let period = period().and_then(|period| usize::try_from(period).ok());
        let Some(period) = period.filter(|&period| period <= LONGEST.min(left / 2)) else {
            return Row::None;
        };
        let length = period + LANES;
        if length > self.room || 2 * length > left {
            return Row::None;
        }
        let mut holds = Vec::with_capacity(length);
        while holds.len() < length {
            let count = LANES.min(length - holds.len());
            if evaluate(first + holds.len() as i64, count, &mut holds).is_none() {
                return Row::None;
            }
        }
        self.room -= length;
        Row::Some(first, holds.into())
    }
}

/// Evaluates guards for some heaps, with the scalars as they are.
pub(super) fn evaluate(
    guards: &Columns,
    lanes: &mut Lanes,
    arrays: &Arrays,
    (first, count): (i64, usize),
    holds: &mut Vec<u8>,
) -> Option<()> {
    guards.fill(lanes, first, count, arrays)?;
    let begin = holds.len();
    match lanes.guards() {
        _ if lanes.count == 0 => {}
        Some(guards) => holds.extend(guards[..count].iter().map(|&guard| u8::from(guard != 0))),
        None => holds.resize(begin + count, 1),
    }
    holds.resize(begin + count, 0);
    Some(())
}

/// After how much more in slot 0 an expression is surely the same again among these heaps, the other slots being as they are.
pub(super) fn period(
    code: &Code,
    slots: &[i64],
    arrays: &Arrays,
    heaps: (i64, i64),
) -> Option<i64> {
    if !code.mentions(0) {
        return Some(1);
    }
    let period = |code: &Code| period(code, slots, arrays, heaps);
    let number = |code: &Code| match code.mentions(0) {
        true => None,
        false => code.evaluate(slots, arrays).ok(),
    };
    let affine = |code: &Code| affine(code, slots, arrays).is_some();
    let both = |pair: &[Code; 2]| common(period(&pair[0])?, period(&pair[1])?);
    match code {
        Code::Number(_) | Code::Slot(_) | Code::Of(..) | Code::Length(_) | Code::Fold(_) => None,
        Code::Binary(Operator::Remainder, pair, _) => {
            let by = number(&pair[1]).filter(|&by| 0 < by && by < HEAPS);
            match (by, &pair[0]) {
                (Some(by), of) if affine(of) => Some(by),
                // (n/a) % b
                (Some(by), Code::Binary(Operator::Divide, parts, _)) if affine(&parts[0]) => {
                    let rows = number(&parts[1]).filter(|&rows| 0 < rows && rows < HEAPS)?;
                    rows.checked_mul(by)
                }
                _ => both(pair),
            }
        }
        Code::Binary(Operator::BitAnd, pair, _) => {
            for (one, other) in [(&pair[0], &pair[1]), (&pair[1], &pair[0])] {
                if let Some(mask) = number(one)
                    && (0..HEAPS).contains(&mask)
                    && affine(other)
                {
                    return Some(i64::from((mask as u32 + 1).next_power_of_two()));
                }
            }
            both(pair)
        }
        Code::Call(Function::Gcd, parts, _) => {
            for (one, other) in [(0, 1), (1, 0)] {
                if let Some(by) = number(parts.get(one)?)
                    && by != 0
                    && by.checked_abs()? < HEAPS
                    && affine(parts.get(other)?)
                {
                    return by.checked_abs();
                }
            }
            common(period(&parts[0])?, period(&parts[1])?)
        }
        Code::Compare(_, pair) if is_settled(pair, slots, arrays, heaps) => Some(1),
        Code::Binary(_, pair, _) | Code::Compare(_, pair) => both(pair),
        Code::Not(part) | Code::Element(_, part, _) => period(part),
        Code::Call(_, parts, _) => {
            let mut parts = parts.iter().map(period);
            parts.try_fold(1, |all, one| common(all, one?))
        }
    }
}

/// Whether one of two numbers is the greater one for all these heaps.
fn is_settled(pair: &[Code; 2], slots: &[i64], arrays: &Arrays, (first, last): (i64, i64)) -> bool {
    if pair
        .iter()
        .any(|part| affine(part, slots, arrays).is_none())
    {
        return false;
    }
    let compared = |heap: i64| {
        let mut slots = slots.to_vec();
        slots[0] = heap;
        let [one, other] = [0, 1].map(|place| pair[place].evaluate(&slots, arrays).ok());
        Some(one?.cmp(&other?))
    };
    // Their difference changes evenly.
    let at_first = compared(first);
    at_first.is_some_and(|order| order.is_ne()) && at_first == compared(last)
}

/// What an expression that is affine in slot 0 is at most, up to its sign; `None` where it is not, or may be too large.
fn affine(code: &Code, slots: &[i64], arrays: &Arrays) -> Option<i64> {
    let most = if !code.mentions(0) {
        code.evaluate(slots, arrays).ok()?.checked_abs()?
    } else {
        let (operator, pair) = match code {
            Code::Slot(_) => return Some(HEAPS),
            Code::Binary(operator, pair, _) => (operator, pair),
            _ => return None,
        };
        let one = affine(&pair[0], slots, arrays)?;
        let other = affine(&pair[1], slots, arrays)?;
        match operator {
            Operator::Add | Operator::Subtract => one.checked_add(other)?,
            Operator::Multiply if !pair.iter().all(|part| part.mentions(0)) => {
                one.checked_mul(other)?
            }
            _ => return None,
        }
    };
    (most < LARGEST).then_some(most)
}

/// The least common multiple, where it is small.
pub(super) fn common(one: i64, other: i64) -> Option<i64> {
    let (mut a, mut b) = (one, other);
    while b != 0 {
        (a, b) = (b, a % b);
    }
    (one / a).checked_mul(other).filter(|&all| all < HEAPS)
}
