//! Programs that use a pattern, for heaps far beyond any table, against the pattern worked out here or the judge.

use crate::support;

use std::fmt::Write as _;

use grundy::pattern::{Evidence, Finding, Form, Spread, Subject};
use grundy::{Lang, message};
use grundy_emit::{Language, Task, emit};
use grundy_judge::Format;
use support::{Random, Trial, is_usable, try_all};

fn found(subject: Subject, form: Form) -> Finding {
    Finding {
        subject,
        form,
        evidence: Evidence::Checked {
            to: 1000,
            spread: None,
        },
    }
}

fn formula(subject: Subject, expression: &str) -> Finding {
    let form = Form::Formula {
        expression: expression.into(),
        exceptions: Vec::new(),
    };
    found(subject, form)
}

fn format(rule: &str, layout: &str, answer: &str) -> Format {
    let text = format!(
        "[[format]]\nname = \"rule\"\ncases = \"counted\"\nlayout = \"{layout}\"\nrule = \"nim {{n}}\"\n\
         options = '''{rule}'''\nanswer = {answer}"
    );
    let format = Format::parse(&text).unwrap_or_else(|error| panic!("{error}: {text}"));
    // The rule is there to be replaced.
    format.by_options().expect("options").expect("a format")
}

const VALUE: &str = "{ value = \"{value}\\n\" }";
const OUTCOME: &str = "{ win = \"N\", lose = \"P\" }";
/// A rule whose table would take long to reach what is asked.
const RULE: &str = "n -> n-k for k in 1..=5";

/// Heaps near 0 and heaps of up to 15 digits.
fn heaps(seed: u64) -> Vec<u64> {
    let mut random = Random(seed);
    let large = (0..60).map(|place| random.within(&(0..=10u64.pow(place % 15 + 1))));
    (0..60).chain(large).collect()
}

struct Asked {
    name: &'static str,
    format: Format,
    finding: Finding,
    input: String,
    expected: String,
}

/// One heap a case.
fn single(
    name: &'static str,
    answer: &str,
    finding: Finding,
    told: impl Fn(u64) -> String,
) -> Asked {
    let heaps = heaps(name.len() as u64);
    let mut input = format!("{}\n", heaps.len());
    let mut expected = String::new();
    for heap in heaps {
        let _ = writeln!(input, "{heap}");
        expected += &told(heap);
    }
    Asked {
        name,
        format: format(RULE, "n", answer),
        finding,
        input,
        expected,
    }
}

fn letter(lost: bool) -> String {
    if lost { "P".into() } else { "N".into() }
}

fn periodic(preperiod: u64, period: u64, saltus: u32, values: Vec<u32>) -> Form {
    Form::Periodic {
        preperiod,
        period,
        saltus,
        values,
    }
}

/// 1, 2 and then each the sum of the two before and one more.
fn in_recurrence(n: u64) -> bool {
    let (mut a, mut b) = (1, 2);
    while a < n {
        (a, b) = (b, a + b + 1);
    }
    a == n
}

fn of_heaps() -> Vec<Asked> {
    let values = |count: u32, add: u32| (0..count).map(|n| n * n % 7 + add).collect::<Vec<u32>>();
    let long = values(5003, 0);
    let next = vec![0, 1, 2, 0, 1, 2, 0, 1, 2];
    let last_digit = |most_first: bool, next: Vec<u32>, accepting: Vec<bool>| Form::Automaton {
        base: 3,
        most_first,
        next,
        accepting,
    };
    vec![
        single(
            "a period",
            VALUE,
            found(
                Subject::Values,
                periodic(0, 7, 0, vec![0, 1, 0, 1, 2, 3, 2]),
            ),
            |n| format!("{}\n", [0, 1, 0, 1, 2, 3, 2][(n % 7) as usize]),
        ),
        single(
            "a period after others, growing",
            VALUE,
            found(Subject::Values, periodic(4, 9, 3, values(13, 1))),
            |n| {
                let place = if n < 4 { n } else { 4 + (n - 4) % 9 };
                let rounds = if n < 4 { 0 } else { (n - 4) / 9 };
                format!("{}\n", place * place % 7 + 1 + 3 * rounds)
            },
        ),
        single(
            "a long period",
            VALUE,
            found(Subject::Values, periodic(3, 5000, 0, long)),
            |n| {
                let place = if n < 3 { n } else { 3 + (n - 3) % 5000 };
                format!("{}\n", place * place % 7)
            },
        ),
        single(
            "a period of lost heaps",
            OUTCOME,
            found(Subject::Losing, periodic(2, 3, 0, vec![0, 0, 1, 1, 0])),
            |n| letter(n < 2 || (n - 2) % 3 == 2),
        ),
        single(
            "a formula with exceptions",
            VALUE,
            found(
                Subject::Values,
                Form::Formula {
                    expression: "n % 6 + (n & 3)".into(),
                    exceptions: vec![(vec![0], 5), (vec![12], 9)],
                },
            ),
            |n| match n {
                0 => "5\n".into(),
                12 => "9\n".into(),
                n => format!("{}\n", n % 6 + (n & 3)),
            },
        ),
        single(
            "lost by a formula",
            OUTCOME,
            formula(
                Subject::Losing,
                "popcount(n) % 2 == 0 or n == 2^bitlen(n)-1",
            ),
            |n| letter(n.count_ones() % 2 == 0 || (n + 1).is_power_of_two()),
        ),
        single(
            "a recurrence",
            OUTCOME,
            found(
                Subject::Losing,
                Form::Recurrence {
                    first: vec![1, 2],
                    coefficients: vec![1, 1],
                    constant: 1,
                },
            ),
            |n| letter(in_recurrence(n)),
        ),
        single(
            "an automaton from the most significant digit",
            OUTCOME,
            found(
                Subject::Losing,
                last_digit(true, next, vec![true, false, false]),
            ),
            |n| letter(n % 3 == 0),
        ),
        single(
            "an automaton from the least significant digit",
            OUTCOME,
            // 0 waits for the first digit, 1 was a nonzero digit, 2 was 0.
            found(
                Subject::Losing,
                last_digit(
                    false,
                    vec![2, 1, 1, 1, 1, 1, 2, 2, 2],
                    vec![true, false, true],
                ),
            ),
            |n| letter(n % 3 == 0),
        ),
    ]
}

fn judged(name: &'static str, format: &str, finding: Finding, input: String) -> Asked {
    let format = grundy_judge::find(format).expect("a format");
    let mut output = Vec::new();
    grundy_judge::run(format, input.as_bytes(), &mut output).expect("an input of the format");
    Asked {
        name,
        format: format.clone(),
        finding,
        input,
        expected: String::from_utf8(output).expect("text"),
    }
}

fn of_formats() -> Vec<Asked> {
    let mut random = Random(5);
    let (mut limits, mut pairs, mut sums, mut heaps) = (
        "80\n".to_owned(),
        String::new(),
        "40\n".to_owned(),
        "40\n".to_owned(),
    );
    for place in 0..80u64 {
        let size = 10u64.pow((place % 9) as u32 + 1);
        let (a, b) = (random.within(&(1..=size)), random.within(&(1..=20)));
        let _ = writeln!(limits, "{a} {b}");
        let golden = (b as f64 * 1.618_033_988_749_895) as u64;
        let _ = writeln!(pairs, "{a} {b}\n{} {golden}", golden + b);
    }
    for _ in 0..40 {
        let heap = |random: &mut Random| random.within(&(0..=1_000_000_000));
        let [a, b, c] = [0; 3].map(|_| heap(&mut random));
        let _ = writeln!(sums, "3 {a} {b} {c}");
        let _ = writeln!(heaps, "3 {a} {b} {}", b ^ a);
    }
    let golden = "min(a,b) == (abs(a-b) + sqrt(5*abs(a-b)^2)) / 2";
    vec![
        judged(
            "a formula with a parameter",
            "hdu1846",
            formula(Subject::Values, "n % (m+1)"),
            limits.clone(),
        ),
        judged(
            "lost by a parameter",
            "hdu1846",
            formula(Subject::Losing, "n % (m+1) == 0"),
            limits.clone(),
        ),
        // A period of one limit says nothing of others: the table is used.
        judged(
            "a period beside a parameter",
            "hdu1846",
            found(Subject::Values, periodic(0, 2, 0, vec![0, 1])),
            "4\n23 2\n2 5\n10 3\n7 9\n".into(),
        ),
        judged(
            "Wythoff's game",
            "hdu1527",
            formula(Subject::Losing, golden),
            pairs,
        ),
        judged(
            "Lasker's Nim",
            "hdu3032",
            found(Subject::Values, periodic(1, 4, 4, vec![0, 1, 2, 4, 3])),
            sums.clone(),
        ),
        judged(
            "three takes",
            "cses1098",
            formula(Subject::Values, "heap % 4"),
            heaps.clone(),
        ),
        // Lost heaps say nothing of a sum: the table is used.
        judged(
            "lost heaps and a sum",
            "cses1098",
            formula(Subject::Losing, "heap % 4 == 0"),
            "2\n2 5 1\n3 6 7 3\n".into(),
        ),
        judged(
            "a name",
            "cses1098",
            found(
                Subject::Values,
                Form::Game {
                    head: "take:1-3".into(),
                },
            ),
            "2\n2 5 1\n3 6 7 3\n".into(),
        ),
    ]
}

fn check(language: Language) {
    if !is_usable(language) {
        return;
    }
    let trials = of_heaps().into_iter().chain(of_formats()).map(|asked| {
        let task = Task {
            finding: Some(&asked.finding),
            lang: Lang::Zh,
            ..Task::of(&asked.format)
        };
        let program = emit(&task, language);
        Trial {
            name: asked.name.into(),
            program: program.unwrap_or_else(|error| panic!("{}: {error}", asked.name)),
            input: asked.input,
            expected: asked.expected,
        }
    });
    try_all(language, "patterns", &trials.collect::<Vec<Trial>>());
}

#[test]
fn cpp_programs_use_patterns() {
    check(Language::Cpp);
}

#[test]
fn python_programs_use_patterns() {
    check(Language::Python);
}

#[test]
fn rust_programs_use_patterns() {
    check(Language::Rust);
}

#[test]
fn java_programs_use_patterns() {
    check(Language::Java);
}

#[test]
fn patterns_that_do_not_fit_are_refused() {
    let format = format(RULE, "n", OUTCOME);
    for form in [
        periodic(2, 3, 0, vec![0, 1]),
        periodic(0, 0, 0, vec![]),
        Form::Formula {
            expression: "n +".into(),
            exceptions: vec![],
        },
        Form::Formula {
            expression: "n % 2 == 0".into(),
            exceptions: vec![],
        },
        Form::Automaton {
            base: 2,
            most_first: true,
            next: vec![0, 7],
            accepting: vec![true],
        },
        Form::Recurrence {
            first: vec![1, 2],
            coefficients: vec![1, 1],
            constant: 0,
        },
    ] {
        let finding = found(Subject::Values, form);
        let task = Task {
            finding: Some(&finding),
            ..Task::of(&format)
        };
        assert!(emit(&task, Language::Cpp).is_err(), "{finding:?}");
    }
}

#[test]
fn a_program_says_first_what_is_not_proved() {
    let format = format(RULE, "n", OUTCOME);
    let mut finding = formula(Subject::Values, "n % 6");
    let first_lines = |finding: &Finding, lang| {
        let task = Task {
            finding: Some(finding),
            lang,
            ..Task::of(&format)
        };
        let programs = Language::ALL.map(|language| emit(&task, language).expect("a program"));
        programs.map(|program| program.lines().next().unwrap_or_default().to_owned())
    };
    for first in first_lines(&finding, Lang::En) {
        let first = first.trim_start_matches(['#', '/', ' ']);
        assert!(first.starts_with("Warning: this program relies on a pattern that is not proved"));
        assert!(first.contains("below 1000"), "{first}");
    }
    for first in first_lines(&finding, Lang::Zh) {
        assert!(
            first.contains("警告") && first.contains("未经证明"),
            "{first}"
        );
    }
    finding.evidence = Evidence::Checked {
        to: 1000,
        spread: Some(Spread {
            positions: 77,
            to: 1 << 60,
        }),
    };
    for first in first_lines(&finding, Lang::En) {
        assert!(
            first.contains("at 77 positions spread up to 10^18"),
            "{first}"
        );
    }
    finding.evidence = Evidence::Proved {
        theorem: message!("Bachet 1612", "Bachet 1612"),
        checked_to: 1000,
    };
    for first in first_lines(&finding, Lang::En) {
        assert!(!first.contains("Warning"), "{first}");
    }
}
