//! Sums under misère play by their misère quotient (Plambeck 2005; Plambeck and Siegel 2008).
//!
//! The heaps of one code or set of takes have a quotient that is kept and grows with what is asked; once its values are proved to
//! repeat, heaps of any size are covered. Components of several kinds have one of all of them together. A component multiplies
//! its element, and a move wins if it leaves a product in P.

use rustc_hash::FxHashMap;

use super::{Engine, Question, Theory, Wanted};
use crate::component::Component;
use crate::engine::misere::{
    Element, HeapQuotient, Limits, MixedQuotient, Repeats, SemilinearQuotient, Stopped,
};
use crate::engine::sought::Sought;
use crate::message;
use crate::number::Natural;
use crate::quotient::Outcome;
use crate::quotients::{Built, Names, ORDER, PRODUCT_BYTES, Standing, most_elements};
use crate::reason::{Reason, TooWild};
use crate::ruleset::Moves;

/// How far a quotient is built.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Effort {
    /// Of heaps, with little: what most games take.
    Little,
    /// Of anything, with a third of the budget.
    Much,
}

impl Effort {
    /// Which part of the budget.
    fn part(self) -> u64 {
        match self {
            Effort::Little => 50,
            Effort::Much => 3,
        }
    }

    fn order(self) -> usize {
        match self {
            Effort::Little => 1 << 9,
            Effort::Much => ORDER,
        }
    }
}

/// The quotient of the heaps of one game, kept between questions, and the bytes that were counted for it.
#[derive(Debug, Default)]
pub(super) struct KeptHeaps(pub(super) Option<HeapQuotient>, u64);

/// The same of the heaps of several games.
#[derive(Debug, Default)]
struct KeptMixed(Option<MixedQuotient>, u64);

/// A quotient that was built for a sum.
struct Attempt {
    standing: Standing,
    built: Built,
    /// Whether it covers the sum.
    covered: Result<(), Reason>,
}

impl Question<'_> {
    /// The misère quotient of all components together.
    pub(super) fn by_quotient(&mut self, effort: Effort) -> bool {
        if !self.is_on(Engine::Quotient) {
            return false;
        }
        // Nothing stays but the quotient.
        let (decided, kept) = self.with_part(effort.part(), |own| match own.built(effort) {
            Ok(Some(Attempt {
                standing,
                built,
                covered,
            })) => {
                let told = covered.and_then(|()| own.told(&standing, &built));
                (told, Some((standing, built)))
            }
            Ok(None) => (Ok(false), None),
            Err(why) => (Err(why), None),
        });
        if let Some((standing, built)) = kept {
            self.keep(&standing, built);
        }
        match decided {
            Ok(decided) => decided,
            Err(why) => {
                // What little effort does not do is tried with more.
                if effort == Effort::Much {
                    self.declined(Engine::Quotient, None, why);
                }
                false
            }
        }
    }

    /// The quotient of a sum, and whether it covers it; nothing where this is not tried with so little effort.
    fn built(&mut self, effort: Effort) -> Result<Option<Attempt>, Reason> {
        let components = self.components.clone();
        let mut standing = Standing::default();
        // In one order, however the sum is written: there is one quotient for all of them.
        let mut sorted = components.clone();
        sorted.sort_by_key(|component| component.head());
        sorted.dedup_by_key(|component| component.head());
        for component in sorted {
            standing.game(component);
        }
        let mut lasts: Vec<u64> = Vec::new();
        for component in &components {
            let game = standing.game(*component);
            match game.and_then(|game| Some((game, component.heap()?))) {
                Some((game, heap)) => {
                    lasts.resize(standing.games.len(), 0);
                    let last = u64::try_from(&heap).unwrap_or(u64::MAX);
                    lasts[game] = lasts[game].max(last);
                }
                None if effort == Effort::Little => return Ok(None),
                None => {
                    standing.letters.letter(*component, &mut self.work.meter)?;
                }
            }
        }
        lasts.resize(standing.games.len(), 0);
        let order = most_elements(&self.work.meter, effort.order());
        let mut built = self.begun(&standing)?;
        let mut limits = Limits {
            order,
            meter: Some(&mut self.work.meter),
        };
        let covered = match &mut built {
            Built::Heaps(built) => covered(built, lasts[0], effort, &mut limits),
            Built::Mixed(built) => built.cover(&lasts, &mut limits),
        };
        let covered = covered.map_err(|stopped| match stopped {
            Stopped::Exhausted(exhausted) => exhausted.into(),
            Stopped::Order(_) => Reason::Quotient(Box::new(TooWild {
                of: self.kinds(&standing),
                heap: match built {
                    Built::Heaps(_) => (built.covered() as u64).checked_sub(1),
                    Built::Mixed(_) => None,
                },
                covered: built.covered() as u64,
                order: built.quotient().order() as u64,
                most: order as u64,
            })),
        });
        Ok(Some(Attempt {
            standing,
            built,
            covered,
        }))
    }

    /// What is kept of the quotient of such a sum, or one of nothing yet.
    fn begun(&mut self, standing: &Standing) -> Result<Built, Reason> {
        let most = most_elements(&self.work.meter, ORDER);
        let tables = &mut self.work.tables;
        let key = key(standing);
        Ok(match &standing.games[..] {
            [(rules, _)] if standing.letters.is_empty() => {
                let kept = tables.of::<KeptHeaps>(&key).0.take();
                let goes_on = kept.as_ref().is_some_and(|kept| kept.stopped().is_none());
                let known = (!goes_on).then(|| HeapQuotient::known(rules, most));
                // What comes with the program may be larger than what was given up with little effort.
                let better = known.flatten().filter(|known| {
                    let (all, covered) = (known.repeats().is_some(), known.covered());
                    all || kept.as_ref().is_none_or(|kept| kept.covered() < covered)
                });
                let built = better.or(kept);
                Built::Heaps(built.unwrap_or_else(|| HeapQuotient::new(rules.clone())))
            }
            games => {
                let kept = match standing.letters.is_empty() {
                    true => tables.of::<KeptMixed>(&key).0.take(),
                    false => None,
                };
                let rules = games.iter().map(|(rules, _)| rules.clone());
                match kept {
                    Some(kept) => Built::Mixed(kept),
                    None => {
                        let lists = standing.letters.lists()?;
                        Built::Mixed(MixedQuotient::new(lists, rules.collect()))
                    }
                }
            }
        })
    }

    /// Keeps a quotient for later questions, where there is room.
    fn keep(&mut self, standing: &Standing, built: Built) {
        if !standing.letters.is_empty() {
            return;
        }
        let order = built.quotient().order() as u64;
        let bytes = PRODUCT_BYTES * order * order + 64 * built.covered() as u64;
        let (tables, key) = (&mut self.work.tables, key(standing));
        let counted = match &built {
            Built::Heaps(_) => &mut tables.of::<KeptHeaps>(&key).1,
            Built::Mixed(_) => &mut tables.of::<KeptMixed>(&key).1,
        };
        let more = bytes.saturating_sub(*counted);
        if self.work.meter.spend(0, more).is_err() {
            self.work.meter.release(more);
            return;
        }
        *counted += more;
        match built {
            Built::Heaps(built) => tables.of::<KeptHeaps>(&key).0 = Some(built),
            Built::Mixed(built) => tables.of::<KeptMixed>(&key).0 = Some(built),
        }
    }

    /// The kinds of components, as they are written.
    fn kinds(&self, standing: &Standing) -> String {
        let mut kinds: Vec<&str> = Vec::new();
        for component in &self.components {
            let head = match standing.heads.get(component.head()) {
                Some(&Some(game)) => &standing.games[game].1,
                _ => component.head(),
            };
            if !kinds.contains(&head) {
                kinds.push(head);
            }
        }
        kinds.join(" + ")
    }

    /// Outcome, winning moves and reasons from a quotient that covers the sum.
    fn told(&mut self, standing: &Standing, built: &Built) -> Result<bool, Reason> {
        let quotient = built.quotient();
        let components = self.components.clone();
        let element = |component: &&dyn Component| standing.element(*component, built);
        let Some(elements) = components.iter().map(element).collect::<Option<Vec<_>>>() else {
            return Ok(false);
        };
        // By place: the product of all behind it.
        let mut behind = vec![Element::ONE; elements.len() + 1];
        for (place, &element) in elements.iter().enumerate().rev() {
            behind[place] = quotient.product(element, behind[place + 1]);
        }
        let total = behind[0];
        let outcome = quotient.outcome(total);
        let mut count = Some(Natural::ZERO);
        if outcome == Outcome::N && self.wanted < Wanted::Moves {
            count = None;
        } else if outcome == Outcome::N {
            let mut before = Element::ONE;
            let mut known: FxHashMap<Element, Vec<bool>> = FxHashMap::default();
            for (place, &element) in elements.iter().enumerate() {
                let rest = quotient.product(before, behind[place + 1]);
                self.work.meter.step(quotient.order() as u64)?;
                let wanted = known.entry(rest).or_insert_with(|| {
                    let leaves_p = |one: u32| {
                        quotient.outcome(quotient.product(rest, Element(one))) == Outcome::P
                    };
                    (0..quotient.order() as u32).map(leaves_p).collect()
                });
                match self.moves_by_quotient(place, standing, built, wanted) {
                    Ok(moves) => {
                        count = count.zip(moves.count).map(|(count, more)| count + more);
                        self.list(place, moves.listed);
                    }
                    Err(why) => {
                        count = None;
                        self.declined(Engine::Quotient, Some(place), why);
                    }
                }
                before = quotient.product(before, element);
            }
        }
        self.answer.outcome = Some(outcome);
        self.answer.theory = Theory::MisereQuotient;
        self.answer.winning.count = count;
        if self.reasons {
            self.reasoned(standing, built, &elements, total);
        }
        Ok(true)
    }

    /// The moves of a component to elements that are wanted: their number and the first of them.
    fn moves_by_quotient(
        &mut self,
        place: usize,
        standing: &Standing,
        built: &Built,
        wanted: &[bool],
    ) -> Result<Moves<Box<dyn Component>>, Reason> {
        let component = self.components[place];
        if let Some((game, _)) = standing.heap(component) {
            let heaps = built.heaps(game);
            self.work.meter.step(2 * heaps.values.len() as u64)?;
            let sought = Sought::Product {
                quotient: built.quotient(),
                heaps,
                wanted,
            };
            if let Some(moves) = component.sought(&sought, &self.work)
                && moves.count.is_some()
            {
                return Ok(moves);
            }
        }
        let meter = &mut self.work.meter;
        let bytes = 256 + component.heap_bytes();
        let steps = component
            .steps(meter.room(bytes))
            .map_err(|stop| stop.reason(|| meter.full(bytes).into()))?;
        meter.spend(steps.len() as u64, bytes * steps.len() as u64)?;
        let (mut count, mut listed) = (0u64, Vec::new());
        let all = steps.len() as u64;
        for step in steps {
            let mut product = Element::ONE;
            for part in &step.to {
                let element = standing.element(part.as_ref(), built);
                let element = element.ok_or(Reason::Repeats(None))?;
                product = built.quotient().product(product, element);
            }
            if wanted[product.0 as usize] {
                count += 1;
                if listed.len() < self.work.listed {
                    listed.push(step);
                }
            }
        }
        self.work.meter.release(bytes * (all - listed.len() as u64));
        Ok(Moves {
            count: Some(count.into()),
            listed,
        })
    }

    /// Why: each component's element, and that of the sum.
    fn reasoned(
        &mut self,
        standing: &Standing,
        built: &Built,
        elements: &[Element],
        total: Element,
    ) {
        let quotient = built.quotient();
        let mut names = Names::of(quotient);
        let total_word = names.word(quotient, total);
        self.answer.components.clear();
        for (place, &element) in elements.iter().enumerate() {
            let word = names.word(quotient, element);
            let game = self.written(self.components[place]);
            self.answer.components.push(crate::answer::ComponentAnswer {
                game,
                value: None,
                engine: Some(Engine::Quotient),
                because: Some(message!(
                    "worth {word} in the misère quotient",
                    "在反常规则商中等于 {word}",
                    word = word
                )),
                period: None,
            });
        }
        let legend = names.legend(|letter| standing.name(letter, built));
        let which = match quotient.outcome(total) {
            Outcome::P => message!("one that the previous player wins", "属于后手必胜的元素"),
            _ => message!("one that the next player wins", "属于先手必胜的元素"),
        };
        let repeats = match built {
            Built::Heaps(built) => built.repeats(),
            Built::Mixed(_) => None,
        };
        let proved = match repeats {
            Some(Repeats { preperiod, period }) => message!(
                "; from heap {preperiod} on its values repeat after {period}, which is proved",
                "；从堆 {preperiod} 起取值以 {period} 为周期，已证明",
                preperiod = preperiod as u64,
                period = period as u64
            ),
            None => message!("", ""),
        };
        let of = match built {
            Built::Heaps(built) if built.repeats().is_none() => message!(
                "{of} up to heap {heap}",
                "{of}（到堆 {heap} 为止）",
                of = self.kinds(standing),
                heap = built.covered().saturating_sub(1) as u64
            ),
            _ => message!("{of}", "{of} ", of = self.kinds(standing)),
        };
        let legend = match legend.is_empty() {
            true => message!("", ""),
            false => message!(", where {legend}", "，其中 {legend}", legend = legend),
        };
        self.answer.because = Some(message!(
            "the misère quotient of {of} has {order} elements, of which the previous player wins {count}, and is verified exactly{proved}; the sum is worth {word}, {which}{legend} (Plambeck and Siegel 2008)",
            "{of}的反常规则商有 {order} 个元素，其中 {count} 个后手必胜，已精确验证{proved}；此和等于 {word}，{which}{legend}（Plambeck 与 Siegel，2008）",
            of = of,
            order = quotient.order() as u64,
            count = quotient.p_count() as u64,
            proved = proved,
            word = total_word,
            which = which,
            legend = legend
        ));
    }
}

/// Covers heaps up to one of `last` stones. With much effort, a heap with which no quotient was found has one where a law shows it.
fn covered(
    built: &mut HeapQuotient,
    last: u64,
    effort: Effort,
    limits: &mut Limits<'_>,
) -> Result<(), Stopped> {
    loop {
        let stopped = match built.cover(last, limits) {
            Err(stopped @ Stopped::Order(_)) if effort == Effort::Much => stopped,
            done => return done,
        };
        let law = built.semilinear(limits)?;
        let is_covered = match law.filter(SemilinearQuotient::is_finite) {
            Some(law) => built.cover_by_law(&law, limits)?,
            None => false,
        };
        if !is_covered {
            return Err(stopped);
        }
    }
}

/// By what a quotient is kept.
fn key(standing: &Standing) -> String {
    let rules = standing.games.iter().map(|(rules, _)| rules.to_string());
    rules.collect::<Vec<_>>().join(" + ")
}
