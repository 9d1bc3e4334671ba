//! Misère sums of heaps whose quotient is infinite or too large to be found, by a finite monoid and linear conditions.
//!
//! Where one heap more lets a quotient grow without end, who wins may still be told by an element of a finite monoid and by how many
//! of a few heaps there are: by their remainders, and by which of them there are more. Such a law is looked for once for each game,
//! proved, and kept.

use std::collections::BTreeMap;

use super::quotients::KeptHeaps;
use super::{Engine, Question, Theory, Wanted};
use crate::component::Component;
use crate::engine::misere::{Limits, SemilinearQuotient, Stopped};
use crate::message;
use crate::number::Natural;
use crate::quotient::Outcome;
use crate::quotients::{ORDER, Standing, most_elements};
use crate::reason::{Reason, TooLarge};
use crate::ruleset::Step;

/// Which part of what is left a law may be looked for with.
const PART: u64 = 2;

/// Steps of telling who wins a sum by a law.
const STEPS: u64 = 50_000;

/// What was found for the heaps of a game up to one that a quotient was stopped by; kept between questions.
#[derive(Debug, Default)]
struct KeptLaw(Option<Option<SemilinearQuotient>>);

/// How many heaps of each size there are.
type Heaps = BTreeMap<usize, u64>;

fn outcome(law: &SemilinearQuotient, heaps: &Heaps) -> Option<Outcome> {
    let sum = heaps
        .iter()
        .map(|(&heap, &count)| (heap, Natural::from(count)));
    law.outcome(&sum.collect::<Vec<_>>())
}

impl Question<'_> {
    /// A law of the heaps of one game, of which the largest has stopped the quotient.
    pub(super) fn by_semilinear(&mut self) -> bool {
        if !self.is_on(Engine::Quotient) {
            return false;
        }
        let Some((standing, heaps)) = self.heaps_of_one_game() else {
            return false;
        };
        let key = standing.games[0].0.to_string();
        let tables = &mut self.work.tables;
        let last = heaps.last_key_value().map(|(&last, _)| last);
        let kept = &mut tables.of::<KeptHeaps>(&key).0;
        let Some(quotient) =
            kept.take_if(|kept| Some(kept.covered()) == last && kept.stopped().is_some())
        else {
            return false;
        };
        let name = format!("{key} to {}", quotient.covered());
        let law = match tables.of::<KeptLaw>(&name).0.take() {
            Some(law) => Ok(law),
            None => self.looked_for(|limits| quotient.semilinear(limits)),
        };
        self.work.tables.of::<KeptHeaps>(&key).0 = Some(quotient);
        // What ran out is looked for again.
        let Ok(law) = law else {
            return false;
        };
        let told = (law.as_ref()).is_some_and(|law| self.by_law(law, &heaps, &standing));
        self.work.tables.of::<KeptLaw>(&name).0 = Some(law);
        told
    }

    /// The heaps of the sum, if all are heaps of one game and small.
    fn heaps_of_one_game(&self) -> Option<(Standing, Heaps)> {
        let mut standing = Standing::default();
        let mut heaps = Heaps::new();
        for component in &self.components {
            standing.game(*component)?;
            let heap = usize::try_from(&component.heap()?).ok()?;
            *heaps.entry(heap).or_default() += 1;
        }
        (standing.games.len() == 1).then_some((standing, heaps))
    }

    /// Looks for a law with a part of the budget.
    fn looked_for(
        &mut self,
        look: impl FnOnce(&mut Limits<'_>) -> Result<Option<SemilinearQuotient>, Stopped>,
    ) -> Result<Option<SemilinearQuotient>, Reason> {
        let found = self.with_part(PART, |own| {
            let order = most_elements(&own.work.meter, ORDER);
            look(&mut Limits {
                order,
                meter: Some(&mut own.work.meter),
            })
        });
        match found {
            Ok(law) => Ok(law),
            Err(Stopped::Order(_)) => Ok(None),
            Err(Stopped::Exhausted(exhausted)) => Err(exhausted.into()),
        }
    }

    /// Outcome, winning moves and reason by a law.
    fn by_law(&mut self, law: &SemilinearQuotient, heaps: &Heaps, standing: &Standing) -> bool {
        let Some(told) = outcome(law, heaps) else {
            return false;
        };
        self.answer.outcome = Some(told);
        self.answer.theory = Theory::MisereQuotient;
        self.answer.winning.count = match (told, self.wanted) {
            (Outcome::P, _) => Some(Natural::ZERO),
            (_, Wanted::Moves) => match self.moves_by_law(law, heaps) {
                Ok(count) => Some(count),
                Err(why) => {
                    self.declined(Engine::Quotient, None, why);
                    None
                }
            },
            _ => None,
        };
        if self.reasons {
            let free = law.free();
            let list = |and: &str| {
                let heaps: Vec<String> = free.iter().map(u32::to_string).collect();
                heaps.join(and)
            };
            let infinite = match law.distinct_powers() {
                Some(heap) => message!(
                    ", which is infinite because no two different numbers of heaps of {heap} are equivalent,",
                    "（无穷：堆 {heap} 的个数不同，则互不等价）",
                    heap = u64::from(heap)
                ),
                None => message!("", ""),
            };
            self.answer.because = Some(message!(
                "the misère quotient of {of} up to heap {last}{infinite} is decided by an element of a monoid of {order} and by linear conditions on the numbers of the heaps {free}, proved in {cases} cases",
                "{of}（到堆 {last} 为止）的反常规则商{infinite}由一个 {order} 元幺半群中的元素，以及关于堆 {free} 个数的线性条件判定，已分 {cases} 种情形证明",
                of = standing.games[0].1.clone(),
                last = (law.letters() - 1) as u64,
                infinite = infinite,
                order = law.finite_order() as u64,
                free = message!("{en}", "{zh}", en = list(" and "), zh = list("、")),
                cases = law.cases() as u64
            ));
        }
        true
    }

    /// The winning moves by a law: those of equal heaps are found once and counted for each.
    fn moves_by_law(&mut self, law: &SemilinearQuotient, heaps: &Heaps) -> Result<Natural, Reason> {
        let components = self.components.clone();
        let mut count = Natural::ZERO;
        let mut known: BTreeMap<usize, u64> = BTreeMap::new();
        for (place, component) in components.iter().enumerate() {
            let heap = component
                .heap()
                .and_then(|heap| usize::try_from(&heap).ok());
            let Some(heap) = heap else { continue };
            let is_full = self.answer.winning.listed.len() >= self.work.listed;
            if let Some(more) = known.get(&heap).filter(|more| **more == 0 || is_full) {
                count += *more;
                continue;
            }
            let mut rest = heaps.clone();
            rest.entry(heap).and_modify(|count| *count -= 1);
            let winning = self.steps_by_law(law, *component, &rest)?;
            known.insert(heap, winning.len() as u64);
            count += winning.len();
            self.list(place, winning);
        }
        Ok(count)
    }

    /// The moves of a component beside the rest to what is lost.
    fn steps_by_law(
        &mut self,
        law: &SemilinearQuotient,
        component: &dyn Component,
        rest: &Heaps,
    ) -> Result<Vec<Step<Box<dyn Component>>>, Reason> {
        let bytes = 256 + component.heap_bytes();
        let meter = &mut self.work.meter;
        let steps = component
            .steps(meter.room(bytes))
            .map_err(|stop| stop.reason(|| meter.full(bytes).into()))?;
        meter.spend(steps.len() as u64, 0)?;
        let mut winning = Vec::new();
        for step in steps {
            meter.step(STEPS)?;
            let mut left = rest.clone();
            let parts = step.to.iter().map(|part| {
                let heap = part.heap()?;
                usize::try_from(&heap).ok()
            });
            let parts: Option<Vec<usize>> = parts.collect();
            for heap in parts.ok_or(TooLarge::Heap)? {
                *left.entry(heap).or_default() += 1;
            }
            left.retain(|_, count| *count > 0);
            if outcome(law, &left) == Some(Outcome::P) {
                winning.push(step);
            }
        }
        Ok(winning)
    }
}
