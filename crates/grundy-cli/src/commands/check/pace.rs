//! How far made-up cases go, and what each may cost the judge.
//!
//! The ranges of a statement end where a good program is still fast, but the judge of a rule that has no theorem may follow play only among
//! small numbers. So small cases have their time first; then numbers and rows grow by steps, one step for every few cases that were answered
//! soon. Where most cases of a step are too much work, or take long, the step before is gone back to, and the next try comes later.

use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, Instant};

use grundy::Budget;
use grundy::budget::Watch;
use grundy_judge::Limits;
use grundy_judge::trial::{CaseAnswer, LeftOut, Reach};
use grundy_process::worked;

/// What one answer may cost the judge: positions, where nobody asks for more than the usual number, and bytes.
const WORTH: u64 = 1_500_000;
const HELD: u64 = 128 << 20;

/// Rows and numbers above their least, step by step.
const STEPS: [Reach; 7] = [
    reach(3, 20),
    reach(5, 100),
    reach(8, 1000),
    reach(12, 10_000),
    reach(40, 1_000_000),
    reach(200, u64::MAX),
    Reach::WHOLE,
];

const fn reach(rows: u64, numbers: u64) -> Reach {
    Reach { rows, numbers }
}

/// Cases by whose answers a step is judged.
const WINDOW: usize = 8;

/// Every so many cases, one is of the next step, unless that was too much.
const AHEAD: u64 = 6;

/// Random cases that were there before make the numbers grow.
const MET: u32 = 20;

/// How long a window of cases takes at most, where the check has no time of its own.
const SOON: Duration = Duration::from_secs(1);

/// The same as a part of a check's time, and the part of one question of it.
const PARTS: u32 = 20;
const QUESTIONS: u32 = 3;

/// How many times as long as it works the judge may take for a question where the machine has other things to do.
const WAITING: u32 = 8;

/// How far cases go, and what they may cost.
pub(super) struct Pace {
    limits: Limits,
    /// When small cases have had their time, and when others have.
    small_until: Option<Instant>,
    until: Option<Instant>,
    soon: Duration,
    clock: Clock,
    small: bool,
    /// Windows of small cases that took long, one after the other.
    slow: u32,
    step: usize,
    /// Windows to wait before the next step is tried, and how many it were last.
    wait: u32,
    waited: u32,
    /// The cases of the window, those of them that were too much, and the time of all.
    asked: usize,
    too_much: usize,
    took: Duration,
    again: u32,
}

impl Pace {
    /// The pace of a check with so much time, if it has one of its own; whether larger numbers are tried afterwards.
    pub(super) fn new(limits: &Limits, left: Option<Duration>, goes_on: bool) -> Pace {
        let now = Instant::now();
        let after = |part: fn(Duration) -> Duration| now.checked_add(part(left?));
        Pace {
            limits: brief(limits),
            small_until: after(|left| left / 2),
            until: match goes_on {
                true => after(|left| left / 4 * 3),
                false => None,
            },
            soon: left.map_or(SOON, |left| left / PARTS),
            clock: Clock(now),
            small: true,
            slow: 0,
            step: 0,
            wait: 0,
            waited: 0,
            asked: 0,
            too_much: 0,
            took: Duration::ZERO,
            again: 0,
        }
    }

    /// Whether the rest of the time is for larger numbers.
    pub(super) fn is_over(&self) -> bool {
        is_past(self.until)
    }

    /// How long the cases of one run should take at most.
    pub(super) fn soon(&self) -> Duration {
        self.soon
    }

    /// The others had their time: what is left is for these, and for small ones that were left first.
    pub(super) fn go_on(&mut self) {
        self.until = None;
        (self.small, self.slow, self.small_until) = (true, 0, None);
    }

    /// Whether small cases come next.
    pub(super) fn tries_small(&self) -> bool {
        self.small
    }

    /// There are no more small cases.
    pub(super) fn end_small(&mut self) {
        self.small = false;
    }

    /// How far a random case goes.
    pub(super) fn reach(&self, turn: u64) -> Reach {
        let ahead = usize::from(self.wait == 0 && turn.is_multiple_of(AHEAD));
        STEPS[(self.step + ahead).min(STEPS.len() - 1)]
    }

    /// What the judge may use for the next cases.
    pub(super) fn limits(&self) -> Limits {
        let mut limits = self.limits.clone();
        let work = Work::of(self.clock, self.parts());
        let (whole, watch) = (deadline(&limits.budget), limits.budget.watch.take());
        limits.budget.since = None;
        limits.budget.time = Some(WAITING * self.parts().0);
        limits.budget.watch = Some(Watch::new(move |positions| {
            work.goes_on(positions)
                && !is_past(whole)
                && watch.as_ref().is_none_or(|watch| watch.goes_on(positions))
        }));
        limits
    }

    /// How long the judge may work on one question, and on those of one run.
    pub(super) fn parts(&self) -> (Duration, Duration) {
        (self.soon / QUESTIONS, 2 * self.soon)
    }

    /// How long the check has been at work, whatever else the machine did meanwhile.
    pub(super) fn worked(&self) -> Duration {
        self.clock.now()
    }

    /// Cases were answered, or not, with so much work.
    pub(super) fn heard(&mut self, known: &[Result<CaseAnswer, LeftOut>], took: Duration) {
        let too_much = known
            .iter()
            .filter(|known| matches!(known, Err(LeftOut::TooMuch(_) | LeftOut::Stopped(_))));
        self.asked += known.len();
        self.too_much += too_much.count();
        self.took += took;
        let is_slow = self.took > self.soon;
        if self.asked < WINDOW && !is_slow {
            return;
        }
        let is_hard = is_slow || 2 * self.too_much > self.asked;
        (self.asked, self.too_much, self.took) = (0, 0, Duration::ZERO);
        if self.small {
            // Once may be by chance.
            self.slow = if is_slow { self.slow + 1 } else { 0 };
            self.small = self.slow < 2 && !is_past(self.small_until);
            return;
        }
        if is_hard {
            self.step = self.step.saturating_sub(1);
            self.waited = (2 * self.waited).clamp(2, 64);
            self.wait = self.waited;
        } else if self.wait > 0 {
            self.wait -= 1;
        } else {
            self.step = (self.step + 1).min(STEPS.len() - 1);
        }
    }

    /// A case was there before.
    pub(super) fn met_again(&mut self) {
        self.again += 1;
        if !self.small && self.again >= MET {
            self.again = 0;
            self.step = (self.step + 1).min(STEPS.len() - 1);
        }
    }
}

/// Tells how long the process was at work; where the system does not say it, how much time went by.
#[derive(Clone, Copy)]
struct Clock(Instant);

impl Clock {
    fn now(self) -> Duration {
        worked().unwrap_or_else(|| self.0.elapsed())
    }
}

/// How long the judge works, in nanoseconds: on all questions of a run together, and on each.
struct Work {
    clock: Clock,
    end: Duration,
    each: Duration,
    /// When the question at hand began, and how many positions it has looked at.
    begun: AtomicU64,
    positions: AtomicU64,
}

impl Work {
    fn of(clock: Clock, (each, all): (Duration, Duration)) -> Work {
        let now = clock.now();
        Work {
            clock,
            end: now + all,
            each,
            begun: AtomicU64::new(nanoseconds(now)),
            positions: AtomicU64::new(0),
        }
    }

    /// Whether to go on with a question that has looked at so many positions; with fewer than before it is another.
    fn goes_on(&self, positions: u64) -> bool {
        let now = self.clock.now();
        if positions < self.positions.swap(positions, Ordering::Relaxed) {
            self.begun.store(nanoseconds(now), Ordering::Relaxed);
        }
        let begun = Duration::from_nanos(self.begun.load(Ordering::Relaxed));
        now < self.end && now.saturating_sub(begun) < self.each
    }
}

fn nanoseconds(time: Duration) -> u64 {
    u64::try_from(time.as_nanos()).unwrap_or(u64::MAX)
}

/// Limits for one of many made-up cases.
pub(super) fn brief(limits: &Limits) -> Limits {
    let mut limits = limits.clone();
    if limits.budget.positions <= Budget::default().positions {
        limits.budget.positions = limits.budget.positions.min(WORTH);
    }
    limits.budget.bytes = limits.budget.bytes.min(HELD);
    limits
}

fn deadline(budget: &Budget) -> Option<Instant> {
    let (since, time) = budget.since.zip(budget.time)?;
    since.checked_add(time)
}

fn is_past(moment: Option<Instant>) -> bool {
    moment.is_some_and(|moment| Instant::now() >= moment)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_question_has_work_of_its_own() {
        let each = Duration::from_millis(20);
        let work = Work::of(Clock(Instant::now()), (each, Duration::from_secs(100)));
        let ends = |work: &Work| (1..u64::MAX).find(|&positions| !work.goes_on(positions));
        for _ in 0..2 {
            // It begins with fewer positions than the one before ended with.
            assert!(work.goes_on(0));
            assert!(ends(&work).is_some_and(|positions| positions > 1));
        }
        let all = Work::of(Clock(Instant::now()), (each, Duration::ZERO));
        assert!(!all.goes_on(0) && !all.goes_on(0));
    }
}
