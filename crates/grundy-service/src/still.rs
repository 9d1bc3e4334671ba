//! Positions from which a move leads back to the position itself: in a rule of one's own mostly a guard that was forgotten, as in `n/2`, which leads
//! from 0 to 0. Then a draw is the answer to a question that nobody asked.

use std::collections::HashSet;

use grundy::{Component, Game, Message, Outcome, message};

use crate::solve::Response;

/// As many positions are looked at, and as many moves of each.
const MOST: usize = 1000;

impl Response {
    /// That a move leads from a position to itself, where a position of a rule of one's own is a draw, with the guard that was perhaps meant.
    pub fn stands_still(&self) -> Option<Message> {
        let rule = self.ruled.as_ref()?.rule.numbers()?;
        if self.answer.outcome != Some(Outcome::D) {
            return None;
        }
        let position = standing(&self.game)?;
        Some(match rule.guarded() {
            Some(guarded) => message!(
                "{position} can move to {position} for ever; did you mean {guarded}?",
                "{position} 可以一直走到 {position} 自身；是否想写 {guarded}？",
                position = position,
                guarded = guarded
            ),
            None => message!(
                "{position} can move to {position} for ever",
                "{position} 可以一直走到 {position} 自身",
                position = position
            ),
        })
    }
}

/// The first position with a move to itself among those that can follow.
fn standing(game: &Game) -> Option<String> {
    let mut met: HashSet<Box<dyn Component>> = HashSet::new();
    let mut next: Vec<Box<dyn Component>> = Vec::new();
    let mut waiting: Vec<Box<dyn Component>> = game.components().map(Component::boxed).collect();
    let mut at = 0;
    loop {
        for component in waiting.drain(..) {
            if next.len() < MOST && met.insert(component.clone()) {
                next.push(component);
            }
        }
        let component = next.get(at)?;
        at += 1;
        for option in component.options(MOST).ok()? {
            if let [only] = &option[..]
                && only == component
            {
                return Some(component.position());
            }
            waiting.extend(option);
        }
    }
}
