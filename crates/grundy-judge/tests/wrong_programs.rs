//! Wrong programs for words, boards, trees, circuits and groups are found by made-up cases, and the case that fails is made
//! smaller to one that a reader sees through; the right answers fail nowhere.

use grundy_judge::trial::{Case, Generator, input, told};
use grundy_judge::{Format, Limits, find};

/// The answer that a judge gives to a case, if it allows it.
fn right(format: &Format, case: &Case) -> Option<String> {
    let answers = told(format, &Limits::default(), std::slice::from_ref(case));
    let positions = answers.into_iter().next()??.positions;
    Some(
        positions
            .iter()
            .map(|position| position.answer.as_str())
            .collect(),
    )
}

/// The input that fails first, made smaller as long as it fails.
fn found(name: &str, program: fn(&str) -> String) -> String {
    let format = find(name).expect("known");
    let fails = |case: &Case| {
        let text = input(format, std::slice::from_ref(case));
        right(format, case).is_some_and(|answer| answer.trim() != program(&text).trim())
    };
    let mut generator = Generator::new(format, 1);
    let mut cases = generator.small(200);
    for _ in 0..300 {
        cases.push(generator.medium());
        cases.push(generator.adversarial());
    }
    let mut failed = cases
        .into_iter()
        .find(|case| fails(case))
        .expect("a wrong answer");
    while let Some(next) = failed.smaller(format).into_iter().find(|case| fails(case)) {
        failed = next;
    }
    input(format, &[failed])
}

fn words(text: &str) -> Vec<&str> {
    text.split_ascii_whitespace().collect()
}

/// A problem, a program that is wrong, and the inputs that show it best.
type Wrong = (&'static str, fn(&str) -> String, &'static [&'static str]);

#[test]
fn wrong_programs_fail_on_small_inputs() {
    let programs: [Wrong; 8] = [
        // As if the number of games did not matter.
        ("cf455B", |_| "First".into(), &["1 2\na\n"]),
        // Whoever can move wins.
        (
            "leetcode294",
            |text| text.contains("++").to_string(),
            &["+++++\n"],
        ),
        ("cf1104B", |_| "No".into(), &["aa\n"]),
        // The number of edges is all.
        (
            "hdu3094",
            |text| {
                if words(text).len().is_multiple_of(4) {
                    "Alice"
                } else {
                    "Bob"
                }
                .into()
            },
            &["1\n3\n1 2\n2 3\n", "1\n3\n1 3\n3 2\n", "1\n3\n2 3\n1 2\n"],
        ),
        // Normal play.
        ("hdu3590", |_| "PP".into(), &["1\n2\n1 2\n"]),
        ("cf1823E", |_| "Alice".into(), &["3 1 2\n1 2\n2 3\n3 1\n"]),
        (
            "cf1365A",
            |text| {
                if words(text)[3..].contains(&"0") {
                    "Ashish"
                } else {
                    "Vivek"
                }
                .into()
            },
            &["1\n1 2\n0 1\n", "1\n1 2\n1 0\n"],
        ),
        ("poj2425", |_| "WIN".into(), &["1\n0\n1\n0\n0\n"]),
    ];
    for (name, program, small) in programs {
        let input = found(name, program);
        assert!(small.contains(&input.as_str()), "{name}: {input:?}");
    }
}
