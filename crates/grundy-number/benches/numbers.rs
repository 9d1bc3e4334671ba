//! Wythoff and bounded Nim in batches against plain C, and positions of 100,000 digits.
//! With `--quick` each job is small: the answers are compared, the figures mean little.

#[allow(unreachable_pub, reason = "shared by the benches")]
#[path = "../../../benches/paired.rs"]
mod paired;

use std::hint::black_box;

use grundy_number::{
    Natural, bits, bounded,
    decimal::{self, Digits, MOST_DIGITS},
    euclid, fibonacci, golden, zeckendorf,
};
use paired::{alone, baseline, paired, run_baseline, timed};

/// Marsaglia's xorshift, as in the C programs.
struct Random(u64);

impl Random {
    fn new() -> Random {
        Random(88_172_645_463_325_252)
    }

    fn next(&mut self) -> u64 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        self.0
    }

    fn digits(&mut self, count: usize) -> String {
        (0..count)
            .map(|at| char::from(b'0' + if at == 0 { 7 } else { (self.next() % 10) as u8 }))
            .collect()
    }
}

fn wythoff(count: usize, rounds: usize, pairs: usize) {
    let program = baseline("wythoff");
    let mut random = Random::new();
    let positions: Vec<(u64, u64)> = (0..count)
        .map(|_| {
            let state = random.next();
            let apart = state >> 38;
            let low = golden::lower(apart) as u64;
            let high = low + apart + (state & 1);
            if state & 2 == 0 {
                (low, high)
            } else {
                (high, low)
            }
        })
        .collect();
    let mut out = vec![false; count];
    let (count_text, rounds_text) = (count.to_string(), rounds.to_string());
    paired(
        "Wythoff, words, against the double formula",
        pairs,
        ((count * rounds) as f64, "position"),
        || {
            let (mut seconds, mut sum) = (0.0, 0u64);
            for round in 0..rounds {
                seconds += timed(|| {
                    golden::p_positions(black_box(&positions), black_box(&mut out)) as u64
                })
                .0;
                for (at, _) in out.iter().enumerate().filter(|&(_, &p)| p) {
                    sum = sum.wrapping_add((at ^ round) as u64);
                }
            }
            (seconds, sum)
        },
        || run_baseline(&program, &[&count_text, &rounds_text]),
    );
}

fn wythoff_large(count: usize, runs: usize) {
    let mut random = Random::new();
    let positions: Vec<(u64, u64)> = (0..count)
        .map(|_| {
            let apart = random.next() >> 2;
            let low = golden::lower(apart) as u64;
            (low, low + apart + (random.next() & 1))
        })
        .collect();
    let mut out = vec![false; count];
    alone(
        "Wythoff, words up to 64 bits",
        runs,
        (count as f64, "position"),
        || timed(|| golden::p_positions(black_box(&positions), black_box(&mut out)) as u64),
    );
}

fn bounded_nim(count: usize, rounds: usize, pairs: usize) {
    let program = baseline("bounded");
    let (count_text, rounds_text) = (count.to_string(), rounds.to_string());
    for (name, less) in [
        ("Bounded Nim, 63-bit heaps", 1),
        ("Bounded Nim, 52-bit heaps", 12),
        ("Bounded Nim, 32-bit heaps", 32),
    ] {
        let mut random = Random::new();
        let heaps: Vec<(u64, u64)> = (0..count)
            .map(|_| (random.next() >> less, random.next() >> (less + 8)))
            .collect();
        paired(
            name,
            pairs,
            ((count * rounds) as f64, "heap"),
            || {
                let mut heaps = heaps.clone();
                timed(|| {
                    (0..rounds as u64).fold(0u64, |total, round| {
                        let total = total.wrapping_add(bounded::nim_sum(black_box(&heaps)) ^ round);
                        heaps[0].0 += total & 1;
                        total
                    })
                })
            },
            || run_baseline(&program, &[&count_text, &rounds_text, &less.to_string()]),
        );
    }
}

/// The largest Fibonacci number of at most so many digits, and the one before it.
fn fibonacci_pair(digits: usize) -> (Natural, Natural) {
    let bound = Natural::from(10u8).pow(digits);
    let index = zeckendorf::parts(&bound)[0];
    let mut pair = (Natural::ZERO, Natural::ONE);
    for bit in (0..u64::BITS - index.leading_zeros()).rev() {
        let (a, b) = pair;
        let (even, odd) = (&a * ((&b << 1) - &a), a.sqr() + b.sqr());
        pair = if index >> bit & 1 == 0 {
            (even, odd)
        } else {
            (odd.clone(), even + odd)
        };
    }
    (&pair.1 - &pair.0, pair.0)
}

fn long_numbers(digits: usize, runs: usize) {
    let unit = (digits as f64, "digit");
    let mut random = Random::new();
    let left = random.digits(digits);
    let (x, y) = (
        decimal::parse(&left, MOST_DIGITS).unwrap(),
        decimal::parse(&random.digits(digits), MOST_DIGITS).unwrap(),
    );
    let (before, fibonacci_number) = fibonacci_pair(digits);
    let opening = decimal::print(&fibonacci_number);
    let low = golden::lower_natural(&x);
    let high = &low + &x;
    let (limit, ones) = (&x - 1u8, |takes: fibonacci::Takes| takes.count);
    let time = |name: &str, job: &dyn Fn() -> u64| alone(name, runs, unit, || timed(job));

    time("Read", &|| {
        decimal::parse(&left, MOST_DIGITS).unwrap().count_ones() as u64
    });
    time("Print", &|| decimal::print(&x).len() as u64);
    let verdict = |text: &str| {
        u64::from(fibonacci::opening_is_p_decimal(
            Digits::new(text, MOST_DIGITS).unwrap(),
        ))
    };
    time("Fibonacci Nim, opening, N, with reading", &|| {
        verdict(&left)
    });
    time("Fibonacci Nim, opening, P, with reading", &|| {
        verdict(&opening)
    });
    time("Fibonacci Nim, smallest winning take", &|| {
        fibonacci::smallest_winning(&x, &limit)
            .unwrap()
            .count_ones() as u64
    });
    time("Fibonacci Nim, winning takes, ten shown", &|| {
        ones(fibonacci::winning(&x, &limit, 10))
    });
    time("Fibonacci Nim, limited heap, verdict", &|| {
        u64::from(fibonacci::is_p(&x, &y))
    });
    time("Wythoff, P-position", &|| {
        u64::from(golden::is_p_natural(&low, &high))
    });
    time("Wythoff, winning moves", &|| {
        golden::winning_natural(&x, &y).len() as u64
    });
    time("Euclid, outcome beside the golden ratio", &|| {
        u64::from(euclid::is_p_natural(&before, &fibonacci_number))
    });
    time("Euclid, value beside the golden ratio", &|| {
        euclid::value_natural(&before, &fibonacci_number).count_ones() as u64
    });
    time("Bounded Nim, from the digits", &|| {
        bounded::decimal_value(Digits::new(&left, MOST_DIGITS).unwrap(), 1_000_000_006)
    });
    let heaps = [&x, &y, &x, &y, &x, &y].map(Natural::clone);
    time("Moore's Nim with k = 2, six heaps, P", &|| {
        u64::from(bits::is_p(&heaps, 2))
    });
    let heaps = [&x, &y, &low, &high, &before].map(Natural::clone);
    time("Moore's Nim with k = 2, five heaps, move", &|| {
        bits::winning(&heaps, 2).unwrap().len() as u64
    });
}

fn main() {
    let quick = std::env::args().any(|argument| argument == "--quick");
    let (count, rounds, pairs) = if quick {
        (10_000, 2, 1)
    } else {
        (1_000_000, 20, 7)
    };
    wythoff(count, rounds, pairs);
    wythoff_large(count, pairs);
    bounded_nim(count, rounds, pairs);
    long_numbers(
        if quick { 2_000 } else { 100_000 },
        if quick { 1 } else { 7 },
    );
}
