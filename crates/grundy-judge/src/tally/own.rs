//! A rule of the user's own on words, grids or graphs: the positions of a case are read and handed to the solver, which keeps what it
//! learns of their pieces from case to case.

use super::general::{General, shortened};
use super::{Tally, refusal};
use crate::error::Problem;
use crate::format::{Numbers, OwnRule, Rule};
use crate::source::Sink;
use grundy::{Budget, Game, Outcome, Wanted};

/// Such a rule at work on one position after the other.
pub(crate) struct Owned<'f> {
    own: &'f OwnRule,
    solver: General,
    /// The position in the notation of games.
    game: Option<String>,
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
            solver: General::new(misere, wanted, kept, budget),
            game: None,
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
    fn begin(&mut self) {
        self.solver.begin();
        self.game = None;
    }

    fn position(&mut self, _: &Rule, numbers: &Numbers) -> Result<(), Problem> {
        let words = self.own.words(numbers);
        let words: Vec<&str> = words.iter().map(String::as_str).collect();
        let part = self.own.rule().part(&words).map_err(|wrong| {
            let word = words.get(wrong.number).copied().unwrap_or_default();
            Problem::NoPosition(refusal(shortened(word), &wrong.message))
        })?;
        let game = Game::from_parts(vec![part]);
        self.game = Some(game.to_string());
        self.solver.solve(&game);
        Ok(())
    }

    fn game(&self) -> Option<String> {
        self.game.clone()
    }

    fn mover_wins(&mut self) -> Result<bool, Problem> {
        self.solver.mover_wins()
    }

    fn outcome(&mut self) -> Result<Outcome, Problem> {
        self.solver.outcome()
    }

    fn count(&mut self, out: &mut Vec<u8>) -> Result<(), Problem> {
        self.solver.count(out)
    }

    fn value(&mut self, out: &mut Vec<u8>) -> Result<(), Problem> {
        self.solver.value(out)
    }
}
