//! Patterns by the leading part of a number, and formulas with a parameter, held against plain search that knows only the moves.

use std::collections::{BTreeSet, HashMap};

use grundy::Play;
use grundy_base::budget::{Budget, Meter};
use grundy_rule::pattern::{
    Evidence, Family, Form, Parameter, Report, Scope, Subject, Teller, find, find_in_family,
};
use grundy_rule::rule::{Formula, Given, Rule};

fn meter() -> Meter {
    Meter::new(&Budget {
        time: None,
        ..Budget::default()
    })
}

/// Numbers without end, the same in every run.
struct Random(u64);

impl Random {
    fn below(&mut self, bound: u64) -> u64 {
        self.0 = self
            .0
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 11) % bound
    }
}

fn mex(values: &BTreeSet<u32>) -> u32 {
    (0..).find(|value| !values.contains(value)).unwrap_or(0)
}

/// The value of a number from which one may go to its quotients.
fn value(n: u64, divisors: &[u64], known: &mut HashMap<u64, u32>) -> u32 {
    if n == 0 {
        return 0;
    }
    if let Some(&known) = known.get(&n) {
        return known;
    }
    let options = divisors.iter().map(|by| value(n / by, divisors, known));
    let options: BTreeSet<u32> = options.collect();
    let value = mex(&options);
    known.insert(n, value);
    value
}

/// Searches a rule; what is found of it, as it is told.
fn report(text: &str) -> Report {
    let rule = Rule::parse(text).unwrap_or_else(|errors| panic!("{text}: {errors}"));
    let found = find(&[], &rule, &Scope::default(), &mut meter());
    found.unwrap_or_else(|why| panic!("{text}: {}", why.reason(&rule)))
}

#[test]
fn what_is_found_of_quotients_holds_for_large_numbers() {
    let mut random = Random(7);
    let mut sets: Vec<Vec<u64>> = vec![(2..=6).collect(), (2..=9).collect(), vec![2, 3]];
    while sets.len() < 24 {
        let mut set: Vec<u64> = (2..=12).filter(|_| random.below(3) == 0).collect();
        set.truncate(6);
        if !set.is_empty() {
            sets.push(set);
        }
    }
    let (mut found, mut proved) = (0, 0);
    for set in &sets {
        let listed: Vec<String> = set.iter().map(u64::to_string).collect();
        let text = format!("n -> n/k for k in {{{}}} if n > 0", listed.join(","));
        let report = report(&text);
        let mut known = HashMap::new();
        for finding in &report.findings {
            let Some(teller) = Teller::new(&finding.form, finding.subject, &report.names) else {
                continue;
            };
            found += 1;
            proved += usize::from(matches!(finding.evidence, Evidence::Proved { .. }));
            let far = (0..600).map(|place| random.below(10 << (place / 15)));
            for n in (0..3_000).chain(far) {
                let value = value(n, set, &mut known);
                let truth = match finding.subject {
                    Subject::Values => value,
                    Subject::Losing => u32::from(value > 0),
                };
                assert_eq!(
                    teller.tell(&[n]),
                    Some(truth),
                    "{text}: {} at {n}",
                    finding.message()
                );
            }
        }
    }
    println!("{found} found, {proved} proved, of {} rules", sets.len());
    assert!(found >= 12 && proved >= 8, "{found} found, {proved} proved");
}

#[test]
fn the_leading_digit_tells_a_value_for_all_numbers() {
    let report = report("a -> a/k for k in 2..=6 if a > 0");
    let values = report.findings.iter();
    let mut values = values.filter(|found| found.subject == Subject::Values);
    let found = values.next().expect("the values");
    assert!(
        matches!(found.evidence, Evidence::Proved { .. }),
        "{found:?}"
    );
    let lost = report.findings.iter();
    let mut lost = lost.filter(|found| found.subject == Subject::Losing);
    let lost = lost.next().expect("the P-positions");
    assert!(matches!(lost.evidence, Evidence::Proved { .. }), "{lost:?}");
}

/// The P-positions of two heaps from which one takes from either, or from both numbers that differ by at most `apart`.
fn lost_pairs(apart: u64, side: u64) -> BTreeSet<(u64, u64)> {
    let mut lost: BTreeSet<(u64, u64)> = BTreeSet::new();
    for x in 0..side {
        for y in 0..side {
            let is_won = lost.iter().any(|&(a, b)| {
                (a <= x && b <= y) && (a == x || b == y || (x - a).abs_diff(y - b) <= apart)
            });
            if !is_won {
                lost.insert((x, y));
            }
        }
    }
    lost
}

/// The formula of the P-positions, and that it holds for these values of the parameter.
fn holds(formula: &str, names: [&str; 3], apart: std::ops::Range<u64>) {
    let read = Formula::parse(formula, &names).unwrap_or_else(|errors| panic!("{errors}"));
    for k in apart {
        let lost = lost_pairs(k, 70);
        for x in 0..70 {
            for y in 0..70 {
                let told = read.holds(&[x, y, k]);
                assert_eq!(told, Ok(lost.contains(&(x, y))), "{formula} at {x},{y},{k}");
            }
        }
    }
}

fn of_losing(report: &Report) -> Option<&str> {
    let mut all = report.findings.iter();
    let found = all.find(|found| found.subject == Subject::Losing)?;
    match &found.form {
        Form::Formula { expression, .. } => Some(expression),
        _ => None,
    }
}

#[test]
fn pairs_with_a_parameter_have_one_formula() {
    let text = "(x,y) -> (x-i,y) | (x,y-i) for i in 1..; \
                (x,y) -> (x-i,y-j) for i in 1..=x, j in max(i-k,1)..=min(i+k,y)";
    let read = &mut |at: &[u64]| Rule::parse_with(text, &[("k", Given::Number(at[0] as i64))]);
    let family = Family::read(&[Parameter::new("k", 0, 8)], read);
    let family = family.unwrap_or_else(|errors| panic!("{errors}"));
    let report = find_in_family(&family, Play::Normal, None, &mut meter());
    let report = report
        .expect("pairs")
        .unwrap_or_else(|why| panic!("{why:?}"));
    let formula = of_losing(&report).expect("the P-positions");
    println!("{formula}");
    holds(formula, ["x", "y", "k"], 0..30);
}

#[test]
fn a_number_that_no_move_changes_is_a_parameter() {
    let report = report(
        "(x,y,k) -> (x-i,y,k) | (x,y-i,k) for i in 1..; \
         (x,y,k) -> (x-i,y-j,k) for i in 1..=x, j in max(i-k,1)..=min(i+k,y)",
    );
    let formula = of_losing(&report).expect("the P-positions");
    println!("{formula}");
    holds(formula, ["x", "y", "k"], 0..30);
}
