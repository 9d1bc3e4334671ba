//! Whether period and pre-period are the least ones.
//!
//! If a sequence has two periods from somewhere on, it has their greatest common divisor; so the period is least if none
//! of its quotients by a prime is one. The pre-period is least if the value before it does not fit.

use crate::certificate::Certificate;
use crate::verdict::Refutation;

/// Periods from here on are not taken apart.
const UNFACTORED: u64 = 1 << 50;

/// Checks both for a certificate that stores everything up to the end of the first period.
pub(crate) fn check(certificate: &Certificate) -> Result<(), Refutation> {
    let claim = &certificate.claim;
    let values = &certificate.stretches[0].values;
    // Both are within the values stored.
    let (preperiod, period) = (claim.preperiod as usize, claim.period as usize);
    let value = |heap: usize| match values.get(heap) {
        Some(&value) => u64::from(value),
        None => u64::from(values[heap - period]).saturating_add(claim.saltus),
    };
    for prime in primes(claim.period).unwrap_or_default() {
        let step = period / prime as usize;
        let rise = claim.saltus / prime;
        let shorter = claim.saltus.is_multiple_of(prime)
            && (preperiod..preperiod + period).all(|heap| value(heap + step) == value(heap) + rise);
        if shorter {
            return Err(Refutation::SmallerPeriod(step as u64));
        }
    }
    let Some(before) = preperiod.checked_sub(1) else {
        return Ok(());
    };
    if value(before).saturating_add(claim.saltus) == value(before + period) {
        return Err(Refutation::SmallerPreperiod(before as u64));
    }
    Ok(())
}

/// The prime divisors of a number, if it is not too great.
pub(crate) fn primes(mut number: u64) -> Option<Vec<u64>> {
    if number >= UNFACTORED {
        return None;
    }
    let mut primes = Vec::new();
    let mut divisor = 2;
    while divisor * divisor <= number {
        if number.is_multiple_of(divisor) {
            primes.push(divisor);
            while number.is_multiple_of(divisor) {
                number /= divisor;
            }
        }
        divisor += 1;
    }
    if number > 1 {
        primes.push(number);
    }
    Some(primes)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_come_apart() {
        assert_eq!(primes(1), Some(vec![]));
        assert_eq!(primes(149_459), Some(vec![149_459]));
        assert_eq!(primes(360), Some(vec![2, 3, 5]));
        assert_eq!(primes(1 << 50), None);
        for number in 2..500u64 {
            let primes = primes(number).expect("small");
            for divisor in 2..=number {
                let prime = (2..divisor).all(|other| divisor % other != 0);
                let divides = number % divisor == 0;
                assert_eq!(primes.contains(&divisor), prime && divides);
            }
        }
    }
}
