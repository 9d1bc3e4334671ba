//! Sets of P-positions that a finite automaton tells from the digits of the heap: k-automatic sets.
//!
//! Reading from the least digit, the states are the sequences P(b^k · n + r), the kernel (S. Eilenberg 1974); reading from the
//! greatest, two numbers share a state if every continuation of their digits has the same outcome (J. Myhill 1957, A. Nerode
//! 1958). On the small range states are told apart as far as they can be seen; the automaton must then be right on all of
//! the rest.

use super::data::{Data, Hypothesis};
use super::finding::Form;
use crate::budget::{Exhausted, Meter};

/// Most states of an automaton that is told.
const MOST_STATES: usize = 12;

/// Continuations that two states must at least share to be taken for one.
const LEAST_SEEN: usize = 6;

/// The smallest automaton found, by base and by direction, that is right for every heap.
pub(crate) fn automaton(data: &Data, meter: &mut Meter) -> Result<Option<Hypothesis>, Exhausted> {
    let lost: Vec<bool> = data.cells.iter().map(|&value| value == 0).collect();
    let small = data.small[0];
    let count = |lost: &[bool]| lost.iter().filter(|&&lost| lost).count();
    let held_out = &lost[small..];
    let rarer = count(held_out).min(held_out.len() - count(held_out));
    let mut best: Option<Machine> = None;
    for base in 2..=10usize {
        for most_first in [true, false] {
            meter.look()?;
            let built = if most_first {
                from_greatest(&lost[..small], base)
            } else {
                from_least(&lost[..small], base)
            };
            let Some(machine) = built else { continue };
            let size = |machine: &Machine| machine.accepting.len() * machine.base;
            // What is rarer in the held-out range must be much more than there are states.
            if rarer < 3 * machine.accepting.len()
                || best
                    .as_ref()
                    .is_some_and(|best| size(best) <= size(&machine))
            {
                continue;
            }
            meter.spend(lost.len() as u64 / 4, 0)?;
            let mut heaps = lost.iter().enumerate();
            if heaps.all(|(heap, &lost)| machine.accepts(heap) == lost) {
                best = Some(machine);
            }
        }
    }
    Ok(best.map(|machine| Hypothesis {
        cost: 6 + machine.accepting.len() * (machine.base + 1),
        form: Form::Automaton {
            base: machine.base as u32,
            most_first: machine.most_first,
            next: machine.next,
            accepting: machine.accepting,
        },
    }))
}

struct Machine {
    base: usize,
    most_first: bool,
    next: Vec<u32>,
    accepting: Vec<bool>,
}

impl Machine {
    fn accepts(&self, heap: usize) -> bool {
        let heap = heap as u64;
        accepts(
            self.base as u32,
            self.most_first,
            &self.next,
            &self.accepting,
            heap,
        ) == Some(true)
    }
}

/// Whether an automaton accepts a number; `None` where a state or a digit is missing.
pub(crate) fn accepts(
    base: u32,
    most_first: bool,
    next: &[u32],
    accepting: &[bool],
    number: u64,
) -> Option<bool> {
    let base = u64::from(base.max(2));
    let mut digits = [0u64; 64];
    let (mut length, mut rest) = (0, number);
    while rest > 0 {
        digits[length] = rest % base;
        rest /= base;
        length += 1;
    }
    if most_first {
        digits[..length].reverse();
    }
    let mut state = 0u64;
    for digit in &digits[..length] {
        let place = usize::try_from(state * base + digit).ok()?;
        state = u64::from(*next.get(place)?);
    }
    accepting.get(state as usize).copied()
}

/// States by the outcomes of what follows the digits read, the greatest first.
fn from_greatest(lost: &[bool], base: usize) -> Option<Machine> {
    // The outcomes of number · base^length + rest, as far as they are known.
    let seen = |number: usize| -> Vec<bool> {
        let mut seen = Vec::new();
        let mut power = 1;
        while (number + 1) * power <= lost.len() {
            seen.extend_from_slice(&lost[number * power..(number + 1) * power]);
            power *= base;
        }
        seen
    };
    grow(base, true, 0, seen, |number, digit| {
        (number * base + digit < lost.len()).then_some(number * base + digit)
    })
}

/// States by the kernel, the least digit being read first: (power, rest) is packed as power · length + rest.
fn from_least(lost: &[bool], base: usize) -> Option<Machine> {
    let length = lost.len();
    let seen = |packed: usize| -> Vec<bool> {
        let (power, rest) = (packed / length, packed % length);
        lost[rest..].iter().step_by(power).copied().collect()
    };
    grow(base, false, length, seen, |packed, digit| {
        let (power, rest) = (packed / length, packed % length);
        let rest = rest + digit * power;
        (rest < length).then_some(power * base * length + rest)
    })
}

/// Goes from state to state, breadth first. States that agree as far as both are seen are one.
fn grow(
    base: usize,
    most_first: bool,
    start: usize,
    seen: impl Fn(usize) -> Vec<bool>,
    step: impl Fn(usize, usize) -> Option<usize>,
) -> Option<Machine> {
    let mut states = vec![(start, seen(start))];
    let mut next = Vec::new();
    let mut at = 0;
    while at < states.len() {
        for digit in 0..base {
            // A zero in front of a number changes nothing.
            let to = step(states[at].0, digit)?;
            let sight = seen(to);
            if sight.len() < LEAST_SEEN {
                return None;
            }
            let same = |(_, other): &(usize, Vec<bool>)| {
                other.iter().zip(&sight).all(|(one, other)| one == other)
            };
            let place = match states.iter().position(same) {
                Some(place) => place,
                None if states.len() == MOST_STATES => return None,
                None => {
                    states.push((to, sight));
                    states.len() - 1
                }
            };
            next.push(place as u32);
        }
        at += 1;
    }
    let accepting = states.iter().map(|(_, seen)| seen.first() == Some(&true));
    Some(Machine {
        base,
        most_first,
        next,
        accepting: accepting.collect(),
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use grundy::Budget;

    fn of(lost: impl Fn(u64) -> bool) -> Option<(u32, bool, usize)> {
        let cells: Vec<u32> = (0..3300).map(|heap| u32::from(!lost(heap))).collect();
        let data = Data {
            names: vec!["n".to_owned()],
            small: vec![300],
            sizes: vec![cells.len()],
            first: Vec::new(),
            cells,
        };
        let found = automaton(&data, &mut Meter::new(&Budget::default()));
        match found.expect("enough")?.form {
            Form::Automaton {
                base,
                most_first,
                next,
                accepting,
            } => {
                for heap in 0..5000 {
                    let told = accepts(base, most_first, &next, &accepting, heap);
                    assert_eq!(told, Some(lost(heap)), "{heap}");
                }
                Some((base, most_first, accepting.len()))
            }
            _ => None,
        }
    }

    #[test]
    fn automatic_sets_are_told() {
        // Thue and Morse; an even number of zeros at the end; no digit 1 in base 3.
        assert_eq!(of(|n| n.count_ones() % 2 == 0), Some((2, true, 2)));
        assert!(of(|n| n > 0 && n.trailing_zeros() % 2 == 0).is_some_and(|found| found.0 == 2));
        let no_one = |mut n: u64| {
            while n > 0 && n % 3 != 1 {
                n /= 3;
            }
            n == 0
        };
        assert!(of(no_one).is_some_and(|found| found.0 == 3 && found.2 <= 3));
    }

    #[test]
    fn sets_that_are_not_automatic_are_left_alone() {
        assert_eq!(of(|n| n.isqrt().pow(2) == n), None);
        assert_eq!(
            of(|n| n.wrapping_mul(0x9E37_79B9_7F4A_7C15) >> 61 == 0),
            None
        );
    }
}
