//! The primes in rising order, by the sieve of Eratosthenes, a stretch of numbers at a time.

use crate::factor;

/// Numbers of the first stretch; each further one is twice as long, so that who asks for few waits for few.
const FIRST: usize = 1 << 10;

/// Numbers of a stretch at most: its marks fit into the nearest cache.
const MOST: usize = 1 << 15;

/// Up to this number stretches are sieved; above it each number is tested, for the primes up to a square root are no longer few.
const SIEVED: u64 = 1 << 32;

/// All primes, the least first.
#[derive(Clone, Debug, Default)]
pub struct Primes {
    /// The numbers below it were gone through.
    end: u64,
    /// Those of the last stretch, and how many of them were told.
    found: Vec<u64>,
    told: usize,
    /// The primes by which stretches are sieved.
    small: Vec<u64>,
    composite: Vec<bool>,
}

impl Primes {
    /// From 2 on.
    pub fn new() -> Primes {
        Primes::default()
    }

    /// Goes through the next stretch.
    fn further(&mut self) {
        let begin = self.end.max(2);
        if begin >= SIEVED {
            let mut numbers = begin..=u64::MAX;
            self.found
                .extend(numbers.find(|&number| factor::is_prime(number)));
            self.end = self
                .found
                .last()
                .map_or(u64::MAX, |last| last.saturating_add(1));
            return;
        }
        let length = usize::try_from(begin).unwrap_or(MOST).clamp(FIRST, MOST);
        let end = begin + length as u64;
        self.sieve_by(end);
        self.composite.clear();
        self.composite.resize(length, false);
        for &prime in &self.small {
            let Some(square) = prime.checked_mul(prime).filter(|&square| square < end) else {
                break;
            };
            let first = square.max(begin.next_multiple_of(prime));
            // Both stand within the stretch or behind it.
            let first = usize::try_from(first - begin).unwrap_or(length);
            let step = usize::try_from(prime).unwrap_or(length);
            for mark in self.composite.iter_mut().skip(first).step_by(step) {
                *mark = true;
            }
        }
        let marks = self.composite.iter().zip(begin..);
        let primes = marks.filter(|(composite, _)| !**composite);
        self.found.extend(primes.map(|(_, number)| number));
        self.end = end;
    }

    /// Sees to it that all primes are known whose squares are below a number.
    fn sieve_by(&mut self, end: u64) {
        let mut next = self.small.last().map_or(2, |last| last + 1);
        while next.checked_mul(next).is_some_and(|square| square < end) {
            let is_prime = (self.small.iter())
                .take_while(|&&prime| prime * prime <= next)
                .all(|prime| !next.is_multiple_of(*prime));
            if is_prime {
                self.small.push(next);
            }
            next += 1;
        }
    }
}

impl Iterator for Primes {
    type Item = u64;

    fn next(&mut self) -> Option<u64> {
        while self.told == self.found.len() {
            if self.end == u64::MAX {
                return None;
            }
            self.found.clear();
            self.told = 0;
            self.further();
        }
        self.told += 1;
        self.found.get(self.told - 1).copied()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn they_are_those_that_the_test_finds() {
        let tested = (0..300_000).filter(|&number| factor::is_prime(number));
        let told = Primes::new().take_while(|&prime| prime < 300_000);
        assert!(told.eq(tested));
        // Where stretches begin far on.
        for end in [1 << 20, (1 << 32) - 40, (1 << 32) + 7, u64::MAX - 100] {
            let mut primes = Primes {
                end,
                ..Primes::new()
            };
            let tested = (end..=u64::MAX).filter(|&number| factor::is_prime(number));
            let tested: Vec<u64> = tested.take(3).collect();
            let told: Vec<u64> = primes.by_ref().take(tested.len()).collect();
            assert_eq!(told, tested, "{end}");
        }
    }
}
