//! Sums in which play need not end: everything that can follow is labelled backwards from the ends.
//!
//! Components are taken as they are, as a tree does not tell how long play lasts.

use rustc_hash::FxHashMap;

use super::{Found, Sum, SumSearch};
use crate::budget::Meter;
use crate::component::Component;
use crate::engine::graph::{Graph, grundy_where_play_ends, labelling};
use crate::number::Natural;
use crate::quotient::Outcome;
use crate::reason::{Reason, TooLarge};

impl SumSearch {
    /// The sum without its components that have no move.
    fn moving(&mut self, sum: &[u32], meter: &mut Meter) -> Result<Sum, Reason> {
        let mut moving = Vec::new();
        for &number in sum {
            if !self.forms.parts.explore(number, meter)?.is_empty() {
                moving.push(number);
            }
        }
        moving.sort_unstable();
        Ok(moving.into())
    }

    /// The options of a sum of components that have moves, each once.
    fn moved(&mut self, sum: &[u32], meter: &mut Meter) -> Result<Vec<Sum>, Reason> {
        let (mut options, mut held) = (Vec::new(), 0);
        for (place, &number) in sum.iter().enumerate() {
            if place > 0 && sum[place - 1] == number {
                continue;
            }
            for choice in self.forms.parts.explore(number, meter)?.to_vec() {
                // Sums are put together before any of them is looked up, and as many bytes are held meanwhile.
                let bytes = 16 + 4 * (sum.len() + choice.len()) as u64;
                meter.step(20 * bytes)?;
                meter.spend(0, bytes)?;
                held += bytes;
                let option = [&sum[..place], &sum[place + 1..], &choice].concat();
                options.push(self.moving(&option, meter)?);
            }
        }
        options.sort_unstable();
        options.dedup();
        meter.release(held);
        let bytes: usize = options.iter().map(|option| 16 + 4 * option.len()).sum();
        meter.spend(1 + options.len() as u64 / 4, (64 + bytes) as u64)?;
        Ok(options)
    }

    /// Who wins a sum in which play need not end, by labelling everything that can follow it backwards from the ends.
    /// The winning moves are those that bring the end nearer; where it turns out that every play ends, all of them.
    ///
    /// # Errors
    /// The limit that was reached, or where a rule cannot be evaluated.
    pub fn labelled(
        &mut self,
        sum: &[&dyn Component],
        listed: usize,
        meter: &mut Meter,
    ) -> Result<Labelled, Reason> {
        let numbers = self.numbers(sum, meter)?;
        let root = self.moving(&numbers, meter)?;
        let mut vertices: FxHashMap<Sum, u32> = FxHashMap::default();
        let mut order = vec![root.clone()];
        vertices.insert(root, 0);
        let mut edges = Vec::new();
        let mut next = 0;
        while let Some(sum) = order.get(next).cloned() {
            for option in self.moved(&sum, meter)? {
                meter.spend(0, 2 * size_of::<(u32, u32)>() as u64)?;
                let fresh = order.len() as u32;
                let to = *vertices.entry(option.clone()).or_insert(fresh);
                if to == fresh {
                    meter.spend(0, 128 + 8 * option.len() as u64)?;
                    order.push(option);
                }
                edges.push((next as u32, to));
            }
            next += 1;
        }
        let graph = Graph::new(order.len(), &edges).map_err(TooLarge::Graph)?;
        let labels = labelling(&graph, self.play);
        let outcome = labels.label(0).unwrap_or(Outcome::D);
        let ends = grundy_where_play_ends(&graph)
            .first()
            .is_some_and(Option::is_some);
        let remoteness = labels.remoteness(0).map(u64::from).filter(|_| !ends);
        let (count, found) = if outcome == Outcome::N {
            let nearer = labels.remoteness(0).and_then(|moves| moves.checked_sub(1));
            self.chosen(sum, listed, meter, |whole, option, meter| {
                let option = whole.moving(option, meter)?;
                Ok(vertices.get(&option).is_some_and(|&vertex| {
                    labels.label(vertex) == Some(Outcome::P)
                        && (ends || labels.remoteness(vertex) == nearer)
                }))
            })?
        } else {
            (Natural::ZERO, Vec::new())
        };
        Ok(Labelled {
            outcome,
            ends,
            remoteness,
            count,
            found,
        })
    }
}

/// What labelling tells of a sum.
#[derive(Debug)]
pub struct Labelled {
    /// Who wins, if anybody does.
    pub outcome: Outcome,
    /// Whether every play ends.
    pub ends: bool,
    /// Moves to the end, the winner hurrying and the loser delaying, where play need not end.
    pub remoteness: Option<u64>,
    /// How many moves win and, where play need not end, bring the end nearer.
    pub count: Natural,
    /// The first of them.
    pub found: Vec<Found>,
}
