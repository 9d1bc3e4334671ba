//! Tables of one number whose options are at each position an interval of smaller numbers: `n -> n-k for k in 1..=c[n]`.
//!
//! The numbers from l to r are worth the least value that none of them has: the least whose last place up to r lies before l. Of each
//! value the last place is kept, and the least of these places over each block of 1, 2, 4, … values (a segment tree), so that the value of a
//! position is found on the way from the whole down to one value. Where the right end never goes back as positions grow, values are put in as
//! it moves on: N positions cost N log N steps, however long the intervals are.

use super::Unfilled;
use crate::budget::Meter;
use crate::rule::Rule;
use crate::rule::code::{Arrays, Code};
use crate::rule::lines::slope;
use crate::rule::program::MoveClause;
use crate::rule::step::Step;

/// Options of a position, on an average, from which on intervals are worth it.
const LONG: u64 = 16;

/// Numbers from the first to the last; none where the first is greater.
type Interval = (i64, i64);

/// An alternative of a clause.
struct Way<'p> {
    /// Names and guards, which do not depend on the generated number.
    before: &'p [Step],
    range: &'p Step,
    /// The same, behind it.
    after: &'p [Step],
    slot: usize,
    option: &'p Code,
}

/// The values below a size, of rules under normal play whose options are intervals; `None` for other rules, where intervals are short, and
/// where something cannot be evaluated, which is told where positions are looked at one after another.
pub(super) fn cells(
    rule: &Rule,
    size: usize,
    meter: &mut Meter,
) -> Option<Result<Vec<u32>, Unfilled>> {
    let least = LONG.checked_mul(size as u64)?;
    of_at_least(rule, size, least, meter)
}

/// The same where there are so many options in all.
pub(super) fn of_at_least(
    rule: &Rule,
    size: usize,
    least: u64,
    meter: &mut Meter,
) -> Option<Result<Vec<u32>, Unfilled>> {
    let program = rule.program();
    if program.arity != 1 || !program.values.is_empty() || size == 0 || size >= 1 << 30 {
        return None;
    }
    let clauses = program.moves.iter();
    let ways: Option<Vec<Vec<Way<'_>>>> = clauses.map(Way::of).collect();
    let ways: Vec<Way<'_>> = ways?.into_iter().flatten().collect();
    let bytes = size as u64 * size_of::<(u32, u32)>() as u64;
    if bytes > meter.bytes_left() {
        return None;
    }
    // Whoever looks at positions one after another has the whole budget.
    let mut own = meter.clone();
    own.spend(0, bytes).ok()?;
    let mut intervals = Vec::with_capacity(size);
    let mut slots = vec![0; program.slots];
    let (mut all, mut right) = (0u64, -1);
    let mut found = Vec::new();
    for heap in 0..i64::try_from(size).ok()? {
        own.spend(u64::from(heap % 8 == 0), 0).ok()?;
        found.clear();
        for way in &ways {
            found.extend(way.interval(heap, &mut slots, &program.arrays)?);
        }
        let interval = joined(&mut found)?;
        let Some((first, last)) = interval else {
            intervals.push((1, 0));
            continue;
        };
        if last >= heap || last < right {
            return None;
        }
        right = last;
        all = all.checked_add((last - first + 1).unsigned_abs())?;
        intervals.push((first as u32, last as u32));
    }
    if all < least {
        return None;
    }
    let told = filled(&intervals, &mut own);
    own.release(bytes);
    *meter = own;
    Some(told)
}

/// The values, given the interval of each position.
fn filled(intervals: &[(u32, u32)], meter: &mut Meter) -> Result<Vec<u32>, Unfilled> {
    let mut cells: Vec<u32> = Vec::with_capacity(intervals.len());
    let mut places = Places::default();
    let mut done = 0;
    for &(first, last) in intervals {
        let mut value = 0;
        if first <= last {
            while done <= last {
                places
                    .put(cells[done as usize], done, meter)
                    .map_err(Unfilled::Exhausted)?;
                done += 1;
            }
            value = places.least_before(first);
        }
        cells.push(value);
        meter.spend(1, 0).map_err(Unfilled::Exhausted)?;
    }
    meter.release(places.bytes());
    Ok(cells)
}

/// The one interval that intervals make up together, if they are one; no number at all is none.
#[allow(
    clippy::option_option,
    reason = "whether there is an answer, and whether it is an interval"
)]
fn joined(found: &mut [Interval]) -> Option<Option<Interval>> {
    found.sort_unstable();
    let mut all: Option<Interval> = None;
    for &(first, last) in found.iter() {
        all = match all {
            None => Some((first, last)),
            Some((from, to)) if first <= to + 1 => Some((from, to.max(last))),
            Some(_) => return None,
        };
    }
    Some(all)
}

impl<'p> Way<'p> {
    /// The alternatives of a clause.
    fn of(clause: &'p MoveClause) -> Option<Vec<Way<'p>>> {
        if clause.fixed.iter().any(Option::is_some) {
            return None;
        }
        let plain = |step: &Step| matches!(step, Step::Let(..) | Step::Guard(_));
        let at = clause.steps.iter().position(|step| !plain(step))?;
        let (before, rest) = clause.steps.split_at(at);
        let (range, after) = rest.split_first()?;
        let slot = match range {
            Step::Range(slot, ..) | Step::Open(slot, ..) => *slot,
            _ => return None,
        };
        let stays = |step: &Step| match step {
            Step::Let(_, code) | Step::Guard(code) => !code.mentions(slot),
            _ => false,
        };
        if !after.iter().all(stays) {
            return None;
        }
        let alternatives = clause.options.iter().map(|sum| {
            let [term] = &sum[..] else { return None };
            let [option] = &term[..] else { return None };
            let slope = slope(option, slot)?;
            let fits = match range {
                // An open range goes on as long as this option is there.
                Step::Open(_, _, ends) => slope == -1 && ends.contains(option),
                _ => slope.abs() == 1,
            };
            fits.then_some(Way {
                before,
                range,
                after,
                slot,
                option,
            })
        });
        alternatives.collect()
    }

    /// The options of a heap that are not below 0, where there are some; `None` where they cannot be evaluated.
    #[allow(
        clippy::option_option,
        reason = "whether there is an answer, and whether it is an interval"
    )]
    fn interval(&self, heap: i64, slots: &mut [i64], arrays: &Arrays) -> Option<Option<Interval>> {
        slots[0] = heap;
        if !passed(self.before, slots, arrays)? {
            return Some(None);
        }
        let (from, to) = match self.range {
            Step::Range(_, from, to) => {
                let from = from.evaluate(slots, arrays).ok()?;
                (from, Some(to.evaluate(slots, arrays).ok()?))
            }
            Step::Open(_, from, _) => (from.evaluate(slots, arrays).ok()?, None),
            _ => return None,
        };
        if to.is_some_and(|to| to < from) || !passed(self.after, slots, arrays)? {
            return Some(None);
        }
        slots[self.slot] = from;
        let one = self.option.evaluate(slots, arrays).ok()?;
        let (first, last) = match to {
            None => (0, one),
            Some(to) => {
                slots[self.slot] = to;
                let other = self.option.evaluate(slots, arrays).ok()?;
                (one.min(other).max(0), one.max(other))
            }
        };
        Some((first <= last).then_some((first, last)))
    }
}

/// Names what is named, and says whether all guards hold.
fn passed(steps: &[Step], slots: &mut [i64], arrays: &Arrays) -> Option<bool> {
    for step in steps {
        match step {
            Step::Let(name, value) => slots[*name] = value.evaluate(slots, arrays).ok()?,
            Step::Guard(condition) if condition.evaluate(slots, arrays).ok()? == 0 => {
                return Some(false);
            }
            _ => {}
        }
    }
    Some(true)
}

/// Of each value the last place where it was seen, counted from 1, and over blocks of values the least of them.
#[derive(Default)]
struct Places {
    /// The block `at` consists of the blocks `2 at` and `2 at + 1`; the values begin at the width.
    least: Vec<u32>,
}

impl Places {
    fn width(&self) -> usize {
        self.least.len() / 2
    }

    fn bytes(&self) -> u64 {
        size_of_val(self.least.as_slice()) as u64
    }

    /// A value is seen at a place beyond all those before.
    fn put(
        &mut self,
        value: u32,
        place: u32,
        meter: &mut Meter,
    ) -> Result<(), crate::budget::Exhausted> {
        let value = value as usize;
        // One value is always left that was never seen.
        if value + 2 > self.width() {
            let width = (value + 2).next_power_of_two().max(64);
            let before = self.bytes();
            let mut least = Vec::new();
            meter.spend(0, 8 * width as u64)?;
            least.resize(width, 0);
            least.extend_from_slice(&self.least[self.width()..]);
            least.resize(2 * width, 0);
            for at in (1..width).rev() {
                least[at] = least[2 * at].min(least[2 * at + 1]);
            }
            self.least = least;
            meter.release(before);
        }
        let mut at = self.width() + value;
        self.least[at] = place + 1;
        while at > 1 {
            at /= 2;
            let least = self.least[2 * at].min(self.least[2 * at + 1]);
            if self.least[at] == least {
                break;
            }
            self.least[at] = least;
        }
        Ok(())
    }

    /// The least value that was last seen before a place.
    fn least_before(&self, place: u32) -> u32 {
        let mut at = 1;
        while at < self.width() {
            at *= 2;
            if self.least[at] > place {
                at += 1;
            }
        }
        (at - self.width()) as u32
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::budget::Budget;
    use crate::quotient::Play;

    const RULES: [&str; 16] = [
        "n -> n-k for k in 1..=c[n%7] where c = [3,0,20,5,1,60,11]",
        "n -> n-k for k in 1..=n/2",
        "n -> n-k for k in 1..",
        "n -> n-k for k in 2..",
        "n -> n-k for k in 3..=n",
        "n -> j for j in n/3..n",
        "n -> j for j in n-c[n%4]..=n-2 where c = [2,9,40,3]",
        "n -> n-k for m = n*n%31, k in 1..=m if n%3 > 0",
        "n -> m-k for m = n-1, k in 0..n%17",
        "n -> n-k for k in 1..=5; n -> n-k for k in 4..=n%50",
        "n -> n-k for k in 1..=sqrt(n)",
        "n -> j for j in n/2..n",
        "n -> n-k | n-k-1 for k in 1..=n/4",
        "n -> n-3-k for k in 0..=n%23",
        "n -> n-k for k in 1..=gcd(n,60)",
        "n -> n-2-k for k in -1..=c[n%5] where c = [-2,4,100,0,8]",
    ];

    /// Values by intervals are those of plain search, which looks at each option.
    #[test]
    fn intervals_have_the_values_of_their_options() {
        for text in RULES {
            let rule = Rule::parse(text).unwrap_or_else(|errors| {
                panic!("{text}: {}", errors.render(crate::text::Lang::En))
            });
            let mut meter = Meter::new(&Budget::default());
            let size = 1_500;
            let expected = rule
                .in_order(&[size], Play::Normal, false, &mut meter)
                .expect(text);
            let cells = of_at_least(&rule, size, 0, &mut meter);
            let cells = cells.unwrap_or_else(|| panic!("{text}: no intervals"));
            assert_eq!(cells.expect("a budget"), expected, "{text}");
            assert_eq!(
                rule.table(&[size], &mut meter).expect(text).cells(),
                expected,
                "{text}"
            );
        }
    }

    /// Right ends that go back, options that are no interval, guards on the number: left to others.
    #[test]
    fn what_is_no_interval_is_left_alone() {
        for text in [
            "n -> n-k for k in 1+2*(n%2)..=n",
            "n -> n-2*k for k in 1..=n/2",
            "n -> n-k for k in 1..=n if k != 2",
            "n -> n-k for k in 1..=2; n -> n-k for k in 4..=9",
            "n -> k + (n-k) for k in 1..n",
            "n -> n-k for k in {1,2,3}",
            "0 = *2; n -> n-k for k in 1..=n",
        ] {
            let Ok(rule) = Rule::parse(text) else {
                panic!("{text}");
            };
            let mut meter = Meter::new(&Budget::default());
            assert!(of_at_least(&rule, 200, 0, &mut meter).is_none(), "{text}");
        }
    }
}
