//! Who wins where play need not end: what is reached from a position is labelled backwards from the ends (Smith 1966), and kept.
//!
//! A position is won for the mover if some option is lost, lost if all options are won; what gets neither label is a draw, since who moves there
//! can always move to another such position. What is reached from a position holds all that its label depends on, so labels stay right when
//! more positions are reached.

use std::collections::{HashMap, VecDeque};

use grundy::budget::Meter;
use grundy::rule::{Position, Rule};
use grundy::{Options, Outcome, Play, Reason, Ruleset};

/// Labels of the positions of one rule under one kind of play.
#[derive(Debug, Default)]
pub(crate) struct Labels(HashMap<Position, Outcome>);

/// Bytes of a position on its way, with the room that tables leave.
const BYTES: u64 = 4 * size_of::<Position>() as u64;

/// Options that cost as much as a position.
const OPTIONS_A_POSITION: u64 = 16;

/// A position that was reached and is not yet labelled.
struct Node {
    position: Position,
    /// Options that are not known to be won for who moves there.
    left: usize,
    /// From where it is reached.
    from: Vec<u32>,
    label: Option<Outcome>,
}

impl Labels {
    pub(crate) fn len(&self) -> usize {
        self.0.len()
    }

    /// The outcome of a position; `None` where some option is a sum of several.
    pub(crate) fn outcome(
        &mut self,
        rule: &Rule,
        position: &Position,
        play: Play,
        meter: &mut Meter,
    ) -> Result<Option<Outcome>, Reason> {
        if let Some(&known) = self.0.get(position) {
            return Ok(Some(known));
        }
        let Some(nodes) = self.reached(rule, position, play, meter)? else {
            return Ok(None);
        };
        for node in nodes {
            self.0
                .insert(node.position, node.label.unwrap_or(Outcome::D));
        }
        Ok(self.0.get(position).copied())
    }

    /// What is reached and has no label yet, with its labels.
    fn reached(
        &self,
        rule: &Rule,
        position: &Position,
        play: Play,
        meter: &mut Meter,
    ) -> Result<Option<Vec<Node>>, Reason> {
        // Who is to move where nothing is left has no move.
        let of_nothing = match play {
            Play::Normal => Outcome::P,
            Play::Misere => Outcome::N,
        };
        let node = |position: Position| Node {
            position,
            left: 0,
            from: Vec::new(),
            label: None,
        };
        let mut numbers: HashMap<Position, u32> = HashMap::from([(position.clone(), 0)]);
        let mut nodes = vec![node(position.clone())];
        let mut labelled: VecDeque<u32> = VecDeque::new();
        let bytes = BYTES + 4 * rule.heap_bytes(position);
        let mut options = Options::with_limit(0);
        let mut at = 0;
        while at < nodes.len() {
            options.renew(meter.room(bytes));
            let told = rule.options(&nodes[at].position, &mut options);
            let full = meter.full(bytes);
            told.map_err(|stop| stop.reason(|| full.into()))?;
            meter.spend(1 + options.len() as u64 / OPTIONS_A_POSITION, bytes)?;
            let (mut left, mut is_won) = (0, false);
            for (_, sum) in options.iter() {
                let known = match sum {
                    [] => Some(of_nothing),
                    [one] => self.0.get(one).copied(),
                    _ => return Ok(None),
                };
                match (known, sum) {
                    (Some(Outcome::P), _) => is_won = true,
                    (Some(Outcome::N), _) => {}
                    (None, [one]) => {
                        left += 1;
                        let number = *numbers.entry(one.clone()).or_insert_with(|| {
                            nodes.push(node(one.clone()));
                            nodes.len() as u32 - 1
                        });
                        meter.spend(0, size_of::<u32>() as u64)?;
                        nodes[number as usize].from.push(at as u32);
                    }
                    // From a draw nobody is made to go.
                    _ => left += 1,
                }
            }
            let is_end = options.is_empty();
            nodes[at].left = left;
            let label = match () {
                () if is_won => Some(Outcome::N),
                () if is_end => Some(of_nothing),
                () if left == 0 => Some(Outcome::P),
                () => None,
            };
            if label.is_some() {
                nodes[at].label = label;
                labelled.push_back(at as u32);
            }
            at += 1;
        }
        while let Some(number) = labelled.pop_front() {
            let of = &mut nodes[number as usize];
            let (is_lost, from) = (of.label == Some(Outcome::P), std::mem::take(&mut of.from));
            for before in from {
                let node = &mut nodes[before as usize];
                if node.label.is_some() {
                    continue;
                }
                node.left -= 1;
                node.label = match () {
                    () if is_lost => Some(Outcome::N),
                    () if node.left == 0 => Some(Outcome::P),
                    () => None,
                };
                if node.label.is_some() {
                    labelled.push_back(before);
                }
            }
        }
        Ok(Some(nodes))
    }
}
