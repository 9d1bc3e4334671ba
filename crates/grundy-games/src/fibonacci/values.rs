//! Grundy values of Fibonacci Nim.
//!
//! The more may be taken from a heap, the more options there are, and none goes: the value never falls as the limit rises. So of each heap only
//! the limits are kept at which its value rises, about as many as a Fibonacci number below it has an index: the value of a heap is worked
//! out by looking once at each take. Nothing is used but the rule; no theorem tells these values.

use crate::budget::Meter;
use crate::engine::Work;
use crate::quotient::Play;
use crate::reason::Reason;
use crate::ruleset::OnReached;

use super::{Fibonacci, Pair};

/// Takes that cost as much as a position.
const TAKES_A_POSITION: u64 = 16;

/// What is known of the heaps from 0 on.
#[derive(Debug, Default)]
struct Rises {
    /// Of each heap the limits from which on its value is more than 0, more than 1, …
    heaps: Vec<Box<[u32]>>,
    /// The least take that leaves each value, while a heap is worked out; 0 where none does.
    first: Vec<u32>,
}

impl Rises {
    fn value(&self, heap: usize, most: usize) -> usize {
        let rises = &self.heaps[heap];
        match most >= heap {
            true => rises.len(),
            false => rises.partition_point(|&rise| rise as usize <= most),
        }
    }

    /// Works out the next heap.
    fn next(&mut self) {
        let heap = self.heaps.len();
        let mut first = std::mem::take(&mut self.first);
        first.fill(0);
        for take in 1..=heap {
            let left = heap - take;
            let value = self.value(left, 2 * take);
            if value >= first.len() {
                first.resize(value + 1, 0);
            }
            if first[value] == 0 {
                first[value] = take as u32;
            }
        }
        // The value is more than v as soon as all values to v are left by some take.
        let mut highest = 0;
        let rises = first.iter().take_while(|&&take| take > 0).map(|&take| {
            highest = highest.max(take);
            highest
        });
        self.heaps.push(rises.collect());
        self.first = first;
    }

    /// Works out heaps to the last one.
    fn fill(&mut self, last: u32, meter: &mut Meter) -> Result<(), Reason> {
        // Asked about the same heap, the answer is the same whatever was asked before.
        let takes = u64::from(last) * (u64::from(last) + 1) / 2;
        if takes / TAKES_A_POSITION > meter.positions_left() {
            meter.spend(meter.positions_left().saturating_add(1), 0)?;
        }
        while self.heaps.len() <= last as usize {
            let heap = self.heaps.len() as u64;
            meter.spend(heap / TAKES_A_POSITION, 0)?;
            self.next();
            let rises = self.heaps.last().map_or(0, |rises| rises.len() as u64);
            meter.spend(0, 4 * rises + 16)?;
            meter.step(4 * heap)?;
        }
        Ok(())
    }
}

impl OnReached<Pair> for Fibonacci {
    fn is_little(&self, _: &str, _: &Pair, _: &mut Work) -> bool {
        false
    }

    fn value(&self, head: &str, (heap, most): &Pair, work: &mut Work) -> Result<u32, Reason> {
        let (heap, most) = match (u32::try_from(heap), u32::try_from(most)) {
            (Ok(heap), Ok(most)) => (heap, most),
            // More heaps stand below it than anybody looks at.
            _ => (u32::MAX, u32::MAX),
        };
        let rises = work.tables.of::<Rises>(head);
        rises.fill(heap, &mut work.meter)?;
        Ok(rises.value(heap as usize, most as usize) as u32)
    }

    fn tells_outcomes(&self) -> bool {
        false
    }

    fn wins(&self, head: &str, position: &Pair, _: Play, work: &mut Work) -> Result<bool, Reason> {
        Ok(self.value(head, position, work)? > 0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::number::Natural;
    use crate::oracle;
    use crate::quotient::Play;
    use grundy::{Game, solve};

    /// By the definition, each heap with each limit.
    #[test]
    fn values_are_those_of_the_definition() {
        const LAST: usize = 90;
        let mut plain = vec![vec![0usize; LAST + 1]; LAST + 1];
        for heap in 1..=LAST {
            for most in 1..=heap {
                let left = |take: usize| plain[heap - take][(2 * take).min(heap - take)];
                let options: Vec<usize> = (1..=most).map(left).collect();
                plain[heap][most] = (0..).find(|value| !options.contains(value)).expect("a mex");
            }
        }
        let mut rises = Rises::default();
        let mut meter = Meter::new(&crate::budget::Budget::default());
        rises.fill(LAST as u32, &mut meter).expect("little");
        for (heap, row) in plain.iter().enumerate() {
            for (most, &value) in row.iter().enumerate().take(heap + 1) {
                assert_eq!(rises.value(heap, most), value, "{heap},{most}");
            }
        }
    }

    #[test]
    fn large_heaps_are_refused_at_once_and_sums_are_answered() {
        let mut work = Work::new(&crate::budget::Budget::default(), Default::default(), 1);
        let heap = Natural::from(1u64 << 40);
        assert!(
            Fibonacci
                .value("fibonacci", &(heap.clone(), heap), &mut work)
                .is_err()
        );
        let answer = solve(
            &"fibonacci 1000 + nim 3".parse::<Game>().expect("a sum"),
            Play::Normal,
        );
        assert!(answer.value.is_some());
        oracle::game("fibonacci 13 8,3 + nim 2", Play::Normal);
    }
}
