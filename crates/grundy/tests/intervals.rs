//! Heaps whose options are an interval, and P-positions but for a border, against plain search that knows the rule alone.

use std::collections::HashMap;

use grundy::budget::Meter;
use grundy::pattern::{self, Form, Scope, Subject};
use grundy::rule::{Formula, Position, Rule};
use grundy::{Budget, Options, Ruleset};

/// The value by the options alone.
fn plain(rule: &Rule, position: Position, known: &mut HashMap<Position, u32>) -> u32 {
    if let Some(&value) = known.get(&position) {
        return value;
    }
    let mut options = Options::with_limit(10_000);
    rule.options(&position, &mut options).expect("told");
    let sums: Vec<Vec<Position>> = options.iter().map(|(_, sum)| sum.to_vec()).collect();
    let reached: Vec<u32> = sums
        .iter()
        .map(|sum| {
            let mut value = 0;
            for part in sum {
                value ^= plain(rule, part.clone(), known);
            }
            value
        })
        .collect();
    let value = (0..).find(|value| !reached.contains(value)).expect("a mex");
    known.insert(position, value);
    value
}

fn position(rule: &Rule, numbers: &[u64]) -> Position {
    rule.position(numbers).expect("a position")
}

const INTERVALS: [&str; 15] = [
    "n -> n-k for k in 1..=c[n%7] where c = [30,0,20,50,90,60,11]",
    "n -> n-k for k in 1..=n/2",
    "n -> n-k for k in 2..",
    "n -> n-k for k in 3..=n",
    "n -> j for j in n/3..n",
    "n -> j for j in n-c[n%4]..=n-2 where c = [20,90,40,30]",
    "n -> n-k for m = n*n%131, k in 1..=m if n%3 > 0",
    "n -> m-k for m = n-1, k in 0..n%67",
    "n -> n-k for k in 1..=5; n -> n-k for k in 4..=n%150",
    "n -> n-k for k in 1..=min(n,40+sqrt(n))",
    "n -> n/2+k for k in 0..(n+1)/2",
    "n -> n-k | n-k-1 for k in 1..=n/4",
    "n -> n-3-k for k in 0..=n%73",
    "n -> n-2-k for k in -1..=c[n%5] where c = [-2,40,100,0,80]",
    // An end that goes back.
    "n -> n-k for k in 1+2*(n%2)..=n",
];

#[test]
fn tables_of_intervals_are_those_of_plain_search() {
    for text in INTERVALS {
        let rule = Rule::parse(text).unwrap_or_else(|errors| panic!("{text}: {errors:?}"));
        let size = 700;
        let mut meter = Meter::new(&Budget::default());
        let table = rule.table(&[size], &mut meter).expect(text);
        let mut known = HashMap::new();
        for heap in 0..size {
            let expected = plain(&rule, position(&rule, &[heap as u64]), &mut known);
            assert_eq!(table.get(&[heap]), Some(expected), "{text}: {heap}");
        }
    }
}

/// Rules whose P-positions have a border, with the condition that is found.
const BORDERS: [(&str, &str); 2] = [
    (
        "(x,y) -> (x-1,y) | (x,y-1) if x > 0 and y > 0",
        "min(x,y) == 0 or min(x,y) >= 2 and (x+y)%2 == 0",
    ),
    (
        "(x,y) -> (x-1,y) | (x,y-1) if x > 0",
        "x == 0 or x >= 2 and (x+y)%2 == 0",
    ),
];

#[test]
fn lost_positions_but_for_a_border_are_found() {
    for (text, expected) in BORDERS {
        let rule = Rule::parse(text).unwrap_or_else(|errors| panic!("{text}: {errors:?}"));
        let mut meter = Meter::new(&Budget::default());
        let scope = Scope { small: Some(16) };
        let report = pattern::find(&rule, &scope, &mut meter).expect(text);
        let found = report.findings.iter().find_map(|it| match &it.form {
            Form::Formula {
                expression,
                exceptions,
            } if it.subject == Subject::Losing => Some((expression.clone(), exceptions.clone())),
            _ => None,
        });
        let (expression, exceptions) = found.unwrap_or_else(|| panic!("{text}: nothing found"));
        assert_eq!(expression, expected, "{text}");
        let formula = Formula::parse(&expression, &["x", "y"]).expect("a formula");
        let mut known = HashMap::new();
        for x in 0..40u64 {
            for y in 0..40u64 {
                let value = plain(&rule, position(&rule, &[x, y]), &mut known);
                let apart = exceptions.iter().find(|(place, _)| place == &[x, y]);
                let told = match apart {
                    Some((_, won)) => *won == 0,
                    None => formula.holds(&[x, y]).expect("a number"),
                };
                assert_eq!(told, value == 0, "{text}: {expression} at {x},{y}");
            }
        }
    }
}
