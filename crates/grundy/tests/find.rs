//! Patterns of known games: those of `testdata/find/games.tsv` must be found, and whatever is told must hold on a range
//! three times as long, by the table of the rule itself.
//!
//! The whole list is gone through in release; in debug a part of it, on smaller ranges.

mod known_patterns;

use grundy::Budget;
use grundy::budget::Meter;
use grundy::pattern::{self, Evidence, Scope, Subject};
use grundy::rule::Rule;
#[cfg(not(debug_assertions))]
use known_patterns::found;
use known_patterns::{GAMES, Known, check, known, meter, told};

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
                let what = told(&report, subject).map(|found| found.said().to_string());
                missed.push(format!("{}: {subject:?}: {what:?}", game.name));
            }
        }
    }
    assert!(missed.is_empty(), "{}", missed.join("\n"));
}

#[test]
fn some_games_on_small_ranges() {
    let scope = Scope { small: Some(60) };
    for game in known(GAMES)
        .into_iter()
        .filter(|game| game.rule.arity() == 1)
        .step_by(4)
    {
        let report = pattern::find(&game.rule, &scope, &mut meter()).expect("values");
        if report.sizes == [660] {
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
    assert!(!proved("n -> n-2^k for k in 0..", Subject::Values));
    assert!(!proved("n -> n-1 | n/2 if n > 0", Subject::Losing));
    assert!(!proved(
        "n -> n-k for k in 1.. if k%2 == 1",
        Subject::Values
    ));
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
    for seed in 1..=12 {
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
