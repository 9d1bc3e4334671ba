//! Gathering what a quotient is to be of, part by part.

use grundy::budget::Meter;
use grundy::component::{Part, Rules};
use grundy::quotients::Asked;
use grundy::{Component, Reason};

use super::{End, EndedBy, HEAPS, Singly};
use crate::json::{self, Named};
use crate::{Failure, Refused};

/// What a quotient is to be of.
#[derive(Default)]
pub(super) struct Gathered {
    pub(super) asked: Asked,
    pub(super) named: Vec<Box<dyn Component>>,
    pub(super) singly: Vec<Singly>,
}

impl Gathered {
    /// Adds a part; what ended this, if not all that can follow was gone through.
    pub(super) fn part(
        &mut self,
        part: &Part,
        heaps: Option<u64>,
        meter: &mut Meter,
    ) -> Result<Result<(), End>, Failure> {
        if part.components.is_empty() {
            return self.heaps(part.rules.as_ref(), heaps, meter);
        }
        for component in &part.components {
            if let Err(reason) = self.asked.component(component.as_ref(), meter) {
                return self.ended(component.as_ref(), reason);
            }
            self.named.push(component.clone());
        }
        Ok(Ok(()))
    }

    /// Adds the heaps of a game.
    fn heaps(
        &mut self,
        rules: &dyn Rules,
        heaps: Option<u64>,
        meter: &mut Meter,
    ) -> Result<Result<(), End>, Failure> {
        let head = rules.head();
        if self.asked.heaps(rules, heaps.unwrap_or(u64::MAX)) {
            return Ok(Ok(()));
        }
        if rules.coordinates() != 1 {
            return Err(Refused::NeedsPositions(head.to_owned()).into());
        }
        self.singly.push(Singly {
            game: head.to_owned(),
            heaps: Vec::new(),
        });
        for heap in 0..=heaps.unwrap_or(HEAPS) {
            // Some games have a largest heap.
            let Some(component) = rules.at(&[heap]) else {
                break;
            };
            if let Err(reason) = self.asked.component(component.as_ref(), meter) {
                return self.ended(component.as_ref(), reason);
            }
            if let Some(singly) = self.singly.last_mut() {
                singly.heaps.push(component);
            }
        }
        Ok(Ok(()))
    }

    /// That what follows a component was not all gone through: nothing can be told if it is the first.
    fn ended(&self, component: &dyn Component, reason: Reason) -> Result<Result<(), End>, Failure> {
        let is_first = self.named.is_empty() && self.singly.iter().all(|one| one.heaps.is_empty());
        match is_first {
            true if reason == Reason::Interrupted => Err(Failure::Interrupted),
            true => Err(reason.into()),
            false => Ok(Err(End {
                at: json::text(&Named(component)).trim_matches('"').to_owned(),
                why: EndedBy::Reason(reason),
                lower_bound: 0,
            })),
        }
    }
}
