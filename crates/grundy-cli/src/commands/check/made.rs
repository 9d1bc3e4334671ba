//! Which cases a check tries, one after the other: all small ones first, and then random ones and those of extremes, as far as its
//! [pace](Pace) lets them go.

use std::collections::{HashSet, VecDeque};

use grundy_judge::trial::{Case, Generator};
use grundy_judge::{Format, Limits};

use super::pace::Pace;

/// Cases in the order in which they are tried.
pub(super) struct Made<'f> {
    format: &'f Format,
    generator: Generator<'f>,
    small: VecDeque<Case>,
    /// Cases near one that was made at random.
    near: VecDeque<Case>,
    /// Cases that were made, as far as they are kept, so that none comes twice.
    seen: HashSet<Case>,
    /// How many numbers those have that are kept.
    numbers: usize,
    turn: u64,
    pub(super) made: u64,
    most: u64,
}

/// Cases, and numbers in them, that are kept to notice one that comes again.
const SEEN: usize = 1 << 18;
const SEEN_NUMBERS: usize = 1 << 23;

/// So many that come again one after the other say that there are hardly others.
const AGAIN: u32 = 300;

impl<'f> Made<'f> {
    pub(super) fn new(format: &'f Format, most: u64, seed: u64) -> Made<'f> {
        let generator = Generator::new(format, seed);
        let half = usize::try_from((most / 2).min(20_000)).unwrap_or(20_000);
        Made {
            format,
            small: generator.small(half).into(),
            near: VecDeque::new(),
            generator,
            seen: HashSet::new(),
            numbers: 0,
            turn: 0,
            made: 0,
            most,
        }
    }

    /// The next case, if there is one; a case near others is asked for within the limits.
    pub(super) fn another(&mut self, pace: &mut Pace, limits: &Limits) -> Option<Case> {
        if self.made == self.most {
            return None;
        }
        for _ in 0..AGAIN {
            let case = self.any(pace, limits);
            if self.seen.contains(&case) {
                // Where hardly anything is new any more, numbers have to grow.
                pace.met_again();
                continue;
            }
            if self.seen.len() < SEEN && self.numbers < SEEN_NUMBERS {
                self.numbers += case.numbers();
                self.seen.insert(case.clone());
            }
            self.made += 1;
            return Some(case);
        }
        None
    }

    fn any(&mut self, pace: &mut Pace, limits: &Limits) -> Case {
        if pace.tries_small() {
            match self.small.pop_front() {
                Some(case) => return case,
                None => pace.end_small(),
            }
        }
        if let Some(case) = self.near.pop_front() {
            return case;
        }
        self.turn += 1;
        self.generator.keep_within(pace.reach(self.turn));
        let by_outcome = matches!(self.format.tell, grundy_judge::Reply::Outcome { .. });
        match self.turn % 8 {
            0 if by_outcome => {
                self.near.extend(self.generator.balanced(limits));
                (self.near.pop_front()).unwrap_or_else(|| self.generator.medium())
            }
            1 | 3 | 5 => self.generator.adversarial(),
            _ => self.generator.medium(),
        }
    }
}
