//! Every position that can follow one, as an explicit graph, each with who wins it: for pictures and for checking by
//! hand.
//!
//! Outcomes come from retrograde analysis, the textbook's labelling from the ends backwards (Zermelo 1913), which also
//! serves where play can go on for ever: what is never labelled is a draw. Values are the mex of the options' values
//! (Sprague 1935, Grundy 1939), told where all that can follow ends.

use std::collections::VecDeque;

use rustc_hash::FxHashMap;

use crate::budget::{Budget, Meter};
use crate::component::Component;
use crate::nimber::Mex;
use crate::quotient::{Outcome, Play};
use crate::reason::{Reason, TooLarge};

/// The positions that can follow one, itself first.
#[derive(Clone, Debug)]
pub struct StateGraph {
    /// The convention, normal or misère, that outcomes are told for.
    pub play: Play,
    /// The positions; the start is the first.
    pub vertices: Vec<Vertex>,
}

/// A position and who wins it.
#[derive(Clone, Debug)]
pub struct Vertex {
    /// Its components, in the order in which the first way to it leaves them: what a move changes stays in its place. Those that offer no
    /// move are left out, but for one where all offer none.
    pub components: Vec<Box<dyn Component>>,
    /// Places of its options among the vertices, ascending, each once.
    pub options: Vec<usize>,
    /// Who wins.
    pub outcome: Outcome,
    /// Moves to the end: the winner hurries, the loser delays. `None` for draws.
    pub remoteness: Option<u64>,
    /// The Grundy value, under normal play, where every play from here ends.
    pub value: Option<u32>,
}

impl StateGraph {
    /// Builds the graph of a game. Sums that differ only in the order of their components are one vertex.
    ///
    /// Time and memory are in proportion to vertices and edges, both of which are counted against the budget as
    /// positions.
    ///
    /// # Errors
    /// What ran out, that some position has too many moves, or where a rule cannot be evaluated.
    pub fn new<G: AsRef<crate::Sum> + ?Sized>(
        game: &G,
        play: Play,
        budget: &Budget,
    ) -> Result<StateGraph, Reason> {
        let game = game.as_ref();
        let mut builder = Builder {
            meter: Meter::new(budget),
            limit: usize::try_from(budget.positions).unwrap_or(usize::MAX),
            numbers: FxHashMap::default(),
            components: Vec::new(),
            options: Vec::new(),
            places: FxHashMap::default(),
            sums: Vec::new(),
        };
        let edges = builder.explore(game)?;
        let labels = labelled(&edges, play);
        let values = match play {
            Play::Normal => values(&edges),
            Play::Misere => vec![None; edges.len()],
        };
        let Builder {
            components, sums, ..
        } = builder;
        let vertices = sums
            .into_iter()
            .zip(edges)
            .zip(labels.into_iter().zip(values))
            .map(|((sum, options), ((outcome, remoteness), value))| Vertex {
                components: sum
                    .iter()
                    .map(|&number| components[number as usize].clone())
                    .collect(),
                options,
                outcome,
                remoteness,
                value,
            })
            .collect();
        Ok(StateGraph { play, vertices })
    }

    /// How many edges there are.
    pub fn edges(&self) -> usize {
        self.vertices
            .iter()
            .map(|vertex| vertex.options.len())
            .sum()
    }
}

type Sum = Box<[u32]>;

struct Builder {
    meter: Meter,
    limit: usize,
    numbers: FxHashMap<Box<dyn Component>, u32>,
    components: Vec<Box<dyn Component>>,
    /// By component: its options as sums, once asked for.
    options: Vec<Option<Vec<Vec<u32>>>>,
    /// By sum, sorted: its vertex.
    places: FxHashMap<Sum, usize>,
    /// By vertex: its sum, in the order in which it was met.
    sums: Vec<Sum>,
}

impl Builder {
    /// Goes through everything that can follow, breadth first; the options of each vertex.
    fn explore(&mut self, game: &crate::Sum) -> Result<Vec<Vec<usize>>, Reason> {
        let start: Vec<u32> = game
            .components()
            .map(|component| self.number(component))
            .collect();
        self.place(start)?;
        let mut edges: Vec<Vec<usize>> = Vec::new();
        while let Some(sum) = self.sums.get(edges.len()).cloned() {
            let mut options = Vec::new();
            for (place, &number) in sum.iter().enumerate() {
                if sum[..place].contains(&number) {
                    continue;
                }
                self.explore_component(number)?;
                let steps = self.options[number as usize].clone().unwrap_or_default();
                for step in steps {
                    let mut option = sum.to_vec();
                    option.splice(place..=place, step);
                    options.push(self.place(option)?);
                }
            }
            options.sort_unstable();
            options.dedup();
            self.spend(1 + options.len() as u64, 8 * options.len() as u64)?;
            edges.push(options);
        }
        Ok(edges)
    }

    fn spend(&mut self, positions: u64, bytes: u64) -> Result<(), Reason> {
        Ok(self.meter.spend(positions, bytes)?)
    }

    fn number(&mut self, component: &dyn Component) -> u32 {
        let boxed = component.boxed();
        if let Some(&number) = self.numbers.get(&boxed) {
            return number;
        }
        let number = u32::try_from(self.components.len()).unwrap_or(u32::MAX);
        self.components.push(boxed.clone());
        self.options.push(None);
        self.numbers.insert(boxed, number);
        number
    }

    /// Makes sure that the options of a component are known.
    fn explore_component(&mut self, number: u32) -> Result<(), Reason> {
        if self.options[number as usize].is_some() {
            return Ok(());
        }
        let component = self.components[number as usize].clone();
        let limit = self.limit;
        let options = component
            .options(limit)
            .map_err(|stop| stop.reason(|| TooLarge::Moves(limit).into()))?;
        let held = component.heap_bytes().saturating_add(256);
        let bytes = held.saturating_mul(1 + options.len() as u64);
        self.spend(options.len() as u64, bytes)?;
        let mut sums: Vec<Vec<u32>> = options
            .iter()
            .map(|option| {
                let mut sum: Vec<u32> = option
                    .iter()
                    .map(|component| self.number(component.as_ref()))
                    .collect();
                sum.sort_unstable();
                sum
            })
            .collect();
        sums.sort_unstable();
        sums.dedup();
        self.options[number as usize] = Some(sums);
        Ok(())
    }

    /// The vertex of a sum, a new one if it was not met before.
    fn place(&mut self, mut sum: Vec<u32>) -> Result<usize, Reason> {
        for &number in &sum {
            self.explore_component(number)?;
        }
        let offers_none = |&number: &u32| {
            self.options[number as usize]
                .as_ref()
                .is_some_and(Vec::is_empty)
        };
        let first = sum.iter().min().copied();
        sum.retain(|number| !offers_none(number));
        if sum.is_empty() {
            sum.extend(first);
        }
        let mut sorted: Sum = sum.as_slice().into();
        sorted.sort_unstable();
        if let Some(&place) = self.places.get(&sorted) {
            return Ok(place);
        }
        let place = self.sums.len();
        self.spend(1, 128 + 8 * sum.len() as u64)?;
        self.places.insert(sorted, place);
        self.sums.push(sum.into());
        Ok(place)
    }
}

/// For every vertex, who has it as an option.
fn reversed(edges: &[Vec<usize>]) -> Vec<Vec<usize>> {
    let mut before = vec![Vec::new(); edges.len()];
    for (from, options) in edges.iter().enumerate() {
        for &to in options {
            before[to].push(from);
        }
    }
    before
}

/// Outcome and remoteness of every vertex, from the ends backwards.
fn labelled(edges: &[Vec<usize>], play: Play) -> Vec<(Outcome, Option<u64>)> {
    let before = reversed(edges);
    let mut labels = vec![(Outcome::D, None); edges.len()];
    let mut open: Vec<usize> = edges.iter().map(Vec::len).collect();
    let mut ready: VecDeque<usize> = VecDeque::new();
    let end = match play {
        Play::Normal => Outcome::P,
        Play::Misere => Outcome::N,
    };
    for (place, options) in edges.iter().enumerate() {
        if options.is_empty() {
            labels[place] = (end, Some(0));
            ready.push_back(place);
        }
    }
    // In order of remoteness: the first P-option found is the nearest, the last N-option the farthest.
    while let Some(place) = ready.pop_front() {
        let (outcome, remoteness) = labels[place];
        for &from in &before[place] {
            if labels[from].0 != Outcome::D {
                continue;
            }
            open[from] -= 1;
            let found = match outcome {
                Outcome::P => Some(Outcome::N),
                _ if open[from] == 0 => Some(Outcome::P),
                _ => None,
            };
            if let Some(found) = found {
                labels[from] = (found, remoteness.map(|moves| moves + 1));
                ready.push_back(from);
            }
        }
    }
    labels
}

/// The value of every vertex from which play must end.
fn values(edges: &[Vec<usize>]) -> Vec<Option<u32>> {
    let before = reversed(edges);
    let mut values = vec![None; edges.len()];
    let mut open: Vec<usize> = edges.iter().map(Vec::len).collect();
    let mut ready: Vec<usize> = (0..edges.len()).filter(|&place| open[place] == 0).collect();
    let mut mex = Mex::new();
    while let Some(place) = ready.pop() {
        mex.clear();
        for &option in &edges[place] {
            mex.insert(values[option].unwrap_or(0));
        }
        values[place] = Some(mex.least_missing());
        for &from in &before[place] {
            open[from] -= 1;
            if open[from] == 0 {
                ready.push(from);
            }
        }
    }
    values
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn labels_of_a_graph_with_a_cycle() {
        // 0 and 1 chase each other; 2 can leave for the end 3; from 4 one can only go to 2.
        let edges = vec![vec![1], vec![0], vec![0, 3], vec![], vec![2]];
        let labels = labelled(&edges, Play::Normal);
        let expected = [
            (Outcome::D, None),
            (Outcome::D, None),
            (Outcome::N, Some(1)),
            (Outcome::P, Some(0)),
            (Outcome::P, Some(2)),
        ];
        assert_eq!(labels, expected);
        assert_eq!(values(&edges), [None, None, None, Some(0), None]);
    }
}
