//! Formulas of a format's own: each row its value, and who wins by all of them.

use super::{Tally, put_number, refusal, uneven};
use crate::error::Problem;
use crate::format::{Formulas, Numbers, Rule, Scope, Summed, Unmet};
use crate::source::Sink;
use grundy::rule::FaultKind;
use grundy::{Budget, message};

/// Formulas at work.
pub(crate) struct ByFormula {
    formulas: Formulas,
    budget: Budget,
    /// Of a position that is told row by row: the value of each.
    values: Vec<u64>,
    summed: Summed,
    wins: bool,
}

impl ByFormula {
    pub(crate) fn new(formulas: &Formulas, budget: &Budget) -> ByFormula {
        ByFormula {
            formulas: formulas.clone(),
            budget: budget.clone(),
            values: Vec::new(),
            summed: Summed::default(),
            wins: false,
        }
    }

    fn problem(&self, why: &Unmet) -> Problem {
        let text = self.formulas.text();
        match why {
            Unmet::Fault(fault) if fault.kind == FaultKind::Overflow => {
                Problem::OutOfRange { plus: 0 }
            }
            Unmet::Fault(_) => {
                let message = message!("the formula has no value here", "公式在此处没有值");
                Problem::NoPosition(refusal(text.to_owned(), &message))
            }
            Unmet::Exhausted(exhausted) => {
                Problem::Unknown(refusal(text.to_owned(), &exhausted.message()))
            }
        }
    }

    /// Refuses lists beside each other that are not equally long.
    fn even(&self, numbers: &Numbers) -> Result<(), Problem> {
        match self.formulas.are_even(numbers) {
            true => Ok(()),
            false => {
                let text = self.formulas.text().to_owned();
                Err(Problem::NoPosition(refusal(text, &uneven())))
            }
        }
    }

    /// Adds the value of a row.
    fn add(summed: &mut Summed, value: u64) -> Result<(), Problem> {
        let added = summed.add(value);
        added.ok_or(Problem::OutOfRange { plus: 0 })
    }
}

impl Sink for ByFormula {
    fn narrow(&mut self, _: u64) -> Result<(), Problem> {
        Ok(())
    }

    fn wide(&mut self, _: u128) -> Result<(), Problem> {
        Ok(())
    }
}

impl Tally for ByFormula {
    fn begin(&mut self) {
        (self.summed, self.wins) = (Summed::default(), false);
    }

    fn position(&mut self, _: &Rule, numbers: &Numbers) -> Result<(), Problem> {
        self.even(numbers)?;
        let mut scope = Scope::new(numbers, Some(&self.budget));
        let mut summed = self.summed;
        for row in 0..self.formulas.rows(numbers) {
            let value = self.formulas.value(&mut scope, row);
            ByFormula::add(&mut summed, value.map_err(|why| self.problem(&why))?)?;
        }
        let wins = self.formulas.wins(&mut scope, summed);
        self.wins = wins.map_err(|why| self.problem(&why))?;
        self.summed = summed;
        Ok(())
    }

    fn split(&mut self, _: &Rule, numbers: &Numbers, _: usize) -> Result<Vec<u128>, Problem> {
        self.even(numbers)?;
        let mut scope = Scope::new(numbers, Some(&self.budget));
        let rows = 0..self.formulas.rows(numbers);
        let values = rows.map(|row| self.formulas.value(&mut scope, row));
        let values = values.collect::<Result<Vec<u64>, Unmet>>();
        self.values = values.map_err(|why| self.problem(&why))?;
        Ok((0..self.values.len() as u128).collect())
    }

    fn component(&mut self, _: &Rule, _: &Numbers, row: u128) -> Result<(), Problem> {
        self.begin();
        let value = self.values.get(usize::try_from(row).unwrap_or(usize::MAX));
        ByFormula::add(&mut self.summed, value.copied().unwrap_or(0))?;
        self.wins = self.summed.total() != 0;
        Ok(())
    }

    fn grow(&mut self, _: &Rule, numbers: &Numbers, row: usize) -> Result<bool, Problem> {
        if !self.formulas.grows() {
            return Ok(false);
        }
        let mut scope = Scope::new(numbers, Some(&self.budget));
        let value = self.formulas.value(&mut scope, row);
        let mut summed = self.summed;
        ByFormula::add(&mut summed, value.map_err(|why| self.problem(&why))?)?;
        let wins = self.formulas.wins(&mut scope, summed);
        self.wins = wins.map_err(|why| self.problem(&why))?;
        self.summed = summed;
        Ok(true)
    }

    fn mover_wins(&mut self) -> Result<bool, Problem> {
        Ok(self.wins)
    }

    fn value(&mut self, out: &mut Vec<u8>) -> Result<(), Problem> {
        put_number(out, self.summed.total())
    }
}
