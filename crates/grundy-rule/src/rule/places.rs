//! Ranges of which a guard leaves the places of one number in an array: `for k in 0..m if from[k] == x`.
//!
//! A graph whose edges stand in two arrays is moved on by such a range. To try every edge at every vertex takes the product of both
//! numbers; here the places of an array are put in the order of what stands there, once, and each position goes through those of its own
//! number, in rising order, as it would meet them one by one.
//!
//! What is passed over must not be missed: a number is left out only where everything that would be evaluated for it, up to the comparison
//! that fails, is sure to have no [`Fault`](crate::fault::Fault).

use crate::rule::code::{Arrays, Code};
use crate::rule::step::Step;
use crate::rule::syntax::{Comparison, Function, Operator};

/// Shorter ranges are gone through one by one.
const SHORT: i64 = 16;

/// So many times as long as a range an array may be, for which its places are put in order.
const LONG: u64 = 64;

/// About how many nanoseconds a place takes to be put in order.
pub(crate) const COST: u64 = 50;

/// A range, and what an array must be equal to at its numbers.
#[derive(Clone, Debug)]
pub(crate) struct Sought {
    /// How many steps of the clause are the range and what follows it.
    pub(crate) steps: usize,
    slot: usize,
    /// Arrays, and what must stand there.
    wanted: Vec<(usize, Code)>,
    /// Arrays that are read at the number itself.
    read: Vec<usize>,
}

/// The ranges of a clause of which guards leave such places.
pub(crate) fn sought(steps: &[Step]) -> Vec<Sought> {
    (0..steps.len())
        .filter_map(|from| Sought::of(&steps[from..]))
        .collect()
}

impl Sought {
    fn of(steps: &[Step]) -> Option<Sought> {
        let Step::Range(slot, ..) = steps.first()? else {
            return None;
        };
        let mut sought = Sought {
            steps: steps.len(),
            slot: *slot,
            wanted: Vec::new(),
            read: Vec::new(),
        };
        for step in &steps[1..] {
            let goes_on = match step {
                Step::Guard(condition) => sought.take(condition),
                Step::Let(_, code) => sought.is_safe(code),
                Step::Range(_, from, to) => sought.is_safe(from) && sought.is_safe(to),
                Step::Set(_, elements) => elements.iter().all(|it| sought.is_safe(it)),
                Step::Array(..) => true,
                Step::Open(..) | Step::Numbers(..) => false,
            };
            if !goes_on {
                break;
            }
        }
        (!sought.wanted.is_empty()).then_some(sought)
    }

    /// Notes what a condition demands; whether it is sure to have no fault.
    fn take(&mut self, condition: &Code) -> bool {
        match condition {
            Code::Binary(Operator::And, pair, _) => self.take(&pair[0]) && self.take(&pair[1]),
            Code::Compare(Comparison::Equal, pair) => {
                for [one, other] in [[&pair[0], &pair[1]], [&pair[1], &pair[0]]] {
                    let Code::Element(array, place, _) = one else {
                        continue;
                    };
                    let mut is_known = true;
                    other.slots(&mut |slot| is_known &= slot < self.slot);
                    if is_known && **place == Code::Slot(self.slot) {
                        self.read.push(*array);
                        self.wanted.push((*array, other.clone()));
                    }
                }
                self.is_safe(condition)
            }
            condition => self.is_safe(condition),
        }
    }

    /// Whether an expression is sure to have no fault, as long as the arrays noted are long enough.
    fn is_safe(&mut self, code: &Code) -> bool {
        match code {
            Code::Number(_) | Code::Slot(_) => true,
            Code::Compare(_, pair) => pair.iter().all(|part| self.is_safe(part)),
            Code::Binary(operator, pair, _) => {
                use Operator::{And, BitAnd, BitOr, Or, Xor};
                matches!(operator, And | Or | BitAnd | BitOr | Xor)
                    && pair.iter().all(|part| self.is_safe(part))
            }
            Code::Not(part) => self.is_safe(part),
            Code::Call(Function::Min | Function::Max, parts, _) => {
                parts.iter().all(|part| self.is_safe(part))
            }
            Code::Element(array, place, _) if **place == Code::Slot(self.slot) => {
                self.read.push(*array);
                true
            }
            Code::Call(..) | Code::Element(..) | Code::Of(..) => false,
            Code::Length(_) | Code::Fold(_) => false,
        }
    }

    /// Whether only some of the numbers of a range are looked at.
    pub(crate) fn serves(&self, from: i64, to: i64, arrays: &Arrays) -> bool {
        let lengths = self.read.iter().map(|&array| arrays[array].len());
        let is_long = to.checked_sub(from).is_none_or(|more| more >= SHORT);
        let mut small = lengths.map(|length| i64::try_from(length).is_ok_and(|length| to < length));
        is_long && small.all(|is_small| is_small)
    }

    /// The arrays, and what must stand there.
    pub(crate) fn wanted(&self) -> impl Iterator<Item = (usize, &Code)> {
        self.wanted.iter().map(|(array, code)| (*array, code))
    }
}

/// Whether a range of so many numbers is worth putting the places of an array in order.
pub(crate) fn is_worth(count: u64, array: &[i64]) -> bool {
    let length = array.len() as u64;
    u32::try_from(length).is_ok() && count.saturating_mul(LONG) >= length
}

/// The places of an array in the order of what stands there, equal ones rising.
pub(crate) fn placed(array: &[i64]) -> Box<[u32]> {
    let mut places: Vec<u32> = (0..array.len() as u32).collect();
    places.sort_by_key(|&place| array[place as usize]);
    places.into()
}

/// The places from one number to another at which the array has this number.
pub(crate) fn of_number<'p>(
    places: &'p [u32],
    array: &[i64],
    number: i64,
    (from, to): (i64, i64),
) -> &'p [u32] {
    let key = |&place: &u32| (array[place as usize], i64::from(place));
    let begin = places.partition_point(|place| key(place) < (number, from));
    let rest = &places[begin..];
    &rest[..rest.partition_point(|place| key(place) <= (number, to))]
}
