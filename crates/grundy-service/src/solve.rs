//! One position: who wins, by which moves, and why.

use grundy::budget::Meter;
use grundy::couples::Searching;
use grundy::engine::genera::{ComponentGenus, Genera};
use grundy::reason::NotCovered;
use grundy::{Answer, Budget, Game, Lang, Reason, Solver};
use serde::{Deserialize, Serialize};

use crate::answer::{Detail, Document};
use crate::json;
use crate::rule::{Ruled, Written};
use crate::text::{self, plain};
use crate::verify::{self, Verified};
use crate::{Failure, Refused, Sink, Why, boards, loopy, play, stopped, theorems};

/// Most winning moves that are listed of a position of ordinary length, where all are asked for.
const MOST_MOVES: usize = 100_000;

/// Most threads that search.
pub const MOST_THREADS: usize = 1024;

/// Bytes that a listed move takes for each byte of the position, roughly.
const MOVE_BYTES: u64 = 64;

/// Most winning moves that are listed where all are asked for: fewer where each repeats a long position.
pub fn most_moves(text: &str, bytes: u64) -> usize {
    let one = (text.len() as u64 + 16).saturating_mul(MOVE_BYTES);
    usize::try_from(bytes / one).map_or(MOST_MOVES, |most| most.clamp(10, MOST_MOVES))
}

/// A position as it is asked about.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Position {
    /// The position in the notation; with a rule, positions of the rule, and behind a `+` games of the catalogue.
    pub game: String,
    /// A rule in the place of a game.
    #[serde(default)]
    pub rule: Option<Written>,
    /// Whether who cannot move wins.
    #[serde(default)]
    pub misere: bool,
}

impl Position {
    /// Reads the position.
    ///
    /// # Errors
    /// That there is no such position or no such rule.
    pub fn read(&self, budget: &Budget, sink: &dyn Sink) -> Result<(Game, Option<Ruled>), Failure> {
        let ruled = self.rule.as_ref().map(Written::read).transpose()?;
        let files = |name: &str| sink.read(name, budget.bytes);
        let game = match &ruled {
            None => {
                let game = Game::parse(&plain(&self.game), &files);
                if let (Err(_), Some(beyond)) = (&game, text::beyond(&self.game)) {
                    return Err(Refused::PowerOfTen(beyond.to_owned()).into());
                }
                game.map_err(|error| Failure::game(&plain(&self.game), error))?
            }
            // Letters of a word may be digits.
            Some(ruled) if ruled.rule.numbers().is_none() => ruled.game(&self.game, &files)?,
            Some(ruled) => ruled.game(&plain(&self.game), &files)?,
        };
        Ok((game, ruled))
    }
}

/// A question about one position.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Request {
    /// The position.
    pub position: Position,
    /// Whether all winning moves are listed, not only the first ten.
    #[serde(default)]
    pub all: bool,
    /// Whether it is told which engines declined.
    #[serde(default)]
    pub explain: bool,
    /// Whether the genus of each component is told.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub genus: bool,
    /// Whether engines go on to the end of the budget where they would give up earlier.
    #[serde(default)]
    pub thorough: bool,
    /// How many threads search; 0 as 1.
    #[serde(default, skip_serializing_if = "is_none")]
    pub threads: usize,
    /// Whether values that were found by a search of components are searched for once more, another way.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub verify: bool,
    /// Whether all that the value rests on is told, for a checker.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub grounds: bool,
}

/// Whether nothing is said of the threads.
#[allow(clippy::trivially_copy_pass_by_ref, reason = "serde asks so")]
pub(crate) fn is_none(threads: &usize) -> bool {
    *threads == 0
}

/// An answer.
#[derive(Clone, Debug)]
pub struct Response {
    /// The position.
    pub game: Game,
    /// What is known of it.
    pub answer: Answer,
    /// The rule that it was asked by.
    pub ruled: Option<Ruled>,
    /// How many winning moves could be listed.
    pub most: usize,
    /// The genus of each component, in their order, where it was asked for.
    pub genera: Option<Vec<Result<ComponentGenus, Reason>>>,
    /// What a second search said of the values that the first one told, where it was asked for.
    pub verified: Option<Vec<Verified>>,
    /// The table of boards that the value rests on, as a checker reads it, where it was asked for.
    pub boards: Option<Result<String, Why>>,
    explain: bool,
}

impl Request {
    /// Answers.
    ///
    /// # Errors
    /// That there is no such position, or that somebody stopped it before anything was known.
    pub fn run(&self, budget: &Budget, sink: &mut dyn Sink) -> Result<Response, Failure> {
        self.run_with(budget, Searching::default(), sink)
    }

    /// Answers, where positions that fall apart are searched so.
    ///
    /// # Errors
    /// As [`run`](Request::run).
    pub fn run_with(
        &self,
        budget: &Budget,
        searching: Searching,
        sink: &mut dyn Sink,
    ) -> Result<Response, Failure> {
        let mut solver = Solver::new();
        solver.budget = budget.clone();
        solver.searching = searching;
        self.run_by(&mut solver, sink)
    }

    /// Answers by a solver that others asked before, within its budget: what it has tables of is not computed again.
    ///
    /// # Errors
    /// As [`run`](Request::run).
    pub fn run_by(&self, solver: &mut Solver, sink: &mut dyn Sink) -> Result<Response, Failure> {
        let budget = &solver.budget.clone();
        let (game, ruled) = self.position.read(budget, sink)?;
        let under = play(self.position.misere);
        // What cannot be certified is told before anything is searched.
        if self.grounds && !boards::may_be_certified(&game, under) {
            return Err(Refused::NoBoards.into());
        }
        let most = most_moves(&self.position.game, budget.bytes);
        solver.thorough = self.thorough;
        solver.searching.threads = self.threads.clamp(1, MOST_THREADS);
        solver.searching.shelf = sink.shelf();
        if self.all {
            solver.listed = most;
        }
        let answer = solver.solve(&game, under);
        // Where time is over a watch may stop it as well: that is an answer, too.
        let is_limited = matches!(answer.unknown, Some(Reason::Exhausted(_)));
        let is_known = answer.outcome.is_some() || answer.value.is_some();
        if stopped(budget) && !is_known && !is_limited {
            return Err(Failure::Interrupted);
        }
        let verified = match self.verify {
            true => Some(verify::verified(&answer, |place| {
                let component = game.components().nth(place);
                let component = component.ok_or(Reason::from(NotCovered::Couples))?;
                component.value_again(solver.searching.threads, &mut Meter::new(budget))
            })?),
            false => None,
        };
        let boards = match self
            .grounds
            .then(|| boards::text(&game, &mut solver.work()))
        {
            None => None,
            Some(Err(Reason::NotCovered(_))) => return Err(Refused::NoBoards.into()),
            Some(told) => Some(told.map_err(Why::from)),
        };
        Ok(Response {
            verified,
            boards,
            genera: self.genus.then(|| genera(&game, budget)),
            game,
            answer,
            ruled,
            most,
            explain: self.explain,
        })
    }
}

/// The genus of each component of a sum.
fn genera(game: &Game, budget: &Budget) -> Vec<Result<ComponentGenus, Reason>> {
    let (mut genera, mut meter) = (Genera::default(), Meter::new(budget));
    let components = game.components();
    components
        .map(|component| genera.genus(component, &mut meter))
        .collect()
}

impl Response {
    /// The JSON document of the schema, one line with its line end.
    pub fn json(&self, lang: Lang) -> String {
        let detail = match self.explain {
            true => Detail::Explained,
            false => Detail::Full,
        };
        let document = Document::new(&self.answer, lang, detail);
        let document = document.with_loopy(loopy::value(&self.game, &self.answer));
        let document = document.with_rule(self.ruled.as_ref());
        let document = match self.explain {
            true => document.with_theorems(theorems::behind(&self.game, &self.answer)),
            false => document,
        };
        let document = match &self.verified {
            None => document,
            Some(verified) => document.with_verified(verified, lang),
        };
        json::line(&match &self.genera {
            None => document,
            Some(genera) => document.with_genera(&self.game, genera, lang),
        })
    }
}
