//! Prime factors of machine words, exactly.
//!
//! Primality by the test of Miller and Rabin with the first twelve primes as bases, which Sorenson and Webster (2015) proved
//! enough far beyond 2^64; factors by Pollard's rho (1975) in Brent's form (1980), some 2^16 steps at worst.

/// The first twelve primes.
const BASES: [u64; 12] = [2, 3, 5, 7, 11, 13, 17, 19, 23, 29, 31, 37];

fn product(a: u64, b: u64, modulus: u64) -> u64 {
    if modulus <= u64::from(u32::MAX) {
        // Residues of so small a modulus have products of one word.
        return (a % modulus) * (b % modulus) % modulus;
    }
    (u128::from(a) * u128::from(b) % u128::from(modulus)) as u64
}

fn power(mut base: u64, mut exponent: u64, modulus: u64) -> u64 {
    let mut result = 1 % modulus;
    base %= modulus;
    while exponent > 0 {
        if exponent & 1 == 1 {
            result = product(result, base, modulus);
        }
        base = product(base, base, modulus);
        exponent >>= 1;
    }
    result
}

/// Whether a number is prime.
pub fn is_prime(number: u64) -> bool {
    if number < 2 {
        return false;
    }
    if let Some(prime) = BASES
        .into_iter()
        .find(|&prime| number.is_multiple_of(prime))
    {
        return number == prime;
    }
    if number < 41 * 41 {
        return true;
    }
    let twos = (number - 1).trailing_zeros();
    let odd = (number - 1) >> twos;
    // Two bases are enough so far: Pomerance, Selfridge and Wagstaff (1980).
    let bases = if number < 1_373_653 { 2 } else { BASES.len() };
    BASES.into_iter().take(bases).all(|base| {
        let mut residue = power(base, odd, number);
        if residue == 1 {
            return true;
        }
        for _ in 0..twos {
            if residue == number - 1 {
                return true;
            }
            residue = product(residue, residue, number);
        }
        false
    })
}

fn gcd(mut a: u64, mut b: u64) -> u64 {
    while b != 0 {
        (a, b) = (b, a % b);
    }
    a
}

/// A factor of an odd composite number other than 1 and itself.
fn divisor(number: u64) -> u64 {
    const ROUND: u32 = 128;
    for offset in 1.. {
        let next = |x: u64| ((u128::from(x) * u128::from(x) + offset) % u128::from(number)) as u64;
        let (mut fast, mut length) = (2 % number, 1u32);
        // A factor, or the number itself where this offset finds nothing.
        let found = 'walk: loop {
            let slow = fast;
            let mut done = 0;
            for _ in 0..length {
                fast = next(fast);
            }
            while done < length {
                let before = fast;
                let steps = ROUND.min(length - done);
                let mut differences = 1;
                for _ in 0..steps {
                    fast = next(fast);
                    differences = product(differences, slow.abs_diff(fast), number);
                }
                if gcd(differences, number) != 1 {
                    // One of these steps did it.
                    let mut step = before;
                    loop {
                        step = next(step);
                        let common = gcd(slow.abs_diff(step), number);
                        if common != 1 {
                            break 'walk common;
                        }
                    }
                }
                done += steps;
            }
            length = length.saturating_mul(2);
        };
        if found != number {
            return found;
        }
    }
    1
}

/// The prime factors of a positive number with their exponents, ascending; of 0 none.
pub fn factors(number: u64) -> Vec<(u64, u32)> {
    let mut primes = Vec::new();
    let mut rest = number;
    if rest == 0 {
        return Vec::new();
    }
    for prime in (2..256).filter(|&small| is_prime(small)) {
        while rest.is_multiple_of(prime) {
            primes.push(prime);
            rest /= prime;
        }
    }
    let mut parts = vec![rest];
    while let Some(part) = parts.pop() {
        if part == 1 {
            continue;
        }
        if is_prime(part) {
            primes.push(part);
            continue;
        }
        let one = divisor(part);
        parts.extend([one, part / one]);
    }
    primes.sort_unstable();
    primes
        .chunk_by(|one, other| one == other)
        .map(|run| (run[0], run.len() as u32))
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn small_numbers_by_trial_division() {
        assert_eq!(factors(0), []);
        assert_eq!(factors(1), []);
        for number in 1u64..3000 {
            let by_trial = number > 1 && (2..number).all(|small| number % small != 0);
            assert_eq!(is_prime(number), by_trial, "{number}");
        }
        for number in (1..2000)
            .chain(70_000..70_300)
            .chain((1 << 32)..(1 << 32) + 200)
        {
            let factors = factors(number);
            let product = factors.iter().map(|&(prime, times)| prime.pow(times));
            assert_eq!(product.product::<u64>(), number);
            assert!(factors.iter().all(|&(prime, _)| is_prime(prime)));
            assert!(factors.windows(2).all(|pair| pair[0].0 < pair[1].0));
        }
    }

    #[test]
    fn two_bases_are_enough_where_two_are_used() {
        const BOUND: usize = 1_400_000;
        let mut composite = vec![false; BOUND];
        for number in 2..BOUND {
            if !composite[number] {
                for multiple in (number * number..BOUND).step_by(number) {
                    composite[multiple] = true;
                }
            }
        }
        for number in (3..BOUND).step_by(2) {
            assert_eq!(is_prime(number as u64), !composite[number], "{number}");
        }
    }

    #[test]
    fn large_numbers() {
        // The largest primes below 2^32 and below 2^64.
        let (half, whole) = (4_294_967_291u64, 18_446_744_073_709_551_557u64);
        assert_eq!(factors(whole), [(whole, 1)]);
        assert_eq!(factors(half * half), [(half, 2)]);
        assert_eq!(
            factors(half * 4_294_967_279),
            [(4_294_967_279, 1), (half, 1)]
        );
        assert_eq!(
            factors(u64::MAX),
            [
                (3, 1),
                (5, 1),
                (17, 1),
                (257, 1),
                (641, 1),
                (65537, 1),
                (6_700_417, 1)
            ]
        );
        assert_eq!(factors(1 << 63), [(2, 63)]);
        assert_eq!(factors(257 * 257 * 263), [(257, 2), (263, 1)]);
        // A strong pseudoprime to the bases up to 31.
        assert!(!is_prime(3_825_123_056_546_413_051));
    }
}
