//! A rule of the user's own on words, grids, lists or graphs: the positions of a case are read and handed to the solver, which keeps what it
//! learns of their pieces from case to case. A rule with parameters is read once for the same parameters, and kept.

mod pieces;

use super::general::{General, shortened};
use super::{Tally, put, refusal};
use crate::error::Problem;
use crate::format::{Numbers, OwnRule, Rule};
use crate::source::Sink;
use grundy::kinds::AnyRule;
use grundy::{Budget, Game, Lang, Outcome, Wanted};
use std::collections::HashMap;
use pieces::Pieces;
use std::sync::Arc;

/// Rules of earlier cases that are kept, and numbers of their parameters, before they are forgotten.
const KEPT: (usize, usize) = (1 << 10, 1 << 20);

/// Such a rule at work on one position after the other.
pub(crate) struct Owned<'f> {
    own: &'f OwnRule,
    solver: General,
    /// By parameters, the rules of earlier cases; and how many numbers they were given.
    known: HashMap<Vec<Vec<u128>>, Arc<AnyRule>>,
    held: usize,
    /// The rule of the case, where it is not always the same.
    rule: Option<Arc<AnyRule>>,
    /// What is kept of pieces, where positions are told by them.
    pieces: Option<Pieces>,
    /// The value of the position, where its pieces told it.
    value: Option<u64>,
}

impl<'f> Owned<'f> {
    pub(crate) fn new(
        own: &'f OwnRule,
        misere: bool,
        wanted: Wanted,
        kept: usize,
        budget: Budget,
    ) -> Owned<'f> {
        Owned {
            own,
            pieces: Pieces::of(own, misere, wanted, &budget),
            value: None,
            known: HashMap::new(),
            held: 0,
            rule: None,
            solver: General::new(misere, wanted, kept, budget),
        }
    }
}

impl Sink for Owned<'_> {
    fn narrow(&mut self, _: u64) -> Result<(), Problem> {
        Ok(())
    }

    fn wide(&mut self, _: u128) -> Result<(), Problem> {
        Ok(())
    }
}

impl Tally for Owned<'_> {
    fn set(&mut self, numbers: &Numbers) -> Result<(), Problem> {
        let fields = self.own.parameters();
        if fields.is_empty() {
            return Ok(());
        }
        let parameters: Vec<Vec<u128>> = (fields.iter())
            .map(|&field| numbers.0[field].clone())
            .collect();
        if let Some(rule) = self.known.get(&parameters) {
            self.rule = Some(rule.clone());
            return Ok(());
        }
        let rule = self.own.rule_of(numbers).map_err(|error| {
            Problem::NoPosition(Box::new(crate::Refusal {
                game: self.own.rule().text().to_owned(),
                en: error.render(Lang::En),
                zh: error.render(Lang::Zh),
            }))
        })?;
        let numbers: usize = parameters.iter().map(Vec::len).sum();
        if self.known.len() >= KEPT.0 || self.held.saturating_add(numbers) > KEPT.1 {
            (self.known, self.held) = (HashMap::new(), 0);
            // What is known of their positions goes with them.
            self.solver.forget();
        }
        self.held += numbers;
        self.known.insert(parameters, rule.clone());
        self.rule = Some(rule);
        Ok(())
    }

    fn begin(&mut self) {
        self.solver.begin();
        self.value = None;
    }

    fn position(&mut self, _: &Rule, numbers: &Numbers) -> Result<(), Problem> {
        let pieces = self.pieces.as_mut();
        self.value = pieces.and_then(|pieces| pieces.value(self.own, numbers));
        if self.value.is_none() {
            let game = self.played(numbers)?;
            self.solver.solve(&game);
        }
        Ok(())
    }

    fn mover_wins(&mut self) -> Result<bool, Problem> {
        match self.value {
            Some(value) => Ok(value != 0),
            None => self.solver.mover_wins(),
        }
    }

    fn outcome(&mut self) -> Result<Outcome, Problem> {
        match self.value {
            Some(0) => Ok(Outcome::P),
            Some(_) => Ok(Outcome::N),
            None => self.solver.outcome(),
        }
    }

    fn count(&mut self, out: &mut Vec<u8>) -> Result<(), Problem> {
        self.solver.count(out)
    }

    fn value(&mut self, out: &mut Vec<u8>) -> Result<(), Problem> {
        match self.value {
            Some(value) => put(out, value),
            None => self.solver.value(out),
        }
    }
}

impl Owned<'_> {
    /// The position of a case as a game.
    fn played(&self, numbers: &Numbers) -> Result<Game, Problem> {
        let words = self.own.words(numbers);
        let words: Vec<&str> = words.iter().map(String::as_str).collect();
        let rule = self.rule.as_deref().unwrap_or(self.own.rule());
        let part = rule.part(&words).map_err(|wrong| {
            let word = words.get(wrong.number).copied().unwrap_or_default();
            Problem::NoPosition(refusal(shortened(word), &wrong.message))
        })?;
        Ok(Game::from_parts(vec![part]))
    }
}
