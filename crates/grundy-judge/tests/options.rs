//! The two rules of a format are held against each other: the game of the catalogue with its engine, and the one-line rule plainly
//! evaluated.

use grundy::Lang;
use grundy_judge::trial::{Case, Generator, input, output, told};
use grundy_judge::{Cases, Format, Limits, find, formats, run};

/// Formats with both, and the one that goes by the one-line rule.
fn pairs() -> Vec<(&'static Format, Format)> {
    let both = formats().iter().filter_map(|format| {
        let other = format.by_options()?;
        Some((
            format,
            other.unwrap_or_else(|error| panic!("{}: {error:?}", format.name)),
        ))
    });
    both.collect()
}

#[test]
fn at_least_thirty_have_options() {
    assert!(pairs().len() >= 40, "{}", pairs().len());
}

/// The guide lists every one of them, in both languages.
#[test]
fn the_guide_has_them_all() {
    for (page, lang) in [
        (include_str!("../../../docs/guide/en/problems.md"), Lang::En),
        (include_str!("../../../docs/guide/zh/problems.md"), Lang::Zh),
    ] {
        let rows = page.lines().filter(|line| line.starts_with("| `")).count();
        assert_eq!(rows, pairs().len());
        for (format, _) in pairs() {
            let options = format.options.as_ref().expect("options");
            let title = format.title.as_ref().expect("a title");
            let (title, position, misere) = match lang {
                Lang::En => (&title.en, ", position", ", misère play"),
                Lang::Zh => (&title.zh, "，局面", "，反常规则"),
            };
            let position = options
                .position()
                .map(|text| format!("{position} `{text}`"));
            let row = format!(
                "| `{}` | {title} | `{}` | `{}`{}{} |",
                format.name,
                format.layout.text().replace('|', "\\|"),
                options.text().replace('|', "\\|"),
                position.unwrap_or_default(),
                if format.rule.is_misere() { misere } else { "" },
            );
            assert!(page.lines().any(|line| line == row), "{row}");
        }
    }
}

#[test]
fn samples_come_out() {
    for (format, other) in pairs() {
        let sample = format.sample.as_ref().expect("a sample");
        // Large numbers have too many positions for plain evaluation.
        if ["hdu2516", "cf1719A"].contains(&format.name.as_str()) {
            continue;
        }
        let mut answers = Vec::new();
        run(&other, sample.input.as_bytes(), &mut answers)
            .unwrap_or_else(|error| panic!("{}: {error}", format.name));
        assert_eq!(
            String::from_utf8(answers).unwrap(),
            sample.output,
            "{}",
            format.name
        );
    }
}

/// Cases of the format without those that are much work, or that it refuses.
fn cases(format: &Format, limits: &Limits) -> Vec<Case> {
    let mut generator = Generator::new(format, 1);
    let mut cases = generator.small(120);
    for _ in 0..40 {
        cases.push(generator.medium());
    }
    let pairs = format
        .options
        .as_ref()
        .is_some_and(|options| options.arity() > 1);
    let most = match (format.rule.is_misere(), pairs) {
        // A letter counts by its byte.
        _ if format.name == "hdu2873" => 700,
        (true, _) => 32,
        (_, true) => 60,
        _ => 400,
    };
    cases.retain(|case| case.size() < most);
    if format.name == "hdu3980" {
        // A ring costs its engine long rows.
        cases.retain(|case| case.size() < 18);
        let every = cases.len() / 4;
        cases = cases.into_iter().step_by(every.max(1)).collect();
    }
    let told = told(format, limits, &cases);
    let mut told = told.iter();
    cases.retain(|_| told.next().is_some_and(Option::is_some));
    cases
}

#[test]
fn both_rules_agree() {
    let limits = Limits::default();
    for (format, other) in pairs() {
        let mut cases = cases(format, &limits);
        assert!(cases.len() >= 4, "{}: {}", format.name, cases.len());
        let batches: Vec<&[Case]> = match format.cases {
            Cases::One => {
                cases.truncate(120);
                cases.chunks(1).collect()
            }
            _ => cases.chunks(cases.len()).collect(),
        };
        for batch in batches {
            let expected = output(format, &limits, batch).expect("allowed");
            let got = output(&other, &limits, batch)
                .unwrap_or_else(|error| panic!("{}: {error}", format.name));
            if expected != got {
                let wrong = batch.iter().find(|case| {
                    let case = std::slice::from_ref(*case);
                    output(format, &limits, case).ok() != output(&other, &limits, case).ok()
                });
                let shown = wrong.map(|case| input(format, std::slice::from_ref(case)));
                panic!("{} by {:?}: {shown:?}", format.name, format.options);
            }
        }
    }
}

#[test]
fn a_wrong_rule_is_noticed() {
    let limits = Limits::default();
    let format = find("cses1098").unwrap();
    let wrong = format
        .with_options("n -> n-k for k in 1..=4", false)
        .unwrap();
    let cases = cases(format, &limits);
    assert_ne!(
        output(format, &limits, &cases).unwrap(),
        output(&wrong, &limits, &cases).unwrap()
    );
}
