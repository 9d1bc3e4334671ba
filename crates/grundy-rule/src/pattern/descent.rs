//! Values that go back to those of smaller numbers, by the remainder modulo some m: `G(3i) = i`, `G(3i+1) = G(2i)`, `G(3i+2) = G(2i+1)`.
//!
//! So are the values where a part of a heap may be taken, and others that hang on digits: each number is followed down to one of which
//! the value is known, by a constant factor in a step.

use super::data::{Data, Hypothesis};
use super::finding::Form;
use crate::message;
use crate::text::Message;

/// What is told of the numbers n = m·i + r with one remainder r.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Case {
    /// The value is times·i + plus.
    Value {
        /// By how much the value grows.
        times: i64,
        /// What is added.
        plus: i64,
    },
    /// The value is that of the number times·i + plus, and so much more.
    Of {
        /// By how much that number grows.
        times: i64,
        /// What is added to the number.
        plus: i64,
        /// What is added to its value.
        more: i64,
    },
}

/// The largest number by which remainders are looked at.
const MODULI: u64 = 12;

/// Rounds of remainders at the beginning that may be otherwise.
const ROUNDS: usize = 2;

/// The value of a number; `None` where the descent does not end.
pub(super) fn value(first: &[u32], cases: &[Case], number: u64) -> Option<u64> {
    let modulus = cases.len() as u64;
    let (mut number, mut more) = (number, 0i128);
    loop {
        let known = usize::try_from(number).ok().and_then(|at| first.get(at));
        if let Some(&known) = known {
            return u64::try_from(more + i128::from(known)).ok();
        }
        let (round, rest) = (number.checked_div(modulus)?, number % modulus);
        let at = |times: i64, plus: i64| i128::from(times) * i128::from(round) + i128::from(plus);
        match cases[rest as usize] {
            Case::Value { times, plus } => return u64::try_from(more + at(times, plus)).ok(),
            Case::Of {
                times,
                plus,
                more: own,
            } => {
                let next = u64::try_from(at(times, plus)).ok()?;
                if next >= number {
                    return None;
                }
                (number, more) = (next, more + i128::from(own));
            }
        }
    }
}

/// Whether such cases tell all values.
fn holds(data: &Data, first: &[u32], cases: &[Case]) -> bool {
    let told = |(number, &cell): (u64, &u32)| value(first, cases, number) == Some(cell.into());
    (0..).zip(&data.cells).all(told)
}

/// Such cases as a pattern of the values, if they hold for all of them.
pub(super) fn held(data: &Data, first: Vec<u32>, cases: Vec<Case>) -> Option<Hypothesis> {
    holds(data, &first, &cases).then(|| Hypothesis {
        cost: 8 + first.len() + 4 * cases.len(),
        form: Form::Descent { first, cases },
    })
}

/// The pattern of the fewest cases that holds for all values of one coordinate.
pub(super) fn values(data: &Data) -> Option<Hypothesis> {
    let &[small] = &data.small[..] else {
        return None;
    };
    (2..=MODULI).find_map(|modulus| {
        // Each remainder must be seen often among the numbers from which is guessed.
        if small < 16 * modulus as usize {
            return None;
        }
        let cells = &data.cells[..small];
        let cases: Option<Vec<Case>> = (0..modulus)
            .map(|rest| case(cells, modulus, rest))
            .collect();
        let cases = cases?;
        let goes_down = |case: &Case| matches!(case, Case::Of { .. });
        if !cases.iter().any(goes_down) {
            return None;
        }
        let rounds = (0..=ROUNDS).map(|rounds| rounds * modulus as usize);
        let mut firsts = rounds.map(|first| data.cells[..first].to_vec());
        firsts.find_map(|first| held(data, shortest(data, first, &cases), cases.clone()))
    })
}

/// Values at the beginning without those at their end that the cases tell.
pub(super) fn shortest(data: &Data, mut first: Vec<u32>, cases: &[Case]) -> Vec<u32> {
    while let Some(last) = first.pop() {
        let number = first.len() as u64;
        if value(&first, cases, number) != Some(last.into()) {
            first.push(last);
            break;
        }
    }
    debug_assert!(
        first.len() <= data.cells.len(),
        "they are those of the data"
    );
    first
}

/// What is told of the numbers with a remainder, seen from the third round on.
fn case(cells: &[u32], modulus: u64, rest: u64) -> Option<Case> {
    let (modulus, rest) = (modulus as usize, rest as usize);
    let at = |round: usize| {
        cells
            .get(modulus * round + rest)
            .map(|&cell| i64::from(cell))
    };
    let rounds = ROUNDS..(cells.len() - rest).div_ceil(modulus);
    let (here, next) = (at(ROUNDS)?, at(ROUNDS + 1)?);
    let times = next - here;
    let plus = here - times * ROUNDS as i64;
    let is_line = |round| at(round) == Some(times * round as i64 + plus);
    if rounds.clone().all(is_line) {
        return Some(Case::Value { times, plus });
    }
    let modulus = modulus as i64;
    (1..modulus).find_map(|times| {
        // The nearest first.
        let mut offsets: Vec<i64> = (-modulus..=modulus).collect();
        offsets.sort_by_key(|plus| plus.abs());
        offsets.into_iter().find_map(|plus| {
            let other = |round: usize| {
                let number = usize::try_from(times * round as i64 + plus).ok()?;
                let own = modulus as usize * round + rest;
                (number < own).then(|| cells.get(number).map(|&cell| i64::from(cell)))?
            };
            let more = here - other(ROUNDS)?;
            let is_so = |round| Some(more) == at(round).zip(other(round)).map(|(own, it)| own - it);
            rounds
                .clone()
                .all(is_so)
                .then_some(Case::Of { times, plus, more })
        })
    })
}

/// `3i+2`, with a number before and one behind, as far as they say anything.
fn linear(times: i64, plus: i64) -> String {
    match (times, plus) {
        (0, plus) => plus.to_string(),
        (times, plus) => {
            let times = if times == 1 {
                String::new()
            } else {
                times.to_string()
            };
            match plus {
                0 => format!("{times}i"),
                plus => format!("{times}i{plus:+}"),
            }
        }
    }
}

/// The cases in signs, which are those of both languages.
pub(super) fn message(first: &[u32], cases: &[Case]) -> Message {
    let modulus = cases.len() as i64;
    let told = (0..).zip(cases).map(|(rest, case)| {
        let value = match *case {
            Case::Value { times, plus } => linear(times, plus),
            Case::Of {
                times,
                plus,
                more: 0,
            } => format!("G({})", linear(times, plus)),
            Case::Of { times, plus, more } => format!("G({}){more:+}", linear(times, plus)),
        };
        format!("G({}) = {value}", linear(modulus, rest))
    });
    let told = told.collect::<Vec<String>>().join(", ");
    if first.is_empty() {
        return message!("{told}", "{told}", told = told);
    }
    let first: Vec<String> = first.iter().map(u32::to_string).collect();
    message!(
        "the first values are {first}, and from n = {from} on {told}",
        "最初的值为 {first}，自 n = {from} 起 {told}",
        from = first.len() as u64,
        first = first.join(" "),
        told = told
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    fn found(values: impl Fn(u64, &[u32]) -> u32) -> Option<String> {
        let mut cells: Vec<u32> = Vec::new();
        for number in 0..2_200 {
            cells.push(values(number, &cells));
        }
        let data = Data {
            names: vec!["n".to_owned()],
            small: vec![200],
            sizes: vec![cells.len()],
            first: Vec::new(),
            cells,
        };
        let found = super::values(&data)?;
        let Form::Descent { first, cases } = found.form else {
            return None;
        };
        // Far numbers are told too.
        assert!(value(&first, &cases, u64::MAX / 2).is_some());
        Some(message(&first, &cases).to_string())
    }

    #[test]
    fn what_goes_down_by_remainders_is_found() {
        let half = |n: u64, before: &[u32]| match n % 2 {
            0 => n as u32 / 2,
            _ => before[(n as usize - 1) / 2],
        };
        assert_eq!(found(half).as_deref(), Some("G(2i) = i, G(2i+1) = G(i)"));
        let ruler = |n: u64, before: &[u32]| match n {
            0 => 7,
            n if n % 2 == 1 => 0,
            n => before[n as usize / 2] + 1,
        };
        let told = "the first values are 7, and from n = 1 on G(2i) = G(i)+1, G(2i+1) = 0";
        assert_eq!(found(ruler).as_deref(), Some(told));
        assert_eq!(found(|n, _| (n * n % 1009) as u32), None);
    }
}
