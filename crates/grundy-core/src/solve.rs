//! From a game to an answer.
//!
//! The theories stand here in order, and nowhere else; the order of the lines is the policy. Each is taken if every
//! component offers what it needs; then one routine gives outcome, value and winning moves.

mod loopy;
mod quotients;
mod semilinear;
mod theories;

use crate::answer::{Answer, ComponentAnswer, Declined, Winning};
use crate::budget::Budget;
use crate::component::Component;
use crate::couples::Searching;
use crate::engine::{Tables, Work};
use crate::message;
use crate::nimber::Nimber;
use crate::notation::shortened;
use crate::quotient::{MisereNim, Normal, Outcome, Play, Tame};
use crate::reason::{NoTheorem, NotCovered, Reason};
use crate::ruleset::{Moves, Patterned};
use crate::sum::Sum;
use crate::text::Message;

pub use crate::theory::{Engine, Theory};

use quotients::Effort;

/// What is asked of a position; less may cost less.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Wanted {
    /// Who wins.
    Outcome,
    /// Who wins, and the Grundy value where it can be had.
    Value,
    /// These, and which moves win.
    Moves,
}

/// Answers questions; keeps tables between them.
#[derive(Debug)]
pub struct Solver {
    /// What one question may cost.
    pub budget: Budget,
    /// How many winning moves to list.
    pub listed: usize,
    /// Whether to say why, component by component.
    pub reasons: bool,
    /// What is asked.
    pub wanted: Wanted,
    /// Whether a value is searched for with all that is left of the budget even where a theorem has told the winner. Without it
    /// such a search is a small part of the question, but where the budget is larger than the default.
    pub thorough: bool,
    /// Whether many questions come one after another: such a search is then worth even less, unless it is [thorough](Solver::thorough).
    pub brief: bool,
    /// How positions that fall apart are searched.
    pub searching: Searching,
    off: Vec<Engine>,
    tables: Tables,
    held: u64,
    looked_at: u64,
}

impl Default for Solver {
    fn default() -> Solver {
        Solver {
            budget: Budget::default(),
            listed: 10,
            reasons: true,
            wanted: Wanted::Moves,
            thorough: false,
            brief: false,
            searching: Searching::default(),
            off: Vec::new(),
            tables: Tables::default(),
            held: 0,
            looked_at: 0,
        }
    }
}

/// Answers one question with the default budget.
pub fn solve<G: AsRef<Sum> + ?Sized>(game: &G, play: Play) -> Answer {
    Solver::default().solve(game, play)
}

/// One question on its way.
struct Question<'g> {
    components: Vec<&'g dyn Component>,
    play: Play,
    off: &'g [Engine],
    reasons: bool,
    wanted: Wanted,
    work: Work,
    answer: Answer,
    /// Outcomes by theorem of the components, once asked for: with many digits a theorem is not free.
    outcomes: Vec<Option<Option<Outcome>>>,
    /// The winning moves of the only component by a table of who wins, and why.
    told: Option<(Moves<Box<dyn Component>>, Message)>,
    /// Whether the positions are so long that what theorems do with them is metered.
    long: bool,
    /// Bytes of the rules that were written with each component.
    heads: u64,
    /// Whether the last engine has the whole of what is left.
    thorough: bool,
    /// Whether a value beside a known winner is worth hardly anything.
    brief: bool,
}

/// Bytes of positions from which on theorems are metered; what they do with less takes no time.
const LONG: u64 = 1 << 10;

/// How many times its bytes a position is held where it is answered: as a value, in the notation for the answer and for the
/// component, and in the reason.
const HELD: u64 = 8;

/// Most bytes of the text of a position that is named although there is no room for an answer.
const NAMED: usize = 1 << 10;

impl Solver {
    /// A solver with the default budget and every engine.
    pub fn new() -> Solver {
        Solver::default()
    }

    /// Switches an engine off; no answer changes but to "unknown".
    pub fn without(mut self, engine: Engine) -> Solver {
        self.off.push(engine);
        self
    }

    /// Answers a question about a sum, or about what stands for one.
    pub fn solve<S: AsRef<Sum> + ?Sized>(&mut self, game: &S, play: Play) -> Answer {
        self.answer(game.as_ref(), play)
    }

    fn answer(&mut self, game: &Sum, play: Play) -> Answer {
        if self.held > self.budget.bytes / 2 {
            self.tables.clear();
            self.held = 0;
        }
        let work = self.work();
        let components: Vec<&dyn Component> = game.components().collect();
        let heap_bytes = components.iter().map(|component| component.heap_bytes());
        let heap_bytes = heap_bytes.fold(0, u64::saturating_add);
        let given = Budget::default();
        let mut question = Question {
            long: heap_bytes > LONG
                || (components.iter()).any(|one| one.head().len() as u64 > LONG),
            heads: 0,
            thorough: self.thorough
                || self.budget.time.is_none_or(|time| Some(time) > given.time)
                || self.budget.positions > given.positions,
            brief: self.brief,
            outcomes: Vec::new(),
            told: None,
            components,
            play,
            off: &self.off,
            reasons: self.reasons,
            wanted: self.wanted,
            work,
            answer: Answer {
                game: String::new(),
                play,
                outcome: None,
                value: None,
                theory: Theory::Unknown,
                components: Vec::new(),
                winning: Winning {
                    count: None,
                    listed: Vec::new(),
                },
                remoteness: None,
                because: None,
                unknown: None,
                declined: Vec::new(),
            },
        };
        question.answer(game, heap_bytes);
        let Question { work, answer, .. } = question;
        self.held += self.budget.bytes.saturating_sub(work.meter.bytes_left());
        let spent = self.budget.positions - work.meter.positions_left();
        self.looked_at = self.looked_at.saturating_add(spent);
        self.tables = work.tables;
        answer
    }

    /// How many positions, heaps and cells were looked at for all questions so far.
    pub fn looked_at(&self) -> u64 {
        self.looked_at
    }

    /// The work space for tables of values, with what earlier questions have filled.
    pub fn work(&mut self) -> Work {
        Work {
            searching: self.searching.clone(),
            ..Work::new(&self.budget, std::mem::take(&mut self.tables), self.listed)
        }
    }

    /// Keeps what a work space has filled.
    pub fn keep(&mut self, work: Work) {
        self.tables = work.tables;
    }
}

impl Question<'_> {
    /// Answers, where there is room for as much as is held of every position.
    fn answer(&mut self, game: &Sum, heap_bytes: u64) {
        let written = self.theorem(|_| Ok(game.text())).and_then(|written| {
            // Some rulesets tell what a position may come to hold, which may be far more than it does.
            let held = heap_bytes
                .min(8 * written.len() as u64)
                .saturating_mul(HELD);
            let bytes = held + 256 * self.components.len() as u64;
            let room = self.work.meter.spend(0, bytes);
            // A short position is named even where there is no room to answer it.
            if room.is_ok() || written.len() <= NAMED {
                self.answer.game = written;
            }
            room.map_err(Reason::from)
        });
        match written {
            Ok(()) => self.decide(),
            Err(why) => self.answer.unknown = Some(why),
        }
    }

    /// Does what theorems do, which take no meter: where the positions are long, within what is left of the budget.
    fn theorem<T>(
        &mut self,
        asked: impl FnOnce(&mut Work) -> Result<T, Reason>,
    ) -> Result<T, Reason> {
        if !self.long {
            return asked(&mut self.work);
        }
        let mut meter = self.work.meter.clone();
        let work = &mut self.work;
        meter.run(|| asked(work))?
    }

    /// The same for what looks at one component only: beside a long one there may be thousands of short ones.
    fn theorem_of<T>(
        &mut self,
        component: &dyn Component,
        asked: impl FnOnce(&mut Work) -> Result<T, Reason>,
    ) -> Result<T, Reason> {
        const SHORT: u64 = 64;
        if !self.long || (component.heap_bytes() < SHORT && component.head().len() as u64 <= LONG) {
            return asked(&mut self.work);
        }
        self.theorem(asked)
    }

    /// The theories in order.
    fn decide(&mut self) {
        let decided = match self.play {
            Play::Normal => {
                self.tell_by_table();
                let values = self.values();
                self.by_values::<Normal>(&values, Theory::SpragueGrundy, |value| value.clone())
                    || self.by_table_of_outcomes()
                    || (self.by_outcome_beside(&values) && {
                        self.counted_where_play_need_not_end();
                        true
                    })
                    || self.by_small_whole()
                    || self.by_loopy(&values)
                    || self.by_whole()
            }
            Play::Misere => {
                (self.all_tame() && {
                    let values = self.values();
                    self.by_values::<MisereNim>(&values, Theory::MisereNim, |value| {
                        Tame::from(value)
                    })
                }) || self.by_outcome_alone()
                    || self.by_quotient(Effort::Little)
                    || self.by_little_whole()
                    || self.by_semilinear()
                    || self.by_quotient(Effort::Much)
                    || self.by_whole()
            }
        };
        if !decided {
            self.answer.unknown = Some(self.why_not());
        }
    }

    /// Why no engine answered: what is wrong with a rule in play, which more of the budget would not mend, else what the last
    /// engine said. Tables hold positions too that play does not reach.
    fn why_not(&self) -> Reason {
        let declined = &self.answer.declined;
        let wild = |one: &&Declined| matches!(one.why, Reason::Quotient(_));
        if let Some(wild) = declined.iter().find(wild) {
            return wild.why.clone();
        }
        let in_play = |one: &&Declined| matches!(one.engine, Engine::Search | Engine::SumSearch);
        let fault = (declined.iter().filter(in_play)).find(|one| one.why.fault().is_some());
        let last = fault.or(declined.last());
        let why = last.map_or(Reason::Off, |declined| declined.why.clone());
        let observed = |one: &Declined| one.why == NoTheorem::OnlyObserved.into();
        match fault.is_none() && declined.iter().any(observed) {
            true => Reason::OnlyObserved(Box::new(why)),
            false => why,
        }
    }

    fn is_on(&self, engine: Engine) -> bool {
        !self.off.contains(&engine)
    }

    fn declined(&mut self, engine: Engine, component: Option<usize>, why: Reason) {
        self.answer.declined.push(Declined {
            engine,
            component,
            why,
        });
    }

    /// Each component's value with the engine that told it, as far as they can be had.
    fn values(&mut self) -> Vec<Option<(Nimber, Engine)>> {
        (0..self.components.len())
            .map(|place| self.value(place, self.components[place]))
            .collect()
    }

    /// Does something with one part of so many of the budget, or with what is left of it; of what this holds nothing stays.
    fn with_part<T>(&mut self, part: u64, job: impl FnOnce(&mut Self) -> T) -> T {
        let part = self.work.meter.part(part);
        let whole = std::mem::replace(&mut self.work.meter, part);
        let done = job(self);
        let part = std::mem::replace(&mut self.work.meter, whole);
        self.work.meter.settle(&part);
        self.work.meter.release(part.bytes_held());
        done
    }

    fn value(&mut self, place: usize, component: &dyn Component) -> Option<(Nimber, Engine)> {
        // Where a theorem tells the value, nothing else need be known.
        let by_theorem = self
            .is_on(Engine::Theorem)
            .then(|| self.theorem_of(component, |work| component.value_by(Engine::Theorem, work)));
        let found = match by_theorem {
            Some(Ok(value)) => Some((value, Engine::Theorem)),
            declined => self.value_without(place, component, declined.and_then(Result::err)),
        };
        if self.reasons {
            let because = found
                .as_ref()
                .map(|(_, engine)| self.because(place, *engine));
            let game = self.written(component);
            let period = match &found {
                Some((_, Engine::Table)) => component.period(&mut self.work),
                _ => None,
            };
            self.answer.components.push(ComponentAnswer {
                game,
                value: found.as_ref().map(|(value, _)| value.clone()),
                engine: found.as_ref().map(|(_, engine)| *engine),
                because,
                period,
            });
        }
        found
    }

    /// A value that no theorem tells, by the other engines; the theorems declined for this reason, if they are on.
    fn value_without(
        &mut self,
        place: usize,
        component: &dyn Component,
        declined: Option<Reason>,
    ) -> Option<(Nimber, Engine)> {
        let by_theorem = self.outcome(place);
        if let Some(why) = declined {
            self.declined(Engine::Theorem, Some(place), why);
        }
        let mut known = by_theorem.or_else(|| self.told_outcome());
        // A component that stands alone and is lost is worth 0, and nothing need be asked of its options.
        let alone = self.play == Play::Normal && self.components.len() == 1 && component.ends();
        let lost = alone && known == Some(Outcome::P);
        let settled = lost || (alone && known.is_some() && self.wanted == Wanted::Outcome);
        if settled {
            return None;
        }
        let mut found = None;
        // What was left before a table was refused as too large, which has looked at nothing.
        let mut before_table = None;
        // Whether who wins was told with little, once that was tried.
        let mut soon = None;
        for engine in Engine::VALUES {
            let apart = engine != Engine::Couples || component.falls_apart();
            if engine == Engine::Theorem || !self.is_on(engine) || !apart {
                continue;
            }
            if engine == Engine::Pattern
                && (known.is_some() || !component.is_beyond(&mut self.work))
            {
                continue;
            }
            let may_search = self.components.len() == 1
                && self.is_on(Engine::SumSearch)
                && component.searches_outcomes();
            let by_outcome = engine == Engine::Search && may_search;
            if by_outcome && self.wanted == Wanted::Outcome {
                continue;
            }
            let is_soon = match engine {
                Engine::Table | Engine::Search if may_search && known.is_none() => *soon
                    .get_or_insert_with(|| component.tells_outcome_soon(self.play, &mut self.work)),
                _ => false,
            };
            if is_soon && engine == Engine::Table && self.wanted == Wanted::Outcome {
                self.declined(engine, Some(place), NotCovered::Little.into());
                continue;
            }
            // Where a theorem tells the winner anyway, the value is worth only a small part of the budget, unless all of
            // it was meant for this question.
            let part = match (known, engine) {
                // Who wins is told; the value is worth a part of what is left.
                (None, Engine::Table) if is_soon && !self.thorough => Some(2),
                (None, _) if is_soon && !self.thorough => Some(20),
                // Who wins may be told with less, if the value is not.
                (None, _) if by_outcome => Some(2),
                (None, _) => None,
                (_, Engine::Table) if component.moves_by_table() => None,
                (_, Engine::Table) => Some(20),
                (_, Engine::Couples) if !self.thorough => Some(4),
                (_, Engine::Search) if !self.thorough && by_theorem.is_none() => Some(4),
                // The last of them has all that is left.
                _ if self.thorough => Some((self.components.len() - place) as u64),
                _ if self.brief => Some(100_000),
                _ => Some(400),
            };
            let whole = part.map(|part| {
                let part = self.work.meter.part(part);
                std::mem::replace(&mut self.work.meter, part)
            });
            let refused = match engine {
                Engine::Table => {
                    before_table = Some(self.work.meter.clone());
                    None
                }
                Engine::Pattern if self.work.meter.positions_left() == 0 => before_table
                    .take()
                    .map(|before| std::mem::replace(&mut self.work.meter, before)),
                _ => None,
            };
            let told = component.value_by(engine, &mut self.work);
            if let Some(spent) = refused {
                self.work.meter = spent;
            }
            if let Some(mut whole) = whole {
                // The tables that the part has filled stay.
                whole.settle(&self.work.meter);
                self.work.meter = whole;
            }
            match told {
                Ok(value) => {
                    found = Some((value, engine));
                    break;
                }
                Err(why) => {
                    if engine == Engine::Pattern && why == NoTheorem::ValueInSum.into() {
                        // Who wins is known; the value is worth little more.
                        known = self.patterned(place).map(|told| told.outcome);
                    }
                    self.declined(engine, Some(place), why);
                }
            }
        }
        found
    }

    /// A component in the notation; long rules are abridged once those of many components have taken a part of the budget.
    fn written(&mut self, component: &dyn Component) -> String {
        const PART: u64 = 8;
        let head = component.head();
        self.heads += head.len() as u64;
        let whole = self.heads <= self.work.meter.bytes_allowed() / PART
            && self.work.meter.spend(0, head.len() as u64).is_ok();
        let position = self.theorem_of(component, |_| Ok(component.position()));
        let position = position.unwrap_or_default();
        match whole {
            true => format!("{head} {position}"),
            false => format!("{} {position}", shortened(head)),
        }
    }

    /// The outcome theorem's reason, if reasons are asked for.
    fn outcome_because(&mut self, component: &dyn Component) -> Option<Message> {
        if !self.reasons {
            return None;
        }
        let play = self.play;
        self.theorem_of(component, |_| Ok(component.outcome_because(play)))
            .ok()?
    }

    /// The theorem's remoteness.
    fn remoteness(&mut self, component: &dyn Component) -> Option<u64> {
        let play = self.play;
        self.theorem_of(component, |_| Ok(component.remoteness(play)))
            .ok()?
    }

    /// Who wins a component alone, by a theorem, if those are on.
    fn outcome(&mut self, place: usize) -> Option<Outcome> {
        if !self.is_on(Engine::Outcome) {
            return None;
        }
        if let Some(&Some(known)) = self.outcomes.get(place) {
            return known;
        }
        let (component, play) = (self.components[place], self.play);
        let known = match self.theorem_of(component, |_| Ok(component.outcome(play))) {
            Ok(known) => known,
            Err(why) => {
                self.declined(Engine::Outcome, Some(place), why);
                None
            }
        };
        // Where values tell all, none is asked for.
        self.outcomes.resize(self.components.len(), None);
        self.outcomes[place] = Some(known);
        known
    }

    /// What a proved pattern tells of a component beyond every table, where it does not tell its value.
    fn patterned(&mut self, place: usize) -> Option<Patterned> {
        let component = self.components[place];
        if !self.is_on(Engine::Pattern) || !component.is_beyond(&mut self.work) {
            return None;
        }
        component.by_pattern(&mut self.work).ok()
    }

    /// Why a value is right; where it is not by a theorem but one tells the winner, that too.
    fn because(&mut self, place: usize, engine: Engine) -> Message {
        let component = self.components[place];
        let value = match engine {
            Engine::Theorem => (self
                .theorem_of(component, |work| Ok(component.because(engine, work))))
            .unwrap_or_else(|why| why.describe()),
            _ => component.because(engine, &mut self.work),
        };
        let on =
            self.play == Play::Normal && engine != Engine::Theorem && self.outcome(place).is_some();
        let theorem = match on {
            true => self.outcome_because(component),
            false if self.play == Play::Normal && engine == Engine::Search => {
                component.search_because(self.play, &mut self.work)
            }
            false => None,
        };
        match theorem {
            Some(theorem) => message!(
                "{theorem}; the value is {value}",
                "{theorem}；SG 值：{value}",
                theorem = theorem,
                value = value
            ),
            None => value,
        }
    }

    fn all_tame(&mut self) -> bool {
        match self
            .components
            .iter()
            .position(|component| component.tame().is_none())
        {
            None => true,
            Some(place) => {
                self.declined(Engine::Theorem, Some(place), NoTheorem::Tame.into());
                false
            }
        }
    }
}
