//! A hunt for false patterns: what is found of rules made up by chance is held against their meaning, worked out by the definition
//! alone, at all small heaps and at places of all sizes up to 10^18.
//!
//! The large hunt goes through ten thousand rules: `HUNT=10000 cargo test --release -p grundy --test library hunt:: -- --ignored --nocapture`.

use crate::known_patterns;
use crate::plain;

use grundy::Budget;
use grundy::budget::Meter;
use grundy::pattern::{self, Evidence, Finding, Form, Report, Scope};
use grundy::rule::Rule;
use known_patterns::teller;
use plain::{Brute, Choose, Plain, Seeded, heaps, made};
use std::time::Duration;

/// What became of the patterns of many rules.
#[derive(Debug, Default)]
struct Score {
    rules: usize,
    offered: usize,
    proved: usize,
    refused: usize,
    /// Places at which patterns were held against the meaning of the rule, outside of what was looked at to find them.
    held: u64,
    wrong: Vec<String>,
    /// Wrong though called proved, or within what is said to be checked.
    false_claims: Vec<String>,
}

impl Score {
    fn message(&self) -> String {
        format!(
            "{} rules, {} patterns ({} proved, {} refused), {} places beyond, {} wrong, {} of them within what was claimed",
            self.rules,
            self.offered,
            self.proved,
            self.refused,
            self.held,
            self.wrong.len(),
            self.false_claims.len()
        )
    }
}

fn budget() -> Budget {
    Budget {
        positions: 30_000_000,
        time: Some(Duration::from_secs(10)),
        ..Budget::default()
    }
}

/// Whether a pattern says what is true of a place; `None` where it says nothing.
fn agrees(report: &Report, found: &Finding, place: &[i64], value: u32) -> bool {
    let place: Vec<u64> = place.iter().map(|&number| number as u64).collect();
    let truth = match found.subject {
        pattern::Subject::Values => value,
        pattern::Subject::Losing => u32::from(value > 0),
    };
    let bound = place.iter().max().map_or(0, |most| most + 1);
    let says = teller(report, found, bound);
    // A formula that overflows says nothing.
    let told = std::panic::catch_unwind(std::panic::AssertUnwindSafe(|| says(&place)));
    told.is_err() || told.is_ok_and(|told| told == truth)
}

/// Places of all sizes, squares and powers with their neighbours among them.
fn places(arity: usize, count: usize, choose: &mut Seeded) -> Vec<Vec<i64>> {
    let mut one = || {
        let size = choose.below(60);
        let random = i64::from(choose.below(1 << 30)) << 30 | i64::from(choose.below(1 << 30));
        let number = random & ((1 << size) - 1);
        let near = i64::from(choose.below(3)) - 1;
        let number = match choose.below(4) {
            0 => (number as u64).isqrt().pow(2) as i64 + near,
            1 => (1 << size) + near,
            2 => 10i64.pow(size * 18 / 60) * (1 + i64::from(choose.below(9))) + near,
            _ => number,
        };
        number.max(0)
    };
    (0..count)
        .map(|_| (0..arity).map(|_| one()).collect())
        .collect()
}

fn judge(rule: &Plain, report: &Report, seed: u64, score: &mut Score) {
    score.refused += report.refused.len();
    let forms = |found: &&Finding| !matches!(found.form, Form::Game { .. });
    let findings: Vec<&Finding> = report.findings.iter().filter(forms).collect();
    if findings.is_empty() {
        return;
    }
    let mut choose = Seeded(seed);
    let mut known: Vec<(Vec<i64>, u32)> = Vec::new();
    if rule.arity == 1 {
        let all = heaps(rule, 60_000, 3_000_000);
        let there = (0i64..)
            .zip(all)
            .filter_map(|(n, value)| Some((vec![n], value?)));
        known.extend(there);
    }
    let mut brute = Brute::new(0);
    for place in places(rule.arity, 120, &mut choose) {
        brute.left = 20_000;
        if let Ok(Some(value)) = brute.value(rule, &place) {
            known.push((place, value));
        }
    }
    for found in findings {
        score.offered += 1;
        let proved = matches!(found.evidence, Evidence::Proved { .. });
        score.proved += usize::from(proved);
        let to = match &found.evidence {
            Evidence::Proved { checked_to, .. } => *checked_to,
            Evidence::Checked { to, .. } | Evidence::Family { to, .. } => *to,
            Evidence::Positions { positions, .. } => *positions,
        };
        for (place, value) in &known {
            let within = place.iter().all(|&number| (number as u64) < to);
            score.held += u64::from(!within);
            if !agrees(report, found, place, *value) {
                let told = format!("{rule} at {place:?} is {value}: {}", found.message());
                if proved || within {
                    score.false_claims.push(told.clone());
                }
                println!("{told}");
                score.wrong.push(told);
                break;
            }
        }
    }
}

fn hunt(rules: usize, seed: u64, scope: &Scope) -> Score {
    let mut score = Score::default();
    let mut choose = Seeded(seed);
    std::panic::set_hook(Box::new(|_| {}));
    for number in 0..rules {
        let arity = 1 + usize::from(number % 5 == 4);
        let plain = made(&mut choose, arity);
        // A constant that divides by 0 is refused when read.
        let Ok(rule) = Rule::parse(&plain.to_string()) else {
            continue;
        };
        let mut meter = Meter::new(&budget());
        let Ok(report) = pattern::find(&rule, scope, &mut meter) else {
            continue;
        };
        score.rules += 1;
        if score.rules.is_multiple_of(200) {
            println!("{}", score.message());
        }
        judge(&plain, &report, number as u64, &mut score);
    }
    let _ = std::panic::take_hook();
    score
}

/// Rules of the ordinary run, which takes a few seconds.
const RULES: usize = if cfg!(debug_assertions) { 4 } else { 60 };

#[test]
fn patterns_of_some_rules_are_true() {
    let score = hunt(RULES, 7, &Scope { small: Some(60) });
    assert!(score.false_claims.is_empty(), "{:#?}", score.false_claims);
    assert!(score.wrong.is_empty(), "{:#?}", score.wrong);
    assert!(score.offered > 0 && score.held > 0, "{}", score.message());
}

fn found(text: &str) -> Report {
    let rule = Rule::parse(text).unwrap_or_else(|errors| panic!("{text}: {errors}"));
    let budget = Budget::of_positions(1_500_000);
    let scope = Scope { small: Some(300) };
    pattern::find(&rule, &scope, &mut Meter::new(&budget)).expect("values")
}

/// Rules whose small numbers suggest what large ones refute, with a place where they do and its value.
#[test]
fn small_numbers_do_not_deceive() {
    for (text, place, value) in [
        ("n -> y for y in 1..=sqrt(n) if y < n and y^4 >= n", 6724, 3),
        ("n -> k for k in 2..=2*sqrt(n) if k < n", 7225, 7),
        // A number of the rule that is met late.
        ("n -> n-k for k in 1..=3+bitlen(n)/20", 1 << 19, 4),
        ("n -> n-1 if sqrt(sqrt(n)) > 40", 2_825_761, 1),
    ] {
        let report = found(text);
        for found in &report.findings {
            assert!(
                agrees(&report, found, &[place], value),
                "{text}: {}",
                found.message()
            );
        }
    }
    let refused = found("n -> y for y in 1..=sqrt(n) if y < n and y^4 >= n").refused;
    let places: Vec<_> = refused.iter().map(|refusal| &refusal.fails_at).collect();
    assert_eq!(places, [&Some(vec![6724]), &Some(vec![6724])]);
}

/// Where little follows from a position, those of every size are looked at.
#[test]
fn what_is_told_of_halves_was_tried_far_away() {
    let report = found("n -> n*2/3 | n/2 if n > 0");
    let spread = |found: &Finding| match found.evidence {
        Evidence::Checked { spread, .. } => spread.map_or(0, |spread| spread.to),
        Evidence::Proved { .. } | Evidence::Family { .. } | Evidence::Positions { .. } => 0,
    };
    assert!(report.findings.iter().any(|found| spread(found) > 1 << 50));
}

#[test]
#[ignore = "minutes: HUNT=10000 cargo test --release -p grundy --test library hunt:: -- --ignored --nocapture"]
fn hunts_far_and_wide() {
    let number = |name: &str, usual: u64| {
        let told = std::env::var(name).ok();
        told.map_or(usual, |told| told.parse().expect("a number"))
    };
    let score = hunt(
        number("HUNT", 10_000) as usize,
        number("SEED", 1),
        &Scope::default(),
    );
    println!("{}", score.message());
    assert!(score.false_claims.is_empty(), "{:#?}", score.false_claims);
}
