//! Games told from the form of a rule alone.

use crate::engine::sequence::Takes;
use crate::rule::Rule;
use crate::rule::code::Code;
use crate::rule::program::MoveClause;
use crate::rule::step::Step;
use crate::rule::syntax::Operator;

/// The end of an open range.
const OPEN: i64 = i64::MAX;

/// The name of Nim with two heaps in the catalogue.
const NIM: &str = "rook";

/// The game of two heaps in which one may also take the same from both.
pub(crate) const WYTHOFF: &str = "wythoff";

impl Rule {
    /// The set of takes, where every clause takes from any heap a number of a set of constants.
    pub(crate) fn takes_by_form(&self) -> Option<Takes> {
        let program = self.program();
        if program.arity != 1 || !program.values.is_empty() || program.moves.is_empty() {
            return None;
        }
        let mut runs = Vec::new();
        for clause in &program.moves {
            runs.extend(self.runs(clause)?);
        }
        let positive = runs.iter().all(|&(low, _)| low >= 1);
        // Ranges that are empty take nothing.
        let mut runs: Vec<(u64, u64)> = runs
            .into_iter()
            .filter(|(low, high)| low <= high)
            .map(|(low, high)| (low.unsigned_abs(), high.unsigned_abs()))
            .collect();
        if !positive || runs.is_empty() {
            return None;
        }
        runs.sort_unstable();
        let endless = runs.iter().find(|&&(_, high)| high == OPEN.unsigned_abs());
        let Some(&(from, _)) = endless else {
            return Some(Takes::These(runs));
        };
        // All numbers but those below the open range that no run holds.
        let mut missing = Vec::new();
        let mut next = 1;
        for &(low, high) in &runs {
            if low > next && next < from {
                missing.push((next, low.min(from) - 1));
            }
            next = next.max(high.saturating_add(1));
        }
        Some(Takes::AllBut(missing))
    }

    /// What a clause takes, as runs of numbers.
    fn runs(&self, clause: &MoveClause) -> Option<Vec<(i64, i64)>> {
        if clause.fixed != [None] {
            return None;
        }
        let mut runs = Vec::new();
        for sum in &clause.options {
            let [term] = &sum[..] else { return None };
            let [Code::Binary(Operator::Subtract, pair, _)] = &term[..] else {
                return None;
            };
            let [Code::Slot(0), taken] = &**pair else {
                return None;
            };
            match (taken, &clause.steps[..]) {
                (Code::Number(number), []) => runs.push((*number, *number)),
                (Code::Slot(slot), [step]) if step.slot() == Some(*slot) => match step {
                    Step::Range(_, from, to) => runs.push((from.constant()?, to.constant()?)),
                    Step::Open(_, from, _) => runs.push((from.constant()?, OPEN)),
                    Step::Set(_, elements) => {
                        for element in elements {
                            let number = element.constant()?;
                            runs.push((number, number));
                        }
                    }
                    Step::Array(_, array) => {
                        let numbers = self.program().arrays[*array].iter();
                        runs.extend(numbers.map(|&number| (number, number)));
                    }
                    _ => return None,
                },
                _ => return None,
            }
        }
        Some(runs)
    }

    /// The game of two heaps, where every clause takes any number from one heap, or the same from both.
    pub(crate) fn heaps_by_form(&self) -> Option<&'static str> {
        let program = self.program();
        if program.arity != 2 || !program.values.is_empty() {
            return None;
        }
        let mut taken = Vec::new();
        for clause in &program.moves {
            let [Step::Open(slot, Code::Number(1), _)] = &clause.steps[..] else {
                return None;
            };
            if clause.fixed != [None, None] {
                return None;
            }
            for sum in &clause.options {
                let [term] = &sum[..] else { return None };
                let from = |place: usize| match term.get(place)? {
                    Code::Slot(own) if *own == place => Some(false),
                    Code::Binary(Operator::Subtract, pair, _) => {
                        (**pair == [Code::Slot(place), Code::Slot(*slot)]).then_some(true)
                    }
                    _ => None,
                };
                taken.push((from(0)?, from(1)?));
            }
        }
        taken.sort_unstable();
        taken.dedup();
        match taken[..] {
            [(false, true), (true, false)] => Some(NIM),
            [(false, true), (true, false), (true, true)] => Some(WYTHOFF),
            _ => None,
        }
    }
}
