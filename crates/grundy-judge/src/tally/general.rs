//! Any game of the catalogue: the rule is written out for the case and handed to the solver.

use super::{Tally, put, refusal};
use crate::error::Problem;
use crate::format::{Gapped, Numbers, Rule};
use crate::source::Sink;
use grundy::{Answer, Budget, Game, Outcome, Play, Reason, Solver, Wanted, message};

/// The solver at work on one position after the other.
pub(crate) struct General {
    solver: Solver,
    play: Play,
    kept: usize,
    answer: Option<Answer>,
}

impl General {
    pub(crate) fn new(misere: bool, wanted: Wanted, kept: usize, budget: Budget) -> General {
        let mut solver = Solver::new();
        (solver.budget, solver.listed) = (budget, 0);
        (solver.reasons, solver.wanted) = (false, wanted);
        General {
            solver,
            play: if misere { Play::Misere } else { Play::Normal },
            kept,
            answer: None,
        }
    }

    fn ask(&mut self, text: &str) -> Result<(), Problem> {
        let no_files = |_: &str| Err(message!("a format reads no files", "格式中不能读取文件"));
        let game = Game::parse(text, &no_files)
            .map_err(|error| Problem::NoPosition(refusal(shortened(text), &error.message)))?;
        self.solve(&game);
        Ok(())
    }

    /// Forgets what was learned of earlier positions.
    pub(super) fn forget(&mut self) {
        let mut solver = Solver::new();
        (solver.budget, solver.listed) = (self.solver.budget.clone(), 0);
        (solver.reasons, solver.wanted) = (false, self.solver.wanted);
        self.solver = solver;
    }

    /// Asks for a game that is read.
    pub(super) fn solve(&mut self, game: &Game) {
        self.answer = Some(self.solver.solve(game, self.play));
    }

    /// The Grundy value of the game that was asked for, where it is known and below 2^64.
    pub(super) fn small_value(&self) -> Option<u64> {
        self.answer.as_ref()?.value.as_ref()?.to_u64()
    }

    /// What is asked for, or why it is unknown.
    fn known<T>(&self, of: impl Fn(&Answer) -> Option<T>) -> Result<T, Problem> {
        let unknown = || message!("it was not asked", "没有提问");
        match &self.answer {
            None => Err(Problem::Unknown(refusal(String::new(), &unknown()))),
            Some(answer) => of(answer).ok_or_else(|| {
                let why = answer.unknown.as_ref().map_or_else(
                    || message!("no theory covers it", "没有理论能给出"),
                    Reason::describe,
                );
                Problem::Unknown(refusal(shortened(&answer.game), &why))
            }),
        }
    }
}

/// The beginning of a text, where it is long.
pub(super) fn shortened(text: &str) -> String {
    match text.char_indices().nth(60) {
        Some((at, _)) => format!("{}…", &text[..at]),
        None => text.to_owned(),
    }
}

/// What a rule that cannot be written out says.
pub(crate) fn gapped(gapped: &Gapped, kept: usize) -> Problem {
    match gapped {
        Gapped::Range { plus, .. } => Problem::OutOfRange { plus: *plus },
        Gapped::TooMany => Problem::CaseTooLong { limit: kept as u64 },
    }
}

impl Sink for General {
    fn narrow(&mut self, _: u64) -> Result<(), Problem> {
        Ok(())
    }

    fn wide(&mut self, _: u128) -> Result<(), Problem> {
        Ok(())
    }
}

impl Tally for General {
    fn begin(&mut self) {
        self.answer = None;
    }

    fn position(&mut self, rule: &Rule, numbers: &Numbers) -> Result<(), Problem> {
        let game = rule
            .game(numbers, self.kept)
            .map_err(|error| gapped(&error, self.kept))?;
        self.ask(&game)
    }

    fn component(&mut self, rule: &Rule, numbers: &Numbers, number: u128) -> Result<(), Problem> {
        let mut game = String::new();
        rule.write_name(numbers, &mut game)
            .map_err(|error| gapped(&error, self.kept))?;
        self.ask(&format!("{game} {number}"))
    }

    fn mover_wins(&mut self) -> Result<bool, Problem> {
        match self.known(|answer| answer.outcome)? {
            Outcome::N => Ok(true),
            Outcome::P => Ok(false),
            _ => self.known(|_| None),
        }
    }

    fn outcome(&mut self) -> Result<Outcome, Problem> {
        self.known(|answer| answer.outcome)
    }

    fn count(&mut self, out: &mut Vec<u8>) -> Result<(), Problem> {
        put(out, self.known(|answer| answer.winning.count.clone())?)
    }

    fn value(&mut self, out: &mut Vec<u8>) -> Result<(), Problem> {
        put(out, self.known(|answer| answer.value.clone())?)
    }
}
