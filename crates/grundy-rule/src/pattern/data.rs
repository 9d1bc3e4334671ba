//! The values that a pattern is looked for in: a box of positions, a small box within it from which patterns are guessed,
//! and the rest, held out.

use super::finding::{Form, Subject};
use crate::budget::{Exhausted, Meter};
use crate::rule::Formula;
use crate::rule::syntax::{Expression, Kind};

/// Values of a box.
#[derive(Clone, Debug)]
pub(crate) struct Data {
    /// The names of the coordinates.
    pub(crate) names: Vec<String>,
    /// The side of the small box by coordinate.
    pub(crate) small: Vec<usize>,
    /// The side of the whole box by coordinate.
    pub(crate) sizes: Vec<usize>,
    /// The first number of each coordinate; 0 where there is none.
    pub(crate) first: Vec<u64>,
    /// All values, the first coordinate running fastest.
    pub(crate) cells: Vec<u32>,
}

/// Most positions that a formula may leave out.
pub(crate) const MOST_EXCEPTIONS: usize = 6;

/// A pattern that is still to be held against all values.
#[derive(Clone, Debug)]
pub(crate) struct Hypothesis {
    /// How much there is to say: the parts of an expression, the numbers of a list.
    pub(crate) cost: usize,
    pub(crate) form: Form,
}

impl Data {
    pub(crate) fn names(&self) -> Vec<&str> {
        self.names.iter().map(String::as_str).collect()
    }

    /// The bound below which every position was looked at.
    pub(crate) fn checked(&self) -> u64 {
        self.sizes.iter().min().copied().unwrap_or(0) as u64
    }

    /// The value that a form of this subject must tell for a cell.
    pub(crate) fn truth(subject: Subject, value: u32) -> u32 {
        match subject {
            Subject::Values => value,
            Subject::Losing => u32::from(value > 0),
        }
    }

    /// The first number of a coordinate.
    pub(crate) fn first(&self, place: usize) -> u64 {
        self.first.get(place).copied().unwrap_or(0)
    }

    /// The coordinates of a cell.
    pub(crate) fn position(&self, cell: usize) -> Vec<u64> {
        let mut rest = cell;
        let number = |(place, &size): (usize, &usize)| {
            let number = rest % size.max(1);
            rest /= size.max(1);
            number as u64 + self.first(place)
        };
        self.sizes.iter().enumerate().map(number).collect()
    }

    /// The places of these numbers along their coordinates.
    pub(crate) fn places(&self, position: &[u64]) -> Vec<usize> {
        let places = position.iter().enumerate();
        let places =
            places.map(|(place, number)| number.saturating_sub(self.first(place)) as usize);
        places.collect()
    }

    /// The value of a position of the box.
    pub(crate) fn at(&self, position: &[usize]) -> Option<u32> {
        let mut index = 0;
        for (&number, &size) in position.iter().zip(&self.sizes).rev() {
            if number >= size {
                return None;
            }
            index = index * size + number;
        }
        self.cells.get(index).copied()
    }

    /// Whether a formula may fail there: near the beginning only.
    fn may_fail(&self, position: &[u64]) -> bool {
        // Of parameters all are alike.
        let places = self
            .places(position)
            .into_iter()
            .zip(&self.small)
            .enumerate();
        let mut own = places.filter(|(place, _)| self.first.is_empty() || *place == 0);
        own.all(|(_, (number, &side))| number < (side / 8).max(2))
    }

    /// Whether there are both P-positions and N-positions in the held-out range.
    fn goes_on(&self) -> bool {
        let held_out = |cell: &usize| {
            let position = self.position(*cell);
            let mut places = self.places(&position).into_iter().zip(&self.small);
            places.any(|(number, &side)| number >= side)
        };
        let held_out = (0..self.cells.len()).filter(held_out);
        let (mut lost, mut won) = (false, false);
        for cell in held_out {
            lost |= self.cells[cell] == 0;
            won |= self.cells[cell] > 0;
        }
        lost && won
    }

    /// Whether a formula holds at some positions spread over the whole box, but near the beginning.
    pub(crate) fn agrees_here_and_there(
        &self,
        subject: Subject,
        text: &str,
        meter: &mut Meter,
    ) -> Result<bool, Exhausted> {
        const PLACES: usize = 48;
        meter.spend(PLACES as u64 / 8, 0)?;
        let names = self.names();
        let Ok(formula) = Formula::parse(text, &names) else {
            return Ok(false);
        };
        let all = self.cells.len();
        // No common factor with the side of a box.
        let step = (all / PLACES).max(1) | 1;
        let agrees = (0..all).rev().step_by(step).all(|cell| {
            let position = self.position(cell);
            let truth = Data::truth(subject, self.cells[cell]);
            let told = formula.value(&position).ok();
            let told = match subject {
                Subject::Values => told,
                Subject::Losing => told.map(|holds| i64::from(holds == 0)),
            };
            told == Some(i64::from(truth)) || self.may_fail(&position)
        });
        Ok(agrees)
    }

    /// The formula with the exceptions it has in the whole box, if they are few and near the beginning.
    pub(crate) fn formula(
        &self,
        subject: Subject,
        text: &str,
        meter: &mut Meter,
    ) -> Result<Option<Hypothesis>, Exhausted> {
        let names = self.names();
        let Ok(formula) = Formula::parse(text, &names) else {
            return Ok(None);
        };
        if formula.is_condition() != (subject == Subject::Losing) {
            return Ok(None);
        }
        let mut exceptions = Vec::new();
        let start: Vec<u64> = (0..self.sizes.len())
            .map(|place| self.first(place))
            .collect();
        let mut position = start.clone();
        let mut looked_at = 0;
        for &value in &self.cells {
            looked_at += 1;
            let truth = Data::truth(subject, value);
            let told = formula.value(&position).ok();
            let told = match subject {
                Subject::Values => told,
                // A condition that holds means P, which is 0.
                Subject::Losing => told.map(|holds| 1 - holds),
            };
            if told != Some(i64::from(truth)) {
                if exceptions.len() >= MOST_EXCEPTIONS || !self.may_fail(&position) {
                    meter.spend(looked_at, 0)?;
                    return Ok(None);
                }
                exceptions.push((position.clone(), truth));
            }
            for ((number, &size), &start) in position.iter_mut().zip(&self.sizes).zip(&start) {
                *number += 1;
                if ((*number - start) as usize) < size {
                    break;
                }
                *number = start;
            }
        }
        meter.spend(looked_at / 4, 0)?;
        if subject == Subject::Losing && !exceptions.is_empty() && !self.goes_on() {
            return Ok(None);
        }
        let shorter = formula.to_string();
        Ok(Some(Hypothesis {
            cost: cost(formula.expression()) + 4 * exceptions.len(),
            form: Form::Formula {
                expression: shorter,
                exceptions,
            },
        }))
    }
}

/// How much there is to say in an expression.
pub(crate) fn cost(expression: &Expression) -> usize {
    match &expression.kind {
        Kind::Number(number) => 1 + number.unsigned_abs().checked_ilog10().unwrap_or(0) as usize,
        Kind::Name(_) => 1,
        Kind::Negate(part) | Kind::Not(part) => 1 + cost(part),
        Kind::Binary(_, pair) => 1 + cost(&pair[0]) + cost(&pair[1]),
        Kind::Compare(first, rest) => {
            let rest = rest.iter().map(|(_, part)| 1 + cost(part));
            cost(first) + rest.sum::<usize>()
        }
        Kind::Call(_, parts) | Kind::Apply(_, parts) => 1 + parts.iter().map(cost).sum::<usize>(),
        Kind::Index(_, part) => 1 + cost(part),
        Kind::Fold(folding) => 1 + folding.parts().into_iter().map(cost).sum::<usize>(),
    }
}

/// A text and a number added to it.
pub(crate) fn plus(text: &str, number: i64) -> String {
    match number {
        0 => text.to_owned(),
        1.. => format!("({text})+{number}"),
        _ => format!("({text})-{}", number.unsigned_abs()),
    }
}

/// A named number with its values at the positions probed.
#[derive(Clone, Debug)]
pub(crate) struct Base {
    pub(crate) text: String,
    pub(crate) numbers: Vec<i64>,
}

impl Base {
    /// The expression at these positions; `None` where it is not defined at one of them.
    pub(crate) fn new(text: &str, names: &[&str], probes: &[Vec<u64>]) -> Option<Base> {
        let formula = Formula::parse(text, names).ok()?;
        let numbers = probes.iter().map(|probe| formula.value(probe).ok());
        Some(Base {
            text: text.to_owned(),
            numbers: numbers.collect::<Option<Vec<i64>>>()?,
        })
    }
}

/// Whether a function of the base is the truth at all probes.
pub(crate) fn fits(base: &[i64], truth: &[i64], with: impl Fn(i64) -> i64) -> bool {
    base.iter()
        .zip(truth)
        .all(|(&number, &truth)| with(number) == truth)
}
