//! Relations between the digits of numbers, as automata whose tracks are 0, 1, ….

use super::machine::{Machine, Steps, TooMuch};

/// The third number is what a function makes of the digits of the first two, place by place.
pub(super) fn digitwise(
    of: &dyn Fn(usize, usize) -> usize,
    steps: &mut Steps,
) -> Result<Machine, TooMuch> {
    let mut step = |right: &bool, digits: &[usize]| *right && of(digits[0], digits[1]) == digits[2];
    Machine::grown(2, vec![0, 1, 2], true, &mut step, &|right| *right, steps)
}

/// The number is a power of the base to an exponent that is divisible by `every`.
pub(super) fn is_power(base: usize, every: usize, steps: &mut Steps) -> Result<Machine, TooMuch> {
    // The place modulo that, before the one digit; then whether there was one.
    let mut step = |state: &Option<Result<usize, ()>>, digits: &[usize]| match (state, digits[0]) {
        (Some(Ok(place)), 0) => Some(Ok((place + 1) % every)),
        (Some(Ok(0)), 1) => Some(Err(())),
        (Some(Err(())), 0) => Some(Err(())),
        _ => None,
    };
    Machine::grown(
        base,
        vec![0],
        Some(Ok(0)),
        &mut step,
        &|state| *state == Some(Err(())),
        steps,
    )
}

/// The second number is the greatest power of two that divides the first; 0 for 0.
pub(super) fn lowest(steps: &mut Steps) -> Result<Machine, TooMuch> {
    // Whether the digit was met; none where it is wrong.
    let mut step = |state: &Option<bool>, digits: &[usize]| match (state, digits[0], digits[1]) {
        (Some(false), 0, 0) => Some(false),
        (Some(false), 1, 1) => Some(true),
        (Some(true), _, 0) => Some(true),
        _ => None,
    };
    Machine::grown(
        2,
        vec![0, 1],
        Some(false),
        &mut step,
        &Option::is_some,
        steps,
    )
}

/// The second number is the greatest power of the base that the first reaches; 0 for 0.
pub(super) fn greatest(base: usize, steps: &mut Steps) -> Result<Machine, TooMuch> {
    // Whether all digits since the power's are 0 and one is missing; none where it is wrong.
    let mut step = |state: &Option<(bool, bool)>, digits: &[usize]| {
        let (met, open) = (*state)?;
        match (met, digits[0], digits[1]) {
            // Before the power's digit: a digit other than 0 asks for a power above it.
            (false, 0, 0) => Some((false, open)),
            (false, _, 0) => Some((false, true)),
            (false, 1.., 1) => Some((true, false)),
            (true, 0, 0) => Some((true, false)),
            _ => None,
        }
    };
    Machine::grown(
        base,
        vec![0, 1],
        Some((false, false)),
        &mut step,
        &|state| state.is_some_and(|(_, open)| !open),
        steps,
    )
}

/// What is counted in the digits of a number.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Counted {
    /// Their sum.
    Sum,
    /// How many there are; none of 0.
    Length,
    /// How many zeros stand behind the last other digit; none of 0.
    Zeros,
}

/// What is counted in the number leaves the rest `rest` modulo `modulus`.
pub(super) fn counted(
    what: Counted,
    base: usize,
    modulus: usize,
    rest: usize,
    steps: &mut Steps,
) -> Result<Machine, TooMuch> {
    // The places so far, what is counted, and whether another digit than 0 was met.
    let mut step = |state: &(usize, usize, bool), digits: &[usize]| {
        let (place, count, met) = *state;
        let digit = digits[0];
        let place = (place + 1) % modulus;
        let count = match what {
            Counted::Sum => (count + digit) % modulus,
            Counted::Length if digit > 0 => place,
            Counted::Zeros if digit > 0 && !met => (place + modulus - 1) % modulus,
            _ => count,
        };
        match what {
            Counted::Sum => (0, count, false),
            Counted::Length => (place, count, false),
            Counted::Zeros => (if met { 0 } else { place }, count, met || digit > 0),
        }
    };
    Machine::grown(
        base,
        vec![0],
        (0, 0, false),
        &mut step,
        &|state| state.1 == rest,
        steps,
    )
}

/// The numbers whose digits an automaton accepts that reads them in one order or the other, as patterns have them.
pub(super) fn read(
    base: usize,
    most_first: bool,
    next: &[u32],
    accepting: &[bool],
    steps: &mut Steps,
) -> Result<Machine, TooMuch> {
    let after = |state: usize, digit: usize| {
        next.get(state * base + digit)
            .map_or(usize::MAX, |&to| to as usize)
    };
    let accepts = |state: usize| accepting.get(state) == Some(&true);
    // Where the number ends is seen behind its last digit that is not 0: what is told there is kept.
    match most_first {
        false => {
            let mut step = |state: &(usize, bool), digits: &[usize]| {
                let to = after(state.0, digits[0]);
                (to, if digits[0] > 0 { accepts(to) } else { state.1 })
            };
            let start = (0, accepts(0));
            Machine::grown(base, vec![0], start, &mut step, &|state| state.1, steps)
        }
        true => {
            // All states from which the digits read lead to one that accepts.
            let states = accepting.len();
            let mut step = |state: &(Vec<bool>, bool), digits: &[usize]| {
                let leads: Vec<bool> = (0..states)
                    .map(|from| state.0.get(after(from, digits[0])) == Some(&true))
                    .collect();
                let told = if digits[0] > 0 {
                    leads.first() == Some(&true)
                } else {
                    state.1
                };
                (leads, told)
            };
            let start = (accepting.to_vec(), accepts(0));
            Machine::grown(base, vec![0], start, &mut step, &|state| state.1, steps)
        }
    }
}
