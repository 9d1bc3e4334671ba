//! A rule in the one-line notation: values of its positions, kept from case to case.
//!
//! Sums are judged by the nim-sum of the values (Sprague 1935, Grundy 1939), under misère play by the misère quotient of all heaps, where it
//! is known, and by loopy values where play may come back (Smith 1966). All other sums and numbers of winning moves are the solver's.

mod moves;

use super::{Tally, put, put_number, refusal, uneven};
use crate::error::Problem;
use crate::format::{Layout, Misplaced, Numbers, Options, Over, Reply, Rule, Scope, Summed, Unmet};
use crate::known::{Known, Memory, Parameters, make_room};
use crate::loopy::Sum;
use crate::position::Ruled as Shown;
use crate::source::Sink;
use grundy::budget::Meter;
use grundy::rule::Position;
use grundy::{
    Answer, Budget, Game, Lang, Message, Outcome, Play, Reason, Solver, Wanted, component, message,
};
use std::collections::HashMap;
use std::sync::Arc;

/// A rule at work.
pub(crate) struct Ruled {
    memory: Memory,
    options: Options,
    layout: Layout,
    misere: bool,
    /// Whether play of a sum is taken to end where that is not seen.
    assumed: bool,
    wanted: Wanted,
    kept: usize,
    /// The largest size of a table.
    largest: u64,
    budget: Budget,
    known: HashMap<Parameters, Known>,
    parameters: Parameters,
    /// The summands of the case.
    all: Vec<Position>,
    /// Those that are asked for.
    asked: Vec<Position>,
    answer: Option<Answer>,
    /// When the mover wins, where it is not simply that the nim-sum of the values is not 0, and whether it is so.
    condition: Option<Over>,
    holds: Option<bool>,
    /// The nim-sum of the values of a position that grows row by row.
    grown: Option<u64>,
    /// The rule whose moves are listed, and its parameters.
    listing: Option<(Parameters, Arc<grundy::rule::Rule>)>,
    /// Who answers of games of the catalogue: what it knows of one serves the next.
    solver: Solver,
}

/// Who answers what is asked, with no reasons and no moves.
fn solver(budget: &Budget, wanted: Wanted) -> Solver {
    let mut solver = Solver::new();
    (solver.budget, solver.listed) = (budget.clone(), 0);
    (solver.reasons, solver.wanted) = (false, wanted);
    solver
}

impl Ruled {
    pub(crate) fn new(
        options: &Options,
        memory: &Memory,
        layout: &Layout,
        misere: bool,
        wanted: Wanted,
        limits: &crate::Limits,
    ) -> Ruled {
        Ruled {
            memory: memory.clone(),
            options: options.clone(),
            layout: layout.clone(),
            misere,
            // Under misère play the solver searches what is reached, whether play ends or not.
            assumed: limits.assume_finite && !misere,
            wanted,
            kept: usize::try_from(limits.kept).unwrap_or(usize::MAX),
            largest: limits.table.into(),
            budget: limits.budget.clone(),
            known: memory.taken(),
            parameters: Parameters::default(),
            all: Vec::new(),
            asked: Vec::new(),
            answer: None,
            condition: None,
            holds: None,
            grown: None,
            listing: None,
            solver: solver(&limits.budget, wanted),
        }
    }

    /// With a condition under which the mover wins.
    pub(crate) fn winning_if(mut self, condition: Option<&Over>) -> Ruled {
        self.condition = condition.cloned();
        self
    }

    /// Whether the condition holds under which the mover wins.
    fn held(&mut self, condition: &Over, numbers: &Numbers) -> Result<bool, Problem> {
        let mut summed = Summed::default();
        let mut meter = Meter::new(&self.budget);
        let mut failed = None;
        if let Some(known) = self.known.get_mut(&self.parameters) {
            for position in &self.asked {
                match known.value(position, &mut meter, self.largest) {
                    Ok(value) if summed.add(value).is_some() => {}
                    Ok(_) => return Err(Problem::OutOfRange { plus: 0 }),
                    Err(reason) => {
                        failed = Some(reason.describe());
                        break;
                    }
                }
            }
        }
        if let Some(message) = failed {
            return Err(self.unknown(&message));
        }
        let mut scope = Scope::new(numbers, Some(&self.budget));
        let holds = condition.holds(&mut scope, summed);
        holds.map_err(|why| match why {
            Unmet::Exhausted(exhausted) => self.unknown(&exhausted.message()),
            Unmet::Fault(_) => self.unknown(&message!(
                "the condition of `wins` has no value here",
                "`wins` 中的条件在此处没有值"
            )),
        })
    }

    /// What the case refuses for, with the position it speaks of.
    fn unknown(&self, message: &Message) -> Problem {
        Problem::Unknown(refusal(self.written(), message))
    }

    /// The beginning of the position as it is written.
    fn written(&self) -> String {
        const SHOWN: usize = 8;
        let arity = self.options.arity();
        let one = |position: &Position| match position.coordinates() {
            Some(numbers) => {
                let texts: Vec<String> = numbers[..arity].iter().map(i64::to_string).collect();
                texts.join(",")
            }
            None => String::new(),
        };
        let mut texts: Vec<String> = self.asked.iter().take(SHOWN).map(one).collect();
        if self.asked.len() > SHOWN {
            texts.push("…".into());
        }
        texts.join(" ")
    }

    fn placed(&mut self, numbers: &Numbers) -> Result<(), Problem> {
        self.placed_in(numbers, None)
    }

    /// The positions of all rows, or that of one.
    fn placed_in(&mut self, numbers: &Numbers, row: Option<usize>) -> Result<(), Problem> {
        self.all.clear();
        let all = &mut self.all;
        let placed = (self.options).each(numbers, &self.layout, self.kept, row, |position| {
            all.push(position);
        });
        placed.map_err(|misplaced| match misplaced {
            Misplaced::Range { plus } => Problem::OutOfRange { plus },
            Misplaced::Undefined => {
                let message = message!(
                    "one of the position's numbers has no value here, or a negative one",
                    "局面中有一个数在此处没有值，或为负"
                );
                let position = self.options.position().unwrap_or_default();
                Problem::NoPosition(refusal(position.to_owned(), &message))
            }
            Misplaced::Uneven => {
                let position = self.options.position().unwrap_or_default();
                Problem::NoPosition(refusal(position.to_owned(), &uneven()))
            }
            Misplaced::TooLarge => Problem::OutOfRange { plus: 0 },
            Misplaced::Exhausted(exhausted) => {
                let position = self.options.position().unwrap_or_default();
                Problem::Unknown(refusal(position.to_owned(), &exhausted.message()))
            }
            Misplaced::TooMany => Problem::CaseTooLong {
                limit: self.kept as u64,
            },
        })
    }

    /// What is known of the rule of the case.
    fn rule(&self) -> Option<&Known> {
        self.known.get(&self.parameters)
    }

    /// The nim-sum of the values; nothing where play may come back.
    fn sum(&mut self) -> Result<Option<u64>, Problem> {
        let mut sum = 0;
        let mut meter = Meter::new(&self.budget);
        let Some(known) = self.known.get_mut(&self.parameters) else {
            return Ok(None);
        };
        let mut failed = None;
        for position in &self.asked {
            if known.repeats {
                break;
            }
            match known.value(position, &mut meter, self.largest) {
                Ok(value) => sum ^= value,
                Err(Reason::Repeats(_)) => known.repeats = true,
                Err(reason) => {
                    failed = Some(reason.describe());
                    break;
                }
            }
        }
        if known.repeats && self.assumed {
            let message = message!(
                "play can come back to a position, so it does not always end",
                "对局可以回到同一局面，并非必然结束"
            );
            return Err(self.unknown(&message));
        }
        if known.repeats {
            return Ok(None);
        }
        match failed {
            Some(message) => Err(self.unknown(&message)),
            None => Ok(Some(sum)),
        }
    }

    /// Who wins where one position is asked for, if that is told with less work than its value.
    fn alone(&mut self) -> Result<Option<bool>, Problem> {
        let play = match self.misere {
            true => Play::Misere,
            false => Play::Normal,
        };
        let ([position], Some(known)) = (&self.asked[..], self.known.get_mut(&self.parameters))
        else {
            return Ok(None);
        };
        let mut meter = Meter::new(&self.budget);
        let told = known.wins(position, play, &mut meter, self.largest);
        told.map_err(|reason| self.unknown(&reason.describe()))
    }

    /// The outcome of the one position that is asked for, where play was not seen to end.
    fn labelled(&mut self) -> Result<Option<Outcome>, Problem> {
        let play = match self.misere {
            true => Play::Misere,
            false => Play::Normal,
        };
        let ([position], Some(known)) = (&self.asked[..], self.known.get_mut(&self.parameters))
        else {
            return Ok(None);
        };
        let told = known.labelled(position, play, &mut Meter::new(&self.budget));
        told.map_err(|reason| self.unknown(&reason.describe()))
    }

    /// What the sum comes to by the loopy values of its positions, where play was not seen to end.
    fn by_loopy(&mut self) -> Option<Sum> {
        let known = self.known.get_mut(&self.parameters);
        let known = known.filter(|_| !self.misere)?;
        known.loopy_sum(&self.asked, &mut Meter::new(&self.budget))
    }

    /// Who wins, where that has to be one of the two.
    fn decided(&self, outcome: Outcome) -> Result<bool, Problem> {
        match outcome {
            Outcome::N => Ok(true),
            Outcome::P => Ok(false),
            _ => {
                let message = message!(
                    "it is a draw, for which the format has no word; add `draw` beside `win` and `lose`",
                    "此局为和局，而格式没有写明和局的输出；请在 `win`、`lose` 旁写出 `draw`"
                );
                Err(self.unknown(&message))
            }
        }
    }

    /// Asks the solver, once.
    fn solved(&mut self) -> Result<&Answer, Problem> {
        if self.answer.is_none() {
            let mut fresh = None;
            let Some(known) = self.known.get_mut(&self.parameters) else {
                return Err(self.unknown(&message!("it was not asked", "没有提问")));
            };
            let large = search(&self.asked) > SEARCHED;
            let by_name = if large {
                known.named(&self.asked)
            } else {
                None
            };
            let (game, solver) = match by_name {
                Some(game) => (game, &mut self.solver),
                // The rule is called the same whatever its parameters are.
                None => {
                    let part = component::part(known.rule.clone(), self.asked.clone());
                    let solver = fresh.insert(solver(&self.budget, self.wanted));
                    (Game::from_parts(vec![part]), solver)
                }
            };
            let play = if self.misere {
                Play::Misere
            } else {
                Play::Normal
            };
            self.answer = Some(solver.solve(&game, play));
        }
        match &self.answer {
            Some(answer) => Ok(answer),
            None => Err(Problem::Stopped),
        }
    }

    /// What the solver's answer has, or why it has not.
    fn of_answer<T>(&mut self, of: impl Fn(&Answer) -> Option<T>) -> Result<T, Problem> {
        let answer = self.solved()?;
        if let Some(found) = of(answer) {
            return Ok(found);
        }
        let why = answer.unknown.as_ref().map_or_else(
            || message!("play can go on for ever", "对局可以无限进行"),
            Reason::describe,
        );
        Err(self.unknown(&why))
    }
}

/// Positions that are searched rather than looked up by name.
const SEARCHED: u64 = 1 << 14;

/// About how many positions a search goes through.
fn search(positions: &[Position]) -> u64 {
    let mut product = 1u64;
    for number in positions.iter().filter_map(Position::coordinates).flatten() {
        product = product.saturating_mul(number.unsigned_abs().saturating_add(1));
    }
    product
}

impl Drop for Ruled {
    fn drop(&mut self) {
        self.memory.give_back(std::mem::take(&mut self.known));
    }
}

impl Sink for Ruled {
    fn narrow(&mut self, _: u64) -> Result<(), Problem> {
        Ok(())
    }

    fn wide(&mut self, _: u128) -> Result<(), Problem> {
        Ok(())
    }
}

impl Tally for Ruled {
    fn set(&mut self, numbers: &Numbers) -> Result<(), Problem> {
        let fields = self.options.parameters().iter();
        let parameters = fields.map(|&field| numbers.0[field].clone());
        let parameters = Parameters::new(parameters.collect());
        if self.known.contains_key(&parameters) {
            self.parameters = parameters;
            return Ok(());
        }
        let rule = self.options.rule(&self.layout, numbers).map_err(|error| {
            Problem::NoPosition(Box::new(crate::Refusal {
                game: self.options.text().to_owned(),
                en: error.render(Lang::En),
                zh: error.render(Lang::Zh),
            }))
        })?;
        make_room(&mut self.known);
        self.known.insert(parameters.clone(), Known::new(rule));
        self.parameters = parameters;
        Ok(())
    }

    fn begin(&mut self) {
        self.asked.clear();
        self.answer = None;
        self.grown = None;
        self.holds = None;
    }

    fn grow(&mut self, _: &Rule, numbers: &Numbers, row: usize) -> Result<bool, Problem> {
        if self.condition.is_some()
            || self.misere
            || self.wanted == Wanted::Moves
            || !self.options.grows(&self.layout)
        {
            return Ok(false);
        }
        let before = match (self.grown, row) {
            (Some(grown), _) => grown,
            (None, 0) => 0,
            (None, _) => return Ok(false),
        };
        self.placed_in(numbers, Some(row))?;
        let Some(position) = self.all.first().cloned() else {
            return Ok(false);
        };
        let earlier = std::mem::replace(&mut self.asked, vec![position.clone()]);
        let value = self.sum();
        self.asked = earlier;
        match value? {
            Some(value) => {
                self.asked.push(position);
                self.grown = Some(before ^ value);
                Ok(true)
            }
            None => Ok(false),
        }
    }

    fn position(&mut self, _: &Rule, numbers: &Numbers) -> Result<(), Problem> {
        self.placed(numbers)?;
        self.asked.clone_from(&self.all);
        if let Some(condition) = self.condition.clone() {
            self.holds = Some(self.held(&condition, numbers)?);
        }
        Ok(())
    }

    fn split(&mut self, _: &Rule, numbers: &Numbers, _: usize) -> Result<Vec<u128>, Problem> {
        self.placed(numbers)?;
        Ok((0..self.all.len() as u128).collect())
    }

    fn component(&mut self, _: &Rule, _: &Numbers, place: u128) -> Result<(), Problem> {
        self.begin();
        let place = usize::try_from(place).unwrap_or(usize::MAX);
        self.asked.extend(self.all.get(place).cloned());
        Ok(())
    }

    fn mover_wins(&mut self) -> Result<bool, Problem> {
        if let Some(holds) = self.holds {
            return Ok(holds);
        }
        if self.misere {
            let is_large = search(&self.asked) > SEARCHED;
            let known = self.known.get_mut(&self.parameters);
            let told = known.and_then(|known| known.misere(&self.asked, is_large, &self.budget));
            if let Some(outcome) = told {
                return Ok(outcome == Outcome::N);
            }
        }
        if let Some(grown) = self.grown {
            return Ok(grown != 0);
        }
        if !self.assumed
            && let Some(outcome) = self.labelled()?
        {
            return self.decided(outcome);
        }
        if let Some(wins) = self.alone()? {
            return Ok(wins);
        }
        let sum = if self.misere { None } else { self.sum()? };
        match sum {
            Some(sum) => Ok(sum != 0),
            None if let Some(sum) = self.by_loopy() => self.decided(sum.outcome),
            None => self.of_answer(|answer| match answer.outcome {
                Some(Outcome::N) => Some(true),
                Some(Outcome::P) => Some(false),
                _ => None,
            }),
        }
    }

    fn outcome(&mut self) -> Result<Outcome, Problem> {
        if let Some(holds) = self.holds {
            return Ok(if holds { Outcome::N } else { Outcome::P });
        }
        if let Some(outcome) = self.labelled()? {
            return Ok(outcome);
        }
        let known = self.known.get(&self.parameters);
        if known.is_none_or(|known| known.rule.measure().is_known()) {
            let wins = self.mover_wins()?;
            return Ok(if wins { Outcome::N } else { Outcome::P });
        }
        if let Some(sum) = self.by_loopy() {
            return Ok(sum.outcome);
        }
        self.of_answer(|answer| answer.outcome)
    }

    fn count(&mut self, out: &mut Vec<u8>) -> Result<(), Problem> {
        let count = self.of_answer(|answer| answer.winning.count.clone())?;
        put(out, count)
    }

    fn value(&mut self, out: &mut Vec<u8>) -> Result<(), Problem> {
        if let Some(grown) = self.grown {
            return put_number(out, grown);
        }
        match self.sum()? {
            Some(sum) => put_number(out, sum),
            None if let Some(value) = self.by_loopy().and_then(|sum| sum.value) => {
                put_number(out, value)
            }
            None => {
                let value = self.of_answer(|answer| answer.value.clone())?;
                put(out, value)
            }
        }
    }

    fn told_moves(
        &mut self,
        reply: &Reply,
        case: u64,
        out: &mut Vec<u8>,
    ) -> Option<Result<(), Problem>> {
        Some(self.write_moves(reply, case, out))
    }

    fn ruled(&self) -> Option<Shown> {
        let known = self.rule()?;
        Some(Shown {
            rule: known.rule.clone(),
            positions: self.asked.clone(),
        })
    }
}
