//! What is told of a quotient: words of its elements, the values of heaps, relations.

use grundy::engine::misere::{Element, HeapElements, MisereQuotient};
use grundy::quotients::{Heaps, Names};
use grundy::{Exhausted, Outcome, Reason};
use serde::Serialize;

use super::{EndedBy, Response, Singly, Status, TOLD};
use crate::range::Axis;

/// The values of consecutive heaps of a game, as words.
#[derive(Clone, Debug, Serialize)]
pub struct Phi<'a> {
    /// The game as it is written.
    pub game: &'a str,
    /// The last heap that is covered one by one.
    pub heaps: Option<u64>,
    /// From which heap on values repeat, where that is proved.
    pub preperiod: Option<u64>,
    /// After how many heaps.
    pub period: Option<u64>,
    /// The first heap that is told.
    pub from: u64,
    /// The values from there on.
    pub words: Vec<String>,
}

impl Response {
    /// The quotient.
    pub fn quotient(&self) -> &MisereQuotient {
        self.built.quotient()
    }

    /// The last heap that is covered one by one, where the quotient is of the heaps of one game.
    pub fn heaps(&self) -> Option<u64> {
        let covered = match self.alone() {
            Some(singly) => self.values(singly).len(),
            None => self.only()?.covered(),
        };
        covered.checked_sub(1).map(|last| last as u64)
    }

    /// The last heap that changed the quotient, where it is of the heaps of one game. It is the last of the generators: a heap that is
    /// worth a product of others changes nothing.
    pub fn last_change(&self) -> Option<u64> {
        let last = *self.quotient().generators().last()?;
        match self.alone() {
            Some(singly) => {
                let value = self.quotient().value(last as usize)?;
                let first = self.values(singly).iter().position(|&one| one == value);
                first.map(|heap| heap as u64)
            }
            None => {
                self.only()?;
                self.built.heap_of(last).map(|(_, heap)| heap as u64)
            }
        }
    }

    /// The heaps of a code or of a set of takes, where there are those of one game and nothing else.
    fn only(&self) -> Option<Heaps<'_>> {
        let mut heaps = self.built.heaps();
        let only = heaps.next().filter(|_| heaps.next().is_none())?;
        (self.built.is_of_heaps() && self.singly.is_empty()).then_some(only)
    }

    /// The heaps of other rules, where there are those of one game and nothing else.
    fn alone(&self) -> Option<&Singly> {
        match &self.singly[..] {
            [only] if self.named.is_empty() && self.built.heaps().len() == 0 => Some(only),
            _ => None,
        }
    }

    fn values(&self, singly: &Singly) -> Vec<Element> {
        let values = singly.heaps.iter();
        values
            .map_while(|heap| self.built.element(heap.as_ref()))
            .collect()
    }

    /// How the values of heaps repeat, where the quotient is of the heaps of one game and that is proved: from which heap on, after how
    /// many.
    pub fn repeats(&self) -> Option<(u64, u64)> {
        let repeats = self.only()?.repeats()?;
        Some((repeats.preperiod as u64, repeats.period as u64))
    }

    /// The quotient with the next letter has at least so many elements, where it is partial.
    pub fn lower_bound(&self) -> Option<usize> {
        let order = self.quotient().order();
        (self.status == Status::Partial)
            .then(|| (self.end.as_ref()).map_or(order, |end| end.lower_bound.max(order)))
    }

    /// Names of the generators with what each is.
    pub fn generators(&self) -> Vec<(String, String)> {
        let generators = self.quotient().generators().iter().enumerate();
        let named =
            generators.map(|(place, &letter)| (Names::name(place), self.built.letter(letter)));
        named.collect()
    }

    /// Equations of words that present the monoid.
    pub fn relations(&self) -> Vec<[String; 2]> {
        let mut names = Names::of(self.quotient());
        let relations = self.quotient().relations().into_iter();
        relations
            .map(|(one, other)| [names.product(one), names.product(other)])
            .collect()
    }

    /// The words of all elements, by their numbers.
    pub fn words(&self) -> Vec<String> {
        let quotient = self.quotient();
        let mut names = Names::of(quotient);
        let elements = (0..quotient.order() as u32).map(Element);
        elements
            .map(|element| names.word(quotient, element))
            .collect()
    }

    /// The numbers of the values of the heaps of the first game that are covered one by one, from 0 on; nothing where there is none.
    pub fn heap_values(&self) -> Vec<u32> {
        if let Some(heaps) = self.built.heaps().next() {
            return heaps.elements.values.to_vec();
        }
        let values = self.singly.first().map(|singly| self.values(singly));
        values
            .unwrap_or_default()
            .into_iter()
            .map(|value| value.0)
            .collect()
    }

    /// Φ of the heaps that are told, of each game.
    pub fn phi(&self, words: &[String]) -> Vec<Phi<'_>> {
        let word = |element: Element| words[element.0 as usize].clone();
        let told = self.built.heaps().map(|heaps| {
            self.told(&heaps, heaps.covered(), |heap| {
                heaps.elements.at(heap).map(word)
            })
        });
        let singly = self.singly.iter().map(|singly| {
            let values = self.values(singly);
            let heaps = Heaps {
                game: &singly.game,
                elements: HeapElements {
                    values: &[],
                    repeats: None,
                },
            };
            self.told(&heaps, values.len(), |heap| {
                values.get(usize::try_from(heap).ok()?).copied().map(word)
            })
        });
        told.chain(singly).collect()
    }

    fn told<'a>(
        &self,
        heaps: &Heaps<'a>,
        covered: usize,
        word: impl Fn(u64) -> Option<String>,
    ) -> Phi<'a> {
        let repeats = heaps.repeats();
        let usual = repeats.map_or(covered, |repeats| repeats.preperiod + repeats.period);
        let axis = self.request.phi.unwrap_or(Axis::below(usual.min(TOLD)));
        Phi {
            game: heaps.game,
            heaps: covered.checked_sub(1).map(|last| last as u64),
            preperiod: repeats.map(|repeats| repeats.preperiod as u64),
            period: repeats.map(|repeats| repeats.period as u64),
            from: axis.first,
            words: axis.all().map_while(word).collect(),
        }
    }

    /// The elements in P, by their words.
    pub fn p(&self, words: &[String]) -> Vec<String> {
        let elements = (0u32..).zip(words);
        let in_p = |element: u32| self.quotient().outcome(Element(element)) == Outcome::P;
        let words = elements.filter(|(element, _)| in_p(*element));
        words.map(|(_, word)| word.clone()).collect()
    }

    /// Whether somebody stopped it.
    pub fn is_interrupted(&self) -> bool {
        let end = self.end.as_ref();
        end.is_some_and(|end| matches!(end.why, EndedBy::Reason(Reason::Interrupted)))
            || self.law_stopped() == Some(Exhausted::Interrupted)
    }

    /// Whether time, memory or positions ran out: which.
    pub fn exhausted(&self) -> Option<Exhausted> {
        match &self.end.as_ref()?.why {
            EndedBy::Reason(Reason::Exhausted(exhausted)) => Some(*exhausted),
            _ => None,
        }
    }
}
