//! Tables of guarded rules in one number against a C++ loop for each of them, on one thread.
//!
//! `cargo bench -p grundy --bench guards`; with `-- --quick` on tiny sizes, as a smoke test.

#[path = "../../../benches/paired.rs"]
mod paired;

use grundy::Budget;
use grundy::budget::Meter;
use grundy::rule::Rule;
use paired::{baseline_in_cpp, paired, run_baseline, timed};

/// Name of the rule in the baseline, the rule, and how many heaps.
const RULES: [(&str, &str, usize); 28] = [
    (
        "sum",
        "n -> n-k for k in 1..=100 if (n+k) % 3 != 0",
        300_000,
    ),
    (
        "divides",
        "n -> n-k for k in 1..=100 if n % k == 0",
        300_000,
    ),
    (
        "coprime",
        "n -> n-k for k in 1..=100 if gcd(n,k) == 1",
        100_000,
    ),
    (
        "odious",
        "n -> n-k for k in 1..=100 if popcount(k) % 2 == 1",
        300_000,
    ),
    (
        "fewer ones",
        "n -> n-k for k in 1..=100 if popcount(k) <= popcount(n)",
        200_000,
    ),
    (
        "ones of both",
        "n -> n-k for k in 1..=100 if popcount(n & k) % 2 == 0",
        200_000,
    ),
    (
        "disjoint",
        "n -> n-k for k in 1..=100 if n & k == 0",
        300_000,
    ),
    ("product", "n -> n-k for k in 1..=n if n*k % 7 < 3", 10_000),
    (
        "all coprime",
        "n -> n-k for k in 1..=n if gcd(n,k) == 1",
        5_000,
    ),
    (
        "half",
        "n -> n-k for k in 1..=n/2 if k % 3 != n % 5",
        20_000,
    ),
    (
        "root",
        "n -> n-k for k in 1..=100 if sqrt(n) % 2 == k % 2",
        200_000,
    ),
    ("heap", "n -> n-k for k in 1..=100 if n % 3 != 0", 300_000),
    (
        "few",
        "n -> n-k for k in 1..=12 if k != 7 and n % 5 != k % 5",
        1_000_000,
    ),
    (
        "quotient",
        "n -> n-k for k in 1..=100 if n/k % 2 == 1",
        200_000,
    ),
    (
        "rest",
        "n -> n-k for k in 1..=min(n,100) if popcount(n-k) % 3 != 0",
        200_000,
    ),
    (
        "unequal",
        "n -> a + b for a in 1..=n/2, b = n-1-a if a != b",
        20_000,
    ),
    (
        "coprime parts",
        "n -> a + b for a in 1..=n/2, b = n-a if gcd(a,n) == 1",
        5_000,
    ),
    (
        "parts",
        "n -> a + b for a in 1..=n/2, b = n-a if a*b % 3 != 1",
        20_000,
    ),
    (
        "odd part",
        "n -> a + (n-a) for a in 1..=n/2 if a % 2 == 1",
        20_000,
    ),
    (
        "ones of parts",
        "n -> a + (n-1-a) for a in 0..n if popcount(a) < popcount(n)",
        10_000,
    ),
    (
        "carry",
        "n -> a + b for a in 0..=n/2, b = n-2-a if a & b != 0",
        20_000,
    ),
    (
        "three parts",
        "n -> a + b + (n-a-b) for a in 1..=n/3, b in a..=(n-a)/2 if (a+b) % 3 != 0",
        1_000,
    ),
    (
        "take and part",
        "n -> a + (n-k-a) for k in 1..=3, a in 0..=(n-k)/2 if a % 4 != k",
        10_000,
    ),
    ("all ones", "n -> n-popcount(n) if n > 0", 3_000_000),
    (
        "up to ones",
        "n -> n-k for k in 1..=popcount(n) if k != 2",
        1_000_000,
    ),
    (
        "one or half",
        "n -> n-1 | n/2 if n > 0 and n % 3 != 1",
        3_000_000,
    ),
    (
        "squares",
        "n -> n-k*k for k in 1..=20 if (n+k) % 2 == 0",
        500_000,
    ),
    (
        "quotients",
        "n -> n/k for k in 2..=10 if n > 0 and n % k != 1",
        500_000,
    ),
];

fn main() {
    let words = paired::words();
    let quick = words.iter().any(|word| word == "--quick");
    let wanted: Vec<&String> = words
        .iter()
        .filter(|word| !word.starts_with("--"))
        .collect();
    let program = baseline_in_cpp("guards");
    let budget = Budget {
        positions: u64::MAX,
        bytes: 8 << 30,
        time: None,
        ..Budget::default()
    };
    for (name, text, size) in RULES {
        if !wanted.is_empty() && !wanted.iter().any(|wanted| *wanted == name) {
            continue;
        }
        let rule = Rule::parse(text).expect("a rule");
        let size = if quick { size / 100 } else { size };
        let ours = || {
            let mut meter = Meter::new(&budget);
            let mut table = None;
            let (seconds, _) = timed(|| {
                table = Some(rule.table(&[size], &mut meter).expect("a table"));
                0
            });
            let cells = table.expect("a table").into_cells();
            (seconds, cells.iter().map(|&value| u64::from(value)).sum())
        };
        let word = size.to_string();
        let careful = || run_baseline(&program, &[name, &word]);
        let pairs = if quick { 1 } else { 5 };
        paired(name, pairs, (size as f64, "heap"), ours, careful);
    }
}
