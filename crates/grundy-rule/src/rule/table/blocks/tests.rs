//! Tables by blocks against the same rules one heap after another, with the same faults at the same places.

use crate::budget::{Budget, Meter};
use crate::quotient::Play;
use crate::rule::Rule;
use crate::rule::table::Unfilled;
use crate::rule::table::blocks::{Blocks, Form};

fn both(text: &str, size: usize, play: Play) -> [Result<Vec<u32>, Unfilled>; 2] {
    let rule = Rule::parse(text).unwrap_or_else(|errors| panic!("{text}: {errors}"));
    [true, false].map(|at_once| {
        let mut meter = Meter::new(&Budget::default());
        rule.in_order(&[size], play, at_once, &mut meter)
    })
}

const TAKES: [&str; 35] = [
    "n -> n-k for k in 1..=100 if (n+k) % 3 != 0",
    "n -> n-k for k in 1..=100 if n % k == 0",
    "n -> n-k for k in 1..=40 if gcd(n,k) == 1",
    "n -> n-k for k in 1..=40 if popcount(n & k) % 2 == 0",
    "n -> n-k for k in 1..=n if n*k % 7 < 3",
    "n -> n-k for k in 1..=n/2 if k % 3 != n % 5",
    "n -> n-k for k in 1..=min(n,70) if popcount(n-k) % 3 != 0",
    "n -> n-k for k in 1..=n if isprime(k) or omega(n) == 1",
    "n -> n-k for k in 1..=n if n/k % 2 == 1 and k != 9",
    "n -> n-k for k in 1.. if k % 4 != n % 3",
    "n -> n-(k-3) for k in 5..=60 if n > 2*k",
    "n -> n-k-2 for k in -1..=30 if (k+1) % 4 != 3",
    "n -> n-k | n-k-5 for k in 1..=33 if n % (k+1) != 2",
    "n -> n-k for k in 1..=9 if n % 2 == 0; n -> n-k for k in 4..=40 if n % 3 != k % 3",
    "n -> n-k for k in 1..=sqrt(n) if k % 2 == 1",
    "n -> n-k for k in 1..=n if k*k > n",
    "n -> n-k if n > 700 for k in 1..=50 if gcd(k,6) == 1",
    "n -> n-k for k in 1..=50, j = n-k if j % 3 == k % 2",
    "n -> n-k for k in 1..=31 if v[n % 5] == k % 4 where v = [0,1,2,3,1]",
    "n -> n-k for k in 1..=n if n xor k < n",
    "n -> n-k for k in 1..=20 if (n*n + k) % 11 != 4",
    "n -> n-k for k in 1..=64 if (n bitor k) % 5 > 1",
    "n -> n-k for k in 1..=300 if n % 4 == 0",
    "n -> n-k for k in 1..=5 if n % 2 == 2",
    "n -> n-k for k in 2000..=2100",
    "n -> n-k for k in 1..=3000 if k % 7 == n % 7",
    "n -> n-k for k in 1..=popcount(n)*5 if k != 3",
    "n -> n-k for k in 1..=n if digitsum(n) > digitsum(k)",
    "n -> n-k for k in 1..=200 if -k > 10-n",
    "n -> n-k for k in 1..=n if bitlen(n & k) % 2 == 0",
    "n -> n-k for k in 1..=12 if k != 7 and n % 5 != k % 5",
    "n -> n-k for k in 1..=popcount(n) if k != 2",
    "n -> n-k for k in 1..=popcount(n)+23 if k % 4 != n % 3",
    "n -> n-k | n-k-5 for k in 1..=20 if n % (k+1) != 2",
    "n -> n-k for k in 1..=32 if (n-k) % 31 != 5 or n % 2 == 0",
];

const POINTS: [&str; 41] = [
    "n -> n-1 | n/2 if n > 0 and n % 3 != 1",
    "n -> n-popcount(n) if n > 0",
    "n -> n-k*k for k in 1..=20 if (n+k) % 2 == 0",
    "n -> n-k*k for k in 1..",
    "n -> n/k for k in 2..=10 if n > 0 and n % k != 1",
    "n -> n-1 | n/2 + n/3 if n > 2",
    "n -> (n/2) + (n/3) | (n/4) + (n/5) + (n/7) if n > 9",
    "n -> n-k for k in {1,5,9,13} if n/k % 2 == 0",
    "n -> n-k for k in v if n % k != 1 where v = [2,3,7,11]",
    "n -> n-j*k for j in 1..=4, k in j..=6 if j+k != n % 7",
    "n -> k + (n-k-j) for j in 1..=2, k in 0..=min(n-j,9)",
    "n -> n-2^k for k in 0.. if k % 3 != n % 2",
    "5 -> 1 | 3; n -> n-2 if n % 4 < 3; 6 -> 0",
    "n -> n-k for k in 1..=popcount(n) if k != 2",
    "n -> n-3*k*k for k in 1.. if n % (k+1) != 0",
    "n -> max(n/2-3,0) | n-7 if n > 6",
    "n -> n-(n & -n) if n > 0",
    "n -> n-sqrt(n) | n-1 if n % 5 > 0",
    "n -> n-k for k in n%3+1..=n%4+3",
    "n -> n-k-j for k in 1..=3, j in 0..=k if (n+j) % 2 == 0",
    "n -> n-k | n-2*k for k in 1..=7 if n % k != 2",
    "n -> n xor k for k in 1..=63 if n xor k < n",
    "n -> n-1 if n % 2 == 1; n -> n/2 if n % 2 == 0 and n > 0",
    "n -> n-k^3 for k in 1..; n -> n/3 if n % 3 == 0 and n > 0",
    "n -> (n+1) if n % 4 == 1 and n < 900; n -> n-3",
    "n -> n-k for k in 1..=25, j = n % 9 if k != j",
    "n -> n-k*k for k in 1..=40 if (n+k) % 3 != 1",
    "n -> n-1-n%300 if n % 3 != 1",
    "n -> n-1-n%290 | n-2-n%40 if n % 7 > 1",
    "n -> n-k*k | n-3*k-1 for k in 1..=12 if n*k % 5 < 3",
    "n -> n-300 | n-1 | n-299 if n % 4 != 2",
    "n -> n-3*k for k in 1..=90 if (n+k) % 90 != 0",
    "n -> n-2*k for k in 1..=9 if n % k != 1",
    "n -> n-k for k in {1,5,9,13,31,32,33,300} if n % 3 != k % 3",
    "n -> n-j*j-k*k*k for j in 1..=4, k in 1..=5 if (n+j) % k != 1",
    "n -> n-1 | n/2 if 2*n > 300 and n % 3 != 1",
    "n -> n-1 | n/2 if n < 600 or n % 3 != 1",
    "n -> n-7 | n/3 | 4 if n != 5 and n % 4 != 2 and n > 4",
    "n -> n-k | n/k for k in {3,5,300} if n > 2*k or n % 2 == 0 and n > 9",
    "n -> n-4 if n == 700 or 3*n-5 >= 1040 or n % 5 == 3",
    "n -> n-2*k for k in 3..=5 if n % 2 == 0; n -> n/3 | n-1 if n % 5 > 2",
];

const OTHERS: [&str; 14] = [
    "n -> a + b for a in 1..=n/2, b = n-1-a if a != b",
    "n -> a + (n-a) for a in 1..=n/2 if gcd(a,n) == 1",
    "n -> a + (n-a) for a in 1..=n/2 if a % 2 == 1",
    "n -> a + (n-1-a) for a in 0..n if popcount(a) < popcount(n)",
    "n -> a + b + (n-a-b) for a in 1..=n/9, b in a..=(n-a)/2 if (a+b) % 3 != 0",
    "n -> a + (n-k-a) for k in 1..=3, a in 0..=(n-k)/2 if a % 4 != k",
    "n -> a + a + (n-2*a) for a in 1..=n/2-1 if n % 3 != a % 3",
    "n -> k + (n-k) | n-k for k in 1..n if k % 5 != 2",
    "n -> n-d for d in divisors(n) if d < n and d % 3 != 2",
    "n -> n-p for p in primes(n) if (n+p) % 4 != 1",
    "0 = *2; n -> n-k for k in 1..=9 if n % k != 1",
    "n -> 3 + (n-k) for k in 4..=n if k % 2 == n % 3",
    "n -> n-k*k for k in 1..=n if k % 3 != 1",
    "n -> k/2 + (n-k) for k in 1..=n if n % k != 1",
];

#[test]
fn as_one_heap_after_another() {
    for text in TAKES.iter().chain(&POINTS).chain(&OTHERS) {
        for size in [70, 256, 1_100] {
            let [by_blocks, plain] = both(text, size, Play::Normal);
            assert_eq!(by_blocks, plain, "{text}");
        }
    }
}

#[test]
fn misere_play_as_one_heap_after_another() {
    for text in TAKES {
        let [by_blocks, plain] = both(text, 700, Play::Misere);
        assert_eq!(by_blocks, plain, "{text}");
    }
    let single = POINTS
        .iter()
        .filter(|text| !text.contains(") + ") && !text.contains("k + "));
    for text in single {
        let [by_blocks, plain] = both(text, 700, Play::Misere);
        assert_eq!(by_blocks, plain, "{text}");
    }
}

/// More values than are kept as bits.
#[test]
fn many_values() {
    for text in [
        "n -> n-k for k in 1..=n if k % 2 == 1 or n % 5 != 0",
        "n -> n-k for k in 1..=n if k != 3",
    ] {
        let [by_blocks, plain] = both(text, 2_500, Play::Normal);
        let (by_blocks, plain) = (by_blocks.expect(text), plain.expect(text));
        assert!(by_blocks == plain, "{text}");
        assert!(plain.iter().any(|&value| value > 600), "{text}");
    }
}

/// What cannot be evaluated is told of the same heap, and by the same words.
#[test]
fn faults_stay_where_they_are() {
    for text in [
        "n -> n-k for k in 1..=100 if popcount(n-k) % 3 != 0",
        "n -> n-k for k in 1..=30 if n / (n-500) % 2 == 0",
        "n -> n-k for k in 1..=30 if n % (k-n+400) != 1",
        "n -> n-k for k in 1..=30 if v[n] > k where v = [9,8,7]",
        "n -> n-k for k in 1..=30 if n * 4611686018427387904 > k",
        "n -> n-k for k in 1..=10/(n-333) if k != 2",
        "n -> n-1 | 7/(n-300) if n > 0",
        "n -> n-k for k in {1,2,100/(n-290)}",
        "n -> n-k*k for k in 1.. if 5 % (k-15) != 1",
        "n -> n-1 if 6/(n-257) < 9",
        "n -> n-k for j = 9/(n-310), k in 1..=9 if j != 1",
        "n -> a + (n-a) for a in 1..n if n % (a-280) != 1",
    ] {
        let [by_blocks, plain] = both(text, 1_000, Play::Normal);
        assert!(plain.is_err(), "{text}");
        assert_eq!(by_blocks, plain, "{text}");
    }
}

#[test]
fn what_has_which_form() {
    let meter = Meter::new(&Budget::default());
    let form = |text: &str| {
        let rule = Rule::parse(text).unwrap_or_else(|errors| panic!("{text}: {errors}"));
        let blocks = Blocks::of(&rule, &[1_000], Play::Normal, &meter);
        blocks.map(|blocks| matches!(blocks.form, Form::Takes(_)))
    };
    for text in TAKES {
        assert_eq!(form(text), Some(true), "{text}");
    }
    for text in ["n -> n-1 | n/2 if n > 0", "n -> n-k*k for k in 1.."] {
        assert_eq!(form(text), Some(false), "{text}");
    }
    for text in [
        "0 = *2; n -> n-k for k in 1..=9",
        "n -> n-d for d in divisors(n) if d < n",
    ] {
        assert_eq!(form(text), None, "{text}");
    }
}

/// Whatever the guards are made of, on every path of instructions.
#[test]
fn guards_that_come_again() {
    let parts = [
        "n % k",
        "gcd(n,k)",
        "n*k % 7",
        "popcount(n & k)",
        "n/k % 3",
        "(n+k) % 5",
        "gcd(2*n+1,k+3)",
        "(n & 12) % 5",
        "(3*n-k) % (k+2)",
        "abs(n % 9 - k % 9)",
    ];
    for one in parts {
        for other in parts {
            let text = format!("n -> n-k for k in 1..=35 if {one} >= {other}");
            let [by_blocks, plain] = both(&text, 1_300, Play::Normal);
            assert_eq!(by_blocks, plain, "{text}");
        }
    }
}
