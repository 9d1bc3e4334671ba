//! Systems of linear inequalities over integers: whether one can be seen to have no solution.
//!
//! J. B. J. Fourier's (1826) and T. S. Motzkin's (1936) elimination, variable by variable, with each inequality tightened
//! to the integers. "No" is always right; where the elimination grows too large or only fractions solve the system, the
//! answer is "not seen".

use std::collections::BTreeMap;

use crate::budget::pulse;

/// `constant + Σ factor · variable`, read as "is at least 0".
#[derive(Clone, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Linear {
    factors: BTreeMap<usize, i128>,
    constant: i128,
}

/// Most inequalities that are held at once.
const MOST: usize = 200;

/// Largest number in an inequality.
const LARGEST: i128 = 1 << 100;

impl Linear {
    pub(crate) fn number(constant: i128) -> Linear {
        Linear {
            factors: BTreeMap::new(),
            constant,
        }
    }

    pub(crate) fn variable(variable: usize) -> Linear {
        Linear {
            factors: BTreeMap::from([(variable, 1)]),
            constant: 0,
        }
    }

    /// The number, where it depends on no variable.
    pub(crate) fn constant(&self) -> Option<i128> {
        self.factors.is_empty().then_some(self.constant)
    }

    /// `self + factor · other`; `None` where numbers grow too large.
    pub(crate) fn plus(&self, other: &Linear, factor: i128) -> Option<Linear> {
        let small = |number: i128| (number.abs() <= LARGEST).then_some(number);
        let mut sum = self.clone();
        let product = other.constant.checked_mul(factor)?;
        sum.constant = small(sum.constant.checked_add(product)?)?;
        for (&variable, own) in &other.factors {
            let entry = sum.factors.entry(variable).or_insert(0);
            *entry = small(entry.checked_add(own.checked_mul(factor)?)?)?;
            if *entry == 0 {
                sum.factors.remove(&variable);
            }
        }
        Some(sum)
    }

    pub(crate) fn minus(&self, other: &Linear) -> Option<Linear> {
        self.plus(other, -1)
    }

    pub(crate) fn times(&self, factor: i128) -> Option<Linear> {
        Linear::number(0).plus(self, factor)
    }

    /// Divided by the greatest common divisor of its factors, the constant rounded down: the same integers satisfy it.
    fn tightened(mut self) -> Linear {
        let divisor = self.factors.values().fold(0i128, |a, &b| gcd(a, b.abs()));
        if divisor > 1 {
            self.factors
                .values_mut()
                .for_each(|factor| *factor /= divisor);
            self.constant = self.constant.div_euclid(divisor);
        }
        self
    }
}

fn gcd(mut a: i128, mut b: i128) -> i128 {
    while b != 0 {
        (a, b) = (b, a % b);
    }
    a
}

/// Whether it is seen that no integers make all of these at least 0. Each inequality made takes one from `work`; none is
/// made, and nothing seen, when that is used up.
pub(crate) fn impossible(inequalities: &[Linear], work: &mut u64) -> bool {
    let mut system: Vec<Linear> = inequalities
        .iter()
        .cloned()
        .map(Linear::tightened)
        .collect();
    loop {
        reduce(&mut system);
        if system
            .iter()
            .any(|one| one.constant().is_some_and(|constant| constant < 0))
        {
            return true;
        }
        // The variable whose elimination leaves the fewest inequalities.
        let mut signs: BTreeMap<usize, (usize, usize)> = BTreeMap::new();
        for (&variable, factor) in system.iter().flat_map(|one| &one.factors) {
            let (below, above) = signs.entry(variable).or_default();
            *if *factor > 0 { below } else { above } += 1;
        }
        pulse::step(50 * (system.len() + signs.len()) as u64);
        // What is bounded on one side only can be so large, or so small, that its inequalities hold.
        let free = |variable: &usize| {
            let (below, above) = signs.get(variable).copied().unwrap_or_default();
            below * above == 0
        };
        let before = system.len();
        system.retain(|one| !one.factors.keys().any(free));
        if system.len() < before {
            continue;
        }
        let left = signs.iter().min_by_key(|(_, (below, above))| below * above);
        let Some((&variable, _)) = left else {
            return false;
        };
        let factor = |one: &Linear| one.factors.get(&variable).copied().unwrap_or(0);
        let (with, mut rest): (Vec<Linear>, Vec<Linear>) =
            system.into_iter().partition(|one| factor(one) != 0);
        let (below, above): (Vec<Linear>, Vec<Linear>) =
            with.into_iter().partition(|one| factor(one) > 0);
        for low in &below {
            for high in &above {
                let joined = low
                    .times(-factor(high))
                    .and_then(|scaled| scaled.plus(high, factor(low)));
                // An inequality left out only makes the rest easier to satisfy.
                rest.extend(joined.map(Linear::tightened));
                pulse::step(1000);
                let Some(left) = work.checked_sub(1).filter(|_| rest.len() <= MOST) else {
                    return false;
                };
                *work = left;
            }
        }
        system = rest;
    }
}

/// Keeps, of inequalities that differ in the constant only, the strictest.
fn reduce(system: &mut Vec<Linear>) {
    system.sort();
    system.dedup_by(|later, earlier| later.factors == earlier.factors);
    system.retain(|one| one.constant().is_none_or(|constant| constant < 0));
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn linear(factors: &[i128], constant: i128) -> Linear {
        let mut sum = Linear::number(constant);
        for (variable, &factor) in factors.iter().enumerate() {
            let term = Linear::variable(variable);
            sum = sum.plus(&term, factor).expect("small");
        }
        sum
    }

    fn seen(system: &[Linear]) -> bool {
        impossible(system, &mut 10_000)
    }

    #[test]
    fn what_is_impossible_is_seen() {
        // x ≥ 1, y ≥ x, x + y ≤ 1.
        let system = [linear(&[1], -1), linear(&[-1, 1], 0), linear(&[-1, -1], 1)];
        assert!(seen(&system));
        assert!(!seen(&system[..2]));
        // 2x = 1 has a solution in fractions only.
        assert!(seen(&[linear(&[2], -1), linear(&[-2], 1)]));
        assert!(!seen(&[]));
        assert!(seen(&[Linear::number(-1)]));
    }

    proptest! {
        #[test]
        fn what_has_a_solution_is_never_called_impossible(
            point in prop::array::uniform3(-20i128..20),
            factors in prop::collection::vec((prop::array::uniform3(-5i128..5), 0i128..4), 1..8),
        ) {
            let system: Vec<Linear> = factors
                .iter()
                .map(|(factors, slack)| {
                    let at: i128 = factors.iter().zip(point).map(|(a, b)| a * b).sum();
                    linear(factors, slack - at)
                })
                .collect();
            prop_assert!(!seen(&system));
        }
    }
}
