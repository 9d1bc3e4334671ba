//! The theories that [`solve`](super) goes through: values, outcomes of single components, search of the whole.

use dashu_int::ops::BitTest;

use super::{Engine, Question, Theory, Wanted};
use crate::answer::WinningMove;
use crate::budget::Exhausted;
use crate::component::Component;
use crate::engine::whole::SumSearch;
use crate::message;
use crate::nimber::Nimber;
use crate::number::{self, Natural};
use crate::quotient::{Normal, Outcome, Play, Quotient};
use crate::reason::{NoTheorem, Reason};
use crate::ruleset::Step;
use crate::text::{Fact, Message};

/// Bytes of a move that is listed.
fn listed_bytes(from: &str, step: &Step<Box<dyn Component>>) -> u64 {
    // A weight may be of what can come of a position, which is not held.
    let most = 8 * from.len() as u64 + (1 << 16);
    let to = (step.to.iter()).map(|component| 64 + component.heap_bytes().min(most));
    let message = step.message.facts().iter().map(|(_, fact)| match fact {
        Fact::Number(number) => 48 + number::heap_bytes(number),
        Fact::Word(word) => 48 + word.len() as u64,
        Fact::Message(_) => 256,
    });
    128 + from.len() as u64 + to.sum::<u64>() + message.sum::<u64>()
}

impl Question<'_> {
    /// The routine for every theory of values: outcome, value and winning moves from the components' values.
    pub(super) fn by_values<Q: Quotient>(
        &mut self,
        values: &[Option<(Nimber, Engine)>],
        theory: Theory,
        seen: impl Fn(&Nimber) -> Q::Value,
    ) -> bool {
        if values.iter().any(Option::is_none) {
            return false;
        }
        let known = || values.iter().flatten();
        let total = known().fold(Q::zero(), |total, (value, _)| Q::add(&total, &seen(value)));
        let sum = known().fold(Natural::ZERO, |sum, (value, _)| sum ^ &value.0);
        let mut count = Some(Natural::ZERO);
        if Q::outcome(&total) == Outcome::N && self.wanted < Wanted::Moves {
            count = None;
        } else if Q::outcome(&total) == Outcome::N {
            let long = sum.bit_len();
            for (place, (value, engine)) in known().enumerate() {
                // What is wanted is as long as the sum where that is longer than the value: no option may be worth so much.
                if long > 128
                    && long > value.0.bit_len()
                    && (self.components[place].most_bits(*engine)).is_some_and(|most| most < long)
                {
                    continue;
                }
                if let Err(ran_out) = self.work.meter.step(long as u64 / 32) {
                    count = None;
                    self.declined(*engine, Some(place), ran_out.into());
                    break;
                }
                let wanted = Q::wanted(&Q::less(&total, &seen(value)));
                self.moves_to(place, *engine, &wanted, &mut count);
            }
        }
        self.answer.outcome = Some(Q::outcome(&total));
        self.answer.theory = theory;
        self.answer.winning.count = count;
        if self.play == Play::Normal {
            self.answer.value = Some(Nimber(sum));
        } else {
            self.answer.because = self.tame_because();
        }
        true
    }

    /// Why values decide a misère sum: what is known of the only component, or the theorem on sums.
    fn tame_because(&self) -> Option<Message> {
        let of_one = match self.components[..] {
            [only] if self.is_on(Engine::Outcome) && only.outcome(self.play).is_some() => {
                only.outcome_because(self.play)
            }
            _ => None,
        };
        of_one.or_else(|| self.components.first()?.tame())
    }

    /// Adds the moves of one component to the value wanted of it.
    pub(super) fn moves_to(
        &mut self,
        place: usize,
        engine: Engine,
        wanted: &Nimber,
        count: &mut Option<Natural>,
    ) {
        if self.wanted < Wanted::Moves {
            *count = None;
            return;
        }
        let component = self.components[place];
        // The options of value 0 are the P-positions, which an outcome theorem may name without trying them all.
        let by_outcome = self.play == Play::Normal
            && wanted.is_zero()
            && engine != Engine::Theorem
            && self.outcome(place) == Some(Outcome::N);
        let named = if by_outcome {
            self.theorem(|work| component.winning(Play::Normal, work))
                .ok()
        } else {
            None
        };
        let moves = match (named, engine) {
            (Some(moves), _) => Ok(moves),
            (None, Engine::Theorem) => {
                self.theorem(|work| component.moves_to(engine, wanted, work))
            }
            (None, _) => component.moves_to(engine, wanted, &mut self.work),
        };
        match moves {
            Ok(moves) => {
                *count = match (count.take(), moves.count) {
                    (Some(count), Some(more)) => Some(count + more),
                    _ => None,
                };
                self.list(place, moves.listed);
            }
            Err(why) => {
                *count = None;
                self.declined(engine, Some(place), why);
            }
        }
    }

    pub(super) fn list(&mut self, place: usize, steps: Vec<Step<Box<dyn Component>>>) {
        let room = self
            .work
            .listed
            .saturating_sub(self.answer.winning.listed.len());
        if room == 0 || steps.is_empty() {
            return;
        }
        let component = self.components[place];
        let Ok(from) = self.theorem_of(component, |_| Ok(component.position())) else {
            return;
        };
        for step in steps.into_iter().take(room) {
            // A move that is known needs no position to be looked at, so that none need be left.
            match self.work.meter.spend(0, listed_bytes(&from, &step)) {
                Ok(()) => {}
                Err(Exhausted::Positions(_)) if self.work.meter.bytes_left() > 0 => {}
                Err(_) => return,
            }
            let from = from.clone();
            self.answer.winning.listed.push(WinningMove {
                component: place,
                from,
                message: step.message,
                to: step.to,
            });
        }
    }

    /// Who wins the only component, by a table of who wins, where there is one: it costs far less than one of values.
    pub(super) fn tell_by_table(&mut self) {
        let [component] = self.components[..] else {
            return;
        };
        if self.is_on(Engine::Table) && component.moves_by_table() {
            let before = self.work.meter.clone();
            match component.winning_by_table(&mut self.work) {
                Ok(told) => self.told = Some(told),
                // What was refused holds nothing, and is not in the way of those that are asked next.
                Err(_) => self.work.meter = before,
            }
        }
    }

    /// What was told so.
    pub(super) fn told_outcome(&self) -> Option<Outcome> {
        let (moves, _) = self.told.as_ref()?;
        match moves.count.as_ref()?.is_zero() {
            true => Some(Outcome::P),
            false => Some(Outcome::N),
        }
    }

    /// Normal play of a component that stands alone and whose value is not known, by a table of who wins.
    pub(super) fn by_table_of_outcomes(&mut self) -> bool {
        let Some(outcome) = self.told_outcome() else {
            return false;
        };
        let Some((moves, because)) = self.told.take() else {
            return false;
        };
        let [component] = self.components[..] else {
            return false;
        };
        self.answer.outcome = Some(outcome);
        self.answer.theory = Theory::Outcome;
        self.answer.because = match self.outcome(0) {
            Some(_) => self.outcome_because(component).map(|theorem| {
                message!(
                    "{theorem}; which moves win: {table}",
                    "{theorem}；取胜的走法：{table}",
                    theorem = theorem,
                    table = because
                )
            }),
            None => self.reasons.then_some(because),
        };
        if outcome == Outcome::P {
            self.answer.value = Some(Nimber::zero());
        }
        if self.wanted >= Wanted::Moves || outcome == Outcome::P {
            self.answer.winning.count = moves.count;
            self.list(0, moves.listed);
        }
        true
    }

    /// Normal play, where not every value is known: equal components cancel, components of value 0 beside one whose
    /// outcome is known change nothing, and a P-position has the value 0.
    pub(super) fn by_outcome_beside(&mut self, values: &[Option<(Nimber, Engine)>]) -> bool {
        let mut unknown: Vec<usize> = (0..values.len())
            .filter(|&place| values[place].is_none())
            .collect();
        if self.is_on(Engine::Cancel) {
            let mut odd: Vec<usize> = Vec::new();
            for place in unknown.drain(..) {
                let component = self.components[place];
                match odd
                    .iter()
                    .position(|&other| component.ends() && self.components[other].same(component))
                {
                    Some(other) => {
                        odd.swap_remove(other);
                    }
                    None => odd.push(place),
                }
            }
            unknown = odd;
        }
        let known = values
            .iter()
            .flatten()
            .fold(Nimber::zero(), |sum, (value, _)| &sum ^ value);
        if !self.is_on(Engine::Outcome) && !unknown.is_empty() {
            return false;
        }
        // Components that are themselves P-positions by a theorem are worth 0. That is so even where their play may go
        // on for ever: each move there has an answer that brings its end nearer (Smith 1966). Alone, such a component
        // has a remoteness to tell.
        let alone = self.components.len() == 1;
        unknown.retain(|&place| {
            (alone && !self.components[place].ends()) || self.outcome(place) != Some(Outcome::P)
        });
        match unknown[..] {
            [] => {
                self.answer.outcome = Some(Normal::outcome(&known));
                self.answer.value = Some(known.clone());
                self.answer.theory = Theory::SpragueGrundy;
                if known.is_zero() {
                    self.answer.winning.count = Some(Natural::ZERO);
                } else if values.iter().any(Option::is_none) {
                    self.some_moves(values, &known);
                }
                if let [only] = self.components[..] {
                    self.answer.because = self.outcome_because(only);
                }
                true
            }
            [place] if known.is_zero() => {
                let component = self.components[place];
                let Some(outcome) = self.outcome(place) else {
                    if self.by_pattern_beside(place) {
                        return true;
                    }
                    self.no_theorem(place);
                    return false;
                };
                self.answer.outcome = Some(outcome);
                self.answer.theory = Theory::Outcome;
                self.answer.because = self.outcome_because(component);
                if alone {
                    self.answer.remoteness = self.remoteness(component);
                }
                if outcome == Outcome::N {
                    self.outcome_moves(place);
                } else {
                    if outcome == Outcome::P {
                        self.answer.value = Some(Nimber::zero());
                    }
                    self.answer.winning.count = Some(Natural::ZERO);
                }
                true
            }
            [place, ..] => {
                self.no_theorem(place);
                false
            }
        }
    }

    /// Normal play of a component beside others of value 0, by a proved pattern that tells only that it is won.
    fn by_pattern_beside(&mut self, place: usize) -> bool {
        let Some(told) = self.patterned(place) else {
            return false;
        };
        let component = self.components[place];
        self.answer.outcome = Some(told.outcome);
        self.answer.theory = Theory::Outcome;
        self.answer.because = Some(told.because);
        if self.wanted >= Wanted::Moves {
            match component.winning_by_pattern(&mut self.work) {
                Ok(moves) => {
                    self.answer.winning.count =
                        (moves.count).filter(|_| self.components.len() == 1);
                    self.list(place, moves.listed);
                }
                Err(why) => self.declined(Engine::Pattern, Some(place), why),
            }
        }
        true
    }

    fn no_theorem(&mut self, place: usize) {
        if self.answer.declined.is_empty() {
            self.declined(Engine::Outcome, Some(place), NoTheorem::ValueInSum.into());
        }
    }

    /// The winning moves of the components whose values are known; how many the others have is not known.
    fn some_moves(&mut self, values: &[Option<(Nimber, Engine)>], total: &Nimber) {
        let mut count = Some(Natural::ZERO);
        for (place, value) in values.iter().enumerate() {
            if let Some((value, engine)) = value {
                self.moves_to(place, *engine, &(total ^ value), &mut count);
            }
        }
        self.answer.winning.count = None;
    }

    /// The winning moves that an outcome theorem names. They are all there are where the component stands alone.
    fn outcome_moves(&mut self, place: usize) {
        if self.wanted < Wanted::Moves {
            return;
        }
        let (component, play) = (self.components[place], self.play);
        match self.theorem(|work| component.winning(play, work)) {
            Ok(moves) => {
                self.answer.winning.count = if self.components.len() == 1 {
                    moves.count
                } else {
                    None
                };
                self.list(place, moves.listed);
            }
            Err(why) => self.declined(Engine::Outcome, Some(place), why),
        }
    }

    /// Misère play of a component that stands alone, by a theorem.
    pub(super) fn by_outcome_alone(&mut self) -> bool {
        let [component] = self.components[..] else {
            return false;
        };
        if !self.is_on(Engine::Outcome) {
            return false;
        }
        let Some(outcome) = self.outcome(0) else {
            self.declined(Engine::Outcome, Some(0), NoTheorem::Outcome.into());
            return false;
        };
        self.answer.outcome = Some(outcome);
        self.answer.theory = Theory::Outcome;
        self.answer.because = self.outcome_because(component);
        self.answer.remoteness = self.remoteness(component);
        self.answer.winning.count = Some(Natural::ZERO);
        if outcome == Outcome::N {
            self.answer.winning.count = None;
            self.outcome_moves(0);
        }
        true
    }

    /// Search through the whole sum with a small part of the budget.
    pub(super) fn by_little_whole(&mut self) -> bool {
        const PART: u64 = 50;
        if self.components.iter().any(|component| !component.ends()) {
            return false;
        }
        let before = self.answer.clone();
        let mut decided = self.with_part(PART, Self::by_whole);
        // Who wins without the moves is not all that was asked for.
        let counted = self.answer.winning.count.is_some() || self.wanted < Wanted::Moves;
        if !decided || !counted {
            decided = false;
            self.answer = before;
        }
        decided
    }

    /// Search through the whole sum.
    pub(super) fn by_whole(&mut self) -> bool {
        if !self.is_on(Engine::SumSearch) {
            return false;
        }
        if let [only] = self.components[..]
            && only.searches_outcomes()
        {
            return self.by_reached(only);
        }
        let mut whole = SumSearch::reducing(self.play);
        let ends = self.components.iter().all(|component| component.ends());
        if !ends && self.by_labelling(&mut whole) {
            return true;
        }
        let outcome = match whole.outcome(&self.components, &mut self.work.meter) {
            Ok(outcome) => outcome,
            Err(why) => {
                // Where play need not end, why it could not be labelled tells more.
                if ends {
                    self.declined(Engine::SumSearch, None, why);
                }
                return false;
            }
        };
        self.answer.outcome = Some(outcome);
        self.answer.theory = Theory::Search;
        self.answer.winning.count = Some(Natural::ZERO);
        if self.play == Play::Normal && outcome == Outcome::P {
            self.answer.value = Some(Nimber::zero());
        }
        if outcome == Outcome::N && !ends {
            // A move to a P-position need not bring the end nearer, so none can be recommended.
            self.answer.winning.count = None;
        } else if outcome == Outcome::N {
            match whole.winning(&self.components, self.work.listed, &mut self.work.meter) {
                Ok((count, found)) => {
                    self.answer.winning.count = Some(count);
                    for (place, step) in found {
                        self.list(place, vec![step]);
                    }
                }
                Err(why) => {
                    self.answer.winning.count = None;
                    self.declined(Engine::SumSearch, None, why);
                }
            }
        }
        true
    }

    /// A component that stands alone, by a search of its own for who wins.
    fn by_reached(&mut self, component: &dyn Component) -> bool {
        let play = self.play;
        let wins = match component.wins_by_search(play, &mut self.work) {
            Ok(wins) => wins,
            Err(why) => {
                self.declined(Engine::SumSearch, None, why);
                return false;
            }
        };
        self.answer.outcome = Some(if wins { Outcome::N } else { Outcome::P });
        self.answer.theory = Theory::Search;
        if self.reasons {
            self.answer.because = component.search_because(play, &mut self.work);
        }
        self.answer.winning.count = Some(Natural::ZERO);
        if play == Play::Normal && !wins {
            self.answer.value = Some(Nimber::zero());
        }
        if wins && self.wanted < Wanted::Moves {
            self.answer.winning.count = None;
        } else if wins {
            match component.winning_by_search(play, &mut self.work) {
                Ok(moves) => {
                    self.answer.winning.count = moves.count;
                    self.list(0, moves.listed);
                }
                Err(why) => {
                    self.answer.winning.count = None;
                    self.declined(Engine::SumSearch, None, why);
                }
            }
        }
        true
    }

    /// The winning moves of a small sum in which play need not end and a theorem tells the winner, but not all moves.
    pub(super) fn counted_where_play_need_not_end(&mut self) {
        let ends = self.components.iter().all(|component| component.ends());
        let known = self.wanted < Wanted::Moves || self.answer.winning.count.is_some();
        if ends || known || self.components.len() == 1 {
            return;
        }
        let before = self.answer.clone();
        self.answer.winning.listed.clear();
        if !self.by_small_whole() {
            self.answer = before;
        } else if self.answer.value.is_none() {
            self.answer.value = before.value;
        }
    }

    /// Where play need not end, but little can follow: labels that, which tells the remoteness too.
    pub(super) fn by_small_whole(&mut self) -> bool {
        const PART: u64 = 200;
        if !self.is_on(Engine::SumSearch)
            || self.components.iter().all(|component| component.ends())
        {
            return false;
        }
        let declined = self.answer.declined.len();
        let decided = self.with_part(PART, |own| own.by_labelling(&mut SumSearch::new(own.play)));
        if !decided {
            // It is tried again with more.
            self.answer.declined.truncate(declined);
        }
        decided
    }

    /// Where play need not end: labels everything that can follow.
    fn by_labelling(&mut self, whole: &mut SumSearch) -> bool {
        let found = whole.labelled(&self.components, self.work.listed, &mut self.work.meter);
        let found = match found {
            Ok(found) => found,
            Err(why) => {
                // What is wrong with a rule has nothing to do with how play ends.
                let why = match why {
                    Reason::Fault(_) => why,
                    _ => Reason::MayNotEnd(Box::new(why)),
                };
                self.declined(Engine::SumSearch, None, why);
                return false;
            }
        };
        self.answer.outcome = Some(found.outcome);
        self.answer.remoteness = found.remoteness;
        self.answer.value = match (self.play, found.outcome) {
            (Play::Normal, Outcome::P) => Some(Nimber::zero()),
            _ => None,
        };
        self.answer.theory = Theory::Search;
        self.answer.winning.count = Some(found.count);
        for (place, step) in found.found {
            self.list(place, vec![step]);
        }
        if self.reasons {
            self.answer.because = Some(match found.ends {
                true => message!(
                    "every play ends: all reachable positions were searched",
                    "对局必然结束：已搜索所有可达局面"
                ),
                false => message!(
                    "play may go on for ever: all reachable positions were searched and labelled backwards from the end positions",
                    "对局可能永不结束：已搜索所有可达局面，并从终局起倒推作了标记"
                ),
            });
        }
        true
    }
}
