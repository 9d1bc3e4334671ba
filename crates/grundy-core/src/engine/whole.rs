//! Outcomes of whole sums by search, under either play: the engine that needs no theory at all.
//!
//! A sum is a multiset of components. Components are numbered once, terminal ones are dropped (they offer no move under
//! either play), and a position is the sorted list of the numbers that remain.

use rustc_hash::FxHashMap;

use crate::budget::Meter;
use crate::component::Component;
pub use crate::engine::enumerate::of_nothing;
use crate::engine::graph::{Graph, grundy_where_play_ends, labelling};
use crate::number::Natural;
use crate::quotient::{Outcome, Play};
use crate::reason::{Reason, TooLarge};
use crate::ruleset::Step;

type Sum = Box<[u32]>;

/// A search through whole sums, keeping what it has learned.
#[derive(Debug)]
pub struct SumSearch {
    play: Play,
    numbers: FxHashMap<Box<dyn Component>, u32>,
    components: Vec<Box<dyn Component>>,
    /// By component: its options as sums, once asked for.
    options: Vec<Option<Vec<Sum>>>,
    outcomes: FxHashMap<Sum, Option<bool>>,
}

/// A winning move of a sum: which component, and the step.
pub type Found = (usize, Step<Box<dyn Component>>);

struct Frame {
    sum: Sum,
    options: Vec<Sum>,
    next: usize,
}

impl SumSearch {
    /// An empty memory for one kind of play.
    pub fn new(play: Play) -> SumSearch {
        SumSearch {
            play,
            numbers: FxHashMap::default(),
            components: Vec::new(),
            options: Vec::new(),
            outcomes: FxHashMap::default(),
        }
    }

    /// The play that it is for.
    pub fn play(&self) -> Play {
        self.play
    }

    fn number(&mut self, component: &dyn Component) -> u32 {
        let boxed = component.boxed();
        if let Some(&number) = self.numbers.get(&boxed) {
            return number;
        }
        let number = self.components.len() as u32;
        self.components.push(boxed.clone());
        self.options.push(None);
        self.numbers.insert(boxed, number);
        number
    }

    /// Makes sure that the options of a component are known.
    fn explore(&mut self, number: u32, meter: &mut Meter) -> Result<(), Reason> {
        if self.options[number as usize].is_some() {
            return Ok(());
        }
        let component = self.components[number as usize].clone();
        let bytes = 256 + component.heap_bytes();
        let options = component
            .options(meter.room(bytes))
            .map_err(|stop| stop.reason(|| meter.full(bytes).into()))?;
        meter.spend(options.len() as u64, 128 + bytes * options.len() as u64)?;
        let mut sums: Vec<Sum> = Vec::with_capacity(options.len());
        for option in &options {
            let mut sum: Vec<u32> = option
                .iter()
                .map(|component| self.number(component.as_ref()))
                .collect();
            sum.sort_unstable();
            sums.push(sum.into());
        }
        sums.sort_unstable();
        sums.dedup();
        self.options[number as usize] = Some(sums);
        Ok(())
    }

    fn is_terminal(&self, number: u32) -> bool {
        self.options[number as usize]
            .as_ref()
            .is_some_and(Vec::is_empty)
    }

    /// The sum without its terminal components.
    fn reduced(
        &mut self,
        numbers: impl Iterator<Item = u32>,
        meter: &mut Meter,
    ) -> Result<Sum, Reason> {
        let mut sum = Vec::new();
        for number in numbers {
            self.explore(number, meter)?;
            if !self.is_terminal(number) {
                sum.push(number);
            }
        }
        sum.sort_unstable();
        Ok(sum.into())
    }

    fn open(&mut self, sum: Sum, meter: &mut Meter) -> Result<Frame, Reason> {
        let mut options: Vec<Sum> = Vec::new();
        let mut held = 0;
        for (place, &number) in sum.iter().enumerate() {
            if place > 0 && sum[place - 1] == number {
                continue;
            }
            let choices = self.options[number as usize].clone().unwrap_or_default();
            for choice in choices {
                // Sums are put together before any of them is looked up, and as many bytes are held meanwhile.
                let bytes = 16 + 4 * (sum.len() + choice.len()) as u64;
                meter.step(20 * bytes)?;
                meter.spend(0, bytes)?;
                held += bytes;
                let rest = sum
                    .iter()
                    .enumerate()
                    .filter(|&(other, _)| other != place)
                    .map(|(_, &number)| number);
                options.push(self.reduced(rest.chain(choice.iter().copied()), meter)?);
            }
        }
        options.sort_unstable();
        options.dedup();
        meter.release(held);
        let bytes: usize = options.iter().map(|option| 16 + 4 * option.len()).sum();
        meter.spend(1 + options.len() as u64 / 4, (64 + bytes) as u64)?;
        Ok(Frame {
            sum,
            options,
            next: 0,
        })
    }

    /// Opens a sum on the way down: it is met again only where play comes back to it.
    fn enter(&mut self, sum: Sum, meter: &mut Meter, stack: &mut Vec<Frame>) -> Result<(), Reason> {
        let frame = self.open(sum, meter)?;
        self.outcomes.insert(frame.sum.clone(), None);
        stack.push(frame);
        Ok(())
    }

    /// Whether the mover wins a sum without terminal components.
    fn mover_wins(&mut self, sum: Sum, meter: &mut Meter) -> Result<bool, Reason> {
        if sum.is_empty() {
            return Ok(of_nothing(self.play) == Outcome::N);
        }
        if let Some(&Some(known)) = self.outcomes.get(&sum) {
            return Ok(known);
        }
        let mut stack = Vec::new();
        let searched = self.run(sum, meter, &mut stack);
        if searched.is_err() {
            for frame in &stack {
                self.outcomes.remove(&frame.sum);
            }
        }
        searched
    }

    fn run(&mut self, sum: Sum, meter: &mut Meter, stack: &mut Vec<Frame>) -> Result<bool, Reason> {
        self.enter(sum, meter, stack)?;
        let mut last = false;
        while let Some(frame) = stack.last_mut() {
            let (mut wins, mut deeper) = (false, None);
            while let Some(option) = frame.options.get(frame.next) {
                let known = if option.is_empty() {
                    Some(of_nothing(self.play) == Outcome::N)
                } else {
                    match self.outcomes.get(option) {
                        Some(Some(known)) => Some(*known),
                        Some(None) => {
                            return Err(Reason::Repeats(None));
                        }
                        None => None,
                    }
                };
                match known {
                    Some(true) => frame.next += 1,
                    Some(false) => {
                        wins = true;
                        break;
                    }
                    None => {
                        deeper = Some(option.clone());
                        break;
                    }
                }
            }
            if let Some(option) = deeper {
                self.enter(option, meter, stack)?;
                continue;
            }
            last = wins;
            if let Some(done) = stack.pop() {
                self.outcomes.insert(done.sum, Some(last));
            }
        }
        Ok(last)
    }

    /// Who wins a sum.
    ///
    /// # Errors
    /// What ran out, or that play need not end.
    pub fn outcome(
        &mut self,
        sum: &[&dyn Component],
        meter: &mut Meter,
    ) -> Result<Outcome, Reason> {
        let numbers: Vec<u32> = sum
            .iter()
            .map(|component| self.number(*component))
            .collect();
        let sum = self.reduced(numbers.into_iter(), meter)?;
        Ok(if self.mover_wins(sum, meter)? {
            Outcome::N
        } else {
            Outcome::P
        })
    }

    /// The winning moves of a sum: their number and the first `listed`, each with its component's place.
    ///
    /// # Errors
    /// As for [`outcome`](SumSearch::outcome).
    pub fn winning(
        &mut self,
        sum: &[&dyn Component],
        listed: usize,
        meter: &mut Meter,
    ) -> Result<(Natural, Vec<Found>), Reason> {
        self.chosen(sum, listed, meter, &mut |whole, option, meter| {
            Ok(!whole.mover_wins(option, meter)?)
        })
    }

    /// The moves of a sum to options that are chosen: their number and the first `listed`.
    fn chosen(
        &mut self,
        sum: &[&dyn Component],
        listed: usize,
        meter: &mut Meter,
        choose: &mut dyn FnMut(&mut SumSearch, Sum, &mut Meter) -> Result<bool, Reason>,
    ) -> Result<(Natural, Vec<Found>), Reason> {
        let numbers: Vec<u32> = sum
            .iter()
            .map(|component| self.number(*component))
            .collect();
        let (mut count, mut found) = (0u64, Vec::new());
        for (place, component) in sum.iter().enumerate() {
            let bytes = 256 + component.heap_bytes();
            let steps = component
                .steps(meter.room(bytes))
                .map_err(|stop| stop.reason(|| meter.full(bytes).into()))?;
            for step in steps {
                let to: Vec<u32> = step
                    .to
                    .iter()
                    .map(|component| self.number(component.as_ref()))
                    .collect();
                let rest = numbers
                    .iter()
                    .enumerate()
                    .filter(|&(other, _)| other != place)
                    .map(|(_, &number)| number);
                let option = self.reduced(rest.chain(to), meter)?;
                if choose(self, option, meter)? {
                    count += 1;
                    if found.len() < listed {
                        found.push((place, step));
                    }
                }
            }
        }
        Ok((Natural::from(count), found))
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
        let numbers: Vec<u32> = sum
            .iter()
            .map(|component| self.number(*component))
            .collect();
        let root = self.reduced(numbers.iter().copied(), meter)?;
        let mut vertices: FxHashMap<Sum, u32> = FxHashMap::default();
        let mut order = vec![root.clone()];
        vertices.insert(root, 0);
        let mut edges = Vec::new();
        let mut next = 0;
        while let Some(sum) = order.get(next).cloned() {
            for option in self.open(sum, meter)?.options {
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
            self.chosen(sum, listed, meter, &mut |_, option, _| {
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
