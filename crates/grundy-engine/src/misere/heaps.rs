//! Heaps of a code or of a set of takes as letters: letter n is the heap of n.
//!
//! A heap of n has about n options for each digit that splits it, and what the splits of n − k are worth does not depend on k: it
//! is worked out once for all digits.

use crate::sequence::{Rules, Takes};

use super::letters::Letters;

/// The heaps from 0 on.
#[derive(Clone, Debug)]
pub struct Heaps {
    rules: Rules,
    count: usize,
    /// By number of stones that are left in two heaps: what these are worth, once asked for.
    splits: Vec<Option<Box<[u32]>>>,
    /// The same of three heaps and more, by how many.
    more: Vec<Vec<Option<Box<[u32]>>>>,
    marks: Marks,
}

/// Which values were met already.
#[derive(Clone, Debug, Default)]
struct Marks {
    /// By value: the round in which it was met last.
    rounds: Vec<u32>,
    round: u32,
}

impl Marks {
    fn begin(&mut self, bound: usize) {
        if self.rounds.len() < bound || self.round == u32::MAX {
            self.rounds.clear();
            self.rounds.resize(bound, 0);
            self.round = 0;
        }
        self.round += 1;
    }

    /// Whether a value is met for the first time.
    fn is_new(&mut self, value: u32) -> bool {
        std::mem::replace(&mut self.rounds[value as usize], self.round) != self.round
    }
}

impl Heaps {
    /// The first `count` heaps.
    pub fn new(rules: Rules, count: usize) -> Heaps {
        Heaps {
            rules,
            count,
            splits: Vec::new(),
            more: Vec::new(),
            marks: Marks::default(),
        }
    }

    /// The rules.
    pub fn rules(&self) -> &Rules {
        &self.rules
    }

    /// What `left` stones are worth in `parts` heaps, none of them empty.
    fn parted(
        &mut self,
        (parts, left): (u32, usize),
        values: &[u32],
        bound: usize,
        product: &impl Fn(u32, u32) -> u32,
    ) -> &[u32] {
        let place = parts as usize - 3;
        if self.more.len() <= place {
            self.more.resize(place + 1, Vec::new());
        }
        if self.more[place].len() <= left {
            self.more[place].resize(left + 1, None);
        }
        if self.more[place][left].is_none() {
            let mut all = Vec::new();
            for first in 1..=left {
                let rest = left - first;
                let others = match parts {
                    3 => self.split(rest, values, bound, product),
                    _ => self.parted((parts - 1, rest), values, bound, product),
                };
                all.extend(others.iter().map(|&other| product(values[first], other)));
            }
            all.sort_unstable();
            all.dedup();
            self.more[place][left] = Some(all.into());
        }
        self.more[place][left].as_deref().unwrap_or_default()
    }

    /// What `left` stones are worth in two heaps, none of them empty.
    fn split(
        &mut self,
        left: usize,
        values: &[u32],
        bound: usize,
        product: &impl Fn(u32, u32) -> u32,
    ) -> &[u32] {
        if self.splits.len() <= left {
            self.splits.resize(left + 1, None);
        }
        if self.splits[left].is_none() {
            self.marks.begin(bound);
            let last = match self.rules.unequal() {
                true => left.saturating_sub(1) / 2,
                false => left / 2,
            };
            let mut all = Vec::new();
            if last > 0 {
                let (low, high) = (&values[1..=last], &values[left - last..left]);
                for (&a, &b) in low.iter().zip(high.iter().rev()) {
                    let worth = product(a, b);
                    if self.marks.is_new(worth) {
                        all.push(worth);
                    }
                }
            }
            self.splits[left] = Some(all.into());
        }
        self.splits[left].as_deref().unwrap_or_default()
    }
}

impl Letters for Heaps {
    fn count(&self) -> usize {
        self.count
    }

    fn renew(&mut self) {
        self.splits.clear();
        self.more.clear();
    }

    fn effects(
        &mut self,
        heap: usize,
        values: &[u32],
        bound: usize,
        product: impl Fn(u32, u32) -> u32,
    ) -> Vec<u32> {
        let mut effects = Vec::new();
        self.marks.begin(bound);
        let mut left = |take: usize| {
            let worth = values[heap - take];
            if self.marks.is_new(worth) {
                effects.push(worth);
            }
        };
        match self.rules.takes() {
            None => {}
            Some(Takes::These(runs)) => {
                let within = runs.iter().map(|&(low, high)| {
                    let high = usize::try_from(high).unwrap_or(usize::MAX);
                    usize::try_from(low).unwrap_or(usize::MAX)..=high.min(heap)
                });
                within.flatten().for_each(left);
            }
            Some(takes) => (1..=heap)
                .filter(|&take| takes.contains(take as u64))
                .for_each(&mut left),
        }
        let digits = self.rules.digits().len().min(heap + 1);
        let may_split = heap as u64 >= self.rules.least_split();
        for take in 0..digits {
            let digit = self.rules.digits()[take];
            let left = heap - take;
            if digit & 1 != 0 && left == 0 {
                effects.push(0);
            }
            if digit & 2 != 0 && left > 0 {
                effects.push(values[left]);
            }
            if digit & 4 != 0 && may_split {
                effects.extend_from_slice(self.split(left, values, bound, &product));
            }
            for parts in 3..8 {
                if digit >> parts & 1 != 0 && may_split {
                    let parted = self.parted((parts, left), values, bound, &product);
                    effects.extend_from_slice(parted);
                }
            }
        }
        effects.sort_unstable();
        effects.dedup();
        effects
    }
}
