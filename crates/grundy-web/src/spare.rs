//! What the only thread of the server may spend on questions itself. Those that turn out to cost more than a worker's turn make a debt, which
//! a part of the time pays off; while it is large every question goes to a worker. So nobody is kept waiting, whatever others ask.

use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

/// What a worker's turn costs, about.
const TURN: Duration = Duration::from_micros(300);
/// The largest debt with which a question is still tried.
const MOST: Duration = Duration::from_millis(20);
/// One part of so many of the time pays it off.
const PART: u32 = 20;

/// What was spent and is not paid off yet.
#[derive(Debug)]
pub(crate) struct Spare(Mutex<(Duration, Instant)>);

impl Spare {
    pub(crate) fn new(now: Instant) -> Spare {
        Spare(Mutex::new((Duration::ZERO, now)))
    }

    /// Whether another question may be tried.
    pub(crate) fn is_left(&self, now: Instant) -> bool {
        let mut state = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let (debt, last) = &mut *state;
        *debt = debt.saturating_sub(now.saturating_duration_since(*last) / PART);
        *last = now;
        *debt < MOST
    }

    /// A question was tried for so long.
    pub(crate) fn spent(&self, time: Duration) {
        if time > TURN {
            self.0.lock().unwrap_or_else(PoisonError::into_inner).0 += time;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn dear_questions_are_a_small_part_of_the_time() {
        let begun = Instant::now();
        let spare = Spare::new(begun);
        // Small ones cost nothing.
        (0..1000).for_each(|_| spare.spent(Duration::from_micros(50)));
        assert!(spare.is_left(begun));
        let mut tried = 0;
        for at in 0..1000 {
            let now = begun + Duration::from_millis(at);
            if spare.is_left(now) {
                tried += 1;
                spare.spent(Duration::from_millis(2));
            }
        }
        // Ten milliseconds and the twentieth part of a second.
        assert!((25..=40).contains(&tried), "{tried}");
        assert!(spare.is_left(begun + Duration::from_secs(3)));
    }
}
