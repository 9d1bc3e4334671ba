//! Nim-sequences: codes without a sparse space against the plain bit set in C, and rates where there is no baseline.
//!
//! `cargo bench -p grundy-engine --bench sequences`; with `-- --quick` on tiny sizes, as a smoke test; with `-- dense` (or
//! `rates`, `threads`, `window`) only that part; with `-- survey LENGTH` which codes of three digits have no sparse space.

#[path = "../../../benches/paired.rs"]
mod paired;

use grundy_engine::sequence::{Engine, Limits, Rules, Sequence};
use paired::{alone, baseline, paired, run, run_baseline, timed, words};
use std::hint::black_box;

fn rules(text: &str) -> Rules {
    text.parse().expect("rules")
}

/// Times the first `length` values; their polynomial checksum is not timed.
fn values(rules: &Rules, length: usize) -> (f64, u64) {
    let mut values = Vec::with_capacity(length + 1024);
    let (seconds, _) = timed(|| {
        let mut sequence = Sequence::new(black_box(rules).clone(), Limits::default());
        while values.len() < length {
            sequence.next_block(&mut values).expect("no limit is met");
        }
        0
    });
    let sum = values[..length].iter().fold(0u64, |sum, &value| {
        sum.wrapping_mul(31).wrapping_add(value.into())
    });
    (seconds, sum)
}

/// Codes that have no sparse space up to the lengths here, few values and many, one split and several.
const DENSE: [&str; 7] = [
    "0.137", "0.004", "0.162", "0.371", "0.126", "0.414", "grundy",
];

fn dense(quick: bool) {
    let program = baseline("sequence");
    for code in DENSE {
        let rules = rules(code);
        for length in if quick {
            vec![2_000]
        } else {
            vec![20_000, 100_000]
        } {
            let mut words = vec![length.to_string(), u8::from(rules.unequal()).to_string()];
            words.extend(rules.digits().iter().map(u8::to_string));
            let words: Vec<&str> = words.iter().map(String::as_str).collect();
            paired(
                &format!("{code}: {length}"),
                if quick || length > 50_000 { 1 } else { 5 },
                (length as f64, "value"),
                || values(&rules, length),
                || run_baseline(&program, &words),
            );
        }
    }
}

/// Times values that are passed on and forgotten.
fn streamed(rules: &Rules, length: u64) -> (f64, u64) {
    streamed_by(1, rules, length)
}

fn streamed_by(threads: usize, rules: &Rules, length: u64) -> (f64, u64) {
    timed(|| {
        let mut sequence = Sequence::new(black_box(rules).clone(), Limits::default());
        sequence.set_threads(threads);
        sequence.set_goal(length);
        let mut block = Vec::new();
        while sequence.len() < length {
            block.clear();
            sequence.next_block(&mut block).expect("no limit is met");
            black_box(&block);
        }
        0
    })
}

fn rates(quick: bool) {
    for (code, length) in [
        ("0.106", 100_000_000),
        ("0.104", 100_000_000),
        ("0.454", 50_000_000),
        ("0.16", 10_000_000),
        ("0.376", 5_000_000),
        ("0.6", 200_000),
    ] {
        let length = if quick { 20_000 } else { length };
        alone(
            &format!("{code}: {length}"),
            1,
            (length as f64, "values"),
            || streamed(&rules(code), length),
        );
    }
}

/// Codes with many rare values, by one thread and by two.
fn threads(quick: bool) {
    let codes = [
        ("0.6", 1 << 22),
        ("grundy", 1 << 22),
        ("0.007", 1 << 20),
        ("0.004", 1 << 18),
        ("0.126", 1 << 18),
        ("0.371", 1 << 18),
    ];
    for (code, length) in codes {
        let length = if quick { 1 << 14 } else { length };
        for threads in [1, 2] {
            let name = format!("{code}: {length}, threads: {threads}");
            alone(&name, 1, (length as f64, "values"), || {
                streamed_by(threads, &rules(code), length)
            });
        }
    }
}

fn window(quick: bool) {
    for code in ["take:1,3,4", "take:!1,2,5", "take:1,4mod7"] {
        let length = if quick { 100_000 } else { 1_000_000_000 };
        alone(
            &format!("{code}: {length}"),
            1,
            (length as f64, "values"),
            || streamed(&rules(code), length),
        );
    }
}

/// Tells the codes of three digits that are still dense at this length.
fn survey(length: u64) {
    for code in 0..1024u32 {
        let text = format!("{}.{:03o}", if code < 512 { 0 } else { 4 }, code % 512);
        let mut sequence = Sequence::new(rules(&text), Limits::default());
        let mut block = Vec::new();
        let mut most = 0;
        while sequence.len() < length {
            block.clear();
            sequence.next_block(&mut block).expect("no limit is met");
            most = most.max(block.iter().max().copied().unwrap_or(0));
        }
        if sequence.engine() == Engine::Dense {
            println!("{text} {most}");
        }
    }
}

fn main() {
    if let [word, length] = &words()[..]
        && word == "survey"
    {
        return survey(length.parse().expect("a length"));
    }
    run(&[
        ("dense", dense),
        ("rates", rates),
        ("threads", threads),
        ("window", window),
    ]);
}
