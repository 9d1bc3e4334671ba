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
    ("n -> n-k for k in {1,3,4}", 4_000),
    ("n -> n-k for k in 1..=7", 4_000),
    ("n -> a + b for k in 1..=2, a in 0..=n-k, b = n-k-a", 1_500),
    (
        "n -> n-k for k in 1..; n -> a + (n-a) for a in 1..=n/2",
        1_500,
    ),
    ("n -> n-2^k for k in 0..", 4_000),
    ("n -> n-d for d in divisors(n) if d < n", 2_000),
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

/// A task of each rule with what was found of it, and how its answers are checked.
fn tried(mut each: impl FnMut(&str, &Task<'_>, &str, &str)) {
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
        let expected = String::from_utf8(expected).expect("text");
        each(text, &task(finding), &input, &expected);
    }
}

#[test]
fn what_is_found_becomes_a_program() {
    let languages = Language::ALL.into_iter().filter(|&it| is_usable(it));
    let mut all: Vec<(Language, Vec<Trial>)> = languages.map(|it| (it, Vec::new())).collect();
    tried(|text, task, input, expected| {
        for (language, trials) in &mut all {
            trials.push(Trial {
                name: text.into(),
                program: emit(task, *language).expect("a program"),
                input: input.to_owned(),
                expected: expected.to_owned(),
            });
        }
    });
    for (language, trials) in all {
        try_all(language, "found", &trials);
    }
}

/// Where the input says who begins, or who wins by the last move, no more is asked of a position than who wins it.
#[test]
fn a_condition_on_one_position_asks_who_wins_it() {
    let rule = "(n,misere) -> (n-k,misere) for k in 1..=2; (0,1) = *1";
    let found = pattern::find(
        &Rule::parse(rule).expect("a rule"),
        &Scope::default(),
        &mut Meter::new(&Budget::default()),
    );
    let findings = found.expect("a report").findings;
    for (wins, is_used) in [
        ("(total != 0) == (alice == 1)", true),
        ("not (0 < total) or alice == 2", true),
        ("total == 0 and alice == 0", true),
        ("(total > 1) == (alice == 1)", false),
        ("total != alice", false),
        ("total != 0 and most > 1", false),
    ] {
        let text = format!(
            "[[format]]\nname = \"turn\"\ncases = \"counted\"\nlayout = \"n misere alice\"\noptions = \"{rule}\"\nposition = \"n misere\"\nwins = \"{wins}\"\nanswer = {{ win = \"A\", lose = \"B\" }}"
        );
        let format = Format::parse(&text).unwrap_or_else(|error| panic!("{error}: {text}"));
        let task = |finding| Task {
            finding: Some(finding),
            ..Task::of(&format)
        };
        let used = findings.iter().find(|finding| {
            let is_lost = finding.subject == pattern::Subject::Losing;
            is_lost && uses_finding(&task(finding))
        });
        assert_eq!(used.is_some(), is_used, "{wins}");
        let cases = (0..12u32).map(|case| format!("{} {} {}\n", case / 2, case % 2, case % 3));
        let input = format!("12\n{}", cases.collect::<String>());
        let mut expected = Vec::new();
        grundy_judge::run(&format, input.as_bytes(), &mut expected).expect("an input");
        let expected = String::from_utf8(expected).expect("text");
        for language in Language::ALL.into_iter().filter(|&it| is_usable(it)) {
            let plain = Task::of(&format);
            let tasks = used.map(&task).into_iter().chain([plain]);
            let trials = tasks.map(|task| Trial {
                name: wins.into(),
                program: emit(&task, language).expect("a program"),
                input: input.clone(),
                expected: expected.clone(),
            });
            try_all(language, "turns", &trials.collect::<Vec<_>>());
        }
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
