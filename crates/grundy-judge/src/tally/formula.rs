//! Formulas of a format's own: each row its value, and who wins by all of them.

use super::{Tally, put_number, refusal};
use crate::error::Problem;
use crate::format::{Formulas, Numbers, Rule, Summed};
use crate::source::Sink;
use grundy::message;
use grundy::rule::{Fault, FaultKind};

/// Formulas at work.
pub(crate) struct ByFormula {
    formulas: Formulas,
    numbers: Numbers,
    summed: Summed,
    wins: bool,
}

impl ByFormula {
    pub(crate) fn new(formulas: &Formulas) -> ByFormula {
        ByFormula {
            formulas: formulas.clone(),
            numbers: Numbers::default(),
            summed: Summed::default(),
            wins: false,
        }
    }

    fn problem(&self, fault: &Fault) -> Problem {
        if fault.kind == FaultKind::Overflow {
            return Problem::OutOfRange { plus: 0 };
        }
        let message = message!("the formula has no value here", "公式在此处没有值");
        Problem::NoPosition(refusal(self.formulas.text().to_owned(), &message))
    }

    fn row(&mut self, numbers: &Numbers, row: usize) -> Result<(), Problem> {
        let value = self.formulas.value(numbers, row);
        let value = value.map_err(|fault| self.problem(&fault))?;
        let added = self.summed.add(value);
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
        for row in 0..self.formulas.rows(numbers) {
            self.row(numbers, row)?;
        }
        let wins = self.formulas.wins(numbers, self.summed);
        self.wins = wins.map_err(|fault| self.problem(&fault))?;
        Ok(())
    }

    fn split(&mut self, _: &Rule, numbers: &Numbers, _: usize) -> Result<Vec<u128>, Problem> {
        self.numbers = numbers.clone();
        Ok((0..self.formulas.rows(numbers) as u128).collect())
    }

    fn component(&mut self, _: &Rule, _: &Numbers, row: u128) -> Result<(), Problem> {
        self.begin();
        let numbers = std::mem::take(&mut self.numbers);
        let result = self.row(&numbers, usize::try_from(row).unwrap_or(0));
        self.numbers = numbers;
        self.wins = self.summed.total != 0;
        result
    }

    fn mover_wins(&mut self) -> Result<bool, Problem> {
        Ok(self.wins)
    }

    fn value(&mut self, out: &mut Vec<u8>) -> Result<(), Problem> {
        put_number(out, self.summed.total)
    }
}
