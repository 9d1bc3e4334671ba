//! P-positions as terms of a linear recurrence with constant coefficients: Fibonacci and Lucas numbers, powers, squares.
//!
//! Coefficients are small integers; each choice tells the constant from one term, and every other term must agree. The
//! term after the last must lie beyond all values looked at, so that no P-position is missing.

use super::data::{Data, Hypothesis};
use super::finding::Form;

/// Orders of recurrences, with the least and the greatest coefficient tried.
const TRIED: [(usize, i64, i64); 3] = [(1, 1, 16), (2, -6, 6), (3, -3, 3)];

/// Terms before the recurrence sets in.
const MOST_SKIPPED: usize = 3;

/// Terms that must be seen in the held-out range.
const HELD_OUT: usize = 2;

/// The simplest recurrence, if one holds for all P-positions of the data.
pub(crate) fn recurrence(data: &Data) -> Option<Hypothesis> {
    let lost = (0i64..).zip(&data.cells).filter(|(_, value)| **value == 0);
    let lost: Vec<i64> = lost.map(|(heap, _)| heap).collect();
    let (small, length) = (*data.small.first()? as i64, data.cells.len() as i64);
    let guessed = lost.iter().filter(|&&heap| heap < small).count();
    if lost.len() < guessed + HELD_OUT {
        return None;
    }
    for skip in 0..=MOST_SKIPPED {
        for (order, least, most) in TRIED {
            let start = skip + order;
            // Terms from which to guess, and as many again and more to confirm it.
            if guessed < start + 2 || lost.len() < start + 2 * order + 5 {
                continue;
            }
            let mut coefficients = vec![least; order];
            loop {
                let last = coefficients.last().copied().unwrap_or(0);
                if last != 0
                    && let Some(constant) = holds(&lost, start, &coefficients, length)
                {
                    return Some(Hypothesis {
                        cost: 4 + 2 * order + start + usize::from(constant != 0),
                        form: Form::Recurrence {
                            first: lost[..start].iter().map(|&heap| heap as u64).collect(),
                            coefficients,
                            constant,
                        },
                    });
                }
                // The next choice, as a counter turns.
                let mut turned = false;
                for coefficient in &mut coefficients {
                    *coefficient += 1;
                    if *coefficient <= most {
                        turned = true;
                        break;
                    }
                    *coefficient = least;
                }
                if !turned {
                    break;
                }
            }
        }
    }
    None
}

/// The constant with which the recurrence tells every term from `start` on, and that the next one is not below `length`.
fn holds(lost: &[i64], start: usize, coefficients: &[i64], length: i64) -> Option<i64> {
    let told = |place: usize| -> i64 {
        let before = coefficients.iter().zip(lost[..place].iter().rev());
        before.map(|(by, term)| by * term).sum()
    };
    let constant = lost.get(start)? - told(start);
    let all = (start..lost.len()).all(|place| told(place) + constant == lost[place]);
    (all && told(lost.len()) + constant >= length).then_some(constant)
}
