//! Options that lie on lines: those of one innermost range in which every coordinate changes by a constant.
//!
//! A table reads such options off its cells at equal distances, without evaluating the rule at each of them.

use std::sync::Arc;

use crate::rule::code::Code;
use crate::rule::position::Coordinates;
use crate::rule::step::Step;
use crate::rule::syntax::Operator;

/// The innermost range of a clause, where all its options lie on lines.
#[derive(Clone, Debug)]
pub(crate) struct Lines {
    pub(crate) slot: usize,
    pub(crate) from: Code,
    pub(crate) end: End,
    /// How many steps of the clause are the range and what follows it.
    pub(crate) steps: usize,
    /// The numbers named behind the range.
    names: Vec<Code>,
    /// By alternative and position: each coordinate, and what one more of the slot adds to it.
    pub(crate) options: Vec<Vec<Vec<(Code, i64)>>>,
}

/// Where the range ends.
#[derive(Clone, Debug)]
pub(crate) enum End {
    /// At this number.
    At(Code),
    /// Where each of these, which fall by so much, is negative.
    Negative(Vec<(Code, i64)>),
}

/// Positions at equal distances: the first of each summand, and what is added to it.
#[derive(Clone, Debug, Default)]
pub(crate) struct Line {
    pub(crate) parts: Vec<(Coordinates, Coordinates)>,
    /// How many options there are, at least one.
    pub(crate) count: u64,
}

impl Lines {
    /// The lines of a clause, if its last range has nothing but affine numbers behind it.
    pub(crate) fn of(steps: &[Step], options: &[Vec<Vec<Code>>]) -> Option<Lines> {
        let last = steps
            .iter()
            .rposition(|step| !matches!(step, Step::Let(..)))?;
        let (slot, from, to) = match &steps[last] {
            Step::Range(slot, from, to) => (*slot, from, Ok(to)),
            Step::Open(slot, from, ends) => (*slot, from, Err(ends)),
            _ => return None,
        };
        let mut names: Vec<(usize, Code)> = Vec::new();
        for step in &steps[last + 1..] {
            let Step::Let(name, value) = step else {
                return None;
            };
            let value = put_in(value, &names)?;
            slope(&value, slot)?;
            names.push((*name, value));
        }
        let sloped = |code: &Code| {
            let code = put_in(code, &names)?;
            let slope = slope(&code, slot)?;
            Some((code, slope))
        };
        let end = match to {
            Ok(to) => End::At(to.clone()),
            Err(ends) => {
                let ends: Option<Vec<(Code, i64)>> = ends.iter().map(sloped).collect();
                End::Negative(ends?.into_iter().filter(|(_, slope)| *slope < 0).collect())
            }
        };
        if matches!((&end, to), (End::Negative(falling), Err(ends)) if falling.len() < ends.len()) {
            return None;
        }
        let mut lines = Vec::new();
        for sum in options {
            let mut positions = Vec::new();
            for term in sum {
                let coordinates: Option<Vec<(Code, i64)>> = term.iter().map(sloped).collect();
                positions.push(coordinates?);
            }
            lines.push(positions);
        }
        Some(Lines {
            slot,
            from: from.clone(),
            end,
            steps: steps.len() - last,
            names: names.into_iter().map(|(_, value)| value).collect(),
            options: lines,
        })
    }

    /// The last number of the range, if it has any; `None` too where something cannot be evaluated.
    fn last(&self, from: i64, slots: &[i64], arrays: &[Arc<[i64]>]) -> Option<i64> {
        match &self.end {
            End::At(to) => to.evaluate(slots, arrays).ok(),
            End::Negative(ends) => {
                let mut last = from.checked_sub(1)?;
                for (end, slope) in ends {
                    let height = end.evaluate(slots, arrays).ok()?;
                    if height >= 0 {
                        last = last.max(from.checked_add(height / slope.checked_neg()?)?);
                    }
                }
                Some(last)
            }
        }
    }

    /// The options as lines, and how many numbers the range has; `None` where one of them cannot be evaluated, so that
    /// it must be looked for where.
    ///
    /// Every part of an expression that is affine lies between what it is at both ends, so nothing overflows between them.
    pub(crate) fn lines(
        &self,
        slots: &mut [i64],
        arrays: &[Arc<[i64]>],
        found: &mut Vec<Line>,
    ) -> Option<u64> {
        found.clear();
        let from = self.from.evaluate(slots, arrays).ok()?;
        slots[self.slot] = from;
        let last = self.last(from, slots, arrays)?;
        if last < from {
            return Some(0);
        }
        for end in [last, from] {
            slots[self.slot] = end;
            for name in &self.names {
                name.evaluate(slots, arrays).ok()?;
            }
        }
        for sum in &self.options {
            let mut line = Line::default();
            // Of the numbers from `from`, those between these leave no coordinate negative.
            let (mut low, mut high) = (0, last.checked_sub(from)?);
            for term in sum {
                let mut start = Coordinates::zeros(term.len());
                let mut slopes = start.clone();
                for (place, (code, slope)) in term.iter().enumerate() {
                    slots[self.slot] = last;
                    code.evaluate(slots, arrays).ok()?;
                    slots[self.slot] = from;
                    let first = code.evaluate(slots, arrays).ok()?;
                    (start[place], slopes[place]) = (first, *slope);
                    if *slope > 0 && first < 0 {
                        low = low.max((first.checked_neg()? - 1) / slope + 1);
                    } else if *slope < 0 && first >= 0 {
                        high = high.min(first / slope.checked_neg()?);
                    } else if first < 0 {
                        high = -1;
                    }
                }
                line.parts.push((start, slopes));
            }
            if low > high {
                continue;
            }
            for (start, slopes) in &mut line.parts {
                for (number, slope) in start.iter_mut().zip(&**slopes) {
                    *number = number.checked_add(low.checked_mul(*slope)?)?;
                }
            }
            line.count = u64::try_from(high - low).ok()?.checked_add(1)?;
            found.push(line);
        }
        u64::try_from(last - from).ok()?.checked_add(1)
    }
}

/// An expression with the names in it replaced by what they stand for, where that does not grow too large.
pub(crate) fn put_in(code: &Code, names: &[(usize, Code)]) -> Option<Code> {
    // Names are made of earlier ones, which have been put into them already.
    let mut code = code.clone();
    for (slot, value) in names {
        code = code.with(*slot, value)?;
    }
    Some(code)
}

/// What one more of the slot adds, where that is always the same.
pub(crate) fn slope(code: &Code, slot: usize) -> Option<i64> {
    if !code.mentions(slot) {
        return Some(0);
    }
    match code {
        Code::Slot(_) => Some(1),
        Code::Binary(operator, pair, _) => {
            let (left, right) = (slope(&pair[0], slot)?, slope(&pair[1], slot)?);
            match operator {
                Operator::Add => left.checked_add(right),
                Operator::Subtract => left.checked_sub(right),
                Operator::Multiply => match (pair[0].constant(), pair[1].constant()) {
                    (Some(factor), _) => right.checked_mul(factor),
                    (_, Some(factor)) => left.checked_mul(factor),
                    _ => None,
                },
                _ => None,
            }
        }
        _ => None,
    }
}
