//! The sums of multiples of some numbers: a numerical semigroup, by the least member of each residue (R. Apéry 1946).

use crate::budget::pulse;

/// All sums of multiples of some numbers, of which one is at least 1.
#[derive(Clone, Debug)]
pub(super) struct Semigroup {
    /// For each residue modulo the smallest generator the least member that has it, if there is one.
    least: Vec<Option<u64>>,
}

impl Semigroup {
    /// Of these numbers, ascending, and which of them are no sums of multiples of smaller ones; `None` of no number.
    pub(super) fn of(numbers: impl IntoIterator<Item = u32>) -> Option<(Semigroup, Vec<u32>)> {
        let mut numbers = numbers.into_iter();
        let first = numbers.next()?;
        let mut least = vec![None; first as usize];
        *least.first_mut()? = Some(0);
        let (mut semigroup, mut generators) = (Semigroup { least }, vec![first]);
        for number in numbers {
            if !semigroup.contains(number.into()) {
                semigroup.add(number.into());
                generators.push(number);
            }
        }
        Some((semigroup, generators))
    }

    /// Steps round each cycle of residues that a number joins: twice round, as the least member of a cycle may be met last.
    fn add(&mut self, number: u64) {
        let modulus = self.least.len() as u64;
        pulse::step(4 * modulus);
        let cycles = gcd(number, modulus);
        for begin in 0..cycles {
            let mut at = begin;
            for _ in 0..2 * (modulus / cycles) {
                let next = (at + number) % modulus;
                if let Some(member) = self.least[at as usize] {
                    let sum = member + number;
                    let known = &mut self.least[next as usize];
                    *known = Some(known.map_or(sum, |known| known.min(sum)));
                }
                at = next;
            }
        }
    }

    /// Whether a number is a sum of multiples.
    pub(super) fn contains(&self, number: u64) -> bool {
        let residue = number % self.least.len() as u64;
        self.least[residue as usize].is_some_and(|least| least <= number)
    }

    /// The largest number that is no member, where there are finitely many and at least one.
    pub(super) fn largest_gap(&self) -> Option<u64> {
        let members: Option<Vec<u64>> = self.least.iter().copied().collect();
        members?
            .into_iter()
            .max()?
            .checked_sub(self.least.len() as u64)
    }

    /// Whether a number becomes a member as soon as another, at least 1, is one.
    pub(super) fn follows(&self, number: u64, from: u64) -> bool {
        (1..=number / from).any(|times| self.contains(number - times * from))
    }
}

/// The greatest common divisor.
pub(super) fn gcd(mut one: u64, mut other: u64) -> u64 {
    while other != 0 {
        (one, other) = (other, one % other);
    }
    one
}
