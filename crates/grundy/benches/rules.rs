//! Tables of rules in the one-line notation against C++ programs written for the same rule.
//!
//! `cargo bench -p grundy --bench rules`; with `-- --quick` on tiny sizes, as a smoke test.

#[path = "../../../benches/paired.rs"]
mod paired;

use grundy::Budget;
use grundy::budget::Meter;
use grundy::rule::Rule;
use paired::{baseline_in_cpp, paired, run_baseline, timed};

/// Name of the rule in the baseline, the rule, its size and a tiny one, options of a position, whether a structure is seen.
const RULES: [(&str, &str, usize, usize, f64, bool); 8] = [
    (
        "takes",
        "n -> n-k for k in 1..=100",
        1_000_000,
        3_000,
        100.0,
        true,
    ),
    (
        "bounded",
        "n -> n-k for k in 1..=min(n,100)",
        1_000_000,
        3_000,
        100.0,
        true,
    ),
    (
        "guarded",
        "n -> n-k for k in 1..=100 if (n+k) % 3 != 0",
        1_000_000,
        3_000,
        100.0,
        false,
    ),
    (
        "halves",
        "n -> n-k for k in 1..=100 if n % k == 0",
        1_000_000,
        3_000,
        100.0,
        false,
    ),
    (
        "breaks",
        "n -> a + b for a in 1..=n/2, b = n-1-a if a != b",
        20_000,
        500,
        5_000.0,
        false,
    ),
    (
        "queen",
        "(x,y) -> (x-k,y) | (x,y-k) | (x-k,y-k) for k in 1..",
        2_000,
        100,
        4_000.0,
        true,
    ),
    (
        "lines",
        "(x,y) -> (x-k,y) | (x,y-2*k) | (x-2*k,y-k) for k in 1..",
        2_000,
        100,
        2_000.0,
        true,
    ),
    (
        "slow",
        "(x,y) -> (x-k,y) | (x,y-k) | (x-k,y-k) for k in 1..=max(x,y) if k != 7",
        600,
        60,
        1_200.0,
        false,
    ),
];

fn main() {
    let quick = std::env::args().any(|argument| argument == "--quick");
    let wanted: Vec<String> = std::env::args()
        .skip(1)
        .filter(|argument| !argument.starts_with("--"))
        .collect();
    let program = baseline_in_cpp("rule");
    let budget = Budget {
        positions: u64::MAX,
        bytes: 8 << 30,
        time: None,
        ..Budget::default()
    };
    for (name, text, size, tiny, options, structure) in RULES {
        if !wanted.is_empty() && !wanted.iter().any(|wanted| wanted == name) {
            continue;
        }
        let rule = Rule::parse(text).expect("a rule");
        let size = if quick { tiny } else { size };
        let sizes = vec![size; rule.arity()];
        let ours = || {
            let mut meter = Meter::new(&budget);
            let mut table = None;
            let (seconds, _) = timed(|| {
                table = Some(rule.table(&sizes, &mut meter).expect("a table"));
                0
            });
            let cells = table.expect("a table").into_cells();
            (seconds, cells.iter().map(|&value| u64::from(value)).sum())
        };
        let cells = sizes.iter().product::<usize>() as f64;
        let kind = if structure {
            "structure seen"
        } else {
            "general"
        };
        let word = size.to_string();
        let pairs = if quick || name == "queen" || name == "lines" {
            1
        } else {
            5
        };
        let unit = (cells * options, "option");
        let careful = || run_baseline(&program, &[name, &word]);
        paired(&format!("{name} ({kind})"), pairs, unit, ours, careful);
        if rule.arity() == 1 && name != "takes" {
            let memo = || run_baseline(&program, &[name, &word, "memo"]);
            paired(&format!("{name} ({kind}), memo"), pairs, unit, ours, memo);
        }
    }
}
