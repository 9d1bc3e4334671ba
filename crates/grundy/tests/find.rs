//! Patterns of known games: those of `testdata/find/games.tsv` must be found, and whatever is told must hold on a range
//! three times as long, by the table of the rule itself.
//!
//! The whole list is gone through in release; in debug a part of it, on smaller ranges.

use grundy::budget::Meter;
use grundy::pattern::{self, Evidence, Finding, Form, Report, Scope, Subject};
use grundy::rule::{Formula, Rule, Table};
use grundy::{Budget, Lang};

/// A line of the list.
struct Known<'t> {
    name: &'t str,
    rule: Rule,
    values: &'t str,
    losing: &'t str,
}

fn known(text: &str) -> Vec<Known<'_>> {
    let lines = text.lines().filter(|line| !line.starts_with('#'));
    lines
        .map(|line| {
            let fields: Vec<&str> = line.split('\t').collect();
            let [name, rule, values, losing, _source] = fields[..] else {
                panic!("five fields: {line}");
            };
            let rule = Rule::parse(rule).unwrap_or_else(|errors| panic!("{name}: {errors}"));
            Known {
                name,
                rule,
                values,
                losing,
            }
        })
        .collect()
}

fn meter() -> Meter {
    let budget = Budget {
        positions: 2_000_000_000,
        time: None,
        ..Budget::default()
    };
    Meter::new(&budget)
}

fn told(report: &Report, subject: Subject) -> Option<&Finding> {
    let mut findings = report.findings.iter();
    findings.find(|found| found.subject == subject && !matches!(found.form, Form::Game { .. }))
}

fn positions(sizes: &[usize]) -> impl Iterator<Item = Vec<u64>> {
    let cells: usize = sizes.iter().product();
    (0..cells).map(move |mut cell| {
        let place = |&size: &usize| {
            let number = cell % size;
            cell /= size;
            number as u64
        };
        sizes.iter().map(place).collect()
    })
}

fn value(table: &Table, position: &[u64], subject: Subject) -> u32 {
    let place: Vec<usize> = position.iter().map(|&number| number as usize).collect();
    let value = table.get(&place).expect("in the table");
    match subject {
        Subject::Values => value,
        Subject::Losing => u32::from(value > 0),
    }
}

/// What the form says of a position, as a value, or 0 for P and 1 for N.
fn says(report: &Report, found: &Finding, position: &[u64]) -> u32 {
    let n = position[0];
    match &found.form {
        Form::Formula {
            expression,
            exceptions,
        } => {
            if let Some((_, value)) = exceptions.iter().find(|(place, _)| place == position) {
                return *value;
            }
            let names: Vec<&str> = report.names.iter().map(String::as_str).collect();
            let formula = Formula::parse(expression, &names).expect("a formula");
            let value = formula.value(position).expect("a value");
            match found.subject {
                Subject::Values => u32::try_from(value).expect("a Grundy value"),
                Subject::Losing => 1 - value as u32,
            }
        }
        Form::Periodic {
            preperiod,
            period,
            saltus,
            values,
        } => {
            let rounds = n.saturating_sub(*preperiod) / period;
            values[(n - rounds * period) as usize] + rounds as u32 * saltus
        }
        Form::Recurrence {
            first,
            coefficients,
            constant,
        } => {
            let mut terms: Vec<i64> = first.iter().map(|&term| term as i64).collect();
            while terms.last().is_none_or(|&last| last < n as i64) {
                let before = coefficients.iter().zip(terms.iter().rev());
                terms.push(before.map(|(by, term)| by * term).sum::<i64>() + constant);
            }
            u32::from(!terms.contains(&(n as i64)))
        }
        Form::Automaton {
            base,
            most_first,
            next,
            accepting,
        } => {
            let (mut digits, mut rest) = (Vec::new(), n);
            while rest > 0 {
                digits.push(rest % u64::from(*base));
                rest /= u64::from(*base);
            }
            if *most_first {
                digits.reverse();
            }
            let step = |state: u64, digit| next[(state * u64::from(*base) + digit) as usize].into();
            let state = digits.into_iter().fold(0, step);
            u32::from(!accepting[state as usize])
        }
        Form::Game { .. } => unreachable!("games are compared elsewhere"),
    }
}

/// Everything told must be true this many times as far.
fn check(known: &Known<'_>, report: &Report, times: usize) {
    let sizes: Vec<usize> = report.sizes.iter().map(|size| size * times).collect();
    let patterns: Vec<&Finding> = [Subject::Values, Subject::Losing]
        .into_iter()
        .filter_map(|subject| told(report, subject))
        .collect();
    if patterns.is_empty() {
        return;
    }
    let table = known.rule.table(&sizes, &mut meter()).expect("a table");
    for found in patterns {
        assert!(!found.said().render(Lang::Zh).contains('{'));
        for position in positions(&sizes) {
            assert_eq!(
                says(report, found, &position),
                value(&table, &position, found.subject),
                "{}: {} at {position:?}",
                known.name,
                found.said()
            );
        }
    }
}

/// Whether what is known was found.
fn found(known: &Known<'_>, report: &Report, subject: Subject) -> bool {
    let (expected, found) = match subject {
        Subject::Values => (known.values, told(report, subject)),
        Subject::Losing => (known.losing, told(report, subject)),
    };
    let Some(found) = found else {
        return matches!(expected, "none" | "-");
    };
    if let Some(expected) = expected.strip_prefix("period:") {
        let expected: u64 = expected.parse().expect("a period");
        return match &found.form {
            Form::Periodic { period, saltus, .. } => (*period, *saltus) == (expected, 0),
            Form::Formula { .. } => (0..200).all(|n| {
                says(report, found, &[500 + n]) == says(report, found, &[500 + n + expected])
            }),
            _ => false,
        };
    }
    if let Some(expected) = expected.strip_prefix("arithmetic:") {
        let (period, saltus) = expected.split_once(',').expect("period and saltus");
        let (period, saltus): (u64, u32) =
            (period.parse().expect("one"), saltus.parse().expect("one"));
        return (500..700)
            .all(|n| says(report, found, &[n + period]) == says(report, found, &[n]) + saltus);
    }
    match expected {
        "-" => true,
        "none" => false,
        "recurrence" => matches!(found.form, Form::Recurrence { .. } | Form::Formula { .. }),
        "automaton" => matches!(found.form, Form::Automaton { .. } | Form::Formula { .. }),
        expression => {
            let names: Vec<&str> = report.names.iter().map(String::as_str).collect();
            let expected = Formula::parse(expression, &names).expect("a formula");
            let sizes: Vec<usize> = report.sizes.iter().map(|size| size * 3 / 2).collect();
            positions(&sizes).all(|position| {
                let value = expected.value(&position).expect("a value");
                let value = match subject {
                    Subject::Values => value,
                    Subject::Losing => 1 - value,
                };
                value == i64::from(says(report, found, &position))
            })
        }
    }
}

const GAMES: &str = include_str!("../../../testdata/find/games.tsv");

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
        check(&game, &report, 3);
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
            check(&game, &report, 2);
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
