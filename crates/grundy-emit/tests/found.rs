//! From a rule to what is found of it to a program that uses it, against the judge, who only evaluates the rule.

use crate::support;

use std::fmt::Write as _;

use grundy::budget::Meter;
use grundy::pattern::{self, Scope};
use grundy::rule::Rule;
use grundy::rule::syntax::Coordinate;
use grundy::{Budget, Lang};
use grundy_emit::{Language, Task, emit, uses_finding};
use grundy_judge::Format;
use support::{Random, Trial, is_usable, try_all};

/// Rules, how many coordinates, and the largest that is asked.
const RULES: &[(&str, u64)] = &[
    ("n -> n-k for k in {1,3,4}", 40_000),
    ("n -> n-k for k in 1..=7", 40_000),
    ("n -> a + b for k in 1..=2, a in 0..=n-k, b = n-k-a", 1_500),
    (
        "n -> n-k for k in 1..; n -> a + (n-a) for a in 1..=n/2",
        1_500,
    ),
    ("n -> n-2^k for k in 0..", 40_000),
    ("n -> n-d for d in divisors(n) if d < n", 10_000),
    ("n -> n-k for k in 1..=n/2", 2_000),
    ("(x,y) -> (x-1,y) | (x,y-1) | (x-1,y-1)", 300),
    (
        "(x,y) -> (i,y) for i in 0..x; (x,y) -> (x,j) for j in 0..y",
        200,
    ),
    ("(a,b) -> (a-k,b) | (a,b-k) | (a-k,b-k) for k in 1..", 150),
];

/// One position a case, so that what is found of lost positions can be used.
fn format(rule: &Rule) -> Format {
    let coordinates = &rule.syntax().clauses[0].pattern.coordinates;
    let name = |coordinate: &Coordinate| match coordinate {
        Coordinate::Name(name) => name.text.clone(),
        _ => panic!("a name is needed"),
    };
    let names: Vec<String> = coordinates.iter().map(name).collect();
    let text = format!(
        "[[format]]\nname = \"one\"\ncases = \"counted\"\nlayout = \"{}\"\nrule = \"nim {{{}}}\"\n\
         answer = {{ win = \"N\", lose = \"P\" }}",
        names.join(" "),
        names[0]
    );
    let format = Format::parse(&text).unwrap_or_else(|error| panic!("{error}: {text}"));
    format
        .with_options(rule.text(), false)
        .expect("a rule of the layout")
}

fn input(rule: &Rule, most: u64) -> String {
    let mut random = Random(most);
    let mut text = "200\n".to_owned();
    for place in 0..200u64 {
        for coordinate in 0..rule.arity() as u64 {
            let small = if coordinate == 0 {
                place % 15
            } else {
                place / 15
            };
            let number = if place < 100 {
                small
            } else {
                random.within(&(0..=most))
            };
            let _ = write!(text, "{number} ");
        }
        text.push('\n');
    }
    text
}

fn trials(language: Language) -> Vec<Trial> {
    let mut trials = Vec::new();
    for &(text, most) in RULES {
        let rule = Rule::parse(text).expect("a rule");
        let mut meter = Meter::new(&Budget::default());
        let report = pattern::find(&rule, &Scope::default(), &mut meter).expect("a report");
        let format = format(&rule);
        let task = |finding| Task {
            finding: Some(finding),
            lang: Lang::En,
            ..Task::of(&format)
        };
        let used = report
            .findings
            .iter()
            .find(|finding| uses_finding(&task(finding)));
        let finding = used.unwrap_or_else(|| panic!("{text}: nothing is found"));
        let input = input(&rule, most);
        let mut expected = Vec::new();
        grundy_judge::run(&format, input.as_bytes(), &mut expected).expect("an input");
        trials.push(Trial {
            name: text.into(),
            program: emit(&task(finding), language).expect("a program"),
            input,
            expected: String::from_utf8(expected).expect("text"),
        });
    }
    trials
}

#[test]
#[cfg_attr(debug_assertions, ignore = "long ranges are searched for patterns")]
fn what_is_found_becomes_a_program() {
    for language in Language::ALL.into_iter().filter(|&it| is_usable(it)) {
        try_all(language, "found", &trials(language));
    }
}

#[test]
fn a_formula_that_needs_more_than_64_bits_is_not_used() {
    let euclid = "(x,y) -> (x-k*y,y) for k in 1..=x/max(y,1) if y > 0 and x >= y; (x,y) -> (x,y-k*x) for k in 1..=y/max(x,1) if x > 0 and y >= x";
    let rule = Rule::parse(euclid).unwrap();
    let report = pattern::find(
        &rule,
        &Scope::default(),
        &mut Meter::new(&Budget::default()),
    );
    let findings = report.unwrap().findings;
    let formulas = |most: u64| {
        let text = format!(
            "[[format]]\nname = \"euclid\"\ncases = \"until-end\"\nlayout = \"x y\"\noptions = \"{euclid}\"\n\
             ranges = {{ x = \"1..={most}\", y = \"1..={most}\" }}\nanswer = {{ win = \"W\", lose = \"L\" }}"
        );
        let format = Format::parse(&text).unwrap();
        let used = findings.iter().filter(|finding| {
            uses_finding(&Task {
                finding: Some(finding),
                ..Task::of(&format)
            })
        });
        used.count()
    };
    // Five times the square of a number stands in the formula.
    assert!(formulas(1_000_000_000) > 0);
    assert_eq!(formulas(1_400_000_000), 0);
    assert_eq!(formulas(1_000_000_000_000_000_000), 0);
}
