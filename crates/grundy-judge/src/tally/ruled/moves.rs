//! The winning first moves of a rule on numbers, as a format writes them: summand after summand, in each in the order in which the rule
//! lists its options.
//!
//! Under normal play a move wins if it makes the nim-sum of all values 0 (Sprague 1935, Grundy 1939). Under misère play, and where play may
//! come back, it wins if what is left is lost for who moves next. Moves of one summand that lead to the same position are one move, told
//! by the first way to make it.

use super::Ruled;
use crate::error::Problem;
use crate::format::{Key, Reply, Slot, Wording};
use crate::tally::put;
use grundy::budget::Meter;
use grundy::rule::{Listed, Position, Rule};
use grundy::{Outcome, message};
use std::collections::HashSet;
use std::ops::ControlFlow;
use std::sync::Arc;

/// What is left of the option at hand must be so for its move to win.
#[derive(Clone, Copy)]
enum Sought {
    /// Worth that.
    Value(u64),
    /// Lost for who moves next, beside all other summands.
    Lost,
}

impl Ruled {
    /// Writes the winning moves, or what is written where there is none.
    pub(super) fn write_moves(
        &mut self,
        reply: &Reply,
        case: u64,
        out: &mut Vec<u8>,
    ) -> Result<(), Problem> {
        let positions = std::mem::take(&mut self.asked);
        let written = self.moves_of(&positions, reply, case, out);
        (self.asked, self.answer) = (positions, None);
        written
    }

    fn moves_of(
        &mut self,
        positions: &[Position],
        reply: &Reply,
        case: u64,
        out: &mut Vec<u8>,
    ) -> Result<(), Problem> {
        let Reply::Moves {
            win,
            each,
            between,
            after,
            lose,
            first,
        } = reply
        else {
            return Ok(());
        };
        let say = |wording: &Wording, out: &mut Vec<u8>| {
            wording.write(out, |_, _, out| drop(put(out, case)));
        };
        let Some(rule) = self.listed_rule() else {
            return Err(self.unknown(&message!("it was not asked", "没有提问")));
        };
        let total = match self.misere {
            true => None,
            false => self.worth(positions)?,
        };
        let wins = match total {
            Some(total) => total != 0,
            None => {
                self.ask(positions);
                super::Tally::mover_wins(self)?
            }
        };
        let mut told = 0usize;
        let mut best: Option<(Vec<i128>, Vec<u8>)> = None;
        let chooses = !each.order().is_empty();
        let mut meter = Meter::new(&self.budget);
        for (place, position) in positions.iter().enumerate().filter(|_| wins) {
            let sought = match total {
                Some(total) => {
                    let own = self.worth(std::slice::from_ref(position))?;
                    Sought::Value(total ^ own.unwrap_or(0))
                }
                None => Sought::Lost,
            };
            let mut known: HashSet<Vec<Position>> = HashSet::new();
            let mut see = |option: Listed<'_>| {
                let keys = self.keys(each, &option, (place, position));
                if chooses && best.as_ref().is_some_and(|(least, _)| *least <= keys) {
                    return Ok(());
                }
                if !self.is_sought(positions, place, option.to, sought)? {
                    return Ok(());
                }
                if chooses {
                    let mut text = Vec::new();
                    self.write_move(each, &option, (place, position), case, &mut text);
                    best = Some((keys, text));
                    return Ok(());
                }
                if !first {
                    let mut to = option.to.to_vec();
                    to.sort_unstable();
                    if !known.insert(to) {
                        return Ok(());
                    }
                }
                say(if told == 0 { win } else { between }, out);
                told += 1;
                self.write_move(each, &option, (place, position), case, out);
                match first {
                    true => Err(ControlFlow::Break(())),
                    false => Ok(()),
                }
            };
            let listed = rule.listed(position, &mut meter, &mut see);
            match listed.map_err(|reason| self.unknown(&reason.describe()))? {
                Some(Err(ControlFlow::Continue(problem))) => return Err(problem),
                Some(Err(ControlFlow::Break(()))) => break,
                Some(Ok(())) | None => {}
            }
        }
        if let Some((_, text)) = best {
            say(win, out);
            out.extend(text);
            told = 1;
        }
        say(if told == 0 { lose } else { after }, out);
        Ok(())
    }

    /// The rule of the case, apart from what is known of it.
    fn listed_rule(&mut self) -> Option<Arc<Rule>> {
        if let Some((parameters, rule)) = &self.listing
            && *parameters == self.parameters
        {
            return Some(rule.clone());
        }
        let rule = Arc::new(self.rule()?.rule.clone());
        self.listing = Some((self.parameters.clone(), rule.clone()));
        Some(rule)
    }

    fn ask(&mut self, positions: &[Position]) {
        self.asked.clear();
        self.asked.extend_from_slice(positions);
        (self.answer, self.grown) = (None, None);
    }

    /// The nim-sum of the values of positions; nothing where play may come back.
    fn worth(&mut self, positions: &[Position]) -> Result<Option<u64>, Problem> {
        self.ask(positions);
        self.sum()
    }

    /// Whether what a move leaves of a summand is what is sought.
    fn is_sought(
        &mut self,
        positions: &[Position],
        place: usize,
        to: &[Position],
        sought: Sought,
    ) -> Result<bool, ControlFlow<(), Problem>> {
        let is_so = match sought {
            Sought::Value(value) => self.worth(to).map(|worth| worth == Some(value)),
            Sought::Lost => {
                self.ask(&positions[..place]);
                self.asked.extend_from_slice(to);
                self.asked.extend_from_slice(&positions[place + 1..]);
                super::Tally::outcome(self).map(|outcome| outcome == Outcome::P)
            }
        };
        is_so.map_err(ControlFlow::Continue)
    }

    fn write_move(
        &self,
        each: &Wording,
        option: &Listed<'_>,
        (place, position): (usize, &Position),
        case: u64,
        out: &mut Vec<u8>,
    ) {
        each.write(out, |slot, plus, out| {
            let number = self.number(slot, each, option, (place, position));
            drop(match number {
                Some(number) => put(out, number + i128::from(plus)),
                None => put(out, case),
            });
        });
    }

    /// By what a move comes before others: the least first.
    fn keys(&self, each: &Wording, option: &Listed<'_>, from: (usize, &Position)) -> Vec<i128> {
        let key = |key: &Key| {
            let number = self.number(key.slot, each, option, from).unwrap_or(0);
            if key.falling { -number } else { number }
        };
        each.order().iter().map(key).collect()
    }

    /// What a slot stands for; nothing where it is no number of the move.
    fn number(
        &self,
        slot: Slot,
        each: &Wording,
        option: &Listed<'_>,
        (place, position): (usize, &Position),
    ) -> Option<i128> {
        let number = |position: &Position, place: usize| {
            let coordinates = position.coordinates();
            coordinates.map_or(0, |coordinates| i128::from(coordinates[place]))
        };
        let from = || number(position, 0);
        let to = || option.to.first().map_or(0, |to| number(to, 0));
        Some(match slot {
            Slot::Index => place as i128 + 1,
            Slot::From => from(),
            Slot::To => to(),
            Slot::Take => from() - to(),
            Slot::Named(name) => {
                let name = each.names().get(name).map_or("", String::as_str);
                match self.options.moves().named(name) {
                    Some(Some(place)) => number(position, place),
                    _ => option.named(name).unwrap_or(0).into(),
                }
            }
            _ => return None,
        })
    }
}
