//! Closed forms of one coordinate: remainders, quotients, binary digits, roots, multiples of the golden section, and what
//! a few constants make of them. The numbers are tried on the small range; what fits is written as a formula.

use super::data::{Base, Data, fits, plus};
use super::finding::Subject;
use crate::message;
use crate::text::Message;

/// What closed forms are built on, over `n`; simpler ones first.
const BASES: &[&str] = &[
    "n",
    "popcount(n)",
    "bitlen(n)",
    "bitlen(n+1)",
    "n & -n",
    "bitlen(n & -n)",
    "(n+1) & -(n+1)",
    "bitlen((n+1) & -(n+1))",
    "max(n,1) / (max(n,1) & -max(n,1))",
    "(n+1) / ((n+1) & -(n+1))",
    "(n+2) / ((n+2) & -(n+2))",
    "valuation(max(n,1),2)",
    "valuation(max(n,1),3)",
    "valuation(max(n,1),5)",
    "valuation(max(n,1),7)",
    "valuation(max(n,1),10)",
    "valuation(max(n,1),2) + valuation(max(n,1),3)",
    "log(max(n,1),3)",
    "log(max(n,1),4)",
    "log(max(n,1),5)",
    "log(max(n,1),10)",
    "bitlen(max(n-1,0))",
    "bitlen(n) + popcount(n)",
    // Odious and evil numbers in their order: A000069, A001969.
    "2*n - popcount(n)%2",
    "2*n + popcount(n)%2",
    "sqrt(n)",
    "sqrt(n+1)",
    "sqrt(2*n)",
    "sqrt(4*n+1)",
    "sqrt(8*n+1)",
    "sqrt(n)^2",
    "n - sqrt(n)^2",
    "digitsum(n)",
    "digitsum(n,3)",
    "digitsum(n,4)",
    "digitsum(n,5)",
    "digitsum(n,6)",
    "digitsum(n,7)",
    "digitsum(n,8)",
    "digitsum(n,9)",
    "n xor n/2",
    "n xor 2*n",
    "2^bitlen(n)",
    "2^bitlen(n) - n",
    "n - 2^bitlen(n)/2",
    "n & (n-1)",
    "n & (n+1)",
    "n & n/2",
    "n & 2*n",
    "popcount(n & n/2)",
    PRIME_FACTORS,
    PRIMES,
    DIVISORS,
    "gcd(n,3^16)",
    "gcd(n,5^12)",
    "gcd(n,6^12)",
    "gcd(n,7^10)",
    "gcd(n,10^9)",
    "bitlen(n/3)",
    "bitlen(n/5)",
    "(n + sqrt(5*n^2)) / 2",
    "(sqrt(5*n^2) - n) / 2",
    "sqrt(2*n^2)",
    "sqrt(3*n^2)",
    // The greatest Beatty number floor(k·φ) up to n, and its like for φ², √2 and 2 + √2.
    "((sqrt(5*(n+1)^2)-(n+1))/2 + sqrt(5*((sqrt(5*(n+1)^2)-(n+1))/2)^2)) / 2",
    "(3*((3*(n+1)-sqrt(5*(n+1)^2)-1)/2) + sqrt(5*((3*(n+1)-sqrt(5*(n+1)^2)-1)/2)^2)) / 2",
    "sqrt(2*(sqrt((n+1)^2/2))^2)",
];

/// How many prime factors a number has, each as often as it divides: Ω(n), A001222.
const PRIME_FACTORS: &str = "sum(valuation(n,p) for p in primefactors(n))";

/// How many different primes divide it: ω(n), A001221.
const PRIMES: &str = "len(p for p in primefactors(n))";

/// How many divisors it has: d(n), A000005.
const DIVISORS: &str = "len(d for d in divisors(n))";

/// What the parts of a formula count that have a name: the part as it is written over such a coordinate, what it is, and its number in the OEIS.
pub(super) fn called(name: &str) -> [(String, Message, &'static str); 3] {
    [
        (
            renamed(PRIME_FACTORS, name),
            message!(
                "the number of prime factors of {n}, each counted as often as it divides it (Ω)",
                "{n} 的质因数个数，重复的重复计（Ω）",
                n = name
            ),
            "A001222",
        ),
        (
            renamed(PRIMES, name),
            message!(
                "the number of different prime factors of {n} (ω)",
                "{n} 的不同质因数个数（ω）",
                n = name
            ),
            "A001221",
        ),
        (
            renamed(DIVISORS, name),
            message!("the number of divisors of {n}", "{n} 的约数个数", n = name),
            "A000005",
        ),
    ]
}

/// Bases with their numbers at the probes.
pub(crate) fn bases(data: &Data, probes: &[Vec<u64>]) -> Vec<Base> {
    let names = data.names();
    let name = names.first().copied().unwrap_or("n");
    let base = |text: &&str| Base::new(&renamed(text, name), &names, probes);
    BASES.iter().filter_map(base).collect()
}

/// Leading digits of n, of n + 1 and of n − 1, by which lost heaps go where moves divide.
pub(crate) fn leading(data: &Data, probes: &[Vec<u64>]) -> Vec<Base> {
    let names = data.names();
    let name = names.first().copied().unwrap_or("n");
    let digits = ["max(n,1)", "n+1", "max(n-1,1)"].iter().flat_map(|number| {
        (3..=20).map(move |base| format!("({number})/{base}^log({number},{base})"))
    });
    let base = |text: String| Base::new(&renamed(&text, name), &names, probes);
    digits.filter_map(base).collect()
}

/// The text with another name in place of `n`.
pub(crate) fn renamed(text: &str, name: &str) -> String {
    named(text, "n", name)
}

/// The text with one name in the place of another.
pub(crate) fn named(text: &str, old: &str, new: &str) -> String {
    let mut out = String::new();
    let mut word = String::new();
    for letter in text.chars().chain([' ']) {
        if letter.is_alphanumeric() || letter == '_' {
            word.push(letter);
            continue;
        }
        out.push_str(if word == old { new } else { &word });
        word.clear();
        out.push(letter);
    }
    out.truncate(out.len() - 1);
    out
}

/// The places of the small range at which closed forms are tried: the last first, the beginning left out.
pub(crate) fn probes(data: &Data) -> Vec<Vec<u64>> {
    let small = data.small.first().copied().unwrap_or(0) as u64;
    let first = (small / 8).max(2).min(small);
    (first..small).rev().map(|n| vec![n]).collect()
}

/// The numbers that a subject has at the probes.
pub(crate) fn truths(data: &Data, subject: Subject, probes: &[Vec<u64>]) -> Vec<i64> {
    let truth = |probe: &Vec<u64>| {
        let place = data.places(probe);
        i64::from(Data::truth(subject, data.at(&place).unwrap_or(0)))
    };
    probes.iter().map(truth).collect()
}

/// Values as numbers: texts of all closed forms that fit the small range.
pub(crate) fn values(bases: &[Base], truth: &[i64]) -> Vec<String> {
    let mut found = Vec::new();
    let (Some(&least), Some(&most)) = (truth.iter().min(), truth.iter().max()) else {
        return found;
    };
    if least == most {
        return vec![most.to_string()];
    }
    for base in bases {
        fitted(base, truth, most, &mut found);
    }
    found
}

/// What a few constants make of one base.
fn fitted(base: &Base, truth: &[i64], most: i64, found: &mut Vec<String>) {
    let (text, numbers) = (&base.text, &base.numbers[..]);
    let (Some(&number), Some(&first)) = (numbers.first(), truth.first()) else {
        return;
    };
    let add = first - number;
    if add.abs() <= 1000 && fits(numbers, truth, |b| b + add) {
        found.push(plus(text, add));
        if add < 0 {
            found.push(format!("max({},0)", plus(text, add)));
        }
        return;
    }
    for with in [1, 2, 3, 4, 5, 6, 7] {
        for add in -2..=1 {
            if fits(numbers, truth, |b| (b ^ with) + add) {
                found.push(plus(&format!("({text}) xor {with}"), add));
            }
            if fits(numbers, truth, |b| ((b + add) ^ with) - add) {
                found.push(plus(&format!("({}) xor {with}", plus(text, add)), -add));
            }
        }
    }
    for by in 2..=4 {
        let add = first - by * number;
        if add.abs() <= 64 && fits(numbers, truth, |b| b * by + add) {
            found.push(plus(&format!("({text})*{by}"), add));
        }
    }
    for cap in 1..=most.min(64) {
        if cap == most && fits(numbers, truth, |b| b.min(cap)) {
            found.push(format!("min({text},{cap})"));
        }
    }
    for by in 2..=32 {
        for before in 0..by {
            let quotient = |b: i64| (b + before).div_euclid(by);
            let add = first - quotient(number);
            if add.abs() <= 3 && fits(numbers, truth, |b| quotient(b) + add) {
                found.push(plus(&format!("({})/{by}", plus(text, before)), add));
            }
            if before == 0 && fits(numbers, truth, |b| quotient(b).min(most)) {
                found.push(format!("min(({text})/{by},{most})"));
            }
        }
    }
    if most > 1000 {
        return;
    }
    remainders(base, truth, most, found);
}

/// Remainders of the base, and quotients of them.
fn remainders(base: &Base, truth: &[i64], most: i64, found: &mut Vec<String>) {
    let (text, numbers) = (&base.text, &base.numbers[..]);
    let (number, first) = (numbers[0], truth[0]);
    // A remainder modulo m has at most m values: the greatest is m − 1 if all are taken.
    for modulus in (most + 1).max(2)..=(most + 3).max(8) {
        for before in 0..modulus {
            let rest = |b: i64| (b + before).rem_euclid(modulus);
            let add = first - rest(number);
            if (-1..=2).contains(&add) && fits(numbers, truth, |b| rest(b) + add) {
                found.push(plus(&format!("({})%{modulus}", plus(text, before)), add));
            }
        }
    }
    for by in 2..=16 {
        for modulus in 2..=64 {
            // ((b + c) % m) / d and ((b / d) % m) + a; ((b % m) * d).
            if (modulus - 1) / by == most {
                for before in 0..by.min(4) {
                    let with = |b: i64| (b + before).rem_euclid(modulus) / by;
                    if fits(numbers, truth, with) {
                        found.push(format!("(({})%{modulus})/{by}", plus(text, before)));
                    }
                }
            }
            if modulus > most && modulus <= most + 2 {
                for before in 0..by {
                    let with = |b: i64| (b + before).div_euclid(by).rem_euclid(modulus);
                    let add = first - with(number);
                    if (0..=1).contains(&add) && fits(numbers, truth, |b| with(b) + add) {
                        let inner = format!("(({})/{by})%{modulus}", plus(text, before));
                        found.push(plus(&inner, add));
                    }
                }
            }
            if by < 5 && (modulus - 1) * by == most {
                let with = |b: i64| b.rem_euclid(modulus) * by;
                if fits(numbers, truth, with) {
                    found.push(format!("(({text})%{modulus})*{by}"));
                }
            }
            let capped = |b: i64| b.rem_euclid(modulus).min(most);
            if by == 2 && modulus > most + 1 && fits(numbers, truth, capped) {
                found.push(format!("min(({text})%{modulus},{most})"));
            }
            let capped = |b: i64| (b.rem_euclid(modulus) / by).min(most);
            if modulus > most + 1 && fits(numbers, truth, capped) {
                found.push(format!("min((({text})%{modulus})/{by},{most})"));
            }
        }
    }
}
