//! Automata in words: what a few kinds of small automata say of the digits, and whether another one says the same of every number.
//!
//! Two automata say the same if none of the pairs of states that the digits of one number lead to differ (J. E. Hopcroft and R. M. Karp
//! 1971). Zero has no digits, and is left to whoever tells.

use crate::message;
use crate::text::Message;

/// A condition on the digits of a number.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Condition {
    /// The digit occurs so many times, modulo 2.
    Times(u32, u32),
    /// The digit does not occur, or does.
    Occurs(u32, bool),
    /// The number ends in so many zeros, modulo 2.
    Zeros(u32),
    /// There are so many digits, modulo 2.
    Length(u32),
    /// The first digit is at least this, or less.
    First(u32, bool),
    /// No two neighbours are both other than 0.
    Apart,
}

impl Condition {
    /// All that are tried, the simplest first.
    fn all(base: u32) -> Vec<Condition> {
        let mut all = Vec::new();
        for odd in 0..2 {
            all.extend([Condition::Length(odd), Condition::Zeros(odd)]);
            all.extend((0..base).map(|digit| Condition::Times(digit, odd)));
        }
        for digit in 0..base {
            all.extend([false, true].map(|occurs| Condition::Occurs(digit, occurs)));
        }
        for digit in 2..base {
            all.extend([true, false].map(|least| Condition::First(digit, least)));
        }
        all.push(Condition::Apart);
        all
    }

    /// The state after another digit. Every condition begins in state 0.
    fn step(self, state: u32, digit: u32, most_first: bool) -> u32 {
        match self {
            Condition::Times(counted, _) => state ^ u32::from(digit == counted),
            Condition::Occurs(counted, _) => state | u32::from(digit == counted),
            // From the greatest digit on zeros are counted anew behind another digit; from the least one up to the first such.
            Condition::Zeros(_) if most_first => match digit {
                0 => state ^ 1,
                _ => 0,
            },
            Condition::Zeros(_) => match (state, digit) {
                (2.., _) => state,
                (_, 0) => state ^ 1,
                _ => state + 2,
            },
            Condition::Length(_) => state ^ 1,
            // 0: no digit yet; 1: less; 2: at least.
            Condition::First(least, _) => match (most_first, state) {
                (true, 1..) => state,
                _ => 1 + u32::from(digit >= least),
            },
            // 0: a zero before, 1: another digit, 2: two neighbours.
            Condition::Apart => match (state, digit) {
                (2, _) => 2,
                (_, 0) => 0,
                (1, _) => 2,
                _ => 1,
            },
        }
    }

    fn holds(self, state: u32) -> bool {
        match self {
            Condition::Times(_, odd) | Condition::Length(odd) => state == odd,
            Condition::Zeros(odd) => state % 2 == odd,
            Condition::Occurs(_, occurs) => (state == 1) == occurs,
            Condition::First(_, least) => (state == 2) == least,
            Condition::Apart => state < 2,
        }
    }

    fn message(self, base: u32) -> Message {
        let word = |odd: u32| match odd {
            0 => message!("an even number of", "偶数"),
            _ => message!("an odd number of", "奇数"),
        };
        match self {
            Condition::Times(digit, odd) => message!(
                "with {count} digits {digit} in base {base}",
                "{base} 进制中数字 {digit} 的个数为{count}",
                count = word(odd),
                digit = digit,
                base = base
            ),
            Condition::Occurs(digit, true) => message!(
                "with a digit {digit} in base {base}",
                "{base} 进制中出现数字 {digit}",
                digit = digit,
                base = base
            ),
            Condition::Occurs(digit, false) => message!(
                "without a digit {digit} in base {base}",
                "{base} 进制中不出现数字 {digit}",
                digit = digit,
                base = base
            ),
            Condition::Zeros(odd) => message!(
                "that end in {count} zeros in base {base}",
                "{base} 进制末尾 0 的个数为{count}",
                count = word(odd),
                base = base
            ),
            Condition::Length(odd) => message!(
                "with {count} digits in base {base}",
                "{base} 进制的位数为{count}",
                count = word(odd),
                base = base
            ),
            Condition::First(digit, true) => message!(
                "whose first digit in base {base} is at least {digit}",
                "{base} 进制的首位不小于 {digit}",
                digit = digit,
                base = base
            ),
            Condition::First(digit, false) => message!(
                "whose first digit in base {base} is below {digit}",
                "{base} 进制的首位小于 {digit}",
                digit = digit,
                base = base
            ),
            Condition::Apart => message!(
                "without two neighbours other than 0 among the digits in base {base}",
                "{base} 进制中没有两个相邻的非零数字",
                base = base
            ),
        }
    }
}

/// What an automaton says of the numbers from 1 on, if it is one of these conditions.
pub(super) fn described(
    base: u32,
    most_first: bool,
    next: &[u32],
    accepting: &[bool],
) -> Option<Message> {
    let mut all = Condition::all(base).into_iter();
    let same = |condition: &Condition| says(*condition, base, most_first, next, accepting);
    all.find(same).map(|condition| condition.message(base))
}

/// Whether the condition holds for a number exactly where the automaton accepts it.
fn says(
    condition: Condition,
    base: u32,
    most_first: bool,
    next: &[u32],
    accepting: &[bool],
) -> bool {
    let mut pairs = vec![(0u32, 0u32)];
    let mut at = 0;
    while at < pairs.len() {
        let (state, own) = pairs[at];
        // The greatest digit is not 0.
        let first = u32::from(most_first && at == 0);
        for digit in first..base {
            let Some(&to) = next.get((state * base + digit) as usize) else {
                return false;
            };
            let own = condition.step(own, digit, most_first);
            // Where the least digit comes first, a number ends with one that is not 0.
            let is_number = most_first || digit > 0;
            let accepts = accepting.get(to as usize) == Some(&true);
            if is_number && accepts != condition.holds(own) {
                return false;
            }
            if !pairs[1..].contains(&(to, own)) {
                pairs.push((to, own));
            }
        }
        at += 1;
    }
    true
}

#[cfg(test)]
mod tests {
    use super::super::automaton;
    use super::*;

    /// The digits of a number, the greatest first.
    fn digits(mut number: u64, base: u64) -> Vec<u64> {
        let mut digits = Vec::new();
        while number > 0 {
            digits.insert(0, number % base);
            number /= base;
        }
        digits
    }

    fn plainly(condition: Condition, number: u64, base: u64) -> bool {
        let digits = digits(number, base);
        let count = |digit: u32| digits.iter().filter(|&&it| it == u64::from(digit)).count();
        let is = |number: usize, odd: u32| number % 2 == odd as usize;
        match condition {
            Condition::Times(digit, odd) => is(count(digit), odd),
            Condition::Occurs(digit, occurs) => (count(digit) > 0) == occurs,
            Condition::Zeros(odd) => is(
                digits.iter().rev().take_while(|&&digit| digit == 0).count(),
                odd,
            ),
            Condition::Length(odd) => is(digits.len(), odd),
            Condition::First(digit, least) => (digits[0] >= u64::from(digit)) == least,
            Condition::Apart => digits.windows(2).all(|pair| pair[0] == 0 || pair[1] == 0),
        }
    }

    /// The automaton of a condition, of as many states as it has.
    fn machine(condition: Condition, base: u32, most_first: bool) -> (Vec<u32>, Vec<bool>) {
        let next = (0..4)
            .flat_map(|state| (0..base).map(move |digit| condition.step(state, digit, most_first)));
        (
            next.collect(),
            (0..4).map(|state| condition.holds(state)).collect(),
        )
    }

    #[test]
    fn conditions_are_what_they_say() {
        for base in 2..=5 {
            for condition in Condition::all(base) {
                for most_first in [true, false] {
                    let (next, accepting) = machine(condition, base, most_first);
                    for number in 1..700u64 {
                        let told = automaton::accepts(base, most_first, &next, &accepting, number);
                        let truth = plainly(condition, number, base.into());
                        assert_eq!(
                            told,
                            Some(truth),
                            "{condition:?} {base} {most_first} {number}"
                        );
                    }
                    let words = described(base, most_first, &next, &accepting);
                    assert!(words.is_some(), "{condition:?} {base} {most_first}");
                }
            }
        }
    }

    #[test]
    fn one_state_that_differs_is_seen() {
        // An odd number of ones, but for the number 1.
        let next = [0, 1, 2, 3, 2, 3, 3, 2];
        let accepting = [true, false, true, false];
        assert_eq!(described(2, true, &next, &accepting), None);
    }
}
