//! Made-up cases are read back, are the same by seed, and become smaller.

use super::*;
use crate::format::{Cases, Format};
use crate::run::Limits;
use crate::{JudgeError, Problem, find, formats, run};
use proptest::prelude::*;

fn cases(format: &Format, seed: u64, many: usize) -> Vec<Case> {
    let mut generator = Generator::new(format, seed);
    let mut cases = generator.small(120);
    for _ in 0..many {
        cases.push(generator.medium());
        cases.push(generator.adversarial());
    }
    cases
}

/// Numbers of the text, without lines.
fn numbers(text: &str) -> Vec<&str> {
    text.split_ascii_whitespace().collect()
}

#[test]
fn every_format_gets_cases_that_it_reads() {
    let limits = Limits::default();
    // A ring costs its engine long rows.
    for format in formats().iter().filter(|format| format.name != "hdu3980") {
        let cases = cases(format, 5, 3);
        assert!(cases.len() > 15, "{}: {}", format.name, cases.len());
        for case in &cases {
            assert!(case.stands(format), "{}: {case:?}", format.name);
        }
        let told = told(format, &limits, &cases);
        let allowed: Vec<Case> = cases
            .iter()
            .zip(&told)
            .filter(|(_, told)| told.is_some())
            .map(|(case, _)| case.clone())
            .collect();
        assert!(
            allowed.len() * 4 > cases.len(),
            "{}: {} of {}",
            format.name,
            allowed.len(),
            cases.len()
        );
        if format.cases == Cases::One {
            continue;
        }
        let text = input(format, &allowed);
        let summary = run(format, text.as_bytes(), Vec::new()).expect("allowed");
        assert_eq!(summary.cases, allowed.len() as u64, "{}", format.name);
        let read = text.trim_end().len() as u64;
        let used = summary.bytes.min(read);
        assert_eq!(used, read, "{} leaves something unread", format.name);
    }
}

#[test]
fn a_seed_says_it_all() {
    for name in ["nyoj135", "hdu1536", "cses1098", "hdu2897"] {
        let format = find(name).unwrap();
        assert_eq!(cases(format, 3, 20), cases(format, 3, 20));
        assert_ne!(cases(format, 3, 20), cases(format, 4, 20));
    }
}

#[test]
fn small_cases_are_all() {
    let format = find("hdu1847").unwrap();
    let small = Generator::new(format, 0).small(140);
    let texts: Vec<String> = small
        .iter()
        .map(|case| input(format, std::slice::from_ref(case)))
        .collect();
    let expected: Vec<String> = (1..=61).map(|n| format!("{n}\n")).collect();
    assert_eq!(texts, expected);
    // One heap of 0 to 24 stones, and two heaps of 0 to 3.
    let format = find("nyoj585").unwrap();
    let small = Generator::new(format, 0).small(50);
    assert_eq!(small.len(), 25 + 16);
    assert_eq!(input(format, &small[..2]), "2\n1\n0\n1\n1\n");
}

#[test]
fn balanced_cases_are_of_both_kinds() {
    for name in ["nyoj585", "hdu1846", "hdu1527", "nyoj888"] {
        let format = find(name).unwrap();
        let limits = Limits::default();
        let mut generator = Generator::new(format, 11);
        let cases: Vec<Case> = (0..12).flat_map(|_| generator.balanced(&limits)).collect();
        let told = told(format, &limits, &cases);
        let lost = told
            .iter()
            .flatten()
            .filter(|told| told.mover_wins == Some(false))
            .count();
        assert!(
            lost * 5 > cases.len() && lost < cases.len(),
            "{name}: {lost} of {}",
            cases.len()
        );
    }
}

#[test]
fn smaller_cases_end() {
    for format in formats() {
        let mut generator = Generator::new(format, 2);
        for _ in 0..3 {
            let mut case = generator.medium();
            for _ in 0..400 {
                let Some(next) = case.smaller(format).into_iter().next() else {
                    break;
                };
                assert!(
                    next.size() < case.size(),
                    "{}: {case:?} {next:?}",
                    format.name
                );
                case = next;
            }
            assert!(case.smaller(format).is_empty(), "{}: {case:?}", format.name);
        }
    }
}

#[test]
fn outputs_are_compared_by_tokens() {
    assert_eq!(difference(b"W\nL\n", b"W L"), None);
    assert_eq!(difference(b"W\nL\n", b"W\r\nL\r\n\n"), None);
    assert_eq!(difference(b"W\nL\n", b"W\n"), Some(1));
    assert_eq!(difference(b"W\n", b"w\n"), Some(0));
    assert_eq!(difference(b"", b"x"), Some(0));
    assert_eq!(difference(b"WL", b"W L"), Some(0));
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]
    #[test]
    fn what_is_written_is_read(seed: u64, place in 0usize..1000) {
        let format = &formats()[place % formats().len()];
        let mut generator = Generator::new(format, seed);
        for _ in 0..3 {
            let case = generator.medium();
            let wide = generator.adversarial();
            prop_assert!(case.stands(format) && wide.stands(format));
            let written = input(format, std::slice::from_ref(&case));
            if !format.layout.is_plain() {
                // The judge reads it to its end; what the rule then says of it is another matter.
                match run(format, written.as_bytes(), Vec::new()) {
                    Ok(summary) => {
                        let all = written.trim_end().len() as u64;
                        prop_assert_eq!(summary.bytes.min(all), all, "{}\n{}", &format.name, written);
                    }
                    Err(JudgeError::Input(error)) => prop_assert!(
                        matches!(error.problem, Problem::Unfit(_) | Problem::NoPosition(_) | Problem::Unknown(_)),
                        "{}: {}\n{}", &format.name, error, written
                    ),
                    Err(error) => panic!("{}: {error}", format.name),
                }
                continue;
            }
            let zeros = match format.cases {
                Cases::UntilZero => format.layout.leading(),
                Cases::Counted => 1,
                _ => 0,
            };
            let held: usize = case.lists().map(Vec::len).sum();
            prop_assert_eq!(numbers(&written).len(), held + zeros);
        }
    }
}
