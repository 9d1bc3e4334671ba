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

#[cfg(test)]
mod tests {
    use super::super::pace::Pace;
    use super::*;
    use std::time::Duration;

    fn format(ranges: &str) -> Format {
        let text = format!(
            "[[format]]\nname = \"own\"\ncases = \"until-end\"\nlayout = \"n a*n\"\noptions = \"a -> x + (a-k-x) for k in 1..=a, x in 0..=(a-k)/2\"\nanswer = {{ win = \"Win\\n\", lose = \"Lose\\n\" }}\nranges = {ranges}\n"
        );
        let mut formats = Format::parse_all(&text).expect("a format");
        formats.remove(0)
    }

    /// All cases that are made where the judge answers each at once.
    fn made(format: &Format, most: u64, seed: u64) -> Vec<Case> {
        let limits = Limits::default();
        let mut pace = Pace::new(&limits, None, false);
        let mut made = Made::new(format, most, seed);
        let mut cases = Vec::new();
        while let Some(case) = made.another(&mut pace, &limits) {
            cases.push(case);
            let answer = grundy_judge::trial::CaseAnswer {
                mover_wins: None,
                positions: Vec::new(),
            };
            pace.heard(&[Ok(answer)], Duration::ZERO);
        }
        cases
    }

    #[test]
    fn small_cases_come_first_whatever_the_ranges_end_with() {
        let wide = format("{ n = \"1..=100000\", a = \"1..=1000000000\" }");
        let narrow = format("{ n = \"1..=10\", a = \"1..=1000\" }");
        let cases = made(&wide, 1000, 1);
        assert_eq!(cases.len(), 1000);
        let small = cases
            .iter()
            .take_while(|case| case.numbers() <= 10 && case.largest() <= 1000);
        let small = small.count();
        assert!(small >= 400, "{small}");
        // They are those of narrow ranges.
        assert_eq!(
            cases[..small.min(400)],
            made(&narrow, 1000, 1)[..small.min(400)]
        );
        // The next go further step by step, and the last to the ends.
        let largest = |part: &[Case]| part.iter().map(Case::largest).max().unwrap_or(0);
        assert!(
            largest(&cases[small..small + 10]) <= 1_000_000,
            "{}",
            largest(&cases[small..small + 10])
        );
        assert!(largest(&cases[800..]) > 900_000_000);
    }

    #[test]
    fn rows_are_mostly_few() {
        let wide = format("{ n = \"1..=100000\", a = \"1..=1000000000\" }");
        for seed in 1..4 {
            let cases = made(&wide, 2000, seed);
            let random = &cases[1200..];
            let few = random.iter().filter(|case| case.numbers() <= 20).count();
            let long = random.iter().filter(|case| case.numbers() > 500).count();
            assert!(4 * few > 2 * random.len(), "{few} of {}", random.len());
            assert!(long > 0, "no long case");
        }
    }
}
