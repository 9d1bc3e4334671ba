//! Patterns of known games: those of `testdata/find/games.tsv` must be found, and whatever is told must hold on a range
//! three times as long, by the table of the rule itself.
//!
//! The whole list is gone through in release; in debug a part of it, on smaller ranges.

use crate::known_patterns;

use grundy::Budget;
use grundy::budget::Meter;
use grundy::pattern::{self, Evidence, Scope, Subject};
use grundy::rule::Rule;
#[cfg(not(debug_assertions))]
use known_patterns::found;
use known_patterns::{GAMES, Known, check, known, meter, teller, told, value};

#[test]
fn the_list_is_long_enough() {
    let games = known(GAMES);
    let none = |game: &&Known<'_>| game.values == "none" && matches!(game.losing, "none" | "-");
    assert!(games.len() >= 100 && games.iter().filter(none).count() >= 20);
}

#[test]
#[cfg(not(debug_assertions))]
fn known_games_are_found_and_nothing_false_is_told() {
    let mut missed = Vec::new();
    for game in known(GAMES) {
        let report = pattern::find(&game.rule, &Scope::default(), &mut meter()).expect("values");
        check(&game, &report, 2_000_000);
        for subject in [Subject::Values, Subject::Losing] {
            if !found(&game, &report, subject) {
                let what = told(&report, subject).map(|found| found.message().to_string());
                missed.push(format!("{}: {subject:?}: {what:?}", game.name));
            }
        }
    }
    assert!(missed.is_empty(), "{}", missed.join("\n"));
}

#[test]
fn some_games_on_small_ranges() {
    let scope = Scope { small: Some(40) };
    for game in known(GAMES)
        .into_iter()
        .filter(|game| game.rule.arity() == 1)
        .step_by(14)
    {
        let report = pattern::find(&game.rule, &scope, &mut meter()).expect("values");
        if report.sizes == [440] {
            check(&game, &report, 60_000);
        }
    }
}

#[test]
fn what_is_proved_says_so() {
    let proved = |text: &str, subject| {
        let rule: Rule = text.parse().expect("a rule");
        let report =
            pattern::find(&rule, &Scope { small: Some(60) }, &mut meter()).expect("values");
        let found = told(&report, subject).expect("a pattern");
        matches!(found.evidence, Evidence::Proved { .. })
    };
    assert!(proved("n -> n-k for k in {1,3,4}", Subject::Values));
    assert!(proved("n -> n-k for k in {1,3,4}", Subject::Losing));
    assert!(proved("n -> n-k for k in 1..=min(n,3)", Subject::Values));
    assert!(proved(
        "n -> n-k for k in 1..=2 if n%3 != 1 or k == 1",
        Subject::Values
    ));
    assert!(proved(
        "n -> a + (n-1-a) for a in 0..=(n-1)/2",
        Subject::Values
    ));
    // Options that look back ever farther, and ones that depend on n.
    assert!(proved("n -> n-2^k for k in 0..", Subject::Values));
    assert!(proved("n -> n-1 | n/2 if n > 0", Subject::Losing));
    assert!(proved("n -> n-k for k in 1.. if k%2 == 1", Subject::Values));
    // Digits of two bases at once, divisors, and a product of two numbers.
    assert!(!proved("n -> n-2^k | n-4^k for k in 0..", Subject::Values));
    assert!(!proved(
        "n -> n-d for d in divisors(n) if d < n",
        Subject::Losing
    ));
    assert!(!proved("n -> n/2 if n*n > 0", Subject::Values));
}

/// Where the first values are too few, more are looked at.
#[test]
fn a_period_that_is_long_is_found_in_more_values() {
    let rule: Rule = "n -> a + b for a in 0..=n-2, b = n-2-a if a != 3"
        .parse()
        .expect("a rule");
    let first = Scope { small: Some(60) };
    let few = pattern::find(&rule, &first, &mut meter()).expect("values");
    assert_eq!(
        (few.findings.len(), few.searched, few.held_out),
        (0, 60, 600)
    );
    let report = pattern::find(&rule, &Scope::default(), &mut meter()).expect("values");
    assert_eq!((report.searched, report.held_out), (300, 3000));
    assert_eq!(report.values.len(), 3300);
    let lost = told(&report, Subject::Losing).expect("a pattern");
    let is_periodic = matches!(lost.form, pattern::Form::Periodic { period: 34, .. });
    assert!(is_periodic, "{}", lost.message());
    // What has no pattern says how many values were looked at, and a range that is asked for is the only one.
    let rule: Rule = "n -> n-popcount(n) if n > 0".parse().expect("a rule");
    let report = pattern::find(&rule, &Scope::default(), &mut meter()).expect("values");
    assert_eq!((report.findings.len(), report.searched), (0, 5000));
}

/// Dawson's Kayles with two beans more in every heap: both heaps that are left are to have two.
#[test]
fn heaps_that_may_not_be_too_small_have_proved_periods() {
    for text in [
        "x -> c + (x-c) for c in 2..=x/2 if x-c >= 2",
        "x -> c + (x-c) for c in 2..=x-2",
        "x -> c + (x-c) for c in 1..x if c > 1 if x-1 > c",
        "x -> c + (x-c) for c in 0..=x if 2 <= c if c-x <= -2",
    ] {
        let rule: Rule = text.parse().expect("a rule");
        let report = pattern::find(&rule, &Scope::default(), &mut meter()).expect("values");
        let values = told(&report, Subject::Values).expect("a pattern");
        let is_periodic = matches!(
            values.form,
            pattern::Form::Periodic {
                period: 34,
                saltus: 0,
                ..
            }
        );
        let is_proved = matches!(values.evidence, Evidence::Proved { .. });
        assert!(is_periodic && is_proved, "{text}: {}", values.message());
    }
}

/// Numbers that look random, the same in every run.
fn noise(seed: u64, below: u32) -> impl Iterator<Item = u32> {
    let mut state = seed | 1;
    std::iter::repeat_with(move || {
        state ^= state << 13;
        state ^= state >> 7;
        state ^= state << 17;
        (state >> 20) as u32 % below
    })
}

#[test]
fn noise_has_no_pattern() {
    for seed in 1..=4 {
        for (below, length) in [(2, 400), (3, 700), (9, 1100), (2, 2200)] {
            let values: Vec<u32> = noise(seed * 77_777, below).take(length).collect();
            let report = pattern::find_in_values(&values, &mut meter()).expect("enough");
            assert_eq!(report.findings, [], "{seed} {below}");
            assert_eq!(report.sequences, []);
        }
        let cells: Vec<u32> = noise(seed * 99_991, 3).take(40 * 40).collect();
        let report = pattern::find_in_grid(&cells, 40, 40, &mut meter()).expect("enough");
        assert_eq!(report.findings, [], "{seed}");
    }
}

/// Values that are 0 at these heaps and look random elsewhere.
fn lost_at(lost: &[u64], length: usize) -> Vec<u32> {
    let mut values: Vec<u32> = noise(5, 7).map(|value| value + 1).take(length).collect();
    for &heap in lost {
        if let Some(value) = values.get_mut(heap as usize) {
            *value = 0;
        }
    }
    values
}

#[test]
fn sets_of_lost_heaps_are_told() {
    let mut fibonacci = vec![1, 2];
    while fibonacci.len() < 30 {
        let next = fibonacci[fibonacci.len() - 1] + fibonacci[fibonacci.len() - 2];
        fibonacci.push(next);
    }
    let squares: Vec<u64> = (0..200).map(|n| n * n).collect();
    let golden: Vec<u64> = (0..9000u64)
        .map(|n| (n + (5 * n * n).isqrt()) / 2)
        .collect();
    let powers: Vec<u64> = (0..20).map(|n| 1 << n).collect();
    let evil: Vec<u64> = (0..20_000u64).filter(|n| n.count_ones() % 2 == 0).collect();
    let quadratic: Vec<u64> = (0..200).map(|n| 3 * n * n + n + 2).collect();
    for lost in [fibonacci, squares, golden, powers, evil, quadratic] {
        let values = lost_at(&lost, 4_400);
        let report = pattern::find_in_values(&values, &mut meter()).expect("enough");
        let found = told(&report, Subject::Losing).unwrap_or_else(|| panic!("{:?}", &lost[..9]));
        let says = teller(&report, found, 6_000);
        for n in 0..6_000 {
            let truth = u32::from(!lost.contains(&n));
            assert_eq!(says(&[n]), truth, "{} at {n}", found.message());
        }
        // One more lost heap far out, and nothing is told.
        let mut wrong = values.clone();
        let won = (4_000..).find(|heap| !lost.contains(heap)).expect("a heap");
        wrong[won as usize] = 0;
        let report = pattern::find_in_values(&wrong, &mut meter()).expect("enough");
        assert!(told(&report, Subject::Losing).is_none());
    }
}

#[test]
fn one_wrong_value_undoes_a_pattern() {
    let mut values: Vec<u32> = (0..1100).map(|n| n % 4).collect();
    let report = pattern::find_in_values(&values, &mut meter()).expect("enough");
    assert_eq!(report.findings.len(), 2);
    values[1050] = 9;
    let report = pattern::find_in_values(&values, &mut meter()).expect("enough");
    assert!(told(&report, Subject::Values).is_none());
}

#[test]
fn short_lists_and_odd_shapes_are_no_trouble() {
    for length in 0..40 {
        let values: Vec<u32> = (0..length).collect();
        let report = pattern::find_in_values(&values, &mut meter()).expect("enough");
        assert_eq!(report.findings, []);
        for width in [0, 1, 3, 50] {
            let report = pattern::find_in_grid(&values, width, 7, &mut meter()).expect("enough");
            assert_eq!(report.findings, []);
        }
    }
    let huge = [u32::MAX; 300];
    let report = pattern::find_in_values(&huge, &mut meter()).expect("enough");
    assert!(told(&report, Subject::Values).is_some());
}

#[test]
fn the_budget_ends_it() {
    let rule: Rule = "n -> n-k^2 for k in 1..".parse().expect("a rule");
    let budget = Budget {
        positions: 300,
        ..Budget::default()
    };
    assert!(pattern::find(&rule, &Scope::default(), &mut Meter::new(&budget)).is_err());
    let cyclic: Rule = "n -> n/2".parse().expect("a rule");
    assert!(pattern::find(&cyclic, &Scope::default(), &mut meter()).is_err());
}

/// Random rules gone through.
const ROUNDS: usize = if cfg!(debug_assertions) { 24 } else { 400 };

#[test]
fn what_is_proved_of_random_rules_holds_far_beyond() {
    let mut numbers = noise(2024, 1 << 20);
    let mut below = |bound: u32| numbers.next().unwrap_or(0) % bound;
    let mut proofs = 0;
    for round in 0..ROUNDS {
        let mut clauses = Vec::new();
        for _ in 0..1 + below(3) {
            let (a, b, m) = (1 + below(5), 1 + below(60), 2 + below(4));
            let r = below(m);
            clauses.push(match below(9) {
                0 => format!("n -> n-{a} if n%{m} != {r}"),
                1 => format!("n -> n-{a} if n > {b}"),
                2 => format!("n -> n-{a} | {r} if n > {r}"),
                3 => format!("n -> n-k for k in {a}..={} if k%{m} != n%{m}", a + m),
                4 => format!("n -> n-k for k in 1..=min(n/2,{a})"),
                5 => format!("n -> n-k for k in {{{a},{}}} if gcd(n,{m}) == 1", a + r + 1),
                6 => format!("{b} = *{r}; n -> n-{a}"),
                7 => format!("n -> (n-{a}) + (n-{}) if n%{m} == {r}", a + r),
                _ => format!("n -> n-{a}-n%{m}"),
            });
        }
        let text = clauses.join("; ");
        let rule: Rule = text.parse().expect("a rule");
        let scope = Scope { small: Some(40) };
        let report = pattern::find(&rule, &scope, &mut meter()).expect("values");
        let is_proved = |found: &&pattern::Finding| {
            matches!(found.evidence, Evidence::Proved { .. })
                && !matches!(found.form, pattern::Form::Game { .. })
        };
        let proved: Vec<_> = report.findings.iter().filter(is_proved).collect();
        proofs += proved.len();
        let table = rule.table(&[2000], &mut meter()).expect("a table");
        for found in proved {
            let says = teller(&report, found, 2000);
            for n in 0..2000 {
                let truth = value(&table, &[n], found.subject);
                assert_eq!(
                    says(&[n]),
                    truth,
                    "{round}: {text}: {} at {n}",
                    found.message()
                );
            }
        }
    }
    assert!(proofs > ROUNDS / 2, "{proofs}");
}

#[test]
fn what_is_proved_of_rules_that_divide_holds_far_beyond() {
    let mut proofs = 0;
    for text in [
        "n -> i + (n-1-i) for i in 0..=(n-1)/2",
        "n -> n-1; n -> i + (n-2-i) for i in 1..=(n-2)/2",
        "n -> n-2; n -> i + (n-1-i) for i in 1..=(n-1)/2; n -> n-3",
        "n -> i + (n-2-i) for i in 0..=n-2",
        "n -> i + (n-2-i) for i in 2..=n-5",
        "n -> i + j for k in {1,3}, i in 0..=(n-k)/2, j = n-k-i",
        "n -> i + j for k in 1..=2, i in 1..=(n-k)/2, j = n-k-i if i != j; n -> n-1",
        "n -> i + (n-1-i) for i in 0..=(n-2)/2",
        "n -> i + (n-1-i) for i in 0..=(n-1)/3",
        "n -> (i+1) + (n-3-i) for i in 0..=(n-2)/2",
        "n -> i + (n-1-i) for i in 0..=(n-1)/2 if n > 9",
        "n -> i + (n-1-i) for i in 0..=(n-1)/2 if i != 2",
        "n -> i + (n-1-i) for i in 0..=(n-1)/2 if n%2 == 0",
    ] {
        let rule: Rule = text.parse().expect("a rule");
        let scope = Scope { small: Some(40) };
        let report = pattern::find(&rule, &scope, &mut meter()).expect("values");
        let table = rule.table(&[600], &mut meter()).expect("a table");
        for found in &report.findings {
            if let (Evidence::Proved { .. }, false) = (
                &found.evidence,
                matches!(found.form, pattern::Form::Game { .. }),
            ) {
                proofs += 1;
                let says = teller(&report, found, 600);
                for n in 0..600 {
                    let truth = value(&table, &[n], found.subject);
                    assert_eq!(says(&[n]), truth, "{text}: {} at {n}", found.message());
                }
            }
        }
    }
    assert!(proofs >= 6, "{proofs}");
}
