//! Rare and common values, and how a value follows from the window before it.
//!
//! The conditions that [`window`](crate::window) names hold of the game and of the first values; then a [`Continuation`] recomputes
//! one value after the other from those before it.

use std::collections::{BTreeMap, BTreeSet};

use crate::certificate::{Certificate, Stretch};
use crate::rules::Break;
use crate::verdict::{Condition, Fault, Refusal, Refutation};

/// How values are split, and what is known of rare ones.
pub(crate) struct Space<'c> {
    pub(crate) rules: &'c Break,
    pub(crate) mask: u32,
    pub(crate) odd: [u8; 2],
    /// The values of all rare heaps but 0.
    pub(crate) rare: BTreeMap<u64, u32>,
    pub(crate) window: u64,
    pub(crate) first: &'c [u32],
}

impl<'c> Space<'c> {
    /// What the claim says of it, if the conditions of the theorem hold.
    pub(crate) fn new(certificate: &'c Certificate, rules: &'c Break) -> Result<Space<'c>, Fault> {
        let claim = &certificate.claim;
        let missing = Refusal::Contradiction("mask, odd, rare and window are needed");
        let (Some(mask), Some(odd), Some(listed), Some(window)) =
            (claim.mask, claim.odd, &claim.rare, claim.window)
        else {
            return Err(missing.into());
        };
        if mask.trailing_zeros() >= 16 {
            return Err(Refusal::Contradiction("the mask has none of the lowest 16 digits").into());
        }
        if odd.iter().any(|&odd| odd > 1) {
            return Err(Refusal::Contradiction("odd is neither 0 nor 1").into());
        }
        if !listed.is_sorted_by(|one, other| one.0 < other.0) {
            return Err(Refusal::Contradiction("rare heaps are not in order").into());
        }
        if rules.parts() > 2 {
            return Err(Condition::Three.into());
        }
        if rules.leaving(2).next().is_none() {
            return Err(Condition::Game.into());
        }
        let first = &certificate.stretches[0];
        if let Some(&(late, _)) = listed.iter().find(|&&(heap, _)| heap >= first.end()) {
            return Err(Refutation::Rare(late).into());
        }
        // For two heaps of each parity: what two common ones make must be rare for what they come from.
        for removed in rules.leaving(2) {
            for [one, other] in [[0, 0], [0, 1], [1, 1]] {
                let from = (one + other + removed as usize) % 2;
                if odd[one] ^ odd[other] == odd[from] {
                    return Err(Condition::Parity.into());
                }
            }
        }
        // Heap 0 is never left.
        let rare: BTreeMap<u64, u32> = (listed.iter().copied())
            .filter(|&(heap, _)| heap > 0)
            .collect();
        let last = rare.last_key_value().map_or(0, |(&heap, _)| heap);
        let needed = last + rules.farthest() + 1;
        let most_least = needed.max(rules.least as u64);
        if window < most_least {
            return Err(Condition::Window(most_least).into());
        }
        Ok(Space {
            rules,
            mask,
            odd,
            rare,
            window,
            first: &first.values,
        })
    }

    pub(crate) fn is_common(&self, heap: u64, value: u32) -> bool {
        let digits = (value & self.mask).count_ones() as u8;
        digits & 1 == self.odd[(heap & 1) as usize]
    }

    /// That exactly the heaps listed have rare values.
    pub(crate) fn all_rare(&self, certificate: &Certificate) -> Result<(), Refutation> {
        for stretch in &certificate.stretches {
            for (heap, &value) in (stretch.start..).zip(&stretch.values) {
                let listed = self.rare.get(&heap);
                let right = match listed {
                    Some(&listed) => listed == value && !self.is_common(heap, value),
                    None => self.is_common(heap, value),
                };
                if heap > 0 && !right {
                    return Err(Refutation::Rare(heap));
                }
            }
        }
        let listed = certificate.claim.rare.iter().flatten();
        match listed.copied().find(|&(heap, _)| heap == 0) {
            Some((_, value)) if value != self.first[0] || self.is_common(0, value) => {
                Err(Refutation::Rare(0))
            }
            _ => Ok(()),
        }
    }

    pub(crate) fn continuation(&self) -> Continuation<'_> {
        // Each option excludes one value at most, and of each run of values as long as twice the lowest digit of the
        // mask half are common: a common value is left.
        let options = self.rules.digits.len() * (self.rare.len() + 1);
        let run = 2usize << self.mask.trailing_zeros();
        Continuation {
            space: self,
            excluded: vec![0; 2 * (options + 1) + 2 * run],
            turn: 0,
            looked: 0,
        }
    }
}

/// Recomputes values from the window before them.
pub(crate) struct Continuation<'s> {
    pub(crate) space: &'s Space<'s>,
    /// When each value was last seen to be an option's.
    excluded: Vec<u64>,
    turn: u64,
    /// How many options were looked at.
    pub(crate) looked: u128,
}

impl Continuation<'_> {
    /// Checks the value at a place of a stretch with a window before it.
    pub(crate) fn check(&mut self, stretch: &Stretch, place: usize) -> Result<(), Refutation> {
        let heap = stretch.start + place as u64;
        let (before, stored) = (&stretch.values[..place], stretch.values[place]);
        let expected = self.least_common(heap, before);
        if expected != Some(stored) {
            return Err(Refutation::Value {
                heap,
                expected: expected.map_or(self.excluded.len() as u64, u64::from),
                stored: stored.into(),
            });
        }
        match self.left(heap, before, stored) {
            None => Ok(()),
            Some(value) => Err(Refutation::NotExcluded {
                heap,
                value: value.into(),
            }),
        }
    }

    /// The value of a heap, by those of the heaps `before` it; `None` if it does not follow from these and the first.
    pub(crate) fn next(&mut self, heap: u64, before: &[u32]) -> Option<u32> {
        let value = self.least_common(heap, before)?;
        self.left(heap, before, value).is_none().then_some(value)
    }

    /// The least common value that no option of the heap has.
    pub(crate) fn least_common(&mut self, heap: u64, before: &[u32]) -> Option<u32> {
        let space = self.space;
        let before = |distance: u64| before[before.len() - distance as usize];
        self.looked += self.least_cost();
        self.turn += 1;
        let (excluded, turn) = (&mut self.excluded, self.turn);
        let mut exclude = |value: u32| {
            if let Some(seen) = excluded.get_mut(value as usize) {
                *seen = turn;
            }
        };
        for removed in space.rules.leaving(1) {
            exclude(before(removed));
        }
        for removed in space.rules.leaving(2) {
            for (&rare, &value) in &space.rare {
                let same = heap - removed - rare == rare;
                if !(same && space.rules.unequal) {
                    exclude(value ^ before(removed + rare));
                }
            }
        }
        let open = |value: &u32| space.is_common(heap, *value) && excluded[*value as usize] != turn;
        (0..excluded.len() as u32).find(open)
    }

    /// A rare value below `common`, just found for this heap, that no option within the window is seen to have.
    pub(crate) fn left(&mut self, heap: u64, before: &[u32], common: u32) -> Option<u32> {
        let space = self.space;
        let before = |distance: u64| before[before.len() - distance as usize];
        let left = (0..common).filter(|&value| {
            !space.is_common(heap, value) && self.excluded[value as usize] != self.turn
        });
        let mut left: BTreeSet<u32> = left.collect();
        for removed in space.rules.leaving(2) {
            // The other heap is among the last values, and is not the same one.
            let most = (space.window - removed).min(space.first.len() as u64 - 1);
            for one in 1..=most {
                if left.is_empty() {
                    return None;
                }
                self.looked += 1;
                if heap - removed - one != one || !space.rules.unequal {
                    left.remove(&(space.first[one as usize] ^ before(removed + one)));
                }
            }
        }
        left.first().copied()
    }

    pub(crate) fn is_common(&self, heap: u64, value: u32) -> bool {
        self.space.is_common(heap, value)
    }

    /// About how many options are looked at for each value, at least.
    pub(crate) fn least_cost(&self) -> u128 {
        self.space.rules.digits.len() as u128 * (self.space.rare.len() as u128 + 2)
    }
}
